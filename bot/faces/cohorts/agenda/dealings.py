"""What waits for the player's word: votes of the faction, offers of treaties and of trade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from bot.faces.advice import lead_to
from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import cities_of, ref, to_all, to_order
from bot.faces.words.text import counted, escaped, listed, number, plain
from engine.campaign import Faction, Player
from engine.orders import Order
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.diplomacy.orders import (
    BreakAlliance,
    DeclareAlliance,
    DeclareWar,
    SueForPeace,
)
from engine.packs.cohorts.diplomacy.votes import (
    WHILE,
    Matter,
    Vote,
    decided,
    needed,
    vote_of,
    votes,
)
from engine.packs.cohorts.guilds.market import AcceptOffer
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.trade.books import Offer
from engine.suggesting import refusal_of
from engine.world import World

_VOTES: Final[Mapping[Matter, tuple[type[Order], str]]] = {
    "war": (DeclareWar, "war on"),
    "peace": (SueForPeace, "peace with"),
    "alliance": (DeclareAlliance, "an alliance with"),
    "breaking": (BreakAlliance, "an end to the alliance with"),
}
"""The order that votes for each matter, and what it is called before the other's name."""
_MUTUAL: Final[tuple[Matter, ...]] = ("peace", "alliance")
"""The matters that another faction can only offer."""


def lines(desk: Desk) -> Iterator[Line]:
    """Treaties, then trade, then those whom the player holds."""
    world = desk.state.world
    for other in world.all(Faction):
        if other.id != desk.faction:
            for matter in _VOTES:
                yield partial(_treaty, desk, other, matter)
    mine = {city.id: city for city in cities_of(desk)}
    for offer in world.all(Offer):
        if offer.target in mine:
            yield partial(_offered, desk, offer, mine[offer.target])
    for prisoner in world.all(Character):
        if prisoner.knows("captor") and prisoner.captor == desk.player:
            yield partial(_held, desk, prisoner)


def _treaty(desk: Desk, other: Faction, matter: Matter) -> AgendaEntry | None:
    """What others of the faction want, or another faction, and the player has not voted on."""
    world, mine = desk.state.world, desk.faction
    if vote_of(world, desk.player, other.id) or relation(world, mine, other.id) != WHILE[matter]:
        return None
    theirs = matter in _MUTUAL and decided(world, other.id, mine, matter)
    wanting = _wanting(world, mine, other.id, matter)
    if not wanting and not theirs:
        return None
    order, called = _VOTES[matter]
    name = escaped(other.name)
    if theirs:
        text = f"**{name}** offers {called.split(' with')[0]}"
    else:
        text = f"{listed(map(escaped, wanting))} voted for {called} **{name}**"
    by_voters = desk.state.module.content(Content).diplomacy.war_by_voters
    least = needed(world, mine, other.id, matter, by_voters=by_voters)
    tally = f"{votes(world, mine, other.id, matter)} of {number(least, 'vote')}"
    lead = to_order(order, f"Vote for {called} {other.name}", faction=ref(desk, other))
    return AgendaEntry(text=f"🗳️ {text} ({tally})", leads=(lead,))


def _wanting(world: World, faction: int, target: int, matter: Matter) -> list[str]:
    """The players of a faction who voted for a matter."""
    return [
        player.name
        for player in world.by(Player, "faction", faction)
        for vote in world.by(Vote, "player", player.id)
        if (vote.target, vote.matter) == (target, matter)
    ]


def _offered(desk: Desk, offer: Offer, city: City) -> AgendaEntry:
    """An agreement that others have offered to a city of the player's."""
    sender = desk.state.world.find(City, offer.city)
    by = escaped(sender.name) if sender and sender.knows("name") else "Another city"
    gets, gives = _goods(offer.offered), _goods(offer.wanted)
    text = f"🤝 **{by}** offers {escaped(city.name)} {gets} for {gives}"
    accept = AcceptOffer.model_validate({"offer": ref(desk, offer)})
    if hinders := refusal_of(desk.state, accept):
        return AgendaEntry(text=f"{text}. Not now: {plain(hinders.says)}")
    lead = lead_to(accept, f"Accept {offer.name}: {gets} for {gives}")
    return AgendaEntry(text=text, leads=(lead,))


def _goods(copies: Mapping[str, int]) -> str:
    return counted(copies)


def _held(desk: Desk, prisoner: Character) -> AgendaEntry:
    """A foreign character that the player holds prisoner."""
    return AgendaEntry(
        text=f"⛓️ You hold **{escaped(prisoner.name)}** prisoner",
        leads=(to_all(desk, prisoner, prisoner.name),),
    )
