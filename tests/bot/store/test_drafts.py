"""Drafts: keys, positions, versions."""

import sqlite3

import pytest

from bot.store.errors import BadOrderKey, NotFound
from bot.store.guild import GuildStore
from bot.store.records import Campaign, Draft
from tests.bot.store.scene import PLAYER


def listed(draft: Draft) -> list[str]:
    return [order.key for order in draft.orders]


async def add(store: GuildStore, campaign: Campaign, count: int) -> None:
    for number in range(count):
        await store.drafts.add(campaign.id, PLAYER, str(number))


async def test_an_untouched_draft_is_empty_and_of_version_0(
    store: GuildStore, campaign: Campaign
) -> None:
    assert await store.drafts.get(campaign.id, PLAYER) == Draft(campaign.id, PLAYER, 0, ())


async def test_every_edit_raises_the_version_by_one(store: GuildStore, campaign: Campaign) -> None:
    drafts = store.drafts
    await add(store, campaign, 2)
    versions = [
        (await drafts.edit(campaign.id, PLAYER, "k1", '"other"')).version,
        (await drafts.move(campaign.id, PLAYER, "k1", 1)).version,
        (await drafts.remove(campaign.id, PLAYER, "k2")).version,
        (await drafts.clear(campaign.id, PLAYER)).version,
        (await drafts.replace(campaign.id, PLAYER, [(None, "1")])).version,
    ]
    assert versions == [3, 4, 5, 6, 7]


async def test_an_order_can_be_put_at_a_place_in_the_list(
    store: GuildStore, campaign: Campaign
) -> None:
    await add(store, campaign, 3)
    key, draft = await store.drafts.add(campaign.id, PLAYER, '"first"', 0)
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
    store: GuildStore, campaign: Campaign, key: str, position: int, expected: list[str]
) -> None:
    await add(store, campaign, 4)
    assert listed(await store.drafts.move(campaign.id, PLAYER, key, position)) == expected


async def test_a_key_is_never_given_twice(store: GuildStore, campaign: Campaign) -> None:
    await add(store, campaign, 2)
    await store.drafts.remove(campaign.id, PLAYER, "k2")
    await store.drafts.clear(campaign.id, PLAYER)
    key, _ = await store.drafts.add(campaign.id, PLAYER, "0")
    assert key == "k3"


async def test_a_sheet_keeps_its_keys_and_new_lines_get_keys_above_them(
    store: GuildStore, campaign: Campaign
) -> None:
    await add(store, campaign, 3)
    draft = await store.drafts.replace(
        campaign.id, PLAYER, [("k3", "3"), (None, "4"), ("k40", "5"), (None, "6")]
    )
    assert listed(draft) == ["k3", "k41", "k40", "k42"]
    assert [order.body for order in draft.orders] == ["3", "4", "5", "6"]
    assert (await store.drafts.add(campaign.id, PLAYER, "7"))[0] == "k43"


@pytest.mark.parametrize("key", ["k0", "k-1", "K1", "k1 ", "1", "", "k٣", "k1234567890", "k01"])
async def test_a_malformed_key_in_a_sheet_is_refused_and_the_draft_stays(
    store: GuildStore, campaign: Campaign, key: str
) -> None:
    await add(store, campaign, 1)
    before = await store.drafts.get(campaign.id, PLAYER)
    with pytest.raises(BadOrderKey, match="Keys are k1, k2"):
        await store.drafts.replace(campaign.id, PLAYER, [(key, "1")])
    assert await store.drafts.get(campaign.id, PLAYER) == before


async def test_a_key_that_comes_twice_in_a_sheet_is_refused(
    store: GuildStore, campaign: Campaign
) -> None:
    with pytest.raises(BadOrderKey, match="same key"):
        await store.drafts.replace(campaign.id, PLAYER, [("k1", "1"), ("k1", "2")])


async def test_an_unknown_order_is_named_and_nothing_changes(
    store: GuildStore, campaign: Campaign
) -> None:
    await add(store, campaign, 1)
    before = await store.drafts.get(campaign.id, PLAYER)
    for edit in (
        store.drafts.remove(campaign.id, PLAYER, "k2"),
        store.drafts.move(campaign.id, PLAYER, "k2", 0),
        store.drafts.edit(campaign.id, PLAYER, "'; DROP TABLE draft; --", "1"),
    ):
        with pytest.raises(NotFound, match="There is no order"):
            await edit
    assert await store.drafts.get(campaign.id, PLAYER) == before


async def test_what_is_not_json_never_gets_into_a_draft(
    store: GuildStore, campaign: Campaign
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await store.drafts.add(campaign.id, PLAYER, "{not json")
    assert (await store.drafts.get(campaign.id, PLAYER)).version == 0


async def test_drafts_of_two_players_do_not_touch(store: GuildStore, campaign: Campaign) -> None:
    await add(store, campaign, 2)
    await store.drafts.clear(campaign.id, PLAYER + 1)
    assert (await store.drafts.add(campaign.id, PLAYER + 1, "0"))[0] == "k1"
    assert listed(await store.drafts.get(campaign.id, PLAYER)) == ["k1", "k2"]
