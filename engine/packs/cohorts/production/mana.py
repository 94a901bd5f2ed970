"""Mana of characters: how much they can hold, and how it comes back.

What mana is spent on stands with the spells.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.ownership import faction_of
from engine.packs.cohorts.records import Character
from engine.state import State

_STORING = ("magic_user", "faith")  # cohorts.magic.mana-pool
_REST_PART = 4  # a rest gives a quarter of a month, cohorts.magic.mana-recovery


@facts
class ManaRegained(Event):
    """A character's mana came back (cohorts.magic.mana-recovery)."""

    kind = "mana-regained"

    character: int
    name: str
    mana: int


def capacity(character: Character) -> int:
    """The most mana a character can hold: its better storing skill (cohorts.magic.mana-pool)."""
    return max(character.skills.get(skill, 0) for skill in _STORING)


def monthly(content: Content, character: Character) -> int:
    """What a month gives a character, before its capacity limits it.

    Source: cohorts.magic.mana-recovery.
    """
    if not capacity(character):
        return 0
    return character.level * content.races[character.race].combat.mana_percent // 100


def rested(content: Content, character: Character) -> int:
    """What a rest gives a character, before its capacity limits it."""
    return monthly(content, character) // _REST_PART


def regain(state: State, character: Character, mana: int) -> None:
    """Add mana up to the capacity, and tell the character's faction; the dead regain none."""
    gained = min(mana, capacity(character) - character.mana)
    if gained > 0 and not character.dead:
        state.world.put(character.replace(mana=character.mana + gained))
        event = ManaRegained(character=character.id, name=character.name, mana=gained)
        state.emit(event, own=(faction_of(state.world, character),))


def recover(state: State) -> None:
    """The second step of a monthly production: characters regain mana."""
    content = state.module.content(Content)
    for character in state.world.all(Character):
        regain(state, character, monthly(content, character))
