"""Characters of the base game fight by plan: module `iron_lines`."""

from typing import Any

import pytest

from engine.battle import Clash
from engine.facts import NotKnown
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Character
from engine.packs.kingdoms.bouts.contest import BOUT, end_of
from engine.packs.kingdoms.bouts.happenings import Shot
from engine.packs.kingdoms.bouts.on_cohorts.challenging import Challenge, WouldChallenge
from engine.packs.kingdoms.bouts.on_cohorts.fielding import fighter, hits_left
from engine.packs.kingdoms.bouts.on_cohorts.planning import PlanSet, SetEncounterPlan, read
from engine.packs.kingdoms.bouts.on_cohorts.system import CHALLENGE, BoutFought
from engine.state import State
from engine.world import Place, World
from tests.rules.scene import Scene, module, ref


class BoutScene(Scene):
    """Two enemies who stand in one province."""

    def __init__(self, relation: str = "at_war") -> None:
        super().__init__(8, 8)
        self.module = module("iron_lines")
        self.rules = Rules.of(self.module)
        self.world = World.load(self.rules.records, self.world.rows())
        self.they = self.someone(relation)
        self.met(self.they)
        self.hero = self.character(self.stack(3, 3), name="Anwen", skills={"blade": 25, "bow": 8})
        self.foe = self.character(self.stack(3, 3, self.they), self.they, name="Brusk")

    def challenge(self, **fields: Any) -> Any:
        told = {"character": ref(self.hero), "target": ref(self.foe), **fields}
        return self.give(Challenge, **told)

    def clash(self) -> Clash:
        place = Place("province", self.at(3, 3).id)
        sides = ((self.hero.place,), (self.foe.place,))
        return Clash(kind=BOUT, sides=sides, trigger=CHALLENGE, place=place)


@pytest.mark.rule("kingdoms.mapping.abilities-for-base-characters")
def test_a_character_fights_by_the_heroic_levels_of_its_skills_and_its_wounds() -> None:
    scene = BoutScene()
    hero = scene.change(scene.hero, wounds=50)
    made = fighter(scene.world, scene.content, hero)
    assert (made.level("ME"), made.level("AR")) == (5, 2)
    assert (made.full, made.hits, made.temper, made.plan) == (30, 15, "Brave", ("ME",))
    assert made.alignment == "Neutral"
    assert hits_left(30, 99) == 1


def test_a_challenge_is_fought_told_and_leaves_its_wounds() -> None:
    scene = BoutScene()
    scene.give(SetEncounterPlan, character=ref(scene.hero), plan="fi, me")
    ran = scene.challenge()
    assert not ran.refused
    (told,) = ran.events(BoutFought)
    assert (told.challenger_name, told.challenged_name) == ("Anwen", "Brusk")
    engagement = told.record.engagements[0]
    assert any(isinstance(each, Shot) for each in engagement.events)
    ended = end_of(engagement)
    for piece, left in zip((scene.hero, scene.foe), ended.hits, strict=True):
        now = scene.now(piece)
        assert now.dead == (left == 0)
        before = fighter(scene.world, scene.content, scene.hero).full if piece is scene.hero else 20
        assert bool(now.wounds) == (left < before)
    assert scene.now(scene.hero).actions == 0


def test_a_plan_is_its_own_sides_secret_and_is_read_as_people_write_it() -> None:
    scene = BoutScene()
    ran = scene.give(SetEncounterPlan, character=ref(scene.hero), plan="ca-hp ME")
    assert ran.code == "not_allowed"
    assert "CA-" not in ran.failures[0].instead
    ran = scene.give(SetEncounterPlan, character=ref(scene.hero), plan="")
    assert ran.code == "not_allowed"
    ran = scene.give(SetEncounterPlan, character=ref(scene.hero), plan="fi ,me")
    assert [each.plan for each in ran.events(PlanSet)] == [("FI", "ME")]
    theirs = scene.rules.view(scene.world, scene.they.faction).find(Character, scene.hero.id)
    assert theirs is None or not theirs.knows("ext")


@pytest.mark.rule("kingdoms.encounter.plan")
def test_a_spell_is_written_by_its_name_where_there_is_magic() -> None:
    spells = {"FI": "Fireball", "MI": "Mirror-Image Phantasm"}
    assert read("shoot, cast fireball, melee", spells) == ("FI", "CA-FI", "ME")
    assert read("cast Mirror-Image Phantasm, CA-FI me", spells) == ("CA-MI", "CA-FI", "ME")


@pytest.mark.parametrize("relation", ["neutral", "allied"])
def test_only_enemies_are_challenged(relation: str) -> None:
    assert BoutScene(relation).challenge().code == "relation"


def test_who_is_elsewhere_dead_or_a_prisoner_is_not_challenged() -> None:
    scene = BoutScene()
    scene.change(scene.foe, holder=scene.stack(5, 5, scene.they).place)
    assert scene.challenge().code == "bad_target", "nobody sees that character there"
    scene.character(scene.stack(5, 5))
    assert scene.challenge().code == "out_of_range"
    scene = BoutScene()
    scene.change(scene.foe, dead=True)
    assert scene.challenge().code == "bad_target"
    scene = BoutScene()
    scene.change(scene.hero, actions=0)
    assert scene.challenge().code == "no_action"


def test_a_preview_says_whom_it_would_challenge_and_fights_nothing() -> None:
    scene = BoutScene()
    foreseen = scene.plan(Challenge(character=ref(scene.hero), target=ref(scene.foe)))
    events = [entry.event for planned in foreseen.orders for entry in planned.entries]
    assert any(isinstance(each, WouldChallenge) for each in events)
    assert not any(isinstance(each, BoutFought) for each in events)


def test_odds_are_sampled_from_what_is_known_and_nothing_from_what_is_not() -> None:
    scene = BoutScene()
    contest = scene.rules.contests[BOUT]
    *_, best = contest.odds(scene.state(), scene.clash())
    assert best.battles == 400
    assert best.attacker_wins > 0.5
    assert {each.side for each in best.fates} == {"attacker", "defender"}
    view = scene.rules.view(scene.world, scene.they.faction)
    with pytest.raises(NotKnown):
        list(contest.odds(State(scene.rules, view, scene.state().dice), scene.clash()))
