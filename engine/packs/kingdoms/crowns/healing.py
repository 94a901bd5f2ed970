"""Wounds heal as a turn ends: of characters, and of the monsters that guard features.

Sources: kingdoms.character.healing, kingdoms.character.hit-points.
"""

from __future__ import annotations

from engine.module import Module
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.growing import healed
from engine.packs.kingdoms.crowns.heroes import most_hit_points
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.pieces.records import Crown, MagicItem, Ruler, Site
from engine.state import State
from engine.world import World


def most_of(world: World, module: Module, ruler: Ruler) -> int:
    """The most hit points that a character can have, with items and inventions."""
    content = module.content(RulerContent)
    artifacts = module.content(EncounterContent).artifacts
    crown = world.find(Crown, ruler.crown)
    carried = dict.fromkeys(item.item for item in world.by(MagicItem, "holder", ruler.place))
    return (
        most_hit_points(content, ruler.rank, ruler.skill)
        + sum(artifacts[item].hit_points for item in carried)
        + _boon(module, crown, "hit_points")
    )


def heal(state: State) -> None:
    """A step of the turn end: the living and the guardians regain hit points."""
    world, module = state.world, state.module
    by = module.content(RulerContent).bodies.healing
    for ruler in list(world.all(Ruler)):
        if ruler.alive:
            more = _boon(module, world.find(Crown, ruler.crown), "healing")
            after = healed(ruler.hit_points, most_of(world, module, ruler), by + more)
            if after != ruler.hit_points:
                world.put(ruler.replace(hit_points=after))
    for site in list(world.all(Site)):
        if site.being:
            after = healed(site.hit_points, site.full, by)
            if after != site.hit_points:
                world.put(site.replace(hit_points=after))


def _boon(module: Module, crown: Crown | None, what: str) -> int:
    devices = module.content(VentureContent).devices
    return boon(devices, crown.inventions, what) if crown else 0  # type: ignore[arg-type]
