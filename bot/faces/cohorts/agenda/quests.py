"""Quests that stacks of the player could take on where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.agenda import Desk, Entry
from bot.faces.cohorts.agenda.own import accepted, content_of, ref, spot, stacks_of, to_order
from bot.faces.words.text import escaped
from engine.packs.cohorts.content.quests import Quest
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.quests.tasks import waiting_at


def entries(desk: Desk) -> Iterator[Entry]:
    """A line for each quest and stack that could do it now."""
    for stack in stacks_of(desk):
        for quest in open_to(desk, stack):
            yield Entry(
                text=f"🧭 **{escaped(quest.name)}** for {escaped(stack.name)} at "
                f"{spot(desk, stack.province)}",
                leads=(
                    to_order(
                        PerformQuest,
                        f"{stack.name}: {quest.name}",
                        stack=ref(desk, stack),
                        quest=quest.key,
                    ),
                ),
            )


def open_to(desk: Desk, stack: Stack) -> Iterator[Quest]:
    """The quests that a stack could take on where it is."""
    for quest in content_of(desk).quests.values():
        if waiting_at(desk.state.world, stack.province, quest):
            choice = next(iter(quest.options), "")
            if accepted(desk, PerformQuest, stack=ref(desk, stack), quest=quest.key, choice=choice):
                yield quest
