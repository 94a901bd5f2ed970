"""Forms made from the classes of orders, on the golden realms: every order can be filled in."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import faces
from bot.faces import forms
from bot.faces.actions import deeds, done_to, ranked
from bot.faces.choices.filling import Filling, Made, Picked, of_given, of_order, toggled
from bot.faces.words.orders import order_title
from bot.host import Seat
from bot.orders.forms.form import FormPanel, form_card
from engine.dice import ForeseeDice, Seed, SeededDice
from engine.forms import given_by_players
from engine.labels import Labels
from engine.orders import Order, parameters
from engine.packs import Rules
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.diplomacy.orders import DeclareWar
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, City, Stack
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.state import State
from engine.world import World
from tests.bot.limits import check_message
from tests.golden import campaign
from tests.golden.finding import found
from tests.golden.realm import Realm
from tests.hidden import HIDDEN, twin, veiled
from tests.hidden.warmaster import mustered
from tests.packs.kingdoms.crowns import table as kings
from tests.packs.kingdoms.crowns.court_life import busy
from tests.rules.scene import Scene
from tests.rules.scene import module as module_named

MODULES = ("cohorts", "warlords", "kingdoms", "warmaster")


class Desk:
    """A player's forms on what their faction knows."""

    def __init__(self, rules: Rules, view: World, player: int) -> None:
        self.rules, self.view, self.player = rules, view, player
        self.faces = faces.of(rules)
        self.labels = Labels(view)

    @property
    def state(self) -> State:
        state = State(self.rules, self.view.fork(), ForeseeDice())
        state.player, state.planning = self.player, True
        return state

    def made(self, filling: Filling, typed: str | None = None) -> Made:
        return forms.made(self.faces, self.state, self.labels, filling, typed)

    def orders(self) -> dict[tuple[str, str], type[Order]]:
        """Every order that the system adds; the base's are filled in at the base's desk."""
        ours = f"engine.packs.{self.rules.packs[-1].name}."
        every = given_by_players(self.rules)
        return {path: cls for path, cls in every.items() if cls.__module__.startswith(ours)}

    def filled(self, filling: Filling) -> Iterator[Made]:
        """A form at every step of somebody who takes what stands first, until it is complete."""
        for _ in range(20):
            made = self.made(filling)
            yield made
            if made.complete:
                return
            if made.menu:
                first = made.menu.options[0]
                picked = [Picked(first.value, first.label)]
                filling = made.filling.filled_in(made.menu.parameter, picked)
            else:
                assert made.writing, (made.title, made.notes)
                filling = self.made(made.filling, "Name").filling


@functools.cache
def desk(module: str) -> Desk:
    """A desk at which every order can be given.

    It is in the golden realm, where a vote of the player's stands, which one may take back, for
    Warmaster mustered; for the game of kings, which is another, at its own table.
    """
    if module == "kingdoms":
        table = busy()
        crown = table.crown()
        view = kings.rules().view(table.world, crown.faction)
        return Desk(kings.rules(), view, crown.player)
    rules = Rules.of(module_named(module))
    scene = mustered() if module == "warmaster" else Realm(Rules.of(module_named()))
    world = World.load(rules.records, scene.world.rows())
    state = State(rules, world, ForeseeDice())
    state.player = scene.me.id
    vote = parameters(DeclareWar)[0]
    assert vote.asks
    DeclareWar.model_validate({vote.name: next(vote.asks.among(state, {})).value}).perform(state)
    return Desk(rules, rules.view(world, scene.me.faction), scene.me.id)


@pytest.mark.parametrize("module", MODULES)
async def test_every_order_and_recipe_can_be_filled_in_by_menus_and_fields(module: str):
    each = desk(module)
    starts = [Filling(order=path) for path in each.orders()]
    starts += [Filling(recipe=name) for name in each.faces.recipes]
    for start in starts:
        *_, last = each.filled(start)
        assert last.complete, (start, last.notes)


@pytest.mark.parametrize("module", MODULES)
async def test_forms_keep_to_the_limits_of_discord_with_every_menu_open(module: str):
    each = desk(module)
    for path in each.orders():
        steps = list(each.filled(Filling(order=path)))
        assert [fault for made in steps for fault in faults(made)] == []
        for more in steps[-1].more:
            opened = each.made(steps[-1].filling.at(more.value))
            assert faults(opened) == []
            assert opened.menu or opened.writing or more.label[0] in "☐☑", (path, more)


def faults(made: Made) -> list[str]:
    """Parts of a form beyond a limit of Discord."""
    panel = FormPanel(cast("Seat", None), made.filling)
    panel.offer(made)
    embed = form_card(made, "x" * 1900)
    body = {"embeds": [embed.to_dict()], "components": panel.to_components()}
    return check_message(body)


def test_every_order_of_the_golden_realm_opens_as_it_stands_and_comes_out_the_same():
    rules = campaign.rules()
    scene = Realm(rules)
    dice = SeededDice(Seed(bytes(range(32))), 1)
    queued = list(found(rules, scene.world, scene.me.id, dice))
    each = Desk(rules, rules.view(scene.world, scene.me.faction), scene.me.id)
    assert len(queued) > 100
    for order in queued:
        refs = [ref for ref in order.order.refs().values() if not ref.name]
        if any(each.view.at(ref.place) is None for ref in refs):
            continue  # what the list will make is not there without the list
        made = each.made(of_order(order))
        assert made.bodies == (order.to_json(),), (order.order.path, made.notes)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=40), st.sampled_from(sorted(desk("cohorts").orders())), st.integers(0, 3))
def test_whatever_is_typed_into_a_form_is_taken_or_told_to_be_wrong(text: str, path, place: int):
    each = desk("cohorts")
    names = [parameter.name for parameter in parameters(each.orders()[path])]
    focus = names[place % len(names)]
    made = each.made(Filling(order=path).at(focus), text)
    assert made.title
    assert all(len(note) < 1000 for note in made.notes)


def test_a_form_of_no_order_of_the_campaign_is_refused():
    with pytest.raises(forms.Gone):
        desk("cohorts").made(Filling(order=("hero", "cast")))


# ---------------------------------------------------------------- one form


def test_what_goes_no_longer_with_a_new_choice_is_taken_out():
    each = desk("cohorts")
    *_, full = each.filled(Filling(order=("transfer", "items")))
    sponsors = each.made(full.filling.at("sponsor")).menu
    assert sponsors
    held = full.filling.of("item")
    for option in sponsors.options:
        changed = full.filling.filled_in("sponsor", [Picked(option.value, option.label)])
        made = each.made(changed)
        if made.filling.of("item") != held:
            assert any("did not go with that" in note for note in made.notes)
            return
    pytest.fail("no giver has other items")


def test_a_flag_is_turned_on_and_off_again():
    made = desk("cohorts").made(Filling(order=("stack", "deactivate")))
    assert next(each for each in made.more if each.value == "empty").label == "☐ Empty"
    on = desk("cohorts").made(toggled(made.filling, "empty"))
    assert next(each for each in on.more if each.value == "empty").label == "☑ Empty"
    assert toggled(on.filling, "empty").of("empty") == ()


def test_amounts_that_would_be_refused_are_not_offered_and_the_most_is():
    scene = Scene()
    city = scene.city(3, 3, scene.me, population={"human": 9000}, actions=2)
    scene.items(city, human_recruits=137)
    each = Desk(scene.rules, scene.view(), scene.me.id)
    values = of_given([("city", f"city:{city.id}"), ("race", "human"), ("name", "Foot")])
    made = each.made(Filling(order=("city", "train"), values=values).at("quantity"))
    assert made.menu
    offered = [int(option.value) for option in made.menu.options]
    assert 25 in offered
    trained = [each.made(made.filling.filled_in("quantity", [Picked(str(n))])) for n in offered]
    assert all(form.complete for form in trained)


def test_a_search_that_finds_one_thing_takes_it_and_more_are_listed():
    each = desk("cohorts")
    form = Filling(order=("city", "conscript")).at("city")
    assert each.made(form, "Town 3").filling.of("city")[0].label.startswith("Town 3")
    several = each.made(form, "Town")
    assert several.filling.search == "Town"
    assert several.menu
    assert all("Town" in option.label for option in several.menu.options)
    nothing = each.made(form, "Nowhere at all")
    assert any("know of no city" in note for note in nothing.notes)


# ---------------------------------------------------------------- deeds


def test_titles_of_orders_are_words():
    assert order_title(ActivateStack) == "Activate stack"
    assert order_title(Move) == "Move"
    assert order_title(TakeABreak) == "Take a break"
    titles = [order_title(order) for order in desk("cohorts").orders().values()]
    assert all(title[:1].isupper() and len(title) <= 100 for title in titles)


def test_what_is_likely_comes_first_and_idle_orders_last():
    each = desk("cohorts")
    town = next(city for city in each.view.all(City) if city.name == "Town 0")
    listed = ranked(deeds(each.state, town), each.faces.likely)
    assert " ".join(listed[0].path) == "city train"
    assert all(not deed.hindered for deed in listed)
    stack = next(each.view.by(Stack, "player", each.player))
    state = each.state
    before = state.world.rows()
    deeds(state, stack)
    assert state.world.rows() == before, "what is tried is undone"


def test_what_others_could_do_to_an_enemys_city_names_who_could():
    each = desk("cohorts")
    town = next(city for city in each.view.all(City) if city.name == "Town 8")
    done = {" ".join(deed.path): deed.given for deed in done_to(each.state, town)}
    assert done["covert spy-city"][1] == ("target", f"city:{town.id}")


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kinds", HIDDEN.together(4))
def test_no_form_and_no_menu_tells_what_the_faction_does_not_know(kinds: tuple[str, ...]):
    assert _told(twin("cohorts", *kinds)) == _told_of_the_first()


@functools.cache
def _told_of_the_first() -> list[object]:
    return _told(veiled().world)


def _told(world: World) -> list[object]:
    """What some forms and menus show to a player of the scene."""
    scene = veiled()
    view = scene.rules.view(world, scene.me.faction)
    each = Desk(scene.rules, view, scene.me.id)
    heroes = list(view.by(Character, "player", scene.me.id))[:2]
    towns = [city for city in view.all(City) if city.knows("name")][:9:4]
    shown: list[object] = [deeds(each.state, thing) for thing in (*heroes, *towns)]
    shown += [list(done_to(each.state, town)) for town in towns]
    for path in list(each.orders())[::5]:
        shown.append(each.made(Filling(order=path)))
    return shown


def test_a_form_asks_for_what_an_order_lacks_though_no_parameter_is_required() -> None:
    scene = Scene()
    hero = scene.character(scene.stack(2, 2))
    scene.items(hero, spear=1)
    each = Desk(scene.rules, scene.view(), scene.me.id)
    who = of_given([("character", f"character:{hero.id}")])
    made = each.made(Filling(order=("equip", "character"), values=who))
    assert made.menu
    assert made.menu.parameter == "main_hand"
    assert any(note.startswith("It still takes Main hand") for note in made.notes)
    spear = made.menu.options[0]
    done = each.made(made.filling.filled_in("main_hand", [Picked(spear.value, spear.label)]))
    assert done.complete
    assert done.menu is None
    assert done.notes == ()


def test_a_levy_gets_the_best_gear_that_reaches_all_until_somebody_chooses() -> None:
    scene = Scene()
    city = scene.city(2, 2, scene.me, improvements={"barracks": 1}, actions=1)
    scene.items(city, human_recruits=40, spear=40, broadsword=10, soft_leather=40)
    desk = Desk(scene.rules, scene.view(), scene.me.id)
    given = {"city": f"city:{city.id}", "race": "human", "quantity": "30", "name": "Levy"}
    filling = Filling(order=TrainMilitaryUnits.path)
    for name, value in given.items():
        filling = filling.with_values(name, (Picked(value),))
    made = desk.made(filling)
    assert {each.value for each in made.filling.of("equipment")} == {"spear", "soft_leather"}
    assert "the best that reaches all" in [each.how for each in made.lines]
    fewer = made.filling.filled_in("quantity", (Picked("10"),))
    few = {each.value for each in desk.made(fewer).filling.of("equipment")}
    assert few == {"broadsword", "soft_leather"}, "it goes with the number"
    bare = desk.made(made.filling.filled_in("equipment", ()))
    assert not bare.filling.of("equipment"), "what somebody took out stays out"
    changed = desk.made(replace(filling, key="k1"))
    assert not changed.filling.of("equipment"), "an order that is changed stays as it was given"
