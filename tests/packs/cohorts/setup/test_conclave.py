"""The module of the broken conclave: two shores alike, and masters at war from the first day."""

from functools import cache

import pytest

from engine.campaign import Faction
from engine.dice import Seed, SeededDice
from engine.module import Module, load
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province
from engine.packs.cohorts.setup.founding import found
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.worth.casters import caster_of
from engine.world import World
from tests.rules.scene import MODULES, Scene


@cache
def conclave() -> Module:
    return load("conclave", [MODULES])


def founded(seed: int = 1) -> World:
    return found(Rules.of(conclave()), SeededDice(Seed(seed.to_bytes(32, "big")), 0), {})


@pytest.mark.parametrize("seed", range(3))
def test_both_shores_have_as_much_to_live_on(seed: int) -> None:
    world, content = founded(seed), conclave().content(Content)
    worth = content.world.fairness.worth
    wealth: dict[int, list[int]] = {}
    for city in world.all(City):
        if city.faction:
            land = world.by(Province, "barony", city.barony)
            deposits = [content.resources[key] for each in land for key in each.deposits]
            total = sum(worth[deposit.availability] for deposit in deposits)
            wealth.setdefault(city.faction, []).append(total)
    one, other = (sorted(each) for each in wealth.values())
    assert len(one) == 2
    assert one == other


def test_the_two_houses_begin_at_war_with_the_same_guilds() -> None:
    world = founded()
    one, other = (each.id for each in world.all(Faction))
    assert relation(world, one, other) == "at_war"
    guilds: dict[int, list[tuple[str, int]]] = {}
    for guild in world.all(Guild):
        faction = world.get(City, guild.city).faction
        guilds.setdefault(faction, []).append((guild.type, guild.level))
    assert sorted(guilds[one]) == sorted(guilds[other])
    assert {type for type, _ in guilds[one]} == {"church", "knave", "mage"}


@pytest.mark.parametrize(
    "faction, party", [("open_book", "reading_circle"), ("sealed_book", "locked_shelf")]
)
def test_the_mages_of_either_house_can_cast_all_that_stands_in_their_books(
    faction: str, party: str
) -> None:
    scene = Scene(4, 4)
    scene.module, scene.rules, scene.world = conclave(), Rules.of(conclave()), founded()
    assert not scene.host(Join(faction=faction, name="Ada", party=party)).refused
    content = conclave().content(Content)
    mages = [each for each in scene.world.all(Character) if each.job == "mage"]
    assert len(mages) == 2
    for mage in mages:
        caster = caster_of(scene.world, content, mage)
        assert set(caster.levels) == set(content.parties[party].spells)
        assert all(level == mage.level for level in caster.levels.values())
        assert mage.mana >= mage.level
