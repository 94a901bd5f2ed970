"""What each guild does with its action of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from engine.campaign import Player
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
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem
from engine.packs.cohorts.guilds.healing import ChurchHealCombatUnit
from engine.packs.cohorts.guilds.market import AcceptOffer, OfferTrade, OpenResource, WithdrawOffer
from engine.packs.cohorts.guilds.raising import ImproveSelf
from engine.packs.cohorts.guilds.studying import GuildLearnSpellFromCharacter, GuildResearchSpell
from engine.packs.cohorts.guilds.teaching import GuildTrainCharacter, GuildTrainCombatUnit
from engine.packs.cohorts.guilds.uniques import CollegeBestowEnchantment, CollegeCreateUniqueItem
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.rivals import errands
from engine.packs.cohorts.rivals.deeds import Deed, busy
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.naming import agent_name, work_name
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.trade.books import Market, Offer, open_copies
from engine.rivals import Reason
from engine.world import Place

_SIDES: Final = 100
_ASKS: Final = 3
"""Turns from one offer of a guild to the next, in the mean."""
_ENOUGH: Final = 2
"""As many agents at once a player keeps for each of its guilds."""


def _needs_agent(realm: RivalView, guild: Guild) -> bool:
    guilds = sum(1 for city in realm.cities() for _ in realm.guilds(city))
    return len(realm.agents()) < _ENOUGH * guilds and errands.of_guild(realm, guild)


def _not_raised(realm: RivalView, guild: Guild) -> bool:
    """Whether its city has not ordered it raised this turn, which may yet fail."""
    return guild.id not in realm.raised


def _lacking(realm: RivalView, guild: Guild) -> Mapping[str, Any] | None:
    """What others have open that the city lacks, best what new guilds need, or what is rare.

    Of what is as good each guild asks elsewhere, and not every week, for what is open can be had
    once.
    """
    if realm.drawn(f"guild:{guild.id}", "asks", _ASKS) > 1:
        return None
    world, resources = realm.world, realm.content.resources
    city, given = world.get(City, guild.city), _unpromised(realm, guild)
    if given is None:
        return None
    held = access(world, realm.content, city)
    kinds = [kind for key, kind in realm.content.guilds.items() if key not in realm.crafts]
    needed = {each for kind in kinds for need in kind.needs for each in need}
    needed |= {each for kind in kinds if kind.several for each in kind.several.among}
    rarity = {"common": 2, "uncommon": 1, "rare": 0}

    def drawn(market: Market) -> int:
        return realm.drawn(f"guild:{guild.id}", f"market {market.id}", _SIDES)

    there = [
        (key not in needed, rarity[resources[key].availability], drawn(market), market.id, key)
        for market in world.all(Market)
        if market.id != city.id
        for key in open_copies(world, market.id)
        if key not in held and key not in given["offered"]
    ]
    if not there:
        return None
    *_, market, key = min(there)
    return {"target": ref(world.get(Market, market)), "wanted": (key,), **given}


def _unpromised(realm: RivalView, guild: Guild) -> Mapping[str, Any] | None:
    """What its city has open and offers to nobody yet."""
    promised = _promised(realm, guild.city)
    free = [key for key in open_copies(realm.world, guild.city) if key not in promised]
    return {"offered": (free[0],)} if free else None


def _promised(realm: RivalView, city: int) -> set[str]:
    """What a city offers in trade."""
    return {key for each in realm.world.by(Offer, "city", city) for key in each.offered}


def _named(realm: RivalView, guild: Guild) -> Mapping[str, Any]:
    return {"name": work_name(realm, realm.world.get(City, guild.city))}


def _servant(realm: RivalView, guild: Guild) -> Mapping[str, Any]:
    return {"name": agent_name(realm, guild)}


def _pupil(realm: RivalView, guild: Guild) -> Mapping[str, Any] | None:
    """Somebody who sits in its city: people in stacks may have marched off before."""
    city = Place(City.kind, guild.city)
    there = [
        (realm.drawn(f"guild:{guild.id}", f"pupil {hero.id}", _SIDES), hero.id)
        for hero in realm.heroes()
        if hero.holder == city
    ]
    return {"character": ref(realm.world.get(Character, min(there)[1]))} if there else None


def _dozen(_realm: RivalView, _guild: Guild) -> Mapping[str, Any]:
    return {"quantity": 10}


_ANY: Final[Sequence[Deed]] = (
    Deed(GuildTrainCharacter, "people", "lessons", values=_pupil, tries=8),
    Deed(ImproveSelf, "gold", "guild", _not_raised),
    Deed(GuildSummonAgent, "guile", "helper", _needs_agent, _servant),
    Deed(GuildAssassinateAgent, "guile", "spies_about"),
)
_OWN: Final[Mapping[GuildKind, Sequence[Deed]]] = {
    "mage": (
        Deed(GuildResearchSpell, "lore", "spells"),
        Deed(GuildLearnSpellFromCharacter, "lore", "spells"),
        Deed(GuildCastSpell, "lore", "spell", tries=20),
        Deed(GuildMakePotion, "lore", "brew"),
    ),
    "warrior": (Deed(GuildTrainCombatUnit, "war", "drill", tries=8),),
    "knave": (
        Deed(GuildMakePoison, "guile", "brew"),
        Deed(GuildMakeAntidote, "guile", "brew"),
    ),
    "college": (
        Deed(CollegeResearchItem, "lore", "recipes"),
        Deed(CollegeEnchantItem, "lore", "enchant", values=_dozen),
        Deed(CollegeCreateUniqueItem, "lore", "unique", values=_named),
        Deed(CollegeBestowEnchantment, "lore", "enchant"),
    ),
    "church": (
        Deed(ChurchHealCombatUnit, "people", "hurt"),
        Deed(PerformMiracle, "lore", "spell", tries=8),
        Deed(ChurchMakeHealingDraughts, "people", "brew"),
    ),
    "merchant": (
        Deed(OpenResource, "gold", "market"),
        Deed(OfferTrade, "gold", "trade", values=_lacking, tries=8),
    ),
}


def foundable(realm: RivalView, hero: Character, city: City) -> Iterator[GuildKind]:
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


def work(realm: RivalView, desk: Desk, own: Mapping[GuildKind, Sequence[Deed]]) -> None:
    """Have every guild act, by a pack's own deeds too, and take up what is offered in trade."""
    for city in realm.cities():
        for guild in realm.guilds(city):
            if guild.actions and realm.heeds(guild, "guild"):
                deeds = (*_OWN[guild.type], *own.get(guild.type, ()), *_ANY)
                busy(realm, desk, "guild", guild, deeds)
    for offer in [each for each in realm.world.all(Offer) if each.knows("target")]:
        _answer(realm, desk, offer)


def _answer(realm: RivalView, desk: Desk, offer: Offer) -> None:
    """Take up an offer that gives as much as it asks and breaks no promise; decline any other.

    Others answer likewise, in the same turn, so only those are withdrawn that nobody is there to
    answer.
    """
    ours = [city.id for city in realm.cities()]
    values = {"offer": ref(offer)}
    if offer.target in ours:
        kept = _promised(realm, offer.target).isdisjoint(offer.wanted)
        even = sum(offer.offered.values()) >= sum(offer.wanted.values())
        fair = even and offer.offered.keys().isdisjoint(offer.wanted)
        if not (kept and fair and desk.give(AcceptOffer, Reason("trade"), values)):
            desk.give(WithdrawOffer, Reason("no_trade"), values)
    elif offer.city in ours:
        asked = realm.world.find(Player, offer.receiver)
        if asked is None or asked.idle:
            desk.give(WithdrawOffer, Reason("no_trade"), values)
