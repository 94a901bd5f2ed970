"""What each guild does with its action of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from engine.packs.cohorts.agents.of_guilds import GuildAssassinateAgent, GuildSummonAgent
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.acting import unmet
from engine.packs.cohorts.guilds.brewing import (
    ChurchMakeHealingDraughts,
    GuildMakeAntidote,
    GuildMakePoison,
    GuildMakePotion,
)
from engine.packs.cohorts.guilds.casting import GuildCastSpell, PerformMiracle
from engine.packs.cohorts.guilds.college import CollegeResearchItem
from engine.packs.cohorts.guilds.drilling import GuildTrainCombatUnit
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem
from engine.packs.cohorts.guilds.healing import ChurchHealCombatUnit
from engine.packs.cohorts.guilds.market import OpenResource
from engine.packs.cohorts.guilds.offers import AcceptOffer, OfferTrade
from engine.packs.cohorts.guilds.raising import ImproveSelf
from engine.packs.cohorts.guilds.studying import GuildLearnSpellFromCharacter, GuildResearchSpell
from engine.packs.cohorts.guilds.teaching import GuildTrainCharacter
from engine.packs.cohorts.guilds.uniques import CollegeBestowEnchantment, CollegeCreateUniqueItem
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.rivals.deeds import Deed, busy
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.realm import Realm
from engine.rivals import Reason

_ENOUGH: Final = 2
"""As many agents at once a player keeps for each of its guilds."""


def _few_agents(realm: Realm, _guild: Guild) -> bool:
    guilds = sum(1 for city in realm.cities() for _ in realm.guilds(city))
    return len(realm.agents()) < _ENOUGH * guilds


def _not_raised(realm: Realm, guild: Guild) -> bool:
    """Whether its city has not ordered it raised this turn, which may yet fail."""
    return guild.id not in realm.raised


def _named_by_turn(realm: Realm, guild: Guild) -> Mapping[str, Any]:
    return {"name": f"Work {guild.id} of turn {realm.turn}"}


def _dozen(_realm: Realm, _guild: Guild) -> Mapping[str, Any]:
    return {"quantity": 10}


_ANY: Final[Sequence[Deed]] = (
    Deed(GuildTrainCharacter, 6, "people", "lessons", tries=8),
    Deed(ImproveSelf, 5, "gold", "guild", _not_raised),
    Deed(GuildSummonAgent, 5, "guile", "helper", _few_agents),
    Deed(GuildAssassinateAgent, 3, "guile", "spies_about"),
)
_OWN: Final[Mapping[GuildKind, Sequence[Deed]]] = {
    "mage": (
        Deed(GuildResearchSpell, 8, "lore", "spells"),
        Deed(GuildLearnSpellFromCharacter, 7, "lore", "spells"),
        Deed(GuildCastSpell, 6, "lore", "spell", tries=8),
        Deed(GuildMakePotion, 5, "lore", "brew"),
    ),
    "warrior": (Deed(GuildTrainCombatUnit, 9, "war", "drill", tries=8),),
    "knave": (
        Deed(GuildMakePoison, 5, "guile", "brew"),
        Deed(GuildMakeAntidote, 5, "guile", "brew"),
    ),
    "college": (
        Deed(CollegeResearchItem, 6, "lore", "recipes"),
        Deed(CollegeEnchantItem, 7, "lore", "enchant", values=_dozen),
        Deed(CollegeCreateUniqueItem, 4, "lore", "unique", values=_named_by_turn),
        Deed(CollegeBestowEnchantment, 6, "lore", "enchant"),
    ),
    "church": (
        Deed(ChurchHealCombatUnit, 8, "people", "hurt"),
        Deed(PerformMiracle, 6, "lore", "spell", tries=8),
        Deed(ChurchMakeHealingDraughts, 5, "people", "brew"),
    ),
    "merchant": (
        Deed(OpenResource, 6, "gold", "market"),
        Deed(OfferTrade, 7, "gold", "trade"),
    ),
}


def foundable(realm: Realm, hero: Character, city: City) -> Iterator[GuildKind]:
    """The kinds of guild that a character of its rank and class could give a city."""
    content = realm.content
    if hero.level < content.guild_rules.founder_level:
        return
    standing = [guild.type for guild in realm.world.by(Guild, "city", city.id)]
    for key in get_args(GuildKind):
        kind = content.guilds.get(key)
        fits = kind is not None and kind.founder in (None, hero.job) and key not in standing
        if fits and next(unmet(realm.state, city, key), None) is None:
            yield key


def work(realm: Realm, desk: Desk) -> None:
    """Have every guild act, and take up what is offered in trade."""
    for city in realm.cities():
        for guild in realm.guilds(city):
            if guild.actions:
                deeds = (*_OWN[guild.type], *_ANY)
                busy(realm, desk, "guild", guild, deeds)
    if realm.wants("gold") or realm.wants("peace"):
        desk.first(AcceptOffer, Reason("trade"), {})
