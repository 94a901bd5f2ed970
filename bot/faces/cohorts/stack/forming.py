"""Form a stack in one form: who goes, its name, where to, and where each stands in battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.faces.cohorts.members import member_facts
from bot.faces.cohorts.stack.placing import next_choices, placed, said
from bot.faces.macros import Recipe, key_of, made
from bot.faces.words.text import number
from engine.lookalikes import lookalike
from engine.names import NAME_LENGTH, PLAIN
from engine.orders import Asks, Choice, Given, Order, Ref, Refused, parameters
from engine.packs.cohorts.knowledge.choices import label, my_people, spot_named
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.ownership import imprisoned, province_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.stacks.activation import ActivateStack, deactivated
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from engine.state import State
from engine.world import Place
from engine.written import Unfit, items

_FORMING: Final = "k0"
"""The key of an order that nobody has given."""
_MOST: Final = 60
"""Pieces that one form moves."""


def _mine(state: State) -> Iterator[Character | Unit]:
    """The player's people who can go: free, living, and no ships."""
    for piece in my_people(state, Character, Unit):
        if not imprisoned(piece) and not (isinstance(piece, Unit) and piece.arm == "ship"):
            yield piece


def _waiting(state: State, piece: Character | Unit) -> bool:
    return piece.holder.kind != Stack.kind


def _places(state: State, given: Given) -> Iterator[Choice]:
    """Where people wait in a city or loose, with how many there are."""
    there: dict[int, list[Character | Unit]] = {}
    for piece in _mine(state):
        if _waiting(state, piece):
            there.setdefault(province_of(state.world, piece.place), []).append(piece)
    for spot, pieces in there.items():
        province = state.world.find(Province, spot)
        if province is None:
            continue
        city = state.world.first(City, "province", spot)
        heroes = sum(isinstance(piece, Character) for piece in pieces)
        counts = [number(heroes, "character")] if heroes else []
        if len(pieces) > heroes:
            counts.append(number(len(pieces) - heroes, "unit"))
        yield Choice.of(city or province, f"{label(state, province)} · {', '.join(counts)}")


def _people(state: State, given: Given) -> Iterator[Choice]:
    """Everyone at the place: those who wait before those in stacks there."""
    spot = spot_named(state, given, "place")
    here = [each for each in _mine(state) if spot == province_of(state.world, each.place)]
    for piece in sorted(here, key=lambda each: not _waiting(state, each)):
        yield Choice.of(piece, f"{piece.name} · {_told(state, piece)}")


def _told(state: State, piece: Character | Unit) -> str:
    stack = state.world.find(Stack, piece.holder.id) if piece.holder.kind == Stack.kind else None
    what = f"{member_facts(state.module, piece).described}, level {piece.level}"
    return f"{what}, in {stack.name}" if stack else what


def _chosen(state: State, given: Given) -> Iterator[Choice]:
    """Those who are chosen to go."""
    try:
        named = {item.text for item in items(given.text("who"))}
    except Unfit:
        return
    yield from (choice for choice in _people(state, given) if choice.value in named)


def _slots(state: State, given: Given) -> Iterator[Choice]:
    """Somebody of those who go, then the slot for them, and so on."""
    return next_choices(said(given.text("slots")), list(_chosen(state, given)))


def _goals(state: State, given: Given) -> Iterator[Choice]:
    """Where the stack could be sent once it is formed: what its march would offer."""
    place, who = given.ref("place"), tuple(choice.value for choice in _chosen(state, given))
    if place is None or not who:
        return
    formed = State(state.rules, state.world.fork(), state.dice)
    formed.player, formed.planning, formed.order = state.player, True, _FORMING
    stack: Stack | None = None
    try:
        for order in FormStack.model_validate({"place": place, "who": who}).orders(formed, {}):
            named = {_FORMING: stack.place} if stack else {}
            order.renamed({key_of(1): _FORMING}).bound(named).perform(formed)
            stack = stack or max(formed.world.by(Stack, "player", state.player), key=_age)
    except Refused:
        return
    assert stack is not None
    destination = next(each for each in parameters(Move) if each.name == "destination")
    assert destination.asks is not None
    yield from destination.asks.among(formed, {"stack": str(Ref(*stack.place))})


def _age(stack: Stack) -> int:
    return stack.id


PLACE = Asks("a place where people of yours wait", _places, (City.kind, Province.kind))
PERSON = Asks("a character or unit of yours there", _people, (Character.kind, Unit.kind))
CHOSEN = Asks("one of those who go", _chosen, (Character.kind, Unit.kind))
SLOTS = Asks("who stands where: one of those who go, then a slot", _slots, repeats=True)
GOAL = Asks("a province you know", _goals, (Province.kind,))


class FormStack(Recipe):
    """Put a new stack into play, with who you choose in it, and send it off if you like."""

    name: ClassVar = "form-stack"
    title: ClassVar = "Form a stack"

    place: Annotated[Ref, PLACE] = Field(description="Where they are")
    who: Annotated[tuple[Annotated[Ref, PERSON], ...], Field(min_length=1, max_length=_MOST)] = (
        Field(description="Who goes")
    )
    called: Annotated[str, Field(max_length=NAME_LENGTH), PLAIN] = Field(
        default="", description="The stack's name; left out, it is called after its first"
    )
    destination: Annotated[Ref, GOAL] | None = Field(
        default=None, description="Where it goes this turn; left out, it stays"
    )

    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        province = province_of(state.world, self.place.place)
        stack = made(Stack.kind, 1)
        there = [Ref(*queued[ref.new]) if ref.new in queued else ref for ref in self.who]
        pieces = [state.the(Unit if ref.kind == Unit.kind else Character, ref) for ref in there]
        name = self.called or _name(state, pieces)
        yield ActivateStack(province=Ref(Province.kind, province), name=name)
        slots = self.placed(pieces)
        for ref, piece, slot in zip(self.who, pieces, slots, strict=True):
            if isinstance(piece, Unit):
                yield TransferMilitaryUnit(unit=ref, target=stack, slot=slot)
            else:
                yield TransferCharacter(character=ref, target=stack, slot=slot)
        if self.destination:
            yield Move(stack=stack, destination=self.destination)

    def placed(self, pieces: Sequence[Character | Unit]) -> Sequence[int | None]:
        """The battle slot of each who goes; None keeps the one that it has."""
        return [None] * len(pieces)


class FormRankedStack(FormStack):
    """Put a new stack into play, with who you choose in its ranks, and send it off if you like."""

    slots: tuple[Annotated[str, SLOTS], ...] = Field(
        default=(),
        max_length=2 * _MOST,
        description="Battle slots one by one: who, then where; the others find theirs",
    )
    front: Annotated[tuple[Annotated[Ref, CHOSEN], ...], Field(max_length=_MOST)] = Field(
        default=(),
        description="Who stands in the front rank; left out, whoever fights hand to hand",
    )

    def placed(self, pieces: Sequence[Character | Unit]) -> Sequence[int | None]:
        return placed(list(zip(self.who, pieces, strict=True)), self.slots, self._in_front)

    def _in_front(self, ref: Ref, piece: Character | Unit) -> bool:
        return ref in self.front if self.front else _melee(piece)


def _melee(piece: Character | Unit) -> bool:
    """Whether a piece is best in front: a warrior, or soldiers without anything to shoot with."""
    if isinstance(piece, Character):
        return piece.job == "warrior"
    return piece.arm == "soldier" and "ranged" not in piece.equipment


def _name(state: State, pieces: Sequence[Character | Unit]) -> str:
    """A name after the leader, that no stack of the player has or had this week."""
    leader = next((each for each in pieces if isinstance(each, Character)), pieces[0])
    first = leader.name.split()[0]
    owner = f"{first}'" if first.endswith("s") else f"{first}'s"
    taken = [stack.name for stack in state.world.by(Stack, "player", state.player)]
    taken += deactivated(state)
    base = f"{owner} Company" if len(owner) + 8 <= NAME_LENGTH else "Company"
    names = (base, *(f"{base[: NAME_LENGTH - 3]} {place}" for place in range(2, len(taken) + 3)))
    return next(name for name in names if not lookalike(name, taken))
