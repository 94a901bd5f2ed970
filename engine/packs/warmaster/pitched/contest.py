"""Pitched battles as a contest of the campaign: two bought armies, nothing lost or won by it.

Source: warmaster.battle.kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Odds, Trigger
from engine.campaign import Player
from engine.dice import Dice
from engine.events import Event
from engine.facts import NotKnown, facts
from engine.packs.warmaster.battle.brigades import in_brigades
from engine.packs.warmaster.battle.directives import default_directive
from engine.packs.warmaster.battle.values import SIDES, Army, Captain, SideName, Troop
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.fielding import troop_of_type
from engine.packs.warmaster.fighting import Arena, FightingSide, Forces, arena, fight
from engine.packs.warmaster.leading import usual_stance
from engine.packs.warmaster.outcome import result_of
from engine.packs.warmaster.pitched.buying import spent_on
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, Enlisted, Rung, rungs
from engine.packs.warmaster.standing import Doctrine, doctrine
from engine.state import State
from engine.world import Place, World


def place_of(world: World, player: int) -> int:
    """A player's place on the ladder, from 1; 0 for one who never fought a pitched battle."""
    rung = world.first(Rung, "player", player)
    return rung.rank if rung else 0


def climb(world: World, winner: int, loser: int) -> None:
    """Note a pitched battle: the winner takes the loser's place if that is higher."""
    for player in (loser, winner):
        if world.first(Rung, "player", player) is None:
            world.add(Rung, player=player, rank=world.count(Rung) + 1)
    order = [rung.player for rung in rungs(world)]
    high = order.index(loser)
    if order.index(winner) > high:
        order.remove(winner)
        order.insert(high, winner)
    for rung in rungs(world):
        world.put(
            rung.replace(
                rank=order.index(rung.player) + 1,
                won=rung.won + (rung.player == winner),
                lost=rung.lost + (rung.player == loser),
            )
        )


PITCHED: Final = "pitched"
"""The kind of contest (`Pack.contests`)."""
AGREED: Final = Trigger("agreed")
"""Two players agreed on a battle, or a moderator set it."""
NAME: Final = "warmaster"


@facts
class PitchedFought(Event):
    """Two bought armies fought a pitched battle; both players are told, and all if both wish."""

    kind = "warmaster-pitched"

    challenger: int
    """The player who attacked."""
    challenged: int
    armies: tuple[str, str]
    """Their names, the challenger's first."""
    spent: tuple[int, int]
    points: int
    terrain: str
    winner: int
    """The player."""
    by_time: bool
    places: tuple[int, int]
    """Their places on the ladder of duels now."""
    record: BattleRecord


def clash_of(challenge: Challenge, army: BoughtArmy) -> Clash:
    """The clash of a challenge with the army that meets it."""
    ours = (Place(BoughtArmy.kind, challenge.army), challenge.place)
    return Clash(kind=PITCHED, sides=(ours, (army.place,)), trigger=AGREED)


class PitchedBattles:
    """Two bought armies on a field, without a place in the world."""

    def muster(self, state: State, clash: Clash) -> tuple[Arena, Forces]:
        """The field of the terrain agreed, and both armies."""
        war = state.module.content(WarmasterContent)
        where = arena(war, _challenge(state.world, clash).terrain, 0, merciful=False)
        one, other = (
            FightingSide(army_of(state, side, army))
            for side, army in zip(SIDES, _armies(state.world, clash), strict=True)
        )
        return where, (one, other)

    def fight(self, field: Arena, sides: Forces, dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out."""
        return BattleRecord(system=NAME, clash=clash, engagements=(fight(field, sides, dice),))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Note it on the ladder, end the challenge and tell both, or all."""
        world, war = state.world, state.module.content(WarmasterContent)
        challenge = _challenge(world, record.clash)
        one, other = _armies(world, record.clash)
        result = result_of(record, war.warmaster.mercy_wounds)
        players = (one.player, other.player)
        winner, loser = players[result.winner], players[1 - result.winner]
        climb(world, winner, loser)
        world.remove(challenge)
        event = PitchedFought(
            challenger=one.player,
            challenged=other.player,
            armies=(one.name, other.name),
            spent=(spent_on(war, one), spent_on(war, other)),
            points=challenge.points,
            terrain=challenge.terrain,
            winner=winner,
            by_time=result.by_time,
            places=(place_of(world, one.player), place_of(world, other.player)),
            record=record,
        )
        factions = [world.get(Player, player).faction for player in players]
        state.emit(event, own=factions, public=challenge.open)

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Nobody of the world."""
        return ()

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """Unknown: nobody sees the other's army before the battle.

        Raises:
            NotKnown: always.
        """
        raise NotKnown("the army that the other player has bought")
        yield


def _challenge(world: World, clash: Clash) -> Challenge:
    return world.get(Challenge, clash.first(Challenge.kind))


def _armies(world: World, clash: Clash) -> tuple[BoughtArmy, BoughtArmy]:
    one, other = (world.get(BoughtArmy, side[0].id) for side in clash.sides)
    return one, other


def army_of(state: State, side: SideName, army: BoughtArmy) -> Army:
    """A bought army as it takes the field, by its player's doctrine."""
    war = state.module.content(WarmasterContent)
    return fielded(war, side, army, doctrine(state.world, army.player))


def fielded(war: WarmasterContent, side: SideName, army: BoughtArmy, told: Doctrine) -> Army:
    """A bought army as it takes the field by a doctrine."""
    own = war.army_lists[army.list]
    troops = [_troop(war, side, own.key, unit) for unit in army.units]
    captains = [
        Captain(
            name=officer.role.capitalize(),
            role=officer.role,
            command=own.characters[officer.role].command,
            bonus=own.characters[officer.role].bonus,
            with_=officer.unit,
            stance=officer.stance or usual_stance(officer.role),
            item=officer.item,
            spells=(officer.spells or own.spells) if officer.role == "wizard" else (),
        )
        for officer in army.officers
    ]
    return Army(
        side=side,
        list=own.key,
        troops=in_brigades(troops, [unit.brigade for unit in army.units]),
        captains=tuple(captains),
        boldness=told.boldness,
        keep_line=told.keep_line,
        uses=told.uses,
    )


def _troop(war: WarmasterContent, side: SideName, list: str, unit: Enlisted) -> Troop:
    kind = war.army_lists[list].units[unit.type]
    flies = "flyer" in kind.special
    usual = default_directive(side, kind.kind, missiles=kind.shots > 0, flies=flies)
    attacks = side == "attacker"
    told = unit.directive if attacks else unit.in_defence or unit.directive
    return troop_of_type(kind, attached=unit.attached).replace(
        at=unit.attack if attacks else unit.defence,
        directive=told or usual,
        item=unit.item,
    )
