"""/map on a practice table: what it shows, and pieces sent about it."""

import re
from typing import Any

import discord
import pytest

from bot import faces
from bot.answers import Refused
from bot.faces.cohorts.map.atlas import ATLAS, LAYERS
from bot.faces.leads import Lead
from bot.maps.meant import spot
from engine.hexes import Hex
from engine.orders import Queued
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from tests.bot import pressing
from tests.bot.founding import SMALL
from tests.bot.pressing import menu
from tests.bot.seated import Game, text
from tests.rules.scene import Scene

COGS = ["bot.commands.knowing", "bot.commands.campaign", "bot.desk.command"]
ALONE = True


# ---------------------------------------------------------------- /map


async def test_the_map_is_drawn_for_its_asker_alone_with_alt_text(game: Game) -> None:
    answer = await game.ask(game.ada, "map")
    assert answer.response.ephemeral
    (picture,) = answer.response.attachments
    assert picture.filename.endswith(".png")
    assert picture.description.startswith("House Ashmark's map ")
    assert "turn 1: 16 by 12 provinces" in picture.description


async def press(game: Game, answer: Any, label: str) -> str:
    """Press a button under the map; the name of the picture that stands there then."""
    await game.press(game.ada, answer, label)
    return answer.response.attachments[0].filename


def edges(name: str) -> tuple[int, ...]:
    """The first and last column and row of a picture, from its name."""
    found = re.search(r"from-(\d+)-(\d+)-to-(\d+)-(\d+)", name)
    assert found, name
    return tuple(map(int, found.groups()))


async def test_the_known_part_is_shown_and_the_whole_world_only_when_asked(game: Game) -> None:
    view = await game.view(game.ada)
    part = ATLAS.known_part(view, 1)
    assert part.frame is not None
    known = [hex_.spot for hex_ in ATLAS.known(view)]
    assert all(part.frame.holds(x, y, SMALL["width"]) for x, y in known)
    answer = await game.ask(game.ada, "map")
    x, y, wide, tall = part.frame
    shown = (x, y, (x + wide - 1) % SMALL["width"], y + tall - 1)
    assert edges(answer.response.attachments[0].filename) == shown
    assert "from" not in await press(game, answer, "Whole world")
    assert edges(await press(game, answer, "All I know")) == shown


async def test_zooming_in_from_the_whole_world_stops_at_the_nearest_and_back(game: Game) -> None:
    answer = await game.ask(game.ada, "map")
    await press(game, answer, "Whole world")
    assert labels(answer, disabled=True) == ["West", "North", "South", "East", "Zoom out"]
    steps = 0
    while "Zoom in" not in labels(answer, disabled=True):
        await press(game, answer, "Zoom in")
        steps += 1
        assert steps < 6
    name = ""
    while "Zoom out" not in labels(answer, disabled=True):
        name = await press(game, answer, "Zoom out")
        steps += 1
        assert steps < 12
    assert "from" not in name


async def test_a_map_is_centred_on_a_city_by_its_name(game: Game) -> None:
    place = next(ATLAS.places(await game.view(game.ada), 1))
    name, value = place.name, place.value
    answer = await game.ask(game.ada, "map", centre=place.called, layer="resources")
    (picture,) = answer.response.attachments
    x, y = map(int, value.split(","))
    left, top, _, bottom = edges(picture.filename)
    assert top <= y <= bottom
    assert (x - left) % SMALL["width"] < 11
    assert "resources" in picture.filename
    offered = await game.ada.autocomplete(game.lobby, "map", "centre", name[:4].upper())
    assert {"name": name, "value": value} in [
        {"name": each["name"], "value": each["value"]} for each in offered
    ]


async def test_a_centre_that_is_on_no_map_is_refused_with_the_way_out(game: Game) -> None:
    answer = await game.ask(game.ada, "map", centre="@everyone")
    assert "I find no" in text(answer)
    assert "on your map" in text(answer)


async def test_the_layers_of_the_campaigns_face_are_offered_and_no_other(game: Game) -> None:
    offered = await game.ada.autocomplete(game.lobby, "map", "layer", "")
    assert [each["value"] for each in offered] == [layer.name for layer in LAYERS]
    offered = await game.ada.autocomplete(game.lobby, "map", "layer", "OWN")
    assert [each["value"] for each in offered] == ["ownership"]
    answer = await game.ask(game.ada, "map", layer="Ownership")
    assert "ownership" in answer.response.attachments[0].filename
    answer = await game.ask(game.ada, "map", layer="ownersip")
    assert "no layer “ownersip”" in text(answer)


async def test_one_without_an_atlas_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = await game.host.rules(game.guild, await game.campaign())
    monkeypatch.setattr(faces.of(rules), "atlas", None)
    assert "has no map" in text(await game.ask(game.ada, "map"))
    assert await game.ada.autocomplete(game.lobby, "map", "centre", "") == []


async def test_buttons_pan_by_half_of_what_is_shown_and_change_the_layer(game: Game) -> None:
    answer = await game.ask(game.ada, "map", centre="5,5", zoom=3)
    assert edges(answer.response.attachments[0].filename) == (2, 2, 8, 8)
    assert edges(await press(game, answer, "West")) == (15, 2, 5, 8), "the world goes round"
    assert edges(await press(game, answer, "North")) == (15, 0, 5, 6)
    assert edges(await press(game, answer, "East")) == (2, 0, 8, 6)
    assert edges(await press(game, answer, "South")) == (2, 3, 8, 9)
    for layer in ("terrain", "resources", "ownership", "roads", "towers"):
        await choose(game, answer, "What the map shows", f"Layer: {layer}")
        assert layer in answer.response.attachments[0].filename
    home = ATLAS.home_part(await game.view(game.ada), 1).frame
    assert home is not None
    assert edges(await press(game, answer, "Home"))[:2] == home[:2]


async def test_the_map_is_told_in_words_too(game: Game) -> None:
    answer = await game.ask(game.ada, "map")
    pressed = await game.press(game.ada, answer, "In words")
    city = next(each for each in (await game.view(game.ada)).all(City) if each.knows("population"))
    answered = pressed.followups[-1] if pressed.followups else pressed.response
    assert answered
    told = answered.embeds[0].description or ""
    assert f"- {city.name}, " in told
    assert "**Land**" in told
    assert len(told) <= 2000


# ---------------------------------------------------------------- sending pieces


async def with_stack(game: Game) -> None:
    """A stack that Ada's draft forms at home, with a hero in it."""
    view = await game.view(game.ada)
    hero = next(view.by(Character, "player", 1))
    x, y = next(ATLAS.places(view, 1)).hex.spot
    home = f"province:{y * SMALL['width'] + x + 1}"
    orders = [
        ActivateStack.model_validate({"province": home, "name": "Iron Guard"}),
        TransferCharacter.model_validate(
            {"character": f"character:{hero.id}", "target": "stack:new:k1"}
        ),
    ]
    async with game.host.stores.use(game.guild) as store:
        for order in orders:
            await store.drafts.add(game.campaign_id, game.ada.id, Queued("", order).to_json())


async def bodies(game: Game) -> list[str]:
    async with game.host.stores.use(game.guild) as store:
        draft = await store.drafts.get(game.campaign_id, game.ada.id)
    return [order.body for order in draft.orders]


async def test_a_stack_is_sent_somewhere_and_taken_back_by_components_alone(game: Game) -> None:
    await with_stack(game)
    before = await bodies(game)
    answer = await game.ask(game.ada, "map")
    assert option(answer, "My pieces: go to one", "Iron Guard").description == "can move"
    await choose(game, answer, "My pieces: go to one", "Iron Guard")
    picture = answer.response.attachments[0]
    assert "reach" in picture.filename
    assert "Iron Guard: reached this turn" in picture.description
    assert "Give order" in labels(answer, disabled=True)
    goals = menu(answer, "Where to").options
    assert (goals[0].description or "").startswith("this turn · takes ")
    await choose(game, answer, "Where to", goals[0].label)
    picture, (embed,) = answer.response.attachments[0], answer.response.embeds
    assert "Planned route: " in picture.description
    assert embed.title.startswith("Iron Guard → ")
    assert "Nothing is ordered yet" in embed.description
    assert "✅ Iron Guard would go from " in embed.description
    assert await bodies(game) == before
    pressed = await game.press(game.ada, answer, "Give order")
    given = await bodies(game)
    assert len(given) == len(before) + 1
    assert '"order":"stack move"' in given[-1]
    assert "Planned route: " in answer.response.attachments[0].description
    taken = pressed.followups[-1]
    assert taken.embeds[0].title == "Order taken"
    await pressing.press(game.table, game.ada, taken, "Undo")
    assert await bodies(game) == before


async def test_any_place_in_reach_is_found_by_its_coordinates(game: Game) -> None:
    await with_stack(game)
    answer = await game.ask(game.ada, "map")
    await choose(game, answer, "My pieces: go to one", "Iron Guard")
    x, y = next(ATLAS.places(await game.view(game.ada), 1)).hex.spot
    there = f"{x + 1},{y}"
    await pressing.fill(game.table, game.ada, answer, "Search", line=there)
    (goal,) = [each for each in menu(answer, "Where to").options if there in each.label]
    await choose(game, answer, "Where to", goal.label)
    assert f"Planned route: {x},{y} to {there} in 1 turn." in (
        answer.response.attachments[0].description
    )


async def test_a_city_is_gone_to_and_opens_what_can_be_done_with_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[Lead] = []

    async def follow(interaction: Any, seat: Any, lead: Lead) -> None:
        await interaction.response.defer()
        followed.append(lead)

    monkeypatch.setattr("bot.maps.panel.follow", follow)
    city = next(each for each in (await game.view(game.ada)).all(City) if each.knows("population"))
    answer = await game.ask(game.ada, "map")
    await choose(game, answer, "My pieces: go to one", city.name)
    assert "Give order" not in labels(answer, disabled=True)
    await press(game, answer, "Do…")
    assert [each.thing for each in followed] == [f"city:{city.id}"]
    await press(game, answer, "Back")
    assert "Do…" not in labels(answer, disabled=False)


def option(answer: Any, begins: str, label: str) -> discord.SelectOption:
    """The first option of a menu whose label begins so, or whose value it is."""
    found = menu(answer, begins).options
    return next(each for each in found if each.label.startswith(label) or each.value == label)


async def choose(game: Game, answer: Any, begins: str, label: str) -> None:
    """Choose from a menu under the map."""
    value = option(answer, begins, label).value
    await game.choose(game.ada, answer, begins, value)


def labels(answer: Any, *, disabled: bool) -> list[str]:
    return [label for label, can in pressing.buttons(answer).items() if can is not disabled]


def test_coordinates_are_taken_in_any_usual_form() -> None:
    world = Scene(16, 12).world
    assert {spot(ATLAS, world, 1, text) for text in ("3,4", "3/4", " 3 4 ", "3, 4")} == {Hex(3, 4)}
    assert spot(ATLAS, world, 1, "19,4") == Hex(3, 4), "the world goes round from east to west"
    with pytest.raises(Refused, match="on your map"):
        spot(ATLAS, world, 1, "3,12")
