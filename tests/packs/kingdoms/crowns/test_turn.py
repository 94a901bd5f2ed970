"""The turn of Kingdoms: who comes before whom, what follows what, and how a turn ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.dice import Dice, ScriptedDice, SeededDice, Whole
from engine.ending import CampaignEnded
from engine.packs.kingdoms.crowns.dying import RulerDied, die
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.experience import may_rise
from engine.packs.kingdoms.crowns.growing import ArmySettled, HeroAppeared
from engine.packs.kingdoms.crowns.noticing import CharacterNoticed
from engine.packs.kingdoms.crowns.order import in_character_order
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.paying import HeroLeft, PayTaken
from engine.packs.kingdoms.crowns.provinces import adjacent, distance, is_coastal
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.crowns.ventures.working import Explore, Explored, Practice, Wait
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.merits import Doings
from engine.packs.kingdoms.pieces.records import (
    Army,
    Course,
    Crown,
    Grave,
    Holding,
    MagicItem,
    Ruler,
    Survey,
    Truce,
    survey_id,
)
from engine.packs.kingdoms.pieces.timing import PHASES, WORKS
from tests.packs.kingdoms.crowns.table import SEED, Table, ref, rules
from tests.rules.adapters.kingdoms.words import ARMIES


def dice(*values: int) -> ScriptedDice:
    return ScriptedDice(Whole(value) for value in values)


def lucky() -> Dice:
    """Dice of a seed whose first percent check of 25 succeeds."""

    def drawn(tick: int) -> Dice:
        return SeededDice(SEED, tick).stream("any", "luck")

    return drawn(next(tick for tick in range(99) if drawn(tick).whole(100) <= 25))


def land_beside(table: Table, holding: int, *, owned: bool = False) -> list[Holding]:
    near = (table.world.get(Holding, id) for id in adjacent(table.world, holding))
    return [
        each for each in near if not ARMIES.grounds[each.terrain].sea and bool(each.owner) == owned
    ]


def frontier(table: Table, number: int = 1) -> tuple[Holding, Holding]:
    """Land of a kingdom, and independent land beside it."""
    for holding in table.owned(number):
        if not ARMIES.grounds[holding.terrain].sea:
            for wild in land_beside(table, holding.id):
                return holding, wild
    raise AssertionError("a kingdom without neighbours")


def defend(table: Table, holding: Holding, armies: int = 2) -> None:
    """Have that many armies of militia in a province, and no others."""
    for army in list(table.world.by(Army, "holding", holding.id)):
        table.world.remove(army)
    for _ in range(armies):
        table.army("GA", holding.id, militia=True, quality=1)


def march(
    table: Table, number: int = 1, types: Sequence[str] = ("LE",) * 6
) -> tuple[Ruler, Holding]:
    """A King with good armies at the frontier of the kingdom, and the land beyond it."""
    home, wild = frontier(table, number)
    king = table.king(number)
    for army in list(table.world.by(Army, "leader", king.id)):
        table.world.remove(army)
    table.put(king, holding=home.id)
    for type in types:
        table.army(type, home.id, number, leader=king.id, quality=5)
    return table.king(number), wild


# ---------------------------------------------------------------- order


@pytest.mark.rule("kingdoms.turn.start-steps")
def test_kingdoms_come_in_a_drawn_order_and_in_each_the_king_before_heroes_by_id() -> None:
    table = Table.seated()
    said = {("phase:0/turn:0", "kingdom order"): dice(1, 1, 1)}
    orders = {n: [Explore(character=ref(table.heroes(n)[0]))] for n in (1, 2, 3, 4)}
    table.run(orders, said=said)
    assert table.world.get(Course, 1).order == (2, 3, 4, 1)
    told = [table.world.get(Ruler, each.ruler).crown for each in table.told(Explored)]
    assert told == [2, 3, 4, 1]
    first = [ruler for ruler in in_character_order(table.world) if ruler.crown == 2]
    assert [ruler.rank for ruler in first] == ["king", "hero", "hero"]
    assert first[1].id < first[2].id
    table.end()
    assert table.world.get(Course, 1) == Course(id=1, phase=0, order=())


@pytest.mark.rule("kingdoms.turn.phase-steps")
def test_each_phase_has_its_works_in_order_and_battles_follow_moves() -> None:
    names = [part.name for part in rules().turn]
    for phase in range(1, PHASES + 1):
        works = [names.index(f"{work}-{phase}") for work in WORKS]
        assert works == sorted(works)
        steps = ("trail", "follow", "battles", "ownership", "chance", "pursued", "recruit")
        places = [names.index(f"{step}-{phase}") for step in steps]
        assert places == sorted(places)
        assert names.index(f"practice-{phase}") < names.index(f"plague-{phase}")
    free = [names.index(name) for name in ("kingdom-order", "break", "treat", "free", "begin-1")]
    assert free == sorted(free)


@pytest.mark.rule("kingdoms.turn.end-steps")
def test_the_turn_ends_in_the_order_of_the_rule() -> None:
    names = [part.name for part in rules().weekly]
    wanted = [
        "raids",
        "income",
        "pay",
        "bitten",
        "treaties",
        "healing",
        "graves",
        "green",
        "new-heroes",
        "landless",
        "anew",
    ]
    assert [name for name in names if name in wanted] == wanted


@pytest.mark.rule("kingdoms.mapping.turn", "kingdoms.turn.phases")
def test_actions_take_effect_in_their_last_phase_and_none_after_the_sixth() -> None:
    table = Table.seated()
    hero, king = table.heroes()[0], table.king()
    ability = next(each for each in ABILITIES if may_rise(hero, each))
    orders = [
        Practice(character=ref(hero), ability=ability),
        Wait(character=ref(hero)),
        Explore(character=ref(hero)),
        Wait(character=ref(hero)),
        Explore(character=ref(king)),
    ]
    table.run({1: orders})
    assert sorted((each.ruler, each.phase) for each in table.told(Explored)) == sorted(
        [(hero.id, 6), (king.id, 2)]
    )
    assert table.refused() == ["kingdoms.turn.phases"]


@pytest.mark.rule("kingdoms.game.scope")
def test_a_whole_turn_of_all_kingdoms_is_the_same_each_time() -> None:
    bodies: list[bytes] = []
    for _ in range(2):
        table = Table.seated()
        orders = {n: [Explore(character=ref(table.king(n)))] for n in (1, 2, 3, 4)}
        entries = [*table.run(orders).entries, *table.end().entries]
        bodies.append(b"".join(entry.dump() for entry in entries))
    assert bodies[0] == bodies[1]


# ---------------------------------------------------------------- provinces


@pytest.mark.rule("kingdoms.turn.reports")
def test_neighbours_of_a_battle_learn_who_fought_and_no_more() -> None:
    table = Table.seated()
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
def test_whoever_watches_a_leader_learns_of_his_battles_wherever_they_are() -> None:
    table = Table.seated()
    king, wild = march(table)
    defend(table, wild)
    lay(table.state(), king, "CL", table.king(4), 1, 1)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    (told,) = table.told(KingdomBattleFought, 4)
    assert (told.holding, told.winner) == (wild.id, "attacker")
    assert not told.knows("record")


def test_partners_do_not_fight_and_guests_take_nothing() -> None:
    table = Table.seated()
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
def test_land_has_a_coast_where_a_sea_lies_beside_it_that_is_not_parted() -> None:
    table = Table.seated()
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


# ---------------------------------------------------------------- gold


@pytest.mark.rule("kingdoms.economy.unpaid")
def test_who_is_not_paid_may_leave_and_unpaid_armies_decay() -> None:
    table = Table.seated()
    for holding in table.owned():
        table.put(holding, owner=0)
    hero, other = table.heroes()
    table.put(table.crown(), treasury=0)
    said = {
        (f"phase:7/ruler:{hero.id}", "unpaid"): dice(50),
        (f"phase:7/ruler:{other.id}", "unpaid"): dice(51),
    }
    armies = list(table.world.by(Army, "crown", 1))
    table.put(armies[0], quality=0)
    table.end(said=said)
    assert [each.ruler for each in table.told(HeroLeft)] == [hero.id]
    assert table.now(hero).crown == 0
    assert table.now(other).crown == 1
    assert table.world.find(Army, armies[0].id) is None
    assert table.now(armies[1]).quality == armies[1].quality - 1


@pytest.mark.rule("kingdoms.economy.mercenaries")
def test_mercenaries_cost_nothing_and_fight_for_nobody() -> None:
    table = Table.seated()
    home = table.crown().home
    hired = table.army("TR", home, race="troll")
    assert hired.mercenary
    table.run({})
    assert not table.told(KingdomBattleFought)
    pay = ARMIES.army_types["TR"].pay
    assert pay
    table.end()
    paid = next(each for each in table.told(PayTaken) if each.crown == 1)
    armies = [ARMIES.army_types[army.type].pay for army in table.world.by(Army, "crown", 1)]
    assert paid.armies == sum(armies)
    assert table.now(hired) == hired


# ---------------------------------------------------------------- time


@pytest.mark.rule("kingdoms.turn.green-armies")
def test_green_armies_of_earlier_turns_may_settle() -> None:
    table = Table.seated()
    home = table.crown().home
    old, new, firm = (
        table.army("LE", home, 1, quality=quality, raised=raised)
        for quality, raised in ((1, 0), (1, 1), (2, 0))
    )
    late = table.army("LE", home, 1, quality=1)
    said = {
        (f"phase:7/army:{old.id}", "settle"): dice(25),
        (f"phase:7/army:{new.id}", "settle"): dice(1),
        (f"phase:7/army:{firm.id}", "settle"): dice(1),
        (f"phase:7/army:{late.id}", "settle"): dice(26),
    }
    table.end(said=said)
    assert [each.army for each in table.told(ArmySettled)] == [old.id]
    assert [table.now(each).quality for each in (old, new, firm, late)] == [2, 1, 2, 1]


@pytest.mark.rule("kingdoms.turn.new-heroes")
def test_heroes_appear_for_each_kingdom_while_there_are_few_without_a_king() -> None:
    table = Table.seated()
    came = [(f"phase:7/crown:{number}", "new hero") for number in (1, 2, 3, 4)]
    table.end(said={stream: dice(1) for stream in came})
    assert not table.told(HeroAppeared), "there are three for each kingdom"
    unemployed = [each for each in table.world.all(Ruler) if not each.crown]
    table.world.remove(unemployed[0])
    table.end(said={stream: dice(26) for stream in came})
    assert not table.told(HeroAppeared)
    for hero in unemployed[1:3]:
        table.world.remove(hero)
    said = {stream: dice(26) if stream[0].endswith(("1", "3")) else lucky() for stream in came}
    table.end(said=said)
    assert len({each.ruler for each in table.told(HeroAppeared)}) == 2


def test_graves_rot_from_the_fourth_turn_on() -> None:
    table = Table.seated()
    home = table.crown().home
    grave = table.world.add(Grave, holding=home, army="LE", race="human", quality=2, turn=0)
    stream = (f"phase:7/grave:{grave.id}", "rot")
    for turn in (1, 2, 3):
        table.end(said={stream: dice(1)})
        assert table.world.find(Grave, grave.id), turn
    table.end(said={stream: dice(10)})
    assert table.world.find(Grave, grave.id) is None


def test_what_was_done_in_a_turn_is_forgotten_with_it() -> None:
    table = Table.seated()
    king, wild = march(table)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    assert table.king().doings != Doings()
    assert any(army.moves for army in table.world.by(Army, "crown", 1))
    table.end()
    assert table.king().doings == Doings()
    assert not any(army.moves or army.came for army in table.world.by(Army, "crown", 1))


# ---------------------------------------------------------------- ends


@pytest.mark.rule("kingdoms.turn.elimination")
def test_a_kingdom_without_land_has_one_turn_of_grace_and_then_falls() -> None:
    table = Table.seated()
    for holding in table.owned(3):
        table.put(holding, owner=0)
    table.end()
    assert not table.told(KingdomFell)
    assert table.crown(3).landless
    heroes, armies = table.heroes(3), list(table.world.by(Army, "crown", 3))
    king = table.king(3)
    table.end()
    assert [each.crown for each in table.told(KingdomFell, 1)] == [3]
    crown = table.crown(3)
    assert crown.fallen == 2
    assert all(table.now(each).crown == 0 for each in heroes if table.now(each).alive)
    assert all(table.now(each).mercenary for each in armies)
    assert not table.now(king).alive


def test_a_kingdom_without_land_falls_at_once_with_its_king() -> None:
    table = Table.seated()
    for holding in table.owned(3):
        table.put(holding, owner=0)
    king = table.king(3)
    item = table.world.add(MagicItem, item="excalibur", holder=king.place)
    state = table.state()
    die(state, king.id, "battle")
    assert table.crown(3).fallen
    assert [type(entry.event) for entry in state.log.entries] == [RulerDied, KingdomFell]
    assert table.now(item).holder == king.place
    assert table.now(king).died == 1


@pytest.mark.rule("kingdoms.turn.game-end")
def test_the_game_ends_with_the_last_kingdom_or_the_last_turn() -> None:
    table = Table.seated()
    assert rules().module.victory.turns == 30
    for number in (2, 3, 4):
        for holding in table.owned(number):
            table.put(holding, owner=0)
        table.put(table.crown(number), landless=True)
    table.end()
    (ended,) = table.told(CampaignEnded)
    assert ended.ending.victors == (table.crown(1).place,)
    assert table.world.get(Crown, 1).fallen == 0


# ---------------------------------------------------------------- who sees whom


@pytest.mark.rule("kingdoms.map.visibility")
def test_what_was_in_view_is_known_as_it_was_when_the_turn_ended() -> None:
    table = Table.seated()
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
def test_a_stranger_in_ones_land_is_noticed_unless_he_escapes_notice() -> None:
    table = Table.seated()
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
def test_a_sighting_tells_of_the_armies_of_the_phase_in_which_one_was_seen() -> None:
    table = Table.seated()
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
def test_a_turn_that_was_run_by_an_earlier_version_ends_as_it_was_meant_then() -> None:
    table = Table.seated()
    hero, _ = table.heroes(2)
    table.run({})
    path = (table.crown().home,) * 6
    table.put(table.now(hero), doings=table.now(hero).doings.replace(path=path, led=()))
    table.army("GA", table.crown(2).home, 2, leader=hero.id)
    table.end()
    noticed = {each.ruler: each for each in table.told(CharacterNoticed, 1)}
    assert noticed[hero.id].armies == ("GA",)


@pytest.mark.rule("kingdoms.action.sightings")
def test_what_is_led_is_noted_phase_by_phase() -> None:
    table = Table.seated()
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
