"""Orders by tapping: `Do ...`, forms, several orders at once, and what comes after."""

import json
from typing import Any

from bot.faces.leads import Lead
from bot.host import asking
from bot.orders import choosing
from bot.orders.commands import TAP
from bot.store.records import CampaignState
from engine.packs.cohorts.pieces.ownership import of_player
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province, Unit
from engine.packs.cohorts.stacks.equipping import EquipCharacter
from engine.suggesting import lacking
from tests.bot.seated import Game, text
from tests.bot.tapping import Thumb, golden, recruits

COGS = ["bot.guild_commands", "bot.orders.queue", "tests.bot.callers.lead_cog"]


async def shown(game: Game, kind: str, name: str) -> Thumb:
    """Ada's thumb on a panel that she opened by a command."""
    return Thumb(game, game.ada, await game.ask(game.ada, f"show {kind}", name=name))


async def doing(game: Game, kind: str, name: str) -> Thumb:
    """Ada's thumb on the menu of what can be done with a thing."""
    panel = await shown(game, kind, name)
    return panel.on(await panel.press("Do …"))


async def orders(game: Game) -> list[tuple[str, str]]:
    return [(order.key, order.body) for order in (await game.draft(game.ada)).orders]


async def test_three_heroes_and_five_units_march_in_at_most_twelve_taps(game: Game):
    await recruits(game, 5)
    thumb = await doing(game, "city", "Harrowford")
    await thumb.choose("Do", "Form a stack")
    people = thumb.options("Who")
    heroes = [name for name in people if not name.startswith("Foot")][:3]
    await thumb.choose("Who", *heroes, *(f"Foot {number}" for number in range(5)))
    await thumb.choose("More", "Destination")
    await thumb.choose("Destination", "Forest 12,3")
    assert "Company would go from Harrowford 13,2 to forest 12,3" in thumb.text
    await thumb.press("Give 10 orders")
    assert thumb.title == "Orders taken"
    assert thumb.taps <= 12
    given = [body for _, body in await orders(game)]
    assert [body.split('"')[3] for body in given] == [
        "stack activate",
        *["transfer character"] * 3,
        *["transfer unit"] * 5,
        "stack move",
    ]
    assert all('"target":"stack:new:k1"' in body for body in given[1:9])
    await thumb.press("Undo")
    assert await orders(game) == []


async def test_battle_slots_of_a_new_stack_are_chosen_one_by_one(game: Game):
    await recruits(game, 3)
    thumb = await doing(game, "city", "Harrowford")
    await thumb.choose("Do", "Form a stack")
    await thumb.choose("Who", "Foot 0", "Foot 1", "Foot 2")
    await thumb.choose("More", "Slots")
    assert thumb.options("Slots") == ["Foot 0", "Foot 1", "Foot 2"]
    await thumb.choose("Slots", "Foot 1")
    assert "The slot of Foot 1 is not chosen yet." in thumb.text
    await thumb.choose("Slots", "in slot 8 (back, center)")
    assert "**Slots**: Foot 1, in slot 8 (back, center)" in thumb.text
    assert thumb.options("Slots") == ["Foot 0", "Foot 2"]
    await thumb.choose("Slots", "Foot 2")
    beside = next(o for o in thumb.menu("Slots").options if o.label == "in slot 8 (back, center)")
    assert beside.description == "beside Foot 1"
    await thumb.choose("Slots", "in slot 3 (front, center)")
    await thumb.press("Give 4 orders")
    given = [json.loads(body)["values"] for _, body in await orders(game)]
    slots = {each["unit"]: each["slot"] for each in given[1:]}
    assert [slots[unit] for unit in sorted(slots)] == [2, 8, 3], "Foot 0 finds a place beside"


async def test_a_form_asks_what_it_needs_shows_the_effect_and_gives_the_order(game: Game):
    thumb = await doing(game, "city", "Harrowford")
    await thumb.choose("Do", "Train military units")
    assert thumb.buttons()["Give order"] is False
    assert "(the only choice)" in thumb.text
    assert "25" in thumb.options("Quantity")
    await thumb.choose("Quantity", "25")
    await thumb.write("Write name", "First Foot")
    assert "What would happen" in thumb.text
    assert "First Foot" in thumb.text
    assert await orders(game) == []
    await thumb.press("Give order")
    ((key, body),) = await orders(game)
    assert key == "k1"
    assert '"quantity":25' in body


async def test_a_queued_order_is_changed_in_its_place_and_changed_back(game: Game):
    _, province, _ = await game.home(game.ada)
    spot = f"{province.x},{province.y}"
    await game.ask(game.ada, "stack activate", province=spot, name="Iron Guard")
    await game.ask(game.ada, "city attract", city="Harrowford")
    before = await orders(game)
    listed = Thumb(game, game.ada, await game.ask(game.ada, "orders list"))
    await listed.choose("Choose", "k1 Activate stack")
    form = listed.on(await listed.press("Change"))
    assert "Iron Guard" in form.text
    await form.choose("More", "Change: Name")
    await form.write("Write name", "Gilded Host")
    await form.press("Change order k1")
    assert form.title == "Order changed"
    changed = await orders(game)
    assert [key for key, _ in changed] == ["k1", "k2"]
    assert "Gilded Host" in changed[0][1]
    await form.press("Undo")
    assert await orders(game) == before


async def test_another_order_is_begun_from_the_list_by_kind_and_thing(game: Game):
    listed = Thumb(game, game.ada, await game.ask(game.ada, "orders list"))
    thumb = listed.on(await listed.press("Give another order"))
    await thumb.choose("Give another order", "Cities (1)")
    await thumb.choose("Cities", "Harrowford")
    await thumb.choose("Do", "Attract population")
    await thumb.press("Give order")
    assert len(await orders(game)) == 1
    thumb = thumb.on(await thumb.press("Do more with this"))
    assert thumb.title == "Harrowford: do …"


async def test_what_is_hindered_is_told_with_its_reason(game: Game):
    thumb = await doing(game, "city", "Harrowford")
    told = await thumb.press("Not now …")
    assert "Build castle" in text(told) or "Build guild" in text(told)


async def test_two_forms_open_at_once_do_no_harm(game: Game):
    one = await doing(game, "city", "Harrowford")
    other = await doing(game, "city", "Harrowford")
    await one.choose("Do", "Attract population")
    await other.choose("Do", "Conscript recruits")
    await one.press("Give order")
    await other.press("Give order")
    assert [key for key, _ in await orders(game)] == ["k1", "k2"]
    await one.press("Undo")
    ((key, body),) = await orders(game)
    assert key == "k2"
    assert "conscript" in body


async def test_an_old_form_of_a_stack_that_is_undone_says_so(game: Game):
    city = await doing(game, "city", "Harrowford")
    await city.choose("Do", "Form a stack")
    await city.choose("Who", city.options("Who")[0])
    await city.press("Give 2 orders")
    stack = city.on(await city.press("Do more with this"))
    await stack.choose("Do", "Change message")
    await city.press("Undo")
    await stack.choose("More", "Message")
    assert "is not there any more" in stack.text
    assert stack.buttons()["Give order"] is False


async def test_who_has_left_gets_no_further_in_a_form(game: Game):
    thumb = await doing(game, "city", "Harrowford")
    async with game.host.stores.use(game.guild) as store:
        await store.members.leave(game.campaign_id, game.ada.id)
    refused = await thumb.choose("Do", "Attract population")
    assert "do not play" in text(refused) or "in no campaign" in text(refused)


async def test_a_campaign_that_has_ended_takes_no_order_from_an_open_form(game: Game):
    thumb = await doing(game, "city", "Harrowford")
    await thumb.choose("Do", "Attract population")
    await game.state(CampaignState.ENDED)
    refused = await thumb.press("Give order")
    assert "has ended" in text(refused)
    assert await orders(game) == []


# ---------------------------------------------------------------- from a command


async def test_a_command_that_lacks_a_parameter_goes_on_as_a_form(game: Game):
    await golden(game)
    hero = await wants_gear(game)
    form = Thumb(game, game.ada, await game.ask(game.ada, "equip character", character=hero.name))
    assert form.title == "Equip character"
    assert f"**Character**: {hero.name}" in form.text
    assert "It still takes Main hand" in form.text
    assert "❌" in form.text, "and why it would be refused as it is"
    assert form.buttons()["Give order"] is False
    assert await orders(game) == []
    await form.choose("Main hand", form.options("Main hand")[0])
    await form.press("Give order")
    assert form.title == "Order taken"
    ((_, body),) = await orders(game)
    assert '"main_hand":' in body


async def wants_gear(game: Game) -> Character:
    """A hero of Ada's who could take something in the main hand."""
    seat, view = await game.seat_of(game.ada), await game.view(game.ada)
    state = asking(await game.host.rules(game.guild, seat.campaign), view, seat.player)
    for hero in view.by(Character, "player", seat.player):
        given = {"character": f"character:{hero.id}"}
        if "main_hand" in lacking(state, EquipCharacter, given)[:1]:
            return hero
    raise AssertionError("nobody has anything to take up")


async def test_a_refused_command_leads_to_its_form_with_what_was_typed(game: Game):
    (_, province, _) = await game.home(game.ada)
    given = {"province": f"{province.x},{province.y}", "name": "Iron Guard"}
    await game.ask(game.ada, "stack activate", **given)
    refused = Thumb(game, game.ada, await game.ask(game.ada, "stack activate", **given))
    assert refused.buttons() == {TAP: True}
    await refused.press(TAP)
    assert refused.title == "Activate stack"
    assert "**Name**: Iron Guard" in refused.text
    await refused.choose("More", "Change: Name")
    await refused.write("Write name", "Gilded Host")
    await refused.press("Give order")
    assert len(await orders(game)) == 2


async def test_what_cannot_be_read_of_a_command_is_chosen_in_the_form(game: Game):
    asked = await game.ask(game.ada, "city attract", city="Harowford")
    refused = Thumb(game, game.ada, asked)
    assert "you know of no city called" in refused.text
    await refused.press(TAP)
    assert "**City**: Harrowford (the only choice)" in refused.text


async def test_what_autocomplete_shows_is_taken_for_what_it_means(game: Game):
    await recruits(game, 2)
    _, spot, _ = await game.home(game.ada)
    await game.ask(game.ada, "stack activate", province=f"{spot.x},{spot.y}", name="Guard")
    seat = await game.seat_of(game.ada)
    shown = await choosing.offers(game.host, seat, ("transfer", "unit"), "unit", {})
    unit = next(each for each in shown if each.label.startswith("Foot 1"))
    assert unit.label != unit.value
    asked = await game.ask(game.ada, "transfer unit", unit=unit.label, target="new:k1")
    assert Thumb(game, game.ada, asked).title == "Order taken"
    assert "Foot 1" in text(asked)


# ---------------------------------------------------------------- leads


async def led(game: Game, *leads: Lead) -> Thumb:
    """Ada's thumb on a menu of leads."""
    cog: Any = game.table.bot.get_cog("LeadCog")
    cog.offered = list(leads)
    return Thumb(game, game.ada, await game.ask(game.ada, "leads"))


async def test_leads_open_a_form_with_what_is_given_a_menu_of_deeds_and_a_panel(game: Game):
    city, _, _ = await game.home(game.ada)
    given = (("city", f"city:{city.id}"), ("quantity", "25"))
    menu = await led(
        game,
        Lead(label="Train 25", note="Recruits wait", order=("city", "train"), given=given),
        Lead(label="Form", recipe="form-stack", given=given[:0]),
        Lead(label="City", thing=f"city:{city.id}"),
        Lead(label="Look", panel=("city", city.name)),
    )
    form = menu.on(await menu.choose("Leads", "Train 25"))
    assert form.title == "Train military units"
    assert "**Quantity**: 25" in form.text
    assert menu.on(await menu.choose("Leads", "Form")).title == "Form a stack"
    assert menu.on(await menu.choose("Leads", "City")).title == f"{city.name}: do …"
    assert menu.on(await menu.choose("Leads", "Look")).title == f"{city.name} · City"
    assert menu.title == "Leads", "it stays as it was"


async def test_a_lead_to_what_the_faction_does_not_know_is_as_one_to_nothing(game: Game):
    realm = await golden(game)
    view = await game.view(game.ada)
    hidden = next(each for each in realm.world.all(Unit) if view.at(each.place) is None)
    things = (f"unit:{hidden.id}", "unit:9999", "nonsense")
    menu = await led(game, *(Lead(label=each, thing=each) for each in things))
    answers = [await menu.choose("Leads", each) for each in things]
    assert {text(each) for each in answers} == {
        "There is no such thing that you know of, or it is there no more."
    }
    order, given = ("unit", "drop"), (("piece", f"unit:{hidden.id}"),)
    menu = await led(game, Lead(label="Drop", order=order, given=given))
    form = menu.on(await menu.choose("Leads", "Drop"))
    assert "is not there any more" in form.text
    assert hidden.name not in form.text


async def test_a_city_leads_on_to_its_guilds(game: Game):
    realm = await golden(game)
    city = next(each for each in realm.world.all(City) if of_player(realm.world, each, realm.me.id))
    guild = next(iter(realm.world.by(Guild, "city", city.id)))
    thumb = await doing(game, "city", city.name)
    while f"{guild.name} …" not in thumb.options("Do"):
        await thumb.press("Next")
    await thumb.choose("Do", f"{guild.name} …")
    assert thumb.title == f"{guild.name}: do …"


async def test_another_order_begins_only_with_land_that_some_order_takes(game: Game):
    listed = Thumb(game, game.ada, await game.ask(game.ada, "orders list"))
    thumb = listed.on(await listed.press("Give another order"))
    (land,) = [each for each in thumb.options("Give") if each.startswith("Provinces")]
    await thumb.choose("Give", land)
    offered = thumb.options("Provinces")
    assert land == f"Provinces ({len(offered)})"
    assert len(offered) < (await game.view(game.ada)).count(Province)
    await thumb.choose("Provinces", offered[-1])
    assert thumb.options("Do")
