"""What a player tells every army: how bold it is, whether it keeps its line, how items are used.

Sources: warmaster.directive.boldness, warmaster.directive.keep-line, warmaster.directive.items.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module import key_of
from engine.orders import Asks, Choice, Given, Order, Refusal
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.battle.values import ItemUse
from engine.packs.warmaster.content import MagicItem, WarmasterContent
from engine.packs.warmaster.standing import doctrine, keep
from engine.refusals import no_such
from engine.state import State

USUAL: Final = "usual"
NEVER: Final = "never"
GENERAL: Final = "general only"
_TURNS: Final = range(1, 9)
_PHASES: Final = ("shooting", "combat")


@facts
class DoctrineSet(Event):
    """A player told all armies how bold they are and whether they keep their line."""

    kind = "warmaster-doctrine"

    boldness: int
    keep_line: bool


@facts
class ItemUseSet(Event):
    """A player chose the rule for the use of a magic item."""

    kind = "warmaster-item-use"

    item: str
    """Its name."""
    use: str
    """`usual`, `never`, or the turn, spell, phase or person that it is for."""


class SetBoldness(Order):
    """Say below which command value characters give no order: the lower, the bolder."""

    path = ("army", "boldness")
    rule = "warmaster.directive.boldness"
    phases = ("basic",)

    value: int = Field(ge=2, le=9, description="2 to 9; usual is 5")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from ()

    def perform(self, state: State) -> None:
        told = doctrine(state.world, state.player).replace(boldness=self.value)
        keep(state.world, told)
        state.emit(DoctrineSet(boldness=told.boldness, keep_line=told.keep_line))


class SetKeepLine(Order):
    """Say whether units that attack or advance keep near the line, or go as far as they can."""

    path = ("army", "keep-line")
    rule = "warmaster.directive.keep-line"
    phases = ("basic",)

    on: bool = Field(description="Whether they keep the line; usual is yes")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from ()

    def perform(self, state: State) -> None:
        told = doctrine(state.world, state.player).replace(keep_line=self.on)
        keep(state.world, told)
        state.emit(DoctrineSet(boldness=told.boldness, keep_line=told.keep_line))


def uses_of(war: WarmasterContent, item: MagicItem) -> Iterator[tuple[str, ItemUse]]:
    """The standing rules that an item may have, in words (warmaster.directive.items)."""
    blank = ItemUse(item=item.key)
    yield USUAL, blank
    yield NEVER, blank.replace(forbidden=True)
    match item.effect.does:
        case "roll again":
            for phase in _PHASES:
                yield phase, blank.replace(phase=phase)
        case "better command":
            for turn in _TURNS:
                yield f"turn {turn}", blank.replace(turn=turn)
        case "ignore blunder":
            yield GENERAL, blank.replace(general_only=True)
        case "sure cast" | "better cast" | "dispel":
            for spell in war.war_spells.values():
                yield spell.name, blank.replace(spell=spell.key)
        case _:
            pass


def _items(state: State, given: Given) -> Iterator[Choice]:
    for item in state.module.content(WarmasterContent).magic_items.values():
        yield Choice(item.key, item.name)


def _uses(state: State, given: Given) -> Iterator[Choice]:
    war = state.module.content(WarmasterContent)
    item = kind_called(war.magic_items.values(), given.text("item"))
    for words, _ in uses_of(war, item) if item else ():
        yield Choice(words, words)


ITEM = Asks("a magic item", _items)
USE = Asks("usual, never, or the turn, spell or phase that it is for", _uses)


class SetItemUse(Order):
    """Say when a magic item is used, or that it never is."""

    path = ("army", "item-use")
    rule = "warmaster.directive.items"
    phases = ("basic",)

    item: Annotated[str, ITEM] = Field(max_length=60, description="Which item")
    use: Annotated[str, USE] = Field(
        max_length=60, description="Such as usual, never, turn 3, combat or the name of a spell"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        war = state.module.content(WarmasterContent)
        item = self._item(state)
        if item is None:
            yield no_such(self.rule, "magic item", self.item, war.magic_items.values())
            return
        known = [words for words, _ in uses_of(war, item)]
        if self._use(war, item) is None:
            yield self.refusal(
                "bad_target",
                f"{item.name} cannot be used so.",
                f"Choose one of: {', '.join(known)}.",
            )

    def perform(self, state: State) -> None:
        war, item = state.module.content(WarmasterContent), self._item(state)
        assert item, "conditions have seen to it"
        use = self._use(war, item)
        assert use, "conditions have seen to it"
        told = doctrine(state.world, state.player)
        kept = [each for each in told.uses if each.item != item.key]
        if use != ItemUse(item=item.key):
            kept.append(use)
        kept.sort(key=lambda each: each.item)
        keep(state.world, told.replace(uses=tuple(kept)))
        state.emit(ItemUseSet(item=item.name, use=self._words(war, item)))

    def _item(self, state: State) -> MagicItem | None:
        items = state.module.content(WarmasterContent).magic_items
        return kind_called(items.values(), self.item)

    def _words(self, war: WarmasterContent, item: MagicItem) -> str:
        wanted = key_of(self.use)
        return next((words for words, _ in uses_of(war, item) if key_of(words) == wanted), "")

    def _use(self, war: WarmasterContent, item: MagicItem) -> ItemUse | None:
        wanted = key_of(self.use)
        return next((use for words, use in uses_of(war, item) if key_of(words) == wanted), None)
