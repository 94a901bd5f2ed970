"""What a faction knows, that its plans depend on nothing else, and what orders wait for."""

import json
from itertools import islice

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.campaign import Now, Player
from engine.ending import LeadChanged
from engine.events import Event, Level
from engine.orders import Order, Queued
from engine.packs.cohorts.battle.told import (
    BattleFought,
    BattleRewarded,
    ForceBeaten,
    PiecesCaptured,
)
from engine.packs.cohorts.campaign import tidings
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.knowledge.sighting import StackSighted, reveal
from engine.packs.cohorts.knowledge.waiting import ComesNear, LevelReached, StockAbove
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.garrisons import GarrisonStayed, StackSheltered
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Possession,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Kingdom, Territory
from engine.packs.cohorts.setup.joining import PlayerJoined, PlayerLeft
from engine.packs.cohorts.stacks.sinking import ShipSunk
from engine.packs.cohorts.stacks.transfers import ItemsTransferred, PrisonerReleased
from engine.packs.cohorts.trade.agreements import AgreementEnded
from engine.packs.cohorts.trade.ending import OfferEnded
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.preview import plan
from engine.repeats import Until
from engine.world import Place, World
from tests.packs.cohorts.frontier import Tick, histories, turns
from tests.packs.cohorts.witness import friends, in_sight, lord, side, standing
from tests.rules.scene import Scene, queued, ref

VIEW = pytest.mark.rule("cohorts.knowledge.view")
# A history that fails is read tick by tick; to shrink one takes minutes.
few = settings(max_examples=20, phases=[Phase.explicit, Phase.generate])


# ---------------------------------------------------------------- memories


class Departed:
    """A stack of mine looked at the city of Bram at 6,5 and then went far away."""

    def __init__(self) -> None:
        self.scene = Scene(20, 10)
        self.bram = self.scene.someone("neutral")
        self.scene.barony((6, 5), (6, 6), (7, 5))
        self.city = self.scene.city(6, 5, self.bram, message="Welcome")
        self.before = self.scene.village(6, 6)
        self.scene.link((6, 5), (6, 6), river=1)
        self.stack = self.scene.stack(5, 5)
        self.scene.character(self.stack)
        self.march("w", "w", "w")

    def march(self, *steps: str) -> None:
        move = MoveAlong.model_validate({"stack": str(ref(self.stack)), "steps": steps})
        assert not self.scene.run(move).refused

    def memory(self, x: int, y: int) -> Memory:
        return self.scene.view().get(Memory, self.scene.at(x, y).id)


@VIEW
def test_a_village_built_after_the_last_look_is_not_shown() -> None:
    gone = Departed()
    later = gone.scene.village(5, 6)
    view = gone.scene.view()
    assert view.find(Village, gone.before.id) is not None
    assert view.find(Village, later.id) is None
    assert not gone.memory(5, 6).landmarks


@VIEW
def test_a_tower_a_road_and_a_new_lord_that_came_later_are_not_shown() -> None:
    gone = Departed()
    scene = gone.scene
    tower = scene.tower(6, 6)
    link = scene.link((6, 5), (6, 6), road=3)
    lord_ = scene.someone("at_war")
    scene.change(gone.city, baron=scene.character(gone.city, lord_).id, message="Begone")
    view = scene.view()
    assert view.find(Tower, tower.id) is None
    assert view.get(Link, link.id) == Link.partly(id=link.id, river=1, road=0, barrier=0)
    assert gone.memory(6, 5).owner == gone.bram.faction
    city = view.get(City, gone.city.id)
    assert city.known().keys() == {"id", "name", "province", "barony"}


@VIEW
def test_a_second_look_brings_a_memory_up_to_date() -> None:
    gone = Departed()
    later = gone.scene.village(5, 6)
    gone.scene.produce()
    gone.march("e", "e", "e")
    assert gone.scene.view().find(Village, later.id) is not None
    assert gone.memory(5, 6).in_view


@VIEW
def test_what_an_ally_showed_later_in_the_same_turn_is_remembered() -> None:
    gone = Departed()
    scene = gone.scene
    friend = scene.someone("allied")
    scout = scene.stack(4, 7, friend)
    scene.character(scout, friend)
    later = scene.village(5, 6)
    scene.run()
    assert scene.view().find(Village, later.id) is not None
    away = MoveAlong.model_validate({"stack": str(ref(scout)), "steps": ["sw", "sw"]})
    assert not scene.run(away, player=friend).refused
    assert not gone.memory(5, 6).in_view
    assert gone.memory(5, 6).shows(later.place)


@VIEW
def test_a_memory_says_when_it_is_from() -> None:
    gone = Departed()
    gone.scene.produce()
    gone.scene.produce()
    assert gone.scene.view().get(Memory, gone.city.province).turn == 1


@VIEW
def test_a_side_towards_a_province_that_was_never_seen_tells_nothing() -> None:
    scene = Scene(20, 10)
    scene.character(scene.stack(5, 5))
    scene.link((6, 5), (7, 5), river=2)
    scene.link((6, 5), (7, 6), river=3)
    scene.link((5, 5), (6, 5), road=1)
    memory = scene.view().get(Memory, scene.at(6, 5).id)
    assert sum(memory.sides) == 10


@VIEW
def test_of_a_fortification_in_view_the_presence_is_known_and_not_the_level(scene: Scene) -> None:
    scene.character(scene.stack(5, 5))
    scene.province(6, 5, fortification=3)
    view = scene.view()
    assert view.get(Memory, scene.at(6, 5).id).fortified
    assert not view.get(Province, scene.at(6, 5).id).knows("fortification")


@VIEW
def test_a_city_in_view_shows_whose_it_is_and_not_who_is_its_baron(scene: Scene) -> None:
    lord_ = scene.someone("neutral")
    scene.barony((6, 5))
    city = scene.city(6, 5, lord_)
    baron = scene.character(scene.stack(5, 5, lord_), lord_, name="Ser Brand")
    scene.change(city, baron=baron.id)
    mine = scene.stack(6, 6)
    scene.character(mine)
    view = scene.view()
    assert view.find(Character, baron.id) is None
    assert player_of(view, view.get(City, city.id)) == lord_.id
    assert not scene.run(MoveAlong(stack=ref(mine), steps=("nw",))).refused
    view = scene.view()
    assert view.get(City, city.id).baron != baron.id
    assert player_of(view, view.get(City, city.id)) == lord_.id
    assert view.get(Character, baron.id).name == "Ser Brand"


@VIEW
def test_a_realm_is_known_by_its_land_and_its_capital_only_if_that_was_seen() -> None:
    scene = Scene(20, 10)
    scene.character(scene.stack(5, 5))
    kingdoms = [scene.kingdom(), scene.kingdom()]
    for kingdom, seat, border in zip(kingdoms, (5, 15), ((6, 5), (4, 5)), strict=True):
        territory = scene.territory(kingdom)
        land = scene.barony((seat, 6), border)
        city = scene.city(seat, 6)
        scene.change(land, territory=territory.id)
        scene.change(territory, capital=city.id)
        scene.change(kingdom, capital=city.id)
    scene.kingdom()
    view = scene.view()
    for cls in (Kingdom, Territory):
        near, far = view.all(cls)
        assert near.capital == 1
        assert far.known().keys() == set(cls.names) - {"capital"}


# ---------------------------------------------------------------- events


ABROAD: dict[type[Event], Level] = {
    StackSighted: Level.SIGHTED,
    StacksMet: Level.OWN,
    **dict.fromkeys((BattleFought, PiecesCaptured, ForceBeaten, BattleRewarded), Level.OWN),
    # What follows from battles:
    **dict.fromkeys((LevelChanged, CityConquered, ShipSunk), Level.OWN),
    **dict.fromkeys((GarrisonStayed, StackSheltered), Level.OWN),  # instead of one
    ItemsTransferred: Level.TOLD,
    PrisonerReleased: Level.TOLD,
    PlayerJoined: Level.PUBLIC,
    PlayerLeft: Level.PUBLIC,
    LeadChanged: Level.PUBLIC,
    # The news of the world, which has no field for some alone:
    **dict.fromkeys((BattleHeard, *tidings.EVENTS), Level.PUBLIC),
    OfferEnded: Level.OWN,  # trade between enemies, and offers to others than friends, end
}
"""The events that others than the acting faction may learn of, and how much."""


@few
@given(histories())
def test_a_faction_is_told_no_field_above_its_level(history: tuple[Scene, list[Tick]]) -> None:
    scene, ticks = history
    for tick in ticks:
        for entry in tick.entries:
            actor = side(scene.world, entry.player)
            for faction, learned in entry.audience.items():
                stored = json.loads(entry.dump_for(faction, ()))
                assert stored["event"].keys() - {"v"} == learned.known().keys()
                assert (stored["player"], stored["order"]) == (0, "")
                kind = type(entry.event)
                if faction == actor and kind is not StackSighted:
                    assert learned == entry.event
                elif kind is AgreementEnded:  # with no order it ends at the fault of either side
                    assert learned in (entry.event, entry.event.at(Level.TOLD))
                elif actor or kind in ABROAD:
                    assert learned == entry.event.at(ABROAD[kind])
                else:
                    assert list(entry.audience) == [faction]


@few
@given(histories())
def test_a_sighting_tells_nothing_of_ones_own_and_nothing_that_was_not_there(
    history: tuple[Scene, list[Tick]],
) -> None:
    for tick in history[1]:
        for entry in tick.entries:
            if not isinstance(entry.event, StackSighted):
                continue
            (faction,) = entry.audience
            for glimpse in entry.event.sightings:
                assert glimpse.faction != faction
                known = tick.before.at(glimpse.subject) or tick.after.at(glimpse.subject)
                assert known is not None
                assert side(tick.before, known.player) == glimpse.faction


# ---------------------------------------------------------------- plans


class Elsewhere:
    """Changes a world in whatever a faction cannot know of it."""

    def __init__(self, world: World, faction: int, draw: st.DrawFn) -> None:
        self.world = world.fork()
        self.faction = faction
        self.draw = draw
        self.here = standing(world, faction)
        self.sight = in_sight(world, faction)
        self.friends = friends(world, faction)
        lands = [city.barony for city in world.all(City) if lord(world, city) == faction]
        self.home = {p.id for p in world.all(Province) if p.barony in lands}
        self.far = sorted({p.id for p in world.all(Province)} - self.here - self.home)

    def change(self) -> World:
        self._stacks()
        self._units()
        self._cities()
        self._land()
        self._papers()
        return self.world

    def _stacks(self) -> None:
        """Foreign ones out of contact: other names, messages and, if no friends, places."""
        world = self.world
        for stack in world.all(Stack):
            whose = side(world, stack.player)
            if whose == self.faction or stack.province in self.here:
                continue
            goal = stack.province
            if whose not in self.friends and self.far:
                goal = self.draw(st.sampled_from(self.far))
            world.put(stack.replace(name="Other", message="other", province=goal, acted="quest"))
            for unit in world.by(Unit, "holder", stack.place):
                world.put(unit.replace(soldiers=7, name="Others"))
        strangers = [p for p in world.all(Player) if p.faction not in self.friends]
        for _ in range(self.draw(st.integers(0, 3))):
            if strangers and self.far:
                model = next(world.all(Stack))
                more = {name: getattr(model, name) for name in Stack.names if name != "id"}
                more |= {
                    "player": strangers[0].id,
                    "province": self.draw(st.sampled_from(self.far)),
                }
                world.add(Stack, **more)

    def _units(self) -> None:
        """What nobody sees of a foreign unit, wherever it is."""
        for unit in self.world.all(Unit):
            if side(self.world, unit.player) != self.faction:
                self.world.put(unit.replace(level=9, wounds=50, morale=3, talents=("bowman",)))

    def _cities(self) -> None:
        world = self.world
        for city in world.all(City):
            if lord(world, city) != self.faction:
                world.put(city.replace(population={"elf": 9}, actions=0, improvements={}))
        for items in world.all(Possession):
            holder = world.at(items.holder)
            cache = items.holder.kind == "province" and items.holder.id in self.here
            whose = lord(world, holder) if isinstance(holder, City) else 0
            mine = self.faction in (whose, side(world, getattr(holder, "player", 0)))
            if not cache and not mine:
                world.put(items.replace(count=items.count + 5, item="other"))

    def _land(self) -> None:
        """Deposits, limits and levels out of one's own land; new villages out of sight."""
        world = self.world
        for id in self.far:
            province = world.get(Province, id)
            level = 4 if province.fortification else 0
            values = {"deposits": ("gold",), "level_limit": 1, "fortification": level}
            world.put(province.replace(**values))
            settled = world.first(Village, "province", id)
            if id not in self.sight and not settled:
                world.add(Village, name="New", province=id, level=1, changed=0)

    def _papers(self) -> None:
        """What the others know and noted."""
        world = self.world
        for player in world.all(Player):
            if player.faction != self.faction:
                world.put(player.replace(last_run=99))
                world.add(Position, player=player.id, deactivated=("Other",))
        for cls in (Sighting, Memory):
            for row in world.all(cls):
                if row.faction != self.faction:
                    world.remove(row)


@st.composite
def twins(draw: st.DrawFn) -> tuple[Scene, World, int, tuple[Queued, ...]]:
    """A world, another that differs in what a player's faction cannot know, and its orders."""
    scene, _ = draw(histories(ticks=2))
    player = draw(st.sampled_from(list(scene.world.all(Player))))
    other = Elsewhere(scene.world, player.faction, draw).change()
    orders = queued(tuple(draw(turns(scene.world, player.id))))
    return scene, other, player.id, orders


@VIEW
@few
@given(twins())
def test_a_plan_is_the_same_in_worlds_that_differ_in_what_the_faction_cannot_know(
    pair: tuple[Scene, World, int, tuple[Queued, ...]],
) -> None:
    scene, other, player, orders = pair
    assert other.rows() != scene.world.rows()
    faction = scene.world.get(Player, player).faction
    one, two = (scene.rules.view(world, faction) for world in (scene.world, other))
    assert one.rows() == two.rows()
    plans = [plan(scene.rules, view, player, orders) for view in (one, two)]
    assert repr(plans[0].orders) == repr(plans[1].orders)
    assert plans[0].world.rows() == plans[1].world.rows()


def test_a_plan_meets_only_who_is_known_to_be_there(scene: Scene) -> None:
    foe = scene.someone("at_war")
    scene.unit(scene.stack(5, 5, foe), foe)
    stack = scene.stack(4, 5)
    scene.character(stack)
    march = MoveAlong.model_validate({"stack": str(ref(stack)), "steps": ["e"]})
    made = scene.plan(march)
    assert made.world.get(Stack, stack.id).province == scene.at(5, 5).id
    assert [type(entry.event).kind for entry in made.orders[0].entries] == ["stack-moved"]


def of(stack: Stack, scene: Scene) -> Order:
    return Move(stack=ref(stack), destination=ref(scene.at(5, 2)))


def test_a_level_is_reached_and_what_is_above_the_present_one_is_offered(scene: Scene):
    stack = scene.stack(2, 2)
    hero = scene.character(stack, level=3)
    state = scene.planning()
    assert LevelReached(piece=hero.place, level=3).holds(state)
    assert not LevelReached(piece=hero.place, level=4).holds(state)
    assert not LevelReached(piece=Place("character", 999), level=1).holds(state)
    offered = list(LevelReached.offers(state, of(stack, scene), None))
    assert [each.level for each in offered if each.piece == hero.place] == [4, 5, 6, 8]
    assert LevelReached(piece=hero.place, level=9) in LevelReached.offers(
        state, of(stack, scene), 9
    )


def test_a_stock_is_counted_in_the_city_and_the_next_step_up_is_offered(scene: Scene):
    stack = scene.stack(2, 2)
    city = scene.city(3, 3, scene.me)
    possessions.give(scene.world, city.place, "iron", 60)
    state = scene.planning()
    assert StockAbove(city=city.id, item="iron", amount=60).holds(state)
    assert not StockAbove(city=city.id, item="iron", amount=61).holds(state)
    offered = list(StockAbove.offers(state, of(stack, scene), None))
    assert next(each.amount for each in offered if each.item == "iron") == 100
    assert len({(each.city, each.item) for each in offered}) == len(offered)


def test_who_is_seen_near_ends_the_waiting_and_who_is_not_seen_does_not(scene: Scene):
    home = scene.stack(2, 2)
    scene.unit(home)
    foe = scene.someone("neutral")
    theirs = scene.stack(3, 2, foe)
    scene.unit(theirs)
    within: list[Until] = [
        ComesNear(who="enemies", to=home.place, within=1),
        ComesNear(who="strangers", to=home.place, within=1),
        ComesNear(who="strangers", to=home.place, within=0),
    ]
    assert not any(each.holds(scene.planning()) for each in within), "nobody has seen them yet"
    reveal(scene.state(), scene.ours.id, theirs)
    assert [each.holds(scene.planning()) for each in within] == [False, True, False], "no war yet"
    scene.relation(scene.ours, "neutral", "at_war")
    assert [each.holds(scene.planning()) for each in within] == [True, True, False]
    for weeks, seen_lately in ((1, True), (2, False)):
        now = scene.world.get(Now, 1)
        scene.world.put(now.replace(turn=now.turn + 1))
        assert within[0].holds(scene.planning()) is seen_lately, weeks


def test_what_the_order_is_about_is_offered_first(scene: Scene):
    scene.unit(scene.stack(6, 2))
    stack = scene.stack(2, 2)
    scene.character(stack)
    first = next(islice(ComesNear.offers(scene.planning(), of(stack, scene), 2), 1))
    assert first == ComesNear(who="enemies", to=stack.place, within=2)
    assert isinstance(scene.world.first(Character, "holder", stack.place), Character)
