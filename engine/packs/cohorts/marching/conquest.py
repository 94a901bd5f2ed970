"""A city changes hands by force: who becomes its baron, what the garrison is, who is enslaved.

What brought the city down stands with encounters and military orders. Sources:
cohorts.battle.garrison-defeated, cohorts.order.conquer-city, cohorts.city.conquest-of-capital.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from engine.battle import REPEL, SIEGE, Clash
from engine.campaign import Faction
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.knowledge.sighting import sight_entry
from engine.packs.cohorts.knowledge.views import leave, remember
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.movement.steps import is_coastal, links_of
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.ownership import faction_of, heir, relation
from engine.packs.cohorts.pieces.people import People, everyone
from engine.packs.cohorts.pieces.records import Character, City, Defense, Province, Stack, Unit
from engine.packs.cohorts.trade.settling import settle
from engine.packs.cohorts.worth.levels import stack_level
from engine.state import State
from engine.world import Place, World


@facts
class CityConquered(Event):
    """A city fell to a player by force, or became wild for want of a baron."""

    city: int
    name: str
    province: int
    winner: int
    """The faction that holds it now, 0 for none."""
    loser: int
    baron: int
    enslaved: dict[str, int]
    freed: dict[str, int]


def conquer(
    state: State, city: City, stacks: Sequence[Stack], fought: Collection[Place] | None = None
) -> None:
    """Give a city to the stack among these that has won it, and move them into its province.

    `fought` are those who took part in the battle for it, None where there was none. Its garrison
    must be gone by now. Source: cohorts.battle.garrison-defeated.
    """
    world = state.world
    loser = faction_of(world, city)
    winner = _winner(world, stacks, fought)
    baron = heir(world, winner, stacks)
    for stack in stacks:
        _move_in(state, city, world.get(Stack, stack.id), garrison=bool(baron), winner=winner)
    city = world.get(City, city.id)
    faction = faction_of(world, baron) if baron else 0
    slaves = enslaved(state, everyone(city), faction) if faction else city.slaves
    free = {race: n for race, n in everyone(city).items() if race not in slaves}
    held = city.replace(
        baron=baron.id if baron else 0,
        population=free,
        slaves=slaves,
        besieged=False,
        defense=Defense(),
    )
    world.put(held)
    if loser:  # who is told of it, so the land is not remembered as the loser's
        land = (each.id for each in world.by(Province, "barony", city.barony))
        remember(world, loser, list(land), world)
    _pass_on_prisoners(world, held, baron)
    event = CityConquered(
        city=city.id,
        name=city.name,
        province=city.province,
        winner=faction,
        loser=loser,
        baron=held.baron,
        enslaved={race: n for race, n in slaves.items() if race not in city.slaves},
        freed={race: n for race, n in free.items() if race in city.slaves},
    )
    state.emit(event, own=(loser, faction))
    settle(state)


def _pass_on_prisoners(world: World, city: City, baron: Character | None) -> None:
    """The city's prisoners go to the new owner, whose friends are free; all are if it is wild now.

    Source: cohorts.order.conquer-city.
    """
    side = faction_of(world, baron) if baron else 0
    for piece in list(pieces_in(world, city.place)):
        if not isinstance(piece, Character | Unit) or not piece.captor:
            continue
        if baron is None:
            world.put(piece.replace(captor=0, holder=Place(Province.kind, city.province)))
        else:
            friend = relation(world, side, faction_of(world, piece)) == "allied"
            world.put(piece.replace(captor=0 if friend else baron.player))


def garrison_beaten(state: State, clash: Clash, fought: Collection[Place] | None = None) -> None:
    """What the attackers' victory over a garrison means for its city: it falls, or is besieged.

    A garrison that attacks intruders risks nothing. Source: cohorts.battle.garrison-defeated.
    """
    garrison = clash.first(City.kind)
    if not garrison or clash.trigger == REPEL:
        return
    city = state.world.get(City, garrison)
    if clash.trigger == SIEGE:
        state.world.put(city.replace(besieged=True))
        return
    found = (state.world.at(place) for place in clash.attackers)
    conquer(state, city, [stack for stack in found if isinstance(stack, Stack)], fought)


def enslaved(state: State, people: People, faction: int) -> dict[str, int]:
    """Those of a city's people who are slaves under a conqueror: all races not on its list.

    Source: cohorts.race.slaves.
    """
    key = state.world.get(Faction, faction).key
    peoples = state.module.content(Content).realms[key].peoples
    return {race: count for race, count in people.items() if race not in peoples}


def _winner(world: World, stacks: Sequence[Stack], fought: Collection[Place] | None) -> int:
    """The player whose units that fought have the highest encounter level; of equals the lowest.

    Source: cohorts.battle.garrison-defeated.
    """
    by_player: dict[int, list[Stack]] = {}
    for stack in stacks:
        by_player.setdefault(stack.player, []).append(stack)

    def level(player: int) -> int:
        within = (piece for s in by_player[player] for piece in pieces_in(world, s.place))
        return stack_level(p for p in within if fought is None or p.place in fought)

    return min(by_player, key=lambda player: (-level(player), player))


def _move_in(state: State, city: City, stack: Stack, *, garrison: bool, winner: int) -> None:
    """Bring a victorious stack to the city's province, its movement over, its units into the city.

    Source: cohorts.battle.garrison-defeated.
    """
    world = state.world
    if stack.province != city.province:
        if not can_stand(state, stack, world.get(Province, city.province)):
            return
        leave(state, faction_of(world, stack), stack.province, city.province)
        stack = stack.replace(province=city.province)
        world.put(stack)
        sight_entry(state, stack, city.province, -1)
    world.put(stack.replace(used=Fraction(1)))
    if garrison and stack.player == winner:
        for piece in list(pieces_in(world, stack.place)):
            if isinstance(piece, Unit) and not piece.captor:
                world.put(piece.replace(holder=Place("city", city.id)))


def can_stand(state: State, stack: Stack, province: Province) -> bool:
    """Whether a stack could be in a province at all; a fleet before an inland city could not.

    Sources: cohorts.battle.garrison-defeated, cohorts.encounter.allied-forces.
    """
    world, content = state.world, state.module.content(Content)
    if stack_type(world, stack.place) != "fleet":
        gaits = (Stamina.of(state, stack, mode).gait for mode in MODES)
        return any(gait.can_stay(world, province) for gait in gaits)
    gait = Stamina.of(state, stack, "water").gait
    river = any(gait.rivers[link.river] for link in links_of(world, province.id))
    shore = content.terrains[province.terrain].is_water or is_coastal(world, content, province)
    return river or (shore and gait.can_stay(world, province))
