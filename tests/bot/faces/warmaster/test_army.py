"""The panel of an army: what it tells is what fights, what it lacks, and where its taps lead."""

from __future__ import annotations

import io
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.faces import forms
from bot.faces.choices.asking import Unanswered
from bot.faces.choices.filling import Filling, Made, Picked, of_given
from bot.faces.cohorts.asking import planning
from bot.faces.cohorts.stack.forming import FormStack
from bot.faces.leads import Lead
from bot.faces.macros import key_of
from bot.faces.warmaster.army.deploying import DeployArmy, DirectUnits
from bot.faces.warmaster.army.facts import ArmyFacts, facts_in
from bot.faces.warmaster.army.lacks import lacks
from engine.forms import given_by_players
from engine.labels import Labels
from engine.orders import Order, Refused
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.warmaster.arraying import array_of
from engine.packs.warmaster.battle.deployment import COLUMNS, in_zone
from engine.packs.warmaster.muster import armies_of, site_of
from engine.packs.warmaster.orders.casting import SetSpellOrder
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.orders.directing import FormBrigade, GiveDirective
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetItemUse, SetKeepLine
from engine.packs.warmaster.orders.equipping import EquipMagicItem
from engine.packs.warmaster.standing import unit_post
from engine.state import State
from tests.bot.faces.warmaster.muster import Muster, leads, words
from tests.rules.scene import ref

SIDE = st.integers(0, 1)


def state_of(muster: Muster) -> State:
    return planning(muster.scene.rules, muster.view, muster.scene.me.id)


def facts(muster: Muster) -> ArmyFacts:
    state = state_of(muster)
    return facts_in(state, state.world.get(Stack, muster.stack.id))


def lacking(muster: Muster) -> dict[str, str]:
    return {each.about: each.says for each in lacks(state_of(muster), facts(muster))}


def filled(muster: Muster, lead: Lead, **picked: tuple[str, ...]) -> Made:
    """The form that a lead opens, with this chosen in it one after the other."""
    view = muster.view
    state = planning(muster.scene.rules, view, muster.scene.me.id)
    filling = Filling(order=lead.order, recipe=lead.recipe, values=of_given(lead.given))
    made = forms.made(muster.faces, state, Labels(view), filling)
    for name, values in picked.items():
        for n in range(len(values)):
            chosen = tuple(Picked(value) for value in values[: n + 1])
            made = forms.made(
                muster.faces, state, Labels(view), made.filling.filled_in(name, chosen)
            )
    return made


def orders_of(muster: Muster, made: Made) -> list[Order]:
    assert made.complete, (made.needs, made.notes)
    return [muster.scene.rules.read_order(f"o{n}", body).order
            for n, body in enumerate(made.bodies)]  # fmt: skip


# ---------------------------------------------------------------- what it tells


@pytest.mark.rule("warmaster.map.orders", "warmaster.deploy.zones")
def test_the_army_of_the_panel_is_the_one_that_fights(muster: Muster) -> None:
    one, two, knights, bows = muster.units
    muster.told(
        DeployUnit(unit=ref(one), hex="3,13"),
        DeployUnit(unit=ref(one), hex="5,0"),
        GiveDirective(unit=ref(two), directive="counter"),
        FormBrigade(units=(ref(one), ref(bows)), name="Guard"),
        PostCharacter(character=ref(muster.leaders[0]), unit=ref(knights)),
        SetBoldness(value=3),
        SetKeepLine(on=False),
        SetSpellOrder(wizard=ref(muster.leaders[1]), spells=("teleport",)),
    )
    scene = muster.scene
    told = facts(muster)
    for side, (attacker, defender) in enumerate(
        ((muster.stack, muster.theirs), (muster.theirs, muster.stack))
    ):
        clash, state = scene.clash(attacker, defender), scene.state()
        army = armies_of(state, clash, site_of(state, clash))[side]
        shown = told.arrays[side].army
        assert [t.replace(at=None) for t in shown.troops] == [
            t.replace(at=None) for t in army.troops
        ]
        assert [c.replace(with_=0) for c in shown.captains] == [
            c.replace(with_=0) for c in army.captains
        ]
        assert (shown.boldness, shown.keep_line, shown.uses) == (3, False, ())
        assert all(t.at and in_zone(side, t.at) for t in shown.troops)
        assert len({t.at for t in shown.troops}) == len(shown.troops)
    assert told.units[0].spots == ((3, 13), (5, 0))
    assert told.general
    assert (told.general.name, told.general.units[0]) == ("Aldric", "Knights")
    assert [each.name for each in told.brigades] == ["Guard"]
    assert told.leaders[1].spells == ("Teleport",)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(("halberdiers", "griffon", "great-cannon")), max_size=45), SIDE)
def test_everybody_who_may_fight_has_a_hex_of_the_zone(kinds: list[str], side: int) -> None:
    muster = Muster(led=False)
    for kind in kinds:
        muster.scene.troop(muster.stack, kind)
    array = array_of(muster.scene.state(), muster.stack.place, side)
    spots = [troop.at for troop in array.army.troops]
    assert len(spots) == min(40, len(kinds) + 4)
    assert array.left_out == max(0, len(kinds) + 4 - 40)
    assert len(set(spots)) == len(spots)
    assert all(spot and in_zone(side, spot) for spot in spots)


def test_every_order_of_an_army_is_a_tap_away_from_its_panel(muster: Muster) -> None:
    muster.scene.items(muster.stack, **{"battle-banner": 1})
    muster.told(FormBrigade(units=(ref(muster.units[0]),), name="Guard"))
    muster.scene.items(muster.stack, **{"sword-of-fate": 1})
    muster.told(EquipMagicItem(piece=ref(muster.units[0]), item="sword-of-fate"))
    found = leads(muster.panel("army", muster.stack))
    reached = {lead.order for lead in found if lead.order}
    every = {path for path in given_by_players(muster.scene.rules) if path[0] == "army"}
    assert reached >= every
    assert {lead.recipe for lead in found if lead.recipe} == {"deploy-army", "direct-units"}
    for lead in found:
        assert len(lead.label) <= 100
        filled(muster, lead)  # opens


def test_left_out_the_panel_is_of_the_largest_own_force_and_refuses_those_of_others() -> None:
    muster = Muster()
    small = muster.scene.stack(4, 5, name="Scouts")
    muster.scene.troop(small, "outriders")
    assert muster.panel("army").title == "Iron Guard"
    assert muster.panel("army", "Scouts").title == "Scouts"
    with pytest.raises(Unanswered, match="not of your faction"):
        muster.panel("army", "Red Horde")


def test_its_pictures_are_drawn_and_told(muster: Muster) -> None:
    made = muster.panel("army", muster.stack)
    assert made.picture
    assert "Aldric" in made.picture.alt
    assert [each.label for each in made.further] == ["When it attacks", "When it defends"]
    for further, row in zip(made.further, ("8,11", "8,2"), strict=True):
        sight = further.draw(muster.look(), *further.about)
        assert f"1 Halberdiers at {row}" in sight.picture.alt
        assert Image.open(io.BytesIO(sight.picture.png)).width == 1200
    assert "Command 9" in words(made, "Leaders")


# ---------------------------------------------------------------- what it lacks


@pytest.mark.rule("warmaster.map.character")
def test_an_army_without_characters_is_led_by_a_captain_and_says_who_could_join() -> None:
    muster = Muster(led=False)
    other = muster.scene.stack(5, 5, name="Court")
    muster.scene.character(other, name="Edda", job="warrior")
    assert "unnamed captain" in lacking(muster)["General"]
    labels = [lead.label for lead in leads(muster.panel("army", muster.stack))]
    assert "Edda joins Iron Guard" in labels


def test_what_is_mended_is_lacked_no_more(muster: Muster) -> None:
    one, two, knights, bows = muster.units
    muster.scene.items(muster.stack, **{"battle-banner": 1})
    stays = PostCharacter(character=ref(muster.leaders[0]), unit=ref(one), stance="stay")
    muster.told(stays)
    before = lacking(muster)
    assert set(before) == {"General", "Items", "Commander", "Places"}
    assert "Battle Banner" in before["Items"]
    muster.told(
        NameCommander(character=ref(muster.leaders[0])),
        PostCharacter(character=ref(muster.leaders[0]), unit=ref(bows), stance="stay"),
        EquipMagicItem(piece=ref(knights), item="battle-banner"),
        *(
            DeployUnit(unit=ref(unit), hex=f"{column},{row}")
            for column, unit in enumerate((one, two, knights))
            for row in (11, 2)
        ),
        DeployUnit(unit=ref(bows), hex="4,13"),
    )
    assert set(lacking(muster)) == {"Places"}, "shooters stand behind, and he with them"
    assert "1 unit for defence" in lacking(muster)["Places"]
    muster.told(DeployUnit(unit=ref(bows), hex="4,0"))
    assert not lacking(muster)
    muster.told(FormBrigade(units=(ref(one), ref(two)), name="Pair"))
    assert "2 units in no brigade" in lacking(muster)["Brigades"]


@pytest.mark.rule("warmaster.character.loss")
def test_a_general_who_goes_into_the_fighting_is_warned_of_it(muster: Muster) -> None:
    general = ref(muster.leaders[0])
    muster.told(PostCharacter(character=general, unit=ref(muster.units[3]), stance="lead"))
    assert "goes into the fighting" in lacking(muster)["General"]


def test_units_without_a_type_and_those_who_stay_out_are_named(muster: Muster) -> None:
    muster.scene.unit(muster.stack, name="Levy")
    muster.told(AssignBattleSlot(piece=ref(muster.units[3]), slot=0))
    assert "Levy has no type" in lacking(muster)["Type"]
    assert facts(muster).resting == ("Crossbowmen",)
    assert "Crossbowmen" in words(muster.panel("army", muster.stack), "Army")


# ---------------------------------------------------------------- arranging it by one form


def deploy(muster: Muster, part: str, *places: tuple[str, str]) -> Made:
    flat = tuple(text for pair in places for text in pair)
    return filled(muster, DeployArmy.lead(muster.stack.place, part), places=flat)


def test_units_are_placed_by_taps_for_attack_and_defence_alike(muster: Muster) -> None:
    one, two = (str(ref(unit)) for unit in muster.units[:2])
    made = deploy(muster, "both", (one, "3-0"), (two, "4-2"))
    muster.told(*orders_of(muster, made))
    posts = [unit_post(muster.scene.world, unit) for unit in muster.units[:2]]
    assert [(post.attack, post.defence) for post in posts] == [((3, 11), (3, 2)), ((4, 13), (4, 0))]


def test_the_form_shows_the_field_with_the_places_that_are_chosen_so_far(muster: Muster) -> None:
    one, two = (str(ref(unit)) for unit in muster.units[:2])
    for part, places in (
        ("attack", ("1 Halberdiers at 3,11", "2 Halberdiers at 4,13")),
        ("defence", ("1 Halberdiers at 3,2", "2 Halberdiers at 4,0")),
    ):
        drawn = deploy(muster, part, (one, "3-0"), (two, "4-2")).picture
        assert drawn
        draw, about = pickle.loads(pickle.dumps((drawn.draw, drawn.about)))
        alt = draw(*about).alt
        assert f"drawn up for {part}" in alt
        assert all(place in alt for place in places)
    assert unit_post(muster.scene.world, muster.units[0]).attack is None


def test_units_change_places_in_one_form_and_keep_those_of_the_other_part(muster: Muster) -> None:
    one, two = muster.units[:2]
    muster.told(
        DeployUnit(unit=ref(one), hex="3,11"),
        DeployUnit(unit=ref(two), hex="4,11"),
        DeployUnit(unit=ref(two), hex="9,1"),
    )
    made = deploy(muster, "attack", (str(ref(one)), "4-0"), (str(ref(two)), "3-0"))
    muster.told(*orders_of(muster, made))
    posts = [unit_post(muster.scene.world, unit) for unit in (one, two)]
    assert [(post.attack, post.defence) for post in posts] == [((4, 11), None), ((3, 11), (9, 1))]


def test_a_unit_without_a_hex_gives_up_its_own_of_that_part_alone(muster: Muster) -> None:
    one, two = muster.units[:2]
    muster.told(
        DeployUnit(unit=ref(one), hex="3,11"),
        DeployUnit(unit=ref(one), hex="9,1"),
        DeployUnit(unit=ref(two), hex="4,11"),
    )
    lead = DeployArmy.lead(muster.stack.place, "attack")
    made = filled(muster, lead, places=(str(ref(two)), "none", str(ref(one))))
    muster.told(*orders_of(muster, made))
    posts = [unit_post(muster.scene.world, unit) for unit in (one, two)]
    assert [(post.attack, post.defence) for post in posts] == [(None, (9, 1)), (None, None)]


@pytest.mark.parametrize(
    "typed", [("unit:1", "here"), ("unit:1", "8-7"), ("stack:1", "8-0"), ("?",)]
)
def test_what_is_no_unit_or_no_hex_is_refused_in_words(typed: tuple[str, ...]) -> None:
    muster = Muster()
    recipe = DeployArmy(army=ref(muster.stack), part="attack", places=typed)
    state = state_of(muster)
    with pytest.raises(Refused, match=r"is no (hex|unit)"):
        list(recipe.orders(state, {}))


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_any_arrangement_that_the_form_offers_is_taken(data: Any) -> None:
    muster = Muster()
    units = data.draw(st.permutations([str(ref(unit)) for unit in muster.units]))
    cells = st.tuples(st.sampled_from(COLUMNS), st.integers(0, 2))
    spots = data.draw(st.lists(cells, min_size=4, max_size=4, unique=True))
    for part in data.draw(st.lists(st.sampled_from(("attack", "defence", "both")), max_size=3)):
        count = data.draw(st.integers(1, 4))
        spots = data.draw(st.permutations(spots))
        pairs = zip(units[:count], spots[:count], strict=True)
        places = [(unit, f"{column}-{row}") for unit, (column, row) in pairs]
        state = state_of(muster)
        recipe = DeployArmy.model_validate(
            {"army": ref(muster.stack), "part": part,
             "places": tuple(text for pair in places for text in pair)}
        )  # fmt: skip
        ran = muster.scene.run(*recipe.orders(state, {}))
        for failure in ran.failures:  # only a unit that is not in the list may stand in the way
            assert "stands there already" in failure.says
            assert count < len(units)


@pytest.mark.rule("warmaster.map.military-unit")
def test_a_stack_is_formed_without_battle_slots_so_that_its_units_stand_as_armies_do() -> None:
    muster = Muster()
    assert not {"slots", "front"} & {*muster.faces.recipes[FormStack.name].model_fields}
    who = tuple(str(ref(each)) for each in (*muster.units, *muster.leaders))
    place = f"province:{muster.stack.province}"
    made = filled(muster, Lead(label="Form", recipe=FormStack.name, given=(("place", place),)),
                  who=who)  # fmt: skip
    before = array_of(muster.scene.state(), muster.stack.place, 0).army
    muster.told(*(each.renamed({key_of(1): "k1"}) for each in orders_of(muster, made)))
    formed = max(muster.scene.world.by(Stack, "player", muster.scene.me.id), key=lambda s: s.id)
    after = array_of(muster.scene.state(), formed.place, 0).army
    assert [each.at for each in after.troops] == [each.at for each in before.troops]
    assert [each.piece for each in after.troops] == [each.piece for each in before.troops]


def test_several_units_get_a_directive_at_once(muster: Muster) -> None:
    units = tuple(str(ref(unit)) for unit in muster.units[:3])
    lead = DirectUnits.lead(muster.stack.place)
    made = filled(muster, lead, units=units, directive=("hold",))
    muster.told(*orders_of(muster, made))
    posts = [unit_post(muster.scene.world, unit) for unit in muster.units]
    assert [post.directive for post in posts] == ["hold", "hold", "hold", None]


def test_how_items_are_used_is_told(muster: Muster) -> None:
    muster.told(SetItemUse(item="Helm of Dominion", use="turn 3"))
    assert "Use of Helm of Dominion: turn 3" in words(
        muster.panel("army", muster.stack), "All armies"
    )
