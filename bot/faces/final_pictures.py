"""The keepsake of a campaign: the picture that all the world gets when it has ended.

A face gives one with the event that tells what the picture shows. Only what that event tells to all
the world goes into it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.events import Event
from engine.packs import Rules
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


@dataclass(frozen=True, slots=True)
class Keepsake:
    """What is drawn of the end."""

    event: type[Event]
    """At most one of it is told, with the end."""
    draw: Callable[[Rules, World, Any], Picture]
    """From what anybody may know of the world and that event; only when it is called it may load
    what draws."""
