"""Lines about what armies were told beforehand: posts, directives, brigades, items, spells."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed
from engine.packs.warmaster.orders.casting import SpellOrderSet
from engine.packs.warmaster.orders.commanding import CharacterPosted, CommanderNamed
from engine.packs.warmaster.orders.deploying import UnitDeployed
from engine.packs.warmaster.orders.directing import BrigadeChanged, DirectiveGiven
from engine.packs.warmaster.orders.doctrine import (
    GENERAL,
    NEVER,
    USUAL,
    DoctrineSet,
    ItemUseSet,
)
from engine.packs.warmaster.orders.equipping import ItemCarried

LINES = Lines()

_PARTS: Final = {"attack": " for attacks", "defence": " for defence"}
STANCES_TOLD: Final = {
    "stay": "to stay there",
    "lead": "to go where there is fighting",
    "command": "to command amid the army",
}
_USES: Final = {
    USUAL: "used as usual",
    NEVER: "left unused",
    GENERAL: "used for the General alone",
    "shooting": "used when shooting",
    "combat": "used in combat",
}


def directive_told(directive: str) -> str:
    """A directive behind "orders": "to flank left", "to do the usual"."""
    return f"to {directive.replace('-', ' ')}" if directive else "to do the usual"


@LINES.of(CommanderNamed)
def _(event: CommanderNamed, names: CohortsNames) -> str:
    became = names.did("was named", "be named")
    return f"{names.show(event.name)} {became} commander of the army."


@LINES.of(CharacterPosted, routine("post given", "posts given"))
def _(event: CharacterPosted, names: CohortsNames) -> str:
    where = f"beside {names.show(event.unit_name)}" if event.unit else "in the usual place"
    told = f"{names.show(event.name)} {names.did('got', 'get')} a post {where}"
    orders = STANCES_TOLD.get(event.stance)
    return f"{told}, with orders {orders}." if orders else f"{told}."


@LINES.of(UnitDeployed, routine("place in the line", "places in the line"))
def _(event: UnitDeployed, names: CohortsNames) -> str:
    who = names.show(event.name)
    if event.spot is None:
        return f"{who} {names.did('gave', 'give')} up every place that was fixed beforehand."
    part = _PARTS.get(event.part, "")
    column, row = event.spot
    return f"{who} {names.did('got', 'get')} hex {column},{row} as the place{part}."


@LINES.of(DirectiveGiven, routine("directive"))
def _(event: DirectiveGiven, names: CohortsNames) -> str:
    got = names.did("got", "get")
    return f"{names.show(event.name)} {got} orders {directive_told(event.directive)} in battle."


@LINES.of(BrigadeChanged)
def _(event: BrigadeChanged, names: CohortsNames) -> str:
    name, units = names.show(event.name), listed(map(names.show, event.units))
    if event.formed:
        return f"A brigade {names.did('was', 'be')} formed of {units}: {name}."
    told = f"A brigade {names.did('was', 'be')} dissolved: {name}"
    return f"{told}, of {units}." if event.units else f"{told}."


@LINES.of(DoctrineSet)
def _(event: DoctrineSet, names: CohortsNames) -> str:
    line = "to keep the line" if event.keep_line else "to advance as far as they could"
    return (
        f"All armies {names.did('got', 'get')} orders {line}, and to try nothing below a value "
        f"of {event.boldness}."
    )


@LINES.of(ItemUseSet, routine("use of an item", "uses of items"))
def _(event: ItemUseSet, names: CohortsNames) -> str:
    use = _USES.get(event.use)
    if use is None:
        when = f"in {event.use}" if event.use.startswith("turn ") else f"for {event.use}"
        use = f"used {names.show(when)} alone"
    return f"From then on the {names.show(event.item)} {names.was()} {use}."


@LINES.of(SpellOrderSet, routine("order of spells", "orders of spells"))
def _(event: SpellOrderSet, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} {names.did('got', 'get')} orders to try"
    if not event.spells:
        return f"{told} spells as the army list names them."
    spells = [names.show(spell) for spell in event.spells]
    return f"{told} {', then '.join(spells)}."


@LINES.of(ItemCarried, routine("magic item handed out", "magic items handed out"))
def _(event: ItemCarried, names: CohortsNames) -> str:
    done = names.did("took up", "take up") if event.taken else names.did("laid down", "lay down")
    return f"{names.show(event.name)} {done} the {names.show(event.item)}."
