"""Lines about pitched battles: armies bought, challenges, and how they were fought out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.warmaster.lines.armies import STANCES_TOLD, directive_told
from bot.faces.warmaster.lines.battle import how
from bot.faces.words.news import ELSEWHERE, NEEDS, PLAIN, News, Sign, headline
from bot.faces.words.telling import Lines, tell
from bot.faces.words.text import listed, number, word
from engine.campaign import Player
from engine.names import nth
from engine.packs.warmaster.pitched.arranging import ArmyArranged, ArmyDismissed, OfficerPosted
from engine.packs.warmaster.pitched.buying import ArmyBought
from engine.packs.warmaster.pitched.challenging import ChallengeEnded, ChallengeSent
from engine.packs.warmaster.pitched.contest import PitchedFought

LINES = Lines()
"""What concerns one's own armies alone is told at once to who did it, and stands in no report."""

DUEL: Final = Sign("🤺", "Pitched battle", 105)
"""It is fought for honour alone, so neither a victory nor a defeat of the campaign."""


def _points(points: int) -> str:
    return f"{points:,} points"


def _terrain(key: str, names: CohortsNames) -> str:
    known = names.content.terrains.get(key) if names.content else None
    return names.show(known.name.lower() if known else word(key))


def _ours(player: int, names: CohortsNames) -> bool:
    """Whether a player is of the reader's faction."""
    known = names.world.find(Player, player)
    return bool(names.reader) and known is not None and known.faction == names.reader


@LINES.of(ArmyBought, ELSEWHERE)
def _(event: ArmyBought, names: CohortsNames) -> str:
    return (
        f"The army {names.show(event.name)} {names.did('was', 'be')} bought for pitched battles: "
        f"{number(event.units, 'unit')} of the {names.show(event.list)} for {event.spent:,} of "
        f"{_points(event.points)}."
    )


@LINES.of(ArmyArranged, ELSEWHERE)
def _(event: ArmyArranged, names: CohortsNames) -> str:
    who = f"Unit {event.number} of {names.show(event.name)}, {names.show(event.unit)},"
    got = names.did("was arranged anew and had", "be arranged anew and have")
    orders = directive_told(event.directive)
    if event.in_defence:
        orders += f", in defence {directive_told(event.in_defence)}"
    brigade = f", in brigade {event.brigade}" if event.brigade else ""
    return f"{who} {got} orders {orders}{brigade}."


@LINES.of(OfficerPosted, ELSEWHERE)
def _(event: OfficerPosted, names: CohortsNames) -> str:
    who = f"Leader {event.number} of {names.show(event.name)}, a {word(event.role)},"
    where = "in the usual place"
    if event.unit:
        where = f"beside unit {event.unit}, {names.show(event.unit_name)}"
    told = f"{who} {names.did('got', 'get')} a post {where}"
    orders = STANCES_TOLD.get(event.stance)
    told += f", with orders {orders}" if orders else ""
    if event.spells:
        told += f", and orders to try {', then '.join(map(names.show, event.spells))}"
    return f"{told}."


@LINES.of(ArmyDismissed, ELSEWHERE)
def _(event: ArmyDismissed, names: CohortsNames) -> str:
    return f"The army {names.show(event.name)} {names.did('was', 'be')} dismissed."


def _challenge(event: ChallengeSent, names: CohortsNames) -> News:
    return NEEDS if _ours(event.challenged, names) else PLAIN


def _challenges(events: Sequence[ChallengeSent], names: CohortsNames) -> Iterator[str]:
    """All challenges to the reader's players in one line, those to others one by one."""
    ours = [each for each in events if _ours(each.challenged, names)]
    for each in events if len(ours) < 2 else (each for each in events if each not in ours):
        yield tell(each, names)
    if len(ours) > 1:
        who = [
            f"{names.player(each.challenger)} challenged {names.player(each.challenged)} with "
            f"{_points(each.points)} on {_terrain(each.terrain, names)}"
            for each in ours
        ]
        yield (
            f"{len(ours)} challenges to pitched battles came: {'; '.join(who)}. "
            "`/show pitched` answers them."
        )


@LINES.of(ChallengeSent, _challenge, together=_challenges)
def _(event: ChallengeSent, names: CohortsNames) -> str:
    told = (
        f"{names.player(event.challenger)} {names.did('challenged', 'challenge')} "
        f"{names.player(event.challenged)} to a pitched battle of {_points(event.points)} on "
        f"{_terrain(event.terrain, names)}."
    )
    if not _ours(event.challenged, names):
        return told
    return f"{told} `/show pitched` answers it."


@LINES.of(ChallengeEnded)
def _(event: ChallengeEnded, names: CohortsNames) -> str:
    one, other = names.player(event.challenger), names.player(event.challenged)
    match event.why:
        case "withdrawn":
            return f"{one} {names.did('withdrew', 'withdraw')} the challenge to {other}."
        case "declined":
            return f"{other} {names.did('declined', 'decline')} the challenge of {one}."
        case _:
            return f"The challenge of {one} to {other} {names.did('lapsed', 'lapse')}."


def _loser(event: PitchedFought) -> int:
    return event.challenged if event.winner == event.challenger else event.challenger


def _fought(event: PitchedFought, names: CohortsNames) -> News:
    won, lost = names.player(event.winner), names.player(_loser(event))
    if names.reader and not (_ours(event.winner, names) or _ours(_loser(event), names)):
        return ELSEWHERE
    return headline(DUEL, f"{won} beat {lost}")


@LINES.of(PitchedFought, _fought, herald=True)
def _(event: PitchedFought, names: CohortsNames) -> str:
    sides = [
        f"{names.player(player)} ({names.show(army)})"
        for player, army in zip((event.challenger, event.challenged), event.armies, strict=True)
    ]
    ground = f"{_points(event.points)} on {_terrain(event.terrain, names)}"
    if event.winner == event.challenger:
        end = "won"
    else:
        end = "did not break the line" if event.by_time else "lost"
    now = names.did("was", "be")
    places = [
        f"{names.player(player)} {now} {nth(place)}"
        for player, place in zip((event.challenger, event.challenged), event.places, strict=True)
    ]
    return (
        f"{sides[0]} attacked {sides[1]} with {ground} and {end}{how(event.record)}. "
        f"On the ladder of duels: {listed(places)}."
    )
