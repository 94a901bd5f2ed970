"""Submitting standing orders for players who do not come: for the last run of the week.

Their own submission takes the place of it, and who withdraws it has it so for the week. After some
turns in a row without them their standing orders wait as they do.
"""

from datetime import date, datetime
from typing import Final

from bot.answers import Refused
from bot.campaign.almanac import STANDING, almanac_of
from bot.campaign.attendance import roll_of
from bot.host import Host
from bot.store.guild import GuildStore
from bot.store.records import CampaignState

UNATTENDED: Final = 3
"""Turns in a row that are submitted unasked; a player who misses as many in a row is idle."""
_LOOKED_AT: Final = 20
"""Latest submissions of a player in which those turns are counted."""


async def submit_standing(host: Host, guild: int, campaign_id: int) -> None:
    """Submit the standing orders that have run before, where their player has submitted nothing.

    The timer `STANDING` asks for it and is cleared by it.
    """
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        calendar = (await host.rules(guild, campaign)).module.calendar
        async with store.unit():
            await store.timers.clear(campaign_id, STANDING)
            campaign = await store.campaigns.get(campaign_id)
            if campaign.state is not CampaignState.RUNNING:
                return
            almanac = await almanac_of(store, campaign, calendar)
            roll = await roll_of(store, campaign, almanac)
            if roll is None:
                return
            waiting = {each.user for each in await store.submissions.all_pending(campaign_id)}
            week = almanac.calendar.week_of(roll.day)

            def run_date(committed: datetime) -> date:
                found = almanac.calendar.run_day_for(roll.day, committed, almanac.pauses)
                if found is None or almanac.calendar.week_of(found) != week:
                    raise Refused("The week's last cut-off has passed.")
                return found

            begun = await store.standing.begun(campaign_id)
            for member in roll.members:
                keys = begun.get(member.user)
                if not keys or member.user in waiting | roll.ran:
                    continue
                if await _left_alone(store, campaign_id, member.user, roll.day):
                    continue
                try:
                    await store.submissions.submit(campaign_id, member.user, run_date, unasked=keys)
                except Refused:
                    return  # nobody's can be submitted any more


async def _left_alone(store: GuildStore, campaign: int, user: int, day: date) -> bool:
    """Whether only the player is to submit: it was withdrawn, or the player has long been away."""
    unattended = 0
    for each in await store.submissions.of_user(campaign, user, _LOOKED_AT):
        if each.unasked and each.withdrawn_at and each.run_date == day:
            return True
        if each.consumed_tick is None:
            continue
        if not each.unasked:
            return False
        unattended += 1
        if unattended == UNATTENDED:
            return True
    return False
