"""What newcomers read: the parties they may choose from, and their welcome.

Pure formatting of a module's content; nothing here joins anybody.
"""

from collections.abc import Iterator

import discord

from bot.faces.words.text import escaped
from engine.module.schema import Faction
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Party
from engine.packs.cohorts.content.setup import Design

MOST_PARTIES = 25  # Discord: options of a select, fields of an embed


def parties_for(rules: Rules, faction: str | None) -> Iterator[Party]:
    """The ready-made parties that ride for a faction, or for any (cohorts.setup.steps)."""
    for party in rules.module.content(Content).parties.values():
        if not faction or not party.factions or faction in party.factions:
            yield party


def in_short(party: Party) -> str:
    """A party in a line: its name, and what its people are."""
    people = ", ".join(f"{each.race} {each.class_}" for each in party.characters)
    return f"{party.name}: {people}".replace("_", " ")


def welcome(faction: Faction, party: Design, channel: str, admitted: bool) -> discord.Embed:
    """The answer to whoever has joined: the party, where the reports are, and what comes next.

    `admitted` is whether the person can already read the faction's channel.
    """
    ready = isinstance(party, Party)
    about = f"**{party.name}**: {party.description}" if ready else "Your own party rides out."
    embed = discord.Embed(
        title=f"Welcome to {faction.name}", description=f"{faction.description}\n\n{about}"
    )
    for character in party.characters:
        what = f"{character.race} {character.class_}".replace("_", " ")
        skills = ", ".join(character.skills).replace("_", " ")
        embed.add_field(name=escaped(character.name), value=f"{what}\n-# {skills}")
    door = "" if admitted else " A moderator has still to let you in."
    embed.add_field(
        name="What comes next",
        value=f"Your reports and your allies are in {channel}.{door} `/map` shows what you know. "
        "`/orders help` tells what you can order. Give your orders, see with `/orders preview` "
        "what they would do, and `/orders submit` them before the cut-off. `/rules` is the "
        "rulebook.",
        inline=False,
    )
    return embed
