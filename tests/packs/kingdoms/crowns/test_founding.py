"""A new world of Kingdoms: its land, its contents, and what kingdoms begin with."""

from __future__ import annotations

import pytest

from engine.dice import Seed, SeededDice
from engine.hexes import Grid
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.content import CrownContent
from engine.packs.kingdoms.crowns.joining import Join, Leave
from engine.packs.kingdoms.crowns.kings import (
    Choices,
    fitted,
    king_faults,
    learnable,
    levels_left,
    levels_of_king,
    points_left,
    raisable,
)
from engine.packs.kingdoms.crowns.provinces import adjacent, distance, is_coastal
from engine.packs.kingdoms.crowns.strewing import reach_of, wild_land
from engine.packs.kingdoms.pieces.abilities import ABILITIES, NAMES, level_in
from engine.packs.kingdoms.pieces.records import (
    Army,
    Crown,
    Holding,
    Lands,
    MagicItem,
    Ruler,
    Site,
    Survey,
    survey_id,
)
from engine.world import World
from tests.packs.kingdoms.crowns.table import Table, empty, joins, rules
from tests.rules.adapters.kingdoms.words import ARMIES, CROWNS

SEEDS = [Seed(bytes([n]) * 32) for n in range(1, 6)]


def founded(seed: Seed, **settings: int):
    found = rules().found
    assert found
    return found(rules(), SeededDice(seed, 0), settings)


def over_land(world: World, home: int) -> dict[int, int]:
    """The land within three steps over land of a home, with how many."""
    found, waiting = {home: 0}, [home]
    for here in waiting:
        for there in adjacent(world, here) if found[here] < 3 else ():
            if there not in found and not ARMIES.grounds[world.get(Holding, there).terrain].sea:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def offered(world: World, home: int) -> dict[str, int]:
    """What a home has within reach."""
    land = over_land(world, home)
    return {
        "taxes": sum(world.get(Holding, id).tax for id in land),
        "land": len(land),
        "features": sum(1 for site in world.all(Site) if site.holding in land),
        "heroes": sum(1 for ruler in world.all(Ruler) if ruler.holding in land),
    }


@pytest.mark.rule("kingdoms.mapping.province")
def test_provinces_go_row_by_row_and_wrap_from_east_to_west() -> None:
    world = empty()
    lands = world.get(Lands, 1)
    assert [(each.x, each.y) for each in world.all(Holding)] == [(h.x, h.y) for h in lands.grid]
    first, last = world.get(Holding, 1), world.get(Holding, lands.width)
    assert distance(world, first.id, last.id) == 1
    assert distance(world, 1, lands.width * (lands.height - 1) + 1) == lands.height - 1


@pytest.mark.rule("kingdoms.setup.start-provinces")
@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_homes_lie_on_land_and_far_enough_apart(seed: Seed) -> None:
    world = founded(seed)
    homes = [crown.home for crown in world.all(Crown)]
    assert len(homes) == 4
    for place, home in enumerate(homes):
        assert not ARMIES.grounds[world.get(Holding, home).terrain].sea
        assert all(distance(world, home, other) >= 5 for other in homes[:place])


@pytest.mark.rule("kingdoms.setup.start-provinces", "kingdoms.setup.treasury-and-heroes")
@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_homes_offer_alike_within_a_tenth(seed: Seed) -> None:
    world = founded(seed)
    offers = [offered(world, crown.home) for crown in world.all(Crown)]
    for thing in offers[0]:
        column = [offer[thing] for offer in offers]
        mean = sum(column) / len(column)
        assert all(9 * mean <= 10 * each <= 11 * mean for each in column), thing


@pytest.mark.rule("kingdoms.setup.treasury-and-heroes")
@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_every_home_has_heroes_of_the_same_minds_as_near(seed: Seed) -> None:
    world = founded(seed)
    heroes = list(world.all(Ruler))
    seats = world.count(Crown)
    near = [over_land(world, crown.home) for crown in world.all(Crown)]
    for first in range(0, len(heroes), seats):
        round = heroes[first : first + seats]
        assert len({hero.alignment for hero in round}) == 1
        assert len({ways.get(hero.holding) for hero, ways in zip(round, near, strict=True)}) == 1
    assert len({hero.alignment for hero in heroes}) == 3


def test_a_map_without_room_for_homes_says_so() -> None:
    with pytest.raises(ValueError, match=r"no room for 4 homes at least 5 provinces apart"):
        founded(SEEDS[0], width=5, height=5)


@pytest.mark.rule("kingdoms.setup.treasury-and-heroes")
def test_heroes_without_a_king_stand_on_land_that_no_kingdom_will_own() -> None:
    world = empty()
    heroes = list(world.all(Ruler))
    wild = [holding.id for holding in wild_land(world, ARMIES)]
    assert len(heroes) == 3 * world.count(Crown)
    assert all(hero.holding in wild and not hero.crown for hero in heroes)
    assert len({hero.name for hero in heroes}) == len(heroes)


@pytest.mark.rule("kingdoms.setup.features")
@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_each_artifact_lies_in_the_hoard_of_a_different_dangerous_feature(seed: Seed) -> None:
    world, content = founded(seed), rules().module.content(EncounterContent)
    unique = {each.key for each in content.artifacts.values() if each.unique}
    hidden = [item for item in world.all(MagicItem) if item.item in unique]
    assert {item.item for item in hidden} == unique
    sites = [world.get(Site, item.holder.id) for item in hidden]
    assert len({site.id for site in sites}) == len(unique) == 10
    assert all(content.beings[site.being].hits >= 25 for site in sites)


@pytest.mark.rule("kingdoms.map.independent-provinces")
def test_militia_stands_on_all_land_that_is_worth_something() -> None:
    world = empty()
    for holding in world.all(Holding):
        armies = list(world.by(Army, "holding", holding.id))
        sea = ARMIES.grounds[holding.terrain].sea
        assert len(armies) == (0 if sea else -(-holding.tax // 4))
        assert all(army.militia and army.type == "GA" and army.quality == 1 for army in armies)


# ---------------------------------------------------------------- taking a kingdom


@pytest.mark.rule("kingdoms.setup.start-provinces", "kingdoms.setup.treasury-and-heroes")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_kingdom_begins_with_its_land_its_armies_and_two_heroes(number: int) -> None:
    table = Table.seated()
    world, crown, king = table.world, table.crown(number), table.king(number)
    owned = [holding.id for holding in table.owned(number)]
    assert owned == list(reach_of(world, crown.home))
    assert crown.treasury == 100
    for id in owned:
        survey = world.get(Survey, survey_id(number, id))
        assert survey.percent == (100 if id == crown.home else 50)
        assert not any(army.militia for army in world.by(Army, "holding", id))
    led = [army.type for army in world.by(Army, "leader", king.id)]
    people = CROWNS.peoples[crown.race]
    extra = "FL" if is_coastal(world, ARMIES, crown.home) else people.armies[0]
    assert led == [*people.armies, extra]
    land = [id for id in owned if not ARMIES.grounds[world.get(Holding, id).terrain].sea]
    garrison = [army for army in world.by(Army, "crown", number) if not army.leader]
    assert [army.holding for army in garrison] == land
    assert all(army.race == crown.race and army.quality == 2 for army in garrison)
    first, second = table.heroes(number)
    assert first.alignment == crown.alignment
    assert {first.race, second.race} == {crown.race}
    assert first.holding == second.holding == king.holding == crown.home


def test_features_within_what_is_explored_are_known_from_the_start(table: Table) -> None:
    for site in table.world.all(Site):
        for crown in table.world.all(Crown):
            survey = table.world.find(Survey, survey_id(crown.id, site.holding))
            known = survey is not None and site.spot <= survey.percent
            assert (crown.id in site.known_to) is known


def undead(**changes: object) -> Choices:
    usual: dict[str, object] = {
        "race": "human",
        "alignment": "Undead",
        "king": "Ossuric",
        "temper": "Brave",
        "points": {"TA": 3},
        "skill": {"TA": 2},
    }
    return Choices.model_validate({**usual, **changes})


@pytest.mark.rule("kingdoms.setup.start-forces", "kingdoms.alignment.divine-white-magic")
def test_an_undead_king_leads_skeletons_and_knows_necromancy() -> None:
    table = Table(empty().fork())
    table.host(Join(faction="vesperine", name="Ann", design=undead(), kingdom="The Quiet Realm"))
    king, crown = table.king(), table.crown()
    assert level_in(king.skill, "NE") == level_in(king.aptitude, "NE") == 1
    led = list(table.world.by(Army, "leader", king.id))
    assert [army.skeletal for army in led] == [True] + [False] * (len(led) - 1)
    assert crown.name == "The Quiet Realm"
    assert table.heroes()[0].alignment == "Evil"


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"points": {"TA": 4}}, "Tactical has 4 points"),
        ({"points": dict.fromkeys(["TA", "MA", "NA", "AR", "ME", "WH", "PS"], 3)}, "21 points"),
        ({"skill": {"ME": 1}}, "The skill in Melee is 1; 0 is the most"),
        ({"alignment": "Good", "points": {"WH": 3}, "skill": {"WH": 4}}, "4; 3 is the most"),
        ({"alignment": "Wicked"}, "The alignment must be one of"),
        ({"temper": "Sleepy"}, "The temper must be one of"),
    ],
)
def test_a_king_who_breaks_the_rules_is_refused_with_the_reason(
    changes: dict[str, object], says: str
) -> None:
    told = [f"{fault.about} {fault.says}" for fault in king_faults(CROWNS, undead(**changes))]
    assert any(says in each for each in told), told


@pytest.mark.parametrize("alignment", CROWNS.alignments)
def test_raising_only_what_may_be_raised_ends_with_a_legal_king(alignment: str) -> None:
    choices = undead(alignment=alignment, points={}, skill={})
    while able := raisable(CROWNS, choices):
        ability = able[-1]
        points = {**choices.points, ability: choices.points.get(ability, 0) + 1}
        choices = choices.model_copy(update={"points": points})
        assert not list(king_faults(CROWNS, choices))
    while able := learnable(CROWNS, choices):
        ability = able[0]
        skill = {**choices.skill, ability: choices.skill.get(ability, 0) + 1}
        choices = choices.model_copy(update={"skill": skill})
        assert not list(king_faults(CROWNS, choices))
    assert points_left(CROWNS, choices) == levels_left(CROWNS, choices) == 0
    aptitude, skill = levels_of_king(CROWNS, choices)
    assert all(one <= other for one, other in zip(skill, aptitude, strict=True))


def test_skill_that_an_aptitude_no_longer_allows_is_taken_back() -> None:
    choices = undead(points={"TA": 1, "ME": 2}, skill={"TA": 3, "ME": 2, "WH": 1})
    assert fitted(CROWNS, choices).skill == {"TA": 1, "ME": 2}


@pytest.mark.parametrize("court", CROWNS.courts)
def test_ready_made_kings_are_legal_and_use_all_they_have(court: str) -> None:
    choices = Choices.model_validate(CROWNS.courts[court].choices())
    assert not list(king_faults(CROWNS, choices))
    assert points_left(CROWNS, choices) == levels_left(CROWNS, choices) == 0


@pytest.mark.rule("kingdoms.ability.list")
def test_there_are_five_abilities_of_each_sort_and_march_is_one() -> None:
    assert len(ABILITIES) == 15
    assert NAMES["MA"] == "March"
    assert isinstance(CROWNS, CrownContent)


@pytest.mark.rule("kingdoms.mapping.kingdom")
def test_every_player_has_a_kingdom_and_a_faction_takes_no_more_than_it_has(table: Table) -> None:
    assert [crown.player for crown in table.world.all(Crown)] == [1, 2, 3, 4]
    table.host(next(joins()).model_copy(update={"name": "Latecomer"}))
    assert table.refused() == ["kingdoms.setup.start-provinces"]
    table.host(Leave(player=2))
    assert table.crown(2).king, "the kingdom stays in the world"


def test_nobody_takes_a_kingdom_whose_home_others_own_by_now() -> None:
    table = Table(empty().fork())
    table.put(table.world.get(Holding, table.crown().home), owner=2)
    table.host(next(joins()))
    assert table.refused() == ["kingdoms.setup.start-provinces"]


def test_the_grid_of_the_world_is_that_of_the_module() -> None:
    extent = rules().module.extent
    assert empty().get(Lands, 1).grid == Grid(extent.width, extent.height, extent.wraps)
