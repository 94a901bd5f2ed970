"""Battles in a phase of the turn: where they are fought, by whom, and one behind another.

Sources: kingdoms.battle.trigger, kingdoms.battle.contingents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.battle import BATTLE, MOVEMENT, BattleRecord, Clash, Odds
from engine.dice import Dice
from engine.packs.kingdoms.battle.arena import Arena, expected, fought
from engine.packs.kingdoms.battle.command import unite
from engine.packs.kingdoms.battle.fight import Sides
from engine.packs.kingdoms.battle.happenings import LeaderEnded, UnitEnded
from engine.packs.kingdoms.battle.meeting import Present, meet
from engine.packs.kingdoms.battle.values import Contingent
from engine.packs.kingdoms.bouts.duels import dueling
from engine.packs.kingdoms.crowns.encounters import fighter_of, lore_in
from engine.packs.kingdoms.crowns.imagined import ImaginedClash
from engine.packs.kingdoms.crowns.mustering import (
    MILITIA,
    contingents_of,
    field_of,
    hostile,
    side_of,
)
from engine.packs.kingdoms.crowns.order import kingdom_rank
from engine.packs.kingdoms.crowns.outcome import Outcome
from engine.packs.kingdoms.crowns.provinces import distance
from engine.packs.kingdoms.crowns.ventures.acting import phase_now
from engine.packs.kingdoms.pieces.chance import fight_stream
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler
from engine.state import State
from engine.world import Place, World


class LineBattles:
    """Battles of kingdoms (`engine.battle.Contest`): armies in columns, after a duel."""

    def muster(self, state: State, clash: Clash) -> tuple[Arena, Sides]:
        """The field and both sides, from the armies that the clash names."""
        world = state.world
        holding = world.get(Holding, clash.ground)
        field = field_of(state, holding)
        mustered = [_armies(world, side) for side in clash.sides]
        one, other = (
            side_of(
                state,
                field,
                holding,
                armies[0].crown if armies else MILITIA,
                contingents_of(state, field, holding, armies),
                defends=place == 1,
            )
            for place, armies in enumerate(mustered)
        )
        leaders = [each for side in (one, other) for each in side.leaders]
        fighters = {
            each.piece: fighter_of(state, world.get(Ruler, each.piece.id)) for each in leaders
        }
        return Arena(field, dueling(fighters, lore_in(state))), (one, other)

    def fight(self, field: Arena, sides: Sides, dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out."""
        return fought(field, sides, dice, clash)

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell all whom it concerns."""
        Outcome(state, record).run()

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Every army that fought and everyone who led."""
        events = record.engagements[-1].events
        units = (each.piece for each in events if isinstance(each, UnitEnded))
        return (*units, *(each.leader for each in events if isinstance(each, LeaderEnded)))

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """What may be expected on a view: counted out where that can be, else by trial.

        What the asker does not know is drawn anew for each trial from what is usual; armies that
        are only imagined have ids below 0.
        """
        seen = ImaginedClash(state, clash)
        known = not seen.open
        for estimate in expected(lambda case: self.muster(*seen.filled(case)), known=known):
            yield estimate.replace(guesses=seen.guesses)


def _armies(world: World, side: Sequence[Place]) -> list[Army]:
    """The armies of a side, by id; their leaders are known by them."""
    ids = sorted(place.id for place in side if place.kind == Army.kind)
    return [world.get(Army, id) for id in ids]


# ---------------------------------------------------------------- a phase's battles


BATTLES: Final = LineBattles()


def fight_all(state: State) -> None:
    """A step of each phase: the battles of all provinces, by id (kingdoms.battle.trigger)."""
    world = state.world
    there: dict[int, dict[int, None]] = {}
    for army in world.all(Army):
        if army.crown or army.militia:
            there.setdefault(army.holding, {})[army.crown] = None
    for id in sorted(there):
        if len(there[id]) > 1:
            _fight_in(state, world.get(Holding, id), list(there[id]))


def _fight_in(state: State, holding: Holding, crowns: Sequence[int]) -> None:
    """All battles in one province; the winner of one is the defender of the next."""
    world = state.world
    sides = [
        Present(crown, before=any(not army.came for army in _of(world, holding, crown)))
        for crown in sorted(crowns, key=lambda crown: kingdom_rank(world, crown))
    ]

    def attack(attacker: Present, defender: Present) -> Present:
        return attacker if _attack(state, holding, attacker.crown, defender.crown) else defender

    meet(sides, holding.owner, lambda one, other: hostile(world, one, other), attack)


def _attack(state: State, holding: Holding, crown: int, holder: int) -> bool:
    """One kingdom's attack, its main force first; whether it has won.

    Who did not unite with it fights alone afterwards, unless the battle is won by then
    (kingdoms.battle.contingents).
    """
    world, dice = state.world, fight_stream(state, phase_now(state), holding.id, BATTLE)
    for wave in _waves(state, holding, _of(world, holding, crown), dice):
        attackers = [army for army in _of(world, holding, crown) if army.id in wave]
        defenders = _of(world, holding, holder)
        if not attackers:
            continue
        if not defenders or _fight(state, holding, attackers, defenders, dice):
            return True
        dice = fight_stream(state, phase_now(state), holding.id, BATTLE)
    return False


def _of(world: World, holding: Holding, crown: int) -> list[Army]:
    """A kingdom's armies in a province, or the militia, by id; mercenaries fight for nobody."""
    return [
        army
        for army in world.by(Army, "holding", holding.id)
        if army.crown == crown and (army.crown or army.militia)
    ]


def _waves(
    state: State, holding: Holding, armies: Sequence[Army], dice: Dice
) -> list[dict[int, None]]:
    """The armies of an attacker's main force, then those of each leader who fights alone."""
    world = state.world
    field = field_of(state, holding)
    contingents = contingents_of(state, field, holding, armies)
    joined, apart = unite(
        field,
        contingents,
        lambda one, other: distance(world, one, other) if one and other else 0,
        dice,
    )
    return [_ids(joined), *(_ids([each]) for each in apart)]


def _ids(contingents: Sequence[Contingent]) -> dict[int, None]:
    return {army.piece.id: None for each in contingents for army in each.armies}


def _fight(
    state: State,
    holding: Holding,
    attackers: Sequence[Army],
    defenders: Sequence[Army],
    dice: Dice,
) -> bool:
    """One battle, carried out and told; whether the attacker has won."""
    clash = Clash(
        sides=(_places(attackers), _places(defenders)),
        trigger=MOVEMENT,
        place=holding.place,
    )
    contest = state.rules.contests[BATTLE]
    ground, sides = contest.muster(state, clash)
    record = contest.fight(ground, sides, dice, clash)
    contest.aftermath(state, record)
    return record.winner == "attacker"


def _places(armies: Sequence[Army]) -> tuple[Place, ...]:
    leaders = dict.fromkeys(army.leader for army in armies if army.leader)
    return (*(Place(Ruler.kind, id) for id in leaders), *(army.place for army in armies))
