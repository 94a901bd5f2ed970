"""Taking a place in a campaign and giving it up, and the module of the broken conclave."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Faction, Player
from engine.dice import Seed, SeededDice
from engine.module import Module, load
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.ownership import faction_of, player_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Guild, Map, Province
from engine.packs.cohorts.setup.founding import found
from engine.packs.cohorts.setup.joining import Join, Leave, PlayerJoined, PlayerLeft, free_cities
from engine.packs.cohorts.worth.casters import caster_of
from engine.world import World
from tests.rules.scene import MODULES, Ran, Scene, changed, module

OURS, OTHERS = list(module().factions)[:2]


def limited(players: int | None) -> Module:
    """The shipped module with as many players in every faction."""
    base = module()
    factions = {
        key: each.model_copy(update={"players": players}) for key, each in base.factions.items()
    }
    return base.model_copy(update={"factions": factions})


@cache
def founded(seed: int) -> World:
    dice = SeededDice(Seed(seed.to_bytes(32, "big")), 0)
    return found(Rules.of(module()), dice, {})


def campaign(seed: int = 1, players: int | None = 2) -> Scene:
    """A new campaign of the shipped module, nobody in it."""
    scene = Scene(4, 4)
    scene.module = limited(players)
    scene.rules = Rules.of(scene.module)
    scene.world = founded(seed).fork()
    return scene


@pytest.fixture
def scene() -> Scene:
    return campaign()


def party_for(faction: str) -> str:
    parties = module().content(Content).parties.values()
    return next(p.key for p in parties if not p.factions or faction in p.factions)


def join(scene: Scene, name: str = "Ada", faction: str = OURS, party: str = "", city: int = 0):
    return scene.host(
        Join(faction=faction, name=name, party=party or party_for(faction), city=city)
    )


def side(scene: Scene, key: str) -> Faction:
    return next(faction for faction in scene.world.all(Faction) if faction.key == key)


def refusal(ran: Ran) -> tuple[str, str]:
    """Code and rule of the only refusal."""
    [failed] = ran.failures
    assert failed.says
    return failed.code, failed.rule


# ---------------------------------------------------------------- joining


@settings(max_examples=6)
@given(st.integers(0, 500))
@pytest.mark.rule("cohorts.setup.announce-and-join", "cohorts.setup.starting-city")
def test_every_seat_of_a_campaign_can_be_taken_and_no_city_is_taken_twice(seed: int) -> None:
    scene = campaign(seed)
    for key in module().factions:
        for number in (1, 2):
            assert not join(scene, f"{key} {number}", key).refused
    players = list(scene.world.all(Player))
    assert len(players) == 2 * len(module().factions)
    homes = [
        [c for c in scene.world.all(City) if player_of(scene.world, c) == p.id] for p in players
    ]
    assert [len(cities) for cities in homes] == [1] * len(players)
    for player, [home] in zip(players, homes, strict=True):
        assert home.faction == player.faction == faction_of(scene.world, home)
        mine = list(scene.world.by(Character, "player", player.id))
        assert len(mine) == scene.content.setup.characters
        assert home.baron == mine[0].id
        assert all(each.holder == home.place and each.starting for each in mine)
    names = [each.name.casefold() for each in scene.world.all(Character)]
    assert len(names) == len(set(names))


def test_a_player_may_choose_among_the_free_cities_of_the_faction(scene: Scene) -> None:
    *_, last = free_cities(scene.world, side(scene, OURS).id)
    assert not join(scene, city=last.id).refused
    assert player_of(scene.world, scene.now(last)) == 1
    assert last.id not in [city.id for city in free_cities(scene.world, side(scene, OURS).id)]


@pytest.mark.rule("cohorts.knowledge.view")
def test_a_new_player_knows_the_own_barony_and_all_that_border_it_and_sees_around_the_city(
    scene: Scene,
) -> None:
    join(scene)
    world, ours = scene.world, side(scene, OURS)
    home = next(city for city in world.all(City) if city.baron)
    adjacency = world.get(Map, 1).grid.adjacency()
    beside = [
        world.get(Province, there + 1)
        for province in world.by(Province, "barony", home.barony)
        for there in adjacency[province.id - 1]
        if there >= 0
    ]
    baronies = {province.barony for province in beside} - {0}
    expected = {p.id for p in world.all(Province) if p.barony in baronies}
    expected |= {province.id for province in beside}
    view = scene.view(ours)
    assert {province.id for province in view.all(Province)} == expected
    assert len(baronies) > 1
    seen = {memory.id for memory in view.all(Memory) if memory.in_view}
    around = [there + 1 for there in adjacency[home.province - 1] if there >= 0]
    assert seen == {home.province, *around}


def test_all_learn_who_joined_and_only_the_faction_where_and_with_whom(scene: Scene) -> None:
    ran = join(scene)
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, PlayerJoined)]
    own, other = entry.for_(side(scene, OURS).id), entry.for_(side(scene, OTHERS).id)
    assert own == entry.event
    assert other is not None
    assert other.known() == {"player": 1, "name": "Ada", "faction": side(scene, OURS).id}


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("cohorts.setup.announce-and-join")
def test_a_faction_without_a_limit_takes_players_as_long_as_it_has_cities() -> None:
    scene = campaign(players=None)
    free = len(list(free_cities(scene.world, side(scene, OURS).id)))
    for number in range(free):
        assert not join(scene, f"Player {number}").refused
    assert refusal(join(scene, "One more")) == ("not_allowed", "cohorts.setup.starting-city")


@pytest.mark.rule("cohorts.setup.starting-city")
def test_a_city_that_is_taken_foreign_or_no_city_is_refused_and_the_free_ones_are_named(
    scene: Scene,
) -> None:
    ours, others = side(scene, OURS), side(scene, OTHERS)
    first, second, *_ = free_cities(scene.world, ours.id)
    join(scene, city=first.id)
    wild = next(city for city in scene.world.all(City) if not city.faction)
    foreign = next(free_cities(scene.world, others.id))
    for city, words in (
        (first.id, "is taken by another player"),
        (foreign.id, "That city is no starting city"),
        (wild.id, "That city is no starting city"),
        (9999, "That city is no starting city"),
    ):
        [failed] = join(scene, "Bea", city=city).failures
        assert failed.rule == "cohorts.setup.starting-city"
        assert words in failed.says
        assert second.name in failed.instead


@pytest.mark.parametrize("faction, party", [("nobody", ""), (OURS, "nobody")])
def test_an_unknown_faction_or_party_is_refused_and_the_known_ones_are_named(
    scene: Scene, faction: str, party: str
) -> None:
    [failed] = join(scene, faction=faction, party=party or party_for(OURS)).failures
    assert failed.code == "bad_target"
    assert "“nobody”" in failed.says
    assert (OURS if faction == "nobody" else party_for(OURS)) in failed.instead


def test_a_party_that_rides_for_another_faction_is_refused(scene: Scene) -> None:
    free = scene.content.parties[party_for(OURS)]
    bound = free.model_copy(update={"factions": (OURS,)})
    content = changed(scene.content, {"parties": {bound.key: bound}})
    scene.module = scene.module.model_copy(update={"contents": {"cohorts": content}})
    scene.rules = Rules.of(scene.module)
    [failed] = join(scene, faction=OTHERS, party=bound.key).failures
    assert failed.says.startswith(f"{bound.name} does not ride for")
    assert not join(scene, faction=OURS, party=bound.key).refused


@pytest.mark.rule("cohorts.setup.names")
@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 33,
        "Ada\nBea",
        "Ada\x07",
        "Ada\u202enaeb",
        "A\u200bda",
        "\u200d",
        "@everyone",
        "<@123456789012345678>",
        "Ada <#5>",
    ],
)
def test_a_name_that_is_empty_too_long_hidden_or_calls_people_is_refused(
    scene: Scene, name: str
) -> None:
    assert refusal(join(scene, name)) == ("not_allowed", "cohorts.setup.names")
    assert not scene.world.count(Player)


@pytest.mark.rule("cohorts.setup.names")
@pytest.mark.parametrize("name", ["ada", " ADA ", "Ada", "\u0410da", "Ad\uff41"])
def test_no_two_players_have_one_name_or_names_that_look_the_same(scene: Scene, name: str) -> None:
    join(scene, "Ada")
    assert refusal(join(scene, name, OTHERS)) == ("not_allowed", "cohorts.setup.names")


@pytest.mark.parametrize("name", ["Ada", "Žofie Nováková", "阿达", "Ada <3", "me@home", "🏰"])
def test_a_name_of_any_script_is_taken_as_it_is(scene: Scene, name: str) -> None:
    assert not join(scene, name).refused
    assert scene.world.get(Player, 1).name == name


# ---------------------------------------------------------------- leaving


@pytest.mark.rule("cohorts.setup.starting-city")
def test_who_leaves_frees_the_seat_but_leaves_city_and_characters_behind(scene: Scene) -> None:
    scene = campaign(players=1)
    join(scene)
    held = [c.id for c in scene.world.all(City) if c.baron]
    ran = scene.host(Leave(player=1))
    assert [event.name for event in ran.events(PlayerLeft)] == ["Ada"]
    assert not scene.world.get(Player, 1).active
    assert [c.id for c in scene.world.all(City) if c.baron] == held
    assert not join(scene, "Bea").refused
    assert scene.world.get(Player, 2).active


@pytest.mark.parametrize("player", [0, 1, 7])
def test_only_who_is_in_the_campaign_can_leave_it(scene: Scene, player: int) -> None:
    join(scene)
    scene.host(Leave(player=1))
    [failed] = scene.host(Leave(player=player)).failures
    assert failed.code == "bad_target"


def test_a_player_cannot_join_or_leave_by_the_orders_of_a_turn(scene: Scene) -> None:
    join(scene)
    player = scene.world.get(Player, 1)
    ran = scene.run(Leave(player=1), player=player)
    assert not ran.events(PlayerLeft)
    assert scene.world.get(Player, 1).active


@cache
def conclave() -> Module:
    return load("conclave", [MODULES])


def shores(seed: int = 1) -> World:
    return found(Rules.of(conclave()), SeededDice(Seed(seed.to_bytes(32, "big")), 0), {})


@pytest.mark.parametrize("seed", range(3))
def test_both_shores_have_as_much_to_live_on(seed: int) -> None:
    world, content = shores(seed), conclave().content(Content)
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
    world = shores()
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
    scene.module, scene.rules, scene.world = conclave(), Rules.of(conclave()), shores()
    assert not scene.host(Join(faction=faction, name="Ada", party=party)).refused
    content = conclave().content(Content)
    mages = [each for each in scene.world.all(Character) if each.job == "mage"]
    assert len(mages) == 2
    for mage in mages:
        caster = caster_of(scene.world, content, mage)
        assert set(caster.levels) == set(content.parties[party].spells)
        assert all(level == mage.level for level in caster.levels.values())
        assert mage.mana >= mage.level
