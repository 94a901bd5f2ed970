"""Panels made in a worker, from a faction's view and, where they ask for it, from the past.

Only the words and the picture go back, so the event loop reads no world for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot import faces
from bot.faces.panels import Further, Look, PanelMade, Past, Sight
from bot.jobs.battles import BATTLE, past_battles
from bot.jobs.opened import rules_at, view_at
from bot.store.lines import read_taken_back
from bot.store.numbers import is_computer
from bot.store.world import read_draft, read_history, read_learned, read_seats, read_turns
from engine.world import Record


@dataclass(frozen=True, slots=True)
class _Stored:
    """The past of a campaign, read from its file when it is asked for."""

    path: Path
    campaign: int
    tick: int
    faction: int

    def states(
        self, cls: type[Record], where: str, equals: str | int
    ) -> Sequence[tuple[int, int, bytes | None]]:
        return read_history(self.path, self.campaign, cls.kind, where, equals)

    def turns(self) -> Sequence[tuple[int, str, int]]:
        return read_turns(self.path, self.campaign)

    def learned(self, most: int) -> Sequence[Past]:
        battles = {
            (each.tick, each.event): each
            for each in past_battles(self.path, self.campaign, self.tick, self.faction)
        }
        found: list[Past] = []
        for tick, turn, number, body in read_learned(
            self.path, self.campaign, self.faction, self.tick, BATTLE, most
        ):
            battle = battles.get((tick, number))
            told = battle.told if battle else ""
            nth = battle.number if battle else 0
            found.append(Past(tick, turn, number, body.encode(), told, nth))
        return found

    def holders(self) -> Mapping[int, int]:
        seats = read_seats(self.path, self.campaign)
        return {
            each.player: 0 if is_computer(each.user) else each.user
            for each in seats
            if each.player and each.left_at is None
        }

    def taken_back(self) -> Sequence[tuple[int, int, datetime]]:
        spans: dict[datetime, list[int]] = {}
        for each in read_taken_back(self.path, self.campaign, self.tick):
            if each.kind != "rollback":  # a rollback that is undone took nothing back
                spans.setdefault(each.at, []).append(each.turn)
        return [(min(turns), max(turns), at) for at, turns in sorted(spans.items())]

    def drafted(self, player: int) -> Sequence[tuple[str, str]]:
        return read_draft(self.path, self.campaign, self.faction, player)


def make_panel(
    path: Path, campaign: int, tick: int, faction: int, player: int, name: str, about: str
) -> PanelMade:
    """A panel of a campaign's faces, of what a faction knew after the tick.

    `about` is what the panel's `About.meant` gave. Raises `Missing` if the faction did not
    know of it, and LookupError if the faces have no such panel.
    """
    look = look_at(path, campaign, tick, faction, player)
    return look.faces.panels[name].make(look, about)


def draw_further(
    path: Path, campaign: int, tick: int, faction: int, player: int, further: Further
) -> Sight:
    """A further picture that a panel offered."""
    return further.draw(look_at(path, campaign, tick, faction, player), *further.about)


def look_at(path: Path, campaign: int, tick: int, faction: int, player: int) -> Look:
    """What panels and chronicles of a faction are made from."""
    return Look(
        faces=faces.of(rules_at(path, campaign, tick)),
        view=view_at(path, campaign, tick, faction),
        faction=faction,
        player=player,
        tick=tick,
        history=_Stored(path, campaign, tick, faction),
    )
