"""Who comes before whom: the kingdom order of a turn, and character order over all kingdoms.

Source: kingdoms.turn.start-steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.dice import shuffled
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.records import Course, Crown, Ruler
from engine.state import State
from engine.world import World


def living(world: World) -> Iterator[Crown]:
    """The kingdoms that play, in order of id (kingdoms.turn.elimination)."""
    for crown in world.all(Crown):
        if crown.player and not crown.fallen:
            yield crown


def draw_order(state: State) -> None:
    """The kingdom order of the turn: a shuffle of the living kingdoms in order of id."""
    crowns = [crown.id for crown in living(state.world)]
    order = tuple(shuffled(step_stream(state, 0, "turn", 0, "kingdom order"), crowns))
    state.world.put(state.world.get(Course, 1).replace(phase=0, order=order, fights=0))


def kingdom_rank(world: World, crown: int) -> tuple[int, int]:
    """Sorts kingdoms by the kingdom order of the turn; those that have none come last, by id."""
    order = world.get(Course, 1).order
    return (order.index(crown) if crown in order else len(order), crown)


def character_rank(world: World, ruler: Ruler) -> tuple[int, int, bool, int]:
    """Sorts characters in character order: by kingdom, the King or Heir first, then by id."""
    return (*kingdom_rank(world, ruler.crown), not ruler.royal, ruler.id)


def in_character_order(world: World) -> list[Ruler]:
    """All living characters of kingdoms, in character order.

    Of a view those alone of whom all is known: what others do a plan cannot say.
    """
    known = (ruler for ruler in world.all(Ruler) if ruler.knows("doings"))
    employed = (ruler for ruler in known if ruler.alive and ruler.crown)
    return sorted(employed, key=lambda ruler: character_rank(world, ruler))
