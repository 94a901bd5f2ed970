"""What a Warlords battle leaves in the world, and what battles and spies tell of single pieces."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.battle import REPEL, Clash, Odds
from engine.campaign import Faction, Player
from engine.dice import SeededDice
from engine.packs.cohorts.campaign.tidings import HeroMourned
from engine.packs.cohorts.content.tidings import Tidings
from engine.packs.cohorts.covert.findings import tell_pieces
from engine.packs.cohorts.knowledge.memories import Insight, Sighting
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.knowledge.spied import insight, insights, learn
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.muster import fighters_in, spells_on
from engine.packs.warlords.pieces import Hero, Troop, Upheld, condition_of
from engine.packs.warlords.system import WarlordsBattles, again
from engine.state import State
from engine.world import Place
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import SEED, Ran, clash_at, ref

SURE = {"assassin": {"abilities": {"assassination": 10}, "strength": 2}}


class Meeting:
    """My stack beside one that is at war with me, in which everything is certain."""

    def __init__(self, **figures: int) -> None:
        self.scene = WarScene(cards=SURE, figures=figures)
        self.enemy = self.scene.someone("at_war")
        self.mine = self.scene.stack(4, 5)
        self.theirs = self.scene.stack(5, 5, self.enemy)

    def fight(self) -> WarlordsBattleFought:
        self.scene.battle(self.scene.clash(self.mine, self.theirs))
        (entry,) = [
            each for each in self.scene.entries if isinstance(each.event, WarlordsBattleFought)
        ]
        assert sorted(entry.audience) == sorted([self.scene.ours.id, self.enemy.faction])
        assert isinstance(entry.event, WarlordsBattleFought)
        return entry.event


@pytest.mark.rule("warlords.map.result")
def test_the_beaten_are_destroyed_and_what_they_carried_is_the_winners() -> None:
    meeting = Meeting()
    scene, enemy = meeting.scene, meeting.enemy
    scene.troop(meeting.mine, "assassin")
    lost = scene.troop(meeting.theirs, "ogre", enemy)
    idle = scene.troop(meeting.theirs, "ogre", enemy, slot=0)
    hero = scene.character(meeting.theirs, enemy, name="Idle Prince", slot=0)
    agent = scene.agent(meeting.theirs, enemy)
    scene.items(meeting.theirs, spear=7)
    scene.items(hero, shield=1)
    event = meeting.fight()
    assert scene.gone(lost)
    assert scene.gone(idle)
    assert scene.gone(meeting.theirs)
    assert scene.held(meeting.mine) == {"spear": 7}
    prisoner = scene.now(hero)
    assert (prisoner.captor, prisoner.holder) == (scene.me.id, meeting.mine.place)
    assert scene.held(hero) == {"shield": 1}
    assert scene.now(agent).holder == scene.at(5, 5).place
    assert event.beaten == ("Ogre",)
    assert event.prisoners == ("Idle Prince",)
    assert event.spoils == {"spear": 7}


@pytest.mark.rule("warlords.map.hero-fall", "warlords.map.result")
def test_a_fallen_hero_of_the_beaten_leaves_all_it_had_to_the_winner() -> None:
    meeting = Meeting(hero_mercy=0)
    scene, enemy = meeting.scene, meeting.enemy
    scene.troop(meeting.mine, "assassin")
    ext = Hero(type="champion", move=16, worn={"head": "crown_of_valour"})
    hero = scene.character(meeting.theirs, enemy, equipment={"main_hand": "broadsword"}, ext=ext)
    scene.items(hero, shield=1)
    meeting.fight()
    body = scene.now(hero)
    assert body.dead
    assert body.holder == scene.at(5, 5).place
    assert body.equipment == {}
    assert isinstance(body.ext, Hero)
    assert body.ext.worn == {}
    assert scene.held(meeting.mine) == {"broadsword": 1, "crown_of_valour": 1, "shield": 1}


@pytest.mark.rule("warlords.map.result")
def test_nobodys_troops_take_no_prisoners() -> None:
    scene = WarScene(cards=SURE)
    city = scene.city(5, 5)
    scene.change(scene.troop(city, "assassin"), player=0)
    mine = scene.stack(5, 5)
    idle = scene.character(mine, slot=0)
    scene.troop(mine, "peasant")
    scene.battle(scene.clash(mine, city=city))
    left = scene.now(idle)
    assert (left.captor, left.holder) == (0, scene.at(5, 5).place)
    assert scene.gone(mine)


@pytest.mark.rule("warlords.map.result")
def test_whom_the_beaten_held_prisoner_is_free_or_changes_hands() -> None:
    meeting = Meeting()
    scene, enemy, third = meeting.scene, meeting.enemy, meeting.scene.someone("neutral")
    scene.troop(meeting.mine, "assassin")
    scene.troop(meeting.theirs, "ogre", enemy)
    ours = scene.character(meeting.theirs, captor=enemy.id)
    others = scene.character(meeting.theirs, third, captor=enemy.id)
    unit = scene.troop(meeting.theirs, "ogre", third, captor=enemy.id)
    meeting.fight()
    assert (scene.now(ours).captor, scene.now(ours).holder) == (0, scene.at(5, 5).place)
    for piece in (others, unit):
        assert (scene.now(piece).captor, scene.now(piece).holder) == (
            scene.me.id,
            meeting.mine.place,
        )


@pytest.mark.rule("warlords.map.naval")
def test_a_lost_ship_takes_the_units_on_it_along() -> None:
    scene = WarScene(cards={**SURE, "hull": {"abilities": {"assassination": 10}}})
    enemy = scene.someone("at_war")
    for spot in ((4, 5), (5, 5)):
        scene.province(*spot, terrain="sea")
    fleet, other = scene.stack(4, 5), scene.stack(5, 5, enemy)
    ship: dict[str, Any] = {"arm": "ship", "type": "barge"}
    lost = scene.troop(fleet, "transport", slot=1, **ship)
    kept = scene.troop(fleet, "hull", slot=2, **ship)
    aboard = scene.troop(fleet, "ogre", ship=lost.id)
    safe = scene.troop(fleet, "ogre", ship=kept.id)
    loose = scene.troop(fleet, "ogre")
    scene.troop(other, "hull", enemy, **ship)
    fighting = [each.name for each in fighters_in(scene.state(), fleet.place, sea=True)]
    assert fighting == ["Transport", "hull"]
    scene.battle(scene.clash(fleet, other))
    gone = [scene.gone(each) for each in (lost, aboard, kept, safe, loose)]
    assert gone == [True, True, False, False, False]


@pytest.mark.rule("warlords.map.artillery")
def test_a_dragon_ship_finds_no_walls_at_sea(scene: WarScene) -> None:
    fleet = scene.stack(5, 5)
    scene.troop(fleet, "dragon_ship", arm="ship", type="dragon_ship")
    (ship,) = fighters_in(scene.state(), fleet.place, sea=True)
    assert ship.abilities == {"missile": 2}
    assert not list(fighters_in(scene.state(), fleet.place, sea=False))


@pytest.mark.rule("warlords.roster.ships")
def test_ships_of_the_base_game_fight_by_the_roster(scene: WarScene) -> None:
    fleet = scene.stack(5, 5)
    for type in ("barge", "merchant_vessel", "runner", "heavy_warship"):
        scene.unit(fleet, arm="ship", type=type)
    fighters = list(fighters_in(scene.state(), fleet.place, sea=True))
    assert [each.type for each in fighters] == ["Transport"] * 3 + ["Heavy Warship"]


# ---------------------------------------------------------------- in the strategic game


def march(stack: Stack, *steps: str) -> MoveAlong:
    return MoveAlong.model_validate({"stack": f"stack:{stack.id}", "steps": steps})


def fought(ran: Ran) -> list[WarlordsBattleFought]:
    assert not ran.faults
    return ran.events(WarlordsBattleFought)


def armies(scene: WarScene) -> tuple[Stack, Stack]:
    enemy = scene.someone("at_war")
    mine, theirs = scene.stack(4, 5), scene.stack(5, 5, enemy)
    for type in ("knight", "knight", "archer"):
        scene.troop(mine, type)
    scene.character(mine)
    for type in ("peasant", "giant_rat", "giant_rat"):
        scene.troop(theirs, type, enemy)
    return mine, theirs


@pytest.mark.rule("warlords.map.campaign")
def test_an_army_that_marches_into_its_enemies_fights_by_these_rules_and_is_replayed() -> None:
    scene = WarScene()
    mine, theirs = armies(scene)
    (event,) = fought(scene.run(march(mine, "e")))
    assert event.record.system == "warlords"
    assert event.record.clash.attackers == (mine.place,)
    assert event.record.winner == "attacker"
    assert scene.gone(theirs)
    dice = SeededDice(SEED, 1).stream(f"stack:{mine.id}", "battle")
    assert again(event.record, dice) == event.record


@pytest.mark.rule("warlords.map.result", "warlords.map.campaign")
def test_a_garrison_that_comes_out_and_is_wiped_out_loses_the_city() -> None:
    sure = {"killer": {"abilities": {"acid": 10, "lightning": 10}, "hits": 4}}
    scene = WarScene(cards=sure, figures={"hero_mercy": 0})
    scene.change(scene.ours, key="sunhold")  # whose peoples are not slaves
    enemy = scene.someone("at_war")
    city = scene.city(7, 5, enemy)
    scene.province(6, 5, barony=city.barony)
    for _ in range(3):  # as strong as the hero is, so that they dare come out
        scene.troop(city, "troll", enemy)
    mine = scene.stack(4, 5)
    scene.troop(mine, "killer")
    hero = scene.character(mine, slot=10)
    ran = scene.run(march(mine, "e", "e"))
    (event,) = fought(ran)
    assert (event.record.clash.first("city"), event.record.winner) == (city.id, "attacker")
    (fallen,) = ran.events(CityConquered)
    assert (fallen.winner, fallen.baron) == (scene.ours.id, hero.id)


@pytest.mark.rule("warlords.map.campaign", "warlords.map.city")
def test_a_garrison_that_repels_intruders_attacks_and_nobody_has_walls(scene: WarScene) -> None:
    city = scene.city(5, 5, scene.me)
    scene.province(5, 5, fortification=3)
    scene.troop(city, "ogre")
    intruder = scene.stack(5, 5, scene.someone("at_war"))
    scene.troop(intruder, "peasant", scene.world.get(Player, intruder.player))
    clash = clash_at(Place("province", city.province), [city], [intruder], REPEL)
    field, (attackers, defenders) = WarlordsBattles().muster(scene.state(), clash)
    assert (field.terrains, field.fortification) == (("open",), 0)
    assert [each.type for each in attackers[0].fighters] == ["Ogre", "Champion"]
    assert [each.type for each in defenders[0].fighters] == ["Peasant"]


@pytest.mark.rule("warlords.map.campaign")
def test_a_plan_fights_nothing_and_says_whom_the_army_would_meet(scene: WarScene) -> None:
    mine, _ = armies(scene)
    scene.character(scene.stack(5, 5))
    scene.run()
    entries = scene.plan(march(mine, "e")).orders[0].entries
    kinds = [type(entry.event) for entry in entries]
    assert WouldMeet in kinds
    assert WarlordsBattleFought not in kinds


@pytest.mark.rule("warlords.forecast")
def test_the_odds_of_a_stack_that_was_not_fully_read_are_an_estimate(scene: WarScene) -> None:
    mine, theirs = armies(scene)
    scene.character(scene.stack(5, 5))
    scene.run()
    clash = scene.clash(mine, theirs)
    (told,) = WarlordsBattles().odds(scene.planning(scene.world), clash)
    assert told.exact
    assert 0.99 < told.attacker_wins < 1
    estimates = list(WarlordsBattles().odds(scene.planning(), clash))
    assert not any(each.exact for each in estimates)
    last = estimates[-1]
    assert last.least is not None
    assert last.most is not None
    assert last.least <= last.attacker_wins <= last.most
    hidden = {unit.place for unit in scene.world.by(Unit, "holder", theirs.place)}
    assert {guess.about for guess in last.guesses} == hidden


def test_the_attacked_garrison_fights_before_the_stacks_that_help_it(scene: WarScene) -> None:
    enemy = scene.someone("at_war")
    city = scene.city(5, 5, enemy)
    helper = scene.stack(5, 5, enemy)
    scene.troop(helper, "ogre", enemy)
    for _ in range(9):
        scene.troop(city, "peasant", enemy)
    mine = scene.stack(5, 5)
    scene.troop(mine, "knight")
    _, (_, defenders) = WarlordsBattles().muster(scene.state(), scene.clash(mine, helper, city))
    types = [[each.type for each in company.fighters] for company in defenders]
    assert types == [["Peasant"] * 8, ["Peasant", "Champion"], ["Ogre"]]


@pytest.mark.rule("warlords.spell.rules")
def test_a_spell_works_on_the_stack_of_its_caster_alone_and_not_after_its_death() -> None:
    scene = WarScene()
    stack, other = scene.stack(5, 5), scene.stack(5, 5)
    hero = Hero(type="wizard", move=14, spells=(Upheld(spell="bravery", stack=stack.id),))
    caster = scene.character(stack, ext=hero)
    assert [s.effect for s in spells_on(scene.state(), stack.place)] == [{"morale": 1}]
    assert not list(spells_on(scene.state(), other.place))
    scene.change(caster, dead=True)
    assert not list(spells_on(scene.state(), stack.place))


@pytest.mark.rule("warlords.map.military-unit")
def test_a_unit_of_the_roster_counts_by_its_card_whatever_its_soldiers(scene: WarScene) -> None:
    stack = scene.stack(5, 5)
    ill = Condition(medals=2, points=6, poisoned=True)
    unit = scene.troop(stack, "ogre", soldiers=5000, level=30, wounds=70, condition=ill)
    assert encounter_level(unit) == 5
    (fighter,) = fighters_in(scene.state(), stack.place, sea=False)
    assert (fighter.strength, fighter.hits, fighter.items) == (5, 3, ())
    assert fighter.condition == ill
    loaded = type(unit).load(unit.dump())
    assert loaded.ext == unit.ext
    assert isinstance(loaded.ext, Troop)
    assert Place("unit", unit.id) == fighter.piece


@pytest.mark.rule("cohorts.campaign.tidings")
def test_all_hear_of_a_hero_who_fell_and_against_whom() -> None:
    scene = WarScene(
        cards=SURE, figures={"hero_mercy": 0}, content={"tidings": Tidings(hero=5, battle=0)}
    )
    foe = scene.someone("at_war")
    lord = scene.character(scene.at(1, 1), foe)
    city = scene.city(6, 5, None, baron=lord.id)
    scene.troop(city, "assassin", foe)
    scene.troop(city, "assassin", foe)
    stack = scene.stack(6, 5)
    scene.troop(stack, "peasant")
    scene.character(stack, name="Aldric", level=9, slot=8)
    ran = scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))
    (mourned,) = ran.events(HeroMourned)
    assert (mourned.name, mourned.battle, mourned.foes) == ("Aldric", True, (foe.faction,))


class Facing:
    """My stack, which sees another of three at war with me in the next province."""

    def __init__(self) -> None:
        self.scene = WarScene()
        self.enemy = self.scene.someone("at_war")
        self.mine, self.theirs = self.scene.stack(4, 5), self.scene.stack(5, 5, self.enemy)
        self.scene.troop(self.mine, "ogre")
        self.scene.character(self.mine)
        blessed = Condition(blessed=True, medals=1)
        self.troop = self.scene.troop(self.theirs, "knight", self.enemy, condition=blessed)
        self.other = self.scene.troop(self.theirs, "archer", self.enemy)
        hero = self.scene.character(self.theirs, self.enemy)
        self.scene.run()
        self.hero = self.scene.world.get(Character, hero.id)
        reveal(self.state, self.scene.ours.id, self.theirs)

    @property
    def theirs_faction(self) -> Faction:
        return self.scene.world.get(Faction, self.enemy.faction)

    @property
    def state(self) -> State:
        state = self.scene.state()
        state.player = self.scene.me.id
        return state

    @property
    def clash(self) -> Clash:
        return self.scene.clash(self.mine, self.theirs)

    def read(self, pieces: Sequence[Character | Unit]) -> None:
        state = self.state
        known = [(piece, insight(state, piece)) for piece in pieces]
        learn(state, self.scene.ours.id, self.theirs.province, known, counted=False)

    def odds(self) -> Odds:
        """The first estimate of my faction."""
        return next(WarlordsBattles().odds(self.scene.planning(), self.clash))

    def chance(self) -> float:
        odds = self.odds()
        assert odds.exact
        return odds.attacker_wins

    def kept(self) -> dict[int, Insight]:
        """What my faction holds of their units, by id."""
        return {
            place.id: read
            for place, read in insights(self.scene.view()).items()
            if place.kind == Unit.kind
        }


@pytest.mark.rule("warlords.forecast")
def test_the_odds_of_a_stack_that_was_read_are_those_of_the_truth() -> None:
    facing = Facing()
    assert not facing.odds().exact
    facing.read([facing.troop, facing.other])
    partly = facing.odds()
    assert not partly.exact
    assert partly.least is not None
    assert {guess.about for guess in partly.guesses} == {facing.hero.place}
    facing.read([facing.hero])
    assert facing.odds().exact
    (truth,) = WarlordsBattles().odds(facing.scene.state(), facing.clash)
    assert facing.chance() == truth.attacker_wins
    assert 0 < truth.attacker_wins < 1


@pytest.mark.rule("warlords.forecast")
def test_what_has_changed_since_it_was_read_counts_as_it_was_then() -> None:
    facing = Facing()
    facing.read([facing.troop, facing.other, facing.hero])
    before = facing.chance()
    world = facing.scene.world
    stronger = Troop.of(facing.scene.war.unit_types["black_dragon"])
    world.put(world.get(Unit, facing.other.id).replace(ext=stronger))
    assert facing.chance() == before


@pytest.mark.rule("cohorts.knowledge.view")
def test_what_was_read_is_kept_with_its_date_and_never_shown_as_what_is_so_now() -> None:
    facing = Facing()
    facing.read([facing.troop])
    turn = facing.state.now.turn
    facing.scene.produce()
    reveal(facing.state, facing.scene.ours.id, facing.scene.world.get(Stack, facing.theirs.id))
    sighting = facing.scene.world.first(
        Sighting, "about", (facing.scene.ours.id, facing.theirs.place)
    )
    assert sighting
    assert sighting.turn == turn + 1
    (read,) = facing.kept().values()
    assert read.turn == turn
    assert read.ext == facing.troop.ext
    assert not facing.scene.view().get(Unit, facing.troop.id).knows("ext")
    assert insights(facing.scene.view(facing.theirs_faction)) == {}


@pytest.mark.rule("cohorts.knowledge.view")
def test_a_spell_counts_no_soldiers_and_a_spy_does(scene: WarScene) -> None:
    city = scene.city(5, 5, scene.someone("at_war"))
    troop = scene.troop(city, "knight", scene.someone("at_war"))
    state = scene.state()
    state.player = scene.me.id
    learn(state, scene.ours.id, city.province, [(troop, insight(state, troop))], counted=False)
    assert scene.view().get(Unit, troop.id).soldiers == 0
    tell_pieces(state, city.province, [troop], (Unit,), (city,))
    assert scene.view().get(Unit, troop.id).soldiers == troop.soldiers
    learn(state, scene.ours.id, city.province, [(troop, insight(state, troop))], counted=False)
    assert scene.view().get(Unit, troop.id).soldiers == troop.soldiers


@pytest.mark.rule("warlords.report")
def test_the_beaten_know_what_is_left_of_the_winners() -> None:
    facing = Facing()
    scene = facing.scene
    scene.world.remove(scene.world.get(Unit, facing.troop.id))
    scene.world.put(
        scene.world.get(Unit, facing.other.id).replace(
            ext=Troop.of(scene.war.unit_types["black_dragon"])
        )
    )
    scene.troop(facing.theirs, "peasant", facing.enemy, slot=0)
    record = scene.battle(facing.clash, SeededDice(SEED, 1).stream("stack:1", "battle"))
    assert record.winner == "defender"
    (read,) = facing.kept().values()
    now = scene.world.get(Unit, facing.other.id)
    assert read.ext == now.ext
    assert condition_of(scene.war, now).points
