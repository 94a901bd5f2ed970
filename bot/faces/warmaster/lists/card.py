"""An army list as a sheet: units, leaders, spells, magic items, and what its rules do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.cards.spells import casting, does, whom
from bot.faces.warmaster.cards.wares import bearers, cost
from bot.faces.warmaster.looks import ROLES as ICONS
from bot.faces.warmaster.looks import list_icon, spell_icon, unit_icon
from bot.faces.warmaster.terms import SPECIALS, allowed, armour, figures, shots
from bot.faces.words.text import listed, number
from engine.packs.warmaster.content import ArmyList, UnitType, WarmasterContent
from engine.packs.warmaster.training import needed

HINTS: Final = {
    "Leaders and spells": "Orders: /army spells",
    "Magic items": "Orders: /guild make-magic-item, /army equip",
    "What rules do": "/rules explains them in full",
}
_MEANINGS: Final = {
    "Attacks": "Six-sided dice of each stand in combat, which hit on 4 and more",
    "Hits": "That many that are not saved take a stand away",
    "Armour": "The lowest die that saves",
    "Pace": "Hexes for each order that it obeys",
    "Shots": "Dice of each stand, at the nearest enemy in range and sight",
    "Command": (
        "An order is obeyed on that much or less with two dice; less for distance, stands lost, "
        "enemies near, woods and marsh, and each order before it"
    ),
}
"""What figures mean."""


def card_of(war: WarmasterContent, looks: Looks, army: ArmyList, turn: int) -> PanelCard:
    """The sheet of an army list."""
    races = [race.replace("_", " ") for race, key in war.armies.items() if key == army.key]
    head = (
        Row(army.name, text=army.description),
        Row("Raised of", ", ".join(races)),
        Row("Units", str(len(army.units))),
    )
    return PanelCard(
        "list", army.name, "army list", turn, icon=list_icon(looks, army.key), head=head,
        boxes=tuple(_boxes(war, looks, army)),
    )  # fmt: skip


def _boxes(war: WarmasterContent, looks: Looks, army: ArmyList) -> Iterator[Box]:
    units = tuple(_unit(war, looks, army, kind) for kind in army.units.values())
    yield Box("Units", units, "how many per 1,000 points is for pitched battles", wide=True)
    leaders = tuple(
        Row(
            ROLES[role],
            f"{figures_.points} points",
            f"Command {figures_.command}, bonus +{figures_.bonus}",
            icon=ICONS[role],
        )
        for role, figures_ in army.characters.items()
    )
    tab = "Leaders and spells"
    columns = 2 if len(leaders) > 2 else 1
    yield Box("Leaders", leaders, wide=True, columns=columns, tab=tab)
    if spells := tuple(_spell(war, looks, key) for key in army.spells):
        order = (Row("Wizards try them in this order unless told otherwise"),)
        yield Box("Spells", spells, "the die to cast, and how far", wide=True, tab=tab)
        yield Box("Their order", order, tab=tab, drawn=False)
    one = "each unit or character carries one, and of each kind only one works in an army"
    yield Box("Magic items", tuple(_items(war, army)), one, tab="Magic items", drawn=False)
    yield Box("What rules do", tuple(_rules(army)), tab="What rules do", drawn=False)


def _unit(war: WarmasterContent, looks: Looks, army: ArmyList, kind: UnitType) -> Row:
    return Row(
        kind.name,
        f"{kind.points} points",
        icon=unit_icon(looks, army.key, kind.key, kind.kind),
        text=f"{figures(kind)} {'. '.join(_more_of(war, kind))}.",
    )


def _more_of(war: WarmasterContent, kind: UnitType) -> Iterator[str]:
    """What else there is to a type: rules, attached stand, how many, how it is trained."""
    if kind.special:
        yield listed(kind.special).capitalize()
    extra = kind.attached
    if extra:
        parts = [number(extra.attacks, "attack"), number(extra.hits, "hit")]
        parts += [shots(extra.shots, extra.range)] if extra.shots else []
        parts += [f"armour {armour(extra.armour)}"]
        yield f"For {extra.points} more, {extra.name}: a stand with {', '.join(parts)}"
    if many := allowed(kind):
        yield f"{many[:1].upper()}{many[1:]} per 1,000 points"
    works = needed(war, kind)
    if works is None:
        yield "No city trains it"
    else:
        named = listed(f"{name.replace('_', ' ')} {level}" for name, level in works.items())
        yield f"Trained with {named}"


def _spell(war: WarmasterContent, looks: Looks, key: str) -> Row:
    spell = war.war_spells[key]
    text = f"On {whom(spell)}. {does(spell)}."
    icon = spell_icon(looks, key)
    return Row(spell.name, casting(spell), icon=icon, text=text, told=spell.help)


def _items(war: WarmasterContent, army: ArmyList) -> Iterator[Row]:
    for item in war.magic_items.values():
        if who := bearers(item, tuple(army.characters)):
            told = f"{item.kind.capitalize()} for {listed(who)}"
            yield Row(item.name, cost(item), text=item.help, told=told)


def _rules(army: ArmyList) -> Iterator[Row]:
    """What the special rules of the list do, and what figures mean."""
    for rule, told in SPECIALS.items():
        if names := [kind.name for kind in army.units.values() if rule in kind.special]:
            yield Row(rule.capitalize(), note=listed(names), text=f"{told[:1].upper()}{told[1:]}")
    yield from (Row(name, text=told) for name, told in _MEANINGS.items())
