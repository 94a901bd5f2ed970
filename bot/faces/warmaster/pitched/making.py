"""The builder of armies as a guided form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.embeds import Card
from bot.faces.leads import Lead
from bot.faces.macros import made
from bot.faces.pages import Button, Change, Menu, Page, Turn
from bot.faces.warmaster.pitched.builder import ARMY, army_page, piece_page, size_page
from bot.faces.warmaster.pitched.draft import BUILDER, begin, war_of
from bot.faces.warmaster.pitched.leading import spells_page
from bot.faces.warmaster.pitched.posting import one_page, place_page
from bot.faces.warmaster.pitched.texts import brigades_in, numbered, orders_of
from bot.faces.wizards import Guided, Here
from bot.faces.words.choosing import Option
from bot.faces.words.text import escaped
from engine.orders import Order
from engine.packs.warmaster.battle.brigades import LARGEST
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import SendChallenge
from engine.packs.warmaster.pitched.mustering import orders_for, with_brigade, without_brigade
from engine.packs.warmaster.pitched.records import BoughtArmy


def brigades_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """The brigades of the army: units are put together, and brigades dissolved."""
    war, army = war_of(here.asking), here.draft
    formed = brigades_in(war, army)
    lines = [
        f"One order moves a whole brigade of up to {LARGEST} units, those within 3 hexes of its "
        "first."
    ]
    lines += [f"**{number}**: {escaped(units)}" for number, units in formed.items()]
    alone = [n for n, unit in enumerate(army.units) if not unit.brigade]
    if not formed:
        lines.append("You formed none: units of a kind and directive go together by fours.")
    elif alone:
        names = ", ".join(numbered(war, army, n + 1) for n in alone)
        lines.append(f"Ordered one by one: {escaped(names)}")
    controls: list[Menu[BoughtArmy] | Button[BoughtArmy]] = []
    if alone:
        options = [
            Option(str(n), numbered(war, army, n + 1), orders_of(army.units[n])) for n in alone
        ]
        controls.append(
            Menu(
                "army:form",
                "Form a brigade of …",
                options,
                lambda values: Change(
                    lambda draft: with_brigade(draft, [int(value) for value in values])
                ),
                most=LARGEST,
            )
        )
    if formed:
        options = [Option(str(n), f"Dissolve {n}", units) for n, units in formed.items()]
        controls.append(
            Menu(
                "army:dissolve",
                "Dissolve a brigade …",
                options,
                lambda values: Change(lambda draft: without_brigade(draft, int(values[0]))),
            )
        )
    controls.append(Button("army:back", "Back to the army", Turn(ARMY), main=True))
    return Page(Card("Brigades", "\n".join(lines)), tuple(controls))


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
