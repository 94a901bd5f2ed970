"""Where own stacks can be sent, and what is known to threaten them on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from bot.faces.choices.asking import planning
from bot.faces.map.chart import Chart
from bot.faces.map.survey import Survey
from bot.faces.travel import Destination, Marches, OwnPiece
from bot.faces.words.figures import amount
from engine.campaign import Faction, Now
from engine.orders import Ref
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.stamina import Stamina, members, shown
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, player_of, relation
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Map,
    Province,
    Stack,
    Tower,
    Village,
)
from engine.state import State
from engine.world import World

TURNS: Final = 8
"""How many turns ahead goals are looked for."""
_EDGES: Final = 12
"""How many places at the edge of what was ever seen are offered."""
_LONG_AGO: Final = 4  # turns since land was seen, from which its people may be elsewhere
_TOLD: Final = 6  # dangers of a kind that are told one by one


def pieces(plan: World, player: int) -> Iterator[OwnPiece]:
    """Stacks, those that can move first, then cities and who stands alone."""
    grid = plan.get(Map, 1).grid
    own = [stack for stack in plan.by(Stack, "player", player) if stack.knows("used")]
    own.sort(key=lambda stack: not (stack.used < 1 and members(plan, stack)))
    for stack in own:
        able = bool(members(plan, stack))
        goes = able and stack.used < 1
        note = "can move" if goes else "has moved all it can" if able else "nobody is in it"
        spot = grid.at(stack.province - 1)
        yield OwnPiece(Ref(*stack.place), stack.name, note, spot, goes, "🚩" if goes else "")
    for city in plan.all(City):
        if city.knows("actions") and player_of(plan, city) == player:
            left = f"{city.actions} actions left" if city.actions != 1 else "1 action left"
            yield OwnPiece(
                Ref(*city.place), city.name, left, grid.at(city.province - 1), emoji="🏰"
            )
    for hero in plan.by(Character, "player", player):
        holder = plan.at(hero.holder)
        known = hero.knows("dead") and hero.knows("captor")
        if not known or hero.dead or imprisoned(hero):
            continue
        if isinstance(holder, City | Province):
            at = holder.province if isinstance(holder, City) else holder.id
            where = f"in {holder.name}" if isinstance(holder, City) else "in the open"
            yield OwnPiece(Ref(*hero.place), hero.name, where, grid.at(at - 1), emoji="👤")


def _mode(world: World, stack: Stack) -> Mode:
    """How a move goes that does not say it (cohorts.movement.move-order)."""
    return "water" if stack_type(world, stack.place) == "fleet" else "land"


def _reached(
    survey: Survey, stack: Stack, turns: int
) -> tuple[State, Stamina, dict[int, tuple[int, Fraction]]]:
    state = planning(survey.rules, survey.view, survey.player)
    mode = _mode(survey.view, stack)
    return state, Stamina.of(state, stack, mode), routes.by_turn(state, stack, mode, turns)


def goals(survey: Survey, ref: Ref) -> tuple[Destination, ...]:
    """Known provinces that the stack can get to, those where something is marked as notable."""
    view = survey.view
    stack = view.find(Stack, ref.id)
    if stack is None or not stack.knows("used") or not members(view, stack):
        return ()
    _, stamina, reached = _reached(survey, stack, TURNS)
    named, edges = _notable(survey), 0
    grid = view.get(Map, 1).grid
    found: list[Destination] = []
    order = sorted(reached.items(), key=lambda each: (each[1][0], -each[1][1], each[0]))
    for id, (turn, left) in order:
        province = view.find(Province, id)
        if province is None or id == stack.province:
            continue
        what, hex_ = named.get(id, ""), grid.at(id - 1)
        if not what and edges < _EDGES and _at_the_edge(view, id):
            what, edges = "unexplored beyond", edges + 1
        land = province.terrain.replace("_", " ")
        name = f"{what or land} {province.location}" + (f" · {land}" if what else "")
        note = _when(stamina, turn, left)
        found.append(Destination(Ref(*province.place), name, note, hex_, bool(what)))
    return tuple(found)


def _when(stamina: Stamina, turn: int, left: Fraction) -> str:
    """When a stack arrives, and what it has left then."""
    had = stamina.points if turn == 1 else stamina.rate
    if turn == 1:
        return f"this turn · takes {amount(shown(had - left))} of {amount(shown(had))} points"
    rest = amount(shown(left))
    return f"in {turn} turns · {rest} {'point' if rest == '1' else 'points'} left then"


def _notable(survey: Survey) -> dict[int, str]:
    """What is of note in each province, the weightiest thing first."""
    view = survey.view
    found: dict[int, str] = {}
    for city in view.all(City):
        found.setdefault(city.province, city.name)
    for spot in view.all(HotSpot):
        found.setdefault(spot.province, spot.name)
    for stack in view.all(Stack):
        if view.find(Province, stack.province) and faction_of(view, stack) != survey.faction:
            found.setdefault(stack.province, f"{stack.name} stood here")
    for village in view.all(Village):
        found.setdefault(village.province, village.name)
    for tower in view.all(Tower):
        found.setdefault(tower.province, f"{tower.type} tower")
    for province in view.all(Province):
        if province.gate:
            found.setdefault(province.id, "gate")
    return found


def _at_the_edge(view: World, id: int) -> bool:
    """Whether a province lies beside one that was never seen."""
    around = view.get(Map, 1).grid.adjacency()[id - 1]
    return any(there >= 0 and view.find(Province, there + 1) is None for there in around)


def with_reach(survey: Survey, chart: Chart, ref: Ref) -> Chart:
    """The chart with where the stack can get in the turns to come."""
    from bot.faces.cohorts.map import strides

    stack = survey.view.find(Stack, ref.id)
    if stack is None or not stack.knows("used") or not members(survey.view, stack):
        return chart
    _, stamina, reached = _reached(survey, stack, strides.TURNS)
    left, rate = (amount(shown(each)) for each in (stamina.points, stamina.rate))
    return replace(
        chart,
        strides=tuple(strides.strides(survey.view, reached)),
        steps=strides.BY_TURN,
        steps_are="Reached",
        title=stack.name,
        subtitle=f"{left} of {rate} points left",
    )


def dangers(survey: Survey, ref: Ref, key: str) -> tuple[str, ...]:
    """Who is known to stand on the way or beside it, land of enemies, and land seen long ago."""
    from bot.faces.cohorts.map.ways import ways_of

    ways = ways_of(survey.rules, survey.view, survey.player, survey.orders)
    way = next((each for each in reversed(ways) if each.stack == ref.id), None)
    if way is None:
        return ()
    entered = dict.fromkeys(way.provinces[1:])
    return (*_met(survey, entered), *_hostile(survey, entered), *_old(survey.view, entered))


def _met(survey: Survey, entered: Mapping[int, None]) -> Iterator[str]:
    """Foreign stacks on the way and beside it."""
    view, adjacency = survey.view, survey.view.get(Map, 1).grid.adjacency()
    beside = {there + 1: None for id in entered for there in adjacency[id - 1] if there >= 0}
    turn, told = view.get(Now, 1).turn, 0
    for stack in view.all(Stack):
        owner = faction_of(view, stack)
        if stack.province not in beside and stack.province not in entered:
            continue
        if owner == survey.faction or relation(view, survey.faction, owner) == "allied":
            continue
        told += 1
        if told > _TOLD:
            continue
        side = view.find(Faction, owner)
        whose = f" of {side.name}" if side else ""
        sighting = view.first(Sighting, "about", (survey.faction, stack.place))
        ago = turn - sighting.turn if sighting else 0
        when = "" if not ago else " last turn" if ago == 1 else f" {ago} turns ago"
        province = view.find(Province, stack.province)
        where = f" at {province.location}" if province else ""
        at = "stood on the way" if stack.province in entered else "stood beside the way"
        yield f"{stack.name}{whose} {at}{where}{when}."
    if told > _TOLD:
        yield f"So did {told - _TOLD} more."


def _hostile(survey: Survey, entered: Mapping[int, None]) -> Iterator[str]:
    """Land of factions at war with one's own."""
    view = survey.view
    names: dict[str, int] = {}
    for id in entered:
        memory = view.find(Memory, id)
        side = view.find(Faction, memory.owner) if memory else None
        if side and relation(view, survey.faction, side.id) == "at_war":
            names[side.name] = names.get(side.name, 0) + 1
    for name, count in names.items():
        yield f"{count} of its provinces belong to {name}, with whom you are at war."


def _old(view: World, entered: Mapping[int, None]) -> Iterator[str]:
    """Land that was last seen long ago."""
    turn = view.get(Now, 1).turn
    memories = [memory for id in entered if (memory := view.find(Memory, id))]
    old = [age for each in memories if not each.in_view and (age := turn - each.turn) >= _LONG_AGO]
    if old:
        yield f"{len(old)} of its provinces were last seen {min(old)} or more turns ago."


def given(piece: Ref, goal: Ref) -> Mapping[str, Ref]:
    """The values of the order to move."""
    return {"stack": piece, "destination": goal}


MARCHES: Final = Marches(
    order=("stack", "move"),
    given=given,
    pieces=pieces,
    goals=goals,
    reach=with_reach,
    dangers=dangers,
)
