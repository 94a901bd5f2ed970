"""Spells that lie on something: the records, and what they do as long as they are there.

How a spell is laid down, weakens and ends stands in `lasting`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from engine.facts import LAID, facts
from engine.fields import LEVEL, Within
from engine.modifiers import Modifier
from engine.module.sections import Key
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content.spells import Effect, Hide, Modify, Shell, StatisticChange
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import Place, Record, World

NETTING = "cohorts.magic.charm-task-netting"


@facts
class ActiveSpell(Record):
    """An active spell on something (cohorts.magic.spell-replacement)."""

    kind = "activespell"
    indexes = ("on",)

    on: Place
    """A province, stack, city, character or military unit."""
    spell: Annotated[str, Key(("spells",))]
    strength: Annotated[int, Within(1, 1000)]
    """Caster level and mana, less what time has taken; 1 or more."""
    level: Annotated[int, LEVEL]
    """The caster level, which decides what it does."""
    side: Annotated[int, Within(-1, 5)] = -1
    """Of a barrier: the side of its province, 0 to 5."""
    faction: int
    """Whose caster cast it, 0 for nobody's."""


@facts
class Countdown(Record):
    """How long a caster must wait to cast a spell again, or anybody to repeat what it did.

    Sources: cohorts.magic.spell-frequency, cohorts.action.ratings.
    """

    indexes = ("caster",)

    caster: Place
    """A character, guild or agent; a player or the turn itself for what is open but so often."""
    spell: Annotated[str, LAID]
    """A spell, quest or adventure by key, or the command of an order."""
    weeks: int
    """Weekly productions to come."""
    months: int
    """Monthly productions to come."""
    once: bool
    """Whether it is never ready again."""


def lying_on(world: World, content: Content, place: Place) -> Iterator[tuple[ActiveSpell, Spell]]:
    """The spells on something, by age; those of a kind that the module no longer has do nothing."""
    for active in world.by(ActiveSpell, "on", place):
        spell = content.spells.get(active.spell)
        if spell:
            yield active, spell


def strength_of(world: World, content: Content, place: Place, effect: type[Effect]) -> int:
    """The strength of the spells of one effect that lie on something itself; 0 without any."""
    found = lying_on(world, content, place)
    return sum(active.strength for active, spell in found if isinstance(spell.effect, effect))


def own_shell(world: World, content: Content, place: Place) -> int:
    """The shell on something itself, without those of its containers."""
    return strength_of(world, content, place, Shell)


def invisibility(world: World, content: Content, place: Place) -> int:
    """The strength of a stack's invisibility, 0 if it can be seen (cohorts.magic.invisibility)."""
    return strength_of(world, content, place, Hide)


def tasks_on(world: World, content: Content, place: Place) -> list[str]:
    """The names of the task spells on something itself (cohorts.magic.task-family)."""
    return [s.name for _, s in lying_on(world, content, place) if s.family == "task"]


# ---------------------------------------------------------------- charms and tasks


def amount(change: StatisticChange, level: int) -> int:
    """What a charm adds, or with a minus a task takes, when cast at this caster level."""
    times = level if change.per == "level" else heroic_level(level)
    return (change.add or change.percent) * times


def modifiers_on(world: World, content: Content, place: Place) -> Iterator[Modifier]:
    """What the charms and tasks on something itself change of its statistics.

    Of POW modifiers only the highest counts, so that charm and task are netted to one here; all
    others add up by themselves (cohorts.magic.charm-task-netting).
    """
    power, sources = 0, list[str]()
    for active, spell in lying_on(world, content, place):
        if not isinstance(spell.effect, Modify):
            continue
        for change in spell.effect.changes:
            value = amount(change, active.level)
            if change.target == "POW":
                power += value
                sources.append(spell.name)
                continue
            operation = "percent" if change.percent else "add"
            rule = spell.rule_in("cohorts.spell")
            yield Modifier(change.target, operation, Fraction(value), spell.name, rule)
    if power:
        source = ", ".join(sources)
        yield Modifier("POW", "highest", Fraction(power), source, NETTING, group="POW")
