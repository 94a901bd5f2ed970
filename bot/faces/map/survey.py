"""What a map is made from: a faction's view, and which of its realms is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.orders import Queued
from engine.packs import Rules
from engine.world import World


@dataclass(frozen=True, slots=True)
class RecentEvent:
    """Something that the faction learned of lately."""

    event: Event
    ago: int = 0
    """Turns since; 0 for this one."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Who asks for a map of which realm, and what that faction knows."""

    rules: Rules
    view: World
    faction: int
    realm: int = 0
    """Its number, where there are several."""
    player: int = 0
    """Whose planned routes are wanted; 0 for nobody's."""
    orders: tuple[Queued, ...] = ()
    """What that player has queued."""
    happened: tuple[RecentEvent, ...] = ()
    """What the faction learned lately of the kinds that its atlas marks, the oldest first."""
