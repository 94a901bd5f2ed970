"""How long the facts of panels about pieces take in a large campaign; the aim is 20 ms each."""

from typing import Any

import pytest

from bot.faces.cohorts.fighter.panel import card_of
from bot.faces.cohorts.fighter.ratings import ATTRIBUTES
from bot.faces.cohorts.item.panel import card_of as item_card
from bot.faces.cohorts.item.panel import known_items
from bot.faces.cohorts.stack.panel import card_of as stack_card
from engine.campaign import Player
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.world import World
from tests.bench import big
from tests.rules.plain import blank

pytestmark = pytest.mark.aim("at most 20 ms", median=0.02)


@pytest.fixture(scope="module")
def seen() -> tuple[Rules, World, int]:
    """The large campaign as a faction with 20 cities sees it, and one of its mages."""
    rules, world = big.rules(), big.world().fork()
    player = next(iter(world.all(Player)))
    stack = next(iter(world.by(Stack, "player", player.id)))
    known = {
        "name": "Elowen",
        "race": "elf",
        "player": player.id,
        "holder": stack.place,
        "job": "mage",
        "level": 10,
        "actions": 1,
        "mana": 5,
        "attributes": dict.fromkeys(ATTRIBUTES, 12),
        "skills": {"blade": 5, "magic_user": 10, "spell_craft": 10},
        "skill_points": 3,
        "spells": ("charm_of_speed", "provincial_shell", "locate_character"),
        "equipment": {"armor": "soft_leather", "main_hand": "broadsword+2"},
    }
    mage = world.add(Character, **{**blank(Character), **known})
    for city in list(world.all(City))[:20]:
        world.put(city.replace(baron=mage.id))
    return rules, rules.view(world, player.faction), player.faction


@pytest.mark.aim("at most 5 ms", median=0.005)
def test_the_facts_of_a_character(benchmark: Any, seen: tuple[Rules, World, int]) -> None:
    rules, view, faction = seen
    mage = next(each for each in view.all(Character) if each.knows("level") and each.mana == 5)
    card = benchmark(card_of, rules, view, faction, mage)
    assert any(box.title == "Spells" for box in card.boxes)


def test_the_facts_of_a_unit(benchmark: Any, seen: tuple[Rules, World, int]) -> None:
    rules, view, faction = seen
    unit = next(each for each in view.all(Unit) if each.knows("level"))
    assert benchmark(card_of, rules, view, faction, unit).boxes


def test_the_facts_of_a_stack_with_its_reach(
    benchmark: Any, seen: tuple[Rules, World, int]
) -> None:
    rules, view, faction = seen
    stack = next(each for each in view.all(Stack) if each.knows("used"))
    assert benchmark(stack_card, rules, view, faction, stack).boxes


def test_the_facts_of_an_item(benchmark: Any, seen: tuple[Rules, World, int]) -> None:
    rules, view, faction = seen
    made = benchmark(item_card, rules, view, faction, "spear")
    assert any(len(box.rows) == 20 for box in made.boxes if box.title == "Your cities")


def test_the_items_that_can_be_asked_for(benchmark: Any, seen: tuple[Rules, World, int]) -> None:
    rules, view, faction = seen
    assert len(benchmark(known_items, rules, view, faction)) > 100
