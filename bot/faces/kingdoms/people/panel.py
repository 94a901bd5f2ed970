"""`/show character`: a King or hero with portrait, abilities, armies, items and the turn's plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, record_panel
from bot.faces.kingdoms.armies.panel import army_rows
from bot.faces.kingdoms.bouts.plans import entry_told
from bot.faces.kingdoms.choosing import RULER
from bot.faces.kingdoms.days import days_of
from bot.faces.kingdoms.hiring import terms_told
from bot.faces.kingdoms.leading import to_odds, to_province, to_timetable
from bot.faces.kingdoms.looks import ITEM, VENTURE, looks_of
from bot.faces.kingdoms.people.likeness import likeness_of
from bot.faces.kingdoms.places import crowns_of
from bot.faces.kingdoms.terms import Terms
from bot.faces.kingdoms.whereabouts import (
    colour_of,
    company,
    crown_name,
    full_of,
    leads,
    rank,
    spot,
)
from bot.faces.leads import Lead
from bot.faces.panels import Look
from engine.campaign import Now
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.imagined import armies_of
from engine.packs.kingdoms.crowns.mustering import hostile
from engine.packs.kingdoms.crowns.paying import is_paid, pay_of
from engine.packs.kingdoms.pieces.abilities import (
    MAGICAL,
    MARTIAL,
    NAMES,
    SPECIAL,
    Ability,
    Levels,
    level_in,
)
from engine.packs.kingdoms.pieces.records import CharacterSighting, Crown, MagicItem, Ruler

_GROUPS: Final[tuple[tuple[str, tuple[Ability, ...]], ...]] = (
    ("Martial abilities", MARTIAL),
    ("Magic", MAGICAL),
    ("Special abilities", SPECIAL),
)
UNKNOWN: Final = "Abilities, items and plans are known to the own kingdom alone."


def card_of(look: Look, ruler: Ruler) -> PanelCard:
    """The sheet of a character as far as its asker knows it."""
    view, module = look.view, look.rules.module
    inside = ruler.knows("skill")
    most = full_of(view, module, ruler) if inside else 0
    crown = view.find(Crown, ruler.crown)
    likeness = likeness_of(
        module.content(EncounterContent), view, ruler, colour_of(view, ruler.crown), most
    )
    served = crown_name(view, ruler.crown, "no kingdom")
    return PanelCard(
        "character",
        ruler.name,
        f"{rank(ruler)} of {served}" if crown else f"{rank(ruler)} without a King",
        view.get(Now, 1).turn,
        crown.faction if crown else 0,
        likeness=likeness,
        head=tuple(_head(look, ruler, most)),
        boxes=tuple(_inside(look, ruler) if inside else _outside(look, ruler)),
    )


def _head(look: Look, ruler: Ruler, most: int) -> Iterator[Row]:
    view, content = look.view, look.rules.module.content(RulerContent)
    if ruler.knows("hit_points"):
        share = ruler.hit_points / most if most else 0.0
        tone = "good" if 2 * ruler.hit_points > most else "bad"
        yield Row("Hit points", f"{ruler.hit_points} of {most}", "", share, tone)
    alignment = content.alignments[ruler.alignment].name
    temper = f", {ruler.temper}" if ruler.knows("temper") else ""
    yield Row("Nature", f"{ruler.race.capitalize()}, {alignment}{temper}")
    mine = view.first(Crown, "player", look.player)
    if mine and ruler.alive and not (ruler.crown or ruler.royal):
        told = terms_told(look.rules.module, mine, ruler)
        yield Row("Service", told or "would never serve a King of your alignment")
    if not ruler.alive:
        when = f"in turn {ruler.died}" if ruler.died > 0 else ""
        yield Row("Died", when, tone="bad")
    if ruler.knows("holding"):
        ways = (*to_province(view, ruler.holding), *_fights(look, ruler))
        yield Row("Where", spot(view, ruler.holding), leads=ways)
    if ruler.knows("coma") and ruler.coma:
        yield Row("In a deathly coma", "a Resurrection would end it", tone="bad")
    crown = view.find(Crown, ruler.crown)
    if ruler.knows("skill") and crown and is_paid(ruler) and crown.knows("treasury"):
        yield Row("Pay", f"{pay_of(content, crown, ruler)} gold a turn")


def _fights(look: Look, ruler: Ruler) -> tuple[Lead, ...]:
    """To what a fight with a foreign character would bring."""
    crown = look.view.first(Crown, "player", look.player)
    if not (crown and ruler.crown and ruler.alive) or ruler.knows("skill"):
        return ()
    if not hostile(look.view, crown.id, ruler.crown):
        return ()
    armed = bool(armies_of(look.view, ruler))
    return to_odds(look.view, look.faction, ruler, ruler.name, armed=armed)


def _inside(look: Look, ruler: Ruler) -> Iterator[Box]:
    yield _turn(look, ruler)
    for title, abilities in _GROUPS:
        yield Box(title, tuple(_abilities(ruler, abilities)))
    armies = leads(look.view, ruler)
    rows = tuple(army_rows(look.rules, armies)) or (Row("leads no armies", tone="faint"),)
    yield Box("Armies", rows, company(look.rules, armies) if armies else "")
    yield Box("Carries", tuple(_items(look, ruler)) or (Row("nothing", tone="faint"),))
    terms = Terms(look.rules.module)
    plan = (Row(f"{n}. {entry_told(each, terms)}") for n, each in enumerate(ruler.plan, start=1))
    yield Box("Encounter plan", tuple(plan))


def _turn(look: Look, ruler: Ruler) -> Box:
    """The six phases by the orders in the draft."""
    rules, turn = look.rules, look.view.get(Now, 1).turn
    queued = [rules.read_order(key, body) for key, body in look.history.drafted(look.player)]
    looks = looks_of(rules)
    (day,) = days_of(rules, look.view, (ruler,), queued, turn)
    rows = [
        Row(
            slot.told,
            "too late" if slot.late else f"phase {slot.first}"
            if slot.first == slot.last else f"phases {slot.first} to {slot.last}",
            tone="bad" if slot.late else "",
            icon=looks.icon("ventures", slot.kind.replace("-", "_"), VENTURE),
        )
        for slot in day.slots
    ]  # fmt: skip
    if day.why:
        rows.insert(0, Row(day.why, tone="faint"))
    if not rows:
        rows = [Row("no order yet", tone="faint", leads=(to_timetable(),))]
    return Box("This turn", tuple(rows), f"{day.free} of 6 phases free", wide=True)


def _abilities(ruler: Ruler, abilities: tuple[Ability, ...]) -> Iterator[Row]:
    skill: Levels = ruler.skill
    for ability in abilities:
        most = level_in(ruler.aptitude, ability)
        level = level_in(ruler.coma or skill, ability)
        if most or level:
            yield Row(NAMES[ability], level=(level, max(most, level)))
        else:
            yield Row(NAMES[ability], "—", tone="faint")


def _items(look: Look, ruler: Ruler) -> Iterator[Row]:
    content = look.rules.module.content(EncounterContent)
    for item in look.view.by(MagicItem, "holder", ruler.place):
        row = content.artifacts[item.item]
        icon = looks_of(look.rules).icon("artifacts", item.item, ITEM)
        yield Row(row.name, "artifact" if row.unique else "", icon=icon)


def _outside(look: Look, ruler: Ruler) -> Iterator[Box]:
    view = look.view
    types = look.rules.module.content(ArmyContent).army_types
    sightings = list(view.by(CharacterSighting, "ruler", ruler.id))
    seen = [
        Row(f"Turn {each.turn}, phase {phase}", spot(view, holding))
        for each in sightings
        for phase, holding in each.seen
    ]
    if seen:
        yield Box("Seen", tuple(seen))
    last = max(sightings, key=lambda each: each.turn, default=None)
    if last and last.armies:
        led = tuple(Row(types[each].name) for each in last.armies)
        yield Box("Led then", led)
    yield Box("More", (Row(UNKNOWN, tone="faint"),), wide=True)


def _hint(look: Look, ruler: Ruler) -> str:
    mine = {crown.id for crown in crowns_of(look.view, look.faction)}
    return "“Do …” gives orders for the six phases" if ruler.crown in mine else ""


PANEL: Final = record_panel(
    Ruler,
    card_of,
    _hint,
    name="character",
    help="A King or hero: abilities, hit points, armies, items, and the phases of the turn",
    about=RULER,
)
