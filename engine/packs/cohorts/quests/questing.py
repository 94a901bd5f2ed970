"""Quests: tasks that a stack completes, often by beating foes first.

How the battle is fought is the battle system's matter. Source: cohorts.order.perform-quest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.battle import BATTLE, QUEST, Clash, fought
from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content, Quest
from engine.packs.cohorts.content.quests import Option
from engine.packs.cohorts.knowledge.choices import MY_STACK, mine_in
from engine.packs.cohorts.pieces import hotspots
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.positions import count_task
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.quests.beings import assemble, disperse
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
from engine.packs.cohorts.stacks.activation import act, may_act
from engine.packs.cohorts.worth.levels import counts
from engine.state import State
from engine.world import Place

RULE = "cohorts.order.perform-quest"


@facts
class QuestBegun(Event):
    """A stack meets the foes of a quest; the result is told as well."""

    stack: int
    name: str
    quest: str
    province: int
    foes: tuple[str, ...]
    """By name."""


@facts
class QuestDone(Event):
    """A stack completed a quest (cohorts.order.perform-quest)."""

    stack: int
    name: str
    quest: str
    option: str
    """The way it ended, empty for one without a choice."""
    province: int


@facts
class QuestFailed(Event):
    """A stack was beaten by the foes of a quest, which is not done."""

    name: str
    quest: str
    province: int


def _able(state: State, stack: Stack) -> tuple[Character | Unit, ...]:
    return tuple(each for each in pieces_in(state.world, stack.place) if counts(each))


def _heroes(state: State, stack: Stack) -> tuple[Character, ...]:
    return tuple(each for each in _able(state, stack) if isinstance(each, Character))


def _stores(state: State, stack: Stack) -> tuple[Place, ...]:
    """What the stack carries, then what each of its characters does."""
    return (stack.place, *(each.place for each in _heroes(state, stack)))


def hindrances(
    state: State, stack: Stack, quest: Quest, option: Option | None, rule: str
) -> Iterator[Refusal]:
    """Why a stack cannot attempt a quest where it is; nothing if it can."""
    heroes, stores = _heroes(state, stack), _stores(state, stack)
    yield from not_open(state, quest, heroes, rule)
    yield from misplaced(state, quest, stack.province, heroes, rule)
    for each in (quest, option) if option else (quest,):
        yield from wanting(state, quest, each.needs, stores, rule)
        yield from wanting(state, quest, each.consumes, stores, rule)
        yield from unfit(state, quest, each.requires, heroes, rule)
        yield from unburned(state, quest, each.consumes, heroes, rule)
    if quest.party and any(isinstance(each, Unit) for each in _able(state, stack)):
        yield Refusal(
            "not_qualified",
            rule,
            f"{quest.name} is for characters alone.",
            "Leave the military units behind.",
        )
    if not heroes and (quest.party or quest.requires != type(quest.requires)()):
        yield Refusal(
            "not_qualified",
            rule,
            f"{quest.name} takes a character.",
            "Transfer one into the stack first.",
        )
    if quest.foes and BATTLE not in state.rules.contests:
        yield Refusal(
            "not_allowed",
            rule,
            f"{quest.name} must be fought for, and this campaign fights no battles.",
            "Choose a quest without foes.",
        )


def _offered(state: State, given: Given) -> Iterator[Choice]:
    """The quests that wait where the stack named before is, those that can be done first."""
    stack = mine_in(state, given, "stack", Stack)
    if stack is None:
        return
    quests = state.module.content(Content).quests.values()
    near = [each for each in quests if waiting_at(state.world, stack.province, each)]
    ready = {each.key: may_be_done(hindrances(state, stack, each, None, "")) for each in near}
    for quest in sorted(near, key=lambda each: not ready[each.key]):
        yield Choice(quest.key, quest.name if ready[quest.key] else f"{quest.name} (not yet)")


def _endings(state: State, given: Given) -> Iterator[Choice]:
    """The ways in which the quest named before can end."""
    quest = state.module.content(Content).quests.get(given.text("quest"))
    for option in quest.options.values() if quest else ():
        yield Choice(option.key, f"{option.name}: {option.text}"[:100])


class PerformQuest(Order):
    """Have a stack take on a quest that waits where it is; it may have to fight for it."""

    path = ("stack", "quest")
    rule = RULE
    phases = ("military-1", "military-2")
    unforeseen: ClassVar = {"stack": ("acted", "used")}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack")
    quest: Annotated[str, Asks("a quest that waits there", _offered)] = Field(
        description="The quest", max_length=60
    )
    choice: Annotated[str, Asks("how it is to end, where there is a choice", _endings)] = Field(
        default="", description="How it is to end, where there is a choice", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        quest = self._quest(state)
        yield from may_act(state, stack, self.rule, all_movement=quest.all_movement)
        option = option_called(quest, self.choice, self.rule)
        yield from hindrances(state, stack, quest, option, self.rule)

    def perform(self, state: State) -> None:
        stack, quest = state.the(Stack, self.stack), self._quest(state)
        option = option_called(quest, self.choice, self.rule)
        act(state, stack, "quest", all_movement=quest.all_movement)
        if quest.foes and not _fought(state, stack, quest):
            return
        heroes, spot = _heroes(state, stack), stack.province
        site = spot_of(state.world, spot, quest) if quest.where.hot_spot else None
        state.emit(
            QuestDone(
                stack=stack.id,
                name=stack.name,
                quest=quest.key,
                option=option.key if option else "",
                province=spot,
            )
        )
        close(state, quest, heroes)
        for hero in _heroes(state, stack):
            state.world.put(hero.having_done("quest"))
        count_task(state.world, stack.player)
        for each in (quest, option) if option else (quest,):
            pay(state, each.consumes, _stores(state, stack), _heroes(state, stack))
            grant(state, each.reward, _able(state, stack), spot, stack.place)
        if site:
            hotspots.use(state.world, site)

    def _quest(self, state: State) -> Quest:
        return task_called(state.module.content(Content).quests, self.quest, self.rule)


def _fought(state: State, stack: Stack, quest: Quest) -> bool:
    """Fight for a quest; whether the stack won and it can be completed. No plan knows that."""
    begun = QuestBegun(
        stack=stack.id,
        name=stack.name,
        quest=quest.key,
        province=stack.province,
        foes=tuple(foe.name for foe in quest.foes),
    )
    state.emit(begun)
    if state.planning:
        return False
    host = assemble(state, quest.name, quest.foes, stack.province)
    foes = tuple(pieces_in(state.world, host.place))
    ground = Place("province", stack.province)
    record = fought(
        state, Clash(sides=((stack.place,), (host.place,)), trigger=QUEST, place=ground)
    )
    disperse(state, host, foes)
    won = record.winner == "attacker" and state.world.find(Stack, stack.id) is not None
    if not won:
        failed = QuestFailed(name=stack.name, quest=quest.key, province=stack.province)
        state.emit(failed)
    return won
