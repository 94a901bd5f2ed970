"""Where lines of sheets lead on to: to the sheets of what they name."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.places import where
from bot.faces.leads import Lead
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.kingdoms.pieces.records import Holding, Ruler, Site
from engine.world import World

_LABEL: Final = 100  # Discord: characters of a menu's line


def to_ruler(view: World, ruler: Ruler) -> Lead:
    """To the sheet of a character."""
    named = Labels(view).of(Ref(*ruler.place), (Ruler.kind,))
    emoji = "👑" if ruler.royal else "👤"
    return Lead(label=ruler.name[:_LABEL], emoji=emoji, panel=("character", named))


def to_province(view: World, holding: int) -> tuple[Lead, ...]:
    """To the sheet of a province; to none where it is not known."""
    known = view.find(Holding, holding)
    if known is None:
        return ()
    label = f"{known.terrain} {where(known)}"
    return (Lead(label=label, emoji="🗺️", panel=("province", where(known))),)


def to_site(name: str, site: Site) -> Lead:
    """To the sheet of a feature."""
    return Lead(label=name[:_LABEL], emoji="🏛️", panel=("feature", str(site.id)))


def to_timetable() -> Lead:
    """To the six phases of all one's characters."""
    return Lead(label="Timetable of all", emoji="🕰️", panel=("timetable", ""))
