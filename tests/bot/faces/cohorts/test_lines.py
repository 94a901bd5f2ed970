"""What players read of events: each has a line at every level of knowledge, for both sides."""

from fractions import Fraction
from typing import Any

import pytest

from bot import faces
from bot.faces.cohorts.history.chapters import CHAPTERS
from bot.faces.cohorts.lines import quests
from bot.faces.cohorts.lines.covert import MISSIONS
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words import failing
from bot.faces.words.names import Names
from bot.faces.words.telling import Lines, tell, tell_all
from bot.faces.words.text import clean, counted, escaped, listed, number
from bot.modules import library
from engine import module as modules
from engine.events import Event, Level
from engine.facts import facts
from engine.packs import Rules
from engine.packs.cohorts import PACK
from engine.packs.cohorts.agents.detecting import AgentsSought, DetectAgent
from engine.packs.cohorts.agents.hunting import (
    AgentAssassinateAgent,
    AgentRobbed,
    AgentStruck,
    RobAgent,
)
from engine.packs.cohorts.agents.stealing import SpellStealing, StealSpell
from engine.packs.cohorts.characters.drinking import DrinkPotion, PotionDrunk
from engine.packs.cohorts.characters.influencing import PieceInfluenced
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.mission import Mission as Covert
from engine.packs.cohorts.covert.mission import MissionEnded, MissionFoiled
from engine.packs.cohorts.covert.prisoners import EscapeAttempted
from engine.packs.cohorts.covert.thieving import ItemsStolen
from engine.packs.cohorts.knowledge.discoveries import PlaceSighted
from engine.packs.cohorts.knowledge.memories import Member
from engine.packs.cohorts.knowledge.sighting import Glimpse, StackSighted
from engine.packs.cohorts.pieces.records import Map, Province
from engine.packs.cohorts.quests.adventures import AdventureDone
from engine.packs.cohorts.quests.questing import QuestBegun
from engine.packs.cohorts.quests.rewards import RewardGained
from engine.packs.cohorts.stacks.activation import StackActivated
from engine.packs.cohorts.stacks.leaving import PieceBuried
from engine.packs.cohorts.stacks.transfers import ItemsTransferred
from engine.world import Place, World
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.rules.adapters.quests import Wild
from tests.rules.plain import blank
from tests.rules.scene import Ran, Scene, module, ref

COHORTS = ("cohorts", "warlords", "warmaster")
"""The packs that call things as Cohorts does."""
TOLD = Lines((failing.LINES, *(faces.load(name).lines for name in COHORTS)))


@pytest.fixture(scope="module")
def names() -> CohortsNames:
    scene = Scene()
    scene.stack(1, 0, name="Iron Guard")
    return CohortsNames(scene.world, lines=TOLD.told)


@pytest.mark.parametrize("module", [offer.name for offer in library.offers()])
def test_whatever_can_happen_in_a_module_that_is_offered_has_a_line(module: str) -> None:
    rules = Rules.of(modules.load(module, library.folders()))
    lines = faces.of(rules).lines
    assert [event for event in rules.events.values() if event not in lines] == []


def test_what_is_not_known_of_an_event_is_left_out(names: CohortsNames) -> None:
    half = ItemsTransferred(
        item="spear", count=3, start=Place("stack", 1), to=Place("stack", 1), province=1, player=1
    )
    assert "from" not in tell(half.at(Level.TOLD), names)
    assert tell(half, names) == "3 × spear went from Iron Guard to Iron Guard."


def test_a_chronicle_tells_what_all_heard_and_no_vote() -> None:
    lasting = {each for chapter in CHAPTERS if not chapter.daily for each in chapter.events}
    assert {each.__name__ for each in lasting} >= {"CityFell", "BattleHeard", "RelationChanged"}
    assert "VoteCast" not in {each.__name__ for each in lasting}


def test_a_thing_that_the_view_does_not_hold_is_called_by_its_kind(names: CohortsNames) -> None:
    gone = Place("agent", 99)
    assert names.thing(gone) == "an agent"
    names.called = {gone: "Snaek"}
    assert names.thing(gone) == "Snaek"
    assert names.province(9999) == "a province out of sight"
    land, unseen = names.world.get(Map, 1), World((Map, Province))
    unseen.put(land)
    assert CohortsNames(unseen, str).province(1) == land.location(1)


@pytest.mark.parametrize(
    "name",
    ["@everyone", "<@&123>", "**bold** `code`", "[x](https://evil.example)", "a\nb", "a\u202eb"],
)
def test_no_name_can_mention_anybody_or_break_the_line(name: str, names: CohortsNames) -> None:
    event = StackActivated(stack=1, name=name, province=2, player=1)
    told = tell(event, names)
    assert "@everyone" not in told
    assert "<@&" not in told
    assert "**" not in told.replace(r"\*\*", "")
    assert "://" not in told
    assert not {"\n", "\u202e"} & set(told)


def test_a_sighting_tells_who_what_where_and_which_way(names: CohortsNames) -> None:
    axes = {"name": "Axes", "race": "orc", "arm": "soldier", "type": "soldiers", "soldiers": 1200}
    member = Member(**{**blank(Member), **axes})
    host = {"subject": Place("stack", 7), "name": "Red Host", "type": "legion", "faction": 1}
    glimpse = Glimpse(**{**blank(Glimpse), **host, "message": "Go home", "members": (member,)})
    told = tell(StackSighted(province=2, terrain="grassland", sightings=(glimpse,)), names)
    assert told == (
        "Red Host, a legion of Ours: grassland 1,0, going north-east, "
        "with Axes (1,200 orc soldiers); its message: “Go home”."
    )


def test_counts_and_lists_read_as_people_write_them() -> None:
    assert number(1, "order") == "1 order"
    assert number(1200, "person", "people") == "1,200 people"
    assert listed([]) == "nothing"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed("abcdefgh") == "a, b, c, d, e and 3 more"
    assert counted({"high_elf": 20, "orc": 1}) == "20 high elf and 1 orc"
    assert clean(" a\tb\x00c ") == "a b c"
    assert escaped("a_b_") == r"a\_b\_"


def test_an_event_of_a_pack_without_lines_is_told_by_its_fields(names: CohortsNames) -> None:
    @facts
    class WellDug(Event):
        """A well was dug."""

        kind = "well-dug"

        stack: int
        depth: tuple[int, ...]

    assert tell(WellDug(stack=1, depth=(3, 4)), names) == "Well dug: stack Iron Guard, depth 3, 4."


def said(scene: Mission, ran: Ran, kind: type[Event], who: str = "ours") -> str:
    """The event as a side reads it, which knows what it knows."""
    side = scene.faction(who)
    event = told(ran, kind, side.id)
    assert event
    return tell(event, faces.of(scene.rules).names(scene.view(side)))


def test_a_search_names_whom_it_found_and_counts_whom_it_lost() -> None:
    scene = Mission()
    scene.enemy(1, skills={"stealth": 10})
    scene.enemy(2, skills={"stealth": 10})
    ran = scene.do(DetectAgent, 50, 51)
    assert said(scene, ran, AgentsSought) == (
        "Shade looked for enemy agents up to 6 provinces around grassland 3,3: Viper, a knave of "
        "At\\_War at 4,3 (rolled 50 against 50%) and traces of 1 agent that got away "
        "(rolled 51 against 50%)."
    )


@pytest.mark.parametrize(
    "rolls, ours, theirs",
    [
        (
            (53,),
            "Shade killed the agent Viper at grassland 3,3 (rolled 53 against 53%).",
            "Another agent killed the agent Viper at grassland 3,3.",
        ),
        (
            (54, 53),
            "Shade failed to kill the agent Viper at grassland 3,3 (rolled 54 against 53%) and "
            "escaped (rolled 53 against 53%).",
            "Somebody tried to kill the agent Viper at grassland 3,3 and failed.",
        ),
        (
            (54, 54),
            "Shade failed to kill the agent Viper at grassland 3,3 (rolled 54 against 53%) and "
            "was caught and executed (rolled 54 against 53%).",
            "Somebody tried to kill the agent Viper at grassland 3,3 and failed; the killer, sent "
            "by Ours, was caught and executed.",
        ),
    ],
)
def test_an_assassination_names_its_sender_only_if_he_was_caught(
    rolls: tuple[int, ...], ours: str, theirs: str
) -> None:
    scene = Mission()
    scene.watch(0)
    scene.character(scene.at(*HOME), scene.foe)
    ran = scene.do(AgentAssassinateAgent, *rolls, target=scene.enemy(level=7))
    assert said(scene, ran, AgentStruck) == ours
    assert said(scene, ran, AgentStruck, "at_war") == theirs


def test_a_robbery_is_told_to_the_robbed_without_the_robber() -> None:
    scene = Mission()
    enemy = scene.enemy(skills={"stealth": 10})
    scene.items(enemy, spear=2)
    ran = scene.do(RobAgent, 50, target=enemy)
    assert said(scene, ran, AgentRobbed) == (
        "Shade robbed Viper of 2 × Spear (rolled 50 against 50%)."
    )
    assert said(scene, ran, AgentRobbed, "at_war") == ("A thief robbed Viper of 2 × Spear.")


def test_a_theft_that_failed_is_told_to_the_victim_without_thief_or_spell() -> None:
    scene = Mission()
    owner = scene.character(scene.at(0, 0), name="Elowen")
    scene.change(scene.sent, summoner=owner.place)
    mage = scene.character(
        scene.at(*HOME),
        scene.foe,
        name="Mordaunt",
        job="priest",  # without a deity there are no attributes to help the skill
        skills={"spell_craft": 10},
        spells=("fireball",),
    )
    ran = scene.do(StealSpell, 51, target=mage, spell="fireball")
    assert said(scene, ran, SpellStealing) == (
        "Shade failed to steal Fireball out of the spell book of Mordaunt (rolled 51 against 50%)."
    )
    assert said(scene, ran, SpellStealing, "at_war") == (
        "Somebody tried to steal a spell out of the spell book of Mordaunt and failed."
    )


JAIL = Place("stack", 1)


@pytest.fixture(scope="module")
def ours() -> Names:
    scene = Scene()
    scene.stack(1, 0, name="Iron Guard")
    return faces.of(scene.rules).names(scene.world)


def ended(**changes: Any) -> MissionEnded:
    what = {"name": "Nix", "mission": "steal-stack", "on": JAIL, "target": "Iron Guard"}
    odds = {"success": 78, "escape": 53, "capture": Fraction(1034, 100), "roll": 12}
    values = {**blank(MissionEnded), **what, "outcome": "success", **odds, **changes}
    return MissionEnded(**values)


def test_each_mission_has_words_of_its_own() -> None:
    missions = [cls.path[1] for cls in PACK.orders if issubclass(cls, Covert)]
    assert sorted(missions) == sorted(MISSIONS)


def test_a_mission_whose_find_is_told_apart_only_went_unnoticed(ours: Names) -> None:
    for mission in MISSIONS:
        told = tell(ended(mission=mission), ours)
        apart = mission.startswith(("spy", "steal", "sabotage"))
        assert ("and went unnoticed (78%" in told) == apart, mission
        assert ("and succeeded (78%" in told) != apart, mission


def test_it_is_told_what_the_second_roll_of_a_mission_was_for(ours: Names) -> None:
    told = tell(ended(outcome="escaped", roll=83, escape_roll=12), ours)
    assert "rolled 83, then 12 against 53% to get away)." in told


def test_a_place_called_by_several_things_came_into_sight_without_an_article(ours: Names) -> None:
    for kind, name in (("standing_stones", "Standing stones"), ("royal_barrow", "A royal barrow")):
        event = PlaceSighted(spot=1, name="", type=kind, province=9999)
        assert tell(event, ours).startswith(f"{name} came into sight at")


def test_a_plan_says_that_the_guards_are_not_known(ours: Names) -> None:
    told = tell(ended(outcome="open", roll=0), ours)
    assert "at best 78% to succeed" in told
    assert "rolled" not in told
    bounded = tell(ended(outcome="open", roll=0, least=40), ours)
    assert "between 40% and 78% to succeed" in bounded


def test_the_victim_reads_who_it_was_only_if_he_was_captured(ours: Names) -> None:
    tried = {"mission": "rescue", "on": JAIL, "target": "Oda"}
    foiled = MissionFoiled(**{**blank(MissionFoiled), **tried})
    assert tell(foiled, ours) == "Somebody tried to rescue Oda, failed and got away unseen."
    caught = foiled.replace(culprit=Place("character", 4), culprit_name="Nix", captor=JAIL)
    assert tell(caught, ours) == (
        "Nix tried to rescue Oda, failed and was captured; Iron Guard held the prisoner."
    )


def test_both_sides_read_what_was_stolen(ours: Names) -> None:
    what = {"item": "spear", "count": 3, "start": JAIL, "owner": "Iron Guard", "province": 2}
    stolen = ItemsStolen(**{**blank(ItemsStolen), **what, "character": 1, "name": "Nix"})
    assert tell(stolen, ours) == "Nix stole 3 × Spear from Iron Guard."
    victim = stolen.at(Level.TOLD)
    assert tell(victim, ours) == "Somebody stole 3 × Spear from Iron Guard at grassland 1,0."
    assert tell(stolen.replace(count=0), ours) == "There was no Spear to take from Iron Guard."
    assert "Nix" not in tell(stolen.replace(count=0).at(Level.TOLD), ours)


def test_a_captor_does_not_read_where_a_prisoner_went(ours: Names) -> None:
    event = EscapeAttempted(
        character=1,
        name="Oda",
        start=JAIL,
        outcome="escaped",
        chance=60,
        roll=3,
        to=Place("province", 7),
    )
    assert tell(event, ours) == (
        "Oda, held by Iron Guard, escaped (rolled 3 against 60%) and reached grassland 6,0."
    )
    assert tell(event.at(Level.TOLD), ours) == "Oda, held by Iron Guard, escaped."


assert quests
CONTENT = module().content(Content)


def lines_of(scene: Scene, ran: Ran, *kinds: type[Event]) -> list[str]:
    names = faces.of(scene.rules).names(scene.view())
    return [tell(event, names) for kind in kinds for event in ran.events(kind)]


def test_an_adventure_ends_with_the_words_of_the_module_and_what_it_gave() -> None:
    scene = Wild()
    hero = scene.hero(5, name="Osric")
    ran = scene.adventure("the_proving_ground", hero)
    deed, gain = lines_of(scene, ran, AdventureDone, RewardGained)
    assert deed.startswith("Osric completed “The Proving Ground” at grassland 5,5. Nobody claps.")
    assert gain == "Osric gained 60 experience and the title Proven."


def test_two_who_ended_one_adventure_alike_are_told_of_its_end_once() -> None:
    scene = Wild()
    ran = scene.adventure("the_proving_ground", scene.hero(5, name="Osric"))
    (event,) = ran.events(AdventureDone)
    events = [event, event.replace(name="Ada", province=scene.at(6, 5).id)]
    (line,) = tell_all(events, faces.of(scene.rules).names(scene.view()))
    done = "Osric and Ada completed “The Proving Ground” at grassland 5,5 and grassland 6,5. "
    assert line.startswith(done)
    assert line.count("Nobody claps.") == 1


def test_what_is_only_planned_is_told_by_how_it_begins_and_what_it_gives() -> None:
    scene = Wild()
    hero = scene.hero(5, name="Osric")
    event = scene.adventure("the_proving_ground", hero).events(AdventureDone)[0]
    task = CONTENT.adventures["the_proving_ground"]
    names = faces.of(scene.rules).names(scene.view(), planned=True)
    form = tell(event, names)
    assert form.startswith("Osric would complete “The Proving Ground”")
    assert task.text in form
    assert task.told not in form
    key, quest = next((key, each) for key, each in CONTENT.quests.items() if each.reward.xp)
    begun = QuestBegun(stack=1, name="Pikes", quest=key, province=1, foes=("Wolves",))
    assert quest.text in tell(begun, names)
    assert f"+{quest.reward.xp} experience" in tell(begun, names)


def test_a_drink_is_told_with_all_that_came_of_it() -> None:
    scene = Wild()
    hero = scene.hero(name="Osric", wounds=20)
    scene.items(hero, **{"healing_salve*2": 1})
    ran = scene.run(DrinkPotion(character=ref(hero), potion="healing_salve"))
    assert lines_of(scene, ran, PotionDrunk) == [
        "Osric drank: Minor healing salve; 6% of wounds healed."
    ]


def test_whoever_only_saw_it_reads_that_somebody_left_but_not_to_whom(scene: Scene) -> None:
    event = PieceInfluenced(
        piece=Place("unit", 1), name="Pikes", province=1, player=1, cost=60, cities=()
    )
    names = faces.of(scene.rules).names(scene.world)
    assert tell(event.at(Level.TOLD), names) == (
        "Pikes at grassland 0,0 left its faction's service."
    )
    assert (
        tell(event.at(Level.SIGHTED), names) == "Pikes at grassland 0,0 entered the service of me."
    )
    assert tell(event, names).endswith("of me, for 60 renown.")


def test_a_death_is_told_without_what_the_dead_left_to_those_who_must_not_know() -> None:
    scene = Scene()
    event = PieceBuried(
        piece=Place("character", 9),
        name="Ada",
        player=1,
        killed=True,
        to=scene.city(1, 1, scene.me).place,
        items={"plate": 1},
    )
    names = faces.of(scene.rules).names(scene.world)
    assert "Plate" not in tell(event.at(Level.TOLD), names)
    assert "1 × Plate" in tell(event, names)
