"""Who held which land: a province is its owner's, and what changes hands are the homes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.faces.kingdoms.places import hex_of
from bot.faces.land_history import LandHistory, Town
from engine.campaign import Now
from engine.hexes import Hex
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    Lands,
    Ruler,
    Survey,
    survey_id,
)
from engine.world import World


def _holders(world: World) -> Mapping[Hex, int]:
    sides = {crown.id: crown.faction for crown in world.all(Crown)}
    return {
        Hex(each.x, each.y): sides[each.owner] for each in world.all(Holding) if each.owner in sides
    }


def _towns(world: World) -> Iterator[Town]:
    for crown in world.all(Crown):
        if crown.player:
            yield Town(hex_of(world, crown.home), f"the home of {crown.name}")


def _revealed(world: World) -> World:
    """Every province as if it were in view now, and everybody noticed on the spot."""
    shown = World(world.kinds.values())
    for cls in world.kinds.values():
        if cls not in (Survey, CharacterSighting):
            shown.share(cls, world)
    first, turn = next((crown.id for crown in world.all(Crown)), 0), world.get(Now, 1).turn
    shown.fill(
        CharacterSighting,
        (
            CharacterSighting(
                id=survey_id(first, each.id),
                crown=first,
                ruler=each.id,
                turn=turn,
                seen=(),
                armies=tuple(army.type for army in world.by(Army, "leader", each.id)),
                of=each.crown,
            )
            for each in world.all(Ruler)
            if each.alive
        ),
    )
    shown.fill(
        Survey,
        (
            Survey(
                id=survey_id(first, each.id),
                crown=first,
                holding=each.id,
                percent=100,
                seen=1,
                owner=each.owner,
            )
            for each in world.all(Holding)
        ),
    )
    return shown


LAND_HISTORY: Final = LandHistory(
    kinds=(Crown, Holding, Lands),
    holders=_holders,
    towns=_towns,
    revealed=_revealed,
)
