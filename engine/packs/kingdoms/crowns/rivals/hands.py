"""A character's day as a king plans it: the place, time and moves that are left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.ventures.acting import Venture
from engine.packs.kingdoms.crowns.ventures.forces import lead_of, way
from engine.packs.kingdoms.crowns.ventures.marching import Marcher, Way, barred
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler
from engine.packs.kingdoms.pieces.timing import PHASES
from engine.rivals import Intent, Reason

FAR: Final = 6
"""Provinces of distance at which one looks around."""


@dataclass(slots=True)
class Hand:
    """A character who can be given orders this turn."""

    realm: KingsView
    ruler: Ruler
    at: int
    force: list[Army]
    time: int = PHASES
    worn: int = 0
    """Armies that battles of this turn may have cost."""
    used: dict[int, int] = field(default_factory=dict[int, int])
    """Moves that each army has used."""
    practised: bool = False
    settled: bool = False
    """Whether the plan for fighting in person is set today."""
    goal: int = 0
    """The first province to take today; 0 for none."""
    held: bool = False
    """Whether the character leads new armies, which go nowhere today."""
    cast: list[str] = field(default_factory=list[str])
    given: list[Intent] = field(default_factory=list[Intent])
    _seen: dict[bool, Mapping[int, tuple[int, ...]]] = field(
        default_factory=dict[bool, Mapping[int, tuple[int, ...]]]
    )
    """The known ways from the character's province: all, and those of today."""

    @property
    def ref(self) -> Ref:
        """The character as orders name it."""
        return Ref(*self.ruler.place)

    @property
    def sails(self) -> bool:
        """Whether all led armies are at home at sea."""
        types = self.realm.armies.army_types
        return bool(self.force) and all(
            types[each.type].sails or types[each.type].swims for each in self.force
        )

    def length(self, order: type[Venture]) -> int:
        """The phases that an action takes."""
        return max(1, order.length(self.realm.ventures))

    def act(self, order: Venture, reason: Reason) -> None:
        """Give an action its time."""
        self.time -= self.length(type(order))
        self._seen.clear()
        self.given.append(Intent(order, reason))

    def early(self, way: Sequence[int]) -> float:
        """By how much too early it is in the day to raise armies at the end of a way.

        Who leads a new army goes nowhere with it today: it is best done last of all.
        """
        return 1 if self.held else (1 + max(1, self.time - len(way))) / 2

    # ------------------------------------------------------------ ways

    def may_go(self, start: int, goal: int, steps: int | None = 0) -> bool:
        """Whether the force could take a step that many steps from now; None: one day."""
        if self.held and steps is not None:
            return False
        if not self.force:
            return True
        realm = self.realm
        step = _step(realm, start, goal)
        types = realm.armies.army_types
        alike = dict.fromkeys(
            (army.type, 0 if steps is None else self.used_by(army) + steps) for army in self.force
        )
        force = [Marcher(types[type], used) for type, used in alike]
        return barred(realm.armies.columns, force, step, lead_of(realm.state, self.ruler)) is None

    def ways(self, *, today: bool = False) -> Mapping[int, tuple[int, ...]]:
        """The shortest ways from the province by goal, through nothing that would fight.

        `today` leaves out what cannot be reached this turn.
        """
        if today not in self._seen:
            self._seen[today] = self._look(today=today)
        return self._seen[today]

    def _look(self, *, today: bool) -> Mapping[int, tuple[int, ...]]:
        realm = self.realm
        found: dict[int, tuple[int, ...]] = {self.at: ()}
        waiting = [self.at]
        for here in waiting:
            way = found[here]
            if len(way) == (self.time if today else FAR) or (way and self._fights(here)):
                continue
            for there in realm.near(here):
                steps = len(way) if today else None
                if there not in found and self.may_go(here, there, steps):
                    found[there] = (*way, there)
                    waiting.append(there)
        return found

    def used_by(self, army: Army) -> int:
        """The moves that an army has used by then."""
        return self.used.get(army.id, army.moves)

    def _fights(self, holding: int) -> bool:
        """Whether the force would have to fight there."""
        realm = self.realm
        if not self.force or holding in realm.land or f"take {holding}" in realm.claimed:
            return False
        return not realm.friendly(realm.owner(holding))

    def go(self, way: Sequence[int], reason: Reason) -> None:
        """Take a way, as far as time and moves allow."""
        for there in way:
            if not self.time or not self.may_go(self.at, there):
                return
            self.act(Move(character=self.ref, to=Ref(Holding.kind, there)), reason)
            for army in self.force:
                self.used[army.id] = self.used_by(army) + 1
            self.at = there
            self._seen.clear()


def _step(realm: KingsView, start: int, goal: int) -> Way:
    """The step from a province to the next; it is looked up once a turn."""
    about = ("step", start, goal)
    if about not in realm.reckoned:
        one, other = (realm.view.get(Holding, id) for id in (start, goal))
        if not (one.knows("owner") and other.knows("owner")):
            one, other = one.replace(owner=0), other.replace(owner=0)
        realm.reckoned[about] = way(realm.state, realm.crown.id, one, other)
    return realm.reckoned[about]


def refs(armies: Iterable[Army]) -> tuple[Ref, ...]:
    """Armies as orders name them."""
    return tuple(Ref(*army.place) for army in armies)
