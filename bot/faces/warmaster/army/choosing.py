"""Which force a person means by an army: a stack or the garrison of a city of their faction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choices.asking import About, Asking, Offer, Unanswered, found, offered
from bot.faces.cohorts.choosing import shown
from bot.faces.warmaster.army.facts import Force
from bot.faces.words.text import escaped
from engine.orders import Ref
from engine.packs.cohorts.pieces.ownership import of_faction
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.world import World

KINDS: Final = (Stack.kind, City.kind)


def forces(view: World, faction: int, player: int = 0) -> list[Force]:
    """The stacks and cities of a faction that hold units to fight, those with most units first.

    A player's stands before those of other players of the faction.
    """
    every: list[Force] = [*view.all(Stack), *(c for c in view.all(City) if c.knows("baron"))]
    own = [each for each in every if each.knows("name") and of_faction(view, each, faction)]
    counted = {each.place: _units(view, each, player) for each in own}
    armed = [each for each in own if any(counted[each.place])]
    return sorted(armed, key=lambda each: tuple(-number for number in counted[each.place]))


def _units(view: World, force: Force, player: int) -> tuple[int, int]:
    """How many units of a player are in a force, and how many of anybody."""
    units = [each for each in view.by(Unit, "holder", force.place) if each.arm != "ship"]
    return sum(unit.player == player for unit in units), len(units)


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    view = asking.view
    own = forces(view, asking.faction, asking.player)
    return offered(view, own, KINDS, typed, lambda force: shown(view, force))


def _meant(asking: Asking, text: str | None) -> str:
    view = asking.view
    if text is None:
        first = next(iter(forces(view, asking.faction, asking.player)), None)
        if first is None:
            raise Unanswered(
                "Your faction has no units in a stack or city.", "Train some with /city train."
            )
        return str(Ref(*first.place))
    force = found(view, KINDS, text)
    assert isinstance(force, Force)
    if not of_faction(view, force, asking.faction):
        raise Unanswered(
            f"{escaped(force.name)} is not of your faction.",
            "Of others /show stack tells what you know; /odds what a battle would bring.",
        )
    return str(Ref(*force.place))


ABOUT: Final = About(
    "name", "Which stack or city; left out, your largest force", _offers, _meant, required=False
)
