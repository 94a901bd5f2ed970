"""The ceremony at the end of a campaign: who was given which office, and how all kingdoms stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.faces.final_pictures import Keepsake
from bot.faces.kingdoms.terms import TIES, counted, hundredths
from engine.packs import Rules
from engine.packs.kingdoms.content.imperial import Office
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.honours import Claim, OfficeHeld, OfficesGiven
from engine.packs.kingdoms.crowns.ranks import PARTS
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture

_MERITS: Final = {"tax": "tax base", "treasury": "gold", "character": "merit"}


def offices_of(rules: Rules, event: OfficesGiven) -> Iterator[tuple[Office, OfficeHeld]]:
    """The offices that the module still has, with who got them, in its order."""
    table = rules.module.content(VentureContent).imperial
    for given in event.offices:
        if given.office in table:
            yield table[given.office], given


def who(claim: Claim) -> str:
    """A holder; of a kingdom without a King the kingdom itself."""
    return claim.name or claim.kingdom


def merit(office: Office, claim: Claim) -> str:
    """With what somebody won an office, such as "merit 18" or "tax base 61"."""
    what = _MERITS[office.holder]
    if office.holder == "treasury":
        return f"{claim.merit:,} {what}"
    return f"{what} {claim.merit:,}"


def before(given: OfficeHeld) -> str:
    """Before whom the holder came, and how if both had as much; empty if there was nobody."""
    if not given.second:
        return ""
    (second,) = given.second
    if given.decided:
        return f"level with {who(second)}, {TIES[given.decided]}"
    return f"before {who(second)} with {second.merit:,}"


def lost(office: Office, given: OfficeHeld) -> int:
    """The percent of its prize that the holder's alignment took off."""
    whole = office.prize * PARTS
    return round(100 * (whole - given.points) / whole) if whole else 0


def told_of(rules: Rules, event: OfficesGiven) -> Iterator[str]:
    """The sentences of the alt text, what weighs most first."""
    yield f"The imperial offices, given after turn {event.turn}. Who stood how:"
    for each in event.places:
        yield f"{each.rank}. {each.kingdom} ({each.player}): {counted(each.points)}."
    for office, given in offices_of(rules, event):
        yield f"{office.name}: {_told(office, given)}."
    held = Counter(each.crown for each in event.artifacts)
    if held:
        told = (f"{each.kingdom} {held[each.crown]}" for each in event.places if held[each.crown])
        yield f"Artifacts: {', '.join(told)}."


def _told(office: Office, given: OfficeHeld) -> str:
    if not given.holder:
        return "vacant"
    (claim,) = given.holder
    return f"{who(claim)}, {merit(office, claim)}, {hundredths(given.points)} of {office.prize}"


def _draw(rules: Rules, world: World, event: OfficesGiven) -> Picture:
    from bot.faces.kingdoms.offices.ceremony_picture import draw_ceremony

    return draw_ceremony(rules, world, event)


KEEPSAKE: Final = Keepsake(OfficesGiven, _draw)
