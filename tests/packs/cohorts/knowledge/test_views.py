"""A view never holds what its faction cannot know, and a world is what it was stored as.

What may be known is worked out by a witness that follows the ticks with the faction's eyes.
"""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.campaign import Faction, Kept, Now, Player
from engine.dice import Seed, SeededDice
from engine.ending import Reckoning
from engine.facts import Facts
from engine.packs.cohorts.campaign.winning import Dominion
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.diplomacy.votes import Counter, Vote
from engine.packs.cohorts.diplomacy.wars import War
from engine.packs.cohorts.knowledge.discoveries import Meeting
from engine.packs.cohorts.knowledge.memories import Captive, LevelLimit, Memory, Sighting
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import Relation, player_of
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Map,
    Possession,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.trade.access import Tribute
from engine.packs.cohorts.trade.books import Agreement, Market, Offer
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.turn import resolve
from engine.world import Place, Record, World
from tests.packs.cohorts.frontier import Tick, histories
from tests.packs.cohorts.witness import Witness, in_sight, lord, side, standing
from tests.rules.scene import Scene

VIEW = pytest.mark.rule("cohorts.knowledge.view")
# A history that fails is read tick by tick; to shrink one takes minutes.
few = settings(max_examples=20, phases=[Phase.explicit, Phase.generate])

WHERE = {"id", "x", "y", "realm", "terrain", "height"}
PLAIN_PROVINCE = WHERE | {"barony", "region", "gate", "pvp_free"}
PLAIN_CITY = {"id", "name", "province", "barony"}
CITY_IN_VIEW = PLAIN_CITY | {"baron", "faction", "message", "besieged"}
PLAIN_STACK = {"id", "name", "player", "province", "banner", "message"}
PLAIN_PIECE = {
    *("id", "name", "player", "holder", "race", "job", "arm", "type", "soldiers", "message")
}
PRISONER = PLAIN_PIECE | {"captor", "dead", "wounds", "statuses", "equipment"}


class Judge:
    """Goes through a faction's view after some ticks and says what it should not hold."""

    def __init__(self, scene: Scene, ticks: list[Tick], faction: int) -> None:
        self.truth = scene.world
        self.faction = faction
        self.view = scene.view(scene.world.get(Faction, faction))
        self.witness = Witness(faction)
        for tick in ticks:
            self.witness.live(tick)
        truth = self.truth
        self.sight = in_sight(truth, faction)
        self.here = standing(truth, faction)
        cities = [city for city in truth.all(City) if lord(truth, city) == faction]
        self.cities = {city.id for city in cities}
        self.home = {p.id for p in truth.all(Province) if p.barony in {c.barony for c in cities}}
        self.known = self.home | set(self.witness.seen)

    def judge(self) -> None:
        """Every record of the view, kind by kind."""
        judged = {
            Now: self.all_of_it,
            Map: self.all_of_it,
            Faction: self.all_of_it,
            Relation: self.all_of_it,
            Vote: self.all_of_it,
            Reckoning: self.all_of_it,
            Counter: self.all_of_it,
            War: self.all_of_it,  # cohorts.campaign.wars
            Player: self.of_a_player,
            Kept: self.never,
            Dominion: self.never,
            Province: self.of_a_province,
            Link: self.of_a_link,
            Memory: self.of_a_memory,
            LevelLimit: self.never,  # what it tells stands in the province
            Captive: self.of_a_memory_of_a_captive,
            Meeting: self.of_a_meeting,
            Barony: self.of_a_barony,
            Territory: self.of_a_realm,
            Kingdom: self.of_a_realm,
            City: self.of_a_city,
            Village: self.of_a_village,
            Tower: self.of_a_tower,
            Stack: self.of_a_stack,
            Character: self.of_a_piece,
            Unit: self.of_a_piece,
            Agent: self.of_a_piece,
            Possession: self.of_items,
            Position: self.of_a_position,
            Sighting: self.of_a_sighting,
            Tribute: self.of_a_tribute,
            Market: self.of_a_market,
            Offer: self.of_trade,
            Agreement: self.of_trade,
            Guild: self.of_a_guild,
            HotSpot: self.of_a_hot_spot,
            Unique: self.of_a_unique,
            ActiveSpell: self.of_a_spell,
            Countdown: self.of_a_countdown,
        }
        assert {cls.kind for cls in judged} == set(self.view.kinds)
        for cls, look in judged.items():
            for record in self.view.all(cls):
                look(record)
        assert {province.id for province in self.view.all(Province)} == self.known

    # ------------------------------------------------------------------ what there is to judge

    def true(self, record: Record) -> Record:
        """What the record is in truth."""
        return self.truth.get(type(record), record.id)

    def all_of_it(self, record: Record) -> None:
        assert record == self.true(record)

    def no_more(self, record: Facts, names: set[str]) -> None:
        assert set(record.known()) <= names

    def as_it_is(self, record: Record, names: set[str]) -> None:
        """No more than these fields, and those as they are."""
        self.no_more(record, names)
        true = self.true(record)
        for name, value in record.known().items():
            assert getattr(true, name) == value

    def of_a_player(self, player: Player) -> None:
        mine = player.faction == self.faction
        more = {"last_run", "excused", "missed"} if mine else set[str]()
        self.as_it_is(player, {"id", "faction", "name", "active", "idle", "out"} | more)

    def of_a_province(self, province: Province) -> None:
        if province.id in self.home:
            self.all_of_it(province)
        else:
            assert province.id in self.known
            limit = self.truth.first(LevelLimit, "spot", (self.faction, province.id))
            self.as_it_is(province, PLAIN_PROVINCE | ({"level_limit"} if limit else set()))

    def of_a_link(self, link: Link) -> None:
        adjacency = self.truth.get(Map, 1).grid.adjacency()
        spot = (link.id - 1) // 3
        ends = {spot + 1, adjacency[spot][(link.id - 1) % 3] + 1}
        assert ends <= self.known
        self.as_it_is(link, set(Link.names))
        assert link.knows("paved") == bool(ends & self.home)

    def of_a_meeting(self, meeting: Meeting) -> None:
        assert meeting.faction == self.faction != meeting.other
        # Stacks are sighted a hex away at most, and what is that near is in sight.
        assert meeting.province in self.known
        self.as_it_is(meeting, set(Meeting.names))

    def of_a_memory(self, memory: Memory) -> None:
        assert (memory.id, memory.faction) == (memory.province, self.faction)
        assert memory.province in self.known
        assert memory.in_view == (memory.province in self.sight)
        kind = Village.kind
        shown = next((each.place.id for each in memory.landmarks if each.place.kind == kind), 0)
        if memory.in_view:
            truly = {v.province: v.id for v in self.truth.all(Village)}
            assert shown == truly.get(memory.province, 0)
        else:
            assert shown in self.witness.villages_seen(memory.province), "no village as last seen"
        grid = self.truth.get(Map, 1).grid
        for direction, side_ in enumerate(memory.sides):
            other = grid.adjacency()[memory.province - 1][direction] + 1
            if side_:
                assert other in self.known, "a side tells of a province that was never seen"
                id = link_id(grid, memory.province, direction)
                link = self.truth.get(Link, id)
                assert side_ == 100 * link.river + 10 * link.road + link.barrier

    def of_a_barony(self, barony: Barony) -> None:
        land = {p.id for p in self.truth.all(Province) if p.barony == barony.id}
        assert land & self.known
        self.all_of_it(barony)

    def of_a_realm(self, realm: Territory | Kingdom) -> None:
        capital = self.truth.get(City, realm.capital) if realm.knows("capital") else None
        assert capital is None or capital.province in self.known
        self.as_it_is(realm, {"id", "name", "kingdom", "capital"})

    def of_a_city(self, city: City) -> None:
        true = self.truth.get(City, city.id)
        if city.id in self.cities:
            self.all_of_it(city)
        else:
            assert true.province in self.known
            in_view = true.province in self.sight
            self.no_more(city, CITY_IN_VIEW if in_view else PLAIN_CITY)
            self.as_it_is(city.only(PLAIN_CITY | {"faction", "message"}), set(City.names))
            if in_view:
                assert player_of(self.view, city) == player_of(self.truth, true)

    def of_a_village(self, village: Village) -> None:
        true = self.truth.get(Village, village.id)
        if true.province in self.home:
            self.all_of_it(village)
        else:
            self.no_more(village, {"id", "name", "province"})
            assert village.name == true.name
            if village.province in self.sight:
                assert village.province == true.province
            else:
                assert village.id in self.witness.villages_seen(village.province)

    def of_a_tower(self, tower: Tower) -> None:
        true = self.truth.get(Tower, tower.id)
        if true.province in self.home:
            self.all_of_it(tower)
        else:
            assert true.province in self.known
            self.as_it_is(tower, {"id", "type", "province"})

    def of_a_stack(self, stack: Stack) -> None:
        true = self.truth.find(Stack, stack.id)
        if true and side(self.truth, true.player) == self.faction:
            self.all_of_it(stack)
            return
        self.no_more(stack, PLAIN_STACK)
        news = self.witness.news[stack.place]
        assert (stack.province, stack.name, stack.message) == (
            news.province,
            news.name,
            news.message,
        )

    def of_a_piece(self, piece: Character | Unit | Agent) -> None:
        true = self.truth.find(type(piece), piece.id)
        if piece.id < 0:  # who stands for a player's barons
            assert piece == Character.partly(id=piece.id, player=-piece.id)
            cities = [city for city in self.truth.all(City) if city.province in self.sight]
            assert any(player_of(self.truth, city) == -piece.id for city in cities)
        elif true and side(self.truth, true.player) == self.faction:
            if not isinstance(true, Agent) and true.captor:
                self.of_a_captive(piece, true)
            else:
                self.all_of_it(piece)
        elif isinstance(true, Character) and side(self.truth, true.captor) == self.faction:
            self.as_it_is(piece, PRISONER)
        else:
            assert self._told_of(piece)

    def of_a_captive(self, piece: Record, true: Character | Unit) -> None:
        """A captured piece is as it was in the last tick in which it was seen."""
        seen = self.witness.captives.get(true.place, true)
        assert isinstance(piece, Character | Unit)
        live = {"actions", "guarding"}
        where = {"holder", "used"}
        for name in set(piece.names) - live - where:
            assert getattr(piece, name) == getattr(seen, name), name
        assert piece.holder in (seen.holder, Place("province", piece.holder.id))

    def of_a_memory_of_a_captive(self, captive: Captive) -> None:
        true = self.truth.at(captive.piece)
        assert isinstance(true, Character | Unit)
        assert true.captor
        assert side(self.truth, true.player) == self.faction == captive.faction
        self.no_more(captive, {"id", "faction", "piece", "turn", "province"})

    def _told_of(self, piece: Character | Unit | Agent) -> bool:
        """Whether a report or a meeting told of the piece, and the view says no more than that."""
        for subject, news in self.witness.news.items():
            if piece.place in news.soldiers and piece.knows("holder"):
                loose = subject == piece.place
                beside = loose and piece.holder.id in self.here
                self.no_more(piece, PLAIN_PIECE | ({"dead"} if beside else set[str]()))
                if piece.holder == (Place("province", news.province) if loose else subject):
                    if isinstance(piece, Unit):
                        assert piece.soldiers == news.soldiers[piece.place]
                    return True
        return False

    def of_items(self, items: Possession) -> None:
        self.all_of_it(items)
        holder = items.holder
        if holder.kind == "province":
            assert holder.id in self.here
        else:
            thing = self.truth.at(holder)
            assert isinstance(thing, Stack | City | Character | Unit | Agent)
            if isinstance(thing, City):
                assert self.faction == lord(self.truth, thing)
            else:
                captor = thing.captor if isinstance(thing, Character | Unit) else 0
                assert self.faction in (side(self.truth, thing.player), side(self.truth, captor))

    def of_a_position(self, position: Position) -> None:
        assert side(self.truth, position.player) == self.faction
        self.all_of_it(position)

    def of_a_sighting(self, sighting: Sighting) -> None:
        assert sighting.faction == self.faction
        news = self.witness.news[sighting.subject]
        assert (sighting.province, sighting.message) == (news.province, news.message)

    def never(self, record: Record) -> None:
        raise AssertionError(record)

    def of_a_tribute(self, tribute: Tribute) -> None:
        assert tribute.id in self.cities

    def of_a_market(self, market: Market) -> None:
        """All know what is open where and whose the city is; no field tells where it lies."""
        city = self.truth.get(City, market.id)
        assert market.name == city.name
        assert market.replace(faction=0) == self.true(market)
        assert market.faction == (lord(self.truth, city) or 0)

    def of_trade(self, trade: Offer | Agreement) -> None:
        offer = isinstance(trade, Offer)
        sides = (trade.city, trade.target) if offer else (trade.one, trade.other)
        assert self.cities.intersection(sides)
        self.all_of_it(trade)

    def of_a_guild(self, guild: Guild) -> None:
        assert guild == self.true(guild)
        assert guild.city in self.cities

    def of_a_hot_spot(self, spot: HotSpot) -> None:
        true = self.truth.get(HotSpot, spot.id)
        assert not true.hidden
        assert true.province in self.known
        plain = {"id", "province", "type", "name", "icon", "text"}
        near = {"quests", "hidden", "uses"} if true.province in self.here else set[str]()
        self.as_it_is(spot, plain | near)

    def of_a_spell(self, spell: ActiveSpell) -> None:
        assert self._whose(spell.on) == self.faction
        self.as_it_is(spell, set(ActiveSpell.names))
        true = self.truth.get(ActiveSpell, spell.id)
        hidden = {"strength", "faction"} if true.spell.startswith("task") else set[str]()
        if true.faction != self.faction:
            assert not hidden & set(spell.known())

    def of_a_countdown(self, countdown: Countdown) -> None:
        assert countdown.caster.kind == Now.kind or self._whose(countdown.caster) == self.faction
        self.all_of_it(countdown)

    def _whose(self, place: Place) -> int:
        thing = self.truth.at(place)
        if isinstance(thing, Guild):
            thing = self.truth.get(City, thing.city)
        if isinstance(thing, Province):
            return self.faction if thing.id in self.home else 0
        if isinstance(thing, City):
            return lord(self.truth, thing)
        if isinstance(thing, Player):
            return thing.faction
        assert isinstance(thing, Stack | Character | Unit | Agent)
        return side(self.truth, thing.player)

    def of_a_unique(self, unique: Unique) -> None:
        assert unique == self.true(unique)
        names = [possession.item for possession in self.view.all(Possession)]
        names += [
            item
            for character in self.view.all(Character)
            if character.knows("equipment")
            for item in character.equipment.values()
        ]
        assert unique.id in {item_of(name).unique for name in names}


@VIEW
@few
@given(histories())
def test_a_view_never_holds_what_its_faction_cannot_know(history: tuple[Scene, list[Tick]]) -> None:
    scene, ticks = history
    for faction in scene.world.all(Faction):
        Judge(scene, ticks, faction.id).judge()


@VIEW
@few
@given(histories(ticks=2))
def test_what_was_told_or_met_last_is_what_the_view_shows(
    history: tuple[Scene, list[Tick]],
) -> None:
    scene, ticks = history
    for faction in scene.world.all(Faction):
        judge = Judge(scene, ticks, faction.id)
        stacks = {place for place in judge.witness.news if place.kind == "stack"}
        shown = {
            stack.place
            for stack in judge.view.all(Stack)
            if side(scene.world, stack.player) != faction.id
        }
        assert shown == stacks


@few
@given(histories(ticks=2))
def test_asking_for_one_thing_agrees_with_the_whole_view(
    history: tuple[Scene, list[Tick]],
) -> None:
    scene, _ = history
    pieces = (Stack, Character, Unit, Agent)
    for faction in scene.world.all(Faction):
        view = scene.view(faction)
        for cls in (City, Village, Tower, *pieces, Unique, HotSpot, Market, Offer, Agreement):
            for thing in scene.world.all(cls):
                there = view.find(cls, thing.id) is not None
                assert scene.rules.knows(scene.world, faction.id, thing.place) == there, thing


# ---------------------------------------------------------------- storing and replaying


@few
@given(histories())
def test_a_saved_world_loads_equal(history: tuple[Scene, list[Tick]]) -> None:
    scene, _ = history
    loaded = World.load(scene.rules.records, scene.world.rows())
    assert loaded.rows() == scene.world.rows()
    for cls in scene.rules.records:
        assert list(loaded.all(cls)) == list(scene.world.all(cls))
    for faction in scene.world.all(Faction):
        views = [scene.rules.view(world, faction.id) for world in (loaded, scene.world)]
        assert views[0].rows() == views[1].rows()


@few
@given(histories(), st.binary(min_size=32, max_size=32))
def test_a_replay_equals_its_tick(history: tuple[Scene, list[Tick]], seed: bytes) -> None:
    scene, (*_, tick) = history
    stored = World.load(scene.rules.records, tick.before.rows())
    first, again = (
        resolve(scene.rules, world, tick.due, SeededDice(Seed(seed), tick.due.tick))
        for world in (tick.before, stored)
    )
    assert first.world.rows() == again.world.rows()
    assert [entry.dump() for entry in first.entries] == [entry.dump() for entry in again.entries]
