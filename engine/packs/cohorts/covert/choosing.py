"""What a player may choose for a covert mission: what others have, as far as the player knows.

Each chooser looks only at the player's view. Source: cohorts.covert.range.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from engine.orders import Asks, Choice, Chooser, Given
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.odds import reach
from engine.packs.cohorts.knowledge.choices import label, named_in, nearest
from engine.packs.cohorts.knowledge.nearness import spot_of
from engine.packs.cohorts.magic.relations import owner
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import city_of, imprisoned, province_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique
from engine.state import State
from engine.world import Record

R = TypeVar("R", bound=Record)


def _reachable(state: State, given: Given, cls: type[R]) -> Iterator[R]:
    """What is known to be within reach of the character named before, if one is; nearest first."""
    sponsor = named_in(state, given, "character", Character)
    if sponsor is None or not controls(state, sponsor):
        near = nearest(state, given, cls, "character")
        yield from (thing for thing, _ in near if spot_of(state.world, thing))
    elif province_of(state.world, sponsor.place):
        most = reach(state.world, state.module.content(Content), sponsor)
        yield from (thing for thing, _ in nearest(state, given, cls, "character", most=most))


def _foreign(state: State, thing: Record) -> bool:
    """Whether something is neither the faction's own nor an ally's, as far as is known."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return True
    if isinstance(thing, Barony):
        city = city_of(state.world, thing.id)
        return city is not None and _foreign(state, city)
    side, _ = owner(state, thing)
    return relation(state.world, state.me.faction, side) != "allied"


def _choice(state: State, thing: Record) -> Choice:
    if isinstance(thing, Province):
        return Choice(f"province:{thing.id}", label(state, thing))
    ground = state.world.find(Province, spot_of(state.world, thing))
    assert isinstance(thing, Stack | City | Character | Unit | Barony)
    name = f"The barony {thing.name}" if isinstance(thing, Barony) else thing.name
    return Choice.of(thing, f"{name} · {label(state, ground)}" if ground else name)


def _others(*kinds: type[Record]) -> Chooser:
    """What others have of some kinds, within reach of the character named before."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        for cls in kinds:
            for thing in _reachable(state, given, cls):
                if _foreign(state, thing):
                    yield _choice(state, thing)

    return choose


def _provinces(state: State, given: Given) -> Iterator[Choice]:
    """Any province within reach, one's own too: others may stand in it."""
    return (_choice(state, province) for province in _reachable(state, given, Province))


def _captives(state: State, given: Given) -> Iterator[Choice]:
    """The player's own characters whom others hold."""
    for character in state.world.by(Character, "player", state.player):
        if imprisoned(character):
            yield _choice(state, character)


def _prisoners(state: State, given: Given) -> Iterator[Choice]:
    """Characters who are known to be prisoners, or are with people of another faction."""
    for character in state.world.all(Character):
        if character.knows("holder") and _held(state, character):
            yield _choice(state, character)


def _held(state: State, character: Character) -> bool:
    holder = state.world.at(character.holder)
    if character.knows("captor"):
        return bool(character.captor) and holder is not None and _foreign(state, holder)
    if not isinstance(holder, Stack | City) or (
        isinstance(holder, City) and not holder.knows("baron")
    ):
        return False
    return _foreign(state, holder) and owner(state, holder)[0] != owner(state, character)[0]


def _loot(state: State, given: Given) -> Iterator[Choice]:
    """What is known to lie with the target named before, else every kind of item that there is."""
    content = state.module.content(Content)
    target = given.ref("target")
    if target is None:
        return
    known = [each.item for each in possessions.held(state.world, target.place)]
    for name in known:
        yield Choice(name, item_name(content, state.world, name))
    tables = (content.weapons, content.armors, content.gear, content.mounts, content.resources)
    for kind in (key for table in tables for key in table if not known):
        yield Choice(kind, item_name(content, state.world, kind))


def others(what: str, *kinds: type[Record]) -> Asks:
    """Asks for something that others have, of some kinds."""
    return Asks(what, _others(*kinds), tuple(cls.kind for cls in kinds))


CHARACTER: Final = others("a foreign character", Character)
STACK: Final = others("a foreign stack", Stack)
CITY: Final = others("a foreign city", City)
LAND: Final = others("a province that is not yours", Province)
CAPITAL: Final = others("the capital city of a barony, or its province", City, Province)
GUARDED: Final = others("what may be guarded", Province, Barony, Character, Unit, Stack, City)
ANY_LAND: Final = Asks("a province that you know", _provinces, (Province.kind,))
CAPTIVE: Final = Asks("a character of yours whom others hold", _captives, (Character.kind,))
PRISONER: Final = Asks("a foreign prisoner", _prisoners, (Character.kind,))
LOOT: Final = Asks("an item that the target has", _loot, ids=Unique.kind)
