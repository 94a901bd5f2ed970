"""Work in one form for all characters who have time left: practice, else exploring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.faces.advice import PROMISING
from bot.faces.macros import Recipe
from engine.orders import Asks, Choice, Given, Order, Ref
from engine.packs.kingdoms.crowns.exploring import percent_of
from engine.packs.kingdoms.crowns.ventures.acting import Venture, my_rulers
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice, likeliest
from engine.packs.kingdoms.pieces.abilities import NAMES, Ability
from engine.packs.kingdoms.pieces.records import Crown, Ruler
from engine.state import State
from engine.suggesting import refusal_of
from engine.world import Place

_WHOLE: Final = 100
_MOST: Final = 25


def promising(state: State, ruler: Ruler) -> tuple[int, Ability] | None:
    """What practice is likeliest to raise, behind the chance in percent, if it is worth it."""
    crown = state.world.find(Crown, ruler.crown)
    best = likeliest(state, crown, ruler) if crown else None
    return best if best and best[0] >= PROMISING else None


def work_for(state: State, ruler: Ruler) -> Venture | None:
    """What somebody without anything to do would gain by, as the state has it; None for nothing."""
    me = Ref(*ruler.place)
    found: list[Venture] = []
    if best := promising(state, ruler):
        found.append(Practice(character=me, ability=NAMES[best[1]]))
    if percent_of(state.world, ruler.crown, ruler.holding) < _WHOLE:
        found.append(Explore(character=me))
    return next((each for each in found if refusal_of(state, each) is None), None)


def _workers(state: State, given: Given) -> Iterator[Choice]:
    for ruler in my_rulers(state):
        if work := work_for(state, ruler):
            yield Choice.of(ruler, f"{ruler.name} ({_told(work)})")


def _told(work: Venture) -> str:
    return f"practise {work.ability}" if isinstance(work, Practice) else "explore"


_WORKER: Final = Asks(
    "a character of yours with something to learn or explore", _workers, (Ruler.kind,)
)


class FillTime(Recipe):
    """Have those with time left practise what is likeliest to rise, or else explore where they are.

    Practice is chosen from a chance of 20% on.
    """

    name: ClassVar = "fill-time"
    title: ClassVar = "Work for all who are idle"

    who: Annotated[tuple[Annotated[Ref, _WORKER], ...], Field(min_length=1, max_length=_MOST)] = (
        Field(description="Who gets to work")
    )

    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        for ref in self.who:
            if work := work_for(state, state.world.get(Ruler, ref.id)):
                yield work
