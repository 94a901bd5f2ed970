"""What a battle leaves in the world: armies and leaders, graves, merit, and who is told.

Sources: kingdoms.battle.escape, kingdoms.battle.leaders, kingdoms.battle.graves,
kingdoms.battle.sea, kingdoms.office.marshal, kingdoms.office.admiral, kingdoms.turn.reports,
kingdoms.spell.clairvoyance, kingdoms.action.trail.
"""

from __future__ import annotations

from typing import Annotated

from engine.battle import BattleRecord
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.kingdoms.battle.flight import drowning
from engine.packs.kingdoms.battle.happenings import LeaderEnded, UnitEnded
from engine.packs.kingdoms.battle.values import SIDES, Fielded, Setting, Side
from engine.packs.kingdoms.bouts import contest
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.dying import die
from engine.packs.kingdoms.crowns.encounters import settle
from engine.packs.kingdoms.crowns.experience import learn
from engine.packs.kingdoms.crowns.mustering import field_of
from engine.packs.kingdoms.crowns.offices import battle_merit
from engine.packs.kingdoms.crowns.provinces import around, holds, is_sea
from engine.packs.kingdoms.crowns.ventures.acting import phase_now, watchers
from engine.packs.kingdoms.crowns.ventures.burying import bury
from engine.packs.kingdoms.pieces.records import Army, Crown, Grave, Holding, Ruler
from engine.state import State


@facts
class KingdomBattleFought(Event):
    """Two sides fought a battle; neighbours learn who fought and who won."""

    kind = "kingdoms-battle"

    holding: int
    phase: int
    attacker: int
    """The kingdom that attacked."""
    defender: int
    """The kingdom that defended; 0 for the militia of an independent province."""
    winner: str
    """`attacker` or `defender`."""
    lost: Annotated[tuple[int, ...], Level.OWN]
    """The armies that are gone."""
    slain: Annotated[tuple[int, ...], Level.OWN]
    """The leaders who were slain."""
    drowned: Annotated[tuple[int, ...], Level.OWN]
    """The cargo that drowned when its ships were lost."""
    record: Annotated[BattleRecord, Level.OWN]


class Outcome:
    """The carrying out of one battle's outcome."""

    def __init__(self, state: State, record: BattleRecord) -> None:
        self.state, self.world, self.record = state, state.world, record
        self.fight = record.engagements[-1]
        self.duel = record.engagements[0] if len(record.engagements) > 1 else None
        setting, *sides = self.fight.participants
        assert isinstance(setting, Setting)
        self.sides = [side for side in sides if isinstance(side, Side)]
        self.holding = self.world.get(Holding, setting.province)
        content = state.module.content(ArmyContent)
        self.sea = content.grounds[setting.ground].sea
        self.units = [each for each in self.fight.events if isinstance(each, UnitEnded)]
        self.leaders = [each for each in self.fight.events if isinstance(each, LeaderEnded)]
        self.watching = [
            faction
            for each in self.leaders
            for faction in watchers(self.world, self.world.get(Ruler, each.leader.id))
        ]
        """The factions that watch or trail a leader, as it was before."""

    def run(self) -> None:
        """Carry it out, and tell both sides, the neighbours, and the watchers of a leader."""
        lost = [self._unit(each) for each in self.units]
        self._duel()
        for each in self.leaders:
            self._leader(each)
        drowned = self._drown()
        event = KingdomBattleFought(
            holding=self.holding.id,
            phase=phase_now(self.state),
            attacker=self.sides[0].crown,
            defender=self.sides[1].crown,
            winner=self.fight.winner,
            lost=tuple(id for id in lost if id),
            slain=tuple(each.leader.id for each in self.leaders if each.fate == "slain"),
            drowned=tuple(drowned),
            record=self.record,
        )
        own = [crown.faction for side in self.sides if (crown := self._crown(side.crown))]
        heard = dict.fromkeys((*self._neighbours(), *self.watching))
        told = [faction for faction in heard if faction not in own]
        self.state.emit_to(event, own=own, told=told)

    def _crown(self, id: int) -> Crown | None:
        return self.world.find(Crown, id) if id else None

    def _neighbours(self) -> list[int]:
        """The factions that own an adjacent province (kingdoms.turn.reports)."""
        owners = dict.fromkeys(
            self.world.get(Holding, id).owner for id in around(self.world, self.holding.id)
        )
        crowns = (self._crown(owner) for owner in sorted(owners))
        return [crown.faction for crown in crowns if crown]

    # ------------------------------------------------------------------ armies

    def _unit(self, ended: UnitEnded) -> int:
        """Carry out what became of an army; its id if it is gone, else 0."""
        world, army = self.world, self.world.get(Army, ended.piece.id)
        match ended.fate:
            case "stays" | "escaped":
                where = ended.to or army.holding
                kept = army.replace(
                    quality=ended.quality,
                    holding=where,
                    leader=0 if self._orphaned(army) else army.leader,
                    bitten=army.bitten or bool(ended.bitten),
                )
                world.put(kept)
                return 0
            case "mercenary":
                world.put(
                    army.replace(quality=ended.quality, crown=0, leader=0, militia=False, came=0)
                )
            case "buried":
                bury(self.state, army)
            case _:
                world.remove(army)
                if ended.grave:
                    world.add(
                        Grave,
                        holding=self.holding.id,
                        army=ended.grave.type,
                        race=ended.grave.race,
                        quality=ended.grave.quality,
                        turn=self.state.now.turn,
                    )
        return army.id

    def _orphaned(self, army: Army) -> bool:
        """Whether an army is garrison of what it has won, its leader slain in the duel.

        Its kingdom may hold the province now (kingdoms.battle.duel, kingdoms.character.death).
        """
        slain = any(
            each.leader.id == army.leader
            and each.fate == "slain"
            and each.side == self.fight.winner
            for each in self.leaders
        )
        types = self.state.module.content(ArmyContent).army_types
        return slain and holds(types[army.type], sea=self.sea)

    def _drown(self) -> list[int]:
        """Cargo without a berth, in the forces that fought at sea."""
        world, content = self.world, self.state.module.content(ArmyContent)
        forces: dict[tuple[int, int, int], list[Army]] = {}
        for ended in self.units if self.sea else ():
            army = world.find(Army, ended.piece.id)
            if army and is_sea(world, content, world.get(Holding, army.holding)):
                forces.setdefault((army.crown, army.holding, army.leader), []).append(army)
        gone: list[int] = []
        for (_, holding, _), armies in forces.items():
            field = field_of(self.state, world.get(Holding, holding))
            fielded = [
                Fielded(piece=army.place, type=army.type, race=army.race, quality=army.quality)
                for army in armies
            ]
            for each in drowning(field, fielded):
                world.remove(world.get(Army, each.piece.id))
                gone.append(each.piece.id)
        return gone

    # ------------------------------------------------------------------ leaders

    def _duel(self) -> None:
        """What the champions' duel did to both (kingdoms.battle.duel)."""
        if self.duel:
            settle(self.state, contest.fighters(self.duel), contest.end_of(self.duel))

    def _leader(self, ended: LeaderEnded) -> None:
        world, ruler = self.world, self.world.get(Ruler, ended.leader.id)
        if ended.supreme:
            self._credit(ruler, SIDES.index(ended.side))
            ruler = world.get(Ruler, ruler.id)
        if ended.fate == "slain":
            self._strand(ruler)
            if ruler.alive:
                die(self.state, ruler.id, "battle")
            return
        if ended.fate == "escaped" and ended.to:
            doings = ruler.doings.replace(stopped=True)
            world.put(ruler.replace(holding=ended.to, doings=doings))
        if ended.learns:
            learn(self.state, world.get(Ruler, ruler.id), "NA" if self.sea else "TA")
        self._strand(world.get(Ruler, ruler.id))

    def _strand(self, ruler: Ruler) -> None:
        """Armies that got away elsewhere than their leader have none any more."""
        for army in list(self.world.by(Army, "leader", ruler.id)):
            if army.holding != ruler.holding:
                self.world.put(army.replace(leader=0))

    def _credit(self, ruler: Ruler, side: int) -> None:
        """Merit for the supreme commander, by the units that stood in the line."""
        won = self.fight.winner == SIDES[side]
        units = [len(each.armies) for each in self.sides]
        points = battle_merit(won=won, enemy=units[1 - side], friendly=units[side])
        merit = ruler.merit
        more = {"sea": merit.sea + points} if self.sea else {"land": merit.land + points}
        self.world.put(ruler.replace(merit=merit.replace(**more)))
