"""Any fighters with any items: what the record tells accounts for all that is lost."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import Engagement
from engine.packs.warmaster.battle.blows import (
    CharacterSlain,
    Harm,
    RoundFought,
    Shot,
    SpellChanged,
    SpellStruck,
    StandsLost,
    UnitLost,
)
from engine.packs.warmaster.battle.fight import fight
from engine.packs.warmaster.battle.happenings import (
    NOWHERE,
    CharacterWent,
    Ended,
    Moved,
    MovedBack,
    Stood,
    Withdrew,
)
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, Army
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import FIELDS, LISTS, LORE

BASES = sorted(key for key, features in FIELDS.items() if features)


def equipped(army: Army, seed: int) -> Army:
    """The army with as many different items as its units and characters may carry."""
    left = sorted(LORE.items)
    left = left[seed % len(left) :] + left[: seed % len(left)]

    def taken(costs: dict[str, int | None]) -> str:
        key = next((key for key in left if costs[key] is not None), "")
        if key:
            left.remove(key)
        return key

    captains = tuple(
        each.replace(
            item=taken({key: item.cost_for_role(each.role) for key, item in LORE.items.items()})
        )
        for each in army.captains
    )
    troops = tuple(
        each.replace(
            item=taken(
                {
                    key: item.cost_for(each.kind, each.armour, each.hits)
                    for key, item in LORE.items.items()
                }
            )
        )
        for each in army.troops
    )
    return army.replace(captains=captains, troops=troops)


@st.composite
def battles(draw: st.DrawFn) -> Engagement:
    """A battle of armies with items on some field."""
    seed = draw(st.integers(0, 10_000))
    one, other = (
        equipped(host(draw(st.sampled_from(sorted(LISTS))), side, draw(st.integers(1, 10))), seed)
        for side in (ATTACKER, DEFENDER)
    )
    field = grounds(draw(st.sampled_from(BASES)), seed, draw(st.integers(0, 4)))
    return fight(field, (one, other), LORE, thrown(seed))


def harms(fought: Engagement) -> Iterator[Harm]:
    for event in fought.events:
        if isinstance(event, RoundFought):
            yield from event.harms
        elif isinstance(event, Shot | SpellStruck):
            yield event.harm


@settings(max_examples=20, deadline=None)
@given(battles())
@pytest.mark.rule("warmaster.report", "warmaster.unit.stands", "warmaster.field.hexes")
def test_the_record_accounts_for_every_stand_and_every_step(fought: Engagement) -> None:
    armies = [each for each in fought.participants if isinstance(each, Army)]
    stands: dict[tuple[str, int], int] = {}
    most: dict[tuple[str, int], int] = {}
    for army in armies:
        for number, troop in enumerate(army.troops, start=1):
            stands[army.side, number] = troop.stands
            most[army.side, number] = troop.full_stands
    at: dict[tuple[str, int], tuple[int, int]] = {}
    for event in fought.events:
        match event:
            case Stood():
                told = {
                    (side, number): unit
                    for side, units in zip(SIDES, event.units, strict=True)
                    for number, unit in enumerate(units, start=1)
                }
                assert {key: unit.stands for key, unit in told.items()} == stands
                here = {key: unit.at for key, unit in told.items() if unit.at != NOWHERE}
                assert not at or here == at
                at = here
            case Moved() | MovedBack():
                key = event.side, event.number
                assert event.path[0] == at.pop(key)
                assert event.path[-1] not in at.values()
                at[key] = event.path[-1]
            case UnitLost():
                key = event.side, event.number
                assert stands[key] == 0
                del at[key]
            case StandsLost():
                key = event.side, event.number
                stands[key] -= event.lost
                assert stands[key] == event.stands >= 0
            case SpellChanged():
                key = event.side, event.number
                assert stands[key] > 0
                assert event.stands >= stands[key]
                assert event.stands == stands[key] or event.does == "restore"
                stands[key] = event.stands
                assert stands[key] <= most[key]
            case RoundFought():
                for harm in event.harms:
                    _take(stands, harm)
            case Shot() | SpellStruck():
                _take(stands, event.harm)
            case _:
                pass


def _take(stands: dict[tuple[str, int], int], harm: Harm) -> None:
    key = harm.side, harm.number
    stands[key] -= harm.lost
    assert stands[key] == harm.stands >= 0


@settings(max_examples=10, deadline=None)
@given(battles())
@pytest.mark.rule("warmaster.combat.result", "warmaster.shoot.saves")
def test_no_more_is_lost_than_was_hit_and_every_hit_is_saved_or_counted(
    fought: Engagement,
) -> None:
    for harm in harms(fought):
        saved = sum(die >= harm.needs for die in harm.saves) if harm.needs else 0
        saved -= sum(die < harm.needs for die in harm.saves_again)
        saved += sum(die >= harm.attached_needs for die in harm.attached_saves)
        left = harm.hits - saved - harm.spared
        assert harm.counted == left or (harm.stands == 0 and harm.counted < left)
    for event in fought.events:
        if isinstance(event, RoundFought):
            for side, name in enumerate(SIDES):
                suffered = sum(harm.counted for harm in event.harms if harm.side != name)
                assert event.scores[side] == suffered


@settings(max_examples=10, deadline=None)
@given(battles())
@pytest.mark.rule("warmaster.end.time", "warmaster.character.loss", "warmaster.end.withdrawal")
def test_every_battle_ends_within_eight_rounds_and_whoever_leads_it_is_accounted_for(
    fought: Engagement,
) -> None:
    ended = fought.events[-1]
    assert isinstance(ended, Ended)
    assert ended.round <= 8
    armies = [each for each in fought.participants if isinstance(each, Army)]
    last = [event for event in fought.events if isinstance(event, Stood)][-1]
    slain = {(e.side, e.number) for e in fought.events if isinstance(e, CharacterSlain)}
    for army, units, with_ in zip(armies, last.units, last.characters, strict=True):
        for number, unit in enumerate(with_, start=1):
            assert ((army.side, number) in slain) == (unit == 0)
            assert not unit or units[unit - 1].stands > 0
        generals = {
            number for number, each in enumerate(army.captains, start=1) if each.role == "general"
        }
        if any((army.side, number) in slain for number in generals):
            assert any(isinstance(e, Withdrew) and e.side == army.side for e in fought.events)
    for event in fought.events:
        if isinstance(event, CharacterWent):
            assert (event.side, event.number) not in slain or event.why
