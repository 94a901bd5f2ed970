"""What the weekly card of Kingdoms counts, and who came near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.faces.kingdoms.places import crowns_of, people_of
from bot.faces.kingdoms.whereabouts import crown_name, rank, spot
from bot.faces.week import Week
from bot.faces.words.names import Names
from engine.events import Event
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler
from engine.world import World


def _owned(view: World, faction: int) -> list[int]:
    crowns = {each.id for each in crowns_of(view, faction)}
    return [each.id for each in view.all(Holding) if each.knows("owner") and each.owner in crowns]


def _counted(view: World, faction: int) -> Mapping[str, int]:
    crowns = crowns_of(view, faction)
    armies = [each for crown in crowns for each in view.by(Army, "crown", crown.id)]
    return {
        "Provinces": len(_owned(view, faction)),
        "Characters": sum(1 for _ in people_of(view, faction)),
        "Armies": len(armies),
        "Gold": sum(each.treasury for each in crowns if each.knows("treasury")),
    }


def _came_near(view: World, names: Names, _: Sequence[Event]) -> Sequence[str]:
    """Foreign characters who stand in own provinces, then those beside them."""
    own = _owned(view, names.reader)
    mine = {each.id for each in crowns_of(view, names.reader)}
    beside = [each for holding in own for each in adjacent(view, holding)]
    near = list(dict.fromkeys([*own, *beside]))
    return [
        f"{rank(each)} {each.name} of {crown_name(view, each.crown)}: {spot(view, each.holding)}"
        for holding in near
        for each in view.by(Ruler, "holding", holding)
        if each.alive and each.crown and each.crown not in mine
    ]


WEEK: Final = Week(counted=_counted, came_near=_came_near)
