"""What may be expected of battles and encounters, on what a kingdom knows."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from engine.battle import BATTLE, MOVEMENT, Clash, Odds, Trigger
from engine.dice import ForeseeDice
from engine.packs.kingdoms.crowns.encounters import ENCOUNTER
from engine.packs.kingdoms.crowns.exploring import explored
from engine.packs.kingdoms.crowns.imagined import ARMIES, GARRISON, HITS, OWNER, SKILLS, TAX
from engine.packs.kingdoms.crowns.noticing import look_around
from engine.packs.kingdoms.pieces.records import CharacterSighting, Holding, Ruler, Site
from engine.state import State
from engine.world import Record
from tests.packs.kingdoms.ventures.court import RULES, Court

HERE, THERE = 10, 11


class Border(Court):
    """My King with armies beside a province that may be anybody's."""

    def __init__(self, mine: int = 3) -> None:
        super().__init__()
        self.me, self.foe = self.crown("Mine"), self.crown("Theirs")
        self.give(self.me, HERE)
        self.mine = self.king(self.me, HERE, skill={"TA": 1, "ME": 2})
        for _ in range(mine):
            self.army(self.me, HERE, leader=self.mine)

    def look(self) -> None:
        look_around(self.world, self.me.id, 3)

    def odds(self, kind: str, trigger: str, *sides: Record) -> Odds:
        view = RULES.view(self.world, self.me.faction)
        state = State(RULES, view, ForeseeDice())
        state.planning, state.player = True, self.me.player
        clash = Clash(
            kind=kind,
            sides=tuple((each.place,) for each in sides),
            trigger=Trigger(trigger),
            place=self.world.get(Holding, THERE).place,
        )
        estimates = RULES.contests[kind].odds(state, clash)
        *_, best = islice(estimates, 5)  # more are exacter, and take longer
        return best

    def attack(self, target: Record | None = None) -> Odds:
        return self.odds(BATTLE, MOVEMENT, self.mine, target or self.world.get(Holding, THERE))

    def guessed(self, odds: Odds) -> list[tuple[str, ...]]:
        return [each.fields for each in odds.guesses]


def militia(court: Court, number: int) -> None:
    for _ in range(number):
        court.army(None, THERE, "GA", quality=1, militia=True)


def test_militia_that_was_seen_on_land_that_was_explored_is_known() -> None:
    court = Border()
    militia(court, 2)
    court.look()
    assert court.guessed(court.attack()) == [TAX]
    explored(court.world, court.me.id, THERE, 10)
    odds = court.attack()
    assert odds.guesses == ()
    assert odds.exact
    assert odds.attacker_wins > 0.5


def test_land_that_nobody_has_seen_counts_as_independent_and_says_so() -> None:
    court = Border()
    assert court.guessed(court.attack()) == [OWNER, TAX]


def test_a_garrison_is_guessed_from_its_number_and_its_strength_is_a_band() -> None:
    court = Border()
    court.give(court.foe, THERE)
    for _ in range(3):
        court.army(court.foe, THERE)
    court.look()
    odds = court.attack()
    assert court.guessed(odds) == [GARRISON]
    assert not odds.exact
    assert odds.least is not None
    assert odds.most is not None
    assert odds.least < odds.attacker_wins < odds.most
    assert [each.side for each in odds.fates if each.piece.id < 0] == ["defender"] * 3
    few = Border()
    few.give(few.foe, THERE)
    few.army(few.foe, THERE)
    few.look()
    assert few.attack().attacker_wins > odds.attacker_wins


def led(court: Border, quality: int = 2, **ruler: Any) -> Ruler:
    """A foreign King with two armies who was noticed."""
    court.give(court.foe, THERE)
    king = court.king(court.foe, THERE, **ruler)
    for type in ("LE", "HC"):
        court.army(court.foe, THERE, type, leader=king, quality=quality)
    court.look()
    court.sight(court.me, king)
    for sighting in court.world.by(CharacterSighting, "ruler", king.id):
        court.world.put(sighting.replace(armies=("HC", "LE")))
    return king


def test_a_leader_who_was_noticed_brings_the_armies_that_were_seen_with_him() -> None:
    court = Border()
    king = led(court)
    odds = court.attack(king)
    assert court.guessed(odds) == [SKILLS, ARMIES]
    assert 0 < odds.attacker_wins < 1


@pytest.mark.rule("kingdoms.map.visibility")
@pytest.mark.parametrize("quality, skill", [(1, {}), (4, {"TA": 5, "ME": 5})])
def test_what_is_not_known_changes_no_answer(quality: int, skill: dict[str, int]) -> None:
    court, other = Border(), Border()
    told = court.attack(led(court))
    plan = ("FL",)
    king = led(other, quality, skill=skill, temper="Berserk", hit_points=3, plan=plan)
    other.change(other.foe, treasury=999, inventions=("stirrups",))
    other.item("sword", king)
    assert other.attack(king) == told


def test_a_guardian_is_met_with_the_usual_of_its_kind() -> None:
    told: list[Odds] = []
    for hits, gold in ((4, 0), (60, 80)):
        court = Border(mine=0)
        site = court.site(
            THERE, "giants_castle", court.me, being="giant", hit_points=hits, full=hits
        )
        court.change(site, gold=gold)
        told.append(court.odds(ENCOUNTER, "search", court.mine, site))
    one, other = told
    assert one == other
    assert court.guessed(one) == [HITS]
    assert {each.piece.kind for each in one.fates} == {Ruler.kind, Site.kind}
    assert 0 < one.attacker_wins < 1


def test_a_stranger_in_person_is_one_as_the_rules_make_them() -> None:
    court = Border(mine=0)
    hero = court.ruler(court.foe, THERE, skill={"ME": 5}, hit_points=1)
    court.sight(court.me, hero)
    odds = court.odds(ENCOUNTER, "pursue", court.mine, hero)
    assert court.guessed(odds) == [SKILLS]
    assert odds.attacker_wins > 0.3


def test_whoever_is_attacked_fights_with_all_that_stands_there() -> None:
    court = Border()
    king = led(court)
    alone = court.odds(BATTLE, MOVEMENT, king, court.mine)
    for _ in range(4):
        court.army(court.me, THERE)
    helped = court.odds(BATTLE, MOVEMENT, king, court.mine)
    assert helped.attacker_wins < alone.attacker_wins
