"""Adventures and rituals: tasks that a character completes by meeting what they ask.

Sources: cohorts.order.perform-adventure, cohorts.turn.rituals.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Adventure, Content
from engine.packs.cohorts.content.quests import Option
from engine.packs.cohorts.knowledge.choices import my_own_in
from engine.packs.cohorts.pieces import hotspots
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.positions import count_task
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.quests.requirements import misplaced, unburned, unfit, wanting
from engine.packs.cohorts.quests.rewards import grant, pay
from engine.packs.cohorts.quests.tasks import (
    close,
    may_be_done,
    not_open,
    option_called,
    spot_of,
    task_called,
    waiting_at,
)
from engine.state import State

ADVENTURE = "cohorts.order.perform-adventure"
RITUAL = "cohorts.turn.rituals"


@facts
class AdventureDone(Event):
    """A character completed an adventure or ritual (cohorts.order.perform-adventure)."""

    character: int
    name: str
    adventure: str
    option: str
    """The way it ended, empty for one without a choice."""
    province: int


def hindrances(
    state: State, character: Character, task: Adventure, option: Option | None, rule: str
) -> Iterator[Refusal]:
    """Why a character cannot complete an adventure where it is; nothing if it can."""
    who, carried = (character,), (character.place,)
    yield from not_open(state, task, who, rule)
    spot = province_of(state.world, character.place)
    yield from misplaced(state, task, spot, who, rule)
    for each in (task, option) if option else (task,):
        yield from wanting(state, task, each.needs, carried, rule)
        yield from wanting(state, task, each.consumes, carried, rule)
        yield from unfit(state, task, each.requires, who, rule)
        yield from unburned(state, task, each.consumes, who, rule)


def _offered(ritual: bool) -> Asks:
    """Asks for what can be done where the character named before is, the possible ones first."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        character = my_own_in(state, given, "character", Character)
        if character is None:
            return
        spot = province_of(state.world, character.place)
        tasks = state.module.content(Content).adventures.values()
        near = [t for t in tasks if t.ritual == ritual and waiting_at(state.world, spot, t)]
        ready = {t.key: may_be_done(hindrances(state, character, t, None, "")) for t in near}
        for task in sorted(near, key=lambda each: not ready[each.key]):
            yield Choice(task.key, task.name if ready[task.key] else f"{task.name} (not yet)")

    return Asks("something to be done where the character is", choose)


def _endings(state: State, given: Given) -> Iterator[Choice]:
    """The ways in which the adventure named before can end."""
    task = state.module.content(Content).adventures.get(given.text("adventure"))
    for option in task.options.values() if task else ():
        yield Choice(option.key, f"{option.name}: {option.text}"[:100])


ENDING = Asks("how it is to end, where there is a choice", _endings)


class _Doing(CharacterAction):
    """What adventures and rituals share."""

    ritual: ClassVar[bool]
    unforeseen: ClassVar = {"character": ("actions", "xp", "titles", "mana")}

    adventure: str
    choice: str

    def conditions(self, state: State) -> Iterator[Refusal]:
        character, task = acting(state, self), self._task(state)
        if task.ritual != self.ritual:
            yield Refusal(
                "bad_target",
                RITUAL,
                f"{task.name} is {'a ritual' if task.ritual else 'no ritual'}.",
                f"Give it with “{'ritual' if task.ritual else 'adventure'}”.",
            )
        yield from self.tired(state, character)
        option = option_called(task, self.choice, self.rule)
        yield from hindrances(state, character, task, option, self.rule)

    def tired(self, state: State, character: Character) -> Iterator[Refusal]:
        """What else keeps the character from it."""
        return iter(())

    def exhaust(self, state: State, character: Character) -> None:
        """What it takes of the character in addition to its action."""

    def perform(self, state: State) -> None:
        character, task = acting(state, self), self._task(state)
        option = option_called(task, self.choice, self.rule)
        goes_on = begin(state, character, self)
        self.exhaust(state, state.world.get(Character, character.id))
        if not goes_on:
            return
        spot = province_of(state.world, character.place)
        site = spot_of(state.world, spot, task) if task.where.hot_spot else None
        state.emit(
            AdventureDone(
                character=character.id,
                name=character.name,
                adventure=task.key,
                option=option.key if option else "",
                province=spot,
            )
        )
        close(state, task, (character,))
        state.world.put(state.world.get(Character, character.id).having_done("quest"))
        count_task(state.world, character.player)
        for each in (task, option) if option else (task,):
            now = state.world.get(Character, character.id)
            pay(state, each.consumes, (now.place,), (now,))
            now = state.world.get(Character, character.id)
            grant(state, each.reward, (now,), spot, now.place)
        if site:
            hotspots.use(state.world, site)

    def _task(self, state: State) -> Adventure:
        return task_called(state.module.content(Content).adventures, self.adventure, self.rule)


class PerformAdventure(_Doing):
    """Have a character complete an adventure that waits where it is."""

    path = ("character", "adventure")
    rule = ADVENTURE
    ritual = False

    adventure: Annotated[str, _offered(ritual=False)] = Field(
        description="The adventure", max_length=60
    )
    choice: Annotated[str, ENDING] = Field(
        default="", description="How it is to end, where there is a choice", max_length=60
    )


class PerformRitual(_Doing):
    """Have a character hold a ritual; it takes all its actions and movement of the turn."""

    path = ("character", "ritual")
    rule = RITUAL
    phases = ("ritual",)
    ritual = True

    adventure: Annotated[str, _offered(ritual=True)] = Field(
        description="The ritual", max_length=60
    )
    choice: Annotated[str, ENDING] = Field(
        default="", description="How it is to end, where there is a choice", max_length=60
    )

    def tired(self, state: State, character: Character) -> Iterator[Refusal]:
        stack = state.world.at(character.holder)
        moved = character.used or (isinstance(stack, Stack) and stack.used)
        if moved or not character.actions or character.points_spent:
            yield Refusal(
                "no_action",
                RITUAL,
                f"{character.name} has acted or moved this turn, and a ritual takes all of it.",
                "Hold it in a turn before anything else.",
            )

    def exhaust(self, state: State, character: Character) -> None:
        state.world.put(character.replace(actions=0, action_points=0, used=Fraction(1)))
