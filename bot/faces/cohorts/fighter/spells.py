"""The spells that a character holds: what each would do if it cast it now, how far, and when.

Also the spells that lie on something, as far as its faction is told of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.faces.cards.card import Row
from bot.faces.cohorts.spelling import spelt
from engine.packs.cohorts.characters.acting import until
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content import spells as kinds
from engine.packs.cohorts.magic.cast import SpellResolution
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown, amount, lying_on
from engine.packs.cohorts.worth.casters import caster_of
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import Place, World

_LASTS: Final = {
    "moment": "",
    "turn": "until the week ends",
    "month": "until the month ends",
    "ever": "until it is dispelled; it weakens every month",
}


@dataclass(frozen=True, slots=True)
class Lying:
    """An active spell on something."""

    name: str
    side: str
    level: int
    """The caster level, which decides what it does."""
    strength: int | None
    """None where it is not told."""
    does: str
    lasts: str


def castable(view: World, content: Content, character: Character) -> dict[str, str]:
    """The names of the spells that an own character can cast, by key and in order of level."""
    levels = caster_of(view, content, character).levels
    found = (content.spells[key] for key, level in levels.items() if level)
    return {each.key: each.name for each in sorted(found, key=lambda each: (each.level, each.name))}


def spell_rows_of(view: World, content: Content, character: Character) -> Iterator[Row]:
    """The spells of an own character by level: what each would do, how far, how strongly."""
    caster = caster_of(view, content, character)
    spells = (content.spells[key] for key in caster.levels)
    for spell in sorted(spells, key=lambda each: (each.level, each.name)):
        level = caster.levels[spell.key]
        sort = f"level {spell.level} {spell.family}, {spell.side}"
        if not level:
            yield Row(spell.name, "it cannot cast this", sort, tone="faint")
            continue
        waiting = waits(view, character.place, spell.key)
        plain, full = (
            SpellResolution(caster, spell, level, mana, character, -1, None, "", "")
            for mana in (0, character.mana)
        )
        strengths = dict.fromkeys((str(plain.strength), str(full.strength)))
        lasts = _LASTS[spell.lasts]
        yield Row(
            spell.name,
            _when(character, waiting),
            sort,
            told=f"{does(spell, level)}{f', {lasts}' if lasts else ''}; caster level {level}, "
            f"strength {' to '.join(strengths)}; on a {' or '.join(spell.targets)}; "
            f"range {_range(spell, plain.range, full.range)}",
        )


def _when(character: Character, waiting: Countdown | None) -> str:
    """When somebody can cast a spell again; of the dead nothing is said."""
    if character.dead:
        return ""
    return f"again {until(waiting)}" if waiting else "ready"


def spells_on(view: World, content: Content, place: Place) -> tuple[Lying, ...]:
    """The spells on something itself that its faction is told of."""
    return tuple(_lying(active, spell) for active, spell in lying_on(view, content, place))


def _lying(active: ActiveSpell, spell: Spell) -> Lying:
    return Lying(
        name=spell.name,
        side=spell.side,
        level=active.level,
        strength=active.strength if active.knows("strength") else None,
        does=does(spell, active.level),
        lasts=_LASTS[spell.lasts],
    )


def _range(spell: Spell, least: int, most: int) -> str:
    if spell.reach.barony:
        return "anywhere in its barony"
    if not most:
        return "the same province"
    further = f", {most} with all its mana" if most > least else ""
    return f"{least} {'province' if least == 1 else 'provinces'}{further}"


# ---------------------------------------------------------------- what a spell does


def does(spell: Spell, level: int) -> str:
    """What a spell does when it is cast at a caster level, in a few words."""
    heroic = heroic_level(level)
    match spell.effect:
        case kinds.Shell():
            return "lays a shell as strong as the casting"
        case kinds.Barrier():
            return "bars the way into a province over one side"
        case kinds.Hide():
            return "hides a stack, as strongly as the casting"
        case kinds.Modify(changes=changes):
            return ", ".join(_change(each, level) for each in changes)
        case kinds.Dispel(removes=what):
            return f"dispels a {what}, if it is stronger"
        case kinds.Reveal(what=what):
            return f"tells of {what}"
        case kinds.Heal(percent=percent):
            return f"heals {percent * heroic}% of wounds"
        case kinds.Cure(all=every):
            return "removes every status" if every else "removes one status"
        case kinds.Resurrect():
            return "brings back the dead"
        case kinds.Teleport(what=what, price=price):
            return f"sends {_own(what)} elsewhere" + (f" for {price} mana" if price else "")
        case kinds.Afflict() | kinds.Frighten() | kinds.Destroy():
            return _harm(spell.effect, level)


def _harm(effect: kinds.Afflict | kinds.Frighten | kinds.Destroy, level: int) -> str:
    heroic = heroic_level(level)
    match effect:
        case kinds.Afflict() as harm:
            chance = f"{harm.status} with {harm.chance * level}% less {harm.resistance}% a level"
            return f"wounds of {harm.wounds * heroic}%; {chance} of the target"
        case kinds.Frighten() as fear:
            return f"{fear.status} with {fear.chance * heroic}% each"
        case kinds.Destroy(strikes=strikes):
            return ", ".join(f"hits {each.hits} ({each.percent * heroic}%)" for each in strikes)


def _change(change: kinds.StatisticChange, level: int) -> str:
    value = amount(change, level)
    sign = "−" if value < 0 else "+"
    name = "movement" if change.target == "rate" else spelt(change.target)
    return f"{name} {sign}{abs(value)}{'%' if change.percent else ''}"


def _own(what: str) -> str:
    return "the caster" if what == "self" else f"a {what}" if what != "item" else "an item"
