"""Who takes a province after the battles of a phase (kingdoms.map.ownership)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.order import kingdom_rank
from engine.packs.kingdoms.crowns.provinces import holds, is_sea
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding
from engine.state import State
from engine.world import World

K = TypeVar("K")


@facts
class ProvinceTaken(Event):
    """A kingdom took a province, from nobody or from another (kingdoms.map.ownership)."""

    kind = "kingdoms-province-taken"

    holding: int
    crown: int
    before: int
    """Who owned it; 0 for nobody."""


def taker(
    owner: K | None,
    present: Mapping[K, bool],
    friends: Callable[[K, K], bool],
    *,
    militia: bool = False,
) -> K | None:
    """Who owns a province now: its owner, or the kingdom that takes it.

    `present` are the kingdoms with armies there in kingdom order, each with whether one of them may
    hold it; `militia` is whether an independent province is still defended.
    """
    for crown, may in present.items():
        hostile = militia or any(not friends(crown, other) for other in present)
        if may and not hostile and (owner is None or not friends(crown, owner)):
            return crown
    return owner


def change_hands(state: State) -> None:
    """A step of each phase: provinces go to those who hold them after the battles.

    A plan leaves open who does, for it does not know who defends.
    """
    if state.planning:
        _leave_open(state.world)
        return
    world, content = state.world, state.module.content(ArmyContent)
    entered: dict[int, None] = {}
    for army in world.all(Army):
        if army.crown and army.crown != world.get(Holding, army.holding).owner:
            entered[army.holding] = None
    for id in sorted(entered):
        holding, there = world.get(Holding, id), list(world.by(Army, "holding", id))
        after = taker(
            holding.owner or None,
            _present(world, content, holding, there),
            lambda one, other: partners(world, one, other),
            militia=any(army.militia for army in there),
        )
        if after and after != holding.owner:
            take(state, holding, after)


def _leave_open(world: World) -> None:
    """Forget who owns the foreign land that armies would march into."""
    for army in world.all(Army):
        if not (army.knows("crown") and army.crown and army.knows("came") and army.came):
            continue
        holding = world.get(Holding, army.holding)
        if holding.knows("owner") and not partners(world, army.crown, holding.owner):
            world.put(holding.only(each for each in Holding.names if each != "owner"))


def take(state: State, holding: Holding, crown: int) -> None:
    """Give a province to a kingdom, and tell whom it concerns."""
    world = state.world
    world.put(holding.replace(owner=crown))
    taken = ProvinceTaken(holding=holding.id, crown=crown, before=holding.owner)
    sides = (world.find(Crown, each) for each in (crown, holding.owner))
    state.emit_to(taken, own=[each.faction for each in sides if each])


def _present(
    world: World, content: ArmyContent, holding: Holding, armies: Iterable[Army]
) -> dict[int, bool]:
    sea = is_sea(world, content, holding)
    found: dict[int, bool] = {}
    ranked = sorted(armies, key=lambda army: (kingdom_rank(world, army.crown), army.id))
    for army in ranked:
        if army.crown:
            may = holds(content.army_types[army.type], sea=sea)
            found[army.crown] = found.get(army.crown, False) or may
    return found
