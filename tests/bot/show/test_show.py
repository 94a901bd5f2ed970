"""/show city, /show market and /show growth on a practice table, as players use them."""

import re
from typing import Any

from bot.jobs.opened import world_at
from engine.packs.cohorts.pieces.records import City
from tests.bot.limits import EMBED_TEXT
from tests.bot.seated import Game, embed, text

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
    assert re.search(r"\bCatapult\b.*: .+", told)
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


async def test_a_city_out_of_sight_is_refused_as_one_that_is_not_there(game: Game) -> None:
    city = await foreign_city(game)
    view = await game.view(game.ada)
    hidden = city.name if view.find(City, city.id) is None else "Nowhere"
    for command, option in (("show city", "name"), ("show growth", "city")):
        answer = await game.ask(game.ada, command, **{option: hidden})
        nothing = await game.ask(game.ada, command, **{option: "Atlantis"})
        assert text(answer).replace(hidden, "X") == text(nothing).replace("Atlantis", "X")
        assert "among those that you know of" in text(answer)


# ---------------------------------------------------------------- market and growth
