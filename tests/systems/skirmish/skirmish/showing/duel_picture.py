"""The picture of a duel: both fighters on the sand, what they threw, and who was hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.battle.counters import FALLEN, counter, mark
from bot.faces.battle.layout import FIELD, Scale
from bot.faces.battle.legend import LegendSign, pasted
from bot.faces.battle.terrain import draw_frame, draw_terrain
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.palette import Livery
from bot.faces.paint.sprites import words
from skirmish.showing.duels import Duel, Exchange

_SIDES: Final = ("attacker", "defender")
_X: Final = (400.0, 800.0)
_Y: Final = (FIELD[1] + FIELD[3]) / 2
_ICON: Final = "crossed-swords"
_LARGE: Final = 260.0


class Ring:
    """What draws a duel."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel

    def signs(self, shown: Sequence[Exchange]) -> Iterator[LegendSign]:
        """Who is hit, if that is seen."""
        if any(scene.blow and scene.blow.hit != "none" for scene in shown):
            yield LegendSign("Hit", pasted(lambda: mark(FALLEN, 17)))

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """The sand."""
        draw_terrain(canvas, self.duel.setting.looks.land("desert"))
        draw_frame(canvas)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: Exchange,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Both fighters, what they threw, and a mark on who was hit."""
        for side, livery in enumerate(liveries):
            x, y, large = scale.px(_X[side]), scale.px(_Y), scale.px(_LARGE)
            own, gone = self.duel.setting.sides[side].own, not scene.strength[side]
            plate = counter(livery, _ICON, large, own=own, hero=True, ship=False, gone=gone)
            plate.paste(canvas.picture, x, y)
            if scene.blow is None or not deeds:
                continue
            threw = (scene.blow.attacker, scene.blow.defender)[side]
            text = words(str(threw), scale.text(64), palette.PARCHMENT, palette.INK)
            text.paste(canvas.picture, x, y - scale.px(_LARGE * 0.78))
            if scene.blow.hit == _SIDES[side]:
                mark(FALLEN, scale.px(52)).paste(canvas.picture, x, y + scale.px(_LARGE * 0.42))
