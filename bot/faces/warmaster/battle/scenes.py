"""A battle of Warmaster as scenes: the array, then turn after turn as its record tells it.

Nothing is decided here: each event says what changed, and the record says again after each round
how everybody stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.battle.scene import Setting
from bot.faces.battle.told import winner_of
from bot.faces.warmaster.battle.course import Deed, DeedKind, FieldBattle, TurnScene, slain_told
from bot.faces.warmaster.battle.fleets import sea_battle, ships_of
from bot.faces.warmaster.battle.pieces import Piece, Post, pieces_of
from bot.faces.warmaster.battle.places import posts_of
from bot.faces.words.text import number
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.warmaster.battle.blows import (
    Cause,
    CharacterSlain,
    EngagementBegan,
    Harm,
    RoundFought,
    Shot,
    SpellCast,
    SpellChanged,
    SpellStruck,
    StandsLost,
    UnitLost,
)
from engine.packs.warmaster.battle.grid import AROUND, NEIGHBOURS, cell_of, spot_of
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    CharacterWent,
    Confusion,
    Ended,
    Moved,
    MovedBack,
    Ordered,
    Stood,
    TurnBegan,
    Withdrew,
)
from engine.packs.warmaster.battle.values import SIDES, Army, Field, SideName, Spot
from engine.packs.warmaster.content.lists import Role

ARRAY: Final = "Array"
"""The first scene: how all stand before anything was done."""
_MARKS: Final = ("a", "d")


def turn_name(round: int, side: SideName) -> str:
    """What a turn is called, in scenes and in the account."""
    return f"Round {round}, {side}"


def field_battle(record: BattleRecord, setting: Setting) -> FieldBattle:
    """The battle of a record, on land or at sea."""
    fight = record.engagements[-1]
    if ships_of(fight):
        return sea_battle(record, setting)
    field = next((p for p in fight.participants if isinstance(p, Field)), Field())
    armies = armies_of(fight)
    pieces = tuple(piece for army in armies for piece in pieces_of(army, setting.looks))
    return FieldBattle(
        setting=setting,
        field=field,
        pieces=pieces,
        scenes=tuple(_Course(field, armies, pieces).scenes(fight)),
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
            else f"{each.lost} of {number(each.of, 'unit')} were destroyed"
        )
        told.append(f"The {name} withdrew in round {ended.round}: {why}.")
    return " ".join(told)


class _Unit:
    """A unit while the record is read."""

    __slots__ = ("at", "attached", "before", "confused", "fell", "fresh", "slain", "stands")

    def __init__(self, post: Post) -> None:
        self.at = post.at
        self.stands = self.before = post.stands
        self.attached = post.attached
        self.confused = False
        self.fell: Cause | None = None
        self.fresh = False
        self.slain: list[Role] = []


class _Course:
    """How everybody stands while the record is read."""

    def __init__(
        self, field: Field, armies: tuple[Army, Army], pieces: Sequence[Piece]
    ) -> None:
        self.armies = armies
        self.pieces = pieces
        self.first = (0, len(armies[0].troops))
        """Where the units of each side begin."""
        posts = [post for army in armies for post in posts_of(army, field)]
        self.units = [_Unit(post) for post in posts]
        self.led: tuple[list[int], list[int]] = ([], [])
        """With which unit of its side each character is, by number; 0 for one who is slain."""
        self.deeds: dict[Deed, None] = {}
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
            self.note(event)
        yield self.scene(name, mark)

    def scene(self, name: str, mark: str) -> TurnScene:
        """What happened since the last scene, and how all stand after it."""
        near = self._near()
        posts: list[Post] = []
        strength = [0, 0]
        for place, (piece, unit) in enumerate(zip(self.pieces, self.units, strict=True)):
            army = self.armies[piece.side]
            led = self.led[piece.side]
            posts.append(
                Post(
                    at=unit.at,
                    stands=unit.stands,
                    attached=unit.attached,
                    confused=unit.confused,
                    engaged=place in near,
                    roles=tuple(
                        captain.role
                        for captain, with_ in zip(army.captains, led, strict=False)
                        if with_ == piece.number
                    ),
                    lost=unit.before - unit.stands,
                    slain=tuple(unit.slain),
                    fell=unit.fell,
                    fresh=unit.fresh,
                )
            )
            strength[piece.side] += unit.stands
            unit.before, unit.fresh, unit.slain = unit.stands, False, []
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

    def _near(self) -> set[int]:
        """The units that touch an enemy."""
        return {place for pair in self._pairs(range(len(self.units))) for place in pair}

    def _pairs(self, places: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Of these units the pairs of enemies that touch each other."""
        cells = {cell_of(self.units[n].at): n for n in places if self.units[n].fell is None}
        for cell, place in cells.items():
            if self.pieces[place].side == 0:
                for other in NEIGHBOURS[cell]:
                    enemy = cells.get(other)
                    if enemy is not None and self.pieces[enemy].side == 1:
                        yield place, enemy

    # ------------------------------------------------------------------ events

    def unit(self, side: SideName, number: int) -> _Unit:
        """The unit of that number."""
        return self.units[self.place(side, number)]

    def place(self, side: SideName, number: int) -> int:
        """Where the unit of that number is among all."""
        return self.first[SIDES.index(side)] + number - 1

    def note(self, event: Tagged) -> None:
        """Take an event in."""
        match event:
            case Stood():
                self._stood(event)
            case Moved() | MovedBack():
                self._moved(event)
            case Ordered() | Blundered():
                self._ordered(event)
            case Confusion():
                self.unit(event.side, event.number).confused = event.confused
            case CharacterWent():
                self.led[SIDES.index(event.side)][event.number - 1] = event.unit
            case CharacterSlain():
                self._slain(event)
            case UnitLost():
                unit = self.unit(event.side, event.number)
                unit.fell, unit.fresh = event.cause, True
                unit.stands, unit.attached, unit.confused = 0, False, False
            case StandsLost() | SpellChanged():
                self.unit(event.side, event.number).stands = event.stands
            case _:
                self._struck(event)

    def _stood(self, event: Stood) -> None:
        """The characters' places at the start; later this says nothing new."""
        if not event.round:
            for led, now in zip(self.led, event.characters, strict=True):
                led[:] = now

    def _moved(self, event: Moved | MovedBack) -> None:
        kind: DeedKind = "back"
        if isinstance(event, Moved):
            kind = "charge" if event.errand == "charge" else "move"
        if len(event.path) > 1:
            self._did(kind, event.side, *event.path)
        self.unit(event.side, event.number).at = event.path[-1]

    def _ordered(self, event: Ordered | Blundered) -> None:
        side = SIDES.index(event.side)
        start = self.unit(event.side, self.led[side][event.by - 1]).at
        if isinstance(event, Blundered):
            if not event.ignored_by:
                self.tests[1] -= 1
                self.tests[2] += 1
            return
        self.tests[0 if event.success else 1] += 1
        for number_ in event.units:
            place = self.place(event.side, number_)
            path = start, self.units[place].at
            kind: DeedKind = "order" if event.success else "failed"
            self.deeds[Deed(kind, side, path, place)] = None

    def _slain(self, event: CharacterSlain) -> None:
        side = SIDES.index(event.side)
        number_ = self.led[side][event.number - 1]
        role = self.armies[side].captains[event.number - 1].role
        self.led[side][event.number - 1] = 0
        if number_:
            self.unit(event.side, number_).slain.append(role)
        self.leaders.append(slain_told(event.side, role))

    def _struck(self, event: Tagged) -> None:
        """Shots, spells and blows, with what they did."""
        match event:
            case Shot():
                enemy = SIDES[1 - SIDES.index(event.side)]
                start = self.unit(event.side, event.number).at
                self._did("shot", event.side, start, self.unit(enemy, event.target).at)
                self._harm(event.harm)
            case SpellCast():
                self._cast(event)
            case SpellStruck():
                self._harm(event.harm)
            case EngagementBegan():
                places = [
                    self.place(side, n)
                    for side, units in zip(SIDES, event.units, strict=True)
                    for n in units
                ]
                for one, other in self._pairs(places):
                    self._did("fight", "attacker", self.units[one].at, self.units[other].at)
            case RoundFought():
                for harm in event.harms:
                    self._harm(harm)
            case _:
                pass

    def _cast(self, event: SpellCast) -> None:
        """Where a spell went, if it worked and nothing stopped it."""
        if not event.worked or event.stopped:
            return
        number_ = self.led[SIDES.index(event.side)][event.by - 1]
        start = self.unit(event.side, number_).at
        if event.direction is not None and event.targets:
            cell, side_number = cell_of(start), event.targets[-1]
            last, path = cell_of(self.unit(*side_number).at), [start]
            while cell != last and AROUND[cell][event.direction] >= 0:
                cell = AROUND[cell][event.direction]
                path.append(spot_of(cell))
            self._did("spell", event.side, *path)
            return
        for side, target in event.targets:
            at = self.unit(side, target).at
            self._did("spell", event.side, *((start, at) if at != start else (at,)))

    def _harm(self, harm: Harm) -> None:
        unit = self.unit(harm.side, harm.number)
        unit.stands = harm.stands
        unit.attached = harm.attached > 0

    def _did(self, kind: DeedKind, side: SideName, *path: Spot) -> None:
        self.deeds[Deed(kind, SIDES.index(side), path)] = None
