"""An army as it is being put together in the builder: what it begins with, and its steps.

A step that the rules do not take leaves the army as it is; the pages say beforehand why.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.faces.choices.asking import Asking, Unanswered
from bot.faces.leads import Lead
from bot.faces.warmaster.lists.panel import own_list
from bot.faces.warmaster.pitched.texts import points
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.orders import Refusal
from engine.packs.warmaster.content import ArmyList, WarmasterContent
from engine.packs.warmaster.pitched.mustering import empty_army
from engine.packs.warmaster.pitched.records import BoughtArmy, armies_of

BUILDER = "army"
"""The name of the form."""
_USUAL = 1000
_HOST = "host"


def war_of(asking: Asking) -> WarmasterContent:
    """What the module holds for Warmaster."""
    return asking.rules.module.content(WarmasterContent)


def mine(asking: Asking) -> tuple[BoughtArmy, ...]:
    """The caller's bought armies, without those of lists that the module has no more."""
    lists = war_of(asking).army_lists
    return tuple(each for each in armies_of(asking.view, asking.player) if each.list in lists)


def build(size: int = 0) -> Lead:
    """To the builder, for a new army of that many points."""
    of = f" of {points(size)}" if size else ""
    return Lead(label=f"Build an army{of}", emoji="🛠️", guided=(BUILDER, str(size or "")))


def change(army: BoughtArmy) -> Lead:
    """To the builder, with a copy of a kept army."""
    return Lead(label=f"Change {army.name}"[:100], emoji="🛠️", guided=(BUILDER, f"army {army.id}"))


def begin(asking: Asking, about: str) -> BoughtArmy:
    """A new army of the points named, or a copy of a kept one."""
    word, _, number = about.partition(" ")
    if word == "army":
        army = next((each for each in mine(asking) if str(each.id) == number), None)
        if army is None:
            raise Unanswered("You keep that army no more.", "/show pitched shows those you keep.")
        return army
    size = int(word) if word.isdecimal() else _usual(war_of(asking))
    own = own_list(asking)
    return empty_army(own, size, free_name(asking, own))


def _usual(war: WarmasterContent) -> int:
    return min(max(_USUAL, war.warmaster.pitched.least), war.warmaster.pitched.most)


def free_name(asking: Asking, own: ArmyList) -> str:
    """A name after the list, with a number where an army is called so already."""
    taken = {key_of(army.name) for army in mine(asking)}
    usual = f"{own.name[: NAME_LENGTH - 8]} {_HOST}"
    name, number = usual, 1
    while key_of(name) in taken:
        number += 1
        name = f"{usual} {number}"
    return name


def stepped(
    step: Callable[[BoughtArmy], BoughtArmy | Refusal],
) -> Callable[[BoughtArmy], BoughtArmy]:
    """A step as an edit: the army as it is where the rules do not take it."""

    def edit(army: BoughtArmy) -> BoughtArmy:
        after = step(army)
        return army if isinstance(after, Refusal) else after

    return edit
