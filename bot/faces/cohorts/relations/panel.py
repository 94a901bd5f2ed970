"""`/relations`: how the factions stand to each other, since when, and who votes for what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.cards.parts import Matrix, Mood, Tie
from bot.faces.leads import Lead
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import listed, number
from engine.campaign import Faction, Now, Player
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy.votes import WHILE, Matter, counter, needed, vote_of, votes
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.ownership import Relation, relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.trade.books import Offer
from engine.world import World

_WISH: Final[dict[Matter, str]] = {
    "war": "war with",
    "peace": "peace with",
    "alliance": "an alliance with",
    "breaking": "an end of the alliance with",
}


@dataclass(frozen=True, slots=True)
class Vote:
    """What a faction's players want of another."""

    faction: int
    target: int
    title: str
    """Such as "Ours for war with Theirs"."""
    told: str
    """How many of how many, for how long."""
    mine: bool
    """Whether the one who asks has voted so."""


def votes_between(rules: Rules, view: World, ids: Sequence[int], player: int) -> Iterator[Vote]:
    """Every vote of one faction about another that has begun."""
    figures = rules.module.content(Content).diplomacy
    weeks = {"war": figures.war, "peace": figures.peace, "breaking": figures.breaking}
    for one, other in ((one, other) for one in ids for other in ids if one != other):
        for matter, while_ in WHILE.items():
            if relation(view, one, other) != while_:
                continue
            count, stood = votes(view, one, other, matter), counter(view, one, other, matter)
            if not count and stood is None:
                continue
            least = needed(view, one, other, matter, by_voters=figures.war_by_voters)
            told = f"{count} of {least} that decide"
            of = weeks.get(matter, 0)
            if of and count >= least:
                kept = stood.productions if stood else 0
                told += f", stood through {kept} of {number(of, 'production')}"
            own, me = vote_of(view, player, other), view.find(Player, player)
            mine = own is not None and own.matter == matter and me is not None and me.faction == one
            who, whom = view.get(Faction, one).name, view.get(Faction, other).name
            told += " (you among them)" if mine else ""
            yield Vote(one, other, f"{who} for {_WISH[matter]} {whom}", told, mine)


_SIGNS: Final[dict[Relationship, str]] = {"at_war": "⚔️", "allied": "🤝", "neutral": "⚪"}
_STANDS: Final[dict[Relationship, tuple[str, Mood]]] = {
    "at_war": ("war", "hostile"),
    "allied": ("alliance", "friendly"),
    "neutral": ("neutral", "neither"),
}
"""Wars are told first."""
_ORDERS: Final[dict[Relationship, tuple[tuple[str, str], ...]]] = {
    "neutral": (("declare-war", "Vote for war with"), ("declare-alliance", "Vote to ally with")),
    "at_war": (("sue-for-peace", "Vote for peace with"),),
    "allied": (("break-alliance", "Vote to leave the alliance with"),),
}
"""The orders that fit each relation (cohorts.diplomacy.relations)."""


_HINTS: Final = {
    "To you": "Votes are orders: choose one below",
    "Votes": "A majority of a faction's players decides",
}


def card_of(
    rules: Rules, view: World, faction: int, player: int, since: Mapping[tuple[int, int], int]
) -> PanelCard:
    """How the factions stand, on a faction's view; those without players or things are left out.

    `since` has the turn since which two stand so, the lower id first; none for since the beginning.
    """
    met = set(_met(view))
    sides = [
        each
        for each in view.all(Faction)
        if each.id == faction or each.id in met or view.first(Player, "faction", each.id)
    ]
    sides.sort(key=lambda each: (each.id != faction, each.id))
    cells = {
        (one.id, other.id): _cell(view, one.id, other.id, since)
        for one in sides
        for other in sides
        if one is not other
    }
    votes = tuple(votes_between(rules, view, [each.id for each in sides], player))
    mine = tuple(
        _side(view, faction, each, each.id in met, cells[faction, each.id], votes)
        for each in sides[1:]
    )
    boxes = [
        Box(
            "How others stand to you",
            mine or (Row("You know of no other faction"),),
            tab="To you", drawn=False,
        ),
        Box(
            "Between all", tuple(_pairs(view, sides, cells)), number(len(sides), "faction"),
            wide=True, tab="Between all", matrix=Matrix(tuple(sides), faction, cells),
        ),
    ]  # fmt: skip
    if votes:
        told = tuple(Row(each.title, each.told) for each in votes)
        boxes.append(Box("Votes", told, tab="Votes", drawn=False))
    turn = view.get(Now, 1).turn
    return PanelCard("relations", "Relations", "", turn, faction, boxes=tuple(boxes))


def _cell(view: World, one: int, other: int, since: Mapping[tuple[int, int], int]) -> Tie:
    word, mood = _STANDS[relation(view, one, other)]
    turn = since.get((min(one, other), max(one, other)), 0)
    return Tie(mood, word, f"turn {turn}" if turn else "")


def _pairs(
    view: World, sides: Sequence[Faction], cells: Mapping[tuple[int, int], Tie]
) -> Iterator[Row]:
    """Every pair once, wars first."""
    pairs = [(one, other) for place, one in enumerate(sides) for other in sides[place + 1 :]]
    for stands in _STANDS:
        for one, other in pairs:
            if relation(view, one.id, other.id) == stands:
                cell = cells[one.id, other.id]
                yield Row(f"{one.name} and {other.name}", cell.word, _since(cell))


def _since(cell: Tie) -> str:
    return f"since {cell.note}" if cell.note else ""


def _side(view: World, me: int, side: Faction, met: bool, cell: Tie, votes: Sequence[Vote]) -> Row:
    """How another faction stands to one's own, who plays it, and which votes could change it."""
    stands = relation(view, me, side.id)
    players = [each.name for each in view.by(Player, "faction", side.id) if each.active]
    parts = [f"Played by {listed(players) if players else 'nobody'}"]
    parts.append("met" if met else "not met yet")
    if offers := _offers(view, side.id, me):
        parts.append(f"{number(offers, 'offer')} of trade from them")
    both = {me, side.id}
    told = [f"{vote.title}: {vote.told}" for vote in votes if {vote.faction, vote.target} == both]
    given = (("faction", str(Ref(*side.place))),)
    leads = [
        Lead(label=f"{words} {side.name}"[:100], emoji="🗳️", order=("diplomacy", name), given=given)
        for name, words in _ORDERS[stands]
    ]
    if any(vote.mine and vote.target == side.id for vote in votes):
        label = f"Take back your vote about {side.name}"[:100]
        back = ("diplomacy", "rescind-votes")
        leads.append(Lead(label=label, emoji="↩️", order=back, given=given))
    return Row(
        f"{_SIGNS[stands]} {side.name}", cell.word, _since(cell),
        text=", ".join(parts), told=". ".join(told), leads=tuple(leads),
    )  # fmt: skip


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


def _changes(look: Look) -> dict[tuple[int, int], int]:
    """The turn since which two factions stand as they do; all the world learned of each change."""
    ticks = {number: turn for number, _, turn in look.history.turns()}
    founded = min(ticks, default=0)
    found: dict[tuple[int, int], int] = {}
    before: dict[tuple[int, int], str] = {}
    for side in look.view.all(Faction):
        for _, tick, body in look.history.states(Relation, "$.one", side.id):
            if body is None or tick > look.tick:
                continue
            now = Relation.load(body)
            pair = now.one, now.other
            if before.get(pair, "neutral") != now.relation:
                found[pair] = ticks.get(tick, 0) if tick > founded else 0
            before[pair] = now.relation
    return found


def _make(look: Look, _: str) -> PanelMade:
    card = card_of(look.rules, look.view, look.faction, look.player, _changes(look))
    return made_of(card, look.view, hints=_HINTS)


PANEL: Final = Panel(
    name="relations",
    help="Who is at war or allied with whom, since when, and who votes for what",
    make=_make,
    by_itself=True,
)
