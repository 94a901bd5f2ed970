"""`/show feature`: one that the asker has discovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, record_panel
from bot.faces.kingdoms.choosing import SITE
from bot.faces.kingdoms.finds import hoard_of
from bot.faces.kingdoms.leading import to_odds, to_province
from bot.faces.kingdoms.looks import BEING, looks_of
from bot.faces.kingdoms.looks import SITE as ANY_SITE
from bot.faces.kingdoms.whereabouts import crown_name, spot
from bot.faces.panels import Look
from engine.campaign import Now
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import (
    Holding,
    Site,
)


def card_of(look: Look, site: Site) -> PanelCard:
    """The sheet of a feature that the asker has discovered."""
    view, content = look.view, look.rules.module.content(EncounterContent)
    row = content.sites[site.feature]
    icon = looks_of(look.rules).icon("sites", site.feature, ANY_SITE)
    holding = view.get(Holding, site.holding)
    leads = to_province(view, site.holding)
    head = [Row("Where", spot(view, site.holding), leads=leads)]
    if holding.knows("owner"):
        head.append(Row("Province of", crown_name(view, holding.owner, "nobody")))
    head.append(Row("Searched", "its benefit is gone" if site.searched else "not yet"))
    if row.tax:
        head.append(Row("Tax base", f"+{row.tax}", "for an owner who has discovered it"))
    boxes: list[Box] = []
    if hoard := hoard_of(content, site):
        head.append(Row("Hoard", text=hoard))
    if row.help:
        boxes.append(Box("What it gives", (Row("Benefit", text=row.help),), wide=True))
    if site.being:
        boxes.append(Box("Guardian", tuple(_guardian(look, site))))
        boxes.append(Box("And you", tuple(_dealings(look, site))))
    else:
        boxes.append(Box("Guardian", (Row("nobody guards it", tone="faint"),), wide=True))
    return PanelCard(
        "feature", row.name, spot(view, site.holding), view.get(Now, 1).turn,
        icon=icon, head=tuple(head), boxes=tuple(boxes),
    )  # fmt: skip


def _guardian(look: Look, site: Site) -> Iterator[Row]:
    content = look.rules.module.content(EncounterContent)
    being = content.beings[site.being]
    icon = looks_of(look.rules).icon("beings", site.being, BEING)
    leads = to_odds(look.view, look.faction, site, being.name, armed=False)
    told = f"{being.temper}, {being.speed}"
    yield Row(being.name, being.alignment, told, icon=icon, leads=leads)
    yield Row("Intelligence", being.intelligence)
    yield Row("Hit points", f"about {being.hits}")
    least, most = being.damage
    yield Row("Melee", f"{least} to {most} damage", level=(being.melee, max(5, being.melee)))
    if being.missile:
        least, most = being.missile_damage
        yield Row("Missiles", f"{least} to {most} damage", level=(being.missile, 5))
    if being.casts:
        arts = look.rules.module.content(ArtsContent).arts
        yield Row("Spells", ", ".join(arts[code].name for code in being.casts if code in arts))
    if being.raid:
        yield Row("Raids", f"{being.raid}% a turn", "while it guards its feature", tone="bad")


def _dealings(look: Look, site: Site) -> Iterator[Row]:
    """What is between the guardian and the asker's kingdoms."""
    if site.truces:
        yield Row("It does not raid you", tone="good")
    if site.raided:
        yield Row("It has raided you, and is hostile", tone="bad")
    for _, gold in site.bargains:
        yield Row("You owe it", f"{gold} gold", tone="gold")
    if not (site.truces or site.raided or site.bargains):
        yield Row("nothing so far", tone="faint")


PANEL: Final = record_panel(
    Site,
    card_of,
    "/character search meets its guardian",
    name="feature",
    help="A feature that you have discovered: what it gives, what guards it",
    about=SITE,
)
