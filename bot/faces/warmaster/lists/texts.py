"""The words of an army list's panel: units, characters, spells, items and what the rules do."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.cards.spells import casting, does, whom
from bot.faces.warmaster.cards.wares import bearers, cost
from bot.faces.warmaster.terms import SPECIALS, allowed, armour, figures, shots
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped, listed, number
from engine.packs.warmaster.content import ArmyList, UnitType, WarmasterContent
from engine.packs.warmaster.training import needed


def list_tabs(war: WarmasterContent, army: ArmyList) -> tuple[Tab, ...]:
    """Every tab of a list's panel."""
    return (
        Tab("Units", paged(unit_lines(war, army)), "Orders: /city train"),
        Tab("Leaders and spells", paged(_leaders(war, army)), "Orders: /army spells"),
        Tab("Magic items", paged(_items(war, army)), "Orders: /guild make-magic-item, /army equip"),
        Tab("What rules do", paged(_rules(war, army)), "/rules explains them in full"),
    )


def unit_lines(war: WarmasterContent, army: ArmyList) -> Iterator[str]:
    """The units, each with its points and figures."""
    yield f"{escaped(army.description)} How many per 1,000 points is for pitched battles.".strip()
    for kind in army.units.values():
        yield f"**{escaped(kind.name)}, {kind.points} points.** {escaped(figures(kind))}"
        told = list(more_of(war, kind))
        if told:
            yield f"-# {escaped('. '.join(told))}."


def more_of(war: WarmasterContent, kind: UnitType) -> Iterator[str]:
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


def _leaders(war: WarmasterContent, army: ArmyList) -> Iterator[str]:
    for role, figures_ in army.characters.items():
        yield (
            f"**{ROLES[role]}, {figures_.points} points**: Command {figures_.command}, attack "
            f"bonus +{figures_.bonus}"
        )
    if army.spells:
        yield "**Spells**, in the order in which Wizards try them unless told otherwise"
    for key in army.spells:
        spell = war.war_spells[key]
        yield f"**{escaped(spell.name)}** ({casting(spell)}), on {escaped(whom(spell))}"
        yield f"-# {escaped(does(spell))}. {escaped(spell.help)}"


def _items(war: WarmasterContent, army: ArmyList) -> Iterator[str]:
    yield "Each unit or character carries one, and of each kind only one works in an army."
    for item in war.magic_items.values():
        who = bearers(item, tuple(army.characters))
        if who:
            yield f"**{escaped(item.name)}, {cost(item)}**: {escaped(item.help)}"
            yield f"-# {item.kind.capitalize()} for {listed(who)}"


def _rules(war: WarmasterContent, army: ArmyList) -> Iterator[str]:
    """What the special rules of the list do, and what figures mean."""
    for rule, told in SPECIALS.items():
        names = [kind.name for kind in army.units.values() if rule in kind.special]
        if names:
            yield f"**{rule.capitalize()}**: {told}."
            yield f"-# {escaped(listed(names))}"
    yield "**Attacks**: six-sided dice of each stand in combat, which hit on 4 and more."
    yield "**Hits**: so many that are not saved take a stand away."
    yield "**Armour**: the lowest die that saves."
    yield "**Pace**: hexes for each order that it obeys."
    yield "**Shots**: dice of each stand, at the nearest enemy in range and sight."
    yield (
        "**Command**: an order is obeyed on that much or less with two dice; less for distance, "
        "stands lost, enemies near, woods and marsh, and each order before it."
    )
