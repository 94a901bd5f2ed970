"""The orders of a Warlords campaign: what they do, what they refuse, what its battles decide."""

import pytest

from engine.orders import Queued, Ref
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.blessing import BlessUnits, SeekBlessing
from engine.packs.warlords.college import MakeRelic
from engine.packs.warlords.heroes import ChooseHeroType, EquipRelic, UnequipRelic
from engine.packs.warlords.magic import CastWarSpell
from engine.packs.warlords.pieces import Hero, condition_of, hero_of
from engine.packs.warlords.training import TrainTroops, TroopsTrained
from tests.packs.cohorts.guilds.town import town
from tests.packs.warlords.scene import WarScene
from tests.rules.adapters.military import HOME, LAND, REALMS
from tests.rules.scene import ref


@pytest.mark.rule("warlords.map.orders")
def test_the_orders_of_warlords_are_those_of_the_base_game_and_these() -> None:
    orders = WarScene().rules.orders
    added = {
        ("hero", "type"): ChooseHeroType,
        ("hero", "equip"): EquipRelic,
        ("hero", "unequip"): UnequipRelic,
        ("hero", "cast"): CastWarSpell,
        ("stack", "seek-blessing"): SeekBlessing,
        ("guild", "bless"): BlessUnits,
        ("guild", "make-relic"): MakeRelic,
        ("city", "train"): TrainTroops,
    }
    assert {path: orders[path] for path in added} == added
    assert ("set", "slot") in orders
    assert TrainMilitaryUnits not in orders.values()


@pytest.mark.rule("warlords.item.getting")
@pytest.mark.parametrize("type, job", [("college", "bard"), ("church", "priest")])
def test_one_precious_thing_is_enough_for_who_makes_relics_and_who_blesses(
    type: str, job: str
) -> None:
    scene = WarScene()
    city = town(scene, "gold")
    founder = scene.character(city, job=job, level=10, deity="myrr")
    values = {"city": ref(city), "type": type, "name": "Bright Hall", "founder": ref(founder)}
    assert not scene.run(BuildGuild.model_validate(values)).refused


# ---------------------------------------------------------------- heroes and relics


@pytest.mark.rule("warlords.hero.types")
def test_a_hero_type_is_chosen_once_and_is_one_of_the_class(scene: WarScene) -> None:
    hero = scene.character(scene.stack(5, 5), job="warrior")
    assert hero_of(scene.war, hero).type == "champion"
    ran = scene.run(ChooseHeroType(character=ref(hero), type="Wizard"))
    assert ran.code == "not_qualified"
    ran = scene.run(ChooseHeroType(character=ref(hero), type="Ranger"))
    assert not ran.refused
    assert hero_of(scene.war, scene.now(hero)).type == "ranger"
    ran = scene.run(ChooseHeroType(character=ref(hero), type="Paladin"))
    assert ran.code == "not_allowed"


@pytest.mark.rule("warlords.hero.equipment")
def test_a_relic_is_worn_from_the_stack_and_taken_off_into_the_hands_of_the_hero() -> None:
    scene = WarScene()
    stack = scene.stack(5, 5)
    hero = scene.character(stack)
    scene.items(stack, spider_ring=1)
    assert scene.run(EquipRelic(character=ref(hero), relic="orb_of_balance")).code == "missing"
    assert scene.run(EquipRelic(character=ref(hero), relic="spear")).code == "bad_target"
    assert not scene.run(EquipRelic(character=ref(hero), relic="Spider Ring")).refused
    assert scene.held(stack) == {}
    assert hero_of(scene.war, scene.now(hero)).worn == {"finger": "spider_ring"}
    assert not scene.run(UnequipRelic(character=ref(hero), relic="spider_ring")).refused
    assert scene.held(hero) == {"spider_ring": 1}
    assert hero_of(scene.war, scene.now(hero)).worn == {}


@pytest.mark.rule("warlords.hero.equipment")
def test_what_the_dead_wore_lies_among_their_possessions(scene: WarScene) -> None:
    ext = Hero(type="champion", move=16, worn={"finger": "spider_ring"})
    hero = scene.character(scene.stack(5, 5), ext=ext, dead=True)
    scene.run()
    assert scene.held(hero) == {"spider_ring": 1}
    assert hero_of(scene.war, scene.now(hero)).worn == {}


# ---------------------------------------------------------------- spells


def caster(scene: WarScene, skill: int = 30) -> Character:
    skills = {"magic_user": skill, "faith": skill}
    return scene.character(scene.stack(5, 5), skills=skills, mana=30, level=30)


@pytest.mark.rule("warlords.spell.rules")
def test_a_further_spell_than_the_caster_can_keep_replaces_the_oldest(scene: WarScene) -> None:
    hero = caster(scene, skill=6)
    for spell in ("bravery", "battle_hymn", "dread_visage"):
        scene.change(hero, actions=1, mana=6)
        assert not scene.run(CastWarSpell(character=ref(hero), spell=spell)).refused
    kept = [each.spell for each in hero_of(scene.war, scene.now(hero)).spells]
    assert kept == ["battle_hymn", "dread_visage"]


@pytest.mark.rule("warlords.spell.rules")
def test_a_spell_ends_with_the_month_or_when_its_caster_leaves(scene: WarScene) -> None:
    hero = caster(scene)
    scene.run(CastWarSpell(character=ref(hero), spell="bravery"))
    assert hero_of(scene.war, scene.now(hero)).spells
    scene.produce()
    assert hero_of(scene.war, scene.now(hero)).spells
    scene.run(TransferCharacter(character=ref(hero), target=ref(scene.at(5, 5))))
    assert not hero_of(scene.war, scene.now(hero)).spells
    other = caster(scene)
    scene.run(CastWarSpell(character=ref(other), spell="bravery"))
    scene.produce(monthly=True)
    assert not hero_of(scene.war, scene.now(other)).spells


@pytest.mark.rule("warlords.spell.benediction")
def test_benediction_blesses_the_stack_at_once_and_leaves_nothing_on_it(scene: WarScene) -> None:
    hero = caster(scene)
    unit = scene.troop(scene.world.get(Stack, hero.holder.id), "ogre")
    ran = scene.run(CastWarSpell(character=ref(hero), spell="benediction"))
    assert not ran.refused
    assert condition_of(scene.war, scene.now(unit)).blessed
    assert condition_of(scene.war, scene.now(hero)).blessed
    assert hero_of(scene.war, scene.now(hero)).spells == ()
    assert scene.now(hero).mana == 30 - 8


# ---------------------------------------------------------------- blessings, stacks, training


@pytest.mark.rule("warlords.map.training")
def test_engines_and_ships_are_trained_by_their_own_works(scene: WarScene) -> None:
    city = scene.workplace(lumber_mill=1, shipyard=1)
    scene.items(city, human_recruits=200)
    orders = [
        TrainTroops(city=ref(city), type=type, race="human", quantity=2, name=name)
        for type, name in (("Ballista", "Old Thunder"), ("Transport", None))
    ]
    ran = scene.run(*orders)
    assert not ran.refused
    engines, ships = ran.events(TroopsTrained)
    units = [scene.world.get(Unit, each) for each in (*engines.units, *ships.units)]
    assert [(u.name, u.arm, u.type, u.soldiers) for u in units] == [
        ("Old Thunder 1", "artillery", "ballista", 25),
        ("Old Thunder 2", "artillery", "ballista", 25),
        ("Transport 1", "ship", "barge", 15),
        ("Transport 2", "ship", "barge", 15),
    ]
    assert ran.made[scene.me.id]["k1"] == units[0].place


@pytest.mark.rule("warlords.map.training")
def test_what_the_base_order_refuses_is_refused_here_too(scene: WarScene) -> None:
    bare = scene.city(8, 8, scene.me, improvements={"lumber_mill": 1, "barracks": 1}, actions=1)
    scene.items(bare, human_recruits=100)
    order = TrainTroops(city=ref(bare), type="ballista", race="human")
    assert scene.run(order).code == "resources_missing"
    scene.change(bare, improvements={"lumber_mill": 1}, actions=0)
    assert scene.run(order).code == "no_action"
    peasant = TrainTroops(city=ref(bare), type="peasant", race="human")
    scene.change(bare, actions=1)
    assert scene.run(peasant).failures[0].rule == "cohorts.city.barracks"
    assert scene.held(bare) == {"human_recruits": 100}


@pytest.mark.rule("warlords.map.training")
def test_a_new_unit_can_be_named_by_later_orders_of_the_same_turn(scene: WarScene) -> None:
    city = scene.city(5, 5, scene.me, improvements={"barracks": 1}, actions=1)
    scene.items(city, human_recruits=100)
    train = TrainTroops(city=ref(city), type="peasant", race="human")
    move = TransferMilitaryUnit(unit=Ref("unit", new="k1"), target=ref(scene.stack(5, 5)))
    ran = scene.run(train, Queued("k2", move, "movement"))
    assert not ran.refused


# ---------------------------------------------------------------- plans


def test_every_order_can_be_planned_on_what_the_faction_knows(scene: WarScene) -> None:
    stack = scene.stack(5, 5)
    hero = scene.character(stack, skills={"magic_user": 10}, mana=10)
    scene.items(stack, spider_ring=1)
    scene.temple(5, 5)
    planned = scene.plan(
        ChooseHeroType(character=ref(hero), type="ranger"),
        EquipRelic(character=ref(hero), relic="spider_ring"),
        CastWarSpell(character=ref(hero), spell="bravery"),
        SeekBlessing(stack=ref(stack)),
    )
    assert [each.outcome for each in planned.orders] == ["done"] * 4


STRONG = {"giant": {"strength": 9, "hits": 4}}
WEAK = {"imp": {"strength": 1, "hits": 1}}


class Land:
    """The barony of a player at war with me, with a garrison, and my army in it."""

    def __init__(self, *, mine: str, garrison: str) -> None:
        scene = self.scene = WarScene(cards={**STRONG, **WEAK}, content={"realms": REALMS})
        self.foe = scene.someone("at_war")
        scene.barony(HOME, LAND)
        lord = scene.character(scene.at(0, 0), self.foe)
        self.city: City = scene.city(*HOME, self.foe, baron=lord.id)
        self.army: Stack = scene.stack(*LAND)
        scene.character(scene.at(0, 1))
        scene.troop(self.army, mine)
        self.guard: Unit = scene.troop(self.city, garrison, self.foe)


@pytest.mark.rule("cohorts.order.conquer-city")
@pytest.mark.parametrize("won", [True, False])
def test_a_city_is_conquered_by_the_battles_of_warlords(won: bool) -> None:
    mine, theirs = ("giant", "imp") if won else ("imp", "giant")
    land = Land(mine=mine, garrison=theirs)
    scene = land.scene
    ran = scene.run(ConquerCity(stack=ref(land.army), city=ref(land.city)))
    assert not ran.refused
    assert len(ran.events(WarlordsBattleFought)) == 1
    owner = player_of(scene.world, scene.now(land.city))
    assert owner == (scene.me.id if won else land.foe.id)
    assert scene.gone(land.guard) is won
    assert scene.gone(land.army) is not won
    if won:
        assert scene.now(land.army).province == land.city.province
        (unit,) = scene.world.by(Unit, "holder", land.city.place)
        assert unit.player == scene.me.id
