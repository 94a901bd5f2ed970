"""What may be expected of a battle: sound intervals, fair sides, and nothing but what is known."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import REPEL, Clash, Fate, Odds
from engine.dice import SeededDice
from engine.packs.cohorts.battle import supposed, trials
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.guess import GARRISON, Imagined, unseen_garrisons
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.battle.usual import Estimate, Usual
from engine.packs.cohorts.knowledge.spied import learn
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.trials import WITHIN, Possibility, Tried, spread
from engine.world import World
from tests.packs.armies import weeks_on
from tests.rules.adapters.battle_field import FIELD, hero, unit
from tests.rules.adapters.battle_world import Field
from tests.rules.scene import SEED, Scene, clash_at


def expected(units: list[Combatant]) -> Odds:
    """The last estimate."""
    *_, last = trials.fought(FIELD, units)
    return last


def fate(odds: Odds, one: Combatant) -> Fate:
    return next(each for each in odds.fates if each.piece == one.place)


# ---------------------------------------------------------------- intervals


@given(battles=st.integers(1, 5_000), data=st.data())
def test_an_interval_holds_its_share_and_stays_within_bounds(battles: int, data: Any) -> None:
    won = data.draw(st.integers(0, battles))
    low, high = Odds(attacker_wins=won / battles, exact=False, battles=battles).interval
    assert 0 <= low <= won / battles <= high <= 1
    assert low < high


def test_an_interval_is_wilsons_also_where_all_battles_end_alike() -> None:
    # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for won, battles, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = Odds(attacker_wins=won / battles, exact=False, battles=battles).interval
        assert found == pytest.approx((low, high), abs=5e-5)


def test_what_is_exact_has_no_interval_and_what_was_not_tried_may_be_anything() -> None:
    assert Odds(attacker_wins=0.25, exact=True).interval == (0.25, 0.25)
    assert Odds(attacker_wins=0.0, exact=False).interval == (0.0, 1.0)


# ---------------------------------------------------------------- trial battles


def even(**values: Any) -> list[Combatant]:
    """Three units and a hero on either side, alike."""
    return [
        maker(10 * side + number, side, slot=number, **values)
        for side in (0, 1)
        for number, maker in ((1, unit), (2, unit), (3, unit), (4, hero))
    ]


def test_it_stops_within_three_points_or_after_a_thousand_battles() -> None:
    strong = [unit(1, 0, soldiers=500, hp=5_000.0, melee=Attack(2.0, power=9)), unit(2, 1)]
    sure, open_ = expected(strong), expected(even(melee=Attack(1.0, power=5)))
    low, high = sure.interval
    assert high - low <= 2 * WITHIN
    assert sure.battles < 100
    assert open_.battles <= trials.MOST
    low, high = open_.interval
    assert high - low <= 2 * WITHIN or open_.battles == trials.MOST


def test_every_estimate_goes_on_from_the_one_before() -> None:
    units = even(melee=Attack(1.0, power=5))
    seen = [odds.battles for odds in trials.fought(FIELD, units)]
    assert seen == sorted(set(seen))
    assert list(trials.fought(FIELD, units)) == list(trials.fought(FIELD, units))


def test_against_nobody_nothing_is_left_to_chance() -> None:
    (alone,) = trials.fought(FIELD, [unit(1, 0)])
    assert (alone.attacker_wins, alone.exact, alone.battles) == (1.0, True, 0)
    assert fate(alone, unit(1, 0)).falls == 0
    (beaten,) = trials.fought(FIELD, [unit(1, 1)])
    assert (beaten.attacker_wins, beaten.exact) == (0.0, True)


def test_losses_are_those_of_the_battles_fought() -> None:
    weak = unit(2, 1, soldiers=10, hp=50.0)
    odds = expected([unit(1, 0, soldiers=500, hp=5_000.0, melee=Attack(2.0, power=9)), weak])
    assert odds.attacker_wins > 0.95
    assert fate(odds, weak).lost > 0.3
    assert fate(odds, unit(1, 0)).lost < 0.05
    for each in odds.fates:
        assert 0 <= each.falls <= 1
        assert each.falls <= each.lost + 1e-9, "who falls has lost all that was left"
        assert each.lost <= 1 + 1e-9


def test_what_was_lost_before_is_no_loss_of_this_battle() -> None:
    hurt = unit(1, 0, wounds=60.0)
    (alone,) = trials.fought(FIELD, [hurt])
    assert fate(alone, hurt).lost == 0
    dying = expected([replace(hurt, side=1), unit(2, 0, hp=9_000.0, melee=Attack(9.0, power=9))])
    assert fate(dying, hurt).lost == fate(dying, hurt).falls == 1


FIGURES = st.fixed_dictionaries(
    {
        "melee": st.builds(Attack, st.just(9.0), power=st.floats(3, 9)),
        "df": st.floats(1, 3),
        "res": st.floats(1, 3),
        "slot": st.integers(1, 10),
        "soldiers": st.integers(20, 200),
    }
)


@settings(max_examples=12, deadline=None)
@given(
    one=st.lists(FIGURES, min_size=1, max_size=3), other=st.lists(FIGURES, min_size=1, max_size=3)
)
def test_swapping_the_sides_of_an_even_field_swaps_the_chances(
    one: list[dict[str, Any]], other: list[dict[str, Any]]
) -> None:
    """Nothing favours a side but that the defender has won if both still stand at the end."""
    there, back = (
        expected(
            [
                unit(10 * number + place, side, **values)
                for number, side in ((1, 0), (2, 1))
                for place, values in enumerate((a, b)[side])
            ]
        )
        for a, b in ((one, other), (other, one))
    )
    spread = [high - low for low, high in (there.interval, back.interval)]
    assert there.attacker_wins + back.attacker_wins <= 1 + spread[0] + spread[1]
    if all(odds.fates and _ends(odds) for odds in (there, back)):
        assert there.attacker_wins + back.attacker_wins >= 1 - spread[0] - spread[1]


def _ends(odds: Odds) -> bool:
    """Whether all of a side fell in every battle, so that none ended undecided."""
    dead = [
        min(each.falls for each in odds.fates if each.side == side)
        for side in ("attacker", "defender")
    ]
    return dead[0] + dead[1] >= 1


# ---------------------------------------------------------------- what is known


def imagined(scene: Scene, view: World, clash: Clash) -> Imagined:
    """A clash as my faction imagines it."""
    return Imagined(view, scene.content, clash, Usual(view, scene.content, scene.ours.id))


def asked(scene: Scene, world: World, clash: Clash) -> bytes:
    """The first estimates, as bytes: each goes on from the one before, and hides no less."""
    estimates = CohortsBattles().odds(scene.planning(world), clash)
    return b"".join(each.dump() for each in islice(estimates, 6))


HIDDEN = st.fixed_dictionaries(
    {
        "level": st.integers(1, 9),
        "xp": st.integers(0, 999),
        "wounds": st.integers(0, 99).map(Fraction),
        "morale": st.integers(0, 100).map(Fraction),
        "talents": st.sampled_from([(), ("armored",)]),
        "equipment": st.sampled_from([{}, {"main_hand": "broadsword+3", "armor": "plate"}]),
        "slot": st.integers(1, 10),
        "directive": st.sampled_from(["", "lowest HP"]),
    }
)


@settings(max_examples=6, deadline=None)
@given(one=HIDDEN, other=HIDDEN, walls=st.tuples(st.integers(1, 4), st.integers(1, 4)))
def test_worlds_that_differ_in_what_is_hidden_give_the_same_bytes(
    one: dict[str, Any], other: dict[str, Any], walls: tuple[int, int]
) -> None:
    told: list[bytes] = []
    for values, height, guards in ((one, walls[0], 0), (other, walls[1], 2)):
        scene = Scene(20, 20)
        enemy = scene.someone("at_war")
        city = scene.city(10, 10, enemy)
        province = scene.province(10, 10, fortification=height)
        host, mine = scene.stack(10, 10, enemy), scene.stack(9, 10)
        scene.unit(mine, soldiers=200)
        scene.unit(host, enemy, soldiers=120, **values)
        for _ in range(guards):
            scene.unit(city, enemy)
        scout = scene.stack(10, 10)
        scene.character(scout)
        view = scene.view()
        clash = supposed.attack(view, [view.get(Stack, mine.id)], view.get(Stack, host.id))
        assert clash.place == province.place
        assert city.place in clash.defenders
        told.append(asked(scene, view, clash))
    assert told[0] == told[1]


def test_what_is_guessed_is_said_and_what_is_known_is_not() -> None:
    field = Field()
    scene = field.scene
    mine = scene.unit(field.mine)
    enemy = scene.unit(field.theirs, field.foe)
    seen = imagined(scene, scene.view(), field.clash)
    told = {guess.about: guess.fields for guess in seen.guesses}
    assert mine.place not in told
    assert {"level", "wounds", "equipment", "talents"} <= set(told[enemy.place])
    assert not {"soldiers", "race", "name"} & set(told[enemy.place])
    levels = [seen.filled(Possibility(n, n / 20)).get(Unit, enemy.id).level for n in range(20)]
    assert min(levels) == scene.content.training.level < max(levels)
    truth = imagined(scene, scene.world, field.clash)
    assert truth.guesses == ()
    assert not truth.open
    assert truth.filled().get(Unit, enemy.id) == enemy


def test_walls_that_were_seen_may_be_of_any_height_and_walls_that_were_not_are_none() -> None:
    scene = Scene(20, 20)
    enemy = scene.someone("at_war")
    scene.city(10, 10, enemy)
    for x, walls in ((10, 4), (11, 0)):
        scene.province(x, 10, fortification=walls)
    remember(scene.world, scene.ours.id, [scene.at(x, 10).id for x in (10, 11)], scene.world)
    view = scene.view()
    for x, guessed in ((10, 1), (11, 0)):
        ground = scene.at(x, 10)
        clash = clash_at(ground, [], [])
        seen = imagined(scene, view, clash)
        heights = [
            seen.filled(Possibility(n, n / 20)).get(Province, ground.id).fortification
            for n in range(20)
        ]
        assert (heights[0], heights[-1] > heights[0]) == (guessed, bool(guessed))
        assert heights == sorted(heights)
        walls = [each.fields for each in seen.guesses if each.about == ground.place]
        assert walls == [("fortification",)] * guessed
        assert not view.get(Province, ground.id).knows("fortification")


# ---------------------------------------------------------------- who would fight


def test_the_friends_of_the_attacked_who_were_seen_there_help_him() -> None:
    scene = Scene(20, 20)
    enemy = scene.someone("at_war")
    city = scene.city(10, 10, enemy)
    mine, target, friend = scene.stack(9, 10), *(scene.stack(10, 10, enemy) for _ in range(2))
    bystander = scene.stack(10, 10, scene.someone("neutral"))
    away = scene.stack(12, 10, enemy)
    clash = supposed.attack(scene.world, [mine], target)
    assert clash.sides == ((mine.place,), (target.place, friend.place, city.place))
    assert clash.ground == target.province
    against_city = supposed.attack(scene.world, [mine], city)
    assert against_city.defenders == clash.defenders
    assert bystander.place not in clash.defenders
    assert city.place not in supposed.attack(scene.world, [mine], away).defenders


def test_the_attacked_in_his_own_city_has_its_garrison_with_him() -> None:
    scene = Scene(20, 20)
    enemy = scene.someone("at_war")
    city = scene.city(10, 10, scene.me)
    mine, foe = scene.stack(10, 10), scene.stack(9, 10, enemy)
    clash = supposed.defence(scene.world, [mine], foe)
    assert clash.sides == ((foe.place,), (mine.place, city.place))
    alone = supposed.defence(scene.world, [city], foe)
    assert (alone.defenders, alone.ground) == ((city.place,), city.province)


def test_a_garrison_comes_out_without_its_walls() -> None:
    scene = Scene(20, 20)
    city = scene.city(10, 10, scene.someone("at_war"))
    mine = scene.stack(10, 10)
    clash = supposed.defence(scene.world, [mine], city)
    assert (clash.sides, clash.trigger) == (((city.place,), (mine.place,)), REPEL)


def test_a_city_of_which_nobody_knows_whose_it_is_helps_no_stack() -> None:
    scene = Scene(20, 20)
    enemy = scene.someone("at_war")
    city = scene.city(10, 10, enemy)
    mine, foe = scene.stack(9, 10), scene.stack(10, 10, enemy)
    assert city.place in supposed.attack(scene.world, [mine], foe).defenders
    scene.world.put(city.only(("id", "name", "province", "barony")))
    assert city.place not in supposed.attack(scene.world, [mine], foe).defenders


# ---------------------------------------------------------------- garrisons that nobody has seen


def before_the_walls() -> tuple[Scene, Clash]:
    """My army beside a wild city into which nobody has looked, and the attack upon it."""
    scene = Scene(20, 20)
    scene.city(9, 9, scene.me)
    city, mine = scene.city(5, 5), scene.stack(4, 5)
    scene.unit(mine, soldiers=150)
    scene.unit(city, scene.someone("neutral"), soldiers=1_000)
    return scene, supposed.attack(scene.view(), [mine], city)


def test_a_garrison_nobody_has_seen_is_such_as_such_cities_hold() -> None:
    scene, clash = before_the_walls()
    city = clash.defenders[0]
    view = scene.view()
    *_, odds = CohortsBattles().odds(scene.planning(view), clash)
    assert city in [guess.about for guess in odds.guesses if guess.fields == GARRISON]
    assert {view.get(Unit, fate.piece.id).holder for fate in odds.fates} == {clash.attackers[0]}
    low, high = odds.band
    assert low < odds.attacker_wins < high
    seen = imagined(scene, view, clash)
    weak, strong = (
        sum(unit.soldiers for unit in seen.filled(Possibility(n, share)).by(Unit, "holder", city))
        for n, share in enumerate((0.05, 0.95))
    )
    assert 0 < weak < strong
    rules, people = scene.content.wild_cities, scene.content.world.wild_city_population
    usual = [each * rules.soldiers_per_thousand / 1_000 for each in (people.min, people.max)]
    assert round(usual[0]) <= weak
    assert strong <= round(usual[1])


def test_who_knows_the_garrison_imagines_none_besides() -> None:
    scene, clash = before_the_walls()
    view = scene.view()
    assert [city.place for city in unseen_garrisons(view, clash, scene.ours.id)] == [
        clash.defenders[0]
    ]
    city = scene.world.get(City, clash.defenders[0].id)
    learn(scene.state(), scene.ours.id, city.province, (), (city,), kinds=(Character,))
    unseen = unseen_garrisons(scene.view(), clash, scene.ours.id)
    assert [each.id for each in unseen] == [city.id], "who found no people looked for no troops"
    someone = scene.character(city, player=scene.someone("neutral"))
    learn(scene.state(), scene.ours.id, city.province, [(someone, None)])
    unseen = unseen_garrisons(scene.view(), clash, scene.ours.id)
    assert [each.id for each in unseen] == [city.id], "its people say nothing of its troops"
    guard = scene.world.first(Unit, "holder", city.place)
    assert guard
    learn(scene.state(), scene.ours.id, city.province, [(guard, None)])
    assert unseen_garrisons(scene.view(), clash, scene.ours.id) == ()
    assert unseen_garrisons(scene.world, clash, scene.ours.id) == (), "who sees into it"


def test_chance_alone_makes_no_wide_band() -> None:
    # However strong the enemy, every battle is an even toss: nothing hangs on what is not known.
    *_, odds = spread(lambda case: Tried(Random(case.number).random() < 0.5, ()), most=200)
    low, high = odds.band
    assert low < odds.attacker_wins < high
    assert high - low < 0.3


@pytest.mark.parametrize("stronger_lose", [True, False])
def test_a_band_reaches_from_the_strongest_to_the_weakest(stronger_lose: bool) -> None:
    def battle(case: Possibility) -> Tried:
        return Tried((case.strength < 0.7) == stronger_lose, ())

    *_, odds = spread(battle, most=200)
    assert odds.band == (0.0, 1.0)


CASES = 200


@pytest.fixture
def scene() -> Scene:
    """Mine and an enemy's stand beside each other, ten weeks after the start."""
    scene = Scene()
    weeks_on(scene, 10)
    return scene


def stacks(scene: Scene) -> tuple[Stack, Stack]:
    foe = scene.someone("at_war")
    return scene.stack(5, 5, name="Mine"), scene.stack(5, 5, foe, name="Theirs")


def drawn(scene: Scene, piece: Character | Unit) -> Iterator[dict[str, Any]]:
    """What an enemy is taken to be, in all cases from the weakest to the strongest."""
    view = scene.view()
    usual, seen = Usual(view, scene.content, scene.ours.id), view.get(type(piece), piece.id)
    for number in range(CASES):
        share, dice = (number + 0.5) / CASES, SeededDice(SEED, number).stream("stack:1", "unknown")
        if isinstance(seen, Unit):
            yield usual.unit(seen, share, dice)
        else:
            yield usual.character(seen, share, dice)


def test_a_span_around_a_mean_comes_to_it() -> None:
    span = Estimate.around(3, 1, 6)
    assert mean(span.at((n + 0.5) / CASES) for n in range(CASES)) == pytest.approx(3, abs=0.02)
    assert Estimate.around(1, 1, 4) == Estimate(1, 1, 4), "a mean at its end is as near as may be"


def test_levels_of_others_come_to_the_average_of_ones_own(scene: Scene) -> None:
    mine, theirs = stacks(scene)
    for level in (2, 2, 6):
        scene.unit(mine, level=level, soldiers=60)
    other = scene.unit(theirs, scene.someone("at_war"), soldiers=60, level=1)
    levels = [case["level"] for case in drawn(scene, other)]
    assert mean(levels) == pytest.approx(10 / 3, abs=0.2)


def test_who_is_of_a_higher_level_has_the_attributes_that_came_with_it(scene: Scene) -> None:
    mine, theirs = stacks(scene)
    scene.character(mine, level=8, job="mage")
    other = scene.character(theirs, scene.someone("at_war"), level=1)
    points: dict[int, list[int]] = {}
    for case in drawn(scene, other):
        points.setdefault(case["level"], []).append(sum(case["attributes"].values()))
    least, most = min(points), max(points)
    assert most > least + 3
    assert min(points[most]) > min(points[least])
    assert max(points[most]) > max(points[least])


def test_people_bear_the_arms_in_which_they_are_skilled(scene: Scene) -> None:
    _, theirs = stacks(scene)
    other = scene.character(theirs, scene.someone("at_war"), job="warrior", level=1)
    cases = list(drawn(scene, other))
    archers = [each for each in cases if "bow" in each["equipment"].get("ranged", "")]
    assert archers
    assert all({"bow", "ranger"} & {*each["skills"]} for each in archers)
    assert not any(
        "hand_axe" in each["equipment"].values() and "axe" not in each["skills"] for each in cases
    )
