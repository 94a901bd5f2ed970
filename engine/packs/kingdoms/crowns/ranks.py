"""Kingdoms and characters as the imperial offices count them, from the world.

Sources: kingdoms.office.table, kingdoms.office.standing, kingdoms.office.artifact-points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from engine.campaign import Player
from engine.ending import Standing, Tally, ranked
from engine.events import Event, Level
from engine.facts import Facts, facts
from engine.module import Module
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.imperial import Deed
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.offices import (
    Claimant,
    OfficeRealm,
    gained_by,
    holder,
    ranking,
    seconds,
    shares,
)
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.provinces import ground_of
from engine.packs.kingdoms.crowns.taxing import tax_base_of, tax_of
from engine.packs.kingdoms.pieces.abilities import ABILITIES, level_in
from engine.packs.kingdoms.pieces.records import Crown, Holding, MagicItem, Ruler
from engine.state import State
from engine.world import Place, World

PARTS = 100
"""The points of a standing are counted in hundredths, so that reduced prizes stay exact."""
SECOND = "second:"
"""Stands before an office for which a kingdom comes second, where its points are told."""


@facts
class Rank(Facts):
    """How a kingdom stands for an office, as far as it may know (kingdoms.office.standing)."""

    office: str
    place: int
    """Its rank among the kingdoms, by the best of each: 1 for the lead; 0 if nobody is ranked."""
    merit: int
    """Of whom that is."""
    ruler: int
    """Who that is."""
    leader: int
    """The kingdom that leads; 0 while the office is vacant."""
    leader_ruler: int


@facts
class RanksCounted(Event):
    """How a kingdom stands for each office, as if the game ended now."""

    kind = "kingdoms-ranks-counted"

    crown: int
    ranks: Annotated[tuple[Rank, ...], Level.OWN]


def realms(world: World, module: Module) -> list[OfficeRealm]:
    """The kingdoms that play, in order of id."""
    return [
        OfficeRealm(
            crown=crown.id,
            alignment=crown.alignment,
            treasury=crown.treasury,
            tax=tax_base_of(world, module, crown.id),
            king=crown.king,
        )
        for crown in living(world)
    ]


def claimants(world: World, module: Module) -> list[Claimant]:
    """The living characters of kingdoms that play, in order of id."""
    rich = {crown.id: rich_seas(world, module, crown.id) for crown in living(world)}
    return [
        Claimant(
            ruler=ruler.id,
            crown=ruler.crown,
            alignment=ruler.alignment,
            levels={ability: level_in(ruler.skill, ability) for ability in ABILITIES},
            deeds=deeds_of(world, module, ruler, rich[ruler.crown]),
        )
        for ruler in world.all(Ruler)
        if ruler.alive and ruler.crown in rich
    ]


def deeds_of(world: World, module: Module, ruler: Ruler, rich: int) -> dict[Deed, int]:
    """What a character has done and has, as offices count it."""
    artifacts = module.content(EncounterContent).artifacts
    carried = [artifacts[item.item] for item in world.by(MagicItem, "holder", ruler.place)]
    merit = ruler.merit
    return {
        "features": merit.features,
        "inventions": merit.inventions,
        "espionage": merit.espionage,
        "land": merit.land,
        "sea": merit.sea,
        "monsters": merit.monsters,
        "prayers": merit.prayers,
        "rich_seas": rich,
        "casting_items": sum(1 for each in carried if each.casts or each.performs),
    }


def rich_seas(world: World, module: Module, crown: int) -> int:
    """How many rich sea provinces a kingdom has (kingdoms.office.admiral)."""
    content, least = module.content(ArmyContent), module.content(VentureContent).merits.rich_sea
    return sum(
        1
        for holding in world.by(Holding, "owner", crown)
        if ground_of(content, holding).sea and tax_of(world, module, holding) >= least
    )


def artifacts_of(world: World, module: Module) -> dict[int, int]:
    """How many artifacts living characters of each kingdom carry."""
    table, found = module.content(EncounterContent).artifacts, dict[int, int]()
    for item in world.all(MagicItem):
        if table[item.item].unique and item.holder.kind == Ruler.kind:
            bearer = world.get(Ruler, item.holder.id)
            if bearer.alive and bearer.crown:
                found[bearer.crown] = found.get(bearer.crown, 0) + 1
    return found


def standing(rules: Rules, world: World) -> tuple[Standing, ...]:
    """How the players stand, in hundredths of prize points, the best first."""
    module = rules.module
    table, kingdoms = module.content(VentureContent), realms(world, module)
    alignments = module.content(RulerContent).alignments
    people, offices = claimants(world, module), tuple(table.imperial.values())

    def reduction(alignment: str) -> int:
        return alignments[alignment].reduction

    merits = table.merits
    won = shares(offices, kingdoms, people, reduction, merits.left)
    won += [
        replace(share, office=SECOND + share.office)
        for share in seconds(offices, kingdoms, people, reduction, merits.second, merits.left)
    ]
    relics = artifacts_of(world, module)

    def sides() -> Iterator[tuple[Place, tuple[Tally, ...], tuple[int, ...]]]:
        for realm in kingdoms:
            made = [
                Tally(what=what, count=count, points=int(points * PARTS))
                for what, count, points in gained_by(
                    realm.crown, won, relics.get(realm.crown, 0), merits.artifact
                )
            ]
            player = world.get(Player, world.get(Crown, realm.crown).player)
            yield player.place, tuple(made), (realm.treasury, realm.tax, -realm.crown)

    return ranked(sides())


def count_ranks(state: State) -> None:
    """A step of the turn end: each kingdom learns its own ranks, and who leads."""
    world, module = state.world, state.module
    kingdoms, people = realms(world, module), claimants(world, module)
    lists = {
        office.key: ranking(office, kingdoms, people)
        for office in module.content(VentureContent).imperial.values()
    }
    offices = module.content(VentureContent).imperial
    for realm in kingdoms:
        ranks: list[Rank] = []
        for key, order in lists.items():
            mine = next((each for each in order if each.crown == realm.crown), None)
            first = holder(offices[key], order)
            kingdoms_ranked = tuple(dict.fromkeys(each.crown for each in order))
            ranks.append(
                Rank(
                    office=key,
                    place=kingdoms_ranked.index(realm.crown) + 1 if mine else 0,
                    merit=mine.merit if mine else 0,
                    ruler=mine.ruler if mine else 0,
                    leader=first.crown if first else 0,
                    leader_ruler=first.ruler if first else 0,
                )
            )
        faction = world.get(Crown, realm.crown).faction
        state.emit_to(RanksCounted(crown=realm.crown, ranks=tuple(ranks)), own=[faction])
