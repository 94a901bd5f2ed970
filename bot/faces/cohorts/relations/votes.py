"""What the players of factions vote for about other factions, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.words.text import number
from engine.campaign import Faction, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.diplomacy.votes import WHILE, Matter, counter, needed, vote_of, votes
from engine.packs.cohorts.pieces.ownership import relation
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
