"""Examples and pictures for people who ask for help, made in a worker."""

from __future__ import annotations

from pathlib import Path

from bot.faces.choices.examples import Example, examples
from bot.faces.help_topics import PrimerCard
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_at, view_at


def ways_to_give(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: tuple[tuple[str, str], ...],
) -> dict[tuple[str, str], Example]:
    """How a player could give each of these orders, after what the faction knew at a tick."""
    view = view_at(path, campaign, tick, faction)
    return examples(rules_at(path, campaign, tick), view, player, orders)


def draw_card(card: PrimerCard) -> Picture:
    """The picture of a card of the primer."""
    from bot.faces.sheet.tiles_picture import draw_tiles  # only workers pay for what draws

    return draw_tiles(card.name, card.tiles)
