"""What guilds do for people: potions brewed, wounds healed, units taught their talents."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Player
from engine.packs.cohorts.guilds.brewing import (
    ChurchMakeHealingDraughts,
    GuildMakeAntidote,
    GuildMakePoison,
    GuildMakePotion,
    PotionsBrewed,
    requirements,
)
from engine.packs.cohorts.guilds.healing import ChurchHealCombatUnit, HealedByChurch, healed
from engine.packs.cohorts.guilds.talents import SetUnitTalents, TalentsSet
from engine.packs.cohorts.pieces.records import City, Guild, Unit
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import Record
from tests.rules.scene import CONTENT, Ran, Scene, ref

ORDERS = {
    "magic": GuildMakePotion,
    "poison": GuildMakePoison,
    "antidote": GuildMakeAntidote,
    "healing": ChurchMakeHealingDraughts,
}
FLORA = ("buchu", "elfweed", "foxglove", "lavender", "saffron", "spider_wart", "wildwood")


def brewery(type: str = "mage", level: int = 13, **city: Any) -> tuple[Scene, City, Guild]:
    scene = Scene()
    scene.province(5, 5, deposits=city.pop("deposits", ()))
    home = scene.city(5, 5, scene.me, name="Harrow", **city)
    return scene, home, scene.guild(home, type, level)


def test_a_college_is_told_which_guild_is_missing_for_a_potion() -> None:
    scene, city, _ = brewery("college", deposits=FLORA)
    potion = scene.content.potions["grave_rot"]
    assert [each.code for each in requirements(scene.world, scene.content, city, potion)] == [
        "guild_missing"
    ]
    scene.guild(city, "knave")
    assert not list(requirements(scene.world, scene.content, city, potion))


def test_only_brewers_and_what_they_can_make_are_offered() -> None:
    scene, city, guild = brewery("knave", 6, deposits=("foxglove", "saffron"))
    scene.guild(city, "mage", 6)
    assert scene.offered(GuildMakePoison, "guild") == [str(ref(guild))]
    [choice] = scene.choices(GuildMakePoison, "potion", guild=str(ref(guild)))
    assert (choice.value, choice.label) == ("foxglove_venom", "Minor foxglove venom, 2 of it")


@settings(max_examples=40, deadline=None)
@given(
    access=st.sets(st.sampled_from(FLORA)),
    stock=st.dictionaries(st.sampled_from(FLORA), st.integers(1, 12)),
    level=st.integers(1, 35),
    wanted=st.integers(0, 21),
)
def test_brewing_uses_up_the_recipe_and_nothing_of_what_there_is_access_to(
    access: set[str], stock: dict[str, int], level: int, wanted: int
) -> None:
    potions = list(Scene().content.potions.values())
    potion = potions[wanted]
    scene = Scene()
    kind = next(k for k, g in scene.content.guilds.items() if potion.keyword in g.brews)
    scene.province(5, 5, deposits=tuple(sorted(access)))
    city = scene.city(5, 5, scene.me, secrets=(potion.key,))
    guild = scene.guild(city, kind, level)
    scene.items(city, **stock)
    order = ORDERS[potion.keyword]
    ran = scene.run(order.model_validate({"guild": ref(guild), "potion": potion.key}))
    done = ran.events(PotionsBrewed)
    made = sum(event.number for event in done)
    held = scene.held(city)
    assert made <= -(-level // 5)
    assert scene.now(guild).actions == (0 if made else 1)
    for flora in FLORA:
        used = 0 if flora in access else made * potion.ingredients.get(flora, 0)
        assert held.get(flora, 0) == stock.get(flora, 0) - used >= 0
    assert sum(n for item, n in held.items() if item not in FLORA) == made


wounds = st.integers(0, 100)


def church(level: int = 10) -> tuple[Scene, City, Guild]:
    scene = Scene()
    city = scene.city(5, 5, scene.me, population={"human": 8000})
    deity = next(iter(CONTENT.deities))
    return scene, city, scene.guild(city, "church", level, deity=deity)


def order(guild: Guild, *targets: Record) -> ChurchHealCombatUnit:
    return ChurchHealCombatUnit(guild=ref(guild), targets=tuple(map(ref, targets)))


@given(
    st.integers(1, 35),
    st.lists(st.tuples(st.integers(1, 900), wounds), min_size=1, max_size=10),
)
def test_no_more_soldiers_and_units_are_healed_than_a_church_can(
    level: int, units: list[tuple[int, int]]
) -> None:
    scene, city, guild = church(level)
    before = [scene.unit(city, soldiers=men, wounds=hurt) for men, hurt in units]
    scene.run(order(guild, *before))
    after = [scene.now(unit) for unit in before]
    better = [now for now, then in zip(after, before, strict=True) if now.wounds != then.wounds]
    assert len(better) <= heroic_level(level)
    assert sum(unit.soldiers for unit in better) <= level**2
    for now, then in zip(after, before, strict=True):
        assert max(0, then.wounds - level) <= now.wounds <= then.wounds <= 100


@given(st.integers(1, 35), st.lists(st.tuples(st.booleans(), wounds), max_size=10))
def test_healing_leaves_wounds_between_0_and_100(
    level: int, characters: list[tuple[bool, int]]
) -> None:
    scene, city, guild = church(level)
    targets = [
        scene.character(city, wounds=hurt, deity=guild.deity if faithful else "")
        for faithful, hurt in characters
    ]
    for piece, points in healed(CONTENT.guild_rules, guild, targets):
        assert 0 < points <= piece.wounds < 100
        assert points <= level * 3


def test_the_dead_are_passed_over_and_leave_their_place_to_others() -> None:
    scene, city, guild = church(1)
    bodies = [scene.character(city, wounds=left, dead=True) for left in (100, 60)]
    hurt = scene.character(city, wounds=30)
    assert not scene.run(order(guild, *bodies, hurt)).refused
    assert [scene.now(piece).wounds for piece in (*bodies, hurt)] == [100, 60, 29]


def test_soldiers_loose_and_in_stacks_of_allies_are_healed_and_their_owners_told() -> None:
    scene, city, guild = church(10)
    ally: Player = scene.someone("allied")
    loose = scene.unit(scene.at(5, 5), ally, soldiers=20, wounds=50)
    stacked = scene.unit(scene.stack(5, 5, ally), ally, soldiers=20, wounds=5)
    ran = scene.run(order(guild, loose, stacked))
    assert (scene.now(loose).wounds, scene.now(stacked).wounds) == (40, 0)
    entries = [entry for entry in ran.entries if isinstance(entry.event, HealedByChurch)]
    assert [set(entry.audience) for entry in entries] == [{scene.ours.id, ally.faction}] * 2
    assert [event.healed for event in ran.events(HealedByChurch)] == [10, 5]
    assert all(event.city == city.id for event in ran.events(HealedByChurch))


def test_what_an_ally_suffers_cannot_be_foreseen() -> None:
    scene, _, guild = church(10)
    ally = scene.someone("allied")
    hurt = scene.character(scene.stack(5, 5, ally), ally, wounds=50)
    assert scene.plan(order(guild, hurt)).orders[0].outcome == "unforeseen"


def test_own_and_allied_pieces_at_the_church_are_offered() -> None:
    scene, city, guild = church(10)
    own = scene.character(city, wounds=5)
    ally, foe = scene.someone("allied"), scene.someone("at_war")
    theirs = scene.unit(scene.stack(5, 5, ally), ally)
    scene.unit(scene.stack(5, 5, foe), foe)
    scene.character(scene.stack(6, 6))
    values = scene.offered(ChurchHealCombatUnit, "targets", guild=str(ref(guild)))
    assert {str(ref(own)), str(ref(theirs))} <= set(values)
    assert len(values) == 3, "the two and the baron"


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.guild(scene.city(1, 1, scene.me), "warrior", 5)
    return scene


def learn(scene: Scene, unit: Unit, *changes: str) -> Ran:
    return scene.give(SetUnitTalents, piece=ref(unit), changes=changes)


@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_changes_are_worked_off_in_order_and_a_refused_one_does_not_hinder_the_next(
    scene: Scene,
) -> None:
    unit = scene.unit(scene.stack(1, 1), talents=("axeman", "pikeman"))
    changes = ("add bowman", "add magic_trained", "add swordsman", "add axeman", "add defender")
    [told] = learn(scene, unit, *changes).events(TalentsSet)
    assert scene.now(unit).talents == ("axeman", "pikeman", "bowman")
    assert told.gained == ("bowman",)
    assert told.left_out == (
        ("add magic_trained", "guild_missing"),
        ("add swordsman", "no_free_slot"),
        ("add axeman", "no_free_slot"),
        ("add defender", "no_free_slot"),
    )


@pytest.mark.rule("cohorts.talent.changing")
@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_who_loses_a_level_by_an_exchange_is_told(scene: Scene) -> None:
    unit = scene.unit(scene.stack(1, 1), level=2, xp=60, talents=("axeman",))
    [told] = learn(scene, unit, "replace axeman by swordsman").events(LevelChanged)
    assert (told.before, told.level) == (2, 1)


@pytest.mark.parametrize(
    "change, code",
    [
        ("replace scout by axeman", "already_known"),
        ("replace scout by defender", "not_known"),
        ("replace axeman by scout", "guild_missing"),
        ("replace axeman by defender", "missing"),
        ("add nonsense", "bad_target"),
        ("replace nonsense by axeman", "bad_target"),
    ],
)
@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_a_change_that_cannot_be_is_refused_with_its_reason(
    scene: Scene, change: str, code: str
) -> None:
    unit = scene.unit(scene.stack(1, 1), level=1, xp=15, talents=("axeman",))
    ran = learn(scene, unit, change)
    assert ran.code == code
    assert ran.failures[0].instead
    assert scene.now(unit) == unit


@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_a_body_learns_nothing(scene: Scene) -> None:
    body = scene.character(scene.stack(1, 1), dead=True)
    ran = scene.give(SetUnitTalents, piece=ref(body), changes=["add armored"])
    assert ran.code == "unable"


@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_what_an_allys_guilds_teach_cannot_be_foreseen(scene: Scene) -> None:
    scene.guild(scene.city(5, 5, scene.someone("allied")), "warrior", 5)
    unit = scene.unit(scene.stack(5, 5))
    order = SetUnitTalents(piece=ref(unit), changes=("add armored",))
    assert [each.outcome for each in scene.plan(order).orders] == ["unforeseen"]
    assert not scene.run(order).refused
    assert scene.now(unit).talents == ("armored",)


@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_what_is_taught_there_is_offered(scene: Scene) -> None:
    unit = scene.unit(scene.stack(1, 1), talents=("axeman", "pikeman", "scout"))
    offered = scene.offered(SetUnitTalents, "changes", piece=str(ref(unit)))
    assert "replace scout by armored" in offered
    assert not any(each.startswith("add") for each in offered)  # no slot is free
    assert len(offered) == 21  # 3 to give up, 7 that a guild of level 5 teaches in addition


NAMES = ["axeman", "swordsman", "armored", "scout", "magic_trained", "nonsense"]
CHANGES = st.sampled_from(NAMES).map(lambda new: f"add {new}") | st.tuples(
    st.sampled_from(NAMES), st.sampled_from(NAMES)
).map(lambda pair: f"replace {pair[0]} by {pair[1]}")


@given(st.integers(0, 2000), st.lists(CHANGES, min_size=1, max_size=8))
@pytest.mark.rule("cohorts.order.set-unit-talents")
def test_no_list_of_changes_gives_a_talent_twice_or_more_than_the_level_allows(
    xp: int, changes: list[str]
) -> None:
    scene = Scene(4, 4)
    scene.guild(scene.city(1, 1, scene.me), "warrior", 5)
    level = scene.content.experience.level_of(xp)
    unit = scene.unit(scene.stack(1, 1), xp=xp, level=level, talents=("scout",))
    learn(scene, unit, *changes)
    now = scene.now(unit)
    assert len(set(now.talents)) == len(now.talents)
    assert len(now.talents) <= scene.content.training.talents_at(now.level)
    assert 0 <= now.xp <= xp
    assert now.level == scene.content.experience.level_of(now.xp)
