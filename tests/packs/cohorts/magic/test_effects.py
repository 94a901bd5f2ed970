"""What spells do, apart from staying active, and on whom no hostile spell is cast."""

import pytest

from engine.packs.cohorts.guilds.casting import PerformMiracle
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.pieces.records import Character, Guild, Province, Tower, Unit, Village
from tests.rules.adapters.magic_scene import HOME, MANA, Magic
from tests.rules.scene import ref


def test_an_improvement_falls_with_the_last_village_that_fed_it() -> None:
    scene = Magic(5)
    foe = scene.someone("at_war")
    x, y = HOME[0] + 2, HOME[1]
    scene.barony((x, y), (x + 1, y))
    city = scene.city(x, y, foe, improvements={"barracks": 1, "lumber_mill": 1})
    scene.province(x + 1, y, deposits=("oak",))
    scene.village(x + 1, y)
    scene.character(scene.mine(2))
    scene.cast("earthquake", scene.away(3))
    assert not list(scene.world.all(Village))
    assert "lumber_mill" not in scene.now(city).improvements


def test_no_shell_of_the_land_covers_a_city_that_moved_away_but_its_own_does(scene: Magic) -> None:
    goal = scene.province(HOME[0] + 1, HOME[1], barony=scene.seat.barony, fortification=2)
    scene.tower(goal.x, goal.y)
    guest = scene.unit(scene.seat)
    scene.put("city_shell", scene.seat, 7)
    scene.put("provincial_shell", scene.away(), 5)
    assert not scene.cast("teleport_city", scene.seat, destination=ref(goal)).refused
    assert scene.now(scene.seat).province == goal.id
    assert scene.now(guest).holder == scene.seat.place
    assert scene.world.first(Guild, "city", scene.seat.id) is not None
    assert scene.strength("city_shell", scene.seat) == 7
    assert scene.now(goal).fortification == 0
    assert not list(scene.world.by(Tower, "province", goal.id))
    assert scene.strength("provincial_shell", scene.at(*HOME)) == 5


def test_a_legion_that_arrives_by_magic_is_sighted_there() -> None:
    scene = Magic(20)
    others = scene.someone("neutral")
    scene.city(HOME[0] + 2, HOME[1], others)
    stack = scene.mine()
    scene.unit(stack)
    ran = scene.cast("teleport_legion", stack, destination=ref(scene.away(2)))
    assert any(
        isinstance(entry.event, StackSighted) and entry.for_(others.faction)
        for entry in ran.entries
    )


def test_those_who_cannot_swim_are_not_sent_to_sea() -> None:
    scene = Magic(20)
    scene.province(HOME[0] + 2, HOME[1], terrain="sea")
    stack = scene.mine()
    scene.unit(stack)
    ran = scene.cast("teleport_legion", stack, destination=ref(scene.away(2)))
    assert ran.code == "bad_target"


def test_statuses_are_no_part_of_a_unit_that_is_gone() -> None:
    scene = Magic(35)
    unit = scene.foe_unit(1, wounds=99, statuses={"frozen": 4})
    scene.cast("firestorm", scene.away(1))
    assert scene.world.find(Unit, unit.id) is None
    assert not [each for each in scene.world.all(Character) if each.dead]


def test_nobody_is_teleported_into_a_stack_that_would_be_too_high_for_its_province() -> None:
    scene = Magic(20)
    scene.change(scene.away(2), level_limit=3)
    goal = scene.mine(2)
    hero = scene.hero(level=9)
    ran = scene.cast("teleport_character", hero, destination=ref(goal))
    assert ran.code == "bad_target"


def test_who_is_resurrected_in_an_enemys_hands_is_his_prisoner(scene: Magic) -> None:
    foes = scene.foes()
    body = scene.character(foes, scene.me, dead=True, wounds=100, deity="solanna")
    church = scene.guild(scene.seat, "church", 21, mana=MANA, deity="solanna")
    order = PerformMiracle(guild=ref(church), spell="resurrect_character", target=ref(body))
    assert not scene.run(order).refused
    now = scene.now(body)
    assert (now.dead, now.captor, now.wounds) == (False, foes.player, 90)


def test_heal_units_does_not_reach_prisoners_of_others() -> None:
    scene = Magic(20)
    foes = scene.foes()
    held = scene.character(foes, scene.me, captor=foes.player, wounds=50)
    free = scene.hero(wounds=50)
    scene.cast("heal_units", scene.away())
    assert scene.now(held).wounds == 50
    assert scene.now(free).wounds == 30


def safe(scene: Magic, *places: Province) -> None:
    for place in places:
        scene.change(place, pvp_free=True)


@pytest.mark.rule("cohorts.world.pvp-restriction")
def test_a_tempest_sinks_no_players_ship_in_a_safe_province() -> None:
    scene = Magic(30)
    scene.change(scene.away(3), terrain="sea", pvp_free=True)
    foe = scene.someone("at_war")
    ship = scene.unit(scene.stack(HOME[0] + 3, HOME[1], foe), foe, arm="ship", type="barge")
    assert scene.cast("tempest", scene.away(3)).refused is False
    assert not scene.gone(ship)


@pytest.mark.rule("cohorts.world.pvp-restriction")
@pytest.mark.parametrize("where", ["caster", "target", "nowhere"])
def test_an_area_spell_spares_the_pieces_of_players_if_either_province_is_safe(where: str) -> None:
    scene = Magic(20)
    wild = scene.change(scene.unit(scene.away(3)), player=0)
    units = [
        scene.unit(scene.stack(HOME[0] + 3, HOME[1], who), who)
        for who in (scene.me, *map(scene.someone, ("at_war", "neutral", "allied")))
    ]
    if where != "nowhere":
        safe(scene, scene.away(3) if where == "target" else scene.away(0))
    assert not scene.cast("firestorm", scene.away(3)).refused
    assert scene.now(wild).wounds == 20
    spared = 20 if where == "nowhere" else 0
    assert [scene.now(unit).wounds for unit in units] == [spared] * 4
