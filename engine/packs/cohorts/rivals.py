"""Computer players of Cohorts: modest, honest opponents.

They know what their faction's view holds and nothing more, and give ordinary orders; each is tried
in a plan first (`engine.deciding`).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.dice import Dice
from engine.orders import Order, Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Unit, Village
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from engine.rivals import Intent, Mind, Play, Reason
from engine.world import World

MOST_STACKS = 3
MOST_GOALS = 6
COMPANY = 40  # recruits that make a unit worth training
NAMES = ("Wardens", "Far Riders", "Road Watch", "Hill Guard", "Lanterns", "Grey Company")


def wanted(mind: Mind) -> Iterator[Intent]:
    """What a computer player wants this turn, from what its faction knows."""
    view, player = mind.view, mind.player
    units = sum(1 for _ in view.by(Unit, "player", player))
    for city in _cities(view, player):
        for order in _city(view, city, units):
            yield Intent(order, Reason("grow", (city.place,)))
    for order in _new_stack(view, player):
        yield Intent(order, Reason("new_scouts"))
    for stack in _stacks(view, player):
        yield from _stack(mind, stack)


def join(rules: Rules, world: World, faction: str, name: str, dice: Dice) -> Join:
    """Take a place in a faction with one of the parties that ride for it."""
    parties = rules.module.content(Content).parties.values()
    fitting = [each.key for each in parties if not each.factions or faction in each.factions]
    return Join(faction=faction, name=name, party=dice.pick(fitting))


def _figures(rules: Rules, world: World, player: int) -> Mapping[str, int]:
    cities = [city for city in world.all(City) if player_of(world, city) == player]
    return {
        "cities": len(cities),
        "people": sum(sum(city.population.values()) for city in cities),
        "units": sum(1 for _ in world.by(Unit, "player", player)),
    }


def _cities(view: World, player: int) -> list[City]:
    own = [city for city in view.all(City) if city.knows("population")]
    return [city for city in own if player_of(view, city) == player]


def _stacks(view: World, player: int) -> list[Stack]:
    return list(view.by(Stack, "player", player))


def _city(view: World, city: City, units: int) -> Iterator[Order]:
    """Soldiers from the recruits there are, numbered on; then land, then people."""
    ref = Ref("city", city.id)
    for possession in held(view, city.place):
        race = race_of_recruits(possession.item)
        if race and possession.count >= COMPANY:
            count, units = min(possession.count, 100), units + 1
            name = f"{city.name[:22]} Foot {units}"
            yield TrainMilitaryUnits.model_validate(
                {"city": ref, "race": race, "quantity": count, "name": name}
            )
    for province in view.by(Province, "barony", city.barony):
        place = Ref("province", province.id)
        if province.deposits and view.first(Village, "province", province.id) is None:
            yield ConstructVillage(city=ref, province=place)
        elif village := view.first(Village, "province", province.id):
            yield ImproveVillage(city=ref, village=Ref("village", village.id))
    yield AttractPopulation(city=ref)
    yield ConscriptRecruits(city=ref)


def _new_stack(view: World, player: int) -> Iterator[Order]:
    """A scout with a few companions from the city, while there are few on the map."""
    stacks = _stacks(view, player)
    if len(stacks) >= MOST_STACKS:
        return
    for city in _cities(view, player):
        heroes = [
            hero
            for hero in view.by(Character, "holder", city.place)
            if hero.id != city.baron and hero.player == player
        ]
        if not heroes:
            continue
        taken = [stack.name for stack in stacks]
        name = next(name for name in NAMES if name not in taken)
        yield ActivateStack(province=Ref("province", city.province), name=name)
        return


def _stack(mind: Mind, stack: Stack) -> Iterator[Intent]:
    """An empty stack is manned from the city it stands at; another goes to see what lies beyond.

    Several ways are offered; the first that can be gone is taken.
    """
    view, place = mind.view, Ref("stack", stack.id)
    if not any(True for _ in pieces_in(view, stack.place)):
        for order in _man(view, stack, place):
            yield Intent(order, Reason("man", (stack.place,)))
    nearest = frontier(mind.rules, view, stack.province)
    first = stack.id % len(nearest) if nearest else 0
    for goal in nearest[first:] + nearest[:first]:  # each stack favours another
        there = Ref("province", goal)
        move = Move.model_validate({"stack": place, "destination": there})
        yield Intent(move, Reason("unknown_land", (there.place,)), choice=f"move {stack.id}")


def _man(view: World, stack: Stack, place: Ref) -> Iterator[Order]:
    city = view.first(City, "province", stack.province)
    if city is None:
        return
    free = [h for h in view.by(Character, "holder", city.place) if h.id != city.baron]
    for hero in [h for h in free if h.player == stack.player][:2]:
        yield TransferCharacter.model_validate(
            {"character": Ref("character", hero.id), "target": place}
        )
    for unit in view.by(Unit, "holder", city.place):
        if unit.player == stack.player:
            ref = Ref("unit", unit.id)
            yield TransferMilitaryUnit.model_validate({"unit": ref, "target": place})
            yield AssignBattleSlot(piece=ref, slot=2)
            return


def frontier(rules: Rules, view: World, start: int) -> list[int]:
    """The nearest known lands from a province beside which something is unknown."""
    terrains = rules.module.content(Content).terrains
    grid = view.get(Map, 1).grid
    here = grid.at(start - 1)
    found: list[tuple[int, int]] = []
    for province in view.all(Province):
        around = grid.adjacency()[province.id - 1]
        hidden = any(n >= 0 and view.find(Province, n + 1) is None for n in around)
        if hidden and province.id != start and not terrains[province.terrain].is_water:
            found.append((grid.distance(here, grid.at(province.id - 1)), province.id))
    return [id for _, id in sorted(found)[:MOST_GOALS]]


PLAY: Final = Play(think=wanted, join=join, figures=_figures)
"""Computer players of Cohorts."""
