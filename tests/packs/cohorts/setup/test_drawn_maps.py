"""Maps that designers draw: what is drawn stands in the world, the rest is made around it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shutil import copyfile, copytree

import pytest

from engine.campaign import Player
from engine.dice import Seed, SeededDice
from engine.hexes import Hex
from engine.module import Fault, Module, check, load
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen import WorldPlan, generate
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.records import (
    City,
    Guild,
    Possession,
    Province,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.setup.founding import found
from engine.packs.cohorts.setup.joining import Join
from engine.turn import Due, Submission, resolve
from engine.world import Place, World
from tests.rules.scene import MODULES, MONDAY, queued

HERE = Path(__file__).parent
SEEDS = range(4)


@cache
def module() -> Module:
    return load("drawn", [HERE, MODULES])


@cache
def content() -> Content:
    return module().content(Content)


@cache
def plan(seed: int) -> WorldPlan:
    return generate(module(), 18, 14, SeededDice(Seed(seed.to_bytes(32, "big")), 0))


@cache
def world(seed: int = 0) -> World:
    return found(Rules.of(module()), SeededDice(Seed(seed.to_bytes(32, "big")), 0), {})


def at(x: int, y: int) -> Province:
    return world().get(Province, y * 18 + x + 1)


def city(name: str) -> City:
    return next(each for each in world().all(City) if each.name == name)


def test_the_drawn_module_has_no_faults() -> None:
    assert check(HERE / "drawn", [MODULES]) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_every_hex_is_of_the_terrain_of_its_letters(seed: int) -> None:
    drawing = content().drawing
    assert drawing
    for y, row in enumerate(drawing.cells):
        for x, letters in enumerate(row):
            if letters != "?":
                assert plan(seed).provinces[y * 18 + x].terrain == drawing.legend[letters]


def test_what_is_left_open_is_made_and_differs_from_seed_to_seed() -> None:
    east = [
        [province.terrain for province in plan(seed).provinces if 9 <= province.at.x <= 16]
        for seed in SEEDS
    ]
    assert east[0] != east[1]
    assert any(terrain not in {"sea", "ocean", "shoals"} for terrain in east[0])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("cohorts.setup.starting-city")
def test_factions_without_a_drawn_city_start_in_a_generated_one(seed: int) -> None:
    seats = [each.city.faction for each in plan(seed).baronies if each.city.faction]
    assert sorted(seats) == ["ashmark", "elderwood", "hornhelm", "salt_ports"]


def test_a_drawn_city_has_what_is_drawn_and_begins_otherwise_as_any() -> None:
    north, mere, toll = city("Northwatch"), city("Willowmere"), city("The Toll")
    rules = content().starting_city
    assert north.province == at(2, 2).id
    assert sum(north.population.values()) == rules.population
    assert north.improvements == rules.improvements
    assert mere.population == {"elf": 5000, "halfling": 4000}
    assert (toll.faction, toll.population) == (0, {"human": 7000})
    assert at(3, 6).fortification == 3
    villages = {each.province: each.level for each in world().all(Village)}
    assert villages[at(1, 2).id] == 2


def test_a_drawn_barony_has_the_provinces_drawn_and_the_others_are_made_around_it() -> None:
    north = city("Northwatch")
    land = {(each.x, each.y) for each in world().by(Province, "barony", north.barony)}
    assert land == {(2, 2), (1, 1), (2, 1), (1, 2), (3, 2), (1, 3), (2, 3)}
    assert world().get(Barony, north.barony).name == "The North Shore"
    mere = world().by(Province, "barony", city("Willowmere").barony)
    assert len(list(mere)) == content().world.barony_provinces.typical
    assert world().count(City) > 3


def test_a_drawn_garrison_and_guild_stand_in_the_city() -> None:
    toll = city("The Toll")
    [guard] = world().by(Unit, "holder", toll.place)
    assert (guard.name, guard.soldiers, guard.level, guard.player) == ("Gate Guard", 200, 5, 0)
    assert guard.equipment == {"main_hand": "spear", "off_hand": "shield", "armor": "chain_mail"}
    [guild] = world().by(Guild, "city", toll.id)
    assert (guild.name, guild.type, guild.level) == ("House of Scales", "merchant", 12)


def test_drawn_towers_stand_and_a_drawn_mage_guild_has_its_spell_book() -> None:
    towers = [(each.type, each.province, each.level) for each in world().all(Tower)]
    assert towers == [("watch", at(3, 2).id, 3), ("castle", at(2, 2).id, 1)]
    (guild,) = world().by(Guild, "city", city("Northwatch").id)
    assert (guild.type, guild.level, guild.spells) == ("mage", 7, ("fireball", "tremors"))


def test_the_garrison_of_a_starting_city_is_its_players_once_one_joins() -> None:
    rules = Rules.of(module())
    parties = content().parties.values()
    party = next(p.key for p in parties if not p.factions or "ashmark" in p.factions)
    join = Join(faction="ashmark", name="Morgan", party=party)
    due = Due("setup", 1, MONDAY, (Submission(0, queued((join,))),))
    outcome = resolve(rules, world(), due, SeededDice(Seed(bytes(32)), 1))
    assert not outcome.faults
    [player] = outcome.world.all(Player)
    [watch] = outcome.world.by(Unit, "holder", city("Northwatch").place)
    assert (watch.name, watch.player) == ("Harbour Watch", player.id)
    [guard] = outcome.world.by(Unit, "holder", city("The Toll").place)
    assert guard.player == 0


def test_drawn_realms_have_their_names_members_and_capitals() -> None:
    [territory] = world().all(Territory)
    [kingdom] = world().all(Kingdom)
    assert (territory.name, territory.capital) == ("The Shore", city("Northwatch").id)
    assert (kingdom.name, kingdom.capital) == ("The Western Crown", city("The Toll").id)
    inside = {each.id for each in world().by(Barony, "territory", territory.id)}
    assert inside == {city(n).barony for n in ("Northwatch", "Willowmere", "The Toll")}


@pytest.mark.rule("cohorts.world.resource-seeding")
def test_drawn_deposits_stay_as_they_are_drawn() -> None:
    for seed in SEEDS:
        province = plan(seed).provinces[2 * 18 + 1]
        assert province.resources == ("wheat", "palfrey", "gold")


def test_drawn_ways_and_barriers_lie_where_they_are_drawn_and_none_is_added() -> None:
    grid = plan(0).grid

    def link(x: int, y: int, direction: int) -> Link:
        return world().get(Link, link_id(grid, at(x, y).id, direction))

    assert [link(3, 4, 3).river, link(2, 5, 3).river, link(2, 6, 4).river] == [2, 2, 2]
    assert [link(3, 6, 3).road, link(2, 7, 3).road] == [3, 3]
    assert link(3, 4, 1).barrier == 1
    sides = [(each.river, each.road, each.barrier) for each in world().all(Link)]
    assert [sum(bool(side) for side in kind) for kind in zip(*sides, strict=True)] == [3, 2, 1]


@pytest.mark.rule("cohorts.movement.gates", "cohorts.world.level-restriction")
def test_drawn_gates_limits_and_safe_land_are_in_the_world() -> None:
    assert (at(1, 6).gate, at(6, 10).gate) == (at(6, 10).id, at(1, 6).id)
    limits = {(p.x, p.y): p.level_limit for p in world().all(Province) if p.level_limit}
    assert limits == {(4, 10): 6}
    assert {(p.x, p.y) for p in world().all(Province) if p.pvp_free} == {(4, 10), (3, 9)}


@pytest.mark.rule("cohorts.world.hot-spots")
def test_drawn_hot_spots_are_of_their_kind_or_all_their_own() -> None:
    by_name = {each.name: each for each in world().all(HotSpot)}
    hole, lantern = by_name["Old Cinder's Hole"], by_name["The Lantern"]
    kind = content().hot_spots["drake_cave"]
    assert (hole.type, hole.icon, hole.text) == ("drake_cave", kind.icon, kind.text)
    assert (lantern.type, lantern.icon, lantern.uses) == ("", "sun", 3)
    assert lantern.quests == ("follow-the-lantern",)
    assert len(by_name) > 2, 'more = ["hot_spots"] adds others'


@pytest.mark.rule("cohorts.world.caches")
def test_a_drawn_cache_lies_in_its_province_and_is_the_only_one() -> None:
    caches = [each for each in world().all(Possession) if each.holder.kind == "province"]
    [cache_] = caches
    assert (cache_.holder, cache_.item, cache_.count) == (
        Place("province", at(6, 9).id),
        "spear",
        30,
    )


def test_a_drawn_region_is_named() -> None:
    assert {p.region for p in world().all(Province)} == {"", "The Spine"}


def test_a_drawn_map_comes_in_no_other_size() -> None:
    with pytest.raises(ValueError, match="18 by 14"):
        found(Rules.of(module()), SeededDice(Seed(bytes(32)), 0), {"width": 24, "height": 18})


def test_a_stored_module_keeps_its_drawing() -> None:
    assert Module.from_json(module().to_json()) == module()


# ---------------------------------------------------------------- more or less is drawn


def variant(folder: Path, keep: Sequence[str], drawing: str = "") -> Module:
    """The drawn module with only some of its files, and another text for what is drawn."""
    copy = folder / "variant"
    copy.mkdir()
    for name in keep:
        copyfile(HERE / "drawn" / name, copy / name)
    (copy / "drawing.toml").write_text(drawing, encoding="utf-8")
    assert check(copy, [MODULES]) == []
    return load("variant", [folder, MODULES])


def made(base: Module, seed: int = 0) -> WorldPlan:
    size = base.extent
    return generate(base, size.width, size.height, SeededDice(Seed(seed.to_bytes(32, "big")), 0))


def test_a_designer_may_draw_the_land_alone(tmp_path: Path) -> None:
    text = (HERE / "drawn" / "drawing.toml").read_text(encoding="utf-8")
    start, end = text.index("[drawing.legend]"), text.index("[drawing.cities.northwatch]")
    base = variant(tmp_path, ["module.toml", "drawing.map"], text[start:end])
    for seed in SEEDS:
        land = made(base, seed)
        assert land.provinces[2 * 18 + 2].terrain == "grassland"
        assert sum(bool(each.city.faction) for each in land.baronies) == 4
        assert land.rivers
        assert land.roads
        assert land.hot_spots
        for barony in land.baronies:
            held = [key for at in barony.provinces for key in land.province(at).resources]
            assert not content().missing((("any food",), ("oak", "stone")), held)


def test_a_designer_may_set_cities_on_generated_land(tmp_path: Path) -> None:
    base = variant(
        tmp_path,
        ["module.toml"],
        '[drawing]\nmore = ["cities"]\n[drawing.cities.hub]\nname = "The Hub"\nat = [9, 7]\n',
    )
    for seed in range(12):
        land = made(base, seed)
        hub = next(each for each in land.baronies if each.city.name == "The Hub")
        assert hub.city.at == Hex(9, 7)
        assert not content().terrains[land.province(hub.city.at).terrain].is_water
        assert len(land.baronies) > 5


def test_a_world_may_be_four_islands_of_one_province(tmp_path: Path) -> None:
    rows = [["."] * 18 for _ in range(14)]
    for x in (4, 6, 8, 10):
        rows[7][x] = "g"
    keys = ("ashmark", "elderwood", "salt_ports", "hornhelm")
    cities = "".join(
        f'[drawing.cities.{key}_seat]\nfaction = "{key}"\nat = [{x}, 7]\nprovinces = [[{x}, 7]]\n'
        for key, x in zip(keys, (4, 6, 8, 10), strict=True)
    )
    folder = tmp_path / "variant"
    legend = '[drawing.legend]\n"." = "sea"\ng = "grassland"\n'
    folder.mkdir()
    copyfile(HERE / "drawn" / "module.toml", folder / "module.toml")
    (folder / "drawing.toml").write_text(legend + cities, encoding="utf-8")
    text = "\n".join(" ".join(row) for row in rows)
    (folder / "drawing.map").write_text(text, encoding="utf-8")
    assert check(folder, [MODULES]) == []
    islands = made(load("variant", [tmp_path, MODULES]))
    assert [len(each.provinces) for each in islands.baronies] == [1, 1, 1, 1]
    assert all(each.city.villages == () for each in islands.baronies)


# ---------------------------------------------------------------- what is wrong with a drawing


def faults(
    folder: Path, old: str, new: str, file: str = "drawing.toml"
) -> tuple[list[Fault], list[str]]:
    """The faults of the drawn module with one passage of a file changed, and the file's lines."""
    copy = folder / "drawn"
    copytree(HERE / "drawn", copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    (copy / file).write_text(text, encoding="utf-8")
    return check(copy, [MODULES]), text.splitlines()


LONG = 'steps = ["sw", "sw", "sw", "sw", "sw", "sw", "sw", "sw"]'


@pytest.mark.parametrize(
    "old, new, where, says",
    [
        ("level = 6", "level = 0", "level = 0", "1 or more"),
        ("at = [4, 10]", "at = [3, 6]", "at = [3, 6]", "can have no limit"),
        ("at = [6, 9]", "at = [6, 14]", "at = [6, 14]", "the map is 18 by 14"),
        ('"sw", "sw", "w"', '"sw", "south"', 'steps = ["sw", "south"]', "'ne', 'e'"),
        ('steps = ["sw", "sw"]', LONG, LONG, "leads off the map"),
        ('["toll", ', '["tol", ', 'cities = ["tol", ', "did you mean 'toll'?"),
        ('capital = "toll"', 'capital = "inn"', 'capital = "inn"', "none of its cities"),
        ("at = [3, 6]", "at = [0, 6]", "at = [0, 6]", "lies in the sea"),
        ("[[2, 5], ", "[[2, 2], ", "provinces = [[2, 2], ", "belongs to 'northwatch' already"),
        ('"ashmark"', '"ashmarks"', 'faction = "ashmarks"', "not among factions"),
        ('"gold"', '"glod"', 'resources = ["wheat"', "not among resources"),
        ('type = "drake_cave"\n', "", "[[drawing.hot_spots]]", "needs a type, or a name and"),
        ('["cities", ', "[", "[drawing", "0 of its 1 starting cities"),
        ("{ at = [1, 2], level = 2 }", "{ at = [6, 6] }", "villages = ", "not in the barony"),
        ("{ at = [3, 2], type", "{ at = [3, 3], type", "towers = ", "not in the barony"),
        ("{ at = [3, 2], type", "{ at = [2, 2], type", "towers = ", "has two at [2, 2]"),
        ('type = "castle"', 'type = "castle", level = 2', "towers = ", "a castle has one level"),
        ('type = "mage"', 'type = "knave"', "guilds = ", "only mage guilds have a spell book"),
        ('"tremors"', '"tremor"', "guilds = ", "did you mean 'tremors'?"),
        ('sw = "swamp"', 'sw = "swomp"', 'sw = "swomp"', "did you mean 'swamp'?"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(
    tmp_path: Path, old: str, new: str, where: str, says: str
) -> None:
    [fault, *_], lines = faults(tmp_path, old, new)
    assert fault.file == "drawn/drawing.toml"
    assert says in str(fault)
    assert fault.line
    assert lines[fault.line - 1].startswith(where)


@pytest.mark.parametrize(
    "old, new, line, says",
    [
        ("g  g  f  f  .", "g  q  f  f  .", 2, "column 2 has 'q', which is not in the legend"),
        ("g  g  f  f  .  .", "g  g  f  f  .", 2, "row 1 has 17 hexes, but [map] says 18"),
        (".  .  g  g  g  g  .  .  .  ?  ?  ?  ?  ?  ?  ?  ?  .\n", "", None, "has 13 rows"),
    ],
)
def test_a_wrong_hex_is_told_with_its_line_in_the_map(
    tmp_path: Path, old: str, new: str, line: int | None, says: str
) -> None:
    [fault, *_], _ = faults(tmp_path, old, new, "drawing.map")
    assert (fault.file, fault.line) == ("drawn/drawing.map", line)
    assert says in str(fault)
