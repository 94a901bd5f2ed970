"""How an encounter ends: the answer of a monster, and what each side has of it.

Source: kingdoms.encounter.end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.dice import Dice
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Role
from engine.packs.kingdoms.bouts.happenings import Ended, Talked
from engine.packs.kingdoms.pieces.chance import picked

if TYPE_CHECKING:
    from engine.packs.kingdoms.bouts.bout import Bout

_ANSWERS: Final = (
    (40, "talk_truce"),
    (60, "talk_gift"),
    (80, "talk_bargain"),
    (100, "talk_departure"),
)
"""Up to which draw a monster answers so (kingdoms.encounter.tactic-talk)."""
ROLES: Final[tuple[Role, Role]] = ("initiator", "other")
TRUCES: Final = ("talk_truce", "talk_gift")


@dataclass(frozen=True, slots=True)
class Gains:
    """What somebody takes from an encounter."""

    role: str = ""
    items: tuple[str, ...] = ()
    gold: int = 0

    def and_then(self, more: Gains) -> Gains:
        """These and more; those of another side go before what it had."""
        if more.role != self.role:
            return more
        return Gains(self.role, (*self.items, *more.items), self.gold + more.gold)


def answer(drawn: int) -> str:
    """The outcome of a talk by the draw of the monster's answer."""
    return next(outcome for most, outcome in _ANSWERS if drawn <= most)


def half(gold: int) -> int:
    """Half of a hoard's gold, rounded up."""
    return (gold + 1) // 2


def taken(role: Role, owner: EncounterFighter, dice: Dice, *, carried: bool) -> Gains:
    """A gift or a theft: an item that is not carried, else gold, else by theft a carried item.

    Sources: kingdoms.encounter.tactic-talk, kingdoms.encounter.tactic-steal.
    """
    if owner.hoard:
        return Gains(role, (picked(dice, owner.hoard),))
    if owner.gold or not (carried and owner.carried):
        return Gains(role, gold=half(owner.gold))
    return Gains(role, (picked(dice, owner.carried),))


def everything(role: Role, owner: EncounterFighter) -> Gains:
    """The whole hoard, what its guardian carried, and the gold."""
    return Gains(role, (*owner.hoard, *owner.carried), owner.gold)


def ended(bout: Bout) -> Ended:
    """What an encounter has come to, once it has an outcome."""
    gains = _gains(bout)
    return Ended(
        outcome=bout.outcome,
        rounds=bout.number,
        hits=(bout.one.after(), bout.other.after()),
        gainer=gains.role,
        items=gains.items,
        gold=gains.gold,
        attempts=(bout.attempts("initiator"), bout.attempts("other")),
    )


def _gains(bout: Bout) -> Gains:
    """What was taken, and the hoard of a monster that is dead or has left for ever.

    The dead take nothing, and their own things are the matter of kingdoms.character.death.
    """
    gains = bout.gains
    for side in (bout.one, bout.other):
        foe = bout.foe(side)
        gone = bout.outcome in {f"{side.role}_slain", f"{side.role}_fled"}
        if gone and not side.fighter.character and foe.fighter.character:
            gains = gains.and_then(everything(foe.role, side.fighter))
        if gains.role == side.role and not side.alive:
            return Gains()
    return gains if gains.items or gains.gold else Gains()


def winner(outcome: str) -> str:
    """Who has won, as contests call it: `attacker` is who began; `none` if nobody has."""
    match outcome:
        case "other_slain" | "other_fled" | "other_spared":
            return "attacker"
        case "initiator_slain" | "initiator_fled" | "initiator_spared":
            return "defender"
        case _:
            return "none"


def attained(bout: Bout, ended: Ended) -> bool:
    """Whether who began an encounter has what one meets others for.

    That is to win, to take something, or to be heard (kingdoms.encounter.end).
    """
    talks = (each for each in bout.log if isinstance(each, Talked) and each.heard)
    heard = any(each.role == "initiator" for each in talks)
    return winner(ended.outcome) == "attacker" or ended.gainer == "initiator" or heard


def truce(outcome: str, role: str, monster: EncounterFighter, left: int) -> bool:
    """Whether a monster, of that role, stops raiding the kingdom of who met it.

    By a truce or a gift, or by having fled or at most half of its full hit points left. Source:
    kingdoms.feature.stopped-raids.
    """
    if left <= 0:
        return False
    return outcome in {*TRUCES, f"{role}_fled"} or 2 * left <= monster.full
