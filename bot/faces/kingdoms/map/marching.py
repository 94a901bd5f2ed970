"""Where own characters can be sent: one province further for each phase that is left to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.faces.choices.asking import planning
from bot.faces.kingdoms.places import hex_of, where
from bot.faces.map.chart import Chart, Stride
from bot.faces.map.survey import Survey
from bot.faces.travel import Destination, Marches, OwnPiece
from engine.campaign import Faction, Now
from engine.orders import Ref
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.provinces import adjacent, is_coastal
from engine.packs.kingdoms.crowns.ventures.forces import lead_of, led, marchers, tract_of
from engine.packs.kingdoms.crowns.ventures.marching import Marcher, Way, barred, costs
from engine.packs.kingdoms.pieces.records import CharacterSighting, Crown, Holding, Ruler, Site
from engine.packs.kingdoms.pieces.timing import PHASES
from engine.state import State
from engine.world import World

STEPS: Final = tuple(f"{n} phase{'s' if n > 1 else ''}" for n in range(1, PHASES + 1))


def pieces(plan: World, player: int) -> Iterator[OwnPiece]:
    """The player's characters, the King first, with how many armies each leads."""
    crown = plan.first(Crown, "player", player)
    people = [each for each in plan.by(Ruler, "crown", crown.id if crown else 0) if each.alive]
    turn = plan.get(Now, 1).turn
    for ruler in sorted(people, key=lambda each: (not each.royal, each.id)) if crown else ():
        count = len(led(plan, ruler))
        note = f"leads {count} armies" if count > 1 else "leads 1 army" if count else "alone"
        emoji = "👑" if ruler.royal else "👤"
        here = hex_of(plan, ruler.holding)
        yield OwnPiece(Ref(*ruler.place), ruler.name, note, here, ruler.since != turn, emoji)


def reached(survey: Survey, ruler: Ruler, phases: int) -> dict[int, int]:
    """The provinces that a character with all armies can reach, with the number of moves."""
    state = planning(survey.rules, survey.view, survey.player)
    figures = survey.rules.module.content(ArmyContent).columns
    armies = led(state.world, ruler)
    lead = lead_of(state, ruler)
    found = {ruler.holding: 0}
    edge: list[tuple[int, list[Marcher]]] = [(ruler.holding, marchers(state, armies))]
    for step in range(1, phases + 1):
        further: list[tuple[int, list[Marcher]]] = []
        for here, force in edge:
            for there in adjacent(state.world, here):
                if there in found:
                    continue
                gone = _way(state, ruler.crown, here, there)
                if force and barred(figures, force, gone, lead):
                    continue
                found[there] = step
                further.append(
                    (there, [replace(each, used=each.used + costs(each, gone)) for each in force])
                )
        edge = further
    del found[ruler.holding]
    return found


def _way(state: State, crown: int, here: int, there: int) -> Way:
    """The step from one province to the next, as far as it is known whose they are."""
    content, world = state.module.content(ArmyContent), state.world
    start, goal = world.get(Holding, here), world.get(Holding, there)
    return Way(
        tract_of(world, content, start),
        tract_of(world, content, goal),
        goal_coastal=is_coastal(world, content, there),
        own=all(each.knows("owner") and each.owner == crown for each in (start, goal)),
    )


def goals(survey: Survey, ref: Ref) -> tuple[Destination, ...]:
    """The provinces next to where the character would stand that can be entered."""
    ruler = survey.view.find(Ruler, ref.id)
    if ruler is None or not ruler.knows("skill"):
        return ()
    view = survey.view
    found: list[Destination] = []
    for id in reached(survey, ruler, 1):
        holding = view.get(Holding, id)
        name = f"{holding.terrain} {where(holding)}"
        found.append(
            Destination(Ref(*holding.place), name, _owned(survey, holding), hex_of(view, id), True)
        )
    return tuple(found)


def _owned(survey: Survey, holding: Holding) -> str:
    """Whose a province is, and what is known to be there."""
    if not holding.knows("owner"):
        return "nobody knows whose"
    crown = survey.view.find(Crown, holding.owner)
    if not crown:
        return "independent"
    return "yours" if crown.player == survey.player else crown.name


def with_reach(survey: Survey, chart: Chart, ref: Ref) -> Chart:
    """The chart with where the character can get in the phases of a turn."""
    ruler = survey.view.find(Ruler, ref.id)
    if ruler is None or not ruler.knows("skill"):
        return chart
    strides = tuple(
        Stride(*hex_of(survey.view, id).spot, step - 1, step)
        for id, step in reached(survey, ruler, PHASES).items()
    )
    count = len(led(survey.view, ruler))
    force = "no armies" if not count else "1 army" if count == 1 else f"{count} armies"
    return replace(
        chart,
        strides=strides,
        steps=STEPS[: max((each.step for each in strides), default=0) + 1],
        steps_are="Reached in",
        title=ruler.name,
        subtitle=f"with {force}" if strides else f"cannot go with {force} together",
    )


def dangers(survey: Survey, ref: Ref, key: str) -> tuple[str, ...]:
    """Foreign characters who were noticed, guardians that are known, and foreign land."""
    queued = next((each for each in survey.orders if each.key == key), None)
    goal = queued.order.refs().get("to") if queued else None
    holding = survey.view.find(Holding, goal.id) if goal else None
    return tuple(_met(survey, holding)) if holding else ()


def _met(survey: Survey, holding: Holding) -> Iterator[str]:
    view, turn = survey.view, survey.view.get(Now, 1).turn
    own = {each.id: None for each in view.by(Crown, "faction", survey.faction)}
    if holding.knows("owner") and holding.owner and holding.owner not in own:
        crown = view.get(Crown, holding.owner)
        side = view.find(Faction, crown.faction)
        yield f"The province belonged to {crown.name}" + (
            f" of {side.name}." if side and side.name != crown.name else "."
        )
    for ruler in view.by(Ruler, "holding", holding.id):
        if ruler.crown not in own and ruler.alive:
            last = max(
                (each.turn for each in view.by(CharacterSighting, "ruler", ruler.id)), default=turn
            )
            ago = turn - last
            when = "this turn" if not ago else "last turn" if ago == 1 else f"{ago} turns ago"
            yield f"{ruler.name} was seen there {when}."
    for site in view.by(Site, "holding", holding.id):
        if site.being:
            yield "A monster guarded a feature there."


def given(piece: Ref, goal: Ref) -> Mapping[str, Ref]:
    """The values of the order to move."""
    return {"character": piece, "to": goal}


MARCHES: Final = Marches(
    order=("character", "move"),
    given=given,
    pieces=pieces,
    goals=goals,
    reach=with_reach,
    dangers=dangers,
)
