"""From a line of an army to the order that changes it, filled in as far as the line says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.faces.battle.scene import Side
from bot.faces.leads import Lead
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.army.facts import LeaderFacts, UnitFacts
from bot.faces.words.text import clean
from engine.orders import Order, Ref
from engine.packs.warmaster.battle.values import Army, Field
from engine.packs.warmaster.content import MagicItem
from engine.packs.warmaster.orders.casting import SetSpellOrder
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.orders.directing import GiveDirective
from engine.packs.warmaster.orders.equipping import EquipMagicItem, UnequipMagicItem
from engine.world import Place

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture

_LABEL = 100  # Discord: characters of a menu's line


def to_order(order: type[Order], says: str, **given: str) -> Lead:
    """A lead to an order with this filled in."""
    text = clean(says)
    label = text if len(text) <= _LABEL else text[: _LABEL - 1] + "…"
    return Lead(label=label, order=order.path, given=tuple(given.items()))


def to_deploy(unit: UnitFacts) -> Lead:
    """To where a unit stands."""
    return to_order(DeployUnit, f"{unit.number}. {unit.troop.name}: its hex", unit=_ref(unit.place))


def to_direct(unit: UnitFacts) -> Lead:
    """To what a unit does."""
    return to_order(
        GiveDirective, f"{unit.number}. {unit.troop.name}: directive", unit=_ref(unit.place)
    )


def to_name(leader: LeaderFacts) -> Lead:
    """To naming somebody commander."""
    return to_order(NameCommander, f"{leader.name}: command the army", character=_ref(leader.place))


def to_post(leader: LeaderFacts) -> Lead:
    """To the unit that a character stands with."""
    return to_order(
        PostCharacter, f"{leader.name}: stand with a unit", character=_ref(leader.place)
    )


def to_spells(leader: LeaderFacts) -> Lead:
    """To the order of a Wizard's spells."""
    return to_order(SetSpellOrder, f"{leader.name}: order of spells", wizard=_ref(leader.place))


def to_equip(place: Place, name: str, item: MagicItem) -> Lead:
    """To carrying an item."""
    says = f"{name}: carry {item.name}"
    return to_order(EquipMagicItem, says, piece=_ref(place), item=item.key)


def to_unequip(place: Place, name: str, item: str) -> Lead:
    """To laying an item down."""
    return to_order(UnequipMagicItem, f"{name}: lay {item} down", piece=_ref(place))


def _ref(place: Place) -> str:
    return str(Ref(*place))


def drawn_up(
    title: str,
    army: Army,
    side: Side,
    subtitle: str,
    turn: int,
    looks: Looks,
    field: Field | None = None,
) -> Picture:
    """An army in its places, on an open field unless one is given."""
    from bot.faces.warmaster.battle.field import Deployment, draw_deployment

    return draw_deployment(
        Deployment(title, army, side, subtitle, turn, field or Field(), looks=looks)
    )
