"""A battle of Cohorts as scenes: the array, what comes before the rounds, then round by round.

Wounds and places are read back by the engine's own replay; here they become what a picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.battle.scene import Setting
from bot.faces.cohorts.battle.field import (
    DeedKind,
    FieldBattle,
    FieldScene,
    SlotAction,
    Stand,
    Unit,
)
from bot.faces.cohorts.looks import ARMS, LEADER, TROOPS
from bot.faces.paint.looks import Looks
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.record import (
    Attacked,
    BattleEnded,
    BattleRoundBegan,
    ChanceDrawn,
    CombatSpellCast,
    Fired,
    Gathered,
    InitiativeSet,
    MoraleChecked,
    Participant,
    SpecialAttacked,
    UnitMoved,
)
from engine.packs.cohorts.battle.replay import Moment, replay
from engine.packs.cohorts.pieces.records import Character

SHOOTERS: Final = "high-shot"
"""The icon of units that shoot."""
OPENING: Final = "Opening"
"""What comes before the first round: spells, special attacks, artillery."""


def participants(fight: Engagement) -> list[Participant]:
    """Who took part, by number."""
    return [each for each in fight.participants if isinstance(each, Participant)]


def is_hero(one: Participant) -> bool:
    """Whether it is a character and no military unit."""
    return one.place.kind == Character.kind


def able(one: Participant, wounds: float) -> int:
    """The soldiers of a unit that wounds have not put out of action; 1 for a character.

    Source: cohorts.battle.soldier-count.
    """
    if is_hero(one):
        return 1
    return one.soldiers - int(settled(one.soldiers * wounds / 100))


def field_battle(record: BattleRecord, setting: Setting) -> FieldBattle:
    """The battle of a record."""
    fight = record.engagements[-1]
    gathered = next((each for each in fight.events if isinstance(each, Gathered)), None)
    last = fight.events[-1]
    return FieldBattle(
        setting=setting,
        terrain=gathered.terrain if gathered else "",
        walls=gathered.fortification if gathered else 0,
        naval=gathered.naval if gathered else False,
        units=tuple(_units(fight, setting.looks)),
        scenes=tuple(_scenes(fight)),
        winner=last.winner if isinstance(last, BattleEnded) else 0,
    )


def _units(fight: Engagement, looks: Looks) -> Iterator[Unit]:
    shooters = {each.unit for each in fight.events if isinstance(each, Attacked) and each.missile}
    for number, one in enumerate(participants(fight)):
        hero = is_hero(one)
        icon = SHOOTERS if number in shooters and not hero else _icon(one, looks)
        yield Unit(one.side, one.name, icon, one.soldiers, hero, one.arm == "ship")


def _icon(one: Participant, looks: Looks) -> str:
    """What somebody is drawn as: a character by its class, a unit by its engine or its race."""
    if is_hero(one):
        return looks.icon("classes", one.type, LEADER)
    if one.arm in ARMS:
        return looks.icon("ships" if one.arm == "ship" else one.arm, one.type, ARMS[one.arm])
    return looks.icon("troops", one.race, TROOPS)


# ---------------------------------------------------------------- scenes


def _scenes(fight: Engagement) -> Iterator[FieldScene]:
    """The array and one scene for each part of the fight in which anything was done."""
    course = _Course(participants(fight))
    yield course.scene("Array", "0")
    name, mark = OPENING, "+"
    for event, units in replay(fight):
        if isinstance(event, BattleRoundBegan):
            if name != OPENING or course.stirred:
                yield course.scene(name, mark)
            name, mark = f"Round {event.round}", str(event.round)
        course.note(event, units)
    if name != OPENING or course.stirred:
        yield course.scene(name, mark)


STILL: Final = (Gathered, ChanceDrawn, InitiativeSet, BattleRoundBegan, BattleEnded)
"""Events that change nobody on the field."""


class _Course:
    """How the units stand while the record is read."""

    def __init__(self, units: Sequence[Participant]) -> None:
        self.units = units
        self.now: Sequence[Moment] = [Moment(one.hex, one.wounds) for one in units]
        self.hexes = [one.hex for one in units]
        """Where each was before the event that is read."""
        self.above = [0.0 for _ in units]
        """What morale has beyond the lasting one less wounds, as last told."""
        self.deeds: dict[SlotAction, None] = {}
        self.before = [able(one, one.wounds) for one in units]
        self.fates = ["fighting" for _ in units]
        self.stirred = False
        """Whether anything was done since the last scene."""

    def note(self, event: Tagged, units: Sequence[Moment]) -> None:
        """Take an event in, with how all stand after it."""
        self.now = units
        if isinstance(event, STILL):
            return
        self.stirred = True
        for deed in self._deeds(event):
            self.deeds[deed] = None
        if isinstance(event, UnitMoved):
            for number in event.units:
                self.hexes[number] = event.to
        elif isinstance(event, MoraleChecked) and event.unit >= 0:
            wounds = event.after - event.wounds
            self.above[event.unit] = event.morale - (self.units[event.unit].morale - wounds)

    def _deeds(self, event: Tagged) -> Iterator[SlotAction]:
        match event:
            case UnitMoved():
                yield self._deed("move", event.units[0], event.to, friendly=True)
            case Attacked():
                yield self._deed("missile" if event.missile else "melee", event.unit, event.hex)
            case SpecialAttacked():
                yield self._deed("special", event.unit, event.hex)
            case Fired():
                yield self._deed("artillery", event.unit, event.hex)
            case CombatSpellCast():
                side = self.units[event.unit].side
                friendly = event.aura or any(self.units[n].side == side for n in event.laid)
                for hex_ in (event.hex, *event.further):
                    yield self._deed("spell", event.unit, hex_, friendly=friendly)
            case _:
                pass

    def _deed(self, kind: DeedKind, unit: int, to: int, *, friendly: bool = False) -> SlotAction:
        return SlotAction(kind, self.units[unit].side, self.hexes[unit], to, friendly)

    def scene(self, name: str, mark: str) -> FieldScene:
        """What happened since the last scene, and how all stand after it."""
        stands: list[Stand] = []
        strength = [0, 0]
        for number, (one, now) in enumerate(zip(self.units, self.now, strict=True)):
            left = now.state != self.fates[number]
            count = 0 if now.state == "dead" else able(one, now.wounds)
            lost = self.before[number] - count if not is_hero(one) else 0
            morale = one.morale - now.wounds + self.above[number]
            stands.append(Stand(now.hex, count, now.wounds, morale, now.state, lost, left))
            self.before[number], self.fates[number] = count, now.state
            if now.state == "fighting":
                strength[one.side] += count
        made = FieldScene(name, mark, tuple(stands), tuple(self.deeds), (strength[0], strength[1]))
        self.deeds, self.stirred = {}, False
        return made
