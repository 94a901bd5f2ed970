"""Mana of characters and guilds: how much they can hold, and how it comes back.

What mana is spent on stands with the spells.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from engine.events import Event
from engine.facts import facts
from engine.modifiers import statistic
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.guilds import most_mana
from engine.packs.cohorts.pieces.ownership import faction_of, told_of
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.worth import skills
from engine.packs.cohorts.worth.bonuses import modifiers, skill_level
from engine.state import State
from engine.world import World

_STORING = ("magic_user", "faith")  # cohorts.magic.mana-pool
_REST_PART = 4  # a rest gives a quarter of a month, cohorts.magic.mana-recovery


@facts
class ManaRegained(Event):
    """A character's mana came back (cohorts.magic.mana-recovery)."""

    character: int
    name: str
    mana: int


@facts
class GuildManaRegained(Event):
    """A guild's mana came back (cohorts.magic.mana-recovery)."""

    guild: int
    name: str
    mana: int


def capacity(world: World, content: Content, character: Character) -> int:
    """The most mana a character can hold: its better storing skill (cohorts.magic.mana-pool)."""
    return max(skill_level(world, content, character, skill) for skill in _STORING)


def monthly(world: World, content: Content, character: Character) -> int:
    """What a month gives a character, before its capacity limits it.

    Source: cohorts.magic.mana-recovery.
    """
    if not capacity(world, content, character):
        return 0
    rate = Fraction(content.races[character.race].combat.mana_percent, 100)
    changes = [each for each in modifiers(world, content, character) if each.target == "mana"]
    percents = [each for each in changes if each.operation == "percent"]
    own = floor(statistic("mana", character.level * rate, percents).value)
    # What items give is theirs, and no part of what the percents are of.
    return own + floor(sum(each.amount for each in changes if each.operation == "add"))


def rested(world: World, content: Content, character: Character) -> int:
    """What a rest gives a character, before its capacity limits it."""
    return monthly(world, content, character) // _REST_PART


def rest(state: State, character: Character) -> None:
    """Give a character what a rest gives, at most once a turn (cohorts.magic.mana-recovery)."""
    given = rested(state.world, state.module.content(Content), character)
    if given and not character.rested:
        resting = character.replace(rested=True)
        state.world.put(resting)
        regain(state, resting, given)


def regain(state: State, character: Character, mana: int) -> None:
    """Add mana up to the capacity, and tell who is told of it; the dead regain none."""
    most = capacity(state.world, state.module.content(Content), character)
    gained = min(mana, most - character.mana)
    if gained > 0 and not character.dead:
        state.world.put(character.replace(mana=character.mana + gained))
        event = ManaRegained(character=character.id, name=character.name, mana=gained)
        state.emit(event, own=(told_of(state.world, character),))


def recover(state: State) -> None:
    """The second step of a monthly production: characters and guilds regain mana.

    Guilds of a city under siege regain none (cohorts.order.siege-effects).
    """
    content = state.module.content(Content)
    for character in state.world.all(Character):
        regain(state, character, monthly(state.world, content, character))
    for guild in state.world.all(Guild):
        if not state.world.get(City, guild.city).besieged:
            _refill(state, content, guild)


def of_guild(content: Content, level: int) -> int:
    """What a month gives a guild of that level, rounded up (cohorts.magic.mana-recovery)."""
    return -(-level // content.guild_rules.levels_per_mana)


def _refill(state: State, content: Content, guild: Guild) -> None:
    room = most_mana(content, guild.type, guild.level) - guild.mana
    gained = min(of_guild(content, guild.level), room)
    if gained > 0:
        state.world.put(guild.replace(mana=guild.mana + gained))
        event = GuildManaRegained(guild=guild.id, name=guild.name, mana=gained)
        city = state.world.get(City, guild.city)
        state.emit(event, own=(faction_of(state.world, city),))


def spill(state: State) -> None:
    """At the end of a tick: mana beyond what a character can store is lost.

    So it goes when an item is taken off. Source: cohorts.magic.mana-pool.
    """
    world, content = state.world, state.module.content(Content)
    for character in world.all(Character):
        if character.mana and not _surely_holds(world, content, character):
            most = capacity(world, content, character)
            world.put(character.replace(mana=min(character.mana, most)))


def _surely_holds(world: World, content: Content, character: Character) -> bool:
    """Whether its bare skill is enough, and nothing weakens it: no more need be reckoned."""
    bare = max(skills.bare(content, character, skill) for skill in _STORING)
    if character.mana > bare:
        return False
    return all(change.amount >= 0 for change in modifiers(world, content, character))
