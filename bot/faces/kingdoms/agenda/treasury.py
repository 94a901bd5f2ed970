"""The treasury: what the turn's end brings and takes, and whether it goes round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import crown_of, hired, to_order, to_panel
from bot.faces.kingdoms.realm.account import account_of
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.ventures.recruiting import fee_of
from engine.packs.kingdoms.crowns.ventures.ruling import Disband
from engine.packs.kingdoms.pieces.records import Army, Crown, Ruler


def lines(desk: Desk) -> Iterator[Line]:
    """One line, as the draft would leave the treasury."""
    crown = crown_of(desk)
    if crown:
        yield partial(_treasury, desk, crown)


def _treasury(desk: Desk, crown: Crown) -> AgendaEntry:
    # Provinces that others may own by then are in doubt after the draft; gold that it spends is
    # not.
    now = account_of(desk.rules, desk.view, crown)
    spent = crown.treasury - desk.state.world.get(Crown, crown.id).treasury
    pay = now.pay + _raised(desk, crown) + _hired(desk, crown)
    left = now.treasury + now.income - pay - spent
    draft = f", {spent} for your orders" if spent > 0 else ""
    told = f"{now.treasury} gold now, {now.income} of income, {pay} of pay{draft}"
    look = to_panel(desk, "kingdom", crown, "Look at the treasury")
    if left < 0:
        return AgendaEntry(
            text=f"⚠ {told}: **{-left} gold are missing**, and somebody would go unpaid",
            leads=(look, to_order(Disband, "Disband an army")),
        )
    return AgendaEntry(
        text=f"{told}: **{left}** at the turn's end unless monsters raid", leads=(look,)
    )


def _raised(desk: Desk, crown: Crown) -> int:
    """The pay of armies that the draft would raise, which they get this turn."""
    types = desk.rules.module.content(ArmyContent).army_types
    return sum(
        types[army.type].pay
        for army in desk.state.world.by(Army, "crown", crown.id)
        if desk.view.find(Army, army.id) is None
    )


def _hired(desk: Desk, crown: Crown) -> int:
    """The pay of heroes whom the draft would try to hire: they get it this turn."""
    content = desk.rules.module.content(RulerContent)
    heroes = (desk.view.find(Ruler, id) for id in hired(desk))
    fees = [fee_of(content, crown, hero) for hero in heroes if hero]
    return sum(fees) // content.gold.hire_pays
