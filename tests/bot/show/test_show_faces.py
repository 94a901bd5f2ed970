"""/show and /odds as the faces of a guild's campaigns make them, whatever these are."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import faces, show
from bot.battles import odds
from bot.faces.panels import Panel
from bot.guild_commands import build, refresh
from bot.practice.table import Table
from bot.show import panel as shown
from bot.store.errors import CorruptStore
from bot.store.records import CampaignState
from engine.packs import Rules
from tests.bot.limits import check_command_payload
from tests.bot.seated import Game, embed, text, way_out
from tests.bot.show import own_face
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import module

COGS = ["bot.guild_commands"]


@pytest.fixture
def _own_jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(shown, "make_panel", own_face.make_panel)
    monkeypatch.setattr(shown, "draw_further", own_face.draw_further)
    monkeypatch.setattr(odds, "forecast", own_face.forecast)
    yield
    faces.of.cache_clear()


async def fresh(game: Game) -> dict[str, Any]:
    """Give the guild its commands once more; what Discord knows of them then, by name."""
    with game.table.env._bot_scope():
        await refresh(game.table.bot, game.guild)
    await game.table.rest()
    tree = game.table.bot.tree
    found = tree.get_commands(guild=discord.Object(game.guild))
    return {each.name: each.to_dict(tree) for each in found}


def subcommands(of_guild: dict[str, Any]) -> list[str]:
    return [each["name"] for each in of_guild["show"]["options"]]


async def test_cohorts_shows_what_its_face_lists(game: Game) -> None:
    of_guild = await fresh(game)
    assert subcommands(of_guild) == [
        *("city", "market", "quests", "growth"),
        *("character", "unit", "agent", "stack", "item"),
    ]
    city, market, _, growth, character, *_ = of_guild["show"]["options"]
    options = [[(o["name"], o.get("required", False)) for o in each["options"]]
               for each in (city, market, growth, character)]  # fmt: skip
    assert options == [
        [("name", False)],
        [],
        [("city", False)],
        [("name", True)],
    ]


async def test_a_guild_whose_packs_have_no_face_has_neither_command(game: Game) -> None:
    with own_face.shown_by(own_face.none):
        of_guild = await fresh(game)
    assert not {"show", "odds"} & set(of_guild)
    assert "stack" in of_guild, "orders have a command whoever shows them"


async def test_a_guild_without_a_campaign_has_no_command_of_its_own(table: Table) -> None:
    with table.env._bot_scope():
        await refresh(table.bot, table.guild.handle.id)
    assert table.bot.tree.get_commands(guild=discord.Object(table.guild.handle.id)) == []


async def test_a_campaign_that_has_ended_takes_no_orders_but_can_be_looked_at(game: Game) -> None:
    await game.state(CampaignState.ENDED)
    assert set(await fresh(game)) == {
        *("show", "odds", "roster", "relations"),
        *("standings", "goal", "history"),
    }
    city, _, _ = await game.home(game.ada)
    assert city.name in str(embed(await game.ask(game.ada, "show city")).title)


async def test_one_that_has_ended_and_cannot_be_read_keeps_nobody_from_playing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def damaged(*_: object) -> Rules:
        raise CorruptStore("The module is damaged.")

    monkeypatch.setattr(game.host, "rules", damaged)
    with pytest.raises(CorruptStore):
        await build(game.table.bot, game.guild)
    await game.state(CampaignState.ENDED)
    await build(game.table.bot, game.guild)
    assert game.table.bot.tree.get_commands(guild=discord.Object(game.guild)) == []


@pytest.mark.usefixtures("_own_jobs")
async def test_a_panel_of_another_face_appears_and_works(game: Game) -> None:
    with own_face.shown_by(own_face.few):
        assert subcommands(await fresh(game)) == ["realm", "realms"]
        answer = await game.ask(game.ada, "show realm")
        own = str(embed(answer).title).removeprefix("Realm of ").removesuffix(" · All")
        assert text(answer) == f"{own} plays by {module().meta.title}"
        await game.press(game.ada, answer, "Ticks")
        assert text(answer) == f"3 ticks for {own}"
        (picture,) = answer.response.attachments
        assert picture.filename == "ticks.png"
        every = text(await game.ask(game.ada, "show realms")).split(", ")
        assert own in every
        offered = await game.ada.autocomplete(game.lobby, "show realm", "which", "")
        assert [each["name"] for each in offered] == every
        other = next(name for name in every if name != own)
        answer = await game.ask(game.ada, "show realm", which=other)
        assert other in text(answer)
        refused = await game.ask(game.ada, "show realm", which="*Atlantis*")
        assert text(refused).startswith("I find no faction “\\*Atlantis")
        assert "Choose from the list" in way_out(refused)


@pytest.mark.usefixtures("_own_jobs")
async def test_a_forecast_of_another_face_asks_for_what_it_needs(game: Game) -> None:
    with own_face.shown_by(own_face.few):
        command = (await fresh(game))["odds"]
        assert command["description"] == "What a duel would bring"
        assert [each["name"] for each in command["options"]] == ["mine", "enemy"]
        one, *_ = await game.ada.autocomplete(game.lobby, "odds", "mine", "")
        foes = await game.ada.autocomplete(game.lobby, "odds", "enemy", "", mine=one["value"])
        assert foes
        assert one not in foes
        answer = await game.ask(game.ada, "odds", mine=one["value"], enemy=foes[0]["value"])
        assert text(answer) == f"50%: {one['name']}, {foes[0]['name']}"
        assert str(embed(answer).footer.text) == "Turn 1"


@pytest.mark.usefixtures("_own_jobs")
async def test_panels_for_which_there_is_no_room_are_named_in_an_option(game: Game) -> None:
    with own_face.shown_by(own_face.many):
        of_guild = await fresh(game)
        assert check_command_payload(list(of_guild.values())) == []
        names = subcommands(of_guild)
        assert (len(names), names[-1]) == (25, show.OTHER)
        every = {each.name for each in own_face.many("").panels}
        rest = sorted(every - set(names))
        offered = await game.ada.autocomplete(game.lobby, "show other", "panel", "")
        assert sorted(each["value"] for each in offered) == rest
        found = await game.ada.autocomplete(game.lobby, "show other", "panel", "all REALMS")
        assert [each["value"] for each in found] == ["realms"]
        abouts = await game.ada.autocomplete(
            game.lobby, "show other", "about", "", panel="panel-27"
        )
        assert abouts
        answer = await game.ask(game.ada, "show other", panel="panel-27", about=abouts[0]["value"])
        assert abouts[0]["name"] in text(answer)
        answer = await game.ask(game.ada, "show other", panel="Realms")
        assert abouts[0]["name"] in text(answer)
        refused = await game.ask(game.ada, "show other", panel="nonsense")
        assert "nothing of that name" in text(refused)
        assert "realm, panel-0" in way_out(refused)


async def test_what_one_campaign_shows_another_may_not(game: Game) -> None:
    """A command made for the one is refused in the other, with what that one has."""
    with own_face.shown_by(own_face.few):
        await fresh(game)
        refused = None
        with own_face.shown_by(lambda name: own_face.Face(pack=name, panels=(own_face.REALMS,))):
            refused = await game.ask(game.ada, "show realm")
            assert await game.ada.autocomplete(game.lobby, "show realm", "which", "") == []
    assert way_out(refused) == "Look at one of these: realms, standings, goal, history."


def test_every_panel_at_its_longest_fits_into_one_command() -> None:
    about = own_face.About("o" * 32, "h" * 100, *[None] * 2)  # type: ignore[arg-type]
    longest = tuple(Panel(f"{n:x<32}", "h" * 100, own_face._make, about) for n in range(60))
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    assert check_command_payload([show.group(longest).to_dict(tree)]) == []


def test_guilds_with_the_same_panels_share_a_command() -> None:
    rules = Rules.of(module())
    once, twice = show.commands([rules]), show.commands([rules, rules])
    assert once == twice
    war = show.commands([WarScene().rules])
    assert isinstance(war[0], app_commands.Group)
    assert war[0].commands
