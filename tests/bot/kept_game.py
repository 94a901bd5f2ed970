"""A campaign of computer players that is kept in a guild's file, tick by tick, to its end.

For what looks back on a whole campaign: its events, states and what factions learned are all there,
as the host would have written them, without Discord.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path

from bot.league.games import Game
from bot.resolving import told
from bot.store.records import CampaignState
from bot.store.ticks import DueTick
from engine import __version__
from engine.campaign import Now
from engine.dice import SeededDice
from engine.packs import Rules
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from tests.bot.founding import created
from tests.bot.store.scene import NOON, make_tick, used


class KeptGame(Game):
    """A league's game, each tick of which is committed to a file."""

    def __init__(self, rules: Rules, path: Path, campaign: int, number: int = 1) -> None:
        self.path, self.campaign = path, campaign
        super().__init__(rules, number, ["middle"])

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        self.tick += 1
        due = Due(kind, self.tick, day, turns)
        out = resolve(self.rules, self.world, due, SeededDice(self.seed, self.tick))
        first = self.tick == 1
        self.world = out.world
        now = out.world.get(Now, 1)
        changed = ((k, id, new.dump() if new else None) for k, id, _, new in out.world.changes())
        make_tick(
            self.path,
            self.campaign,
            DueTick(kind, NOON, day, now.turn),
            engine_version=__version__,
            changes=out.world.rows() if first else [*changed, *out.world.counters()],
            events=[entry.dump() for entry in out.entries],
            events_for=told(out),
            state=CampaignState.ENDED if now.over else None,
        )
        return out


def kept_game(
    rules: Rules, folder: Path, turns: int, *, number: int = 1, end: bool = True
) -> tuple[Path, int]:
    """Play that many turns into a file of the folder; gives the file and the campaign's number.

    `end` has the campaign end with them, if its rules have not ended it.
    """
    return asyncio.run(_kept(rules, folder, turns, number, end=end))


async def _kept(
    rules: Rules, folder: Path, turns: int, number: int, *, end: bool
) -> tuple[Path, int]:
    path, campaign = await kept_file(rules, folder)
    game = KeptGame(rules, path, campaign, number)
    for _ in game.turns(turns):
        pass
    if end:
        async with used(folder) as store:
            await store.campaigns.set_state(campaign, CampaignState.ENDED)
    return path, campaign


async def kept_file(rules: Rules, folder: Path) -> tuple[Path, int]:
    """A guild's file in the folder with a campaign under way in which nothing was kept yet."""
    async with used(folder) as store:
        made = await created(store, rules.module.meta.title, rules.module)
        await store.campaigns.set_state(made.id, CampaignState.RUNNING)
        return store.path, made.id
