"""What a player may choose for a casting: spells that the caster holds, targets that they take.

Each chooser looks only at the player's view. Sources: cohorts.magic.spell-sources,
cohorts.magic.cast-checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.orders import Asks, Choice, Given
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content.spells import Teleport
from engine.packs.cohorts.knowledge.choices import (
    items_in,
    label,
    nearest,
    provinces_near,
)
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Province, Stack, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.scrolls import scrolls_in, spell_on
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.casters import caster_of, highest_item_spell, spell_called
from engine.state import State
from engine.world import Place, Record

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
    kinds = spell.targets if spell else tuple(_KINDS)
    found = [thing for kind in kinds for thing in state.world.all(_KINDS[kind])]
    others = spell is not None and spell.side == "hostile"
    near = nearest(state, given, found, partial(_spot, state), *CASTERS)
    for thing in sorted(near, key=lambda each: _mine(state, each) == others):
        if isinstance(thing, Province):
            yield Choice(f"province:{thing.id}", label(state, thing))
        elif thing.knows("name"):
            yield Choice.of(thing, _where(state, thing))


def _mine(state: State, thing: Record) -> bool:
    if isinstance(thing, City) and not thing.knows("baron"):
        return False
    return faction_of(state.world, thing) == state.me.faction


def _spot(state: State, thing: Record) -> int:
    """The province where something is; 0 if that is not known."""
    held = not isinstance(thing, Character | Unit) or thing.knows("holder")
    return province_of(state.world, thing.place) if held else 0


def _where(state: State, thing: Record) -> str:
    assert isinstance(thing, Stack | City | Character | Unit)
    ground = state.world.find(Province, _spot(state, thing))
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
        for province, far in provinces_near(state, given, *CASTERS):
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
