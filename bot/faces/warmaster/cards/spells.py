"""A spell of an army list in words: what it takes, whom it strikes, and what it does exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.warmaster.terms import KINDS
from bot.faces.words.figures import change
from bot.faces.words.text import listed, number
from engine.packs.warmaster.content import WarSpell
from engine.packs.warmaster.content.spells import (
    Aim,
    Blight,
    Calm,
    Confuse,
    Effect,
    Lend,
    Restore,
    Rush,
    Shove,
    Slip,
    Strike,
    TeleportWizard,
    Wither,
)

_AIMS: Final[dict[Aim, str]] = {
    "path": "everybody in a row of hexes",
    "enemy": "an enemy unit",
    "own": "an own unit",
    "all own": "all own units in range",
    "self": "the Wizard",
}


def casting(spell: WarSpell) -> str:
    """What it takes: "4+, range 3"."""
    return f"{spell.score}+, range {spell.range}"


def whom(spell: WarSpell) -> str:
    """Whom it may strike: "an enemy unit in sight that is not in combat"."""
    words = _AIMS[spell.aim]
    if spell.kinds:
        words += f" ({listed(KINDS[kind] for kind in spell.kinds)})"
    if spell.sight and spell.aim in ("enemy", "own"):
        words += " in sight"
    conditions = list(_conditions(spell))
    return f"{words} that is {listed(conditions)}" if conditions else words


def _conditions(spell: WarSpell) -> Iterator[str]:
    if spell.engaged is not None:
        yield "in combat" if spell.engaged else "not in combat"
    if spell.steady:
        yield "not confused"
    if spell.few_stands:
        yield f"down to {number(spell.few_stands, 'stand')} or fewer"


def does(spell: WarSpell) -> str:
    """What it does, in a sentence."""
    words = listed(_effect(each) for each in spell.effects)
    if spell.backfires:
        hits = number(spell.backfires, "hit")
        words += f"; on a 1 {hits} without a save on the Wizard's own unit"
    return f"{words[:1].upper()}{words[1:]}"


def _effect(effect: Effect) -> str:
    match effect:
        case Strike():
            saved = "" if effect.saves else " without a save"
            return f"{number(effect.attacks, 'shooting attack')}{saved}"
        case Blight():
            return f"a hit without a save for each {effect.needs}+ of {_dice(effect.dice)} a stand"
        case Shove():
            return f"drives it back as {number(effect.hits, 'shooting hit')} would"
        case Confuse():
            return "confuses it"
        case Calm():
            return "ends its confusion"
        case Restore():
            return f"gives it {number(effect.stands, 'lost stand')} back"
        case Wither():
            return f"takes {number(effect.stands, 'stand')} from it"
        case Rush():
            return "makes it charge if it can"
        case Slip():
            return "takes it back by up to its pace"
        case Lend():
            until = "this turn" if effect.until == "turn" else "until its side's next turn"
            return f"{listed(_lent(effect))} {until}"
        case TeleportWizard():
            return f"takes the Wizard to another own unit; on {effect.bonus}+ another spell follows"


def _dice(dice: int) -> str:
    return "a die" if dice == 1 else f"{dice} dice"


def _lent(effect: Lend) -> Iterator[str]:
    if effect.attacks:
        yield f"attacks {change('add', effect.attacks)} for each stand"
    if effect.armour:
        better = "better" if effect.armour > 0 else "worse"
        yield f"armour {number(abs(effect.armour), 'step')} {better}"
    if effect.cover:
        better = "better" if effect.cover > 0 else "worse"
        yield f"cover {number(abs(effect.cover), 'step')} {better}"
    if effect.dice:
        yield f"{number(effect.dice, 'attack die', 'attack dice')} more in the first round"
