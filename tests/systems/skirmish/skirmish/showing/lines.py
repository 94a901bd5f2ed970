"""What happened on the sand, in lines; duels stand in a section of their own."""

from __future__ import annotations

from typing import Final

from bot.faces.report_sections import ReportSection
from bot.faces.words.news import PEOPLE, VICTORY, News, headline
from bot.faces.words.telling import Lines
from skirmish.rules.duel import DuelFought, blows_of
from skirmish.rules.joining import FighterEntered, FighterWithdrew
from skirmish.rules.stepping import FighterDrilled, FighterHeld, FighterStepped
from skirmish.showing.naming import SkirmishNames

LINES: Final = Lines()


def _entered(event: FighterEntered, names: SkirmishNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} on the sand")


@LINES.of(FighterEntered, _entered, herald=True)
def _(event: FighterEntered, names: SkirmishNames) -> str:
    style = names.style(event.style)
    return f"{names.show(event.name)} comes onto the sand, fighting with {style}."


def _withdrew(event: FighterWithdrew, names: SkirmishNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} off the sand")


@LINES.of(FighterWithdrew, _withdrew, herald=True)
def _(event: FighterWithdrew, names: SkirmishNames) -> str:
    return f"{names.show(event.name)} leaves the sand."


@LINES.of(FighterDrilled)
def _(event: FighterDrilled, names: SkirmishNames) -> str:
    return f"{names.fighter(event.fighter)} drills: +{event.drilled} to each throw by now."


@LINES.of(FighterStepped)
def _(event: FighterStepped, names: SkirmishNames) -> str:
    start, goal = names.spot(event.start), names.spot(event.goal)
    return f"{names.fighter(event.fighter)} steps from {start} to {goal}."


@LINES.of(FighterHeld)
def _(event: FighterHeld, names: SkirmishNames) -> str:
    return f"{names.fighter(event.fighter)} wins, and stays: neither gets past the other."


def _fought(event: DuelFought, names: SkirmishNames) -> News:
    return headline(VICTORY, f"{names.fighter(event.victor)}, in a duel")


@LINES.of(DuelFought, _fought, herald=True)
def _(event: DuelFought, names: SkirmishNames) -> str:
    victor, beaten = names.fighter(event.victor), names.fighter(event.beaten)
    blows = len(blows_of(event.record))
    ends = f"{beaten} is carried off the sand" if event.carried else f"{beaten} gives way"
    return f"{victor} beats {beaten} in {blows} exchange{'s' * (blows != 1)}; {ends}."


SECTIONS: Final = (
    ReportSection("Duels", (DuelFought,), apart=True),
    ReportSection("On the sand", (FighterStepped, FighterHeld)),
)
