"""Hot spots: places where a stack may perform a special task, and what becomes of them.

Who knows of them stands in `knowledge.hot_spots`; the quests themselves are another matter. Source:
cohorts.world.hot-spots.
"""

from __future__ import annotations

from typing import Annotated

from engine.facts import LAID, facts
from engine.module.sections import Key
from engine.world import Record, World


@facts
class HotSpot(Record):
    """A temple, barrow, lair or other place of note in a province."""

    kind = "hot_spot"
    indexes = ("province",)

    province: int
    type: Annotated[str, Key(("hot_spots",), also=("",))]
    """Its kind, a key of the module's hot spots; empty for a unique one."""
    name: str
    icon: Annotated[str, LAID]
    """The name of a drawing (data/art/icons.json)."""
    text: str
    quests: Annotated[tuple[str, ...], Key(("quests", "adventures"))]
    hidden: bool
    """Whether no map shows it until a quest, spy or spell reveals it."""
    uses: int
    """How often it can still be used, 0 for any number of times."""


def use(world: World, spot: HotSpot) -> None:
    """Count one use of a hot spot; with its last one it disappears from the map."""
    if spot.uses == 1:
        world.remove(spot)
    elif spot.uses:
        world.put(spot.replace(uses=spot.uses - 1))
