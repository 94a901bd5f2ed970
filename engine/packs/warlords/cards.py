"""The cards that units and heroes of the world bring to a battle.

Of units from the roster, of units without a card from their values in the base game, of heroes from
their rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.packs.cohorts.content import Armor, Content
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.equipment import mount_of
from engine.packs.cohorts.worth.bonuses import talents_of
from engine.packs.cohorts.worth.levels import encounter_level, heroic_level
from engine.packs.warlords.battle.cards import FighterCard
from engine.packs.warlords.content import HeroType, UnitType, WarContent
from engine.packs.warlords.pieces import SPEED_PER_MOVE, Hero, Troop, hero_of, troop_of
from engine.state import State

_HIGHEST_STRENGTH, _HIGHEST_HITS = 9, 4  # warlords.hero.types
_CONVERTED_STRENGTH = 8  # warlords.map.conversion


@dataclass(frozen=True, slots=True)
class Card:
    """The figures of a unit or hero."""

    type: str
    strength: int
    hits: int
    move: int
    abilities: Mapping[str, int] = field(default_factory=dict[str, int])
    terrain: Mapping[str, int] = field(default_factory=dict[str, int])
    kinds: tuple[str, ...] = ()


def card_of_type(kind: UnitType) -> Card:
    """The card of a roster type (warlords.roster.units)."""
    return Card(
        kind.name,
        kind.strength,
        kind.hits,
        kind.move,
        kind.abilities,
        {str(each): plus for each, plus in kind.terrain.items()},
        kind.kinds,
    )


def rank_of(level: int) -> int:
    """The rank of a hero whose character has that level (warlords.hero.types)."""
    return max(1, heroic_level(level))


def card_of_hero(kind: HeroType, level: int) -> Card:
    """The card of a hero whose character has that level (warlords.hero.types)."""
    rank = rank_of(level)
    abilities = dict(kind.fixed)
    for ability, start in kind.grows.items():
        abilities[ability] = abilities.get(ability, 0) + start + (rank - 1) // 2
    return Card(
        kind.name,
        min(_HIGHEST_STRENGTH, kind.strength + rank - 1),
        min(_HIGHEST_HITS, kind.hits + (rank - 1) // 3),
        kind.move,
        dict(sorted(abilities.items())),
        {str(each): plus for each, plus in kind.terrain.items()},
    )


def converted(state: State, unit: Unit) -> Card:
    """The card of a unit that has no roster type (warlords.map.conversion)."""
    content, figures = state.module.content(Content), state.module.content(WarContent).conversion
    level = encounter_level(unit)
    step = sum(_armor_df(content, unit) >= each for each in figures.armor_steps)
    mounted = mount_of(content, unit) is not None
    abilities: dict[str, int] = {}
    terrain: dict[str, int] = {}
    for talent in talents_of(content, unit):
        for gains, given in ((abilities, figures.abilities), (terrain, figures.terrain)):
            for name, value in given.get(talent.key, {}).items():
                gains[name] = max(gains.get(name, 0), value)
    land, air = (_speed(state, unit, mode) for mode in ("land", "air"))
    if air:
        abilities["flying"] = 1
    return Card(
        unit.name,
        min(_CONVERTED_STRENGTH, 1 + level // 2 + step + mounted),
        figures.hits + (step == len(figures.armor_steps)) + (level >= figures.tough_level),
        max(1, (air or land) // SPEED_PER_MOVE),
        dict(sorted(abilities.items())),
        dict(sorted(terrain.items())),
    )


def _armor_df(content: Content, unit: Unit) -> int:
    worn = content.item(unit.equipment.get("armor", ""))
    return worn.df if isinstance(worn, Armor) else 0


def _speed(state: State, unit: Unit, mode: str) -> int:
    """Its own rate in whole points, as it is loaded; 0 if it cannot move so."""
    assert mode in ("land", "air")
    mover = by_itself(state.world, state.module.content(Content), unit, mode)
    return int(mover.rate) if mover else 0


# ---------------------------------------------------------------- fighters


def fighter_of_unit(state: State, unit: Unit) -> FighterCard:
    """A military unit as it enters a battle (warlords.map.military-unit)."""
    content = state.module.content(WarContent)
    troop = troop_of(content, unit)
    known = content.unit_types.get(troop.type)
    card = card_of_type(known) if known else converted(state, unit)
    return _fighter(card, unit, troop, items=(), hero=False)


def fighter_of_hero(state: State, character: Character) -> FighterCard:
    """A character as it enters a battle (warlords.map.character)."""
    content = state.module.content(WarContent)
    hero = hero_of(content, character)
    kind = content.hero_types.get(hero.type) or next(iter(content.hero_types.values()))
    return _fighter(
        card_of_hero(kind, character.level),
        character,
        hero,
        items=tuple(_effects(content, hero)),
        hero=True,
    )


def _effects(content: WarContent, hero: Hero) -> Iterator[dict[str, int]]:
    """What the relics do that a hero wears."""
    for relic in hero.worn.values():
        if relic in content.relics:
            yield dict(content.relics[relic].effect)


def _fighter(
    card: Card,
    piece: Character | Unit,
    ext: Troop | Hero,
    *,
    items: tuple[dict[str, int], ...],
    hero: bool,
) -> FighterCard:
    return FighterCard(
        piece=piece.place,
        name=piece.name,
        type=card.type,
        hero=hero,
        slot=piece.slot,
        strength=card.strength,
        hits=card.hits,
        abilities=dict(card.abilities),
        terrain=dict(card.terrain),
        kinds=card.kinds,
        items=items,
        condition=ext.condition,
        floats=isinstance(piece, Unit) and piece.arm == "ship",
        ship=piece.ship,
    )
