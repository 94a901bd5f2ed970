"""Taking a place in a school and giving it up: what the host does for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.campaign import Faction, Player
from engine.events import Event
from engine.facts import facts
from engine.names import flaw
from engine.orders import Order, Refusal
from engine.state import State
from engine.world import World
from skirmish.rules.content import Content
from skirmish.rules.records import Arena, Fighter


@facts
class FighterEntered(Event):
    """A fighter came onto the sand with its player (skirmish.seat.join)."""

    kind = "skirmish-entered"

    fighter: int
    name: str
    player: int
    style: str


@facts
class FighterWithdrew(Event):
    """A player gave up the place, and the fighter left the sand (skirmish.seat.leave)."""

    kind = "skirmish-withdrew"

    player: int
    name: str


class Enter(Order):
    """Take a place in a school, with a fighter of some style."""

    path = ("host", "join")
    rule = "skirmish.seat.join"
    phases = ("setup",)
    makes = "player"

    faction: str = Field(description="The school's key in the module")
    name: Annotated[str, Field(max_length=100)] = Field(description="What the fighter is called")
    style: str = Field(description="The key of a style")

    def conditions(self, state: State) -> Iterator[Refusal]:
        styles = state.module.content(Content).styles
        school = next((f for f in state.world.all(Faction) if f.key == self.faction), None)
        if school is None:
            yield Refusal("bad_target", self.rule, f"There is no school {self.faction!r}.")
            return
        if self.style not in styles:
            known = ", ".join(styles)
            says = f"There is no style {self.style!r}."
            yield Refusal("bad_target", "skirmish.duel.styles", says, f"There are {known}.")
        wrong = flaw(self.name)
        if wrong:
            yield Refusal("not_allowed", self.rule, f"The name does not do. {wrong}")
        if any(fighter.name == self.name for fighter in state.world.all(Fighter)):
            yield Refusal("name_taken", self.rule, f"{self.name} fights here already.")
        most = state.module.factions[self.faction].players
        seated = [each for each in state.world.by(Player, "faction", school.id) if each.active]
        if (most is not None and len(seated) >= most) or not gate(state.world, school.id):
            yield Refusal("not_allowed", self.rule, f"{school.name} takes nobody more.")

    def perform(self, state: State) -> None:
        school = next(f for f in state.world.all(Faction) if f.key == self.faction)
        place = gate(state.world, school.id)
        player = state.make(Player, faction=school.id, name=self.name, active=True, last_run=0)
        fighter = state.world.add(
            Fighter,
            name=self.name,
            player=player.id,
            style=self.style,
            spot=place,
            drilled=0,
            wounds=0,
            wins=0,
        )
        entered = FighterEntered(
            fighter=fighter.id, name=fighter.name, player=player.id, style=self.style
        )
        state.emit(entered, own=[school.id], public=True)


class Withdraw(Order):
    """Give up a place; the fighter leaves the sand."""

    path = ("host", "leave")
    rule = "skirmish.seat.leave"
    phases = ("setup",)

    player: int = Field(description="The player's id")

    def conditions(self, state: State) -> Iterator[Refusal]:
        player = state.world.find(Player, self.player)
        if player is None or not player.active:
            yield Refusal("bad_target", self.rule, "There is no such player in the campaign.")

    def perform(self, state: State) -> None:
        player = state.world.get(Player, self.player)
        state.world.put(player.replace(active=False))
        for fighter in state.world.by(Fighter, "player", player.id):
            state.world.put(fighter.replace(spot=0))
        state.emit(FighterWithdrew(player=player.id, name=player.name), public=True)


def gate(world: World, school: int) -> int:
    """The first free place at the school's side of the arena; 0 if none is free.

    The first school has the west, the second the east (skirmish.arena.gates).
    """
    arena = world.get(Arena, 1)
    column = 0 if school % 2 else arena.width - 1
    for row in range(arena.height):
        place = row * arena.width + column + 1
        if world.first(Fighter, "spot", place) is None:
            return place
    return 0
