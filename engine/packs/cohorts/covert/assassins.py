"""The missions of assassins: to wound or kill a character, and to carry one off.

Poisoned weapons stand in `poisoning`, the guards against all this in `bodyguards`. Sources:
cohorts.order.assassinate-character, cohorts.order.kidnap-character.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from math import floor
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event, Level
from engine.facts import NotKnown, facts
from engine.numbers import Exact
from engine.orders import Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.bodyguards import leave_posts
from engine.packs.cohorts.covert.choosing import CHARACTER
from engine.packs.cohorts.covert.mission import Mission, MissionUnderway, Target, container
from engine.packs.cohorts.knowledge import captives
from engine.packs.cohorts.pieces.ownership import faction_of, player_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks import harm
from engine.packs.cohorts.stacks.captivity import put_away
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.levels import counts, encounter_level
from engine.state import State
from engine.world import Place

_MOST = 100  # wounds of who has no constitution, cohorts.order.assassinate-character


@facts
class CharacterStabbed(Event):
    """An assassin wounded a character (cohorts.order.assassinate-character).

    Both sides read it; whose assassin it was only the assassin's own faction knows, by its mission.
    """

    character: int
    name: str
    province: int
    wounds: Exact
    """Percent points that it took."""
    died: bool


@facts
class CharacterKidnapped(Event):
    """A character was carried off (cohorts.order.kidnap-character)."""

    character: int
    name: str
    province: int
    """Where it was."""
    to: Annotated[Place, Level.OWN]
    """The stack or city where it is held."""


class _Assassination(Mission):
    """A mission of the assassin skill against a character."""

    craft = "assassin"
    unforeseen: ClassVar = {"character": ("actions", "holder", "captor")}

    target: Annotated[Ref, CHARACTER] = Field(description="The character")


class AssassinateCharacter(_Assassination):
    """Have an assassin wound or kill a character from afar."""

    path = ("covert", "assassinate")
    rule = "cohorts.order.assassinate-character"
    rating = "L3"

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        world, content = state.world, state.module.content(Content)
        victim = world.get(Character, venture.target.id)
        spot = self.spot(state, victim)
        constitution = attribute(world, content, victim, "CON").value
        wounds = max(Fraction(0), Fraction(floor((_MOST - constitution) * 100), 100))
        died = harm.wound(state, victim, wounds)
        captives.change(world, victim, faction_of(world, victim))
        event = CharacterStabbed(
            character=victim.id, name=victim.name, province=spot, wounds=wounds, died=died
        )
        state.emit(event, told=self.victims(state, venture))


class KidnapCharacter(_Assassination):
    """Have an assassin carry a character off into the assassin's own stack or city."""

    path = ("covert", "kidnap")
    rule = "cohorts.order.kidnap-character"
    rating = "L4"

    def favour(self, state: State, target: Target) -> int:
        """How much harder it is to carry somebody off, as far as that is known.

        Source: cohorts.covert.kidnapping.
        """
        assert isinstance(target, Character)
        figures = state.module.content(Content).covert
        harder = figures.kidnap_percent
        with suppress(NotKnown):
            harder += figures.kidnap_level * target.level
        with suppress(NotKnown):
            guards = [
                encounter_level(each)
                for each in state.world.by(Unit, "holder", target.holder)
                if counts(each)
            ]
            harder += figures.kidnap_guard * max(guards, default=0)
        return -harder

    def misfits(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        yield from super().misfits(state, sponsor, target)
        assert isinstance(target, Character)
        if target.knows("captor") and target.captor == sponsor.player:
            says = f"{target.name} is your prisoner already."
            yield self.refuses("bad_target", says, "Choose somebody who is free.")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        sponsor, _ = self._parties(state)
        if _prison(state, sponsor) is None:
            yield self.refuses(
                "not_here",
                f"{sponsor.name} is in no stack or city of yours to take a prisoner to.",
                "Bring the character into one first.",
            )

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        world = state.world
        prison = _prison(state, world.get(Character, venture.sponsor.id))
        assert prison, "conditions have seen to it"
        spot = self.spot(state, venture.target)
        victims = self.victims(state, venture)
        leave_posts(state, world.get(Character, venture.target.id))
        victim = world.get(Character, venture.target.id)
        put_away(world, victim, prison, venture.sponsor.player, seized=spot)
        event = CharacterKidnapped(character=victim.id, name=victim.name, province=spot, to=prison)
        state.emit(event, told=victims)


def _prison(state: State, sponsor: Character) -> Place | None:
    """The stack or city that the sponsor is in, if it is the same player's."""
    holder = container(sponsor)
    thing = state.world.at(holder) if holder else None
    return holder if thing and player_of(state.world, thing) == sponsor.player else None
