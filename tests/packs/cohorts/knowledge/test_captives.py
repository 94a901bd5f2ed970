"""What a side knows of its captured people: what it saw last and was told."""

import pytest

from engine.dice import ForeseeDice, SeededDice
from engine.packs.cohorts.covert.assassins import AssassinateCharacter, CharacterStabbed
from engine.packs.cohorts.covert.prisoners import AttemptEscape, EscapeAttempted
from engine.packs.cohorts.knowledge.memories import Captive, Sighting
from engine.packs.cohorts.knowledge.spied import learn
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.records import (
    SOMEBODY,
    Character,
    Possession,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.stacks.captivity import put_away
from engine.packs.cohorts.stacks.equipping import StripUnit
from engine.packs.cohorts.stacks.harm import die
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.state import State
from engine.world import Place
from tests.rules.plain import blank
from tests.rules.scene import SEED, Ran, Scene, ref

pytestmark = pytest.mark.rule("cohorts.knowledge.view")


class Gaol(Scene):
    """Somebody of mine in a stack of the enemy, far from everyone of mine."""

    def __init__(self) -> None:
        super().__init__(20, 12)
        self.foe = self.someone("at_war")
        self.gaol = self.stack(5, 5, self.foe, name="Gaolers")
        self.unit(self.gaol, self.foe)
        self.hero = self.character(
            self.gaol, captor=self.foe.id, equipment={"main_hand": "spear"}, wounds=10
        )
        self.items(self.hero, lavender=3)
        self.keep = self.city(9, 5, self.foe, name="Keep")
        self.home = self.city(1, 1, self.me)
        self.run()

    def known(self) -> tuple[Character, list[tuple[str, int]], list[ActiveSpell]]:
        """What my side knows of the captive: state, possessions, spells."""
        view = self.view()
        mine = self.hero.place
        items = [(each.item, each.count) for each in view.by(Possession, "holder", mine)]
        return view.get(Character, mine.id), items, list(view.by(ActiveSpell, "on", mine))

    def visit(self, x: int, y: int) -> None:
        """Somebody of mine comes to where the captive is held."""
        self.character(self.stack(x, y))
        self.run()


@pytest.fixture
def scene() -> Gaol:
    return Gaol()


def learned(ran: Ran, faction: int) -> list[str]:
    """The kinds of what a faction was told in a tick."""
    return [type(each).kind for entry in ran.entries if (each := entry.for_(faction))]


def test_what_befalls_a_captive_unseen_is_not_known_to_his_side(scene: Gaol) -> None:
    known = scene.known()
    scene.run(StripUnit(piece=ref(scene.hero)), player=scene.foe)
    assert scene.held(scene.hero) == {}
    view = scene.view().rows()
    scene.change(scene.hero, holder=scene.keep.place, wounds=70, statuses={"poisoned": 3}, mana=4)
    spell = {"on": scene.hero.place, "spell": "charm_of_speed", "strength": 3, "level": 3}
    scene.world.add(ActiveSpell, **{**blank(ActiveSpell), **spell})
    scene.change(scene.gaol, province=scene.at(15, 9).id)
    assert scene.known() == known
    assert scene.view().rows() == view


def test_production_tells_his_side_nothing_of_a_captive_that_lives(scene: Gaol) -> None:
    scene.change(scene.hero, statuses={"poisoned": 3}, mana=0, job="mage")
    known = scene.known()[0]
    ran = scene.produce(monthly=True)
    assert scene.now(scene.hero).wounds != known.wounds
    assert "status-suffered" not in learned(ran, scene.ours.id)
    assert "recovered" not in learned(ran, scene.ours.id)
    now = scene.known()[0]
    assert (now.wounds, now.statuses) == (known.wounds, known.statuses)


def test_that_a_captive_died_is_told_and_known(scene: Gaol) -> None:
    scene.change(scene.hero, statuses={"poisoned": 3}, wounds=95)
    scene.change(scene.gaol, province=scene.at(15, 9).id)
    ran = scene.produce()
    assert "status-suffered" in learned(ran, scene.ours.id)
    now = scene.known()[0]
    assert (now.dead, now.wounds, now.statuses) == (True, 100, {})
    assert scene.view().get(Captive, 1).province == scene.at(5, 5).id


@pytest.mark.parametrize("whose", ["self", "teammate", "allied"])
def test_a_captive_whom_friends_see_is_known_as_he_is_then(whose: str, scene: Gaol) -> None:
    scene.change(scene.hero, wounds=70)
    scene.world.remove(next(scene.world.by(Possession, "holder", scene.hero.place)))
    friend = scene.someone(whose)
    scene.character(scene.stack(5, 5, friend), friend)
    scene.run()
    known, items, _ = scene.known()
    where = scene.at(5, 5) if whose == "allied" else scene.gaol  # of which only the ally knows
    assert known == scene.now(scene.hero).replace(holder=where.place)
    assert items == []


def test_a_captive_within_a_citys_walls_is_not_seen_from_outside(scene: Gaol) -> None:
    known = scene.known()[0]
    scene.change(scene.hero, holder=scene.keep.place, wounds=70)
    scene.visit(9, 5)
    assert scene.known()[0].wounds == known.wounds


def test_with_guards_who_were_seen_elsewhere_since_a_captive_is_not_shown(scene: Gaol) -> None:
    scene.visit(5, 5)
    assert scene.known()[0].holder == scene.gaol.place
    scene.change(scene.hero, holder=scene.keep.place)
    scene.change(scene.gaol, province=scene.at(14, 9).id)
    scene.visit(14, 9)
    assert scene.known()[0].holder == scene.at(5, 5).place
    assert scene.view().get(Stack, scene.gaol.id).province == scene.at(14, 9).id


def test_among_guards_in_sight_who_have_him_no_more_a_captive_is_not_shown(scene: Gaol) -> None:
    scene.visit(5, 5)
    scene.change(scene.hero, holder=scene.keep.place)
    scene.run()
    assert scene.known()[0].holder == scene.at(5, 5).place
    assert scene.view().find(Stack, scene.gaol.id)


def test_who_is_free_again_is_known_as_he_is(scene: Gaol) -> None:
    scene.change(scene.hero, wounds=70)
    order = TransferCharacter(character=ref(scene.hero), target=ref(scene.at(5, 5)))
    assert not scene.run(order, player=scene.foe).refused
    assert scene.known()[0] == scene.now(scene.hero)
    assert not scene.world.count(Captive)


def test_who_is_taken_in_a_tick_is_known_as_he_was_taken_whatever_comes_after(scene: Gaol) -> None:
    other = scene.character(scene.home, name="Maud")
    put_away(scene.world, other, scene.gaol.place, scene.foe.id)
    scene.change(other, wounds=60, holder=scene.keep.place)
    scene.run()
    assert scene.view().get(Character, other.id).wounds == 0
    assert scene.view().get(Captive, 2).province == scene.at(5, 5).id


def test_a_report_adds_what_it_tells_to_what_is_remembered(scene: Gaol) -> None:
    scene.change(scene.hero, holder=scene.keep.place, wounds=30)
    third = scene.someone("neutral")
    scene.relation("ours", "neutral", "at_war")
    knife = scene.character(scene.stack(9, 5, third), third, job="knave", skills={"assassin": 99})
    scene.change(knife, actions=1)
    order = AssassinateCharacter(character=ref(knife), target=ref(scene.hero))
    scene.change(scene.hero, attributes={**scene.hero.attributes, "CON": 80})
    scene.change(scene.hero, holder=scene.stack(9, 5, scene.foe).place)
    ran = scene.run(order, player=third, dice=SeededDice(SEED, 3))
    (stab,) = ran.events(CharacterStabbed)
    known = scene.known()[0]
    assert known.wounds == 10 + stab.wounds, "what was known and what was told"
    assert scene.view().get(Captive, 1).province == scene.at(5, 5).id


@pytest.mark.rule("cohorts.order.attempt-escape")
def test_an_escape_is_foreseen_and_told_by_what_is_known_of_the_gaol(scene: Gaol) -> None:
    scene.change(scene.hero, skills={"stealth": 10})
    scene.visit(5, 5)
    before = scene.plan(AttemptEscape(character=ref(scene.hero))).orders
    scene.change(scene.hero, holder=scene.keep.place, wounds=50)
    scene.change(next(scene.world.all(Unit)), level=9)
    assert repr(scene.plan(AttemptEscape(character=ref(scene.hero))).orders) == repr(before)
    scene.character(scene.keep, scene.foe, job="knave", level=100, skills={"spy": 99})
    ran = scene.run(AttemptEscape(character=ref(scene.hero)))
    mine = [e.for_(scene.ours.id) for e in ran.entries if isinstance(e.event, EscapeAttempted)]
    told = [each for each in mine if each]
    theirs = [e.for_(scene.foe.faction) for e in ran.entries]
    (event,) = told
    assert isinstance(event, EscapeAttempted)
    assert (event.outcome, event.start) == ("failed", scene.gaol.place)
    (heard,) = [each for each in theirs if isinstance(each, EscapeAttempted)]
    assert heard.start == scene.keep.place
    assert scene.known()[0].holder == scene.at(5, 5).place


def test_a_captive_sees_nothing_for_his_side(scene: Gaol) -> None:
    view, spot = scene.view(), scene.at(5, 5).id
    assert spot not in present(view, scene.ours.id)
    assert view.get(Character, scene.hero.id).holder == Place(Province.kind, spot)


def test_a_body_in_the_hands_of_others_is_known_to_be_one(scene: Gaol) -> None:
    die(scene.world, scene.now(scene.hero))
    scene.run()
    assert scene.known()[0].dead


@pytest.mark.rule("cohorts.covert.outcomes")
def test_who_was_carried_off_unseen_is_in_no_sighting_of_his_side_until_he_is_found() -> None:
    scene = Gaol()
    scene.change(scene.hero, seized=scene.at(2, 2).id, captor=scene.foe.id)
    scene.world.remove(next(scene.world.all(Captive)))
    scene.visit(5, 5)
    known = scene.known()[0]
    assert (known.captor, known.holder) == (SOMEBODY, scene.at(2, 2).place)
    (sighting,) = scene.view().all(Sighting)
    assert scene.hero.place not in [member.place for member in sighting.members]
    state = State(scene.rules, scene.world, ForeseeDice())
    learn(state, scene.ours.id, scene.at(5, 5).id, [(scene.now(scene.hero), None)])
    known = scene.known()[0]
    assert (known.captor, known.holder) == (scene.foe.id, scene.gaol.place)
