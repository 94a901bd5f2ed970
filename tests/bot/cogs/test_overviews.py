"""/roster, /relations, /standings, /goal and /history on a practice table, as players use them."""

from collections.abc import Sequence
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.practice.table import Table
from engine.orders import Queued, Ref
from engine.packs.cohorts.stacks.activation import ActivateStack
from tests.bot.cogs.test_battle import at_home
from tests.bot.limits import EMBED_TEXT, check_command_payload
from tests.bot.seated import Game, begin, embed, text, way_out

OVERVIEWS = ("roster", "relations", "standings", "goal", "history")


@pytest.fixture
def extensions() -> Sequence[str]:
    return [
        *("bot.cogs.guild_commands", "bot.cogs.battles", "bot.cogs.maps"),
        *("bot.cogs.rulebook", "bot.cogs.reports"),
    ]


@pytest_asyncio.fixture
async def game(table: Table) -> Game:
    return await begin(table)


def menu(answer: Any, placeholder: str) -> dict[str, str]:
    """The labels of a menu with their values."""
    parts = [part for row in answer.response.components for part in row["components"]]
    found = next((part for part in parts if part.get("placeholder") == placeholder), None)
    return {each["label"]: each["value"] for each in found["options"]} if found else {}


async def lead(game: Game, answer: Any, label: str) -> Any:
    """What opens when a line's lead is chosen."""
    value = menu(answer, "Go on to …")[label]
    opened = await game.ada.select(answer.response.message, [value], placeholder="Go on to …")
    await game.table.rest()
    return opened


async def tab(game: Game, answer: Any, name: str) -> None:
    await game.ada.select(answer.response.message, [name], placeholder="What to look at")
    await game.table.rest()


async def test_they_are_commands_by_themselves_within_discords_limits(game: Game) -> None:
    tree = game.table.bot.tree
    guild = discord.Object(game.guild)
    made = [tree.get_command(name, guild=guild) for name in (*OVERVIEWS, "show")]
    assert all(made)
    assert check_command_payload([each.to_dict(tree) for each in made if each]) == []
    show = made[-1]
    assert isinstance(show, discord.app_commands.Group)
    assert not {each.name for each in show.commands} & set(OVERVIEWS)


async def test_every_overview_answers_its_asker_alone(game: Game) -> None:
    for name in OVERVIEWS:
        answer = await game.ask(game.ada, name)
        assert answer.response.ephemeral
        assert text(answer)
        assert len(embed(answer)) <= EMBED_TEXT


async def test_the_roster_leads_to_each_thing_and_tells_what_is_ordered(game: Game) -> None:
    city, province, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "roster")
    assert f"**{city.name}** {province.location}" in text(answer)
    assert f"**{hero.name}**" in text(answer)
    assert "💤" in text(answer)
    (picture,) = answer.response.attachments
    assert picture.filename == "roster-turn-1.png"
    assert hero.name in picture.description
    opened = await lead(game, answer, hero.name)
    assert embed(opened).title.startswith(hero.name)
    assert opened.response.ephemeral
    opened = await lead(game, answer, f"{city.name} {province.location}")
    assert embed(opened).title.startswith(city.name)
    assert "📜" not in text(answer)
    order = ActivateStack.model_validate({"province": str(Ref(*province.place)), "name": "Van"})
    async with game.host.stores.use(game.guild) as store:
        await store.drafts.add(game.campaign_id, game.ada.id, Queued("", order).to_json())
        named = order.model_copy(update={"province": Ref(*hero.place)})
        await store.drafts.add(game.campaign_id, game.ada.id, Queued("", named).to_json())
    answer = await game.ask(game.ada, "roster")
    assert "📜" in next(line for line in text(answer).splitlines() if hero.name in line)
    other = await game.ask(game.bram, "roster")
    assert hero.name not in text(other), "a draft and its pieces are their player's"


async def test_a_roster_is_filtered_by_tabs(game: Game) -> None:
    city, _, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "roster")
    await tab(game, answer, "Cities")
    assert city.name in text(answer)
    await tab(game, answer, "Characters")
    assert hero.name in text(answer)
    assert answer.response.attachments == []


async def test_relations_tell_how_all_stand_and_lead_to_the_votes(game: Game) -> None:
    answer = await game.ask(game.ada, "relations")
    assert (
        "The Elderwood" in text(answer)
        or "Salt Ports" in text(answer)
        or menu(answer, "Go on to …") == {}
    )
    await tab(game, answer, "Between all")
    assert embed(answer).title == "Relations · Between all"


async def test_standings_come_with_a_production_and_lead_to_the_goal(game: Game) -> None:
    answer = await game.ask(game.ada, "standings")
    assert "They come with the production" in text(answer)
    assert answer.response.attachments == []
    await game.tick("weekly")
    answer = await game.ask(game.ada, "standings")
    assert "1. **House Ashmark** (you): 2 points" in text(answer)
    assert "2 cities" in text(answer)
    (picture,) = answer.response.attachments
    assert picture.filename == "standings-turn-1.png"
    assert "House Ashmark, yours: 2 points" in picture.description
    opened = await lead(game, answer, "How this campaign is won")
    assert embed(opened).title == "How this campaign is won"
    assert "No last turn is set" in text(opened)
    assert "every city" in text(opened)
    assert "**You lead**" in text(opened)


async def test_history_leads_to_the_battle_the_map_and_the_rule(game: Game) -> None:
    await at_home(game)
    city, province, _ = await game.home(game.ada)
    answer = await game.ask(game.ada, "history")
    said = text(answer)
    assert f"⚔️ Battle of {city.name}" in said
    assert said.index("Battle of") < said.index("Ada joins"), "what weighs most comes first"
    leads = menu(answer, "Go on to …")
    battle = next(label for label in leads if label.startswith("Battle: "))
    opened = await lead(game, answer, battle)
    assert embed(opened).title == f"Battle of {city.name}"
    opened = await lead(game, answer, f"Map around {province.location}")
    (picture,) = opened.response.attachments
    assert picture.filename.startswith("map")
    opened = await lead(game, answer, "Rule: Battles")
    assert "wound" in text(opened).casefold()


async def test_history_finds_words_turns_and_kinds(game: Game) -> None:
    await at_home(game)
    await game.tick("weekly")
    found = await game.ask(game.ada, "history", words="BATTLE of")
    assert embed(found).title.startswith("History: “BATTLE of”")
    assert "Battle of" in text(found)
    assert "Ada joins" not in text(found)
    nothing = await game.ask(game.ada, "history", words="dragons")
    assert "Nothing of “dragons”" in text(nothing)
    second = await game.ask(game.ada, "history", words="turn 2")
    assert "Battle of" not in text(second)
    offered = await game.ada.autocomplete(game.lobby, "history", "words", "quest")
    assert [each["value"] for each in offered] == ["quest", "Quests"]


async def test_whoever_has_left_is_refused(game: Game) -> None:
    answer = await game.ask(game.ada, "roster")
    async with game.host.stores.use(game.guild) as store:
        await store.members.leave(game.campaign_id, game.ada.id)
    label = next(iter(menu(answer, "Go on to …")))
    refused = await lead(game, answer, label)
    assert "You do not play in" in text(refused)
    assert way_out(refused)
