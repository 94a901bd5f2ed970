"""Freeing prisoners: rescue by others, and escape by the prisoner alone.

How they were taken stands in `captivity`. Sources: cohorts.order.rescue-character,
cohorts.order.attempt-escape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.campaign import Player
from engine.events import Event, Level
from engine.facts import NotKnown, facts
from engine.orders import Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import CharacterAction, begin, ready
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.choosing import CAPTIVE, PRISONER
from engine.packs.cohorts.covert.defense import CovertDefense, MissionGround, of_place
from engine.packs.cohorts.covert.mission import (
    STEALTH,
    Mission,
    MissionUnderway,
    Target,
    in_secret,
    no_safety,
)
from engine.packs.cohorts.covert.odds import CRAFTS, best_craft, odds_of
from engine.packs.cohorts.knowledge.captives import piece_of, recollection
from engine.packs.cohorts.magic.cast import distance, spot
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import (
    faction_of,
    imprisoned,
    of_player,
    player_of,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.packs.cohorts.stacks.captivity import put_away
from engine.packs.cohorts.stacks.transfers import too_high
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.chances import attempt
from engine.state import State
from engine.world import Place


@facts
class PrisonerRescued(Event):
    """A prisoner was taken from where it was held; its captor does not learn by whom."""

    prisoner: Place
    name: str
    start: Place
    """Where it was held."""
    to: Annotated[Place, Level.SIGHTED]
    free: Annotated[bool, Level.SIGHTED]
    """Whether it is free, and not another's prisoner now."""
    character: Annotated[int, Level.SIGHTED]
    rescuer: Annotated[str, Level.SIGHTED]


@facts
class EscapeAttempted(Event):
    """A prisoner tried to escape; how likely it was and where it went its own side alone learns."""

    character: int
    name: str
    start: Place
    """Where it was held; one that failed, where its own side last knew it to be."""
    outcome: Literal["escaped", "failed", "open"]
    chance: Annotated[int, Level.OWN]
    """In percent; in a plan the best that it can be."""
    roll: Annotated[int, Level.OWN]
    to: Annotated[Place | None, Level.OWN]


def _jail(state: State, prisoner: Character) -> Stack | City:
    """The stack or city that holds a prisoner.

    Raises:
        NotKnown: in a plan, it is not known where it is.
    """
    spot(state.world, prisoner)
    holder = state.world.at(prisoner.holder)
    if not isinstance(holder, Stack | City):
        raise NotKnown("who holds the prisoner, or where")
    return holder


def _fits_in(state: State, prisoner: Character, holder: Place) -> bool:
    """Whether a free character may join what is in a stack or city (level restriction)."""
    stack = state.world.at(holder)
    return not (isinstance(stack, Stack) and any(too_high(state, stack, [prisoner])))


# ---------------------------------------------------------------- rescue


class RescueCharacter(Mission):
    """Take a prisoner from its captors: free your own and allies', keep others as prisoners."""

    path = ("covert", "rescue")
    rule = "cohorts.order.rescue-character"
    craft = None
    unforeseen: ClassVar = {"character": ("actions", "holder", "captor")}

    target: Annotated[Ref, PRISONER] = Field(description="The prisoner")

    def misfits(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        assert isinstance(target, Character)
        if not imprisoned(target):
            yield self.refuses(
                "bad_target",
                f"{target.name} is nobody's prisoner.",
                "Choose one whom others hold.",
            )

    def forbidden(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        assert isinstance(target, Character)
        captor = state.world.find(Player, target.captor)
        theirs = captor.faction if captor else 0
        if relation(state.world, state.me.faction, theirs) == "allied":
            yield Refusal(
                "relation",
                "cohorts.covert.relations",
                f"{target.name} is a prisoner of your own faction or of an ally.",
                "Ask who holds it to let it go.",
            )
        yield from no_safety(state, sponsor, self.spot(state, target))

    def lacks(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        assert isinstance(target, Character)
        if not self._friend(state, target) and sponsor.holder.kind == Province.kind:
            yield self.refuses(
                "not_here",
                f"{sponsor.name} stands alone and could not keep {target.name}, who is no friend.",
                "Have somebody do it who is in a stack or city of yours.",
            )

    def defense(self, state: State, sponsor: Character, target: Target) -> CovertDefense:
        assert isinstance(target, Character)
        jail = _jail(state, target)
        side = faction_of(state.world, jail)
        return of_place(self.ground(state, sponsor, self.spot(state, target), side), jail)

    def keeper(self, state: State, venture: MissionUnderway) -> Place | None:
        assert isinstance(venture.target, Character)
        return venture.target.holder

    def victims(self, state: State, venture: MissionUnderway) -> tuple[int, ...]:
        assert isinstance(venture.target, Character)
        return (faction_of(state.world, _jail(state, venture.target)),)

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        prisoner = state.world.get(Character, self.target.id)
        sponsor = state.world.get(Character, venture.sponsor.id)
        victims = self.victims(state, venture)
        friend = self._friend(state, prisoner)
        to = self._goes_to(state, sponsor, prisoner)
        holder = state.world.at(to)
        assert holder is not None
        put_away(state.world, prisoner, to, 0 if friend else player_of(state.world, holder))
        event = PrisonerRescued(
            prisoner=prisoner.place,
            name=prisoner.name,
            start=prisoner.holder,
            to=to,
            free=friend,
            character=sponsor.id,
            rescuer=sponsor.name,
        )
        theirs = faction_of(state.world, prisoner)
        state.emit(event, sighted=(theirs,) if friend else (), told=victims)

    def _friend(self, state: State, prisoner: Character) -> bool:
        theirs = faction_of(state.world, prisoner)
        return relation(state.world, state.me.faction, theirs) == "allied"

    def _goes_to(self, state: State, sponsor: Character, prisoner: Character) -> Place:
        """The sponsor's container; an ally's, and whom it has no room for, is set down outside."""
        if self._friend(state, prisoner):
            own = prisoner.player == sponsor.player
            if not own or not _fits_in(state, prisoner.replace(captor=0), sponsor.holder):
                return Place(Province.kind, province_of(state.world, sponsor.place))
        return sponsor.holder


# ---------------------------------------------------------------- escape


@dataclass(frozen=True, slots=True)
class _Flight:
    """A prisoner's chance to get away."""

    jail: Stack | City
    chance: int


class AttemptEscape(CharacterAction):
    """Have a character of yours whom others hold prisoner try to escape."""

    path = ("covert", "escape")
    rule = "cohorts.order.attempt-escape"
    unforeseen: ClassVar = {"character": ("actions", "holder", "captor")}

    character: Annotated[Ref, CAPTIVE] = Field(description="The prisoner")

    def conditions(self, state: State) -> Iterator[Refusal]:
        prisoner = self._prisoner(state)
        if not imprisoned(prisoner):
            yield self.refusal(
                "bad_target", f"{prisoner.name} is nobody's prisoner.", "Only prisoners can escape."
            )

    def perform(self, state: State) -> None:
        prisoner = self._prisoner(state)
        flight = self._flight(state, prisoner)
        if not begin(state, prisoner, self):
            return
        if state.planning:
            self._tell(state, prisoner, flight, "open")
            return
        tried = attempt(state, prisoner.place, "escape", flight.chance)
        to: Place | None = None
        if tried.succeeds:
            to = _refuge(state, prisoner)
            put_away(state.world, state.world.get(Character, prisoner.id), to)
        self._tell(state, prisoner, flight, "escaped" if to else "failed", tried.roll, to)

    def _prisoner(self, state: State) -> Character:
        """The character, able to act and with an action left, prisoner or not.

        Raises:
            Refused: the player does not control it, it cannot act, or it is too soon.
        """
        prisoner = state.the(Character, self.character)
        if not controls(state, prisoner):
            raise Refused(not_yours(self.rule, prisoner.name))
        return in_secret(state, ready(state, prisoner, self))

    def _flight(self, state: State, prisoner: Character) -> _Flight:
        """The chance, by stealth or the best covert skill, whichever is higher."""
        world, content = state.world, state.module.content(Content)
        craft, level = best_craft(world, content, prisoner)
        stealth = skill_level(world, content, prisoner, STEALTH)
        jail = _jail(state, prisoner)
        ground = MissionGround(
            world,
            content,
            jail.province,
            faction_of(world, jail),
            CRAFTS if stealth > level else (craft,),
        )
        odds = odds_of(content.covert, max(stealth, level), 0, of_place(ground, jail).level)
        return _Flight(jail, odds.success)

    def _tell(
        self,
        state: State,
        prisoner: Character,
        flight: _Flight,
        outcome: Literal["escaped", "failed", "open"],
        roll: int = 0,
        to: Place | None = None,
    ) -> None:
        event = EscapeAttempted(
            character=prisoner.id,
            name=prisoner.name,
            start=prisoner.holder,
            outcome=outcome,
            chance=flight.chance,
            roll=roll,
            to=to,
        )
        captors = () if state.planning else (faction_of(state.world, flight.jail),)
        if state.planning or to:
            state.emit(event, told=captors)
            return
        # A prisoner who does not get out tells its own side nothing of where it is now.
        known = piece_of(state.world, recollection(state.world, prisoner)).holder
        state.emit(event.replace(start=known))
        state.emit_to(event, told=captors)


def _refuge(state: State, prisoner: Character) -> Place:
    """Where one who escapes goes: the nearest city or stack of its player, else out of the door.

    Of equally near ones a city before a stack, then the lowest id. Source:
    cohorts.order.attempt-escape.
    """
    world = state.world
    here = province_of(world, prisoner.place)
    cities = [city for city in world.all(City) if of_player(world, city, prisoner.player)]
    free = prisoner.replace(captor=0)
    stacks = [
        stack
        for stack in world.by(Stack, "player", prisoner.player)
        if _fits_in(state, free, stack.place)
    ]
    homes = [*cities, *stacks]  # of equals the first
    nearest = min(homes, key=lambda each: distance(world, here, each.province), default=None)
    return nearest.place if nearest else Place(Province.kind, here)
