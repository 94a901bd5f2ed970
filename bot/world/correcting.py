"""What moderators put right in a world: a fact, a piece that is added, a piece that is taken out.

Each is a tick with its reason, told to every faction that knows of it as far as it does. The log
keeps what was and what is; since that may be secret, only moderators read it there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.answers import Refused
from bot.campaign.acting import do_by_hand
from bot.campaign.status import STATES
from bot.faces.words.text import plain
from bot.host import Host
from bot.jobs.records import Proposal, propose, propose_like, propose_without
from bot.resolving import Resolved
from bot.store.records import Campaign, CampaignState, Trace
from bot.store.ticks import Deed
from engine.corrections import Amend, RecordChange

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

CORRECTED: Final = "world corrected"
ADDED: Final = "piece added"
REMOVED: Final = "piece taken out"
_LIMIT: Final = 120.0  # seconds for a worker to try the world with it
_OPPOSITE: Final = {CORRECTED: CORRECTED, ADDED: REMOVED, REMOVED: ADDED}
_ALLOWED = (CampaignState.OPEN, CampaignState.RUNNING, CampaignState.PAUSED)


async def proposal(
    host: Host,
    guild: int,
    campaign: Campaign,
    what: str,
    kind: str,
    id: int,
    values: Mapping[str, str] | None = None,
) -> Proposal:
    """What a change would be, tried on the world as it is. Raises `Refused` if it cannot be."""
    if campaign.state not in _ALLOWED:
        raise Refused(
            f"Nothing can be put right: the campaign is {STATES[campaign.state]}.",
            way_out="What was played can be read: /archive.",
        )
    jobs: dict[str, Callable[..., Proposal]] = {
        CORRECTED: partial(propose, values=dict(values or {})),
        ADDED: partial(propose_like, values=dict(values or {})),
        REMOVED: propose_without,
    }
    path = host.path(guild)
    found = await host.workers.run(
        jobs[what], path, campaign.id, campaign.tick, kind, id, limit=_LIMIT, long=True
    )
    if found.fault:
        raise Refused(plain(found.fault), way_out="Choose from the lists that appear as you type.")
    return found


async def put_right(
    host: Host, guild: int, campaign: Campaign, who: int, what: str, found: Proposal, why: str
) -> Resolved:
    """Do what was proposed. Raises `Refused` if a tick was made since it was tried."""
    order = Amend(why=why, changes=found.changes)
    return await _amend(host, guild, campaign, who, what, order, asked_of=found.tick)


async def undo_correction(undoing: Undoing) -> str:
    """Put back what was; refused where it has changed since."""
    entry = undoing.entry
    after: list[dict[str, str | int]] = json.loads(entry.trace.after or "[]")
    changes = tuple(RecordChange.model_validate(each).reversed() for each in reversed(after))
    host, guild = undoing.bot.host, undoing.guild.id
    what = _OPPOSITE[entry.what]
    order = Amend(why=undoing.why, changes=changes)
    done = await _amend(host, guild, undoing.campaign, undoing.who, what, order, undoes=entry.id)
    return f"The world is as it was before, by tick {done.tick}."


async def _amend(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    what: str,
    order: Amend,
    *,
    undoes: int | None = None,
    asked_of: int | None = None,
) -> Resolved:
    before, after = (
        json.dumps([each.model_dump() for each in some])
        for some in (tuple(each.reversed() for each in order.changes), order.changes)
    )
    deed = Deed(who, what, order.why, Trace(before, after, undoes=undoes), asked_of=asked_of)
    return await do_by_hand(host, guild, campaign, order, deed)
