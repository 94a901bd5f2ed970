"""The module of seasoned heroes: what players, cities and factions begin with there, and where."""

from functools import cache
from itertools import product

import pytest

from engine.campaign import Faction, Player
from engine.dice import ForeseeDice, Seed, SeededDice
from engine.module import Module, load
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Character, City, Province
from engine.packs.cohorts.setup.founding import found
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.worth.experience import LevelChanged, earn
from engine.packs.cohorts.worth.mana import capacity
from engine.state import State
from engine.world import World
from tests.rules.scene import MODULES, Ran, Scene

FOUNDER = 10  # cohorts.order.build-guild


@cache
def veterans() -> Module:
    return load("veterans", [MODULES])


@cache
def founded(seed: int = 1) -> World:
    dice = SeededDice(Seed(seed.to_bytes(32, "big")), 0)
    return found(Rules.of(veterans()), dice, {})


@pytest.fixture
def scene() -> Scene:
    scene = Scene(4, 4)
    scene.module = veterans()
    scene.rules = Rules.of(veterans())
    scene.world = founded().fork()
    return scene


def join(scene: Scene, party: str = "lantern_circle") -> Ran:
    ran = scene.host(Join(faction="ashmark", name="Ada", party=party))
    assert not ran.refused
    return ran


def heroes(scene: Scene) -> list[Character]:
    player = next(each for each in scene.world.all(Player) if each.name == "Ada")
    return list(scene.world.by(Character, "player", player.id))


@pytest.mark.parametrize("party", sorted(veterans().content(Content).parties))
def test_every_party_has_founders_for_at_least_three_guilds(party: str) -> None:
    content = veterans().content(Content)
    level = content.experience.level_of(content.setup.xp)
    assert FOUNDER <= content.guild_rules.founder_level <= level <= FOUNDER + 2
    jobs = {each.class_ for each in content.parties[party].characters}
    kinds = [each for each in content.guilds.values() if each.founder in (None, *jobs)]
    assert len(kinds) >= 3


@pytest.mark.rule("cohorts.setup.starting-state", "cohorts.xp.level-up")
def test_a_veteran_has_what_a_beginner_would_have_who_had_earned_as_many_xp(scene: Scene) -> None:
    base, new, content = Scene(4, 4), [], veterans().content(Content)
    base.world = found(base.rules, SeededDice(Seed(bytes(32)), 0), {})
    for each in (base, scene):
        join(each)
        new.append(heroes(each))
    for beginner, veteran in zip(*new, strict=True):
        state = State(base.rules, base.world, ForeseeDice())
        grown = earn(state, beginner, content.setup.xp - beginner.xp)
        assert isinstance(grown, Character)
        assert grown.level > beginner.level
        # What is chosen in another party, and what a tick does to everybody when it closes.
        others = {name: getattr(veteran, name) for name in ("id", "holder", "spells", "miracles")}
        assert veteran == grown.replace(mana=veteran.mana, **others)
        assert veteran.mana == capacity(scene.world, content, veteran)


@pytest.mark.rule("cohorts.setup.starting-state", "cohorts.xp.level-up", "cohorts.talent.slots")
def test_who_joins_is_told_what_each_veteran_has_to_spend(scene: Scene) -> None:
    told = join(scene).events(LevelChanged)
    for event, hero in zip(told, heroes(scene), strict=True):
        assert (event.name, event.level, event.talents) == (hero.name, 11, 2)
        assert (event.skill_points, event.attribute_points) == (30, 20)
        assert (hero.skill_points, hero.attribute_points) == (30, 20)


@pytest.mark.rule("cohorts.diplomacy.relations", "cohorts.world.faction-relations")
def test_factions_begin_as_the_module_says_and_otherwise_neutral() -> None:
    world = founded()
    ids = {faction.key: faction.id for faction in world.all(Faction)}
    allied = [("ashmark", "elderwood"), ("hornhelm", "salt_ports")]
    for one, other in product(ids, ids):
        expected = "allied" if one == other or tuple(sorted((one, other))) in allied else "neutral"
        assert relation(world, ids[one], ids[other]) == expected


@pytest.mark.parametrize("seed", range(3))
def test_on_the_drawn_map_all_starts_are_alike_and_lack_what_only_an_ally_has(seed: int) -> None:
    world, content = founded(seed), veterans().content(Content)
    worth = content.world.fairness.worth
    wealth: dict[str, list[int]] = {}
    for city in world.all(City):
        if city.faction:
            land = list(world.by(Province, "barony", city.barony))
            deposits = [content.resources[key] for each in land for key in each.deposits]
            wealth.setdefault("worth", []).append(sum(worth[d.availability] for d in deposits))
            wealth.setdefault("food", []).append(sum(d.class_ == "food" for d in deposits))
            assert {"oak", "stone", "iron"} <= {deposit.key for deposit in deposits}
            assert not content.missing(content.improvements["smithy"].needs, _has(world, city))
            assert content.missing(content.guilds["mage"].needs, _has(world, city))
    assert {key: (len(each), len(set(each))) for key, each in wealth.items()} == {
        "worth": (8, 1),
        "food": (8, 1),
    }


def _has(world: World, city: City) -> tuple[str, ...]:
    return access(world, veterans().content(Content), city)


def test_realms_have_their_share_of_larger_starts() -> None:
    def shares(module: Module) -> dict[str, tuple[float, float]]:
        content = module.content(Content)
        usual = content.starting_city
        return {
            key: (
                (realm.population or usual.population) / usual.population,
                (realm.recruits or usual.recruits_of_home_race) / usual.recruits_of_home_race,
            )
            for key, realm in content.realms.items()
        }

    assert shares(veterans()) == shares(load("cohorts", [MODULES]))
