"""Who fights in an encounter: everything about one combatant, as it was before.

No world is needed to fight, nor to tell of a fight. What builds fighters stands in `making` for
Kingdoms' own characters and monsters, and beside it for those of other games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from engine.facts import Facts, Tagged, facts
from engine.packs.kingdoms.content.artifacts import Artifact
from engine.packs.kingdoms.pieces.abilities import NOTHING, Ability, Levels, level_in
from engine.world import Place

Role = Literal["initiator", "other"]
Meeting = Literal["search", "random", "pursue", "revenge", "duel"]
"""The kinds of encounters (kingdoms.encounter.kinds)."""
SEARCH: Meeting = "search"
REVENGE: Meeting = "revenge"
DUEL: Meeting = "duel"


@facts
class Gifts(Facts):
    """What items and inventions give somebody in an encounter, all together.

    Sources: kingdoms.item.table, kingdoms.item.artifacts, kingdoms.invention.table.
    """

    levels: dict[str, int] = field(default_factory=dict[str, int])
    """Levels more, by ability."""
    hit: int = 0
    """Percent more to hit in melee."""
    damage: int = 0
    guard: int = 0
    """Percent less for the opponent to hit, in melee and archery."""
    steal: int = 0
    fast: bool = False
    banes: dict[str, int] = field(default_factory=dict[str, int])
    """More damage by kind of opponent."""
    pierces: bool = False
    """Whether Parrying and Intimidation do not work against it."""
    talk: dict[str, int] = field(default_factory=dict[str, int])
    """Percent more to talk with monsters, by key."""
    casts: tuple[str, ...] = ()
    """The combat spells that items cast."""
    hit_points: int = 0
    """Maximum hit points more; a fighter's `full` has them already."""


NO_GIFTS = Gifts()


def gifts_of(
    carried: Iterable[Artifact],
    *,
    undead: bool = False,
    damage: int = 0,
    fast: bool = False,
    hit_points: int = 0,
) -> Gifts:
    """What these items give together; two of one name do not add up.

    `damage`, `fast` and `hit_points` are further gifts of inventions. Source:
    kingdoms.character.possessions.
    """
    different = {each.key: each for each in carried if not (undead and each.not_undead)}
    levels: dict[str, int] = {}
    banes: dict[str, int] = {}
    talk: dict[str, int] = {}
    casts: list[str] = []
    hit = guard = steal = 0
    pierces = False
    for each in different.values():
        for ability, raised in each.levels.items():
            levels[ability] = levels.get(ability, 0) + raised
        for kind in each.bane.kinds if each.bane else ():
            banes[kind] = max(banes.get(kind, 0), each.bane.damage if each.bane else 0)
        for being, more in each.talk.items():
            talk[being] = talk.get(being, 0) + more
        if each.casts:
            casts.append(each.casts)
        hit += each.hit
        damage += each.damage
        guard += each.guard
        steal += each.steal
        hit_points += each.hit_points
        fast = fast or each.fast
        pierces = pierces or each.pierces
    return Gifts(
        levels=levels,
        hit=hit,
        damage=damage,
        guard=guard,
        steal=steal,
        fast=fast,
        banes=banes,
        pierces=pierces,
        talk=talk,
        casts=tuple(casts),
        hit_points=hit_points,
    )


@facts
class EncounterFighter(Tagged):
    """A combatant in an encounter: a character, or a monster (a `being`)."""

    tag = "kingdoms.fighter"

    piece: Place | None = None
    """What it is in the world; None for a wanderer, who is met once."""
    name: str = ""
    being: str = ""
    """The key of a monster; empty for a character."""
    royal: bool = False
    """Whether it is a King or an Heir."""
    alignment: str = "Neutral"
    kingdom: str = ""
    """The alignment of a character's kingdom; empty for none."""
    temper: str = "Brave"
    refusal: int = 0
    """In percent."""
    hits: int
    """Present hit points."""
    full: int
    """The most that it has."""
    levels: Levels = NOTHING
    """Its skill in each ability; of a monster its melee, missile skill and magic."""
    damage: tuple[int, int] = (1, 6)
    missile_damage: tuple[int, int] = (1, 6)
    speed: str = "Medium"
    intelligence: str = "Medium"
    kinds: tuple[str, ...] = ()
    talk: str = "anyone"
    plan: tuple[str, ...] = ("ME",)
    casts: tuple[str, ...] = ()
    """The combat spells that a monster knows; a character knows all its abilities."""
    leads: bool = False
    """Whether it leads an army."""
    carried: tuple[str, ...] = ()
    """The keys of items that it carries."""
    hoard: tuple[str, ...] = ()
    """The keys of items that lie there and that it does not carry."""
    gold: int = 0
    """What a monster keeps."""
    gifts: Gifts = NO_GIFTS

    @property
    def character(self) -> bool:
        """Whether it is no monster."""
        return not self.being

    def level(self, ability: Ability) -> int:
        """Its level with what items add."""
        return level_in(self.levels, ability) + self.gifts.levels.get(ability, 0)

    @property
    def pace(self) -> str:
        """How fast it is with what it carries."""
        return "Fast" if self.gifts.fast else self.speed

    @property
    def rich(self) -> bool:
        """Whether there is anything to steal (kingdoms.encounter.plan)."""
        return bool(self.carried or self.hoard or self.gold)


def kinds_of(fighter: EncounterFighter) -> tuple[str, ...]:
    """The kinds of a combatant: a character is Undead by alignment (kingdoms.character.undead).

    Source: kingdoms.alignment.change.
    """
    if fighter.character and fighter.alignment == "Undead" and "undead" not in fighter.kinds:
        return (*fighter.kinds, "undead")
    return fighter.kinds


def by_key(table: Mapping[str, Artifact], keys: Iterable[str]) -> tuple[Artifact, ...]:
    """The items of those keys that the module has."""
    return tuple(table[key] for key in keys if key in table)
