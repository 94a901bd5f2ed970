"""A battle in lines as scenes: array, duel, lines, column after column, and what became of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from bot.faces.battle.scene import Setting
from bot.faces.battle.told import winner_of
from bot.faces.kingdoms.battle.columns import (
    ARRAY,
    BattleStep,
    Clashed,
    ColumnBattle,
    Happened,
    LineSetting,
    Troop,
)
from bot.faces.kingdoms.battle.telling import Teller
from bot.faces.kingdoms.bouts.rounds import BoutSetting, encounter_in
from bot.faces.kingdoms.looks import ARMY
from bot.faces.words.text import clean, number
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.kingdoms.battle import values
from engine.packs.kingdoms.battle.happenings import (
    Bitten,
    ColumnFought,
    Dueled,
    Gained,
    LeaderEnded,
    LineFormed,
    Spot,
    Struck,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.values import SIDES

DUEL: Final = "Duel"
LINES: Final = "Lines"
END: Final = "Aftermath"
E = TypeVar("E", bound=Tagged)
_LEFT: Final = ("stays", "escaped")


def column_name(column: int) -> str:
    """What the fight in a column is called, in scenes and in the account."""
    return f"Column {column}"


def column_battle(record: BattleRecord, setting: Setting) -> ColumnBattle:
    """The battle of a record."""
    fight = record.engagements[-1]
    assert isinstance(setting, LineSetting)
    told = next(p for p in fight.participants if isinstance(p, values.Setting))
    teller = Teller(fight, setting.terms, clean)
    formed = next(iter(of(fight, LineFormed)), None)
    one, other = (tuple(teller.who(each.piece) for each in s.leaders) for s in teller.sides)
    duels = [step for each in record.engagements[:-1] for step in _duel(each, setting)]
    course = _Course(fight, teller, duels)
    return ColumnBattle(
        setting=setting,
        ground=told.illusion or told.ground,
        troops=tuple(_troops(fight, teller, setting)) if formed else (),
        columns=formed.contested if formed else 0,
        leaders=(one, other),
        event=next((happened(each, teller) for each in of(fight, Struck) if not each.column), None),
        scenes=tuple(course.scenes()),
        winner=winner_of(record),
    )


def _duel(fight: Engagement, setting: LineSetting) -> tuple[tuple[int, str], ...]:
    """What was done in the duel before a battle."""
    met = BoutSetting(
        title=DUEL, subtitle="", turn=setting.turn, sides=setting.sides, terms=setting.terms
    )
    return encounter_in(fight, met, None).whole.steps


def of(fight: Engagement, kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [each for each in fight.events if isinstance(each, kind)]


def happened(event: Struck, teller: Teller) -> Happened:
    """An event of the battle or of a column."""
    return Happened(SIDES.index(event.side), teller.terms.event(event.event), event.factor)


def _troops(fight: Engagement, teller: Teller, setting: LineSetting) -> Iterator[Troop]:
    weighed = {(each.side, each.number): each for each in of(fight, Weighed)}
    for formed in of(fight, LineFormed):
        for spot in formed.spots:
            yield _troop(spot, weighed[spot.side, spot.number], formed, teller, setting)


def _troop(
    spot: Spot, weighed: Weighed, formed: LineFormed, teller: Teller, setting: LineSetting
) -> Troop:
    army = teller.armies[spot.piece]
    return Troop(
        side=SIDES.index(spot.side),
        number=spot.number,
        name=teller.who(spot.piece),
        kind=teller.kind(army),
        icon=setting.looks.icon("army_types", army.type, ARMY),
        column=spot.column,
        place=(spot.number - 1) % formed.length + 1,
        row=spot.row,
        flies=spot.flies,
        quality=weighed.quality,
        strength=weighed.strength,
        nemesis=teller.who(weighed.nemesis) if weighed.nemesis else "",
        fanatical=weighed.fanatical,
    )


class _Course:
    """Both sides while the record is read."""

    def __init__(self, fight: Engagement, teller: Teller, duels: Sequence[tuple[int, str]]) -> None:
        self.fight, self.teller, self.duels = fight, teller, duels
        self.left = [len(side.armies) for side in teller.sides]
        self.fates: dict[tuple[int, int], str] = {}
        self.fought: dict[int, Clashed] = {}

    def scenes(self) -> Iterator[BattleStep]:
        """Scene by scene."""
        yield self._scene(ARRAY, "0", [], board=True)
        duels = of(self.fight, Dueled)
        if duels:
            yield self._scene(DUEL, "D", duels, more=self.duels, board=True)
        formed = of(self.fight, LineFormed)
        struck = [each for each in of(self.fight, Struck) if not each.column]
        for each in formed:
            for piece in each.buried:
                side = next(n for n, s in enumerate(self.teller.sides) if piece in _pieces(s))
                self.left[side] -= 1
        if any(each.spots for each in formed):
            scene = self._scene(LINES, "L", [*formed, *struck], more=self._frights())
            yield scene
        for clash in of(self.fight, ColumnFought):
            yield self._column(clash)
        yield self._end()

    def _frights(self) -> Iterator[tuple[int, str]]:
        for each in of(self.fight, Weighed):
            if each.nemesis:
                name, foe = self.teller.at(each.side, each.number), self.teller.who(each.nemesis)
                yield SIDES.index(each.side), f"{name} feared {foe}, its nemesis."

    def _column(self, clash: ColumnFought) -> BattleStep:
        """A column: its event, its strengths, and what it cost."""
        column = clash.number
        numbers = {
            (spot.side, spot.number)
            for formed in of(self.fight, LineFormed)
            for spot in formed.spots
            if spot.column == column
        }
        struck = [each for each in of(self.fight, Struck) if each.column == column]
        came: list[Tagged] = [
            each
            for each in self.fight.events
            if isinstance(each, Suffered | Bitten | Gained) and (each.side, each.number) in numbers
        ]
        for each in came:
            if isinstance(each, Suffered) and each.loss != "unhurt":
                self.fates[SIDES.index(each.side), each.number] = each.loss
                self.left[SIDES.index(each.side)] -= each.loss == "destroyed"
        event = happened(struck[0], self.teller) if struck else None
        self.fought[column] = Clashed(clash.strengths, SIDES.index(clash.winner), event)
        return self._scene(column_name(column), str(column), [*struck, clash, *came], column=column)

    def _end(self) -> BattleStep:
        """What became of everyone."""
        ends = [*of(self.fight, LeaderEnded), *of(self.fight, UnitEnded)]
        for each in ends:
            if isinstance(each, UnitEnded) and each.number:
                at = SIDES.index(each.side), each.number
                if each.fate not in ("stays", "destroyed"):
                    self.fates[at] = each.fate
                elif each.fate == "destroyed":
                    self.fates[at] = "destroyed"
        stay = [
            SIDES.index(each.side)
            for each in ends
            if isinstance(each, UnitEnded) and each.fate in _LEFT
        ]
        self.left = [stay.count(0), stay.count(1)]
        return self._scene(END, "E", ends)

    def _scene(
        self,
        name: str,
        mark: str,
        events: Sequence[Tagged],
        *,
        more: Iterable[tuple[int, str]] = (),
        column: int = 0,
        board: bool = False,
    ) -> BattleStep:
        told = [self.teller.tell(event) for event in events]
        steps = [(each.side, each.what) for each in told if each and not each.quiet]
        return BattleStep(
            name=name,
            mark=mark,
            strength=(self.left[0], self.left[1]),
            steps=(*(steps or self._counts(name)), *more),
            fates=dict(self.fates),
            fought=dict(self.fought),
            column=column,
            board=board,
        )

    def _counts(self, name: str) -> list[tuple[int, str]]:
        """Who came."""
        if name != ARRAY:
            return []
        told: list[tuple[int, str]] = []
        for place, side in enumerate(self.teller.sides):
            for each in side.contingents:
                count = number(len(each.armies), "army", "armies")
                if each.leader:
                    what = f"{self.teller.who(each.leader.piece)} came with {count}."
                else:
                    what = f"{count} came without a leader."
                told.append((place, what))
        return told


def _pieces(side: values.Side) -> list[object]:
    return [army.piece for army in side.armies]
