"""What a bombardment hits in a province, and what a hit does.

Sources: cohorts.bombard.walls-first, cohorts.bombard.random-targets, cohorts.bombard.effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.events import Event
from engine.facts import Facts, facts
from engine.packs.cohorts.cities.towers import lower_tower
from engine.packs.cohorts.cities.villages import lower_village
from engine.packs.cohorts.content import Artillery, Content
from engine.packs.cohorts.marching.forces import known
from engine.packs.cohorts.movement.steps import links_of
from engine.packs.cohorts.pieces.guilds import lower
from engine.packs.cohorts.pieces.ownership import faction_of, owner_of, player_of, relation
from engine.packs.cohorts.pieces.records import City, Guild, Province, Stack, Tower, Unit, Village
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.trade.settling import settle
from engine.packs.cohorts.worth.losses import destroy
from engine.state import State
from engine.world import Place, World

CITY_IMPROVEMENT = "city improvement"
WALLS, ROAD, CASTLE = "walls", "road", "castle"


@facts
class BombardmentHit(Facts):
    """One hit, as those see it who fire."""

    target: str
    """walls, artillery, ship, road, village, castle, guild or the name of an improvement."""
    name: str
    """Of a unit, village or guild; empty for others."""
    destroyed: bool


@facts
class Loss(Facts):
    """What one hit costs its owner."""

    target: str
    name: str
    levels: int
    """How many it lost, 0 for what has none."""
    destroyed: bool


@facts
class ProvinceBombarded(Event):
    """A stack has bombarded a province; its own side alone is told."""

    stack: int
    name: str
    province: int
    hits: tuple[BombardmentHit, ...]


@facts
class BombardmentSuffered(Event):
    """A faction's works or units were bombarded; it alone is told."""

    province: int
    stack: int
    """Whose artillery it was, 0 if that was not seen."""
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class BombardmentTarget:
    """One of the things that the next shot may hit."""

    kind: str
    place: Place
    """The unit, building or guild; for an improvement its city, for roads the province."""
    name: str = ""
    key: str = ""
    """Of a city improvement."""


@dataclass(slots=True)
class _Told:
    """What was hit so far, for those who fire and for every faction that suffers."""

    hits: list[BombardmentHit] = field(default_factory=list[BombardmentHit])
    losses: dict[int, list[Loss]] = field(default_factory=dict[int, list[Loss]])

    def note(self, faction: int, loss: Loss) -> None:
        self.hits.append(
            BombardmentHit(target=loss.target, name=loss.name, destroyed=loss.destroyed)
        )
        self.losses.setdefault(faction, []).append(loss)


def bombard(state: State, stack: Stack, province: int, firing: Iterable[Artillery]) -> None:
    """Fire these pieces one after the other, and tell both sides.

    Source: cohorts.bombard.basics.
    """
    told = _Told()
    side = faction_of(state.world, stack)
    dice = state.stream(f"{Stack.kind}:{stack.id}", "bombard")
    for piece in firing:
        for _ in range(piece.damage_count):
            land = state.world.get(Province, province)
            if land.fortification:
                _breach(state, land, piece.damage_amount, told)
                continue
            open_ = targets(state, land, side, piece)
            if not open_:
                break
            _hit(state, land, dice.pick(open_), piece.damage_amount, told)
    settle(state)
    hits = tuple(told.hits)
    event = ProvinceBombarded(stack=stack.id, name=stack.name, province=province, hits=hits)
    state.emit_to(event, own=[side])
    for faction, losses in sorted(told.losses.items()):
        seen = known(state, faction, stack)
        suffered = BombardmentSuffered(
            province=province, stack=stack.id if seen else 0, losses=tuple(losses)
        )
        state.emit_to(suffered, own=[faction])


def _breach(state: State, province: Province, amount: int, told: _Told) -> None:
    """Walls take every hit while they stand (cohorts.bombard.walls-first)."""
    left = max(0, province.fortification - amount)
    state.world.put(province.replace(fortification=left))
    levels = province.fortification - left
    loss = Loss(target=WALLS, name="", levels=levels, destroyed=not left)
    told.note(owner_of(state.world, province), loss)


# ---------------------------------------------------------------- targets


def targets(
    state: State, province: Province, side: int, piece: Artillery
) -> list[BombardmentTarget]:
    """What a piece of a faction can hit behind the walls, in the ledger's order.

    Source: cohorts.bombard.random-targets.
    """
    world = state.world
    found = [*_units(world, province.id, side), *_works(world, province.id)]
    for city in world.by(City, "province", province.id):
        keys = sorted(city.improvements)
        found += [BombardmentTarget(CITY_IMPROVEMENT, city.place, key=key) for key in keys]
        guilds = sorted(world.by(Guild, "city", city.id), key=lambda guild: guild.type)
        found += [BombardmentTarget(Guild.kind, guild.place, guild.name) for guild in guilds]
    return [target for target in found if target.kind not in piece.spares]


def _units(world: World, province: int, side: int) -> Iterator[BombardmentTarget]:
    """The artillery, then the ships there that may be attacked, by id."""
    holders = [Place(Province.kind, province)]
    holders += [each.place for each in world.by(Stack, "province", province)]
    holders += [each.place for each in world.by(City, "province", province)]
    units = [unit for holder in holders for unit in world.by(Unit, "holder", holder)]
    for unit in sorted(units, key=lambda unit: (unit.arm, unit.id)):
        if unit.arm != "soldier" and _fair(world, unit, side):
            yield BombardmentTarget(unit.arm, unit.place, unit.name)


def _fair(world: World, unit: Unit, side: int) -> bool:
    """Whether a unit is an enemy's, or no player's."""
    return not player_of(world, unit) or relation(world, side, faction_of(world, unit)) == "at_war"


def _works(world: World, province: int) -> Iterator[BombardmentTarget]:
    """The provincial improvements, by the names of their kinds."""
    villages = world.by(Village, "province", province)
    found = [BombardmentTarget(Village.kind, village.place, village.name) for village in villages]
    for tower in world.by(Tower, "province", province):
        kind = CASTLE if tower.type == CASTLE else f"{tower.type} tower"
        found += [BombardmentTarget(kind, tower.place)]
    if any(link.road for link in links_of(world, province)):
        found.append(BombardmentTarget(ROAD, Place(Province.kind, province)))
    yield from sorted(found, key=lambda target: target.kind)


# ---------------------------------------------------------------- effects


def _hit(
    state: State, province: Province, target: BombardmentTarget, amount: int, told: _Told
) -> None:
    """One hit behind the walls (cohorts.bombard.effects)."""
    world = state.world
    lord = owner_of(world, province)
    thing = world.at(target.place)
    called, levels, gone = target.kind, 0, False
    match thing:
        case Unit():
            lord, gone = faction_of(world, thing), True
            if thing.arm == "ship":
                sink(state, thing)
            else:
                destroy(world, thing, province.id)
        case Tower():
            lower_tower(world, thing, amount if thing.type != CASTLE else thing.level)
            levels, gone = _fallen(thing.level, amount, thing.type == CASTLE)
        case Village():
            levels, gone = _fallen(thing.level, amount)
            lower_village(state, thing, amount)
        case City():
            called = target.key
            levels, gone = _lower_improvement(state, thing, target.key, amount)
        case Guild():
            levels, gone = _lower_guild(state, thing, amount)
        case _:
            levels, gone = _break_up_roads(world, province, amount)
    told.note(lord, Loss(target=called, name=target.name, levels=levels, destroyed=gone))


def _fallen(level: int, amount: int, at_once: bool = False) -> tuple[int, bool]:
    """The levels that a work loses, and whether it is destroyed."""
    return (0, True) if at_once else (min(level, amount), level <= amount)


def _lower_improvement(state: State, city: City, key: str, amount: int) -> tuple[int, bool]:
    level = city.improvements[key]
    left = {**city.improvements, key: level - amount}
    kept = {name: number for name, number in left.items() if number > 0}
    state.world.put(city.replace(improvements=kept))
    return _fallen(level, amount)


def _lower_guild(state: State, guild: Guild, amount: int) -> tuple[int, bool]:
    """A guild loses a part of its level by the damage, at least one level."""
    percent = state.module.content(Content).guild_rules.bombarded_percent * amount
    left = max(0, guild.level * (100 - percent) // 100)
    gone = lower(state, guild, left) is None
    return guild.level - left, gone


def _break_up_roads(world: World, province: Province, amount: int) -> tuple[int, bool]:
    """All road links of a province lose levels; how many the best of them lost."""
    levels, gone = 0, True
    for link in links_of(world, province.id):
        left = max(0, link.road - amount)
        levels, gone = max(levels, link.road - left), gone and not left
        if link.road:
            world.put(link.replace(road=left))
    return levels, gone
