"""The full account of a battle of Warmaster: both armies, and each turn phase by phase.

Every order comes with its value, dice and reason, every blow with its dice and saves, and at the
end of each Command phase it is said who stayed where and why. Source: warmaster.report.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.battle.account import MOST, Account, AccountChapter, Tellers, won
from bot.faces.warmaster.battle import blow_lines, command_lines, sea_lines
from bot.faces.warmaster.battle.fleets import ships_of
from bot.faces.warmaster.battle.pieces import letter
from bot.faces.warmaster.battle.scenes import ARRAY, turn_name
from bot.faces.warmaster.battle.teller import (
    Teller,
    armour_told,
    hex_told,
)
from bot.faces.warmaster.battle.terms import DIRECTIVES, STOOD, TERRAINS
from bot.faces.words.names import Names
from bot.faces.words.text import listed, number, word
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.warmaster.battle.blows import (
    DrivenBack,
    EngagementBegan,
    Shot,
    WizardCast,
)
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    CharacterWent,
    Confusion,
    Ended,
    HeldBack,
    Moved,
    MovedBack,
    Ordered,
    Stood,
    TurnBegan,
    Withdrew,
)
from engine.packs.warmaster.battle.mercy import Rallied, Spared
from engine.packs.warmaster.battle.state import BattleUnit
from engine.packs.warmaster.battle.values import (
    ATTACKER,
    SIDES,
    Army,
    Field,
    ItemUse,
    SideName,
    Spot,
    Terrain,
)
from engine.packs.warmaster.content import WarmasterContent

INITIATIVE, COMMAND, SHOOTING, COMBAT = "Initiative", "Command", "Shooting", "Combat"
OUTCOME: Final = "Outcome"
_PHASES: Final = (INITIATIVE, COMMAND, SHOOTING, COMBAT)
ENDINGS: Final = Tellers[Teller]()
_SPECIALS: Final = {"keen": "keen shots", "pierce": "piercing shots"}


def account(record: BattleRecord, names: Names, title: str) -> Account:
    """The account of a record; names of players' things go through `names`."""
    fight = record.engagements[-1]
    if ships_of(fight):
        return Account(title, tuple(sea_lines.chapters(fight, names)))
    return Account(title, tuple(_chapters(fight, names)))


def _chapters(fight: Engagement, names: Names) -> Iterator[AccountChapter]:
    teller = Teller(fight, names)
    yield AccountChapter(ARRAY, tuple(_array(teller)))
    yield from _Course(fight, teller).chapters()


class _Course:
    """The turns of a battle as they are read."""

    def __init__(self, fight: Engagement, teller: Teller) -> None:
        self.fight, self.teller = fight, teller
        self.side: SideName = SIDES[0]
        self.name = ""
        """The chapter that is being told."""
        self.phase = -1
        self.lines: list[str] = []
        self.ordered: set[int] = set()
        """Who has charged or obeyed in the Command phase."""

    def chapters(self) -> Iterator[AccountChapter]:
        """Each turn, phase by phase, and its result."""
        for place, event in enumerate(self.fight.events):
            yield from self._before(event)
            if not isinstance(event, TurnBegan | Stood):
                self.lines += _told(self.teller, event)
            if isinstance(event, Ordered) and event.success:
                self.ordered.update(event.units)
                self.lines += self._left_over(event, place)
            elif isinstance(event, Moved) and self.phase <= 1 and event.side == self.side:
                self.ordered.add(event.number)
            self.teller.replay.note(event)
        if self.name:
            yield self._closed()

    def _left_over(self, order: Ordered, place: int) -> Iterator[str]:
        """The units that obeyed an order, the event at that place, and had nothing to do by it."""
        moved: set[int] = set()
        for event in self.fight.events[place + 1 :]:
            if not isinstance(event, Moved):
                break
            moved.add(event.number)
        rest = [number_ for number_ in order.units if number_ not in moved]
        if rest:
            yield f"  Nothing was left to do for {self.teller.all(order.side, rest)}."

    def _before(self, event: Tagged) -> Iterator[AccountChapter]:
        """Begin the chapter to which an event belongs."""
        if isinstance(event, TurnBegan):
            yield from self._command_ends()
            yield from self._turned(turn_name(event.round, event.side))
            self.side, self.phase, self.ordered = event.side, -1, set()
            self.lines.append(self._strengths())
            return
        if isinstance(event, Withdrew | Ended | Rallied | Spared):
            yield from self._command_ends()
            yield from self._turned(OUTCOME)
            self.phase = len(_PHASES)
            return
        phase = self._phase_of(event)
        if phase > self.phase:
            if phase > 1:
                yield from self._command_ends()
            if phase > self.phase:
                yield from self._turned(_PHASES[phase])
                self.phase = phase

    def _phase_of(self, event: Tagged) -> int:
        """Of which phase an event is, in order; of one that may be of any that of those before."""
        match event:
            case Moved(unordered="initiative"):
                return 0
            case Ordered() | HeldBack() | Blundered():
                return 1
            case WizardCast() | Shot() | DrivenBack():
                return 2
            case EngagementBegan():
                return 3
            case CharacterWent() | Confusion() | Moved() | MovedBack():
                return max(1, self.phase)
            case _:
                return self.phase

    def _command_ends(self) -> Iterator[AccountChapter]:
        """Tell who stayed in the Command phase, once it is over."""
        if not self.name or self.phase > 1 or self.name == OUTCOME:
            return
        stayed = list(command_lines.idle(self.teller, self.side, self.ordered))
        if self.phase < 1 and stayed:
            yield from self._turned(COMMAND)
        self.lines += stayed
        self.phase = 1

    def _turned(self, name: str) -> Iterator[AccountChapter]:
        if self.name and name != self.name:
            yield self._closed()
        self.name = name

    def _closed(self) -> AccountChapter:
        chapter, self.lines = AccountChapter(self.name, tuple(self.lines)), []
        return chapter

    def _strengths(self) -> str:
        """How strong both sides are as a turn begins."""
        parts: list[str] = []
        for place, side in enumerate(SIDES):
            living = self.teller.battle.living(place)
            stands = number(sum(unit.stands for unit in living), "stand")
            parts.append(f"the {side}s {stands} in {number(len(living), 'unit')}")
        return f"At first: {listed(parts)}."


def _told(teller: Teller, event: Tagged) -> Iterator[str]:
    """The lines of an event, before it is noted."""
    kinds = (command_lines.TELLERS, blow_lines.TELLERS, ENDINGS)
    return next(each for each in kinds if type(event) in each.told).tell(teller, event)


# ---------------------------------------------------------------- who fought, and where


def _array(teller: Teller) -> Iterator[str]:
    yield _ground(teller.battle.field)
    yield (
        "Each character ordered what had the highest value until a test failed, and whoever obeyed "
        "did what the directive said at that moment."
    )
    for side, army in zip(SIDES, teller.battle.armies, strict=True):
        if not army.troops:
            yield f"The {side}s: nobody."
            continue
        yield _army(teller, side, army)
        for unit in teller.battle.units[SIDES.index(side)]:
            yield f"  {_unit(teller, side, unit)}."
        for character in teller.battle.characters[SIDES.index(side)]:
            yield f"  {_character(teller, side, character.number)}."
        for use in army.uses:
            yield f"  {teller.item(use.item)}: {_use(teller, use)}."


def _ground(field: Field) -> str:
    """The field in words."""
    counts: dict[Terrain, int] = {}
    laid: dict[Spot, Terrain] = {each.at: each.terrain for each in field.grounds}
    for terrain in laid.values():
        counts[terrain] = counts.get(terrain, 0) + 1
    parts = [f"{TERRAINS[each]} in {number(n, 'hex', 'hexes')}" for each, n in counts.items()]
    base = f"{word(field.base).capitalize()}: " if field.base else "The field: "
    walls = f" The walls were of level {field.walls}." if field.walls else ""
    return (
        f"{base}{listed(parts, MOST)}, the rest open ground.{walls}"
        if parts
        else (f"{base}all open ground.{walls}")
    )


def _army(teller: Teller, side: SideName, army: Army) -> str:
    parts: list[str] = []
    if army.list:
        module = teller.names.module
        found = module.content(WarmasterContent).army_lists.get(army.list) if module else None
        parts.append(teller.names.show(found.name if found else word(army.list)))
    parts.append(number(sum(troop.points for troop in army.troops), "point") + " of units")
    parts.append(f"boldness {army.boldness}")
    parts.append("keeping its line" if army.keep_line else "not keeping its line")
    return f"The {side}s: {', '.join(parts)}."


def _unit(teller: Teller, side: SideName, unit: BattleUnit) -> str:
    troop = unit.troop
    stands = number(unit.stands, "stand")
    if unit.stands < troop.full_stands:
        stands = f"{unit.stands} of {number(troop.full_stands, 'stand')}"
    parts = [
        hex_told(spot_of(unit.cell)) if unit.cell >= 0 else "",
        DIRECTIVES[troop.directive]
        + (f", brigade {letter(troop.brigade)}" if troop.brigade else ""),
        f"{troop.kind}, {stands}",
        f"attacks {troop.attacks}, hits {troop.hits}, armour {armour_told(troop.armour)}, "
        f"pace {troop.pace}",
        f"shots {troop.shots}, range {troop.range}" if troop.shots else "",
        ", ".join(_SPECIALS.get(each, each) for each in troop.special),
        "with its attached stand" if unit.attached else "",
        teller.item(troop.item) if troop.item else "",
        number(troop.points, "point"),
    ]
    return f"{teller.who(side, unit.number)}: {'; '.join(filter(None, parts))}"


def _character(teller: Teller, side: SideName, number_: int) -> str:
    character = teller.replay.character(side, number_)
    captain = character.captain
    parts = [f"Command {captain.command}"]
    if captain.bonus:
        parts.append(f"+{captain.bonus} to attacks")
    if character.unit:
        parts.append(f"with {teller.who(side, character.unit.number)}")
        parts.append(STOOD[captain.stance])
    if captain.item:
        parts.append(teller.item(captain.item))
    if captain.spells:
        parts.append(f"spells {listed((teller.spell(key) for key in captain.spells), MOST)}")
    return f"{teller.leader(side, number_)}: {', '.join(parts)}"


def _use(teller: Teller, use: ItemUse) -> str:
    """The standing rule for the use of an item."""
    if use.forbidden:
        return "not to be used"
    if use.turn:
        return f"in the own turn {use.turn}"
    if use.spell:
        return f"for {teller.spell(use.spell)} alone"
    if use.phase:
        return f"in {use.phase} alone"
    return "for the General alone" if use.general_only else "as is usual"


# ---------------------------------------------------------------- how it ended


@ENDINGS.of(Withdrew)
def _(teller: Teller, event: Withdrew) -> Iterator[str]:
    lost = f"{event.lost} of {number(event.of, 'unit')} destroyed, machines not counted"
    most = "nine in twenty" if event.side == SIDES[ATTACKER] else "two in five"
    why = "their General had fallen" if event.reason == "general" else f"that was {most} or more"
    yield f"The {event.side}s withdrew: {lost}; {why}."


@ENDINGS.of(Ended)
def _(teller: Teller, event: Ended) -> Iterator[str]:
    if event.reason == "time":
        yield f"No round was left after {event.round}: the attack had failed."
    yield won(event.winner, f"in round {event.round}")


@ENDINGS.of(Rallied)
def _(teller: Teller, event: Rallied) -> Iterator[str]:
    what = "rallied with one stand" if event.lives else "did not rally"
    yield f"{teller.who(event.side, event.number)} {what}: rolled {event.die}."


@ENDINGS.of(Spared)
def _(teller: Teller, event: Spared) -> Iterator[str]:
    what = "lived, badly wounded" if event.lives else "died"
    yield f"{teller.leader(event.side, event.number)}, slain, {what}: rolled {event.die}."
