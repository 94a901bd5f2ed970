"""What saboteurs and assassins do, apart from the worked cases, and who learns of it."""

from fractions import Fraction
from typing import Any

import pytest

from engine.campaign import Faction, Player
from engine.dice import ScriptedDice, Whole
from engine.events import Event
from engine.facts import NotKnown
from engine.orders import Order
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.covert.assassins import (
    AssassinateCharacter,
    CharacterKidnapped,
    CharacterStabbed,
    KidnapCharacter,
)
from engine.packs.cohorts.covert.bodyguards import AssignBodyguard, PostLeft
from engine.packs.cohorts.covert.mission import MissionEnded
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons, WeaponsPoisoned
from engine.packs.cohorts.covert.prisoners import AttemptEscape, EscapeAttempted, RescueCharacter
from engine.packs.cohorts.covert.sabotage import (
    CauseStrifeInCity,
    FortificationsSabotaged,
    MoraleSabotaged,
    SabotageFortifications,
    SabotageMoraleOfTroops,
    StrifeCaused,
    TroopsDisheartened,
)
from engine.packs.cohorts.covert.spying import SpyCharacter
from engine.packs.cohorts.diplomacy.orders import SueForPeace
from engine.packs.cohorts.pieces.records import SOMEBODY, Character, City, Unit
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.packs.cohorts.worth.shelter import defending
from engine.world import Record
from tests.rules.adapters.battle_field import going
from tests.rules.adapters.covert_scene import Covert
from tests.rules.scene import CONTENT, Ran, Scene, ref

SKILLS = {"thief": 20, "assassin": 20}


class Alley(Scene):
    """A rogue of mine, an enemy in the same province, and a third faction that looks on."""

    def __init__(self) -> None:
        super().__init__()
        self.den = self.stack(5, 5)
        self.rogue = self.character(self.den, level=90, skills=SKILLS)
        self.foe: Player = self.someone("at_war")
        self.camp = self.stack(5, 5, self.foe)
        witness = self.someone("neutral")
        self.character(self.stack(5, 5, witness), witness)

    def victim(self, **values: Any) -> Character:
        return self.character(self.camp, self.foe, name="Victim", **values)

    def try_(self, order: type[Order], target: Record, *rolls: int, **more: Any) -> Ran:
        dice = ScriptedDice([Whole(roll, 100) for roll in rolls]) if rolls else None
        given = {"character": str(ref(self.rogue)), "target": str(ref(target)), **more}
        return self.run(order.model_validate(given), dice=dice)


@pytest.fixture
def scene() -> Alley:
    return Alley()


def heard(ran: Ran, kind: type[Event]) -> dict[int, Event]:
    """Who learned which part of the one event of a kind."""
    (entry,) = (each for each in ran.entries if isinstance(each.event, kind))
    return dict(entry.audience)


# ---------------------------------------------------------------- assassins


@pytest.mark.rule("cohorts.order.assassinate-character")
def test_both_sides_learn_of_a_stabbing_and_only_one_whose_it_was(scene: Alley) -> None:
    victim = scene.victim()
    ran = scene.try_(AssassinateCharacter, victim, 1)
    said = CharacterStabbed(
        character=victim.id, name="Victim", province=scene.at(5, 5).id, wounds=90, died=False
    )
    assert heard(ran, CharacterStabbed) == {scene.ours.id: said, scene.foe.faction: said}
    assert set(heard(ran, MissionEnded)) == {scene.ours.id}
    assert scene.now(victim).wounds == 90


def test_a_strong_constitution_is_proof_against_daggers(scene: Alley) -> None:
    victim = scene.victim(attributes={"CON": 130})
    assert not scene.try_(AssassinateCharacter, victim, 1).refused
    assert scene.now(victim).wounds == 0


def test_the_dead_are_assassinated_and_kidnapped_no_more(scene: Alley) -> None:
    body = scene.victim(dead=True)
    assert scene.try_(AssassinateCharacter, body).code == "bad_target"
    assert scene.try_(KidnapCharacter, body).code == "bad_target"


@pytest.mark.parametrize("order", [AssassinateCharacter, KidnapCharacter])
def test_a_plan_leaves_a_mission_open(order: type[Order], scene: Alley) -> None:
    victim = scene.victim()
    given = {"character": str(ref(scene.rogue)), "target": str(ref(victim))}
    plan = scene.plan(order.model_validate(given))
    assert plan.orders[0].outcome == "done"
    (entry,) = plan.orders[0].entries
    assert isinstance(entry.event, MissionEnded)
    assert entry.event.outcome == "open"
    assert plan.orders[0].draws == ()
    assert plan.world.get(Character, victim.id).holder == scene.camp.place


@pytest.mark.rule("cohorts.order.kidnap-character")
def test_the_kidnapped_come_with_all_they_have_and_their_side_does_not_learn_where() -> None:
    scene = Alley()
    victim = scene.victim(equipment={"main_hand": "spear"}, ship=3)
    scene.items(victim, lavender=4)
    ran = scene.try_(KidnapCharacter, victim, 1)
    now = scene.now(victim)
    assert (now.holder, now.captor, now.player) == (scene.den.place, scene.me.id, scene.foe.id)
    assert (now.equipment, now.ship) == ({"main_hand": "spear"}, 0)
    assert scene.held(victim) == {"lavender": 4}
    told = heard(ran, CharacterKidnapped)
    assert set(told) == {scene.ours.id, scene.foe.faction}
    theirs = told[scene.foe.faction]
    assert isinstance(theirs, CharacterKidnapped)
    assert theirs.province == scene.at(5, 5).id
    with pytest.raises(NotKnown):
        _ = theirs.to


@pytest.mark.rule("cohorts.covert.outcomes")
def test_the_side_of_the_kidnapped_knows_neither_who_has_them_nor_where(scene: Alley) -> None:
    victim = scene.victim()
    scene.try_(KidnapCharacter, victim, 1)
    side = scene.world.get(Faction, scene.foe.faction)
    missed = scene.view(side).get(Character, victim.id)
    assert (missed.captor, missed.holder) == (SOMEBODY, scene.at(5, 5).place)
    assert scene.view().get(Character, victim.id).holder == scene.den.place, "ours know it"
    flight = AttemptEscape(character=ref(victim))
    assert scene.plan(flight, player=scene.foe).orders[0].outcome == "unforeseen"
    scene.change(victim, actions=1)
    ran = scene.run(flight, player=scene.foe)
    (tried,) = ran.events(EscapeAttempted)
    got_away = tried.outcome == "escaped"
    assert tried.start == (scene.den.place if got_away else scene.at(5, 5).place)


def test_whoever_is_carried_off_and_comes_free_is_known_to_be_where_he_is(scene: Alley) -> None:
    victim = scene.victim()
    scene.try_(KidnapCharacter, victim, 1)
    scene.run(TransferCharacter(character=ref(victim), target=ref(scene.at(5, 5))))
    side = scene.world.get(Faction, scene.foe.faction)
    assert scene.view(side).get(Character, victim.id) == scene.now(victim)
    assert (scene.now(victim).captor, scene.now(victim).seized) == (0, 0)


@pytest.mark.rule("cohorts.covert.prisoners")
def test_a_stack_that_is_emptied_keeps_nobody(scene: Alley) -> None:
    prisoner = scene.victim()
    scene.change(prisoner, holder=scene.den.place, captor=scene.me.id)
    scene.run()
    assert scene.now(prisoner).captor == scene.me.id
    scene.run(TransferCharacter(character=ref(scene.rogue), target=ref(scene.at(5, 5))))
    now = scene.now(prisoner)
    assert (now.captor, now.holder.kind) == (0, "province")


def test_the_kidnapped_guard_nobody_and_nobody_guards_them(scene: Alley) -> None:
    victim = scene.victim()
    guard = scene.victim(guarding=victim.id)
    friend = scene.victim()
    scene.change(victim, guarding=friend.id)
    ran = scene.try_(KidnapCharacter, victim, 1)
    assert {each.guard for each in ran.events(PostLeft)} == {guard.id, victim.id}
    assert scene.now(guard).guarding == scene.now(victim).guarding == 0


# ---------------------------------------------------------------- morale


@pytest.mark.rule("cohorts.order.sabotage-morale-of-troops")
def test_each_owner_learns_of_his_own_troops_and_the_thief_how_many_they_were(scene: Alley) -> None:
    other = scene.player("other", "third")
    scene.relation("ours", "third", "at_war")
    mine = scene.unit(scene.den, morale=80)
    first = scene.unit(scene.camp, scene.foe, morale=80)
    loose = scene.unit(scene.at(5, 5), scene.foe, morale=Fraction(99, 2))
    second = scene.unit(scene.stack(5, 5, other), other, morale=0)
    ran = scene.try_(SabotageMoraleOfTroops, scene.at(5, 5), 1)
    spot = scene.at(5, 5).id
    assert heard(ran, TroopsDisheartened) == {
        scene.ours.id: TroopsDisheartened(province=spot, percent=20, units=3)
    }
    told = [each.audience for each in ran.entries if isinstance(each.event, MoraleSabotaged)]
    assert told == [
        {scene.foe.faction: _lost(spot, first, loose)},
        {other.faction: _lost(spot, second)},
    ]
    left = [scene.now(each).morale for each in (mine, first, loose, second)]
    assert left == [80, 64, 39, 0]


def _lost(spot: int, *units: Unit) -> MoraleSabotaged:
    return MoraleSabotaged(province=spot, percent=20, units=tuple(unit.place for unit in units))


def test_where_no_enemy_stands_nothing_is_found_and_nobody_told(scene: Alley) -> None:
    ran = scene.try_(SabotageMoraleOfTroops, scene.at(5, 5), 90)
    assert heard(ran, TroopsDisheartened) == {
        scene.ours.id: TroopsDisheartened(province=scene.at(5, 5).id, percent=20, units=0)
    }
    assert not ran.events(MoraleSabotaged)


def test_troops_are_spared_while_peace_with_them_is_sought(scene: Alley) -> None:
    unit = scene.unit(scene.camp, scene.foe, morale=80)
    scene.run(SueForPeace(faction=ref(scene.faction("at_war"))))
    ran = scene.try_(SabotageMoraleOfTroops, scene.at(5, 5), 1)
    assert not ran.refused
    assert scene.now(unit).morale == 80


# ---------------------------------------------------------------- cities and walls


def enemy_city(scene: Alley, **values: Any) -> City:
    people = {"population": {"human": 12000}, "actions": 3}
    return scene.city(5, 5, scene.foe, **{**people, **values})


@pytest.mark.rule("cohorts.order.cause-strife-in-city")
def test_strife_begins_with_the_next_turn_and_ends_with_the_month(scene: Alley) -> None:
    city = enemy_city(scene)
    guild = scene.guild(city, "church")
    ran = scene.try_(CauseStrifeInCity, city, 1)
    said = StrifeCaused(city=city.id)
    assert heard(ran, StrifeCaused) == {scene.ours.id: said, scene.foe.faction: said}
    assert scene.now(city).actions == 3
    for _ in range(2):
        scene.produce()
        assert scene.now(city).actions == 2
        assert scene.now(guild).actions == 1
    scene.produce(monthly=True)
    assert (scene.now(city).actions, scene.now(city).strife) == (3, False)


def test_what_strife_does_to_others_is_not_in_their_enemys_view(scene: Alley) -> None:
    city = enemy_city(scene)
    scene.try_(CauseStrifeInCity, city, 1)
    assert not scene.view().get(City, city.id).knows("strife")
    assert scene.view(scene.faction("at_war")).get(City, city.id).strife


@pytest.mark.rule("cohorts.order.sabotage-fortifications")
@pytest.mark.parametrize("level, levels", [(0, 0), (1, 1), (4, 2)])
def test_sabotaged_walls_defend_worse_but_stand_as_high(level: int, levels: int) -> None:
    scene = Alley()
    enemy_city(scene)
    scene.province(5, 5, fortification=level)
    ran = scene.try_(SabotageFortifications, scene.at(5, 5), 1)
    said = FortificationsSabotaged(province=scene.at(5, 5).id, levels=levels)
    told = {scene.ours.id: said, scene.foe.faction: said} if levels else {scene.ours.id: said}
    assert heard(ran, FortificationsSabotaged) == told
    now = scene.at(5, 5)
    assert (now.fortification, now.walls) == (level, level - levels)
    weak = [*defending(scene.content, now, walls=True)]
    low = now.replace(fortification=now.walls, sabotaged=0)
    assert weak == [*defending(scene.content, low, walls=True)]


def test_walls_are_raised_from_their_real_level(scene: Alley) -> None:
    scene.barony((5, 5))
    city = enemy_city(scene)
    scene.province(5, 5, fortification=1, deposits=("oak", "stone", "iron"))
    scene.try_(SabotageFortifications, scene.at(5, 5), 1)
    order = BuildWalls(city=ref(city), province=ref(scene.at(5, 5)))
    assert not scene.run(order, player=scene.foe).refused
    assert (scene.at(5, 5).fortification, scene.at(5, 5).walls) == (2, 0)


ALL_SKILLS: dict[str, Any] = {"spy": 20, "thief": 20, "assassin": 20}


@pytest.mark.parametrize("status", ["burning", "poisoned"])
@pytest.mark.parametrize("cls", [SpyCharacter, AssassinateCharacter, RescueCharacter])
@pytest.mark.rule("cohorts.battle-status.burning")
def test_who_burns_goes_on_no_mission(cls: type[Order], status: str) -> None:
    scene = Covert(**ALL_SKILLS)
    victim = scene.theirs(scene.camp())
    if cls is RescueCharacter:
        victim = scene.able(scene.camp())
        scene.change(victim, captor=scene.foe.id)
    scene.change(scene.hero, statuses={status: 3})
    code = scene.give(cls, character=ref(scene.hero), target=ref(victim)).code
    assert (code == "unable") == (status == "burning")


@pytest.mark.rule("cohorts.battle-status.burning")
def test_a_burning_prisoner_does_not_escape_but_may_guard_when_it_is_free() -> None:
    scene = Covert(**ALL_SKILLS)
    foe = scene.foe
    held = scene.change(scene.able(scene.camp()), captor=foe.id, statuses={"burning": 3}, actions=1)
    assert scene.give(AttemptEscape, character=ref(held)).code == "unable"
    scene.change(scene.hero, statuses={"burning": 3})
    guarded = scene.character(scene.party)
    assert scene.give(AssignBodyguard, character=ref(scene.hero), target=ref(guarded)).code != (
        "unable"
    )


RULE = "cohorts.order.make-poison-weapons"
VENOM = CONTENT.potions["foxglove_venom"]


def poisoned(weapon: str, quality: int) -> tuple[Scene, Character, Ran]:
    """An assassin with venom of that quality puts it on such weapons."""
    scene = Scene()
    assassin = scene.character(scene.stack(2, 2), level=30, skills={"assassin": 10})
    vial = str(Item(VENOM.key, quality=quality))
    scene.items(assassin, **{vial: 2, weapon: 3})
    order = MakePoisonWeapons(character=ref(assassin), weapon=weapon, poison=vial)
    return scene, assassin, scene.run(order)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("quality", [1, 4, 7])
def test_poison_is_worth_in_battle_what_its_quality_says(quality: int) -> None:
    scene, assassin, ran = poisoned("broadsword", quality)
    (told,) = ran.events(WeaponsPoisoned)
    [made] = [name for name in scene.held(assassin) if item_of(name).poison]
    assert told.number == 3
    bearer = scene.unit(scene.stack(3, 3), equipment={"main_hand": made})
    coat = VENOM.coating
    assert coat
    [special] = going(scene, bearer).specials
    assert special.type == coat.type
    assert special.damage == coat.damage * quality
    assert special.quality == coat.value * quality
