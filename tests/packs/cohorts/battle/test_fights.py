"""Whole battles of any kind: what must hold for all fighters."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import BattleRecord
from engine.dice import Seed, SeededDice
from engine.packs.cohorts.battle import course
from engine.packs.cohorts.battle.combatant import Attack, BattleSide, Combatant, Detachment, Special
from engine.packs.cohorts.battle.fight import BattleSetting
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.record import BattleEnded, Participant
from engine.packs.cohorts.battle.replay import replay
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content.combat import LOADING_PLACES, Alter, Give
from engine.world import Place
from tests.rules.adapters.battle_field import AT_SEA, CONTENT, FIELD
from tests.rules.scene import clash_at

CLASH = clash_at(Place("province", 1), [Place("stack", 1)], [Place("stack", 2)])
numbers = st.integers(0, 60).map(float)


@st.composite
def combatants(draw: st.DrawFn, id_: int, side: int) -> Combatant:
    """A unit of any kind."""
    character = draw(st.booleans())
    kind = "character" if character else "unit"
    soldiers = 1 if character else draw(st.integers(1, 500))
    arm = "" if character else draw(st.sampled_from(["soldier", "soldier", "artillery", "ship"]))
    types = draw(st.lists(st.sampled_from(list(CONTENT.damage_types)), max_size=2, unique=True))

    def attack() -> Attack:
        return Attack(draw(numbers) / 10, power=draw(numbers), type="fire")

    return Combatant(
        place=Place(kind, id_),
        name=f"{kind} {id_}",
        side=side,
        character=character,
        slot=draw(st.integers(1, 10)),
        soldiers=soldiers,
        hp=soldiers * draw(st.integers(5, 300).map(float)),
        arm=arm,
        wounds=draw(st.integers(0, 99).map(float)),
        morale=draw(st.integers(0, 150).map(float)),
        level=draw(st.integers(1, 20)),
        encounter_level=draw(st.integers(1, 20)),
        dex=draw(st.integers(3, 20).map(float)),
        con=draw(st.integers(1, 30).map(float)),
        melee=attack(),
        missile=attack() if draw(st.booleans()) else None,
        res=draw(numbers),
        df=draw(st.integers(1, 30).map(float)),
        specials=tuple(
            Special(key, draw(numbers), draw(numbers) * 20)
            for key in CONTENT.damage_types
            if key in types
        ),
        directive=draw(st.sampled_from(["", "lowest DF", "highest HP", "lowest RES"])),
        keywords=draw(st.sampled_from([(), ("undead",)])),
        statuses=dict.fromkeys(
            draw(st.lists(st.sampled_from(LASTING), max_size=2, unique=True)), 2
        ),
        artillery=draw(st.integers(1, 6)) if arm in ("ship", "artillery") else 0,
        **(draw(loaded()) if character else {}),
    )


@st.composite
def loaded(draw: st.DrawFn) -> dict[str, Any]:
    """Combat spells of any kind, with some mana."""
    found: dict[str, Any] = {"mana": draw(st.integers(0, 8))}
    for place in LOADING_PLACES:
        spells = [None, *(s for s in CONTENT.combat_spells.values() if s.place == place)]
        spell = draw(st.sampled_from(spells))
        if spell:
            level, mana = draw(st.integers(1, 30)), draw(st.integers(0, 5))
            found[f"{place}_spell"] = LoadedSpell(spell, level, mana)
    return found


BY_ATTACKS = {each.status for each in CONTENT.damage_types.values() if each.status}
LASTING = [key for key, each in CONTENT.battle_statuses.items() if each.lasting]


@st.composite
def armies(draw: st.DrawFn) -> tuple[BattleSetting, list[Combatant]]:
    """Up to six units a side, at sea some of them aboard ships."""
    field = draw(st.sampled_from([FIELD, AT_SEA]))
    units: list[Combatant] = []
    for side in (0, 1):
        ids = range(100 * side + 1, 100 * side + 1 + draw(st.integers(0, 6)))
        units.extend(draw(combatants(id_, side)) for id_ in ids)
    if field.naval:
        units = [_boarded(draw, one, units) for one in units]
    return field, units


def _boarded(draw: st.DrawFn, one: Combatant, units: Sequence[Combatant]) -> Combatant:
    ships = [each for each in units if each.arm == "ship" and each.side == one.side]
    if one.arm == "ship" or not ships or not draw(st.booleans()):
        return one
    ship = draw(st.sampled_from(ships))
    changed: dict[str, Any] = {"ship": ship.place, "slot": ship.slot}
    return Combatant(**{**{name: getattr(one, name) for name in one.__slots__}, **changed})


def dice(seed: int) -> SeededDice:
    return SeededDice(Seed(seed.to_bytes(32)), 1)


def fought(field: BattleSetting, units: Sequence[Combatant], seed: int) -> BattleRecord:
    """The record of the units' battle."""
    sides = [
        BattleSide((Detachment(Place("stack", n), "", 1, tuple(u for u in units if u.side == n)),))
        for n in (0, 1)
    ]
    stream = dice(seed).stream("test", "battle")
    return CohortsBattles().fight(field, tuple(sides), stream, CLASH)


def ended(record: BattleRecord) -> BattleEnded:
    last = record.engagements[0].events[-1]
    assert isinstance(last, BattleEnded)
    return last


many = settings(max_examples=20, deadline=None)


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.moderated", "cohorts.battle.unit-states")
def test_every_battle_ends_with_one_winner_and_wounds_within_bounds(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    end = ended(record)
    assert record.winner in {"attacker", "defender"}
    assert end.rounds <= CONTENT.battle.rounds
    units = record.engagements[0].participants
    assert len(end.outcomes) == len(units)
    fighting = [0, 0]
    for unit, outcome in zip(units, end.outcomes, strict=True):
        assert isinstance(unit, Participant)
        assert 0 <= outcome.wounds <= 100
        assert (outcome.wounds == 100) == (outcome.state == "dead")
        assert outcome.dealt >= 0
        fighting[unit.side] += outcome.state == "fighting"
    if record.winner == "attacker":
        assert fighting[0]
        assert not fighting[1]
    elif fighting[0] and fighting[1]:
        assert end.rounds == CONTENT.battle.rounds


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.report")
def test_a_record_replays_to_the_same_outcome(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    *_, (event, units) = replay(record.engagements[0])
    assert event == ended(record)
    for unit, outcome in zip(units, ended(record).outcomes, strict=True):
        assert (unit.state, unit.hex) == (outcome.state, outcome.hex)
        assert unit.wounds == outcome.wounds
    fight = course.run(*army, dice(seed).stream("test", "battle"))
    for unit, one in zip(units, fight.roster, strict=True):
        had = {status for status in BY_ATTACKS if status not in one.lasting}
        assert set(unit.statuses) == had & one.statuses.keys()
        laid = [CONTENT.combat_spells[each].effect for each in unit.spells]
        assert one.enchantment is not None or all(isinstance(e, Give | Alter) for e in laid)
        given_ = {each.status for each in laid if isinstance(each, Give)}
        assert given_ <= one.statuses.keys()


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.moderated")
def test_a_battle_without_a_log_is_the_very_same(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record, again = fought(*army, seed), fought(*army, seed)
    assert record.dump() == again.dump()
    silent = course.run(*army, dice(seed).stream("test", "battle"))
    told = [(each.wounds, each.state, each.hex, each.dealt) for each in ended(record).outcomes]
    assert told == [(one.wounds, one.state, one.hex, one.dealt) for one in silent.roster]


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.report")
def test_a_stored_record_is_read_back_equal(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    assert BattleRecord.load(record.dump()) == record


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.experience")
def test_nobody_deals_more_than_the_enemies_lost_or_healed(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    fight = record.engagements[0]
    hp = {one.place: one.hp for one in army[1]}
    lost = [0.0, 0.0]
    before: list[float] = []
    for _, units in replay(fight):
        now = [each.wounds for each in units]
        for number, (old, new) in enumerate(zip(before, now, strict=False)):
            unit = fight.participants[number]
            assert isinstance(unit, Participant)
            lost[unit.side] += max(0.0, new - old) * hp[unit.place] / 100
        before = now
    dealt = [0.0, 0.0]
    for unit, outcome in zip(fight.participants, ended(record).outcomes, strict=True):
        assert isinstance(unit, Participant)
        dealt[unit.side] += outcome.dealt
    assert dealt[0] <= lost[1] + 1e-3
    assert dealt[1] <= lost[0] + 1e-3
