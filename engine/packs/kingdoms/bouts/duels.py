"""Duels of champions, fought as encounters before a battle in lines (kingdoms.battle.duel)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.battle import Engagement
from engine.dice import Dice
from engine.packs.kingdoms.battle.arena import Dueling
from engine.packs.kingdoms.battle.duel import Duel
from engine.packs.kingdoms.battle.happenings import DuelEnd
from engine.packs.kingdoms.battle.values import Leader
from engine.packs.kingdoms.bouts import contest
from engine.packs.kingdoms.bouts.fighters import DUEL, EncounterFighter
from engine.packs.kingdoms.bouts.happenings import Ended
from engine.packs.kingdoms.bouts.lore import Lore
from engine.world import Place


def dueling(fighters: Mapping[Place, EncounterFighter], lore: Lore) -> Dueling:
    """How the champions of a battle duel; `fighters` are all its leaders as they would fight."""

    def noting(fought: list[Engagement]) -> Duel:
        def duel(one: Leader, other: Leader, dice: Dice) -> tuple[DuelEnd, DuelEnd]:
            champions = fighters[one.piece], fighters[other.piece]
            engagement = contest.fought(DUEL, *champions, lore, dice)
            fought.append(engagement)
            ended = contest.end_of(engagement)
            return _end("initiator", ended, 0), _end("other", ended, 1)

        return duel

    return noting


def _end(role: str, ended: Ended, place: int) -> DuelEnd:
    if ended.hits[place] <= 0:
        return "slain"
    return "fled" if ended.outcome == f"{role}_fled" else ""
