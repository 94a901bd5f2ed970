"""Which tasks wait where, as far as a player knows, and which are open again.

What a task asks of those who do it is in `requirements`. Sources: cohorts.world.hot-spots,
cohorts.order.perform-adventure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from engine.campaign import Now, Player
from engine.facts import NotKnown
from engine.module import key_of
from engine.orders import Refusal, Refused
from engine.packs.cohorts.characters.acting import until
from engine.packs.cohorts.content.quests import Option, Task
from engine.packs.cohorts.magic.lasting import begin_countdown, waits
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Character
from engine.refusals import quoted, suggestion
from engine.state import State
from engine.world import Place, World

T = TypeVar("T", bound=Task)


def task_called(tasks: Mapping[str, T], text: str, rule: str) -> T:
    """The task of that name or key, however it is spelt.

    Raises:
        Refused: there is none.
    """
    wanted = key_of(text)
    for task in tasks.values():
        if wanted in (key_of(task.key), key_of(task.name)):
            return task
    raise Refused(
        Refusal(
            "bad_target",
            rule,
            f"There is nothing called {quoted(text)} to be done.",
            suggestion(text, tasks.values()),
        )
    )


def option_called(task: Task, text: str, rule: str) -> Option | None:
    """The way to end a task that a text names; None for a task without a choice.

    Raises:
        Refused: it leaves a choice and none of its options is named.
    """
    if not task.options:
        return None
    wanted = key_of(text)
    for option in task.options.values():
        if text and wanted in (key_of(option.key), key_of(option.name)):
            return option
    names = ", ".join(option.name for option in task.options.values())
    says = f"{task.name} can end in more than one way."
    raise Refused(Refusal("bad_target", rule, says, f"Choose one: {names}."))


# ---------------------------------------------------------------- where they wait


def spot_of(world: World, province: int, task: Task) -> HotSpot | None:
    """The hot spot of a province where a task waits, as far as the world or view knows of one."""
    for spot in world.by(HotSpot, "province", province):
        if spot.knows("quests") and not spot.hidden and task.key in spot.quests:
            return spot
    return None


def waiting_at(world: World, province: int, task: Task) -> bool:
    """Whether a task that is bound to a hot spot waits in a province; others wait anywhere."""
    return not task.where.hot_spot or spot_of(world, province, task) is not None


def may_be_done(hindrances: Iterable[Refusal]) -> bool:
    """Whether nothing that the player knows of stands in the way; for lists of what to choose."""
    try:
        return not any(True for _ in hindrances)
    except NotKnown:
        return True


# ---------------------------------------------------------------- how often


def not_open(
    state: State, task: Task, characters: tuple[Character, ...], rule: str
) -> Iterator[Refusal]:
    """Refuses a task that was done too lately, or for good."""
    for actor, name in _doers(state, task, characters):
        waiting = waits(state.world, actor, task.key)
        if waiting:
            again = until(waiting)
            once = again == "never"
            yield Refusal(
                "cooling_down",
                rule,
                f"{name} done {task.name} {'already' if once else 'lately'}.",
                "It is done once only." if once else f"It is open again {again}.",
            )


def close(state: State, task: Task, characters: tuple[Character, ...]) -> None:
    """Have those who did a task wait until it is open to them again."""
    for actor, _ in _doers(state, task, characters):
        if state.world.at(actor):
            begin_countdown(state.world, actor, task.key, task.open)


def _doers(
    state: State, task: Task, characters: tuple[Character, ...]
) -> Iterator[tuple[Place, str]]:
    """For whom it is counted how often a task is done, as in "you have"."""
    match task.open.per:
        case "character":
            yield from ((each.place, f"{each.name} has") for each in characters)
        case "player":
            yield Place(Player.kind, state.player), "You have"
        case "game":
            yield Place(Now.kind, 1), "Somebody has"
