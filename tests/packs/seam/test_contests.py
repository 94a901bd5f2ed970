"""Contests of several kinds: a duel beside battles, a fight without a world, kinds left out."""

import json
from dataclasses import replace

import pytest

from engine.battle import BATTLE, BattleRecord, Clash
from engine.dice import ForeseeDice, SeededDice
from engine.packs import Pack, Rules
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.pieces.records import Character
from engine.preview import plan
from engine.state import State
from engine.world import Place
from tests.packs.seam.duel import DUEL, HUNT, SIDES, Beast, BeastHunted, Duellist, Duels, Hunt, duel
from tests.packs.seam.pack import PACK
from tests.packs.seam.scene import BORDERLAND, RULES, BorderScene
from tests.rules.scene import SEED, queued, ref


class Lair:
    """A character of mine where a beast is."""

    def __init__(self, might: int) -> None:
        self.scene = BorderScene()
        self.hero: Character = self.scene.character(self.scene.stack(5, 5), level=4)
        ground = self.scene.at(5, 5)
        self.beast = self.scene.world.add(Beast, province=ground.id, name="Wyrm", might=might)
        self.hunt = Hunt(character=ref(self.hero), beast=ref(self.beast))


@pytest.mark.parametrize("might, killed", [(4 - SIDES, True), (4 + SIDES, False)])
def test_a_duel_is_fought_by_its_own_contest_and_leaves_battles_alone(
    might: int, killed: bool
) -> None:
    lair = Lair(might)
    ran = lair.scene.run(lair.hunt)
    assert not ran.refused
    (event,) = ran.events(BeastHunted)
    assert (event.killed, event.record.system) == (killed, "seam.duel")
    clash = event.record.clash
    assert (clash.kind, clash.trigger) == (DUEL, HUNT)
    assert clash.sides == ((lair.hero.place,), (lair.beast.place,))
    assert clash.place == lair.scene.at(5, 5).place
    assert (lair.scene.world.find(Beast, lair.beast.id) is None) is killed
    assert ran.events(BattleFought) == []


def test_the_dice_of_a_duel_are_those_of_who_attacks_and_of_that_kind() -> None:
    lair = Lair(might=4)
    (event,) = lair.scene.run(lair.hunt).events(BeastHunted)
    sides = (
        Duellist(place=lair.hero.place, might=4),
        Duellist(place=lair.beast.place, might=4),
    )
    tick = lair.scene.state().now.tick
    dice = SeededDice(SEED, tick).stream(f"character:{lair.hero.id}", DUEL)
    assert Duels().fight(None, sides, dice, event.record.clash) == event.record


def test_a_plan_fights_no_duel() -> None:
    lair = Lair(might=-100)
    scene = lair.scene
    made = plan(RULES, scene.world, scene.me.id, queued((lair.hunt,)))
    assert made.world.count(Beast) == 1


def test_the_odds_of_a_duel_are_asked_of_its_own_contest() -> None:
    lair = Lair(might=4)
    clash = duel(lair.hero.place, lair.beast.place)
    state = State(RULES, lair.scene.world, ForeseeDice())
    (odds,) = RULES.contests[clash.kind].odds(state, clash)
    assert odds.attacker_wins == (SIDES * (SIDES - 1) // 2) / SIDES**2


def test_a_contest_may_be_fought_and_stored_without_any_world() -> None:
    one, other = Place("champion", 1), Place("champion", 2)
    clash = duel(one, other)
    dice = SeededDice(SEED, 1).stream("pitched:1", DUEL)
    sides = (Duellist(place=one, might=30), Duellist(place=other, might=1))
    record = Duels().fight(None, sides, dice, clash)
    assert (record.winner, record.clash.ground, record.clash.place) == ("attacker", 0, None)
    assert Duels().took_part(record) == (one, other)
    assert BattleRecord.load(record.dump()) == record
    assert json.loads(record.dump())["clash"]["place"] is None


def test_the_campaign_knows_each_packs_contests_and_the_later_of_one_kind() -> None:
    assert list(RULES.contests) == [BATTLE, DUEL]
    assert isinstance(RULES.contests[BATTLE], CohortsBattles)
    own = replace(PACK, contests={BATTLE: Duels()})
    assert Rules.of(BORDERLAND, known={"seam": own}).contests[BATTLE] is own.contests[BATTLE]


def test_contests_are_left_out_by_kind_or_begun_anew() -> None:
    last = Pack("last", builds_on=("seam",))
    packs = (*RULES.packs, replace(last, drops={"contests": (BATTLE,)}))
    assert list(Rules(BORDERLAND, packs).contests) == [DUEL]
    begun = replace(last, anew=frozenset({"contests"}), contests={DUEL: Duels()})
    assert list(Rules(BORDERLAND, (*RULES.packs, begun)).contests) == [DUEL]
    strange = replace(last, drops={"contests": ("joust",)})
    with pytest.raises(LookupError, match=r"pack 'last' drops 'joust', which is not there"):
        Rules(BORDERLAND, (*RULES.packs, strange))


def test_the_first_of_a_kind_on_any_side_is_found_by_its_id() -> None:
    stack, city, other = Place("stack", 3), Place("city", 7), Place("city", 9)
    clash = Clash(sides=((stack,), (city, other)), trigger=HUNT)
    assert (clash.first("city"), clash.first("stack"), clash.first("unit")) == (7, 3, 0)
