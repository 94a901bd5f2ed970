"""A character of the base game challenges another: an encounter of the two alone.

It is the encounter that kingdoms.encounter.kinds calls pursue, in a world that has no pursuit.
Source: kingdoms.mapping.abilities-for-base-characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.battle import Clash, fought
from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.diplomacy.hostility import no_attack
from engine.packs.cohorts.knowledge.choices import mine_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, province_of, relation
from engine.packs.cohorts.pieces.records import Character, Province
from engine.packs.kingdoms.bouts.contest import BOUT
from engine.packs.kingdoms.bouts.on_cohorts.system import CHALLENGE
from engine.state import State
from engine.world import Place, World

RULE: Final = "kingdoms.encounter.kinds"


@facts
class WouldChallenge(Event):
    """In a plan: whom a character would challenge."""

    character: int
    name: str
    target: int
    target_name: str


def _foes(state: State, given: Given) -> Iterator[Choice]:
    """Enemy characters who are known to be where the character named before is."""
    one = mine_in(state, given, "character", Character)
    if one is None:
        return
    here = where(state.world, one)
    for other in state.world.all(Character):
        if here and other.knows("holder") and where(state.world, other) == here:
            side = faction_of(state.world, other)
            if relation(state.world, state.me.faction, side) == "at_war" and able(other):
                yield Choice.of(other, other.name)


FOE = Asks("an enemy character in the same province", _foes, ("character",))


def where(world: World, character: Character) -> int:
    """The province where a character is; 0 if that is not known, or it is held somewhere."""
    return province_of(world, character.place)


def able(character: Character) -> bool:
    """Whether somebody can be met: neither dead nor a prisoner, as far as is known."""
    dead = character.knows("dead") and character.dead
    captive = character.knows("captor") and imprisoned(character)
    return not (dead or captive)


class Challenge(CharacterAction):
    """Challenge an enemy character in the same province; the two fight alone, by their plans."""

    path = ("character", "challenge")
    rule = RULE
    rating = "L1"
    unforeseen: ClassVar = {"character": ("actions", "wounds", "dead")}

    target: Annotated[Ref, FOE] = Field(description="Whom it challenges")

    def conditions(self, state: State) -> Iterator[Refusal]:
        one = acting(state, self)
        other = state.the(Character, self.target)
        if not able(other):
            yield self.refusal(
                "bad_target",
                f"{other.name} is dead or a prisoner, and meets nobody.",
                "Challenge somebody who is alive and free.",
            )
            return
        if imprisoned(one):
            yield self.refusal(
                "unable",
                f"{one.name} is a prisoner, and meets nobody.",
                "Free this character first.",
            )
        here = where(state.world, one)
        if not here or where(state.world, other) != here:
            yield self.refusal(
                "out_of_range",
                f"{one.name} and {other.name} are not in one province.",
                "Move into the same province first.",
            )
        yield from no_attack(state, one, other)

    def perform(self, state: State) -> None:
        one, other = state.the(Character, self.character), state.the(Character, self.target)
        if not begin(state, one, self):
            return
        if state.planning:
            state.emit(
                WouldChallenge(
                    character=one.id, name=one.name, target=other.id, target_name=other.name
                )
            )
            return
        province = Place(Province.kind, where(state.world, one))
        sides = ((one.place,), (other.place,))
        fought(state, Clash(kind=BOUT, sides=sides, trigger=CHALLENGE, place=province))
