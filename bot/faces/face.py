"""The face of a rule pack as a value, and how the faces of a campaign's packs fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bot.faces.agenda import Block, FirstStep, Noted
from bot.faces.atlas import Atlas
from bot.faces.awards import Award
from bot.faces.combat import CombatFigures
from bot.faces.contests import Contest
from bot.faces.final_pictures import Keepsake
from bot.faces.forecasts import Forecasts
from bot.faces.goals import Goal
from bot.faces.help_topics import PrimerCard, Topic
from bot.faces.history import Chapter, Spot
from bot.faces.host_orders import HostOrders
from bot.faces.join_forms import Seat
from bot.faces.land_history import LandHistory
from bot.faces.macros import Recipe
from bot.faces.map.layers import USUAL, Layer
from bot.faces.overview import PANELS
from bot.faces.paint.looks import Looks, joined
from bot.faces.panels import Panel
from bot.faces.report_sections import Need, Notice, ReportSection
from bot.faces.rules_home import Guide
from bot.faces.stories import Story
from bot.faces.until_texts import Wait, Waits
from bot.faces.week import Week
from bot.faces.wizards import Guided
from bot.faces.words import by_hand, ending, failing
from bot.faces.words.names import Names, Show
from bot.faces.words.orders import in_short, told_apart
from bot.faces.words.telling import Line, Lines
from bot.faces.words.text import escaped
from engine.events import Event
from engine.orders import Order
from engine.packs import Rules
from engine.repeats import Until
from engine.rivals import Reason
from engine.sheet import line_of
from engine.world import World

MakeNames = Callable[[Rules, World, Show, Mapping[type[Event], Line[Any, Any]]], Names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """Everything that one pack shows to people, beside its `engine.packs.Pack`.

    A part takes the place of an earlier pack's part of its name, as with packs.
    """

    pack: str
    """The name of the pack."""
    lines: Lines = field(default_factory=Lines)
    """How its events are told."""
    names: MakeNames | None = None
    """What things are called; the last pack that has one says it for all."""
    drops: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Parts of earlier faces that make no sense with this one: by list (`panels`, `sections`,
    `layers` ...) their names."""
    panels: tuple[Panel, ...] = ()
    combat: CombatFigures | None = None
    """How pieces fare in fights; the last pack that has it says it for all."""
    forecasts: Forecasts | None = None
    """What may be expected of a fight; the last pack that has it says it for all."""
    sections: tuple[ReportSection, ...] = ()
    needs: tuple[Need, ...] = ()
    """What its reports ask factions to see to."""
    contests: tuple[Contest, ...] = ()
    """How records of its fights are shown, each by its system."""
    seat: Seat[Any] | None = None
    """How one takes a seat; the last pack that has one says it for all."""
    stories: tuple[Story, ...] = ()
    """What the practice table can play of it; the first is its own choice."""
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why computer players give orders, by the key of the reason (`engine.rivals.Reason`): what
    goes behind "because", with `{things}` and `{figure}`."""
    notices: tuple[Notice, ...] = ()
    host_orders: HostOrders | None = None
    """What the host does for people; the last pack that has it says it for all."""
    atlas: Atlas | None = None
    """The maps of its world; the last pack that has one says it for all."""
    land_history: LandHistory | None = None
    """Who held which land, once nothing is secret; the last pack that has one says it for all."""
    layers: tuple[Layer, ...] = ()
    """What a map may show; the first of all is shown unasked."""
    waits: Waits = field(default_factory=dict[type[Until], Wait])
    """What standing orders may wait for, in words."""
    looks: Callable[[Rules], Looks] | None = None
    """How what the module holds for its pack is drawn."""
    guide: Guide | None = None
    """Where reading its rules begins; the last pack that has it says it for all."""
    agenda: tuple[Block, ...] = ()
    """What Your turn has a player look at."""
    noted: Noted | None = None
    """What is new to a faction once it is known; the last pack that has it says it for all."""
    first_turn: tuple[FirstStep, ...] = ()
    """The steps of a player's first turn, in order; those of the last pack that has any."""
    recipes: tuple[type[Recipe], ...] = ()
    """Forms that make several orders at once."""
    guided: tuple[Guided[Any], ...] = ()
    """Forms that turn from page to page and end in orders carried out at once."""
    likely: tuple[str, ...] = ()
    """The orders and recipes that people give most, the likeliest first, such as `stack move`."""
    topics: tuple[Topic, ...] = ()
    """What people may want to do, and how it is done."""
    primer: tuple[PrimerCard, ...] = ()
    """The cards of its primer."""
    chapters: tuple[Chapter, ...] = ()
    """Of a faction's history; the first of all weighs most."""
    spot: Spot | None = None
    """Where something happened; the last pack that has it says it for all."""
    week: Week | None = None
    """What its weekly card counts; the last pack that has it says it for all."""
    goal: Goal | None = None
    """What its sides strive for; the last pack that has it says it for all."""
    awards: tuple[Award, ...] = ()
    """Medals and records that are to be won in it."""
    keepsake: Keepsake | None = None
    """The picture of a campaign's end; the last pack that has one says it for all."""


class Faces:
    """What the packs of a campaign show, put together in the order of the packs."""

    def __init__(self, rules: Rules, faces: Iterable[Face]) -> None:
        self.rules = rules
        self.faces = tuple(faces)
        common = (failing.LINES, ending.LINES, by_hand.LINES)
        lines = Lines((*common, *(face.lines for face in self.faces)))
        self.lines = MappingProxyType(lines.told)
        """How each event is told."""
        self.kinds = MappingProxyType(lines.kinds)
        """What each event is to its reader."""
        self.together = MappingProxyType(lines.together)
        """How several events of a class are told in fewer lines."""
        self.heralded = tuple(lines.heralded)
        """The events that the herald tells to all the world when every faction learns of them."""
        self.gists = {event: gist for event, gist in lines.heralded.items() if gist}
        """How the herald tells all of a week in one line."""
        overviews = {panel.name: panel for panel in PANELS}
        self.panels: Mapping[str, Panel] = MappingProxyType(
            {**self._joined("panels", "name"), **overviews}
        )
        """What can be looked at, by name, in order; last what every campaign has."""
        self.sections: Mapping[str, ReportSection] = self._joined("sections", "title")
        """Sections of the report, in order."""
        self._list_parts(rules)
        self._ask_the_last()

    def _list_parts(self, rules: Rules) -> None:
        """Put together what each face adds to."""
        self.needs: Mapping[str, Need] = self._joined("needs", "name")
        """What reports ask factions to see to, in order."""
        self.notices: Mapping[str, Notice] = self._joined("notices", "title")
        """Sections of the moderators' report, in order."""
        self.contests: Mapping[str, Contest] = self._joined("contests", "name")
        """How records of fights are shown, by the system that fought them."""
        self.waits: Waits = {kind: told for face in self.faces for kind, told in face.waits.items()}
        """What standing orders may wait for, in words."""
        self.layers: Mapping[str, Layer] = self._joined("layers", "name")
        """What a map may show, the usual one first."""
        self.looks = joined(*(face.looks(rules) for face in self.faces if face.looks))
        """How what the module holds is drawn."""
        blocks: Mapping[str, Block] = self._joined("agenda", "name")
        self.agenda: tuple[Block, ...] = tuple(
            sorted(blocks.values(), key=lambda block: block.place)
        )
        """What Your turn has a player look at, the most urgent first."""
        self.reasons = {key: words for face in self.faces for key, words in face.reasons.items()}
        """Why computer players give orders, in words."""
        self.recipes: Mapping[str, type[Recipe]] = self._joined("recipes", "name")
        """Forms that make several orders, by name."""
        self.guided: Mapping[str, Guided[Any]] = self._joined("guided", "name")
        """Forms that turn from page to page, by name."""
        self.likely = tuple(each for face in reversed(self.faces) for each in face.likely)
        """The orders that people give most, the likeliest first."""
        self.topics: Mapping[str, Topic] = self._joined("topics", "name")
        """What `/help` offers, in order."""
        self.primer: Mapping[str, PrimerCard] = self._joined("primer", "name")
        """The cards of the primer, in order."""
        self.chapters: Mapping[str, Chapter] = self._joined("chapters", "name")
        """Of a faction's history, what weighs most first."""
        self.awards: Mapping[str, Award] = self._joined("awards", "name")
        """Medals and records, in order."""

    def _ask_the_last(self) -> None:
        """Take what the last face that has it says for all."""
        self.combat: CombatFigures | None = self._last("combat")
        """How pieces fare in fights."""
        self.forecasts: Forecasts | None = self._last("forecasts")
        """What `/odds` tells."""
        self.seat: Seat[Any] | None = self._last("seat")
        """How a newcomer takes a seat; None where nobody can."""
        self.host_orders: HostOrders = self._last("host_orders") or HostOrders()
        """What the host does for people, as orders."""
        self._names: MakeNames | None = self._last("names")
        self.atlas: Atlas | None = self._last("atlas")
        """The maps of the world; None for one that has none."""
        self.land_history: LandHistory | None = self._last("land_history")
        """Who held which land, once nothing is secret; None where there is no land."""
        self.guide: Guide | None = self._last("guide")
        """Where reading the rules begins."""
        self.noted: Noted | None = self._last("noted")
        """What is new to a faction once it is known."""
        self.first_turn: tuple[FirstStep, ...] = self._last("first_turn") or ()
        """The steps of a player's first turn."""
        self.spot: Spot | None = self._last("spot")
        """Where something happened."""
        self.keepsake: Keepsake | None = self._last("keepsake")
        """The picture of the campaign's end; None where its words are all."""
        self.week: Week | None = self._last("week")
        """What the weekly card counts."""
        self.goal: Goal | None = self._last("goal")
        """What the sides strive for."""

    def names(
        self,
        world: World,
        show: Show = escaped,
        *,
        reader: int = 0,
        planned: bool = False,
        before: Callable[[], World] | None = None,
    ) -> Names:
        """What things are called by who knows only this world, and knew what `before` returns.

        `reader` is the faction that reads; what is `planned` is told with "would".
        """
        if self._names:
            names = self._names(self.rules, world, show, self.lines)
        else:
            names = Names(world, show, self.lines)
        names.kinds, names.together = self.kinds, self.together
        names.reader, names.planned, names.before = reader, planned, before
        names.module, names.orders = self.rules.module, self.rules.orders
        return names

    def line(self, order: Order, world: World) -> str:
        """An order in words, on one line, as who knows only this world reads it; not escaped.

        Unnamed things are called as in reports.
        """
        return self.names(world, str).order(self.written(order, world))

    def written(self, order: Order, world: World, before: Callable[[], World] | None = None) -> str:
        """The same as a sheet has it, which `Names.order` puts into words."""
        return line_of(order, world, unnamed=self.names(world, str, before=before).thing)

    def given(self, order: Order, world: World) -> str:
        """The same without what the order is called; empty if it gives nothing."""
        names, line = self.names(world, str), self.written(order, world)
        return told_apart(line, names.orders, names.key)[1]

    def deed(self, order: Order, world: World, actor: str) -> str:
        """An order as what somebody could do; `actor` is the parameter that says who."""
        names, line = self.names(world, str), self.written(order, world)
        return in_short(line, names.orders, names.key, actor)

    def because(self, reason: Reason, names: Names) -> str:
        """Why a computer player gives an order; a reason without words is told by its key."""
        words = self.reasons.get(reason.key, reason.key.replace("_", " "))
        return "because " + words.format(things=names.things(reason.things), figure=reason.figure)

    def layer(self, name: str | None) -> Layer:
        """The layer of that name; the usual one for none, or for one that is not here any more."""
        usual = next(iter(self.layers.values()), USUAL)
        return self.layers.get(name or usual.name, usual)

    def _last(self, field: str) -> Any:
        """What the last pack that has it says for all."""
        return next(
            (value for face in reversed(self.faces) if (value := getattr(face, field))), None
        )

    def _joined(self, chapter: str, key: str) -> Mapping[str, Any]:
        """One list of parts by name; a part takes the place of an earlier one of its name.

        Raises:
            LookupError: a face drops a part that is not there.
        """
        joined: dict[str, Any] = {}
        for face in self.faces:
            for name in face.drops.get(chapter, ()):
                if joined.pop(name, None) is None:
                    raise LookupError(
                        f"the face of {face.pack!r} drops {name!r} of {chapter}, which is not there"
                    )
            joined |= {getattr(part, key): part for part in getattr(face, chapter)}
        return MappingProxyType(joined)
