"""Joining a campaign: the store, the world, and what follows of it.

The world decides who may have which seat. How people ask for it is in `bot.joining`; seats that
change hands are in `seating`.
"""

import json
from typing import Final

from bot.answers import Refused
from bot.calendar.readiness import have_looked
from bot.campaign.acting import act_now
from bot.campaign.parts import copy_tells_secrets, has_part
from bot.campaign.status import joinable
from bot.faces.join_forms import Draft
from bot.host import Host
from bot.resolving import Act, ActRefused
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member, Trace
from bot.store.steps import JOINED, STATUS, step
from bot.wording import check_words
from engine.names import free_texts
from engine.orders import Order, Queued
from engine.packs import Rules

REPLACED: Final = "player replaced"
REMOVED: Final = "player removed"
BROUGHT_BACK: Final = "player brought back"


def check_open(rules: Rules, campaign: Campaign) -> None:
    """Raise `Refused` unless players may join."""
    if not campaign.joining and campaign.state is not CampaignState.ENDED:
        raise Refused(
            "The moderators let nobody join at present.",
            way_out="Ask them, or wait until joining is open again.",
            rule=rules.cites("late-joining"),
        )
    if not joinable(campaign):
        raise Refused(
            "Nobody can join this campaign now.",
            way_out="Wait until a moderator opens it."
            if campaign.state is CampaignState.FORMING
            else "It has ended; join another one.",
            rule=rules.cites("joining"),
        )


async def join(
    host: Host, guild: int, campaign: Campaign, user: int, draft: Draft, order: Order
) -> Member:
    """Seat a person: in the store, then by the order's tick in the world. Raises `Refused`.

    The draft's faction is one of the module's.
    """
    rules = await host.rules(guild, campaign)
    faction = list(rules.module.factions).index(draft.faction) + 1
    await check_words(host, guild, campaign.id, (draft.name, *free_texts(order)))
    async with host.stores.use(guild) as store:
        async with store.unit():
            check_open(rules, await store.campaigns.get(campaign.id))
            if await check_newcomer(store, rules, campaign, user, faction):
                await store.members.leave(campaign.id, user)
            await store.members.join(campaign.id, user, faction)
        act = Act(user, Queued("a1", order).to_json())
        try:
            await act_now(host, guild, campaign, act, steps={step(JOINED, user): "{}"})
        except Exception as error:
            seated = await store.members.get(campaign.id, user)
            if seated is None or not seated.player:
                if seated:
                    await store.members.leave(campaign.id, user)
                if isinstance(error, ActRefused):
                    raise Refused.by_rules(error.says, error.instead, error.rule) from error
                raise
            # A worker was lost, but right after it had seated the person.
        await settle_in(host, guild, campaign.id, user)
        member = await store.members.get(campaign.id, user)
        assert member is not None, "the tick has just seated the person"
    return member


async def settle_in(host: Host, guild: int, campaign_id: int, user: int) -> None:
    """Do what follows when a person was seated by a tick: the step `JOINED`, once."""
    async with host.stores.use(guild) as store, store.unit("step"):
        if await store.timers.get(campaign_id, step(JOINED, user)) is None:
            return  # somebody was quicker
        await store.timers.clear(campaign_id, step(JOINED, user))
        member = await store.members.get(campaign_id, user)
        if member is None:
            return
        taken = json.dumps({"faction": member.faction, "player": member.player})
        await store.audit.note(campaign_id, user, "joined", trace=Trace(after=taken, open=True))
        await store.papers.remove(campaign_id, user, "design")
        await store.timers.put(campaign_id, STATUS, store.now())
        await have_looked(host, store, campaign_id)


async def check_newcomer(
    store: GuildStore,
    rules: Rules,
    campaign: Campaign,
    user: int,
    faction: int,
    *,
    moderated: bool = False,
) -> Member | None:
    """See that the person may take a seat of the faction; returns one that was never filled.

    Faction 0 stands for one that is not chosen yet. To be asked before anything is told of a
    faction's starting places: who plays for another must not learn. A deputy counts as one who
    plays. `moderated` says that it is asked for somebody else. Raises `Refused`.
    """
    seated = await store.members.get(campaign.id, user)
    if seated and seated.player:
        if moderated:
            raise Refused(
                "That person plays in this campaign already.", way_out="Choose somebody else."
            )
        raise Refused("You play in this campaign already.", way_out="/leave gives up your place.")
    if not moderated and await _sent_away(store, campaign.id, user):
        raise Refused(
            "A moderator has taken you out of this campaign.",
            way_out="Ask one: the desk and /campaign undo can bring you back.",
            rule=rules.cites("joining"),
        )
    if await copy_tells_secrets(store, campaign.id) and await has_part(
        store, await store.campaigns.original(campaign.id), user
    ):
        raise Refused(
            "That person plays in the campaign of which this is a copy, or has."
            if moderated
            else "You play in the campaign of which this is a copy, or have.",
            way_out="Choose somebody else." if moderated else "Play in another campaign.",
            rule=rules.cites("joining"),
        )
    if await store.looks.looked(campaign.id, user):
        raise Refused(
            "That person has looked at what a faction of this campaign sees, as its moderator."
            if moderated
            else "You have looked at what a faction of this campaign sees, as its moderator.",
            way_out="Choose somebody else." if moderated else "Play in another campaign.",
            rule=rules.cites("joining"),
        )
    before = [each.faction for each in await store.members.former(campaign.id, user) if each.player]
    before += [each.faction for each in await store.deputies.former(campaign.id, user)]
    if faction and any(each != faction for each in before):
        if moderated:
            raise Refused(
                "That person has played for another faction here, and knows what it knows.",
                way_out="Choose somebody else.",
                rule=rules.cites("joining"),
            )
        raise Refused(
            "You have played for another faction here, and know what it knows.",
            way_out="Join that faction again, or another campaign.",
            rule=rules.cites("joining"),
        )
    return seated


async def _sent_away(store: GuildStore, campaign: int, user: int) -> bool:
    """Whether the last that moderators did with the person's seat was to take it away."""
    acts = (REMOVED, BROUGHT_BACK, REPLACED)
    latest = await store.audit.latest_about(campaign, user, acts)
    return latest == REMOVED
