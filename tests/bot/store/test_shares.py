"""Shared copies of drafts: what they hold, and when they end."""

import pytest

from bot.clock import MovableClock
from bot.store.errors import NotFound
from bot.store.guild import GuildStore
from bot.store.records import Campaign, Shared
from bot.store.snowflakes import rewrite_snowflakes
from tests.bot.store.scene import NOON, PLAYER, RUN_DAY, SPAN, make_tick, run_on_time

RULE = pytest.mark.rule("cohorts.turn.shared-orders")
OTHER = 60


async def shared(store: GuildStore, campaign: Campaign, user: int = PLAYER) -> Shared | None:
    return await store.shares.get(campaign.id, user)


async def share(store: GuildStore, campaign: Campaign, *bodies: str, user: int = PLAYER) -> Shared:
    for body in bodies:
        await store.drafts.add(campaign.id, user, body)
    return await store.shares.share(campaign.id, user)


@RULE
async def test_what_is_shared_is_the_draft_as_it_stood(
    store: GuildStore, campaign: Campaign, clock: MovableClock
) -> None:
    await store.drafts.add(campaign.id, PLAYER, '"last"')
    made = await share(store, campaign, '"first"', '"second"')
    await store.drafts.move(campaign.id, PLAYER, "k1", 2)
    await store.drafts.remove(campaign.id, PLAYER, "k2")
    clock.move(SPAN)
    assert made == await shared(store, campaign)
    assert [order.body for order in made.orders] == ['"last"', '"first"', '"second"']
    assert (made.version, made.shared_at) == (3, NOON)


@RULE
async def test_sharing_again_puts_the_changed_draft_in_place_of_the_copy(
    store: GuildStore, campaign: Campaign, clock: MovableClock
) -> None:
    await share(store, campaign, '"one"')
    await store.drafts.replace(campaign.id, PLAYER, [(None, '"two"')])
    clock.move(SPAN)
    made = await share(store, campaign)
    assert [order.body for order in made.orders] == ['"two"']
    assert (made.version, made.shared_at) == (2, NOON + SPAN)
    assert await shared(store, campaign) == made


async def test_an_untouched_draft_cannot_be_shared(store: GuildStore, campaign: Campaign) -> None:
    with pytest.raises(NotFound):
        await share(store, campaign)
    assert await shared(store, campaign) is None


@RULE
async def test_who_ends_sharing_keeps_the_draft_and_the_submission(
    store: GuildStore, campaign: Campaign
) -> None:
    made = await share(store, campaign, '"one"')
    waiting = await store.submissions.submit(campaign.id, PLAYER, run_on_time)
    assert await store.shares.end(campaign.id, PLAYER) == made
    assert await shared(store, campaign) is None
    assert (await store.drafts.get(campaign.id, PLAYER)).orders == made.orders
    assert await store.submissions.pending(campaign.id, PLAYER) == waiting
    with pytest.raises(NotFound):
        await store.shares.end(campaign.id, PLAYER)


@RULE
async def test_a_run_ends_the_sharing_of_those_whose_turn_it_ran(
    store: GuildStore, campaign: Campaign
) -> None:
    await store.members.join(campaign.id, OTHER, 1)
    await share(store, campaign, '"one"')
    kept = await share(store, campaign, '"two"', user=OTHER)
    await store.submissions.submit(campaign.id, PLAYER, run_on_time)
    make_tick(store.path, campaign.id, RUN_DAY)
    assert await shared(store, campaign) is None
    assert await shared(store, campaign, OTHER) == kept


@RULE
async def test_what_is_shared_has_no_effect_on_what_a_run_takes(
    store: GuildStore, campaign: Campaign
) -> None:
    await store.drafts.add(campaign.id, PLAYER, '"submitted"')
    waiting = await store.submissions.submit(campaign.id, PLAYER, run_on_time)
    await share(store, campaign, '"later"')
    assert await store.submissions.pending(campaign.id, PLAYER) == waiting
    assert waiting.body == '[{"key":"k1","order":"submitted"}]'


@RULE
async def test_who_leaves_the_campaign_shares_nothing_in_the_next_seat(
    store: GuildStore, campaign: Campaign
) -> None:
    await share(store, campaign, '"one"')
    await store.members.leave(campaign.id, PLAYER)
    await store.members.join(campaign.id, PLAYER, 2)
    assert await shared(store, campaign) is None


async def test_copies_follow_people_whose_ids_are_rewritten(
    store: GuildStore, campaign: Campaign
) -> None:
    await store.members.join(campaign.id, OTHER, 1)
    await share(store, campaign, '"one"')
    await share(store, campaign, '"two"', user=OTHER)
    rewrite_snowflakes(store.path, {PLAYER: OTHER, OTHER: PLAYER})
    for user, body in ((OTHER, '"one"'), (PLAYER, '"two"')):
        found = await shared(store, campaign, user)
        assert found is not None
        assert [order.body for order in found.orders] == [body]
