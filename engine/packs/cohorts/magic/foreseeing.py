"""What a hostile spell would do, as far as the caster can know: least, usual and most.

A plan does not find out whether a shell holds, and not all is known of those whom it would touch.
So it is tried on them as they may be (`guess`), with dice low, in their middle and high, as though
no shell held. For plans alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.battle import MOVEMENT, Clash
from engine.dice import EdgeDice, ForeseeDice, Streams
from engine.events import Event
from engine.facts import NotKnown, facts
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.magic.cast import SpellResolution, Working, spot
from engine.packs.cohorts.magic.reaching import holders_in
from engine.packs.cohorts.pieces.records import Province
from engine.state import State
from engine.trials import Possibility
from engine.world import Place

_STRENGTHS: Final = (0.5, 0.05, 0.95)
"""How able those are of whom it is not known; what is usual first."""


@facts
class SpellForeseen(Event):
    """In a plan: what a hostile spell would do if no shell holds it off, in words with amounts."""

    spell: str
    on: Place
    least: dict[str, int]
    usual: dict[str, int]
    most: dict[str, int]


def foresee(state: State, cast: SpellResolution, working: Working) -> None:
    """Tell what a spell that may be held off would do; nothing where that cannot be reckoned."""
    found: list[dict[str, int]] = []
    for number, strength in enumerate(_STRENGTHS):
        dice_of: tuple[Streams, ...] = (
            ForeseeDice(),
            EdgeDice(high=False),
            EdgeDice(high=True),
        )
        for dice in dice_of:
            try:
                found.append(_tried(state, cast, working, Possibility(number, strength), dice))
            except NotKnown:
                return
    words = dict.fromkeys(word for effects in found for word in sorted(effects) if word != "roll")
    least, most = (
        {word: pick(effects.get(word, 0) for effects in found) for word in words}
        for pick in (min, max)
    )
    usual = {word: found[0].get(word, 0) for word in words}
    if any(most.values()):
        state.emit(
            SpellForeseen(
                spell=cast.spell.key, on=cast.target.place, least=least, usual=usual, most=most
            )
        )


def _tried(
    state: State, cast: SpellResolution, working: Working, case: Possibility, dice: Streams
) -> dict[str, int]:
    """What it does in one case; the plan's own world and dice are left as they are.

    Raises:
        NotKnown: it rests on something of which nothing usual can be said.
    """
    world = _imagined(state, cast).filled(case)
    trial = State(state.rules, world, dice)
    trial.planning, trial.player = True, state.player
    target = world.at(cast.target.place)
    assert target, "what is imagined stays where it was"
    return working.work(trial, replace(cast, target=target)).effects


def _imagined(state: State, cast: SpellResolution) -> Imagined:
    """Those whom it may touch, with what is not known of them."""
    world, province = state.world, spot(state.world, cast.target)
    ground = Place(Province.kind, province)
    holders = tuple(place for place in holders_in(world, province) if place != ground)
    clash = Clash(sides=((), holders), trigger=MOVEMENT, place=ground)
    content = state.module.content(Content)
    usual = Usual(world, content, state.me.faction)
    return Imagined(world, content, clash, usual, whole=False)
