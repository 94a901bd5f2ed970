"""/show city, /show market and /show growth on a practice table, as players use them."""

import asyncio
import re
from typing import Any

from bot.jobs.opened import world_at
from bot.practice.table import FIRST_DAY
from bot.resolving import resolve
from bot.store.ticks import DueTick
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import City
from tests.bot.limits import EMBED_TEXT
from tests.bot.seated import Game, embed, text, way_out

COGS = ["bot.guild_commands"]


async def choose(game: Game, answer: Any, tab: str) -> None:
    message = answer.response.message
    (menu,) = [
        each
        for row in message.components
        for each in row.children
        if getattr(each, "placeholder", "") == "What to look at"
    ]
    await game.ada.select(message, [tab], custom_id=menu.custom_id)
    await game.table.rest()


async def produce(game: Game, kind: str, turn: int) -> None:
    """The production that opens a turn."""
    due = DueTick(kind, FIRST_DAY, FIRST_DAY.date(), turn)
    await asyncio.to_thread(resolve, game.host.path(game.guild), game.campaign_id, due, FIRST_DAY)


async def foreign_city(game: Game) -> City:
    """A city that Ada's faction holds not; the truth is asked for its id alone."""
    campaign = await game.campaign()
    world = world_at(game.host.path(game.guild), campaign.id, campaign.tick)
    view = await game.view(game.ada)
    mine = {city.id for city in view.all(City) if city.knows("population")}
    return next(city for city in world.all(City) if city.id not in mine)


def place(answer: Any) -> tuple[int, int]:
    """The page that is open and how many there are."""
    found = re.search(r"page (\d+) of (\d+)", str(embed(answer).footer.text))
    assert found
    return int(found[1]), int(found[2])


# ---------------------------------------------------------------- the city


async def test_a_player_sees_his_own_city_without_naming_it(game: Game) -> None:
    city, province, _ = await game.home(game.ada)
    answer = await game.ask(game.ada, "show city")
    assert answer.response.ephemeral
    (picture,) = answer.response.attachments
    assert picture.filename.startswith("city-")
    assert picture.description.startswith(f"{city.name}, city, {province.x},{province.y}")
    assert f"In all: {sum(city.population.values()):,} of" in picture.description
    assert city.name in str(embed(answer).title)
    assert f"Actions left: {city.actions} of" in text(answer)


async def test_tabs_tell_of_guilds_resources_stores_garrison_and_what_can_be_made(
    game: Game,
) -> None:
    answer = await game.ask(game.ada, "show city")
    said = {
        "Guilds": "guild",
        "Resources": "own use",
        "Possessions": "",
        "Garrison": "In all",
        "Make": "Can be made",
    }
    for tab, words in said.items():
        await choose(game, answer, tab)
        assert str(embed(answer).title).endswith(tab)
        assert re.search(words, text(answer))
        assert answer.response.attachments == [], "the picture belongs to the overview"
    await choose(game, answer, "City")
    assert len(answer.response.attachments) == 1


async def test_quests_are_told_with_maps_of_the_places_that_are_known(game: Game) -> None:
    view = await game.view(game.ada)
    answer = await game.ask(game.ada, "show quests")
    assert answer.response.ephemeral
    assert str(embed(answer).title).endswith("Open to you now")
    for tab in ("Places of note", "Adventures"):
        await choose(game, answer, tab)
        assert str(embed(answer).title).endswith(tab)
    known = list(view.all(HotSpot))
    menus = [row for row in answer.response.message.components for row in row.children]
    labels = [o.label for menu in menus[1:] for o in getattr(menu, "options", ())]
    labels += [getattr(each, "label", "") for each in menus]
    assert all(f"Around {spot.name}" in labels for spot in known)


async def test_what_cannot_be_made_is_told_with_its_reason_on_further_pages(game: Game) -> None:
    answer = await game.ask(game.ada, "show city")
    await choose(game, answer, "Make")
    told = text(answer)
    page, pages = place(answer)
    assert (page, pages > 1) == (1, True)
    for number in range(2, pages + 1):
        await game.press(game.ada, answer, "Next")
        assert place(answer) == (number, pages)
        assert len(embed(answer)) <= EMBED_TEXT
        told += "\n" + text(answer)
    assert "**Potions that cannot be made**" in told
    assert re.search(r"• Catapult: .+", told)
    await game.press(game.ada, answer, "Back")
    assert place(answer) == (pages - 1, pages)


async def test_a_city_is_found_by_name_and_offered_while_one_types(game: Game) -> None:
    city, province, _ = await game.home(game.bram)
    offered = await game.ada.autocomplete(game.lobby, "show city", "name", city.name[:4].upper())
    label = f"{city.name} {province.x},{province.y}"
    assert label in [each["name"] for each in offered]
    answer = await game.ask(game.ada, "show city", name=city.name.lower())
    assert city.name in str(embed(answer).title)


async def test_a_city_is_found_by_the_label_that_is_offered(game: Game) -> None:
    city, _, _ = await game.home(game.ada)
    (offered,) = await game.ada.autocomplete(game.lobby, "show city", "name", city.name)
    assert offered["name"] != offered["value"]
    answer = await game.ask(game.ada, "show city", name=offered["name"])
    assert (embed(answer).title or "").startswith(city.name)


async def test_a_name_that_is_no_known_city_is_refused_with_the_way_out(game: Game) -> None:
    answer = await game.ask(game.ada, "show city", name="@everyone")
    assert "I find no city" in text(answer)
    assert "Choose from the list" in way_out(answer)


async def test_a_city_out_of_sight_is_refused_as_one_that_is_not_there(game: Game) -> None:
    city = await foreign_city(game)
    view = await game.view(game.ada)
    hidden = city.name if view.find(City, city.id) is None else "Nowhere"
    for command, option in (("show city", "name"), ("show growth", "city")):
        answer = await game.ask(game.ada, command, **{option: hidden})
        nothing = await game.ask(game.ada, command, **{option: "Atlantis"})
        assert text(answer).replace(hidden, "X") == text(nothing).replace("Atlantis", "X")
        assert "among those that you know of" in text(answer)


async def test_a_city_of_others_is_shown_from_outside_and_has_no_tabs(game: Game) -> None:
    view = await game.view(game.ada)
    known = next(city for city in view.all(City) if not city.knows("population"))
    answer = await game.ask(game.ada, "show city", name=known.name)
    (picture,) = answer.response.attachments
    assert "hidden from you" in picture.description
    assert "hidden from you" in text(answer)
    (row,) = answer.response.message.components
    assert [button.label for button in row.children] == ["Do …"]
    growth = await game.ask(game.ada, "show growth", city=known.name)
    assert growth.response.attachments == []
    assert "yours in no turn" in text(growth)


# ---------------------------------------------------------------- market and growth


async def test_the_market_is_shown_when_nothing_is_open(game: Game) -> None:
    answer = await game.ask(game.ada, "show market")
    (picture,) = answer.response.attachments
    assert "No city has anything open." in picture.description
    assert "No city has anything open" in text(answer)


async def test_growth_is_plotted_over_the_turns_of_ones_city(game: Game) -> None:
    city, _, _ = await game.home(game.ada)
    before = sum(city.population.values()) + sum(city.slaves.values())
    await produce(game, "weekly", 2)
    await produce(game, "monthly", 3)
    answer = await game.ask(game.ada, "show growth")
    (picture,) = answer.response.attachments
    assert picture.filename.startswith("growth-")
    now, _, _ = await game.home(game.ada)
    people = sum(now.population.values()) + sum(now.slaves.values())
    assert people > before
    assert f"In all: {before:,} to {people:,}" in picture.description
    assert [int(turn) for turn in re.findall(r"Turn (\d+): ", text(answer))] == [1, 2, 3]
    assert f"Turn 1: {before:,}" in text(answer)
