"""What a turn's end brought into the treasury and took out of it, as a report tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.report_sections import Learned
from bot.faces.words.telling import tell
from bot.faces.words.text import listed
from engine.events import Event
from engine.packs.kingdoms.crowns.paying import ArmyUnpaid, HeroLeft, PayTaken, TaxesCame
from engine.packs.kingdoms.crowns.raiding import ProvinceRaided

TREASURY: Final[tuple[type[Event], ...]] = (
    TaxesCame,
    ProvinceRaided,
    PayTaken,
    HeroLeft,
    ArmyUnpaid,
)


def lines(names: KingdomsNames, told: Sequence[Learned]) -> Iterator[str]:
    """A line for each event, but one for all raids of monsters of a kind."""
    raids: dict[str, list[ProvinceRaided]] = {}
    for each in told:
        if isinstance(each.event, ProvinceRaided):
            raids.setdefault(each.event.being, []).append(each.event)
    for some in raids.values():
        yield tell(some[0], names) if len(some) == 1 else _raids(some, names)
    others = (each.event for each in told if not isinstance(each.event, ProvinceRaided))
    yield from dict.fromkeys(tell(event, names) for event in others)


def _raids(events: Sequence[ProvinceRaided], names: KingdomsNames) -> str:
    where = list(dict.fromkeys(names.holding(each.holding) for each in events))
    raided = f"The {names.being(events[0].being)} raided {listed(where, most=len(where))}"
    return f"{raided}, {'each of ' if len(where) > 1 else ''}which paid half of its taxes."
