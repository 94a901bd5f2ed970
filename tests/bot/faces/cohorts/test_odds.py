"""Forecasts in words and pictures: what they say, on what they rest, and that any can be drawn."""

import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from PIL import Image

from bot import faces
from bot.faces.cards.picture import draw_card
from bot.faces.choices.asking import Asking, planning
from bot.faces.cohorts.odds.facts import clash_of, odds_facts
from bot.faces.odds.card import odds_card, odds_text
from bot.faces.odds.facts import OddsFacts, OddsQuestion
from bot.faces.odds.texts import brief, told
from bot.faces.paint.picture import Picture
from bot.faces.sheet.sheet import LONGEST_ALT
from bot.faces.words.tabs import PAGE
from engine.battle import BATTLE, Odds
from engine.campaign import Now
from engine.orders import Queued
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.military.repelling import RepelIntruders
from engine.packs.cohorts.pieces.ownership import of_faction
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.preview import plan
from engine.world import World
from tests.bot.faces.cohorts.band import band, host
from tests.bot.faces.cohorts.town import LONGEST
from tests.hidden.veil import Veiled
from tests.packs.cohorts.frontier import frontiers
from tests.rules.scene import Scene, ref


def asked(
    scene: Scene, question: OddsQuestion, world: World | None = None, *, first: bool = False
) -> OddsFacts:
    """The answer to a question on my view or another world: the first or the last estimate."""
    view = world or scene.view()
    state = planning(scene.rules, view, scene.me.id)
    estimates = scene.rules.contests[BATTLE].odds(state, clash_of(view, question))
    odds = next(estimates)
    if not first:
        *_, odds = (odds, *estimates)
    return odds_facts(scene.rules, view, scene.ours.id, question, odds)


def drawn(facts: OddsFacts) -> Picture:
    return draw_card(odds_card(facts), Scene().view())


def met(scene: Scene, **values: Any) -> OddsQuestion:
    """My band against raiders who stand with it."""
    mine = band(scene)
    foe = scene.someone("at_war")
    raiders = scene.stack(5, 5, foe, name="Raiders")
    for number in range(3):
        scene.unit(raiders, foe, name=f"Raid {number}", **{"soldiers": 60, **values})
    return OddsQuestion((mine.stack.place,), raiders.place)


def test_both_chances_make_a_whole_with_intervals_that_mirror_each_other(scene: Scene) -> None:
    question = met(scene)
    facts = asked(scene, question, first=True)
    mine, theirs = facts.mine, facts.theirs
    assert mine.wins + theirs.wins == pytest.approx(1)
    assert (mine.low + theirs.high, mine.high + theirs.low) == pytest.approx((1, 1))
    assert mine.low <= mine.wins <= mine.high
    assert (mine.role, theirs.role) == ("attacks", "defends")
    assert facts.title == "Iron Guard against Raiders"
    turned = asked(scene, replace(question, defending=True), first=True)
    assert (turned.mine.role, turned.theirs.role) == ("defends", "attacks")
    assert turned.title == "Iron Guard attacked by Raiders"


def test_an_older_sighting_tells_its_age(scene: Scene) -> None:
    question = met(scene)
    scene.run()
    remember(scene.world, scene.ours.id, [scene.at(5, 5).id], scene.world)
    stack = scene.world.get(Stack, question.mine[0].id)
    scene.change(stack, province=scene.at(1, 1).id)
    now = scene.world.get(Now, 1)
    scene.change(now, turn=now.turn + 2)
    facts = asked(scene, question, first=True)
    assert any("seen last in turn 1, 2 turns ago, 3 fighters known" in s for s in facts.knowledge)


def test_what_is_not_known_is_told_once_for_all_who_are_alike(scene: Scene) -> None:
    facts = asked(scene, met(scene), first=True)
    guess, instead = facts.guessed
    assert guess == "Not known of Raid 0, Raid 1 and Raid 2: level and gear and the like."
    assert instead.startswith("For that stands what is usual by now")


def test_a_chance_against_those_of_unknown_level_is_a_band_and_never_certain(scene: Scene) -> None:
    question = met(scene, soldiers=1)
    facts = asked(scene, question)
    assert facts.mine.low < facts.mine.wins <= facts.mine.high
    assert "at worst" in facts.certainty
    assert not facts.verdict.startswith(("100%", "99%"))
    assert facts.wanting[0].order == ("covert", "spy-legion")
    known = asked(scene, question, scene.world)
    assert known.certainty.startswith(("95% sure: ", "exact"))
    assert known.verdict.endswith("%")
    assert known.wanting == ()


@pytest.mark.parametrize(
    "wins, low, high, verdict",
    [
        (1.0, 0.4, 1.0, "Very likely, 95% or more"),
        (0.7, 0.38, 1.0, "Likely, about 70%"),
        (0.5, 0.0, 0.9, "Open, about 50%"),
        (0.2, 0.1, 0.5, "Unlikely, about 20%"),
        (0.0, 0.0, 0.3, "Very unlikely, 5% or less"),
    ],
)
def test_the_headline_goes_by_the_band(
    scene: Scene, wins: float, low: float, high: float, verdict: str
) -> None:
    facts = asked(scene, met(scene), first=True)
    mine = replace(facts.mine, wins=wins, low=low, high=high)
    assert replace(facts, mine=mine).verdict == verdict


def test_the_words_for_an_order_tell_whom_one_would_meet_and_what_to_expect(scene: Scene) -> None:
    said = brief(asked(scene, met(scene), first=True))
    assert said.startswith("Iron Guard would meet at least 180 soldiers of Raiders. ")
    assert "by what you know" in said
    assert len(said.split()) < 45


def test_prisoners_are_no_fighters_and_nothing_is_guessed_of_them(scene: Scene) -> None:
    question = met(scene)
    raiders = scene.world.get(Stack, question.enemy.id)
    captive = scene.unit(raiders, soldiers=60, captor=raiders.player)
    facts = asked(scene, question, first=True)
    assert any("3 fighters known" in each for each in facts.knowledge)
    assert not any(captive.name in each for each in facts.guessed)


def test_who_is_known_in_full_leaves_nothing_to_guess(scene: Scene) -> None:
    facts = asked(scene, met(scene), scene.world, first=True)
    assert facts.guessed == ()


def test_an_exact_chance_says_so_and_has_no_battles(scene: Scene) -> None:
    question = met(scene)
    odds = Odds(attacker_wins=0.723487, exact=True)
    facts = odds_facts(scene.rules, scene.view(), scene.ours.id, question, odds)
    assert facts.certainty == "exact by the rules"
    said = odds_text(facts)
    assert "**72%** for Iron Guard to win" in said
    assert "trial" not in said
    assert "72%" in drawn(facts).alt


def test_whoever_loses_nothing_that_lasts_but_his_life_is_told_that_alone(scene: Scene) -> None:
    facts = asked(scene, met(scene), first=True)
    one = facts.mine.prospects[0]
    assert told(replace(one, falls=0.3, lost=0.3)) == "falls 30%"
    assert told(replace(one, falls=0.1, lost=0.25)) == "loses 25%, falls 10%"


def test_everything_at_its_most_fits(scene: Scene) -> None:
    mine = host(scene)
    foe = scene.someone("at_war")
    others = scene.stack(5, 5, foe, name=LONGEST)
    for number in range(40):
        scene.unit(others, foe, name=f"{LONGEST} {number}"[:32], soldiers=9_999)
    question = OddsQuestion((mine.stack.place,), others.place)
    facts = asked(scene, question, first=True)
    for each in (facts, replace(facts, counting=True)):
        assert len(odds_text(each)) <= PAGE
        assert "What this rests on" in odds_text(each)
        picture = drawn(each)
        assert picture.height < 2_600
        assert 0 < len(picture.alt) <= LONGEST_ALT
        assert len(picture.png) < 1 << 20
        image = Image.open(io.BytesIO(picture.png))
        assert image.size == (picture.width, picture.height)


@pytest.mark.parametrize("name", ["", "\u202e\n\x00", "城" * 31, "**@everyone**", "x" * 300])
def test_any_name_is_told_and_drawn(scene: Scene, name: str) -> None:
    facts = asked(scene, met(scene), first=True)
    named = replace(facts, theirs=replace(facts.theirs, name=name))
    assert "**@everyone**" not in odds_text(named)
    assert drawn(named).filename.isascii()


@settings(max_examples=25, deadline=None)
@given(scene=frontiers())
def test_whoever_is_known_can_be_reckoned_with(scene: Scene) -> None:
    """A view that lacks whatever it lacks is enough for a forecast, and is left as it was."""
    view = scene.view()
    before = view.rows()
    things = [*view.all(Stack), *view.all(City)]
    mine = [each for each in things if of_faction(view, each, scene.ours.id)]
    others = [each for each in things if each not in mine and each.knows("province")]
    for one in mine[:2]:
        for other in others[:4]:
            for defending in (False, True):
                if isinstance(one, City) and (not defending or isinstance(other, City)):
                    continue
                question = OddsQuestion((one.place,), other.place, defending)
                facts = asked(scene, question, view, first=True)
                assert 0 <= facts.mine.wins <= 1
                hidden = {each.name for each in scene.world.all(Unit)} - {
                    each.name for each in view.all(Unit) if each.knows("name")
                }
                assert not hidden & {p.name for p in facts.theirs.prospects}
    assert view.rows() == before


@pytest.mark.parametrize("pack", ["cohorts", "warlords", "warmaster"])
def test_a_quest_with_foes_and_a_sally_say_beforehand_what_they_would_bring(pack: str) -> None:
    scene = Veiled(pack)
    town = next(each for each in scene.world.all(City) if each.name == "Town 0")
    scouts = next(each for each in scene.world.all(Stack) if each.name == "Scouts 3")
    scene.character(scene.stack(1, 2))  # who sees the raiders in the barony
    scene.unit(scene.stack(1, 2, scene.foe, name="Raiders"), scene.foe)
    toll = PerformQuest(stack=ref(scouts), quest="toll_of_the_third_tower")
    says: list[str] = []
    for order in (toll, RepelIntruders(city=ref(town))):
        made = plan(scene.rules, scene.view(), scene.me.id, (Queued("k1", order),))
        at = faces.of(scene.rules)
        forecasts = at.forecasts
        assert forecasts
        asking = Asking(at, made.world, scene.ours.id, scene.me.id)
        (question,) = forecasts.foreseen(made.orders[0])
        staged = forecasts.staged(asking, question)
        first = next(iter(forecasts.estimates(*staged)))
        says.append(forecasts.brief(*staged, first).says)
    assert says[0].startswith("Scouts 3 would meet 60 soldiers of Toll of the Third Tower.")
    assert "the garrison of Town 0 would meet at least" in says[1]
    assert all("% to win" in each or "to win (" in each for each in says)
