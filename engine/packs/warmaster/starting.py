"""How a campaign begins: garrisons by army list, hidden items, a player's first troops.

The world itself is the base game's. Source: warmaster.map.campaign.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.campaign import Faction, Player
from engine.dice import Streams
from engine.packs import Rules
from engine.packs.cohorts.cities.training import numbered
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.setup import founding
from engine.packs.cohorts.setup.founding import JoinArmed, hide
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import Leader, Regiment, list_of, regiment, regiment_of
from engine.packs.warmaster.training import needed, raised
from engine.state import State
from engine.world import World


def found(rules: Rules, dice: Streams, settings: Mapping[str, int]) -> World:
    """The world of a new campaign: the base game's, with its garrisons and caches changed.

    Raises:
        ValueError: as `founding.found`.
    """
    world = founding.found(rules, dice, settings)
    war, content = rules.module.content(WarmasterContent), rules.module.content(Content)
    for unit in world.all(Unit):
        _garrison(world, war, content, unit, dice)
    starts = war.warmaster.starts
    hide(world, dice, starts.hidden, starts.hidden_percent, "magic item")
    return world


def _garrison(
    world: World, war: WarmasterContent, content: Content, unit: Unit, dice: Streams
) -> None:
    """Make a guard of a wild city one of its race's list, the better the higher its level."""
    army = list_of(war, unit.race)
    if army is None:
        return
    tiers = war.warmaster.starts.garrison_points
    most = tiers[min(unit.level, len(tiers)) - 1]
    kinds = [each for each in army.units.values() if needed(war, each) is not None]
    fitting = [kind for kind in kinds if kind.points <= most and kind.kind != "machine"]
    kind = dice.stream(f"unit:{unit.id}", "garrison").pick(fitting or kinds[:1])
    world.put(
        unit.replace(
            name=kind.name,
            type=kind.key,
            soldiers=kind.points,
            equipment={},
            talents=(),
            ext=regiment(war, content, army, kind, unit.race),
        )
    )


class JoinWarmaster(JoinArmed):
    """Take a place in a faction, with a city, a ready-made party and the first troops."""

    @staticmethod
    def arm(state: State, city: City, player: Player) -> None:
        """Post a player's first troops and items in the city."""
        content, war = state.module.content(Content), state.module.content(WarmasterContent)
        world = state.world
        race = content.realms[world.get(Faction, player.faction).key].home_race
        army = list_of(war, race)
        starts = war.warmaster.starts
        units = starts.units.get(army.key, ()) if army else ()
        for key in dict.fromkeys(units):
            assert army, "there are units of it"
            kind = army.units[key]
            for name in numbered(kind.name, units.count(key)):
                values = raised(state, army, kind, city.place, name, race=race, player=player.id)
                world.add(Unit, **values)
        for item in starts.items:
            give(world, city.place, item, 1)


def enlist(state: State) -> None:
    """At the end of a tick who is new is noted as a leader, or as a unit of its type."""
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    for character in state.world.all(Character):
        if not isinstance(character.ext, Leader):
            state.world.put(character.replace(ext=Leader()))
    for unit in state.world.all(Unit):
        if not isinstance(unit.ext, Regiment):
            state.world.put(unit.replace(ext=regiment_of(war, content, unit)))
