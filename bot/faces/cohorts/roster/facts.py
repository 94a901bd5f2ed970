"""All that a player has, by place: who is where, in which slot, and what ails or awaits each.

Facts alone, from what the faction knows and what the player has ordered so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.faces.cohorts.looks import LEADER, PERSON, TROOPS, looks_of
from bot.faces.cohorts.stack.facts import MemberFacts, member_facts
from bot.faces.paint.looks import Looks
from bot.faces.words.known import as_known
from bot.faces.words.text import number, word
from engine.campaign import Now, Player
from engine.labels import Labels
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.contents import PIECES, pieces_in, stack_type
from engine.packs.cohorts.pieces.ownership import imprisoned, of_player, province_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Piece,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.worth.levels import stack_level
from engine.world import Place, Record, World

Mark = Literal[
    "dead", "prisoner", "held", "wounded", "shaken", "points", "moves", "ordered", "idle", "acted"
]
"""What a piece or place shows at a glance."""
MARKS: Final[dict[Mark, tuple[str, str]]] = {
    "dead": ("☠️", "dead"),
    "prisoner": ("⛓️", "prisoner of others"),
    "held": ("🔒", "your prisoner"),
    "wounded": ("🩸", "wounded"),
    "shaken": ("😟", "low morale"),
    "points": ("⭐", "points to spend"),
    "moves": ("🥾", "will move"),
    "ordered": ("📜", "has orders"),
    "idle": ("💤", "can still act"),
    "acted": ("✅", "has acted"),
}
"""Sign and words of each."""
SHAKEN: Final = 50
"""Percent of morale below which it is worth a mark."""


@dataclass(frozen=True, slots=True)
class PieceFacts:
    """A character, unit or agent."""

    ref: str
    """As the option of its panel takes it."""
    kind: str
    facts: MemberFacts
    icon: str
    slot: int
    """0 for none, and of agents."""
    health: int | None
    """Percent; None of agents and of what is not known."""
    points: int
    """Of skills and attributes, that can be spent."""
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """A city, a stack, or open ground with what is there."""

    ref: str
    """As the option of its panel takes it; a province's coordinates for what is loose."""
    kind: Literal["city", "stack", "loose", "captive"]
    name: str
    what: str
    """Such as "capital" or "legion of encounter level 12"."""
    spot: str
    """Where it is, as maps say it."""
    notes: tuple[str, ...]
    marks: tuple[Mark, ...]
    pieces: tuple[PieceFacts, ...]

    @property
    def soldiers(self) -> int:
        """The soldiers who serve there."""
        return sum(each.facts.soldiers for each in self.pieces if not each.facts.held)


@dataclass(frozen=True, slots=True)
class RosterFacts:
    """All that a player has."""

    player: str
    faction: int
    turn: int
    places: tuple[PlaceFacts, ...]
    """Cities first, then stacks, what is loose, and those whom others hold."""

    def count(self, kind: str) -> int:
        """How many living pieces of a kind serve the player, those in others' hands left out."""
        return sum(
            1
            for place in self.places
            if place.kind != "captive"
            for each in place.pieces
            if each.kind == kind and not each.facts.held
        )

    @property
    def soldiers(self) -> int:
        """All soldiers who serve the player."""
        return sum(place.soldiers for place in self.places if place.kind != "captive")


def roster_facts(
    rules: Rules, view: World, player: Player, queued: Iterable[Queued] = ()
) -> RosterFacts:
    """All that a player has, on the view of its faction; `queued` are the orders so far."""
    return _Roster(rules, view, player, _orders(queued), Labels(view)).facts()


def _orders(queued: Iterable[Queued]) -> dict[Place, Mark]:
    """What the orders name, and whether they send it on its way."""
    found: dict[Place, Mark] = {}
    for each in queued:
        for name, ref in each.order.refs().items():
            if ref.id:
                moves = isinstance(each.order, Move) and name == "stack"
                found[ref.place] = "moves" if moves else found.get(ref.place, "ordered")
    return found


@dataclass(frozen=True, slots=True)
class _Roster:
    rules: Rules
    view: World
    player: Player
    orders: Mapping[Place, Mark]
    labels: Labels

    @property
    def content(self) -> Content:
        return self.rules.module.content(Content)

    def facts(self) -> RosterFacts:
        looks = looks_of(self.content)
        return RosterFacts(
            player=self.player.name,
            faction=self.player.faction,
            turn=self.view.get(Now, 1).turn,
            places=tuple(self._places(looks)),
        )

    def _places(self, looks: Looks) -> Iterator[PlaceFacts]:
        view, me = self.view, self.player.id
        for city in view.all(City):
            if of_player(view, city, me):
                yield self._city(city, looks)
        for stack in view.by(Stack, "player", me):
            if stack.knows("used"):
                yield self._stack(stack, looks)
        elsewhere: dict[Place, list[Piece]] = {}
        captive: list[Piece] = []
        for cls in PIECES:
            for piece in view.by(cls, "player", me):
                if as_known(lambda piece=piece: imprisoned(piece), True):
                    captive.append(piece)
                elif not self._shown(piece):
                    elsewhere.setdefault(piece.holder, []).append(piece)
        for holder, pieces in sorted(elsewhere.items()):
            yield self._loose(holder, pieces, looks)
        if captive:
            shown = tuple(self._piece(each, looks) for each in captive)
            yield PlaceFacts("", "captive", "In the hands of others", "", "", (), (), shown)

    def _shown(self, piece: Piece) -> bool:
        """Whether a piece is shown with its holder, a city or stack of the player's."""
        holder = self.view.at(piece.holder)
        if isinstance(holder, City):
            return of_player(self.view, holder, self.player.id)
        return isinstance(holder, Stack) and holder.player == self.player.id

    def _city(self, city: City, looks: Looks) -> PlaceFacts:
        view = self.view
        guilds = len(list(view.by(Guild, "city", city.id)))
        waiting = sum(e.count for e in held(view, city.place) if race_of_recruits(e.item))
        notes = [f"{number(city.actions, 'action')} left"] if city.actions else []
        notes.append(f"{head_count(city):,} people")
        if waiting:
            notes.append(f"{number(waiting, 'recruit')}")
        if city.besieged:
            notes.append("besieged")
        if guilds:
            notes.append(number(guilds, "guild"))
        marks = [*self._ordered(city), *(["idle"] if city.actions else [])]
        return PlaceFacts(
            ref=self._label(city),
            kind="city",
            name=city.name,
            what="city",
            spot=self._location(city.province),
            notes=tuple(notes),
            marks=tuple(marks),  # type: ignore[arg-type]
            pieces=self._pieces(city.place, looks),
        )

    def _stack(self, stack: Stack, looks: Looks) -> PlaceFacts:
        view = self.view
        pieces = list(pieces_in(view, stack.place))
        kind = as_known(lambda: stack_type(view, stack.place), "stack")
        level = as_known(lambda: stack_level(pieces), 0)
        left = as_known(lambda: 100 - round(stack.used * 100), 100)
        notes = [f"{left}% of its movement left"] if left < 100 else []
        notes += [f"has used its {stack.acted} action"] if stack.acted else []
        province = view.find(Province, stack.province)
        city = view.first(City, "province", stack.province)
        if city and city.knows("name"):
            notes.append(f"at {city.name}")
        elif province:
            notes.append(word(province.terrain))
        return PlaceFacts(
            ref=self._label(stack),
            kind="stack",
            name=stack.name,
            what=f"{kind} of level {level}" if pieces else "empty stack",
            spot=self._location(stack.province),
            notes=tuple(notes),
            marks=self._ordered(stack) or (() if stack.acted or not pieces else ("idle",)),
            pieces=self._pieces(stack.place, looks),
        )

    def _loose(self, holder: Place, pieces: Iterable[Piece], looks: Looks) -> PlaceFacts:
        """Those who stand in the open or in what is another's."""
        view = self.view
        record = view.at(holder)
        name = "In the open"
        if isinstance(record, City | Stack) and record.knows("name"):
            name = f"With {record.name}" if isinstance(record, Stack) else f"In {record.name}"
        spot = as_known(lambda: province_of(view, holder), 0)
        province = view.find(Province, spot)
        return PlaceFacts(
            ref=province.location if province else "",
            kind="loose",
            name=name,
            what=word(province.terrain) if province else "",
            spot=province.location if province else "",
            notes=(),
            marks=(),
            pieces=tuple(self._piece(each, looks) for each in pieces),
        )

    def _pieces(self, place: Place, looks: Looks) -> tuple[PieceFacts, ...]:
        """Those in a place, by their slots, then leaders before troops."""
        shown = [self._piece(each, looks) for each in pieces_in(self.view, place)]
        return tuple(sorted(shown, key=lambda each: (bool(each.facts.held), each.slot or 99)))

    def _piece(self, piece: Piece, looks: Looks) -> PieceFacts:
        facts = member_facts(self.content, piece)
        fighter = isinstance(piece, Character | Unit)
        wounds = piece.wounds if fighter and piece.knows("wounds") else None
        points = 0
        if isinstance(piece, Character) and piece.knows("skill_points") and not facts.held:
            points = piece.skill_points + piece.attribute_points
        slot = piece.slot if fighter and piece.knows("slot") and not facts.held else 0
        return PieceFacts(
            ref=self._label(piece),
            kind=piece.kind,
            facts=facts,
            icon=_icon(looks, piece),
            slot=slot,
            health=None if wounds is None else round(100 - wounds),
            points=points,
            marks=tuple(self._marks(piece, facts, points)),
        )

    def _marks(self, piece: Piece, facts: MemberFacts, points: int) -> Iterator[Mark]:
        if facts.held == "body":
            yield "dead"
            return
        if facts.held:
            yield "prisoner" if piece.player == self.player.id else "held"
            return
        if isinstance(piece, Character | Unit):
            if piece.knows("wounds") and piece.wounds:
                yield "wounded"
            if piece.knows("morale") and piece.morale < SHAKEN:
                yield "shaken"
        if points:
            yield "points"
        yield from self._ordered(piece)
        if isinstance(piece, Character | Agent) and piece.knows("actions"):
            yield "idle" if piece.actions and piece.place not in self.orders else "acted"

    def _label(self, thing: Record) -> str:
        return self.labels.of(Ref(*thing.place), (thing.kind,)) if thing.knows("name") else ""

    def _ordered(self, thing: Record) -> tuple[Mark, ...]:
        mark = self.orders.get(thing.place)
        return (mark,) if mark else ()

    def _location(self, province: int) -> str:
        found = self.view.find(Province, province)
        return found.location if found else ""


def _icon(looks: Looks, piece: Piece) -> str:
    if isinstance(piece, Character):
        otherwise = looks.icon("races", piece.race, PERSON) if piece.knows("race") else LEADER
        return looks.icon("classes", piece.job, otherwise) if piece.knows("job") else otherwise
    if isinstance(piece, Unit):
        return looks.icon("troops", piece.race, TROOPS) if piece.knows("race") else TROOPS
    return LEADER
