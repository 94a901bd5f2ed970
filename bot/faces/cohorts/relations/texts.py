"""The words of how factions stand to each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cohorts.relations.facts import FactionFacts, RelationsFacts, VoteFacts
from bot.faces.leads import Beside, Entry, Lead, tab
from bot.faces.words.tabs import Tab
from bot.faces.words.text import escaped, listed, number
from engine.orders import Ref
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy.votes import Matter

SIGNS: Final[dict[Relationship, str]] = {"allied": "🤝", "neutral": "⚪", "at_war": "⚔️"}
STANDS: Final[dict[Relationship, str]] = {
    "allied": "alliance",
    "neutral": "neutral",
    "at_war": "war",
}
WISH: Final[dict[Matter, str]] = {
    "war": "war with",
    "peace": "peace with",
    "alliance": "an alliance with",
    "breaking": "an end of the alliance with",
}
_ORDERS: Final[dict[Relationship, tuple[tuple[str, str], ...]]] = {
    "neutral": (("declare-war", "Vote for war with"), ("declare-alliance", "Vote to ally with")),
    "at_war": (("sue-for-peace", "Vote for peace with"),),
    "allied": (("break-alliance", "Vote to leave the alliance with"),),
}
"""The orders that fit each relation (cohorts.diplomacy.relations)."""


def relations_tabs(facts: RelationsFacts) -> list[tuple[Tab, Beside]]:
    """How others stand to the faction, then all pairs, then what is voted for."""
    made = [tab("To you", _mine(facts), "Votes are orders: choose one below")]
    made.append(tab("Between all", map(Entry, _pairs(facts))))
    if facts.votes:
        made.append(tab("Votes", _votes(facts), "A majority of a faction's players decides"))
    return made


def _mine(facts: RelationsFacts) -> Iterator[Entry]:
    for side in facts.sides:
        if side.own:
            continue
        stands = facts.stands[facts.me, side.faction.id]
        lines = [
            f"{SIGNS[stands]} **{escaped(side.faction.name)}**: {STANDS[stands]}"
            f"{_since(facts, facts.me, side.faction.id)}",
            f"-# {_about(side)}",
        ]
        lines += [f"-# {_vote(facts, vote)}" for vote in _between(facts, side.faction.id)]
        yield Entry("\n".join(lines), tuple(_leads(facts, side, stands)))
    if len(facts.sides) < 2:
        yield Entry("You know of no other faction.")


def _about(side: FactionFacts) -> str:
    played = f"played by {escaped(listed(side.players))}" if side.players else "played by nobody"
    parts = [played, "met" if side.met else "not met yet"]
    if side.offers:
        parts.append(f"{number(side.offers, 'offer')} of trade from them")
    return ", ".join(parts)


def _leads(facts: RelationsFacts, side: FactionFacts, stands: Relationship) -> Iterator[Lead]:
    given = (("faction", str(Ref(*side.faction.place))),)
    voted = any(vote.mine and vote.target == side.faction.id for vote in facts.votes)
    for name, words in _ORDERS[stands]:
        yield Lead(
            label=f"{words} {side.faction.name}"[:100], emoji="🗳️", order=("diplomacy", name),
            given=given,
        )  # fmt: skip
    if voted:
        yield Lead(
            label=f"Take back your vote about {side.faction.name}"[:100], emoji="↩️",
            order=("diplomacy", "rescind-votes"), given=given,
        )  # fmt: skip


def _pairs(facts: RelationsFacts) -> Iterator[str]:
    ids = [side.faction.id for side in facts.sides]
    order: tuple[Relationship, ...] = ("at_war", "allied", "neutral")
    for stands in order:
        pairs = [
            (one, other)
            for place, one in enumerate(ids)
            for other in ids[place + 1 :]
            if facts.stands[one, other] == stands
        ]
        if pairs:
            yield f"**{SIGNS[stands]} {STANDS[stands].capitalize()}**"
        for one, other in pairs:
            names = [escaped(facts.side(each).faction.name) for each in (one, other)]
            yield f"- {names[0]} and {names[1]}{_since(facts, one, other)}"


def _votes(facts: RelationsFacts) -> Iterator[Entry]:
    for vote in facts.votes:
        yield Entry(f"- {_vote(facts, vote)}")


def _between(facts: RelationsFacts, other: int) -> Iterator[VoteFacts]:
    both = {facts.me, other}
    return (vote for vote in facts.votes if {vote.faction, vote.target} == both)


def _vote(facts: RelationsFacts, vote: VoteFacts) -> str:
    who = escaped(facts.side(vote.faction).faction.name)
    whom = escaped(facts.side(vote.target).faction.name)
    told = f"{who} for {WISH[vote.matter]} {whom}: {vote.votes} of {vote.needed} that decide"
    if vote.of and vote.votes >= vote.needed:
        told += f", stood through {vote.productions} of {number(vote.of, 'production')}"
    return told + (" (you among them)" if vote.mine else "")


def since(facts: RelationsFacts, one: int, other: int) -> int:
    """The turn since which two stand so; 0 for since the beginning."""
    return facts.since.get((min(one, other), max(one, other)), 0)


def _since(facts: RelationsFacts, one: int, other: int) -> str:
    turn = since(facts, one, other)
    return f", since turn {turn}" if turn else ""
