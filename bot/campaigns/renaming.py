"""A moderator's other name for what a player has named: a tick of its own, and an audit entry.

What can be renamed the rules decide; here is the step from the command to world and store.
"""

import json

from bot.answers import Refused
from bot.campaigns.joining import act_now
from bot.campaigns.status import STATES
from bot.host import Host
from bot.jobs.resolve import Act, ActRefused
from bot.store.records import Campaign, CampaignState
from bot.wording import check_words
from engine.orders import Queued
from engine.packs.cohorts.setup.renaming import Rename


async def rename(
    host: Host, guild: int, campaign: Campaign, who: int, order: Rename, why: str
) -> None:
    """Carry the order out. Raises `Refused`, also for words that would offend."""
    if campaign.state in (CampaignState.FORMING, CampaignState.ENDED):
        raise Refused(f"Nothing can be renamed: the campaign is {STATES[campaign.state]}.")
    await check_words(host, guild, campaign.id, [order.name])
    try:
        await act_now(host, guild, campaign, Act(0, Queued("a1", order).to_json()))
    except ActRefused as error:
        raise Refused.by_rules(error.says, error.instead, error.rule) from error
    before, after = (
        json.dumps({"kind": order.kind, "name": name}) for name in (order.called, order.name)
    )
    async with host.stores.use(guild) as store:
        what = f"renamed a {order.kind}"
        await store.audit.note(campaign.id, who, what, why=why, before=before, after=after)
