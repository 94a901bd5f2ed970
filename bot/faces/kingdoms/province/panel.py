"""`/show province`: owner, tax base, features, people, armies, and what may be raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, record_panel
from bot.faces.kingdoms.armies.panel import army_rows
from bot.faces.kingdoms.choosing import PROVINCE
from bot.faces.kingdoms.leading import to_odds, to_ruler, to_site
from bot.faces.kingdoms.looks import ARMY, DEAD, GRAVE, PERSON, SPELL, looks_of
from bot.faces.kingdoms.looks import SITE as ANY_SITE
from bot.faces.kingdoms.places import explored, where
from bot.faces.kingdoms.whereabouts import crown_name, rank, spot
from bot.faces.leads import Lead, map_around
from bot.faces.panels import Look
from engine.campaign import Now
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.gold import raised_in, recruit_cost, recruits
from engine.packs.kingdoms.crowns.imagined import foe_at
from engine.packs.kingdoms.crowns.provinces import is_coastal
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.pieces.records import (
    Army,
    Crown,
    Grave,
    Holding,
    LastingSpell,
    Ruler,
    Site,
    Survey,
)

_LOOSE: Final = {False: "Garrison", True: "Mercenaries"}
"""What armies without a leader are, by whether they are mercenaries."""


def card_of(look: Look, holding: Holding) -> PanelCard:
    """The sheet of a province as far as its asker knows it."""
    view = look.view
    owner = view.find(Crown, holding.owner) if holding.knows("owner") else None
    boxes = (
        Box("Features", tuple(_sites(look, holding)) or (Row("none known", tone="faint"),)),
        Box("Who is there", tuple(_people(look, holding)) or (Row("nobody", tone="faint"),)),
        *_armies(look, holding),
        *_raised(look, holding),
        *_rest(look, holding),
    )
    return PanelCard(
        "province",
        spot(view, holding.id),
        holding.terrain,
        view.get(Now, 1).turn,
        owner.faction if owner else 0,
        icon=looks_of(look.rules).icon("grounds", holding.terrain, ANY_SITE),
        head=tuple(_head(look, holding)),
        boxes=boxes,
    )


def _head(look: Look, holding: Holding) -> Iterator[Row]:
    view, turn = look.view, look.view.get(Now, 1).turn
    fights = _fights(look, holding)
    surveys = list(view.by(Survey, "holding", holding.id))
    seen = max(surveys, key=lambda each: each.seen, default=None)
    if holding.knows("owner"):
        owner = crown_name(view, holding.owner, "independent")
        yield Row("Owner", owner, leads=(map_around(where(holding)), *fights))
    else:
        leads = (map_around(where(holding)), *fights)
        yield Row("Owner", "unknown", "nobody of yours has seen it", leads=leads)
    if holding.knows("tax"):
        own = holding.knows("raided")
        tax = tax_of(view, look.rules.module, holding) if own else holding.tax
        note = f"{holding.tax} without features" if tax != holding.tax else ""
        yield Row("Tax base", str(tax), note)
    percent = explored(view).get(holding.id, 0)
    yield Row("Explored", f"{percent}%", "", percent / 100, "good")
    if seen and seen.seen:
        ago = max(0, turn - seen.seen)
        note = "" if ago <= 1 else f"seen in turn {seen.seen}"
        yield Row("Garrison", str(seen.garrison) if seen.garrison else "none", note)
    if holding.knows("raided") and holding.raided:
        yield Row("Raided", "pays half", tone="bad")


def _fights(look: Look, holding: Holding) -> tuple[Lead, ...]:
    """To what it would bring to march in, where armies have to be expected."""
    crown = look.view.first(Crown, "player", look.player)
    own = crown is not None and holding.knows("owner") and holding.owner == crown.id
    foe = foe_at(look.view, look.rules.module, crown.id, holding) if crown and not own else None
    if foe is None:
        return ()
    return to_odds(look.view, look.faction, holding, "who is there", armed=True)


def _sites(look: Look, holding: Holding) -> Iterator[Row]:
    content = look.rules.module.content(EncounterContent)
    looks = looks_of(look.rules)
    for site in look.view.by(Site, "holding", holding.id):
        row = content.sites[site.feature]
        being = content.beings[site.being].name if site.being else ""
        note = f"guarded by {being}" if being else "nobody guards it"
        searched = "searched" if site.searched else ""
        icon, lead = looks.icon("sites", site.feature, ANY_SITE), to_site(look.view, row.name, site)
        yield Row(row.name, searched, note, icon=icon, leads=(lead,))


def _people(look: Look, holding: Holding) -> Iterator[Row]:
    for ruler in look.view.by(Ruler, "holding", holding.id):
        dead = ruler.knows("died") and not ruler.alive
        icon = DEAD if dead else looks_of(look.rules).icon("army_races", ruler.race, PERSON)
        told, lead = "dead" if dead else "", to_ruler(look.view, ruler)
        text = _served(look, ruler)
        yield Row(f"{rank(ruler)} {ruler.name}", told, text=text, icon=icon, leads=(lead,))


def _served(look: Look, ruler: Ruler) -> str:
    """Whom a character serves, if it is not the asker."""
    crown = look.view.find(Crown, ruler.crown)
    if crown is None:
        return "Without a King"
    if crown.knows("treasury"):
        return ""
    return f"{'Rules' if ruler.royal else 'Serves'} {crown.name}"


def _armies(look: Look, holding: Holding) -> Iterator[Box]:
    """The armies under each leader, then the garrison, then mercenaries."""
    forces: dict[str, list[Army]] = {}
    for army in look.view.by(Army, "holding", holding.id):
        leader = look.view.find(Ruler, army.leader)
        under = f"Under {leader.name}" if leader else _LOOSE[army.mercenary]
        forces.setdefault(under, []).append(army)
    for under in sorted(forces, key=lambda each: each in _LOOSE.values()):
        yield Box(under, tuple(army_rows(look.rules, forces[under])))
    if not forces:
        yield Box("Armies", (Row("none known", tone="faint"),))


def _raised(look: Look, holding: Holding) -> Iterator[Box]:
    """The kinds of armies that are recruited on its ground; nothing of land never seen."""
    if holding.knows("owner"):
        mine = holding.knows("recruits")
        title = "May be raised here" if mine else "Could be raised here by its owner"
        yield Box(title, tuple(_recruits(look, holding)))


def _recruits(look: Look, holding: Holding) -> Iterator[Row]:
    content = look.rules.module.content(ArmyContent)
    looks, ground = looks_of(look.rules), content.grounds[holding.terrain]
    coastal = is_coastal(look.view, content, holding.id)
    names = [
        each for each in content.army_types.values() if raised_in(each, ground, coastal=coastal)
    ]
    gold = look.rules.module.content(RulerContent).gold
    if holding.knows("recruits"):
        tax = tax_of(look.view, look.rules.module, holding)
        left = max(0, recruits(gold, tax) - holding.recruits)
        yield Row("Left this turn", str(left))
    for each in names:
        icon = looks.icon("army_types", each.key, ARMY)
        yield Row(each.name, f"{recruit_cost(gold, each)} gold", f"pay {each.pay}", icon=icon)


def _rest(look: Look, holding: Holding) -> Iterator[Box]:
    view = look.view
    graves = Counter(grave.army for grave in view.by(Grave, "holding", holding.id))
    types = look.rules.module.content(ArmyContent).army_types
    looks = looks_of(look.rules)
    if graves:
        rows = tuple(
            Row(types[army].name, str(count), icon=looks.icon("army_types", army, GRAVE))
            for army, count in graves.items()
        )
        yield Box("Graves", rows)
    arts = look.rules.module.content(ArtsContent).arts
    spells = tuple(
        Row(arts[each.art].name, f"level {each.level}", icon=SPELL)
        for each in view.by(LastingSpell, "on", holding.place)
    )
    if spells:
        yield Box("Your spells", spells)


PANEL: Final = record_panel(
    Holding,
    card_of,
    "/character explore and /character recruit work here",
    name="province",
    help="A province: owner, tax base, exploration, features, armies, what may be raised",
    about=PROVINCE,
)
