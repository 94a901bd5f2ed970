"""What waits for the player's word: treaties that are offered, an Heir without skills, raids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import bare, called, crown_of, ref, to_order, to_panel
from bot.faces.leads import rule_of
from bot.faces.words.text import escaped, number
from engine.orders import Order
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.relations import bound
from engine.packs.kingdoms.crowns.ventures.heirs import HeirSkills
from engine.packs.kingdoms.crowns.ventures.ruling import PayTribute
from engine.packs.kingdoms.crowns.ventures.treating import Treat
from engine.packs.kingdoms.pieces.records import Crown, Overture, Ruler, Site


def lines(desk: Desk) -> Iterator[Line]:
    """The throne, treaties, then what a guardian was promised; nothing that the draft answers."""
    crown = crown_of(desk)
    if crown is None:
        return
    yield partial(_throne, desk, crown)
    for offer in desk.view.all(Overture):
        waits = offer.to == crown.id and not bound(desk.view, crown.id, offer.crown)
        if waits and not _drafted(desk, Treat, f"crown:{offer.crown}"):
            yield partial(_offered, desk, offer)
    for site in desk.view.all(Site):
        for owed, gold in site.bargains:
            if owed == crown.id and not _drafted(desk, PayTribute, ref(site)):
                yield partial(_promised, desk, site, gold)


def _drafted(desk: Desk, order: type[Order], about: str) -> bool:
    """Whether the draft has such an order about a thing."""
    given = (queued.order for queued in desk.orders)
    return any(
        isinstance(each, order) and about in map(str, each.refs().values()) for each in given
    )


def _throne(desk: Desk, crown: Crown) -> AgendaEntry | None:
    king = desk.view.find(Ruler, crown.king) if crown.king else None
    if king is None:
        return AgendaEntry(
            text="Your King is dead: a **Royal Heir** comes at the end of the turn",
            leads=(rule_of("kingdoms.character.royal-heir", "Royal Heirs"),),
        )
    if king.rank != "heir" or king.schooled:
        return None
    if any(isinstance(queued.order, HeirSkills) for queued in desk.orders):
        return None
    rules = desk.rules.module.content(RulerContent).heirs
    levels = number(rules.levels_of(crown.heirs), "level")
    return AgendaEntry(
        text=f"**{escaped(king.name)}**, your Royal Heir, has {levels} of skill to be given",
        leads=(to_order(HeirSkills, f"{king.name}: give skills"),),
    )


def _offered(desk: Desk, offer: Overture) -> AgendaEntry:
    other = desk.view.get(Crown, offer.crown)
    return AgendaEntry(
        text=f"**{escaped(other.name)}** offers you a treaty",
        leads=(
            to_order(Treat, f"Make the treaty with {other.name}", kingdom=ref(other)),
            to_panel(desk, "kingdom", other, f"Look at {other.name}"),
        ),
    )


def _promised(desk: Desk, site: Site, gold: int) -> AgendaEntry:
    names = called(desk)
    return AgendaEntry(
        text=f"{gold} gold were promised to {names.guardian(site.id)} of {names.site(site.id)}",
        leads=(to_order(PayTribute, f"Pay {bare(desk).guardian(site.id)}", feature=ref(site)),),
    )
