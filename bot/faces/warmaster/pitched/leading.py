"""The pages of one character in the builder: item, place, what it does, order of spells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from bot.faces.embeds import Card
from bot.faces.pages import Button, Change, FormPosition, Menu, Page, Turn
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.cards.spells import casting
from bot.faces.warmaster.pitched.builder import ARMY, ONE, escaped_but_bold, ones
from bot.faces.warmaster.pitched.draft import stepped, war_of
from bot.faces.warmaster.pitched.texts import (
    numbered,
    orders_of,
    role_lines,
    spells_told,
    spent_line,
)
from bot.faces.warmaster.terms import STANCES
from bot.faces.wizards import Here
from bot.faces.words.choosing import NOTHING, Option
from bot.faces.words.text import escaped
from engine.packs.warmaster.battle.values import Stance
from engine.packs.warmaster.content import MagicItem, WarmasterContent
from engine.packs.warmaster.leading import usual_stance
from engine.packs.warmaster.orders.casting import spells_of
from engine.packs.warmaster.pitched.mustering import (
    items_for_officer,
    with_officer_item,
    with_post,
    with_spells,
    with_stance,
)
from engine.packs.warmaster.pitched.records import BoughtArmy, Officer

SPELLS: Final = "spells"
"""The page of a Wizard's spells, by the place of the Wizard in the army."""

ItemAct = Callable[[str], Change[BoughtArmy]]
Control = Menu[BoughtArmy] | Button[BoughtArmy]


def gone() -> Page[BoughtArmy]:
    """The page of what was taken out meanwhile."""
    return Page(Card("It is not in the army any more", "Choose another."), (_back(),))


def _back() -> Button[BoughtArmy]:
    return Button("army:back", "Back to the army", Turn(ARMY), main=True)


def item_line(war: WarmasterContent, key: str) -> str:
    """A magic item, and what it does."""
    item = war.magic_items[key]
    return f"**{escaped(item.name)}**: {escaped(item.help)}"


def items_menu(items: list[tuple[MagicItem, int]], chosen: str, act: ItemAct) -> Menu[BoughtArmy]:
    """What one may carry, each with its price; `act` makes the chosen key a change."""
    options = [Option(NOTHING, "No magic item")]
    options += [Option(item.key, f"{item.name} · {cost} points", item.help) for item, cost in items]
    return Menu(
        "army:item",
        "Magic item …",
        options,
        lambda values: act("" if values[0] == NOTHING else values[0]),
        (chosen or NOTHING,),
    )


def officer_page(here: Here[BoughtArmy], place: int) -> Page[BoughtArmy]:
    """One character, and what it may be given and told."""
    war, army = war_of(here.asking), here.draft
    officer = army.officers[place]
    own = war.army_lists[army.list]
    about = role_lines(war, own, officer.role)
    lines = [spent_line(war, army), "", *map(escaped_but_bold, about)]
    if officer.item:
        lines.append(item_line(war, officer.item))
    unit = numbered(war, army, officer.unit) if officer.unit else "whichever unit is usual"
    lines.append(f"**Stands** with {escaped(unit)}.")
    usual = "" if officer.stance else ", as usual"
    lines.append(f"**Does**: {STANCES[officer.stance or usual_stance(officer.role)]}{usual}.")
    controls: list[Control] = [ones(war, army, f"o{place}")]
    items = list(items_for_officer(war, army, place))
    if items:
        controls.append(
            items_menu(
                items,
                officer.item,
                lambda item: Change(
                    stepped(lambda draft: with_officer_item(war, draft, place, item))
                ),
            )
        )
    if army.units:
        controls.append(_units(war, army, place))
    controls.append(_stances(officer, place))
    if officer.role == "wizard" and own.spells:
        told = f"{spells_told(war, officer)}; no others" if officer.spells else "as named above"
        lines.append(f"**Casts** {escaped(told)}.")
        to_spells = Turn(FormPosition(SPELLS, (str(place),)))
        controls.append(Button("army:spells", "Order of spells …", to_spells))
    return Page(Card(ROLES[officer.role], "\n".join(lines)), (*controls, _back()))


def _units(war: WarmasterContent, army: BoughtArmy, place: int) -> Menu[BoughtArmy]:
    options = [Option("0", "Stands with whichever unit is usual")]
    options += [
        Option(str(number), f"Stands with {numbered(war, army, number)}", orders_of(unit))
        for number, unit in enumerate(army.units, start=1)
    ]

    def choose(values: tuple[str, ...]) -> Change[BoughtArmy]:
        return Change(lambda draft: with_post(draft, place, int(values[0])))

    chosen = (str(army.officers[place].unit),)
    return Menu("army:post", "Stands with …", options, choose, chosen)


def _stances(officer: Officer, place: int) -> Menu[BoughtArmy]:
    usual = STANCES[usual_stance(officer.role)]
    options = [Option(NOTHING, "Does as usual", usual.capitalize())]
    options += [Option(each, does.capitalize()) for each, does in STANCES.items()]

    def choose(values: tuple[str, ...]) -> Change[BoughtArmy]:
        told = None if values[0] == NOTHING else cast("Stance", values[0])
        return Change(lambda draft: with_stance(draft, place, told))

    return Menu("army:stance", "What it does …", options, choose, (officer.stance or NOTHING,))


# ---------------------------------------------------------------- spells


def spells_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """In which order a Wizard tries the spells of the list, and which it leaves alone."""
    war, army = war_of(here.asking), here.draft
    place = int(here.at.about[0])
    if place >= len(army.officers):
        return gone()
    officer, every = army.officers[place], spells_of(war, war.army_lists[army.list])
    left = [spell for spell in every if spell.key not in officer.spells]
    lines = [
        f"{number}. {escaped(war.war_spells[key].name)}"
        for number, key in enumerate(officer.spells, start=1)
    ] or ["All that the list has, in its order."]
    if officer.spells and left:
        others = ", ".join(spell.name for spell in left)
        lines.append(f"Never tried: {escaped(others)}.")
    controls: list[Control] = []
    if left:
        options = [Option(spell.key, spell.name, casting(spell)) for spell in left]
        about = "Next spell …" if officer.spells else "First spell …"
        controls.append(
            Menu(
                "army:spell",
                about,
                options,
                lambda values: Change(
                    lambda draft: with_spells(
                        draft, place, (*draft.officers[place].spells, values[0])
                    )
                ),
            )
        )
    fewer: Change[BoughtArmy] = Change(
        lambda draft: with_spells(draft, place, draft.officers[place].spells[:-1])
    )
    none: Change[BoughtArmy] = Change(lambda draft: with_spells(draft, place, ()))
    controls += [
        Button("army:fewer", "Take the last out", fewer, disabled=not officer.spells),
        Button("army:listed", "As the list has them", none, disabled=not officer.spells),
        Button("army:leader", "Back to the Wizard", Turn(FormPosition(ONE, (f"o{place}",)))),
        _back(),
    ]
    return Page(Card("Order of spells", "\n".join(lines)), tuple(controls))
