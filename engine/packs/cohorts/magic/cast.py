"""A casting under way: who casts what at whom, how strong it is and how far it reaches.

What an effect must answer is `Working`; the effects are in `effects`, the order in which they are
asked in `casting`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.facts import NotKnown, facts
from engine.orders import Refusal
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.magic.shells import covering
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Map
from engine.packs.cohorts.worth.casters import Caster
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import Place, Record, World


@facts
class Unfound(Record):
    """What a spell was cast on in vain: a name that nobody near has. It is in no world."""

    name: str


Outcome = Literal["cast", "resisted", "no effect", "open"]
"""How a casting ends (cohorts.magic.cast-outcomes); in a plan it may stay open."""


@dataclass(frozen=True, slots=True)
class SpellResolution:
    """A spell as it is cast (cohorts.magic.mana-boost)."""

    caster: Caster
    spell: Spell
    level: int
    """The caster level, 1 or more."""
    mana: int
    """The mana that is added."""
    target: Record
    side: int
    """A direction that was named, -1 if none was."""
    destination: Record | None
    item: str
    status: str

    @property
    def heroic(self) -> int:
        """The heroic level of the caster; mana never changes it."""
        return heroic_level(self.level)

    @property
    def strength(self) -> int:
        """What is measured against shells and other spells."""
        return self.level + self.mana

    @property
    def effect(self) -> Any:
        """What the spell does; each effect knows its class."""
        return self.spell.effect

    @property
    def range(self) -> int:
        """How many provinces away the target may be."""
        reach = self.spell.reach
        further = self.mana // reach.mana_per_province if reach.mana_per_province else 0
        return reach.per_heroic_level * self.heroic + further

    def bad_target(self, says: str, instead: str = "") -> Refusal:
        """The refusal of a target or further argument that the spell does not take."""
        return Refusal("bad_target", self.spell.rule_in("cohorts.spell"), says, instead)


@dataclass(frozen=True, slots=True)
class Felt:
    """What the owner of something that a spell touched is told, apart from the spell."""

    on: Place
    faction: int
    effects: dict[str, int]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpellResult:
    """The result of a spell that was not resisted."""

    outcome: Outcome = "cast"
    why: str = ""
    """For a spell without effect: `stronger`, `nothing`, `unhurt` and the like."""
    effects: dict[str, int] = field(default_factory=dict[str, int])
    """What it did, as words with amounts."""
    names: tuple[str, ...] = ()
    """Of what it did that to: spells or statuses, by key."""
    felt: tuple[Felt, ...] | None = None
    """Who is told of it; None for the target's owner."""


class Working(ABC):
    """What an effect does, asked in the order of cohorts.magic.cast-checks; the usual answers."""

    takes_dead = False
    """Whether it is cast on the dead as well as on the living."""
    takes_living = True
    searches = False
    """Whether it is cast, and spent, although nobody of the name is within its reach."""

    def hostile(self, cast: SpellResolution) -> bool:
        """Whether shells hinder it."""
        return cast.spell.side == "hostile"

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        """Why the target or a further argument is not of the kind that the spell takes."""
        yield from ()

    def forbids(self, state: State, cast: SpellResolution) -> Iterator[Refusal] | None:
        """Why factions forbid it; None for the usual rules (cohorts.magic.target-relations)."""
        return None

    def aims_at(self, state: State, cast: SpellResolution) -> Record | None:
        """What must be in range; None if nothing must."""
        return cast.target

    def price(self, cast: SpellResolution) -> int:
        """The mana that the casting costs."""
        return cast.mana

    def shell(self, state: State, cast: SpellResolution) -> int:
        """The shell that it must exceed, if it is hostile."""
        return covering(state.world, state.module.content(Content), cast.target)

    def held_off(self, state: State, cast: SpellResolution, shell: int) -> None:  # noqa: B027 - most do not
        """Tell the caster more than that the shell held, if the spell does so."""

    @abstractmethod
    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        """Do it; the shell is overcome and the price is paid."""


def spot(world: World, thing: Record) -> int:
    """The province in which something is.

    Raises:
        NotKnown: in a plan, it is not known where.
    """
    found = province_of(world, thing.place)
    if not found:
        raise NotKnown("where the target is")
    return found


def distance(world: World, one: int, other: int) -> int:
    """How many provinces lie between two, 0 for the same."""
    grid = world.get(Map, 1).grid
    return grid.distance(grid.at(one - 1), grid.at(other - 1))
