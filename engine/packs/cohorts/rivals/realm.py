"""A faction's world as one of its computer players knows it: what it has, and who stands where.

Everything is read off the view; what is not known is guessed from what anybody may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeVar

from engine.campaign import Faction, Now, Player
from engine.ending import Reckoning
from engine.module.natures import Wish
from engine.orders import Order
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.rival_play import USUAL as WORTH
from engine.packs.cohorts.content.rival_play import Handling
from engine.packs.cohorts.diplomacy.votes import settled
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.knowledge.nearness import around
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import of_player, relation
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Map,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.pieces.territories import Kingdom, Territory
from engine.packs.cohorts.worth.levels import counts
from engine.rivals import Mind
from engine.state import State
from engine.world import Place, Record, World

R = TypeVar("R", bound=Record)
FRESH: Final = 3
"""Turns for which a sighting of a stack is taken for true."""
_SIDES: Final = 100
_BRINGS: Final = {
    "city build-castle": "castle",
    "city improve-guild": "guild_level",
    "guild improve-self": "guild_level",
    "city build-guild": "guild_level",
}
"""For what an order gets points (`engine.packs.cohorts.content.winning`)."""
NEAR: Final = 3
"""Provinces within which a force threatens a city."""


class RivalView:
    """What a player thinks about, on its plan: its own things, the neighbours, the land."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.state: State = mind.state()
        self.content = mind.rules.module.content(Content)
        self.skill: Handling = getattr(self.content.rival_play, mind.strength)
        self.player = mind.player
        self.faction = mind.view.get(Player, mind.player).faction
        self.turn = mind.view.get(Now, 1).turn
        self.grid = mind.view.get(Map, 1).grid
        self.claimed: dict[object, None] = {}
        """What somebody already goes for."""
        self.raised: dict[int, None] = {}
        """The guilds that cities raise this turn."""

    @property
    def world(self) -> World:
        """The view as the orders given so far leave it."""
        return self.state.world

    def wants(self, wish: Wish) -> int:
        """How much the player wants something, 0 to 10."""
        return self.mind.nature.wants(wish)

    def worth(self, order: type[Order]) -> float:
        """What an order is worth to the player, as the module has it."""
        path = " ".join(order.path)
        return self.content.rival_play.worths.get(path, WORTH)

    def points(self, order: type[Order]) -> float:
        """The further worth of an order to a player who counts the points that it brings.

        They count at the end alone, and what makes the realm grow comes before them until then.
        """
        brings = getattr(self.content.winning.points, _BRINGS.get(" ".join(order.path), ""), 0)
        return self.skill.counts_points * brings * self._share_over

    @cached_property
    def _share_over(self) -> float:
        """How much of the campaign is over; all of it where none of its turns is the last."""
        last = self.state.module.victory.turns
        return min(1.0, self.turn / last) if last else 1.0

    def heeds(self, actor: Record, part: str) -> bool:
        """Whether the player thinks of somebody this turn; who plays badly forgets many."""
        return self.drawn(f"{actor.kind}:{actor.id}", part, _SIDES) <= self.skill.attention

    def drawn(self, actor: str, purpose: str, sides: int) -> int:
        """A whole number from 1 to `sides`, the same for the same actor and turn."""
        return self.mind.dice.stream(actor, purpose).whole(sides)

    # ------------------------------------------------------------ its own

    def cities(self) -> list[City]:
        """The player's cities as they now are, by id."""
        return [each for each in self.world.all(City) if of_player(self.world, each, self.player)]

    def heroes(self) -> list[Character]:
        """The player's living, free characters, by id."""
        own = self._there(self.world.by(Character, "player", self.player))
        return [each for each in own if not (each.dead or each.captor)]

    def agents(self) -> list[Agent]:
        """The player's agents, by id."""
        return list(self._there(self.world.by(Agent, "player", self.player)))

    def units(self) -> list[Unit]:
        """The player's free military units, by id."""
        own = self._there(self.world.by(Unit, "player", self.player))
        return [each for each in own if not each.captor]

    def guilds(self, city: City) -> list[Guild]:
        """The guilds of a city, by id."""
        return list(self._there(self.world.by(Guild, "city", city.id)))

    def stacks(self) -> list[Stack]:
        """The player's stacks, by id."""
        return list(self._there(self.world.by(Stack, "player", self.player)))

    def _there(self, things: Iterable[R]) -> Iterator[R]:
        """Those that are there already: what the turn makes can be ordered about in the next."""
        return (each for each in things if self.mind.view.at(each.place) is not None)

    def fighters(self, stack: Stack) -> list[Character | Unit]:
        """Who counts in a stack: its characters and units, neither dead nor prisoners."""
        return [each for each in pieces_in(self.world, stack.place) if counts(each)]

    def garrison(self, city: City) -> list[Unit]:
        """The player's own units in a city, the smallest first."""
        own = [each for each in self.units() if each.holder == city.place]
        return sorted(own, key=lambda unit: (unit.soldiers * unit.level, unit.id))

    @cached_property
    def crafts(self) -> frozenset[str]:
        """The kinds of guilds that the player's cities have."""
        return frozenset(guild.type for city in self.cities() for guild in self.guilds(city))

    @cached_property
    def barons(self) -> frozenset[int]:
        """The characters of the player who hold a city."""
        return frozenset(city.baron for city in self.cities())

    # ------------------------------------------------------------ the land

    def far(self, one: int, other: int) -> int:
        """How many provinces lie between two, as the crow flies."""
        return self.grid.distance(self.grid.at(one - 1), self.grid.at(other - 1))

    def owner(self, province: int) -> int:
        """The faction that held a province when it was seen last, 0 for none."""
        memory = self.world.find(Memory, province)
        return memory.owner if memory else 0

    def in_view(self, province: int) -> bool:
        """Whether a province is seen now, so that what is shown there is not yet gone."""
        memory = self.world.find(Memory, province)
        return memory is not None and memory.in_view

    def stands(self, faction: int) -> str:
        """How the own faction stands to another."""
        return relation(self.world, self.faction, faction)

    def waiting(self, spot: HotSpot) -> tuple[str, ...]:
        """The tasks that wait at a place of note; from afar those that its kind usually has."""
        if spot.knows("quests"):
            return spot.quests
        kind = self.content.hot_spots.get(spot.type)
        return kind.quests if kind else ()

    def beyond(self, start: int) -> list[tuple[int, int]]:
        """The nearest known lands at the edge of what is known, with how much lies unknown there.

        That is the number of unknown provinces at most two away.
        """
        spots = frontier(self.mind.rules, self.world, start, _EDGES)
        return [(spot, self._unknown_near(spot)) for spot in spots]

    def _unknown_near(self, spot: int) -> int:
        beside = self.grid.adjacency()
        near = {two for one in beside[spot - 1] if one >= 0 for two in (one, *beside[one])}
        return sum(two >= 0 and self.world.find(Province, two + 1) is None for two in near)

    # ------------------------------------------------------------ the others

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """The other factions that have players, by id."""
        return tuple(
            each.id
            for each in self.world.all(Faction)
            if each.id != self.faction and self.world.first(Player, "faction", each.id)
        )

    @cached_property
    def standings(self) -> Mapping[int, int]:
        """The points of every faction as they were told last, by faction."""
        last = max(self.world.all(Reckoning), key=lambda each: each.turn, default=None)
        return {each.who.id: each.points for each in last.standings} if last else {}

    @cached_property
    def bears_arms(self) -> bool:
        """Whether the rules of the campaign have units trained with equipment of their own."""
        form = self.state.rules.orders.get(TrainMilitaryUnits.path)
        return form is not None and "equipment" in form.model_fields

    @cached_property
    def met(self) -> bool:
        """Whether as many cities of every other side were seen as it has players."""
        seen = Counter(
            self.owner(city.province) for city in self.world.all(City) if city.knows("province")
        )
        players = Counter(each.faction for each in self.world.all(Player))
        return all(seen[side] >= players[side] for side in self.rivals)

    @cached_property
    def prey(self) -> tuple[City, ...]:
        """The cities it knows of that it may attack: nobody's, and those of factions at war."""
        return tuple(each for each in self.world.all(City) if self.is_prey(each))

    def is_prey(self, city: City) -> bool:
        """Whether a city may be attacked."""
        if of_player(self.world, city, self.player) or not city.knows("province"):
            return False
        owner = self.owner(city.province)
        return not owner or self.stands(owner) == "at_war"

    @cached_property
    def seats(self) -> frozenset[int]:
        """The cities known to rule a territory or a kingdom."""
        realms = (*self.world.all(Territory), *self.world.all(Kingdom))
        return frozenset(each.capital for each in realms if each.knows("capital"))

    def last_seen(self, place: Place) -> Sighting | None:
        """The last that the faction learned of a foreign stack, or of who is in a city."""
        return self.mind.view.first(Sighting, "about", (self.faction, place))

    @cached_property
    def sighted(self) -> tuple[Sighting, ...]:
        """The stacks of factions at war that were seen lately."""
        fought = (each for each in self.rivals if self.stands(each) == "at_war")
        return tuple(each for faction in fought for each in self.seen_of(faction))

    def seen_of(self, faction: int) -> tuple[Sighting, ...]:
        """The stacks of a faction that were seen lately, by id."""
        return self._seen.get(faction, ())

    @cached_property
    def _seen(self) -> Mapping[int, tuple[Sighting, ...]]:
        found: dict[int, tuple[Sighting, ...]] = {}
        for each in self.world.by(Sighting, "faction", self.faction):
            of = self.world.find(Player, each.player) if each.player else None
            if of and each.subject.kind == Stack.kind and each.turn >= self.turn - FRESH:
                found[of.faction] = (*found.get(of.faction, ()), each)
        return found


def war_aims(realm: RivalView) -> tuple[int, ...]:
    """The cities that the own side wants by its wars."""
    fought = (each for each in realm.rivals if realm.stands(each) == "at_war")
    wars = (settled(realm.world, realm.faction, each) for each in fought)
    return tuple(c for war in wars if war for side, c in war.over if side == realm.faction)


_GOALS: Final = 6
_EDGES: Final = 20
"""As many lands at the edge of what is known a party chooses from."""


def frontier(rules: Rules, world: World, start: int, most: int = _GOALS) -> list[int]:
    """The nearest known lands, up to a limit, from a province beside which some is unknown."""
    terrains = rules.module.content(Content).terrains
    grid = world.get(Map, 1).grid
    found: list[int] = []
    for spot, _ in around(world, start):
        province = world.find(Province, spot)
        if province is None or spot == start or terrains[province.terrain].is_water:
            continue
        if any(n >= 0 and world.find(Province, n + 1) is None for n in grid.adjacency()[spot - 1]):
            found.append(spot)
            if len(found) == most:
                break
    return found
