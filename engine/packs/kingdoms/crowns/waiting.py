"""What a standing order may wait for: land explored, wounds healed, a level, gold.

Each asks the player's view alone, so it never tells more than the player could see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.orders import Order
from engine.packs.kingdoms.crowns.encounters import fighter_of
from engine.packs.kingdoms.crowns.exploring import percent_of
from engine.packs.kingdoms.crowns.ventures.acting import my_rulers
from engine.packs.kingdoms.pieces.abilities import ABILITIES, HIGHEST, Ability, level_in
from engine.packs.kingdoms.pieces.records import Crown, Ruler
from engine.repeats import Until
from engine.state import State

_WHOLE: Final = 100
_TREASURIES: Final = (50, 100, 200, 500, 1000)


class WellExplored(Until):
    """A kingdom of the player's has explored a province so far, in percent."""

    kind: ClassVar[str] = "kingdoms-explored"

    holding: int
    percent: Annotated[int, Field(ge=1, le=_WHOLE)]

    def holds(self, state: State) -> bool:
        crown = state.world.first(Crown, "player", state.player)
        return crown is not None and (
            percent_of(state.world, crown.id, self.holding) >= self.percent
        )

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[WellExplored]:
        wanted = _WHOLE if amount is None else amount
        for holding in dict.fromkeys(ruler.holding for ruler in _people(state, order)):
            found = cls(holding=holding, percent=wanted) if 1 <= wanted <= _WHOLE else None
            if found and not found.holds(state):
                yield found


class Healed(Until):
    """A character of the player's has no wounds."""

    kind: ClassVar[str] = "kingdoms-healed"

    ruler: int

    def holds(self, state: State) -> bool:
        ruler = state.world.find(Ruler, self.ruler)
        if ruler is None or not ruler.alive:
            return False
        return ruler.hit_points >= fighter_of(state, ruler).full

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[Healed]:
        for ruler in _people(state, order):
            found = cls(ruler=ruler.id)
            if not found.holds(state):
                yield found


class SkillReached(Until):
    """A character of the player's has learned an ability up to a level."""

    kind: ClassVar[str] = "kingdoms-skill"

    ruler: int
    ability: Ability
    level: Annotated[int, Field(ge=1, le=HIGHEST)]

    def holds(self, state: State) -> bool:
        ruler = state.world.find(Ruler, self.ruler)
        return ruler is not None and level_in(ruler.skill, self.ability) >= self.level

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[SkillReached]:
        for ruler in _people(state, order):
            for ability in ABILITIES:
                skill, most = level_in(ruler.skill, ability), level_in(ruler.aptitude, ability)
                for level in range(skill + 1, most + 1):
                    if amount in (None, level):
                        yield cls(ruler=ruler.id, ability=ability, level=level)


class TreasuryAbove(Until):
    """The player's kingdom has so much gold."""

    kind: ClassVar[str] = "kingdoms-treasury"

    gold: Annotated[int, Field(ge=1)]

    def holds(self, state: State) -> bool:
        crown = state.world.first(Crown, "player", state.player)
        return crown is not None and crown.treasury >= self.gold

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[TreasuryAbove]:
        for gold in _TREASURIES if amount is None else (amount,):
            found = cls(gold=gold) if gold >= 1 else None
            if found and not found.holds(state):
                yield found


UNTILS: Final = (WellExplored, Healed, SkillReached, TreasuryAbove)


def _people(state: State, order: Order) -> list[Ruler]:
    """The player's living characters, those whom the order names first."""
    named = {ref.place: None for ref in order.refs().values()}
    return sorted(my_rulers(state), key=lambda each: (each.place not in named, each.id))
