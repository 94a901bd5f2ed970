"""How a computer king reckons: the chance to win a battle, and to come out of a feature.

A weak one counts heads, a middling one weighs strengths, a strong one counts out the odds as far as
it knows who stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from engine.dice import SEED_BYTES, Seed, SeededDice
from engine.packs.kingdoms.battle.odds import exact
from engine.packs.kingdoms.battle.strength import base_strength, with_quality
from engine.packs.kingdoms.battle.values import Contingent, Field, Fielded, Side
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.fighters import SEARCH, EncounterFighter, Meeting
from engine.packs.kingdoms.bouts.making import monster
from engine.packs.kingdoms.crowns.encounters import ENCOUNTERS, clash_of, fighter_of, lore_in
from engine.packs.kingdoms.crowns.exploring import percent_of
from engine.packs.kingdoms.crowns.imagined import ImaginedClash
from engine.packs.kingdoms.crowns.mustering import contingents_of, field_of
from engine.packs.kingdoms.crowns.rivals.realm import Foes, KingsView
from engine.packs.kingdoms.crowns.rivals.tactics import Plan
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler, Site
from engine.trials import Possibility
from engine.world import Place

SURE: Final = 100
_TRIALS: Final = {"weak": 4, "middle": 10, "strong": 24}
"""As many times an encounter is thought through."""
_HOPELESS: Final = 3
"""Deaths in a row after which one thinks no further."""
_DIE: Final = 5
"""What a die of gold in a hoard brings, as far as one knows."""
_RID: Final = frozenset(("other_fled", "talk_gift", "talk_truce", "talk_departure"))
"""How a meeting with a guardian ends that lets one alone from then on."""
PURSUE: Final[Meeting] = "pursue"
_SEED: Final = Seed(bytes(SEED_BYTES))
"""Nothing of a campaign is in it."""
_CERTAIN: Final = 1.7
"""By so much stronger one wins almost surely."""
_MOST_NEEDED: Final = 20
_MOST_COUNTED: Final = 8
"""Number of armies on either side up to which odds are counted; with more they are weighed."""


def chance_to_take(realm: KingsView, armies: Sequence[Army], holding: int, worn: int = 0) -> int:
    """The chance in percent that armies drive everybody out of a province.

    `worn` is how many of them earlier battles of the turn may have cost.
    """
    armies = armies[: max(1, len(armies) - worn)]
    about = ("take", holding, tuple(army.id for army in armies))
    if about not in realm.reckoned:
        realm.reckoned[about] = _chance(realm, armies, holding)
    return realm.reckoned[about]


def _chance(realm: KingsView, armies: Sequence[Army], holding: int) -> int:
    foes, strength = realm.foes(holding), realm.mind.strength
    if not foes.number:
        return SURE
    if strength == "weak":
        return 90 if len(armies) > foes.number else 20
    field = field_of(realm.state, realm.view.get(Holding, holding))
    ours, theirs = _ours(realm, field, armies, holding), _theirs(realm, field, foes)
    mine, other = _weight(field, ours, defends=False), _weight(field, theirs, defends=True)
    weighed = max(0, min(SURE, int(60 * mine / other) - 20)) if other else SURE
    doubtful = 0 < weighed < SURE and max(len(armies), foes.number) <= _MOST_COUNTED
    if strength == "strong" and doubtful:
        counted = exact(field, (ours, theirs))
        if counted is not None:
            return int(counted * SURE)
    return weighed


def needed(realm: KingsView, holding: int) -> int:
    """How many armies such as a kingdom has would probably drive everybody out of a province."""
    types = realm.armies.army_types
    walking = [
        army
        for army in realm.view.by(Army, "crown", realm.crown.id)
        if not types[army.type].sails and types[army.type].attacking is None
    ]
    foes = realm.foes(holding)
    if not walking or not foes.number:
        return 1
    field = field_of(realm.state, realm.view.get(Holding, holding))
    ours = Side(
        crown=realm.crown.id,
        contingents=contingents_of(realm.state, field, realm.view.get(Holding, holding), walking),
    )
    each = _weight(field, ours, defends=False) / len(walking)
    other = _weight(field, _theirs(realm, field, foes), defends=True)
    return min(_MOST_NEEDED, ceil(_CERTAIN * other / each)) if each else _MOST_NEEDED


def _ours(realm: KingsView, field: Field, armies: Sequence[Army], holding: int) -> Side:
    there = realm.view.get(Holding, holding)
    return Side(
        crown=realm.crown.id,
        alignment=realm.crown.alignment,
        explored=percent_of(realm.view, realm.crown.id, holding),
        contingents=contingents_of(realm.state, field, there, armies),
    )


def _theirs(realm: KingsView, field: Field, foes: Foes) -> Side:
    """Garrisons of the usual kind, and the armies that were seen, without a leader."""
    start, crown = realm.rules.start, realm.view.find(Crown, foes.crown)
    race = crown.race if crown else realm.rules.militia_race(field.ground.key)
    types = (*(start.garrison for _ in range(foes.garrisons)), *foes.field)
    fielded = tuple(
        Fielded(
            piece=Place(Army.kind, -number),
            type=type,
            race=realm.armies.army_types[type].race or race,
            quality=foes.quality,
        )
        for number, type in enumerate(types, start=1)
    )
    return Side(
        crown=foes.crown,
        alignment=crown.alignment if crown else "",
        explored=SURE,
        contingents=(Contingent(armies=fielded),),
    )


def _weight(field: Field, side: Side, *, defends: bool) -> float:
    """What the armies of a side are worth together, without what chance adds."""
    total = sum(_worth(field, army, defends=defends) for army in side.armies)
    share = field.figures.defence if defends else 1
    return total * float(share)


def _worth(field: Field, army: Fielded, *, defends: bool) -> float:
    base = base_strength(field, army, defends=defends)
    return float(with_quality(field.figures, base, army.quality))


def weight_of(realm: KingsView, field: Field, army: Army, holding: int) -> float:
    """What one army is worth where it attacks."""
    (fielded,) = _ours(realm, field, [army], holding).armies
    return _worth(field, fielded, defends=False)


@dataclass(frozen=True, slots=True)
class Venturing:
    """Possible results of entering a feature or meeting somebody, in percent."""

    rid: int
    """That its guardian is gone or lets one alone; of a character: that the character is dead."""
    dies: int
    gains: int = 0
    """That something is brought home."""


def chance_inside(realm: KingsView, ruler: Ruler, site: Site, plan: Plan) -> Venturing:
    """What may become of a character who enters a feature by a plan, with its usual guardian."""
    about = ("inside", ruler.id, site.id, plan)
    if about not in realm.reckoned:
        realm.reckoned[about] = _inside(realm, ruler.replace(plan=plan), site)
    return realm.reckoned[about]


def _inside(realm: KingsView, ruler: Ruler, site: Site) -> Venturing:
    if not site.being:
        return Venturing(SURE, 0)
    being = realm.meetings.beings[site.being]
    hoard = realm.meetings.sites[site.feature].hoard
    gold = _DIE * realm.meetings.hoards[hoard].gold if hoard else 0
    me = fighter_of(realm.state, ruler)
    it = monster(being, being.hits, piece=site.place, gold=gold)

    def tried(_: int) -> tuple[EncounterFighter, EncounterFighter]:
        return me, it

    return _thought_through(realm, SEARCH, tried)


def chance_against(realm: KingsView, ruler: Ruler, other: Ruler) -> Venturing:
    """Possible results if a character meets a stranger who leads no army."""
    about = ("against", ruler.id, other.id)
    if about not in realm.reckoned:
        there = realm.view.get(Holding, other.holding)
        seen = ImaginedClash(realm.state, clash_of(PURSUE, ruler.place, other.place, there))
        trials = _TRIALS[realm.mind.strength]

        def tried(number: int) -> tuple[EncounterFighter, EncounterFighter]:
            case = Possibility(number, (number + 0.5) / trials)
            return ENCOUNTERS.muster(*seen.filled(case))[1]

        realm.reckoned[about] = _thought_through(realm, PURSUE, tried)
    return realm.reckoned[about]


def _thought_through(
    realm: KingsView,
    meeting: Meeting,
    tried: Callable[[int], tuple[EncounterFighter, EncounterFighter]],
) -> Venturing:
    """Possible results of a meeting, by as many trials as this king has patience for."""
    lore, trials = lore_in(realm.state), _TRIALS[realm.mind.strength]
    rid = dies = gains = 0
    for number in range(trials):
        if number == _HOPELESS and dies == number:
            return Venturing(0, SURE)
        dice = SeededDice(_SEED, number).stream("odds", "encounter")
        ended = Bout.of(meeting, *tried(number), lore, dice).fight()
        dies += ended.hits[0] <= 0
        rid += ended.hits[1] <= 0 or (meeting == SEARCH and ended.outcome in _RID)
        gains += ended.gainer == "initiator"
    return Venturing(SURE * rid // trials, SURE * dies // trials, SURE * gains // trials)
