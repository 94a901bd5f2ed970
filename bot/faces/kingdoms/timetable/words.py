"""The timetable in words."""

from __future__ import annotations

from bot.faces.kingdoms.days import DayFacts, Slot
from bot.faces.words.text import number


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
