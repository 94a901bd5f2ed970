"""Spells that move things elsewhere at once (cohorts.magic.teleport-family)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Refusal
from engine.packs.cohorts.cities.improvements import lose_support, supported
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.sighting import sight_entry
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.magic.cast import SpellResolution, SpellResult, Working, spot
from engine.packs.cohorts.magic.relations import RELATIONS, forbidden, owner
from engine.packs.cohorts.marching import encounters
from engine.packs.cohorts.marching.march import GATE
from engine.packs.cohorts.movement.drowning import swims
from engine.packs.cohorts.movement.rates import by_itself, pace
from engine.packs.cohorts.movement.steps import is_coastal, links_of
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import of_faction, relation
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Guild,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.stacks.transfers import hand_over, too_high
from engine.packs.cohorts.trade.settling import settle
from engine.packs.cohorts.worth.levels import bars, counts, stack_level
from engine.state import State
from engine.world import Place, Record


def _not_mine(state: State, cast: SpellResolution, thing: Record) -> Iterator[Refusal]:
    if not controls(state, thing):
        yield cast.bad_target(
            f"{cast.spell.name} works only on what is yours.", "Choose something of your own."
        )


def _not_here(state: State, cast: SpellResolution, thing: Record) -> Iterator[Refusal]:
    if spot(state.world, thing) != cast.caster.province:
        yield cast.bad_target(
            f"{cast.spell.name} takes only what is in the caster's province.",
            "Bring them together first.",
        )


def _encumbered(state: State, cast: SpellResolution, character: Character) -> Iterator[Refusal]:
    """Refuses a character who carries more than it can by land, with its mount."""
    content = state.module.content(Content)
    mover = by_itself(state.world, content, character, "land")
    if mover is None or mover.load > mover.capacity:
        yield cast.bad_target(
            f"{character.name} carries too much.", "Leave some of it behind, or ride."
        )


def _container(state: State, cast: SpellResolution) -> Iterator[Refusal]:
    """Refuses a destination that is no stack or city of the player."""
    if not isinstance(cast.destination, Stack | City):
        yield cast.bad_target(
            f"{cast.spell.name} needs a stack or city to send to.", "Name one as the destination."
        )
    else:
        yield from _not_mine(state, cast, cast.destination)


def _crowded(
    state: State, cast: SpellResolution, character: Character, to: Record
) -> Iterator[Refusal]:
    """Refuses a character who would lift a stack above the level limit of its province."""
    if isinstance(to, Stack):
        for refusal in too_high(state, to, [character]):
            yield cast.bad_target(refusal.says, refusal.instead)


class TeleportingItem(Working):
    """One item goes to a stack or city of the faction (cohorts.spell.teleport-item)."""

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        if not of_faction(state.world, cast.target, cast.caster.faction):
            yield cast.bad_target(
                "An item can be sent only to a stack or city of your own faction.",
                "Choose one of those.",
            )
        if not possessions.count(state.world, _store(cast), cast.item):
            item = cast.item.replace("_", " ") or "item of that name"
            yield cast.bad_target(
                f"{cast.caster.name} has no {item} to send.",
                "Name one item of the caster's possessions; what is worn does not count.",
            )

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        found = possessions.find(state.world, _store(cast), cast.item)
        assert found, "conditions have seen to it"
        possessions.move(state.world, _store(cast), cast.target.place, found.item, 1)
        return SpellResult(effects={"sent": 1}, names=(found.item,))


def _store(cast: SpellResolution) -> Place:
    """Where the caster's possessions are; a guild's are its city's."""
    thing = cast.caster.thing
    return Place(City.kind, thing.city) if isinstance(thing, Guild) else thing.place


class TeleportingSelf(Working):
    """The caster goes to another stack or city of the player (cohorts.spell.teleport-self)."""

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        caster = cast.caster.thing
        if not isinstance(caster, Character):
            yield cast.bad_target("A guild cannot teleport itself.")
            return
        yield from _not_mine(state, cast, cast.target)
        if caster.holder == cast.target.place:
            yield cast.bad_target(f"{caster.name} is there already.", "Choose another stack.")
        yield from _encumbered(state, cast, caster)
        yield from _crowded(state, cast, caster, cast.target)

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        return _send(state, cast.caster.thing, cast.target)


class TeleportingCharacter(Working):
    """A character of the player goes from here to a stack or city of the player.

    Source: cohorts.spell.teleport-character.
    """

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        assert isinstance(cast.target, Character)
        yield from _not_mine(state, cast, cast.target)
        if cast.target.captor:
            yield cast.bad_target(f"{cast.target.name} is a prisoner.", "Have it rescued first.")
        yield from _not_here(state, cast, cast.target)
        yield from _encumbered(state, cast, cast.target)
        yield from _container(state, cast)
        assert cast.destination, "else it was refused"
        yield from _crowded(state, cast, cast.target, cast.destination)

    def aims_at(self, state: State, cast: SpellResolution) -> Record | None:
        return cast.destination

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert cast.destination
        return _send(state, cast.target, cast.destination)


def _send(state: State, piece: Record, to: Record) -> SpellResult:
    character = state.world.get(Character, piece.id)
    here = spot(state.world, character)
    there = spot(state.world, to)
    if here != there and not state.planning:
        leave(state, state.me.faction, here, there)
    hand_over(state, character, to.place)
    return SpellResult(effects={"sent": 1})


class TeleportingStack(Working):
    """A party, legion or fleet goes to another province, as if it had moved there."""

    def __init__(self, type: str) -> None:
        self.type = type

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        stack, goal = cast.target, cast.destination
        assert isinstance(stack, Stack)
        yield from _not_mine(state, cast, stack)
        type_ = stack_type(state.world, stack.place)
        if type_ != self.type or not any(pieces_in(state.world, stack.place)):
            yield cast.bad_target(
                f"{stack.name} is a {type_}, and {cast.spell.name} takes a {self.type}.",
                f"Choose a {self.type}.",
            )
        yield from _not_here(state, cast, stack)
        if not isinstance(goal, Province):
            yield cast.bad_target(
                f"{cast.spell.name} needs a province to send to.", "Name it as the destination."
            )
            return
        if _overloaded(state, stack, fleet=self.type == "fleet"):
            yield cast.bad_target(
                f"{stack.name} carries too much.", "Leave some of its possessions behind."
            )
        yield from self._cannot_stand(state, cast, stack, goal)

    def _cannot_stand(
        self, state: State, cast: SpellResolution, stack: Stack, goal: Province
    ) -> Iterator[Refusal]:
        world, content = state.world, state.module.content(Content)
        water = content.terrains[goal.terrain].is_water
        if self.type == "fleet":
            if not water and not is_coastal(world, content, goal):
                yield cast.bad_target(
                    "A fleet needs the sea or its coast.", "Choose a province by the sea."
                )
        elif water and not all(_floats(state, piece) for piece in pieces_in(world, stack.place)):
            yield cast.bad_target(
                f"Not all in {stack.name} can swim or fly.", "Choose a province on land."
            )
        if bars(goal, stack_level(pieces_in(world, stack.place))):
            yield cast.bad_target(
                f"{stack.name} is of too high a level for that province.", "Choose another."
            )

    def forbids(self, state: State, cast: SpellResolution) -> Iterator[Refusal] | None:
        return self._enemy(state, cast)

    def _enemy(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        yield from forbidden(state, cast, hostile=False)
        if cast.destination is None:
            return  # `misfits` refuses that
        theirs = owner(state, cast.destination)[0]
        if relation(state.world, cast.caster.faction, theirs) == "at_war":
            yield Refusal(
                "relation",
                RELATIONS,
                "That province belongs to an enemy, and no stack can be sent there by magic.",
                "Choose a province that is not held by a faction at war with yours.",
            )

    def aims_at(self, state: State, cast: SpellResolution) -> Record | None:
        return cast.destination

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert isinstance(cast.target, Stack)
        assert cast.destination
        stack, goal = cast.target, cast.destination.id
        if not state.planning:
            leave(state, cast.caster.faction, stack.province, goal)
        origin = stack.province
        stack = stack.replace(province=goal)
        state.world.put(stack)
        sight_entry(state, stack, goal, -1)
        city = encounters.alarm(state, stack, origin)
        if city:
            encounters.answer(state, city, stack)
            left = state.world.find(Stack, stack.id)
            if left is None or left.province != goal:
                return SpellResult(effects={"sent": 1})
            stack = left
        against = encounters.opposition(state, stack)
        if against:
            encounters.meet(state, stack, against, GATE, origin)
        return SpellResult(effects={"sent": 1})


def _overloaded(state: State, stack: Stack, *, fleet: bool) -> bool:
    """Whether anyone in a stack is overloaded, by water in a fleet, else by land."""
    at = pace(state, stack, "water" if fleet else "land")
    if fleet:
        return at.hold is None or not at.hold.holds
    movers = (*at.movers, *((at.pool,) if at.pool else ()))
    return any(mover.load > mover.capacity for mover in movers)


def _floats(state: State, piece: Record) -> bool:
    content = state.module.content(Content)
    if not isinstance(piece, Character | Unit) or not counts(piece):
        return True  # carried people go along
    return swims(state.world, content, piece) or bool(by_itself(state.world, content, piece, "air"))


class TeleportingCity(Working):
    """The city here goes to another province of its barony (cohorts.spell.teleport-city)."""

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        city, goal = cast.target, cast.destination
        assert isinstance(city, City)
        yield from _not_mine(state, cast, city)
        yield from _not_here(state, cast, city)
        content = state.module.content(Content)
        if (
            not isinstance(goal, Province)
            or content.terrains[goal.terrain].is_water
            or goal.barony != city.barony
            or goal.id == city.province
        ):
            yield cast.bad_target(
                f"{city.name} can be sent only to another land province of its barony.",
                "Name such a province as the destination.",
            )
        if cast.mana not in (0, cast.effect.price):
            yield cast.bad_target(
                f"{cast.spell.name} takes exactly {cast.effect.price} mana.",
                "Name no mana, or that much.",
            )

    def aims_at(self, state: State, cast: SpellResolution) -> Record | None:
        return None

    def price(self, cast: SpellResolution) -> int:
        return cast.effect.price

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        world = state.world
        assert isinstance(cast.target, City)
        assert isinstance(cast.destination, Province)
        city, goal = cast.target, cast.destination
        before = supported(state, city)
        for cls in (Village, Tower):
            for building in world.by(cls, "province", goal.id):
                world.remove(building)
        for link in links_of(world, goal.id):
            world.put(link.replace(road=0))
        world.put(goal.replace(fortification=0))
        world.put(city.replace(province=goal.id))
        lose_support(state, world.get(City, city.id), before)
        settle(state)
        return SpellResult(effects={"sent": 1})


WORKINGS: Final[dict[str, Working]] = {
    "item": TeleportingItem(),
    "self": TeleportingSelf(),
    "character": TeleportingCharacter(),
    "party": TeleportingStack("party"),
    "legion": TeleportingStack("legion"),
    "fleet": TeleportingStack("fleet"),
    "city": TeleportingCity(),
}
