"""What a player may choose for a casting: spells that the caster holds, targets that they take.

Each chooser looks only at the player's view. Sources: cohorts.magic.spell-sources,
cohorts.magic.cast-checks.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from engine.campaign import Player
from engine.orders import Asks, Choice, Given
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content.spells import Teleport
from engine.packs.cohorts.knowledge.choices import beginning, items_in, label, nearest
from engine.packs.cohorts.knowledge.nearness import distance, spot_of
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import cities_of, faction_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Province, Stack, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.scrolls import scrolls_in, spell_on
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.casters import caster_of, highest_item_spell, spell_called
from engine.state import State
from engine.world import Place, Record, World

CASTERS = ("guild", "character")
"""The parameters that name a caster."""
_KINDS: Final[dict[str, type[Record]]] = {
    cls.kind: cls for cls in (Province, Stack, City, Character, Unit)
}


def _caster(state: State, given: Given) -> Character | Guild | None:
    """The caster named before, if the player has it."""
    for parameter in CASTERS:
        thing = _named(state, given, parameter)
        if isinstance(thing, Guild):
            city = state.world.find(City, thing.city)
            return thing if city and controls(state, city) else None
        if isinstance(thing, Character):
            return thing if controls(state, thing) else None
    return None


def _named(state: State, given: Given, parameter: str) -> Record | None:
    ref = given.ref(parameter)
    return state.world.at(ref.place) if ref else None


def _spell(state: State, given: Given) -> Spell | None:
    content, text = state.module.content(Content), given.text("spell")
    return spell_called(content, text) or spell_on(content, text)


def _spells(state: State, given: Given) -> Iterator[Choice]:
    """What the caster named before holds, those that are ready first, then scrolls it can use."""
    content = state.module.content(Content)
    thing = _caster(state, given)
    if thing is None:
        return
    held = [content.spells[key] for key in caster_of(state.world, content, thing).levels]
    waiting = {spell.key: waits(state.world, thing.place, spell.key) for spell in held}
    for spell in sorted(held, key=lambda each: (waiting[each.key] is not None, each.level)):
        later = ", not ready yet" if waiting[spell.key] else ""
        yield Choice(spell.key, f"{spell.name}, level {spell.level}{later}")
    if isinstance(thing, Character):
        user = skill_level(state.world, content, thing, "magic_user")
        for item, spell, _ in scrolls_in(state.world, content, thing.place):
            if spell.level <= highest_item_spell(user):
                yield Choice(item, item_name(content, state.world, item))


def _targets(state: State, given: Given) -> Iterator[Choice]:
    """What the spell named before may be cast on: for hostile spells what others have first."""
    spell = _spell(state, given)
    kinds = [_KINDS[kind] for kind in (spell.targets if spell else _KINDS)]
    own, near = _own(state, given, kinds), _others(state, given, kinds)
    hostile = spell is not None and spell.side == "hostile"
    for thing in chain(near, own) if hostile else chain(own, near):
        if isinstance(thing, Province):
            yield Choice(f"province:{thing.id}", label(state, thing))
        elif thing.knows("name"):
            yield Choice.of(thing, _where(state, thing))


def _own(state: State, given: Given, kinds: Sequence[type[Record]]) -> Iterator[Record]:
    """What the own faction has of some kinds, the nearest to the caster first."""
    world, faction = state.world, state.me.faction
    found: list[tuple[int, int, int, Record]] = []
    start = beginning(state, given, *CASTERS)
    for number, cls in enumerate(kinds):
        for thing in cities_of(world, faction) if cls is City else _led(world, cls, faction):
            far = distance(world, start, spot_of(world, thing)) if start else 0
            found.append((far, number, thing.id, thing))
    return (thing for *_, thing in sorted(found, key=lambda each: each[:3]))


def _led(world: World, cls: type[Record], faction: int) -> Iterator[Record]:
    if "player" in cls.indexes:
        for player in world.by(Player, "faction", faction):
            yield from world.by(cls, "player", player.id)


def _others(state: State, given: Given, kinds: Sequence[type[Record]]) -> Iterator[Record]:
    """What others or nobody has of some kinds, the nearest to the caster first."""
    each = (nearest(state, given, cls, *CASTERS) for cls in kinds)
    near = heapq.merge(*each, key=lambda found: found[1])
    return (thing for thing, _ in near if not _mine(state, thing))


def _mine(state: State, thing: Record) -> bool:
    if isinstance(thing, City) and not thing.knows("baron"):
        return False
    return faction_of(state.world, thing) == state.me.faction


def _where(state: State, thing: Record) -> str:
    assert isinstance(thing, Stack | City | Character | Unit)
    ground = state.world.find(Province, spot_of(state.world, thing))
    return f"{thing.name} · {label(state, ground)}" if ground else thing.name


def _destinations(state: State, given: Given) -> Iterator[Choice]:
    """Where the spell named before can send: provinces, or the player's stacks and cities."""
    spell = _spell(state, given)
    effect = spell.effect if spell else None
    if not isinstance(effect, Teleport):
        return
    if effect.what == "character":
        for cls in (Stack, City):
            for thing in state.world.all(cls):
                if controls(state, thing):
                    yield Choice.of(thing, _where(state, thing))
    elif effect.what in ("party", "legion", "fleet", "city"):
        for province, far in nearest(state, given, Province, *CASTERS):
            yield Choice.of(province, f"{label(state, province)} · {far} provinces away")


def _items(state: State, given: Given) -> Iterator[Choice]:
    """The possessions of the caster named before, a guild's being its city's."""
    thing = _caster(state, given)
    if thing is None:
        return iter(())
    store = Place(City.kind, thing.city) if isinstance(thing, Guild) else thing.place
    return items_in(state, store)


def _statuses(state: State, given: Given) -> Iterator[Choice]:
    """The statuses of the target named before, as far as they are known; else all."""
    known = state.module.content(Content).statuses
    target = _named(state, given, "target")
    if isinstance(target, Character | Unit) and target.knows("statuses"):
        for name, level in target.statuses.items():
            if name in known:
                yield Choice(name, f"{_words(name)}, level {level}")
    else:
        for name in known:
            yield Choice(name, _words(name))


def _words(status: str) -> str:
    return status.replace("_", " ")


SPELL = Asks("a spell that the caster holds", _spells)
# An agent may be named, to be told that no spell is cast on one (cohorts.agent.actions).
# Spells act by name (cohorts.magic.cast-checks), on what one has never seen too.
TARGET = Asks("what the spell is cast on", _targets, (*_KINDS, Agent.kind), by_name=True)
DESTINATION = Asks("where a teleport sends", _destinations, ("province", "stack", "city"))
ITEM = Asks("an item of the caster's possessions", _items, ids=Unique.kind)
STATUS = Asks("a status of the target", _statuses)
