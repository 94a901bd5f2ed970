"""How the factions stand to each other as one of them knows it, since when, and who wants what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.campaign import Faction, Now, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy.votes import (
    WHILE,
    Matter,
    counter,
    needed,
    vote_of,
    votes,
)
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.trade.books import Offer
from engine.world import World


@dataclass(frozen=True, slots=True)
class VoteFacts:
    """What a faction's players want of another."""

    faction: int
    target: int
    matter: Matter
    votes: int
    needed: int
    """How many decide."""
    productions: int
    """For how many weekly productions the majority has stood."""
    of: int
    """How many productions it must stand; 0 where that does not count."""
    mine: bool
    """Whether the one who asks has voted so."""


@dataclass(frozen=True, slots=True)
class FactionFacts:
    """A faction."""

    faction: Faction
    own: bool
    players: tuple[str, ...]
    met: bool
    """Whether the one who asks knows of anything of theirs."""
    offers: int
    """Offers of trade from them that wait for an answer."""


@dataclass(frozen=True, slots=True)
class RelationsFacts:
    """How all factions stand to each other."""

    turn: int
    me: int
    sides: tuple[FactionFacts, ...]
    """The own first."""
    stands: Mapping[tuple[int, int], Relationship]
    """By both factions, in either order."""
    since: Mapping[tuple[int, int], int]
    """The turn since which two stand so, the lower id first; missing for since the beginning."""
    votes: tuple[VoteFacts, ...]

    def side(self, faction: int) -> FactionFacts:
        """One of the factions. Raises LookupError."""
        return next(each for each in self.sides if each.faction.id == faction)


def relations_facts(
    rules: Rules, view: World, faction: int, player: int, since: Mapping[tuple[int, int], int]
) -> RelationsFacts:
    """How the factions stand, on a faction's view; those without players or things are left out."""
    met = set(_met(view))
    shown = [
        each
        for each in view.all(Faction)
        if each.id == faction or each.id in met or view.first(Player, "faction", each.id)
    ]
    shown.sort(key=lambda each: (each.id != faction, each.id))
    ids = [each.id for each in shown]
    return RelationsFacts(
        turn=view.get(Now, 1).turn,
        me=faction,
        sides=tuple(_side(view, each, faction, each.id in met) for each in shown),
        stands={(a, b): relation(view, a, b) for a in ids for b in ids if a != b},
        since=since,
        votes=tuple(_votes(rules, view, ids, player)),
    )


def _side(view: World, side: Faction, me: int, met: bool) -> FactionFacts:
    players = tuple(each.name for each in view.by(Player, "faction", side.id) if each.active)
    return FactionFacts(side, side.id == me, players, met, _offers(view, side.id, me))


def _offers(view: World, sender: int, receiver: int) -> int:
    def side(player: int) -> int:
        found = view.find(Player, player)
        return found.faction if found else 0

    return sum(
        1
        for offer in view.all(Offer)
        if offer.knows("sender")
        and offer.knows("receiver")
        and (side(offer.sender), side(offer.receiver)) == (sender, receiver)
    )


def _met(view: World) -> Iterator[int]:
    """The factions of which the view holds anything."""
    players = {each.id: each.faction for each in view.all(Player)}
    for cls in (Stack, Character, Unit, Agent):
        for thing in view.all(cls):
            if thing.knows("player") and thing.player in players:
                yield players[thing.player]
    lords = {each.id: each for each in view.all(Character)}
    for city in view.all(City):
        if city.knows("baron") and city.baron in lords and lords[city.baron].knows("player"):
            yield players.get(lords[city.baron].player, 0)
    for sighting in view.all(Sighting):
        yield players.get(sighting.player, 0)


def _votes(rules: Rules, view: World, ids: Iterable[int], player: int) -> Iterator[VoteFacts]:
    figures = rules.module.content(Content).diplomacy
    weeks = {"war": figures.war, "peace": figures.peace, "breaking": figures.breaking}
    every = list(ids)
    for one in every:
        for other in every:
            if one == other:
                continue
            for matter, while_ in WHILE.items():
                if relation(view, one, other) != while_:
                    continue
                count = votes(view, one, other, matter)
                stood = counter(view, one, other, matter)
                if not count and stood is None:
                    continue
                own = vote_of(view, player, other)
                yield VoteFacts(
                    faction=one,
                    target=other,
                    matter=matter,
                    votes=count,
                    needed=needed(view, one, other, matter, by_voters=figures.war_by_voters),
                    productions=stood.productions if stood else 0,
                    of=weeks.get(matter, 0),
                    mine=own is not None and own.matter == matter and _of(view, player) == one,
                )


def _of(view: World, player: int) -> int:
    found = view.find(Player, player)
    return found.faction if found else 0
