"""The turn of Kingdoms: who comes before whom, what follows what, and how a turn ends."""

from __future__ import annotations

import pytest

from engine.dice import Dice, ScriptedDice, SeededDice, Whole
from engine.ending import CampaignEnded
from engine.packs.kingdoms.crowns.dying import RulerDied, die
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.experience import may_rise
from engine.packs.kingdoms.crowns.growing import ArmySettled, HeroAppeared
from engine.packs.kingdoms.crowns.order import in_character_order
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.paying import HeroLeft, PayTaken
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.working import Explore, Explored, Practice, Wait
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from engine.packs.kingdoms.pieces.merits import Doings
from engine.packs.kingdoms.pieces.records import (
    Army,
    Course,
    Crown,
    Grave,
    MagicItem,
    Ruler,
)
from engine.packs.kingdoms.pieces.timing import PHASES, WORKS
from tests.packs.kingdoms.crowns.frontiers import march
from tests.packs.kingdoms.crowns.table import SEED, Table, ref, rules
from tests.rules.adapters.kingdoms.words import ARMIES


def dice(*values: int) -> ScriptedDice:
    return ScriptedDice(Whole(value) for value in values)


def lucky() -> Dice:
    """Dice of a seed whose first percent check of 25 succeeds."""

    def drawn(tick: int) -> Dice:
        return SeededDice(SEED, tick).stream("any", "luck")

    return drawn(next(tick for tick in range(99) if drawn(tick).whole(100) <= 25))


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
def test_actions_take_effect_in_their_last_phase_and_none_after_the_sixth(table: Table) -> None:
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


# ---------------------------------------------------------------- gold


@pytest.mark.rule("kingdoms.economy.unpaid")
def test_who_is_not_paid_may_leave_and_unpaid_armies_decay(table: Table) -> None:
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
def test_mercenaries_cost_nothing_and_fight_for_nobody(table: Table) -> None:
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
def test_green_armies_of_earlier_turns_may_settle(table: Table) -> None:
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
def test_heroes_appear_for_each_kingdom_while_there_are_few_without_a_king(table: Table) -> None:
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


def test_graves_rot_from_the_fourth_turn_on(table: Table) -> None:
    home = table.crown().home
    grave = table.world.add(Grave, holding=home, army="LE", race="human", quality=2, turn=0)
    stream = (f"phase:7/grave:{grave.id}", "rot")
    for turn in (1, 2, 3):
        table.end(said={stream: dice(1)})
        assert table.world.find(Grave, grave.id), turn
    table.end(said={stream: dice(10)})
    assert table.world.find(Grave, grave.id) is None


def test_what_was_done_in_a_turn_is_forgotten_with_it(table: Table) -> None:
    king, wild = march(table)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    assert table.king().doings != Doings()
    assert any(army.moves for army in table.world.by(Army, "crown", 1))
    table.end()
    assert table.king().doings == Doings()
    assert not any(army.moves or army.came for army in table.world.by(Army, "crown", 1))


# ---------------------------------------------------------------- ends


@pytest.mark.rule("kingdoms.turn.elimination")
def test_a_kingdom_without_land_has_one_turn_of_grace_and_then_falls(table: Table) -> None:
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


def test_a_kingdom_without_land_falls_at_once_with_its_king(table: Table) -> None:
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
def test_the_game_ends_with_the_last_kingdom_or_the_last_turn(table: Table) -> None:
    assert rules().module.victory.turns == 30
    for number in (2, 3, 4):
        for holding in table.owned(number):
            table.put(holding, owner=0)
        table.put(table.crown(number), landless=True)
    table.end()
    (ended,) = table.told(CampaignEnded)
    assert ended.ending.victors == (table.crown(1).place,)
    assert table.world.get(Crown, 1).fallen == 0
