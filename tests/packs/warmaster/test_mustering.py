"""Armies put together step by step, and what they are told beforehand."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.warmaster.battle.values import Army
from engine.packs.warmaster.content.items import ROLES
from engine.packs.warmaster.muster import armies_of, site_of
from engine.packs.warmaster.orders.casting import SetSpellOrder
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.orders.directing import DissolveBrigade, FormBrigade, GiveDirective
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetItemUse, SetKeepLine
from engine.packs.warmaster.orders.equipping import EquipMagicItem, UnequipMagicItem
from engine.packs.warmaster.pitched import mustering
from engine.packs.warmaster.pitched.buying import BuyArmy, breaches_of, spent_on, unfit
from engine.packs.warmaster.pitched.challenging import SendChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.packs.warmaster.standing import Brigade, Doctrine, LeaderPost, UnitPost
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import ref

SCENE = MusterScene()
WAR = SCENE.war
LISTS = tuple(WAR.army_lists.values())
FIGURES = WAR.warmaster.pitched
SIZES = range(FIGURES.least, FIGURES.most + 1, FIGURES.step)
POINTS = pytest.mark.rule("warmaster.army.points")


@POINTS
@pytest.mark.parametrize("army_list", LISTS, ids=lambda each: each.key)
def test_ready_made_armies_are_legal_at_every_size_and_leave_no_room(army_list) -> None:
    for points in SIZES:
        army = mustering.ready_made(WAR, army_list, points)
        assert not list(unfit(WAR, army, points))
        for kind in army_list.units:
            assert isinstance(mustering.with_one(WAR, army, kind), Refusal)
        assert mustering.filled_up(WAR, army) == army
        if points >= 1000:
            assert mustering.count_of(army, "hero") >= 2
            assert any(unit.item for unit in army.units)
            assert any(officer.item for officer in army.officers)
            assert any(unit.brigade for unit in army.units)
            assert len({unit.type for unit in army.units}) >= 4


@POINTS
@pytest.mark.parametrize("army_list", LISTS, ids=lambda each: each.key)
def test_a_ready_made_army_is_bought_as_it_is(army_list, scene: MusterScene) -> None:
    army = mustering.ready_made(WAR, army_list, 1500, "The Host")
    army = mustering.with_spot(army, 0, (3, 12), defending=False)
    army = mustering.with_spot(army, 1, (4, 1), defending=True)
    army = mustering.with_spot(army, 1, (4, 12), defending=False)
    army = mustering.with_directive(army, 1, "flank-left")
    buy, *others = mustering.orders_for(army, Ref("bought-army", 0, "x1"))
    assert not scene.run(buy).refused
    (bought,) = scene.world.all(BoughtArmy)
    for order in others:
        assert not scene.run(order.bound({"x1": bought.place})).refused
    kept = scene.now(bought)
    assert kept.replace(id=0, player=0) == mustering.as_bought(army)


STEP = st.tuples(
    st.sampled_from(("add", "take", "attach", "detach", "item", "officer", "fill", "size")),
    st.integers(0, 60),
    st.integers(0, 60),
)


def taken(army: BoughtArmy, step: tuple[str, int, int]) -> BoughtArmy | Refusal:
    does, one, other = step
    own = WAR.army_lists[army.list]
    things = (*own.units, *own.characters)
    what, keys = things[one % len(things)], ("", *WAR.magic_items)
    item, size = keys[other % len(keys)], SIZES[other % len(SIZES)]
    steps = {
        "add": partial(mustering.with_one, WAR, army, what),
        "take": partial(mustering.without_one, army, what),
        "fill": partial(mustering.filled_up, WAR, army),
        "size": lambda: army.replace(points=size) if not one else army,
    }
    if army.units:
        place = one % len(army.units)
        attach = partial(mustering.with_attached, WAR, army, place)
        steps["attach"], steps["detach"] = partial(attach, True), partial(attach, False)
        steps["item"] = partial(mustering.with_unit_item, WAR, army, place, item)
    if army.officers:
        place = one % len(army.officers)
        steps["officer"] = partial(mustering.with_officer_item, WAR, army, place, item)
    return steps.get(does, lambda: army)()


def bare(army: BoughtArmy) -> BoughtArmy:
    """The army as if it had been told nothing."""
    units = [unit.replace(directive=None, attack=None, defence=None) for unit in army.units]
    return army.replace(units=tuple(units))


@POINTS
@pytest.mark.rule("warmaster.item.unique")
@given(
    st.sampled_from(LISTS), st.sampled_from((500, 1000, 1500, 2500)), st.lists(STEP, max_size=60)
)
@settings(max_examples=60)
def test_no_step_exceeds_what_is_allowed_and_what_is_whole_is_bought(army_list, points, steps):
    army = mustering.empty_army(army_list, points, "The Host")
    for step in steps:
        after = taken(army, step)
        if isinstance(after, Refusal):
            assert after.says
            assert after.rule.startswith("warmaster.")
            continue
        if after.points == army.points and spent_on(WAR, army) <= army.points:
            assert spent_on(WAR, after) <= after.points
        army = after
        carried = [each.item for each in (*army.units, *army.officers) if each.item]
        assert len(carried) == len(set(carried))
    lacks = [*breaches_of(WAR, army, army.points)]
    buy, *_ = mustering.orders_for(army, Ref("bought-army", 1))
    assert isinstance(buy, BuyArmy)
    refused = [*buy.conditions(SCENE.state())]
    assert bool(refused) == bool(lacks or not army.units)
    if not refused:
        made = buy.made(SCENE.state())
        assert spent_on(WAR, made) == spent_on(WAR, army)
        assert made == mustering.as_bought(bare(army))


def test_whoever_carries_nothing_is_taken_out_first() -> None:
    army = mustering.ready_made(WAR, LISTS[0], 1000)
    first = next(n for n, unit in enumerate(army.units) if unit.type == "halberdiers")
    armed = mustering.with_unit_item(
        WAR, mustering.without_one(army, "knights"), first, "battle-banner"
    )
    assert not isinstance(armed, Refusal)
    while mustering.count_of(armed, "halberdiers") > 1:
        armed = mustering.without_one(armed, "halberdiers")
    assert [unit.item for unit in armed.units if unit.type == "halberdiers"] == ["battle-banner"]
    gone = mustering.without_one(armed, "halberdiers")
    assert gone == mustering.without_one(gone, "halberdiers")
    assert set(ROLES) >= {officer.role for officer in gone.officers}


@pytest.mark.rule("warmaster.battle.kinds")
def test_an_army_that_has_challenged_keeps_its_size(scene: MusterScene) -> None:
    foe = scene.someone("neutral")
    buy, *_ = mustering.orders_for(
        mustering.ready_made(WAR, LISTS[0], 1000, "The Gate"), Ref("bought-army", 1)
    )
    assert isinstance(buy, BuyArmy)
    scene.run(buy)
    (army,) = scene.world.all(BoughtArmy)
    assert not scene.run(SendChallenge(player=ref(foe), army=ref(army))).refused
    more = {"points": 1100, "units": ("2 halberdiers", "crossbowmen")}
    larger = scene.run(buy.model_copy(update=more))
    assert larger.refused
    assert larger.failures[0].rule == "warmaster.battle.kinds"
    assert not scene.run(buy).refused


ORDERS = pytest.mark.rule("warmaster.map.orders")


class Field:
    """My stack and an enemy's, who meet in (5, 5)."""

    def __init__(self) -> None:
        self.scene = MusterScene()
        self.foe = self.scene.someone("at_war")
        self.stack = self.scene.stack(4, 5)
        self.units = [
            self.scene.troop(self.stack, kind)
            for kind in ("halberdiers", "halberdiers", "knights", "crossbowmen")
        ]
        self.theirs = self.scene.stack(5, 5, self.foe)
        self.scene.troop(self.theirs, "tusk-warriors", self.foe)

    def told(self, *orders: Order) -> None:
        """Give orders that must be taken."""
        ran = self.scene.run(*orders)
        assert not ran.refused, ran.failures

    def armies(self, *, defending: bool = False) -> tuple[Army, Army]:
        """Both armies as they would fight."""
        attacker, defender = self.stack, self.theirs
        if defending:
            attacker, defender = defender, attacker
        clash, state = self.scene.clash(attacker, defender), self.scene.state()
        return armies_of(state, clash, site_of(state, clash))


@pytest.fixture
def field() -> Field:
    return Field()


@ORDERS
def test_a_unit_stands_where_it_was_told_for_attack_and_defence_apart(field: Field) -> None:
    unit = field.units[0]
    field.told(DeployUnit(unit=ref(unit), hex="3,13"), DeployUnit(unit=ref(unit), hex="17, 0"))
    assert field.armies()[0].troops[0].at == (3, 13)
    assert field.armies(defending=True)[1].troops[0].at == (17, 0)
    field.told(DeployUnit(unit=ref(unit), hex="none"))
    assert field.armies()[0].troops[0].at not in (None, (3, 13))


@pytest.mark.rule("warmaster.deploy.zones")
@pytest.mark.parametrize("hex", ["5,3", "5,10", "18,11", "-1,2", "here", "5", "5,14"])
def test_no_unit_stands_outside_its_zone(hex: str, field: Field) -> None:
    assert field.scene.run(DeployUnit(unit=ref(field.units[0]), hex=hex)).refused
    assert not field.scene.world.count(UnitPost)


@pytest.mark.rule("warmaster.deploy.zones")
def test_two_units_do_not_stand_in_one_hex(field: Field) -> None:
    one, two = field.units[:2]
    field.told(DeployUnit(unit=ref(one), hex="8,11"))
    assert field.scene.run(DeployUnit(unit=ref(two), hex="8,11")).refused
    field.told(DeployUnit(unit=ref(two), hex="9,11"), DeployUnit(unit=ref(one), hex="8,11"))


@pytest.mark.rule("warmaster.map.campaign")
def test_the_roster_goes_by_slot_and_id_and_slot_0_stays_out(field: Field) -> None:
    for unit, slot in zip(field.units, (7, 3, 0, 3), strict=True):
        field.scene.change(unit, slot=slot)
    later = field.scene.stack(4, 5)
    field.scene.troop(later, "griffon", slot=1)
    clash, state = field.scene.clash(field.stack, field.theirs), field.scene.state()
    attackers = (field.stack.place, later.place)
    clash = clash.replace(sides=(attackers, clash.defenders))
    army = armies_of(state, clash, site_of(state, clash))[0]
    pieces = [troop.piece.id for troop in army.troops if troop.piece]
    assert pieces[:3] == [field.units[1].id, field.units[3].id, field.units[0].id]
    assert [troop.type for troop in army.troops] == [
        "halberdiers",
        "crossbowmen",
        "halberdiers",
        "griffon",
    ]


@ORDERS
def test_a_directive_is_told_and_taken_back(field: Field) -> None:
    unit = field.units[2]
    assert field.armies()[0].troops[2].directive == "attack"
    field.told(GiveDirective(unit=ref(unit), directive="flank-right"))
    assert field.armies()[0].troops[2].directive == "flank-right"
    field.told(GiveDirective(unit=ref(unit), directive="usual"))
    assert field.armies()[0].troops[2].directive == "attack"
    assert field.armies()[0].troops[3].directive == "stand-off"
    defending = [troop.directive for troop in field.armies(defending=True)[1].troops]
    assert defending == ["counter", "counter", "counter", "stand-off"]


@pytest.mark.rule("warmaster.army.brigades")
def test_a_brigade_is_formed_and_dissolved(field: Field) -> None:
    scene = field.scene
    assert [troop.brigade for troop in field.armies()[0].troops] == [1, 1, 2, 3]
    field.told(FormBrigade(units=(ref(field.units[0]), ref(field.units[2])), name="First"))
    assert [troop.brigade for troop in field.armies()[0].troops] == [1, 0, 1, 0]
    (brigade,) = scene.world.all(Brigade)
    assert brigade.name == "First"
    assert scene.run(DissolveBrigade(brigade=ref(brigade)), player=field.foe).refused
    field.told(DissolveBrigade(brigade=ref(brigade)))
    assert not scene.world.count(Brigade)
    twice = ref(field.units[0])
    assert scene.run(FormBrigade(units=(twice, twice))).refused
    five = [ref(scene.troop(field.stack, "halberdiers")) for _ in range(5)]
    assert scene.run(FormBrigade(units=tuple(five))).refused


@pytest.mark.rule("warmaster.map.character")
def test_the_commander_named_is_general_else_the_highest_level(field: Field) -> None:
    scene = field.scene
    low = scene.character(field.stack, level=2)
    high = scene.character(field.stack, level=20)
    wizard = scene.character(field.stack, level=7, job="mage", skills={"spell_craft": 1})
    army = field.armies()[0]
    assert [(each.piece, each.role) for each in army.captains] == [
        (high.place, "general"),
        (low.place, "hero"),
        (wizard.place, "wizard"),
    ]
    assert [each.command for each in army.captains] == [10, 7, 7]
    assert army.captains[2].spells == scene.war.army_lists["crown-marches"].spells
    field.told(NameCommander(character=ref(wizard)))
    general = field.armies()[0].captains[0]
    assert (general.piece, general.role, general.spells) == (wizard.place, "general", ())
    field.told(NameCommander(character=ref(low)))
    assert field.armies()[0].captains[0].piece == low.place


@ORDERS
def test_a_character_is_posted_with_a_unit(field: Field) -> None:
    hero = field.scene.character(field.stack, level=9)
    second = field.scene.character(field.stack, level=1)
    field.told(
        PostCharacter(character=ref(hero), unit=ref(field.units[2]), stance="lead"),
        PostCharacter(character=ref(second), stance="stay"),
    )
    general, other = field.armies()[0].captains
    assert (general.with_, general.stance) == (3, "lead")
    assert (other.with_, other.stance) == (0, "stay")
    theirs = next(field.scene.world.by(Unit, "holder", field.theirs.place))
    assert field.scene.run(PostCharacter(character=ref(hero), unit=ref(theirs))).refused


@ORDERS
def test_boldness_and_the_line_are_told_to_all_armies(field: Field) -> None:
    army = field.armies()[0]
    assert (army.boldness, army.keep_line, army.uses) == (5, True, ())
    field.told(SetBoldness(value=7), SetKeepLine(on=False))
    army = field.armies()[0]
    assert (army.boldness, army.keep_line) == (7, False)
    assert field.armies()[1].boldness == 5
    assert field.scene.give(SetBoldness, value=1).refused
    assert field.scene.give(SetBoldness, value=10).refused


@pytest.mark.rule("warmaster.directive.items")
@pytest.mark.parametrize(
    "item, use, told",
    [
        ("banner-of-fortune", "combat", {"phase": "combat"}),
        ("helm-of-dominion", "turn 4", {"turn": 4}),
        ("sceptre-of-sovereignty", "general only", {"general_only": True}),
        ("wand-of-power", "Storm Lance", {"spell": "storm-lance"}),
        ("Scroll of Dispelling", "never", {"forbidden": True}),
    ],
)
def test_a_player_says_when_an_item_is_used(item: str, use: str, told: dict[str, Any]) -> None:
    field = Field()
    field.told(SetItemUse(item=item, use=use))
    (rule,) = field.armies()[0].uses
    assert {name: value for name, value in rule.known().items() if value and name != "item"} == told
    field.told(SetItemUse(item=item, use="usual"))
    assert field.armies()[0].uses == ()


@pytest.mark.rule("warmaster.directive.items")
@pytest.mark.parametrize(
    "item, use", [("battle-banner", "turn 3"), ("helm-of-dominion", "turn 9"), ("spoon", "never")]
)
def test_no_item_is_used_as_it_cannot_be(item: str, use: str, field: Field) -> None:
    assert field.scene.run(SetItemUse(item=item, use=use)).refused
    assert not field.scene.world.count(Doctrine)


@ORDERS
def test_a_wizard_is_told_which_spells_to_try(field: Field) -> None:
    scene = field.scene
    scene.character(field.stack, level=20)
    wizard = scene.character(field.stack, job="mage", skills={"spell_craft": 2})
    field.told(SetSpellOrder(wizard=ref(wizard), spells=("Teleport", "ball of flame")))
    assert field.armies()[0].captains[1].spells == ("teleport", "ball-of-flame")
    for wrong in (("gotcha",), ("teleport", "Teleport")):
        assert scene.run(SetSpellOrder(wizard=ref(wizard), spells=wrong)).refused
    warrior = scene.character(field.stack)
    assert scene.run(SetSpellOrder(wizard=ref(warrior), spells=("teleport",))).refused
    field.told(SetSpellOrder(wizard=ref(wizard)))
    assert len(field.armies()[0].captains[1].spells) == 4


@pytest.mark.rule("warmaster.map.items")
def test_an_item_is_carried_by_who_may_and_one_of_each_works(field: Field) -> None:
    scene = field.scene
    scene.items(field.stack, **{"battle-banner": 2, "sword-of-fate": 1, "ring-of-magic": 1})
    one, two, knights, _ = field.units
    hero = scene.character(field.stack)
    field.told(
        EquipMagicItem(piece=ref(one), item="Battle Banner"),
        EquipMagicItem(piece=ref(knights), item="battle-banner"),
        EquipMagicItem(piece=ref(hero), item="sword-of-fate"),
    )
    assert scene.held(field.stack) == {"ring-of-magic": 1}
    army = field.armies()[0]
    assert [troop.item for troop in army.troops] == ["battle-banner", "", "", ""]
    assert army.captains[0].item == "sword-of-fate"
    assert scene.run(EquipMagicItem(piece=ref(one), item="ring-of-magic")).refused
    assert scene.run(EquipMagicItem(piece=ref(two), item="crown-of-command")).refused
    assert scene.run(EquipMagicItem(piece=ref(two), item="no such thing")).refused
    field.told(UnequipMagicItem(piece=ref(one)))
    assert scene.held(field.stack) == {"ring-of-magic": 1, "battle-banner": 1}
    assert field.armies()[0].troops[2].item == "battle-banner"
    assert scene.run(UnequipMagicItem(piece=ref(one))).refused


@ORDERS
def test_others_things_take_no_orders(field: Field) -> None:
    scene = field.scene
    theirs = next(scene.world.by(Unit, "holder", field.theirs.place))
    hero = scene.character(field.theirs, field.foe)
    orders: list[Order] = [
        DeployUnit(unit=ref(theirs), hex="8,11"),
        GiveDirective(unit=ref(theirs), directive="hold"),
        FormBrigade(units=(ref(theirs),)),
        NameCommander(character=ref(hero)),
        PostCharacter(character=ref(hero)),
        EquipMagicItem(piece=ref(theirs), item="battle-banner"),
    ]
    for order in orders:
        assert scene.run(order).refused, order
    assert not scene.world.count(UnitPost)
    assert not scene.world.count(LeaderPost)


def test_posts_of_those_who_are_gone_end(field: Field) -> None:
    scene = field.scene
    unit = field.units[0]
    field.told(FormBrigade(units=(ref(unit),)))
    scene.change(unit, player=field.foe.id)
    scene.produce()
    assert not scene.world.count(UnitPost)
    assert not scene.world.count(Brigade)
