"""Pitched battles on Discord: an army by taps, a challenge, the battle at once; and deployment."""

import asyncio
from typing import Any

import pytest
import pytest_asyncio

from bot.practice.table import Table
from bot.resolving import Act, ActRefused
from bot.store.records import CampaignState
from bot.verifying import verify
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, rungs
from tests.bot.seated import Game, begin, embed, text, way_out
from tests.bot.tapping import Thumb, recruits

GATE = {"name": "The Gate", "points": 1000, "list": "crown-marches"}
UNITS = {"units": "4 halberdiers, 2 crossbowmen, 2 knights", "characters": "general, hero, wizard"}

COGS = ["bot.guild_commands", "bot.commands.knowing", "bot.orders.queue"]


@pytest_asyncio.fixture
async def game(table: Table) -> Game:
    return await begin(table, "warmaster", foes=True)


async def posted(game: Game, role: str) -> list[str]:
    """What waits to be told in a channel, the oldest first."""
    tick, found = (await game.campaign()).tick, list[str]()
    async with game.host.stores.use(game.guild) as store:
        for each in range(1, tick + 1):
            messages = await store.outbox.of_tick(game.campaign_id, each)
            found += [message.payload for message in messages if message.to.role == role]
    return found


async def test_an_army_is_built_challenges_and_fights_by_taps_alone(game: Game) -> None:
    thumb = Thumb(game, game.ada, await game.ask(game.ada, "show pitched"))
    thumb = thumb.on(await thumb.choose("Go on to", "Build an army"))
    await thumb.press("List and points …")
    await thumb.choose("Which army list", "Redtusk Horde")
    await thumb.press("Take the ready-made army")
    assert thumb.buttons()["Buy"]
    before = (await game.campaign()).tick
    await thumb.press("Buy")
    assert thumb.title == "Done"
    assert "was bought for pitched battles" in thumb.text
    assert (await game.campaign()).tick == before + 1
    assert thumb.taps == 5
    (army,) = (await game.view(game.ada)).all(BoughtArmy)
    assert army.list == "redtusk-horde"

    thumb = thumb.on(await thumb.choose("Go on to", "Challenge somebody"))
    if thumb.buttons().get("Do it now") is not True:
        await thumb.choose("Player", "Bram")
    await thumb.press("Do it now")
    assert "challenged" in thumb.text

    await game.ask(game.bram, "pitched buy", **GATE, **UNITS)
    other = Thumb(game, game.bram, await game.ask(game.bram, "show pitched"))
    assert "Ada challenges you" in other.text
    other = other.on(await other.choose("Go on to", "Accept Ada with The Gate"))
    await other.press("Do it now")
    assert "ladder of duels" in other.text
    view = await game.view(game.bram)
    assert not view.count(Challenge)
    assert [rung.won for rung in rungs(view)] in ([1, 0], [0, 1])
    watched = await other.press("See the battle")
    assert embed(watched).title == "Pitched battle"

    for faction in (1, 2):
        told = await posted(game, f"faction:{faction}")
        assert any("Pitched battle: " in each for each in told)
        assert not any("was bought" in each for each in told), "it was told at once"
    assert not any("pitched battle" in each for each in await posted(game, "herald"))
    checked = await asyncio.to_thread(
        lambda: list(verify(game.host.path(game.guild), game.campaign_id))
    )
    assert not [fault for tick in checked for fault in tick.faults]


async def test_an_army_left_undone_goes_on_where_it_was_until_it_is_bought(game: Game) -> None:
    async def opened() -> Thumb:
        thumb = Thumb(game, game.ada, await game.ask(game.ada, "show pitched"))
        return thumb.on(await thumb.choose("Go on to", "Build an army"))

    thumb = await opened()
    await thumb.press("List and points …")
    await thumb.choose("Which army list", "Redtusk Horde")
    await thumb.press("Take the ready-made army")
    begun = thumb.title, thumb.text
    thumb = await opened()
    assert (thumb.title, thumb.text) == begun
    await thumb.press("Buy")
    assert thumb.title == "Done"
    thumb = await opened()
    assert "Redtusk" not in thumb.title


async def test_what_is_done_at_once_stands_in_no_list_and_is_refused_in_words(game: Game) -> None:
    tick = (await game.campaign()).tick
    two = {"units": "2 halberdiers, crossbowmen, 2 griffon"}
    refused = await game.ask(game.ada, "pitched buy", **GATE, **two)
    assert "at most 1 may be in it" in text(refused)
    assert (await game.campaign()).tick == tick
    bought = await game.ask(game.ada, "pitched buy", **GATE, **UNITS)
    assert embed(bought).title == "Done"
    assert not (await game.draft(game.ada)).orders
    await game.state(CampaignState.PAUSED)
    paused = await game.ask(game.ada, "pitched dismiss", army="The Gate")
    assert "paused" in text(paused)
    assert way_out(paused)
    await game.state(CampaignState.RUNNING)
    gone: Any = await game.ask(game.ada, "pitched dismiss", army="The Gate")
    assert "was dismissed" in text(gone)
    assert not (await game.view(game.ada)).count(BoughtArmy)


async def test_a_trial_is_asked_by_a_tap(game: Game) -> None:
    await game.ask(game.ada, "pitched buy", **GATE, **UNITS)
    thumb = Thumb(game, game.ada, await game.ask(game.ada, "show pitched", army="The Gate"))
    await thumb.choose("What to look at", "Try it")
    label = "The Gate attacked by Redtusk Horde, ready-made"
    told = await thumb.choose("Go on to", label)
    assert embed(told).title == "Trial: The Gate attacked by Redtusk Horde (ready-made)"
    assert "trial battles" in text(told)


async def test_what_waits_for_a_run_day_is_refused_at_once_by_the_host(game: Game) -> None:
    """Also if it reaches the host by another way than its command, which lists it."""
    seat = await game.seat_of(game.ada)
    city, *_ = await game.home(game.ada)
    order = ChangeMessage(bearer=Ref(city.kind, city.id), message="Elsewhere")
    before = (await game.campaign()).tick
    act = Act(game.ada.id, Queued("a1", order).to_json(), seat.player)
    with pytest.raises(ActRefused, match="waits for a run day"):
        await game.tick("setup", acts=[act])
    assert (await game.campaign()).tick == before


async def test_the_form_that_deploys_an_army_shows_the_field_and_takes_it_away(game: Game) -> None:
    await recruits(game, 2)
    city, *_ = await game.home(game.ada)
    thumb = Thumb(game, game.ada, await game.ask(game.ada, "show army", name=city.name))
    thumb = thumb.on(await thumb.choose("Go on to", "Deploy the army"))
    await thumb.choose("Part", "attack")
    first = thumb.message.embeds[0].image.url
    assert first
    await thumb.choose("Places", thumb.options("Places")[0])
    await thumb.choose("Places", thumb.options("Places")[0])
    assert "attack" in (thumb.message.attachments[0].description or "")
    await thumb.press("Cancel")
    assert not thumb.message.attachments


async def test_an_army_is_deployed_by_taps(table: Table) -> None:
    game = await begin(table, "warmaster", "lorngate")
    army = Thumb(game, game.ada, await game.ask(game.ada, "show army"))
    assert "• General: " in army.text
    assert army.message.attachments
    await army.press("When it attacks")
    assert "18 hexes" in army.text
    await army.press("Back to the card")
    form = army.on(await army.choose("Go on", "Deploy for attack"))
    assert form.title == "Deploy an army"
    for _ in ("the first unit", "the first hex"):
        await form.choose("Places", form.options("Places")[0])
    await form.press("Give order")
    draft = await game.draft(game.ada)
    read = Rules.of(game.module).read_order
    (deployed,) = [read(each.key, each.body).order for each in draft.orders]
    assert isinstance(deployed, DeployUnit)
    assert deployed.hex == "8,11"
