"""A battle in slots as it is seen: who fought, how all stood after each step, and what was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from bot.faces.battle.scene import AnimationFrame, Setting
from bot.faces.words.text import listed

if TYPE_CHECKING:
    from bot.faces.cohorts.battle import slots

Fate = Literal["fighting", "fled", "stone", "dead"]
DeedKind = Literal["move", "missile", "spell", "special", "artillery", "melee"]
_FATES: Final = {"dead": "Destroyed", "fled": "Fled", "stone": "Turned to stone"}
_NAMELESS: Final = "one without a name"
_PLURALS: Final = {
    "melee": "melees",
    "artillery": "artillery shots",
    "special": "special attacks",
}


@dataclass(frozen=True, slots=True)
class Unit:
    """Somebody who fought, as a picture shows it."""

    side: int
    name: str
    icon: str
    soldiers: int
    """Those it counted when it came; 1 for a character."""
    hero: bool = False
    ship: bool = False


class Stand(NamedTuple):
    """A unit at one moment of a battle on a field: a tuple, for a battle has thousands."""

    hex: int
    able: int
    """Soldiers that wounds have not put out of action; of a character whether it still fights."""
    wounds: float
    morale: float
    fate: Fate
    lost: int = 0
    """Soldiers put out of action in this scene."""
    left: bool = False
    """Whether it left the fight in this scene; later ones show it no more."""

    @property
    def shown(self) -> bool:
        """Whether it is on the field, or has just left it."""
        return self.left or self.fate == "fighting"


@dataclass(frozen=True, slots=True)
class SlotAction:
    """Something that one side did from a hex to a hex."""

    kind: DeedKind
    side: int
    start: int
    to: int
    friendly: bool = False
    """Whether it is about the side's own, as a move or a charm is."""


@dataclass(frozen=True, slots=True)
class FieldScene:
    """A step of a battle: how all stand after it, and what was done in it."""

    name: str
    mark: str
    stands: tuple[Stand, ...]
    """By unit."""
    deeds: tuple[SlotAction, ...]
    strength: tuple[int, int]
    """Soldiers and characters that fight, of either side."""


@dataclass(frozen=True, slots=True)
class FieldBattle:
    """A battle in slots, as Cohorts fights it; the first scene is the array."""

    setting: Setting
    terrain: str
    walls: int
    """The level of the defenders' walls, 0 for none."""
    naval: bool
    units: tuple[Unit, ...]
    scenes: tuple[FieldScene, ...]
    winner: int

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "Strength by round"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in: the soldiers who have neither fallen nor fled."""
        return "on the field", "on the field"

    @property
    def whole(self) -> FieldScene:
        """All of it in one: everybody where it began, what became of it, and where it went."""
        first, last = self.scenes[0], self.scenes[-1]
        stands: list[Stand] = []
        ways: dict[SlotAction, None] = {}
        for unit, then, now in zip(self.units, first.stands, last.stands, strict=True):
            gone = now.fate != "fighting"
            lost = 0 if unit.hero else then.able - now.able
            stands.append(
                Stand(then.hex, now.able, now.wounds, now.morale, now.fate, lost, left=gone)
            )
            if now.hex != then.hex:
                ways[SlotAction("move", unit.side, then.hex, now.hex, friendly=True)] = None
        rounds = sum(scene.mark.isdecimal() for scene in self.scenes[1:])
        name = f"{rounds} round" + "s" * (rounds > 1) if rounds else last.name
        return FieldScene(name, last.mark, tuple(stands), tuple(ways), last.strength)

    def frames(self) -> Iterator[AnimationFrame[FieldScene]]:
        """Each scene is first its deeds, with everybody as strong as before, then its losses."""
        for place, scene in enumerate(self.scenes):
            if place and scene.deeds:
                yield AnimationFrame(_before(self.scenes[place - 1], scene), place - 1, deeds=True)
            yield AnimationFrame(scene, place, deeds=False)

    def seen(self, scene: FieldScene) -> Iterator[str]:
        """Who left the fight, the heaviest loss, what was done, and the walls."""
        yield from self.cost(scene)
        if self.walls:
            yield f"The defenders fight from walls of level {self.walls}."

    def summed(self) -> Iterator[str]:
        """Who left the fight, the heaviest loss, and what was done in all of it."""
        return self.cost(self.whole)

    def stage(self, shown: Sequence[FieldScene]) -> slots.Slots:
        """The field with its hexes."""
        from bot.faces.cohorts.battle import slots

        return slots.Slots(self)

    def cost(self, scene: FieldScene) -> Iterator[str]:
        """Who left the fight, the heaviest loss, and what was done."""
        for fate, told in _FATES.items():
            for side, host in enumerate(self.setting.sides):
                gone = [
                    unit.name or _NAMELESS
                    for unit, stand in zip(self.units, scene.stands, strict=True)
                    if unit.side == side and stand.left and stand.fate == fate
                ]
                if gone:
                    yield f"{told} of the {host.role.lower()}: {listed(gone)}."
        worst = max(range(len(scene.stands)), key=lambda n: scene.stands[n].lost, default=None)
        if worst is not None and scene.stands[worst].lost > 0:
            lost = f"{scene.stands[worst].lost:,} dead or wounded"
            yield f"Hit hardest: {self._called(worst)}, {lost}."
        if scene.deeds:
            yield f"{_done([deed.kind for deed in scene.deeds])}."

    def _called(self, number: int) -> str:
        unit = self.units[number]
        role = self.setting.sides[unit.side].role.lower()
        return f"{unit.name or _NAMELESS} of the {role}"


def _done(kinds: Sequence[str]) -> str:
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    told = [
        f"{count} {_PLURALS.get(kind, kind + 's') if count > 1 else kind}"
        for kind, count in counts.items()
    ]
    return f"Shown: {listed(told)}"


def _before(last: FieldScene, scene: FieldScene) -> FieldScene:
    """A scene's deeds before their effect: everybody where they end, as strong as they began."""
    stands = tuple(
        then._replace(hex=now.hex, lost=0, left=False)
        for then, now in zip(last.stands, scene.stands, strict=True)
    )
    return replace(scene, stands=stands, strength=last.strength)
