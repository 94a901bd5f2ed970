"""Lines about battles and encounters; the course of each stands in its own account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.faces.kingdoms.finds import gains_of
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.words.news import DEED, DEFEAT, PLAIN, VICTORY, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number
from engine.packs.kingdoms.battle.happenings import UnitEnded
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ventures.foreseen import WouldFight, WouldMeetInPerson
from engine.packs.kingdoms.pieces.records import Ruler, Site

LINES: Final = Lines()

# ---------------------------------------------------------------- battles


def _sides(event: KingdomBattleFought, names: KingdomsNames) -> tuple[str, str]:
    """The winner and the loser."""
    sides = (
        names.crown(event.attacker),
        names.crown(event.defender) if event.defender else "the militia",
    )
    return sides if event.winner == "attacker" else (sides[1], sides[0])


def _battle(event: KingdomBattleFought, names: KingdomsNames) -> News:
    where = names.holding(event.holding)
    for crown, side in ((event.attacker, "attacker"), (event.defender, "defender")):
        if crown and names.own(crown):
            if event.winner == side:
                if not event.defender:
                    return PLAIN  # that the land was taken is the news
                return headline(VICTORY, f"at {where}")
            return headline(DEFEAT, f"at {where}", vain=True)
    return PLAIN


@LINES.of(KingdomBattleFought, _battle)
def _(event: KingdomBattleFought, names: KingdomsNames) -> str:
    winner, loser = _sides(event, names)
    how = "attacking" if event.winner == "attacker" else "defending"
    beat = names.did("beat", "beat")
    told = f"{winner}, {how}, {beat} {loser} at {names.holding(event.holding)}."
    if event.knows("lost") and event.lost and event.knows("record"):
        lost = _lost(event)
        own, other = lost if event.winner == "attacker" else lost[::-1]
        told += f" {winner[0].upper()}{winner[1:]} lost {_armies(own)}, {loser} {_armies(other)}."
    if event.knows("drowned") and event.drowned:
        told += f" With their ships {names.armies(event.drowned)} {names.did('drowned', 'drown')}."
    if event.knows("slain") and event.slain:
        told += f" Slain: {names.rulers(event.slain)}."
    return told


def _lost(event: KingdomBattleFought) -> tuple[int, int]:
    """How many armies the attacker and the defender lost."""
    ended = [each for each in event.record.engagements[-1].events if isinstance(each, UnitEnded)]
    gone = Counter(each.side for each in ended if each.piece.id in event.lost)
    return gone["attacker"], gone["defender"]


def _armies(count: int) -> str:
    return number(count, "army", "armies") if count else "none"


@LINES.of(WouldFight)
def _(event: WouldFight, names: KingdomsNames) -> str:
    where = names.holding(event.holding)
    if event.foe.kind == Ruler.kind:
        return f"{names.show(event.name)} would fight {names.ruler(event.foe.id)} at {where}."
    return f"{names.show(event.name)} would fight for {where}."


# ---------------------------------------------------------------- encounters


@LINES.of(WouldMeetInPerson)
def _(event: WouldMeetInPerson, names: KingdomsNames) -> str:
    one = names.show(event.name)
    if event.foe.kind == Ruler.kind:
        whom = names.ruler(event.foe.id)
        return f"{one} would meet {whom} in person at {names.holding(event.holding)}."
    told = f"{one} would meet {names.guardian(event.foe.id)} of {names.site(event.foe.id)}."
    site = names.world.find(Site, event.foe.id)
    gains = gains_of(names.contents.encounters, site) if site and site.knows("being") else ""
    return f"{told} {gains}".rstrip()


_MEETINGS: Final[Mapping[str, str]] = {
    "search": "Searching, {0} met {1}",
    "random": "{0} came upon {1}",
    "pursue": "{0} caught {1}",
    "revenge": "{0} came for {1}, who had cast a spell to kill",
    "duel": "{0} fought {1} before the lines",
}
"""Kinds of encounters (kingdoms.encounter.kinds); who began it is named first."""
_ENDS: Final[Mapping[str, str]] = {
    "both_slain": "Both died",
    "talk_peace": "They talked, and parted in peace",
    "talk_truce": "They talked, and made a truce",
    "talk_gift": "They talked, made a truce, and a gift was given",
    "talk_bargain": "They talked: for a tribute the monster would raid no more",
    "talk_departure": "They talked, and the monster left for ever",
    "refused": "It came to nothing, since a fighter dared not begin",
    "round_limit": "Neither could win, and they parted",
}
_ENDS_OF_ONE: Final[Mapping[str, str]] = {
    "slain": "{0} was slain",
    "fled": "{0} fled",
    "spared": "{0} begged for mercy, and was spared",
    "charmed_away": "{0} charmed {1}, and walked away",
    "stole": "{0} stole from {1}, and got away",
}
"""By what is said behind the role: of whom it is, and of the other."""
_ROLES: Final = ("initiator", "other")


def _pair(event: EncounterFought) -> tuple[EncounterFighter, EncounterFighter] | None:
    """Who began it and the other, if the reader has the record."""
    if not event.knows("record"):
        return None
    match event.record.engagements[0].participants:
        case (EncounterFighter() as one, EncounterFighter() as other):
            return one, other
        case _:
            return None


def _called(event: EncounterFought, names: KingdomsNames) -> tuple[str, str]:
    """What both are called: characters by name, monsters by kind."""
    pair = _pair(event)
    if pair is None:
        known = [*map(names.ruler, event.rulers), "a monster", "a monster"]
        return known[0], known[1]
    one, other = (
        names.show(each.name) if each.character else f"the {names.show(each.name)}" for each in pair
    )
    return one, other


def _end(outcome: str, pair: tuple[str, str]) -> str:
    if outcome in _ENDS:
        return _ENDS[outcome]
    role, _, end = outcome.partition("_")
    if end not in _ENDS_OF_ONE or role not in _ROLES:
        return "It ended"
    who = pair if role == "initiator" else (pair[1], pair[0])
    told = _ENDS_OF_ONE[end].format(*who)
    return told[0].upper() + told[1:]


def _encounter(event: EncounterFought, names: KingdomsNames) -> News:
    pair = _pair(event)
    role, _, end = event.outcome.partition("_")
    if pair is None or end != "slain" or role not in _ROLES:
        return PLAIN
    slain = _ROLES.index(role)
    victor = pair[1 - slain]
    if victor.piece is None or not names.owns_ruler(victor.piece.id) or not victor.character:
        return PLAIN
    return headline(DEED, f"{names.show(victor.name)} slew {_called(event, names)[slain]}")


@LINES.of(EncounterFought, _encounter)
def _(event: EncounterFought, names: KingdomsNames) -> str:
    pair = _called(event, names)
    place = names.site(event.site) if event.site else names.holding(event.holding)
    met = _MEETINGS.get(event.meeting, "{0} met {1}").format(*pair)
    told = f"{met} at {place}. {_end(event.outcome, pair)}."
    if event.gainer and (event.items or event.gold):
        spoils = [*map(names.item, event.items)]
        spoils += [f"{event.gold} gold"] if event.gold else []
        told += f" {names.ruler(event.gainer)} took {listed(spoils)}."
    return told
