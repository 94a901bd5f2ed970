"""What things on the sand are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.faces.words.names import Names, Show
from bot.faces.words.telling import Line
from engine.events import Event
from engine.hexes import located
from engine.packs import Rules
from engine.world import World
from skirmish.rules.content import Content
from skirmish.rules.records import Fighter, Spot


class SkirmishNames(Names):
    """Fighters by name, places by their coordinates, styles as the module calls them."""

    def __init__(
        self,
        world: World,
        show: Show,
        lines: Mapping[type[Event], Line[Any, Any]],
        content: Content,
    ) -> None:
        super().__init__(world, show, lines)
        self.content = content

    def fighter(self, id: int) -> str:
        """A fighter."""
        return self.named(self.world.find(Fighter, id), "a fighter")

    def spot(self, id: int) -> str:
        """A place on the sand."""
        spot = self.world.find(Spot, id)
        return located(spot.x, spot.y) if spot else "the sand"

    def style(self, key: str) -> str:
        """A style, in small letters."""
        return self.show(self.content.styles[key].name.lower())


def names(
    rules: Rules, world: World, show: Show, lines: Mapping[type[Event], Line[Any, Any]]
) -> SkirmishNames:
    """What things are called by who knows only this world."""
    return SkirmishNames(world, show, lines, rules.module.content(Content))
