"""Lines about death, coma and Royal Heirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.words.news import FALLEN, PEOPLE, PLAIN, News, headline
from bot.faces.words.telling import Lines
from engine.packs.kingdoms.crowns.dying import FellIntoComa, RulerDied
from engine.packs.kingdoms.crowns.ventures.heirs import HeirAppeared, HeirSchooled

LINES: Final = Lines()
_HOW: Final[Mapping[str, str]] = {
    "battle": "in battle",
    "encounter": "in an encounter",
    "spell": "by a spell",
}
_FOLLOWED: Final = replace(PEOPLE, lasting=True)
_RANKS: Final[Mapping[str, str]] = {"king": "King", "heir": "Royal Heir", "hero": "hero"}


def _died(event: RulerDied, names: KingdomsNames) -> News:
    if names.own(event.crown):
        return headline(FALLEN, names.show(event.name), vain=True)
    return PLAIN if event.rank == "hero" else headline(PEOPLE, f"{names.show(event.name)} died")


@LINES.of(RulerDied, _died)
def _(event: RulerDied, names: KingdomsNames) -> str:
    of = f" of {names.crown(event.crown)}" if event.crown else ""
    who = f"{names.show(event.name)}, {_RANKS.get(event.rank, 'hero')}{of},"
    how = _HOW.get(event.how, "")
    died = names.did("died", "die")
    told = f"{who} {died} {f'{how} ' if how else ''}at {names.holding(event.holding)}."
    if event.knows("disbanded") and event.disbanded:
        told += f" Without a leader {names.armies(event.disbanded)} disbanded."
    return told


def _coma(event: FellIntoComa, names: KingdomsNames) -> News:
    if names.own(event.crown):
        return headline(FALLEN, f"{names.show(event.name)}, into a deathly coma", vain=True)
    return PLAIN


@LINES.of(FellIntoComa, _coma)
def _(event: FellIntoComa, names: KingdomsNames) -> str:
    fell = names.did("fell", "fall")
    return f"{names.show(event.name)} {fell} into a deathly coma at {names.holding(event.holding)}."


def _appeared(event: HeirAppeared, names: KingdomsNames) -> News:
    sign = PEOPLE if names.reader else _FOLLOWED
    return headline(
        sign, f"{names.show(event.name)} followed the King of {names.crown(event.crown)}"
    )


@LINES.of(HeirAppeared, _appeared, herald=True)
def _(event: HeirAppeared, names: KingdomsNames) -> str:
    where = f" at {names.holding(event.holding)}" if event.knows("holding") else ""
    of = names.crown(event.crown)
    told = f"{names.show(event.name)}, Royal Heir of {of}, followed the dead King{where}"
    skills = " Skills could be given from then on." if names.own(event.crown) else ""
    return f"{told} and carried the King's bones.{skills}"


@LINES.of(HeirSchooled)
def _(event: HeirSchooled, names: KingdomsNames) -> str:
    was = names.was()
    return f"{names.show(event.name)} {was} given skills, {sum(event.skill)} levels in all."
