"""Encounters as records of contests: what is kept of one, to draw, tell and fight it again.

What leads from a world to an encounter and back is the matter of each game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, get_args

from engine.battle import BattleRecord, Clash, Engagement, Fate, Odds
from engine.dice import Dice, SeededDice
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.ending import ROLES, attained, winner
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Meeting
from engine.packs.kingdoms.bouts.happenings import Began, Ended
from engine.packs.kingdoms.bouts.lore import Lore
from engine.trials import SEED, Tried, shares
from engine.world import Place

SYSTEM: Final = "kingdoms.bouts"
BOUT: Final = "bout"
"""The kind of contest (`Pack.contests`)."""
_MEETINGS: Final[Mapping[str, Meeting]] = {each: each for each in get_args(Meeting)}
_SIDES: Final = ("attacker", "defender")
_FIRST: Final = 100  # trials of the first estimate


def fought(
    meeting: Meeting, one: EncounterFighter, other: EncounterFighter, lore: Lore, dice: Dice
) -> Engagement:
    """One encounter as it is recorded; `one` began it."""
    bout = Bout.of(meeting, one, other, lore, dice)
    ended = bout.fight()
    return Engagement(
        participants=(one, other),
        events=tuple(bout.log),
        winner=winner(ended.outcome),
    )


def record(clash: Clash, engagement: Engagement) -> BattleRecord:
    """The record of an encounter."""
    return BattleRecord(system=SYSTEM, clash=clash, engagements=(engagement,))


def meeting_of(clash: Clash) -> Meeting:
    """The kind of encounter that a clash comes to, by what brought it about."""
    return _MEETINGS[clash.trigger]


def fighters(engagement: Engagement) -> tuple[EncounterFighter, EncounterFighter]:
    """Who began it, and the other, as they were before."""
    one, other = engagement.participants
    assert isinstance(one, EncounterFighter)
    assert isinstance(other, EncounterFighter)
    return one, other


def kind_of(engagement: Engagement) -> Meeting:
    """What kind of encounter it was."""
    began = engagement.events[0]
    assert isinstance(began, Began)
    return began.meeting


def end_of(engagement: Engagement) -> Ended:
    """How it ended."""
    ended = engagement.events[-1]
    assert isinstance(ended, Ended)
    return ended


# ---------------------------------------------------------------- what may be expected


def odds(
    meeting: Meeting, one: EncounterFighter, other: EncounterFighter, lore: Lore, trials: int
) -> Iterator[Odds]:
    """The chance that the initiator succeeds, and of each to fall, by a number of trials.

    Better and better estimates. Nothing knows the seed.
    """
    streams = SeededDice(SEED, 0)
    won, ended = 0, Counter[tuple[str, str]]()
    sums: dict[Place, tuple[str, float, float]] = {}
    for done in range(1, trials + 1):
        trial = tried(meeting, one, other, lore, streams.stream("odds", BOUT))
        won += trial.won
        ended[trial.end] += 1
        for fate in trial.fates:
            _, falls, lost = sums.get(fate.piece, ("", 0.0, 0.0))
            sums[fate.piece] = (fate.side, falls + fate.falls, lost + fate.lost)
        if done == trials or done % _FIRST == 0:
            expected = tuple(
                Fate(piece=piece, side=side, falls=falls / done, lost=lost / done)
                for piece, (side, falls, lost) in sums.items()
            )
            ends = shares(ended, done)
            share = won / done
            yield Odds(attacker_wins=share, exact=False, battles=done, fates=expected, ends=ends)


def tried(
    meeting: Meeting, one: EncounterFighter, other: EncounterFighter, lore: Lore, dice: Dice
) -> Tried:
    """One trial: whether who began it attains something, what becomes of whom, how it ends."""
    bout = Bout.of(meeting, one, other, lore, dice)
    ended = bout.fight()
    fates = tuple(
        Fate(
            piece=fighter.piece,
            side=side,
            falls=float(left == 0),
            lost=max(0, fighter.hits - left) / fighter.hits,
        )
        for side, fighter, left in zip(_SIDES, (one, other), ended.hits, strict=True)
        if fighter.piece is not None
    )
    gainer = _SIDES[ROLES.index(ended.gainer)] if ended.gainer else ""
    return Tried(attained(bout, ended), fates, (ended.outcome, gainer))


def places(engagement: Engagement) -> tuple[Place, ...]:
    """Everyone of the world who fought; a wanderer is nowhere in it."""
    return tuple(each.piece for each in fighters(engagement) if each.piece is not None)
