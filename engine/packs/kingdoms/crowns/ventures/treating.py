"""Treat and Break Treaty: kingdoms bind themselves to each other, and part again.

Sources: kingdoms.treaty.making, kingdoms.treaty.breaking,
kingdoms.alignment.automatic-treat-and-break, kingdoms.action.treat, kingdoms.action.break-treaty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.relations import bound, kin, truce_between
from engine.packs.kingdoms.crowns.ventures.acting import KINGDOM, FreeOrder, my_crown
from engine.packs.kingdoms.pieces.records import Crown, Overture, Truce
from engine.state import State
from engine.world import World


@facts
class TreatyOffered(Event):
    """A kingdom offered another a treaty; the offer stands until it is withdrawn."""

    kind = "kingdoms-treaty-offered"

    crown: int
    to: int


@facts
class TreatyMade(Event):
    """Two kingdoms have a treaty from now on."""

    kind = "kingdoms-treaty-made"

    crowns: tuple[int, int]
    automatic: bool
    """Whether a Druidic King's word alone was enough."""


@facts
class TreatyBroken(Event):
    """A kingdom broke a treaty, or withdrew the offer of one."""

    kind = "kingdoms-treaty-broken"

    crown: int
    to: int
    offer: bool
    """Whether it was an offer that nobody had answered yet."""
    at_once: bool
    """Whether it is over before phase 1; else it ends with the turn."""


@facts
class TreatyEnded(Event):
    """A treaty that was broken by notice is over."""

    kind = "kingdoms-treaty-ended"

    crowns: tuple[int, int]


# ---------------------------------------------------------------- orders


class _WithKingdom(FreeOrder):
    """A free order about another kingdom."""

    kingdom: Annotated[Ref, KINGDOM] = Field(description="The other kingdom")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        mine, other = my_crown(state), state.the(Crown, self.kingdom)
        if other.id == mine.id:
            yield self.refusal("bad_target", "That is your own kingdom.")
        elif not other.player or other.fallen:
            yield self.refusal("bad_target", f"Nobody rules {other.name}.")
        elif kin(state.world, mine.id, other.id):
            yield Refusal(
                "not_allowed",
                "kingdoms.mapping.kingdom",
                f"{other.name} is of your own faction, and bound to you for good.",
            )


def _unbound(state: State, given: Given) -> Iterator[Choice]:
    mine = state.world.first(Crown, "player", state.player)
    for choice in KINGDOM.among(state, given):
        other = Ref.parse(choice.value)
        if mine is None or not bound(state.world, mine.id, other.id):
            yield choice


UNBOUND: Final = Asks("a kingdom without a treaty with you", _unbound, (Crown.kind,))


class Treat(_WithKingdom):
    """Overture another kingdom a treaty, which begins when its offer stands too."""

    path = ("kingdom", "treat")
    rule = "kingdoms.action.treat"
    phases = ("treat",)

    kingdom: Annotated[Ref, UNBOUND] = Field(description="The other kingdom")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        mine, other = my_crown(state), state.the(Crown, self.kingdom)
        if not mine.king:
            yield Refusal(
                "unable",
                "kingdoms.treaty.making",
                "Your kingdom has no King who could make a treaty.",
                "Wait until the Heir has come.",
            )
        if bound(state.world, mine.id, other.id):
            yield self.refusal("not_allowed", f"You have a treaty with {other.name} already.")

    def act(self, state: State) -> None:
        world, mine, other = state.world, my_crown(state), state.the(Crown, self.kingdom)
        if not offer_of(world, mine.id, other.id):
            world.add(Overture, crown=mine.id, to=other.id)
            offered = TreatyOffered(crown=mine.id, to=other.id)
            state.emit(offered, told=[other.faction])
        automatic = state.module.content(RulerContent).alignments[mine.alignment].treats
        if automatic or offer_of(world, other.id, mine.id):
            bind(state, mine, other, automatic=automatic)


class BreakTreaty(_WithKingdom):
    """End a treaty with another kingdom, or withdraw the offer of one."""

    path = ("kingdom", "break-treaty")
    rule = "kingdoms.action.break-treaty"
    phases = ("break",)

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        world, mine, other = state.world, my_crown(state), state.the(Crown, self.kingdom)
        if not truce_between(world, mine.id, other.id) and not offer_of(world, mine.id, other.id):
            yield self.refusal(
                "missing", f"You have no treaty with {other.name}, and have offered none."
            )

    def act(self, state: State) -> None:
        world, mine, other = state.world, my_crown(state), state.the(Crown, self.kingdom)
        offer = offer_of(world, mine.id, other.id)
        if offer:
            world.remove(offer)
        truce = truce_between(world, mine.id, other.id)
        breaks = state.module.content(RulerContent).alignments[mine.alignment].breaks
        at_once = bool(mine.king) and breaks
        if truce:
            world.put(mine.replace(broke=(*mine.broke, other.id)))
            if at_once:
                world.remove(truce)
            else:
                world.put(truce.replace(notice=True))
        broken = TreatyBroken(crown=mine.id, to=other.id, offer=truce is None, at_once=at_once)
        state.emit(broken, told=[other.faction])


# ---------------------------------------------------------------- the result


def offer_of(world: World, crown: int, to: int) -> Overture | None:
    """The offer of one kingdom to another, if it stands."""
    return next((each for each in world.by(Overture, "crown", crown) if each.to == to), None)


def bind(state: State, one: Crown, other: Crown, *, automatic: bool) -> None:
    """Begin a treaty, unless one broke with the other this turn (kingdoms.treaty.breaking)."""
    world = state.world
    one, other = world.get(Crown, one.id), world.get(Crown, other.id)
    if other.id in one.broke or one.id in other.broke or truce_between(world, one.id, other.id):
        return
    first, second = sorted((one.id, other.id))
    world.add(Truce, crowns=(first, second), turn=state.now.turn)
    made = TreatyMade(crowns=(first, second), automatic=automatic)
    state.emit(made, own=[one.faction, other.faction])


def end_by_notice(state: State) -> None:
    """A step of the turn end: treaties that were broken by notice are over."""
    world = state.world
    for truce in list(world.all(Truce)):
        if truce.notice:
            world.remove(truce)
            sides = [world.get(Crown, id).faction for id in truce.crowns]
            state.emit_to(TreatyEnded(crowns=truce.crowns), own=sides)
    for crown in list(world.all(Crown)):
        if crown.broke:
            world.put(crown.replace(broke=()))
