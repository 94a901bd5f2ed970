"""The guided form of `/join`, by clicking: place, party, names, arms; left, resumed, finished."""

import asyncio
from typing import Any

import pytest

from bot.practice.table import Table
from engine.campaign import Player
from engine.packs.cohorts.pieces.records import Character, City
from tests.bot.desking import sees_desk
from tests.bot.joining.form import Form
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    members,
    posts,
    says,
    store_of,
    the_campaign,
    told,
    words,
)
from tests.bot.tables import Sitting

COGS = EXTENSIONS


# ---------------------------------------------------------------- the place


async def test_a_newcomer_sees_all_factions_on_a_map_that_shows_no_land_of_theirs(table: Table):
    form = await Form.first(table)
    assert "House Ashmark" in form.text
    assert "The Elderwood" in form.text
    assert "nobody yet, 2 free" in form.text
    (picture,) = form.message.attachments
    assert "1 of House Ashmark" in picture.description
    assert set(form.options("join:faction")) == {
        "ashmark",
        "elderwood",
        "salt_ports",
        "hornhelm",
    }


@pytest.mark.rule("cohorts.setup.starting-city")
async def test_the_cities_of_the_chosen_faction_are_told_with_people_and_land(table: Table):
    form = await Form.first(table)
    await form.choose("join:faction", "elderwood")
    assert "people ·" in form.text
    (picture,) = form.message.attachments
    assert "starting cities of The Elderwood" in picture.description
    city, _ = form.options("join:start")
    await form.choose("join:start", city)
    assert "← yours" in form.text


@pytest.mark.rule("cohorts.setup.starting-city")
async def test_of_two_who_race_for_a_city_the_second_is_told_and_chooses_another(table: Table):
    await campaign_on(table, opened=True)
    ada = await Form(table, "Ada").open(faction="ashmark")
    first, second = ada.options("join:start")
    bram = await Form(table, "Bram").open(faction="ashmark")
    for form in (ada, bram):
        await form.choose("join:start", first)
        await form.choose("join:ready", "harrow_banner")
    await ada.press("join:take")
    late = await bram.press("join:take")
    assert "is taken by another player" in words(late.followups[-1])
    assert "where do you begin?" in bram.text
    assert list(bram.options("join:start")) == [second]
    assert len(await members(table)) == 1
    await bram.choose("join:ready", "harrow_banner")
    await bram.press("join:take")
    assert "Welcome" in bram.text
    world = await Sitting(table).truth()
    barons = {world.get(City, int(city)).baron for city in (first, second)}
    assert len(barons) == 2


async def test_two_who_press_at_once_get_one_city_between_them(table: Table):
    await campaign_on(table, opened=True)
    forms = [await Form(table, who).open(faction="ashmark") for who in ("Ada", "Bram")]
    first, _ = forms[0].options("join:start")
    for form in forms:
        await form.choose("join:start", first)
        await form.choose("join:ready", "harrow_banner")
    await asyncio.gather(
        *(f.person.click(f.message, custom_id="join:take") for f in forms), return_exceptions=True
    )
    await table.rest()
    world = await Sitting(table).truth()
    assert world.get(City, int(first)).baron
    assert len([m for m in await members(table) if m.player]) == 1


# ---------------------------------------------------------------- a design


PEOPLE = (
    ("Maud Ash", "human", "warrior", "gorath", ("knight", "blade", "axe")),
    ("Wystan", "human", "bard", "-", ("spell_craft", "blade", "bow")),
    ("Ilse", "elf", "mage", "-", ("potions", "pole", "stealth")),
    ("Aldith", "human", "priest", "gorath", ("healing", "hammer", "knight")),
    ("Tam", "halfling", "knave", "-", ("spy", "bow", "thief")),
)


SPELLS = {"fireball", "detect_magic"}


async def _design(form: Form, number: int) -> None:
    name, race, job, deity, skills = PEOPLE[number]
    await form.choose("join:who", str(number))
    await form.type("join:called", name)
    await form.step("race", race)
    await form.step("class", job)
    await form.step("deity", deity)
    await form.step("skills", *skills)
    await form.press("join:party")


@pytest.mark.rule("cohorts.setup.steps")
async def test_a_party_is_designed_by_clicking_left_resumed_after_a_restart_and_joins(table: Table):
    form = await Form.first(table, faction="ashmark")
    await form.press("join:design")
    assert form.disabled("join:join")
    for number in range(3):
        await _design(form, number)
    await form.choose("join:who", "0")
    await form.step("STR", "8")
    assert "2 of 26 points left" in form.text
    assert set(form.options("join:choice")) == {str(n) for n in range(9)}
    await form.choose("join:step", "DEX")
    assert set(form.options("join:choice")) == {"0", "1"}, "only what can be paid is offered"
    await form.step("main_hand", "broadsword")
    await form.step("off_hand", "shield")
    await form.step("armor", "studded_leather")
    await form.step("talents", "swordsman", "armored")

    await table.restart_bot()
    form = await Form(table, "Ada").open()
    assert "Your party for House Ashmark" in form.text
    assert "Maud Ash, human warrior" in form.text
    for number in (3, 4):
        await _design(form, number)
    await form.choose("join:spells", *SPELLS)
    assert not form.disabled("join:join")
    await form.press("join:join")
    assert "Press Join once more" in form.text
    assert await members(table) == []
    await form.press("join:join")
    assert "Welcome to House Ashmark" in form.text

    world = await Sitting(table).truth()
    (player,) = world.all(Player)
    people = list(world.by(Character, "player", player.id))
    assert [(p.name, p.race, p.job) for p in people] == [entry[:3] for entry in PEOPLE]
    assert people[0].attributes["STR"] == 18
    assert people[0].talents == ("swordsman", "armored")
    assert dict(people[0].equipment) == {
        "armor": "studded_leather",
        "main_hand": "broadsword",
        "off_hand": "shield",
    }
    assert [set(person.spells) for person in people[:3]] == [set(), SPELLS, SPELLS]
    assert set(people[3].spells) & SPELLS == set(), "a priest has miracles instead"
    async with store_of(table) as store:
        assert await store.papers.get(1, form.person.id, "design") is None


async def test_a_ready_made_party_is_a_beginning_that_may_be_changed(table: Table):
    form = await Form.first(table, faction="ashmark")
    await form.choose("join:ready", "harrow_banner")
    await form.press("join:change")
    assert "Maud Harrowgate, human warrior" in form.text
    assert not form.disabled("join:join")
    await form.choose("join:who", "0")
    await form.step("class", "mage")
    assert "3 skills" not in form.text
    assert "has 0 skills, not 3" in form.text
    await form.press("join:party")
    assert form.disabled("join:join")


@pytest.mark.rule("cohorts.setup.names")
async def test_a_designed_name_that_somebody_bears_is_refused_when_it_joins(table: Table):
    await campaign_on(table, ["Bram"])
    form = await Form(table, "Ada").open(faction="ashmark")
    await form.choose("join:ready", "harrow_banner")
    await form.press("join:change")
    late = await form.press("join:join")
    assert "is called Maud Harrowgate already" in words(late.followups[-1])
    assert [member.player for member in await members(table)] == [1]
    for number, name in enumerate(("Una", "Dua", "Tria", "Quad", "Quin")):
        await form.choose("join:who", str(number))
        await form.type("join:called", name)
        await form.press("join:party")
    await form.press("join:join")
    assert "Welcome" in form.text


@pytest.mark.rule("cohorts.setup.names")
@pytest.mark.parametrize(
    "typed, says_so",
    [("@everyone", "without mentions"), ("sh1t", "would offend"), ("Bastard  Sword", "")],
)
async def test_a_name_that_calls_or_offends_is_refused(table: Table, typed: str, says_so: str):
    form = await Form.first(table, faction="ashmark")
    await form.press("join:design")
    await form.choose("join:who", "0")
    answer = await form.type("join:called", typed)
    refused = "".join(words(each) for each in answer.followups)
    assert says_so in refused
    assert bool(refused) == bool(says_so)
    assert ("Character 1" in form.text) == bool(says_so)


async def test_names_of_the_party_must_differ(table: Table):
    form = await Form.first(table, faction="ashmark")
    await form.choose("join:ready", "harrow_banner")
    await form.press("join:change")
    await form.choose("join:who", "1")
    await form.type("join:called", "maud  HARROWGATE")
    assert "is taken by another of the party" in form.text
    await form.press("join:party")
    assert form.disabled("join:join")


async def test_everything_can_be_begun_anew(table: Table):
    form = await Form.first(table, faction="ashmark")
    await form.choose("join:ready", "harrow_banner")
    await form.press("join:change")
    await form.press("join:discard")
    assert "Character 5" in form.text
    assert form.disabled("join:join")


# ---------------------------------------------------------------- arms


@pytest.mark.rule("cohorts.setup.coat-of-arms")
async def test_a_coat_of_arms_is_chosen_in_the_form_and_changed_and_seen_later(table: Table):
    form = await Form.first(table, faction="ashmark")
    await form.press("join:design")
    await form.press("join:arms")
    await form.choose("arms:part", "charge")
    await form.choose("arms:to", "raven")
    assert "raven" in form.text
    (picture,) = form.message.attachments
    assert "raven" in picture.description
    await form.press("join:party")
    await form.press("join:place")
    await form.choose("join:ready", "harrow_banner")
    await form.press("join:take")
    assert "raven" in form.text
    tick = (await _campaign(table)).tick
    form.answer = await says(table, "Ada", "arms")
    await form.choose("arms:part", "division")
    await form.choose("arms:to", "checks")
    assert "checks of" in form.text
    assert (await _campaign(table)).tick == tick, "it is no part of the world"
    await says(table, "Bram", "join", faction="ashmark", start="first_drum")
    ada = table.guild.people["Ada"]
    seen = await says(table, "Bram", "arms", player=ada)
    assert "checks of" in told(seen)
    assert seen.response.attachments[0].filename == "arms.png"
    none = await says(table, "Bram", "arms", player=table.guild.people["Cora"])
    assert "does not play in this campaign" in told(none)


async def _campaign(table: Table) -> Any:
    async with store_of(table) as store:
        return await store.campaigns.get(await the_campaign(table))


# ---------------------------------------------------------------- moderators


@pytest.mark.rule("cohorts.setup.late-joining")
async def test_moderators_close_joining_and_open_it_again(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    closed = await says(table, "Morgan", "joining", open=False)
    assert "lets nobody join" in told(closed)
    assert "Joining is closed" in posts(table, "herald")[-1]
    late = await says(table, "Bram", "join", faction="elderwood", start="green_wardens")
    assert "The moderators let nobody join" in told(late)
    again = await says(table, "Morgan", "joining", open=False)
    assert "closed already" in told(again)
    await says(table, "Morgan", "joining", open=True)
    assert (
        "Players may join again.** Press **Join** or type `/join`, then choose a faction, a city "
        "and a party." in posts(table, "herald")[-1]
    )
    late = await says(table, "Bram", "join", faction="elderwood", start="green_wardens")
    assert "Welcome" in told(late)
    assert not sees_desk(table, "Cora")


async def test_joining_that_is_closed_meanwhile_is_closed_to_open_forms_too(table: Table):
    form = await Form.first(table, faction="ashmark")
    await form.choose("join:ready", "harrow_banner")
    await says(table, "Morgan", "joining", open=False)
    answer = await form.press("join:take")
    assert "let nobody join" in words(answer.followups[-1])
    assert await members(table) == []


async def test_moderators_allow_words_and_switch_the_check_off(table: Table):
    await campaign_on(table, opened=True)
    await says(table, "Morgan", "words", allow="Shit")
    form = await Form(table, "Ada").open(faction="ashmark")
    await form.type("join:name", "Shit Happens")
    assert "Shit Happens" in form.text
    asked = await says(table, "Morgan", "words", forbid="shit")
    assert "are refused" in told(asked)
    answer = await form.type("join:name", "Shit Again")
    assert "would offend" in words(answer.followups[-1])
    asked = await says(table, "Morgan", "words", check=False)
    assert "let through" in told(asked)
    await form.type("join:name", "Shit Again")
    assert "Shit Again" in form.text
