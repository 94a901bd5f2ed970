"""What a battle of Warmaster leaves in the world of Cohorts.

The destroyed are gone, the hurt keep their wounds, and the beaten are taken prisoner, displaced and
robbed by the base rules. Sources: warmaster.map.result, warmaster.map.experience,
warmaster.map.items.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.battle import QUEST, BattleRecord
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.battle import captives, dispersal, rewards, witness
from engine.packs.cohorts.battle.muster import Band, hosts
from engine.packs.cohorts.battle.record import Participant, UnitOutcome
from engine.packs.cohorts.battle.told import BattleRewarded, Learned
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.possessions import move
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.worth import losses
from engine.packs.cohorts.worth.experience import divided, earn
from engine.packs.cohorts.worth.levels import counts, stack_level
from engine.packs.warmaster.battle.values import ATTACKER
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.outcome import PieceFate, result_of
from engine.packs.warmaster.pieces import carried, leader_of
from engine.state import State
from engine.world import Place


@facts
class WarmasterFought(Event):
    """Two armies fought by the rules of Warmaster; both sides are told all of it."""

    kind = "warmaster-battle"

    province: int
    winner: int
    """The faction that has won; 0 for nobody's."""
    loser: int
    by_time: bool
    """Whether the attack failed because no round was left."""
    fell: tuple[str, ...]
    """The winner's units and characters that are no more."""
    beaten: tuple[str, ...]
    """The loser's."""
    spared: tuple[str, ...]
    """Slain characters who live."""
    items: tuple[str, ...]
    """Magic items that the winner took from the fallen, by key."""
    record: BattleRecord


class Aftermath:
    """The carrying out of one battle's outcome."""

    def __init__(self, state: State, record: BattleRecord) -> None:
        self.state, self.world, self.record = state, state.world, record
        self.clash = record.clash
        self.war = state.module.content(WarmasterContent)
        self.hosts = hosts(self.world, self.clash)
        self.result = result_of(record, self.war.warmaster.mercy_wounds)
        self.winner = self.result.winner
        self.before = {fate.piece: self._piece(fate.piece) for fate in self.result.fates}
        self.level = stack_level(
            piece
            for fate in self.result.fates
            if fate.side != self.winner and (piece := self.before[fate.piece])
        )
        self.items: list[str] = []

    def run(self) -> None:
        """Carry it out and tell both sides."""
        units = list(self._units())
        self._take_items()
        self._tell()
        self._wound()
        self._bury()
        self._reward()
        self._remember()
        if self.result.by_time:
            self._hold_the_spared()
            self._go_back()
        else:
            captives.take(self.state, self.clash, self.hosts, self.winner, units)
            dispersal.give_way(self.state, self.clash, self.hosts, self.winner)
        if self.clash.trigger != QUEST:  # whose foes are gone when it is over
            witness.remember(self.state, self.clash, self.hosts, units)

    # ------------------------------------------------------------------ who it was

    def _piece(self, place: Place) -> Character | Unit | None:
        found = self.world.at(place)
        return found if isinstance(found, Character | Unit) else None

    def _units(self) -> Iterator[tuple[Participant, UnitOutcome]]:
        """Everyone who fought and how it came out, as the base rules take them."""
        for fate in self.result.fates:
            piece = self.before[fate.piece]
            if piece is None:
                continue
            wounds = float(piece.wounds if fate.wounds is None else fate.wounds)
            yield (
                Participant(
                    place=piece.place,
                    name=piece.name,
                    player=piece.player,
                    side=fate.side,
                    force=piece.holder,
                    race=piece.race,
                    arm=piece.arm if isinstance(piece, Unit) else "",
                    type=piece.type if isinstance(piece, Unit) else piece.job,
                    soldiers=heads(piece) if isinstance(piece, Unit) else 1,
                    hex=0,
                    wounds=float(piece.wounds),
                    morale=float(piece.morale),
                ),
                UnitOutcome(
                    wounds=wounds, state="dead" if fate.dead else "fighting", hex=0, dealt=0.0
                ),
            )

    def _factions(self, side: int) -> tuple[int, ...]:
        return tuple(dict.fromkeys(host.faction for host in self.hosts[side] if host.faction))

    def _keeper(self) -> Band | None:
        """Who of the winners takes what the beaten lose: a stack that lives, else the city."""
        gone = {fate.piece for fate in self.result.fates if fate.dead}
        bands = sorted(self.hosts[self.winner], key=lambda band: band.place.kind == City.kind)
        for band in bands:
            if band.place.kind not in (Stack.kind, City.kind):
                continue
            within = pieces_in(self.world, band.place)
            if band.place.kind == City.kind or any(
                counts(piece) and piece.place not in gone for piece in within
            ):
                return band
        return None

    # ------------------------------------------------------------------ the result

    def _take_items(self) -> None:
        """Items of the loser's destroyed units and slain characters go to the winner.

        Those of the winner's own fall to who of them holds the field. Source: warmaster.map.items.
        """
        keeper = self._keeper()
        for fate in self.result.fates:
            piece = self.before[fate.piece]
            if piece is None or not (fate.dead or fate.spared):
                continue
            item = carried(self.world, piece)
            lost = fate.side != self.winner
            if not (item and keeper and (lost or fate.dead)):
                continue
            move(self.world, piece.place, keeper.place, item, 1)
            if lost:
                self.items.append(item)
            if isinstance(piece, Character):
                self.world.put(piece.replace(ext=leader_of(piece).replace(item="")))

    def _tell(self) -> None:
        gone: tuple[list[str], list[str]] = ([], [])
        spared: list[str] = []
        for fate in self.result.fates:
            piece = self.before[fate.piece]
            if piece and fate.dead:
                gone[fate.side != self.winner].append(piece.name)
            elif piece and fate.spared:
                spared.append(piece.name)
        won, lost = self._factions(self.winner), self._factions(1 - self.winner)
        event = WarmasterFought(
            province=self.clash.ground,
            winner=next(iter(won), 0),
            loser=next(iter(lost), 0),
            by_time=self.result.by_time,
            fell=tuple(gone[0]),
            beaten=tuple(gone[1]),
            spared=tuple(spared),
            items=tuple(self.items),
            record=self.record,
        )
        self.state.emit_to(event, own=(*won, *lost))

    def _wound(self) -> None:
        for fate in self.result.fates:
            piece = self._piece(fate.piece)
            if piece and fate.wounds is not None and not fate.dead:
                self.world.put(piece.replace(wounds=fate.wounds))

    def _bury(self) -> None:
        """Destroyed units are gone, ships sink with all aboard, characters leave their bodies."""
        for fate in self.result.fates:
            piece = self._piece(fate.piece)
            if piece is None or not fate.dead:
                continue
            if isinstance(piece, Character):
                losses.die(self.world, piece)
            elif piece.arm == "ship":
                self._sink(piece)
            else:
                losses.destroy(self.world, piece, self.clash.ground)

    def _sink(self, ship: Unit) -> None:
        """Characters aboard whom the dice spare come out of the water (warmaster.map.naval)."""
        spared = [fate.piece for fate in self.result.fates if not fate.dead]
        for character in list(self.world.by(Character, "holder", ship.holder)):
            if character.ship == ship.id and character.place in spared:
                self.world.put(character.replace(ship=0))
        sink(self.state, ship)

    def _reward(self) -> None:
        """Experience for the beaten, for the winner's surviving characters alone.

        Source: warmaster.map.experience.
        """
        figures = self.state.module.content(Content).experience
        xp = rewards.conquest(figures, self.level)
        heroes = [hero for fate in self.result.fates if (hero := self._survivor(fate))]
        if not xp or not heroes:
            return
        shares = divided(figures, xp, [hero.level for hero in heroes])
        told: dict[int, list[Learned]] = {}
        for hero, share in zip(heroes, shares, strict=True):
            earn(self.state, hero, share)
            learned = Learned(piece=hero.place, name=hero.name, xp=share, morale=hero.morale)
            told.setdefault(faction_of(self.world, hero), []).append(learned)
        for faction, each in told.items():
            event = BattleRewarded(province=self.clash.ground, won=True, pieces=tuple(each))
            self.state.emit_to(event, own=(faction,))

    def _survivor(self, fate: PieceFate) -> Character | None:
        piece = self._piece(fate.piece)
        lives = fate.side == self.winner and not fate.dead
        return piece if lives and isinstance(piece, Character) else None

    def _remember(self) -> None:
        """Count the battle among the deeds of those who led in it, the fallen too."""
        for fate in self.result.fates:
            piece = self._piece(fate.piece)
            if isinstance(piece, Character):
                won = ("victory",) if fate.side == self.winner else ()
                self.world.put(piece.having_done("battle", *won))

    # ------------------------------------------------------------------ an attack that failed

    def _hold_the_spared(self) -> None:
        """Slain attackers who live, and the bodies of the others, stay in the winner's hands."""
        left = [
            (unit, outcome)
            for unit, outcome in self._units()
            if unit.side != self.winner and unit.place.kind == Character.kind
        ]
        fallen = {
            fate.piece
            for fate in self.result.fates
            if fate.side != self.winner and (fate.spared or fate.dead)
        }
        for unit, _ in left:
            piece = self._piece(unit.place)
            if piece and piece.place in fallen:
                self._left_behind(piece)

    def _left_behind(self, piece: Character | Unit) -> None:
        holder = captives.container(self.world, self.hosts[self.winner], list(self._units()))
        if holder and holder.player:
            captives.put_away(self.world, piece, holder.place, holder.player)
        else:
            captives.put_away(self.world, piece, Place("province", self.clash.ground))

    def _go_back(self) -> None:
        """Both keep what they have, and the attacker goes back to where it came from."""
        origin, first = self.clash.origin, self.hosts[ATTACKER][0]
        emptied = tuple(band for band in self.hosts[ATTACKER] if self._emptied(band))
        dispersal.give_way(self.state, self.clash, (emptied, ()), self.winner)
        stack = self.world.find(Stack, first.place.id) if first.place.kind == Stack.kind else None
        if origin and stack:
            self.world.put(stack.replace(province=origin.id))

    def _emptied(self, band: Band) -> bool:
        within = pieces_in(self.world, band.place)
        return band.place.kind == Stack.kind and not any(True for _ in within)
