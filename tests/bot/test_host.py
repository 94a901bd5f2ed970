"""What the host keeps at hand: views and plans, bounded by how much they hold. And its seeds."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot import host as hosting
from bot.assembly import create_bot
from bot.clock import MovableClock
from bot.host import Host, Seat, drawn_seed
from bot.resolving import resolve
from bot.settings import Settings
from bot.store.errors import Stale
from bot.store.records import CampaignState, Draft
from bot.store.ticks import DueTick
from bot.workers import Workers
from engine.dice import SEED_BYTES
from engine.orders import Queued, Ref
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.messages import ChangeMessage
from tests.bot.samples import GUILD, MONDAY, USER, founded


@pytest_asyncio.fixture(loop_scope="function")
async def host(
    tmp_path: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch, kept: int
) -> AsyncIterator[Host]:
    monkeypatch.setattr(hosting, "BYTES_KEPT", kept)
    made = Host(tmp_path, MovableClock(MONDAY), workers)
    await made.open()
    yield made
    await made.close()


def test_a_hosts_campaigns_have_seeds_that_nobody_can_foresee(settings: Settings, workers: Workers):
    host = create_bot(settings, MovableClock(MONDAY), workers).host
    assert host.new_seed is drawn_seed
    one, other = host.new_seed(), host.new_seed()
    assert len(one) == len(other) == SEED_BYTES
    assert one != other


@pytest.mark.parametrize("kept, first", [(1 << 20, True), (1, False)])
async def test_views_are_kept_by_how_much_they_hold_and_the_latest_always(host: Host, first: bool):
    campaign = await founded(host)
    for faction in (1, 2):
        await host.view(GUILD, campaign, faction)
    assert (host.seen(GUILD, campaign, 1) is not None) is first
    assert host.seen(GUILD, campaign, 2) is not None


@pytest.mark.parametrize("kept", [1])
async def test_a_plan_is_at_hand_as_long_as_its_view_is_and_then_made_again(host: Host):
    campaign = await founded(host)
    async with host.stores.use(GUILD) as store:
        member = await store.members.get(campaign.id, USER)
        assert member is not None
        seat = Seat(GUILD, campaign, member)
        view = await host.view(GUILD, campaign, 1)
        hero = next(iter(view.by(Character, "player", seat.player)))
        order = ChangeMessage.model_validate(
            {"bearer": str(Ref(Character.kind, hero.id)), "message": "Halt"}
        )
        await store.drafts.add(campaign.id, USER, Queued("k1", order).to_json())
        draft: Draft = await store.drafts.get(campaign.id, USER)
    plan = await host.plan(seat, draft)
    assert plan.world.get(Character, hero.id).message == "Halt"
    assert view.get(Character, hero.id).message == ""
    at_hand = host.planned(seat, draft)
    assert at_hand is not None
    assert at_hand.orders == plan.orders
    await host.view(GUILD, campaign, 2)
    assert host.planned(seat, draft) is None
    again = await host.plan(seat, draft)
    assert again.orders == plan.orders
    assert again.world.changes() == plan.world.changes()


@pytest.mark.parametrize("kept", [1])
async def test_no_tick_is_made_of_a_campaign_that_has_ended(host: Host):
    campaign = await founded(host)
    async with host.stores.use(GUILD) as store:
        await store.campaigns.set_state(campaign.id, CampaignState.ENDED)
    due = DueTick("weekly", MONDAY, MONDAY.date(), 2, None, MONDAY)
    with pytest.raises(Stale, match="has ended"):
        resolve(host.path(GUILD), campaign.id, due, MONDAY)
    async with host.stores.use(GUILD) as store:
        assert (await store.campaigns.get(campaign.id)).tick == campaign.tick
