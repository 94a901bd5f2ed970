"""The missions of spies: what they find out, of whom, and who defends against them.

What is told of it stands in `findings` and, where detection spells tell the same, with those.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import begin
from engine.packs.cohorts.covert import defense
from engine.packs.cohorts.covert.choosing import (
    ANY_LAND,
    CAPITAL,
    CHARACTER,
    CITY,
    GUARDED,
    LAND,
)
from engine.packs.cohorts.covert.defense import CovertDefense
from engine.packs.cohorts.covert.findings import tell_character, tell_pieces
from engine.packs.cohorts.covert.mission import Mission, MissionUnderway, Target, no_safety
from engine.packs.cohorts.covert.odds import CRAFTS, Craft
from engine.packs.cohorts.magic.effects.revealing import BaronyRead, tell_city, tell_province
from engine.packs.cohorts.magic.reaching import holders_in
from engine.packs.cohorts.magic.relations import owner
from engine.packs.cohorts.pieces.control import subject
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.worth.chances import attempt
from engine.state import State
from engine.world import Place, Record


@facts
class DefensesSpied(Event):
    """The anti-covert defense of something (cohorts.order.spy-defenses)."""

    on: Place
    target: str
    levels: dict[str, int]
    """Against each covert skill."""
    chance: int
    """To stay unseen, in percent."""
    roll: int
    spotted: bool


@facts
class SpySpotted(Event):
    """Somebody looked at the defenses of something, and was seen (cohorts.order.spy-defenses)."""

    on: Place
    target: str
    province: int


def _capital(state: State, ref: Ref) -> City:
    """The capital city of a barony or in a province, if the player knows of it.

    Raises:
        Refused: there is none that the player knows of.
    """
    if ref.kind == City.kind:
        return state.the(City, ref)
    if ref.kind == Barony.kind:
        city = city_of(state.world, state.the(Barony, ref).id)
    else:
        city = state.world.first(City, "province", state.the(Province, ref).id)
    if city is None or not state.knows(city.place):
        raise Refused(
            Refusal(
                "bad_target",
                "cohorts.order.spy-barony",
                "No capital city that you know of stands there.",
                "Choose a city from the list that appears as you type.",
            )
        )
    return city


class Spying(Mission):
    """A mission of the spy skill, which may be aimed at neutral players' things too."""

    craft = "spy"
    peaceful = True
    unforeseen: ClassVar = {"character": ("actions", "holder", "captor")}


class SpyDefenses(Spying):
    """Find out how well something is guarded against spies, thieves and assassins."""

    path = ("covert", "spy-defenses")
    rule = "cohorts.order.spy-defenses"
    rating = "L0"

    target: Annotated[Ref, GUARDED] = Field(
        description="A foreign province, barony, city, stack, character or unit"
    )

    def aim(self, state: State) -> Target:
        if self.target.kind == Barony.kind:
            return _capital(state, self.target)
        kinds: dict[str, type[Target]] = {
            cls.kind: cls for cls in (Province, Character, Unit, Stack, City)
        }
        return state.the(kinds[self.target.kind], self.target)

    def perform(self, state: State) -> None:
        # It always succeeds and nobody is ever caught at it.
        venture = self.venture(state)
        if not begin(state, venture.sponsor, self) or state.planning:
            return
        target = venture.target
        hidden = attempt(state, venture.sponsor.place, "escape", venture.odds.escape)
        event = DefensesSpied(
            on=target.place,
            target=subject(target),
            levels={craft: self._against(state, venture, craft) for craft in CRAFTS},
            chance=hidden.chance,
            roll=hidden.roll,
            spotted=not hidden.succeeds,
        )
        state.emit(event)
        if event.spotted:
            spotted = SpySpotted(
                on=target.place, target=subject(target), province=self.spot(state, target)
            )
            state.emit_to(spotted, own=self.victims(state, venture))

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        raise AssertionError("it is carried out by perform")

    def _against(self, state: State, venture: MissionUnderway, craft: Craft) -> int:
        target = venture.target
        side, _ = owner(state, target)
        ground = self.ground(state, venture.sponsor, self.spot(state, target), side, (craft,))
        return defense.of(ground, target).level


class SpyProvince(Spying):
    """Find out what is built in a province, its resources and what lies in its cache."""

    path = ("covert", "spy-province")
    rule = "cohorts.order.spy-province"

    target: Annotated[Ref, LAND] = Field(description="The province to spy on")

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        assert isinstance(venture.target, Province)
        tell_province(state, venture.target, levels=False)


class SpyBarony(Spying):
    """Find out what is built in each province of a barony, how far, and its resources."""

    path = ("covert", "spy-barony")
    rule = "cohorts.order.spy-barony"

    target: Annotated[Ref, CAPITAL] = Field(description="The capital city of the barony")

    def aim(self, state: State) -> Target:
        return _capital(state, self.target)

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        city = venture.target
        assert isinstance(city, City)
        lands = list(state.world.by(Province, "barony", city.barony))
        for land in lands:
            tell_province(state, land, levels=True)
        state.emit(BaronyRead(city=city.id, read=len(lands), hidden=()))


class SpyCharacter(Spying):
    """Find out the class, XP and skills of a character, and all that it has."""

    path = ("covert", "spy-character")
    rule = "cohorts.order.spy-character"

    target: Annotated[Ref, CHARACTER] = Field(description="Whom to spy on")

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        assert isinstance(venture.target, Character)
        tell_character(state, venture.target)


class SpyCity(Spying):
    """Find out what a city has, and which foreign pieces are in its province."""

    path = ("covert", "spy-city")
    rule = "cohorts.order.spy-city"

    target: Annotated[Ref, CITY] = Field(description="The city to spy on")

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        city = venture.target
        assert isinstance(city, City)
        tell_city(state, city)
        kinds = (Character, Unit)
        found = list(strangers(state, city.province, *kinds))
        tell_pieces(state, city.province, found, kinds, strange_holders(state, city.province))


# ---------------------------------------------------------------- everybody in a province


class SpyingOut(Spying):
    """A mission that finds all foreign pieces of a kind in a province; the best of them defends.

    Whose the province is does not matter: it is aimed at who is there.
    """

    target: Annotated[Ref, ANY_LAND] = Field(description="The province to look through")
    among: ClassVar[type[Character | Unit]]

    def forbidden(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        # Whether players' pieces are in a safe province is not told: nobody is spied on there.
        yield from no_safety(state, sponsor, target.id)

    def defense(self, state: State, sponsor: Character, target: Target) -> CovertDefense:
        rated: list[tuple[int, Character | Unit]] = []
        for piece in strangers(state, target.id, self.among):
            ground = self.ground(state, sponsor, target.id, faction_of(state.world, piece))
            rated.append((defense.of(ground, piece).level, piece))
        if not rated:
            return CovertDefense(0)
        level, piece = min(rated, key=lambda each: (-each[0], each[1].id))
        return CovertDefense(level, piece)

    def victims(self, state: State, venture: MissionUnderway) -> tuple[int, ...]:
        defender = venture.defense.defender
        return (faction_of(state.world, defender),) if defender else ()

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        spot = venture.target.id
        found = list(strangers(state, spot, self.among))
        inside = strange_holders(state, spot)
        tell_pieces(state, spot, found, (self.among,), inside, inside)


class SpyParty(SpyingOut):
    """Find out about all foreign characters in a province, and what stacks have with them."""

    path = ("covert", "spy-party")
    rule = "cohorts.order.spy-party"
    among = Character


class SpyLegionFleet(SpyingOut):
    """Find out about all foreign military units in a province, and what stacks have there."""

    path = ("covert", "spy-legion")
    rule = "cohorts.order.spy-legion-fleet"
    among = Unit


def strangers(
    state: State, province: int, *kinds: type[Character | Unit]
) -> Iterator[Character | Unit]:
    """The living foreign pieces in a province, prisoners among them, as far as is known."""
    for holder in holders_in(state.world, province):
        for cls in kinds:
            for piece in state.world.by(cls, "holder", holder):
                dead = isinstance(piece, Character) and piece.knows("dead") and piece.dead
                if not dead and strange(state, piece):
                    yield piece


def strange_holders(state: State, province: int) -> tuple[Stack | City, ...]:
    """The stacks and the city in a province that are neither the faction's own nor an ally's."""
    holders = (each for cls in (Stack, City) for each in state.world.by(cls, "province", province))
    return tuple(each for each in holders if strange(state, each))


def strange(state: State, thing: Record) -> bool:
    """Whether a thing is neither the faction's own nor an ally's."""
    return relation(state.world, state.me.faction, faction_of(state.world, thing)) != "allied"
