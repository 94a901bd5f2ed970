"""What spells, spies and battles tell of single pieces: kept with its date, and enough for odds."""

from collections.abc import Sequence

import pytest

from engine.battle import Clash, Odds
from engine.campaign import Faction
from engine.dice import SeededDice
from engine.packs.cohorts.covert.findings import tell_pieces
from engine.packs.cohorts.knowledge.memories import Insight, Sighting
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.knowledge.spied import insight, insights, learn
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.pieces import Troop, condition_of
from engine.packs.warlords.system import WarlordsBattles
from engine.state import State
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import SEED


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
