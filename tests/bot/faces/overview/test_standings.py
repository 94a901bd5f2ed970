"""The standings: what they tell of each production, and their picture."""

import datetime as dt
import io
from collections.abc import Sequence
from itertools import islice

import pytest
from PIL import Image

from bot import faces
from bot.faces.cards.card import made_of, told_of
from bot.faces.cards.picture import draw_card
from bot.faces.kingdoms.terms import counted, hundredths
from bot.faces.overview.standings import (
    MOST,
    SEATS,
    place_of,
    seats_of,
    standings_card,
    standings_facts,
)
from bot.faces.paint import palette
from bot.faces.sheet.sheet import LONGEST_ALT
from bot.faces.week import week_card
from bot.faces.words.names import Names
from engine.campaign import Faction, Now, Player
from engine.ending import Reckoning, Tally, ranked
from engine.packs import Rules
from engine.world import Place, World
from tests.rules.plain import blank
from tests.rules.scene import module

NAMES = ("Ours", "Theirs", "The Very Long-Named Confederation of the Outer Marches")


def world(courses: Sequence[Sequence[int]], names: Sequence[str] = NAMES) -> World:
    """A world in which factions had these points after turns 1, 2, 3 ..."""
    made = World(Rules.of(module()).records)
    for place in range(len(courses)):
        name = names[place % len(names)]
        made.add(Faction, key=f"f{place}", name=name, colour=place + 1, emblem="lion")
    for turn in range(len(courses[0])):
        sides = (
            (side.place, (Tally(what="cities", count=p[turn], points=p[turn]),), ())
            for side, p in zip(made.all(Faction), courses, strict=True)
        )
        made.add(Reckoning, turn=turn + 1, standings=ranked(sides))
    return made


def test_the_last_production_says_who_leads_and_by_how_much_that_changed() -> None:
    facts = standings_facts(world([(1, 2, 4), (5, 5, 3), (0, 0, 0)]), faction=2)
    assert [(s.name, s.rank, s.points, s.change) for s in facts.sides[:2]] == [
        ("Ours", 1, 4, 2),
        ("Theirs", 2, 3, -2),
    ]
    assert [side.own for side in facts.sides] == [False, True, False]
    assert facts.sides[0].course == ((1, 1), (2, 2), (3, 4))
    assert facts.told == 3


def test_a_turn_that_was_played_anew_is_told_as_it_went_the_last_time() -> None:
    made = world([(1,), (2,), (3,)])
    again = ranked([(made.get(Faction, 1).place, (Tally(what="x", count=9, points=9),), ())])
    made.add(Reckoning, turn=1, standings=again)
    (side,) = standings_facts(made).sides
    assert side.course == ((1, 9),)


class InHundredths(Names):
    def points(self, count: int) -> str:
        return counted(count)

    def figure(self, count: int) -> str:
        return hundredths(count)


def alt(made: World, names: type[Names] = Names) -> str:
    return " ".join(told_of(standings_card(standings_facts(made, faction=1), names(made))))


def test_the_alt_text_tells_ranks_and_courses() -> None:
    told = alt(world([(1, 2), (5, 3), (0, 0)]))
    assert "Points (after turn 2): 1. Theirs: 3 points (2 fewer than before);" in told
    assert "2. Ours (you): 2 points (1 more than before);" in told
    assert "Ours from turn 1 on: 1, 2." in told
    assert alt(world([(1,), (5,)])) == (
        "Standings, turn 1. Points (after turn 1): 1. Theirs: 5 points; 2. Ours (you): 1 point."
    )


@pytest.mark.parametrize(
    "courses",
    [
        [(0,)],
        [(3,), (3,), (3,)],
        [tuple(range(60)), tuple(range(60, 0, -1)), (40_000,) * 60],
        [(7, 7)] * (MOST + 8),
        [(-5, 3), (0, -7)],
    ],
)
def test_any_standings_are_drawn(courses) -> None:
    made = world(courses)
    picture = draw_card(standings_card(standings_facts(made, faction=1), Names(made)), made)
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height)
    assert picture.width == palette.WIDTH
    assert picture.height <= 2600
    assert 0 < len(picture.alt) <= LONGEST_ALT


def test_points_are_written_as_the_rules_count_them() -> None:
    made = world([(100, 760), (5, 50)])
    told = alt(made, InHundredths)
    assert "1. Ours (you): 7.6 points (6.6 more than before)" in told
    assert "Ours from turn 1 on: 1, 7.6." in told
    assert "760" not in told
    card = standings_card(standings_facts(made, faction=1), InHundredths(made))
    assert draw_card(card, made).alt == told


def test_each_side_says_who_holds_its_seats() -> None:
    made = world([(1,), (2,)])
    for faction, name in ((1, "Ada"), (1, "Iron*Elm"), (1, "Bram"), (2, "Cora")):
        made.add(Player, **{**blank(Player), "faction": faction, "name": name})
    seats = seats_of(made, {1: 70, 2: 0, 4: -(10**10)})
    side = made.get(Faction, 1).place
    assert seats[side] == ["Ada (<@70>)", "Iron\\*Elm (computer)", "Bram (free)"]
    assert seats[made.get(Player, 3).place] == ["Bram (free)"]
    assert seats[made.get(Faction, 2).place] == ["Cora (a former player)"]
    many = {side: [f"P{number}" for number in range(96)]}
    facts = standings_facts(made)

    def page(seats: dict[Place, list[str]]) -> str:
        return made_of(standings_card(facts, Names(made), seats), made).tabs[0].pages[0]

    assert "\n-# Played by Ada (<@70>), Iron\\*Elm (computer), " in page(seats)
    assert f"P{SEATS - 1}, {96 - SEATS} more\n" in page(many) + "\n"


def test_the_card_of_the_week_tells_part_by_part_why_points_moved() -> None:
    made = world([(3, 2), (1, 1)])
    made.add(Now, tick=3, turn=3, month=1, date=dt.date(2024, 5, 6))
    shown = faces.of(Rules.of(module()))
    boxes = {box.title: box for box in week_card(shown, made, None, 1, (), (), ()).boxes}
    (row,) = boxes["Why points moved"].rows
    assert (row.name, row.value, row.note) == ("Cities", "2 (−1)", "3 → 2")
    boxes = {box.title: box for box in week_card(shown, made, None, 2, (), (), ()).boxes}
    (row,) = boxes["Where points come from"].rows
    assert (row.name, row.value, row.note) == ("Cities", "1", "1")


def test_a_tie_reads_as_a_tie() -> None:
    made = world([(3,), (3,), (1,)])
    names = Names(made)
    assert place_of(standings_facts(made, 1), names) == (
        "**You share the lead with Theirs** with 3 points, 2 points ahead of "
        "The Very Long-Named Confederation of the Outer Marches"
    )
    first, second = (each.place for each in islice(made.all(Faction), 2))
    tally = (Tally(what="cities", count=3, points=3),)
    again = ranked([(first, tally, (1,)), (second, tally, (2,))])
    made.add(Reckoning, turn=2, standings=again)
    assert place_of(standings_facts(made, 1), names) == (
        "**You stand 2nd of 2** with 3 points, as many as Theirs: what else counts decides"
    )
