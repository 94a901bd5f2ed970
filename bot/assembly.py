"""The bot put together: its extensions, its backups, its figures.

`create_bot` is the one way to make it, for Discord, for the practice table and for tests alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bot.backups.making import Backups
from bot.client import HostBot, ShardedBot
from bot.clock import Clock
from bot.commands.openers import name_openers
from bot.host import drawn_seed
from bot.settings import Settings
from bot.shards import ALL
from bot.workers import Workers
from engine.dice import Seed

if TYPE_CHECKING:
    from bot.metrics.counted import Metrics

EXTENSIONS: tuple[str, ...] = (
    "bot.health",
    "bot.rounds",
    "bot.backups.rounds",
    "bot.commands.campaign",
    "bot.log.commands",
    "bot.world.commands",
    "bot.announcing.command",
    "bot.deadlines.player_commands",
    "bot.desk.command",
    "bot.seats.doors",
    "bot.joining.command",
    "bot.seats.commands",
    "bot.commands.knowing",
    "bot.modules.commands",
    "bot.diplomacy.note_commands",
    "bot.archive.command",
    "bot.erasing.commands",
    "bot.moving.commands",
    "bot.guild_commands",
    "bot.orders.queue",
    "bot.diplomacy.treaty_commands",
    "bot.turn.command",
)


def create_bot(
    settings: Settings,
    clock: Clock,
    workers: Workers,
    *,
    extensions: Sequence[str] = EXTENSIONS,
    new_seed: Callable[[], Seed] = drawn_seed,
    spread: bool = True,
    metrics: Metrics | None = None,
) -> HostBot:
    """A bot that is ready to log in. The caller has started the workers, and ends them after it.

    What happens in it and what it asks of Discord is counted in `metrics`.
    """
    name_openers()
    shards = settings.shards
    sharded: dict[str, Any] = {"shard_ids": shards.ids, "shard_count": shards.count}
    kind, connecting = (HostBot, {}) if shards == ALL else (ShardedBot, sharded)
    bot = kind(
        settings,
        clock,
        workers,
        extensions=extensions,
        new_seed=new_seed,
        spread=spread,
        metrics=metrics,
        **connecting,
    )
    if settings.backups:
        bot.backups = Backups(settings.backups, bot.host.stores, clock)
        bot.host.after_tick = bot.backups.ticked
    if metrics:
        metrics.watch(bot.host, bot.backups)
    return bot
