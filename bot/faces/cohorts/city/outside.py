"""What is known of a city from outside: its rank, its lord, and a foreign one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cards.card import Box, known_box
from bot.faces.cohorts.members import MemberFacts, member_row, members_in, muster
from engine.campaign import Faction, Now, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.ownership import faction_of, player_of
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.trade.books import open_copies
from engine.world import World

UNKNOWN: Final = "What goes on inside is hidden from you; towers, spells and agents may find out."


def rank_of(view: World, city: City) -> str:
    """What it is to its realm: "capital of the Vale", or "city"."""
    barony = view.find(Barony, city.barony)
    territory = view.find(Territory, barony.territory) if barony else None
    kingdom = view.find(Kingdom, territory.kingdom) if territory else None
    for realm in (kingdom, territory):
        if realm and realm.knows("capital") and realm.capital == city.id:
            return f"capital of {realm.name}"
    return "city"


def owner_of(view: World, city: City, memory: Memory | None) -> Faction | None:
    """Whose it is, or was when it was last seen."""
    if city.knows("baron"):
        return view.find(Faction, faction_of(view, city))
    return view.find(Faction, memory.owner) if memory else None


def lord_of(view: World, city: City) -> tuple[str, str]:
    """Its player and its baron by name, as far as they are known."""
    known = city.knows("baron")
    player = view.find(Player, player_of(view, city)) if known else None
    baron = view.find(Character, city.baron) if known else None
    return player.name if player else "", baron.name if baron and baron.knows("name") else ""


def outside_boxes(
    rules: Rules, view: World, city: City, owner: Faction | None, memory: Memory | None
) -> Iterator[Box]:
    """What a faction knows of a foreign city."""
    content, turn = rules.module.content(Content), view.get(Now, 1).turn
    seen = turn if memory is None or memory.in_view else memory.turn
    told = [each for each in view.all(Sighting) if each.subject == city.place]
    residents, barony = members_in(rules.module, view, city), view.find(Barony, city.barony)
    inside = _within(residents, searched=any(each.searched for each in told))
    player, baron = lord_of(view, city)
    opened = open_copies(view, city.id).items()
    lines = (
        ("Holder", ", ".join(filter(None, (owner.name if owner else "nobody known", player)))),
        ("Baron", baron),
        ("Barony", barony.name if barony else ""),
        ("Sight", "in view" if seen == turn else f"last seen in turn {seen}"),
        ("Walls", "it has walls" if memory and memory.fortified else "no walls seen"),
        ("Open for trade", ", ".join(f"{n} {content.resources[key].name}" for key, n in opened)),
        ("Message", city.message if city.knows("message") else ""),
        ("Known inside", f"{inside}, seen in turn {told[0].turn}" if inside and told else inside),
    )
    yield known_box(((title, words) for title, words in lines if words), UNKNOWN)
    if residents:
        yield Box("Known to be inside", tuple(map(member_row, residents)), wide=True)


def _within(residents: Sequence[MemberFacts], *, searched: bool) -> str:
    """Who is known to be inside; that no troops are is known once a spy or spell searched it."""
    empty = "no troops" if searched and not any(each.soldiers for each in residents) else ""
    return ", ".join(filter(None, (muster(residents), empty)))
