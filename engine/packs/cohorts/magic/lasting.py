"""How spells that last are laid down, taken away, weaken and end, and how countdowns run.

What such a spell does while it lasts stands in `active`.

Source: cohorts.world.province-spells.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content.spells import Barrier, Frequency
from engine.packs.cohorts.movement.barriers import mark
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, owner_of
from engine.packs.cohorts.pieces.records import Province
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.state import State
from engine.world import Place, World


@facts
class SpellsEnded(Event):
    """Spells that lay on something ended by themselves (cohorts.magic.monthly-expiry)."""

    on: Place
    spells: tuple[str, ...]
    """By key."""


def lies_on(world: World, place: Place, spell: str, side: int = -1) -> ActiveSpell | None:
    """The spell of that kind on something, of a barrier on that side; None without one."""
    found = world.by(ActiveSpell, "on", place)
    return next((each for each in found if (each.spell, each.side) == (spell, side)), None)


def lay(
    world: World,
    spell: Spell,
    on: Place,
    *,
    strength: int,
    level: int,
    faction: int,
    side: int = -1,
) -> bool:
    """Lay a spell on something, in place of a weaker one of its kind; whether it now lies there.

    One that is not weaker stays as it is. Source: cohorts.magic.spell-replacement.
    """
    held = lies_on(world, on, spell.key, side)
    values = {"strength": strength, "level": level, "faction": faction}
    if held is None:
        world.add(ActiveSpell, on=on, spell=spell.key, side=side, **values)
    elif held.strength < strength:
        world.put(held.replace(**values))
    else:
        return False
    if isinstance(spell.effect, Barrier):
        mark(world, on.id, side, barred=True)
    return True


def lift(world: World, active: ActiveSpell) -> None:
    """Take a spell away."""
    world.remove(active)
    if active.side >= 0:
        mark(world, active.on.id, active.side, barred=False)


def lift_all(world: World, place: Place) -> None:
    """Take away all spells that lie on something itself."""
    for active in world.by(ActiveSpell, "on", place):
        lift(world, active)


# ---------------------------------------------------------------- countdowns


def waits(world: World, caster: Place, spell: str) -> Countdown | None:
    """What keeps a caster from casting a spell again; None if it is ready."""
    found = world.by(Countdown, "caster", caster)
    return next((each for each in found if each.spell == spell), None)


def start_countdown(world: World, content: Content, caster: Place, spell: Spell) -> None:
    """Have a caster wait as its level asks for (cohorts.magic.spell-frequency)."""
    begin_countdown(world, caster, spell.key, content.spell_rules.frequency[spell.level - 1])


def begin_countdown(world: World, caster: Place, what: str, wait: Frequency) -> None:
    """Have a caster or actor wait before it does the same again."""
    if wait.weeks or wait.months or wait.once:
        world.add(
            Countdown,
            caster=caster,
            spell=what,
            weeks=wait.weeks,
            months=wait.months,
            once=wait.once,
        )


def count_down(state: State) -> None:
    """A step of the weekly production: every countdown is one production nearer to its end.

    Spells that last for a turn end. Sources: cohorts.magic.spell-frequency,
    cohorts.magic.monthly-expiry.
    """
    world = state.world
    for each in world.all(Countdown):
        weeks = max(0, each.weeks - 1)
        months = max(0, each.months - 1) if state.monthly else each.months
        if weeks or months or each.once:
            world.put(each.replace(weeks=weeks, months=months))
        else:
            world.remove(each)
    _end(state, "turn")


# ---------------------------------------------------------------- the monthly production


def diminish(state: State) -> None:
    """Spells that never end by themselves lose strength, to no less than 1.

    Source: cohorts.magic.long-lasting-spells.
    """
    loss = state.module.content(Content).spell_rules.monthly_loss
    for active, spell in _known(state):
        if spell.lasts == "ever":
            state.world.put(active.replace(strength=max(1, active.strength - loss)))


def fade(state: State) -> None:
    """Blesses and curses lose strength, and are gone at 0 (cohorts.production.monthly)."""
    loss = state.module.content(Content).spell_rules.monthly_loss
    ended: dict[Place, list[str]] = {}
    for active, spell in _known(state):
        if spell.lasts != "fading":
            continue
        if active.strength > loss:
            state.world.put(active.replace(strength=active.strength - loss))
        else:
            lift(state.world, active)
            ended.setdefault(active.on, []).append(spell.key)
    _tell_ended(state, ended)


def end_monthly(state: State) -> None:
    """Spells that last for a month end, whenever they were cast (cohorts.magic.monthly-expiry)."""
    _end(state, "month")


def _end(state: State, lasts: str) -> None:
    ended: dict[Place, list[str]] = {}
    for active, spell in _known(state):
        if spell.lasts == lasts:
            lift(state.world, active)
            ended.setdefault(active.on, []).append(spell.key)
    _tell_ended(state, ended)


def _tell_ended(state: State, ended: dict[Place, list[str]]) -> None:
    for place, spells in ended.items():
        thing = state.world.at(place)
        owner = 0 if thing and imprisoned(thing) else _owner(state.world, place)
        state.emit(SpellsEnded(on=place, spells=tuple(spells)), own=(owner,))


def _owner(world: World, place: Place) -> int:
    thing = world.at(place)
    if thing is None:
        return 0
    return owner_of(world, thing) if isinstance(thing, Province) else faction_of(world, thing)


def _known(state: State) -> Iterator[tuple[ActiveSpell, Spell]]:
    spells = state.module.content(Content).spells
    for active in state.world.all(ActiveSpell):
        if active.spell in spells:
            yield active, spells[active.spell]


def clear(state: State) -> None:
    """At the end of a tick: what is gone has no spells and waits for none.

    Source: cohorts.magic.protection-family.
    """
    world = state.world
    for active in world.all(ActiveSpell):
        if world.at(active.on) is None:
            world.remove(active)
    for countdown in world.all(Countdown):
        if world.at(countdown.caster) is None:
            world.remove(countdown)
