"""Computer players of Warlords: cards by worth, slots by arm, types, relics, spells, blessings."""

from __future__ import annotations

from collections import Counter

from engine.dice import SeededDice
from engine.module.natures import PLAIN
from engine.orders import Order
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.means import BETTERING
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.warlords.blessing import SeekBlessing
from engine.packs.warlords.heroes import ChooseHeroType, EquipRelic, UnequipRelic
from engine.packs.warlords.pieces import hero_of
from engine.packs.warlords.rivals import MEANS
from engine.packs.warlords.rivals.heroes import _spell, _unblessed
from engine.packs.warlords.rivals.ranks import CHAFF, FOOT, HEAVY, PRESENCE, SHOOTERS, slot_of
from engine.packs.warlords.rivals.worth import comrades, soldiers, worth_beside
from engine.packs.warlords.training import TrainTroops
from engine.rivals import Mind
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import SEED, ref


def realm_of(scene: WarScene) -> RivalView:
    """What a middling player of the plain nature thinks about, on what its faction sees."""
    view = scene.rules.view(scene.world, scene.ours.id)
    return RivalView(Mind(scene.rules, view, scene.me.id, PLAIN, "middle", SeededDice(SEED, 1)))


def told(scene: WarScene) -> list[Order]:
    """The basic orders of Warlords' own."""
    realm = realm_of(scene)
    desk = Desk(realm.state)
    MEANS.told(realm, desk)
    assert all(each.reason.key for each in desk.given)
    return [each.order for each in desk.given]


def test_heroes_choose_different_types_and_put_on_the_most_powerful_relic(scene: WarScene) -> None:
    stack = scene.stack(4, 5)
    one, other = (scene.character(stack, name=name, job="warrior") for name in ("Ada", "Bram"))
    scene.items(stack, sword_of_might=1, axe_of_giants=1)
    given = told(scene)
    types = {each.character: each.type for each in given if isinstance(each, ChooseHeroType)}
    assert set(types) == {ref(one), ref(other)}
    assert len(set(types.values())) == 2
    worn = [(each.character, each.relic) for each in given if isinstance(each, EquipRelic)]
    assert worn == [(ref(one), "axe_of_giants"), (ref(other), "sword_of_might")]
    scene.run(*given)
    assert not [each for each in told(scene) if not isinstance(each, AssignBattleSlot)]


def test_a_weaker_relic_makes_room_for_a_more_powerful_one(scene: WarScene) -> None:
    stack = scene.stack(4, 5)
    hero = scene.character(stack, job="warrior")
    scene.items(stack, sword_of_might=1)
    scene.run(*told(scene))
    scene.items(stack, axe_of_giants=1)
    given = told(scene)
    assert [type(each) for each in given] == [UnequipRelic, EquipRelic]
    scene.run(*given)
    assert hero_of(scene.war, scene.now(hero)).worn == {"main_hand": "axe_of_giants"}


def test_everybody_stands_by_arm_and_is_told_so_once() -> None:
    cards = WarScene().war.unit_types
    slots = {"peasant": CHAFF, "light_infantry": FOOT, "archer": SHOOTERS, "ogre": HEAVY}
    assert {key: slot_of(cards[key]) for key in slots} == slots
    assert slot_of(cards["hag"]) == slot_of(cards["knight_lord"]) == PRESENCE
    scene = WarScene()
    stack = scene.stack(4, 5)
    units = [scene.troop(stack, key) for key in (*slots, "hag")]
    scene.run(*told(scene))
    assert [scene.now(each).slot for each in units] == [*slots.values(), PRESENCE]
    assert not told(scene)


def test_a_host_at_a_temple_seeks_its_blessing_once(scene: WarScene) -> None:
    stack = scene.stack(4, 5)
    scene.temple(4, 5)
    for _ in range(3):
        scene.troop(stack, "light_infantry", slot=FOOT)
    (order,) = told(scene)
    assert isinstance(order, SeekBlessing)
    scene.run(order)
    assert not told(scene)


def test_stacks_are_mixed_by_what_cards_cost() -> None:
    cards = WarScene().war.unit_types
    ogre, troll, guard = (cards[key] for key in ("ogre", "troll", "temple_guard"))
    assert worth_beside(ogre, [ogre, ogre]) < worth_beside(troll, [ogre, ogre])
    assert worth_beside(guard, [ogre]) > guard.recruits > worth_beside(guard, [guard])


def test_a_city_with_many_of_a_card_thinks_of_them_all(scene: WarScene) -> None:
    city = scene.workplace()
    for card in ["light_infantry"] * 14 + ["archer"] * 7:
        scene.troop(city, card)
    mixed = Counter(each.key for each in comrades(realm_of(scene), city, scene.war))
    assert mixed == {"light_infantry": 5, "archer": 2}


def test_a_city_trains_the_cards_that_bring_most_and_says_why(scene: WarScene) -> None:
    city = scene.workplace(barracks=3)
    scene.items(city, **{recruits_item("human"): 500})
    works = sorted(soldiers(realm_of(scene), city), key=lambda work: -work.worth)
    assert {work.order for work in works} == {TrainTroops}
    assert all(work.reason.key for work in works)
    assert works[0].values["quantity"] > 0
    assert scene.war.unit_types[works[0].values["type"]].recruits > 50


def test_what_makes_units_better_in_cohorts_alone_is_not_given() -> None:
    realm = realm_of(WarScene())
    desk = Desk(realm.state, MEANS.needless)
    assert all(Desk(realm.state).form(order) for order in BETTERING)
    assert not any(desk.form(order) for order in BETTERING)


def test_what_is_not_known_of_others_changes_nothing(scene: WarScene) -> None:
    foe = scene.someone("at_war")
    stack, theirs = scene.stack(4, 5), scene.stack(9, 9, foe)
    scene.character(stack, job="mage")
    scene.troop(stack, "archer")
    before = told(scene)
    for _ in range(5):
        scene.troop(theirs, "ogre", foe)
    assert told(scene) == before


def test_a_hero_among_prisoners_and_hosts_thinks_of_spells(scene: WarScene) -> None:
    foe, ally = scene.someone("at_war"), scene.someone("allied")
    camp, host = scene.stack(4, 5), scene.stack(6, 5, ally)
    captive = scene.character(camp, foe, captor=scene.me.id)
    scene.change(scene.troop(camp, "knight", foe), captor=scene.me.id)
    scene.character(host, ally)
    for stack in (camp, host):
        scene.character(stack, job="mage", mana=50, skills={"spell_craft": 10})
    realm = realm_of(scene)
    assert not realm.world.get(Character, captive.id).knows("ext")
    for hero in realm.heroes():
        _spell(realm, hero)
        _unblessed(realm, hero)
