"""Your turn, made in a worker on a player's plan: what the campaign's faces show as due.

Only words and leads go back, so the event loop reads no world for them. What is of the calendar,
and how it stands on Discord, is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bot import faces
from bot.faces.agenda import AgendaEntry, Block, Desk, Line
from bot.faces.face import Faces
from bot.faces.leads import Lead
from bot.faces.overview.goal import turns_left
from bot.faces.overview.standings import place_of, standings_facts
from bot.faces.words.text import number, plain
from bot.jobs.knowing import PlanResult, asking
from bot.jobs.opened import Recent, rules_at, view_at, world_at
from bot.store.lines import read_line
from bot.store.world import read_turns
from engine.campaign import Now, Player
from engine.deciding import advice
from engine.facts import NotKnown
from engine.packs import Rules
from engine.preview import Planned
from engine.rivals import Decision
from engine.world import Missing, Place, World

NAMED: Final = 3  # orders that were not run, told one by one
LONGEST_REASON: Final = 160  # characters of why an order will fail
_BASES_KEPT: Final = 32
_ADVICE: Final = Recent(32)
"""By campaign, tick and player: thinking takes longer than all else here."""


@dataclass(frozen=True, slots=True)
class Person:
    """What Your turn takes into account of the person, apart from the world and the draft."""

    submitted: bool
    looked: tuple[str, ...]
    """See `Desk.looked`; in order."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A block with its lines; never without any."""

    name: str
    entries: tuple[AgendaEntry, ...]


@dataclass(frozen=True, slots=True)
class StepShown:
    """A step of the first turn."""

    name: str
    done: bool
    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class Agenda:
    """Your turn, as far as the game has it."""

    turn: int
    date: str
    """By the world's own calendar."""
    goal: str
    """How the player stands, and what decides the campaign; empty if nothing is told of either."""
    steps: tuple[StepShown, ...]
    """Of the first turn; none later."""
    subjects: tuple[Subject, ...]

    @property
    def unused(self) -> tuple[AgendaEntry, ...]:
        """The lines about what goes to waste if the turn is submitted so."""
        return tuple(each for subject in self.subjects for each in subject.entries if each.unused)


def make_agenda(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: Sequence[tuple[str, str]],
    planned: PlanResult,
    person: Person,
) -> Agenda:
    """Your turn of a player after the tick; `planned` is the plan of these orders."""
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    queued = tuple(rules.read_order(key, body) for key, body in orders)
    made_of = faces.of(rules)
    desk = Desk(
        faces=made_of,
        view=view,
        faction=faction,
        player=player,
        state=asking(rules, planned.on(view)[0], player),
        orders=queued,
        outcomes=planned.orders,
        submitted=person.submitted,
        looked=frozenset(person.looked),
        earlier=_earlier(path, campaign, tick, faction, made_of),
        advice=advised(path, campaign, tick, player, rules, view),
    )
    return agenda_of(desk)


def advised(
    path: Path, campaign: int, tick: int, player: int, rules: Rules, view: World
) -> tuple[Decision, ...]:
    """What a computer player would do in a player's place after the tick."""
    return _ADVICE.get((path, campaign, tick, player), lambda: advice(rules, view, player))


def agenda_of(desk: Desk) -> Agenda:
    """Your turn as a desk has it."""
    now = desk.view.get(Now, 1)
    blocks = [PASSED, *desk.faces.agenda, DRAFT]
    made = [Subject(block.name, tuple(_entries(block, desk))) for block in _by_place(blocks)]
    return Agenda(
        turn=now.turn,
        date=desk.rules.module.year.date_of(now.turn),
        goal=" ".join(filter(None, (_rank(desk), _goal(desk, now)))),
        steps=tuple(_steps(desk)),
        subjects=tuple(subject for subject in made if subject.entries),
    )


def _by_place(blocks: Iterable[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: block.place)


def _entries(block: Block, desk: Desk) -> Iterator[AgendaEntry]:
    """The lines of a block whose needs are known."""
    for line in block.lines(desk):
        with suppress(NotKnown, Missing):
            if entry := line():
                yield entry


def _rank(desk: Desk) -> str:
    """How the player's side stood after the last production that all were told of."""
    facts = standings_facts(desk.view, desk.faction, desk.player)
    own = place_of(facts, desk.faces.names(desk.view))
    return f"{own}." if own else ""


def _goal(desk: Desk, now: Now) -> str:
    turns = desk.rules.module.victory.turns
    if turns is None:
        return ""
    return (
        f"Whoever stands first when turn {turns} is over has won. {turns_left(turns, now.turn)} "
        "`/goal` says what counts."
    )


# ---------------------------------------------------------------- the draft


def _draft(desk: Desk) -> Iterator[Line]:
    if desk.orders:
        yield partial(_doing, desk)


def _doing(desk: Desk) -> AgendaEntry:
    """How many orders there are, and the worst of what will fail."""
    refused = [each for each in desk.outcomes if each.outcome == "refused"]
    open_ = sum(each.outcome == "unforeseen" for each in desk.outcomes)
    parts = [number(len(desk.orders), "order")]
    parts += [f"**{len(refused)} will fail**"] if refused else []
    parts += [f"{open_} cannot be foreseen"] if open_ else []
    return AgendaEntry(text=", ".join(parts) + (f". {_why(refused[0])}" if refused else "."))


def _why(planned: Planned) -> str:
    assert planned.refusal is not None
    says = planned.refusal.says
    if len(says) > LONGEST_REASON:
        says = says[: LONGEST_REASON - 1] + "…"
    return f"`{planned.key}`: {plain(says)}"


def _passed(desk: Desk) -> Iterator[Line]:
    me, now = desk.view.find(Player, desk.player), desk.view.get(Now, 1)
    ran = me.last_run if me else 0
    if me and not desk.submitted and desk.orders and (me.missed or ran) and ran < now.turn - 1:
        yield partial(_not_run, desk)


def _not_run(desk: Desk) -> AgendaEntry:
    """That the last week passed without a turn, and which orders of the list can be given now."""
    lines = [
        f"`{each.key}` {plain(desk.faces.line(each.order, desk.view))}" for each in desk.orders
    ]
    told = "\n".join(f"-# {each}" for each in (*lines[:NAMED], *_more(len(lines) - NAMED)))
    count = "This order was" if len(lines) == 1 else f"These {len(lines)} orders were"
    return AgendaEntry(
        text=f"⌛ **Your week passed without a submitted turn.** {count} not run, and still stand "
        f"in your list. **Submit** gives them for the next run.\n{told}",
        leads=(Lead(label="The list: keep, change or clear it", command="orders list"),),
    )


def _more(left: int) -> Iterator[str]:
    if left > 0:
        yield f"… and {left} more"


PASSED: Final = Block(name="Last week", place=0, lines=_passed)
DRAFT: Final = Block(name="Your orders", place=90, lines=_draft)
"""What every system has, beside the week that passed."""


# ---------------------------------------------------------------- the first turn


def _steps(desk: Desk) -> Iterator[StepShown]:
    me = desk.view.find(Player, desk.player)
    if me is None or me.last_run:
        return  # the first report has been read by now
    for step in desk.faces.first_turn:
        done, leads = False, tuple[Lead, ...]()
        with suppress(NotKnown, Missing):  # then the step is there, and leads nowhere
            done = step.done(desk)
            leads = () if done else tuple(step.leads(desk))
        yield StepShown(step.name, done, leads)


# ---------------------------------------------------------------- what is new

_BASES: dict[tuple[Path, int, int, int], frozenset[Place]] = {}
"""What was noted after a past tick, which never changes; the oldest go."""


def _earlier(
    path: Path, campaign: int, tick: int, faction: int, made_of: Faces
) -> frozenset[Place] | None:
    """What the faction knew before the first run of the turn before the present one."""
    noted = made_of.noted
    if noted is None:
        return None
    holding = read_line(path, campaign, tick)
    turns = [each for each in read_turns(path, campaign) if each[0] in holding]
    before = turns[-1][2] - 1 if turns else 0
    runs = (number for number, kind, turn in turns if kind == "run" and turn == before)
    base = next(runs, 1) - 1
    if not base:
        return None
    key = (path, campaign, base, faction)
    if key not in _BASES:
        rules = rules_at(path, campaign, base)
        if len(_BASES) >= _BASES_KEPT:
            del _BASES[next(iter(_BASES))]
        view = rules.view(world_at(path, campaign, base), faction)
        _BASES[key] = frozenset(noted(view, faction))
    return _BASES[key] or None  # a faction that knew of nothing had nobody yet
