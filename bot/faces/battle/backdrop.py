"""A battle ready to be drawn: what stays the same is drawn once, each scene upon a copy of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from PIL import Image

from bot.faces.battle import heading, legend, strip
from bot.faces.battle.layout import HEIGHT, Scale, liveries
from bot.faces.battle.scene import Battle, S
from bot.faces.battle.strip import Strength
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb


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
        ground = Image.new("RGB", (palette.WIDTH, HEIGHT), rgb(palette.FRAME))
        heading.draw_sides(ground, battle.setting, self.liveries)
        strip.draw_ground(ground, self.strength)
        legend.draw_legend(ground, self.stage.signs(shown))
        self.stage.draw_ground(ground, self.liveries)
        if scale.by != 1:
            size = round(scale.px(palette.WIDTH)), round(scale.px(HEIGHT))
            ground = ground.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
        self.ground = ground

    def draw(self, scene: S, place: int, *, ahead: bool = True, deeds: bool = True) -> Image.Image:
        """A scene, the strip marked at `place`; what comes later is dotted if `ahead`.

        Without `deeds` it is only seen how all stand.
        """
        image = self.ground.copy()
        battle = self.battle
        winner = battle.winner if place == len(battle.scenes) - 1 else None
        start = battle.scenes[0].strength
        strengths = heading.Strengths(scene.strength, start, battle.unit, winner)
        heading.draw_strengths(image, self.scale, battle.setting.sides, strengths)
        heading.draw_scene(image, self.scale, scene.name)
        self.stage.draw_scene(image, self.scale, scene, self.liveries, deeds=deeds)
        strip.draw_course(image, self.scale, self.strength, place, ahead=ahead)
        return image
