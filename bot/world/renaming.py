"""A moderator's other name for what a player has named: a separate tick, and an audit entry.

What can be renamed the campaign's faces say; here is the step from the command to world and store.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from bot import faces
from bot.answers import Refused
from bot.campaign.acting import do_by_hand
from bot.campaign.status import STATES
from bot.faces.host_orders import NewName
from bot.faces.words.text import listed, plain, word
from bot.host import Host
from bot.jobs.records import spelt
from bot.store.records import Campaign, CampaignState, Trace
from bot.store.ticks import Deed
from bot.wording import check_words
from engine.packs import Rules

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

RENAMED: Final = "renamed"


def kinds(rules: Rules) -> tuple[str, ...]:
    """What can be renamed in a campaign of these rules."""
    renaming = faces.of(rules).host_orders.renaming
    return renaming.kinds if renaming else ()


async def rename(
    host: Host,
    guild: int,
    campaign: Campaign,
    who: int,
    new: NewName,
    why: str,
    *,
    undoes: int | None = None,
) -> None:
    """Carry it out; `undoes` is the entry that it takes back.

    Raises `Refused`, also for words that would offend.
    """
    if campaign.state in (CampaignState.FORMING, CampaignState.ENDED):
        raise Refused(
            f"Nothing can be renamed: the campaign is {STATES[campaign.state]}.",
            way_out="Names are changed from the opening of a campaign to its end.",
        )
    renaming = faces.of(await host.rules(guild, campaign)).host_orders.renaming
    if renaming is None:
        raise Refused(
            "Nothing can be renamed in a campaign of this kind.",
            way_out="/world correct changes what its records allow.",
        )
    if new.kind not in renaming.kinds:
        known = listed(map(word, renaming.kinds), most=len(renaming.kinds))
        raise Refused(
            "That is no kind of thing that can be renamed here.",
            way_out=f"Choose one of these: {known}.",
        )
    await check_words(host, guild, campaign.id, [new.name])
    path = host.path(guild)
    called = await host.workers.run(spelt, path, campaign.id, campaign.tick, new.kind, new.called)
    before, after = (
        json.dumps({"kind": new.kind, "name": name, "player": new.player})
        for name in (called, new.name)
    )
    deed = Deed(who, RENAMED, why, Trace(before, after, undoes=undoes))
    await do_by_hand(host, guild, campaign, renaming.order(new), deed)


async def undo_rename(undoing: Undoing) -> str:
    """Give the old name back. Refused where the thing is called otherwise by now."""
    entry, guild = undoing.entry, undoing.guild.id
    if not entry.trace.before or not entry.trace.after:
        raise Refused(
            "The log does not say what it was called.",
            way_out="Another name can be given at the desk.",
        )
    was, now = json.loads(entry.trace.before), json.loads(entry.trace.after)
    new = NewName(was["kind"], now["name"], was["name"], was.get("player", 0))
    host, campaign = undoing.bot.host, undoing.campaign
    await rename(host, guild, campaign, undoing.who, new, undoing.why, undoes=entry.id)
    return f"The {word(new.kind)} is called **{plain(new.name)}** again."
