"""Your turn on the sand: the own fighters who have no step in the list yet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Block, Desk, FirstStep, Line
from bot.faces.leads import Lead
from bot.faces.words.text import escaped
from engine.orders import Ref
from skirmish.rules.records import Fighter, Spot
from skirmish.rules.stepping import Drill, Step


def _standing(desk: Desk) -> Iterator[Fighter]:
    """The player's fighters on the sand."""
    return (each for each in desk.view.by(Fighter, "player", desk.player) if each.spot)


def _stepping(desk: Desk) -> set[str]:
    """Whom the draft has do something, as orders name them."""
    orders = (queued.order for queued in desk.orders)
    return {str(order.refs()["fighter"]) for order in orders if isinstance(order, Step | Drill)}


def _idle(desk: Desk) -> Iterator[Line]:
    busy = _stepping(desk)
    for fighter in _standing(desk):
        if str(Ref(*fighter.place)) not in busy:
            yield partial(_waiting, desk, fighter)


def _waiting(desk: Desk, fighter: Fighter) -> AgendaEntry:
    spot = desk.view.get(Spot, fighter.spot)
    return AgendaEntry(
        text=f"**{escaped(fighter.name)}** waits at {spot.x},{spot.y}",
        leads=(
            _to_step(fighter),
            Lead(label=f"Look at {fighter.name}", panel=("fighter", fighter.name)),
        ),
        unused=f"{fighter.name} stands still",
    )


def _to_step(fighter: Fighter) -> Lead:
    given = (("fighter", str(Ref(*fighter.place))),)
    return Lead(label=f"{fighter.name}: step", order=Step.path, given=given)


BLOCKS: Final = (Block(name="Fighters who wait", place=10, lines=_idle),)
STEPS: Final = (
    FirstStep(
        name="Have a fighter step or drill",
        done=lambda desk: bool(_stepping(desk)),
        leads=lambda desk: map(_to_step, _standing(desk)),
    ),
    FirstStep(name="Submit your turn", done=lambda desk: desk.submitted, leads=lambda _: ()),
)
