"""Lines about what cities and their colleges do for armies."""

from __future__ import annotations

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import number, word
from engine.packs.warmaster.college import MagicItemMade
from engine.packs.warmaster.training import RegimentsTrained

LINES = Lines()


@LINES.of(RegimentsTrained, routine("training"))
def _(event: RegimentsTrained, names: CohortsNames) -> str:
    made = number(len(event.units), "unit")
    recruits = number(event.recruits, f"{names.show(word(event.race))} recruit")
    return (
        f"{names.city(event.city)} {names.did('trained', 'train')} {made} of "
        f"{names.show(event.type)} from {recruits}."
    )


@LINES.of(MagicItemMade)
def _(event: MagicItemMade, names: CohortsNames) -> str:
    return (
        f"The college of {names.city(event.city)} {names.did('made', 'make')} the "
        f"{names.show(event.item)} from {event.used:,} {names.item(event.material)}."
    )
