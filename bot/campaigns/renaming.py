"""A moderator's other name for what a player has named: a tick of its own, and an audit entry.

What can be renamed the campaign's faces say; here is the step from the command to world and store.
"""

import json

from bot import faces
from bot.answers import Refused
from bot.campaigns.joining import act_now
from bot.campaigns.status import STATES
from bot.faces.acts import NewName
from bot.faces.words.text import listed, one, word
from bot.host import Host
from bot.jobs.resolve import Act, ActRefused
from bot.store.records import Campaign, CampaignState, Trace
from bot.wording import check_words
from engine.orders import Queued
from engine.packs import Rules


def kinds(rules: Rules) -> tuple[str, ...]:
    """What can be renamed in a campaign of these rules."""
    renaming = faces.of(rules).acts.renaming
    return renaming.kinds if renaming else ()


async def rename(
    host: Host, guild: int, campaign: Campaign, who: int, new: NewName, why: str
) -> None:
    """Carry it out. Raises `Refused`, also for words that would offend."""
    if campaign.state in (CampaignState.FORMING, CampaignState.ENDED):
        raise Refused(f"Nothing can be renamed: the campaign is {STATES[campaign.state]}.")
    renaming = faces.of(await host.rules(guild, campaign)).acts.renaming
    if renaming is None:
        raise Refused("Nothing can be renamed in a campaign of this kind.")
    if new.kind not in renaming.kinds:
        known = listed(map(word, renaming.kinds), most=len(renaming.kinds))
        raise Refused(
            "That is no kind of thing that can be renamed here.",
            way_out=f"Choose one of these: {known}.",
        )
    await check_words(host, guild, campaign.id, [new.name])
    order = renaming.order(new)
    try:
        await act_now(host, guild, campaign, Act(0, Queued("a1", order).to_json()))
    except ActRefused as error:
        raise Refused.by_rules(error.says, error.instead, error.rule) from error
    before, after = (
        json.dumps({"kind": new.kind, "name": name}) for name in (new.called, new.name)
    )
    async with host.stores.use(guild) as store:
        what = f"renamed {one(new.kind)}"
        await store.audit.note(campaign.id, who, what, why=why, trace=Trace(before, after))
