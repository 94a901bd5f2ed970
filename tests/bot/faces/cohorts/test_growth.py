"""How a city grew: from the states in which it was stored, and only while it was the faction's."""

from typing import Any

import pytest

from bot.faces.cards.card import entries_of
from bot.faces.cohorts.growth.panel import card_of
from bot.faces.cohorts.growth.past import Pasts, PastStates, Point, points_of, turn_ends
from engine.campaign import Player
from engine.packs.cohorts.pieces.records import Character, City, Guild, Possession
from engine.world import Record
from tests.rules.scene import Scene


class Chronicle:
    """A city whose states are noted tick by tick, as the store does."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.rita = self.scene.player("Rita", "theirs")
        self.city = self.scene.city(3, 3, self.scene.me, name="Harrow", population={"human": 1000})
        self.guild = self.scene.guild(self.city, "warrior", 1, name="Swords")
        self.mine = self.city.baron
        self.theirs = self.scene.character(self.city, self.rita).id
        self.rows: dict[type[Record], list[tuple[int, int, bytes | None]]] = {}
        self.tick = 0

    def note(self, **changes: Any) -> None:
        """The next tick, which changes these fields of the city."""
        self.tick += 1
        self.city = self.scene.change(self.city, **changes)
        kept: dict[type[Record], list[Record]] = {
            City: [self.city],
            Guild: list(self.scene.world.by(Guild, "city", self.city.id)),
            Possession: list(self.scene.world.by(Possession, "holder", self.city.place)),
            Character: list(self.scene.world.all(Character)),
        }
        for cls, records in kept.items():
            rows = self.rows.setdefault(cls, [])
            rows += [(each.id, self.tick, each.dump()) for each in records]
            gone = {id for id, _, _ in rows} - {each.id for each in records}
            rows += [(id, self.tick, None) for id in sorted(gone)]

    def points(self) -> tuple[Point, ...]:
        """What our faction is told; tick n is the start of turn n."""
        for rows in self.rows.values():
            rows.sort(key=lambda row: row[:2])
        characters = self.rows[Character]
        past = Pasts(
            city=PastStates(City, self.rows[City]),
            guilds=PastStates(Guild, self.rows[Guild]),
            possessions=PastStates(Possession, self.rows[Possession]),
            barons={
                id: PastStates(Character, [row for row in characters if row[0] == id])
                for id in (self.mine, self.theirs)
            },
            players={player.id: player for player in self.scene.world.all(Player)},
        )
        turns = {number: number for number in range(1, self.tick + 1)}
        return points_of(self.scene.ours.id, turns, past)

    def said(self) -> str:
        """The words of the panel."""
        races = {"human": "Humans", "elf": "Elves", "orc": "Orcs"}
        card = card_of(races, "Harrow", self.scene.ours.id, self.tick, self.points())
        return "\n".join(each.line for each in entries_of(card))


@pytest.fixture
def chronicle() -> Chronicle:
    return Chronicle()


def test_people_recruits_and_guild_levels_are_told_turn_by_turn(chronicle) -> None:
    scene = chronicle.scene
    chronicle.note()
    scene.items(chronicle.city, human_recruits=30, elf_recruits=5, spear=9)
    scene.change(chronicle.guild, level=2)
    chronicle.note(population={"elf": 40, "human": 1100}, slaves={"orc": 60})
    first, second = chronicle.points()
    assert (first.people, first.recruits, dict(first.guilds)) == (1000, 0, {"Swords": 1})
    assert (second.people, second.recruits, dict(second.guilds)) == (1200, 35, {"Swords": 2})
    assert (second.free, second.slaves) == ({"elf": 40, "human": 1100}, {"orc": 60})
    said = chronicle.said()
    assert "In all: 1,000 to 1,200" in said
    assert "Orcs, slaves: 0 to 60" in said
    assert "Swords: 1 to 2" in said


def test_turns_in_which_it_was_somebody_elses_are_not_told(chronicle) -> None:
    chronicle.note()
    chronicle.note(baron=chronicle.theirs, population={"troll": 7777})
    chronicle.scene.change(chronicle.guild, level=33)
    chronicle.note()
    chronicle.note(baron=0)
    chronicle.scene.change(chronicle.guild, level=3)
    chronicle.note(baron=chronicle.mine, population={"human": 900})
    points = chronicle.points()
    assert [point.turn for point in points] == [1, 5]
    assert "troll" not in repr(points)
    assert "33" not in repr(points)


def test_a_city_that_was_never_ours_tells_nothing(chronicle) -> None:
    chronicle.note(baron=chronicle.theirs)
    assert chronicle.points() == ()
    assert "yours in no turn" in chronicle.said()


def test_a_lost_city_keeps_telling_of_the_turns_before(chronicle) -> None:
    chronicle.note()
    chronicle.note(baron=chronicle.theirs, population={"troll": 7777})
    said = chronicle.said()
    assert "Turn 1: 1,000" in said
    assert "Turn 2" not in said
    assert "7,777" not in said


def test_recruits_that_are_used_up_are_gone(chronicle) -> None:
    chronicle.scene.items(chronicle.city, human_recruits=30)
    chronicle.note()
    for each in list(chronicle.scene.world.by(Possession, "holder", chronicle.city.place)):
        chronicle.scene.world.remove(each)
    chronicle.note()
    assert [point.recruits for point in chronicle.points()] == [30, 0]


# ---------------------------------------------------------------- which tick stands for a turn


def test_a_turn_is_told_as_its_production_left_it_and_the_present_one_as_it_is() -> None:
    ticks = [(1, "setup", 1), (2, "run", 1), (3, "weekly", 2), (4, "run", 2), (5, "monthly", 3)]
    assert turn_ends([*ticks, (6, "run", 3), (7, "setup", 3)], 7) == {1: 2, 2: 3, 3: 7}


def test_what_came_after_the_tick_that_is_asked_for_does_not_count() -> None:
    ticks = [(1, "setup", 1), (2, "weekly", 2), (3, "weekly", 3), (4, "weekly", 4)]
    assert turn_ends(ticks, 3) == {1: 1, 2: 2, 3: 3}


def test_a_turn_that_was_taken_back_is_told_as_it_went_the_last_time() -> None:
    ticks = [(1, "setup", 1), (2, "weekly", 2), (3, "weekly", 3), (4, "rollback", 1)]
    assert turn_ends(ticks, 4) == {1: 4}
    assert turn_ends([*ticks, (5, "weekly", 2)], 5) == {1: 4, 2: 5}


def test_before_the_first_tick_there_is_no_turn() -> None:
    assert turn_ends([], 0) == {}
