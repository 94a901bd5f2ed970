"""A table on which there is something for every order of the game to be given about."""

from __future__ import annotations

from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Army, MagicItem, Overture, Ruler, Site, Truce
from tests.packs.kingdoms.crowns.table import Table, rules


def busy() -> Table:
    """Four kingdoms; the first has what its characters could do anything with at home."""
    table = Table.seated()
    king, (hero, *_) = table.king(), table.heroes()
    table.put(king, rank="heir", skill=tuple(max(1, level) for level in king.skill))
    table.put(table.crown(), heirs=1, treasury=500)
    world = table.world
    stranger = next(each for each in world.all(Ruler) if not each.crown)
    table.put(stranger, holding=king.holding, alignment=table.crown().alignment)
    site = next(each for each in world.all(Site) if each.being)
    table.put(site, holding=king.holding, known_to=(1,), bargains=((1, 5),))
    artifacts = rules().module.content(EncounterContent).artifacts.values()
    draught = next(each.key for each in artifacts if each.heals)
    world.add(MagicItem, item=draught, holder=hero.place)
    world.add(Truce, crowns=(1, 2), turn=1)
    world.add(Overture, crown=1, to=3)
    garrison = next(each for each in world.by(Army, "holding", king.holding) if not each.leader)
    assert garrison.crown == 1
    return table
