"""Computer players of Cohorts: what the realm wants, and what everybody in it does for it.

A player reads its faction's view (`realm`), reckons what forces are worth (`reckoning`), and goes
through the parts of a turn as anybody does: votes and points first, then cities, guilds, people and
stacks. Every order is tried on a plan before it is given (`desk`). All wishes are weights, those of
the player's nature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.dice import Dice
from engine.orders import Order
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.positions import position_of
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province, Unit
from engine.packs.cohorts.rivals import cities, court, guilds, heroes, household, musters
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.keeping import keeps
from engine.packs.cohorts.rivals.marches import Campaign
from engine.packs.cohorts.rivals.means import COHORTS, Means
from engine.packs.cohorts.rivals.realm import RivalView, frontier
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.setup.joining import Join
from engine.rivals import Intent, Keeping, Mind, Play
from engine.world import World

__all__ = ["PLAY", "Means", "frontier", "join", "playing", "wanted"]


def wanted(mind: Mind, means: Means = COHORTS) -> Iterator[Intent]:
    """What a computer player wants this turn, from what its faction knows."""
    realm = RivalView(mind)
    desk, reckon = Desk(realm.state, means.needless), Reckoner(realm, means.weighing)
    court.decisions(realm, reckon, desk)
    household.keep(realm, desk)
    heroes.improve(realm, desk)
    musters.muster(realm, reckon, desk)
    means.told(realm, desk)
    cities.works(realm, desk, means.soldiers)
    guilds.work(realm, desk, means.guilds)
    heroes.tasks(realm, desk, "ritual")
    heroes.tasks(realm, desk)
    heroes.deeds(realm, desk, means.heroes)
    musters.lighten(realm, desk)
    campaign = Campaign(realm, reckon, desk)
    campaign.before_moving()
    campaign.orders_of_garrisons()
    campaign.move()
    heroes.tasks(realm, desk, heroes.LATE)
    campaign.after_moving()
    household.convoys(realm, desk, campaign.rally)
    yield from desk.given


def join(rules: Rules, world: World, faction: str, name: str, dice: Dice) -> Join:
    """Take a place in a faction with one of the parties that ride for it."""
    parties = rules.module.content(Content).parties.values()
    fitting = [each.key for each in parties if not each.factions or faction in each.factions]
    order = rules.orders.get(Join.path, Join)
    taken = order.model_validate({"faction": faction, "name": name, "party": dice.pick(fitting)})
    assert isinstance(taken, Join)
    return taken


def _figures(rules: Rules, world: World, player: int) -> Mapping[str, int]:
    held = [city for city in world.all(City) if player_of(world, city) == player]
    own = [each for each in world.by(Character, "player", player) if not each.dead]
    units = list(world.by(Unit, "player", player))
    return {
        "cities": len(held),
        "provinces": sum(1 for city in held for _ in world.by(Province, "barony", city.barony)),
        "people": sum(sum(city.population.values()) for city in held),
        "units": len(units),
        "soldiers": sum(unit.soldiers for unit in units),
        "guilds": sum(1 for city in held for _ in world.by(Guild, "city", city.id)),
        "heroes": len(own),
        "highest level": max((each.level for each in own), default=0),
        "tasks": position_of(world, player).tasks,
        "renown": position_of(world, player).renown,
    }


def playing(means: Means) -> Play:
    """Computer players who play Cohorts by the means of a pack that builds on it."""

    def think(mind: Mind) -> Iterator[Intent]:
        return wanted(mind, means)

    def may_keep(mind: Mind, order: Order, keeping: Keeping) -> bool:
        cares = keeping != "production" and order.path in means.care
        return cares or keeps(mind, order, keeping)

    return Play(think=think, join=join, keeps=may_keep, figures=_figures)


PLAY: Final = playing(COHORTS)
"""Computer players of Cohorts."""
