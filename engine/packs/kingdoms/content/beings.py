"""What a module says of monsters: their figures, their ways, and which wander where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from engine.module.art import IconOrNone
from engine.module.sections import Named, Ref
from engine.packs.kingdoms.content.charms import CodeRef
from engine.packs.kingdoms.pieces.abilities import Magical
from engine.packs.kingdoms.pieces.alignment import Alignment
from engine.packs.kingdoms.pieces.temper import Temper

Speed = Literal["Slow", "Medium", "Fast"]
Intelligence = Literal["Mindless", "Animal", "Low", "Medium", "High", "Superhuman", "Divine"]
Kind = Literal["undead", "flying", "underwater", "mechanical", "antiholy", "animal", "ethereal"]
Talk = Literal["anyone", "avian", "mammal", "reptilian", "sea", "insectoid", "other"]

Count = Annotated[int, Field(ge=0)]
Level = Annotated[int, Field(ge=0, le=5)]
Percent = Annotated[int, Field(ge=0, le=100)]


def _upwards(span: tuple[int, int]) -> tuple[int, int]:
    if span[0] > span[1]:
        raise ValueError("must not end before it begins")
    return span


Span = Annotated[tuple[Count, Count], AfterValidator(_upwards)]
"""From the least to the most, such as what a blow does."""
BeingKey = Annotated[str, Ref(("beings",))]


class Monster(Named):
    """A monster (kingdoms.monster.table).

    `hits` are its hit points on average, `missile` its missile skill, `raid` the percent chance
    that it raids in a turn in which it guards a feature. Its spells are cast with the levels in
    `levels`, in the order of `casts`.
    """

    hits: Annotated[int, Field(ge=6)]
    melee: Level
    damage: Span
    missile: Level = 0
    missile_damage: Span = (0, 0)
    speed: Speed
    intelligence: Intelligence
    kinds: tuple[Kind, ...] = ()
    alignment: Alignment
    temper: Temper
    talk: Talk
    raid: Percent = 0
    levels: Mapping[Magical, Level] = {}
    casts: tuple[CodeRef, ...] = ()
    icon: IconOrNone = None

    @property
    def plan(self) -> tuple[str, ...]:
        """How it fights: its spells, then shots if it has any, then blows."""
        spells = tuple(f"CA-{code}" for code in self.casts)
        return (*spells, *(("FI",) if self.missile else ()), "ME")


Wandering = Annotated[tuple[BeingKey, ...], Field(min_length=1)]
