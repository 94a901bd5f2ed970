"""Spells of destruction: towers, buildings, people, soldiers and ships of a province.

Sources: cohorts.magic.destruction-family, cohorts.magic.building-loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil

from engine.orders import Refusal
from engine.packs.cohorts.cities.towers import lower_tower
from engine.packs.cohorts.cities.villages import lower_village
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.spells import SpellStrike
from engine.packs.cohorts.magic.cast import Felt, SpellResolution, SpellResult, Working
from engine.packs.cohorts.magic.reaching import fighters_in
from engine.packs.cohorts.magic.relations import owner, spared
from engine.packs.cohorts.magic.shells import against_destruction
from engine.packs.cohorts.movement.steps import is_coastal
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Province, Tower, Unit, Village
from engine.packs.cohorts.stacks.harm import wound
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.worth.chances import attempt, held
from engine.state import State
from engine.world import Place, Record, World


@dataclass(slots=True)
class _Damage:
    """What the blows of one spell have done so far, for those who have a part in it."""

    felt: dict[tuple[int, Place], dict[str, int]] = field(
        default_factory=dict[tuple[int, Place], dict[str, int]]
    )

    def note(self, faction: int, on: Place, word: str, amount: int) -> None:
        found = self.felt.setdefault((faction, on), {})
        found[word] = found.get(word, 0) + amount

    def result(self) -> SpellResult:
        """The sum for the caster, and for each owner what it lost."""
        total: dict[str, int] = {}
        for effects in self.felt.values():
            for word, amount in effects.items():
                total[word] = total.get(word, 0) + amount
        felt = tuple(Felt(on, faction, effects) for (faction, on), effects in self.felt.items())
        return (
            SpellResult(effects=total, felt=felt) if felt else SpellResult("no effect", "nothing")
        )


class Destroying(Working):
    """Strikes a province, one blow after the other; all owners are hit alike."""

    def misfits(self, state: State, cast: SpellResolution) -> Iterator[Refusal]:
        assert isinstance(cast.target, Province)
        ships_alone = all(strike.hits == "ships" for strike in cast.effect.strikes)
        if ships_alone and not _floats(state, cast.target):
            yield cast.bad_target(
                f"{cast.spell.name} needs a province of the sea or on its coast.",
                "Choose one where ships can be.",
            )

    def shell(self, state: State, cast: SpellResolution) -> int:
        assert isinstance(cast.target, Province)
        content = state.module.content(Content)
        return against_destruction(state.world, content, cast.target)

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert isinstance(cast.target, Province)
        damage = _Damage()
        for strike in cast.effect.strikes:
            _strike(state, cast, strike, damage)
        return damage.result()


def _floats(state: State, province: Province) -> bool:
    content = state.module.content(Content)
    water = content.terrains[province.terrain].is_water
    return water or is_coastal(state.world, content, province)


def _strike(state: State, cast: SpellResolution, strike: SpellStrike, damage: _Damage) -> None:
    province = state.world.get(Province, cast.target.id)
    match strike.hits:
        case "a tower":
            towers = _towers(state.world, province)
            if towers:
                hit = state.stream(_actor(cast), "tower").pick(towers)
                _lower_tower(state, hit, cast.heroic, damage)
        case "towers":
            for tower in _towers(state.world, province):
                _lower_tower(state, tower, _by(state, cast), damage)
        case "buildings":
            _shake(state, cast, province, damage)
        case "people":
            _kill_people(state, province, percent_of(cast, strike), damage)
        case "soldiers":
            for piece in _struck(state, cast, province):
                if piece.arm != "ship":
                    _burn(state, piece, percent_of(cast, strike), damage)
        case "ships":
            if _floats(state, province):
                _storm(state, cast, province, percent_of(cast, strike), damage)


def _struck(state: State, cast: SpellResolution, province: Province) -> list[Unit]:
    """The units of a province that a blow on all of it reaches."""
    there = list(fighters_in(state.world, province.id))
    return [each for each in there if isinstance(each, Unit) and not spared(state, cast, each)]


def _actor(cast: SpellResolution) -> str:
    place = cast.caster.thing.place
    return f"{place.kind}:{place.id}"


def _by(state: State, cast: SpellResolution) -> int:
    """How many levels something loses: 1 to the heroic level."""
    return state.stream(_actor(cast), "levels").whole(cast.heroic)


def percent_of(cast: SpellResolution, strike: SpellStrike) -> int:
    """The percent of a blow: people killed, wounds, or the chance to sink; 0 to 100."""
    further = cast.mana // strike.mana_step if strike.mana_step else 0
    return held(strike.percent * (cast.heroic + further))


def _lord(state: State, thing: Record) -> int:
    return owner(state, thing)[0]


# ---------------------------------------------------------------- buildings


def _towers(world: World, province: Province) -> list[Tower]:
    """Watch, guard and wizard towers; castles are none."""
    return [t for t in world.by(Tower, "province", province.id) if t.type != "castle"]


def _lower_tower(state: State, tower: Tower, levels: int, damage: _Damage) -> None:
    province = state.world.get(Province, tower.province)
    lord = _lord(state, province)
    damage.note(lord, province.place, "tower levels", min(levels, tower.level))
    lower_tower(state.world, tower, levels)
    if tower.level <= levels:
        damage.note(lord, province.place, "towers destroyed", 1)


def _shake(state: State, cast: SpellResolution, province: Province, damage: _Damage) -> None:
    """An earthquake: castles fall, a village and walls lose levels (cohorts.spell.earthquake)."""
    world, lord = state.world, _lord(state, province)
    for tower in world.by(Tower, "province", province.id):
        if tower.type == "castle":
            world.remove(tower)
            damage.note(lord, province.place, "castles destroyed", 1)
    village = world.first(Village, "province", province.id)
    if village:
        lost = lower_village(state, village, _by(state, cast))
        damage.note(lord, province.place, "village levels", lost)
    if province.fortification:
        lost = min(_by(state, cast), province.fortification)
        world.put(province.replace(fortification=province.fortification - lost))
        damage.note(lord, province.place, "wall levels", lost)


# ---------------------------------------------------------------- people, soldiers, ships


def _kill_people(state: State, province: Province, percent: int, damage: _Damage) -> None:
    """Each race of a city loses `percent` of its people, rounded down (cohorts.spell.firestorm)."""
    for city in state.world.by(City, "province", province.id):
        killed = 0
        left: list[dict[str, int]] = []
        for people in (city.population, city.slaves):
            dead = {race: number * percent // 100 for race, number in people.items()}
            killed += sum(dead.values())
            left.append({r: n - dead[r] for r, n in people.items() if n > dead[r]})
        if killed:
            state.world.put(city.replace(population=left[0], slaves=left[1]))
            damage.note(faction_of(state.world, city), city.place, "people killed", killed)


def _burn(state: State, unit: Unit, percent: int, damage: _Damage) -> None:
    faction = faction_of(state.world, unit)
    damage.note(faction, unit.place, "wounds", ceil(min(percent, 100 - unit.wounds)))
    if wound(state, unit, percent):
        damage.note(faction, unit.place, "units destroyed", 1)


def _storm(
    state: State, cast: SpellResolution, province: Province, percent: int, damage: _Damage
) -> None:
    """Each ship may be sunk (cohorts.spell.tempest)."""
    for piece in _struck(state, cast, province):
        if piece.arm == "ship":
            if attempt(state, cast.caster.thing.place, "tempest", percent).succeeds:
                damage.note(faction_of(state.world, piece), piece.place, "ships sunk", 1)
                sink(state, piece)
            else:
                damage.note(faction_of(state.world, piece), piece.place, "ships weathered", 1)
