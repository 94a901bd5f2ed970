"""Armies that change hands: Leave puts them into the garrison, Pick Up takes them out of it.

Sources: kingdoms.action.leave, kingdoms.action.pick-up, kingdoms.spell.skeletal-army,
kingdoms.character.death (items).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.arts.armies import stays_up
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.provinces import is_sea
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.ventures.acting import (
    GARRISON,
    LED,
    Venture,
    actor_of,
    army_of,
    leads_not,
    phase_now,
    tell,
)
from engine.packs.kingdoms.crowns.ventures.burying import bury
from engine.packs.kingdoms.crowns.ventures.forces import crowded, garrison, led, marchers
from engine.packs.kingdoms.pieces.records import Army, Holding, MagicItem, Ruler
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.state import State

NAVAL = "kingdoms.action.move-naval"


@facts
class ArmiesLeft(Event):
    """A character left armies behind, which are garrison now."""

    kind = "kingdoms-armies-left"

    ruler: int
    name: str
    holding: int
    armies: Annotated[tuple[int, ...], Level.OWN]
    phase: int


@facts
class ArmiesPickedUp(Event):
    """A character took armies of the garrison, or items that lay with the dead."""

    kind = "kingdoms-picked-up"

    ruler: int
    name: str
    holding: int
    armies: Annotated[tuple[int, ...], Level.OWN]
    items: Annotated[tuple[str, ...], Level.OWN]
    phase: int


# ---------------------------------------------------------------- orders


class Leave(Venture):
    """Leave armies behind as the garrison of the province."""

    path = ("character", "leave")
    rule = "kingdoms.action.leave"
    work = "leave"
    phases = parts_of("leave")
    in_coma = True

    armies: Annotated[tuple[Annotated[Ref, LED], ...], Field(min_length=1)] = Field(
        description="The armies to be left"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        world, ruler = state.world, self.actor(state)
        holding = world.get(Holding, ruler.holding)
        if not holding.owner or not partners(world, ruler.crown, holding.owner):
            yield self.refusal(
                "not_allowed",
                "Armies can be left only in provinces of yours or of a treaty partner.",
                "Take the province first.",
            )
        left = [state.the(Army, ref) for ref in self.armies]
        yield from _not_his(state, left, ruler.id, ruler.name, self.rule)
        if is_sea(world, state.module.content(ArmyContent), holding):
            ids = [army.id for army in left]
            stays = [army for army in led(world, ruler) if army.id not in ids]
            here = [*garrison(world, ruler.crown, holding.id), *left]
            yield from _adrift(state, here, stays)

    def act(self, state: State) -> None:
        world, ruler = state.world, self.actor(state)
        armies = [world.get(Army, ref.id) for ref in self.armies]
        for army in armies:
            world.put(army.replace(leader=0))
        left = ArmiesLeft(
            ruler=ruler.id,
            name=ruler.name,
            holding=ruler.holding,
            armies=tuple(army.id for army in armies),
            phase=phase_now(state),
        )
        tell(state, ruler, left)
        attempted(state, ruler.id, lesson(state, armies))


def _lying(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for item in lying(state, ruler.holding) if ruler else ():
        yield Choice.of(item, item.item)


LYING = Asks("items that lie with the dead where the character is", _lying, (MagicItem.kind,))


def lying(state: State, holding: int) -> Iterator[MagicItem]:
    """The items that lie with bodies in a province, by id (kingdoms.character.death)."""
    bodies = [each for each in state.world.by(Ruler, "holding", holding) if not each.alive]
    yield from state.world.among(MagicItem, "holder", [body.place for body in bodies])


class PickUp(Venture):
    """Take armies of your garrison into the character's force, and items that lie with the dead."""

    path = ("character", "pick-up")
    rule = "kingdoms.action.pick-up"
    work = "pick-up"
    phases = parts_of("pick-up")

    armies: tuple[Annotated[Ref, GARRISON], ...] = Field(
        default=(), description="The armies to be picked up"
    )
    items: tuple[Annotated[Ref, LYING], ...] = Field(
        default=(), description="The items to be picked up"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        world, ruler = state.world, self.actor(state)
        if not self.armies and not self.items:
            yield self.refusal("missing", "It names nothing to pick up.", "Name armies or items.")
        taken = [state.the(Army, ref) for ref in self.armies]
        for army in taken:
            here = army.holding == ruler.holding and army.crown == ruler.crown
            if not here or army.leader:
                yield self.refusal(
                    "bad_target",
                    f"That {army_of(state, army)} is not in your garrison where {ruler.name} is.",
                    "Its leader must leave it there first.",
                )
        there = [item.id for item in lying(state, ruler.holding)]
        for ref in self.items:
            if state.the(MagicItem, ref).id not in there:
                rule = "kingdoms.character.death"
                yield Refusal("bad_target", rule, "That item does not lie with a body there.")
        holding = world.get(Holding, ruler.holding)
        if is_sea(world, state.module.content(ArmyContent), holding):
            ids = [army.id for army in taken]
            left = [a for a in garrison(world, ruler.crown, holding.id) if a.id not in ids]
            yield from _adrift(state, left, [*led(world, ruler), *taken])

    def act(self, state: State) -> None:
        world, ruler = state.world, self.actor(state)
        armies = [world.get(Army, ref.id) for ref in self.armies]
        for army in armies:
            world.put(army.replace(leader=ruler.id))
            if not stays_up(skeletal=army.skeletal, leader=ruler.alignment):
                bury(state, world.get(Army, army.id))
        items = [world.get(MagicItem, ref.id) for ref in self.items]
        for item in items:
            world.put(item.replace(holder=ruler.place, carried=False))
        picked = ArmiesPickedUp(
            ruler=ruler.id,
            name=ruler.name,
            holding=ruler.holding,
            armies=tuple(army.id for army in armies),
            items=tuple(item.item for item in items),
            phase=phase_now(state),
        )
        tell(state, ruler, picked)
        if armies:
            attempted(state, ruler.id, lesson(state, armies))


def lesson(state: State, armies: Sequence[Army]) -> str:
    """What a Pick Up or Leave of these armies may teach (kingdoms.experience.action-table)."""
    types = state.module.content(ArmyContent).army_types
    if all(types[army.type].sails for army in armies):
        return "Pick Up or Leave naval units"
    return "Pick Up or Leave Army"


def _not_his(
    state: State, armies: Sequence[Army], leader: int, name: str, rule: str
) -> Iterator[Refusal]:
    for army in armies:
        if army.leader != leader:
            yield leads_not(rule, name, army_of(state, army))


def _adrift(state: State, *forces: Sequence[Army]) -> Iterator[Refusal]:
    """Refuses to leave land armies at sea without berths."""
    if any(crowded(marchers(state, armies)) for armies in forces):
        yield Refusal(
            "not_allowed",
            NAVAL,
            "Land armies would be left in the sea without berths.",
            "A Fleet carries three; take or leave Fleets and armies together.",
        )
