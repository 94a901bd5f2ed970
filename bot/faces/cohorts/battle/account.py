"""The full account of a battle of Cohorts: who fought, in order of initiative, and every event.

For every number it says where that comes from as far as the record holds it; no rating of anyone
is in the record. Source: cohorts.turn.battle-report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.battle.account import (
    MOST,
    Account,
    AccountChapter,
    Tellers,
    drew,
    sided,
    won,
)
from bot.faces.cohorts.battle.scenes import OPENING, able, is_hero, participants
from bot.faces.cohorts.fighter.combat_spells import combat_does
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.text import listed, number, word
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.cohorts.battle.record import (
    Attacked,
    BattleEnded,
    BattleRoundBegan,
    ChanceDrawn,
    CombatSpellCast,
    Cured,
    Fell,
    Fired,
    Fled,
    Force,
    Gathered,
    Hit,
    InitiativeSet,
    MoraleChecked,
    Participant,
    Petrified,
    SpecialAttacked,
    StatusWound,
    UnitMoved,
    UnitOutcome,
    WoundsClosed,
)
from engine.packs.cohorts.battle.replay import Moment, replay
from engine.packs.cohorts.battle.slots import name_of
from engine.world import Place

_SIDES: Final = ("attackers", "defenders")
_FATES: Final = {"fighting": "stood", "fled": "fled", "stone": "turned to stone", "dead": "fell"}


def account(record: BattleRecord, names: CohortsNames, title: str) -> Account:
    """The account of a record; names of players' things go through `names`."""
    teller = _Teller(record.engagements[-1], names)
    return Account(title, tuple(teller.chapters()))


class _Teller:
    """The record as it is read through, and how everybody stands after the event."""

    def __init__(self, fight: Engagement, names: CohortsNames) -> None:
        self.fight = fight
        self.names = names
        self.units = participants(fight)
        self.now: Sequence[Moment] = []
        self.hexes = [one.hex for one in self.units]
        """Where each stood before the event."""
        self.forces: dict[Place, str] = {}
        """What each force is called."""
        self.rolls: dict[int, int] = {}
        """What each rolled for initiative."""

    def chapters(self) -> Iterator[AccountChapter]:
        """The forces, the array, what came before the rounds, each round, the end."""
        name, lines = "Forces", list[str]()
        for event, standings in replay(self.fight):
            self.now = standings
            turn = self._begins(event)
            if turn and turn != name:
                if lines:
                    yield AccountChapter(name, tuple(lines))
                name, lines = turn, []
            lines += TELLERS.tell(self, event)
            if isinstance(event, InitiativeSet):
                yield AccountChapter(name, tuple(lines))
                name, lines = OPENING, []
            if isinstance(event, UnitMoved):
                for unit in event.units:
                    self.hexes[unit] = event.to
        yield AccountChapter(name, tuple(lines))

    def _begins(self, event: Tagged) -> str:
        """The chapter that begins with an event."""
        match event:
            case BattleRoundBegan():
                return f"Round {event.round}"
            case BattleEnded():
                return "Outcome"
            case ChanceDrawn(cause="initiative") | InitiativeSet():
                return "Array"
            case _:
                return ""

    # ------------------------------------------------------------------ words

    def who(self, unit: int) -> str:
        """A unit by its name and side: "Spears (A)"."""
        one = self.units[unit]
        return sided(self.names.show(one.name) or "one without a name", one.side)

    def all(self, units: Sequence[int]) -> str:
        """Several units by name."""
        return listed((self.who(unit) for unit in units), len(self.units) + 1)

    def wounds(self, unit: int, after: float) -> str:
        """All wounds of a unit, and what they leave of it."""
        one = self.units[unit]
        left = f"; {able(one, after):,} of {one.soldiers:,} able" if not is_hero(one) else ""
        return f"{percent_of(after)} in all{left}"

    def hits(self, hits: Sequence[Hit], damage: float | None = None) -> Iterator[str]:
        """What an attack did to each unit that it struck; damage is shared by heads."""
        soldiers = sum(self.units[hit.unit].soldiers for hit in hits)
        for hit in hits:
            share = ""
            if damage is not None and len(hits) > 1:
                own = self.units[hit.unit].soldiers
                part = value(damage * own / soldiers)
                share = f" from {part} of the damage ({own:,} of {soldiers:,} heads)"
            status = f" and became {word(hit.status)}" if hit.status else ""
            left = self.wounds(hit.unit, hit.after)
            yield f"  {self.who(hit.unit)}: {percent_of(hit.wounds)} wounds{share}{status}; {left}."


TELLERS: Final = Tellers[_Teller]()


def value(of: float) -> str:
    """A number to two places, such as 1,370 or 39.04."""
    return f"{of:,.2f}".rstrip("0").rstrip(".")


def percent_of(points: float) -> str:
    """Percent points of wounds or chance, to two places."""
    return f"{value(points)}%"


# ---------------------------------------------------------------- who fought


@TELLERS.of(Gathered)
def _(teller: _Teller, event: Gathered) -> Iterator[str]:
    ground = [word(event.terrain)] if event.terrain else []
    ground += [f"walls of level {event.fortification}"] if event.fortification else []
    ground += ["at sea"] if event.naval else []
    if ground:
        yield f"Ground: {', '.join(ground)}."
    teller.forces = {each.place: _force(teller.names, each) for each in event.forces}
    for side in (0, 1):
        forces = [each for each in event.forces if each.side == side]
        called = listed((teller.forces[each.place] for each in forces), len(forces) + 1)
        yield f"{sided(_SIDES[side].capitalize(), side)}: {called}."


def _force(names: CohortsNames, force: Force) -> str:
    player = f" of {names.player(force.player)}" if force.player else ""
    if not force.name:
        return f"loose units{player}"
    name = names.show(force.name)
    return f"the garrison of {name}{player}" if force.place.kind == "city" else f"{name}{player}"


@TELLERS.of(InitiativeSet)
def _(teller: _Teller, event: InitiativeSet) -> Iterator[str]:
    yield "In order of initiative (the roll of a die of 20, and what the unit adds to it):"
    for place, (unit, initiative) in enumerate(zip(event.units, event.initiative, strict=True), 1):
        rolled = teller.rolls.get(unit)
        of = ""
        if rolled is not None:
            added = initiative - rolled
            of = f" = {rolled} {'−' if added < 0 else '+'} {abs(added)}"
        yield f"  {place}. {teller.who(unit)}, {initiative}{of}: {_described(teller, unit)}."


def _described(teller: _Teller, unit: int) -> str:
    """What somebody is as the battle begins."""
    one: Participant = teller.units[unit]
    count = [number(one.soldiers, "soldier")] if not is_hero(one) else []
    kind = "" if one.type == "soldiers" else word(one.type)
    parts = [*count, f"{word(one.race)} {kind}".strip(), name_of(one.hex)]
    if one.ship >= 0:
        parts.append(f"aboard {teller.who(one.ship)}")
    parts.append(teller.forces.get(one.force, ""))
    if one.wounds:
        parts.append(f"{percent_of(one.wounds)} wounds")
    return ", ".join(filter(None, (*parts, f"lasting morale {value(one.morale)}")))


# ---------------------------------------------------------------- chance


@TELLERS.of(ChanceDrawn)
def _(teller: _Teller, event: ChanceDrawn) -> Iterator[str]:
    if event.cause == "initiative" and event.unit >= 0:
        teller.rolls[event.unit] = int(event.result)
        return
    whose = f" of {teller.who(event.unit)}" if event.unit >= 0 else ""
    cause = f"{word(event.cause)}{whose}"
    if event.options:
        yield f"  Chance ({cause}): number {int(event.result) + 1} of {event.options}."
        return
    happens = "yes" if event.result < event.chance else "no"
    drawn = drew(percent_of(event.chance), value(event.result))
    yield f"  Chance ({cause}): {drawn}: {happens}."


# ---------------------------------------------------------------- deeds


@TELLERS.of(BattleRoundBegan)
def _(teller: _Teller, event: BattleRoundBegan) -> Iterator[str]:
    yield from ()


@TELLERS.of(UnitMoved)
def _(teller: _Teller, event: UnitMoved) -> Iterator[str]:
    first, *along = event.units
    came = f" with {teller.all(along)}" if along else ""
    start = name_of(teller.hexes[first])
    yield f"{teller.who(first)} moved from {start} to {name_of(event.to)}{came}."


@TELLERS.of(Attacked)
def _(teller: _Teller, event: Attacked) -> Iterator[str]:
    does = "shot at" if event.missile else "struck at"
    yield (
        f"{teller.who(event.unit)} {does} {name_of(event.hex)}: "
        f"damage {value(event.damage)}, power {value(event.power)}."
    )
    yield from teller.hits(event.hits, event.damage)


@TELLERS.of(SpecialAttacked)
def _(teller: _Teller, event: SpecialAttacked) -> Iterator[str]:
    one = teller.units[event.unit]
    strong = f"damage {value(event.damage)}, quality {value(event.quality)}"
    total = event.damage
    if not is_hero(one):
        fit = one.soldiers * (100 - teller.now[event.unit].wounds) / 100
        total = event.damage * fit
        strong += f", {value(total)} from {value(fit)} soldiers able to fight"
    struck = number(len(event.hits), "unit")
    yield (
        f"{teller.who(event.unit)} made a special attack of {word(event.type)} at "
        f"{name_of(event.hex)} ({strong}) on {struck}."
    )
    yield from teller.hits(event.hits, total)


@TELLERS.of(CombatSpellCast)
def _(teller: _Teller, event: CombatSpellCast) -> Iterator[str]:
    at = listed(map(name_of, (event.hex, *event.further)), MOST)
    spell, does = _spell(teller.names, event)
    yield f"{teller.who(event.unit)} cast {spell} at {at}, caster level {event.level}{does}."
    yield from teller.hits(event.hits)
    for unit in event.laid:
        yield f"  It lay on {teller.who(unit)} until the battle ended."
    if event.aura:
        yield "  It surrounded the caster for as long as the caster fought."


def _spell(names: CohortsNames, event: CombatSpellCast) -> tuple[str, str]:
    """What a spell is called, and what it does at the level at which it was cast."""
    spell = names.content.combat_spells.get(event.spell) if names.content else None
    if names.content is None or spell is None:
        return word(event.spell), ""
    return names.show(spell.name), f": {combat_does(names.content, spell, event.level)}"


@TELLERS.of(Fired)
def _(teller: _Teller, event: Fired) -> Iterator[str]:
    hit = f"destroyed {teller.who(event.destroyed)}" if event.destroyed >= 0 else "missed"
    chance = percent_of(event.chance)
    yield f"{teller.who(event.unit)} fired at {name_of(event.hex)}, chance {chance}, and {hit}."


# ---------------------------------------------------------------- what befalls units


@TELLERS.of(StatusWound)
def _(teller: _Teller, event: StatusWound) -> Iterator[str]:
    told = f"{percent_of(event.wounds)} wounds; {teller.wounds(event.unit, event.after)}"
    yield f"{teller.who(event.unit)} suffered from {word(event.cause)}: {told}."


@TELLERS.of(WoundsClosed)
def _(teller: _Teller, event: WoundsClosed) -> Iterator[str]:
    told = f"{percent_of(event.healed)}; {teller.wounds(event.unit, event.after)}"
    yield f"{teller.who(event.unit)} recovered by {word(event.cause)}: {told}."


@TELLERS.of(Cured)
def _(teller: _Teller, event: Cured) -> Iterator[str]:
    yield f"{teller.who(event.unit)} got over being {word(event.status)}."


@TELLERS.of(MoraleChecked)
def _(teller: _Teller, event: MoraleChecked) -> Iterator[str]:
    verdict = "failed" if event.failed else "held"
    chance = f"{percent_of(event.chance)} to fail, {verdict}" if event.chance else verdict
    morale = value(event.morale)
    if event.unit < 0:
        who = f"slot {name_of(event.hex)}" if event.hex >= 0 else "army"
        yield (
            f"The {_SIDES[event.side]}' {who} checked morale: {morale} on average by soldiers, "
            f"{chance}."
        )
        return
    one = teller.units[event.unit]
    wounds = event.after - event.wounds
    rest = event.morale - (one.morale - wounds)
    made = f"{value(one.morale)} lasting − {value(wounds)} wounds"
    if abs(rest) >= 0.005:
        made += f" {'−' if rest < 0 else '+'} {value(abs(rest))} by leaders, kills and magic"
    yield f"{teller.who(event.unit)} checked morale: {morale} = {made}; {chance}."
    if event.wounds:
        left = teller.wounds(event.unit, event.after)
        yield f"  The retreat cost {percent_of(event.wounds)} wounds; {left}."


@TELLERS.of(Fled)
def _(teller: _Teller, event: Fled) -> Iterator[str]:
    yield f"{teller.all(event.units)} fled from {name_of(event.hex)} and left the map."


@TELLERS.of(Petrified)
def _(teller: _Teller, event: Petrified) -> Iterator[str]:
    yield f"{teller.who(event.unit)} turned to stone."


@TELLERS.of(Fell)
def _(teller: _Teller, event: Fell) -> Iterator[str]:
    by = f", by {teller.who(event.by)}" if event.by >= 0 else ""
    sunk = f", with {teller.who(event.with_ship)}" if event.with_ship >= 0 else ""
    fate = "fell" if is_hero(teller.units[event.unit]) else "perished"
    yield f"{teller.who(event.unit)} {fate}{by}{sunk}."


# ---------------------------------------------------------------- the end


@TELLERS.of(BattleEnded)
def _(teller: _Teller, event: BattleEnded) -> Iterator[str]:
    when = f"in round {event.rounds}" if event.rounds else "before the first round"
    if not all(army.soldiers for army in event.armies):
        when = "without a fight"
    yield won(event.winner, when)
    for side, army in enumerate(event.armies):
        yield (
            f"The {_SIDES[side]} were {army.soldiers:,} strong, encounter level {army.level}, "
            f"{value(army.hp)} hit points."
        )
    for unit, outcome in enumerate(event.outcomes):
        yield f"  {teller.who(unit)} {_came_out(teller, unit, outcome)}."


def _came_out(teller: _Teller, unit: int, outcome: UnitOutcome) -> str:
    """What has become of somebody."""
    parts = [_FATES[outcome.state]]
    if outcome.state in ("fighting", "stone"):
        parts[0] += f" in {name_of(outcome.hex)}"
    if outcome.state != "dead":
        parts.append(f"wounds {teller.wounds(unit, outcome.wounds)}")
        brought = teller.units[unit].wounds
        if brought:
            parts.append(f"{percent_of(brought)} when it came")
    if outcome.dealt:
        parts.append(f"took {value(outcome.dealt)} hit points from enemies")
    return ", ".join(parts)
