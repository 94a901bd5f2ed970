"""Spells that remove spells (cohorts.magic.dispel-family)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.spells import Shell
from engine.packs.cohorts.magic.cast import SpellResolution, SpellResult, Working
from engine.packs.cohorts.magic.effects.lying import no_side
from engine.packs.cohorts.magic.lasting import lift
from engine.packs.cohorts.movement.barriers import barrier_at
from engine.packs.cohorts.pieces.records import Province
from engine.packs.cohorts.worth.active_spells import ActiveSpell, lying_on
from engine.state import State


def _remove(state: State, found: list[ActiveSpell]) -> SpellResult:
    for active in found:
        lift(state.world, active)
    return SpellResult(names=tuple(active.spell for active in found))


class DispellingShell(Working):
    """Removes the target's own shell; those that it hides behind stay.

    Source: cohorts.spell.dispel-shell-of-protection.
    """

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        content = state.module.content(Content)
        lying = lying_on(state.world, content, cast.target.place)
        own = [active for active, spell in lying if isinstance(spell.effect, Shell)]
        return _remove(state, own) if own else SpellResult("no effect", "nothing")


class DispellingFamily(Working):
    """Removes every charm, or every task, that it exceeds (cohorts.magic.dispel-family)."""

    def __init__(self, family: str) -> None:
        self.family = family

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        content = state.module.content(Content)
        # A charm is as strong as it is and as what covers the target, together.
        cover = self.shell(state, cast) if self.hostile(cast) else 0
        lying = lying_on(state.world, content, cast.target.place)
        sort = [active for active, spell in lying if spell.family == self.family]
        weak = [active for active in sort if cast.strength > active.strength + cover]
        if weak:
            return _remove(state, weak)
        if sort and self.hostile(cast):
            return SpellResult("resisted")
        return SpellResult("no effect", "stronger" if sort else "nothing")


class DispellingBarrier(Working):
    """Removes the barrier on a province's side, or waits on a stack until that meets one.

    Source: cohorts.spell.dispel-barrier.
    """

    def hostile(self, cast: SpellResolution) -> bool:
        return isinstance(cast.target, Province)

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        if isinstance(cast.target, Province):
            yield from no_side(state, cast)

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        world, content = state.world, state.module.content(Content)
        if not isinstance(cast.target, Province):
            # Any number may wait, so that none takes another's place.
            world.add(
                ActiveSpell,
                on=cast.target.place,
                spell=cast.spell.key,
                strength=cast.strength,
                level=cast.level,
                faction=cast.caster.faction,
            )
            return SpellResult(effects={"waiting": cast.strength})
        barrier = barrier_at(world, content, cast.target.id, cast.side)
        if barrier is None:
            return SpellResult("no effect", "nothing")
        if cast.strength <= barrier.strength:
            return SpellResult("resisted")
        return _remove(state, [barrier])


WORKINGS: Final[dict[str, Working]] = {
    "shell": DispellingShell(),
    "charm": DispellingFamily("charm"),
    "task": DispellingFamily("task"),
    "barrier": DispellingBarrier(),
}
