"""`/timetable`: the six phases of every character, and the way to the orders that fill them."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.choosing import own_crown
from bot.faces.kingdoms.days import DayFacts, Slot, days_of
from bot.faces.kingdoms.whereabouts import at, rank
from bot.faces.leads import Entry, Lead, tab, tabs
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import escaped, number
from engine.campaign import Now
from engine.orders import Ref
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.pieces.records import Ruler


def said(day: DayFacts) -> str:
    """What a character does, and how much time is left."""
    parts = [f"{slot.told} {when(slot)}" for slot in day.slots]
    if day.why:
        parts.append(day.why)
    elif day.free:
        parts.append(f"{number(day.free, 'phase')} free")
    return ", ".join(parts)


def when(slot: Slot) -> str:
    """In which phases an action is done."""
    if slot.late:
        return "too late, would not be done"
    if slot.first == slot.last:
        return f"in phase {slot.first}"
    return f"in phases {slot.first} to {slot.last}"


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.kingdoms.timetable.picture import draw_timetable

    crown = own_crown(look)
    rules, view, turn = look.rules, look.view, look.view.get(Now, 1).turn
    queued = [rules.read_order(key, body) for key, body in look.history.drafted(look.player)]
    people = [each for each in view.by(Ruler, "crown", crown.id) if each.alive]
    people.sort(key=lambda each: (not each.royal, each.id))
    days = days_of(rules, view, people, queued, turn)
    # Characters with time left come first in the list, as they can still act.
    order = sorted(days, key=lambda day: (not day.able, not day.free))
    made, leads = tabs([tab("Timetable", [_entry(look, day) for day in order], _HINT)])
    planned = any(day.slots for day in days)
    picture = draw_timetable(rules, view, crown, days, turn) if planned else None
    return PanelMade(f"Timetable of {crown.name}", turn, made, picture, leads=leads)


_HINT: Final = "Choose a character below to fill the phases that are left"


def _entry(look: Look, day: DayFacts) -> Entry:
    ruler, ref = day.ruler, str(Ref(*day.ruler.place))
    where = at(look.view, ruler.holding)
    line = f"• **{escaped(ruler.name)}**, {rank(ruler)}, {where}: {said(day)}"
    leads: list[Lead] = []
    if day.able and day.free:
        leads = [
            Lead(label=f"{ruler.name}: what next?"[:100], note=said(day)[:100], thing=ref),
            Lead(
                label=f"{ruler.name}: move"[:100],
                note=where[:100],
                emoji="🥾",
                order=Move.path,
                given=(("character", ref),),
            ),
        ]
    return Entry(line, tuple(leads))


PANEL: Final = Panel(
    name="timetable",
    help="The six phases of each of your characters: what is planned, who has time left",
    make=_make,
    by_itself=True,
)
