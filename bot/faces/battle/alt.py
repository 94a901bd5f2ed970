"""Words for those who do not see a battle's picture, made from the scene that it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.battle.scene import ROLES, AnyBattle, Duel, FieldBattle, LineBattle, Scene
from bot.faces.sheet.sheet import alt_text
from bot.faces.words.text import listed

_FATES = {"dead": "Destroyed", "fled": "Fled", "stone": "Turned to stone"}


def scene_alt(battle: AnyBattle, scene: Scene | Duel, place: int) -> str:
    """What a picture of a scene shows, most useful first."""
    parts = [_head(battle, scene)]
    if place == len(battle.scenes) - 1:
        parts.append(f"{_side(battle, battle.winner)} won.")
    if isinstance(battle, FieldBattle) and isinstance(scene, Scene):
        parts += _tolls(battle, scene)
        if battle.walls:
            parts.append(f"The defenders fight from walls of level {battle.walls}.")
    elif isinstance(battle, LineBattle) and isinstance(scene, Duel):
        parts += [f"{text}." if text[-1] != "." else text for _, text in scene.steps]
    return alt_text(parts)


def course_alt(battle: AnyBattle) -> str:
    """What an animation shows: the start, the turning point, the outcome."""
    first, last = battle.scenes[0], battle.scenes[-1]
    parts = [
        f"Animation: {battle.setting.title} ({battle.setting.subtitle}).",
        f"At first {_counts(battle, first)}.",
    ]
    turn = turning_point(battle)
    if 0 < turn < len(battle.scenes) - 1:
        scene = battle.scenes[turn]
        parts.append(f"The turning point is {scene.name.lower()}: {_counts(battle, scene)}.")
    parts.append(
        f"{_side(battle, battle.winner)} won in the end, {last.name.lower()}: "
        f"{_counts(battle, last)}."
    )
    if isinstance(battle, FieldBattle):
        parts += _tolls(battle, battle.whole)
    return alt_text(parts)


def turning_point(battle: AnyBattle) -> int:
    """The scene that cost the loser most against what it cost the winner."""
    counts = [scene.strength for scene in battle.scenes]
    if len(counts) < 2:
        return 0
    lost = 1 - battle.winner

    def swing(place: int) -> int:
        before, after = counts[place - 1], counts[place]
        return (before[lost] - after[lost]) - (before[1 - lost] - after[1 - lost])

    return max(range(1, len(counts)), key=swing)


def _head(battle: AnyBattle, scene: Scene | Duel) -> str:
    title, subtitle = battle.setting.title, battle.setting.subtitle
    return f"{title} ({subtitle}), {scene.name.lower()}: {_counts(battle, scene)}."


def _counts(battle: AnyBattle, scene: Scene | Duel) -> str:
    start = battle.scenes[0].strength
    unit = "" if isinstance(battle, FieldBattle) else " hits"
    return ", ".join(
        f"{ROLES[side].lower()} {_side(battle, side)} {scene.strength[side]:,} of {start[side]:,}"
        f"{unit}"
        for side in (0, 1)
    )


def _side(battle: AnyBattle, side: int) -> str:
    return battle.setting.sides[side].name


def _tolls(battle: FieldBattle, scene: Scene) -> Iterator[str]:
    """Who left the fight, the heaviest loss, and what was done."""
    for fate, told in _FATES.items():
        gone = [
            _called(battle, number)
            for number, stand in enumerate(scene.stands)
            if stand.left and stand.fate == fate
        ]
        if gone:
            yield f"{told}: {listed(gone)}."
    worst = max(range(len(scene.stands)), key=lambda n: scene.stands[n].lost, default=None)
    if worst is not None and scene.stands[worst].lost > 0:
        yield f"Heaviest loss: {_called(battle, worst)}, {scene.stands[worst].lost:,}."
    done = [deed.kind for deed in scene.deeds]
    if done:
        yield f"{_done(done)}."


def _called(battle: FieldBattle, number: int) -> str:
    unit = battle.units[number]
    return f"{unit.name or 'one without a name'} of the {ROLES[unit.side].lower()}"


def _done(kinds: Sequence[str]) -> str:
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    plural = {"melee": "melees", "artillery": "artillery shots", "special": "special attacks"}
    told = [
        f"{count} {plural.get(kind, kind + 's') if count > 1 else kind}"
        for kind, count in counts.items()
    ]
    return f"Shown: {listed(told)}"
