"""What a barony works, and what flows to the capitals above it."""

import pytest

from engine.packs.cohorts.cities.acting import AttractPopulation
from engine.packs.cohorts.guilds.market import OpenResource
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.trade.access import access, copies
from tests.rules.scene import Scene, ref


def capital(scene: Scene) -> City:
    """My city, the capital of a barony of three and of a territory."""
    territory = scene.territory()
    barony = scene.barony((0, 0), (1, 0), (2, 0))
    scene.change(barony, territory=territory.id)
    city = scene.city(0, 0, scene.me, population={"human": 5000}, actions=2)
    scene.change(territory, capital=city.id)
    return city


def below(scene: Scene, city: City, *deposits: str) -> City:
    """A wild city of the same territory."""
    mine = scene.world.get(Barony, city.barony)
    scene.change(scene.barony((5, 5)), territory=mine.territory)
    scene.province(5, 5, deposits=deposits)
    return scene.city(5, 5)


@pytest.mark.rule("cohorts.world.province-resources")
def test_two_deposits_of_one_resource_are_two_copies(scene: Scene) -> None:
    city = capital(scene)
    scene.province(1, 0, deposits=("oak", "oak"))
    scene.village(1, 0)
    scene.province(0, 0, deposits=("oak", "drake"))
    assert copies(scene.world, scene.content, city) == {"drake": 1, "oak": 3}


def test_a_faction_knows_what_its_capital_draws_from_lands_it_has_never_seen(scene: Scene) -> None:
    city = capital(scene)
    lower = below(scene, city, "wheat")
    view = scene.view()
    assert view.find(City, lower.id) is None
    assert access(view, scene.content, city) == ("wheat",)
    assert access(scene.view(scene.faction("others")), scene.content, city) != ("wheat",)


def test_a_plan_knows_that_an_opened_copy_is_gone_also_from_a_capital(scene: Scene) -> None:
    city = capital(scene)
    below(scene, city, "oak")
    scene.province(0, 0, deposits=("wheat",))
    guild = scene.guild(city, "merchant")
    plan = scene.plan(OpenResource(guild=ref(guild), resource="wheat"))
    assert access(plan.world, scene.content, city) == ("oak",)


def test_a_plan_counts_on_what_a_capital_draws(scene: Scene) -> None:
    city = capital(scene)
    below(scene, city, "wheat")
    plan = scene.plan(AttractPopulation(city=ref(city)))
    assert [planned.outcome for planned in plan.orders] == ["done"]
