"""The card of Warlords' primer in place of that of Cohorts: how its battles are fought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.faces.help_topics import PrimerCard

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


def draw_war() -> Picture:
    """A battle of two stacks, unit against unit."""
    from bot.faces.sheet.tiles import Tile, TileRow, draw_tiles

    return draw_tiles(
        "War",
        (
            TileRow(
                (
                    Tile("run", "March", "To a province next to it", 1),
                    Tile("crossed-swords", "Attack", "In phase 2, after movement", 2),
                ),
                flow=True,
            ),
            TileRow((Tile("spears", "8 against 8", "The lowest battle slot steps up first", 3,
                      bright=True),)),
            TileRow(
                (
                    Tile("high-shot", "First blows", "Acid, lightning, missiles", 4),
                    Tile("battle-axe", "Rounds", "Roll your strength or less to hit", 5),
                ),
                flow=True,
            ),
            TileRow(
                (
                    Tile("crown", "Bonuses", "Leaders, walls, terrain"),
                    Tile("skull-crossed-bones", "The beaten", "Are lost to the last unit"),
                )
            ),
        ),
    )  # fmt: skip


PRIMER: Final = (
    PrimerCard(
        name="War",
        text="Units fight one against one until one side is gone; the winners recover at once. So "
        "a fight is a matter of odds: `/odds` reckons them exactly for what you know.",
        draw=draw_war,
        rules=("warlords.battle.sequence", "warlords.round.dice"),
    ),
)
