"""What a battle in lines leaves in the world of Cohorts.

Destroyed and paroled units are gone, units that lost quality have 25 more wounds instead, and the
beaten are displaced, taken prisoner and robbed by the base rules, which give experience too. Trolls
do not come back and bites have no effect: there are no mercenaries, and no Werebeasts to become.
Source: kingdoms.mapping.battle-for-base-units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.battle import QUEST, BattleRecord
from engine.packs.cohorts.battle import captives, dispersal, rewards, witness
from engine.packs.cohorts.battle.muster import hosts
from engine.packs.cohorts.battle.record import Participant, UnitOutcome
from engine.packs.cohorts.battle.told import BattleRewarded, Learned
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.things.spoils import spoils
from engine.packs.cohorts.worth import losses
from engine.packs.cohorts.worth.experience import earn
from engine.packs.cohorts.worth.levels import encounter_level, stack_level
from engine.packs.kingdoms.battle.happenings import (
    LeaderEnded,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought
from engine.packs.kingdoms.battle.values import SIDES
from engine.state import State
from engine.world import Place

_REDUCED: Final = 25
"""Wounds in percent for a lost level of quality."""
_KILLED: Final = 100
_LEFT: Final = frozenset(("stays", "escaped"))


class Aftermath:
    """The carrying out of one battle's outcome."""

    def __init__(self, state: State, record: BattleRecord) -> None:
        self.state, self.world, self.record = state, state.world, record
        self.clash, self.fight = record.clash, record.engagements[-1]
        self.hosts = hosts(self.world, self.clash)
        self.winner = SIDES.index("attacker" if record.winner == "attacker" else "defender")
        self.ends = {e.piece: e for e in self.fight.events if isinstance(e, UnitEnded)}
        self.leaders = {e.leader: e for e in self.fight.events if isinstance(e, LeaderEnded)}
        self.before = {place: self._piece(place) for place in (*self.ends, *self.leaders)}
        self.units = list(self._units())

    def run(self) -> None:
        """Carry it out and tell both sides."""
        self._tell()
        came_to_blows = len({self._side(place) for place in self.ends}) == len(SIDES)
        if came_to_blows:
            levels = [self._level(side) for side in range(len(SIDES))]
            self._wound()
            self._bury()
            self._reward(levels)
            self._remember()
        captives.take(self.state, self.clash, self.hosts, self.winner, self.units)
        dispersal.give_way(self.state, self.clash, self.hosts, self.winner)
        if came_to_blows and self.clash.trigger != QUEST:  # whose foes are gone when it is over
            witness.remember(self.state, self.clash, self.hosts, self.units)

    # ------------------------------------------------------------------ who it was

    def _piece(self, place: Place) -> Character | Unit | None:
        found = self.world.at(place)
        return found if isinstance(found, Character | Unit) else None

    def _side(self, place: Place) -> int:
        ended = self.ends.get(place) or self.leaders[place]
        return SIDES.index(ended.side)

    def _dead(self, place: Place) -> bool:
        """Whether a piece did not live through it."""
        if place in self.leaders:
            return self.leaders[place].fate == "slain"
        piece = self.before[place]
        return self.ends[place].fate not in _LEFT or (
            piece is not None and self._wounds(piece) >= _KILLED
        )

    def _wounds(self, piece: Character | Unit) -> float:
        """The wounds that it has now, in percent."""
        ended = self.ends.get(piece.place)
        hurt = ended and any(
            isinstance(e, Suffered)
            and (e.side, e.number) == (ended.side, ended.number)
            and e.loss == "reduced"
            for e in self.fight.events
        )
        return float(piece.wounds) + (_REDUCED if hurt else 0)

    def _units(self) -> Iterator[tuple[Participant, UnitOutcome]]:
        """Everyone who fought and how it came out, as the base rules take them."""
        dealt = self._dealt()
        for place, piece in self.before.items():
            if piece is None:
                continue
            dead, unit = self._dead(place), isinstance(piece, Unit)
            wounds = float(_KILLED) if dead else self._wounds(piece)
            yield (
                Participant(
                    place=place,
                    name=piece.name,
                    player=piece.player,
                    side=self._side(place),
                    force=piece.holder,
                    race=piece.race,
                    arm=piece.arm if isinstance(piece, Unit) else "",
                    type=piece.type if isinstance(piece, Unit) else piece.job,
                    soldiers=heads(piece) if unit else 1,
                    hex=0,
                    wounds=float(piece.wounds),
                    morale=float(piece.morale),
                ),
                UnitOutcome(
                    wounds=wounds,
                    state="dead" if dead else "fighting",
                    hex=0,
                    dealt=dealt.get(place, 0.0),
                ),
            )

    def _dealt(self) -> Mapping[Place, float]:
        """The strength of each unit, which divides the units' experience."""
        numbers = {(e.side, e.number): e.piece for e in self.ends.values()}
        return {
            numbers[e.side, e.number]: float(e.strength)
            for e in self.fight.events
            if isinstance(e, Weighed) and (e.side, e.number) in numbers
        }

    def _level(self, side: int) -> int:
        """The encounter level of a side as it was before."""
        pieces = (p for place, p in self.before.items() if p and self._side(place) == side)
        return stack_level(pieces)

    # ------------------------------------------------------------------ the result

    def _tell(self) -> None:
        factions = [
            tuple(dict.fromkeys(host.faction for host in side if host.faction))
            for side in self.hosts
        ]
        gone: tuple[list[str], list[str]] = ([], [])
        paroled: list[str] = []
        for place, piece in self.before.items():
            ended = self.ends.get(place)
            if piece and ended and ended.fate == "paroled":
                paroled.append(piece.name)
            elif piece and self._dead(place):
                gone[self._side(place) != self.winner].append(piece.name)
        event = LinesFought(
            province=self.clash.ground,
            winner=next(iter(factions[self.winner]), 0),
            loser=next(iter(factions[1 - self.winner]), 0),
            fell=tuple(gone[0]),
            beaten=tuple(gone[1]),
            paroled=tuple(paroled),
            record=self.record,
        )
        self.state.emit_to(event, own=(*factions[0], *factions[1]))

    def _wound(self) -> None:
        for unit, outcome in self.units:
            piece = self._piece(unit.place)
            if piece and outcome.state != "dead":
                wounds = rewards.stored_wounds(outcome.wounds)
                self.world.put(piece.replace(wounds=wounds))

    def _bury(self) -> None:
        """The dead: ships sink, units are gone, leaders lie there; what races leave joins a cache.

        Sources: cohorts.battle.dead-units, cohorts.race.kill-resources.
        """
        killed: dict[str, int] = {}
        for unit, outcome in self.units:
            piece = self._piece(unit.place)
            if outcome.state != "dead" or piece is None:
                continue
            killed[unit.race] = killed.get(unit.race, 0) + unit.soldiers
            if isinstance(piece, Character):
                losses.die(self.world, piece)
            elif piece.arm == "ship":
                sink(self.state, piece)
            else:
                losses.destroy(self.world, piece, self.clash.ground)
        cache = Place("province", self.clash.ground)
        for item, number in spoils(self.state.module.content(Content), killed).items():
            give(self.world, cache, item, number)

    def _reward(self, levels: list[int]) -> None:
        """Experience by the base rules for those who lived (cohorts.battle.experience)."""
        figures = self.state.module.content(Content).experience
        for side in range(len(SIDES)):
            xp = rewards.conquest(figures, levels[1 - side])
            if side != self.winner:
                xp = rewards.defeat(xp, *self._killed(1 - side))
            living = [
                (piece, outcome.dealt)
                for unit, outcome in self.units
                for piece in (self._piece(unit.place),)
                if unit.side == side and piece and outcome.state != "dead"
            ]
            sharers = [
                rewards.Sharer(
                    isinstance(piece, Character), encounter_level(piece), heads(piece), dealt
                )
                for piece, dealt in living
            ]
            shares = rewards.shares(figures, xp, sharers)
            told: dict[int, list[Learned]] = {}
            for (piece, _), share in zip(living, shares, strict=True):
                earn(self.state, piece, share)
                learned = Learned(piece=piece.place, name=piece.name, xp=share, morale=piece.morale)
                told.setdefault(faction_of(self.world, piece), []).append(learned)
            for faction, each in told.items():
                event = BattleRewarded(
                    province=self.clash.ground, won=side == self.winner, pieces=tuple(each)
                )
                self.state.emit_to(event, own=(faction,))

    def _killed(self, side: int) -> tuple[int, int]:
        """How many soldiers a side had, and how many of them the battle has killed."""
        present, dead = 0, 0
        for unit, outcome in self.units:
            if unit.side == side:
                present += unit.soldiers
                dead += rewards.killed(
                    unit.soldiers,
                    outcome.wounds - unit.wounds,
                    dead=outcome.state == "dead",
                    character=unit.place.kind == Character.kind,
                )
        return present, dead

    def _remember(self) -> None:
        """Count the battle among the deeds of those who led in it, the fallen too."""
        for unit, _ in self.units:
            piece = self._piece(unit.place)
            if isinstance(piece, Character):
                won = ("victory",) if unit.side == self.winner else ()
                self.world.put(piece.having_done("battle", *won))
