"""Portraits: race, calling, gear and wounds as layers of plain shapes, the same for the same piece.

Shapes are in units about the face: 0,0 is between the eyes' level and the mouth, y upwards, the
shoulders end at -1. What races look like stands in `data/art/likenesses.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path as File
from typing import Any, Final

import data
from bot.faces.paint import palette
from bot.faces.paint.shapes import (
    Part,
    Path,
    box,
    circle,
    closed,
    curve,
    icon,
    line,
    mirrored,
    moved,
    poly,
)
from bot.faces.paint.sprites import Sprite, rounded, sprite_of
from bot.faces.sheet.likeness import FRESH, HURT, SORE, Likeness

_FILE: Final = File(data.__file__).parent / "art" / "likenesses.json"
_INK: Final = "#1B1F2A"
_EDGE: Final = 0.022
_GROUNDS: Final = {
    "mage": "#35406B", "warrior": "#5A3434", "knave": "#33443B", "priest": "#5C5334",
    "bard": "#5A3B57", "merchant": "#3A5157",
}  # fmt: skip
_SIGNS: Final = {
    "mage": "spell-book", "warrior": "crossed-swords", "knave": "run", "priest": "church",
    "bard": "sun", "merchant": "coins",
}  # fmt: skip
_CLOTH: Final = {"none": "", "leather": "#7A5333", "mail": "#8E959E", "plate": "#B7BEC7"}
_BLOOD: Final = "#A3232B"
_HOOD: Final = "#56684C"
_CLOTHES: Final = {0: "#6E6A62"}


@cache
def _looks() -> dict[str, dict[str, Any]]:
    return json.loads(_FILE.read_text(encoding="utf-8"))


@lru_cache(maxsize=128)
def portrait(likeness: Likeness, height: float) -> Sprite:
    """The portrait in its frame, `height` pixels high and as wide."""
    return sprite_of(tuple(_parts(likeness)), height / 2.12)


def _parts(of: Likeness) -> Iterator[Part]:
    looks = _looks().get(of.race) or _looks()[""]
    skin = _pick(of, looks["skin"], 3)
    hair = _pick(of, looks["hair"], 11)
    if of.dead:
        skin, hair = _mixed(skin, "#8C9096", 0.65), _mixed(hair, "#6A6E75", 0.5)
    elif of.wounds >= SORE:
        skin = _mixed(skin, "#D9D2C4", 0.25)
    wide, low = looks.get("wide", 1.0), looks.get("low", 0.0)
    style = _pick(of, looks.get("hairs", ["short", "long", "bald", "braids"]), 7)
    ground = _GROUNDS.get(of.calling, "#3B4256")
    yield Part(rounded(1.04, 1.04, 0.16), palette.BRASS)
    yield Part(rounded(1.0, 1.0, 0.13), ground)
    sign = icon(_SIGNS.get(of.calling, ""))
    if sign is not None:
        yield Part(moved(sign, 0.63, 0.62, 0.52), _mixed(ground, "#FFFFFF", 0.3))
    yield from _weapon(of)
    head = _Head(wide, low, looks)
    yield from _hair_behind(style, head, hair)
    if of.calling == "knave":
        hood = poly((-0.52, -0.72), (-0.5, 0.3), (0, 0.7), (0.5, 0.3), (0.52, -0.72))
        yield Part(head.at(hood), _mixed(_HOOD, _INK, 0.35), _INK, _EDGE)
    yield from _body(of, skin, low)
    yield from head.ears(skin)
    yield from head.face(skin, hair, of)
    yield from _hair_before(style, head, hair)
    yield from _headgear(of, head)
    yield from _wounds(of, head)
    if of.shield:
        yield from _shield(of)
    if of.captive and not of.dead:
        for x in (-0.7, -0.35, 0.0, 0.35, 0.7):
            yield Part(box(x - 0.03, -1.0, x + 0.03, 1.0), "#4A5264", _INK, _EDGE)


class _Head:
    """A head and what is on it."""

    def __init__(self, wide: float, low: float, looks: dict[str, Any]) -> None:
        self.wide, self.low, self.looks = wide, low, looks
        self.y = 0.16 - low
        """Its middle."""

    def at(self, path: Path) -> Path:
        """A shape about the head's middle, put where that is."""
        return moved(path, 0.0, self.y)

    def skull(self) -> Path:
        """The outline of the head: round above, the jaw as broad as the race has it."""
        w, j = 0.36 * self.wide, 0.25 * self.wide * self.looks.get("jaw", 1.0)
        return self.at(
            closed(
                curve(
                    (-w, 0.08),
                    ((-w, 0.5), (-0.2 * self.wide, 0.5), (0.0, 0.5)),
                    ((0.2 * self.wide, 0.5), (w, 0.5), (w, 0.08)),
                    ((w, -0.14), (j + 0.04, -0.3), (j * 0.8, -0.38)),
                    ((j * 0.4, -0.46), (-j * 0.4, -0.46), (-j * 0.8, -0.38)),
                    ((-j - 0.04, -0.3), (-w, -0.14), (-w, 0.08)),
                )
            )
        )

    def ears(self, skin: str) -> Iterator[Part]:
        """Both ears, of the kind of the race."""
        w = 0.34 * self.wide
        kinds = {
            "round": moved(circle(0, 0, 0.09), w + 0.02, 0.02),
            "pointed": poly((w - 0.04, -0.06), (w + 0.2, 0.2), (w - 0.02, 0.14)),
            "long": poly((w - 0.04, -0.1), (w + 0.3, 0.34), (w - 0.02, 0.14)),
            "huge": poly((w - 0.05, -0.08), (w + 0.24, -0.06), (w + 0.52, 0.26), (w - 0.02, 0.2)),
            "horse": poly((w - 0.14, 0.34), (w + 0.06, 0.74), (w + 0.05, 0.26)),
        }
        shape = kinds.get(self.looks.get("ears", "round"))
        if shape is not None:
            for each in (shape, mirrored(shape)):
                yield Part(self.at(each), _mixed(skin, _INK, 0.1), _INK, _EDGE)

    def face(self, skin: str, hair: str, of: Likeness) -> Iterator[Part]:
        """Skin, eyes, brows, nose, mouth, and what else the race has."""
        looks, dark = self.looks, _mixed(skin, _INK, 0.42)
        yield Part(self.skull(), skin, _INK, _EDGE)
        if looks.get("cheeks"):
            for x in (-0.2, 0.2):
                yield Part(self.at(circle(x, -0.1, 0.07)), _mixed(skin, "#C4574A", 0.35))
        yield from self._eyes(of, dark)
        if looks.get("brow"):
            yield Part(
                self.at(poly((-0.3, 0.2), (0.3, 0.2), (0.26, 0.1), (0, 0.14), (-0.26, 0.1))),
                _mixed(skin, _INK, 0.22),
            )
        elif looks.get("eyes") != "glow":
            slant = 0.03 * (of.seed // 5 % 3 - 1)
            for side in (-1, 1):
                brow = line((side * 0.08, 0.16 - slant), (side * 0.25, 0.17 + slant))
                yield Part(self.at(brow), None, _mixed(hair, _INK, 0.3), 0.035)
        if looks.get("beak"):
            yield Part(
                self.at(poly((-0.13, 0.02), (0, 0.08), (0.13, 0.02), (0.02, -0.34))),
                "#E2A93B", _INK, _EDGE,
            )  # fmt: skip
            return
        if looks.get("muzzle"):
            yield Part(self.at(circle(0, -0.2, 0.21)), _mixed(skin, "#FFFFFF", 0.18), _INK, _EDGE)
            for x in (-0.07, 0.07):
                yield Part(self.at(circle(x, -0.12, 0.025)), _INK)
            yield Part(self.at(line((-0.17, -0.24), (0, -0.28), (0.17, -0.24))), None, _INK, 0.025)
            return
        yield from self._nose(skin, dark)
        mouth = 0.1 * self.wide + 0.02 * (of.seed // 17 % 3)
        bend = -0.02 if of.wounds >= HURT else 0.02 * (of.seed // 13 % 3 - 1)
        yield Part(
            self.at(line((-mouth, -0.24 + bend), (0, -0.25), (mouth, -0.24 + bend))),
            None, _mixed(dark, "#6A1F1F", 0.4), 0.035,
        )  # fmt: skip
        yield from self._beard(of, hair)
        tusk = looks.get("tusks", 0)
        if tusk:
            for side in (-1, 1):
                shape = poly(
                    (side * 0.15, -0.27), (side * 0.13, -0.24 + 0.17 * tusk), (side * 0.08, -0.27)
                )
                yield Part(self.at(shape), "#F1EAD2", _INK, _EDGE * 0.8)

    def _eyes(self, of: Likeness, dark: str) -> Iterator[Part]:
        kind = self.looks.get("eyes", "")
        colours = ("#3C5A7A", "#4B3A24", "#3F6B45", "#6B5B2E")
        for side in (-1, 1):
            x = side * 0.15 * self.wide
            if of.dead:
                for cross in (((-0.05, 0.0), (0.05, 0.1)), ((-0.05, 0.1), (0.05, 0.0))):
                    points = [(x + a, b) for a, b in cross]
                    yield Part(self.at(line(*points)), None, dark, 0.03)
            elif kind == "glow":
                yield Part(self.at(circle(x, 0.05, 0.05)), "#FFE05A")
            else:
                big = 1.45 if kind == "large" else 1.0
                white = "#F0D24A" if kind in ("large", "slit") else "#F7F3EA"
                yield Part(self.at(circle(x, 0.05, 0.062 * big)), white, _INK, _EDGE * 0.8)
                if kind == "slit":
                    yield Part(self.at(box(x - 0.014, 0.0, x + 0.014, 0.1)), _INK)
                else:
                    paint = colours[of.seed // 19 % len(colours)]
                    yield Part(self.at(circle(x, 0.05, 0.034 * big)), paint)
                    yield Part(self.at(circle(x, 0.05, 0.016 * big)), _INK)

    def _nose(self, skin: str, dark: str) -> Iterator[Part]:
        shade = _mixed(skin, _INK, 0.16)
        match self.looks.get("nose", ""):
            case "broad":
                shape = poly((-0.1, -0.1), (-0.05, 0.04), (0.05, 0.04), (0.1, -0.1))
            case "great":
                shape = closed(
                    curve(
                        (-0.05, 0.06),
                        ((-0.2, -0.2), (-0.06, -0.26), (0.0, -0.22)),
                        ((0.06, -0.26), (0.2, -0.2), (0.05, 0.06)),
                    )
                )
            case "hooked":
                shape = poly(
                    (-0.03, 0.06), (0.05, 0.05), (0.14, -0.16), (0.02, -0.22), (-0.05, -0.1)
                )
            case _:
                yield Part(
                    self.at(line((0.0, 0.03), (0.05, -0.1), (-0.03, -0.11))), None, dark, 0.03
                )
                return
        yield Part(self.at(shape), shade, dark, 0.018)

    def _beard(self, of: Likeness, hair: str) -> Iterator[Part]:
        if self.looks.get("beard") == "great":
            w = 0.33 * self.wide
            whole = curve(
                (-w, -0.04),
                ((-w * 0.6, -0.16), (-0.12, -0.12), (0.0, -0.14)),
                ((0.12, -0.12), (w * 0.6, -0.16), (w, -0.04)),
                ((w, -0.5), (0.2, -0.78), (0.0, -0.94)),
                ((-0.2, -0.78), (-w, -0.5), (-w, -0.04)),
            )
            yield Part(self.at(closed(whole)), hair, _INK, _EDGE)
            yield Part(self.at(line((-0.1, -0.23), (0.1, -0.23))), None, "#6A1F1F", 0.035)
            for x in (-0.14, 0.0, 0.14):
                yield Part(
                    self.at(line((x, -0.34), (x * 0.7, -0.68))), None, _mixed(hair, _INK, 0.4), 0.02
                )
        elif of.race == "human" and of.seed // 23 % 3 == 0:
            w = 0.25
            short = curve(
                (-w, -0.16),
                ((-0.1, -0.14), (0.1, -0.14), (w, -0.16)),
                ((0.2, -0.48), (-0.2, -0.48), (-w, -0.16)),
            )
            yield Part(self.at(closed(short)), hair, _INK, _EDGE * 0.8)
            yield Part(self.at(line((-0.09, -0.25), (0.09, -0.25))), None, "#6A1F1F", 0.03)


def _hair_behind(style: str, head: _Head, hair: str) -> Iterator[Part]:
    w = 0.36 * head.wide
    if style in ("long", "braids", "mane"):
        low = -0.62 if style != "mane" else -0.86
        fall = curve(
            (-w - 0.08, 0.1),
            ((-w - 0.06, 0.66), (w + 0.06, 0.66), (w + 0.08, 0.1)),
            ((w + 0.12, -0.2), (w + 0.1, low + 0.1), (w - 0.02, low)),
            ((w * 0.3, low + 0.1), (-w * 0.3, low + 0.1), (-w + 0.02, low)),
            ((-w - 0.1, low + 0.1), (-w - 0.12, -0.2), (-w - 0.08, 0.1)),
        )
        yield Part(head.at(closed(fall)), hair, _INK, _EDGE)
    elif style == "knot":
        yield Part(head.at(circle(0, 0.6, 0.13)), hair, _INK, _EDGE)
        yield Part(head.at(box(-0.05, 0.44, 0.05, 0.54)), _BLOOD, _INK, _EDGE)


def _hair_before(style: str, head: _Head, hair: str) -> Iterator[Part]:
    w = 0.36 * head.wide
    cap = closed(
        curve(
            (-w - 0.02, 0.1),
            ((-w - 0.03, 0.58), (w + 0.03, 0.58), (w + 0.02, 0.1)),
            ((w - 0.06, 0.34), (0.1, 0.3), (0.02, 0.34)),
            ((-0.1, 0.3), (-w + 0.06, 0.34), (-w - 0.02, 0.1)),
        )
    )
    match style:
        case "short" | "long" | "mane" | "braids":
            yield Part(head.at(cap), hair, _INK, _EDGE)
            if style == "braids":
                for side in (-1, 1):
                    for step in range(4):
                        dot = circle(side * (w + 0.02), -0.1 - step * 0.14, 0.07)
                        yield Part(head.at(dot), hair, _INK, _EDGE)
        case "curls":
            for x, y in ((-0.34, 0.24), (-0.24, 0.4), (-0.08, 0.5), (0.1, 0.5), (0.25, 0.4),
                         (0.35, 0.23), (-0.12, 0.38), (0.12, 0.38)):  # fmt: skip
                yield Part(head.at(circle(x * head.wide, y, 0.12)), hair, _INK, _EDGE)
        case "crest":
            for x, tip in ((-0.2, -0.34), (0.0, 0.0), (0.2, 0.34)):
                feather = poly((x - 0.09, 0.4), (tip, 0.82), (x + 0.09, 0.4))
                yield Part(head.at(feather), hair, _INK, _EDGE)
        case "spines":
            for x in (-0.26, -0.13, 0.0, 0.13, 0.26):
                high = 0.64 - abs(x) * 0.5
                spine = poly((x - 0.06, high - 0.18), (x, high + 0.06), (x + 0.06, high - 0.18))
                yield Part(head.at(spine), hair, _INK, _EDGE)
        case "tuft":
            yield Part(head.at(poly((-0.1, 0.46), (-0.04, 0.72), (0.02, 0.54), (0.1, 0.7), (0.1, 0.46))), hair, _INK, _EDGE)  # noqa: E501  # fmt: skip
        case _:
            return


def _body(of: Likeness, skin: str, low: float) -> Iterator[Part]:
    """Neck, shoulders and what covers them."""
    cloth = _cloth(of)
    neck = 0.17 if of.race not in ("orc", "troll") else 0.25
    yield Part(box(-neck, -0.5 - low, neck, -0.1 - low), _mixed(skin, _INK, 0.14), _INK, _EDGE)
    broad = 0.98 if of.race in ("orc", "troll", "dwarf") else 0.84
    top = -0.42 - low
    shoulders = curve(
        (-broad, -1.0),
        ((-broad, top - 0.2), (-0.5, top - 0.1), (-neck, top)),
        ((-0.08, top - 0.12), (0.08, top - 0.12), (neck, top)),
        ((0.5, top - 0.1), (broad, top - 0.2), (broad, -1.0)),
    )
    yield Part(closed(shoulders), cloth, _INK, _EDGE)
    match of.armour:
        case "leather":
            for side in (-1, 1):
                strap = line((side * 0.42, top - 0.14), (side * 0.3, -0.99))
                yield Part(strap, None, _mixed(cloth, _INK, 0.5), 0.06)
        case "mail":
            for row in range(5):
                for column in range(-6, 7):
                    x, y = column * 0.13 + (row % 2) * 0.065, -0.94 + row * 0.085
                    if abs(x) < broad - 0.12 - row * 0.07 and y < top - 0.12:
                        yield Part(circle(x, y, 0.035), None, _mixed(cloth, _INK, 0.45), 0.02)
        case "plate":
            for side in (-1, 1):
                pauldron = moved(circle(0, 0, 0.22), side * (broad - 0.26), -0.74)
                yield Part(pauldron, _mixed(cloth, "#FFFFFF", 0.25), _INK, _EDGE)
            yield Part(line((0, top - 0.16), (0, -0.99)), None, _mixed(cloth, _INK, 0.4), 0.03)
        case _:
            yield Part(poly((-0.16, top), (0, top - 0.3), (0.16, top)), _mixed(cloth, "#FFFFFF", 0.25), _INK, _EDGE)  # noqa: E501  # fmt: skip


def _cloth(of: Likeness) -> str:
    own = _CLOTH[of.armour]
    if own:
        return own
    return palette.livery(of.colour).colour if of.colour else _CLOTHES[0]


def _headgear(of: Likeness, head: _Head) -> Iterator[Part]:
    """What tells the calling: hat, hood, helm, mitre, cap or circlet."""
    w = 0.38 * head.wide
    paint = palette.livery(of.colour).colour if of.colour else _CLOTHES[0]
    if of.crowned:
        yield from _crown(head, w)
        return
    match of.calling:
        case "mage":
            yield Part(head.at(poly((-w - 0.2, 0.26), (w + 0.2, 0.26), (w - 0.02, 0.36), (0.14, 0.78), (-w + 0.02, 0.36))), "#3B4A8C", _INK, _EDGE)  # noqa: E501  # fmt: skip
            yield Part(head.at(circle(0.02, 0.44, 0.05)), palette.HIGHLIGHT, _INK, _EDGE * 0.6)
        case "knave":
            hood = curve(
                (-w - 0.08, 0.2),
                ((-w - 0.04, 0.76), (-0.1, 0.74), (0.0, 0.84)),
                ((0.1, 0.74), (w + 0.04, 0.76), (w + 0.08, 0.2)),
                ((w - 0.1, 0.38), (-w + 0.1, 0.38), (-w - 0.08, 0.2)),
            )
            yield Part(head.at(closed(hood)), _HOOD, _INK, _EDGE)
        case "priest":
            yield Part(head.at(poly((-0.24, 0.34), (-0.3, 0.58), (0, 0.8), (0.3, 0.58), (0.24, 0.34))), "#F1E7C9", _INK, _EDGE)  # noqa: E501  # fmt: skip
            yield Part(head.at(box(-0.025, 0.42, 0.025, 0.68)), palette.BRASS)
            yield Part(head.at(box(-0.11, 0.53, 0.11, 0.58)), palette.BRASS)
        case "bard":
            cap = curve((-w - 0.06, 0.28), ((-0.3, 0.66), (0.4, 0.62), (w + 0.16, 0.32)))
            yield Part(head.at(closed(cap)), "#8C3F74", _INK, _EDGE)
            yield Part(head.at(poly((0.18, 0.5), (0.62, 0.82), (0.34, 0.44))), "#F2D15B", _INK, _EDGE)  # noqa: E501  # fmt: skip
        case "merchant":
            beret = curve(
                (-w, 0.3),
                ((-w - 0.22, 0.62), (w + 0.3, 0.74), (w + 0.04, 0.3)),
            )
            yield Part(head.at(closed(beret)), "#2F6B6B", _INK, _EDGE)
            yield Part(head.at(circle(-w + 0.12, 0.36, 0.06)), palette.HIGHLIGHT, _INK, _EDGE * 0.6)
        case "warrior":
            yield Part(head.at(box(-w, 0.24, w, 0.34)), palette.BRASS, _INK, _EDGE)
            yield Part(head.at(circle(0, 0.29, 0.05)), _BLOOD, _INK, _EDGE * 0.6)
        case _:
            helm = curve(
                (-w - 0.03, 0.16),
                ((-w - 0.02, 0.7), (w + 0.02, 0.7), (w + 0.03, 0.16)),
                ((w * 0.5, 0.26), (-w * 0.5, 0.26), (-w - 0.03, 0.16)),
            )
            yield Part(head.at(closed(helm)), "#9AA3AD", _INK, _EDGE)
            yield Part(head.at(box(-0.045, -0.04, 0.045, 0.3)), "#9AA3AD", _INK, _EDGE)
            yield Part(head.at(box(-0.05, 0.48, 0.05, 0.66)), paint, _INK, _EDGE)


def _crown(head: _Head, w: float) -> Iterator[Part]:
    points = ((-w, 0.24), (-w - 0.04, 0.66), (-w * 0.5, 0.46), (0.0, 0.74), (w * 0.5, 0.46))
    crown = poly(*points, (w + 0.04, 0.66), (w, 0.24))
    yield Part(head.at(crown), palette.BRASS, _INK, _EDGE)
    for x, y in ((-w - 0.04, 0.66), (0.0, 0.74), (w + 0.04, 0.66)):
        yield Part(head.at(circle(x, y, 0.045)), palette.WALL, _INK, _EDGE * 0.8)
    yield Part(head.at(circle(0.0, 0.36, 0.05)), _BLOOD, _INK, _EDGE * 0.8)


def _weapon(of: Likeness) -> Iterator[Part]:
    """What is in the main hand, behind the shoulder."""
    wood, iron = "#8A6238", "#C9CED6"
    match of.weapon:
        case "":
            return
        case "bow":
            bow = curve((-0.86, 0.5), ((-0.5, 0.2), (-0.5, -0.5), (-0.86, -0.9)))
            yield Part(bow, None, _INK, 0.12)
            yield Part(bow, None, wood, 0.075)
            yield Part(line((-0.86, 0.5), (-0.86, -0.9)), None, "#E8E2D0", 0.02)
        case "staff":
            yield Part(box(-0.74, -1.0, -0.66, 0.72), wood, _INK, _EDGE)
            yield Part(circle(-0.7, 0.78, 0.12), "#7FC4D9", _INK, _EDGE)
        case "pole":
            yield Part(box(-0.74, -1.0, -0.66, 0.66), wood, _INK, _EDGE)
            yield Part(poly((-0.82, 0.6), (-0.7, 0.94), (-0.58, 0.6)), iron, _INK, _EDGE)
        case "hammer":
            yield Part(box(-0.74, -1.0, -0.66, 0.6), wood, _INK, _EDGE)
            yield Part(moved(rounded(0.2, 0.14, 0.04), -0.7, 0.6), iron, _INK, _EDGE)
        case "axe":
            yield Part(box(-0.74, -1.0, -0.66, 0.74), wood, _INK, _EDGE)
            blade = curve((-0.74, 0.72), ((-0.98, 0.8), (-0.98, 0.2), (-0.74, 0.3)))
            yield Part(closed(blade), iron, _INK, _EDGE)
        case "blade" | "sword":
            yield Part(poly((-0.76, -0.4), (-0.76, 0.6), (-0.7, 0.8), (-0.64, 0.6), (-0.64, -0.4)), iron, _INK, _EDGE)  # noqa: E501  # fmt: skip
            yield Part(box(-0.9, -0.46, -0.5, -0.38), palette.BRASS, _INK, _EDGE)
        case _:
            lash = curve((-0.7, -0.8), ((-1.0, 0.0), (-0.5, 0.3), (-0.84, 0.8)))
            yield Part(lash, None, _INK, 0.09)
            yield Part(lash, None, wood, 0.05)


def _shield(of: Likeness) -> Iterator[Part]:
    ground = palette.livery(of.colour) if of.colour else palette.UNOWNED
    yield Part(circle(0.64, -0.64, 0.3), "#8A6238", _INK, _EDGE)
    yield Part(circle(0.64, -0.64, 0.24), ground.colour, palette.WALL, 0.02)
    emblem = icon(ground.emblem)
    if emblem is not None:
        yield Part(moved(emblem, 0.64, -0.64, 0.32), ground.ink)


def _wounds(of: Likeness, head: _Head) -> Iterator[Part]:
    """Scratches, then a bandage, then blood on it."""
    if of.wounds <= FRESH or of.dead:
        return
    side = 1 if of.seed % 2 else -1
    for step in range(2 if of.wounds < SORE else 3):
        x, y = side * 0.2, -0.06 - step * 0.07
        cut = line((x - 0.07, y), (x + 0.07, y + 0.05))
        yield Part(head.at(cut), None, _BLOOD, 0.028)
    if of.wounds >= HURT:
        w = 0.37 * head.wide
        band = poly((-w, 0.2), (w, 0.3), (w, 0.42), (-w, 0.32))
        yield Part(head.at(band), "#F3EDE0", _INK, _EDGE)
    if of.wounds >= SORE:
        yield Part(head.at(circle(-side * 0.14, 0.31, 0.07)), _BLOOD)
        drop = poly((-side * 0.18, 0.28), (-side * 0.12, 0.28), (-side * 0.15, 0.05))
        yield Part(head.at(drop), _BLOOD)


def _pick(of: Likeness, choices: list[str], salt: int) -> str:
    return choices[of.seed // salt % len(choices)]


def _mixed(one: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    pairs = zip(palette.rgb(one), palette.rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
