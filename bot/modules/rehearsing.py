"""A rehearsal from the first turn to its verdict: played piece by piece, told in words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from math import inf
from typing import Final

from bot.faces.cards.card import words_of
from bot.faces.overview.rehearsal import Rehearsed, shares_box
from bot.faces.words.text import escaped, number
from bot.host import Host
from bot.league.verdict import FEWEST, MATTERS, Lean, Verdict
from bot.modules.rehearsal import Plan, RehearsalResult, Stage, play_on, show
from bot.store.records import ModuleCopy
from bot.workers import JobFailed, WorkerError

PIECE: Final = 4.0
"""Seconds that a worker plays at a time: so long others may wait."""
LONGEST: Final = 600.0
"""Seconds after which a rehearsal ends with what was played; an answer can be changed for 900."""
_TURN: Final = 120.0  # seconds that one turn may take

Told = Callable[[Stage], Awaitable[None]]
"""Is told after every piece how far it is."""


async def rehearse(
    host: Host, module: ModuleCopy, plan: Plan, told: Told, stopped: asyncio.Event
) -> Stage:
    """Play until all is played, something breaks, time is up or somebody has it stopped.

    Raises LookupError if nobody plays the module by computer.
    """
    loop = asyncio.get_running_loop()
    until, stage = loop.time() + LONGEST, Stage()
    while not stage.done and not stopped.is_set() and loop.time() < until:
        try:
            stage = await host.workers.run(
                play_on, module, plan, stage, PIECE, limit=_TURN, long=True
            )
        except JobFailed as error:
            return replace(stage, broken=_where(stage, str(error).strip().splitlines()[-1]))
        except WorkerError as error:
            return replace(stage, broken=_where(stage, str(error)))
        await told(stage)
    return stage


async def shown(host: Host, module: ModuleCopy, stage: Stage) -> RehearsalResult:
    """What the rehearsal showed."""
    return await host.workers.run(show, module, stage)


def progress(stage: Stage, plan: Plan) -> str:
    """How far it is, in a line."""
    every = plan.games * plan.turns
    done = min(every, len(stage.ended) * plan.turns + stage.turn % (plan.turns + 1))
    if stage.game and stage.turn >= plan.turns and len(stage.ended) < plan.games:
        done = min(every, (len(stage.ended) + 1) * plan.turns)
    filled = 20 * done // every
    bar = "▰" * filled + "▱" * (20 - filled)
    game = min(plan.games, len(stage.ended) + 1)
    return f"`{bar}` game {game} of {plan.games}, turn {stage.turn} of {plan.turns}"


def verdict_told(verdict: Verdict, facts: Rehearsed | None) -> str:
    """How even the module is, and how sure that is."""
    if not verdict.games or facts is None:
        return "No game was played far enough to say anything."
    names = {each.side.faction.id: each.side.name for each in facts.sides if each.side.faction}
    fair, games = f"{verdict.fair:.0%}", number(verdict.games, "game")
    top = verdict.leans[0]
    lead = f"{escaped(names[top.faction])} comes to {_share(top)} of all points, {fair} being fair"
    if verdict.games < FEWEST:
        return (
            f"**Nothing can be said yet.** {games.capitalize()} "
            f"{'is' if verdict.games == 1 else 'are'} chance: {lead}. {_more(verdict)}"
        )
    sure = [each for each in verdict.leans if each.surely]
    if sure:
        told = "; ".join(
            f"{escaped(names[each.faction])} comes to {_share(each)} and won {_won(each, verdict)}"
            for each in sure
        )
        return (
            f"**Uneven, and that is hardly chance.** {told}; {fair} of all points would be fair. "
            "An even module looks so in fewer than 1 of 20 rehearsals."
        )
    if verdict.doubt > MATTERS:
        return f"**Not plainly uneven, but {games} cannot tell.** {lead}. {_more(verdict)}"
    return f"**Even, as far as {games} tell.** {lead}; nothing here is more than chance."


def lines_of(facts: Rehearsed) -> Iterator[str]:
    """Every faction in a line, and how much of a campaign that was."""
    yield from (entry.line for entry in words_of(shares_box(facts)))
    if facts.whole and facts.turns < facts.whole:
        yield f"-# Played: {number(facts.turns, 'turn')} of the {facts.whole} of a campaign."


def _more(verdict: Verdict) -> str:
    return f"About {number(verdict.wanted, 'game')} would show what players would mind."


def _share(lean: Lean) -> str:
    return f"{lean.share:.0%}" + (f" (± {lean.error:.0%})" if lean.error < inf else "")


def _won(lean: Lean, verdict: Verdict) -> str:
    return f"{lean.won:.1f}".removesuffix(".0") + f" of {number(verdict.games, 'game')}"


def _where(stage: Stage, what: str) -> str:
    return f"game {len(stage.ended) + 1}, after turn {stage.turn}: {what}"
