"""What stands in a report and where: headlines first, needs, failures, routine counted, silence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.payload import Payload, TextFile
from bot.reports import tick_messages
from bot.reports.faction import FEW
from bot.store.records import Wish
from bot.store.ticks import PastEvent, ReadPoint
from engine.campaign import Now
from engine.dice import SeededDice
from engine.events import Entry, Event
from engine.packs.cohorts.battle.fallen import CharacterFell
from engine.packs.cohorts.campaign.tidings import CityFell, DeedHeard, HeroMourned
from engine.packs.cohorts.characters.practising import SkillPractised
from engine.packs.cohorts.diplomacy.decisions import RelationChanged
from engine.packs.cohorts.diplomacy.orders import VoteCast
from engine.packs.cohorts.diplomacy.wars import Cause, Prize, War
from engine.packs.cohorts.knowledge.discoveries import CitySighted, Meeting, PlaceReached
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.turn import Due, DueKind, TickOutcome, resolve
from engine.world import Place
from tests.bot.reports.test_tick_messages import Told, activate, read_point, tick
from tests.rules.plain import blank
from tests.rules.scene import SEED, Scene, ref


@pytest.fixture
def scene() -> Scene:
    """Two factions far from each other, each with a stack of a hero."""
    scene = Scene(20, 12)
    scene.character(scene.stack(2, 2, name="Wardens"), name="Aldric")
    other = scene.player("Bram", "theirs")
    scene.character(scene.stack(15, 8, other, name="Far Host"), other)
    return scene


def told_of(
    scene: Scene, outcome: TickOutcome, *, kind: DueKind = "run", read: ReadPoint | None = None
) -> Told:
    """What is told of a tick whose events a test has made."""
    due = Due(kind, outcome.world.get(Now, 1).tick, dt.date(2024, 5, 6))
    return Told(tick_messages(scene.rules, read or read_point(), due, outcome, ""))


def with_events(scene: Scene, *events: Event, public: bool = False) -> TickOutcome:
    """A tick in which my faction, or all the world, learned of these events."""
    outcome, _ = tick(scene)
    everyone = [each.id for each in scene.world.all(type(scene.ours))]
    entries = tuple(
        Entry(event, dict.fromkeys(everyone if public else [scene.ours.id], event))
        for event in events
    )
    return replace(outcome, entries=entries)


def fell(**fields: Any) -> CharacterFell:
    who = {"character": 1, "name": "Maud", "race": "human", "job": "warrior", "level": 3}
    values = {"deeds": {"battle": 3, "victory": 2, "quest": 1}, "battle": True, "province": 1}
    return CharacterFell(**{**blank(CharacterFell), **who, **values, "body": None, **fields})


_RISEN = {"piece": Place("unit", 1), "name": "Tam", "before": 1, "level": 2}
LEVEL = LevelChanged(**{**blank(LevelChanged), **_RISEN})


def only(told: Told, scene: Scene) -> Payload:
    (found,) = told.to(f"faction:{scene.ours.id}")
    return found


# ---------------------------------------------------------------- headlines


def test_the_weightiest_headline_stands_first_and_is_the_title(scene: Scene) -> None:
    payload = only(
        told_of(scene, with_events(scene, LEVEL, fell(province=scene.at(2, 2).id))), scene
    )
    (card,) = payload.cards
    assert card.title == "🕯 Fallen: Maud at grassland 2,2 · Turn 1"
    first, second, *_ = card.text.splitlines()
    assert first.startswith("🕯 **Fallen.** Maud, human warrior of level 3, fell in battle at")
    assert second.startswith("⭐ **Level up.** Tam reached level 2")


def test_a_heading_names_all_who_fell_and_of_many_how_many_more(scene: Scene) -> None:
    here, there = scene.at(2, 2).id, scene.at(3, 2).id
    dead = [fell(name="Maud", province=here), fell(name="Bo", province=here)]
    dead += [fell(name="Cy", province=there)]
    (card,) = only(told_of(scene, with_events(scene, *dead)), scene).cards
    assert card.title == "🕯 Fallen: Maud and Bo at grassland 2,2; Cy at grassland 3,2 · Turn 1"
    dead += [fell(name=name, province=there) for name in ("Dan", "Eda", "Fey")]
    (card,) = only(told_of(scene, with_events(scene, *dead)), scene).cards
    told = "Maud and Bo at grassland 2,2; Cy and Dan at grassland 3,2; 2 more"
    assert card.title == f"🕯 Fallen: {told} · Turn 1"


def test_an_obituary_tells_the_life_the_body_and_what_becomes_of_the_city(scene: Scene) -> None:
    city = scene.city(2, 2, scene.me, name="Harrowford")
    stack = scene.stack(3, 2, name="Iron Guard")
    event = fell(cities=(city.id,), body=stack.place)
    (card,) = only(told_of(scene, with_events(scene, event)), scene).cards
    assert "after 3 battles (2 won) and 1 quest done." in card.text
    assert (
        "The body stayed with Iron Guard: a priest of the same deity may resurrect it" in card.text
    )
    assert "Harrowford stayed yours without a living baron: `/transfer city` gives it" in card.text
    lost = only(told_of(scene, with_events(scene, fell())), scene).cards[0].text
    assert "The body was lost to you" in lost


def test_who_dies_in_battle_has_an_obituary_of_the_rules_own_making() -> None:
    scene = Scene(20, 12)
    foe = scene.someone("at_war")
    hero = scene.character(scene.stack(9, 5, name="Outriders"), name="Maud", wounds=95)
    host = scene.stack(10, 5, foe, name="Host")
    scene.unit(host, foe, soldiers=900, name="Levy")
    stack = ref(scene.world.get(Stack, hero.holder.id))
    outcome, told = tick(scene, {scene.me.id: (MoveAlong(stack=stack, steps=("e",)),)})
    body = outcome.world.get(Character, hero.id)
    assert body.dead
    assert body.deeds == {"battle": 1}
    events = [entry.event for entry in outcome.entries if isinstance(entry.event, CharacterFell)]
    assert [(event.name, event.battle) for event in events] == [("Maud", True)]
    (entry,) = (each for each in outcome.entries if isinstance(each.event, CharacterFell))
    assert list(entry.audience) == [scene.ours.id]
    (card, *_) = told.to(f"faction:{scene.ours.id}")[0].cards
    assert card.title.startswith("☠ Defeat: Outriders at")
    assert "🕯 **Fallen.** Maud" in card.text
    assert "1 failed" in card.text, "a lost battle is no order done"
    (failed,) = (line for line in card.text.splitlines() if line.startswith("✗"))
    assert failed.endswith(f" {card.title.partition(' · ')[0]}."), "the line says why"


# ---------------------------------------------------------------- orders


def test_what_was_tried_in_vain_is_not_ticked(scene: Scene) -> None:
    tried = {"character": 1, "name": "Tam", "skill": "spy", "chance": 5, "roll": 90}
    event = SkillPractised(**{**blank(SkillPractised), **tried})
    outcome = with_events(scene, event)
    mine = replace(outcome.entries[0], player=scene.me.id, order="k1")
    text = only(told_of(scene, replace(outcome, entries=(mine,))), scene).cards[0].text
    assert "**me: 0 orders done, 1 failed**" in text
    assert "✗ Tam practised spy in vain (the chance was 5%)." in text


def test_much_routine_is_counted_and_told_line_by_line_in_the_file(scene: Scene) -> None:
    orders = tuple(activate(scene, f"Stack {n}") for n in range(FEW + 1))
    _, told = tick(scene, {scene.me.id: orders})
    payload = only(told, scene)
    assert f"✓ {FEW + 1} new stacks." in payload.cards[0].text
    (file,) = payload.files
    assert isinstance(file, TextFile)
    assert file.text.count("took the field") == FEW + 1
    _, told = tick(scene, {scene.me.id: orders[:FEW]})
    assert only(told, scene).cards[0].text.count("took the field") == FEW
    assert only(told, scene).files == ()


# ---------------------------------------------------------------- discoveries


def test_a_march_discovers_a_place_a_city_and_a_people_each_once(scene: Scene) -> None:
    spot = {"province": scene.at(5, 2).id, "name": "Old battlefield", "uses": 2}
    scene.world.add(HotSpot, **{**blank(HotSpot), **spot})
    foe = scene.someone("at_war")
    scene.city(7, 2, foe, name="Saltmarsh")
    wardens = next(each for each in scene.world.all(Stack) if each.name == "Wardens")
    scene.run()
    found: list[list[str]] = []
    for x in (3, 4, 5, 6):
        goal = str(ref(scene.at(x, 2)))
        order = Move.model_validate({"stack": str(ref(wardens)), "destination": goal})
        outcome, told = tick(scene, {scene.me.id: (order,)})
        scene.world = outcome.world
        found.append([x for x in told.text(f"faction:{scene.ours.id}").splitlines() if "**" in x])
    lines = [line for step in found for line in step]
    reached = [line for line in lines if "reached the old battlefield" in line]
    assert len(reached) == 1
    assert reached[0].startswith("🧭 **Discovery.** Your people reached the old battlefield at")
    assert len([line for line in lines if "An old battlefield came into sight" in line]) == 1
    assert len([line for line in lines if "Saltmarsh, a city of" in line]) == 1
    assert len([line for line in lines if "were met for the first time" in line]) == 1
    meetings = list(scene.world.by(Meeting, "pair", (scene.ours.id, foe.faction)))
    assert len(meetings) == 1


def test_nobody_else_learns_what_a_faction_discovered(scene: Scene) -> None:
    scene.city(3, 4, scene.player("Cora", "others"), name="Saltmarsh")
    outcome, _ = tick(scene)
    for entry in outcome.entries:
        if isinstance(entry.event, CitySighted | PlaceReached):
            assert list(entry.audience) == [scene.ours.id]


# ---------------------------------------------------------------- silence


def weeks(scene: Scene, count: int) -> Iterator[Told]:
    """The messages of weeks of four runs and a production without any order."""
    for kind in (("run",) * 4 + ("weekly",)) * count:
        now = scene.world.get(Now, 1)
        due = Due(kind, now.tick + 1, dt.date(2024, 5, 6))
        outcome = resolve(scene.rules, scene.world, due, SeededDice(SEED, due.tick))
        scene.world = outcome.world
        yield Told(tick_messages(scene.rules, read_point(), due, outcome, ""))


def test_fifteen_quiet_weeks_bring_no_message_that_says_nothing() -> None:
    scene = Scene(12, 8)
    scene.city(2, 2, scene.me, name="Harrowford", population={"human": 4000})
    every = list(weeks(scene, 15))
    runs = [told for n, told in enumerate(every) if n % 5 != 4]
    assert [told.messages for told in runs] == [[]] * 60
    for told in every:
        for message in told.messages:
            payload = Payload.model_validate_json(message.payload)
            lines = [x for card in payload.cards for x in card.text.splitlines()]
            said = [x for x in lines if x and not x.startswith("-# ")]
            assert said, "more than the date"


# ---------------------------------------------------------------- wishes


def past(faction: int, event: Event, tick: int = 1, number: int = 0) -> PastEvent:
    return PastEvent(faction, tick, number, Entry(event, {faction: event}).dump_for(faction, ()))


@pytest.mark.parametrize("wish, posted", [("all", True), ("news", False), ("digest", False)])
def test_a_run_of_routine_is_posted_if_wished(scene: Scene, wish: Wish, posted: bool) -> None:
    outcome, _ = tick(scene, {scene.me.id: (activate(scene),)})
    read = replace(read_point(), wishes={scene.ours.id: wish})
    assert bool(told_of(scene, outcome, read=read).to(f"faction:{scene.ours.id}")) is posted


@pytest.mark.parametrize("wish, posted", [("news", True), ("digest", False)])
def test_headlines_are_news_and_wait_for_a_digest(scene: Scene, wish: Wish, posted: bool) -> None:
    read = replace(read_point(), wishes={scene.ours.id: wish})
    told = told_of(scene, with_events(scene, fell()), read=read)
    assert bool(told.to(f"faction:{scene.ours.id}")) is posted


def test_what_was_held_back_stands_in_the_productions_report_and_once(scene: Scene) -> None:
    mine = scene.ours.id
    read = replace(read_point(), wishes={mine: "digest"}, past=(past(mine, fell()),))
    text = told_of(scene, with_events(scene), kind="weekly", read=read).text(f"faction:{mine}")
    assert "**Fallen.** Maud" in text
    again = replace(read, told={mine: 1})
    assert told_of(scene, with_events(scene), kind="weekly", read=again).to(f"faction:{mine}") == []


# ---------------------------------------------------------------- the herald


def test_the_herald_tells_of_war_at_once_and_of_votes_once_a_week(scene: Scene) -> None:
    one, other = scene.ours.id, scene.faction("theirs").id
    war = RelationChanged(one=one, other=other, before="neutral", relation="at_war")
    vote = VoteCast(player=scene.me.id, faction=one, target=other, matter="war", votes=1, needed=1)
    told = told_of(scene, with_events(scene, vote, war, public=True))
    (post,) = told.to("herald")
    assert post.cards[0].title == "🚩 War: Ours against Theirs"
    assert "Councils" not in post.cards[0].text
    week = tuple(past(faction, vote) for faction in (one, other))
    told = told_of(scene, with_events(scene), kind="weekly", read=replace(read_point(), past=week))
    (post,) = told.to("herald")
    assert post.cards[0].title.startswith("📜 Chronicle of turn")
    told_once = "• Councils: Ours for war with Theirs (1 of 1 vote)."
    assert post.cards[0].text.splitlines().count(told_once) == 1
    week = (*week, *(past(faction, war, number=1) for faction in (one, other)))
    told = told_of(scene, with_events(scene), kind="weekly", read=replace(read_point(), past=week))
    assert told.to("herald") == [], "what came of the vote was told"


def test_heroes_who_fell_together_are_mourned_in_a_sentence(scene: Scene) -> None:
    one, other = scene.ours.id, scene.faction("theirs").id
    alike = {"race": "elf", "level": 5, "job": "mage", "faction": one, "battle": True}
    ayl = {**blank(HeroMourned), **alike, "name": "Ayl", "foes": (other,), "baron": ("Ford",)}
    dead = HeroMourned(**ayl), HeroMourned(**{**ayl, "name": "Bo", "baron": ("Mere",)})
    (post,) = told_of(scene, with_events(scene, *dead, public=True)).to("herald")
    assert (
        "🕯 **Fallen.** 2 heroes of Ours fell in battle against Theirs: Ayl (elf mage of level 5) "
        "and Bo (elf mage of level 5). Ford and Mere lost their barons."
    ) in post.cards[0].text
    assert post.cards[0].title == "🕯 Fallen: Ayl and Bo of Ours"


def test_the_quests_of_a_week_are_a_line_without_those_that_brought_a_title(scene: Scene) -> None:
    done = {**blank(DeedHeard), "job": "bard", "level": 5, "faction": scene.ours.id}
    deeds = [("Ayl", "toll", ""), ("Bo", "toll", ""), ("Cy", "bell", ""), ("Cy", "", "proven")]
    events = [DeedHeard(**{**done, "name": n, "quest": q, "title": t}) for n, q, t in deeds]
    outcome = with_events(scene, *events, public=True)
    (post,) = told_of(scene, outcome, kind="weekly").to("herald")
    line = "• Quests completed: “toll” by Ayl of Ours (bard of level 5) and Bo of Ours (bard of"
    assert line in post.cards[0].text
    assert "bell" not in post.cards[0].text


LEADER, LOST = Cause(why="leader"), Cause(why="city", city="Ford", turn=4)


@pytest.mark.parametrize(
    "sought, cause, said",
    [
        ("theirs", LEADER, "Theirs went to war with Ours, who held the lead, over Harrow."),
        ("theirs", LOST, "Theirs went to war with Ours, to win back Ford, lost in turn 4."),
        ("both", LEADER, "Ours and Theirs went to war over Harrow: both had called for it."),
    ],
)
def test_who_alone_called_for_a_war_stands_first(
    sought: str, cause: Cause, said: str, scene: Scene
) -> None:
    one, other = scene.ours.id, scene.faction("theirs").id
    began = RelationChanged(
        one=one,
        other=other,
        before="neutral",
        relation="at_war",
        over=("Harrow",),
        sought=(one, other) if sought == "both" else (other,),
        cause=cause,
    )
    (post,) = told_of(scene, with_events(scene, began, public=True)).to("herald")
    first, second = ("Ours", "Theirs") if sought == "both" else ("Theirs", "Ours")
    assert post.cards[0].title == f"🚩 War: {first} against {second}"
    assert f"**War.** {said}" in post.cards[0].text


def test_a_city_that_was_won_back_is_no_conquest_of_its_war(scene: Scene) -> None:
    one, other = scene.ours.id, scene.faction("theirs").id
    changes = (("Ford", one, other), ("Harrow", other, one), ("Harrow", one, other))
    prizes = tuple(
        Prize(city=city, winner=winner, loser=loser, turn=turn)
        for turn, (city, winner, loser) in enumerate(changes, start=3)
    )
    war = War(**{**blank(War), "id": 1, "one": one, "other": other, "ended": 9, "prizes": prizes})
    ended = RelationChanged(
        one=one, other=other, before="at_war", relation="neutral", war=war, sought=(other,)
    )
    (post,) = told_of(scene, with_events(scene, ended, public=True)).to("herald")
    told = post.cards[0].text
    assert "The war of Ours and Theirs ended after 9 turns, as Theirs wanted. " in told
    assert "Ours had taken Ford. Ours had lost and won back Harrow." in told
    assert "Theirs had taken" not in told


def test_a_city_that_a_player_lost_stands_before_a_wild_one(scene: Scene) -> None:
    one, other = scene.ours.id, scene.faction("theirs").id
    wild = CityFell(name="Ford", winner=one, loser=0, people=3000)
    lost = CityFell(name="Harrow", winner=one, loser=other, people=900, unfought=True)
    (post,) = told_of(scene, with_events(scene, wild, lost, public=True)).to("herald")
    assert post.cards[0].title == "🏰 Conquest: Harrow fell to Ours; Ford fell to Ours"
    told = post.cards[0].text
    assert "Ford, a wild city with 3,000 people, fell to Ours." in told
    assert "Harrow, a city of Theirs with 900 people, fell to Ours without a battle of s" in told


def test_who_stood_by_a_wild_city_is_told_so_that_no_war_is_read_into_it(scene: Scene) -> None:
    one, other = scene.ours.id, scene.faction("theirs").id
    battle = BattleHeard(
        where="Ford",
        garrison="defender",
        attackers=(one,),
        defenders=(other,),
        winner="defender",
        attacking=300,
        defending=200,
        attackers_lost=90,
        defenders_lost=0,
        wild=True,
    )
    (post,) = told_of(scene, with_events(scene, battle, public=True)).to("herald")
    stood = "attacked 200 soldiers of Theirs, who stood by the wild city, and were beaten"
    assert stood in post.cards[0].text
    lost = "; 90 of the attackers and none of the defenders were dead or wounded."
    assert lost in post.cards[0].text


def test_what_one_faction_alone_knows_is_no_rumour_though_others_learn_none(scene: Scene) -> None:
    """A faction of which nothing was noted in the week knows nothing of what another learned."""
    one, other = scene.ours.id, scene.faction("theirs").id
    vote = VoteCast(player=scene.me.id, faction=one, target=other, matter="war", votes=1, needed=1)
    seats = tuple(replace(each, faction=each.user) for each in read_point().members)
    assert {each.faction for each in seats} == {one, other}
    read = replace(read_point(), members=seats, past=(past(one, vote),))
    assert not told_of(scene, with_events(scene), kind="weekly", read=read).to("herald")
    known = replace(read, past=(past(one, vote), past(other, vote)))
    text = told_of(scene, with_events(scene), kind="weekly", read=known).text("herald")
    assert "Councils: Ours for war with Theirs" in text


def test_votes_of_others_are_left_to_the_herald(scene: Scene) -> None:
    cora = scene.player("Cora", "others")
    theirs = scene.faction("theirs").id
    vote = VoteCast(
        player=cora.id, faction=cora.faction, target=theirs, matter="war", votes=1, needed=1
    )
    told = told_of(scene, with_events(scene, vote, public=True))
    assert told.to(f"faction:{scene.ours.id}") == []
    assert "voted for war" in told.text(f"faction:{cora.faction}")
    assert "voted for war" in told.text(f"faction:{theirs}")


def test_orders_of_which_nothing_came_for_one_reason_stand_in_one_line(scene: Scene) -> None:
    orders = tuple(activate(scene, f"Band {n}", 7, 7) for n in range(3))
    _, told = tick(scene, {scene.me.id: orders})
    (first, *_) = told.to(f"faction:{scene.ours.id}")
    text = first.cards[0].text
    (line,) = (each for each in text.splitlines() if each.startswith("✗"))
    assert "Nothing came of 3 orders: " in line
    assert all(f"Band {n}" in line for n in range(3))
    assert "0 orders done, 3 failed" in text
