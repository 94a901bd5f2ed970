"""How a campaign begins: garrisons by the roster, hidden relics, a player's first troops.

The world itself is the base game's. Source: warlords.map.campaign.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.campaign import Faction, Player
from engine.dice import Streams
from engine.packs import Rules
from engine.packs.cohorts.cities.training import numbered
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.setup import founding
from engine.packs.cohorts.setup.founding import JoinArmed, hide
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Troop
from engine.packs.warlords.training import raised
from engine.state import State
from engine.world import World


def found(rules: Rules, dice: Streams, settings: Mapping[str, int]) -> World:
    """The world of a new campaign: the base game's, with its garrisons and caches changed.

    Raises:
        ValueError: as `founding.found`.
    """
    world = founding.found(rules, dice, settings)
    content = rules.module.content(WarContent)
    _garrison(world, content, dice)
    starts = content.warlords.starts
    hide(world, dice, list(content.relics), starts.relic_percent, "relic")
    return world


def _garrison(world: World, content: WarContent, dice: Streams) -> None:
    tiers = content.warlords.starts.garrisons
    for unit in world.all(Unit):
        tier = tiers[min(unit.level, len(tiers)) - 1]
        card = content.unit_types[dice.stream(f"unit:{unit.id}", "garrison").pick(tier)]
        troop = Troop.of(card)
        world.put(
            unit.replace(
                name=card.name, type=card.key, soldiers=card.recruits, equipment={}, ext=troop
            )
        )


class JoinWarlords(JoinArmed):
    """Take a place in a faction, with a city, a ready-made party and the first troops."""

    @staticmethod
    def arm(state: State, city: City, player: Player) -> None:
        """Post a player's first troops and relics in the city."""
        content, world = state.module.content(WarContent), state.world
        realms = state.module.content(Content).realms
        race = realms[world.get(Faction, player.faction).key].home_race
        starts = content.warlords.starts
        for key in dict.fromkeys(starts.units):
            card = content.unit_types[key]
            for name in numbered(card.name, starts.units.count(key)):
                values = raised(state, card, city.place, name, race=race, player=player.id)
                world.add(Unit, **values)
        for relic in starts.relics:
            give(world, city.place, relic, 1)
