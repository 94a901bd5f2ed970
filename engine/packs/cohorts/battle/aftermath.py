"""What a battle leaves behind: wounds, the dead, experience and morale, and what both sides learn.

Who is taken prisoner is in `captives`, where the beaten go in `dispersal`; a city that falls with
its garrison is in `marching.conquest`. Sources: cohorts.battle.dead-units,
cohorts.battle.statuses-end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.battle import QUEST, BattleRecord, Clash, Engagement
from engine.packs.cohorts.battle import captives, dispersal, rewards, witness
from engine.packs.cohorts.battle.muster import Band, hosts
from engine.packs.cohorts.battle.record import (
    BattleEnded,
    CombatSpellCast,
    Fell,
    Participant,
    UnitOutcome,
)
from engine.packs.cohorts.battle.told import BattleFought, BattleRewarded, Learned
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.things.spoils import spoils
from engine.packs.cohorts.worth import losses
from engine.packs.cohorts.worth.experience import earn
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State
from engine.world import Place


@dataclass(frozen=True, slots=True)
class FinishedBattle:
    """A battle that is over, with the forces that met in it as they stood before."""

    clash: Clash
    fight: Engagement
    sides: tuple[tuple[Band, ...], tuple[Band, ...]]

    @property
    def ended(self) -> BattleEnded:
        """How it ended."""
        last = self.fight.events[-1]
        assert isinstance(last, BattleEnded)
        return last

    @property
    def came_to_blows(self) -> bool:
        """Whether both sides had anybody to fight (cohorts.battle.no-opposition)."""
        return all(army.soldiers for army in self.ended.armies)

    def units(self) -> list[tuple[Participant, UnitOutcome]]:
        """Everyone who took part, with how it came out."""
        found = [each for each in self.fight.participants if isinstance(each, Participant)]
        return list(zip(found, self.ended.outcomes, strict=True))


def carry_out(state: State, record: BattleRecord) -> None:
    """Write the outcome of a battle into the world and tell both sides.

    What befalls a city whose garrison was beaten is for the caller (`marching.conquest`).
    """
    fight = record.engagements[-1]
    end = FinishedBattle(record.clash, fight, hosts(state.world, record.clash))
    factions = [_factions(side) for side in end.sides]
    told = BattleFought(
        province=end.clash.ground,
        attackers=factions[0],
        defenders=factions[1],
        record=record,
    )
    state.emit_to(told, own=(*factions[0], *factions[1]))
    if end.came_to_blows:
        _wound(state, end)
        _spend_mana(state, end)
        _bury(state, end)
        _reward(state, end)
        _remember(state, end)
    captives.take(state, end.clash, end.sides, end.ended.winner, end.units())
    dispersal.give_way(state, end.clash, end.sides, end.ended.winner)
    if end.came_to_blows and end.clash.trigger != QUEST:  # whose foes are gone when it is over
        witness.remember(state, end.clash, end.sides, end.units())


def _factions(side: tuple[Band, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(host.faction for host in side if host.faction))


def _piece(state: State, place: Place) -> Character | Unit | None:
    """A piece of the record as it is now, None once it is gone."""
    found = state.world.at(place)
    return found if isinstance(found, Character | Unit) else None


# ---------------------------------------------------------------- wounds and deaths


def _wound(state: State, end: FinishedBattle) -> None:
    """The living keep their wounds, and the poison on their weapons is used up.

    Sources: cohorts.battle.wounds, cohorts.order.make-poison-weapons.
    """
    for unit, outcome in end.units():
        piece = _piece(state, unit.place)
        if piece and outcome.state != "dead":
            worn = {place: _wiped(name) for place, name in piece.equipment.items()}
            wounds = rewards.stored_wounds(outcome.wounds)
            state.world.put(piece.replace(wounds=wounds, equipment=worn))


def _wiped(name: str) -> str:
    item = item_of(name)
    return str(item._replace(poison="", poison_quality=0)) if item.poison else name


def _spend_mana(state: State, end: FinishedBattle) -> None:
    """Who cast a combat spell has spent the mana that it put in, as far as there was as much.

    Source: cohorts.combat-spell.caster-level.
    """
    units = end.units()
    for event in end.fight.events:
        if not isinstance(event, CombatSpellCast):
            continue
        caster = _piece(state, units[event.unit][0].place)
        if not isinstance(caster, Character):
            continue
        for loading in caster.loaded.values():
            if loading.spell == event.spell:
                left = max(0, caster.mana - loading.mana)
                state.world.put(caster.replace(mana=left))


def _bury(state: State, end: FinishedBattle) -> None:
    """The dead, in the order in which they fell: ships sink, units are gone, characters lie there.

    What their races leave joins the province's cache. Sources: cohorts.battle.dead-units,
    cohorts.naval.ship-sunk, cohorts.race.kill-resources.
    """
    killed: dict[str, int] = {}
    participants = [unit for unit, _ in end.units()]
    for event in end.fight.events:
        if not isinstance(event, Fell):
            continue
        unit = participants[event.unit]
        killed[unit.race] = killed.get(unit.race, 0) + unit.soldiers
        piece = _piece(state, unit.place)
        if isinstance(piece, Unit) and piece.arm == "ship":
            sink(state, piece)
        elif isinstance(piece, Unit):
            losses.destroy(state.world, piece, end.clash.ground)
        elif piece and not piece.dead:
            losses.die(state.world, piece)
    cache = Place("province", end.clash.ground)
    for item, number in spoils(state.module.content(Content), killed).items():
        give(state.world, cache, item, number)


# ---------------------------------------------------------------- experience and morale


def _reward(state: State, end: FinishedBattle) -> None:
    """Experience and morale for those who took part and live (cohorts.battle.experience)."""
    figures = state.module.content(Content).experience
    for side in range(len(end.sides)):
        enemy = end.ended.armies[1 - side]
        xp = rewards.conquest(figures, enemy.level)
        if side != end.ended.winner:
            xp = rewards.defeat(xp, enemy.soldiers, _killed(end, 1 - side))
        living = _living(state, end, side)
        sharers = [
            rewards.Sharer(
                isinstance(piece, Character), encounter_level(piece), heads(piece), dealt
            )
            for piece, dealt in living
        ]
        shares = rewards.shares(figures, xp, sharers)
        _teach(state, end, side, [piece for piece, _ in living], shares)


def _living(state: State, end: FinishedBattle, side: int) -> list[tuple[Character | Unit, float]]:
    """Who of a side took part and lives, by id, with the HP that each took from enemies."""
    living: list[tuple[Character | Unit, float]] = []
    for unit, outcome in end.units():
        piece = _piece(state, unit.place)
        if unit.side == side and piece and outcome.state != "dead":
            living.append((piece, outcome.dealt))
    return sorted(living, key=lambda each: (each[0].id, each[0].kind))


def _teach(
    state: State,
    end: FinishedBattle,
    side: int,
    pieces: Sequence[Character | Unit],
    shares: Sequence[int],
) -> None:
    """Give the pieces of a side their XP and morale, and tell their factions."""
    winner, armies = end.ended.winner, end.ended.armies
    told: dict[int, list[Learned]] = {}
    for piece, xp in zip(pieces, shares, strict=True):
        morale = rewards.morale_after(
            state.module.content(Content).battle,
            piece.morale,
            won=side == winner,
            losing_hp=armies[1 - winner].hp,
            winning_hp=armies[winner].hp,
        )
        earn(state, piece.replace(morale=morale), xp)
        learned = Learned(piece=piece.place, name=piece.name, xp=xp, morale=morale)
        told.setdefault(faction_of(state.world, piece), []).append(learned)
    for faction, learned in told.items():
        event = BattleRewarded(province=end.clash.ground, won=side == winner, pieces=tuple(learned))
        state.emit_to(event, own=(faction,))


def _remember(state: State, end: FinishedBattle) -> None:
    """Count the battle among the deeds of the characters who fought in it, the fallen too."""
    for unit, _ in end.units():
        piece = _piece(state, unit.place)
        if isinstance(piece, Character):
            won = ("victory",) if unit.side == end.ended.winner else ()
            state.world.put(piece.having_done("battle", *won))


def _killed(end: FinishedBattle, side: int) -> int:
    """How many soldiers of a side the battle has killed (cohorts.xp.lost-battle)."""
    dead = 0
    for unit, outcome in end.units():
        if unit.side == side:
            dead += rewards.killed(
                unit.soldiers,
                outcome.wounds - unit.wounds,
                dead=outcome.state == "dead",
                character=unit.place.kind == Character.kind,
            )
    return dead
