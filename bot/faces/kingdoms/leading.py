"""Where lines of sheets lead on to: to the sheets of what they name."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.places import people_of, where
from bot.faces.kingdoms.whereabouts import leads, spot
from bot.faces.leads import Lead
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.kingdoms.crowns.provinces import distance
from engine.packs.kingdoms.pieces.records import Holding, Ruler, Site
from engine.world import World

_LABEL: Final = 100  # Discord: characters of a menu's line
_NEAR: Final = 3
"""Provinces, of those to whose odds a sheet leads."""
_OFFERED: Final = 2


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
    label = spot(view, holding)
    return (Lead(label=label[:_LABEL], emoji="🗺️", panel=("province", where(known))),)


def to_site(view: World, name: str, site: Site) -> Lead:
    """To the sheet of a feature."""
    named = Labels(view).of(Ref(*site.place), (Site.kind,))
    return Lead(label=name[:_LABEL], emoji="🏛️", panel=("feature", named))


def to_odds(
    view: World, faction: int, enemy: Site | Holding | Ruler, against: str, *, armed: bool
) -> tuple[Lead, ...]:
    """To what a fight with somebody would bring, for those who are nearest.

    `armed` is whether armies would fight armies.
    """
    there = enemy.id if isinstance(enemy, Holding) else enemy.holding
    people = [
        each
        for each in people_of(view, faction)
        if distance(view, each.holding, there) <= _NEAR and (not armed or leads(view, each))
    ]
    people.sort(key=lambda each: distance(view, each.holding, there))
    labels = Labels(view)
    foe = labels.of(Ref(*enemy.place), (Ruler.kind, Holding.kind, Site.kind))
    return tuple(
        Lead(
            label=f"Odds: {each.name} against {against}"[:_LABEL],
            emoji="🎲",
            command="odds",
            given=(
                ("mine", labels.of(Ref(*each.place), (Ruler.kind, Holding.kind))),
                ("enemy", foe),
            ),
        )
        for each in people[:_OFFERED]
    )


def to_timetable() -> Lead:
    """To the six phases of all one's characters."""
    return Lead(label="Timetable of all", emoji="🕰️", panel=("timetable", ""))
