"""What a side knows of captured people, of guests of its allies, and by detection spells."""

from __future__ import annotations

import pytest

from engine.battle import Clash
from engine.deciding import decide
from engine.dice import ForeseeDice, SeededDice
from engine.module.natures import PLAIN
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.covert.assassins import AssassinateCharacter, CharacterStabbed
from engine.packs.cohorts.covert.prisoners import AttemptEscape, EscapeAttempted
from engine.packs.cohorts.knowledge.memories import Captive, Sighting
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.knowledge.spied import insights, learn
from engine.packs.cohorts.knowledge.views import knows, present
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
from engine.rivals import Mind
from engine.state import State
from engine.world import Place
from tests.packs.warlords.scene import WarScene
from tests.packs.warmaster.scene import MusterScene
from tests.rules.adapters.magic_scene import Magic
from tests.rules.plain import blank
from tests.rules.scene import SEED, Ran, Scene, clash_at, ref

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


VIEW = pytest.mark.rule("cohorts.knowledge.view")


@VIEW
@pytest.mark.parametrize("host", ["stack", "city"])
def test_guests_are_known_as_to_their_owner(host: str) -> None:
    scene = Scene()
    ally, foe = scene.someone("allied"), scene.someone("at_war")
    camp = scene.stack(3, 3) if host == "stack" else scene.city(3, 3, scene.me)
    guest, troop = scene.character(camp, ally, level=7), scene.unit(camp, ally)
    scene.items(guest, spear=3)
    spy = scene.agent(camp, foe)
    view = scene.view()
    assert view.get(Character, guest.id) == guest
    assert view.get(Unit, troop.id) == troop
    assert [each.count for each in view.by(Possession, "holder", guest.place)] == [3]
    assert knows(scene.rules, scene.world, scene.ours.id, guest.place)
    assert host == "stack" or view.at(spy.place) is None, "a foe's agents are no guests"


@VIEW
@pytest.mark.parametrize("make", [Scene, WarScene, MusterScene])
def test_a_host_with_a_guest_whom_spies_looked_at_is_thought_about(make: type[Scene]) -> None:
    scene = make()
    ally, stack = scene.someone("allied"), scene.stack(5, 5)
    scene.city(8, 8, scene.me)
    scene.character(stack, job="mage", mana=30)
    guests = [scene.character(stack, ally), scene.unit(stack, ally)]
    learn(scene.state(), scene.ours.id, stack.province, [(each, None) for each in guests])
    mind = Mind(scene.rules, scene.view(), scene.me.id, PLAIN, "strong", SeededDice(SEED, 1))
    assert list(decide(mind))
    for each in guests:  # and is not thought to be there still when it has gone
        scene.change(each, holder=scene.province(1, 1).place)
        assert scene.view().at(each.place) is None
        assert not knows(scene.rules, scene.world, scene.ours.id, each.place)


def imagined(scene: Magic, clash: Clash) -> Imagined:
    """A clash as my faction imagines it."""
    view = scene.view()
    return Imagined(view, scene.content, clash, Usual(view, scene.content, scene.ours.id))


def test_who_was_read_keeps_its_level_in_what_the_faction_knows() -> None:
    scene = Magic(level=20)
    foe = scene.foe(level=9)
    stack = scene.world.get(Stack, foe.holder.id)
    scene.cast("read_party", stack)
    view = scene.view()
    (read,) = insights(view).values()
    assert (read.turn, read.level, read.xp, read.equipment) == (1, 9, None, None)
    assert not view.get(Character, foe.id).knows("level")


def test_a_character_that_is_read_from_afar_is_not_thereby_found() -> None:
    scene = Magic(level=20)
    foe = scene.foe(distance=3, level=9)
    stack = scene.world.get(Stack, foe.holder.id)
    reveal(scene.state(), scene.ours.id, stack)
    (mine,) = scene.world.by(Stack, "player", scene.me.id)
    (scout,) = scene.world.by(Character, "holder", mine.place)
    for gone in (scout, mine):
        scene.world.remove(gone)
    scene.change(stack, province=scene.away(6).id)
    scene.cast("read_character", foe)
    view = scene.view()
    assert view.get(Stack, stack.id).province == scene.away(3).id
    assert insights(view)[foe.place].level == 9


def test_a_battle_is_imagined_with_what_was_read_and_the_usual_for_the_rest() -> None:
    scene = Magic(level=20)
    unit = scene.foe_unit(soldiers=400, level=12)
    stack = scene.world.get(Stack, unit.holder.id)
    scene.cast("read_legion_fleet", stack)
    clash = clash_at(Place("province", stack.province), [], [stack])
    seen = imagined(scene, clash)
    filled, guesses = seen.filled(), seen.guesses
    assert filled.get(Unit, unit.id).level == 12
    assert filled.get(Unit, unit.id).soldiers == 400
    (missing,) = (each.fields for each in guesses if each.about == unit.place)
    assert "level" not in missing
    assert "equipment" in missing


def test_soldiers_that_nobody_has_counted_are_guessed() -> None:
    scene = Magic(level=20)
    enemy = scene.someone("at_war")
    city = scene.city(9, 5, enemy)
    scene.character(scene.mine(3))
    unit = scene.unit(city, enemy, soldiers=400, level=12)
    scene.cast("read_city", city)
    assert scene.view().get(Unit, unit.id).soldiers == 0
    clash = clash_at(Place("province", city.province), [], [city])
    seen = imagined(scene, clash)
    filled, guesses = seen.filled(), seen.guesses
    assert filled.get(Unit, unit.id).soldiers > 0
    (missing,) = (each.fields for each in guesses if each.about == unit.place)
    assert "soldiers" in missing


def test_an_engine_whose_crew_nobody_has_counted_is_guessed_to_have_a_full_one() -> None:
    scene = Magic(level=20)
    enemy = scene.someone("at_war")
    city = scene.city(9, 5, enemy)
    scene.character(scene.mine(3))
    engine = scene.unit(city, enemy, arm="artillery", type="ballista", soldiers=9)
    scene.cast("read_city", city)
    clash = clash_at(Place("province", city.province), [], [city])
    filled = imagined(scene, clash).filled()
    assert filled.get(Unit, engine.id).soldiers == scene.content.artillery["ballista"].crew
