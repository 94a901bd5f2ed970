"""What Warmaster calls things, and what each means for a player, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.faces.warmaster.battle.terms import DIRECTIVES
from bot.faces.words.text import number
from engine.packs.warmaster.battle.values import Directive
from engine.packs.warmaster.content import UnitType
from engine.packs.warmaster.content.lists import NO_ARMOUR, Kind, Special

DOES: Final[Mapping[Directive, str]] = {
    "attack": "charges when it can, else goes for the nearest enemy",
    "advance": "goes for the nearest enemy, charges only on its own",
    "hold": "stays, shoots and fights where it is",
    "counter": "holds until an enemy is within 4 hexes or the armies have met, then attacks",
    "stand-off": "shoots from where it can, never charges",
    "flank-left": "goes round by column 1, then attacks",
    "flank-right": "goes round by column 16, then attacks",
}
"""What a unit does by each directive (warmaster.directive.units)."""
STANCES: Final[Mapping[str, str]] = {
    "stay": "stays with its unit",
    "lead": "goes where there is fighting",
    "command": "commands amid the army",
}
"""What a character does (warmaster.command.hero-moves)."""
SPECIALS: Final[Mapping[Special, str]] = {
    "flyer": "moves over everything, and sees to charge everywhere",
    "terror": "each stand of an enemy that touches it has 1 attack less",
    "keen": "needs 1 less to hit when it shoots",
    "pierce": "armour counts one step worse against its shots",
    "reckless": "pursues and advances whatever its directive",
    "stubborn": "its side rolls one die less when it must retreat",
    "undead": "never confused, minds no terror, and never charges on its own",
}
"""What the special rules of units do (warmaster.unit.attributes)."""
KINDS: Final[Mapping[Kind, str]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "chariot": "chariot",
    "monster": "monster",
    "machine": "war machine",
}
"""The kinds of unit."""
UNTYPED: Final = "a unit without a type"


def armour(value: int) -> str:
    """An Armour: "5+", or "none"."""
    return "none" if value >= NO_ARMOUR else f"{value}+"


def directive(name: Directive) -> str:
    """A directive as people write it in a sentence: "flank left"."""
    return DIRECTIVES[name].lower()


def figures(kind: UnitType) -> str:
    """The figures of a type in a sentence."""
    saves = "no armour" if kind.armour >= NO_ARMOUR else f"armour {armour(kind.armour)}"
    shoots = f", {shots(kind.shots, kind.range)}" if kind.shots else ""
    each = " each" if kind.stands > 1 else ""
    return (
        f"{KINDS[kind.kind].capitalize()}, {number(kind.stands, 'stand')} with "
        f"{number(kind.attacks, 'attack')} and {number(kind.hits, 'hit')}{each}, {saves}, "
        f"pace {kind.pace}{shoots}."
    )


def shots(dice: int, range: int) -> str:
    """What a stand shoots: "1 shot to 3 hexes"."""
    return f"{number(dice, 'shot')} to {number(range, 'hex', 'hexes')}"


def allowed(kind: UnitType) -> str:
    """How many of a type an army of 1,000 points has, in a few words; empty for any number."""
    if kind.least and kind.most:
        return f"{kind.least} to {kind.most}"
    if kind.least:
        return f"at least {kind.least}"
    return f"at most {kind.most}" if kind.most else ""
