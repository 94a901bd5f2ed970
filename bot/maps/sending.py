"""Sending a piece somewhere from the map: its goals, the way that is drawn, and the order.

The face says what can be sent and with which order (`Atlas.marches`). Nothing is ordered before the
player says so; then it is an order as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.answers import Refused
from bot.faces.atlas import MapPart
from bot.faces.face import Faces
from bot.faces.map.frame import MapFrame
from bot.faces.travel import Destination, Marches, OwnPiece
from bot.faces.words.text import escaped
from bot.host import Host, Seat
from bot.maps import marching
from bot.orders import ordering
from bot.orders.ordering import Given
from bot.orders.texts import outcome
from bot.payload import MapRecipe, recipe_of
from bot.store.records import CampaignState
from engine.forms import order_of
from engine.labels import Labels
from engine.module.names import key_of
from engine.orders import Order, Queued, Ref, parameters
from engine.packs import Rules
from engine.written import Unfit

SHOWN: Final = 23
"""Goals on a page: two options of the menu lead to other pages."""
_NEW: Final = "k0"
"""The key of an order that is only tried; the store gives keys from k1 on."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a player has on the map now, and what is queued."""

    own: tuple[OwnPiece, ...] = ()
    orders: tuple[tuple[str, str], ...] = ()

    @classmethod
    async def of(cls, host: Host, seat: Seat, shown: Faces) -> Pieces:
        """As things stand; none for who cannot give orders, or in a world in which nobody goes."""
        draft = await ordering.draft_of(host, seat)
        orders = tuple(ordering.bodies_of(draft.orders))
        marches = shown.atlas.marches if shown.atlas else None
        if marches is None or not seat.player or seat.campaign.state is CampaignState.ENDED:
            return cls((), orders)
        plan = await host.plan(seat, draft)
        return cls(tuple(marches.pieces(plan.world, seat.player)), orders)

    def find(self, ref: Ref) -> OwnPiece | None:
        """The piece as it is now; None once it is gone."""
        return next((each for each in self.own if each.ref == ref), None)


@dataclass(slots=True)
class Errand:
    """What is prepared with a piece that was chosen."""

    piece: OwnPiece
    goals: tuple[Destination, ...] = ()
    typed: str = ""
    """What was searched for."""
    page: int = 0
    goal: Destination | None = None
    added: tuple[tuple[str, str], ...] = ()
    """The order that is tried (key and stored form), to be given with one press."""
    words: tuple[str, str] | None = None
    """Title and text of what stands beside the map."""
    _found: list[int] = field(default_factory=list[int])

    async def seek(self, host: Host, seat: Seat, pieces: Pieces) -> None:
        """Find out where the piece can go."""
        self.goals = await host.workers.run(
            marching.goals,
            host.path(seat.guild),
            seat.campaign.id,
            _recipe(seat),
            pieces.orders,
            self.piece.ref,
        )
        self.search("")

    def search(self, typed: str) -> None:
        """Offer the goals of note, or with a text all whose names hold it."""
        self.typed, self.page = typed.strip(), 0
        wanted = key_of(self.typed)
        self._found = [
            number
            for number, goal in enumerate(self.goals)
            if (wanted in key_of(goal.name) if wanted else goal.notable)
        ]

    @property
    def has_more(self) -> bool:
        """Whether there is a page after this one."""
        return (self.page + 1) * SHOWN < len(self._found)

    def offered(self) -> Iterator[tuple[int, Destination]]:
        """The goals of the page, each with its number."""
        self.page = min(max(self.page, 0), max(0, (len(self._found) - 1) // SHOWN))
        for number in self._found[self.page * SHOWN : (self.page + 1) * SHOWN]:
            yield number, self.goals[number]

    async def aim(self, host: Host, seat: Seat, pieces: Pieces, shown: Faces, number: int) -> None:
        """Try the order that leads to a goal, and put what it takes into words.

        Raises `Refused` if the order cannot even be tried.
        """
        self.goal = self.goals[number]
        rules, marches = shown.rules, _marches(shown)
        cls, texts, labels, makes = await self._order(host, seat, rules, marches)
        try:
            order = order_of(cls, texts, labels, makes)
        except Unfit as unfit:
            raise Refused(
                f"{escaped(self.piece.name)} cannot be sent there now.",
                way_out="Choose the piece once more; things have changed since.",
            ) from unfit
        self.added = ((_NEW, Queued(_NEW, order).to_json()),)
        orders = (*pieces.orders, *self.added)
        plan = await host.foresee(seat, orders)
        planned = plan.of(_NEW)
        told = await host.workers.run(
            marching.dangers,
            host.path(seat.guild),
            seat.campaign.id,
            _recipe(seat),
            orders,
            self.piece.ref,
            _NEW,
        )
        lines = [self.goal.note, outcome(planned, shown.names(plan.names, planned=True))]
        lines += [f"⚠️ {escaped(each)}" for each in told]
        if planned and planned.outcome == "refused":
            self.added = ()
        else:
            lines.append("-# Nothing is ordered yet: press Give order.")
        title = f"{escaped(self.piece.name)} → {escaped(self.goal.name)}"
        self.words = title[:256], "\n".join(lines)[:4096]

    async def give(self, host: Host, seat: Seat, shown: Faces) -> Given:
        """Give the order that was tried. Raises as `ordering.give`."""
        cls, texts, _, _ = await self._order(host, seat, shown.rules, _marches(shown))
        return await ordering.give(host, seat, cls, texts)

    async def _order(
        self, host: Host, seat: Seat, rules: Rules, marches: Marches
    ) -> tuple[type[Order], dict[str, str], Labels, Mapping[str, str]]:
        """The order's class, the texts of its parameters, and by what they are read."""
        assert self.goal is not None
        draft = await ordering.draft_of(host, seat)
        plan = await host.plan(seat, draft)
        labels = ordering.labels_of(plan)
        cls = rules.orders[marches.order]
        kinds = {each.name: each.asks.kinds for each in parameters(cls) if each.asks}
        texts = {
            name: labels.of(_made(ref, labels), kinds[name])
            for name, ref in marches.given(self.piece.ref, self.goal.ref).items()
        }
        queued = ordering.queued_of(rules, draft)
        return cls, texts, labels, {each.key: type(each.order).makes for each in queued}


def _made(ref: Ref, labels: Labels) -> Ref:
    """The reference to a thing, by the order that will make it if it is not there yet."""
    key = labels.made.get(ref.place)
    return Ref(ref.kind, 0, key) if key else ref


def _marches(shown: Faces) -> Marches:
    if shown.atlas is None or shown.atlas.marches is None:
        raise Refused("Nobody is sent about this map.", way_out="Give your orders by command.")
    return shown.atlas.marches


def _recipe(seat: Seat) -> MapRecipe:
    """Whose plan is asked about; what would be drawn of it does not matter."""
    part = MapPart(None, frame=MapFrame(0, 0, 1, 1))
    return recipe_of(seat.campaign.tick, seat.member.faction, part, player=seat.player)
