"""What a player's orders would do, as far as the player can know.

The very rules run on the faction's view with dice that foresee: no seed is ever here. An order
that needs what the player does not know cannot be foreseen, and what it would have changed is in
doubt from then on. For ticks see `engine.turn`.

Source: cohorts.turn.between-turns.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from engine.dice import ForeseeDice, Foreseen
from engine.events import Entry
from engine.facts import NotKnown
from engine.orders import Queued, Refusal, Refused
from engine.packs import Phase, Rules, Step, Together
from engine.state import State
from engine.turn import Submission, Turn, appear, broken, run_phase
from engine.world import Missing, Place, World


@dataclass(frozen=True, slots=True)
class Planned:
    """What one queued order would do."""

    key: str
    outcome: Literal["done", "refused", "unforeseen"]
    refusal: Refusal | None = None
    unknown: str = ""
    """For an order that cannot be foreseen: what is not known."""
    entries: tuple[Entry, ...] = ()
    draws: tuple[Foreseen, ...] = ()
    """Every chance the order takes."""
    made: Place | None = None
    """What `new:<key>` means to later orders, if it makes something."""
    part: str = ""
    """The part of the turn in which it comes up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player's list of orders would do."""

    world: World
    """The player's view as the orders would leave it."""
    orders: tuple[Planned, ...]
    """In the order in which they would run."""

    def of(self, key: str) -> Planned | None:
        """What the order of that key would do; None if it is in no phase of the turn."""
        return next((planned for planned in self.orders if planned.key == key), None)


def plan(rules: Rules, view: World, player: int, orders: tuple[Queued, ...]) -> Plan:
    """Run the orders on a copy of the view, foreseeing."""
    (made,) = plan_together(rules, view, [(player, orders)])
    return made


def plan_together(
    rules: Rules, view: World, turns: Sequence[tuple[int, tuple[Queued, ...]]]
) -> tuple[Plan, ...]:
    """Run the turns of teammates on a copy of their view, one after the other as given.

    `turns` are players, each once, with their orders (cohorts.turn.shared-orders). Where the packs
    run a day phase after phase, so does this. Orders for a production come last, in the same
    sequence. Returns a plan for each turn; all hold the world as all turns together would leave it.
    """
    dice = ForeseeDice()
    state = State(rules, view.fork(), dice)
    state.planning = True
    planned = [_PlannedTurn(state, Submission(player, orders), dice) for player, orders in turns]
    for turn in planned:
        appear(state, turn.player)
    for group in [planned] if rules.by_phase else [[turn] for turn in planned]:
        for part in rules.turn:
            _foresee(state, part, group)
    for phase in rules.kept:
        _foresee(state, phase, planned)
    return tuple(Plan(state.world, tuple(turn.planned)) for turn in planned)


def _foresee(state: State, part: Phase | Step, turns: Sequence[_PlannedTurn]) -> None:
    try:
        with state.attempt():
            if isinstance(part, Step):
                part.run(state)
            else:
                run_phase(state, part, turns)
    except (NotKnown, Missing):
        pass  # what would happen is not known; the orders after it see the view unchanged
    for turn in turns:
        turn.leave_open(part)


class _PlannedTurn(Turn):
    """A turn in which failures are noted, not told, and the unknown puts things in doubt."""

    def __init__(self, state: State, submission: Submission, dice: ForeseeDice) -> None:
        super().__init__(state, submission)
        self.dice = dice
        self.planned: list[Planned] = []

    @contextmanager
    def attempt(self, queued: Queued, *, ends: bool = True) -> Generator[None]:
        state = self.state
        state.player, state.order = self.player, queued.key
        part = self.runs_in(queued)
        first, drawn = len(state.log.entries), len(self.dice.foreseen)
        try:
            with state.attempt():
                yield
        except Refused as refused:
            self.planned.append(Planned(queued.key, "refused", refused.refusal, part=part))
        except NotKnown as unknown:
            self.unforeseen(queued, str(unknown))
        except Missing:  # on a view what is missing is not known
            self.unforeseen(queued, "it takes something that you do not know of")
        except Exception:  # noqa: BLE001 - whatever an order breaks, it breaks alone
            self.planned.append(
                Planned(
                    queued.key, "refused", broken(self.state.rules, f"P-{queued.key}"), part=part
                )
            )
        else:
            if ends:
                self.planned.append(
                    Planned(
                        queued.key,
                        "done",
                        entries=tuple(state.log.entries[first:]),
                        draws=tuple(self.dice.foreseen[drawn:]),
                        made=self.made.get(queued.key) if queued.order.makes else None,
                        part=part,
                    )
                )
        finally:
            state.player, state.order = 0, ""

    def leave_open(self, part: Phase | Step) -> None:
        """Note the orders of a part that was settled without them: that hangs on others."""
        waiting = self.by_phase.get(part.name)
        if not waiting or not isinstance(part, Together):
            return
        told = {planned.key for planned in self.planned}
        for queued in waiting:
            if queued.key not in told:
                self.unforeseen(queued, "it depends on what others do at the same time")

    def unforeseen(self, queued: Queued, unknown: str) -> None:
        """Note an order that cannot be foreseen, and forget what it would have changed."""
        self.planned.append(
            Planned(queued.key, "unforeseen", unknown=unknown, part=self.runs_in(queued))
        )
        order = queued.order.bound(self.made)
        for name, ref in order.refs().items():
            fields = order.unforeseen.get(name.partition(".")[0], ())
            record = self.state.world.at(ref.place)
            if record and fields:
                known = [each for each in type(record).names if each not in fields]
                self.state.world.put(record.only(known))
