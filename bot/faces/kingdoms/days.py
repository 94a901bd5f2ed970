"""What each character of a player does in each of the six phases, by the orders in the draft.

Source: kingdoms.turn.phases.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.faces.kingdoms.terms import Terms
from engine.hexes import located
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.ventures.acting import Venture
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.moving import Move, Pursue, Trail
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire, Recruit
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.working import Practice, ability_named
from engine.packs.kingdoms.pieces.abilities import NAMES
from engine.packs.kingdoms.pieces.records import Holding, Ruler, Site
from engine.packs.kingdoms.pieces.timing import PHASES, spans
from engine.world import World


@dataclass(frozen=True, slots=True)
class Slot:
    """An action of a character, and when it is done."""

    name: str
    """As the module calls the action."""
    first: int
    last: int
    """Phases, from 1; past the sixth it comes too late."""
    key: str
    """Of its order in the draft."""
    kind: str
    """The order's name, such as `move`."""
    goal: int = 0
    """The province to which it leads; 0 for none."""
    about: str = ""
    """What it is about, such as "6,3" of a move or "Sage" of a practice; empty for nothing."""

    @property
    def told(self) -> str:
        """The action with what it is about, such as "Move to 6,3"."""
        joint = " to " if self.goal else " "
        return f"{self.name}{joint}{self.about}" if self.about else self.name

    @property
    def late(self) -> bool:
        """Whether it would end after the last phase, and so is lost."""
        return self.last > PHASES


@dataclass(frozen=True, slots=True)
class DayFacts:
    """A character's turn."""

    ruler: Ruler
    slots: tuple[Slot, ...]
    able: bool
    """Whether the character takes orders this turn."""
    why: str
    """Why not; empty if they are taken."""

    @property
    def free(self) -> int:
        """Phases without an order."""
        return PHASES - max((slot.last for slot in self.slots if not slot.late), default=0)

    @property
    def path(self) -> tuple[int, ...]:
        """The provinces of the moves, the present one first."""
        return (self.ruler.holding, *(slot.goal for slot in self.slots if slot.goal))

    def at(self, phase: int) -> Slot | None:
        """What is done in a phase."""
        return next(
            (slot for slot in self.slots if slot.first <= phase <= slot.last and not slot.late),
            None,
        )


def days_of(
    rules: Rules, view: World, people: Iterable[Ruler], orders: Iterable[Queued], turn: int
) -> tuple[DayFacts, ...]:
    """The turns of some characters, by the orders that were given them."""
    given = _given(orders)
    return tuple(
        _day(rules, view, each, given.get(str(Ref(*each.place)), []), turn) for each in people
    )


def _given(orders: Iterable[Queued]) -> Mapping[str, list[tuple[str, Venture]]]:
    given: dict[str, list[tuple[str, Venture]]] = {}
    for queued in orders:
        if isinstance(queued.order, Venture):
            plan = given.setdefault(str(queued.order.character), [])
            plan.append((queued.key, queued.order))
    return given


def _day(
    rules: Rules, view: World, ruler: Ruler, given: list[tuple[str, Venture]], turn: int
) -> DayFacts:
    actions = rules.module.content(VentureContent)
    taken = spans(type(order).length(actions) for _, order in given)
    slots: list[Slot] = []
    for (key, order), span in zip(given, taken, strict=True):
        kind = order.path[1]
        row = actions.ventures.get(kind.replace("-", "_"))
        name = row.name if row else kind.replace("-", " ").capitalize()
        goal = order.to.id if isinstance(order, Move) else 0
        about = _about(Terms(rules.module), view, order)
        slots.append(Slot(name, span.first, span.last, key, kind, goal, about))
    why = ""
    if ruler.since == turn:
        why = "came this turn, takes orders from the next on"
    elif ruler.coma:
        why = "in a deathly coma: may only move, wait and leave armies"
    return DayFacts(ruler, tuple(slots), ruler.since != turn, why)


def _about(terms: Terms, view: World, order: Venture) -> str:
    """What an action is about, as far as the view knows it."""
    match order:
        case Move():
            goal = view.find(Holding, order.to.id)
            return located(goal.x, goal.y) if goal else ""
        case Pursue() | Trail():
            return _name(view.find(Ruler, order.target.id))
        case Hire():
            return _name(view.find(Ruler, order.hero.id))
        case Search():
            site = view.find(Site, order.feature.id)
            return terms.named("sites", site.feature) if site else ""
        case Recruit():
            return terms.army(order.army) if order.army else "mercenaries"
        case Practice():
            ability = ability_named(order.ability)
            return NAMES[ability] if ability else ""
        case Cast():
            return terms.spell(order.spell)
        case _:
            return ""


def _name(ruler: Ruler | None) -> str:
    return ruler.name if ruler and ruler.knows("name") else ""
