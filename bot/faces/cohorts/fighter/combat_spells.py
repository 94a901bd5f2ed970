"""The combat spells that a character holds: what each does in a battle, and which are loaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.faces.cohorts.spelling import spelt
from engine.packs.cohorts.battle.magic.attacks import base
from engine.packs.cohorts.battle.magic.laid import Laid
from engine.packs.cohorts.content import CombatSpell, Content
from engine.packs.cohorts.content.combat import Alter, Arm, Bare, Bolt, Give, Storm
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.casters import caster_of
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import World

_ON: Final = {"duel": "characters", "battle": "military units", "utility": "all in a slot"}


@dataclass(frozen=True, slots=True)
class CombatSpellFacts:
    """A combat spell that a character holds."""

    name: str
    level: int
    sort: str
    """Such as "duel attack" or "utility charm, an aura"."""
    on: str
    """Whom it concerns."""
    caster_level: int
    castable: bool
    """Whether the caster level suffices for it."""
    does: str
    loaded: bool
    mana: int
    """What is put in at each casting, if it is loaded."""


def combat_spell_facts(
    view: World, content: Content, character: Character
) -> tuple[CombatSpellFacts, ...]:
    """The combat spells of an own character, those that are loaded first, then by level."""
    found: list[CombatSpellFacts] = []
    for key, level in caster_of(view, content, character).combat.items():
        spell = content.combat_spells[key]
        loading = character.loaded.get(spell.place)
        loaded = loading is not None and loading.spell == key
        mana = loading.mana if loading and loaded else 0
        found.append(
            CombatSpellFacts(
                name=spell.name,
                level=spell.level,
                sort=sort_of(spell),
                on=_ON[spell.group],
                caster_level=level,
                castable=heroic_level(level) >= spell.level,
                does=combat_does(content, spell, level + mana),
                loaded=loaded,
                mana=mana,
            )
        )
    return tuple(sorted(found, key=lambda each: (not each.loaded, each.level, each.name)))


def sort_of(spell: CombatSpell) -> str:
    """What sort of combat spell it is, in a few words."""
    return f"{spell.group} {spell.form}" + (", an aura" if spell.aura else "")


def combat_does(content: Content, spell: CombatSpell, level: int) -> str:
    """What a combat spell does when it is cast at a caster level, in a few words."""
    effect, laid = spell.effect, Laid(spell, level)
    match effect:
        case Bolt(multiplier=multiplier):
            damage = f"{laid.heroic**3 * multiplier} {effect.type} damage"
            return f"{damage}, divided by its resistances{_may(content, effect)}"
        case Storm(further=further):
            damage = f"{base(effect, level)} {effect.type} damage on every head in a slot"
            more = f", {effect.further_percent}% of it in the {further} nearest slots"
            resisted = ", divided by its resistances"
            return f"{damage}{more if further else ''}{resisted}{_may(content, effect)}"
        case Alter():
            return _change(effect, laid.amount(effect))
        case Arm(strength=strength):
            return f"special attack of {effect.type}, strength {strength * laid.heroic}"
        case Bare():
            return "the defense of armor counts nothing"
        case Give(status=status):
            name = content.battle_statuses[status].name
            return f"{name} of heroic level {laid.heroic}" if spell.aura else name


def _may(content: Content, effect: Bolt | Storm) -> str:
    status = content.damage_types[effect.type].status
    if not (status and effect.quality):
        return ""
    return f"; it may leave its target {content.battle_statuses[status].name.lower()}"


def _change(effect: Alter, amount: int) -> str:
    sign = "−" if amount < 0 else "+"
    percent = "%" if "percent" in effect.rating else ""
    against = f" against units that are {effect.against}" if effect.against else ""
    return f"{spelt(effect.rating.removesuffix(' percent'))} {sign}{abs(amount)}{percent}{against}"


def combat_spell_lines(mana: int, spells: tuple[CombatSpellFacts, ...]) -> Iterator[str]:
    """The combat spells of a character, for its panel."""
    yield "What is loaded is cast once in each battle: a duel spell, and a battle or utility spell."
    yield f"It has **{mana}** mana to put in; what it has when it casts is used."
    for each in spells:
        head = f"**{each.name}**, level {each.level} {each.sort}"
        if not each.castable:
            yield f"{head}: it cannot cast this at caster level {each.caster_level}."
            continue
        put = f" with {each.mana} mana" if each.mana else ""
        yield f"{head}: **loaded{put}**" if each.loaded else head
        yield f"- {each.does}"
        yield f"-# Caster level {each.caster_level}; on {each.on}"
