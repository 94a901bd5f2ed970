"""Spells of life: wounds that close, statuses that end, the dead who return.

Source: cohorts.magic.life-family.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from engine.orders import Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.magic.cast import Felt, SpellResolution, SpellResult, Working
from engine.packs.cohorts.magic.lasting import lift_all
from engine.packs.cohorts.magic.reaching import fighters_in
from engine.packs.cohorts.pieces.control import subject
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, player_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.stacks.harm import cured, without
from engine.packs.cohorts.worth.losses import LOST_SOUL
from engine.state import State


class Healing(Working):
    """Heals one piece, or in a province all of the caster's faction and its allies."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        points = cast.effect.percent * cast.heroic
        if not isinstance(cast.target, Province):
            healed = _heal(state, cast.target, points)
            return (
                SpellResult(effects={"healed": healed})
                if healed
                else SpellResult("no effect", "unhurt")
            )
        felt: list[Felt] = []
        for piece in fighters_in(state.world, cast.target.id):
            faction = faction_of(state.world, piece)
            if relation(state.world, cast.caster.faction, faction) != "allied" or _held(piece):
                continue
            healed = _heal(state, piece, points)
            if healed:
                felt.append(Felt(piece.place, faction, {"healed": healed}))
        if not felt:
            return SpellResult("no effect", "unhurt")
        return SpellResult(effects={"pieces healed": len(felt)}, felt=tuple(felt))


def _held(piece: Character | Unit) -> bool:
    """Whether a piece is a prisoner; those whom others hold are not reached."""
    return imprisoned(piece)


def _heal(state: State, piece: object, points: int) -> int:
    assert isinstance(piece, Character | Unit)
    healed = min(points, piece.wounds)
    state.world.put(piece.replace(wounds=piece.wounds - healed))
    return ceil(healed)


class Curing(Working):
    """Removes a status that is named, or all (cohorts.spell.remove-status)."""

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        if not cast.effect.all and cast.status not in state.module.content(Content).statuses:
            yield cast.bad_target(
                f"{cast.spell.name} needs the name of a lasting status, such as poisoned.",
                "Choose one from the list; other marks cannot be removed.",
            )

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert isinstance(cast.target, Character | Unit)
        piece = cast.target
        wanted = state.module.content(Content).statuses if cast.effect.all else (cast.status,)
        held = {name: piece.statuses[name] for name in wanted if name in piece.statuses}
        gone = cured(piece, cast.strength, *held)
        if not gone:
            return SpellResult("no effect", "stronger" if held else "nothing", effects=held)
        state.world.put(without(piece, gone))
        return SpellResult(names=gone)


class Resurrecting(Working):
    """Brings a dead character of the caster's deity back (cohorts.spell.resurrect-character)."""

    takes_dead = True
    takes_living = False

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        assert isinstance(cast.target, Character)
        body = cast.target
        if LOST_SOUL in body.statuses or "soulless" in body.statuses:
            yield cast.bad_target(f"{body.name} has lost its soul and cannot return.")
        if not cast.caster.deity or cast.caster.deity != body.deity:
            yield cast.bad_target(
                f"{cast.caster.name} and {subject(body)} do not worship the same deity.",
                "Have it done by a caster of the same faith.",
            )

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert isinstance(cast.target, Character)
        body = cast.target
        wounds = max(0, 100 - body.attributes["CON"])
        lift_all(state.world, body.place)
        alive = body.replace(dead=False, wounds=wounds, statuses={}, mana=0)
        state.world.put(alive.replace(captor=body.captor or _captor(state, body)))
        return SpellResult(effects={"alive, wounds": wounds})


def _captor(state: State, body: Character) -> int:
    """The player in whose hands a body lies, if that is an enemy; 0 if not."""
    world, holder = state.world, state.world.at(body.holder)
    if not isinstance(holder, Stack | City):
        return 0
    stands = relation(world, faction_of(world, body), faction_of(world, holder))
    return player_of(world, holder) if stands == "at_war" else 0
