"""A city's guilds on its panel: their levels, and what each can do with its action.

What a guild can do is read off the orders that take a guild (`bot.faces.actions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from bot.faces.actions import Action, offers, orders_for, tried
from bot.faces.cards.card import Row
from bot.faces.cohorts.looks import BUILDING
from bot.faces.leads import Lead
from bot.faces.words.text import word
from engine.orders import Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.acting import unmet
from engine.packs.cohorts.pieces.guilds import guild_of, most_mana
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from engine.world import World

_KINDS: Final[tuple[GuildKind, ...]] = get_args(GuildKind)
_GUILD_GROUP, _TRADE_GROUP = "guild", "trade"
"""The groups of orders that guilds carry out; others name a guild only to do something to it."""


def guild_rows(state: State, content: Content, view: World, city: City) -> tuple[Row, ...]:
    """Every kind of guild; the state is rested (`asking`), the view is not."""
    there: list[Row] = []
    absent: list[Row] = []
    for key in _KINDS:
        if (kind := content.guilds.get(key)) is None:
            continue
        icon = kind.icon or BUILDING
        if guild := guild_of(view, city, key):
            there.append(_guild(state, content, guild, kind.name, icon))
        else:
            refusal = next(unmet(state, city, key), None)
            wants = refusal.says if refusal else "All that it needs is a founder."
            absent.append(Row(kind.name, "none here", tone="faint", icon=icon, told=wants))
    return *there, *absent


def _guild(state: State, content: Content, guild: Guild, kind: str, icon: str) -> Row:
    actions = sorted(_actions(state, guild), key=lambda each: bool(each.hindered))
    now = [
        each
        for each in actions
        if not each.hindered and (guild.actions or each.path[0] == _TRADE_GROUP)
    ]
    mana = most_mana(content, guild.type, guild.level)
    notes = [
        f"of {word(guild.deity).title()}" if guild.deity else "",
        "" if guild.actions else "has acted",
    ]
    told = [
        "" if kind.lower() in guild.name.lower() else f"It is a {kind.lower()}",
        "It broke an agreement and may strike none this month" if guild.barred else "",
        *(f"Not now {_words(each)}: {each.hindered}" for each in actions if each.hindered),
    ]
    return Row(
        guild.name or kind,
        f"level {guild.level}" + (f", mana {guild.mana}/{mana}" if mana else ""),
        ", ".join(filter(None, notes)),
        icon=icon,
        text=f"Now: {', '.join(map(_words, now))}" if now else "Nothing to do now",
        told="".join(f"{each.removesuffix('.')}. " for each in told if each).rstrip(),
        leads=tuple(_lead(guild, each) for each in now),
    )


def _lead(guild: Guild, action: Action) -> Lead:
    """To the form of an order that the guild could be given now."""
    label = f"{_words(action).capitalize()}: {guild.name}"[:100]
    given = (("guild", str(Ref(*guild.place))),)
    return Lead(label=label, order=action.path, given=given)


def _words(action: Action) -> str:
    """The order's name as people say it: "train character", "trade open"."""
    words = action.path if action.path[0] == _TRADE_GROUP else action.path[1:]
    return " ".join(words).replace("-", " ")


def _actions(state: State, guild: Guild) -> Iterator[Action]:
    """The orders that offer this guild; the want of an action is not what stands in their way."""
    for order, parameter in orders_for(state, guild, (_GUILD_GROUP, _TRADE_GROUP)):
        if offers(state, parameter, guild):
            yield tried(state, order, parameter, guild)
