"""Examples and pictures for whoever asks for help, made in a worker."""

from __future__ import annotations

from pathlib import Path

from bot.faces.examples import examples
from bot.faces.helping import PrimerCard
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_at, view_at


def example_lines(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: tuple[tuple[str, str], ...],
) -> dict[tuple[str, str], str]:
    """A line of each of these orders as a player could type it, after what was known at a tick."""
    view = view_at(path, campaign, tick, faction)
    return examples(rules_at(path, campaign, tick), view, player, orders)


def draw_card(card: PrimerCard) -> Picture:
    """The picture of a card of the primer."""
    return card.draw()
