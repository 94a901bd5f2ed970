"""Moves to an adjacent province with all led armies, trails that are followed, and pursuits.

Sources: kingdoms.action.move, kingdoms.action.move-naval, kingdoms.action.pursue,
kingdoms.action.trail, kingdoms.ability.spy-pursue-chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.encounters import met
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.imagined import armies_of
from engine.packs.kingdoms.crowns.order import in_character_order
from engine.packs.kingdoms.crowns.provinces import adjacent, distance
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.spying import follow_chance
from engine.packs.kingdoms.crowns.ventures.acting import (
    CHARACTER,
    NEXT_TO,
    Venture,
    actor_of,
    phase_now,
    tell,
    with_doings,
)
from engine.packs.kingdoms.crowns.ventures.forces import lead_of, led, marchers, way
from engine.packs.kingdoms.crowns.ventures.foreseen import foresee_battle, foresee_meeting
from engine.packs.kingdoms.crowns.ventures.marching import Bar, Way, barred, costs, spent
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.state import State

NAVAL: Final = "kingdoms.action.move-naval"

_SAYS: Final[Mapping[Bar, tuple[str, str, str]]] = {
    "sea": (
        NAVAL,
        "Land armies cannot enter the sea without a Fleet.",
        "Pick up a Fleet for each three of them, or leave them behind.",
    ),
    "harbour": (
        NAVAL,
        "Fleets and Whales go by sea, and into a harbour from the sea alone.",
        "Leave them behind, or take a way over the sea.",
    ),
    "parted": (
        "kingdoms.spell.part-sea",
        "Nobody crosses the edge of a parted sea but those who fly.",
        "Go by land, or wait until the sea has closed.",
    ),
    "flooded": (
        "kingdoms.spell.flood-province",
        "A flood holds all land armies up until the turn ends.",
        "Leave them behind, or go next turn.",
    ),
    "berths": (
        NAVAL,
        "There are more land armies than berths on the Fleets.",
        "Pick up another Fleet, or leave armies behind.",
    ),
    "stranded": (
        "kingdoms.spell.part-sea",
        "Land armies stand in the sea without a Fleet, and cannot move.",
        "Part the sea again.",
    ),
    "moves": (
        "kingdoms.action.move",
        "Some armies of the force have no moves left this turn: {}.",
        "Leave them behind, or move next turn. What was raised this turn cannot move in it.",
    ),
}


@facts
class RulerMoved(Event):
    """A character moved to another province with all led armies."""

    kind = "kingdoms-moved"

    ruler: int
    name: str
    start: int
    goal: int
    phase: int
    armies: Annotated[tuple[int, ...], Level.OWN]


def refused_way(state: State, ruler: Ruler, goal: Holding, rule: str) -> Iterator[Refusal]:
    """Why a character with all armies cannot go to an adjacent province."""
    world = state.world
    if goal.id not in adjacent(world, ruler.holding):
        yield Refusal(
            "out_of_range",
            rule,
            f"That province is not next to where {ruler.name} is.",
            "Choose one of the six around.",
        )
        return
    armies = led(world, ruler)
    if not armies:
        return
    step = way(state, ruler.crown, world.get(Holding, ruler.holding), goal)
    figures = state.module.content(ArmyContent).columns
    force, lead = marchers(state, armies), lead_of(state, ruler)
    bar = barred(figures, force, step, lead)
    if bar:
        because, says, instead = _SAYS[bar]
        tired = [each.type.name for each in force if spent(figures, each, step, lead)]
        yield Refusal("unable", because, says.format(", ".join(dict.fromkeys(tired))), instead)


def go(state: State, ruler: Ruler, goal: Holding) -> None:
    """Bring a character and its force to a province; each army pays for it.

    Characters without an army may meet somebody there by chance (kingdoms.encounter.random-chance).
    """
    world = state.world
    armies = led(world, ruler)
    step = way(state, ruler.crown, world.get(Holding, ruler.holding), goal)
    if armies:
        for army, marcher in zip(armies, marchers(state, armies), strict=True):
            moves = army.moves + costs(marcher, step)
            world.put(army.replace(holding=goal.id, moves=moves, came=ruler.holding))
    world.put(with_doings(ruler, moved=not armies).replace(holding=goal.id))
    moved = RulerMoved(
        ruler=ruler.id,
        name=ruler.name,
        start=ruler.holding,
        goal=goal.id,
        phase=phase_now(state),
        armies=tuple(army.id for army in armies),
    )
    tell(state, ruler, moved)
    if armies:
        attempted(state, ruler.id, lesson_of_way(state, armies, step))


def lesson_of_way(state: State, armies: Sequence[Army], step: Way) -> str:
    """What moving armies may teach who leads them (kingdoms.experience.action-table)."""
    types = state.module.content(ArmyContent).army_types
    sailed = any(types[army.type].sails or types[army.type].swims for army in armies)
    return "Move by sea with fleets" if step.by_sea and sailed else "Move on land with armies"


class Move(Venture):
    """Go to the next province, with all the armies of the character."""

    path = ("character", "move")
    rule = "kingdoms.action.move"
    work = "move"
    phases = parts_of("move")
    in_coma = True

    to: Annotated[Ref, NEXT_TO] = Field(description="A province next to the character")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        goal = state.the(Holding, self.to)
        yield from refused_way(state, self.actor(state), goal, self.rule)

    def act(self, state: State) -> None:
        go(state, self.actor(state), state.the(Holding, self.to))
        foresee_battle(state, self.character.id)


# ---------------------------------------------------------------- following


FARTHEST: Final = 3
"""As far a pursuer without armies goes, in provinces; with armies it is one."""
FARTHEST_TRAIL: Final = 2
LESSON: Final = "Spy, Trail or Pursue"


@facts
class Pursued(Event):
    """A character went after another."""

    kind = "kingdoms-pursued"

    ruler: int
    name: str
    target: int
    chance: Annotated[int, Level.OWN]
    found: bool
    """Whether the character found out where to go."""
    came: bool
    """Whether the character is where the target is."""
    holding: int
    phase: int


@facts
class Trailed(Event):
    """A character followed another unseen for a phase, or lost the trail."""

    kind = "kingdoms-trailed"

    ruler: int
    name: str
    target: int
    holding: int
    lost: bool
    phase: int


def reaches(distance: int, armies: int) -> bool:
    """Whether a pursuer who found the target gets there, ignoring barriers to armies."""
    return distance <= 1 if armies else distance <= FARTHEST


class Pursue(Venture):
    """Go after a character, and meet in person one who leads no army."""

    path = ("character", "pursue")
    rule = "kingdoms.action.pursue"
    work = "pursue"
    phases = parts_of("pursue")

    target: Annotated[Ref, CHARACTER] = Field(description="Whom to go after")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        target = state.the(Ruler, self.target)
        yield from _no_target(self.actor(state), target, self.rule)

    def act(self, state: State) -> None:
        world, ruler = state.world, self.actor(state)
        target = state.the(Ruler, self.target)
        away = distance(world, ruler.holding, target.holding)
        chance = follow_chance(
            state.module.content(RulerContent).spying,
            level_in(ruler.skill, "SP"),
            leads=bool(led(world, target)),
            distance=away,
            kin=ruler.crown == target.crown,
        )
        dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "pursue")
        found = succeeds(dice, chance)
        came = found and self._come(state, ruler, target, away)
        pursued = Pursued(
            ruler=ruler.id,
            name=ruler.name,
            target=target.id,
            chance=chance,
            found=found,
            came=came,
            holding=world.get(Ruler, ruler.id).holding,
            phase=phase_now(state),
        )
        tell(state, ruler, pursued)
        attempted(state, ruler.id, LESSON)

    def _come(self, state: State, ruler: Ruler, target: Ruler, away: int) -> bool:
        """Go there, and note whom to meet; whether the character is there."""
        world = state.world
        armies = led(world, ruler)
        if not reaches(away, len(armies)):
            return False
        if away:
            goal = world.get(Holding, target.holding)
            if armies:
                step = way(state, ruler.crown, world.get(Holding, ruler.holding), goal)
                figures = state.module.content(ArmyContent).columns
                if barred(figures, marchers(state, armies), step, lead_of(state, ruler)):
                    return False
            go(state, ruler, goal)
        if not led(world, target) and not partners(world, ruler.crown, target.crown):
            now = world.get(Ruler, ruler.id)
            world.put(with_doings(now, meets=target.id, moved=False))
            if state.planning and not armies_of(world, target):
                foresee_meeting(state, now, target)
        foresee_battle(state, ruler.id)
        return True


def meet_pursued(state: State) -> None:
    """A step of each phase: pursuers who reached their target fight it, in character order.

    One who has died, left or got an army meanwhile is not met.
    """
    world = state.world
    for each in in_character_order(world):
        ruler = world.get(Ruler, each.id)
        if not ruler.doings.meets:
            continue
        target = world.get(Ruler, ruler.doings.meets)
        ruler = with_doings(ruler, meets=0)
        world.put(ruler)
        here = ruler.alive and target.alive and ruler.holding == target.holding
        if here and not led(world, target):
            met(state, "pursue", ruler, target)


def _near(state: State, given: Given) -> Iterator[Choice]:
    """Whom a character can trail: those who are known to be in reach."""
    ruler = actor_of(state, given)
    for choice in CHARACTER.among(state, given):
        whom = state.world.find(Ruler, Ref.parse(choice.value).id)
        if whom is None or not whom.knows("holding"):
            continue
        if ruler is None or distance(state.world, ruler.holding, whom.holding) <= 1:
            yield choice


NEAR: Final = Asks("a character who is known to be near", _near, (Ruler.kind,))


class Trail(Venture):
    """Follow a character unseen for the rest of the turn, and report all that happens."""

    path = ("character", "trail")
    rule = "kingdoms.action.trail"
    work = "trail"
    phases = parts_of("trail")
    from_first = True

    target: Annotated[Ref, NEAR] = Field(description="Whom to follow")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler, target = self.actor(state), state.the(Ruler, self.target)
        yield from _no_target(ruler, target, self.rule)
        if led(state.world, ruler):
            yield self.refusal(
                "not_allowed",
                f"{ruler.name} leads armies, and cannot trail anybody.",
                "Leave them behind first.",
            )
        if distance(state.world, ruler.holding, target.holding) > 1:
            yield self.refusal(
                "out_of_range",
                f"{target.name} is not in the same or an adjacent province.",
                "Move closer first.",
            )

    def act(self, state: State) -> None:
        """Take up the trail; `follow` goes on with it phase by phase."""
        ruler = self.actor(state)
        shadowy = tuple(dict.fromkeys((*ruler.doings.shadowy, "Trail")))
        state.world.put(with_doings(ruler, trailing=self.target.id, shadowy=shadowy))
        attempted(state, ruler.id, LESSON)


def follow(state: State) -> None:
    """A step of each phase: a character who trails somebody goes along, or loses the trail."""
    world = state.world
    spying = state.module.content(RulerContent).spying
    for each in in_character_order(world):
        ruler = world.get(Ruler, each.id)
        if not ruler.doings.trailing:
            continue
        target = world.get(Ruler, ruler.doings.trailing)
        lost = not target.alive or ruler.doings.stopped
        if not lost and target.holding != ruler.holding:
            leads = bool(led(world, target))
            kin = ruler.crown == target.crown
            level = level_in(ruler.skill, "SP")
            chance = follow_chance(spying, level, leads=leads, kin=kin)
            dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "trail")
            lost = not succeeds(dice, chance)
            if not lost and distance(world, ruler.holding, target.holding) <= FARTHEST_TRAIL:
                go(state, ruler, world.get(Holding, target.holding))
                ruler = world.get(Ruler, ruler.id)
        if lost:
            world.put(with_doings(ruler, trailing=0))
        trailed = Trailed(
            ruler=ruler.id,
            name=ruler.name,
            target=target.id,
            holding=ruler.holding,
            lost=lost,
            phase=phase_now(state),
        )
        tell(state, ruler, trailed)


def _no_target(ruler: Ruler, target: Ruler, rule: str) -> Iterator[Refusal]:
    if target.id == ruler.id:
        yield Refusal("bad_target", rule, f"{ruler.name} cannot be sent after {ruler.name}.")
    elif not target.alive:
        yield Refusal("bad_target", rule, f"{target.name} is dead.")
