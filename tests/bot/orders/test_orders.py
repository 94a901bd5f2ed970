"""The order commands and /orders, given by people at a practice table."""

import json
import re
from typing import Any

import discord
import pytest

from engine.forms import given_by_players
from engine.packs import Rules
from tests.bot.limits import check_command_payload
from tests.bot.pressing import buttons
from tests.bot.seated import Game, embed, text, way_out
from tests.bot.tapping import golden
from tests.rules.scene import module

COGS = ["bot.guild_commands", "bot.orders.queue"]


async def activate(game: Game, name: str = "Iron Guard", **more: Any) -> Any:
    _, province, _ = await game.home(game.ada)
    spot = f"{province.x},{province.y}"
    return await game.ask(game.ada, "stack activate", province=spot, name=name, **more)


async def test_every_order_has_a_command_and_every_limit_of_discord_holds(game: Game):
    tree = game.table.bot.tree
    of_guild = [c.to_dict(tree) for c in tree.get_commands(guild=discord.Object(game.guild))]
    everywhere = [command.to_dict(tree) for command in tree.get_commands()]
    assert check_command_payload(of_guild) == []
    assert check_command_payload(everywhere) == []
    orders = set(given_by_players(Rules.of(module())))
    groups = {group for group, _ in orders}
    of_orders = [each for each in of_guild if each["name"] in groups]
    paths = {(group["name"], each["name"]) for group in of_orders for each in group["options"]}
    assert paths == orders
    assert {each["name"] for each in of_guild} - groups == {
        *("show", "odds", "roster", "relations"),
        *("standings", "goal", "history"),
    }


async def test_an_order_is_taken_and_stands_in_the_list(game: Game):
    answer = await activate(game)
    assert answer.response.ephemeral
    assert embed(answer).title == "Order taken"
    assert "`k1` Activate stack" in text(answer)
    assert "✅" in text(answer)
    assert [order.key for order in (await game.draft(game.ada)).orders] == ["k1"]


async def test_a_refused_order_is_told_with_its_rule_and_not_taken(game: Game):
    await activate(game)
    answer = await activate(game)
    assert "You have a stack called Iron Guard already" in text(answer)
    assert "another name" in way_out(answer)
    assert "“Order: activate stack”" in (embed(answer).footer.text or "")
    assert len((await game.draft(game.ada)).orders) == 1


async def test_a_value_that_fits_nothing_is_told_by_its_parameter(game: Game):
    answer = await game.ask(game.ada, "stack activate", province="@everyone", name="A")
    assert "province: you know of no province called" in text(answer)
    assert "@everyone" not in text(answer)
    assert (await game.draft(game.ada)).version == 0


async def test_what_an_earlier_order_makes_is_offered_and_can_be_used(game: Game):
    await activate(game)
    city, spot, _ = await game.home(game.ada)
    home = f"{city.name} {spot.location}"
    offered = await game.ada.autocomplete(game.lobby, "stack deactivate", "stack", "iron")
    assert [(c["name"], c["value"]) for c in offered] == [
        (f"Iron Guard · {home} (order k1)", "new:k1")
    ]
    chosen = await game.ada.autocomplete(game.lobby, "stack deactivate", "stack", "new:k1")
    assert chosen == offered, "what stands in the option once it was chosen"
    for stack in ("stack:new:k1", "new:k1", "Iron Guard"):
        answer = await game.ask(game.ada, "stack deactivate", stack=stack)
        assert "Deactivate stack: what order k1 makes" in text(answer)
        await game.press(game.ada, answer, "Undo")


async def test_a_thing_keeps_its_name_whatever_queued_orders_do_to_it(game: Game):
    city, _, hero = await game.home(game.ada)
    await activate(game)
    await game.ask(game.ada, "transfer character", character=hero.name, target="Iron Guard")
    taken = await game.ask(game.ada, "transfer character", character=hero.name, target=city.name)
    assert hero.name in text(taken)
    listed = text(await game.ask(game.ada, "orders list"))
    assert listed.count(hero.name) == 2
    for kind in ("character", "stack", "city"):
        assert not re.search(rf"{kind}:\d", listed)


async def test_a_person_who_does_not_play_gets_no_offers_and_a_refusal(game: Game):
    assert await game.cora.autocomplete(game.lobby, "stack deactivate", "stack", "") == []
    answer = await game.ask(game.cora, "stack deactivate", stack="Iron Guard")
    assert "no campaign" in text(answer) or "do not play" in text(answer)


async def test_cold_offers_come_from_what_could_be_loaded(game: Game):
    city, _, _ = await game.home(game.ada)
    await game.ada.autocomplete(game.lobby, "city conscript", "city", "")
    await game.table.rest()
    offered = await game.ada.autocomplete(game.lobby, "city conscript", "city", city.name[:3])
    assert [(c["name"], c["value"]) for c in offered] == [(city.name, city.name)]


async def test_the_last_item_of_a_list_is_completed(game: Game):
    offered = await game.ada.autocomplete(game.lobby, "stack route", "steps", "NE, so")
    assert "NE, SE" in [choice["value"].upper() for choice in offered]


async def test_orders_that_come_out_differently_are_told(game: Game):
    _, province, _ = await game.home(game.ada)
    spot = f"{province.x},{province.y}"
    await activate(game, "First")
    await game.ask(game.ada, "stack deactivate", stack="new:k1")
    await game.ask(game.ada, "orders move", order="k2", place=1)
    answer = await game.ask(game.ada, "orders list")
    assert text(answer).splitlines()[0].startswith("❌ `k2`")
    assert spot in text(answer).replace("\\", "")


async def test_the_panel_moves_and_removes_the_chosen_order(game: Game):
    for name in ("First", "Second"):
        await activate(game, name)
    answer = await game.ask(game.ada, "orders list")
    await game.choose(game.ada, answer, "", "k2")
    await game.press(game.ada, answer, "Up")
    assert [order.key for order in (await game.draft(game.ada)).orders] == ["k2", "k1"]
    assert buttons(answer)["Up"] is False, "it is the first"
    assert buttons(answer)["Down"] is True
    await game.press(game.ada, answer, "Remove")
    assert [order.key for order in (await game.draft(game.ada)).orders] == ["k1"]
    assert "`k2`" not in text(answer)


async def test_the_panel_leafs_on_with_an_order_chosen_and_follows_it_when_it_moves(game: Game):
    await activate(game, "First")
    async with game.host.stores.use(game.guild) as store:
        (order,) = (await game.draft(game.ada)).orders
        for _ in range(10):
            await store.drafts.add(game.campaign_id, game.ada.id, order.body)
    answer = await game.ask(game.ada, "orders list")
    await game.choose(game.ada, answer, "", "k10")
    await game.press(game.ada, answer, "Next")
    assert "`k11`" in text(answer)
    assert "`k10`" not in text(answer)
    await game.press(game.ada, answer, "Back")
    await game.choose(game.ada, answer, "", "k10")
    await game.press(game.ada, answer, "Down")
    assert "`k10`" in text(answer)
    assert "`k1`" not in text(answer)


async def test_keys_that_would_not_fit_whole_into_a_suggestion_are_not_offered(game: Game):
    await activate(game, "First")

    async def offered(count: int) -> list[str]:
        typed = "k1," * count
        found = await game.ada.autocomplete(game.lobby, "orders remove", "orders", typed)
        return [each["value"] for each in found]

    assert await offered(32) == ["k1," * 32 + " k1"]
    assert await offered(33) == []


async def test_the_list_is_cleared_only_once_confirmed(game: Game):
    await activate(game)
    answer = await game.ask(game.ada, "orders clear")
    assert "everything (1 order)" in text(answer)
    assert len((await game.draft(game.ada)).orders) == 1
    await game.press(game.ada, answer, "Clear")
    assert (await game.draft(game.ada)).orders == ()


async def test_an_old_question_clears_no_newer_orders(game: Game):
    await activate(game, "First")
    answer = await game.ask(game.ada, "orders clear")
    await game.tick("run")  # or anything else that changes the list
    await activate(game, "Second")
    before = (await game.draft(game.ada)).orders
    pressed = await game.press(game.ada, answer, "Clear")
    assert "has changed since" in text(pressed)
    assert (await game.draft(game.ada)).orders == before


@pytest.mark.parametrize("button", ["Up", "Down", "Remove"])
async def test_an_old_list_changes_nothing_and_shows_the_list_as_it_is(game: Game, button: str):
    for name in ("First", "Second", "Third"):
        await activate(game, name)
    answer = await game.ask(game.ada, "orders list")
    await game.choose(game.ada, answer, "", "k2")
    await activate(game, "Fourth")
    before = (await game.draft(game.ada)).orders
    pressed = await game.press(game.ada, answer, button)
    assert "has changed since" in text(pressed)
    assert "`k4`" in text(answer)
    assert (await game.draft(game.ada)).orders == before
    await game.press(game.ada, answer, button)
    assert (await game.draft(game.ada)).orders != before, "on the list that it now shows"


async def test_undo_takes_out_only_the_order_that_it_stands_under(game: Game):
    answer = await activate(game, "First")
    await activate(game, "Second")
    async with game.host.stores.use(game.guild) as store:
        first, second = (await game.draft(game.ada)).orders
        body = first.body.replace("First", "Another")
        await store.drafts.replace(
            game.campaign_id, game.ada.id, [("k1", body), ("k2", second.body)]
        )
    pressed = await game.press(game.ada, answer, "Undo")
    assert "has been changed since" in text(pressed)
    assert len((await game.draft(game.ada)).orders) == 2
    again = await activate(game, "Third")
    await game.ask(game.ada, "orders move", order="k3", place=1)
    await game.press(game.ada, again, "Undo")
    assert [order.key for order in (await game.draft(game.ada)).orders] == ["k1", "k2"]


async def test_a_key_that_is_none_is_refused(game: Game):
    for key in ("k99", "@everyone", "k" * 4000, ""):
        answer = await game.ask(game.ada, "orders remove", orders=key or "x")
        assert "order" in text(answer)
        assert len(text(answer)) < 300


async def test_a_turn_is_submitted_for_the_next_run_day_and_withdrawn(game: Game):
    await activate(game)
    answer = await game.ask(game.ada, "orders submit")
    assert "runs on **Monday**, <t:1767621600:f>" in text(answer)
    again = await game.ask(game.ada, "orders submit", date="2026-01-07")
    assert "It replaces the turn that you had submitted for Monday, 5 January" in text(again)
    taken = await game.ask(game.ada, "orders withdraw")
    assert "Your turn for Wednesday, 7 January will not run" in text(taken)
    none = await game.ask(game.ada, "orders withdraw")
    assert "no submitted turn" in text(none)


async def test_run_days_are_offered(game: Game):
    await game.ada.autocomplete(game.lobby, "orders submit", "date", "")
    await game.table.rest()
    offered = await game.ada.autocomplete(game.lobby, "orders submit", "date", "fri")
    assert offered[0]["name"] == "Friday, 2026-01-09"


async def test_the_sheet_comes_as_a_file_and_is_taken_back(game: Game):
    await activate(game)
    answer = await game.ask(game.ada, "orders sheet")
    (file,) = answer.response.attachments
    data = game.table.env.backend.cdn.get(file.url)
    assert data is not None
    assert b"k1: stack activate" in data
    edited = data + b"stack deactivate stack:new:k1\n"
    upload = await game.ask(game.ada, "orders upload", file=("orders.txt", edited))
    assert "1 new, 1 as before" in text(upload)
    assert len((await game.draft(game.ada)).orders) == 1
    await game.press(game.ada, upload, "Take it")
    assert [order.key for order in (await game.draft(game.ada)).orders] == ["k1", "k2"]


async def test_a_sheet_that_was_asked_about_too_long_ago_is_not_taken(game: Game):
    _, province, _ = await game.home(game.ada)
    line = f"stack activate province:{province.x},{province.y} name:A\n".encode()
    upload = await game.ask(game.ada, "orders upload", file=("orders.txt", line))
    await activate(game)
    pressed = await game.press(game.ada, upload, "Take it")
    assert "has changed since" in text(pressed)
    assert len((await game.draft(game.ada)).orders) == 1


async def test_help_tells_what_an_order_does_and_asks_for(game: Game):
    every = await game.ask(game.ada, "orders help")
    assert "**Explore** – See more of the world" in text(every)
    one = await game.ask(game.ada, "orders help", order="stack move")
    assert "**destination**" in text(one)
    assert "“Movement: move order”" in (embed(one).footer.text or "")
    wrong = await game.ask(game.ada, "orders help", order="stack mvoe")
    assert text(wrong).startswith("**/stack move** ")
    none = await game.ask(game.ada, "orders help", order="qqzzx")
    assert way_out(none) == "See them all with /orders help."


async def test_a_move_opens_with_its_destination_as_a_field_that_must_be_filled(game: Game):
    path = ("stack", "move")
    guild = game.table.bot.get_guild(game.guild)
    group = game.table.bot.tree.get_command(path[0], guild=guild)
    assert isinstance(group, discord.app_commands.Group)
    move = group.get_command(path[1])
    assert isinstance(move, discord.app_commands.Command)
    assert [each.name for each in move.parameters if each.required] == ["stack", "destination"]


async def test_a_stack_moves_and_attacks_in_one_turn_by_two_plain_orders(game: Game):
    await golden(game)
    far = await game.ask(game.ada, "war conquer", stack="Besiegers 9#1", city="Town 10")
    assert "not next to it" in text(far)
    await game.ask(game.ada, "stack move", stack="Besiegers 9#1", destination="5,8")
    offered = await game.ada.autocomplete(
        game.lobby, "war conquer", "city", "Town 10", stack="Besiegers 9#1"
    )
    assert [each["value"] for each in offered] == ["Town 10"]
    taken = await game.ask(game.ada, "war conquer", stack="Besiegers 9#1", city="Town 10")
    assert "after movement" in text(taken)
    assert "would meet Town 10" in text(taken)
    orders = (await game.draft(game.ada)).orders
    assert [json.loads(each.body)["order"] for each in orders] == ["stack move", "war conquer"]
    assert json.loads(orders[1].body)["phase"] == "military-2"
