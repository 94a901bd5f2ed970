"""The Warlords battle as a whole: it ends, it replays, and its record tells every step."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import BattleRecord
from engine.dice import Dice, ScriptedDice, Seed, SeededDice, Whole
from engine.facts import Tagged
from engine.packs.warlords.battle.cards import (
    WATER,
    Company,
    Field,
    FighterCard,
    SideName,
)
from engine.packs.warlords.battle.fight import battle, last_stand
from engine.packs.warlords.battle.happenings import (
    Afflicted,
    Chances,
    Died,
    HeroFell,
    LinedUp,
    Paired,
    Struck,
    Survived,
    Totals,
)
from engine.packs.warlords.content import ABILITIES, KINDS, Kind
from engine.packs.warlords.system import WarlordsBattles, again
from engine.world import Place
from tests.packs.warlords.stacks import FIELDS, sides
from tests.rules.adapters.warlords import effect, fighter, of_roster
from tests.rules.harness import Given, UnknownKeyError
from tests.rules.scene import clash_at

SEEDS = st.binary(min_size=32, max_size=32).map(Seed)
CLASH = clash_at(Place("province", 1), [Place("stack", 1)], [Place("stack", 2)])


def dice(seed: bytes = bytes(32)) -> Dice:
    return SeededDice(Seed(seed), 1).stream("stack:1", "battle")


def events(record: BattleRecord, kind: type[Tagged]) -> list[Tagged]:
    return [e for fight in record.engagements for e in fight.events if isinstance(e, kind)]


def unit(
    id: int, *, hero: bool = False, side: SideName = "attacker", **values: object
) -> FighterCard:
    place = Place("character" if hero else "unit", id + 1000 * (side == "defender"))
    plain = {"name": f"Unit {id}", "type": "Unit", "abilities": {}, "terrain": {}, **values}
    return FighterCard(piece=place, hero=hero, **plain)  # type: ignore[arg-type]


def company(side: SideName, *fighters: FighterCard, number: int = 1, **values: object) -> Company:
    return Company(side=side, number=number, fighters=fighters, **values)  # type: ignore[arg-type]


def fight(
    field: Field, attackers: list[Company], defenders: list[Company], with_: Dice
) -> BattleRecord:
    return WarlordsBattles().fight(field, (tuple(attackers), tuple(defenders)), with_, CLASH)


# ---------------------------------------------------------------- what always holds


@settings(max_examples=40, deadline=None)
@given(FIELDS, sides("attacker", 8), sides("defender", 8), SEEDS)
@pytest.mark.rule("warlords.random.stream")
def test_every_battle_ends_with_one_side_wiped_out_and_replays_to_the_same_record(
    field: Field, attacker: Company, defender: Company, seed: Seed
) -> None:
    record = fight(field, [attacker], [defender], dice(seed))
    winner = record.winner
    assert winner in ("attacker", "defender")
    dead = {e.piece for e in events(record, Died) if isinstance(e, Died)}
    loser = defender if winner == "attacker" else attacker
    assert {each.piece for each in loser.fighters} <= dead
    left = {e.piece for e in events(record, Survived) if isinstance(e, Survived)}
    assert left
    assert not left & dead
    loaded = BattleRecord.load(record.dump())
    assert loaded == record
    assert again(loaded, dice(seed)) == record


@settings(max_examples=30, deadline=None)
@given(FIELDS, sides("attacker", 8), sides("defender", 3), sides("defender", 3), SEEDS)
@pytest.mark.rule("warlords.battle.companies")
def test_a_battle_of_companies_ends_and_replays_too(
    field: Field, attacker: Company, first: Company, second: Company, seed: Seed
) -> None:
    moved = tuple(
        each.replace(piece=each.piece._replace(id=each.piece.id + 5000)) for each in second.fighters
    )
    foes = [first, second.replace(number=2, fighters=moved)]
    record = fight(field, [attacker], foes, dice(seed))
    assert record.winner == "defender" or len(record.engagements) == 2
    assert again(record, dice(seed)) == record


@settings(max_examples=20, deadline=None)
@given(FIELDS, sides("attacker", 8), sides("defender", 8), SEEDS)
def test_no_strength_or_hits_leave_their_bounds(
    field: Field, attacker: Company, defender: Company, seed: Seed
) -> None:
    record = fight(field, [attacker], [defender], dice(seed))
    for event in events(record, LinedUp):
        assert isinstance(event, LinedUp)
        assert 1 <= event.strength <= 15
        assert event.hits >= 1


# ---------------------------------------------------------------- the record


@pytest.mark.rule("warlords.report")
def test_a_record_tells_the_battle_in_the_order_of_the_report() -> None:
    attacker = company("attacker", of_roster("Mummy", 1), of_roster("Black Dragon", 2))
    defender = company(
        "defender", of_roster("Knight", 1001), unit(2, hero=True, side="defender", strength=5)
    )
    record = fight(Field(), [attacker], [defender], dice())
    (only,) = record.engagements
    kinds = [type(event) for event in only.events]
    assert kinds[:2] == [Chances, Chances]
    assert kinds.index(Afflicted) < kinds.index(Totals) < kinds.index(LinedUp)
    assert kinds.index(LinedUp) < kinds.index(Paired) < kinds.index(Died)
    assert kinds.index(Died) < kinds.index(Survived)
    assert [part for part in only.participants if isinstance(part, Field)] == [Field()]
    assert only.participants[1:] == (attacker, defender)
    fallen = {e.piece.kind for e in only.events if isinstance(e, Died)}
    assert (HeroFell in kinds) == ("character" in fallen)


@pytest.mark.rule("warlords.report")
def test_rounds_without_effect_are_only_counted() -> None:
    script = [Whole(20, 20)] * 6 + [Whole(1, 20), Whole(20, 20)]
    pair = company("attacker", unit(1)), company("defender", unit(1, side="defender"))
    record = fight(Field(), [pair[0]], [pair[1]], ScriptedDice(script))
    (struck,) = events(record, Struck)
    assert isinstance(struck, Struck)
    assert (struck.quiet, struck.damage, struck.left) == (3, 1, 0)


# ---------------------------------------------------------------- at sea


@pytest.mark.rule("warlords.map.naval")
def test_at_sea_a_side_without_ship_or_flyer_has_lost_and_its_heroes_with_it() -> None:
    sea = Field(terrains=(WATER,), mercy=0)
    ship = unit(1, floats=True, abilities={"assassination": 10})
    captain = unit(2, hero=True, slot=8, strength=9)
    loser = [
        unit(1, side="defender", floats=True),
        unit(2, side="defender", hero=True, slot=8, strength=9),
    ]
    assert last_stand(sea, loser) == 1
    record = fight(
        sea, [company("attacker", ship, captain)], [company("defender", *loser)], ScriptedDice(())
    )
    assert record.winner == "attacker"
    died = [e for e in events(record, Died) if isinstance(e, Died)]
    assert [(each.by, each.piece.kind) for each in died] == [
        ("assassination", "unit"),
        ("drowned", "character"),
    ]


@pytest.mark.rule("warlords.map.naval")
def test_a_flyer_fights_on_when_the_last_ship_is_gone() -> None:
    sea = Field(terrains=(WATER,))
    fleet = [unit(1, floats=True), unit(2, abilities={"flying": 1}), unit(3, hero=True)]
    assert last_stand(sea, fleet) == 2
    assert last_stand(Field(), fleet) == 3


@pytest.mark.rule("warlords.map.naval")
def test_a_hero_goes_down_with_its_ship_even_on_the_winning_side() -> None:
    sea = Field(terrains=(WATER,), mercy=100)
    lost = unit(1, floats=True, slot=1)
    won = unit(2, floats=True, slot=2, abilities={"assassination": 10})
    passenger = unit(3, hero=True, slot=8, ship=lost.piece.id)
    on_the_other = unit(4, hero=True, slot=9, ship=won.piece.id)
    enemy = unit(1, side="defender", floats=True, abilities={"assassination": 10})
    record = fight(
        sea,
        [company("attacker", lost, won, passenger, on_the_other)],
        [company("defender", enemy)],
        ScriptedDice(()),
    )
    fell = [e for e in events(record, HeroFell) if isinstance(e, HeroFell)]
    assert [(each.piece, each.lives) for each in fell] == [(passenger.piece, True)]


# ---------------------------------------------------------------- what a unit is


@pytest.mark.rule("warlords.unit.attributes")
def test_every_ability_of_the_rules_is_one_that_a_card_can_have() -> None:
    named = (
        "leadership morale fortification chaos fear siege group_warding group_flight curse poison "
        "disease paralysis acid lightning assassination missile trample warding banding lifedrain "
        "flying"
    )
    slayers = [f"slayer_{kind}" for kind in KINDS]
    assert sorted(ABILITIES) == sorted([*named.split(), *slayers])
    assert get_args(Kind) == KINDS


@pytest.mark.rule("warlords.case.notation")
def test_a_unit_of_a_case_has_the_defaults_of_the_notation() -> None:
    plain, hero = (fighter(Given(each, "case"), 7) for each in ({}, {"hero": True}))
    assert (plain.type, plain.strength, plain.hits, plain.slot) == ("Unit", 1, 1, 3)
    assert (plain.piece.id, hero.slot) == (7, 8)
    assert effect({"slayer": {"dragon": 2}, "flight": True}) == {"slayer_dragon": 2, "flying": 1}
    with pytest.raises(UnknownKeyError, match="wings"):
        fighter(Given({"wings": 2}, "case"), 1)


def test_nobody_against_nobody_is_won_by_none() -> None:
    (only,) = battle(Field(), (), (), ScriptedDice(()))
    assert (only.winner, only.events) == ("none", ())
    one = company("attacker", unit(1))
    assert battle(Field(), (one,), (), ScriptedDice(()))[0].winner == "attacker"
