"""Campaigns, members, places, settings, the audit trail, acts committed together, and other ids."""

import asyncio
from datetime import date

import pytest

from bot.store.errors import NotFound, Taken
from bot.store.guild import GuildStore
from bot.store.records import (
    Address,
    CampaignState,
    DiscordPlace,
    ModuleCopy,
    NewMessage,
    Trace,
    Vacation,
)
from bot.store.snowflakes import rewrite_snowflakes
from tests.bot.store.scene import (
    CAMPAIGN,
    MODULE,
    NOON,
    PLAYER,
    SEED,
    found_campaign,
    make_tick,
    run_on_time,
)


async def test_a_new_campaign_is_forming_at_tick_0(store: GuildStore) -> None:
    made = await store.campaigns.create(
        "North", MODULE, engine_version="1.0", seed=SEED, seed_hash="h"
    )
    assert (made.state, made.tick, made.turn, made.cursor) == (CampaignState.FORMING, 0, 0, None)
    assert made.created_at == NOON
    assert (await store.campaigns.all())[-1] == made
    assert await store.campaigns.module(made.module_digest) == MODULE


async def test_a_name_is_free_again_when_its_campaign_has_ended(store: GuildStore) -> None:
    with pytest.raises(Taken, match="already has a campaign called the LONG march"):
        await found_campaign(store, "the LONG march")
    await store.campaigns.set_state(CAMPAIGN, CampaignState.ENDED)
    assert (await found_campaign(store, "the LONG march")).id != CAMPAIGN


async def test_a_changed_module_leaves_the_old_one_readable(store: GuildStore) -> None:
    newer = ModuleCopy("digest-2", "cohorts", '{"rules": 2}')
    make_tick(store.path, CAMPAIGN, module=newer)
    assert (await store.campaigns.get(CAMPAIGN)).module_digest == "digest-2"
    assert await store.campaigns.module("digest-1") == MODULE
    assert await store.campaigns.module("digest-2") == newer


async def test_what_is_not_there_is_not_found(store: GuildStore) -> None:
    for missing in (
        store.campaigns.get(9),
        store.campaigns.set_state(9, CampaignState.OPEN),
        store.campaigns.module("none"),
        store.members.leave(9, PLAYER),
    ):
        with pytest.raises(NotFound):
            await missing


async def test_a_person_has_one_seat_and_may_come_back(store: GuildStore) -> None:
    with pytest.raises(Taken):
        await store.members.join(CAMPAIGN, PLAYER, 2)
    left = await store.members.leave(CAMPAIGN, PLAYER)
    assert left.left_at == NOON
    assert await store.members.get(CAMPAIGN, PLAYER) is None
    await store.members.join(CAMPAIGN, PLAYER, 2, player=4)
    [seat] = await store.members.of_user(PLAYER)
    assert (seat.faction, seat.player) == (2, 4)
    assert await store.members.of_campaign(CAMPAIGN) == [seat]


async def test_places_are_found_by_role_and_by_snowflake(store: GuildStore) -> None:
    herald = await store.places.put(CAMPAIGN, "herald", 10)
    assert herald == DiscordPlace(CAMPAIGN, "herald", 10, None)
    await store.places.put(CAMPAIGN, "category", 11)
    await store.places.park(CAMPAIGN, "herald", "404")
    assert [(p.role, p.parked) for p in await store.places.of_campaign(CAMPAIGN)] == [
        ("category", None),
        ("herald", "404"),
    ]
    assert [p.role for p in await store.places.at(10)] == ["herald"]
    await store.places.unpark(CAMPAIGN, "herald")
    assert await store.places.get(CAMPAIGN, "herald") == herald
    await store.places.forget(CAMPAIGN, "herald")
    assert await store.places.get(CAMPAIGN, "herald") is None


async def test_a_setting_keeps_its_latest_value(store: GuildStore) -> None:
    assert await store.settings.get("commands") is None
    await store.settings.put("commands", "a")
    await store.settings.put("commands", "b")
    assert await store.settings.get("commands") == "b"


async def test_an_act_and_its_audit_entry_are_committed_together(store: GuildStore) -> None:

    async def half_an_act() -> None:
        async with store.unit():
            await store.campaigns.set_state(CAMPAIGN, CampaignState.PAUSED)
            await store.audit.note(CAMPAIGN, 5, "pause", why="holidays")
            raise RuntimeError("the moderator's channel is gone")

    with pytest.raises(RuntimeError):
        await half_an_act()
    assert (await store.campaigns.get(CAMPAIGN)).state is CampaignState.RUNNING
    assert await store.audit.latest() == []
    async with store.unit():
        await store.campaigns.set_state(CAMPAIGN, CampaignState.PAUSED)
        await store.audit.note(CAMPAIGN, 5, "pause", trace=Trace('"running"', '"paused"'))
    [entry] = await store.audit.latest(CAMPAIGN)
    assert (entry.who, entry.what, entry.trace) == (5, "pause", Trace('"running"', '"paused"'))
    assert (await store.campaigns.get(CAMPAIGN)).state is CampaignState.PAUSED


async def test_a_refusal_inside_a_unit_undoes_its_own_part_alone(store: GuildStore) -> None:
    async with store.unit():
        await store.settings.put("kept", "yes")
        with pytest.raises(NotFound):
            await store.drafts.remove(CAMPAIGN, PLAYER, "k1")
    assert await store.settings.get("kept") == "yes"


async def test_other_tasks_never_see_a_unit_half_done(store: GuildStore) -> None:
    async with store.unit():
        await store.settings.put("step", "1")
        assert await asyncio.create_task(store.settings.get("step")) is None
        await store.settings.put("step", "2")
    assert await asyncio.create_task(store.settings.get("step")) == "2"


async def test_a_cancelled_unit_leaves_nothing_and_the_store_goes_on(store: GuildStore) -> None:
    entered = asyncio.Event()

    async def hang() -> None:
        async with store.unit():
            await store.settings.put("half", "done")
            entered.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await store.settings.get("half") is None
    await store.settings.put("half", "whole")
    assert await store.settings.get("half") == "whole"


async def test_many_edits_at_once_are_all_kept(store: GuildStore) -> None:
    await asyncio.gather(*(store.drafts.add(CAMPAIGN, PLAYER, str(n)) for n in range(40)))
    draft = await store.drafts.get(CAMPAIGN, PLAYER)
    assert sorted(int(order.body) for order in draft.orders) == list(range(40))
    assert (draft.version, len({order.key for order in draft.orders})) == (40, 40)


async def test_every_stored_id_is_rewritten_even_where_two_change_places(store: GuildStore) -> None:
    herald, other = 50, 60
    await store.members.join(CAMPAIGN, other, 2)
    await store.places.put(CAMPAIGN, "herald", herald)
    await store.places.put(CAMPAIGN, "moderators", 51)
    for user, body in ((PLAYER, "1"), (other, "2")):
        await store.drafts.add(CAMPAIGN, user, body)
        await store.submissions.submit(CAMPAIGN, user, run_on_time)
    sent = await store.outbox.add(CAMPAIGN, NewMessage(Address(channel=herald), "H1", "{}"))
    await store.outbox.sent(sent.id, 777)
    await store.audit.note(CAMPAIGN, PLAYER, "start")
    day = date(2024, 5, 7)
    await store.agenda.put_vacation(CAMPAIGN, Vacation(PLAYER, day, day))
    await store.agenda.add_extension(CAMPAIGN, 1, PLAYER, day, 12)
    await store.agenda.put_reminder(CAMPAIGN, PLAYER, 3)
    await store.agenda.note_reminded(CAMPAIGN, PLAYER, day)

    rewrite_snowflakes(store.path, {PLAYER: other, other: PLAYER, herald: 9, 777: 778, 4: 5})

    assert [(m.user, m.faction) for m in await store.members.of_campaign(CAMPAIGN)] == [
        (other, 1),
        (PLAYER, 2),
    ]
    for user, body in ((other, "1"), (PLAYER, "2")):
        draft = await store.drafts.get(CAMPAIGN, user)
        assert [order.body for order in draft.orders] == [body]
        submitted = await store.submissions.pending(CAMPAIGN, user)
        assert submitted
        assert submitted.body == f'[{{"key":"k1","order":{body}}}]'
    assert [(p.role, p.snowflake) for p in await store.places.of_campaign(CAMPAIGN)] == [
        ("herald", 9),
        ("moderators", 51),
    ]
    assert [entry.who for entry in await store.audit.latest()] == [other]
    assert [each.user for each in await store.agenda.vacations(CAMPAIGN)] == [other]
    assert [each.user for each in await store.agenda.extensions(CAMPAIGN, day)] == [other]
    assert await store.agenda.reminders(CAMPAIGN) == {other: 3}
    assert await store.agenda.reminded(CAMPAIGN, day) == {other}
    async with store._file.reading() as db:
        assert tuple(await db.one("SELECT channel, message FROM outbox")) == (9, 778)
