"""Figures by the words that a newcomer understands, with what each is for.

The rulebook's short names stand on the panel's pages beside how each figure comes about.
"""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.spelling import SHORT, spelt

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "HP": ("Hit points", "what it can take"),
    "Melee AF": ("Attack factor", "multiplies its blows"),
    "Melee POW": ("Power", "against the foe's resistance"),
    "Melee damage": ("Damage", "what its blows do"),
    "Missile AF": ("Missile factor", "multiplies its shots"),
    "Missile POW": ("Missile power", "against the foe's resistance"),
    "Missile damage": ("Missile damage", "what its shots do"),
    "DF": ("Defense", "divides what it suffers"),
    "RES": ("Resistance", "against power"),
    "MAR": ("Magic resistance", "against attack spells"),
    "SAR": ("Special resistance", "against breath"),
    "DF on defense": ("Defending here", "helped by the place"),
    "Initiative": ("Initiative", "who acts first"),
}
"""By the short name of a rating: the whole name, and what it is for."""


def plainly(name: str) -> tuple[str, str]:
    """A figure's name in whole words, and what it is for; as it is if there is no plainer one."""
    short, against, rest = name.partition(" against ")
    whole, what = _WORDS.get(short, (spelt(short).capitalize() if short in SHORT else short, ""))
    return (f"{whole} against {rest}", "") if against else (whole, what)


def mood(morale: int) -> str:
    """What morale means, in a word."""
    if morale >= 100:
        return "steady"
    return "a little shaken" if morale >= 75 else "shaken" if morale >= 50 else "close to fleeing"
