"""From a clash in the world to a field and two sides: who fights, in which order, on what ground.

Sources: warlords.battle.companies, warlords.map.city, warlords.map.terrain, warlords.map.naval,
warlords.map.character.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.battle import REPEL, Clash
from engine.packs.cohorts.pieces.contents import ship_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Tower, Unit
from engine.packs.cohorts.worth.levels import counts
from engine.packs.warlords.battle.cards import (
    WATER,
    Company,
    Field,
    FighterCard,
    KeptSpell,
    SideName,
    companies,
    terrains_of,
)
from engine.packs.warlords.cards import fighter_of_hero, fighter_of_unit
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import hero_of
from engine.state import State
from engine.world import Place, World

TOO_WOUNDED = 50
"""With more percent of wounds than this a character does not fight (warlords.map.character)."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """The stacks and garrisons of both sides, each in the order in which it fights."""

    attackers: tuple[Stack | City, ...]
    defenders: tuple[Stack | City, ...]

    def of(self, side: SideName) -> tuple[Stack | City, ...]:
        """Those of one side."""
        return self.attackers if side == "attacker" else self.defenders


def hosts(world: World, clash: Clash) -> Hosts:
    """Who meets: a garrison stands before the stacks that help it.

    Sources: warlords.battle.companies, cohorts.battle.sides.
    """
    attackers, defenders = (
        tuple(
            world.get(City if place.kind == City.kind else Stack, place.id)
            for place in sorted(side, key=lambda place: place.kind != City.kind)
        )
        for side in (clash.attackers, clash.defenders)
    )
    return Hosts(attackers, defenders)


def field_of(state: State, clash: Clash) -> Field:
    """The place of a battle, with the module's figures.

    A city or castle helps the garrison that defends it; walls elsewhere help the defender, but not
    the intruders whom a garrison repels.

    Source: warlords.terrain.battlefield.
    """
    world, content = state.world, state.module.content(WarContent)
    province = world.get(Province, clash.ground)
    walls = province.walls
    settled = world.first(City, "province", province.id)
    castle = any(tower.type == "castle" for tower in world.by(Tower, "province", province.id))
    defended = 0 if clash.trigger == REPEL else clash.first(City.kind)
    at_home = settled is not None and settled.id == defended
    in_castle = castle and defended > 0
    if in_castle:
        walls = max(1, walls)
    elif clash.trigger == REPEL or ((settled or castle) and not at_home):
        walls = 0
    terrain = content.battlefields[province.terrain]
    figures = content.warlords
    return Field(
        terrains=terrains_of(terrain, city=at_home or in_castle),
        fortification=walls,
        die=figures.die,
        mercy=figures.hero_mercy,
        banding=figures.banding_most,
    )


def side_of(
    state: State, name: SideName, things: tuple[Stack | City, ...], field: Field
) -> tuple[Company, ...]:
    """A side's companies."""
    sea = WATER in field.terrains
    groups = [
        (list(fighters_in(state, thing.place, sea=sea)), tuple(spells_on(state, thing.place)))
        for thing in things
    ]
    return companies(name, groups, state.module.content(WarContent).warlords.stack_limit)


def fighters_in(state: State, place: Place, *, sea: bool) -> Iterator[FighterCard]:
    """Who of those in a stack or city fights: at sea ships, heroes, and units that fly.

    Sources: warlords.map.character, warlords.map.naval.
    """
    world = state.world
    for unit in world.by(Unit, "holder", place):
        if unit.captor:
            continue
        fighter = fighter_of_unit(state, unit)
        if not sea and not fighter.floats:
            yield fighter
        elif sea and fighter.stays_up and ship_of(world, unit) is None:
            yield ashore(fighter)
    for character in world.by(Character, "holder", place):
        if fights(character):
            yield fighter_of_hero(state, character)


def fights(character: Character) -> bool:
    """Whether a character takes part in battles (warlords.map.character)."""
    return counts(character) and character.slot > 0 and character.wounds <= TOO_WOUNDED


def ashore(fighter: FighterCard) -> FighterCard:
    """A ship's siege engines find no walls at sea (warlords.map.artillery)."""
    if not fighter.floats or not fighter.own("siege"):
        return fighter
    return fighter.replace(
        abilities={name: plus for name, plus in fighter.abilities.items() if name != "siege"}
    )


def spells_on(state: State, place: Place) -> Iterator[KeptSpell]:
    """The spells that work on a stack: those that heroes in it keep up (warlords.spell.rules)."""
    for caster in state.world.by(Character, "holder", place):
        if not (caster.dead or caster.captor):
            yield from spells_of(state.module.content(WarContent), caster)


def spells_of(content: WarContent, caster: Character) -> Iterator[KeptSpell]:
    """The spells that a hero keeps up on the stack in which it is."""
    for upheld in hero_of(content, caster).spells:
        spell = content.war_spells.get(upheld.spell)
        if spell and Place(Stack.kind, upheld.stack) == caster.holder:
            yield KeptSpell(name=spell.name, effect=dict(spell.effect), caster=caster.place)
