"""Contests: how the fights of one system are told and drawn, from what a faction was told of them.

A contest is a value that its face lists; past battles, reports, pictures, animations and accounts
are made from it. None of them knows who fought, how many sides there were, or whether it was
somewhere in the world.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.faces.battle.account import Account, digest
from bot.faces.battle.scene import AnyBattle, Setting
from bot.faces.battle.told import BattleTold, record_in
from bot.faces.words.names import Show
from bot.faces.words.telling import tell
from engine.battle import BattleRecord
from engine.events import Event
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.face import Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """How the records of one system are shown."""

    name: str
    """The system whose records they are (`BattleRecord.system`)."""
    rule: str
    """The rule that says what a faction is told of them."""
    setting: Callable[[BattleTold], Setting]
    """Where it was, when, and between whom. The record may be an outline: who met whom and who
    won, without what happened."""
    battle: Callable[[BattleRecord, Setting], AnyBattle]
    """Its scenes, with what draws them and says what they show. Nothing that draws may be imported
    before `Battle.stage` is called: the event loop lists contests too."""
    account: Callable[[BattleRecord, Any, str], Account]
    """All of it in words, under a title; the `Names` are the campaign's. Its digest is added."""
    signs: str = ""
    """What the signs in its account mean, such as "(A) attacker"; empty if it has none."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A contest of which a faction has the account, with what shows it."""

    faces: Faces
    contest: Contest
    told: BattleTold

    @property
    def setting(self) -> Setting:
        """Where it was, when, and between whom, in the looks of the campaign's module."""
        return replace(self.contest.setting(self.told), looks=self.faces.looks)

    def summary(self) -> str:
        """How its event is told in a line, for Discord."""
        return tell(self.told.event, self.faces.names(self.told.view))

    def battle(self) -> AnyBattle:
        """It in scenes."""
        return self.contest.battle(self.told.record, self.setting)

    def account(self, show: Show) -> Account:
        """All of it in words; names that players wrote go through `show`."""
        names = self.faces.names(self.told.view, show)
        title = f"{names.show(self.setting.title)}, turn {self.told.turn}"
        told = self.contest.account(self.told.record, names, title)
        first, *rest = told.chapters
        return replace(told, chapters=(first, *digest(self.battle(), show), *rest))


def seen(faces: Faces, event: Event, view: World, faction: int, turn: int) -> Seen | None:
    """The contest that an event tells in full; None for any other event, and if no face shows it.

    `view` is what the faction knew after the tick of that turn in which it was fought.
    """
    record = record_in(event)
    contest = faces.contests.get(record.system) if record else None
    if record is None or contest is None:
        return None
    return Seen(faces, contest, BattleTold(faces.rules, event, record, view, faction, turn))
