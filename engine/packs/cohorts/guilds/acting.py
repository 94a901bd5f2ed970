"""Guilds that act: whose they are, their one action a turn, and what a city needs for them.

What each type of guild does with its action stands in the other files of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from engine.orders import Asks, Choice, Chooser, Given, Ref, Refusal, Refused
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.knowledge.choices import my_cities
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.guilds import ACTION_RULES
from engine.packs.cohorts.pieces.ownership import cities_of, faction_of, province_of, relation
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Guild, Piece
from engine.packs.cohorts.pieces.refusals import (
    apart,
    dead_or_held,
    no_action_left,
    no_friend,
    without,
)
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.worth.levels import counts
from engine.state import State
from engine.world import World

# ---------------------------------------------------------------- choosing one


def my_guilds(state: State, given: Given) -> Iterator[tuple[Guild, City]]:
    """The player's guilds with their cities; only the one that was named before, once one is."""
    for guild in state.world.all(Guild):
        city = state.world.find(City, guild.city)
        if city and controls(state, city) and given.leaves("guild", Ref(*guild.place)):
            yield guild, city


def a_guild(what: str, fits: Callable[[State, Guild], bool]) -> Asks:
    """Asks for one of those guilds of the player that fit."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        return (
            Choice.of(guild, f"{guild.name}, {city.name}, level {guild.level}")
            for guild, city in my_guilds(state, Given({}))
            if fits(state, guild)
        )

    return Asks(what, choose, (Guild.kind,))


def my_guild(*types: GuildKind) -> Asks:
    """Asks for a guild of the player, of one of these types if any is named."""
    what = f"a {' or '.join(types)} guild of yours" if types else "a guild of yours"
    return a_guild(what, lambda state, guild: not types or guild.type in types)


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
            no_action_left(
                ACTION_RULES,
                f"{guild.name} in {city.name}",
                "Every guild has one action a turn, and a new one after the weekly production.",
                " this turn",
            )
        )
    return commanded(state, ref, *types)


def spend(state: State, guild: Guild) -> Guild:
    """Put the guild as it is now, with one action less, and say what it became."""
    spent = guild.replace(actions=guild.actions - 1)
    state.world.put(spent)
    return spent


# ---------------------------------------------------------------- whom it works on


def away(state: State, city: City, piece: Piece, rule: str) -> Iterator[Refusal]:
    """Refuses what is not in the city's province, in whatever there (`ACTION_RULES`)."""
    if province_of(state.world, piece.holder) != city.province:
        yield apart(rule, piece.name, city.name)


def unfriendly(state: State, piece: Piece, rule: str) -> Iterator[Refusal]:
    """Refuses what is of no allied faction; one's own is (cohorts.action.allied-meaning)."""
    if relation(state.world, state.me.faction, faction_of(state.world, piece)) != "allied":
        yield no_friend(rule, piece.name)


def helpless(piece: Piece, rule: str) -> Iterator[Refusal]:
    """Refuses the dead and prisoners; wherever they are, they do not count (`ACTION_RULES`)."""
    if not counts(piece):
        yield dead_or_held(rule, piece.name, code="not_here")


def friends_at(*kinds: type[Piece]) -> Chooser:
    """Pieces of the faction and its allies where the guild is that was named before."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        for city in _cities(state, given):
            for cls in kinds:
                for piece in state.world.all(cls):
                    if piece.knows("holder") and _welcome(state, city, piece):
                        yield Choice.of(piece, f"{piece.name}, {city.name}")

    return choose


def _welcome(state: State, city: City, piece: Piece) -> bool:
    """Whether a piece can be offered; a view does not tell whether an ally's is helpless."""
    refusals = [*away(state, city, piece, ""), *unfriendly(state, piece, "")]
    return not refusals and (not piece.knows("used") or counts(piece))


def _cities(state: State, given: Given) -> Iterator[City]:
    """The city of the guild named before, or every city of the player that has a guild."""
    for city in my_cities(state, Given({})):
        guilds = state.world.by(Guild, "city", city.id)
        if any(given.leaves("guild", Ref(*guild.place)) for guild in guilds):
            yield city


# ---------------------------------------------------------------- what a type needs


def unmet(
    state: State, city: City, type: GuildKind, held: Collection[str] | None = None
) -> Iterator[Refusal]:
    """Why a city cannot build or raise a guild of a type: its people, then its resources.

    `held` is what it has access to, where that is known already.
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
    if held is None:
        held = access(state.world, content, city)
    missing = [" or ".join(need) for need in content.missing(wanted.needs, held)]
    if wanted.several:
        of_these = [each for each in wanted.several.among if each in held]
        if len(of_these) < wanted.several.count:
            names = " or ".join(wanted.several.among)
            missing.append(f"{wanted.several.count} of {names}")
    if missing:
        yield without("cohorts.order.build-guild", city.name, f"a {wanted.name.lower()}", missing)


# ---------------------------------------------------------------- what is known of them


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """A faction knows the guilds of its cities; others' must be found out."""
    for city in cities_of(world, faction):
        seen.put_all(world.by(Guild, "city", city.id))
