"""A battle of Warmaster as scenes: the array, then turn after turn as its record tells it.

Nothing is decided here: each event says what changed, and the record says again after each round
how everybody stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from bot.faces.battle.scene import Setting
from bot.faces.battle.told import winner_of
from bot.faces.warmaster.battle.course import DeedKind, HexAction, HexBattle, TurnScene, slain_told
from bot.faces.warmaster.battle.fleets import sea_battle, ships_of
from bot.faces.warmaster.battle.pieces import Piece, Post, pieces_of
from bot.faces.words.text import number
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.warmaster.battle.blows import (
    Cause,
    CharacterSlain,
    EngagementBegan,
    Shot,
    UnitLost,
    WizardCast,
)
from engine.packs.warmaster.battle.grid import AROUND, cell_of, spot_of
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    Ended,
    Moved,
    MovedBack,
    Ordered,
    TurnBegan,
    Withdrew,
)
from engine.packs.warmaster.battle.replay import Replay
from engine.packs.warmaster.battle.state import BattleUnit
from engine.packs.warmaster.battle.values import SIDES, Army, Field, SideName, Spot
from engine.packs.warmaster.content.lists import Role

ARRAY: Final = "Array"
"""The first scene: how all stand before anything was done."""
_MARKS: Final = ("a", "d")


def turn_name(round: int, side: SideName) -> str:
    """What a turn is called, in scenes and in the account."""
    return f"Round {round}, {side}"


def field_battle(record: BattleRecord, setting: Setting) -> HexBattle:
    """The battle of a record, on land or at sea."""
    fight = record.engagements[-1]
    if ships_of(fight):
        return sea_battle(record, setting)
    ground = next((p for p in fight.participants if isinstance(p, Field)), Field())
    armies = armies_of(fight)
    pieces = tuple(piece for army in armies for piece in pieces_of(army, setting.looks))
    return HexBattle(
        setting=setting,
        field=ground,
        pieces=pieces,
        scenes=tuple(_Course(fight, pieces).scenes(fight)),
        winner=winner_of(record),
        end=end_of(fight, setting),
    )


def armies_of(fight: Engagement) -> tuple[Army, Army]:
    """Both armies of a battle."""
    armies = [each for each in fight.participants if isinstance(each, Army)]
    one, other = (next(army for army in armies if army.side == side) for side in SIDES)
    return one, other


def end_of(fight: Engagement, setting: Setting) -> str:
    """How a battle on land ended, in a sentence; empty if nothing says it."""
    ended = next((each for each in fight.events if isinstance(each, Ended)), None)
    if ended is None:
        return ""
    if ended.reason == "time":
        return f"After {number(ended.round, 'round')} the attack had failed."
    withdrew = [each for each in fight.events if isinstance(each, Withdrew)]
    if not withdrew:
        return "There was nobody to fight against."
    told: list[str] = []
    for each in withdrew:
        name = setting.sides[SIDES.index(each.side)].role.lower() or each.side
        why = (
            "its General had fallen"
            if each.reason == "general"
            else f"{each.lost} of {number(each.of, 'unit')} were destroyed, machines not counted"
        )
        told.append(f"The {name} withdrew in round {ended.round}: {why}.")
    return " ".join(told)


@dataclass(slots=True)
class _Since:
    """What befell a unit since the last scene."""

    stands: int
    """With how many it came out of that scene."""
    at: Spot
    """Where it stands, or fell."""
    fell: Cause | None = None
    fresh: bool = False
    slain: list[Role] = field(default_factory=list[Role])


class _Course:
    """How everybody stands while the record is read."""

    def __init__(self, fight: Engagement, pieces: Sequence[Piece]) -> None:
        self.replay = Replay(fight)
        self.pieces = pieces
        self.units = [unit for side in self.replay.battle.units for unit in side]
        self.since = [_Since(unit.stands, spot_of(unit.cell)) for unit in self.units]
        self.deeds: dict[HexAction, None] = {}
        self.tests = [0, 0, 0]
        self.leaders: list[str] = []

    # ------------------------------------------------------------------ scenes

    def scenes(self, fight: Engagement) -> Iterator[TurnScene]:
        """The array, and each turn."""
        name, mark = ARRAY, "0"
        for event in fight.events:
            if isinstance(event, TurnBegan):
                yield self.scene(name, mark)
                name = turn_name(event.round, event.side)
                mark = f"{event.round}{_MARKS[SIDES.index(event.side)]}"
            self._see(event)
            self.replay.note(event)
            self._settle(event)
        yield self.scene(name, mark)

    def scene(self, name: str, mark: str) -> TurnScene:
        """What happened since the last scene, and how all stand after it."""
        battle = self.replay.battle
        posts: list[Post] = []
        strength = [0, 0]
        roles: dict[BattleUnit | None, tuple[Role, ...]] = {}
        for each in chain(*battle.characters):
            roles[each.unit] = (*roles.get(each.unit, ()), each.captain.role)
        for unit, since in zip(self.units, self.since, strict=True):
            posts.append(
                Post(
                    at=since.at,
                    stands=unit.stands,
                    attached=unit.attached > 0,
                    confused=unit.confused,
                    engaged=unit.alive and battle.engaged(unit),
                    roles=roles.get(unit, ()),
                    lost=since.stands - unit.stands,
                    slain=tuple(since.slain),
                    fell=since.fell,
                    fresh=since.fresh,
                )
            )
            strength[unit.side] += unit.stands
            since.stands, since.fresh, since.slain = unit.stands, False, []
        made = TurnScene(
            name=name,
            mark=mark,
            posts=tuple(posts),
            deeds=tuple(self.deeds),
            strength=(strength[0], strength[1]),
            tests=(self.tests[0], self.tests[1], self.tests[2]),
            leaders=tuple(self.leaders),
        )
        self.deeds, self.tests, self.leaders = {}, [0, 0, 0], []
        return made

    # ------------------------------------------------------------------ before an event

    def _see(self, event: Tagged) -> None:
        """What is done, while everybody is where it is done."""
        match event:
            case Moved():
                kind: DeedKind = "charge" if event.errand == "charge" else "move"
                self._did(kind, event.side, *event.path)
            case MovedBack() if len(event.path) > 1:
                self._did("back", event.side, *event.path)
            case Ordered():
                self._order(event)
            case Blundered() if not event.ignored_by:
                self.tests[1] -= 1
                self.tests[2] += 1
            case CharacterSlain():
                self._slain(event)
            case Shot():
                enemy = SIDES[1 - SIDES.index(event.side)]
                start = self._at(self.replay.unit(event.side, event.number))
                goal = self._at(self.replay.unit(enemy, event.target))
                self._did("shot", event.side, start, goal)
            case WizardCast() if event.worked and not event.stopped:
                self._cast(event)
            case EngagementBegan():
                self._fight(event)
            case _:
                pass

    def _order(self, event: Ordered) -> None:
        giver = self.replay.character(event.side, event.by).unit
        self.tests[0 if event.success else 1] += 1
        for number_ in event.units:
            unit = self.replay.unit(event.side, number_)
            path = self._at(giver or unit), self._at(unit)
            kind: DeedKind = "order" if event.success else "failed"
            self.deeds[HexAction(kind, unit.side, path, self.units.index(unit))] = None

    def _slain(self, event: CharacterSlain) -> None:
        character = self.replay.character(event.side, event.number)
        if character.unit:
            since = self.since[self.units.index(character.unit)]
            since.slain.append(character.captain.role)
        self.leaders.append(slain_told(character.captain, character.side))

    def _cast(self, event: WizardCast) -> None:
        """Where a spell went."""
        wizard = self.replay.character(event.side, event.by).unit
        if wizard is None or not event.targets:
            return
        start = self._at(wizard)
        goals = [self._at(self.replay.unit(*target)) for target in event.targets]
        if event.direction is not None:
            path = [start]
            while path[-1] != goals[-1]:
                path.append(spot_of(AROUND[cell_of(path[-1])][event.direction]))
            self._did("spell", event.side, *path)
            return
        for goal in goals:
            self._did("spell", event.side, *((start, goal) if goal != start else (goal,)))

    def _fight(self, event: EngagementBegan) -> None:
        """Between whom there is fighting."""
        foes = {self.replay.unit("defender", number_) for number_ in event.units[1]}
        for number_ in event.units[0]:
            unit = self.replay.unit("attacker", number_)
            for enemy in self.replay.battle.touching(unit):
                if enemy in foes:
                    self._did("fight", "attacker", self._at(unit), self._at(enemy))

    # ------------------------------------------------------------------ after an event

    def _settle(self, event: Tagged) -> None:
        """Where a unit is now, or that it is no more."""
        if isinstance(event, Moved | MovedBack):
            unit = self.replay.unit(event.side, event.number)
            self.since[self.units.index(unit)].at = spot_of(unit.cell)
        elif isinstance(event, UnitLost):
            since = self.since[self.units.index(self.replay.unit(event.side, event.number))]
            since.fell, since.fresh = event.cause, True

    def _at(self, unit: BattleUnit) -> Spot:
        return self.since[self.units.index(unit)].at

    def _did(self, kind: DeedKind, side: SideName, *path: Spot) -> None:
        self.deeds[HexAction(kind, SIDES.index(side), path)] = None
