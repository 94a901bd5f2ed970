"""How long Your turn of a player with 20 cities and 100 people takes; the aim is 300 ms to open.

Compared with nothing: the printed median is the figure.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot import faces
from bot.faces.agenda import Desk
from bot.host import asking
from bot.jobs.agenda import agenda_of
from bot.turn.pages import paged
from engine.campaign import Player
from engine.packs.cohorts.pieces.records import Character, City
from engine.world import World
from tests.bench import big
from tests.rules.plain import blank

pytestmark = pytest.mark.aim("at most 300 ms", median=0.3)

CITIES, HEROES = 20, 100


@pytest.fixture(scope="module")
def desk() -> Desk:
    """The large campaign for a player with that many cities, and heroes in all of them."""
    rules, world = big.rules(), big.world().fork()
    me = next(iter(world.all(Player)))
    furnish(world, me)
    view = rules.view(world, me.faction)
    return Desk(
        faces=faces.of(rules),
        view=view,
        faction=me.faction,
        player=me.id,
        state=asking(rules, view.fork(), me.id),
        orders=(),
        outcomes=(),
        submitted=False,
        looked=frozenset(),
        earlier=frozenset(),
    )


def furnish(world: World, me: Player) -> None:
    """Cities with people who can act, and a baron for all of them."""
    towns = list(world.all(City))[:CITIES]
    skills = dict.fromkeys(("spell_craft", "spy", "potions", "magic_user"), 4)
    for number in range(HEROES):
        known = {
            "name": f"Hero {number}",
            "race": "human",
            "player": me.id,
            "holder": towns[number % CITIES].place,
            "job": ("mage", "warrior", "knave", "priest")[number % 4],
            "level": 5,
            "actions": 1,
            "skills": skills,
            "skill_points": 1,
            "spells": ("charm_of_speed",),
        }
        hero = world.add(Character, **{**blank(Character), **known})
        if number < CITIES:
            world.put(towns[number].replace(baron=hero.id, actions=3))
    world.settle()


def test_your_turn_of_twenty_cities_and_a_hundred_people(benchmark: Any, desk: Desk) -> None:
    pages = benchmark(lambda: list(paged([], agenda_of(desk))))
    assert sum(page.text.count("actions left") for page in pages) == CITIES
