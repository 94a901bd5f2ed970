"""What a person means who asks for a map: which layer, which realm, which part, which place."""

from __future__ import annotations

import re
from typing import Final

from bot.answers import Refused
from bot.faces.atlas import Atlas, MapPart
from bot.faces.face import Faces
from bot.faces.map.frame import around
from bot.faces.map.layers import Layer
from bot.faces.words.text import plain
from bot.host import Seat
from engine.hexes import Hex
from engine.module.names import closest, key_of
from engine.world import World

ZOOMS: Final = (3, 12)
"""Hexes around a centre, at least and at most, where somebody names one."""
_USUAL_ZOOM: Final = 5
_COORDINATES = re.compile(
    r"\s*(\d{1,3})\s*[,/:; ]\s*(\d{1,3})(?:\s+(?:in\s+)?(\S.*?))?\s*", re.DOTALL
)


def atlas_of(shown: Faces) -> Atlas:
    """The maps of a campaign's world.

    Raises `Refused` where it has none.
    """
    if shown.atlas is None:
        raise Refused(
            "This campaign has no map: its battles are fought without a world around them.",
            way_out="/show shows what there is.",
        )
    return shown.atlas


def layer_named(shown: Faces, name: str | None) -> Layer:
    """The layer that a person means, the usual one if none is named.

    Raises `Refused` for one that there is not.
    """
    if name is None:
        return shown.layer(None)
    names = list(shown.layers)
    for layer in shown.layers.values():
        if key_of(layer.name) == key_of(name):
            return layer
    near = closest(name[:80], names)
    raise Refused(
        f"The map has no layer “{plain(name[:80])}”.",
        way_out=f"Choose one of these: {', '.join(names)}."
        + (f" Did you mean {near}?" if near else ""),
    )


def realm_of(atlas: Atlas, view: World, name: str) -> int:
    """The number of the realm that a person means.

    Raises `Refused` for one that there is not.
    """
    names = atlas.realm_names(view)
    wanted = [key_of(name), key_of(f"the {name}")]
    found = [number for number, each in enumerate(names) if key_of(each) in wanted]
    if found:
        return found[0]
    raise Refused(
        f"There is no realm “{plain(name[:80])}”.",
        way_out=f"Choose {' or '.join(plain(each) for each in names)}."
        if names
        else "This world has but one; leave the realm out.",
        rule=atlas.rule_of_realms or None,
    )


def part_of(
    atlas: Atlas, view: World, seat: Seat, centre: str | None, realm: str | None, zoom: int | None
) -> MapPart:
    """Which part of which realm a person asks for: what is known of it without a centre.

    Raises `Refused` for what is on no map of the caller's.
    """
    within = realm_of(atlas, view, realm) if realm else None
    faction = seat.member.faction
    own = atlas.home_or_middle(view, faction, seat.player)
    if centre:
        middle = spot(atlas, view, faction, centre, within)
        return part_around(atlas, view, middle, zoom or _USUAL_ZOOM, marked=True)
    if zoom and within in (None, own.realm):
        return part_around(atlas, view, own, zoom)
    if zoom:
        size = atlas.size(view, within or 0)
        return part_around(atlas, view, Hex(size.width // 2, size.height // 2, within or 0), zoom)
    return atlas.known_part(view, faction, within)


def part_around(
    atlas: Atlas, view: World, middle: Hex, zoom: int, *, marked: bool = False
) -> MapPart:
    """The hexes within a distance of a place, which may be marked."""
    size = atlas.size(view, middle.realm)
    frame = around(size, middle.spot, 2 * zoom + 1, 2 * zoom + 1)
    return MapPart(middle.spot if marked else None, realm=middle.realm, frame=frame)


def spot(atlas: Atlas, view: World, faction: int, text: str, realm: int | None = None) -> Hex:
    """The place that a person means: by coordinates or by a name that the faction knows.

    Without a realm in the text they are those of the `realm`, or else of the first. Raises
    `Refused` for what is on no map of the faction.
    """
    grid = atlas.grid(view)
    found = _COORDINATES.fullmatch(text)
    if found:
        number = realm_of(atlas, view, found[3]) if found[3] else realm or 0
        hex_ = grid.wrap(int(found[1]), int(found[2]), number)
        if hex_:
            return hex_
    wanted = key_of(text)
    for place in atlas.places(view, faction):
        if place.called and key_of(place.called) == wanted:
            return place.hex
    size = grid.realms[realm or 0]
    raise Refused(
        f"I find no “{plain(text[:80])}” on your map.",
        way_out="Choose a place from the list that appears as you type, or give column and row, "
        f"from 0,0 to {size.width - 1},{size.height - 1}.",
        rule=atlas.rule_of_shape or None,
    )
