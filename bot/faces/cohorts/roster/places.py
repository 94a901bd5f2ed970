"""The places of a roster: cities, stacks and open ground, with who is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.faces.cards.card import Box
from bot.faces.cohorts.roster.people import MARKS, Mark, RosterPerson, label_of, person_of
from bot.faces.leads import Lead
from bot.faces.words.known import as_known
from bot.faces.words.text import number, word
from engine.campaign import Player
from engine.labels import Labels
from engine.module.schema import Module
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.contents import PIECES, pieces_in, stack_type
from engine.packs.cohorts.pieces.ownership import imprisoned, of_player, province_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import City, Guild, Piece, Province, Stack
from engine.packs.cohorts.worth.levels import stack_level
from engine.world import Place, Record, World

Kind = Literal["city", "stack", "loose", "captive"]
_LOOKS: Final[dict[Kind, tuple[str, str]]] = {
    "city": ("🏰", "castle"),
    "stack": ("🛡️", "crossed-swords"),
    "loose": ("⛺", "person"),
    "captive": ("⛓️", "person"),
}
"""Sign and icon of each."""
_MOST: Final = 14
"""People of a place that the picture shows."""


@dataclass(frozen=True, slots=True)
class RosterPlace:
    """A city, a stack, open ground, or the hands of a foreign power."""

    kind: Kind
    box: Box
    """Without rows."""
    idle: bool
    people: tuple[RosterPerson, ...]


def places_of(
    rules: Rules, view: World, player: Player, queued: Iterable[Queued]
) -> tuple[RosterPlace, ...]:
    """All that a player has: cities first, then stacks, what is loose, and those held elsewhere.

    `queued` are the orders in the draft.
    """
    return tuple(_Gathering(rules.module, view, player.id, _orders(queued), Labels(view)).places())


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
class _Gathering:
    module: Module
    view: World
    player: int
    orders: Mapping[Place, Mark]
    labels: Labels

    def places(self) -> Iterator[RosterPlace]:
        view = self.view
        yield from (self._city(each) for each in view.all(City) if self._ours(each))
        for stack in view.by(Stack, "player", self.player):
            if stack.knows("used"):
                yield self._stack(stack)
        elsewhere: dict[Place, list[Piece]] = {}
        captive: list[Piece] = []
        for cls in PIECES:
            for piece in view.by(cls, "player", self.player):
                if as_known(lambda piece=piece: imprisoned(piece), True):
                    captive.append(piece)
                elif not self._ours(view.at(piece.holder)):
                    elsewhere.setdefault(piece.holder, []).append(piece)
        yield from (self._loose(*each) for each in sorted(elsewhere.items()))
        if captive:
            yield self._place("captive", "In the hands of others", 0, (), captive)

    def _ours(self, holder: Record | None) -> bool:
        """Whether it is a city or stack of the player's."""
        if isinstance(holder, City):
            return of_player(self.view, holder, self.player)
        return isinstance(holder, Stack) and holder.player == self.player

    def _city(self, city: City) -> RosterPlace:
        guilds = len(list(self.view.by(Guild, "city", city.id)))
        waiting = sum(e.count for e in held(self.view, city.place) if race_of_recruits(e.item))
        notes = (
            number(city.actions, "action") + " left" if city.actions else "",
            f"{head_count(city):,} people",
            number(waiting, "recruit") if waiting else "",
            "besieged" if city.besieged else "",
            number(guilds, "guild") if guilds else "",
        )
        idle = city.actions > 0
        there = self._own(pieces_in(self.view, city.place))
        return self._place("city", city.name, city.province, notes, there, city, idle)

    def _stack(self, stack: Stack) -> RosterPlace:
        view = self.view
        pieces = list(pieces_in(view, stack.place))
        kind = as_known(lambda: stack_type(view, stack.place), "stack")
        level = as_known(lambda: stack_level(pieces), 0)
        left = as_known(lambda: 100 - round(stack.used * 100), 100)
        city, province = (
            view.first(City, "province", stack.province),
            view.find(Province, stack.province),
        )
        ground = word(province.terrain) if province else ""
        idle = not (stack.acted or stack.place in self.orders) and bool(pieces)
        notes = (
            f"{kind} of level {level}" if pieces else "empty stack",
            f"{left}% of its movement left" if left < 100 else "",
            f"has used its {stack.acted} action" if stack.acted else "",
            f"at {city.name}" if city and city.knows("name") else ground,
            MARKS["idle"][1] if idle else "",
        )
        own = self._own(pieces)
        return self._place("stack", stack.name, stack.province, notes, own, stack, idle)

    def _own(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """The player's own, and those held there; a guest stands in another roster."""
        for piece in pieces:
            held = as_known(lambda piece=piece: imprisoned(piece), True)
            if held or piece.player == self.player:
                yield piece

    def _loose(self, holder: Place, pieces: Iterable[Piece]) -> RosterPlace:
        """Those who stand in the open or in what is another's."""
        record = self.view.at(holder)
        name = "In the open"
        if isinstance(record, City | Stack) and record.knows("name"):
            name = f"With {record.name}" if isinstance(record, Stack) else f"In {record.name}"
        province = self.view.find(Province, as_known(lambda: province_of(self.view, holder), 0))
        notes = (word(province.terrain),) if province else ()
        return self._place("loose", name, province.id if province else 0, notes, pieces)

    def _place(
        self,
        kind: Kind,
        name: str,
        province: int,
        notes: Iterable[str],
        pieces: Iterable[Piece],
        thing: City | Stack | None = None,
        idle: bool = False,
    ) -> RosterPlace:
        found = self.view.find(Province, province)
        spot = found.location if found else ""
        ordered = self.orders.get(thing.place) if thing else None
        under = ", ".join(filter(None, (*notes, MARKS[ordered][1] if ordered else "")))
        sign, icon = _LOOKS[kind]
        lead = (
            Lead(
                label=f"{name} {spot}"[:100],
                note=under[:100],
                emoji=sign,
                panel=(kind, label_of(self.labels, thing)),
            )
            if thing
            else None
        )
        box = Box(name, (), spot, under, icon, sign, (lead,) if lead else (), most=_MOST)
        people = (person_of(self.module, self.labels, self.orders, each) for each in pieces)
        # Those who are held come last.
        order = sorted(people, key=lambda each: (bool(each.held), each.slot or 99))
        return RosterPlace(kind, box, idle, tuple(order))
