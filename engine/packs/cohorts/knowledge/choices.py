"""What a player may choose for the parameters of orders, from what the faction knows.

Each chooser looks only at the state it is given, which is always the player's view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeVar

from engine.facts import NotKnown
from engine.hexes import APART
from engine.orders import Asks, Choice, Chooser, Given, Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.nearness import lying, outwards
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.control import held_captive, subject
from engine.packs.cohorts.pieces.ownership import (
    faction_of,
    imprisoned,
    of_faction,
    of_player,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Map,
    Piece,
    Province,
    Stack,
    Unit,
    Village,
)
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique
from engine.state import State
from engine.world import Place, Record, World

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Piece)


def label(state: State, province: Province) -> str:
    """A province as people name it: its city or village, else its terrain, and its coordinates."""
    for cls in (City, Village):
        there = state.world.first(cls, "province", province.id)
        if there and there.knows("name") and state.knows(there.place):
            return f"{there.name} {province.location}"
    terrain = state.module.content(Content).terrains[province.terrain].name
    return f"{terrain} {province.location}"


def subject_in(state: State, thing: Record) -> str:
    """What a thing is called where a sentence begins with it; a province as its reader knows it."""
    return label(state, thing) if isinstance(thing, Province) else subject(thing)


def nearest(
    state: State, given: Given, cls: type[R], *parameters: str, most: int = APART
) -> Iterator[tuple[R, int]]:
    """Known things of a kind at most so far from what an earlier parameter names, nearest first.

    With each how far it is. Without such a parameter they are those around the player's first city
    or stack; without either all as they come, as if there (0).
    """
    start = beginning(state, given, *parameters)
    if start:
        return outwards(state.world, cls, start, most)
    return ((thing, 0) for thing in state.world.all(cls))


def beginning(state: State, given: Given, *parameters: str) -> int:
    """Whence `nearest` counts; 0 for nowhere."""
    return spot_named(state, given, *parameters) or _home(state)


def _home(state: State) -> int:
    """The province of the player's first city, else of the first stack; 0 without either."""
    cities = (c.province for c in state.world.all(City) if of_player(state.world, c, state.player))
    stacks = (stack.province for stack in state.world.by(Stack, "player", state.player))
    return next(chain(cities, stacks), 0)


def named_in(state: State, given: Given, parameter: str, cls: type[R]) -> R | None:
    """What an earlier parameter names, if it names one of that kind already."""
    ref = given.ref(parameter, cls.kind)
    return state.world.find(cls, ref.id) if ref else None


def mine_in(state: State, given: Given, parameter: str, cls: type[R]) -> R | None:
    """The same, if the player has it; a character of the player may be held by others."""
    found = named_in(state, given, parameter, cls)
    return found if found and of_player(state.world, found, state.player) else None


def my_own_in(state: State, given: Given, parameter: str, cls: type[R]) -> R | None:
    """The same, if nobody else holds it.

    Of what others have or hold a view may not even know where it is.
    """
    found = mine_in(state, given, parameter, cls)
    return None if found is None or imprisoned(found) else found


# ---------------------------------------------------------------- pools


def my_cities(state: State, given: Given, parameter: str = "city") -> Iterator[City]:
    """The player's cities; only the one that an earlier parameter names, once one does."""
    for city in state.world.all(City):
        if of_player(state.world, city, state.player) and given.leaves(parameter, Ref(*city.place)):
            yield city


def my_people(state: State, *kinds: type[P]) -> Iterator[P]:
    """The player's pieces of some kinds, of characters only the living and free."""
    for cls in kinds:
        for piece in state.world.by(cls, "player", state.player):
            if not (isinstance(piece, Character) and (piece.dead or piece.captor)):
                yield piece


def beside(state: State, given: Given, cls: type[R], *parameters: str) -> Iterable[R]:
    """What is known of a kind in the province of what an earlier parameter names, by id.

    If none names anything yet, it is all there is.
    """
    spot = spot_named(state, given, *parameters)
    return lying(state.world, cls, (spot,)) if spot else state.world.all(cls)


def items_in(state: State, holder: Place) -> Iterator[Choice]:
    """What lies in a stack, city or province, or with somebody, and how many of each."""
    content = state.module.content(Content)
    return (
        Choice(each.item, f"{item_name(content, state.world, each.item)}, {each.count} there")
        for each in possessions.held(state.world, holder)
    )


def once(choices: Iterable[Choice]) -> Iterator[Choice]:
    """Each value only as it comes first, such as what several cities offer."""
    seen: dict[str, None] = {}
    for choice in choices:
        if choice.value not in seen:
            seen[choice.value] = None
            yield choice


# ---------------------------------------------------------------- stacks, provinces, cities


def _my_stacks(state: State, given: Given) -> Iterator[Choice]:
    return (_named(state, stack) for stack in state.world.by(Stack, "player", state.player))


def _my_spots(state: State, given: Given) -> Iterator[Choice]:
    """The provinces with a city, stack, character or military unit of the player."""
    there: dict[int, list[str]] = {}
    for city in my_cities(state, Given({})):
        there.setdefault(city.province, [])
    for stack in state.world.by(Stack, "player", state.player):
        there.setdefault(stack.province, []).append(stack.name)
    for cls, word in ((Character, "character"), (Unit, "unit")):
        count: dict[int, int] = {}
        for piece in my_people(state, cls):
            spot = 0 if imprisoned(piece) else province_of(state.world, piece.holder)
            count[spot] = count.get(spot, 0) + 1
        for spot, number in count.items():
            there.setdefault(spot, []).append(f"{number} {word}{'s' if number > 1 else ''}")
    for spot, who in there.items():
        if province := state.world.find(Province, spot):
            yield Choice.of(
                province, " · ".join(filter(None, (label(state, province), ", ".join(who))))
            )


def _my_cities(state: State, given: Given) -> Iterator[Choice]:
    return (Choice.of(city, city.name) for city in my_cities(state, Given({})))


MY_STACK = Asks("a stack of yours", _my_stacks, ("stack",))
MY_CITY = Asks("a city of yours", _my_cities, ("city",))
MY_SPOT = Asks("a province where you have a piece", _my_spots, ("province",))


# ---------------------------------------------------------------- pieces and what holds them


def _where(state: State, place: Record) -> str:
    province = state.world.find(Province, province_of(state.world, place.place))
    return label(state, province) if province else "nowhere"


def _named(state: State, thing: Stack | City | Piece) -> Choice:
    told = [thing.name, *_condition(thing), _where(state, thing)]
    return Choice.of(thing, " · ".join(told))


def _condition(thing: Stack | City | Piece) -> Iterator[str]:
    """By what a unit or character differs from others of its name."""
    if isinstance(thing, Unit) and thing.knows("soldiers"):
        yield f"{thing.soldiers} soldiers"
    hurt = isinstance(thing, Unit | Character) and thing.knows("wounds") and thing.wounds
    if hurt:
        yield f"{hurt}% wounded"


def _cache(state: State, province: Province, word: str) -> Choice:
    return Choice.of(province, f"{word} {label(state, province)}")


def _mine(*kinds: type[Piece]) -> Chooser:
    """The player's own pieces of some kinds, not those held prisoner by others."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        for cls in kinds:
            for piece in state.world.by(cls, "player", state.player):
                if not imprisoned(piece):
                    yield _named(state, piece)

    return choose


def _my_characters(state: State, given: Given) -> Iterator[Choice]:
    yield from _mine(Character, Agent)(state, given)
    yield from _held(state, Character)


def _my_units(state: State, given: Given) -> Iterator[Choice]:
    yield from _mine(Unit)(state, given)
    yield from _held(state, Unit)


def _prisoners(state: State, given: Given) -> Iterator[Choice]:
    yield from _held(state, Character)
    yield from _held(state, Unit)


def _held(state: State, kind: type[Character | Unit]) -> Iterator[Choice]:
    for prisoner in state.world.all(kind):
        if held_captive(state, prisoner):
            yield _named(state, prisoner)


def _my_fighters(state: State, given: Given) -> Iterator[Choice]:
    yield from _mine(Character, Unit)(state, given)
    yield from _prisoners(state, given)


def _my_messengers(state: State, given: Given) -> Iterator[Choice]:
    yield from _mine(Character, Unit)(state, given)
    yield from _my_stacks(state, given)
    yield from _my_cities(state, given)


def spot_named(state: State, given: Given, *parameters: str) -> int:
    """The province of what an earlier parameter names; 0 if none names anything yet.

    It is 0 as well for what may be named though nobody knows where it is, and for a province that
    is not on the map.
    """
    for parameter in parameters:
        if ref := given.ref(parameter):
            try:
                spot = province_of(state.world, ref.place)
            except NotKnown:
                return 0
            return spot if spot <= len(state.world.get(Map, 1).grid) else 0
    return 0


def _piece_receivers(state: State, given: Given) -> Iterator[Choice]:
    """The player's stacks, the faction's cities and the ground, where the piece is."""
    spot = spot_named(state, given, "character", "unit")
    for stack in state.world.by(Stack, "player", state.player):
        if spot in (0, stack.province):
            yield _named(state, stack)
    for city in _cities(state.world, spot):
        if of_faction(state.world, city, state.me.faction):
            yield _named(state, city)
    province = state.world.find(Province, spot)
    if province:
        yield _cache(state, province, "Loose in")


def _cities(world: World, spot: int) -> Iterator[City]:
    return world.by(City, "province", spot) if spot else world.all(City)


def _item_holders(state: State, given: Given) -> Iterator[Choice]:
    """The player's stacks, cities, characters and agents, and the caches where these are."""
    spots: dict[int, None] = {}
    for stack in state.world.by(Stack, "player", state.player):
        spots[stack.province] = None
    yield from _my_stacks(state, given)
    yield from _my_cities(state, given)
    yield from _mine(Character, Agent)(state, given)
    for spot in spots:
        yield _cache(state, state.world.get(Province, spot), "Cache of")


def _item_receivers(state: State, given: Given) -> Iterator[Choice]:
    """Stacks, cities, characters and agents of the faction and its allies, where the sponsor is."""
    for cls in (Stack, City, Character, Agent):
        for thing in beside(state, given, cls, "sponsor"):
            if _friendly(state, thing):
                yield _named(state, thing)
    province = state.world.find(Province, spot_named(state, given, "sponsor"))
    if province:
        yield _cache(state, province, "Cache of")


def _friendly(state: State, thing: Record) -> bool:
    if isinstance(thing, City) and not thing.knows("baron"):
        return False
    if isinstance(thing, Character) and not thing.knows("holder"):
        return False  # who stands for the lords of a player in a view is nowhere
    return relation(state.world, state.me.faction, faction_of(state.world, thing)) == "allied"


def _held_items(state: State, given: Given) -> Iterator[Choice]:
    sponsor = given.ref("sponsor")
    return items_in(state, sponsor.place) if sponsor else iter(())


def _stacks_and_ground(state: State, given: Given) -> Iterator[Choice]:
    """The player's stacks and the provinces under them."""
    spot = spot_named(state, given, "sponsor")
    spots: dict[int, None] = {}
    for stack in state.world.by(Stack, "player", state.player):
        if spot in (0, stack.province):
            spots[stack.province] = None
            yield _named(state, stack)
    for each in spots:
        yield _cache(state, state.world.get(Province, each), "Loose in")


MY_CHARACTER = Asks("a character or agent of yours", _my_characters, ("character", "agent"))
MY_AGENT = Asks("an agent of yours", _mine(Agent), ("agent",))
MY_HERO = Asks("a character of yours", _mine(Character), ("character",))
MY_UNIT = Asks("a military unit of yours", _mine(Unit), ("unit",))
UNIT_OR_PRISONER = Asks("a military unit of yours, or a prisoner", _my_units, ("unit",))
MY_FIGHTER = Asks(
    "a character or military unit of yours", _mine(Character, Unit), ("character", "unit")
)
FIGHTER_OR_PRISONER = Asks(
    "a character or military unit of yours, or a prisoner", _my_fighters, ("character", "unit")
)
MY_MESSENGER = Asks(
    "a character, unit, stack or city of yours",
    _my_messengers,
    ("character", "unit", "stack", "city"),
)
PIECE_RECEIVER = Asks(
    "a stack of yours, a city of your faction or the province",
    _piece_receivers,
    ("stack", "city", "province"),
)
ITEM_HOLDER = Asks(
    "a character, stack or city of yours, or a cache",
    _item_holders,
    ("character", "agent", "stack", "city", "province"),
)
ITEM_RECEIVER = Asks(
    "a character, stack or city of your faction or an ally, or the cache",
    _item_receivers,
    ("character", "agent", "stack", "city", "province"),
)
HELD_ITEM = Asks("an item that is there", _held_items, ids=Unique.kind)
STACK_OR_PROVINCE = Asks(
    "a stack of yours or the province", _stacks_and_ground, ("stack", "province")
)
