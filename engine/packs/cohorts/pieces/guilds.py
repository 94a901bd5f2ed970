"""The guilds of a city: which it has, at what level, and how much mana they hold."""

from __future__ import annotations

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from engine.world import World

ACTION_RULES = "cohorts.order.guild-action-rules"


def guild_of(world: World, city: City, type: GuildKind) -> Guild | None:
    """The city's guild of that type, None if it has none."""
    return next((g for g in world.by(Guild, "city", city.id) if g.type == type), None)


def guild_level(world: World, city: City, type: GuildKind) -> int:
    """The level of the city's guild of that type, 0 without one."""
    guild = guild_of(world, city, type)
    return guild.level if guild else 0


def most_mana(content: Content, type: GuildKind, level: int) -> int:
    """The most mana that a guild of that type and level holds (cohorts.magic.mana-pool)."""
    return level if content.guilds[type].holds_mana else 0


def lower(state: State, guild: Guild, level: int) -> Guild | None:
    """Put a guild at a lower level, with no more mana than it can hold; at 0 it is gone.

    An agent of it stays in service (cohorts.order.guild-summon-agent).
    """
    if level < 1:
        state.world.remove(guild)
        return None
    most = most_mana(state.module.content(Content), guild.type, level)
    lowered = guild.replace(level=level, mana=min(guild.mana, most))
    state.world.put(lowered)
    return lowered
