"""A battle as its record tells it: who stands where and how after each event.

Nothing is decided and no die is thrown here. What a record does not tell is not known afterwards
either: odd hits, what is left of an item, and what spells lend.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.battle import Engagement
from engine.dice import ScriptedDice
from engine.facts import Tagged
from engine.packs.warmaster.battle.blows import (
    CharacterSlain,
    Harm,
    RoundFought,
    Shot,
    SpellChanged,
    SpellStruck,
    StandsLost,
    UnitLost,
)
from engine.packs.warmaster.battle.blunders import LOSS_OF_FACE
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.directives import arrived
from engine.packs.warmaster.battle.grid import cell_of
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    CharacterWent,
    Confusion,
    Moved,
    MovedBack,
    Ordered,
    TurnBegan,
)
from engine.packs.warmaster.battle.lore import PLAIN, Lore
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import SIDES, Army, Field, SideName


class Replay:
    """A battle of a record while it is read; `battle` is how all stand now."""

    def __init__(self, engagement: Engagement) -> None:
        """Both armies are deployed, and nothing has happened yet."""
        field, lore = Field(), PLAIN
        armies: dict[SideName, Army] = {}
        for each in engagement.participants:
            if isinstance(each, Field):
                field = each
            elif isinstance(each, Army):
                armies[each.side] = each
            elif isinstance(each, Lore):
                lore = each
        self.battle = Battle(field, (armies[SIDES[0]], armies[SIDES[1]]), ScriptedDice(()), lore)
        deploy(self.battle)

    def unit(self, side: SideName, number: int) -> BattleUnit:
        """The unit of that number in its side's roster."""
        return self.battle.units[SIDES.index(side)][number - 1]

    def character(self, side: SideName, number: int) -> BattleCharacter:
        """The character of that number in its side's list."""
        return self.battle.characters[SIDES.index(side)][number - 1]

    def note(self, event: Tagged) -> None:
        """Take an event in."""
        match event:
            case TurnBegan():
                self.battle.round, self.battle.active = event.round, SIDES.index(event.side)
                self.battle.rest()
            case Moved():
                unit = self.unit(event.side, event.number)
                self.battle.place(unit, cell_of(event.path[-1]))
                if event.errand == "charge" and event.unordered != "pursuit":
                    unit.charged = True
                elif event.errand == "flank":
                    unit.round_flank = arrived(unit)
            case MovedBack():
                if len(event.path) > 1:
                    self.battle.place(self.unit(event.side, event.number), cell_of(event.path[-1]))
            case Ordered(success=True):
                for number in event.units:
                    self.unit(event.side, number).obeyed += 1
            case Blundered():
                self.character(event.side, event.by).command = event.command
                if not event.ignored_by and event.die != LOSS_OF_FACE:
                    self.unit(event.side, event.number).stalled = True
            case Confusion():
                self.unit(event.side, event.number).confused = event.confused
                self.battle.changes += 1
            case _:
                self._lost(event)

    def _lost(self, event: Tagged) -> None:
        """What was lost, and where characters went."""
        match event:
            case CharacterWent():
                unit = self.unit(event.side, event.unit)
                self.character(event.side, event.number).unit = unit
            case CharacterSlain():
                self.character(event.side, event.number).unit = None
            case UnitLost():
                unit = self.unit(event.side, event.number)
                self.battle.remove(unit)
                unit.confused = False
            case StandsLost() | SpellChanged():
                self.unit(event.side, event.number).stands = event.stands
            case Shot() | SpellStruck():
                self._harm((event.harm,))
            case RoundFought():
                self._harm(event.harms)
            case _:
                pass

    def _harm(self, harms: Iterable[Harm]) -> None:
        for harm in harms:
            unit = self.unit(harm.side, harm.number)
            unit.stands, unit.attached = harm.stands, harm.attached
