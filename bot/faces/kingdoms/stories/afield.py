"""What a script has to know of its player's kingdom, by the view of the player's faction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.faces.stories import Seated
from engine.hexes import located
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.provinces import adjacent, ground_of
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler
from engine.world import World


async def home_of(person: Seated) -> str:
    """Where the person's home is, such as "4,7"."""
    view, _ = await person.known()
    return spot(view, crown_of(person, view).home)


async def people_of(person: Seated) -> list[Ruler]:
    """The person's living characters, the King first."""
    view, _ = await person.known()
    found = [each for each in view.by(Ruler, "crown", crown_of(person, view).id) if each.alive]
    return sorted(found, key=lambda ruler: (not ruler.royal, ruler.id))


async def around(person: Seated, where: str) -> list[str]:
    """The land next to a province."""
    view, land = await _land_of(person)
    return [spot(view, id) for id in adjacent(view, _at(view, where)) if land(id)]


async def path(person: Seated, start: str, goal: str) -> list[str]:
    """The shortest way by land from one province to another, without the first.

    Raises:
        LookupError: there is none.
    """
    view, land = await _land_of(person)
    first, last = _at(view, start), _at(view, goal)
    came: dict[int, int] = {first: 0}
    reached: list[int] = [first]
    for here in reached:  # grows as it is gone through
        for there in adjacent(view, here):
            if there not in came and land(there):
                came[there] = here
                reached.append(there)
    if last not in came:
        raise LookupError(f"no way leads from {start} to {goal}")
    way: list[str] = []
    while last != first:
        way.append(spot(view, last))
        last = came[last]
    return way[::-1]


async def march(person: Seated, who: str, way: Sequence[str]) -> str:
    """Order a character to go along a way, as far as moves and phases last; where that leads."""
    reached = ""
    for step in way:
        if not await person.try_order("character move", character=who, to=step):
            break
        reached = step
    return reached


def crown_of(person: Seated, view: World) -> Crown:
    """The person's kingdom."""
    crown = view.first(Crown, "player", person.player)
    assert crown
    return crown


def spot(view: World, holding: int) -> str:
    """A province as people type it."""
    there = view.get(Holding, holding)
    return located(there.x, there.y)


def _at(view: World, where: str) -> int:
    return next(each.id for each in view.all(Holding) if located(each.x, each.y) == where)


async def _land_of(person: Seated) -> tuple[World, Callable[[int], bool]]:
    view, rules = await person.known()
    content = rules.module.content(ArmyContent)
    return view, lambda id: not ground_of(content, view.get(Holding, id)).sea
