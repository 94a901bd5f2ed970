"""Whether a campaign has onlookers, how late they see it, and how far they have been shown it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

from bot.store.guild import GuildStore

ONLOOKERS: Final = "onlookers"
"""The place of their channel, and the timer that rings when there may be something to show."""
LEAST_DELAY: Final = 1
"""Turns; what has just happened is nobody's but the players'."""
MOST_DELAY: Final = 52


@dataclass(frozen=True, slots=True)
class Watch:
    """What moderators chose, and the last tick that was shown."""

    open: bool = False
    delay: int = LEAST_DELAY
    """Delay of everything that the onlookers see, in turns."""
    shown: int = 0
    """The number of the production shown last; 0 for none."""
    over: bool = False
    """Whether the whole world was shown, the campaign being over."""


async def watch_of(store: GuildStore, campaign: int) -> Watch:
    """What was chosen; without a choice nobody looks on."""
    text = await store.settings.get(_key(campaign))
    return Watch(**json.loads(text)) if text else Watch()


async def put_watch(store: GuildStore, campaign: int, watch: Watch) -> None:
    """Keep it."""
    await store.settings.put(_key(campaign), json.dumps(asdict(watch)))


def _key(campaign: int) -> str:
    return f"onlookers:{campaign}"
