"""Battles in a campaign: who comes with which figures, on what ground, and what follows."""

import json
from typing import Any

import pytest

from engine.dice import Seed, SeededDice
from engine.packs.cohorts.battle import muster
from engine.packs.cohorts.battle.record import Gathered, Participant
from engine.packs.cohorts.battle.slots import DEFENDER
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.battle.told import (
    BattleFought,
    BattleRewarded,
    ForceBeaten,
    PiecesCaptured,
)
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import Character, Possession, Unit
from engine.packs.cohorts.worth.martial import school_of
from engine.packs.cohorts.worth.shelter import defending
from engine.state import State
from engine.world import Place
from tests.rules.adapters.battle_field import going
from tests.rules.adapters.battle_world import Field
from tests.rules.adapters.movement import state_of
from tests.rules.scene import SEED, Ran, Scene, clash_at, ref


class March:
    """An army of mine marches into one of an enemy's."""

    def __init__(self, mine: int = 300, theirs: int = 50) -> None:
        scene = self.scene = Scene(20, 12)
        self.foe = scene.someone("at_war")
        self.army, self.host = scene.stack(9, 5), scene.stack(10, 5, self.foe, name="Host")
        self.unit = scene.unit(self.army, soldiers=mine, equipment={"main_hand": "spear"})
        self.captain = scene.character(self.army, level=5)
        self.enemy = scene.unit(self.host, self.foe, soldiers=theirs)
        self.hero = scene.character(self.host, self.foe)
        scene.items(self.host, iron=7)

    def go(self, *steps: str) -> Ran:
        ran = self.scene.run(MoveAlong(stack=ref(self.army), steps=steps or ("e",)))
        assert not ran.faults, ran.faults[0].traceback
        return ran


def told(ran: Ran, faction: int) -> list[str]:
    """The kinds of events of a battle that a faction learned of."""
    kinds = (BattleFought, PiecesCaptured, ForceBeaten, BattleRewarded)
    return [
        type(each.event).__name__
        for each in ran.entries
        if isinstance(each.event, kinds) and each.for_(faction)
    ]


@pytest.mark.rule("cohorts.battle.sides")
def test_the_stronger_army_wins_takes_the_field_and_may_march_on() -> None:
    march = March()
    scene = march.scene
    scene.world.remove(march.hero)  # no body to carry
    ran = march.go("e", "e")
    (fought,) = ran.events(BattleFought)
    assert fought.record.winner == "attacker"
    assert scene.now(march.army).province == scene.at(11, 5).id
    assert scene.gone(march.host)
    assert scene.held(scene.at(10, 5)).get("iron") == 7
    assert [p.deactivated for p in scene.world.all(Position) if p.player == march.foe.id] == [
        ("Host",)
    ]


def test_both_sides_read_the_battle_and_each_its_own_fate_and_nobody_else_anything() -> None:
    march = March()
    third = march.scene.someone("neutral")
    ran = march.go()
    mine, theirs = told(ran, march.scene.ours.id), told(ran, march.foe.faction)
    assert mine.count("BattleFought") == theirs.count("BattleFought") == 1
    assert mine.count("BattleRewarded") == 1
    assert "ForceBeaten" not in mine
    assert "ForceBeaten" in theirs
    assert told(ran, third.faction) == []


@pytest.mark.rule("cohorts.battle.report", "cohorts.battle.unit-record")
def test_the_record_names_every_force_and_no_rating_of_anyone() -> None:
    march = March()
    march.scene.change(march.enemy, directive="lowest DF", talents=("pikeman",))
    (fought,) = march.go().events(BattleFought)
    fight = fought.record.engagements[0]
    gathered = fight.events[0]
    assert isinstance(gathered, Gathered)
    assert [force.name for force in gathered.forces] == [march.army.name, "Host"]
    assert {each.name for each in fight.participants if isinstance(each, Participant)} == {
        march.unit.name,
        march.captain.name,
        march.enemy.name,
        march.hero.name,
    }
    stored = json.loads(fought.dump())
    for secret in ("directive", "pikeman", '"res"', '"dex"', "talents", "equipment", '"hp":null'):
        assert secret not in json.dumps(stored)


def soldiers(scene: Scene) -> int:
    return sum(unit.soldiers for unit in scene.world.all(Unit))


def iron(scene: Scene) -> int:
    return sum(each.count for each in scene.world.all(Possession) if each.item == "iron")


@pytest.mark.parametrize("seed", range(8))
def test_no_soldier_and_no_item_appears_from_nowhere(seed: int) -> None:
    march = March(mine=100 + 10 * seed, theirs=110)
    scene = march.scene
    before, goods = soldiers(scene), iron(scene)
    move = MoveAlong(stack=ref(march.army), steps=("e",))
    scene.run(move, dice=SeededDice(Seed(bytes([seed]) * 32), 1))
    left = {unit.id: unit.soldiers for unit in scene.world.all(Unit)}
    assert iron(scene) == goods
    assert soldiers(scene) <= before
    for unit in (march.unit, march.enemy):
        assert left.get(unit.id, unit.soldiers) == unit.soldiers
    for cls in (Unit, Character):
        for piece in scene.world.all(cls):
            assert 0 <= piece.wounds <= 100
            assert 50 <= piece.morale <= 150


@pytest.mark.rule("cohorts.formula.racial-defaults")
def test_without_arms_a_unit_fights_with_what_its_race_has() -> None:
    field = Field()
    scene = field.scene
    scene.unit(field.mine, race="troll", level=5)
    scene.unit(field.theirs, field.foe)
    _, attackers, _ = muster.muster(scene.world, scene.content, field.clash)
    (one,) = attackers.units
    combat = scene.content.races["troll"].combat
    assert one.melee.damage == combat.damage
    assert (one.melee.power, one.melee.type, one.missile) == (combat.power, "physical", None)
    assert (one.df, one.res, one.mar, one.sar) == (
        combat.df,
        combat.resistance,
        combat.mar,
        combat.sar,
    )
    assert one.df_percent == 20


def test_loose_units_of_the_defending_faction_fight_and_are_scattered_as_one() -> None:
    field = Field()
    scene = field.scene
    scene.unit(field.mine)
    scene.unit(field.theirs, field.foe)
    loose = [scene.unit(scene.at(10, 10), field.foe) for _ in range(2)]
    stranger = scene.unit(scene.at(10, 10), scene.someone("neutral"))
    _, _, defenders = muster.muster(scene.world, scene.content, field.clash)
    assert {one.place for one in loose} <= {one.place for one in defenders.units}
    field.end(0)
    spots = {scene.now(each).holder for each in loose}
    assert len(spots) == 1
    assert scene.now(stranger).holder == scene.at(10, 10).place


def test_odds_know_nothing_of_the_seed_and_lean_to_the_stronger() -> None:
    march = March()
    clash = clash_at(Place("province", march.host.province), [march.army], [march.host])
    system = CohortsBattles()
    odds = [
        list(system.odds(State(march.scene.rules, march.scene.world, SeededDice(seed, 1)), clash))
        for seed in (SEED, Seed(bytes([7]) * 32))
    ]
    assert odds[0] == odds[1]
    assert odds[0][-1].attacker_wins > 0.9
    assert not odds[0][-1].exact


def test_odds_are_imagined_where_little_is_known_of_the_enemy() -> None:
    field = Field()
    scene = field.scene
    scene.unit(field.mine, soldiers=300)
    enemy = scene.unit(field.theirs, field.foe, soldiers=30, level=9)
    view = scene.view()
    assert not view.get(Unit, enemy.id).knows("level")
    *_, odds = CohortsBattles().odds(State(scene.rules, view, SeededDice(SEED, 1)), field.clash)
    assert odds.attacker_wins > 0.9
    assert not odds.exact
    assert not view.get(Unit, enemy.id).knows("level")


def test_a_unit_goes_into_battle_with_what_place_and_arms_give_it() -> None:
    scene = Scene()
    province = scene.province(2, 2, terrain="hills", fortification=4)
    piece = scene.character(
        scene.at(2, 2),
        race="dwarf",
        level=7,
        talents=("armored", "defender", "shield_trained"),
        equipment={"armor": "plate", "off_hand": "shield", "main_hand": "hand_axe"},
        skills={"knight": 3, "axe": 4},
    )
    place = tuple(defending(scene.content, province, walls=True))
    plain = going(scene, piece, DEFENDER, terrain="hills")
    one = going(scene, piece, DEFENDER, terrain="hills", gives=place)
    given = {each.target: each.amount for each in place if each.source == "Walls, level 4"}
    terrain = scene.content.terrains["hills"].defense
    assert one.df_percent - plain.df_percent == terrain + given["DF"]
    assert one.mar - plain.mar == given["MAR"]
    assert one.res_against["poison"] == scene.content.races["dwarf"].combat.resist["poison"]
    axe = scene.content.weapons["hand_axe"]
    school = school_of(scene.world, scene.content, piece, ("axe",))
    assert school
    race = scene.content.races["dwarf"].combat
    assert one.melee.damage == race.damage * axe.melee_damage
    assert one.melee.power == race.power + axe.melee_power + school.power
    assert one.melee.af_percent >= school.af_percent


def someone(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.at(2, 2), **values)


def damage(scene: Scene, **equipment: str) -> float:
    return going(scene, someone(scene, equipment=equipment)).melee.damage


def axe_called(word: str) -> Scene:
    return Scene(content={"weapons": {"broadsword": {"classes": (word,)}}})


@pytest.mark.rule("cohorts.skill.weapon-specialists")
@pytest.mark.parametrize("word, school", [("sword", "blade"), ("staff", "pole")])
def test_either_word_for_a_class_of_weapons_counts_for_its_school(word: str, school: str) -> None:
    scene = axe_called(word)
    wielded = {"main_hand": "broadsword"}
    # A priest of no deity is trained in no school, so that the bare level is the effective one.
    master = someone(scene, job="priest", skills={school: 5}, equipment=wielded)
    melee = going(scene, master).melee
    assert melee.af_percent == 15 * 5 + 10
    assert melee.power == 3 + 2 + 1


@pytest.mark.rule("cohorts.race.starter-combat")
@pytest.mark.parametrize("character", [True, False])
@pytest.mark.parametrize(
    "race, weapon, percent",
    [
        ("elf", "long_bow", 30),
        ("centaur", "short_bow", 30),
        ("dwarf", "battle_axe", 30),
        ("human", "battle_axe", 0),
    ],
)
def test_members_of_a_race_fight_with_its_base_talents(
    race: str, weapon: str, percent: int, character: bool
) -> None:
    scene = Scene(content={"attack_attributes": {"melee": {"axe": "CHA"}, "missile": "CHA"}})
    slot = "ranged" if "bow" in weapon else "main_hand"
    make = scene.character if character else scene.unit
    one = going(scene, make(scene.at(2, 2), race=race, level=3, equipment={slot: weapon}))
    attack = one.missile if slot == "ranged" else one.melee
    charisma = scene.content.races[race].attributes.CHA
    own = 10 if character else charisma
    assert attack
    assert attack.af_percent == percent + 5 * (own - 10)


@pytest.mark.rule("cohorts.race.starter-combat")
def test_base_talents_that_need_no_weapon_count_too(scene: Scene) -> None:
    spider = going(scene, scene.unit(scene.at(2, 2), race="giant_spider", level=4))
    assert [(each.type, each.damage) for each in spider.specials] == [("poison", 8)]
    wyrm = going(scene, scene.unit(scene.at(2, 2), race="wyrm", level=2))
    assert [(each.type, each.damage) for each in wyrm.specials] == [("fire", 4)]
    halfling = scene.unit(scene.at(2, 2), race="halfling", level=1)
    assert going(scene, halfling, DEFENDER).df_percent == 20 + 10
    assert going(scene, halfling).df_percent == 20
    orc = scene.unit(scene.at(2, 2), race="orc", level=3)
    assert going(scene, orc).melee.af_percent == 30
    assert going(scene, orc, DEFENDER).melee.af_percent == 0


def ground(field: Field) -> Gathered:
    """The first event of the battle, when it is fought."""
    system = CohortsBattles()
    state: State = state_of(field.scene)
    met = system.muster(state, field.clash)
    record = system.fight(*met, state.stream("test", "battle"), field.clash)
    gathered = record.engagements[0].events[0]
    assert isinstance(gathered, Gathered)
    return gathered


def walled(trigger: str, *, garrison: bool) -> Field:
    """A battle where my foe has a city with walls of level 3."""
    field = Field(trigger=trigger)
    scene = field.scene
    scene.province(*field.at, terrain="hills", fortification=3)
    city = scene.city(*field.at, field.foe)
    scene.unit(field.mine)
    scene.unit(city if garrison else field.theirs, field.foe)
    field.city = city if garrison else None
    return field


@pytest.mark.rule("cohorts.battle.report")
def test_the_record_tells_the_terrain() -> None:
    field = Field()
    field.scene.province(*field.at, terrain="marsh")
    field.scene.unit(field.mine)
    field.scene.unit(field.theirs, field.foe)
    assert (ground(field).terrain, ground(field).fortification) == ("marsh", 0)


@pytest.mark.rule("cohorts.improvement.fortification-scope")
def test_the_record_tells_of_walls_that_serve_a_defender() -> None:
    assert ground(walled("conquer", garrison=True)).fortification == 3


@pytest.mark.rule("cohorts.improvement.fortification-scope")
def test_walls_that_serve_nobody_are_not_told_of() -> None:
    field = walled("movement", garrison=False)
    city = field.scene.now(field.scene.city(12, 12, field.scene.me))
    field.scene.change(field.scene.at(*field.at), barony=city.barony)
    assert ground(field).fortification == 0


@pytest.mark.rule("cohorts.order.repel-intruders")
def test_a_sortie_leaves_the_walls_behind() -> None:
    assert ground(walled("repel", garrison=True)).fortification == 0
