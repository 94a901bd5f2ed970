"""The builder of armies as a guided form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.leads import Lead
from bot.faces.macros import made
from bot.faces.warmaster.pitched.brigades import brigades_page
from bot.faces.warmaster.pitched.builder import army_page, piece_page, size_page
from bot.faces.warmaster.pitched.draft import BUILDER, begin
from bot.faces.warmaster.pitched.leading import spells_page
from bot.faces.warmaster.pitched.posting import one_page, place_page
from bot.faces.wizards import Guided
from engine.orders import Order
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import SendChallenge
from engine.packs.warmaster.pitched.mustering import orders_for
from engine.packs.warmaster.pitched.records import BoughtArmy


def _orders(army: BoughtArmy) -> Sequence[Order]:
    return orders_for(army, made(BuyArmy.makes, 1))


def _after(army: BoughtArmy) -> Sequence[Lead]:
    return (
        Lead(label=f"Look at {army.name}"[:100], emoji="👁️", panel=("pitched", army.name)),
        Lead(label="Challenge somebody", emoji="🤺", order=SendChallenge.path),
    )


FORM: Final = Guided(
    name=BUILDER,
    begin=begin,
    pages={
        "army": army_page,
        "size": size_page,
        "piece": piece_page,
        "one": one_page,
        "place": place_page,
        "spells": spells_page,
        "brigades": brigades_page,
    },
    orders=_orders,
    write=lambda army: army.dump().decode(),
    read=lambda text: BoughtArmy.load(text.encode()),
    after=_after,
)
