"""Rehearsing a module in a worker, a few seconds at a time, so that nobody waits for long.

What was played so far goes to and fro between worker and bot; a worker that is lost loses the few
seconds that it was at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from bot import faces
from bot.faces.overview.rehearsal import Rehearsed, RehearsedSide, rehearsal_card
from bot.faces.overview.standings import SideFacts
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_of
from bot.league.course import Course
from bot.league.games import Game, Played
from bot.league.table import table
from bot.league.verdict import Verdict, judged
from bot.store.records import ModuleCopy
from engine.campaign import Faction, Now, Player
from engine.module import Module

_FAULT: Final = 300  # characters of what is told of a break


@dataclass(frozen=True, slots=True)
class Plan:
    """What to rehearse."""

    turns: int
    games: int
    seed: int
    """The number of the first game; the same numbers play the same games."""
    players: int | None = None
    """Computer players for each faction, at most; None for as many as it has seats."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that was played to its end, or to the last turn that was asked for."""

    played: Played
    course: Course
    winners: tuple[int, ...]
    """The factions that stood first."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a rehearsal is."""

    ended: tuple[FinishedGame, ...] = ()
    game: Game | None = None
    """The one that is under way, or the last."""
    turn: int = 0
    """The turns of it that are over."""
    seconds: float = 0.0
    """Of computing so far."""
    broken: str = ""
    """What broke, and where; then nothing more is played."""
    done: bool = False


@dataclass(frozen=True, slots=True)
class RehearsalResult:
    """What a rehearsal showed."""

    picture: Picture | None
    """None where no turn was played."""
    facts: Rehearsed | None
    verdict: Verdict
    lines: tuple[str, ...]
    """Everything that was counted, as a plain table."""
    faults: tuple[str, ...]
    """Where the program broke in an order; such orders were left out."""


def play_on(module: ModuleCopy, plan: Plan, stage: Stage, seconds: float) -> Stage:
    """Play for about that many seconds, a turn at least; one that is begun is ended.

    Raises LookupError if nobody plays the module by computer.
    """
    began, rules = perf_counter(), rules_of(module)
    last = game = stage.game.resumed(rules) if stage.game else None
    ended, turn = list(stage.ended), stage.turn
    broken, done = "", False
    playing = True
    while playing:
        if game and (turn >= plan.turns or game.world.get(Now, 1).over):
            ended.append(_ended(game))
            if len(ended) == plan.games:
                done = True
                break
            last, game, turn = game, None, 0
        try:
            game = game or Game(rules, plan.seed + len(ended), ("middle",), plan.players)
            turn = next((played.turns for played in game.turns(plan.turns)), plan.turns)
        except Exception as error:  # whatever breaks is what a rehearsal is to find
            if game is None and not ended and type(error) is LookupError:
                raise  # its rules do not have it played
            where = f"game {len(ended) + 1}, turn {turn + 1}"
            broken = f"{where}: {type(error).__name__}: {error}"[:_FAULT]
        playing = not broken and perf_counter() - began < seconds
    spent = stage.seconds + perf_counter() - began
    return Stage(tuple(ended), game or last, turn, spent, broken, done or bool(broken))


def show(module: ModuleCopy, stage: Stage) -> RehearsalResult:
    """What the games say that are over; of a rehearsal that was ended early, the last as it is."""
    from bot.faces.cards.picture import draw_card  # what draws is the workers', 40 MB of it

    rules, ended = rules_of(module), stage.ended
    if not ended and stage.game and stage.turn:
        ended = (_ended(stage.game.resumed(rules)),)
    ended = tuple(each for each in ended if each.course.points)
    verdict = judged([each.course.points[-1] for each in ended], [each.winners for each in ended])
    faults = tuple(fault for each in ended for fault in each.played.faults)
    if not ended or stage.game is None:
        return RehearsalResult(None, None, verdict, (), faults)
    world = stage.game.world
    factions = {each.id: each for each in world.all(Faction)}
    facts = _facts(rules.module, ended, verdict, factions)
    figure = faces.of(rules).names(world, reader=0).figure
    lines = tuple(table([each.played for each in ended]))
    drawn = draw_card(rehearsal_card(facts, figure), world)
    picture = replace(drawn, filename=f"rehearsal-{module.name}.png")
    return RehearsalResult(picture, facts, verdict, lines, faults)


def _ended(game: Game) -> FinishedGame:
    sides = {game.world.get(Player, each).faction for each in game.played.winners}
    return FinishedGame(game.played, game.course, tuple(sorted(sides)))


def _facts(
    module: Module,
    ended: tuple[FinishedGame, ...],
    verdict: Verdict,
    factions: Mapping[int, Faction],
) -> Rehearsed:
    """The mean of the games, turn by turn, of each faction."""
    courses = [each.course for each in ended]
    turns = min(len(each.points) for each in courses)
    sides: list[RehearsedSide] = []
    for rank, lean in enumerate(verdict.leans, start=1):
        id, faction = lean.faction, factions[lean.faction]
        mean = tuple(
            (turn, round(sum(each.points[turn - 1].get(id, 0) for each in courses) / len(courses)))
            for turn in range(1, turns + 1)
        )
        side = SideFacts(
            name=faction.name,
            faction=faction,
            who=faction.place,
            own=False,
            rank=rank,
            points=mean[-1][1],
            change=mean[-1][1] - mean[-2][1] if turns > 1 else 0,
            made_of=(),
            was=(),
            course=mean,
        )
        battles = sum(each.battles[id] for each in courses)
        sides.append(
            RehearsedSide(
                side,
                share=lean.share,
                error=lean.error,
                surely=lean.surely,
                won=lean.won,
                battles=battles / len(courses),
                battles_won=sum(each.won[id] for each in courses) / max(1, battles),
                foes=_foes(id, courses, factions),
            )
        )
    return Rehearsed(
        module.name, len(ended), turns, module.victory.turns, verdict.fair, tuple(sides)
    )


def _foes(
    id: int, courses: list[Course], factions: Mapping[int, Faction]
) -> tuple[tuple[str, int], ...]:
    """Whom a faction fought, by name, with the number of games in which it did."""
    met: dict[int, int] = {}
    for course in courses:
        for pair in course.wars:
            if id in pair:
                other = pair[0] if pair[1] == id else pair[1]
                met[other] = met.get(other, 0) + 1
    return tuple((factions[other].name, met[other]) for other in sorted(met) if other in factions)
