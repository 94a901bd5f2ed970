"""What a faction knows."""

from engine.packs import Rules
from engine.world import World


def look(rules: Rules, world: World, faction: int, seen: World) -> None:
    for cls in world.kinds.values():
        for record in world.all(cls):
            seen.put(record)
