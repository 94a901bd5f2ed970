"""`/show kingdom`: the treasury with the account of a turn, people, treaties, inventions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, Tone, record_panel
from bot.faces.kingdoms.choosing import CROWN
from bot.faces.kingdoms.leading import to_province, to_ruler
from bot.faces.kingdoms.looks import DEVICE, OFFICE, PERSON, looks_of
from bot.faces.kingdoms.realm.account import Treasury, account_of
from bot.faces.kingdoms.whereabouts import at, crown_name, rank, spot
from bot.faces.panels import Look
from engine.campaign import Now
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.paying import is_paid, pay_of
from engine.packs.kingdoms.crowns.relations import bound
from engine.packs.kingdoms.crowns.taxing import tax_base_of
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Overture, Ruler, Truce

BROKE: Final = "Somebody would go unpaid: heroes are paid first, then armies."


def card_of(look: Look, crown: Crown) -> PanelCard:
    """The sheet of a kingdom as far as its asker knows it."""
    own = crown.knows("treasury")
    boxes: list[Box] = []
    if own:
        account = account_of(look.rules, look.view, crown)
        boxes.append(_account(account))
    boxes.append(Box("People", tuple(_people(look, crown)) or (Row("nobody known"),)))
    boxes.append(Box("Treaties", tuple(_treaties(look, crown)) or (Row("none", tone="faint"),)))
    if own:
        devices = look.rules.module.content(VentureContent).devices
        looks = looks_of(look.rules)
        known = [
            Row(devices[key].name, text=devices[key].help, icon=looks.icon("devices", key, DEVICE))
            for key in crown.inventions
        ]
        rows = tuple(known) or (Row("none yet: Sages who practise may find some", tone="faint"),)
        boxes.append(Box("Inventions", rows, wide=True, columns=2 if len(known) > 1 else 1))
    return PanelCard(
        "kingdom",
        crown.name,
        "your kingdom" if own else "a kingdom that you know",
        look.view.get(Now, 1).turn,
        crown.faction,
        icon=looks_of(look.rules).icon("army_races", crown.race, OFFICE),
        head=tuple(_head(look, crown, own=own)),
        boxes=tuple(boxes),
    )


def _head(look: Look, crown: Crown, *, own: bool) -> Iterator[Row]:
    view = look.view
    alignments = look.rules.module.content(RulerContent).alignments
    yield Row("Race", crown.race.capitalize())
    yield Row("Alignment", alignments[crown.alignment].name)
    known = list(view.by(Holding, "owner", crown.id))
    if own:
        base = tax_base_of(view, look.rules.module, crown.id)
        yield Row("Provinces", str(len(known)), f"tax base {base}")
        leads = to_province(view, crown.home)
        yield Row("Home province", spot(view, crown.home), leads=leads)
        armies = list(view.by(Army, "crown", crown.id))
        alone = sum(1 for army in armies if not army.leader)
        yield Row("Armies", str(len(armies)), f"{alone} in garrisons")
    else:
        yield Row("Provinces that you know of", str(len(known)))
    if crown.fallen:
        yield Row("Fell", f"in turn {crown.fallen}", tone="bad")


def _account(account: Treasury) -> Box:
    """The account as bars, each as long as its part of all that there is."""
    whole = max(1, account.treasury + account.income, account.pay)

    def bar(name: str, gold: int, tone: Tone, note: str = "") -> Row:
        return Row(name, f"{gold:,} gold", note, gold / whole, tone)

    rows = [
        bar("In the treasury", account.treasury, "gold"),
        bar("+ Taxes", account.taxes, "good", "at the turn's end"),
    ]
    if account.inventions:
        rows.append(bar("+ Inventions", account.inventions, "good"))
    rows.append(bar("− Heroes", account.heroes, "bad", "paid first"))
    rows.append(bar("− Armies", account.armies, "bad"))
    left = account.left
    if left >= 0:
        rows.append(bar("Left", left, "gold", "if nothing changes"))
    else:
        rows.append(Row("Missing", f"{-left:,} gold", "", 0.0, "bad"))
        rows.append(Row(BROKE, tone="faint"))
    change = account.income - account.pay
    sign = "−" if change < 0 else "+"
    return Box("Treasury", tuple(rows), f"{sign}{abs(change):,} gold a turn", wide=True)


def _people(look: Look, crown: Crown) -> Iterator[Row]:
    content = look.rules.module.content(RulerContent)
    people = [each for each in look.view.by(Ruler, "crown", crown.id) if each.alive]
    for ruler in sorted(people, key=lambda each: (not each.royal, each.id)):
        there = at(look.view, ruler.holding) if ruler.knows("holding") else "nobody knows where"
        pay = ""
        if ruler.knows("skill") and is_paid(ruler) and crown.knows("treasury"):
            pay = f"{pay_of(content, crown, ruler)} gold"
        icon = looks_of(look.rules).icon("army_races", ruler.race, PERSON)
        lead = to_ruler(look.view, ruler)
        yield Row(f"{rank(ruler)} {ruler.name}", pay, there, icon=icon, leads=(lead,))


def _treaties(look: Look, crown: Crown) -> Iterator[Row]:
    view = look.view
    for truce in view.by(Truce, "crowns", crown.id):
        other = next(each for each in truce.crowns if each != crown.id)
        note = "ends with this turn" if truce.notice else f"since turn {truce.turn}"
        yield Row(crown_name(view, other), "treaty", note, tone="bad" if truce.notice else "good")
    for offer in view.all(Overture):
        if bound(view, offer.crown, offer.to):
            continue  # it stands on, and would count again once the treaty is broken
        if offer.crown == crown.id:
            said = "offered by you" if crown.knows("treasury") else "offered a treaty"
            yield Row(crown_name(view, offer.to), said)
        elif offer.to == crown.id:
            yield Row(crown_name(view, offer.crown), "offers one", text="Answer with Treat.")


PANEL: Final = record_panel(
    Crown,
    card_of,
    "/kingdom treat offers a treaty",
    name="kingdom",
    help="A kingdom: treasury and what the turn will cost, people, treaties, inventions",
    about=CROWN,
)
