"""Places on ships: who of a fleet fights from which ship, and who is mere cargo.

What ships carry stands in `burden`; how fleets fight, with naval battles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_FIGHTER
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character, Piece, Stack, Unit
from engine.state import State
from engine.world import Place, World


@facts
class ShipAssigned(Event):
    """A character or military unit was given a place on a ship, or is cargo from now on."""

    piece: Place
    name: str
    ship: int
    """0 for none."""
    ship_name: str


def leave_ship(world: World, piece: Piece) -> None:
    """End the assignments of a piece that leaves its stack: its own, and of a ship its people's."""
    if isinstance(piece, Unit) and piece.arm == "ship":
        for cls in (Character, Unit):
            for each in list(world.by(cls, "holder", piece.holder)):
                if each.ship == piece.id:
                    world.put(each.replace(ship=0))
    if piece.knows("ship") and piece.ship:
        world.put(piece.replace(ship=0))


def _ships(state: State, given: Given) -> Iterator[Choice]:
    """The player's ships, those in the stack of the piece named before."""
    ref = given.ref("piece")
    piece = state.world.at(ref.place) if ref else None
    for ship in state.world.by(Unit, "player", state.player):
        together = not isinstance(piece, Piece) or piece.holder == ship.holder
        if ship.arm == "ship" and together:
            yield Choice.of(ship, ship.name)


MY_SHIP = Asks("a ship of yours in the same fleet", _ships, (Unit.kind,))


class AssignShip(Order):
    """Give someone a place on a ship of the fleet, to fight from; without one they are cargo."""

    path = ("set", "ship")
    rule = "cohorts.order.assign-ship"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("ship",)}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Who gets the place")
    ship: Annotated[Ref, MY_SHIP] | None = Field(
        default=None, description="On which ship; without it, the place is given up"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece, ship = self._piece(state), self._ship(state)
        yield from not_controlled(state, piece, self.rule)
        if isinstance(piece, Unit) and piece.arm == "ship":
            yield self.refusal(
                "bad_target",
                f"{piece.name} is a ship itself.",
                "Assign characters, soldiers and engines to ships.",
            )
        if ship is None:
            return
        yield from not_controlled(state, ship, self.rule)
        if ship.arm != "ship":
            yield self.refusal(
                "bad_target", f"{ship.name} is no ship.", "Choose a ship of the same stack."
            )
        elif ship.holder != piece.holder or ship.holder.kind != Stack.kind:
            yield self.refusal(
                "not_here",
                f"{piece.name} and {ship.name} are not in the same stack.",
                "Transfer one of them first.",
            )

    def perform(self, state: State) -> None:
        piece, ship = self._piece(state), self._ship(state)
        state.world.put(piece.replace(ship=ship.id if ship else 0))
        state.emit(
            ShipAssigned(
                piece=piece.place,
                name=piece.name,
                ship=ship.id if ship else 0,
                ship_name=ship.name if ship else "",
            )
        )

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)

    def _ship(self, state: State) -> Unit | None:
        return state.the(Unit, self.ship) if self.ship else None
