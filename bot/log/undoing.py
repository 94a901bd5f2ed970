"""Taking back what was done to a campaign: each act by its own way, found by its name in the log.

An act that can be undone is named by `what` of its audit entry, one fixed phrase for one kind of
act; what its way back needs stands in the entry's trace. The entry of the
undoing names the one that it takes back, and can itself be undone by the same table.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.announcing import announcing
from bot.answers import Refused
from bot.calendar import readiness, timing
from bot.campaign.undoing import Undoing
from bot.ending import ending
from bot.founding import moderating
from bot.modules import amending
from bot.onlookers import onlookers
from bot.seats import caretaking, deputising, seating
from bot.store.records import AuditEntry, Campaign, CampaignState
from bot.terms import changing as terms
from bot.world import correcting, on_behalf, renaming, rollback

Undo = Callable[[Undoing], Awaitable[str]]
"""Takes an act back and notes it, with `undoes`, in the unit of the store in which it does so.

Returns in words what was done. Raises `Refused` where the act cannot be taken back (any more)."""

UNDO: Final[Mapping[str, Undo]] = {
    rollback.WHAT: rollback.undo_rollback,
    correcting.CORRECTED: correcting.undo_correction,
    correcting.ADDED: correcting.undo_correction,
    correcting.REMOVED: correcting.undo_correction,
    on_behalf.SUBMITTED: on_behalf.undo_turn,
    on_behalf.AMENDED: on_behalf.undo_turn,
    on_behalf.WITHDRAWN: on_behalf.undo_turn,
    on_behalf.RESTORED: on_behalf.undo_turn,
    renaming.RENAMED: renaming.undo_rename,
    amending.AMENDED: amending.undo_amendment,
    announcing.ANNOUNCED: announcing.undo_announcement,
    onlookers.CHANGED: onlookers.undo_choice,
    terms.SETTINGS: terms.undo_settings,
    seating.TAKEN: seating.undo_taken,
    seating.REPLACED: seating.undo_replaced,
    seating.REMOVED: seating.undo_removed,
    seating.LEFT: seating.undo_removed,
    seating.BROUGHT_BACK: seating.undo_taken,
    deputising.APPOINTED: deputising.undo,
    deputising.DISMISSED: deputising.undo,
    caretaking.SET: caretaking.undo_set,
    caretaking.ENDED: caretaking.undo_ended,
    caretaking.RIVAL: caretaking.undo_rival,
    "campaign paused": moderating.undo_pause,
    "campaign resumed": moderating.undo_pause,
    ending.WHAT: ending.undo_ending,
    "campaign opened to players": moderating.undo_joining,
    "campaign closed to players": moderating.undo_joining,
    "words": moderating.undo_words,
    "campaign holiday": timing.undo_holidays,
    "campaign holiday taken back": timing.undo_holidays,
    "campaign cut-off put off": timing.undo_put_off,
    "campaign cut-off put back": timing.undo_put_off,
    "campaign extension given back": timing.undo_refund,
    "campaign extension counted again": timing.undo_refund,
    "campaign timing": readiness.undo_choice,
}


_AFTER_THE_END: Final = (announcing.ANNOUNCED,)
"""What can be taken back of a campaign that is over: what was only said."""


def undoable(campaign: Campaign, entry: AuditEntry) -> bool:
    """Whether the act is one that can be taken back as things stand."""
    over = campaign.state is CampaignState.ENDED
    return entry.what in (_AFTER_THE_END if over else UNDO)


async def undo(undoing: Undoing) -> str:
    """Take the act back; says in words what was done. Raises `Refused`.

    One at a time in a guild, so that the second of two who confirm the same reads that it is done.
    """
    async with undoing.bot.host.undoing[undoing.guild.id]:
        return await _undo(undoing)


async def _undo(undoing: Undoing) -> str:
    async with undoing.bot.host.stores.use(undoing.guild.id) as store:
        done = await store.audit.undone_by(undoing.entry.id)
    if done:
        raise Refused("It was undone already.", way_out=f"Entry {done.id} of the log says by whom.")
    way = UNDO.get(undoing.entry.what)
    if way is None:
        raise Refused(
            "That is nothing that can be undone.",
            way_out="/world rollback brings back a whole earlier state of the world.",
        )
    return await way(undoing)
