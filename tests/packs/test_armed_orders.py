"""Whatever is ordered in Warlords and Warmaster: nothing breaks, and no item comes from nowhere."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from engine.orders import Order
from engine.packs import Pack, warlords, warmaster
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, Possession, Unit
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferMilitaryUnit
from engine.packs.warlords.college import RelicMade
from engine.packs.warlords.pieces import hero_of
from engine.packs.warmaster.college import MagicItemMade
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import SendChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.world import Record
from tests.packs.any_orders import AnyOrders
from tests.packs.hostile import TYPED, asked, captives, poorer, raised
from tests.packs.warlords.scene import WarScene
from tests.packs.warmaster.scene import MusterScene
from tests.packs.warmaster.test_pitched import CROWN, HORDE
from tests.rules.scene import Scene, ref

WHO = ("self", "teammate", "allied", "at_war")


def warlords_world() -> WarScene:
    """Cities, temples and stacks of all sides beside each other."""
    scene = WarScene(6, 6)
    city = scene.workplace(livery=2, lumber_mill=1)
    scene.items(city, human_recruits=400, gold=40, spider_ring=2, orb_of_balance=1)
    for type in ("college", "church"):
        scene.guild(city, type, 11)
    scene.temple(3, 2)
    for who in WHO:
        player = scene.someone(who)
        for x in (2, 3):
            stack = scene.stack(x, 2, player)
            scene.troop(stack, "ogre", player)
            scene.troop(stack, "gnoll", player)
            skills = {"magic_user": 12, "faith": 12}
            hero = scene.character(stack, player, skills=skills, mana=12)
            scene.items(hero, winged_boots=1)
            scene.items(stack, bow_of_speed=1)
    return scene


def warmaster_world() -> MusterScene:
    """Cities, stacks and bought armies of all sides beside each other, and a challenge."""
    scene = MusterScene(6, 6)
    city = scene.workplace(barracks=2, livery=1, lumber_mill=2)
    recruits = {"human_recruits": 400, "orc_recruits": 200, "gold": 40, "wand-of-power": 1}
    scene.items(city, **recruits, **{"battle-banner": 2})
    scene.guild(city, "college", 11)
    for who in WHO:
        player = scene.someone(who)
        for x in (2, 3):
            stack = scene.stack(x, 2, player)
            scene.troop(stack, "halberdiers", player)
            scene.troop(stack, "boar-riders", player)
            scene.character(stack, player, job="mage", skills={"spell_craft": 2})
            scene.items(stack, **{"sword-of-fate": 1})
        scene.run(BuyArmy(**(CROWN if who == "self" else HORDE)), player=player)
    foe = scene.someone("at_war")
    army = next(scene.world.by(BoughtArmy, "player", foe.id), None)
    if army:
        scene.run(SendChallenge(player=ref(scene.me), army=ref(army)), player=foe)
    return scene


@dataclass(frozen=True)
class System:
    """A system with items that colleges make, and a world in which its orders can be given."""

    pack: Pack
    scene: type[Scene]
    build: Callable[[], Scene]
    made: type[Event]
    """Tells in its field `relic` or `item` what a college has made."""
    words: Collection[str]

    @property
    def orders(self) -> list[type[Order]]:
        return [order for order in self.pack.orders if "setup" not in order.phases]

    @cached_property
    def world(self) -> Scene:
        """The world, in which nothing is changed."""
        return self.build()

    @cached_property
    def lists(self) -> st.SearchStrategy[list[Order]]:
        """Any list of its orders, and of what moves units about."""
        classes = [*self.orders, Move, TransferAll, TransferMilitaryUnit]
        words = ["", "e", "human", "gold", "x" * 60, *self.words]
        return AnyOrders(self.world, self.world.view(), classes, words).lists()

    def again(self) -> Any:
        """The same world, to be changed."""
        scene = self.scene(4, 4)
        scene.world, scene.ours, scene.me = self.world.world, self.world.ours, self.world.me
        return scene


@cache
def system(name: str) -> System:
    if name == "warlords":
        words = ("2/2", "ogre", "Knight", "spider_ring", "bravery")
        return System(warlords.PACK, WarScene, warlords_world, RelicMade, words)
    words = ("8,11", "3 halberdiers", "Knights", "battle-banner 1")
    return System(warmaster.PACK, MusterScene, warmaster_world, MagicItemMade, words)


def items(scene: Any) -> Counter[str]:
    """All relics or magic items there are, worn or not."""
    kinds = scene.war.relics if isinstance(scene, WarScene) else scene.war.magic_items
    found = Counter[str]()
    for possession in scene.world.all(Possession):
        if possession.item in kinds:
            found[possession.item] += possession.count
    if isinstance(scene, WarScene):
        for character in scene.world.all(Character):
            found.update(hero_of(scene.war, character).worn.values())
    return found


def made(scene: Any, event: Any) -> str:
    """The key of what a college has made."""
    kinds, name = (
        (scene.war.relics, event.relic)
        if isinstance(scene, WarScene)
        else (scene.war.magic_items, event.item)
    )
    return next(key for key, kind in kinds.items() if kind.name == name)


both = pytest.mark.parametrize("name", ["warlords", "warmaster"])


@both
@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_no_list_of_orders_breaks_a_tick_and_items_are_made_by_colleges_alone(
    name: str, data: st.DataObject
) -> None:
    queue, scene = data.draw(system(name).lists), system(name).again()
    before, units = items(scene), scene.world.count(Unit)
    ran = scene.run(*queue)
    assert not ran.faults, ran.faults[0].traceback
    colleges = Counter(made(scene, event) for event in ran.events(system(name).made))
    assert items(scene) == before + colleges
    if not any(type(order).path == ("city", "train") for order in queue):
        assert scene.world.count(Unit) <= units
    scene.produce(monthly=True)


@both
@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_no_list_of_orders_breaks_a_plan(name: str, data: st.DataObject) -> None:
    queue = data.draw(system(name).lists)
    assert len(system(name).again().plan(*queue).orders) == len(queue)


@both
def test_no_chooser_raises_whatever_was_typed_before(name: str) -> None:
    scene = system(name).build()  # captives are put into it
    assert raised(scene, scene.view(), asked(system(name).orders, captives(scene))) == []


@both
@pytest.mark.parametrize("kind", [Character, Unit], ids=lambda kind: kind.kind)
def test_no_chooser_raises_where_hardly_anything_is_known(name: str, kind: type[Record]) -> None:
    scene = system(name).build()  # captives are put into it
    some: list[Record] = [*list(scene.world.all(kind))[:2], *captives(scene)[:3]]
    view = poorer(scene.view(), kind)
    assert raised(scene, view, asked(system(name).orders, some, typed=TYPED[3:4])) == []
