"""Who fights, and where: units as they enter a battle, their companies, the field.

Values only. A whole value of these is what a battle record keeps, so that it can be fought again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from engine.facts import Tagged, facts
from engine.packs.warlords.battle.condition import (
    HEALTHY,
    Condition,
    stored_hits,
    stored_strength,
)
from engine.world import Place

SideName = Literal["attacker", "defender"]
SIDES: Final[tuple[SideName, SideName]] = ("attacker", "defender")

Effect = dict[str, int]
"""What a card, item or spell gives: abilities with their value, a yes being 1. Slayers are named
by their kind, such as `slayer_dragon`; items may also give `strength` and `hits`."""

NO_BOUND: Final = 99
"""More strength than any number of units can band together for."""
WATER: Final = "water"
CITY: Final = "city"
OPEN: Final = "open"


@facts
class FighterCard(Tagged):
    """A military unit or hero as it enters a battle (warlords.unit.attributes)."""

    tag = "warlords.fighter"

    piece: Place
    name: str
    type: str
    """The name of its type; banding counts those of one."""
    hero: bool = False
    slot: int = 3
    strength: int = 1
    """Natural, 1 to 9."""
    hits: int = 1
    """Natural, 1 to 4."""
    abilities: Effect
    terrain: dict[str, int]
    kinds: tuple[str, ...] = ()
    items: tuple[Effect, ...] = ()
    condition: Condition = HEALTHY
    lost: int = 0
    """Hits lost earlier in this battle."""
    floats: bool = False
    """A ship."""
    ship: int = 0
    """The ship it is assigned to, 0 for none."""

    def own(self, ability: str) -> int:
        """The value on its card."""
        return self.abilities.get(ability, 0)

    def worn(self, ability: str) -> int:
        """The best value among the items it carries."""
        return max((item.get(ability, 0) for item in self.items), default=0)

    @property
    def stays_up(self) -> bool:
        """Whether it can fight at sea by itself: a ship, or a flyer by nature or item."""
        return self.floats or self.own("flying") > 0 or self.worn("flying") > 0


@facts
class KeptSpell(Tagged):
    """A spell that works on a company, and who keeps it up."""

    tag = "warlords.spell"

    name: str = ""
    effect: Effect
    caster: Place = Place("", 0)


@facts
class Company(Tagged, pack="warlords"):
    """At most eight that fight a battle together, in fight order (warlords.battle.companies)."""

    side: SideName
    number: int = 1
    """Which of its side, from 1."""
    fighters: tuple[FighterCard, ...]
    spells: tuple[KeptSpell, ...] = ()

    def cast(self, ability: str) -> int:
        """The best value among the spells on it (warlords.spell.rules)."""
        return max((spell.effect.get(ability, 0) for spell in self.spells), default=0)


@facts
class Field(Tagged, pack="warlords"):
    """Where it is fought, and the module's figures that a battle goes by."""

    terrains: tuple[str, ...] = (OPEN,)
    """All that it counts as (warlords.terrain.city)."""
    fortification: int = 0
    """The defender's, of city, castle or walls."""
    die: int = 20
    mercy: int = 50
    """The chance in percent that a fallen hero lives (warlords.map.hero-fall)."""
    banding: int = NO_BOUND
    """The most strength that banding adds to a unit (warlords.bonus.banding-most)."""


def fight_order(fighters: Iterable[FighterCard]) -> tuple[FighterCard, ...]:
    """The order in which they step up; slot 0 does not (warlords.stack.fight-order)."""

    def place(fighter: FighterCard) -> tuple[int, bool, int, int, int]:
        return (
            fighter.slot,
            fighter.hero,
            stored_strength(fighter.strength, fighter.condition),
            stored_hits(fighter.hits, fighter.condition),
            fighter.piece.id,
        )

    return tuple(sorted((each for each in fighters if each.slot), key=place))


def companies(
    side: SideName,
    groups: Iterable[tuple[Iterable[FighterCard], tuple[KeptSpell, ...]]],
    most: int,
) -> tuple[Company, ...]:
    """The companies of a side, from its stacks and garrisons with the spells on each, in order.

    Each group is cut in its own fight order. Source: warlords.battle.companies.
    """
    cut: Iterator[tuple[tuple[FighterCard, ...], tuple[KeptSpell, ...]]] = (
        (order[start : start + most], spells)
        for order, spells in ((fight_order(group), spells) for group, spells in groups)
        for start in range(0, len(order), most)
    )
    return tuple(
        Company(side=side, number=number, fighters=fighters, spells=spells)
        for number, (fighters, spells) in enumerate(cut, start=1)
    )


def terrains_of(terrain: str, *, city: bool) -> tuple[str, ...]:
    """What a battlefield counts as: open ground around a city adds nothing.

    Source: warlords.terrain.city.
    """
    if not city:
        return (terrain,)
    return (CITY,) if terrain == OPEN else (CITY, terrain)
