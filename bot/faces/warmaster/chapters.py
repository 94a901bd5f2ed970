"""The chapters of a faction's history that Warmaster adds to."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.history.chapters import CHAPTERS as COHORTS
from bot.faces.history import Chapter
from engine.events import Event
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.college import MagicItemMade
from engine.packs.warmaster.pitched.buying import ArmyBought
from engine.packs.warmaster.pitched.challenging import ChallengeEnded, ChallengeSent
from engine.packs.warmaster.pitched.contest import PitchedFought
from engine.packs.warmaster.training import RegimentsTrained

_BEFORE: Final = {chapter.name: chapter for chapter in COHORTS}


def _with(name: str, *events: type[Event], rule: str = "") -> Chapter:
    """A chapter of Cohorts with further events."""
    chapter = _BEFORE[name]
    return replace(chapter, events=(*events, *chapter.events), rule=rule or chapter.rule)


CHAPTERS: Final = (
    _with("Battles", WarmasterFought, PitchedFought, rule="warmaster.map.result"),
    _with("Cities and works", MagicItemMade),
    _with("Growth and soldiers", RegimentsTrained),
    Chapter(
        "Challenges", "🤺", (ChallengeSent, ChallengeEnded, ArmyBought), "warmaster.battle.kinds"
    ),
)
