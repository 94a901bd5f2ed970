"""/show on a practice table, as players use it: all panels of what they have and know."""

import asyncio
import datetime as dt
import re
from typing import Any

import discord
import pytest

from bot.faces.cohorts.fighter.panel import spell_map
from bot.faces.panels import Further, PanelMade
from bot.faces.words.tabs import Tab
from bot.practice.table import FIRST_DAY
from bot.resolving import resolve
from bot.show.panel import BACK, BUTTONS, ShowPanel
from bot.store.ticks import DueTick
from engine.orders import Queued, Ref
from engine.packs.cohorts.agents.summoning import CharacterSummonAgent
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from tests.bot.limits import EMBED_TEXT
from tests.bot.seated import Game, embed, text, way_out

COGS = ["bot.guild_commands"]


async def foreign_city(game: Game) -> City:
    """A city that Ada's faction holds not; the truth is asked for its id alone."""
    world = await game.truth()
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
    await game.choose(game.ada, answer, "What to look at", "Make")
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


KINDS = ("city", "character", "unit", "agent", "stack", "item")


async def take_the_field(game: Game) -> str:
    """Have Ada train a unit and lead a stack with an agent out of her city; gives its name."""
    city, province, hero = await game.home(game.ada)
    path, today = game.host.path(game.guild), FIRST_DAY.date()
    due = DueTick("monthly", FIRST_DAY, today, 2)
    await asyncio.to_thread(resolve, path, game.campaign_id, due, FIRST_DAY)
    orders = [
        ActivateStack.model_validate({"province": str(Ref(*province.place)), "name": "Vanguard"}),
        TransferCharacter.model_validate(
            {"character": str(Ref(*hero.place)), "target": "stack:new:k1"}
        ),
        CharacterSummonAgent(character=Ref(*hero.place), name="Whisper"),
        TrainMilitaryUnits.model_validate(
            {
                "city": str(Ref(*city.place)),
                "race": max(city.population, key=city.population.__getitem__),
                "quantity": 5,
                "name": "Old Spears",
            }
        ),
    ]
    async with game.host.stores.use(game.guild) as store:
        for order in orders:
            await store.drafts.add(game.campaign_id, game.ada.id, Queued("", order).to_json())
        await store.submissions.submit(game.campaign_id, game.ada.id, lambda _: today)
    later = FIRST_DAY + dt.timedelta(days=1)
    due = DueTick("run", later, today, 2, run_date=today)
    await asyncio.to_thread(resolve, path, game.campaign_id, due, later)
    return "Vanguard"


async def test_a_player_sees_his_own_character_with_every_tab(game: Game) -> None:
    _, _, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "show character", name=hero.name)
    assert answer.response.ephemeral
    (picture,) = answer.response.attachments
    assert picture.filename.startswith("character-")
    assert picture.description.startswith(f"{hero.name}, ")
    assert f"Level {hero.level}: " in text(answer)
    said = {
        "Attributes": "Strength: ",
        "Skills": "**Skills**",
        "Ratings": "Hit points: ",
        "Gear": "",
    }
    for tab, words in said.items():
        await game.choose(game.ada, answer, "What to look at", tab)
        assert str(embed(answer).title).endswith(tab)
        assert words in text(answer)
        assert len(embed(answer)) <= EMBED_TEXT
        assert answer.response.attachments == [], "the picture belongs to the overview"
    doing = await game.press(game.ada, answer, "Do …")
    assert "can be ordered now" in text(doing)


async def test_a_stack_shows_its_reach_on_a_map_and_its_card_again(game: Game) -> None:
    name = await take_the_field(game)
    answer = await game.ask(game.ada, "show stack", name=name)
    (card,) = answer.response.attachments
    assert card.filename.startswith("stack-vanguard")
    await game.press(game.ada, answer, "Reach by land")
    (reach,) = answer.response.attachments
    assert reach.filename.startswith("map-reach-from-")
    assert "Vanguard by land: reached this turn: 13,2, " in reach.description
    await game.choose(game.ada, answer, "What to look at", "Movement")
    assert answer.response.attachments == []
    assert "Points left: 32 of 32" in text(answer)
    await game.press(game.ada, answer, "Reach by land")
    await game.press(game.ada, answer, BACK)
    assert answer.response.attachments == []
    await game.choose(game.ada, answer, "What to look at", "Stack")
    (card,) = answer.response.attachments
    assert card.filename.startswith("stack-vanguard")


async def test_a_spell_shows_its_range_on_a_map_and_whom_it_meets(game: Game) -> None:
    view = await game.view(game.ada)
    mage = next(each for each in view.all(Character) if each.knows("spells") and each.spells)
    answer = await game.ask(game.ada, "show character", name=mage.name)
    await game.press(game.ada, answer, "Range of Fireball")
    (shown,) = answer.response.attachments
    assert shown.filename.startswith("map-reach-from-")
    assert f"Fireball by {mage.name}: takes no mana: " in shown.description
    assert str(embed(answer).title).endswith("Range of Fireball")
    assert "the mana that a province takes" in text(answer)
    await game.press(game.ada, answer, BACK)
    assert str(embed(answer).title).endswith("Character")


@pytest.mark.parametrize("count, rows", [(0, 0), (5, 5), (6, 1), (25, 1), (26, 2), (75, 3)])
async def test_more_pictures_than_a_row_of_buttons_holds_stand_in_menus(
    game: Game, count: int, rows: int
) -> None:
    seat = await game.seat_of(game.ada)
    further = tuple(Further(f"Range of spell {n}", spell_map, (1, "x")) for n in range(count))
    panel = ShowPanel(seat, PanelMade("Elowen", 1, (Tab("Overview", ("Words",)),), None, further))
    panel._set()
    assert len(panel.children) == rows
    listed = [o.label for each in panel.children for o in getattr(each, "options", ())]
    assert len(listed) == (count if count > BUTTONS else 0)
    panel.looked = further[-1] if further else None
    panel._set()
    shown = [each.label for each in panel.children if isinstance(each, discord.ui.Button)]
    shown += [o.label for each in panel.children for o in getattr(each, "options", ())]
    assert shown.count(BACK) == min(count, 1)


async def test_an_item_is_offered_by_name_and_told_with_where_ones_own_are(game: Game) -> None:
    offered = await game.ada.autocomplete(game.lobby, "show item", "name", "broadsw")
    assert {"name": "Broadsword", "value": "broadsword"} in offered
    answer = await game.ask(game.ada, "show item", name="BROADSWORD")
    (picture,) = answer.response.attachments
    assert picture.filename == "item-broadsword-turn-1.png"
    assert "melee damage" in text(answer)
    await game.choose(game.ada, answer, "What to look at", "Making")
    assert "Made in: Smithy" in text(answer)


async def test_what_is_not_known_is_refused_with_the_way_out(game: Game) -> None:
    for kind in KINDS:
        answer = await game.ask(game.ada, f"show {kind}", name="@everyone")
        assert f"I find no {kind}" in text(answer)
        assert "Choose from the list" in way_out(answer)
    close = await game.ask(game.ada, "show item", name="broadswrod")
    assert "Did you mean Broadsword?" in way_out(close)


async def test_a_guess_at_an_id_learns_nothing(game: Game) -> None:
    world, view = await game.truth(), await game.view(game.ada)
    for cls in (Character, Unit, Agent, Stack):
        known = {each.id for each in view.all(cls) if each.knows("name")}
        hidden = [each.id for each in world.all(cls) if each.id not in known]
        for id_ in (*hidden[:2], 99_999):
            name = f"{cls.kind}:{id_}"
            answer = await game.ask(game.ada, f"show {cls.kind}", name=name)
            assert "among those that you know of" in text(answer)
    answer = await game.ask(game.ada, "show item", name="broadsword+3#1")
    assert "I find no item" in text(answer)


async def test_nothing_that_others_own_is_offered_unless_it_is_known(game: Game) -> None:
    view = await game.view(game.ada)
    for cls in (Character, Unit, Agent, Stack):
        known = {each.name for each in view.all(cls) if each.knows("name")}
        offered = await game.ada.autocomplete(game.lobby, f"show {cls.kind}", "name", "")
        assert len(offered) <= 25
        for each in offered:
            assert any(each["name"].startswith(name) for name in known)
