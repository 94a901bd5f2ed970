"""What a faction knows of the game of kings: all its pieces, and of foreign ones what was seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.packs.kingdoms.crowns.noticing import in_view, presence
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Grave,
    Holding,
    MagicItem,
    Overture,
    Ruler,
    Site,
    Survey,
    Truce,
    survey_id,
)
from engine.world import Record, World
from tests.packs.kingdoms.crowns.table import Table, rules

Change = Callable[[Table], None]


def far_from(table: Table, number: int = 1) -> Holding:
    """Wild land that a kingdom does not see."""
    seen = in_view(table.world, number)
    return next(each for each in table.world.all(Holding) if each.id not in seen)


def plan(table: Table) -> None:
    table.put(table.king(2), plan=("FL",), skill=(5,) * 15, hit_points=1)


def riches(table: Table) -> None:
    table.put(table.crown(2), treasury=999, inventions=("compass",))


def armies(table: Table) -> None:
    table.army("DR", table.crown(2).home, 2, race="dragon")
    for army in list(table.world.by(Army, "leader", table.king(2).id)):
        table.put(army, quality=5, type="HC")


def march(table: Table) -> None:
    table.put(table.king(2), holding=far_from(table, 2).id)


def conquest(table: Table) -> None:
    table.put(far_from(table), owner=3)


def riches_of_land(table: Table) -> None:
    table.put(far_from(table), tax=99)


def hoard(table: Table) -> None:
    known = [site for site in table.world.all(Site) if 1 in site.known_to]
    assert known
    for site in known:
        table.put(site, gold=1000, hit_points=1, spot=1, known_to=(1, 4), raided=(3,), halved=(2,))
        table.world.add(MagicItem, item="crystal_ball", holder=site.place)


def feature(table: Table) -> None:
    hidden = next(site for site in table.world.all(Site) if 1 not in site.known_to)
    table.put(hidden, being="dragon", known_to=(2, 3))


def treaty(table: Table) -> None:
    table.world.add(Truce, crowns=(2, 3), turn=1)
    table.world.add(Overture, crown=3, to=4)


def graves(table: Table) -> None:
    table.world.add(Grave, holding=far_from(table).id, army="LE", race="human", quality=2, turn=0)


def hero(table: Table) -> None:
    stranger = next(
        ruler
        for ruler in table.world.all(Ruler)
        if not ruler.crown and ruler.holding not in in_view(table.world, 1)
    )
    table.put(stranger, alignment="Evil", holding=far_from(table).id)
    dead = table.heroes(3)[0]
    table.put(dead, died=1)


def survey(table: Table) -> None:
    id = far_from(table).id
    table.world.put(Survey(id=survey_id(2, id), crown=2, holding=id, percent=100))
    ruler = table.king(3).id
    table.world.put(
        CharacterSighting(
            id=survey_id(2, ruler), crown=2, ruler=ruler, turn=1, seen=((1, 1),), armies=()
        )
    )


def spells(table: Table) -> None:
    lay(table.state(), table.king(), "CL", table.king(2), 3, 1)
    lay(table.state(), table.world.get(Holding, table.crown().home), "BL", table.king(2), 3, 1)


SECRETS: list[Change] = [
    plan,
    riches,
    armies,
    march,
    conquest,
    riches_of_land,
    hoard,
    feature,
    treaty,
    graves,
    hero,
    survey,
    spells,
]


def told(world: World, faction: int) -> list[tuple[str, int, bytes]]:
    """Everything that a faction knows, as it is stored."""
    view = rules().view(world, faction)
    return [
        (kind, record.id, record.dump())
        for kind, cls in view.kinds.items()
        for record in view.all(cls)
    ]


@pytest.mark.rule("kingdoms.map.visibility")
@pytest.mark.parametrize("secret", SECRETS, ids=lambda each: each.__name__)
def test_worlds_that_differ_in_what_a_kingdom_cannot_know_look_the_same(secret: Change) -> None:
    one, other = Table.seated(), Table.seated()
    for table in (one, other):
        table.end()
    secret(other)
    assert told(one.world, 1) == told(other.world, 1)
    assert [e.dump() for e in _all(one.world)] != [e.dump() for e in _all(other.world)]


def _all(world: World) -> list[Record]:
    return [record for cls in world.kinds.values() for record in world.all(cls)]


def test_what_is_known_of_one_record_agrees_with_the_view_for_every_record() -> None:
    table = Table.seated()
    table.run({})
    table.end()
    spells(table)
    treaty(table)
    table.put(table.heroes(2)[0], died=1, holding=table.crown().home)
    table.army("TR", table.crown().home, race="troll")
    for faction in (1, 2, 3, 4):
        view = rules().view(table.world, faction)
        for record in _all(table.world):
            known = rules().knows(table.world, faction, record.place)
            assert known == (view.at(record.place) is not None), record


def test_a_kingdom_knows_all_of_its_own() -> None:
    table = Table.seated()
    view = rules().view(table.world, 1)
    assert view.get(Crown, 1) == table.crown()
    for cls in (Ruler, Army):
        own = list(table.world.by(cls, "crown", 1))
        assert own
        assert [view.get(cls, each.id) for each in own] == own
    assert all(view.get(Holding, each.id) == each for each in table.owned())
    assert set(presence(table.world, 1)) <= set(in_view(table.world, 1))


def test_who_is_near_sees_through_an_illusion() -> None:
    table = Table.seated()
    home = table.world.get(Holding, table.crown().home)
    lay(table.state(), home, "IL", table.king(2), 2, 1, terrain="Sea")
    seen = {n: rules().view(table.world, n).get(Holding, home.id).terrain for n in (1, 2, 3)}
    assert seen == {1: home.terrain, 2: "Sea", 3: "Sea"}
    table.put(table.heroes(3)[0], holding=home.id)
    assert rules().view(table.world, 3).get(Holding, home.id).terrain == home.terrain
    assert rules().public(table.world).get(Holding, home.id).terrain == "Sea"


def test_all_the_world_knows_kingdoms_and_kings_and_nothing_that_is_theirs() -> None:
    table = Table.seated()
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
