"""Teammates who share and sequence their orders: two players of one faction at a practice table."""

import asyncio
import datetime as dt
import json
from typing import Any

import pytest

from bot.resolving import Act, resolve
from bot.store.records import Shared
from bot.store.ticks import DueTick
from engine.orders import Queued, Ref
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.setup.joining import Join
from tests.bot.founding import FACTION
from tests.bot.seated import Game, embed, text, way_out
from tests.rules.scene import module

pytestmark = pytest.mark.rule("cohorts.turn.shared-orders")

COGS = ["bot.guild_commands", "bot.orders.queue"]


async def hand_over(game: Game, giver: Any, city: City, to: Character) -> None:
    """Put the order to hand the city over into somebody's list, as an uploaded sheet may."""
    order = TransferCity(city=Ref(*city.place), character=Ref(*to.place))
    async with game.host.stores.use(game.guild) as store:
        await store.drafts.add(game.campaign_id, giver.id, Queued("", order).to_json())


async def people(game: Game) -> tuple[City, Character, Character]:
    """A city of Ada's, a hero of hers who is not its baron, and one of Bram's."""
    city, _, one = await game.home(game.ada)
    _, _, his = await game.home(game.bram)
    hers = (await game.view(game.ada)).by(Character, "player", one.player)
    return city, next(each for each in hers if each.id != city.baron), his


async def to_and_fro(game: Game) -> tuple[City, Character]:
    """Ada hands her city to Bram, who hands it to her heir: an order that needs the other's to go
    first.
    """
    city, heir, his = await people(game)
    await hand_over(game, game.ada, city, his)
    await hand_over(game, game.bram, city, heir)
    return city, heir


async def seat_elsewhere(game: Game, person: Any) -> None:
    """Seat a person as Cora in another faction."""
    side = next(key for key in module().factions if key != FACTION)
    content: Any = module().contents["cohorts"]
    party = next(p for p in content.parties.values() if not p.factions or side in p.factions)
    number = list(module().factions).index(side) + 1
    async with game.host.stores.use(game.guild) as store:
        await store.members.join(game.campaign_id, person.id, number)
    order = Queued("a1", Join(faction=side, name="Cora", party=party.key))
    await game.tick("setup", acts=[Act(person.id, order.to_json())])


async def shared(game: Game, person: Any) -> Shared | None:
    async with game.host.stores.use(game.guild) as store:
        return await store.shares.get(game.campaign_id, person.id)


async def test_who_needs_a_teammates_orders_first_sees_their_effect_in_the_sequence(game: Game):
    city, _ = await to_and_fro(game)
    alone = await game.ask(game.bram, "orders preview")
    assert "❌" in text(alone)
    assert "is not your city" in text(alone)
    await game.ask(game.ada, "orders share")
    after = await game.ask(game.bram, "orders preview", sequence="Ada")
    assert embed(after).title == "What your orders would do in sequence"
    head, _, own = text(after).partition("**Basic orders**")
    assert "**Ada** runs before you: ✅ 1" in head
    assert own.count("✅") == 1
    assert city.name in own
    before = await game.ask(game.bram, "orders preview", sequence="Bram, Ada")
    head, _, own = text(before).partition("**Basic orders**")
    assert "**Ada** runs after you" in head
    assert "❌" in own


async def test_the_run_does_what_the_preview_of_the_sequence_foresaw(game: Game):
    city, heir = await to_and_fro(game)
    await game.ask(game.ada, "orders share")
    foreseen = await game.ask(game.bram, "orders preview", sequence="Ada, Bram")
    assert "❌" not in text(foreseen)
    for person in (game.ada, game.bram):
        answer = await game.ask(person, "orders submit", date="2026-01-05", sequence="Ada, Bram")
        assert embed(answer).title == "Turn submitted"
    async with game.host.stores.use(game.guild) as store:
        pending = await store.submissions.all_pending(game.campaign_id)
    assert len({each.sequence for each in pending}) == 1
    day = pending[0].run_date
    cut_off = max(each.committed_at for each in pending) + dt.timedelta(hours=1)
    due, path = DueTick("run", cut_off, day, 1, day), game.host.path(game.guild)
    await asyncio.to_thread(resolve, path, game.campaign_id, due, cut_off)
    assert (await game.view(game.ada)).get(City, city.id).baron == heir.id
    assert await shared(game, game.ada) is None


async def test_sharing_has_no_effect_on_what_was_submitted(game: Game):
    await to_and_fro(game)
    await game.ask(game.ada, "orders submit")
    async with game.host.stores.use(game.guild) as store:
        before = await store.submissions.pending(game.campaign_id, game.ada.id)
    answer = await game.ask(game.ada, "orders share")
    assert "already submitted for Monday, 5 January" in text(answer)
    await game.ask(game.bram, "orders preview", sequence="Ada")
    await game.ask(game.ada, "orders share", stop=True)
    async with game.host.stores.use(game.guild) as store:
        assert await store.submissions.pending(game.campaign_id, game.ada.id) == before


async def test_a_teammate_reads_what_is_shared_and_nothing_else(game: Game):
    city, _ = await to_and_fro(game)
    none = await game.ask(game.bram, "orders team", player="Ada")
    assert "Ada shares no orders" in text(none)
    assert "/orders share" in way_out(none)
    await game.ask(game.ada, "orders submit")
    told = await game.ask(game.bram, "orders team")
    assert "submitted 1 order for Monday, 5 January" in text(told)
    assert city.name not in text(told)
    assert "**Bram** (you)\n• neither shared nor submitted" in text(told)
    await game.ask(game.ada, "orders share")
    told = await game.ask(game.bram, "orders team")
    assert "shared 1 order: <t:" in text(told)
    assert "as submitted for Monday, 5 January" in text(told)
    read = await game.ask(game.bram, "orders team", player="Ada")
    assert embed(read).title == "Orders of Ada"
    assert "`k1` Transfer city" in text(read)
    assert city.name in text(read)


async def test_a_changed_list_must_be_shared_again(game: Game):
    await to_and_fro(game)
    await game.ask(game.ada, "orders share")
    city, _, hero = await game.home(game.ada)
    await hand_over(game, game.ada, city, hero)
    for answer in (
        await game.ask(game.bram, "orders team"),
        await game.ask(game.bram, "orders team", player="Ada"),
        await game.ask(game.bram, "orders preview", sequence="Ada"),
    ):
        assert "The list has changed since" in text(answer)
        assert "shared 1 order" in text(answer).lower()
    listed = await game.ask(game.ada, "orders list")
    assert "share it again" in (embed(listed).footer.text or "")
    await game.press(game.ada, listed, "Share")
    told = await game.ask(game.bram, "orders team")
    assert "shared 2 orders" in text(told)
    assert "has changed since" not in text(told)


async def test_what_is_no_longer_shared_is_in_no_preview(game: Game):
    await to_and_fro(game)
    await game.ask(game.ada, "orders share")
    answer = await game.ask(game.ada, "orders share", stop=True)
    assert embed(answer).title == "Orders not shared"
    refusal = await game.ask(game.bram, "orders preview", sequence="Ada")
    assert "Ada shares no orders" in text(refusal)
    again = await game.ask(game.ada, "orders share", stop=True)
    assert "You share no orders" in text(again)
    assert len((await game.draft(game.ada)).orders) == 1


async def test_an_empty_list_is_not_shared(game: Game):
    answer = await game.ask(game.ada, "orders share")
    assert "You have no orders to share" in text(answer)
    assert await shared(game, game.ada) is None


async def test_a_stranger_to_the_faction_reads_and_previews_nothing(game: Game):
    await to_and_fro(game)
    await game.ask(game.ada, "orders share")
    await seat_elsewhere(game, game.cora)
    for command, option in (("orders team", "player"), ("orders preview", "sequence")):
        answer = await game.ask(game.cora, command, **{option: "Ada"})
        assert "Transfer city" not in text(answer)
        assert embed(answer).title not in ("Orders of Ada", "What your orders would do in sequence")
        offered = await game.cora.autocomplete(game.lobby, command, option, "")
        assert "Ada" not in [each["value"] for each in offered]
    team = await game.ask(game.cora, "orders team")
    assert text(team).startswith("**Cora** (you)\n• neither shared nor submitted")
    assert "Ada" not in text(team)


async def test_teammates_who_share_are_offered_for_reading_and_for_the_sequence(game: Game):
    async def offered(command: str, option: str, typed: str = "") -> list[str]:
        await game.bram.autocomplete(game.lobby, command, option, typed)
        await game.table.rest()
        found = await game.bram.autocomplete(game.lobby, command, option, typed)
        return [each["value"] for each in found]

    await to_and_fro(game)
    assert await offered("orders team", "player") == []
    assert await offered("orders preview", "sequence") == ["Bram"]
    await game.ask(game.ada, "orders share")
    assert await offered("orders team", "player") == ["Ada"]
    assert await offered("orders preview", "sequence") == ["Ada", "Bram"]
    assert await offered("orders preview", "sequence", "Ada, br") == ["Ada, Bram"]
    assert await offered("orders submit", "sequence", "Bram, a") == ["Bram, Ada"]


async def test_the_sequence_of_a_submission_names_teammates(game: Game):
    await to_and_fro(game)
    await game.ask(game.ada, "orders submit", sequence="Bram, Ada")
    async with game.host.stores.use(game.guild) as store:
        waiting = await store.submissions.pending(game.campaign_id, game.ada.id)
    assert waiting is not None
    players = [(await game.seat_of(person)).player for person in (game.bram, game.ada)]
    assert json.loads(waiting.sequence) == players


async def test_an_order_that_needs_what_a_teammate_shares_is_taken(game: Game):
    city, heir, his = await people(game)
    await hand_over(game, game.ada, city, his)
    asked = {"city": city.name, "character": heir.name}
    answer = await game.ask(game.bram, "transfer city", **asked)
    assert "is not your city" in text(answer)
    assert (await game.draft(game.bram)).orders == ()
    await game.ask(game.ada, "orders share")
    answer = await game.ask(game.bram, "transfer city", **asked)
    assert embed(answer).title == "Order taken"
    assert "is not your city" in text(answer)
    assert "it would work after what your teammates share" in text(answer)
    assert len((await game.draft(game.bram)).orders) == 1
