"""What many duels show, as tables in plain text, each figure with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import sqrt
from typing import Final

from bot.league.duels import MORE, Counted, DuelDifference, Mean, Tally
from engine.duels import Boon

_SURE: Final = 1.96
"""Standard errors to either side that hold 19 of 20 such figures."""
_SHORT: Final = 8
LEAST: Final = 0.3
"""Share of a pair's battles from which, and below all less that share, each is a match for the
other."""


def duel_table(counted: Counted) -> Iterator[str]:
    """The lines: attackers, every people against every other, and what each boon is worth."""
    battles = counted.attackers.battles
    if not battles:
        yield "No duel was fought."
        return
    yield f"{battles} battles of {counted.worth} points, each pair of armies with sides changed."
    yield f"The attacker won {_share(counted.attackers)}."
    for mark, count in sorted(counted.marks.items()):
        yield f"{mark[:1].upper()}{mark[1:]}: {count / battles:.0%}."
    yield from _evenness(counted)
    yield from _matrix(counted)
    yield from _used(counted)
    yield from _boons(counted)
    yield from _trials(counted)


def _share(tally: Tally) -> str:
    return f"{tally.share:.0%} ± {_SURE * tally.error:.0%}"


def _matrix(counted: Counted) -> Iterator[str]:
    """Of each people in how many of its duels with each other it won, and with all others."""
    yield ""
    names = counted.peoples
    heads = "".join(f"{name[:_SHORT]:>10}" for name in names.values())
    yield f"{'Won against':20}{heads}{'all':>14}"
    for one, name in names.items():
        row = ""
        for other in names:
            share = f"{counted.between(one, other).share:.0%}" if other != one else "-"
            row += f"{share:>10}"
        yield f"{name[:20]:20}{row}{_share(counted.against_all(one)):>14}"


def _evenness(counted: Counted) -> Iterator[str]:
    """How many pairs of different peoples are an even match, or nearly so."""
    shares = [tally.share for (one, other), tally in counted.pairs.items() if one != other]
    if shares:
        even = sum(LEAST <= share <= 1 - LEAST for share in shares)
        part = even / len(shares)
        yield f"{even} of {len(shares)} pairs ({part:.0%}) are won {LEAST:.0%} to {1 - LEAST:.0%}."


def _used(counted: Counted) -> Iterator[str]:
    if not counted.tried:
        return
    yield ""
    yield f"{'Used, in a battle':24}{'tried':>8}{'worked':>8}"
    sides = sum(counted.sides.values()) / max(1, len(counted.peoples))
    for key, tried in sorted(counted.tried.items()):
        yield f"  {key:22}{tried / sides:8.2f}{counted.worked[key] / sides:8.2f}"


def _boons(counted: Counted) -> Iterator[str]:
    """What boons are worth, in points: as much as that many points more in troops would be."""
    if not counted.boons:
        return
    more = counted.more
    yield ""
    tried = f"in {more.wins.number} pairs of battles that are else the same"
    yield f"{MORE} points more won {_more(more.wins)} battles more, {tried}."
    for sort, group in groupby(counted.boons.values(), key=lambda pair: pair[0].sort):
        yield ""
        yield f"{f'Worth of {sort}':24}{'costs':>10}{'wins more':>16}{'points':>16}"
        for boon, change in group:
            yield _boon(boon, change, more.lead)


def _trials(counted: Counted) -> Iterator[str]:
    """What was asked, the mean of the answers, the goal, and whether it is met for certain."""
    if not counted.trials:
        return
    yield ""
    yield f"{'Asked':48}{'answer':>14}{'goal':>14}"
    for trial, answers in counted.trials:
        low, high = trial.goal
        met = "" if low <= answers.value <= high else "  missed"
        found = f"{answers.value:.0%} ± {_SURE * answers.error:.0%}"
        yield f"  {trial.name[:46]:46}{found:>14}{f'{low:.0%} to {high:.0%}':>14}{met}"


def _more(wins: Mean) -> str:
    return f"{wins.value:+.1%} ± {_SURE * wins.error:.1%}"


def _boon(boon: Boon, change: DuelDifference, more: Mean) -> str:
    worth = "?"
    if more.value > _SURE * more.error:
        share = change.lead.value / more.value
        error = sqrt(change.lead.error**2 + (share * more.error) ** 2) / more.value
        worth = f"{MORE * share:.0f} ± {_SURE * MORE * error:.0f}"
    return f"  {boon.name[:22]:22}{boon.price:>10}{_more(change.wins):>16}{worth:>16}"
