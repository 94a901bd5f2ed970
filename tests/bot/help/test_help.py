"""/help and the primer, as players use them."""

from typing import Any

import discord
import pytest
from simcord import InteractionResult

from bot import faces
from bot.faces.face import Faces
from bot.faces.help_topics import OTHERS, topics_of
from bot.help.examples import draw_card
from bot.modules import library
from engine.forms import given_by_players
from engine.module import load
from engine.packs import Rules
from engine.rulebook import Rulebook
from tests.bot import pressing
from tests.bot.chosen import meant
from tests.bot.seated import Game, embed, text

COGS = ["bot.guild_commands", "bot.orders.queue", "bot.commands.knowing"]


def last(answer: InteractionResult) -> Any:
    return answer.followups[-1] if answer.followups else answer.response


def menus(answer: InteractionResult) -> dict[str, discord.SelectMenu]:
    """The menus below an answer by what they say."""
    return {each.placeholder or "": each for each in pressing.menus(last(answer))}


def labels(answer: InteractionResult, menu: str) -> list[str]:
    return [each.label for each in menus(answer)[menu].options]


async def test_help_offers_what_people_want_to_do(game: Game) -> None:
    answer = await game.ask(game.ada, "help")
    assert "**Explore** – See more of the world" in text(answer)
    offered = labels(answer, "What do you want to do?")
    assert offered[:4] == ["What now", "Explore", "Fight", "Build"]
    assert offered[-1] == OTHERS


async def test_a_topic_shows_its_orders_with_the_players_own_pieces(game: Game) -> None:
    answer = await game.ask(game.ada, "help")
    await game.choose(game.ada, last(answer), "What do you want to do?", "Build")
    city, *_ = await game.home(game.ada)
    shown = text(answer)
    assert f"> /city construct-village city:{city.name} province:" in shown
    assert labels(answer, "Give an order")[0] == "City construct village"
    rules = menus(answer)["Read about it"]
    assert "cohorts.city.actions" in [meant(each.to_dict()) for each in rules.options]
    await game.press(game.ada, last(answer), "Next")
    assert "/city build-road" in text(answer)
    assert len(text(answer)) < 2000


async def test_what_a_player_has_nothing_for_says_what_it_takes_is_not_offered(game: Game) -> None:
    answer = await game.ask(game.ada, "help", how="war conquer")
    assert "**With your pieces**\n-# You have none yet of what it takes: " in text(answer)
    assert "Give this order" not in menus(answer)
    answer = await game.ask(game.ada, "help", how="Fight")
    blocks = text(answer).split("\n\n")
    lacking = [each for each in blocks if "You have none yet" in each]
    assert lacking
    for each in labels(answer, "Give an order"):
        assert not any(
            block.replace("-", " ").startswith(f"**/{each.lower()}**") for block in lacking
        )
    answer = await game.ask(game.ada, "help", how="city construct-village")
    assert labels(answer, "Give this order") == ["City construct village"]


async def test_a_line_of_help_is_an_order_that_is_taken(game: Game) -> None:
    answer = await game.ask(game.ada, "help", how="city train")
    line = text(answer).rsplit("> /", 1)[1].replace("\\", "")
    name, *given = line.split(" city:")
    assert name == "city train"
    options = dict(part.split(":", 1) for part in f"city:{given[0]}".split())
    taken = await game.ask(game.ada, name, **{**options, "quantity": int(options["quantity"])})
    assert embed(taken).title == "Order taken"


@pytest.mark.parametrize(
    "typed, title",
    [
        ("attack", "⚔️ Fight"),
        ("fight", "⚔️ Fight"),
        ("explore", "🧭 Explore"),
        ("scout", "🧭 Explore"),
        ("buy", "⚖️ Trade"),
        ("sell", "⚖️ Trade"),
        ("status", "❓ What now"),
        ("done", "❓ What now"),
        ("MAGIC", "✨ Magic"),
    ],
)
async def test_what_people_type_by_habit_is_understood(game: Game, typed: str, title: str) -> None:
    answer = await game.ask(game.ada, "help", how=typed)
    assert embed(answer).title == title


async def test_typed_words_find_orders_and_rules_by_the_same_search(game: Game) -> None:
    answer = await game.ask(game.ada, "help", how="attack a city")
    assert embed(answer).title == "“attack a city”"
    assert "**/war conquer** Attack a city" in text(answer)
    rules = [meant(each.to_dict()) for each in menus(answer)["Read about it"].options]
    assert rules[0] == "cohorts.order.conquer-city"
    nothing = await game.ask(game.ada, "help", how="qqzzx")
    assert text(nothing).startswith("Nothing was found. ")
    read = await game.ask(game.ada, "help", how="cohorts.order.conquer-city")
    assert text(read).startswith("**Order: conquer city**")


async def test_suggestions_are_topics_orders_and_rules(game: Game) -> None:
    offered = await game.ada.autocomplete(game.lobby, "help", "how", "attack")
    values = [each["value"] for each in offered]
    assert values[0] == "Fight"
    assert "war conquer" in values
    assert "cohorts.order.conquer-city" in values
    begun = await game.ada.autocomplete(game.lobby, "help", "how", "")
    assert [each["value"] for each in begun][:2] == ["What now", "Explore"]
    assert all(len(each["name"]) <= 100 for each in [*offered, *begun])


async def test_who_has_no_seat_reads_help_without_lines_and_forms(game: Game) -> None:
    answer = await game.ask(game.cora, "help", how="Build")
    assert "**/city construct-village** Build a village" in text(answer)
    assert "> /" not in text(answer)
    assert "Give an order" not in menus(answer)


async def test_the_primer_is_leafed_through_and_its_pictures_have_words(game: Game) -> None:
    help = await game.ask(game.ada, "help")
    opened = await game.press(game.ada, last(help), "The game in a few cards")
    assert embed(opened).title == "The week"
    titles = []
    for _ in range(6):
        message = last(opened).message
        titles.append(message.embeds[0].title)
        [picture] = message.attachments
        assert (picture.description or "").startswith(f"{titles[-1]}.")
        assert len(message.embeds[0].description) <= 600
        if len(titles) < 6:
            await game.press(game.ada, message, "Next")
    assert titles == ["The week", "The phases of a turn", "A city", "A hero", "War", "Magic"]


async def test_a_card_of_the_primer_leads_on_to_what_to_read_about_it(game: Game) -> None:
    help = await game.ask(game.ada, "help")
    opened = await game.press(game.ada, last(help), "The game in a few cards")
    assert labels(opened, "Read about it")[0] == "Turn: weekly turn"
    read = await game.choose(game.ada, last(opened), "Read about it", "Turn: weekly turn")
    assert "cohorts.turn.weekly-turn" in text(read)


def rules_of(name: str) -> Rules:
    return Rules.of(load(name, library.folders()))


@pytest.mark.parametrize("name", ["cohorts", "warlords", "kingdoms", "warmaster"])
def test_every_order_and_rule_that_topics_name_is_there_and_no_order_is_left_out(name: str) -> None:
    book = Rulebook.load()
    every = {path for shipped in ("cohorts", "warlords", name) for path in rules_of(shipped).orders}
    rules = rules_of(name)
    shown = faces.of(rules)
    topics = topics_of(shown)
    named = {path for topic in topics.values() for path in topic.orders}
    assert set(given_by_players(rules)) <= named <= every
    for topic in topics.values():
        assert len(topic.about) <= 100
        assert all(rule in book for rule in topic.rules)
        assert len(set(topic.orders)) == len(topic.orders)
    assert all(rule in book for card in shown.primer.values() for rule in card.rules)
    for lead in (each for topic in topics.values() for each in topic.leads):
        if lead.guided:
            assert lead.guided[0] in shown.guided
        else:
            assert lead.panel
            assert lead.panel[0] in shown.panels


def test_the_pictures_of_the_primer_say_in_words_all_that_stands_on_them() -> None:
    cards = {**faces.of(rules_of("cohorts")).primer, **faces.of(rules_of("warlords")).primer}
    assert len(cards) == 6
    cards |= faces.of(rules_of("kingdoms")).primer
    assert len(cards) == 9
    assert cards["War"] in faces.of(rules_of("warlords")).primer.values()
    ours = faces.of(rules_of("warmaster")).primer
    assert len(ours) == 7
    for card in (*cards.values(), *(each for each in ours.values() if each not in cards.values())):
        picture = draw_card(card)
        assert (picture.width, picture.alt[: len(card.name)]) == (1200, card.name)
        assert len(picture.alt) <= 1024
    assert "8 against 8: The lowest battle slot steps up first." in draw_card(cards["War"]).alt


def test_a_system_without_topics_is_helped_by_the_groups_of_its_orders() -> None:
    shown = Faces(rules_of("cohorts"), ())
    topics = topics_of(shown)
    assert topics["War"].orders[0] == ("war", "conquer")
    assert topics["War"].about.startswith("conquer, siege")
    assert {path for topic in topics.values() for path in topic.orders} == set(
        given_by_players(shown.rules)
    )
