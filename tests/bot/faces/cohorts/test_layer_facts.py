"""What the layers of a map show is read off the faction's view, with the module's own figures."""

import pytest

from bot.faces.cohorts.looks import badge_of
from bot.faces.cohorts.map.atlas import ATLAS, with_costs, with_reaches
from bot.faces.map.chart import Chart, Fortification, Link, Reach, Resource, Settlement, Site, Tower
from bot.faces.map.survey import Survey
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.movement.steps import magic_barrier, natural_barrier
from engine.packs.cohorts.pieces.records import City, Village
from engine.packs.cohorts.pieces.territories import Barony
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    scene = Scene(16, 12)
    scene.barony((2, 2), (3, 2), (6, 2), name="Home")
    scene.city(2, 2, scene.me, name="Harrowford", population={"human": 7000})
    return scene


def drawn(scene: Scene) -> Chart:
    survey = Survey(scene.rules, scene.view(), scene.ours.id)
    return filled(survey)


def filled(survey: Survey) -> Chart:
    return with_costs(survey, with_reaches(survey, ATLAS.chart(survey)))


def reaches(scene: Scene) -> dict[str, list[Reach]]:
    found: dict[str, list[Reach]] = {}
    for each in drawn(scene).reaches:
        found.setdefault(each.kind, []).append(each)
    return found


# --- Resources


def test_a_deposit_is_worked_by_a_village_of_the_level_that_it_takes(scene: Scene) -> None:
    scene.province(6, 2, deposits=("wheat", "mithril", "wheat"))
    needed = {"wheat": 1, "mithril": 3}
    for level in (0, 1, 2, 3):
        for village in list(scene.world.all(Village)):
            scene.world.remove(village)
        if level:
            scene.village(6, 2, level)
        assert drawn(scene).resources == tuple(
            Resource(
                6,
                2,
                name,
                class_,
                copies,
                bool(level) and level >= needed[name],
                needed[name],
                badge_of(scene.content, name),
            )
            for name, class_, copies in (("wheat", "food", 2), ("mithril", "resource", 1))
        )


def test_a_city_works_the_deposits_of_its_own_province_without_a_village(scene: Scene) -> None:
    scene.province(2, 2, deposits=("mithril",))
    (deposit,) = drawn(scene).resources
    assert deposit.worked


def test_the_deposits_of_others_and_of_the_wilds_are_not_known(scene: Scene) -> None:
    scene.province(2, 3, deposits=("gold",))
    enemy = scene.player("Bram", "theirs")
    scene.city(1, 3, enemy, name="Mire")
    scene.province(1, 3, deposits=("iron",))
    chart = drawn(scene)
    assert {(cell.x, cell.y) for cell in chart.cells} >= {(2, 3), (1, 3)}
    assert chart.resources == ()


def test_the_level_of_an_own_village_is_known_and_that_of_others_is_not(scene: Scene) -> None:
    scene.village(3, 2, 3, name="Hollin")
    scene.city(2, 4, scene.player("Bram", "theirs"), name="Mire")
    scene.barony((1, 2), name="Theirs")
    scene.village(1, 2, 2, name="Fen")
    levels = {each.name: each.level for each in drawn(scene).settlements if each.kind == "village"}
    assert levels == {"Hollin": 3, "Fen": None}


# --- Ownership


def test_a_hex_knows_its_territory_and_kingdom(scene: Scene) -> None:
    kingdom = scene.kingdom()
    territory = scene.territory(kingdom)
    city = next(scene.world.all(City))
    scene.change(scene.world.get(Barony, city.barony), territory=territory.id)
    cells = {(cell.x, cell.y): cell for cell in drawn(scene).cells}
    assert (cells[3, 2].territory, cells[3, 2].kingdom) == (territory.id, kingdom.id)
    assert (cells[2, 1].territory, cells[2, 1].kingdom) == (None, None)


def test_capitals_of_kingdoms_and_territories_are_told_apart(scene: Scene) -> None:
    kingdom = scene.kingdom()
    territory = scene.territory(kingdom)
    city = next(scene.world.all(City))
    scene.change(scene.world.get(Barony, city.barony), territory=territory.id)

    def seat() -> str | None:
        (found,) = (each for each in drawn(scene).settlements if each.name == "Harrowford")
        return found.seat

    assert seat() is None
    scene.change(scene.now(territory), capital=city.id)
    assert seat() == "territory"
    scene.change(scene.now(kingdom), capital=city.id)
    assert seat() == "kingdom"


def test_land_of_an_own_barony_is_own_whoever_held_it_when_it_was_seen_last(scene: Scene) -> None:
    enemy = scene.player("Bram", "theirs")
    city = scene.city(8, 8, enemy, name="Mire")
    scene.barony((8, 8), (11, 8), name="Mire")
    scene.change(city, barony=scene.at(8, 8).barony)
    remember(scene.world, scene.ours.id, [scene.at(11, 8).id], scene.world)
    scene.change(scene.now(city), baron=scene.character(scene.now(city)).id)
    owners = {(cell.x, cell.y): cell.owner for cell in drawn(scene).cells}
    assert owners[11, 8] == "ours"


# --- Walls


def test_own_walls_show_their_level_and_others_only_that_they_stand(scene: Scene) -> None:
    scene.province(3, 2, fortification=3)
    scene.province(2, 3, fortification=2)
    scene.province(9, 9, fortification=4)
    assert drawn(scene).fortifications == (Fortification(3, 2, 3), Fortification(2, 3))


# --- Roads


def test_costs_are_the_modules_own(scene: Scene) -> None:
    costs = drawn(scene).costs
    assert costs.roads == (-5, -15, -30, -50)
    assert costs.rivers == (5, 15, 30, 50)
    assert dict(costs.terrains)["grassland"] == 8
    assert "sea" not in dict(costs.terrains)
    points = [each for _, each in costs.terrains]
    assert points == sorted(points)


def test_a_magic_barrier_lies_on_the_hex_from_which_it_bars_the_way(scene: Scene) -> None:
    def barriers() -> list[Link]:
        return [each for each in drawn(scene).links if each.kind == "magic-barrier"]

    link = scene.link((2, 2), (3, 2), barrier=magic_barrier(1))  # bars entry into 2,2 from the east
    assert barriers() == [Link(3, 2, 4, "magic-barrier")]
    scene.change(link, barrier=magic_barrier(4))  # and this into 3,2 from the west
    assert barriers() == [Link(2, 2, 1, "magic-barrier")]


def test_a_gate_is_shown_with_where_it_leads(scene: Scene) -> None:
    scene.province(3, 2, gate=scene.at(9, 8).id)
    assert drawn(scene).sites == (Site(3, 2, "gate", leads=(9, 8)),)


# --- Towers


@pytest.mark.parametrize(
    "kind, level, radius",
    [
        ("watch", 1, 1),
        ("watch", 4, 4),
        ("wizard", 3, 3),
        ("guard", 1, 2),
        ("guard", 4, 2),
        ("castle", 1, 2),
    ],
)
def test_a_tower_reaches_as_far_as_the_module_says(scene, kind, level, radius) -> None:
    scene.tower(6, 2, kind, level)
    (found,) = reaches(scene)[kind]
    assert (found.centre, found.radius, found.owner) == ((6, 2), radius, "ours")
    assert len(found.hexes) == len(scene.grid.within(scene.grid.at(scene.at(6, 2).id - 1), radius))
    (tower,) = drawn(scene).towers
    assert tower == Tower(6, 2, kind, "ours", None if kind == "castle" else level)


def test_allies_reaches_are_shown_as_far_as_known_and_those_of_others_are_not(scene: Scene) -> None:
    friend, foe = scene.player("Cora", "friends"), scene.player("Bram", "theirs")
    scene.relation("ours", "friends", "allied")
    for number, player in enumerate((friend, foe)):
        y = 5 + 3 * number
        scene.barony((8, y), (9, y), (10, y), name=f"Barony {y}")
        scene.city(8, y, player, name=f"City {y}")
        scene.tower(9, y, "guard", 1)
        scene.tower(10, y, "watch", 1)
    spots = [scene.at(x, y).id for x in (8, 9, 10) for y in (5, 8)]
    remember(scene.world, scene.ours.id, spots, scene.world)
    found = reaches(scene)
    assert [(each.centre, each.owner) for each in found["guard"]] == [((9, 5), "friends")]
    assert "watch" not in found, "how high an ally's tower is he does not tell"
    assert {(each.x, each.y) for each in drawn(scene).towers} >= {(9, 5), (9, 8)}


def test_pieces_and_cities_see_what_lies_around_them(scene: Scene) -> None:
    scene.unit(scene.stack(8, 8))
    (seen,) = reaches(scene)["presence"]
    around = [
        hex_
        for x, y in ((2, 2), (8, 8))
        for hex_ in scene.grid.within(scene.grid.at(scene.at(x, y).id - 1), 1)
    ]
    assert sorted(seen.hexes) == sorted((hex_.x, hex_.y) for hex_ in around)
    assert seen.centre is None


def test_who_has_nothing_sees_nothing(scene: Scene) -> None:
    theirs = scene.faction("theirs")
    chart = filled(Survey(scene.rules, scene.view(theirs), theirs.id))
    assert chart.reaches == ()
    assert chart.fortifications == ()
    assert chart.settlements == tuple[Settlement, ...]()


def test_a_natural_barrier_is_shown_with_the_way_and_the_modes_that_it_bars(scene: Scene) -> None:
    def barriers(bits: int) -> list[Link]:
        scene.link((2, 2), (3, 2), barrier=bits)
        return [each for each in drawn(scene).links if each.kind in ("barrier", "one-way")]

    assert barriers(natural_barrier(1)) == [Link(2, 2, 1, "barrier")]
    assert barriers(natural_barrier(1, one_way=True)) == [Link(2, 2, 1, "one-way")]
    assert barriers(natural_barrier(4, one_way=True)) == [Link(3, 2, 4, "one-way")]
    mixed = natural_barrier(1, ("land",)) | natural_barrier(4, ("water",), one_way=True)
    assert barriers(mixed) == [
        Link(2, 2, 1, "barrier", modes=("land",)),
        Link(3, 2, 4, "one-way", modes=("water",)),
    ]
