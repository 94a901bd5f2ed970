"""Bodyguards: characters who stand between another and its attackers.

Whom one guards stands with the guard. What a mission makes of the defense stands in `defense`.
Source: cohorts.order.assign-bodyguard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import label, named_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, province_of, relation
from engine.packs.cohorts.pieces.records import Character, Province
from engine.packs.cohorts.pieces.refusals import no_friend
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.state import State
from engine.world import World

_KNAVE = "knave"  # a class whose level counts against every mission


@facts
class BodyguardAssigned(Event):
    """A character became a bodyguard, or ceased to be one (cohorts.order.assign-bodyguard)."""

    guard: int
    name: str
    client: int
    """0 for one who is released."""
    client_name: str
    """Of whom it guards now or, released, guarded until now."""


@facts
class PostLeft(Event):
    """A bodyguard lost its post by what became of it or its client."""

    guard: int
    name: str
    client_name: str
    """Empty if the client is no more."""


# ---------------------------------------------------------------- what guards are worth


def bodyguards(world: World, content: Content, client: Character) -> Iterator[Character]:
    """The guards who can step in for a character now, by id.

    They are alive, free and in its province, of the same or an allied faction, and have no status
    that keeps them from fighting: Husk, Stoned, Insane or Frightened.
    """
    spot = province_of(world, client.place)
    for guard in guards_of(world, client):
        if (
            not guard.dead
            and not imprisoned(guard)
            and province_of(world, guard.place) == spot
            and _friends(world, guard, client)
            and all(status.fights for status in borne(content, guard))
        ):
            yield guard


def worth(world: World, content: Content, guard: Character, skill: str) -> int:
    """What a guard opposes to a mission of a covert skill: that skill, or a knave's level."""
    level = guard.level if guard.job == _KNAVE else 0
    return max(level, skill_level(world, content, guard, skill))


def guards_of(world: World, client: Character) -> list[Character]:
    """Everybody who has the post, wherever they are; on a view as far as is known."""
    return list(world.by(Character, "guarding", client.id))


def _friends(world: World, one: Character, other: Character) -> bool:
    return relation(world, faction_of(world, one), faction_of(world, other)) == "allied"


# ---------------------------------------------------------------- how posts end


def leave_posts(state: State, character: Character) -> None:
    """End its own post and those of its guards, as when it is carried off; their sides are told."""
    for guard in guards_of(state.world, character):
        _dismiss(state, guard, character.name)
    _leave_post(state, character)


def stand_down(state: State) -> None:
    """At the end of a tick: posts end by death, and when guard and client are allied no more."""
    for guard in state.world.all(Character):
        if not guard.guarding:
            continue
        client = state.world.find(Character, guard.guarding)
        if client is None or guard.dead or client.dead or not _friends(state.world, guard, client):
            _dismiss(state, guard, client.name if client else "")


def _leave_post(state: State, character: Character) -> None:
    now = state.world.get(Character, character.id)
    if now.knows("guarding") and now.guarding:
        client = state.world.find(Character, now.guarding)
        _dismiss(state, now, client.name if client else "")


def _dismiss(state: State, guard: Character, client: str) -> None:
    state.world.put(guard.replace(guarding=0))
    event = PostLeft(guard=guard.id, name=guard.name, client_name=client)
    state.emit_to(event, own=(faction_of(state.world, guard),))


# ---------------------------------------------------------------- the order


def _clients(state: State, given: Given) -> Iterator[Choice]:
    """Characters of the faction and its allies, but for the guard named before."""
    guard = named_in(state, given, "character", Character)
    for each in state.world.all(Character):
        if each == guard or not each.knows("name") or (each.knows("dead") and each.dead):
            continue
        if relation(state.world, state.me.faction, faction_of(state.world, each)) == "allied":
            where = state.world.find(Province, province_of(state.world, each.place))
            at = f" · {label(state, where)}" if where else ""
            yield Choice.of(each, f"{each.name}{at}")


_CLIENT = Asks("a character of your faction or an ally", _clients, (Character.kind,))


class AssignBodyguard(CharacterAction):
    """Make a character the bodyguard of another, or of nobody any more; it takes no action."""

    path = ("covert", "guard")
    rule = "cohorts.order.assign-bodyguard"
    rating = "L0"
    unforeseen: ClassVar = {"character": ("guarding",)}

    client: Annotated[Ref, _CLIENT] | None = Field(
        default=None, description="Whom it guards from now on; leave it out to end its post"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        guard = acting(state, self)
        if self.client is None:
            if not guard.guarding:
                yield self._bad_target(f"{guard.name} guards nobody.", "Name somebody to guard.")
            return
        client = state.the(Character, self.client)
        if client.id == guard.id:
            yield self._bad_target(
                f"{guard.name} cannot guard itself.", "Its own skill counts for it anyway."
            )
        if client.knows("dead") and client.dead:
            yield self._bad_target(f"{client.name} is dead.", "Choose somebody who lives.")
        if not _friends(state.world, guard, client):
            yield no_friend(self.rule, client.name)

    def _bad_target(self, says: str, instead: str) -> Refusal:
        return self.refusal("bad_target", says, instead)

    def perform(self, state: State) -> None:
        guard, world = acting(state, self), state.world
        client = world.find(Character, self.client.id if self.client else guard.guarding)
        if not begin(state, guard, self):
            return
        if self.client and client:
            # Nobody guards and is guarded: the last order wins.
            for each in guards_of(world, guard):
                _dismiss(state, each, guard.name)
            _leave_post(state, client)
        now = world.get(Character, guard.id)
        world.put(now.replace(guarding=self.client.id if self.client else 0))
        state.emit(
            BodyguardAssigned(
                guard=guard.id,
                name=guard.name,
                client=self.client.id if self.client else 0,
                client_name=client.name if client else "",
            )
        )
