"""The combat spells that a character holds: what each does in a battle, and which are loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Row
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


def combat_spell_rows(view: World, content: Content, character: Character) -> Iterator[Row]:
    """The combat spells of an own character, those that are loaded first, then by level."""
    found: list[tuple[bool, int, Row]] = []
    for key, level in caster_of(view, content, character).combat.items():
        spell = content.combat_spells[key]
        loading = character.loaded.get(spell.place)
        loaded = loading is not None and loading.spell == key
        mana = loading.mana if loading and loaded else 0
        sort = f"level {spell.level} {sort_of(spell)}"
        said = f"loaded with {mana} mana" if mana else "loaded" if loaded else ""
        if heroic_level(level) >= spell.level:
            effect = combat_does(content, spell, level + mana)
            told = f"Caster level {level}; on {_ON[spell.group]}"
            row = Row(spell.name, said, sort, text=effect[:1].upper() + effect[1:], told=told)
        else:
            row = Row(spell.name, f"it cannot cast this at caster level {level}", sort)
        found.append((not loaded, spell.level, row))
    if found:
        yield Row(
            "What is loaded is cast once in each battle",
            text="a duel spell, and a battle or utility spell; the mana counts that it then has",
        )
    yield from (row for *_, row in sorted(found, key=lambda e: (e[0], e[1], e[2].name)))


def sort_of(spell: CombatSpell) -> str:
    """What sort of combat spell it is, in a few words."""
    return f"{spell.group} {spell.form}" + (", an aura" if spell.aura else "")


def combat_does(content: Content, spell: CombatSpell, level: int) -> str:
    """What a combat spell does when it is cast at a caster level, in a few words."""
    effect, laid = spell.effect, Laid(spell, level)
    match effect:
        case Bolt(multiplier=multiplier):
            damage = f"{laid.heroic**3 * multiplier:,} {effect.type} damage"
            return f"{damage}, divided by its resistances{_may(content, effect)}"
        case Storm(further=further):
            damage = f"{base(effect, level):,} {effect.type} damage on every head in a slot"
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
