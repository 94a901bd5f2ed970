"""What waits in the outboxes of all guilds, read only from files that have changed."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.metrics import files
from bot.metrics.files import GuildFiles
from bot.store.records import Address, NewMessage
from bot.store.stores import Stores
from tests.bot.store.scene import GUILD, NOON, found_campaign, make_tick, opened

OTHER = GUILD + 1
RED = Address(role="faction:1")


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(NOON)


@pytest.fixture
async def stores(tmp_path: Path, clock: MovableClock) -> AsyncIterator[Stores]:
    async with opened(tmp_path / "campaigns", clock) as stores:
        for guild in (GUILD, OTHER):
            async with stores.use(guild) as store:
                campaign = await found_campaign(store)
                await store.places.put(campaign.id, "faction:1", 50)
        yield stores


def message(key: str, to: Address = RED) -> NewMessage:
    return NewMessage(to, key, f'"{key}"')


async def test_messages_are_counted_over_all_guilds_and_the_oldest_has_an_age(stores: Stores):
    known = GuildFiles()
    none = known.look(stores, NOON)
    assert (none.files, none.unread, none.waiting, none.oldest) == (2, 0, 0, 0.0)
    assert none.size > none.largest > 0
    async with stores.use(GUILD) as store, store.unit():
        await store.outbox.add(1, message("one"))
        await store.outbox.add(1, message("two"))
    async with stores.use(OTHER) as store:
        await store.outbox.add(1, message("three"))
        some = known.look(stores, NOON)
        assert (some.waiting, some.held, some.oldest) == (3, 0, 0.0)
        assert known.look(stores, NOON + timedelta(minutes=5)).oldest == 300
        [three] = await store.outbox.ready(NOON)
        await store.outbox.sent(three.id, 777)
        await store.places.park(1, "faction:1", "I may not post there.")
        await store.outbox.add(1, message("four"))
    later = known.look(stores, NOON + timedelta(minutes=6))
    assert (later.waiting, later.held, later.oldest) == (2, 1, 360)


async def test_a_message_of_a_tick_is_as_old_as_the_tick(stores: Stores):
    make_tick(stores.path(GUILD), 1, outbox=[message("T1")])
    async with stores.use(GUILD) as store:
        [tick] = await store.campaigns.ticks(1)
    found = GuildFiles().look(stores, tick.committed_at + timedelta(hours=1))
    assert (found.waiting, found.oldest) == (1, 3600)


async def test_only_what_has_changed_is_read_again_and_not_too_much_in_one_look(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
):
    read: list[Path] = []
    really = files.open_messages
    monkeypatch.setattr(files, "open_messages", lambda path: read.append(path) or really(path))
    known = GuildFiles(read_at_once=1)
    async with stores.use(GUILD), stores.use(OTHER) as store:
        assert [known.look(stores, NOON).unread for _ in range(3)] == [1, 0, 0]
        assert read == [stores.path(GUILD), stores.path(OTHER)]
        await store.outbox.add(1, message("one"))
        assert known.look(stores, NOON).waiting == 1
        assert read[2:] == [stores.path(OTHER)]


async def test_a_file_that_cannot_be_read_hides_no_other(stores: Stores):
    async with stores.use(GUILD) as store:
        await store.outbox.add(1, message("one"))
    stores.path(999).write_bytes(b"this is no database at all" * 100)
    found = GuildFiles().look(stores, NOON)
    assert (found.files, found.unread, found.waiting) == (3, 1, 1)
