"""Another person on the place of a player: an act of the host, in a setup tick.

The player, with all that is the player's, stays the same piece of the world; what changes is the
name under which others know who plays it. Each pack that seats players names the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.campaign import Faction, Player
from engine.events import Event
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.names import NAME_LENGTH, flaw
from engine.orders import Order, Refusal
from engine.refusals import no_such_player
from engine.state import State


@facts
class SeatTaken(Event):
    """Somebody plays on in the place of a player who left or was replaced."""

    player: int
    name: str
    """What the player is called from now on."""
    before: str
    """What the player was called until then."""
    faction: int


class Succession(Order):
    """Take over a player's place with all that belongs to it."""

    path = ("host", "succeed")
    phases = ("setup",)

    player: int = Field(description="The player's id")
    # What a member is called elsewhere may be no fit name here: that is a refusal, not an error.
    name: Annotated[str, Field(max_length=100)] = Field(description="What the player is called now")

    def conditions(self, state: State) -> Iterator[Refusal]:
        player = state.world.find(Player, self.player)
        if player is None:
            yield no_such_player(self.rule)
            return
        if player.out:
            yield self._no(f"{player.name} has lost all.", "Take another place, or look on.")
        if not player.active:
            yield from self._full(state, player)
        text = self.name.strip()
        if not 1 <= len(text) <= NAME_LENGTH:
            yield self._no(
                f"A name has 1 to {NAME_LENGTH} characters; this one has {len(text)}.",
                "Choose a shorter one." if text else "Choose one.",
            )
        elif wrong := flaw(text):
            yield self._no(f"That cannot be a name. {wrong}", "Choose another name.")
        others = (each.name for each in state.world.all(Player) if each.id != player.id)
        if other := lookalike(text, others):
            alike = "" if other == text else ", and that looks the same"
            yield self._no(
                f"{other} plays in this campaign already{alike}.", "Choose another name."
            )

    def perform(self, state: State) -> None:
        world, before = state.world, state.world.get(Player, self.player)
        name = self.name.strip()
        world.put(before.replace(name=name, active=True, missed=0, idle=False))
        state.emit(
            SeatTaken(player=before.id, name=name, before=before.name, faction=before.faction),
            public=True,
        )

    def _full(self, state: State, player: Player) -> Iterator[Refusal]:
        """A faction has its number of players, though others came while the place was free."""
        faction = state.world.get(Faction, player.faction)
        most = state.module.factions[faction.key].players
        seated = [p for p in state.world.by(Player, "faction", faction.id) if p.active]
        if most is not None and len(seated) >= most:
            yield self._no(
                f"{faction.name} has all its {most} players.",
                "Wait until one of them leaves.",
            )

    def _no(self, says: str, instead: str) -> Refusal:
        return self.refusal("not_allowed", says, instead)
