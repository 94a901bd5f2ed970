"""How the cities that nobody controls are held: soldiers, walls and guilds of their own.

The figures are the module's (`content.wilds.WildCities`). Where the cities stand is in `cities`.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

from engine.dice import Dice, Streams
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.content.wilds import WildCities
from engine.packs.cohorts.mapgen.plan import CityPlan, GuildPlan, UnitPlan


def guard(content: Content, city: CityPlan, far: int, streams: Streams) -> CityPlan:
    """A wild city with its garrison, walls and guild; `far` hexes from a starting city."""
    dice, rules = streams.stream(f"hex:{city.at.x},{city.at.y}", "garrison"), content.wild_cities
    level = min(rules.level.max, rules.level.min + far // rules.hexes_per_level)
    return replace(
        city,
        garrison=tuple(_units(rules, city, level, dice)),
        fortification=_walls(rules, dice),
        guilds=tuple(_guilds(content, city, dice)),
    )


def _units(rules: WildCities, city: CityPlan, level: int, dice: Dice) -> Iterator[UnitPlan]:
    """Units of the city's peoples, by their shares."""
    used: dict[str, int] = {}
    slots = cycle(rules.slots or (0,))
    for race, people in city.population:
        soldiers = people * rules.soldiers_per_thousand // 1000
        units = -(-soldiers // rules.unit_soldiers)
        for place in range(units):
            troop = dice.pick(rules.troops)
            number = used[troop.name] = used.get(troop.name, 0) + 1
            name = f"{city.name} {troop.name}" + (f" {number}" if number > 1 else "")
            # What does not divide evenly goes to the first units.
            share = soldiers // units + (place < soldiers % units)
            worn = tuple(troop.arms.worn().items())
            yield UnitPlan(name, race, share, level, worn, next(slots))


def _walls(rules: WildCities, dice: Dice) -> int:
    roll = dice.whole(100)
    for level, percent in enumerate(rules.fortified_percent):
        roll -= percent
        if roll <= 0:
            return level
    raise AssertionError("the chances add up to 100")


def _guilds(content: Content, city: CityPlan, dice: Dice) -> Iterator[GuildPlan]:
    """Now and then one guild, of a kind that the city has people enough for."""
    rules = content.wild_cities
    people = sum(number for _, number in city.population)
    kinds: list[GuildKind] = [
        key for key in rules.guilds if people >= content.guilds[key].least_people
    ]
    if kinds and dice.whole(100) <= rules.guild_percent:
        kind, span = dice.pick(kinds), rules.guild_level
        level = span.min + dice.whole(span.max - span.min + 1) - 1
        deity = dice.pick(list(content.deities)) if kind == "church" else ""
        yield GuildPlan(kind, content.guilds[kind].name, level, deity)
