"""From a clash in the world of Cohorts to a field and two sides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle import Clash
from engine.packs.cohorts.battle.muster import Band, hosts, members
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.packs.kingdoms.battle.command import in_command_order, usual_order
from engine.packs.kingdoms.battle.fight import Sides
from engine.packs.kingdoms.battle.on_cohorts.fielding import fielded, leader_of
from engine.packs.kingdoms.battle.values import (
    SIDES,
    Contingent,
    Field,
    Refuges,
    Setting,
    Side,
    SideName,
)
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.state import State
from engine.world import World


def muster(state: State, clash: Clash) -> tuple[Field, Sides]:
    """The field and both sides of a clash."""
    columns = state.module.content(ArmyContent)
    field = field_of(state.world, state.module.content(Content), columns, clash.ground)
    met = hosts(state.world, clash)
    one, other = (_side(state, field, clash, *each) for each in zip(SIDES, met, strict=True))
    return field, (one, other)


def field_of(world: World, content: Content, columns: ArmyContent, province: int) -> Field:
    """The ground of a province, by the primary type of its terrain (kingdoms.mapping.province)."""
    terrain = content.terrains[world.get(Province, province).terrain]
    ground = columns.ground_of(terrain.family)
    return Field.of(columns, Setting(province=province, ground=ground.key))


def _side(
    state: State, field: Field, clash: Clash, name: SideName, hosts: tuple[Band, ...]
) -> Side:
    contingents = [
        each
        for host in hosts
        for each in _contingents(state, field, host, _origin(clash, name, host))
    ]
    somewhere = (clash.ground,)  # the base rules say where the beaten are driven
    return Side(
        crown=next((host.faction for host in hosts if host.faction), 0),
        contingents=in_command_order(field, contingents),
        refuges=Refuges(land=somewhere, sea=somewhere, water=somewhere, adjacent=somewhere),
    )


def _origin(clash: Clash, name: SideName, host: Band) -> int:
    """Where a host came from: the attacker that brought the clash about may have moved."""
    moved = clash.origin and name == "attacker" and host.place == clash.attackers[0]
    return clash.origin.id if clash.origin and moved else 0


def _contingents(state: State, field: Field, host: Band, origin: int) -> Iterator[Contingent]:
    """The units of a stack or garrison, led by the character of the highest level."""
    world, content = state.world, state.module.content(Content)
    columns = state.module.content(ArmyContent)
    pieces = list(members(world, host))
    armies = [
        fielded(world, content, columns, piece, garrison=host.place.kind == City.kind)
        for piece in pieces
        if isinstance(piece, Unit) and piece.slot
    ]
    if not armies:
        return
    able = [each for each in pieces if isinstance(each, Character) and each.slot]
    first = min(able, key=lambda each: (-each.level, each.id), default=None)
    loose = host.place.kind == Province.kind
    yield Contingent(
        leader=leader_of(world, content, columns, first) if first and not loose else None,
        armies=tuple(usual_order(field, armies)),
        origin=origin,
    )
