"""What happened in an encounter, event by event: a sentence, and the chance of that.

Pictures show the sentence; the account tells both. No pronoun tells a sex.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.faces.battle.account import drew
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.text import listed, number
from engine.facts import Tagged
from engine.packs.kingdoms.bouts.fighters import Role
from engine.packs.kingdoms.bouts.happenings import (
    Balked,
    Begged,
    Blow,
    Burnt,
    Closed,
    Doubted,
    Ended,
    Enraged,
    FleeTried,
    Forgone,
    Freed,
    ImageEnded,
    ImageMade,
    Raged,
    Released,
    Shot,
    Slain,
    SpellTried,
    Squeezed,
    Stole,
    Suspended,
    Talked,
    Wavered,
)

ROLES: Final[tuple[Role, Role]] = ("initiator", "other")
RANGES: Final[Mapping[str, str]] = {"spell": "spell range", "bow": "bow range", "melee": "melee"}
_TERMS: Final[Mapping[str, str]] = {
    "even": "evenly matched",
    "elan": "élan",
    "items": "items",
    "protection": "protection",
    "duelists": "Order of Duelists",
}
_IMAGES: Final[Mapping[str, str]] = {
    "broken": "Image broke image.",
    "seen-through": "The image was seen through, and was gone.",
    "beaten": "The image was beaten, and was gone.",
    "finished": "The image had felled its victim, who was slain.",
    "turned": "The image turned on its maker.",
    "faded": "The image faded.",
}


class ToldEvent(NamedTuple):
    """An event in words."""

    side: int
    """Whose deed it was: 0 of who began, 1 of the other, -1 of neither."""
    what: str
    how: str = ""
    """The chance."""
    quiet: bool = False
    """Whether it had no result that a picture need say."""

    @property
    def line(self) -> str:
        """All of it, for an account."""
        return f"{self.what.removesuffix('.')} ({self.how})." if self.how else self.what


@dataclass(frozen=True, slots=True)
class EncounterTeller:
    """What tells the events of one encounter."""

    called: tuple[str, str]
    """Both fighters, who began it first, made safe for where it is told."""
    terms: Terms

    def tell(self, event: Tagged, before: str = "") -> ToldEvent | None:
        """An event in words; None for what only parts others.

        What was told just `before` is not said again by how it ended.
        """
        if isinstance(event, Ended):
            what = ended(self, event, before)
            return ToldEvent(-1, what) if what else None
        return _before(self, event) or _fought(self, event) or _conjured(self, event)

    def by(self, role: str) -> str:
        """Who it was."""
        return self.called[_side(role)]

    def at(self, role: str) -> str:
        """Whom it met."""
        return self.called[1 - _side(role)]


def _side(role: str) -> int:
    return 0 if role == "initiator" else 1


def _before(t: EncounterTeller, event: Tagged) -> ToldEvent | None:
    """What goes on in a fighter's mind."""
    match event:
        case Balked(role=role, refused=refused):
            what = "refused to fight, and tried to get away" if refused else "was ready to fight"
            if refused and role == "initiator":
                what = "refused to fight"
            how = drew(event.chance, event.drawn)
            return ToldEvent(_side(role), f"{t.by(role)} {what}.", how, quiet=not refused)
        case Raged(role=role, more=more, left=left):
            what = f"{t.by(role)} raged, and had {number(more, 'hit point')} more: {left}."
            return ToldEvent(_side(role), what)
        case Wavered(role=role, flees=flees):
            what = "lost heart" if flees else "was hurt, and held"
            how = drew(event.chance, event.drawn)
            return ToldEvent(_side(role), f"{t.by(role)} {what}.", how, quiet=not flees)
        case FleeTried(role=role, away=away):
            what = "got away" if away else "tried to get away, in vain"
            how = drew(event.chance, event.drawn)
            if event.risk is not None:
                how += f"; the risk of death was {event.risk}%"
            return ToldEvent(_side(role), f"{t.by(role)} {what}.", how)
        case Begged(role=role, spared=spared):
            what = "and was spared" if spared else "in vain"
            told = f"{t.by(role)} begged for mercy, {what}."
            return ToldEvent(_side(role), told, drew(event.chance, event.drawn))
        case _:
            return None


def _fought(t: EncounterTeller, event: Tagged) -> ToldEvent | None:
    """What is done by hand and word."""
    match event:
        case Closed(role=role, at=at):
            return ToldEvent(_side(role), f"{t.by(role)} came nearer: {RANGES[at]}.")
        case Blow(role=role):
            return _blow(t, event)
        case Shot(role=role, hit=hit):
            hurt = f"{t.by(role)} shot {t.at(role)} {_harm(event)}."
            what = hurt if hit else f"{t.by(role)} shot, and missed."
            return ToldEvent(_side(role), what, drew(event.chance, event.drawn))
        case Talked(role=role, heard=heard):
            what = "listened" if heard else "would not listen"
            how = drew(event.chance, event.drawn)
            if event.answered:
                how += f"; the answer drew {event.answered}"
            return ToldEvent(_side(role), f"{t.by(role)} talked, and {t.at(role)} {what}.", how)
        case Stole(role=role, got=got):
            told = f"{t.by(role)} {'stole from' if got else 'tried to rob'} {t.at(role)}"
            told += "." if got else ", and was caught."
            return ToldEvent(_side(role), told, drew(event.chance, event.drawn))
        case Freed(role=role, rounds=rounds):
            return ToldEvent(_side(role), f"{t.by(role)} won {number(rounds, 'free round')}.")
        case _:
            return None


def _harm(event: Blow | Shot) -> str:
    """What a blow or a shot that hit did."""
    did = f"for {event.damage}" if event.damage else "without harm"
    return f"{did}: {max(0, event.left)} left"


def _blow(t: EncounterTeller, event: Blow) -> ToldEvent:
    who, whom = t.by(event.role), t.at(event.role)
    if event.image == "at":
        whom = "the image"
    elif event.image == "by":
        who = f"The image of {whom}"
    hurt = f"{who} hit {whom} {_harm(event)}."
    what = hurt if event.hit else f"{who} struck at {whom}, and missed."
    parts = [drew(event.chance, event.drawn)]
    if event.terms:
        parts.append(_made_up(event.terms))
    return ToldEvent(_side(event.role), what, ": ".join(parts))


def _made_up(terms: Mapping[str, int]) -> str:
    """Of what a chance to hit was made up: "evenly matched 50, melee +10"."""
    told = [
        f"{_TERMS.get(name, name)} {points}"
        if place == 0
        else f"{_TERMS.get(name, name)} {'+' if points > 0 else '−'}{abs(points)}"
        for place, (name, points) in enumerate(terms.items())
    ]
    return ", ".join(told)


def _conjured(t: EncounterTeller, event: Tagged) -> ToldEvent | None:
    """What spells do."""
    match event:
        case Forgone(role=role, lost=lost):
            what = "lost its turn to Spiritwrack" if lost else "withstood Spiritwrack"
            how = drew(event.chance, event.drawn)
            return ToldEvent(_side(role), f"{t.by(role)} {what}.", how, quiet=not lost)
        case SpellTried(role=role, worked=worked):
            spell, by = t.terms.spell(event.art), " with an item" if event.item else ""
            vain = "" if worked else ", in vain"
            how = drew(event.chance, event.drawn)
            how += f"; level {event.level}"
            return ToldEvent(_side(role), f"{t.by(role)} cast {spell}{by}{vain}.", how)
        case Burnt(role=role):
            spell = t.terms.spell(event.art)
            what = f"{spell} cost {t.by(role)} {event.damage}: {max(0, event.left)} left."
            return ToldEvent(1 - _side(role), what)
        case Slain(role=role):
            return ToldEvent(1 - _side(role), f"{t.terms.spell(event.art)} slew {t.by(role)}.")
        case Suspended(role=role, items=items):
            taken = f" {t.at(role)} took {_items(t, items)}." if items else ""
            return ToldEvent(1 - _side(role), f"Ice held {t.by(role)} fast.{taken}")
        case Enraged(role=role):
            spell = t.terms.spell(event.art)
            return ToldEvent(
                _side(role), f"{spell} drove {t.by(role)} mad: {event.left} hit points."
            )
        case Squeezed(role=role):
            what = f"The hand of {t.by(role)} squeezed {t.at(role)} for {event.damage}"
            return ToldEvent(_side(role), f"{what}: {max(0, event.left)} left.")
        case Released(role=role):
            return ToldEvent(_side(role), f"The hand of {t.by(role)} let go.")
        case ImageMade(role=role):
            what = f"{t.by(role)} set an image of {t.at(role)} upon {t.at(role)}"
            return ToldEvent(_side(role), f"{what}: {number(event.left, 'hit point')}.")
        case Doubted(role=role, seen_through=through):
            what = "saw through the image" if through else "took the image for real"
            how = drew(event.chance, event.drawn)
            return ToldEvent(_side(role), f"{t.by(role)} {what}.", how, quiet=not through)
        case ImageEnded(role=role, how=how):
            return ToldEvent(_side(role), _IMAGES[how])
        case _:
            return None


# ---------------------------------------------------------------- how it ended

_DONE: Final[Mapping[str, str]] = {
    "slain": "{who} was slain",
    "fled": "{who} got away",
    "spared": "{who} was spared",
    "charmed_away": "{who} charmed {foe}, and went free",
    "stole": "{who} stole from {foe}, and was gone",
}
_TOGETHER: Final[Mapping[str, str]] = {
    "both_slain": "{one} and {other} slew each other",
    "talk_peace": "{one} and {other} parted in peace",
    "talk_truce": "{one} and {other} made a truce",
    "talk_gift": "{one} and {other} parted with a gift",
    "talk_bargain": "{one} and {other} struck a bargain",
    "talk_departure": "Talked round, one of them left for ever",
    "refused": "{one} refused to fight {other}",
    "round_limit": "{one} and {other} parted, neither of them beaten",
}


def outcome(key: str, one: str, other: str) -> str:
    """An outcome of kingdoms.encounter.end in words, without a full stop."""
    for role, who, foe in (("initiator", one, other), ("other", other, one)):
        done = _DONE.get(key.removeprefix(f"{role}_")) if key.startswith(f"{role}_") else None
        if done:
            return done.format(who=who, foe=foe)
    return _TOGETHER.get(key, "{one} and {other} parted").format(one=one, other=other)


_SAID: Final[Mapping[str, str]] = {
    "fled": "got away.",
    "spared": "and was spared.",
    "stole": " stole from ",
    "refused": "refused to fight.",
}
"""By outcome, how the deed that led to it was told: nothing is said twice."""


def ended(t: EncounterTeller, event: Ended, before: str = "") -> str:
    """How an encounter ended, if what was told `before` does not say so, and who took what."""
    key = event.outcome.rpartition("_")[2]
    said = key in _SAID and _SAID[key] in before
    told = [] if said else [f"{outcome(event.outcome, *t.called)}."]
    spoils = [t.terms.item(each) for each in event.items]
    if event.gold:
        spoils.append(f"{event.gold} gold")
    if event.gainer and spoils:
        told.append(f"{t.by(event.gainer)} took {listed(spoils)}.")
    return " ".join(told)


def _items(t: EncounterTeller, items: Sequence[str]) -> str:
    return listed([t.terms.item(each) for each in items])
