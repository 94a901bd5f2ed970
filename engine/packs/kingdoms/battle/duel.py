"""The champions before a battle: who declines, refuses or makes excuses, and what that does.

The duel itself is an encounter (`Duel`). Source: kingdoms.battle.duel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.dice import Dice
from engine.packs.kingdoms.battle.happenings import Answer, Dueled, DuelEnd
from engine.packs.kingdoms.battle.values import SIDES, Leader, SideName
from engine.packs.kingdoms.pieces.chance import succeeds
from engine.packs.kingdoms.pieces.temper import may_refuse

Duel = Callable[[Leader, Leader, Dice], tuple[DuelEnd, DuelEnd]]
"""Fights a duel of the attacker's and the defender's champion, and says how it ended for both."""

_FLEE = "FL"
_EXCUSES = 3  # kingdoms.temper.bluffing
_COWARDLY = "Cowardly"


def answers(champions: Sequence[Leader], dice: Dice) -> tuple[Answer, ...]:
    """How the champions answer, attacker first (kingdoms.battle.duel, kingdoms.temper.bluffing)."""
    return tuple(_answer(each, dice) for each in champions)


def _answer(leader: Leader, dice: Dice) -> Answer:
    champion = leader.champion
    if champion.plan[:1] == (_FLEE,):
        return "declined"
    wary = may_refuse(champion.temper, royal=leader.royal)
    if not wary or not succeeds(dice, champion.refusal):
        return "ready"
    if champion.temper != _COWARDLY:
        return "refused"
    return "excused" if dice.whole(_EXCUSES) < _EXCUSES else "shamed"


def demoralized(given: Sequence[Answer], ends: Sequence[DuelEnd]) -> tuple[SideName, ...]:
    """The sides that lose heart: whose champion alone declined, or was slain or fled."""
    if all(each == "ready" for each in given):
        return tuple(side for side, end in zip(SIDES, ends, strict=True) if end)
    shrank = [each in {"declined", "refused", "shamed"} for each in given]
    if all(shrank):
        return ()
    return tuple(side for side, each in zip(SIDES, shrank, strict=True) if each)


def face(attacker: Leader | None, defender: Leader | None, duel: Duel, dice: Dice) -> Dueled | None:
    """The result of the champions' meeting; None if a side has none."""
    if attacker is None or defender is None:
        return None
    one, other = answers((attacker, defender), dice)
    ends: tuple[DuelEnd, DuelEnd] = ("", "")
    if one == other == "ready":
        ends = duel(attacker, defender, dice)
    return Dueled(
        champions=(attacker.piece, defender.piece),
        answers=(one, other),
        ends=ends,
        demoralized=demoralized((one, other), ends),
    )
