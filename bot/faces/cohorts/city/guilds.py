"""A city's guilds on its panel: their levels, and what each can do with its action.

What a guild can do is read off the orders that take a guild (`deeds`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, get_args

from bot.faces.actions import Action, offers, orders_for, tried
from bot.faces.cohorts.looks import BUILDING
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.acting import unmet
from engine.packs.cohorts.guilds.raising import chance
from engine.packs.cohorts.pieces.guilds import guild_of, most_mana
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from engine.world import World

_KINDS: Final[tuple[GuildKind, ...]] = get_args(GuildKind)
_GUILD_GROUP, _TRADE_GROUP = "guild", "trade"
"""The groups of orders that guilds carry out; others name a guild only to do something to it."""


@dataclass(frozen=True, slots=True)
class GuildDeed(Action):
    """An order that a guild could be given.

    What is told to stand in its way leaves the want of an action out.
    """

    @property
    def acts(self) -> bool:
        """Whether it takes the guild's action; trade takes none."""
        return self.path[0] != _TRADE_GROUP

    @property
    def words(self) -> str:
        """The order's name as people say it: "train character", "trade open"."""
        words = self.path[1:] if self.acts else self.path
        return " ".join(words).replace("-", " ")


@dataclass(frozen=True, slots=True)
class GuildFacts:
    """A guild, or one of a kind that the city has none of (then of level 0)."""

    type: str
    kind: str
    """What such guilds are called."""
    icon: str
    name: str
    level: int
    most_level: int
    actions: int
    mana: int
    most_mana: int
    deity: str
    chance: int
    """Percent to rise by one level when it tries."""
    barred: bool
    """Whether it may strike no trade agreement this month."""
    deeds: tuple[GuildDeed, ...]
    wants: str
    """Of a kind that the city has none of: what else it lacks for one; empty if only a founder."""

    @property
    def now(self) -> tuple[GuildDeed, ...]:
        """What it can do now."""
        return tuple(
            deed for deed in self.deeds if not deed.hindered and (self.actions or not deed.acts)
        )


def guild_facts(state: State, content: Content, view: World, city: City) -> tuple[GuildFacts, ...]:
    """Every kind of guild; the state is rested (`asking`), the view is not."""
    return tuple(
        _guild(state, content, view, city, kind) for kind in _KINDS if kind in content.guilds
    )


def _guild(state: State, content: Content, view: World, city: City, type: GuildKind) -> GuildFacts:
    kind = content.guilds[type]
    icon = kind.icon or BUILDING
    guild = guild_of(view, city, type)
    if guild is None:
        refusal = next(unmet(state, city, type), None)
        wants = refusal.says if refusal else ""
        most = content.guild_rules.most_level
        return GuildFacts(type, kind.name, icon, "", 0, most, 0, 0, 0, "", 0, False, (), wants)
    return GuildFacts(
        type=type,
        kind=kind.name,
        icon=icon,
        name=guild.name,
        level=guild.level,
        most_level=content.guild_rules.most_level,
        actions=guild.actions,
        mana=guild.mana,
        most_mana=most_mana(content, guild.type, guild.level),
        deity=guild.deity,
        chance=chance(content.guild_rules, guild.level),
        barred=guild.barred,
        deeds=tuple(_deeds(state, guild)),
        wants="",
    )


# ---------------------------------------------------------------- what it can do


def _deeds(state: State, guild: Guild) -> Iterator[GuildDeed]:
    """The orders that offer this guild, those that could be given now before the others."""
    found: list[GuildDeed] = []
    for order, parameter in orders_for(state, guild, (_GUILD_GROUP, _TRADE_GROUP)):
        if offers(state, parameter, guild):
            deed = tried(state, order, parameter, guild)
            found.append(GuildDeed(deed.path, deed.hindered, deed.instead))
    yield from sorted(found, key=lambda deed: bool(deed.hindered))
