"""What battles of Warmaster leave in the world, on land and at sea."""

import pytest

from engine.battle import CONQUER, BattleRecord, Engagement
from engine.dice import SeededDice
from engine.packs.cohorts.battle import fallen
from engine.packs.cohorts.battle.told import BattleRewarded
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.conquest import garrison_beaten
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.worth.levels import stack_level
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.battle.happenings import Ended
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.naval import (
    Battered,
    Broadside,
    FightingShip,
    SeaEnded,
    Seas,
    sea_battle,
)
from engine.packs.warmaster.battle.values import Army
from engine.packs.warmaster.fighting import again
from engine.packs.warmaster.muster import site_of
from engine.packs.warmaster.orders.equipping import EquipMagicItem
from engine.packs.warmaster.outcome import result_of
from engine.packs.warmaster.system import WarmasterBattles
from engine.world import Place
from tests.packs.warmaster.scene import MusterScene
from tests.rules.adapters.warmaster.campaign import ended
from tests.rules.adapters.warmaster.scene import script
from tests.rules.scene import SEED, ref

RESULT = pytest.mark.rule("warmaster.map.result")
NAVAL = pytest.mark.rule("warmaster.map.naval")
SEAS = Seas(rounds=6, hit=4)


class Meeting:
    """My stack, come from (4, 5), attacks an enemy's in (5, 5)."""

    def __init__(self) -> None:
        self.scene = MusterScene()
        self.foe = self.scene.someone("at_war")
        self.mine = self.scene.stack(5, 5)
        self.theirs = self.scene.stack(5, 5, self.foe)
        self.ours = [self.scene.troop(self.mine, "halberdiers") for _ in range(2)]
        self.enemies = [self.scene.troop(self.theirs, "tusk-warriors", self.foe) for _ in range(2)]
        self.origin = self.scene.at(4, 5).place

    def ended(
        self,
        winner: str,
        mine: tuple[int, ...] = (3, 3),
        theirs: tuple[int, ...] = (3, 3),
        characters: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
        dice: str = "",
    ) -> BattleRecord:
        """The record of a battle that ended so."""
        clash = self.scene.clash(self.mine, self.theirs, origin=self.origin)
        return ended(self.scene, clash, winner, (mine, theirs), characters, dice)

    def told(self) -> WarmasterFought:
        """What both sides were told."""
        found = [e.event for e in self.scene.entries if isinstance(e.event, WarmasterFought)]
        return found[0]


@pytest.fixture
def meeting() -> Meeting:
    return Meeting()


@RESULT
def test_a_beaten_attacker_goes_back_and_the_badly_hurt_are_taken(meeting: Meeting) -> None:
    scene = meeting.scene
    lone, whole = meeting.ours
    scene.settle(meeting.ended("defender", mine=(1, 3), theirs=(2, 3)))
    assert scene.now(lone).captor == meeting.foe.id
    assert scene.now(lone).holder == meeting.theirs.place
    assert scene.now(whole).holder == meeting.mine.place
    assert scene.now(meeting.mine).province == scene.at(4, 5).id
    assert scene.now(meeting.theirs).province == scene.at(5, 5).id
    assert [scene.now(unit).wounds for unit in meeting.enemies] == [33, 0]


@RESULT
def test_a_beaten_defender_is_displaced_and_its_destroyed_are_gone(meeting: Meeting) -> None:
    scene = meeting.scene
    gone, left = meeting.enemies
    scene.settle(meeting.ended("attacker", mine=(0, 3), theirs=(0, 2), dice="4"))
    assert scene.gone(gone)
    assert scene.gone(meeting.ours[0])
    assert scene.now(left).holder.kind == "province"
    assert scene.now(left).holder != Place("province", scene.at(5, 5).id)
    assert scene.gone(meeting.theirs)
    told = meeting.told()
    assert (told.winner, told.loser) == (scene.ours.id, meeting.foe.faction)
    assert told.fell == ("Halberdiers",)
    assert told.beaten == ("Tusk Warriors",)


@RESULT
def test_dice_for_the_fallen_are_rolled_for_the_winners_units_then_for_characters() -> None:
    meeting = Meeting()
    scene = meeting.scene
    mine = scene.character(meeting.mine, slot=1, level=9)
    theirs = scene.character(meeting.theirs, meeting.foe, slot=1, level=9)
    record = meeting.ended("attacker", (0, 0), (0, 3), ((0,), (0,)), dice="5436")
    scene.settle(record)
    rallied, lost = meeting.ours
    assert scene.now(rallied).wounds == 66
    assert scene.gone(lost)
    assert scene.now(mine).dead
    assert not scene.now(theirs).dead
    assert scene.now(theirs).wounds == 90
    assert scene.now(theirs).captor == scene.me.id
    assert meeting.told().spared == (theirs.name,)


@RESULT
def test_who_is_slain_and_not_spared_fell_in_battle(meeting: Meeting) -> None:
    scene = meeting.scene
    mine = scene.character(meeting.mine, slot=1, level=9)
    record = meeting.ended("attacker", (0, 0), (0, 3), ((0,), ()), dice="543")
    scene.world.settle()
    state = scene.state(SeededDice(SEED, 1))
    WarmasterBattles().aftermath(state, record)
    fallen.tell(state)
    (fell,) = [e.event for e in state.log.entries if isinstance(e.event, fallen.CharacterFell)]
    assert (fell.character, fell.battle) == (mine.id, True)
    assert fell.province == record.clash.ground


@RESULT
def test_an_attack_that_failed_by_time_takes_nothing_from_anybody(meeting: Meeting) -> None:
    scene = meeting.scene
    hero = scene.character(meeting.mine, slot=1)
    scene.items(meeting.mine, gold=5)
    record = meeting.ended("defender", mine=(1, 0), theirs=(3, 3), characters=((0,), ()), dice="4")
    fight = record.engagements[0]
    late = Ended(winner="defender", reason="time", round=8)
    events = tuple(late if isinstance(each, Ended) else each for each in fight.events)
    scene.settle(record.replace(engagements=(fight.replace(events=events),)))
    hurt, gone = meeting.ours
    assert meeting.told().by_time
    assert scene.gone(gone)
    assert (scene.now(hurt).captor, scene.now(hurt).holder) == (0, meeting.mine.place)
    assert scene.held(meeting.mine) == {"gold": 5}
    assert scene.now(meeting.mine).province == scene.at(4, 5).id
    assert scene.now(hero).captor == meeting.foe.id


@pytest.mark.rule("warmaster.map.experience")
def test_the_winners_surviving_characters_share_the_experience(meeting: Meeting) -> None:
    scene = meeting.scene
    alive = scene.character(meeting.mine, slot=1, level=9)
    dead = scene.character(meeting.mine, slot=1, level=1)
    level = stack_level(meeting.enemies)
    unit = scene.now(meeting.ours[0])
    figures = scene.module.content(Content).experience
    scene.settle(meeting.ended("attacker", theirs=(0, 0), characters=((1, 0), ()), dice="1"))
    xp = -(-figures.gap(level) * figures.battle_percent // 400)
    assert scene.now(alive).xp == alive.xp + xp
    assert scene.now(dead).xp == dead.xp
    assert scene.now(unit).xp == unit.xp
    (told,) = [e.event for e in scene.entries if isinstance(e.event, BattleRewarded)]
    assert [piece.name for piece in told.pieces] == [alive.name]


@pytest.mark.rule("warmaster.map.items")
def test_the_winner_takes_the_items_of_the_losers_fallen_and_keeps_its_own() -> None:
    meeting = Meeting()
    scene = meeting.scene
    scene.items(meeting.mine, **{"battle-banner": 1})
    scene.items(meeting.theirs, **{"sword-of-fate": 1, "wand-of-power": 1, "sword-of-cleaving": 1})
    captain = scene.character(meeting.theirs, meeting.foe, slot=1)
    spare = scene.character(meeting.theirs, meeting.foe, slot=1)
    scene.run(EquipMagicItem(piece=ref(meeting.ours[0]), item="battle-banner"))
    scene.run(
        EquipMagicItem(piece=ref(meeting.enemies[0]), item="sword-of-fate"),
        EquipMagicItem(piece=ref(captain), item="sword-of-cleaving"),
        player=meeting.foe,
    )
    scene.settle(meeting.ended("attacker", (0, 3), (0, 3), ((), (0, 1)), dice="11"))
    assert scene.gone(meeting.ours[0])
    held = scene.held(meeting.mine)
    assert held["battle-banner"] == 1
    assert held["sword-of-fate"] == 1
    assert held["sword-of-cleaving"] == 1
    assert sorted(meeting.told().items) == ["sword-of-cleaving", "sword-of-fate"]
    assert isinstance(scene.now(spare), Character)


@RESULT
def test_nobody_to_fight_against_is_no_battle(scene: MusterScene) -> None:
    foe = scene.someone("at_war")
    mine, theirs = scene.stack(5, 5), scene.stack(5, 5, foe)
    unit = scene.troop(mine, "halberdiers", slot=0)
    scene.troop(theirs, "tusk-warriors", foe)
    record = scene.battle(scene.clash(mine, theirs))
    assert record.winner == "defender"
    assert scene.now(unit).wounds == 0


@pytest.mark.rule("warmaster.map.city")
def test_a_city_falls_with_its_garrison(scene: MusterScene) -> None:
    foe = scene.someone("at_war")
    scene.change(scene.ours, key="lorngate")
    city = scene.city(5, 5, foe)
    scene.province(5, 5, fortification=2)
    scene.troop(city, "runt-mob", foe)
    stack = scene.stack(5, 5)
    scene.character(stack, level=9)
    for _ in range(8):
        scene.troop(stack, "halberdiers")
    clash = scene.clash(stack, None, city, trigger=CONQUER)
    assert site_of(scene.state(), clash).walls == 2
    record = scene.battle(clash)
    assert record.winner == "attacker"
    garrison_beaten(scene.state(), clash, WarmasterBattles().took_part(record))
    baron = scene.world.get(Character, scene.now(city).baron)
    assert baron.player == scene.me.id


@pytest.mark.rule("warmaster.random.stream")
def test_the_same_clash_and_dice_make_the_same_record() -> None:
    records: list[bytes] = []
    for _ in range(2):
        meeting = Meeting()
        clash = meeting.scene.clash(meeting.mine, meeting.theirs)
        records.append(meeting.scene.battle(clash).dump())
    assert records[0] == records[1]


@pytest.mark.rule("warmaster.report")
def test_a_record_is_fought_again_to_the_same_end(meeting: Meeting) -> None:
    scene = meeting.scene
    scene.character(meeting.mine, level=9)
    scene.character(meeting.theirs, meeting.foe, level=9)
    clash, system = scene.clash(meeting.mine, meeting.theirs), WarmasterBattles()
    where, forces = system.muster(scene.state(), clash)
    record = system.fight(where, forces, SeededDice(SEED, 3).stream("a", "b"), clash)
    dice = SeededDice(SEED, 3).stream("a", "b")
    made(where.terrain, where.features, where.walls, dice)
    stored = BattleRecord.load(record.dump())
    assert again(stored.engagements[-1], dice) == record.engagements[-1]


def test_what_a_battle_may_bring_is_told_from_a_view(meeting: Meeting) -> None:
    scene = meeting.scene
    scene.war = scene.war.model_copy(
        update={"warmaster": scene.war.warmaster.model_copy(update={"trials": 20})}
    )
    scene.module = scene.module.model_copy(
        update={"contents": {**scene.module.contents, "warmaster": scene.war}}
    )
    scene.rules.module = scene.module
    scene.character(meeting.mine, level=9)
    for _ in range(6):
        scene.troop(meeting.mine, "knights")
    state = scene.state()
    state.player = scene.me.id
    clash = scene.clash(meeting.mine, meeting.theirs)
    odds = list(WarmasterBattles().odds(state, clash))[-1]
    assert odds.attacker_wins > 0.5
    assert odds.battles == 20
    assert {fate.piece for fate in odds.fates} >= {unit.place for unit in meeting.ours}


# ---------------------------------------------------------------- at sea


def ship(
    side: str, *, attacks: int = 1, hits: int = 3, armour: int = 7, stands: int = 1
) -> FightingShip:
    """A ship of a test's own."""
    return FightingShip(
        side="attacker" if side == "attacker" else "defender",
        name="Ship",
        type="transport",
        attacks=attacks,
        hits=hits,
        armour=armour,
        full_stands=stands,
        stands=stands,
    )


@NAVAL
def test_ships_fire_all_before_any_is_taken_off() -> None:
    attacker = (ship("attacker", attacks=3),)
    defender = (ship("defender", attacks=3),)
    events = sea_battle(SEAS, (attacker, defender), script("444456"))
    assert [each for each in events if isinstance(each, Battered)] == [
        Battered(round=1, side="attacker", number=1, lost=1, stands=0),
        Battered(round=1, side="defender", number=1, lost=1, stands=0),
    ]
    # Both have lost half their ships: the defender wins.
    assert events[-1] == SeaEnded(winner="defender", reason="losses", round=1)


@NAVAL
def test_ships_aim_at_who_can_take_the_fewest_more_hits_and_odd_hits_stay() -> None:
    attacker = (ship("attacker", attacks=2),)
    weak = ship("defender", hits=2, stands=2, armour=5)
    defender = (ship("defender", hits=5, stands=1), weak)
    events = sea_battle(SEAS, (attacker, defender), script(_volleys()))
    shots = [each for each in events if isinstance(each, Broadside) and each.side == "attacker"]
    assert [each.target for each in shots] == [2, 2, 2, 2, 2, 2]
    assert [each.unsaved for each in shots] == [1, 1, 0, 0, 0, 0]
    assert shots[0].saves == (1, 5)
    assert [each for each in events if isinstance(each, Battered)] == [
        Battered(round=2, side="defender", number=2, lost=1, stands=1)
    ]
    assert events[-1] == SeaEnded(winner="defender", reason="time", round=6)


def _volleys() -> str:
    """Two shots of the attacker and their saves, then one of each defender's stands, six times."""
    first = "44" + "15" + "1" + "11"
    second = "41" + "1" + "1" + "11"
    rest = "11" + "1" + "1"
    return first + second + rest * 4


class Fleets:
    """A fleet of mine and one of the enemy's on the same sea."""

    def __init__(self) -> None:
        self.scene = MusterScene()
        self.foe = self.scene.someone("at_war")
        self.scene.province(5, 5, terrain="sea")
        self.mine = self.scene.stack(5, 5)
        self.theirs = self.scene.stack(5, 5, self.foe)
        self.flagship = self._ship(self.mine, "dragon_ship")
        self.prey = self._ship(self.theirs, "barge", self.foe)

    def _ship(self, stack: Stack, kind: str, player: object = None) -> Unit:
        return self.scene.unit(
            stack,
            self.foe if player else None,
            arm="ship",
            type=kind,
            soldiers=5,
            name=kind,
        )


@NAVAL
def test_ships_of_the_base_game_fight_with_their_figures() -> None:
    fleets = Fleets()
    scene = fleets.scene
    scene.character(fleets.mine, level=9, ship=fleets.flagship.id)
    banner = scene.troop(fleets.mine, "halberdiers", ship=fleets.flagship.id)
    scene.items(fleets.mine, **{"battle-banner": 1})
    scene.run(EquipMagicItem(piece=ref(banner), item="battle-banner"))
    clash = scene.clash(fleets.mine, fleets.theirs)
    where, (one, other) = WarmasterBattles().muster(scene.state(), clash)
    assert where.seas == SEAS
    (flagship,), (prey,) = one.ships, other.ships
    assert (flagship.attacks, flagship.hits, flagship.armour, flagship.stands) == (5, 4, 4, 3)
    assert (flagship.bonus, flagship.banner) == (2, 1)
    assert (prey.attacks, prey.hits, prey.armour, prey.stands) == (1, 3, 7, 1)
    assert one.army.troops == ()


@NAVAL
def test_who_is_aboard_a_ship_that_sinks_is_lost_with_it() -> None:
    fleets = Fleets()
    scene = fleets.scene
    soldiers = scene.troop(fleets.theirs, "tusk-warriors", fleets.foe, ship=fleets.prey.id)
    captain = scene.character(fleets.theirs, fleets.foe, level=9, ship=fleets.prey.id)
    record = scene.battle(scene.clash(fleets.mine, fleets.theirs))
    assert record.winner == "attacker"
    assert scene.gone(fleets.prey)
    assert scene.gone(soldiers)
    (fate,) = [each for each in result_of(record, 90).fates if each.piece == captain.place]
    now = scene.now(captain)
    assert now.dead == fate.dead
    if fate.spared:
        assert (now.wounds, now.captor) == (90, scene.me.id)
    fight: Engagement = record.engagements[-1]
    assert [each.side for each in fight.participants if isinstance(each, Army)]
