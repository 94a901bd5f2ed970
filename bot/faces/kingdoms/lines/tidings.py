"""Lines about what all the world hears: great battles, land taken, the dead, broken treaties.

The herald alone tells them; whom such news concern has read more in its own report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.words.news import ELSEWHERE, FALLEN, WAR, News, Sign, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number
from engine.packs.kingdoms.crowns.tidings import (
    KingdomBattleHeard,
    LandHeard,
    RulerMourned,
    TreatyHeard,
)

LINES: Final = Lines()

CONQUEST: Final = Sign("🏰", "Conquest", 15, lasting=True)
BATTLE: Final = Sign("🗡", "Battle", 45)
_KING_FALLEN: Final = replace(FALLEN, weight=12, lasting=True)
_HOW: Final[Mapping[str, str]] = {
    "battle": "fell in battle",
    "encounter": "died in an encounter",
    "spell": "died by a spell",
}


def _told(sign: Sign, title: Callable[[Any, KingdomsNames], str]) -> Callable[[Any, Any], News]:
    """A headline of the herald, and nothing to kingdoms, which read of their own elsewhere."""

    def found(event: Any, names: KingdomsNames) -> News:
        return ELSEWHERE if names.reader else headline(sign, title(event, names))

    return found


def _battle_title(event: KingdomBattleHeard, names: KingdomsNames) -> str:
    winner = event.attacker if event.winner == "attacker" else event.defender
    return f"{names.crown(winner)} won at {names.holding(event.holding)}"


@LINES.of(KingdomBattleHeard, _told(BATTLE, _battle_title), herald=True)
def _(event: KingdomBattleHeard, names: KingdomsNames) -> str:
    one, other = (number(each, "army", "armies") for each in (event.attacking, event.defending))
    end = "won" if event.winner == "attacker" else "was beaten"
    lost = [
        number(each, "army", "armies") if each else "none"
        for each in (event.attacker_lost, event.defender_lost)
    ]
    cost = f"the attacker lost {lost[0]}, the defender {lost[1]}"
    if not event.attacker_lost and not event.defender_lost:
        cost = "neither lost an army"
    return (
        f"{names.crown(event.attacker)} with {one} attacked {names.crown(event.defender)} with "
        f"{other} at {names.holding(event.holding)} and {end}; {cost}."
    )


def _land_title(event: LandHeard, names: KingdomsNames) -> str:
    what = number(len(event.holdings), "province")
    if event.home:
        return f"the home of {names.crown(event.before)} fell to {names.crown(event.crown)}"
    return f"{names.crown(event.crown)} took {what} from {names.crown(event.before)}"


@LINES.of(LandHeard, _told(CONQUEST, _land_title), herald=True)
def _(event: LandHeard, names: KingdomsNames) -> str:
    land = listed([names.holding(each) for each in event.holdings])
    home = ", its home among them" if event.home else ""
    return f"{names.crown(event.crown)} took {land} from {names.crown(event.before)}{home}."


def _mourned(event: RulerMourned, names: KingdomsNames) -> News:
    """A King's death changes a kingdom; it stands before all land that was taken."""
    if names.reader:
        return ELSEWHERE
    who, of = names.show(event.name), f" of {names.crown(event.crown)}"
    if event.rank == "king":
        return headline(_KING_FALLEN, f"{who}, King{of}")
    return headline(FALLEN, who, of)


@LINES.of(RulerMourned, _mourned, herald=True)
def _(event: RulerMourned, names: KingdomsNames) -> str:
    rank = {"king": "King", "heir": "Royal Heir"}.get(event.rank, "hero")
    how = _HOW.get(event.how, "died")
    joint = {"encounter": "with one of", "spell": "of"}.get(event.how, "against")
    foe = f" {joint} {names.crown(event.foe)}" if event.foe else ""
    return f"{names.show(event.name)}, {rank} of {names.crown(event.crown)}, {how}{foe}."


def _treaty_title(event: TreatyHeard, names: KingdomsNames) -> str:
    return f"{names.crown(event.crown)} broke its treaty with {names.crown(event.to)}"


@LINES.of(TreatyHeard, _told(WAR, _treaty_title), herald=True)
def _(event: TreatyHeard, names: KingdomsNames) -> str:
    return (
        f"{names.crown(event.crown)} broke its treaty with {names.crown(event.to)}: once it had "
        "ended, their armies were foes wherever they met."
    )
