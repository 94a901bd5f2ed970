"""The builder of armies by taps: whatever is pressed, it ends legal or says which rule stops it."""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from discord.ui import ActionRow
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import faces
from bot.faces.choices.asking import Asking, Unanswered
from bot.faces.macros import key_of
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.warmaster.pitched.making import FORM
from bot.faces.warmaster.pitched.texts import lacks
from bot.faces.wizards import Here
from bot.guided.cards import embed_of
from bot.guided.widgets import Press, Select
from engine.orders import Queued
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.pitched import mustering
from engine.packs.warmaster.pitched.buying import spent_on
from engine.packs.warmaster.pitched.contest import army_of
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted
from engine.rulebook import title_of
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import ref

SCENE = MusterScene()
WAR = SCENE.war
LISTS = list(WAR.army_lists)
POINTS = pytest.mark.rule("warmaster.army.points")


def asking(scene: MusterScene = SCENE) -> Asking:
    view = scene.view()
    return Asking(faces.of(scene.rules), view, scene.ours.id, scene.me.id)


ASKING = asking()


class Tapper:
    """Somebody who taps through the builder."""

    def __init__(self, about: str = "", who: Asking = ASKING) -> None:
        self.who = who
        self.army: BoughtArmy = FORM.begin(who, about)
        self.at = FORM.first

    def page(self) -> Page[BoughtArmy]:
        return FORM.pages[self.at.page](Here(self.who, self.army, self.at))

    def button(self, label: str) -> Button[Any]:
        return next(
            each
            for each in self.page().controls
            if isinstance(each, Button) and each.label == label
        )

    def press(self, label: str) -> None:
        button = self.button(label)
        assert not button.disabled, label
        self.do(button.act)

    def choose(self, begins: str, *values: str) -> None:
        menu = next(
            each
            for each in self.page().controls
            if isinstance(each, Menu) and each.about.startswith(begins)
        )
        assert {*values} <= {option.value for option in menu.options}
        assert menu.least <= len(values) <= menu.most
        self.do(menu.act(values))

    def do(self, act: Any) -> None:
        match act:
            case Turn(to):
                self.at = to
            case Change(edit, to):
                self.army = edit(self.army)
                self.at = to or self.at
            case Ask():
                self.army = act.edit(self.army, "The Long Ledger")
            case Take():
                raise AssertionError("it is not bought here")

    def taps(self) -> Iterator[Any]:
        """All that can be tapped, but the last button."""
        for control in self.page().controls:
            if isinstance(control, Menu):
                yield from (control.act((option.value,)) for option in control.options)
            elif not (control.disabled or isinstance(control.act, Take)):
                yield control.act


async def never(*_: object) -> None:
    """What a menu does that nobody uses."""
    raise AssertionError


def check_limits(page: Page[Any]) -> None:
    """What Discord takes: rows, labels, options, and the card as a whole."""
    rows = [ActionRow()]
    for control in page.controls:
        if isinstance(control, Menu):
            assert control.options
            assert len({option.value for option in control.options}) == len(control.options)
            item: Any = Select(
                control.id, control.about, control.options, never, chosen=control.chosen
            )
            assert 1 <= len(item.options) <= 25
            assert all(option.label and len(option.label) <= 100 for option in item.options)
        else:
            assert 1 <= len(control.label) <= 80
            item = Press(control.id, control.label, None)  # type: ignore[arg-type]
        if rows[-1]._weight + item.width > 5:
            rows.append(ActionRow())
        rows[-1].add_item(item)
    assert len(rows) <= 5
    ids = [control.id for control in page.controls]
    assert len(set(ids)) == len(ids)
    embed = embed_of(page.card)
    assert embed.title == page.card.title
    assert embed.description == page.card.text
    assert all(len(field.text) <= 1024 for field in page.card.fields)
    assert len(embed) <= 6000


@POINTS
@given(st.sampled_from(LISTS), st.lists(st.integers(0, 9999), max_size=40))
@settings(max_examples=25)
def test_any_taps_end_in_a_legal_army_or_are_stopped_by_a_rule(army_list, choices) -> None:
    tapper = Tapper()
    tapper.at = FormPosition("size")
    tapper.choose("Which army list", army_list)
    for choice in choices:
        acts = list(tapper.taps())
        tapper.do(acts[choice % len(acts)])
        check_limits(tapper.page())
    tapper.at = FORM.first
    page = tapper.page()
    check_limits(page)
    buy = next(each for each in page.controls if isinstance(each, Button) and each.main)
    orders = FORM.orders(tapper.army)
    refused = list(orders[0].conditions(SCENE.state()))
    assert buy.disabled == bool(refused)
    stopped = list(lacks(WAR, tapper.army))
    assert bool(stopped) == bool(refused)
    for _, rule in stopped:
        assert f"(rule “{title_of(rule)}”)" in page.card.text


@POINTS
@pytest.mark.parametrize("army_list", LISTS)
@pytest.mark.parametrize("points", [1000, 1500, 2000])
def test_a_ready_made_army_is_taken_and_bought_in_a_few_taps(army_list: str, points: int) -> None:
    scene = MusterScene()
    tapper = Tapper(str(points), asking(scene))
    tapper.press("List and points …")
    tapper.choose("Which army list", army_list)
    tapper.press("Take the ready-made army")
    assert tapper.at == FORM.first
    assert not tapper.button("Buy").disabled
    assert tapper.button("Fill up").disabled
    orders = enumerate(FORM.orders(tapper.army), 1)
    assert not scene.run(*(Queued(key_of(n), order) for n, order in orders)).refused
    (kept,) = scene.world.all(BoughtArmy)
    assert (kept.list, kept.points) == (army_list, points)


@POINTS
def test_a_type_is_added_up_to_its_most_and_the_rule_is_named() -> None:
    tapper = Tapper("2000")
    tapper.choose("Add or take out", "knights")
    for _ in range(8):
        tapper.press("Add one")
    card = tapper.page().card
    assert tapper.button("Add one").disabled
    assert "**8 in the army**, at most 8 in 2,000 points" in card.text
    assert "Knights: 9 in Crown Marches host, and at most 8 may be in it." in card.text
    assert "(rule “Army: points”)" in card.text
    tapper.press("Take one out")
    assert not tapper.button("Add one").disabled
    assert mustering.count_of(tapper.army, "knights") == 7
    tapper.press("Back to the army")
    assert "7 × Knights: 770" in tapper.page().card.fields[0].text


@POINTS
def test_what_is_too_dear_is_told_with_its_question_by_sums_that_agree() -> None:
    tapper = Tapper()
    tapper.press("Fill up")
    left = tapper.army.points - spent_on(WAR, tapper.army)
    tapper.choose("Items", "u0")
    stand = WAR.army_lists[tapper.army.list].units[tapper.army.units[0].type].attached
    assert stand
    tapper.army = tapper.army.replace(points=tapper.army.points - left + stand.points - 5)
    text = tapper.page().card.text
    assert f"**{stand.points - 5} left**" in text
    cost = tapper.army.points + 5
    told = f"❌ **With {stand.name}?** It would cost {cost:,} of {tapper.army.points:,} points"
    assert f"{told}, 5 too many" in text
    assert f"**{stand.name}** may be attached" in text


@pytest.mark.rule("warmaster.army.attached")
@pytest.mark.rule("warmaster.item.carriers")
def test_stands_items_and_places_are_given_one_by_one() -> None:
    tapper = Tapper()
    tapper.press("Fill up")
    tapper.choose("Add or take out", "knights")
    tapper.press("Take one out")
    tapper.press("Back to the army")
    tapper.choose("Items", "u0")
    assert "Halberdiers" in tapper.page().card.title
    tapper.choose("Magic item", "battle-banner")
    tapper.press("With Skirmishers")
    tapper.choose("Directive", "hold")
    assert "with Skirmishers and Battle Banner" in tapper.page().card.title
    tapper.press("Place attacking …")
    tapper.choose("Column", "3")
    tapper.choose("Row", "12")
    tapper.press("Unit ▶")
    tapper.choose("Column", "3")
    tapper.choose("Row", "12")
    first, second = tapper.army.units[:2]
    assert (first.item, first.attached, first.directive) == ("battle-banner", True, "hold")
    assert (first.attack, second.attack) == (None, (3, 12))
    tapper.press("As usual")
    assert tapper.army.units[1].attack is None
    tapper.press("Back to the army")


@pytest.mark.rule("warmaster.army.brigades")
@pytest.mark.rule("warmaster.map.orders")
@pytest.mark.rule("warmaster.magic.choice")
def test_brigades_posts_spells_and_orders_for_defence_are_given_by_taps_and_fought_by() -> None:
    scene = MusterScene()
    tapper = Tapper("", asking(scene))
    tapper.choose("Add or take out", "wizard")
    tapper.press("Add one")
    tapper.press("Back to the army")
    tapper.press("Fill up")
    tapper.choose("Items", "u1")
    tapper.choose("Directive", "attack")
    tapper.choose("Directive in defence", "stand-off")
    tapper.press("Back to the army")
    tapper.press("Brigades …")
    tapper.choose("Form a brigade", "1", "2", "4")
    tapper.choose("Form a brigade", "0")
    tapper.choose("Dissolve", "2")
    assert "**1**: 2. " in tapper.page().card.text
    tapper.press("Back to the army")
    wizard = next(n for n, each in enumerate(tapper.army.officers) if each.role == "wizard")
    tapper.choose("Items", f"o{wizard}")
    tapper.choose("Stands with", "5")
    tapper.choose("What it does", "stay")
    tapper.press("Order of spells …")
    spells = WAR.army_lists[tapper.army.list].spells
    tapper.choose("First spell", spells[2])
    tapper.choose("Next spell", spells[0])
    tapper.press("Back to the Wizard")
    check_limits(tapper.page())
    tapper.press("Back to the army")
    last, first = tapper.army.units[-1].type, tapper.army.units[0].type
    tapper.choose("Add or take out", last)
    tapper.press("Take one out")
    tapper.choose("Add or take out", first)
    tapper.press("Add one")
    assert tapper.army.officers[wizard].unit == 6, "the leader follows the unit that was the fifth"
    buy, *others = FORM.orders(tapper.army)
    assert not scene.run(buy).refused
    (bought,) = scene.world.all(BoughtArmy)
    for order in others:
        assert not scene.run(order.bound({"n1": bought.place})).refused
    (kept,) = scene.world.all(BoughtArmy)
    assert kept.replace(id=0, player=0) == mustering.as_bought(tapper.army)
    attacking, defending = (army_of(scene.state(), side, kept) for side in SIDES)
    assert [troop.brigade for troop in attacking.troops[:4]] == [
        unit.brigade for unit in kept.units[:4]
    ]
    assert sum(troop.brigade == 1 for troop in attacking.troops) == len(
        [unit for unit in kept.units if unit.brigade]
    )
    told = next(n for n, unit in enumerate(kept.units) if unit.in_defence)
    assert (attacking.troops[told].directive, defending.troops[told].directive) == (
        "attack",
        "stand-off",
    )
    captain = attacking.captains[wizard]
    assert (captain.with_, captain.stance) == (kept.officers[wizard].unit, "stay")
    assert captain.spells == (spells[2], spells[0])


def test_the_card_of_a_large_army_whose_units_differ_fits() -> None:
    tapper = Tapper("3000")
    items = (*WAR.magic_items, *[""] * 40)[:40]
    units = [
        Enlisted(type=("crossbowmen", "halberdiers")[n % 2], attached=n % 2 == 1, item=item)
        for n, item in enumerate(items)
    ]
    tapper.army = tapper.army.replace(units=tuple(units))
    check_limits(tapper.page())
    *shown, last = tapper.page().card.fields[0].text.split("\n")
    assert last == f"and {40 - len(shown)} more"


@pytest.mark.rule("warmaster.item.unique")
def test_an_item_that_another_carries_is_not_offered() -> None:
    tapper = Tapper("3000")
    tapper.press("Fill up")
    for _ in range(3):
        tapper.army = mustering.without_one(tapper.army, "knights")
    tapper.choose("Items", "u0")
    tapper.choose("Magic item", "battle-banner")
    tapper.choose("Items", "u1")
    menu = next(each for each in tapper.page().controls if each.id == "army:item")
    assert isinstance(menu, Menu)
    assert "battle-banner" not in [option.value for option in menu.options]
    tapper.choose("Items", "u0")
    tapper.choose("Magic item", "-")
    assert not tapper.army.units[0].item


def test_a_kept_army_is_changed_or_copied_under_another_name() -> None:
    scene = MusterScene()
    for order in FORM.orders(Tapper("", asking(scene)).army.replace(name="The Gate", units=())):
        assert scene.run(order).refused, "an army of nobody"
    tapper = Tapper("", asking(scene))
    tapper.press("Name …")
    tapper.press("Fill up")
    for order in FORM.orders(tapper.army):
        assert not scene.run(order).refused
    (kept,) = scene.world.all(BoughtArmy)
    again = Tapper(f"army {kept.id}", asking(scene))
    assert again.army == kept
    assert not again.button("Save changes").disabled
    again.army = again.army.replace(name="Another")
    assert not again.button("Buy").disabled
    with pytest.raises(Unanswered):
        Tapper("army 99", asking(scene))


def test_nobody_elses_army_can_be_begun_with() -> None:
    scene = MusterScene()
    foe = scene.someone("at_war")
    tapper = Tapper("", asking(scene))
    tapper.press("Fill up")
    (buy, *_) = FORM.orders(tapper.army)
    scene.run(buy, player=foe)
    (theirs,) = scene.world.all(BoughtArmy)
    assert ref(theirs).id == 1
    with pytest.raises(Unanswered):
        Tapper("army 1", asking(scene))


def test_the_picture_of_a_place_crosses_processes_and_names_the_unit() -> None:
    tapper = Tapper()
    tapper.press("Fill up")
    tapper.at = FormPosition("place", ("0", "1"))
    tapper.choose("Column", "5")
    drawn = tapper.page().card.picture
    assert drawn is not None
    draw, about = pickle.loads(pickle.dumps((drawn.draw, drawn.about)))  # type: ignore[union-attr]
    picture = draw(*about)
    assert picture.alt.startswith("Crown Marches")
    assert "1 Halberdiers at 5," in picture.alt
