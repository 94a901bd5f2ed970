"""What a rule works on: the world with the content, the dice and the log of one tick.

The same interface serves the truth in a tick and a faction's view in a plan; only the world and
the dice behind it differ. Rules of a system are not here.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from engine.campaign import Faction, Now, Player
from engine.events import Event, Log
from engine.orders import Ref, Refusal, Refused
from engine.world import Place, Record, World

if TYPE_CHECKING:
    from engine.dice import Dice, Streams
    from engine.packs import Rules
    from engine.world import Row

R = TypeVar("R", bound=Record)


class State:
    """One tick, or one plan, under way."""

    def __init__(
        self, rules: Rules, world: World, dice: Streams, *, before: World | None = None
    ) -> None:
        """Begin on a world; `before` is an equal one that stays as it is, or none for a fork."""
        self.rules = rules
        self.module = rules.module
        self.world = world
        self.dice = dice
        self.log = Log(tuple(faction.id for faction in world.all(Faction)))
        self.player = 0
        """Whose orders run; 0 outside orders."""
        self.order = ""
        """The key of the order that runs."""
        self.before = before or world.fork()
        """The world as it was when the tick began."""
        self.planning = False
        """Whether this is a plan: what a player may not foresee must then stay open."""
        self.monthly = False
        """In a production: whether the monthly one is due as well."""
        self.back: Sequence[Row] = ()
        """In a rollback: the rows in which the state that it goes back to differs from this one."""
        self.made: dict[int, dict[str, Place]] = {}
        """By player, what the orders of this tick have made, by order key."""

    @property
    def now(self) -> Now:
        """Where the campaign stands."""
        return self.world.get(Now, 1)

    @property
    def me(self) -> Player:
        """The player whose orders run."""
        return self.world.get(Player, self.player)

    def stream(self, actor: str, purpose: str) -> Dice:
        """The dice for one purpose of one actor, apart from all others."""
        return self.dice.stream(actor, purpose)

    def the(self, cls: type[R], ref: Ref) -> R:
        """The record that an order names, by a reference that is bound.

        Raises:
            Refused: there is none of that kind, or none that the player knows of; both are told in
                the same words, so that who guesses at ids learns nothing.
        """
        found = self.world.find(cls, ref.id) if ref.kind == cls.kind else None
        if found is None or not self.knows(ref.place):
            raise Refused(
                Refusal(
                    "bad_target",
                    self.rules.cites("unknown-things"),
                    f"There is no such {cls.noun or cls.kind} that you know of.",
                    "Choose one from the list that appears as you type.",
                )
            )
        return found

    def made_by(self, player: int) -> dict[str, Place]:
        """What the player's orders of this run have made so far, by order key."""
        return self.made.setdefault(player, {})

    def knows(self, place: Place) -> bool:
        """Whether the player knows of a record: guessing must reveal nothing.

        A view holds nothing else, and the host's own acts know all.
        """
        if self.planning or not self.player:
            return True
        return self.rules.knows(self.world, self.me.faction, place)

    def make(self, cls: type[R], **values: Any) -> R:
        """Add a record; the first of an order is what `new:<key>` means to later orders."""
        record = self.world.add(cls, **values)
        self.made_by(self.player).setdefault(self.order, record.place)
        return record

    def emit(
        self,
        event: Event,
        *,
        own: Iterable[int] = (),
        sighted: Iterable[int] = (),
        told: Iterable[int] = (),
        public: bool = False,
    ) -> None:
        """Note what happened; the player's own faction always learns of its orders' events."""
        mine = (self.me.faction,) if self.player else ()
        self.log.emit(
            event,
            own=(*own, *mine),
            sighted=sighted,
            told=told,
            public=public,
            player=self.player,
            order=self.order,
        )

    def emit_to(
        self,
        event: Event,
        *,
        own: Iterable[int] = (),
        sighted: Iterable[int] = (),
        told: Iterable[int] = (),
    ) -> None:
        """Note what happened for these alone; the player's faction learns nothing by itself."""
        self.log.emit(
            event, own=own, sighted=sighted, told=told, player=self.player, order=self.order
        )

    @contextmanager
    def attempt(self) -> Generator[None]:
        """On an exception inside, world, log and what was made are as before."""
        entries, made = len(self.log.entries), self.made_by(self.player)
        before = dict(made)
        try:
            with self.world.attempt():
                yield
        except BaseException:
            del self.log.entries[entries:]
            made.clear()
            made.update(before)
            raise
