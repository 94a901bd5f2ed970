"""/show: what the caller's faction knows of one thing, as picture and words, for the caller alone.

Its subcommands are the panels of the faces of a guild's campaigns, so a new panel is one more value
in a face (`bot.faces.panels`). A panel whose word people type has a command by itself.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands

from bot import faces
from bot.answers import Refused, acknowledge
from bot.callers.made_commands import (
    SUBCOMMANDS,
    Command,
    Complete,
    Option,
    made,
    short,
)
from bot.callers.seats import Choices, Interaction
from bot.faces.choices.asking import Asking, Offer, has
from bot.faces.panels import Panel
from bot.host import Seat
from bot.orders.asking import asking_of, at_hand, choices
from bot.show.panel import show
from engine.packs import Rules

OTHER: Final = "other"
"""The subcommand for panels that have none of their own, since there is no room for more."""


def commands(played: Sequence[Rules]) -> tuple[app_commands.Group | Command, ...]:
    """The commands of campaigns with these rules: of panels by themselves, and one of all others.

    Of panels of one name the latest campaign's says what the command is like.
    """
    panels: dict[str, Panel] = {}
    for rules in played:
        panels.update(faces.of(rules).panels)
    alone = tuple(by_itself(panel) for panel in panels.values() if panel.by_itself)
    below = tuple(panel for panel in panels.values() if not panel.by_itself)
    return (group(below), *alone) if below else alone


@functools.lru_cache(maxsize=16)
def group(panels: tuple[Panel, ...]) -> app_commands.Group:
    """The command with a subcommand for each of these panels; guilds with the same share it."""
    names = ", ".join(panel.name for panel in panels)
    found = app_commands.Group(name="show", description=short(f"What you know of: {names}"))
    fitting = len(panels) if len(panels) <= SUBCOMMANDS else SUBCOMMANDS - 1
    for panel in panels[:fitting]:
        found.add_command(_command(panel))
    if panels[fitting:]:
        found.add_command(_others(panels[fitting:]))
    return found


@functools.lru_cache(maxsize=64)
def by_itself(panel: Panel) -> Command:
    """The command of a panel whose word people type; guilds that have the panel share it."""
    return _command(panel)


def _command(panel: Panel) -> Command:
    """The command of one panel."""
    about = panel.about
    options: list[Option] = []
    if about:
        annotation = str if about.required else str | None
        options.append(Option(about.option, about.help, annotation, _completion(panel.name)))

    async def run(interaction: Interaction, values: dict[str, Any]) -> None:
        await _show(interaction, panel.name, next(iter(values.values()), None))

    return made(panel.name, panel.help, options, run)


def _others(panels: Sequence[Panel]) -> Command:
    """The subcommand of several panels, which are named in an option."""
    labels = {panel.name: f"{panel.name} · {panel.help}" for panel in panels}

    async def named(interaction: Interaction, typed: str) -> Choices:
        return choices(Offer(label, name) for name, label in labels.items() if has(label, typed))

    async def offered(interaction: Interaction, typed: str) -> Choices:
        return await _offers(interaction, interaction.namespace.panel or "", typed)

    async def run(interaction: Interaction, values: dict[str, Any]) -> None:
        name = values["panel"].strip().lower()
        await _show(interaction, name, values["about"])

    options = (
        Option("panel", "What to look at", str, named),
        Option("about", "Which one, where there are several", str | None, offered),
    )
    return made(OTHER, f"Also: {', '.join(labels)}", options, run)


async def _show(interaction: Interaction, name: str, text: str | None) -> None:
    await acknowledge(interaction)
    seat, asking = await asking_of(interaction)
    await _open(interaction, seat, asking, name, text)


async def show_named(interaction: Interaction, seat: Seat, name: str, text: str) -> None:
    """A panel by its name, about what its option takes; the interaction has been deferred.

    Raises `Refused` if there is no such panel, `Unanswered` if there is nothing of that name.
    """
    _, asking = await asking_of(interaction, f"#{seat.campaign.id}")
    await _open(interaction, seat, asking, name, text or None)


async def _open(
    interaction: Interaction, seat: Seat, asking: Asking, name: str, text: str | None
) -> None:
    panel = _panel(asking, name)
    if panel is None:
        there = ", ".join(asking.faces.panels)
        raise Refused(
            "There is nothing of that name to look at in this campaign.",
            way_out=f"Look at one of these: {there}." if there else None,
        )
    about = panel.about.named(asking, text) if panel.about else ""
    await show(interaction, seat, name, about)


def _completion(name: str) -> Complete:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        return await _offers(interaction, name, typed)

    return complete


async def _offers(interaction: Interaction, name: str, typed: str) -> Choices:
    """What the panel of that name may be about in the caller's campaign."""
    asking = await at_hand(interaction)
    panel = _panel(asking, name) if asking else None
    if asking is None or panel is None or panel.about is None:
        return []
    return choices(panel.about.offers(asking, typed))


def _panel(asking: Asking, name: str) -> Panel | None:
    return asking.faces.panels.get(name)
