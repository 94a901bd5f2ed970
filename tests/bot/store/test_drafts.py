"""Drafts: keys, positions, versions; their shared copies: what they hold, and when they end."""

import sqlite3

import pytest

from bot.clock import MovableClock
from bot.store.errors import BadOrderKey, NotFound
from bot.store.guild import GuildStore
from bot.store.records import Draft, Shared
from bot.store.snowflakes import rewrite_snowflakes
from tests.bot.store.scene import CAMPAIGN, NOON, PLAYER, RUN_DAY, SPAN, make_tick, run_on_time


def listed(draft: Draft) -> list[str]:
    return [order.key for order in draft.orders]


async def add(store: GuildStore, count: int) -> None:
    for number in range(count):
        await store.drafts.add(CAMPAIGN, PLAYER, str(number))


async def test_an_untouched_draft_is_empty_and_of_version_0(store: GuildStore) -> None:
    assert await store.drafts.get(CAMPAIGN, PLAYER) == Draft(CAMPAIGN, PLAYER, 0, ())


async def test_every_edit_raises_the_version_by_one(store: GuildStore) -> None:
    drafts = store.drafts
    await add(store, 2)
    versions = [
        (await drafts.edit(CAMPAIGN, PLAYER, "k1", '"other"')).version,
        (await drafts.move(CAMPAIGN, PLAYER, "k1", 1)).version,
        (await drafts.remove(CAMPAIGN, PLAYER, "k2")).version,
        (await drafts.clear(CAMPAIGN, PLAYER)).version,
        (await drafts.replace(CAMPAIGN, PLAYER, [(None, "1")])).version,
    ]
    assert versions == [3, 4, 5, 6, 7]


async def test_an_order_can_be_put_at_a_place_in_the_list(store: GuildStore) -> None:
    await add(store, 3)
    key, draft = await store.drafts.add(CAMPAIGN, PLAYER, '"first"', 0)
    assert key == "k4"
    assert listed(draft) == ["k4", "k1", "k2", "k3"]


@pytest.mark.parametrize(
    "key,position,expected",
    [
        ("k1", 2, ["k2", "k3", "k1", "k4"]),
        ("k4", 0, ["k4", "k1", "k2", "k3"]),
        ("k2", 1, ["k1", "k2", "k3", "k4"]),
        ("k2", 99, ["k1", "k3", "k4", "k2"]),
        ("k3", -5, ["k3", "k1", "k2", "k4"]),
    ],
)
async def test_a_moved_order_stands_where_it_was_put(
    store: GuildStore, key: str, position: int, expected: list[str]
) -> None:
    await add(store, 4)
    assert listed(await store.drafts.move(CAMPAIGN, PLAYER, key, position)) == expected


async def test_a_key_is_never_given_twice(store: GuildStore) -> None:
    await add(store, 2)
    await store.drafts.remove(CAMPAIGN, PLAYER, "k2")
    await store.drafts.clear(CAMPAIGN, PLAYER)
    key, _ = await store.drafts.add(CAMPAIGN, PLAYER, "0")
    assert key == "k3"


async def test_a_sheet_keeps_its_keys_and_new_lines_get_keys_above_them(store: GuildStore) -> None:
    await add(store, 3)
    draft = await store.drafts.replace(
        CAMPAIGN, PLAYER, [("k3", "3"), (None, "4"), ("k40", "5"), (None, "6")]
    )
    assert listed(draft) == ["k3", "k41", "k40", "k42"]
    assert [order.body for order in draft.orders] == ["3", "4", "5", "6"]
    assert (await store.drafts.add(CAMPAIGN, PLAYER, "7"))[0] == "k43"


@pytest.mark.parametrize("key", ["k0", "k-1", "K1", "k1 ", "1", "", "k٣", "k1234567890", "k01"])
async def test_a_malformed_key_is_refused_and_the_draft_stays(store: GuildStore, key: str) -> None:
    await add(store, 1)
    before = await store.drafts.get(CAMPAIGN, PLAYER)
    with pytest.raises(BadOrderKey, match="Keys are k1, k2"):
        await store.drafts.replace(CAMPAIGN, PLAYER, [(key, "1")])
    assert await store.drafts.get(CAMPAIGN, PLAYER) == before


async def test_a_key_that_comes_twice_in_a_sheet_is_refused(store: GuildStore) -> None:
    with pytest.raises(BadOrderKey, match="same key"):
        await store.drafts.replace(CAMPAIGN, PLAYER, [("k1", "1"), ("k1", "2")])


async def test_an_unknown_order_is_named_and_nothing_changes(store: GuildStore) -> None:
    await add(store, 1)
    before = await store.drafts.get(CAMPAIGN, PLAYER)
    for edit in (
        store.drafts.remove(CAMPAIGN, PLAYER, "k2"),
        store.drafts.move(CAMPAIGN, PLAYER, "k2", 0),
        store.drafts.edit(CAMPAIGN, PLAYER, "'; DROP TABLE draft; --", "1"),
    ):
        with pytest.raises(NotFound, match="There is no order"):
            await edit
    assert await store.drafts.get(CAMPAIGN, PLAYER) == before


async def test_what_is_not_json_never_gets_into_a_draft(store: GuildStore) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await store.drafts.add(CAMPAIGN, PLAYER, "{not json")
    assert (await store.drafts.get(CAMPAIGN, PLAYER)).version == 0


async def test_drafts_of_two_players_do_not_touch(store: GuildStore) -> None:
    await add(store, 2)
    await store.drafts.clear(CAMPAIGN, PLAYER + 1)
    assert (await store.drafts.add(CAMPAIGN, PLAYER + 1, "0"))[0] == "k1"
    assert listed(await store.drafts.get(CAMPAIGN, PLAYER)) == ["k1", "k2"]


RULE = pytest.mark.rule("cohorts.turn.shared-orders")
OTHER = 60


async def shared(store: GuildStore, user: int = PLAYER) -> Shared | None:
    return await store.shares.get(CAMPAIGN, user)


async def share(store: GuildStore, *bodies: str, user: int = PLAYER) -> Shared:
    for body in bodies:
        await store.drafts.add(CAMPAIGN, user, body)
    return await store.shares.share(CAMPAIGN, user)


@RULE
async def test_what_is_shared_is_the_draft_of_then(store: GuildStore, clock: MovableClock) -> None:
    await store.drafts.add(CAMPAIGN, PLAYER, '"last"')
    made = await share(store, '"first"', '"second"')
    await store.drafts.move(CAMPAIGN, PLAYER, "k1", 2)
    await store.drafts.remove(CAMPAIGN, PLAYER, "k2")
    clock.move(SPAN)
    assert made == await shared(store)
    assert [order.body for order in made.orders] == ['"last"', '"first"', '"second"']
    assert (made.version, made.shared_at) == (3, NOON)


@RULE
async def test_sharing_again_puts_the_changed_draft_in_place_of_the_copy(
    store: GuildStore, clock: MovableClock
) -> None:
    await share(store, '"one"')
    await store.drafts.replace(CAMPAIGN, PLAYER, [(None, '"two"')])
    clock.move(SPAN)
    made = await share(store)
    assert [order.body for order in made.orders] == ['"two"']
    assert (made.version, made.shared_at) == (2, NOON + SPAN)
    assert await shared(store) == made


async def test_an_untouched_draft_cannot_be_shared(store: GuildStore) -> None:
    with pytest.raises(NotFound):
        await share(store)
    assert await shared(store) is None


@RULE
async def test_who_ends_sharing_keeps_the_draft_and_the_submission(store: GuildStore) -> None:
    made = await share(store, '"one"')
    waiting = await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)
    assert await store.shares.end(CAMPAIGN, PLAYER) == made
    assert await shared(store) is None
    assert (await store.drafts.get(CAMPAIGN, PLAYER)).orders == made.orders
    assert await store.submissions.pending(CAMPAIGN, PLAYER) == waiting
    with pytest.raises(NotFound):
        await store.shares.end(CAMPAIGN, PLAYER)


@RULE
async def test_a_run_ends_the_sharing_of_those_whose_turn_it_ran(store: GuildStore) -> None:
    await store.members.join(CAMPAIGN, OTHER, 1)
    await share(store, '"one"')
    kept = await share(store, '"two"', user=OTHER)
    await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)
    make_tick(store.path, CAMPAIGN, RUN_DAY)
    assert await shared(store) is None
    assert await shared(store, OTHER) == kept


@RULE
async def test_what_is_shared_has_no_effect_on_what_a_run_takes(store: GuildStore) -> None:
    await store.drafts.add(CAMPAIGN, PLAYER, '"submitted"')
    waiting = await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)
    await share(store, '"later"')
    assert await store.submissions.pending(CAMPAIGN, PLAYER) == waiting
    assert waiting.body == '[{"key":"k1","order":"submitted"}]'


@RULE
async def test_who_leaves_the_campaign_shares_nothing_in_the_next_seat(store: GuildStore) -> None:
    await share(store, '"one"')
    await store.members.leave(CAMPAIGN, PLAYER)
    await store.members.join(CAMPAIGN, PLAYER, 2)
    assert await shared(store) is None


async def test_copies_follow_people_whose_ids_are_rewritten(store: GuildStore) -> None:
    await store.members.join(CAMPAIGN, OTHER, 1)
    await share(store, '"one"')
    await share(store, '"two"', user=OTHER)
    rewrite_snowflakes(store.path, {PLAYER: OTHER, OTHER: PLAYER})
    for user, body in ((OTHER, '"one"'), (PLAYER, '"two"')):
        found = await shared(store, user)
        assert found is not None
        assert [order.body for order in found.orders] == [body]
