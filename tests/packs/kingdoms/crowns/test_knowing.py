"""What a faction knows of the game of kings: all its pieces, and of foreign ones what was seen."""

from __future__ import annotations

from engine.packs.kingdoms.crowns.noticing import in_view, presence
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.records import (
    Army,
    Crown,
    Holding,
    Ruler,
    Site,
)
from engine.world import Record, World
from tests.hidden.kingdoms import shrouded
from tests.packs.kingdoms.crowns.table import Table, rules


def _all(world: World) -> list[Record]:
    return [record for cls in world.kinds.values() for record in world.all(cls)]


def test_what_is_known_of_one_record_agrees_with_the_view_for_every_record() -> None:
    table = shrouded()
    for faction in (1, 2, 3, 4):
        view = rules().view(table.world, faction)
        for record in _all(table.world):
            known = rules().knows(table.world, faction, record.place)
            assert known == (view.at(record.place) is not None), record


def test_a_kingdom_knows_all_of_its_own(table: Table) -> None:
    view = rules().view(table.world, 1)
    assert view.get(Crown, 1) == table.crown()
    for cls in (Ruler, Army):
        own = list(table.world.by(cls, "crown", 1))
        assert own
        assert [view.get(cls, each.id) for each in own] == own
    assert all(view.get(Holding, each.id) == each for each in table.owned())
    assert set(presence(table.world, 1)) <= set(in_view(table.world, 1))


def test_who_is_near_sees_through_an_illusion(table: Table) -> None:
    home = table.world.get(Holding, table.crown().home)
    lay(table.state(), home, "IL", table.king(2), 2, 1, terrain="Sea")
    seen = {n: rules().view(table.world, n).get(Holding, home.id).terrain for n in (1, 2, 3)}
    assert seen == {1: home.terrain, 2: "Sea", 3: "Sea"}
    table.put(table.heroes(3)[0], holding=home.id)
    assert rules().view(table.world, 3).get(Holding, home.id).terrain == home.terrain
    assert rules().public(table.world).get(Holding, home.id).terrain == "Sea"


def test_all_the_world_knows_kingdoms_and_kings_and_nothing_that_is_theirs(table: Table) -> None:
    public = rules().public(table.world)
    assert [crown.name for crown in public.all(Crown)] == [
        crown.name for crown in table.world.all(Crown)
    ]
    assert [each.name for each in public.all(Ruler)] == [
        table.king(number).name for number in (1, 2, 3, 4)
    ]
    for crown in public.all(Crown):
        assert not any(crown.knows(name) for name in ("treasury", "home", "inventions", "king"))
    assert not list(public.all(Army))
    assert not list(public.all(Site))
