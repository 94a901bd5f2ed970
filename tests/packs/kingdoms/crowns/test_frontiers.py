"""Where kingdoms border: who fights there, who learns of it, and what is seen from afar."""

from __future__ import annotations

import pytest

from engine.dice import ScriptedDice, Whole
from engine.packs.kingdoms.crowns.noticing import CharacterNoticed
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.provinces import adjacent, distance, is_coastal
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.records import (
    Army,
    Holding,
    Ruler,
    Survey,
    Truce,
    survey_id,
)
from tests.packs.kingdoms.crowns.frontiers import defend, frontier, march
from tests.packs.kingdoms.crowns.table import Table, ref, rules
from tests.rules.adapters.kingdoms.words import ARMIES


def dice(*values: int) -> ScriptedDice:
    return ScriptedDice(Whole(value) for value in values)


# ---------------------------------------------------------------- provinces


@pytest.mark.rule("kingdoms.turn.reports")
def test_neighbours_of_a_battle_learn_who_fought_and_no_more(table: Table) -> None:
    king, wild = march(table)
    defend(table, wild)
    near = next(id for id in adjacent(table.world, wild.id) if id != king.holding)
    table.put(table.world.get(Holding, near), owner=3)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    (told,) = table.told(KingdomBattleFought, 3)
    assert (told.attacker, told.defender, told.winner) == (1, 0, "attacker")
    assert not told.knows("record")
    assert not told.knows("lost")
    assert table.told(KingdomBattleFought, 1)[0].knows("record")
    assert not table.told(KingdomBattleFought, 4)


@pytest.mark.rule("kingdoms.spell.clairvoyance")
def test_whoever_watches_a_leader_learns_of_his_battles_wherever_they_are(table: Table) -> None:
    king, wild = march(table)
    defend(table, wild)
    lay(table.state(), king, "CL", table.king(4), 1, 1)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    (told,) = table.told(KingdomBattleFought, 4)
    assert (told.holding, told.winner) == (wild.id, "attacker")
    assert not told.knows("record")


def test_partners_do_not_fight_and_guests_take_nothing(table: Table) -> None:
    king, _ = march(table)
    home = table.crown(2).home
    table.put(king, holding=home)
    for army in list(table.world.by(Army, "leader", king.id)):
        table.put(army, holding=home)
    table.world.add(Truce, crowns=(1, 2), turn=1)
    table.run({})
    assert not table.told(KingdomBattleFought)
    assert table.world.get(Holding, home).owner == 2
    for truce in list(table.world.all(Truce)):
        table.world.remove(truce)
    table.run({})
    first = table.told(KingdomBattleFought)[0]
    assert (first.attacker, first.defender, first.holding) == (1, 2, home)


@pytest.mark.rule("kingdoms.map.coast")
def test_land_has_a_coast_where_a_sea_lies_beside_it_that_is_not_parted(table: Table) -> None:
    world = table.world
    coastal = next(
        holding
        for holding in world.all(Holding)
        if is_coastal(world, ARMIES, holding.id)
        and sum(
            1
            for id in adjacent(world, holding.id)
            if ARMIES.grounds[world.get(Holding, id).terrain].sea
        )
        == 1
    )
    sea = next(
        world.get(Holding, id)
        for id in adjacent(world, coastal.id)
        if ARMIES.grounds[world.get(Holding, id).terrain].sea
    )
    assert not is_coastal(world, ARMIES, sea.id)
    lay(table.state(), sea, "PA", table.king(), 1, 1)
    assert not is_coastal(world, ARMIES, coastal.id)


# ---------------------------------------------------------------- who sees whom


@pytest.mark.rule("kingdoms.map.visibility")
def test_what_was_in_view_is_known_as_it_was_when_the_turn_ended(table: Table) -> None:
    home, wild = frontier(table)
    table.end()
    survey = table.world.get(Survey, survey_id(1, wild.id))
    armies = len(list(table.world.by(Army, "holding", wild.id)))
    assert (survey.seen, survey.owner, survey.garrison) == (1, 0, armies)
    table.put(wild, owner=2)
    view = rules().view(table.world, 1)
    assert view.get(Holding, wild.id).owner == 0, "what happens between is not seen"
    far = next(h for h in table.world.all(Holding) if distance(table.world, h.id, home.id) > 5)
    assert not view.get(Holding, far.id).knows("owner")
    assert not view.get(Holding, far.id).knows("tax")
    table.end()
    assert rules().view(table.world, 1).get(Holding, wild.id).owner == 2


@pytest.mark.rule("kingdoms.action.sightings")
def test_a_stranger_in_ones_land_is_noticed_unless_he_escapes_notice(table: Table) -> None:
    stranger, shadow = table.heroes(2)
    for hero in (stranger, shadow):
        table.put(hero, holding=table.crown().home, hit_points=20)
    # Other work of this turn is done before the production.
    table.run({})
    table.put(table.now(shadow), doings=table.now(shadow).doings.replace(shadowy=("Spy",)))
    skill = (0,) * 12 + (4, 0, 0)
    table.put(table.now(shadow), skill=skill)
    table.end(said={("phase:7/crown:1", f"notice {shadow.id}"): dice(95)})
    noticed = table.told(CharacterNoticed, 1)
    assert [each.ruler for each in noticed] == [stranger.id]
    assert noticed[0].seen == tuple((phase, table.crown().home) for phase in range(1, 7))
    view = rules().view(table.world, 1)
    assert view.get(Ruler, stranger.id).holding == table.crown().home
    assert view.find(Ruler, shadow.id) is None


@pytest.mark.rule("kingdoms.action.sightings")
def test_a_sighting_tells_of_the_armies_of_the_phase_in_which_one_was_seen(table: Table) -> None:
    hero, other = table.heroes(2)
    home, away = table.crown().home, table.crown(2).home
    table.run({})
    for ruler, led in ((hero, ((), (), ("LE",), (), (), ())), (other, ((),) * 6)):
        path = (away, away, home, away, away, away)
        table.put(table.now(ruler), doings=table.now(ruler).doings.replace(path=path, led=led))
    table.army("GA", away, 2, leader=hero.id)
    table.army("GA", away, 2, leader=other.id)
    table.end()
    noticed = {each.ruler: each for each in table.told(CharacterNoticed, 1)}
    assert noticed[hero.id].seen == ((3, home),)
    assert noticed[hero.id].armies == ("LE",), "what he led by the turn's end was not there"
    assert noticed[other.id].armies == ()


@pytest.mark.rule("kingdoms.action.sightings")
def test_a_turn_that_was_run_by_an_earlier_version_ends_as_it_was_meant_then(table: Table) -> None:
    hero, _ = table.heroes(2)
    table.run({})
    path = (table.crown().home,) * 6
    table.put(table.now(hero), doings=table.now(hero).doings.replace(path=path, led=()))
    table.army("GA", table.crown(2).home, 2, leader=hero.id)
    table.end()
    noticed = {each.ruler: each for each in table.told(CharacterNoticed, 1)}
    assert noticed[hero.id].armies == ("GA",)


@pytest.mark.rule("kingdoms.action.sightings")
def test_what_is_led_is_noted_phase_by_phase(table: Table) -> None:
    king, _ = march(table)
    armies = tuple(ref(army) for army in table.world.by(Army, "leader", king.id))
    assert armies
    table.run({1: [Leave(character=ref(king), armies=armies)]})
    led = table.now(king).doings.led
    assert (len(led), led[-1]) == (6, ())


@pytest.mark.rule("kingdoms.character.death")
def test_the_armies_of_a_champion_slain_in_the_duel_hold_what_they_won() -> None:
    for number in range(20):
        table = Table.seated()
        king, wild = march(table)
        table.put(table.world.get(Holding, wild.id), owner=2)
        foe = table.heroes(2)[0]
        table.put(foe, holding=wild.id, temper="Brave", skill=tuple(5 for _ in foe.skill))
        table.put(table.king(2), holding=table.crown(2).home)
        table.army("GA", wild.id, 2, quality=-1, leader=foe.id)
        hurt = table.now(king)
        table.put(hurt, hit_points=1, temper="Berserk", plan=("ME",))
        table.tick += number
        table.run({1: [Move(character=ref(king), to=ref(wild))]})
        battles = table.told(KingdomBattleFought)
        if not (battles and battles[0].winner == "attacker" and king.id in battles[0].slain):
            continue
        left = [a for a in table.world.by(Army, "holding", wild.id) if a.crown == 1]
        assert left
        assert not any(army.leader for army in left)
        assert table.now(wild).owner == 1
        return
    raise AssertionError("no champion was slain by whom his armies beat")
