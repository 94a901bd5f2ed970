"""Spells that wound a mind or body, and that spread fear (cohorts.magic.affliction-family)."""

from __future__ import annotations

from engine.packs.cohorts.content.spells import Afflict
from engine.packs.cohorts.content.statuses import Status
from engine.packs.cohorts.magic.cast import (
    Felt,
    SpellResolution,
    SpellResult,
    Working,
    distance,
    spot,
)
from engine.packs.cohorts.magic.reaching import fighters_at
from engine.packs.cohorts.magic.relations import spared
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.harm import inflict, wound
from engine.packs.cohorts.worth.chances import attempt, held
from engine.state import State


class Afflicting(Working):
    """Wounds a character, then may put a status on it unless the wounds have killed it."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        world, effect = state.world, cast.effect
        assert isinstance(cast.target, Character)
        assert isinstance(effect, Afflict)
        away = distance(world, cast.caster.province, spot(world, cast.target))
        wounds, chance = blow(effect, cast, cast.target.level, away)
        owner = faction_of(world, cast.target)
        harm = {"wounds": wounds}
        status: tuple[str, ...] = ()
        luck: dict[str, int] = {}
        if not wound(state, cast.target, wounds):
            roll = attempt(state, cast.caster.thing.place, "affliction", chance)
            luck = {"chance": roll.chance, "roll": roll.roll}
            if roll.succeeds:
                status = (_put(state, effect, cast),)
        if world.get(Character, cast.target.id).dead:
            harm["dead"] = 1
        felt = (Felt(cast.target.place, owner, harm, status),)
        return SpellResult(effects={**harm, **luck}, names=status, felt=felt)


def _put(state: State, effect: Afflict, cast: SpellResolution) -> Status:
    """Put the status on the target, or what it becomes on one that suffers already."""
    target = state.world.get(Character, cast.target.id)
    status = effect.status
    for suffered, worse in effect.worsens.items():
        if suffered in target.statuses:
            status = worse
    inflict(state, target, status, cast.level)
    return status


def blow(effect: Afflict, cast: SpellResolution, level: int, away: int) -> tuple[int, int]:
    """The wounds and the chance of the status for a target of that level so far away, in percent.

    Distance and the target's level weaken the blow; mana serves the wounds alone.
    """
    wounds = effect.wounds * cast.heroic + cast.mana - level - away
    chance = effect.chance * cast.level - effect.resistance * level
    return held(wounds), held(chance)


class Frightening(Working):
    """Each fighter of a stack or garrison may be frightened (cohorts.spell.shadow-storm)."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        chance = cast.effect.chance * cast.heroic
        there = [
            piece
            for piece in fighters_at(state.world, cast.target.place)
            if _feels(piece) and not spared(state, cast, piece)
        ]
        if not there:
            return SpellResult("no effect", "nobody")
        struck = 0
        for piece in there:
            if attempt(state, cast.caster.thing.place, "fear", chance).succeeds:
                inflict(state, piece, cast.effect.status, cast.level)
                struck += 1
        return SpellResult(effects={cast.effect.status: struck})


def _feels(piece: Character | Unit) -> bool:
    return isinstance(piece, Character) or piece.arm == "soldier"
