"""Words for those who do not see a battle's picture, made from the scene that it shows."""

from __future__ import annotations

from bot.faces.battle.scene import AnyBattle, Scene
from bot.faces.sheet.sheet import alt_text
from bot.faces.words.text import number


def scene_alt(battle: AnyBattle, scene: Scene, place: int) -> str:
    """What a picture of a scene shows, most useful first."""
    title, ground = battle.setting.title, _ground(battle)
    parts = [f"{title}{ground}, {scene.name.lower()}: {_counts(battle, scene)}."]
    if place == len(battle.scenes) - 1:
        parts.append(f"{_winner(battle)} won.")
    return alt_text([*parts, *battle.seen(scene)])


def course_alt(battle: AnyBattle) -> str:
    """What an animation shows: the start, the turning point, the outcome."""
    first, last = battle.scenes[0], battle.scenes[-1]
    parts = [
        f"Animation: {battle.setting.title}{_ground(battle)}.",
        f"At first {_counts(battle, first)}.",
    ]
    parts += turn_told(battle)
    parts.append(f"{_winner(battle)} won in the end, {last.name.lower()}: {_counts(battle, last)}.")
    return alt_text([*parts, *battle.summed()])


def turn_told(battle: AnyBattle) -> list[str]:
    """The turning point in a sentence; none where it is the beginning or the end."""
    turn = turning_point(battle)
    if not 0 < turn < len(battle.scenes) - 1:
        return []
    scene = battle.scenes[turn]
    return [f"The turning point was {scene.name.lower()}: {_counts(battle, scene)}."]


def turning_point(battle: AnyBattle) -> int:
    """The scene that cost the losers most against what it cost the winner.

    Of a battle that nobody won, the one that cost all most.
    """
    counts = [scene.strength for scene in battle.scenes]
    if len(counts) < 2:
        return 0

    def swing(place: int) -> int:
        lost = [
            before - after for before, after in zip(counts[place - 1], counts[place], strict=True)
        ]
        return sum(-each if side == battle.winner else each for side, each in enumerate(lost))

    return max(range(1, len(counts)), key=swing)


def _ground(battle: AnyBattle) -> str:
    return f" ({battle.setting.subtitle})" if battle.setting.subtitle else ""


def _counts(battle: AnyBattle, scene: Scene) -> str:
    start = battle.scenes[0].strength
    return ", ".join(
        f"{side.role.lower()} {side.name} {now:,} of {number(then, *battle.unit)}".strip()
        for side, now, then in zip(battle.setting.sides, scene.strength, start, strict=True)
    )


def _winner(battle: AnyBattle) -> str:
    return "Nobody" if battle.winner is None else battle.setting.sides[battle.winner].name
