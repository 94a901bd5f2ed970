"""What the pack adds to battles: duels of a character with a beast, by a contest of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from engine.battle import BattleRecord, Clash, Engagement, Odds, Trigger, fought
from engine.dice import Dice
from engine.events import Event
from engine.facts import Tagged, facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_CHARACTER
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.state import State
from engine.world import Place, Record

DUEL: Final = "duel"
HUNT: Final = Trigger("seam.hunt")
SIDES: Final = 20


@facts
class Beast(Record):
    """A beast in a province, which everybody sees."""

    kind = "beast"
    indexes = ("province",)

    province: int
    name: str
    might: int


@facts
class Duellist(Tagged):
    """One of the two, as it was before."""

    tag = "seam.duellist"

    place: Place
    might: int


@facts
class Rolled(Tagged):
    """What one of the two rolled, with its might."""

    tag = "seam.rolled"

    total: int


@facts
class BeastHunted(Event):
    """A hunt is over; the hunter's faction alone is told."""

    kind = "seam-beast-hunted"

    record: BattleRecord
    killed: bool


@dataclass(frozen=True)
class Duels:
    """One against one, in the wild or on no ground at all: the higher roll wins, or the second."""

    def muster(self, state: State, clash: Clash) -> tuple[None, tuple[Duellist, ...]]:
        (hunter,), (beast,) = clash.sides
        return None, (
            Duellist(place=hunter, might=state.world.get(Character, hunter.id).level),
            Duellist(place=beast, might=state.world.get(Beast, beast.id).might),
        )

    def fight(
        self, field: None, sides: tuple[Duellist, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        one, other = (Rolled(total=each.might + dice.whole(SIDES)) for each in sides)
        winner = "attacker" if one.total > other.total else "defender"
        engagement = Engagement(participants=sides, events=(one, other), winner=winner)
        return BattleRecord(system="seam.duel", clash=clash, engagements=(engagement,))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        (hunter,), (beast,) = record.clash.sides
        if killed := record.winner == "attacker":
            state.world.remove(state.world.get(Beast, beast.id))
        faction = faction_of(state.world, state.world.get(Character, hunter.id))
        state.emit_to(BeastHunted(record=record, killed=killed), own=[faction])

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        return tuple(place for side in record.clash.sides for place in side)

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        _, (hunter, beast) = self.muster(state, clash)
        wins = 0
        for rolled in range(1, SIDES + 1):
            wins += min(SIDES, max(0, rolled + hunter.might - beast.might - 1))
        yield Odds(attacker_wins=wins / SIDES**2, exact=True)


def _beasts(state: State, given: Given) -> Iterator[Choice]:
    return (Choice(str(Ref(*each.place)), each.name) for each in state.world.all(Beast))


class Hunt(Order):
    """Let a character fight a beast where it stands."""

    path = ("character", "hunt")
    rule = "seam.hunt"
    phases = ("drill",)

    character: Annotated[Ref, MY_CHARACTER] = Field(description="Who hunts")
    beast: Annotated[Ref, Asks("a beast", _beasts, (Beast.kind,))] = Field(description="Which")

    def conditions(self, state: State) -> Iterator[Refusal]:
        hunter, beast = state.the(Character, self.character), state.the(Beast, self.beast)
        yield from not_controlled(state, hunter, self.rule)
        stack = state.world.at(hunter.holder)
        if not isinstance(stack, Stack) or stack.province != beast.province:
            yield Refusal("out_of_range", self.rule, f"{beast.name} is not there.", "Go there.")

    def perform(self, state: State) -> None:
        hunter, beast = state.the(Character, self.character), state.the(Beast, self.beast)
        if not state.planning:
            fought(state, duel(hunter.place, beast.place, Place("province", beast.province)))


def duel(one: Place, other: Place, ground: Place | None = None) -> Clash:
    """These two, one against one."""
    return Clash(kind=DUEL, sides=((one,), (other,)), trigger=HUNT, place=ground)
