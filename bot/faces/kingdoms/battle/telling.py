"""What happened in a battle in lines, event by event: a sentence, and its chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.faces.battle.account import drew
from bot.faces.kingdoms.battle.columns import factor_told, strength_told
from bot.faces.kingdoms.bouts.telling import ToldEvent
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.names import Show
from bot.faces.words.text import listed, number
from engine.battle import Engagement
from engine.facts import Tagged
from engine.packs.kingdoms.battle.happenings import (
    Bitten,
    ColumnFought,
    Dueled,
    Gained,
    LeaderEnded,
    LineFormed,
    Struck,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.values import SIDES, Fielded, Leader, Side, SideName
from engine.packs.kingdoms.content.armies import quality
from engine.world import Place

ROLES: Final = ("Attacker", "Defender")
_ANSWERS: Final[Mapping[str, str]] = {
    "ready": "was ready",
    "declined": "declined",
    "refused": "refused",
    "excused": "had a good excuse",
    "shamed": "made a poor excuse, to the shame of all",
}
_FACTORS: Final[Mapping[str, str]] = {
    "defence": "defending",
    "exploration": "knowing the land",
    "demoralized": "demoralized",
    "command": "command",
    "phantasm": "Phantasmal Armies",
    "share": "its numbers",
    "nemesis": "nemesis",
}


class Teller:
    """What tells the events of one battle, knowing all who fought."""

    def __init__(self, fight: Engagement, terms: Terms, show: Show) -> None:
        self.terms, self.show = terms, show
        self.sides = [each for each in fight.participants if isinstance(each, Side)]
        self.armies: dict[Place, Fielded] = {}
        self.leaders: dict[Place, Leader] = {}
        self.numbers: dict[tuple[SideName, int], Place] = {}
        self.names: dict[Place, str] = {}
        for side in self.sides:
            self.armies |= {army.piece: army for army in side.armies}
            self.leaders |= {leader.piece: leader for leader in side.leaders}
        for event in fight.events:
            if isinstance(event, LineFormed):
                self.numbers = {(spot.side, spot.number): spot.piece for spot in event.spots}
        self._name()

    def _name(self) -> None:
        """Call each army by its own name, else by its type; of several of a type by number too."""
        for side in self.sides:
            plain = [self.show(army.name) or self.kind(army) for army in side.armies]
            seen: dict[str, int] = {}
            for army, name in zip(side.armies, plain, strict=True):
                seen[name] = seen.get(name, 0) + 1
                many = plain.count(name) > 1
                self.names[army.piece] = f"{name} {seen[name]}" if many else name
        for piece, leader in self.leaders.items():
            self.names[piece] = self.show(leader.name) or "A leader"

    def kind(self, army: Fielded) -> str:
        """What sort of army it is: "Orc Legion", "Skeletal Bowmen"."""
        kind = self.terms.army(army.type)
        race = "Skeletal" if army.skeletal else self.terms.named("army_races", army.race)
        return kind if race.casefold() in kind.casefold() else f"{race} {kind}"

    def who(self, piece: Place) -> str:
        """An army or leader by name."""
        return self.names.get(piece, "An army")

    def at(self, side: SideName, number: int) -> str:
        """An army by its number in the line."""
        piece = self.numbers.get((side, number))
        return self.who(piece) if piece else "An army"

    # ------------------------------------------------------------------ in words

    def tell(self, event: Tagged) -> ToldEvent | None:
        """An event in words; None for what is told otherwise."""
        return self._met(event) or self._fought(event) or self._ended(event)

    def _met(self, event: Tagged) -> ToldEvent | None:
        match event:
            case Dueled():
                return self._duel(event)
            case LineFormed(length=length, contested=contested):
                met = number(contested, "column") + " met" if contested else "nobody met"
                what = f"Lines of at most {length} formed; {met}."
                if event.buried:
                    gone = listed([self.who(each) for each in event.buried])
                    what += f" Without a leader, {gone} went back into the earth."
                return ToldEvent(-1, what)
            case Struck(side=side, column=column):
                name, factor = self.terms.event(event.event), factor_told(event.factor)
                where = f" in column {column}" if column else " in the whole battle"
                what = f"{name}: {ROLES[SIDES.index(side)].lower()} {factor}{where}."
                return ToldEvent(SIDES.index(side), what)
            case _:
                return None

    def _duel(self, event: Dueled) -> ToldEvent:
        names = [self.who(each) for each in event.champions]
        if event.fought:
            told = f"{names[0]} and {names[1]} fought a duel"
            ends = [
                f"{name} {'was slain' if end == 'slain' else 'fled'}"
                for name, end in zip(names, event.ends, strict=True)
                if end
            ]
            told += f": {listed(ends)}." if ends else "; neither won."
        else:
            answers = [
                f"{name} {_ANSWERS[answer]}"
                for name, answer in zip(names, event.answers, strict=True)
            ]
            told = f"No duel: {listed(answers)}."
        for each in event.demoralized:
            told += f" The {each}'s armies were demoralized."
        return ToldEvent(-1, told)

    def _fought(self, event: Tagged) -> ToldEvent | None:
        match event:
            case Weighed(side=side):
                return ToldEvent(
                    SIDES.index(side), self._weighed(event, self.at(side, event.number))
                )
            case ColumnFought(strengths=(one, other), winner=winner):
                what = f"Column {event.number}: {strength_told(one)} against {strength_told(other)}"
                return ToldEvent(SIDES.index(winner), f"{what}, won by the {winner}.")
            case Suffered(side=side, loss=loss):
                what = {"unhurt": "took no harm", "reduced": "lost a level of quality"}
                told = f"{self.at(side, event.number)} {what.get(loss, 'fell to the last')}."
                how = drew(event.percent, event.drawn)
                return ToldEvent(SIDES.index(side), told, how, quiet=loss == "unhurt")
            case Bitten(side=side):
                kind = self.terms.army(event.type)
                told = f"{self.at(side, event.number)} suffered bites, and would become {kind}."
                return ToldEvent(SIDES.index(side), told)
            case Gained(side=side, quality=level):
                told = f"{self.at(side, event.number)} became {quality(level)}."
                return ToldEvent(SIDES.index(side), told)
            case _:
                return None

    def _weighed(self, event: Weighed, name: str) -> str:
        parts = [f"{strength_told(event.base)} as {quality(event.quality)}"]
        if event.fanatical:
            parts[0] += ", fanatical"
        for key, factor in event.factors:
            if factor != 1:
                called = _FACTORS.get(key) or self.terms.event(key)
                parts.append(f"{called} {factor_told(factor)}")
        told = f"{name} fought with {strength_told(event.strength)} ({'; '.join(parts)})"
        return f"{told}, in fear of {self.who(event.nemesis)}." if event.nemesis else f"{told}."

    def _ended(self, event: Tagged) -> ToldEvent | None:
        match event:
            case UnitEnded(side=side, piece=piece, fate=fate):
                name = self.who(piece)
                told = {
                    "stays": f"{name} held the field.",
                    "escaped": f"{name} got away.",
                    "paroled": f"{name} gave their word, and went home for good.",
                    "mercenary": f"{name} fell to the last, and rose again for hire.",
                    "buried": f"{name} went back into the earth.",
                }.get(fate, f"{name} fell to the last.")
                quiet = fate in ("stays", "buried") or (fate == "destroyed" and not event.chance)
                how = f"a chance of {event.chance}% to get away" if 0 < event.chance < 100 else ""
                return ToldEvent(SIDES.index(side), told, how, quiet=quiet)
            case LeaderEnded(side=side, leader=piece, fate=fate):
                what = {"stays": "held the field", "escaped": "got away"}.get(fate, "was slain")
                learned = ", and learned by it" if event.learns else ""
                how = f"a chance of {event.chance}% to get away" if 0 < event.chance < 100 else ""
                told = f"{self.who(piece)} {what}{learned}."
                return ToldEvent(SIDES.index(side), told, how, quiet=fate == "stays")
            case _:
                return None
