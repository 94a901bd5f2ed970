"""What holds for every card of Cohorts: at its most it fits, and any name can stand on it."""

from collections.abc import Callable

import pytest

from bot.faces.cards.card import PanelCard, entries_of, made_of
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.item.panel import known_items
from bot.faces.cohorts.market.panel import card_of as market_card
from bot.faces.words.tabs import PAGE
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.territories import Barony
from tests.bot.faces.cohorts.band import band, host
from tests.bot.faces.cohorts.panels import card
from tests.bot.faces.cohorts.town import LONGEST, metropolis, town
from tests.bot.faces.pictured import sound_card
from tests.rules.scene import Scene


def great_agent(scene: Scene) -> PanelCard:
    skills = dict.fromkeys(scene.content.skills, 99)
    stack = scene.stack(5, 5)
    agent = scene.agent(stack, name=LONGEST, message=LONGEST * 6, type="knave", skills=skills)
    scene.items(agent, **dict.fromkeys(scene.content.weapons, 99_999))
    return card(scene, agent)


def great_market(scene: Scene) -> PanelCard:
    ours = scene.city(2, 2, scene.me, name="Harrow")
    ally = scene.city(8, 2, scene.someone("ally"), name="Allyburg")
    goods = dict.fromkeys(scene.content.resources, 99_999)
    for number in range(40):
        city = scene.city(number % 10, number // 10, scene.me, name=f"{LONGEST}{number}"[-80:])
        scene.market(city, goods, wanted=tuple(goods))
        scene.offer(ours, ally, goods, goods)
        scene.agreement(ours, ally, goods, goods)
    return market_card(scene.rules, scene.view(), scene.ours.id)


GREATEST: dict[str, Callable[[Scene], PanelCard]] = {
    "city": lambda scene: card(scene, metropolis(scene)),
    "character": lambda scene: card(scene, host(scene).hero),
    "unit": lambda scene: card(scene, host(scene).unit),
    "stack": lambda scene: card(scene, host(scene).stack),
    "agent": great_agent,
    "market": great_market,
}


def fits(scene: Scene, shown: PanelCard) -> None:
    """Words and picture stay within their limits, and the picture is the same each time."""
    tabs = made_of(shown, scene.view()).tabs
    assert 0 < len(tabs) <= 25
    for tab in tabs:
        assert tab.pages
        assert all(0 < len(page) <= PAGE for page in tab.pages), tab.name
        assert all(len(each.line) <= PAGE for each in entries_of(shown, tab.name)), tab.name
    picture = draw_card(shown, scene.view())
    sound_card(picture)
    assert picture.png == draw_card(shown, scene.view()).png


@pytest.mark.parametrize("which", GREATEST)
def test_a_card_with_everything_at_its_most_fits(scene: Scene, which: str) -> None:
    fits(scene, GREATEST[which](scene))


def test_a_card_of_every_sort_of_item_fits(scene: Scene) -> None:
    town(scene)
    host(scene)
    view = scene.view()
    made = [card(scene, item) for item in known_items(scene.rules, view, scene.ours.id)]
    for each in {each.subtitle: each for each in made}.values():
        fits(scene, each)
        assert draw_card(each, view).alt.startswith(f"{each.title}, {each.subtitle}")


def named_city(scene: Scene, name: str) -> PanelCard:
    city = scene.change(town(scene), name=name, message=name)
    scene.change(scene.world.get(Barony, city.barony), name=name)
    scene.change(scene.world.get(Character, city.baron), name=name)
    scene.unit(city, name=name)
    return card(scene, city)


def named_fighter(scene: Scene, name: str) -> PanelCard:
    return card(scene, scene.change(band(scene).hero, name=name, message=name))


def named_stack(scene: Scene, name: str) -> PanelCard:
    return card(scene, scene.change(band(scene).stack, name=name, message=name))


def named_agent(scene: Scene, name: str) -> PanelCard:
    return card(scene, scene.agent(scene.stack(5, 5), name=name, message=name, type="knave"))


@pytest.mark.parametrize("made", [named_city, named_fighter, named_stack, named_agent])
@pytest.mark.parametrize(
    "name", ["", "\u202e\n\x00", "城" * 31, LONGEST, "x" * 300, "**@everyone** <@1>"]
)
def test_any_name_is_drawn_and_neither_formats_nor_mentions(
    made: Callable[[Scene, str], PanelCard], name: str
) -> None:
    scene = Scene()
    named = made(scene, name)
    sound_card(draw_card(named, scene.view()))
    for tab in made_of(named, scene.view()).tabs:
        for page in tab.pages:
            assert "@everyone" not in page.replace("@\u200beveryone", "")
            assert "<@1>" not in page
