"""Spells that lie on their target: shells, charms, tasks, invisibility and barriers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Refusal
from engine.packs.cohorts.content.spells import Hide, Modify
from engine.packs.cohorts.magic.cast import SpellResolution, SpellResult, Working
from engine.packs.cohorts.magic.lasting import lay
from engine.packs.cohorts.pieces.links import link_id
from engine.packs.cohorts.pieces.records import Map, Province
from engine.packs.cohorts.worth.active_spells import amount
from engine.state import State


class Lying(Working):
    """A spell that stays on its target, in place of a weaker one of its kind."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        laid = lay(
            state.world,
            cast.spell,
            cast.target.place,
            strength=cast.strength,
            level=cast.level,
            faction=cast.caster.faction,
            side=cast.side if isinstance(self, Raising) else -1,
        )
        return SpellResult(effects=_effects(cast)) if laid else SpellResult("no effect", "stronger")


class Raising(Lying):
    """A barrier, on a side of the province in which the caster stands.

    Source: cohorts.spell.provincial-barrier.
    """

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        if cast.target.id != cast.caster.province:
            yield cast.bad_target(
                f"{cast.spell.name} is raised only in the province where the caster stands.",
                "Choose that province.",
            )
        yield from no_side(state, cast)


def no_side(state: State, cast: SpellResolution) -> Iterator[Refusal]:
    """Refuses a direction that is none, or that leads off the map."""
    assert isinstance(cast.target, Province)
    if not 0 <= cast.side <= 5:
        yield cast.bad_target(
            f"{cast.spell.name} needs a side of the province.",
            "Name a direction from 0, north-east, clockwise to 5, north-west.",
        )
    elif not link_id(state.world.get(Map, 1).grid, cast.target.id, cast.side):
        yield cast.bad_target(
            "That side of the province is the edge of the map.", "Choose another side."
        )


def _effects(cast: SpellResolution) -> dict[str, int]:
    """What the spell does while it lies there, for those who are told."""
    if isinstance(cast.spell.effect, Modify):
        return {
            f"{change.target} percent" if change.percent else change.target: amount(
                change, cast.level
            )
            for change in cast.spell.effect.changes
        }
    word = "hidden" if isinstance(cast.spell.effect, Hide) else "strength"
    return {word: cast.strength}
