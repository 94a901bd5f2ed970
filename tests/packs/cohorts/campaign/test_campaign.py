"""How campaigns end, and what the world hears: of who is out, of battles, of wars."""

from __future__ import annotations

import pytest

from engine.campaign import Player
from engine.ending import CampaignEnded, LeadChanged
from engine.events import Event
from engine.packs.cohorts.campaign.elimination import FactionOut, PlayerOut
from engine.packs.cohorts.campaign.tidings import CityFell, LandWasted, RenownHeard, WorkHeard
from engine.packs.cohorts.campaign.winning import TITLE, DominionHeld, DominionLost
from engine.packs.cohorts.content.tidings import Tidings
from engine.packs.cohorts.diplomacy import wars
from engine.packs.cohorts.diplomacy.decisions import RelationChanged, change
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.military.razing import RazeImprovements
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.worth.experience import earn
from tests.rules.adapters.battle_world import REALMS
from tests.rules.adapters.campaign import Race, by_all, victors
from tests.rules.scene import Ran, Scene, ref

SHARE = {"percent": 60, "productions": 2}


@pytest.mark.rule("cohorts.campaign.end")
def test_a_share_is_counted_in_a_row_and_all_the_world_hears_of_it() -> None:
    race = Race({"share": SHARE})
    cities = [race.city(n, 3, None) for n in range(5)]
    race.side("b")
    race.hold(cities, {"a": 3, "b": 1})
    (held,) = race.produce().events(DominionHeld)
    assert (held.faction, held.productions, held.needed) == (race.side("a").faction, 1, 2)
    race.hold(cities, {"a": 2, "b": 2})
    ran = race.produce()
    assert ran.events(DominionLost)
    assert not ran.events(DominionHeld)
    race.hold(cities, {"a": 3, "b": 1})
    assert victors(race, race.produce()) == []
    assert victors(race, race.produce()) == ["a"]


@pytest.mark.rule("cohorts.campaign.end")
@pytest.mark.parametrize("together", [False, True])
def test_allies_win_together_where_the_module_says_so(together: bool) -> None:
    race = Race({"last_standing": True, "allies_together": together})
    for name in "abc":
        race.side(name)
    race.relation("a", "b", "allied")
    race.change(race.heroes(race.side("c"))[0], dead=True)
    assert victors(race, race.produce()) == (["a", "b"] if together else [])


@pytest.mark.rule("cohorts.campaign.end")
def test_a_living_holder_of_the_title_wins() -> None:
    race = Race({"title": "dragonslayer"})
    hero = race.heroes(race.side("a"))[0]
    race.side("b")
    race.change(hero, titles=("dragonslayer",), dead=True)
    assert victors(race, race.produce()) == []
    race.change(hero, dead=False)
    assert race.produce().events(CampaignEnded)[0].ending.reason == TITLE


@pytest.mark.rule("cohorts.campaign.elimination")
def test_what_is_left_of_who_is_out_lies_loose_and_captives_are_free() -> None:
    race = Race({"last_standing": True})
    out, other = race.side("a"), race.side("b")
    race.side("c")
    hero = race.heroes(out)[0]
    stack = race.stack(4, 4, out)
    race.change(hero, dead=True, holder=stack.place)
    captive = race.character(stack, other, captor=out.id)
    agent = race.agent(stack, out)
    race.items(stack, gold=3)
    race.world.add(Vote, player=out.id, target=other.faction, matter="war")
    ran = race.produce()
    assert [each.player for each in ran.events(PlayerOut)] == [out.id]
    assert [each.faction for each in ran.events(FactionOut)] == [out.faction]
    ground = race.at(4, 4)
    assert race.gone(stack)
    assert race.gone(agent)
    assert race.held(ground) == {"gold": 3}
    assert race.now(hero).holder == ground.place
    assert (race.now(captive).captor, race.now(captive).holder) == (0, ground.place)
    assert not list(race.world.by(Vote, "player", out.id))
    assert race.now(out).idle
    assert not race.produce().events(PlayerOut), "it is told once"


@pytest.fixture
def scene() -> Scene:
    """My faction has a separate people; whom else it needs, a test says."""
    return Scene(content={"realms": REALMS})


def storm(scene: Scene) -> tuple[City, Ran]:
    """My army takes the city."""
    foe = scene.someone("at_war")
    scene.someone("neutral")
    lord = scene.character(scene.at(1, 1), foe)
    city = scene.city(6, 5, None, baron=lord.id, name="Harrow", population={"human": 1250})
    scene.unit(city, foe, soldiers=150)
    stack = scene.stack(6, 5, name="Iron Guard")
    scene.character(scene.at(2, 2), name="Baron to be")
    for _ in range(6):
        scene.unit(stack, soldiers=150, level=6)
    low, high = sorted((scene.ours.id, foe.faction))
    wars.begin(scene.world, low, high, 1)
    return city, scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))


@pytest.mark.rule("cohorts.campaign.tidings")
def test_all_hear_that_a_city_fell_and_only_the_two_sides_what_became_of_its_people(
    scene: Scene,
) -> None:
    city, ran = storm(scene)
    assert by_all(scene, ran, CityFell)
    assert by_all(scene, ran, BattleHeard)
    (fell,) = ran.events(CityFell)
    foe = scene.someone("at_war").faction
    assert (fell.name, fell.winner, fell.loser) == ("Harrow", scene.ours.id, foe)
    assert fell.people % 100 == 0
    assert not fell.unfought
    (battle,) = ran.events(BattleHeard)
    assert (battle.where, battle.garrison, battle.winner) == ("Harrow", "defender", "attacker")
    assert (battle.attacking, battle.defending, battle.defenders_lost) == (900, 150, 150)
    (entry,) = (each for each in ran.entries if isinstance(each.event, CityConquered))
    assert set(entry.audience) == {scene.ours.id, foe}
    assert not by_all(scene, ran, CityConquered)
    assert scene.now(city).baron


@pytest.mark.rule("cohorts.campaign.tidings")
@pytest.mark.parametrize("least, told", [(400, True), (0, False)])
def test_of_a_city_without_soldiers_it_is_told_that_none_met(least: int, told: bool) -> None:
    scene = Scene(content={"realms": REALMS, "tidings": Tidings(battle=least)})
    foe = scene.someone("at_war")
    lord = scene.character(scene.at(1, 1), foe)
    city, stack = scene.city(6, 5, None, baron=lord.id), scene.stack(6, 5)
    scene.character(scene.at(2, 2))  # who can be its baron
    scene.unit(stack, soldiers=100)
    ran = scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))
    (fell,) = ran.events(CityFell)
    assert fell.unfought is told, "where no battle is heard of, nothing can be said"


@pytest.mark.rule("cohorts.campaign.tidings")
@pytest.mark.parametrize("wild", [True, False])
def test_a_battle_at_a_city_says_whether_the_city_was_nobodys(wild: bool, scene: Scene) -> None:
    foe = scene.someone("at_war")
    lord = scene.character(scene.at(1, 1), foe)
    city = scene.city(6, 5, None, baron=0 if wild else lord.id, name="Harrow")
    guard = scene.unit(city, foe, soldiers=150)
    if wild:
        scene.change(guard, player=0)
    helper = scene.stack(6, 5, foe, assists=True)
    scene.unit(helper, foe, soldiers=200)
    stack = scene.stack(6, 4)
    scene.unit(stack, soldiers=300)
    ran = scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))
    (battle,) = ran.events(BattleHeard)
    assert (battle.garrison, battle.wild) == ("defender", wild)


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("told", [True, False])
def test_who_remembers_a_barony_knows_whose_it_is_once_all_have_heard(told: bool) -> None:
    scene = Scene(content={"realms": REALMS, "tidings": Tidings(cities=told)})
    other, land = scene.someone("neutral"), scene.at(6, 5).id
    remember(scene.world, other.faction, [land], scene.world)
    storm(scene)
    (memory,) = scene.world.by(Memory, "spot", (other.faction, land))
    assert (memory.owner == scene.ours.id) is told


@pytest.mark.rule("cohorts.campaign.tidings")
def test_a_module_keeps_what_falls_to_those_whom_it_concerns() -> None:
    scene = Scene(content={"realms": REALMS, "tidings": Tidings(battle=0, cities=False)})
    _, ran = storm(scene)
    assert ran.events(CityConquered)
    assert not ran.events(CityFell)
    assert not ran.events(BattleHeard)


@pytest.mark.rule("cohorts.campaign.wars")
def test_the_end_of_a_war_tells_what_each_side_took_and_lost(scene: Scene) -> None:
    storm(scene)
    foe = scene.someone("at_war").faction
    state = scene.state()
    change(state, scene.ours.id, foe, "neutral")
    (entry,) = state.log.entries
    over: Event = entry.event
    assert isinstance(over, RelationChanged)
    assert over.war
    assert over.war.ended == state.now.turn
    assert [(each.city, each.winner) for each in over.war.prizes] == [("Harrow", scene.ours.id)]
    mine, theirs = (over.war.won.one, over.war.won.other)
    assert sorted((mine, theirs)) == [0, 1]
    assert max(over.war.fallen.one, over.war.fallen.other) == 150
    assert wars.under_way(state.world, scene.ours.id, foe) is None


@pytest.mark.rule("cohorts.campaign.wars")
def test_a_battle_of_allies_counts_in_the_war_of_each_with_its_own_losses(scene: Scene) -> None:
    foe, friend = scene.someone("at_war"), scene.player("Friend", "friends")
    scene.relation("at_war", "friends", "allied")
    scene.relation(scene.ours, "friends", "at_war")
    for other in (foe, friend):
        low, high = sorted((scene.ours.id, other.faction))
        wars.begin(scene.world, low, high, 1)
    lord = scene.character(scene.at(1, 1), foe)
    city = scene.city(6, 5, None, baron=lord.id, name="Harrow")
    scene.unit(city, foe, soldiers=60)
    scene.unit(scene.stack(6, 5, friend, assists=True), friend, soldiers=40)
    stack = scene.stack(6, 4)
    for _ in range(6):
        scene.unit(stack, soldiers=150, level=6)
    scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))
    fallen: list[int] = []
    for other in (foe, friend):
        war = wars.under_way(scene.world, scene.ours.id, other.faction)
        assert war
        figures = ((war.won.one, war.fallen.one), (war.won.other, war.fallen.other))
        mine, theirs = figures if war.one == scene.ours.id else figures[::-1]
        assert (mine[0], theirs[0]) == (1, 0)
        fallen.append(theirs[1])
    assert fallen == [60, 40]


@pytest.mark.rule("cohorts.campaign.tidings")
def test_who_laid_land_waste_is_not_told(scene: Scene) -> None:
    foe = scene.someone("at_war")
    lord = scene.character(scene.at(1, 1), foe)
    barony = scene.barony((6, 5), (7, 5), name="Harrow")
    scene.city(6, 5, None, baron=lord.id, name="Harrow", barony=barony.id)
    scene.village(7, 5, name="Lowmill")
    stack = scene.stack(7, 5)
    scene.unit(stack, soldiers=150)
    ran = scene.give(RazeImprovements, stack=str(ref(stack)))
    assert by_all(scene, ran, LandWasted)
    (wasted,) = ran.events(LandWasted)
    assert wasted.known() == {
        "barony": "Harrow",
        "faction": foe.faction,
        "villages": ("Lowmill",),
        "castle": False,
    }


@pytest.mark.rule("cohorts.campaign.tidings")
def test_the_first_to_reach_a_level_of_renown_is_told_and_no_second(scene: Scene) -> None:
    def risen() -> list[RenownHeard]:
        hero = scene.character(scene.at(2, 2), level=9)
        state = scene.state()
        earn(state, hero, 10_000_000)
        for step in scene.rules.closing:
            if step.name == "tidings":
                step.run(state)
        scene.world = state.world
        events = [each.event for each in state.log.entries]
        return [each for each in events if isinstance(each, RenownHeard)]

    (first,) = risen()
    assert first.level % scene.content.tidings.renown == 0
    assert risen() == []


def test_nobody_leads_while_all_stand_alike_and_a_lead_is_told_once(scene: Scene) -> None:
    other = scene.someone("neutral")
    assert not scene.produce().events(LeadChanged)
    scene.city(3, 3, scene.me)
    (lead,) = scene.produce().events(LeadChanged)
    assert lead.leaders == (scene.ours.place,)
    assert lead.before == ()
    assert not scene.produce().events(LeadChanged)
    for column in range(3):
        scene.city(column, 8, other)
    (lead,) = scene.produce().events(LeadChanged)
    assert lead.before == (scene.ours.place,)
    assert lead.ahead > 0


@pytest.mark.rule("cohorts.campaign.tidings")
def test_a_guild_is_told_of_if_no_faction_had_one_of_its_type() -> None:
    scene = Scene(
        content={"guilds": {"warrior": {"needs": (), "several": None, "least_people": 0}}}
    )
    other = scene.someone("neutral")
    far = scene.city(9, 9, other)
    wild = scene.city(3, 9, None)
    scene.guild(wild, "warrior")

    def built(name: str) -> Ran:
        city = scene.city(4, 4, scene.me, name=name, actions=5, improvements={})
        hero = scene.character(city, job="warrior", level=10)
        return scene.give(
            BuildGuild,
            city=str(ref(city)),
            type="warrior",
            name=f"Blades of {name}",
            founder=str(ref(hero)),
        )

    ran = built("Harrow")
    assert not ran.failures, ran.failures
    assert by_all(scene, ran, WorkHeard)
    scene.guild(far, "warrior")
    assert not built("Lowmill").events(WorkHeard)


def test_factions_stand_by_their_cities_then_by_the_people_in_them(scene: Scene) -> None:
    many, large, small = (scene.someone(each) for each in ("at_war", "neutral", "allied"))

    def city(x: int, owner: Player | None, people: int, slaves: int = 0) -> None:
        scene.city(x, 2, owner, population={"human": people}, slaves={"orc": slaves})

    city(1, many, 100)
    city(2, many, 100)
    city(4, large, 5000, slaves=2000)
    city(6, small, 6000)
    city(8, None, 90_000)
    found = scene.rules.standings(scene.world)
    named = [each.who.id for each in found]
    assert named == [many.faction, large.faction, small.faction, scene.ours.id]
    assert [each.rank for each in found] == [1, 2, 3, 4]
    assert [each.points for each in found] == [2, 1, 1, 0]
    assert [each.made_of[0].what for each in found] == ["cities"] * 4
