"""Players with the moderators' role, which can read every channel of the campaign.

That is nothing forbidden, but everybody may know of it: the desk and the status message tell it.
Without a privileged intent nobody's roles can be asked for, but every command carries those of its
giver: they are noted as people play.
"""

from __future__ import annotations

import json
from datetime import datetime

from bot.store.guild import GuildStore
from bot.store.steps import STATUS

MODERATORS_ROLE = "role:moderators"
"""The place of that role's id."""


async def note_role(
    store: GuildStore, campaign: int, user: int, *, moderates: bool, now: datetime
) -> None:
    """Note whether somebody who plays has the moderators' role; the status follows."""
    known = await _noted(store, campaign)
    if moderates == (user in known):
        return
    async with store.unit():
        known = [each for each in await _noted(store, campaign) if each != user]
        present = [*known, user] if moderates else known
        await store.settings.put(_setting(campaign), json.dumps(present))
        await store.timers.put(campaign, STATUS, now)


async def overseers_of(store: GuildStore, campaign: int) -> list[int]:
    """The users who have a seat now, or are deputies, and had the role when they last played."""
    known = await _noted(store, campaign)
    if not known:
        return []
    present = {each.user for each in await store.members.of_campaign(campaign) if each.player}
    present |= {each.user for each in await store.deputies.appointed(campaign)}
    return [user for user in known if user in present]


async def _noted(store: GuildStore, campaign: int) -> list[int]:
    return json.loads(await store.settings.get(_setting(campaign)) or "[]")


def _setting(campaign: int) -> str:
    return f"overseers:{campaign}"
