"""The picture of the ceremony: the victor, the offices with their holders, the artifacts, all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.kingdoms.looks import ITEM, OFFICE, looks_of
from bot.faces.kingdoms.offices.ceremony import (
    before,
    lost,
    merit,
    offices_of,
    told_of,
    who,
)
from bot.faces.kingdoms.terms import Terms, counted, hundredths
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import Livery, livery
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, emblem, icon
from bot.faces.paint.sprites import shield, sprite_of
from bot.faces.paint.text import Face
from bot.faces.sheet.sheet import (
    GAP,
    HEAD,
    LEFT,
    PAD,
    RIGHT,
    TOP,
    Sheet,
    alt_text,
    as_large,
    file_name,
)
from engine.campaign import Faction
from engine.packs import Rules
from engine.packs.kingdoms.content.imperial import Office
from engine.packs.kingdoms.crowns.honours import Carried, OfficeHeld, OfficesGiven, Placed
from engine.world import World

_WIDE: Final = (RIGHT - LEFT - GAP) / 2
_VICTOR: Final = 268.0
_OFFICE: Final = 202.0
_ARTIFACT: Final = 66.0
_PLACE: Final = 92.0
_FOOT: Final = 16.0
_LAUREL: Final = 232.0
_MOST: Final = 12
"""Kingdoms that are drawn; the words tell of all."""


def draw_ceremony(rules: Rules, world: World, event: OfficesGiven) -> Picture:
    """The picture; its alt text tells the same."""
    return _Ceremony(rules, world, event).picture()


class _Ceremony:
    """One picture in the making, from above."""

    def __init__(self, rules: Rules, world: World, event: OfficesGiven) -> None:
        self.rules, self.world, self.event = rules, world, event
        self.looks = looks_of(rules)
        self.offices = list(offices_of(rules, event))
        self.places = event.places[:_MOST]
        self.factions = {each.crown: each.faction for each in event.places}
        kept = -(-len(event.artifacts) // 2)
        self.talls = (
            _VICTOR,
            -(-len(self.offices) // 2) * (_OFFICE + GAP) - GAP,
            HEAD + kept * _ARTIFACT + _FOOT if kept else 0.0,
            HEAD + len(self.places) * _PLACE + _FOOT,
        )
        self.sheet = Sheet(round(TOP + sum(tall + GAP for tall in self.talls if tall)))

    def picture(self) -> Picture:
        """All of it."""
        top = float(TOP)
        parts = (self.victors, self.all_offices, self.artifacts, self.standings)
        for part, tall in zip(parts, self.talls, strict=True):
            if tall:
                part(top)
                top += tall + GAP
        heading = Heading("The imperial offices", "as the game ended", self.event.turn)
        name = file_name("offices", f"turn-{self.event.turn}")
        return self.sheet.picture(heading, name, alt_text(list(told_of(self.rules, self.event))))

    # ------------------------------------------------------------------ who won

    def victors(self, top: float) -> None:
        """The kingdom that stands first, in its laurels."""
        sheet, bottom = self.sheet, top + _VICTOR
        sheet.panel((LEFT, top, RIGHT, bottom))
        best = [each for each in self.event.places if each.rank == 1]
        middle = top + _VICTOR / 2
        x = LEFT + PAD + _LAUREL / 2
        self.icon("laurels", x, middle + 4, _LAUREL, palette.BRASS)
        if len(best) == 1:
            sheet.put(shield(self.livery(best[0].faction), False, 92.0), x, middle)
        left = x + _LAUREL / 2 + 40
        room = RIGHT - PAD - left
        name = best[0].kingdom if len(best) == 1 else "Several kingdoms"
        sheet.write("Victor", left, middle - 74, 30, palette.BRASS, face="italic")
        self.fit(name, left, middle - 22, (60, 54, 48, 42, 36), palette.WHITE, room, face="title")
        led = best[0].player if len(best) == 1 else ", ".join(each.player for each in best)
        self.fit(f"led by {led}", left, middle + 36, (32, 28, 25), palette.PARCHMENT, room)
        gained = counted(best[0].points)
        sheet.write(gained, left, middle + 86, 34, palette.BRASS)

    # ------------------------------------------------------------------ offices

    def all_offices(self, top: float) -> None:
        """The offices in two columns."""
        for place, (office, given) in enumerate(self.offices):
            row, column = divmod(place, 2)
            x, y = LEFT + column * (_WIDE + GAP), top + row * (_OFFICE + GAP)
            self.office(office, given, x, y)

    def office(self, office: Office, given: OfficeHeld, left: float, top: float) -> None:
        """An office: what it is, who holds it, with what merit, and what it was worth."""
        sheet, right = self.sheet, left + _WIDE
        sheet.round_box((left, top, right, top + _OFFICE), palette.PANEL, 12)
        sign = self.looks.icon("imperial", office.key, OFFICE)
        paint = palette.BRASS if given.holder else palette.MUTED
        sheet.icon(sign, left + 54, top + _OFFICE / 2, 66, paint)
        x, edge = left + 106, right - 20
        self.fit(office.name, x, top + 33, (26, 24, 22, 20), paint, edge - x, face="italic")
        if not given.holder:
            sheet.write("Vacant", x, top + 84, 34, palette.MUTED, face="medium")
            told = f"nobody had merit; its {office.prize} points went to none"
            self.fit(told, x, top + 132, (26, 24, 22), palette.MUTED, edge - x, face="medium")
            return
        (claim,) = given.holder
        sheet.put(shield(self.livery(claim.faction), False, 36.0), x + 18, top + 84)
        got = hundredths(given.points)
        taken = sheet.write(got, edge, top + 84, 40, palette.WHITE, align="right")
        off = lost(office, given)
        note = f"alignment −{off}%" if off else f"of {office.prize}"
        paint = palette.DOWN if off else palette.MUTED
        beside = sheet.write(note, edge, top + 132, 23, paint, face="medium", align="right")
        room = edge - taken - 16 - (x + 48)
        self.fit(who(claim), x + 48, top + 84, (34, 31, 28, 25), palette.WHITE, room)
        wide = edge - beside - 16 - x
        said = merit(office, claim)
        self.fit(said, x, top + 132, (26, 24), palette.COORDINATE, wide, face="medium")
        self.fit(before(given), x, top + 170, (24, 22, 20), palette.MUTED, edge - x, face="medium")

    # ------------------------------------------------------------------ artifacts, standings

    def artifacts(self, top: float) -> None:
        """Who carries which artifact, in two columns."""
        sheet, kept = self.sheet, self.event.artifacts
        rows = -(-len(kept) // 2)
        box = (LEFT, top, RIGHT, top + HEAD + rows * _ARTIFACT + _FOOT)
        sheet.panel(box, "Artifacts", "a point each")
        for place, each in enumerate(kept):
            column, row = divmod(place, rows)
            self.artifact(each, LEFT + column * (_WIDE + GAP), top + HEAD + row * _ARTIFACT)

    def artifact(self, each: Carried, left: float, top: float) -> None:
        """An artifact with who carries it."""
        sheet, y = self.sheet, top + _ARTIFACT / 2
        sign = self.looks.icon("artifacts", each.item, ITEM)
        sheet.icon(sign, left + PAD + 22, y, 46, palette.PARCHMENT)
        x, edge = left + PAD + 62, left + _WIDE - 20
        sheet.put(shield(self.livery(self.factions.get(each.crown, 0)), False, 28.0), edge - 16, y)
        room = edge - 44 - x
        name = Terms(self.rules.module).item(each.item)
        self.fit(name, x, y - 14, (27, 25, 23), palette.WHITE, room)
        self.fit(each.name, x, y + 16, (24, 22, 20), palette.COORDINATE, room, face="medium")

    def standings(self, top: float) -> None:
        """All kingdoms with their points as bars."""
        sheet = self.sheet
        box = (LEFT, top, RIGHT, top + HEAD + len(self.places) * _PLACE + _FOOT)
        sheet.panel(box, "How all kingdoms stood", "of 100 points")
        most = max([1, *(each.points for each in self.places)])
        for place, each in enumerate(self.places):
            self.place(each, top + HEAD + place * _PLACE, most)

    def place(self, each: Placed, top: float, most: int) -> None:
        """A kingdom: rank, shield, who led it, points."""
        sheet, y, edge = self.sheet, top + _PLACE / 2, RIGHT - PAD
        sheet.write(f"{each.rank}.", LEFT + PAD + 34, y, 34, palette.BRASS, align="right")
        sheet.put(shield(self.livery(each.faction), False, 46.0), LEFT + PAD + 82, y)
        x = LEFT + PAD + 128
        got = hundredths(each.points)
        taken = sheet.write(got, edge, y - 16, 36, palette.WHITE, align="right")
        name = sheet.write(each.kingdom, x, y - 16, 31, palette.WHITE, width=560)
        room = edge - taken - 20 - (x + name + 16)
        self.fit(
            each.player, x + name + 16, y - 16, (26, 24, 22), palette.MUTED, room, face="italic"
        )
        bar = (x, y + 12, edge, y + 32)
        sheet.box(bar, palette.TROUGH)
        full = x + (edge - x) * max(each.points, 0) / most
        if full > x:
            colours = self.livery(each.faction)
            sheet.box((x, bar[1], full, bar[3]), palette.PARCHMENT)
            sheet.box((x + 2, bar[1] + 2, max(full - 2, x + 2), bar[3] - 2), colours.colour)

    # ------------------------------------------------------------------ tools

    def livery(self, faction: int) -> Livery:
        """The colours of a kingdom's faction."""
        side = self.world.find(Faction, faction)
        return livery(side.colour, emblem(side.emblem)) if side else palette.UNOWNED

    def icon(self, name: str, x: float, y: float, size: float, paint: str) -> None:
        """A large icon with a dark edge."""
        shape = icon(name)
        if shape is not None:
            self.sheet.put(sprite_of((Part(shape, paint, palette.INK, 0.004),), size), x, y)

    def fit(
        self,
        text: str,
        x: float,
        y: float,
        sizes: Sequence[int],
        paint: str,
        room: float,
        *,
        face: Face = "bold",
    ) -> float:
        """A line in the largest of some sizes in which it fits."""
        size = as_large(text, face, sizes, room)
        return self.sheet.write(text, x, y, size, paint, face=face, width=room)
