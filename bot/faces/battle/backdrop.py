"""A battle ready to be drawn: what stays the same is drawn once, each scene upon it or a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from bot.faces.battle import heading, legend, strip
from bot.faces.battle.layout import HEIGHT, Scale, liveries
from bot.faces.battle.scene import Battle, S
from bot.faces.battle.strip import Strength
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas


class Backdrop(Generic[S]):
    """The ground of a battle's pictures, at a scale of 1200 pixels' width."""

    def __init__(self, battle: Battle[S], scale: Scale, shown: Sequence[S]) -> None:
        """`shown` are the scenes that will be drawn: the legend explains what is in them."""
        self.battle = battle
        self.scale = scale
        self.stage = battle.stage(shown)
        self.liveries = liveries(battle.setting.sides)
        self.strength = Strength(
            title=battle.course,
            marks=tuple(scene.mark for scene in battle.scenes),
            counts=tuple(scene.strength for scene in battle.scenes),
            liveries=self.liveries,
        )
        self.ground = Canvas(palette.WIDTH, HEIGHT, palette.FRAME)
        """What stays the same, at full size."""
        heading.draw_sides(self.ground.picture, battle.setting, self.liveries)
        strip.draw_ground(self.ground.picture, self.strength)
        legend.draw_legend(self.ground.picture, self.stage.signs(shown))
        self.stage.draw_ground(self.ground, self.liveries)

    def draw(
        self, canvas: Canvas, scene: S, place: int, *, ahead: bool = True, deeds: bool = True
    ) -> None:
        """A scene upon the ground, the strip marked at `place`; what comes later dotted if `ahead`.

        Without `deeds` it is only seen how all stand.
        """
        image, battle = canvas.picture, self.battle
        winner = battle.winner if place == len(battle.scenes) - 1 else None
        start = battle.scenes[0].strength
        strengths = heading.Strengths(scene.strength, start, battle.unit, winner)
        heading.draw_strengths(image, self.scale, battle.setting.sides, strengths)
        heading.draw_scene(image, self.scale, scene.name)
        self.stage.draw_scene(canvas, self.scale, scene, self.liveries, deeds=deeds)
        strip.draw_course(canvas, self.scale, self.strength, place, ahead=ahead)
