"""Duels: one against one, throw against throw.

`fight` touches no world; `Duels` leads from the world to it and back.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

from engine.battle import BattleRecord, Clash, Engagement, Odds, Trigger
from engine.campaign import Player
from engine.dice import Dice
from engine.events import Event
from engine.facts import Tagged, facts
from engine.state import State
from engine.world import Place
from skirmish.rules.content import Bouts, Content
from skirmish.rules.records import Fighter, Spot

SYSTEM: Final = "skirmish"
KIND: Final = "duel"
STEP: Final = Trigger("step")
_DIE: Final = 6


@facts
class Duellist(Tagged):
    """Who fights, as it was before."""

    tag = "skirmish.duellist"

    fighter: int
    name: str
    style: str
    strength: int
    """What it adds to each throw: style and drill."""
    wounds: int


@facts
class Blow(Tagged):
    """One exchange: what each threw, and who was hit."""

    tag = "skirmish.blow"

    attacker: int
    defender: int
    hit: str
    """`attacker`, `defender` or `none`."""


@facts
class DuelFought(Event):
    """Two fighters have fought, before everybody's eyes (skirmish.duel.course)."""

    kind = "skirmish-duel"

    victor: int
    beaten: int
    carried: bool
    """Whether the loser was carried off the sand."""
    record: BattleRecord


def clash_of(attacker: Fighter, defender: Fighter) -> Clash:
    """Two who meet: the first came for the place of the second."""
    return Clash(
        kind=KIND,
        sides=((attacker.place,), (defender.place,)),
        trigger=STEP,
        place=Place("spot", defender.spot),
    )


class Duels:
    """Duels as a kind of contest; see `engine.battle.Contest`."""

    def muster(self, state: State, clash: Clash) -> tuple[Bouts, tuple[Duellist, ...]]:
        """The figures, and both sides as they fight. What a view does not hold raises NotKnown."""
        content = state.module.content(Content)

        def side(place: Place) -> Duellist:
            fighter = state.world.get(Fighter, place.id)
            return Duellist(
                fighter=fighter.id,
                name=fighter.name,
                style=fighter.style,
                strength=content.styles[fighter.style].strength + fighter.drilled,
                wounds=fighter.wounds,
            )

        return content.bouts, (side(clash.attackers[0]), side(clash.defenders[0]))

    def fight(
        self, field: Bouts, sides: tuple[Duellist, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        """Fight it out."""
        return fight(field, sides[0], sides[1], dice, clash)

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell everybody."""
        aftermath(state, record)

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Both fighters."""
        return tuple(Place(Fighter.kind, each.fighter) for each in duellists(record))

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The exact chance, from a view that knows both."""
        bouts, (attacker, defender) = self.muster(state, clash)
        yield Odds(attacker_wins=float(_chance(bouts, attacker, defender)), exact=True)


def _chance(bouts: Bouts, attacker: Duellist, defender: Duellist) -> Fraction:
    """How likely the attacker wins."""
    ahead = attacker.strength - defender.strength
    throws = [one + ahead - other for one in range(1, _DIE + 1) for other in range(1, _DIE + 1)]
    hit = Fraction(sum(1 for throw in throws if throw > 0), len(throws))
    struck = Fraction(sum(1 for throw in throws if throw < 0), len(throws))

    def wins(left: int, ours: int, theirs: int) -> Fraction:
        over = max(attacker.wounds + ours, defender.wounds + theirs) >= bouts.wounds
        if over or not left:
            return Fraction(theirs > ours)
        on = partial(wins, left - 1)
        tie = (1 - hit - struck) * on(ours, theirs)
        return hit * on(ours, theirs + 1) + struck * on(ours + 1, theirs) + tie

    return wins(bouts.blows, 0, 0)


def fight(
    bouts: Bouts, attacker: Duellist, defender: Duellist, dice: Dice, clash: Clash
) -> BattleRecord:
    """Exchange blows until one can take no more wounds, or the blows are spent."""
    blows: list[Blow] = []
    wounds = {"attacker": attacker.wounds, "defender": defender.wounds}
    while len(blows) < bouts.blows and max(wounds.values()) < bouts.wounds:
        one = dice.whole(_DIE) + attacker.strength
        other = dice.whole(_DIE) + defender.strength
        hit = "none" if one == other else "defender" if one > other else "attacker"
        if hit != "none":
            wounds[hit] += 1
        blows.append(Blow(attacker=one, defender=other, hit=hit))
    took = {side: sum(1 for blow in blows if blow.hit == side) for side in wounds}
    # Who was there holds the place unless beaten (skirmish.duel.winner).
    winner = "attacker" if took["defender"] > took["attacker"] else "defender"
    fought = Engagement(participants=(attacker, defender), events=tuple(blows), winner=winner)
    return BattleRecord(system=SYSTEM, clash=clash, engagements=(fought,))


def fought(state: State, attacker: Fighter, defender: Fighter) -> BattleRecord:
    """The duel of two, not yet carried into the world."""
    clash, duels = clash_of(attacker, defender), state.rules.contests[KIND]
    field, sides = duels.muster(state, clash)
    return duels.fight(field, sides, state.stream(f"fighter:{attacker.id}", KIND), clash)


def fallen(state: State, record: BattleRecord) -> tuple[Fighter, Fighter]:
    """The winner and the loser of a duel, as they were before it."""
    one, other = (state.world.get(Fighter, each.fighter) for each in duellists(record))
    return (one, other) if record.winner == "attacker" else (other, one)


def duellists(record: BattleRecord) -> tuple[Duellist, Duellist]:
    """Attacker and defender."""
    one, other = record.engagements[0].participants
    assert isinstance(one, Duellist)
    assert isinstance(other, Duellist)
    return one, other


def blows_of(record: BattleRecord) -> tuple[Blow, ...]:
    """The exchanges, in order."""
    return tuple(event for event in record.engagements[0].events if isinstance(event, Blow))


def aftermath(state: State, record: BattleRecord) -> None:
    """Wounds, the win, blood on the sand; a fighter who can take no more is carried off."""
    world, most = state.world, state.module.content(Content).bouts.wounds
    winner, loser = fallen(state, record)
    for side, duellist in zip(("attacker", "defender"), duellists(record), strict=True):
        fighter = world.get(Fighter, duellist.fighter)
        struck = sum(1 for blow in blows_of(record) if blow.hit == side)
        if struck:
            spot = world.get(Spot, fighter.spot)
            world.put(spot.replace(blood=spot.blood + struck))
            world.put(fighter.replace(wounds=fighter.wounds + struck))
    winner, loser = world.get(Fighter, winner.id), world.get(Fighter, loser.id)
    carried = loser.wounds >= most
    world.put(winner.replace(wins=winner.wins + 1))
    if carried:
        world.put(loser.replace(spot=0))
    both = [world.get(Player, each.player).faction for each in (winner, loser)]
    told = DuelFought(victor=winner.id, beaten=loser.id, carried=carried, record=record)
    state.emit(told, own=both, public=True)
