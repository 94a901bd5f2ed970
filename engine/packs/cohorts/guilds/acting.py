"""Guilds that act: whose they are, their one action a turn, and what a city needs for them.

What each type of guild does with its action stands in the other files of this folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.orders import Asks, Choice, Chooser, Ref, Refusal, Refused
from engine.packs import Rules
from engine.packs.cohorts.cities.access import access
from engine.packs.cohorts.cities.people import head_count
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.control import controls
from engine.packs.cohorts.ownership import faction_of
from engine.packs.cohorts.records import City, Guild
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


# ---------------------------------------------------------------- choosing one


def _mine(*types: GuildKind) -> Chooser:
    """The player's guilds of these types, of every type if none is named."""

    def choose(state: State, given: Mapping[str, Any]) -> Iterator[Choice]:
        for guild in state.world.all(Guild):
            city = state.world.find(City, guild.city)
            if city and controls(state, city) and (not types or guild.type in types):
                yield Choice(
                    str(Ref(*guild.place)), f"{guild.name}, {city.name}, level {guild.level}"
                )

    return choose


def my_guild(*types: GuildKind) -> Asks:
    """Asks for a guild of the player, of one of these types if any is named."""
    what = f"a {' or '.join(types)} guild of yours" if types else "a guild of yours"
    return Asks(what, _mine(*types), (Guild.kind,))


# ---------------------------------------------------------------- acting


def commanded(state: State, ref: Ref, *types: GuildKind) -> tuple[Guild, City]:
    """The guild that an order names, with its city; whether it has an action left or not.

    Source: cohorts.order.guild-action-rules.

    Raises:
        Refused: the player does not control its city, or it is of none of these types.
    """
    guild = state.the(Guild, ref)
    city = state.world.get(City, guild.city)
    if not controls(state, city):
        raise Refused(
            Refusal(
                "city_not_controlled",
                ACTION_RULES,
                f"{guild.name} is in {city.name}, which is not your city.",
                "Choose a guild of a city whose baron is yours.",
            )
        )
    if types and guild.type not in types:
        wanted = " or ".join(types)
        raise Refused(
            Refusal(
                "wrong_guild",
                ACTION_RULES,
                f"{guild.name} is a {guild.type} guild, and this is the work of a {wanted} guild.",
                f"Choose a {wanted} guild.",
            )
        )
    return guild, city


def acting(state: State, ref: Ref, *types: GuildKind) -> tuple[Guild, City]:
    """The guild that an order has act, with its city.

    Conditions are checked in the order of cohorts.order.city-guild-reason-codes: control, action,
    guild.

    Raises:
        Refused: the player does not control its city, it has no action left, or it is of none of
            these types.
    """
    guild, city = commanded(state, ref)
    if guild.actions < 1:
        raise Refused(
            Refusal(
                "no_action",
                ACTION_RULES,
                f"{guild.name} in {city.name} has acted this turn.",
                "Every guild has one action a turn, and a new one after the weekly production.",
            )
        )
    return commanded(state, ref, *types)


def spend(state: State, guild: Guild) -> None:
    """Put the guild as it is now, with one action less."""
    state.world.put(guild.replace(actions=guild.actions - 1))


# ---------------------------------------------------------------- what a type needs


def unmet(state: State, city: City, type: GuildKind) -> Iterator[Refusal]:
    """Why a city cannot build or raise a guild of a type: its people, then its resources.

    Sources: cohorts.order.build-guild, cohorts.order.improve-guild.
    """
    content = state.module.content(Content)
    wanted = content.guilds[type]
    if head_count(city) < wanted.least_people:
        yield Refusal(
            "population",
            "cohorts.order.build-guild",
            f"{city.name} has {head_count(city)} people, too few for a {wanted.name.lower()}.",
            f"It needs at least {wanted.least_people}.",
        )
    held = access(state.world, content, city)
    missing = [" or ".join(need) for need in content.missing(wanted.needs, held)]
    if wanted.several:
        of_these = [each for each in wanted.several.among if each in held]
        if len(of_these) < wanted.several.count:
            names = ", ".join(wanted.several.among)
            missing.append(f"{wanted.several.count} of {names}")
    if missing:
        yield Refusal(
            "resources_missing",
            "cohorts.order.build-guild",
            f"{city.name} lacks what a {wanted.name.lower()} needs: {'; '.join(missing)}.",
            "Work such a deposit with a village, or get the resource by trade.",
        )


# ---------------------------------------------------------------- what is known of them


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """A faction knows the guilds of its own cities; others' must be found out."""
    for city in world.all(City):
        if faction_of(world, city) == faction:
            seen.put_all(world.by(Guild, "city", city.id))
