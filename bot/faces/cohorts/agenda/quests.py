"""Quests that stacks of the player could take on where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import accepted, content_of, ref, spot, stacks_of, to_order
from bot.faces.words.text import escaped
from engine.packs.cohorts.content.quests import Quest
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.quests.tasks import waiting_at


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each quest and stack that could do it now."""
    for stack in stacks_of(desk):
        for quest in content_of(desk).quests.values():
            yield partial(_entry, desk, stack, quest)


def _entry(desk: Desk, stack: Stack, quest: Quest) -> AgendaEntry | None:
    """Of a quest that a stack could take on where it is."""
    if not waiting_at(desk.state.world, stack.province, quest):
        return None
    given = {"stack": ref(desk, stack), "quest": quest.key}
    choice = next(iter(quest.options), "")
    if not accepted(desk, PerformQuest.model_validate({**given, "choice": choice})):
        return None
    where = spot(desk, stack.province)
    return AgendaEntry(
        text=f"🧭 **{escaped(quest.name)}** for {escaped(stack.name)} at {where}",
        leads=(to_order(PerformQuest, f"{stack.name}: {quest.name}", **given),),
    )
