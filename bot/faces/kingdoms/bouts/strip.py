"""The picture of an encounter: both who met, and what they did; of the whole, a strip of rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from bot.faces.battle.counters import FALLEN, counter, mark
from bot.faces.battle.layout import SPENT, Scale
from bot.faces.battle.legend import LegendSign, bar, pasted
from bot.faces.battle.scene import Setting
from bot.faces.battle.terrain import draw_frame, draw_terrain
from bot.faces.battle.writing import Writer
from bot.faces.kingdoms.bouts.plans import entry_told
from bot.faces.kingdoms.bouts.rounds import MEETING, BoutSetting, Encounter, Round
from bot.faces.kingdoms.looks import BEING, PERSON
from bot.faces.kingdoms.terms import Terms
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box, Canvas
from bot.faces.paint.palette import Livery
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import wrapped
from engine.packs.kingdoms.bouts.sides import RANGES

_CARDS: Final[tuple[Box, Box]] = ((28.0, 224.0, 284.0, 1004.0), (916.0, 224.0, 1172.0, 1004.0))
_BOARD: Final[Box] = (296.0, 224.0, 904.0, 1004.0)
_PORTRAIT: Final = 170.0
_TRACK_Y: Final = 296.0
_STATIONS: Final[dict[str, float]] = {"spell": 218.0, "bow": 132.0, "melee": 44.0}
"""How far from the middle of the board each stands, at that range."""
_RANGE_NAMES: Final = {"spell": "Spell range", "bow": "Bow range", "melee": "Melee"}
_SWORDS: Final = "crossed-swords"
_ROUND_TALL: Final = 126.0
_ROOMY: Final = 100.0
"""A round so tall has larger letters."""


class EncounterStrip:
    """What draws an encounter."""

    def __init__(self, battle: Encounter) -> None:
        self.battle = battle

    def signs(self, shown: Sequence[Round]) -> Iterator[LegendSign]:
        """Hit points, and who fell."""
        yield LegendSign("Hit points", bar(palette.PARCHMENT, SPENT))
        if any(0 in scene.strength for scene in shown):
            yield LegendSign("Slain", pasted(partial(mark, FALLEN, 17)))

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """The land, a card for each, and the board between them."""
        setting = self.battle.setting
        ground = setting.ground if isinstance(setting, BoutSetting) else ""
        draw_terrain(canvas, setting.looks.land(ground))
        for card in _CARDS:
            canvas.fill_box(card, palette.FRAME, 0.92)
        canvas.fill_box(_BOARD, palette.PANEL)
        draw_frame(canvas)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: Round,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Both as they stand; what they did, or of the whole what every round cost."""
        brush = _Brush(canvas.picture, scale, self.battle, liveries)
        for side in (0, 1):
            brush.card(scene, side)
        if scene.parts:
            brush.rounds(scene.parts)
        else:
            brush.track(scene)
            if deeds:
                brush.steps(scene.steps, (_BOARD[0], _TRACK_Y + 96, _BOARD[2], _BOARD[3] - 10))


class _Brush(Writer):
    """What draws the parts of one picture."""

    def __init__(
        self, image: Image.Image, scale: Scale, battle: Encounter, liveries: Sequence[Livery]
    ) -> None:
        super().__init__(image, scale, liveries)
        self.battle = battle
        self.pen = ImageDraw.Draw(image)

    # ------------------------------------------------------------------ who met

    def card(self, scene: Round, side: int) -> None:
        """One fighter: portrait, name, hit points, temper, plan."""
        left, top, right, _ = _CARDS[side]
        one, middle = self.battle.both[side], (left + right) / 2
        gone = not scene.strength[side]
        self.portrait(side, middle, top + 106, _PORTRAIT, gone=gone)
        if scene.struck[side]:
            text = f"−{scene.struck[side]}"
            self.plate(text, middle + 72, top + 38, 34, "#FFD3CF", palette.BATTLE_EDGE)
        self.middle(self.battle.names[side], middle, top + 222, 32, width=right - left - 20)
        full, now = max(self.battle.full[side], 1), scene.strength[side]
        self.bar((left + 20, top + 252, right - 20, top + 280), now / full)
        self.middle(f"{now} of {full} hit points", middle, top + 306, 25, palette.PARCHMENT)
        rank = "Monster" if one.being else "King" if one.royal else ""
        told = " · ".join(filter(None, (rank, one.temper)))
        self.middle(told, middle, top + 344, 23, palette.COORDINATE, width=right - left - 20)
        y = top + 396
        self.write("Plan", left + 20, y, 23, palette.BRASS)
        terms = terms_of(self.battle)
        for place, entry in enumerate(one.plan, 1):
            y += 36
            told = f"{place}. {entry_told(entry, terms)}"
            self.write(
                told, left + 20, y, 23, palette.PARCHMENT, face="medium", width=right - left - 30
            )

    def portrait(self, side: int, x: float, y: float, size: float, *, gone: bool) -> None:
        """Who it is: a disc for a character, a square for a monster."""
        one, scale = self.battle.both[side], self.scale
        setting = self.battle.setting
        own, people = setting.sides[side].own, _people(setting, side)
        picture = setting.looks.icon("beings", one.being, BEING) if one.being else people
        if one.royal:
            picture = "crown"
        plate = counter(
            self.liveries[side],
            picture,
            scale.px(size),
            own=own,
            hero=one.character,
            ship=False,
            gone=gone,
        )
        plate.paste(self.image, scale.px(x), scale.px(y))
        if gone:
            spot = scale.px(x + size * 0.34), scale.px(y + size * 0.34)
            mark(FALLEN, scale.px(size * 0.2)).paste(self.image, *spot)

    def bar(self, box: Box, share: float) -> None:
        """How much is left of something."""
        left, top, right, bottom = box
        edge = left + (right - left) * min(1.0, max(0.0, share))
        self.pen.rectangle(self.scale.box((left - 3, top - 3, right + 3, bottom + 3)), palette.INK)
        self.pen.rectangle(self.scale.box(box), SPENT)
        if share > 0:
            self.pen.rectangle(self.scale.box((left, top, edge, bottom)), palette.PARCHMENT)

    def plate(self, text: str, x: float, y: float, size: int, paint: str, back: str) -> None:
        """A short text on a plate."""
        wide = size * (0.34 + 0.27 * len(text))
        box = self.scale.box((x - wide, y - size * 0.66, x + wide, y + size * 0.66))
        self.pen.rounded_rectangle(box, self.scale.px(8), fill=back, outline=palette.INK, width=2)
        self.middle(text, x, y, size, paint)

    # ------------------------------------------------------------------ what they did

    def track(self, scene: Round) -> None:
        """How far both stand from each other."""
        middle, scale = (_BOARD[0] + _BOARD[2]) / 2, self.scale
        if not scene.at:
            self._meeting(middle, (_BOARD[1] + _BOARD[3]) / 2)
            return
        self.middle(_RANGE_NAMES[scene.at], middle, _TRACK_Y - 36, 30)
        ends = (middle - _STATIONS["spell"], middle + _STATIONS["spell"])
        line = scale.box((ends[0], _TRACK_Y + 30, ends[1], _TRACK_Y + 34))
        self.pen.rectangle(line, palette.MUTED)
        for reach in RANGES:
            for x in (middle - _STATIONS[reach], middle + _STATIONS[reach]):
                box = scale.box((x - 4, _TRACK_Y + 24, x + 4, _TRACK_Y + 40))
                self.pen.rectangle(box, palette.MUTED)
        for side, away in enumerate((-1, 1)):
            x = middle + away * _STATIONS[scene.at]
            gone = not scene.strength[side]
            self.portrait(side, x, _TRACK_Y + 32, 56.0, gone=gone)

    def _meeting(self, x: float, y: float) -> None:
        """Both face to face, before anything has happened."""
        self.middle(MEETING, x, y - 150, 40)
        for side, away in enumerate((-1, 1)):
            self.portrait(side, x + away * 158, y, 150.0, gone=False)
        mark(_SWORDS, self.scale.px(52)).paste(self.image, self.scale.px(x), self.scale.px(y))

    def rounds(self, parts: Sequence[Round]) -> None:
        """Every round: what each did in it, and what it cost the other."""
        left, top, right, bottom = _BOARD
        middle = (left + right) / 2
        tall = min(_ROUND_TALL, (bottom - top - 24) / max(len(parts), 1))
        most = max((max(each.struck) for each in parts), default=0) or 1
        for place, part in enumerate(parts):
            y = top + 12 + (place + 0.5) * tall
            if place % 2:
                box = self.scale.box((left + 4, y - tall / 2, right - 4, y + tall / 2))
                self.pen.rectangle(box, palette.FRAME)
            letters = 30 if tall >= _ROOMY else 24 if tall >= 40 else 20
            at = "" if tall < 50 or not part.at else part.at
            self.middle(part.mark, middle, y - (10 if at else 0), letters, palette.PARCHMENT)
            if at:
                self.middle(at, middle, y + 17, 20, palette.MUTED, face="medium")
            for side in (0, 1):
                self._cost(part, side, y, tall, most)

    def _fitted(
        self, text: str, wide: float, sizes: Sequence[tuple[int, int]]
    ) -> tuple[int, list[str]]:
        """A text in the largest of these letters in which nothing of it is cut, else the least."""
        size, lines = 0, list[str]()
        for size, most in sizes:
            letters, room = self.scale.text(size), self.scale.px(wide)
            lines = wrapped(text, "medium", letters, room, most)
            if all(measure(line, "medium", letters) <= room for line in lines):
                break
        return size, lines

    def _cost(self, part: Round, side: int, y: float, tall: float, most: int) -> None:
        """What one lost in a round as a bar from the middle, and what it did in words."""
        left, _, right, _ = _BOARD
        middle = (left + right) / 2
        deeds = [text for by, text in part.steps if by == side]
        lost = part.struck[side]
        room = (right - left) / 2 - 52
        if deeds:
            text = brief(deeds, self.battle.names)
            x = left + 14 if side == 0 else middle + 42
            size, lines = self._fitted(text, room, _sizes(tall, lost > 0))
            high = tall >= _ROOMY or (tall >= 50 and (lost or len(lines) == 1))
            up = y - tall * 0.22 if high else y
            for place, line in enumerate(lines):
                down = up + (place - (len(lines) - 1) / 2) * size * 1.1
                self.write(line, x, down, size, palette.PARCHMENT, face="medium", width=room)
        if lost and tall >= 50:
            wide = 20 + 120 * lost / most
            start = middle - 42 - wide if side == 0 else middle + 42
            box = self.scale.box((start, y + 6, start + wide, y + min(tall / 2 - 6, 44)))
            self.pen.rectangle(box, SPENT, outline=palette.INK)
            x = start - 28 if side == 0 else start + wide + 28
            self.middle(f"−{lost}", x, y + min(tall * 0.24, 25), 24, "#FFD3CF")


def _sizes(tall: float, lost: bool) -> Sequence[tuple[int, int]]:
    """Letters for the words of a round so tall, each with its lines, the largest first.

    A bar below them leaves less room.
    """
    if tall >= _ROOMY:
        return (26, 2), (23, 2)
    if tall >= 50:
        return ((23, 1), (19, 2), (17, 2)) if lost else ((23, 2), (20, 3))
    return (19, 1), (17, 1), (15, 2)


def _people(setting: Setting, side: int) -> str:
    """The icon of a character's people."""
    icons = setting.icons if isinstance(setting, BoutSetting) else ()
    return (icons[side] if side < len(icons) else "") or PERSON


def terms_of(battle: Encounter) -> Terms:
    """What the campaign's module calls things."""
    setting = battle.setting
    return setting.terms if isinstance(setting, BoutSetting) else Terms()


def brief(deeds: Sequence[str], names: tuple[str, str]) -> str:
    """What somebody did in a round, without the names of both and what was left."""
    told = list[str]()
    for deed in deeds:
        text = deed
        for name in names:
            text = text.removeprefix(f"{name} ").replace(f"struck at {name}, and ", "")
            text = text.replace(f" {name}", "").replace("tried to get away, in vain", "no escape")
        told.append(text.partition(":")[0].rstrip(".").replace("had a free round", "free"))
    return "; ".join(told)
