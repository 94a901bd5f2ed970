"""Module `iron_lines`: Cohorts' military units fight in lines, and the results there."""

import datetime as dt

import pytest

from engine.battle import BATTLE
from engine.campaign import Player
from engine.dice import ForeseeDice, Seed, SeededDice
from engine.module.load import check
from engine.packs import Rules
from engine.packs.cohorts.battle.told import BattleRewarded, ForceBeaten
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.setup.joining import Join
from engine.packs.kingdoms.battle.happenings import (
    Dueled,
    LeaderEnded,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.on_cohorts.fielding import Looks, army_for, looks_of
from engine.packs.kingdoms.battle.on_cohorts.system import CohortsLineBattles
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.pieces.records import Army
from engine.state import State
from engine.turn import Due, Submission, resolve
from tests.packs.kingdoms.battle.scene import LineScene
from tests.rules.scene import MODULES, SEED, module, queued, ref

RULES = Rules.of(module("iron_lines"))
STAND_INS = module("iron_lines").content(ArmyContent).stand_ins


def test_the_module_is_without_fault():
    assert check(MODULES / "iron_lines", [MODULES]) == []


@pytest.mark.rule("kingdoms.mapping.packs")
def test_the_pack_alone_changes_how_battles_are_fought_and_drops_what_has_no_place_in_them():
    assert isinstance(RULES.contests[BATTLE], CohortsLineBattles)
    assert {("set", "directive"), ("set", "combat-spell")}.isdisjoint(RULES.orders)
    assert "lines-fought" in RULES.events


@pytest.mark.rule("kingdoms.mapping.army")
def test_an_army_of_the_game_itself_has_what_the_base_unit_lacks():
    fields = {"type", "race", "quality", "skeletal", "immune", "moves", "crown"}
    assert fields <= set(Army.names)
    assert {"soldiers", "equipment", "wounds"}.isdisjoint(Army.names)


@pytest.mark.parametrize(
    "looks, army",
    [
        (Looks(arm="ship"), "FL"),
        (Looks(arm="artillery"), "GA"),
        (Looks(words=("dragon",), flies=True, weapons=("axe",)), "DR"),
        (Looks(words=("troll",), weapons=("axe",)), "TR"),
        (Looks(words=("orc", "lycanthrope")), "WE"),
        (Looks(words=("avian",), flies=True, mount="camel"), "EA"),
        (Looks(mount="war camel", weapons=("bow", "missile")), "CC"),
        (Looks(mount="mammoth"), "EL"),
        (Looks(mount="wolf", mount_speed=45), "WR"),
        (Looks(mount="palfrey", mount_speed=45), "LC"),
        (Looks(mount="destrier", mount_speed=44), "HC"),
        (Looks(weapons=("blade", "missile")), "BO"),
        (Looks(weapons=("axe", "blade")), "AX"),
        (Looks(weapons=("pole", "staff")), "PH"),
        (Looks(armed=False, garrison=True), "GA"),
        (Looks(armed=False), "LE"),
        (Looks(weapons=("blade",), garrison=True), "LE"),
    ],
)
def test_a_unit_fights_as_the_first_army_that_fits(looks: Looks, army: str):
    assert army_for(STAND_INS, looks) == army


@pytest.mark.parametrize(
    "values, army",
    [
        ({"equipment": {"ranged": "short_bow"}}, "BO"),
        ({"equipment": {"main_hand": "spear"}}, "PH"),
        ({"equipment": {"main_hand": "hand_axe"}}, "AX"),
        ({"equipment": {"main_hand": "broadsword", "mount": "palfrey"}}, "LC"),
        ({"equipment": {"mount": "destrier"}}, "HC"),
        ({"equipment": {}}, "LE"),
        ({"race": "troll", "equipment": {}}, "TR"),
    ],
)
def test_what_a_unit_looks_like_is_read_from_what_it_has(values, army: str):
    scene = LineScene(6, 6)
    unit = scene.troop(scene.stack(2, 2, scene.me), scene.me, **values)
    looks = looks_of(scene.world, scene.content, unit, garrison=False)
    assert army_for(STAND_INS, looks) == army


# ---------------------------------------------------------------- a battle and what it leaves


def meeting(mine: int = 4, theirs: int = 3, **values):  # type: ignore[no-untyped-def]
    """A scene with two led stacks side by side, and the clash of mine with theirs."""
    scene = LineScene(8, 8)
    foe = scene.someone("at_war")
    one, other = scene.stack(2, 2, scene.me), scene.stack(3, 2, foe)
    for _ in range(mine):
        scene.troop(one, scene.me, **{"level": 6, **values})
    for number in range(theirs):
        scene.troop(other, foe, race="orc", level=1, name=f"Orc {number}")
    scene.character(one, scene.me, level=8, skills={"troop_training": 11}, name="Odo")
    scene.character(other, foe, level=3, name="Grim")
    return scene, scene.clash(one, other, origin=scene.at(2, 2))


def test_a_leader_brings_his_troop_training_and_leads_strangers_badly():
    scene, clash = meeting()
    _, (mine, theirs) = CohortsLineBattles().muster(scene.state(), clash)
    [odo] = mine.leaders
    assert (odo.tactical, odo.naval, odo.march, odo.druid) == (2, 2, 0, 0)
    assert [army.quality for army in mine.armies] == [3, 3, 3, 3]
    assert {army.race for army in theirs.armies} == {"orc"}
    assert theirs.leaders[0].race == "human"
    record = scene.battle(clash)
    weighed = [e for e in record.engagements[0].events if isinstance(e, Weighed)]
    assert {each.quality for each in weighed if each.side == "defender"} == {1}


def test_what_the_ledger_gives_for_packs_that_are_off_holds():
    scene, clash = meeting()
    _, sides = CohortsLineBattles().muster(scene.state(), clash)
    for side in sides:
        assert (side.alignment, side.explored, side.king_race, side.boons) == ("", 0, "", ())
        assert not any(army.home or army.skeletal for army in side.armies)
    events = scene.battle(clash).engagements[0].events
    assert not [each for each in events if isinstance(each, Dueled)]


def test_the_destroyed_are_gone_the_reduced_wounded_and_all_others_as_they_were():
    scene, clash = meeting()
    before = {unit.place: unit for unit in scene.world.all(Unit)}
    record = scene.battle(clash)
    events = record.engagements[0].events
    assert record.winner == "attacker"
    losses = {(e.side, e.number): e.loss for e in events if isinstance(e, Suffered)}
    gone = 0
    for each in events:
        if not isinstance(each, UnitEnded):
            continue
        unit = scene.world.find(Unit, each.piece.id)
        if each.fate in {"stays", "escaped"}:
            hurt = 25 if losses[each.side, each.number] == "reduced" else 0
            assert unit is not None
            assert unit.wounds == before[each.piece].wounds + hurt
        else:
            gone += 1
            assert unit is None
    assert gone > 0
    assert scene.world.count(Unit) == len(before) - gone


def test_a_unit_that_a_lost_level_would_kill_is_dead():
    for number in range(200):
        scene, clash = meeting(wounds=80)
        dice = SeededDice(Seed(number.to_bytes(32)), 1).stream("test", "battle")
        events = scene.battle(clash, dice).engagements[0].events
        hurt = [
            (e.side, e.number)
            for e in events
            if isinstance(e, Suffered) and e.side == "attacker" and e.loss == "reduced"
        ]
        if hurt:
            piece = next(
                e.piece for e in events if isinstance(e, UnitEnded) and (e.side, e.number) in hurt
            )
            assert scene.world.find(Unit, piece.id) is None
            return
    raise AssertionError("nobody was reduced")


def test_both_sides_are_told_and_the_base_rules_say_where_the_beaten_go():
    scene, clash = meeting()
    scene.battle(clash)
    [fought] = [each for each in scene.entries if isinstance(each.event, LinesFought)]
    theirs = next(p.faction for p in scene.world.all(type(scene.me)) if p.id != scene.me.id)
    assert set(fought.audience) == {scene.ours.id, theirs}
    assert fought.event.winner == scene.ours.id
    told = fought.event
    assert isinstance(told, LinesFought)
    lost = scene.world.count(Unit)
    assert len(told.fell) + len(told.beaten) + len(told.paroled) == 7 - lost
    assert [each for each in scene.entries if isinstance(each.event, ForceBeaten)]
    assert [each for each in scene.entries if isinstance(each.event, BattleRewarded)]
    assert scene.world.find(Stack, clash.defenders[0].id) is None


def test_a_slain_leader_lies_on_the_field_as_the_victors_prey():
    for number in range(100):
        scene, clash = meeting()
        dice = SeededDice(Seed(number.to_bytes(32)), 1).stream("test", "battle")
        events = scene.battle(clash, dice).engagements[0].events
        ends = {e.leader: e for e in events if isinstance(e, LeaderEnded)}
        [(place, _)] = [(p, e) for p, e in ends.items() if e.fate == "slain"] or [(None, None)]
        if place:
            body = scene.world.get(Character, place.id)
            assert body.dead
            assert (body.holder, body.captor) == (clash.attackers[0], scene.me.id)
            return
    raise AssertionError("nobody was slain")


def test_who_moves_upon_an_enemy_fights_in_lines():
    scene, clash = meeting()
    stack = scene.world.get(Stack, clash.attackers[0].id)
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e",)))
    assert ran.events(LinesFought)


# ---------------------------------------------------------------- odds


def test_of_known_troops_the_chance_is_counted_out():
    scene, clash = meeting()
    *_, last = CohortsLineBattles().odds(scene.state(), clash)
    assert last.exact
    assert last.guesses == ()
    assert len(last.fates) == 7


def test_of_unread_troops_the_chance_is_a_band():
    scene, clash = meeting()
    stack = scene.world.get(Stack, clash.defenders[0].id)
    reveal(scene.state(), scene.ours.id, stack)
    estimates = CohortsLineBattles().odds(State(scene.rules, scene.view(), ForeseeDice()), clash)
    first, *_, last = estimates
    assert not last.exact
    assert {guess.about.kind for guess in last.guesses} == {"unit", "character"}
    assert last.least is not None
    assert last.most is not None
    assert last.least <= last.attacker_wins <= last.most
    assert first.battles < last.battles


# ---------------------------------------------------------------- a campaign


def test_a_campaign_is_founded_joined_and_goes_through_a_week_and_a_month():
    assert RULES.found
    world = RULES.found(RULES, SeededDice(SEED, 0), {"width": 16, "height": 14})
    content = RULES.module.content(Content)
    pairs = zip(RULES.module.factions, content.parties, strict=False)
    joins = [Join(faction=key, name=f"Lord of {key}", party=party) for key, party in pairs]
    setup = (Submission(0, queued(tuple(joins[:2]))),)
    for tick, (kind, given) in enumerate(
        (("setup", setup), ("run", ()), ("weekly", ()), ("monthly", ())), start=1
    ):
        due = Due(kind, tick, dt.date(2024, 5, 6), given)  # type: ignore[arg-type]
        outcome = resolve(RULES, world, due, SeededDice(SEED, tick))
        assert not outcome.faults, outcome.faults[0].traceback
        world = outcome.world
    assert world.count(Player) == 2
    spells = [spell for one in world.all(Character) for spell in one.spells]
    assert spells
    assert set(spells) <= set(content.spells)
