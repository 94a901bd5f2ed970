"""Pitched battles: armies by points, challenges, the battle, trials, the ladder of duels."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from engine.campaign import Player
from engine.packs.warmaster.battle.values import Army
from engine.packs.warmaster.pitched.arranging import ArrangeUnit, DismissArmy, PostOfficer
from engine.packs.warmaster.pitched.buying import BuyArmy, spent_on
from engine.packs.warmaster.pitched.challenging import (
    AcceptChallenge,
    ChallengeEnded,
    ChallengeSent,
    DeclineChallenge,
    SendChallenge,
    SetPitchedBattle,
)
from engine.packs.warmaster.pitched.contest import PitchedFought, climb, place_of
from engine.packs.warmaster.pitched.mustering import ready_made
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, Rung, waiting
from engine.packs.warmaster.pitched.trial import UNIT, trial
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import Ran, ref

KINDS = pytest.mark.rule("warmaster.battle.kinds")
CROWN: dict[str, Any] = {
    "name": "The Gate",
    "points": 1000,
    "list": "crown marches",
    "units": ("4 halberdiers", "2 crossbowmen", "2 Knights"),
    "characters": ("general", "hero", "wizard"),
}
HORDE: dict[str, Any] = {
    "name": "The Drum",
    "points": 1000,
    "list": "redtusk-horde",
    "units": ("4 tusk warriors", "3 runt mob", "2 boar riders"),
    "characters": ("general", "hero"),
}


class Duel:
    """Two players of two factions, each with an army."""

    def __init__(self) -> None:
        self.scene = MusterScene()
        self.foe = self.scene.someone("neutral")
        self.third = self.scene.someone("at_war")
        assert not self.scene.run(BuyArmy(**CROWN)).refused
        assert not self.scene.run(BuyArmy(**HORDE), player=self.foe).refused
        self.mine, self.theirs = self.scene.world.all(BoughtArmy)

    def challenge(self, **values: Any) -> Ran:
        sent = SendChallenge(player=ref(self.foe), army=ref(self.mine), **values)
        return self.scene.run(sent)

    def accept(self, **values: Any) -> Ran:
        challenge = next(self.scene.world.all(Challenge))
        met = AcceptChallenge(challenge=ref(challenge), army=ref(self.theirs), **values)
        return self.scene.run(met, player=self.foe)


@pytest.fixture
def duel() -> Duel:
    return Duel()


def learned(ran: Ran, faction: int) -> list[str]:
    """The kinds of events that a faction was told."""
    told = (entry.for_(faction) for entry in ran.entries)
    return [type(event).kind for event in told if event]


# ---------------------------------------------------------------- armies


@pytest.mark.rule("warmaster.army.points")
def test_an_army_is_bought_kept_and_changed_under_its_name(scene: MusterScene) -> None:
    ran = scene.run(BuyArmy(**CROWN))
    assert not ran.refused
    (army,) = scene.world.all(BoughtArmy)
    assert spent_on(scene.war, army) == 200 + 110 + 220 + 125 + 80 + 45
    changed: dict[str, Any] = {
        **CROWN,
        "items": ("battle-banner 1", "sword-of-fate hero"),
        "attached": 2,
    }
    assert not scene.run(BuyArmy(**changed)).refused
    (again,) = scene.world.all(BoughtArmy)
    assert again.id == army.id
    assert spent_on(scene.war, again) == spent_on(scene.war, army) + 30 + 5 + 2 * 20
    assert [unit.attached for unit in again.units[:3]] == [True, True, False]
    assert again.units[0].item == "battle-banner"
    assert again.officers[1].item == "sword-of-fate"


@pytest.mark.parametrize(
    "change, rule",
    [
        ({"points": 1050}, "warmaster.battle.kinds"),
        ({"points": 3100}, "warmaster.battle.kinds"),
        ({"list": "nobody"}, "warmaster.army.points"),
        ({"units": ("4 halberdiers", "1 crossbowmen", "9 dragons")}, "warmaster.army.points"),
        ({"units": ("1 halberdiers", "1 crossbowmen")}, "warmaster.army.points"),
        ({"units": ("2 halberdiers", "1 crossbowmen", "5 knights")}, "warmaster.army.points"),
        ({"units": ("9 halberdiers", "9 crossbowmen")}, "warmaster.army.points"),
        ({"characters": ("hero",)}, "warmaster.army.points"),
        ({"characters": ("general", "general")}, "warmaster.army.points"),
        ({"characters": ("general", "runesmith")}, "warmaster.army.points"),
        ({"items": ("battle-banner general",)}, "warmaster.item.carriers"),
        ({"items": ("battle-banner 1", "sword-of-fate 1")}, "warmaster.item.carriers"),
        ({"items": ("battle-banner 1", "battle-banner 2")}, "warmaster.item.unique"),
        ({"items": ("no such thing 1",)}, "warmaster.item.carriers"),
        ({"items": ("battle-banner 99",)}, "warmaster.item.carriers"),
    ],
    ids=str,
)
def test_an_army_that_its_list_does_not_allow_is_refused(change: dict[str, Any], rule: str) -> None:
    scene = MusterScene()
    ran = scene.run(BuyArmy(**{**CROWN, **change}))
    assert ran.refused
    assert ran.failures[0].rule == rule
    assert not scene.world.count(BoughtArmy)


def test_a_unit_of_a_bought_army_is_told_where_to_stand(duel: Duel) -> None:
    scene, army = duel.scene, duel.mine
    told = ArrangeUnit(army=ref(army), number=7, directive="flank-left", hex="2, 12")
    assert not scene.run(told).refused
    unit = scene.now(army).units[6]
    assert (unit.directive, unit.attack, unit.defence) == ("flank-left", (2, 12), None)
    assert scene.run(ArrangeUnit(army=ref(army), number=1, hex="2,12")).refused
    assert scene.run(ArrangeUnit(army=ref(army), number=1, hex="2,7")).refused
    assert scene.run(ArrangeUnit(army=ref(army), number=20, hex="2,2")).refused
    assert scene.run(ArrangeUnit(army=ref(duel.theirs), number=1, hex="2,2")).refused


# ---------------------------------------------------------------- challenges


@KINDS
def test_a_challenge_is_met_fought_and_told_to_both(duel: Duel) -> None:
    scene = duel.scene
    sent = duel.challenge(terrain="forest")
    assert learned(sent, duel.foe.faction) == [ChallengeSent.kind]
    units = scene.world.count(BoughtArmy)
    ran = duel.accept(tell_all=True)
    assert not ran.refused
    (battle,) = ran.events(PitchedFought)
    assert (battle.challenger, battle.challenged) == (scene.me.id, duel.foe.id)
    assert battle.terrain == "forest"
    assert battle.winner in (scene.me.id, duel.foe.id)
    assert battle.record.engagements[-1].events
    for faction in (scene.ours.id, duel.foe.faction):
        assert PitchedFought.kind in learned(ran, faction)
    assert PitchedFought.kind not in learned(ran, duel.third.faction)
    assert scene.world.count(BoughtArmy) == units
    assert not scene.world.count(Challenge)
    assert place_of(scene.world, battle.winner) == 1


@KINDS
@pytest.mark.parametrize("mine, theirs", [(True, True), (True, False), (False, True)])
def test_all_are_told_only_if_both_wish(mine: bool, theirs: bool, duel: Duel) -> None:
    duel.challenge(tell_all=mine)
    ran = duel.accept(tell_all=theirs)
    told = PitchedFought.kind in learned(ran, duel.third.faction)
    assert told == (mine and theirs)


@KINDS
def test_the_armies_of_a_pitched_battle_are_those_bought(duel: Duel) -> None:
    duel.scene.run(ArrangeUnit(army=ref(duel.mine), number=1, directive="hold", hex="3,13"))
    duel.challenge()
    (battle,) = duel.accept().events(PitchedFought)
    parts = battle.record.engagements[-1].participants
    attacker, defender = (each for each in parts if isinstance(each, Army))
    assert (attacker.troops[0].directive, attacker.troops[0].at) == ("hold", (3, 13))
    assert [troop.type for troop in defender.troops][:4] == ["tusk-warriors"] * 4
    assert defender.troops[0].directive == "counter"
    assert sum(each.role == "general" for each in attacker.captains) == 1


@pytest.mark.rule("warmaster.army.brigades")
@pytest.mark.rule("warmaster.magic.choice")
def test_what_a_bought_army_cannot_be_told_is_refused_and_says_why(duel: Duel) -> None:
    army = ref(duel.mine)
    for number in range(1, 5):
        assert not duel.scene.run(ArrangeUnit(army=army, number=number, brigade=3)).refused
    fifth = duel.scene.run(ArrangeUnit(army=army, number=5, brigade=3))
    assert fifth.failures[0].rule == "warmaster.army.brigades"
    assert not duel.scene.run(ArrangeUnit(army=army, number=4, brigade=0)).refused
    assert not duel.scene.run(ArrangeUnit(army=army, number=5, brigade=3)).refused
    told = ArrangeUnit(army=army, number=1, directive="hold", in_defence="counter")
    assert not duel.scene.run(told).refused
    assert not duel.scene.run(ArrangeUnit(army=army, number=1, in_defence="same")).refused
    assert duel.scene.now(duel.mine).units[0].in_defence is None
    crown = duel.scene.war.army_lists["crown-marches"].spells
    for wrong, rule in (
        (PostOfficer(army=army, number=4), "warmaster.map.orders"),
        (PostOfficer(army=army, number=1, unit=9), "warmaster.map.orders"),
        (PostOfficer(army=army, number=2, spells=crown[:1]), "warmaster.magic.choice"),
        (PostOfficer(army=army, number=3, spells=("nonsense",)), "warmaster.magic.choice"),
        (PostOfficer(army=army, number=3, spells=crown[:1] * 2), "warmaster.magic.choice"),
    ):
        assert duel.scene.run(wrong).failures[0].rule == rule
    post = PostOfficer(army=army, number=3, unit=6, stance="stay", spells=crown[1:2])
    assert not duel.scene.run(post).refused
    wizard = duel.scene.now(duel.mine).officers[2]
    assert (wizard.unit, wizard.stance, wizard.spells) == (6, "stay", crown[1:2])


def open_challenge(duel: Duel) -> Challenge:
    return next(duel.scene.world.all(Challenge))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda duel: duel.scene.run(
            AcceptChallenge(challenge=ref(open_challenge(duel)), army=ref(duel.mine))
        ),
        lambda duel: duel.scene.run(
            AcceptChallenge(challenge=ref(open_challenge(duel)), army=ref(duel.mine)),
            player=duel.foe,
        ),
        lambda duel: duel.challenge(),
        lambda duel: duel.scene.run(
            DeclineChallenge(challenge=ref(open_challenge(duel))), player=duel.third
        ),
        lambda duel: duel.scene.run(SendChallenge(player=ref(duel.scene.me), army=ref(duel.mine))),
        lambda duel: duel.scene.run(SendChallenge(player=ref(duel.third), army=ref(duel.theirs))),
        lambda duel: duel.scene.run(
            SendChallenge(player=ref(duel.third), army=ref(duel.mine), terrain="sea")
        ),
    ],
)
def test_what_is_not_ones_own_is_refused_and_changes_nothing(wrong: Callable[[Duel], Ran]) -> None:
    duel = Duel()
    duel.challenge()
    before = open_challenge(duel)
    assert wrong(duel).refused
    assert list(duel.scene.world.all(Challenge)) == [before]


def test_an_army_too_dear_for_the_battle_is_refused(duel: Duel) -> None:
    small: dict[str, Any] = {
        **CROWN,
        "name": "Few",
        "points": 600,
        "units": ("2 halberdiers", "2 crossbowmen"),
        "characters": ("general",),
    }
    duel.scene.run(BuyArmy(**small))
    few = next(each for each in duel.scene.world.all(BoughtArmy) if each.name == "Few")
    duel.mine = few
    duel.challenge()
    ran = duel.accept()
    assert ran.refused
    assert ran.failures[0].rule == "warmaster.army.points"


def _ended(ran: Ran) -> list[str]:
    return [event.why for event in ran.events(ChallengeEnded)]


@KINDS
@pytest.mark.parametrize("why", ["declined", "withdrawn", "lapsed"])
def test_a_challenge_that_came_to_nothing_is_not_sent_again_in_its_turn(why: str) -> None:
    duel = Duel()
    scene = duel.scene
    duel.challenge()
    ends = DeclineChallenge(challenge=ref(open_challenge(duel)))
    accepts = AcceptChallenge(challenge=ref(open_challenge(duel)), army=ref(duel.theirs))
    match why:
        case "declined":
            assert _ended(scene.run(ends, player=duel.foe)) == [why]
        case "withdrawn":
            assert _ended(scene.run(ends)) == [why]
        case _:
            assert _ended(scene.run(DismissArmy(army=ref(duel.mine)))) == [why]
            assert not scene.run(BuyArmy(**CROWN)).refused
            duel.mine = next(scene.world.by(BoughtArmy, "player", scene.me.id))

    # Neither is told again of it in this turn, and nobody can answer it any more.
    before = list(scene.world.all(Challenge))
    for ran in (duel.challenge(), scene.run(ends), scene.run(accepts, player=duel.foe)):
        assert ran.refused
        assert ran.failures[0].rule == "warmaster.battle.kinds"
        assert not {ChallengeSent.kind, ChallengeEnded.kind} & {*learned(ran, duel.foe.faction)}
    assert list(scene.world.all(Challenge)) == before
    assert not list(waiting(scene.view(), "challenger", scene.me.id))

    # Others may be challenged; and the same player from the next turn on.
    assert not scene.run(SendChallenge(player=ref(duel.third), army=ref(duel.mine))).refused
    scene.produce()
    assert not any(each.over for each in scene.world.all(Challenge))
    assert not duel.challenge().refused


@KINDS
def test_a_challenge_of_an_earlier_turn_may_be_sent_again_when_it_was_withdrawn(duel: Duel) -> None:
    duel.challenge()
    duel.scene.produce()
    ran = duel.scene.run(DeclineChallenge(challenge=ref(open_challenge(duel))))
    assert _ended(ran) == ["withdrawn"]
    assert not duel.scene.world.count(Challenge)
    assert not duel.challenge().refused


@KINDS
def test_who_has_fought_may_ask_for_another_battle_at_once(duel: Duel) -> None:
    duel.challenge()
    assert not duel.accept().refused
    assert not duel.challenge().refused


def test_a_challenge_lapses_when_nobody_met_it_for_weeks(duel: Duel) -> None:
    duel.challenge()
    ended = [duel.scene.produce().events(ChallengeEnded) for _ in range(5)]
    assert [event.why for each in ended for event in each] == ["lapsed"]


@KINDS
def test_a_moderator_sets_a_battle(duel: Duel) -> None:
    ran = duel.scene.host(
        SetPitchedBattle(attacker=duel.theirs.id, defender=duel.mine.id, terrain="hills")
    )
    (battle,) = ran.events(PitchedFought)
    assert battle.challenger == duel.foe.id
    assert PitchedFought.kind in learned(ran, duel.third.faction)
    assert duel.scene.host(SetPitchedBattle(attacker=1, defender=1)).refused


@KINDS
def test_a_pitched_battle_is_won_or_lost_by_nothing_in_the_campaign(duel: Duel) -> None:
    scene = duel.scene
    home = scene.city(5, 5, scene.me)
    unit, hero = scene.troop(home, "halberdiers"), scene.character(home)
    duel.challenge()
    duel.accept()
    assert scene.now(unit) == unit
    assert scene.now(hero).replace(ext=None) == hero.replace(ext=None)


# ---------------------------------------------------------------- the ladder


def test_who_beats_somebody_above_takes_that_place(scene: MusterScene) -> None:
    players = [scene.player(f"p{n}", scene.ours) for n in range(4)]
    a, b, c, d = (player.id for player in players)

    def ladder() -> list[int]:
        return [rung.player for rung in sorted(scene.world.all(Rung), key=lambda rung: rung.rank)]

    climb(scene.world, a, b)
    assert ladder() == [a, b]
    climb(scene.world, c, b)
    assert ladder() == [a, c, b]
    climb(scene.world, a, c)
    assert ladder() == [a, c, b]
    climb(scene.world, d, a)
    assert ladder() == [d, a, c, b]
    top = next(scene.world.by(Rung, "player", a))
    assert (top.won, top.lost) == (2, 1)
    assert place_of(scene.world, 0) == 0


def test_everybody_sees_the_ladder(scene: MusterScene) -> None:
    foe = scene.someone("at_war")
    climb(scene.world, scene.me.id, foe.id)
    assert [rung.player for rung in scene.view().all(Rung)] == [foe.id, scene.me.id]
    assert scene.rules.public(scene.world).count(Rung) == 2
    assert isinstance(scene.world.get(Player, foe.id), Player)


SCENE = MusterScene()
WAR = SCENE.war


def sized(name: str, points: int):
    return ready_made(WAR, WAR.army_lists[name], points)


@pytest.mark.rule("warmaster.battle.kinds")
def test_a_larger_army_wins_more_often_and_loses_less() -> None:
    large, small = sized("crown-marches", 1000), sized("redtusk-horde", 500)
    state = SCENE.state()
    odds = next(trial(state, (large, small), "grassland"))
    assert odds.attacker_wins > 0.5
    assert not odds.exact
    assert odds.battles == 20
    lost = {
        side: [f.lost for f in odds.fates if f.side == side] for side in ("attacker", "defender")
    }
    assert len(lost["attacker"]) == len(large.units)
    assert len(lost["defender"]) == len(small.units)
    assert sum(lost["attacker"]) / len(large.units) < sum(lost["defender"]) / len(small.units)
    assert {f.piece.kind for f in odds.fates} == {UNIT}
    assert all(0 <= f.falls <= 1 and 0 <= f.lost <= 1 for f in odds.fates)


def test_the_same_question_has_the_same_answer_and_estimates_grow() -> None:
    armies = sized("warren-clans", 500), sized("hollow-dynasty", 500)
    first, second = islice(trial(SCENE.state(), armies, "forest"), 2)
    assert next(trial(SCENE.state(), armies, "forest")) == first
    assert [first.battles, second.battles] == [20, 60]
    assert not list(SCENE.world.changes()), "nothing of the world is touched"
