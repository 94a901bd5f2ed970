"""Whatever players order, of all that there is to order: nothing breaks, nothing leaves a trace."""

from collections import Counter
from typing import get_args

import pytest
from hypothesis import given

from engine.orders import Order, Queued
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.talents import TalentsSet
from engine.packs.cohorts.pieces.records import Character, Guild, Unit
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.drill import UnitDrilled
from engine.world import Place
from tests.packs.any_orders import AnyOrders
from tests.rules.scene import Scene

NAMES = [
    "",
    "human",
    "spear",
    "Soft Leather",
    "oak",
    "e",
    "gate",
    "2/2",
    "no such thing",
    "x" * 300,
]


def world_of_everything() -> Scene:
    """A city with its land, stacks of all kinds, neighbours of all kinds."""
    scene = Scene(6, 6)
    scene.barony((2, 2), (3, 2), (2, 3))
    scene.province(3, 2, deposits=("wheat", "oak"))
    city = scene.city(
        2, 2, scene.me, population={"human": 9000}, actions=3, improvements={"barracks": 2}
    )
    scene.village(3, 2)
    scene.items(city, spear=400, soft_leather=300, human_recruits=200)
    scene.items(city, **{"spear+1": 9, "mithril_axe+3": 2, f"dagger+2#{_unique(scene).id}": 1})
    for type in get_args(GuildKind):
        deity = next(iter(scene.content.deities)) if type == "church" else ""
        scene.guild(city, type, 20, deity=deity)
    for who in ("self", "teammate", "allied", "neutral", "at_war"):
        player = scene.someone(who)
        scene.fill(scene.stack(2, 2, player), ["character", "soldiers"], player)
        scene.fill(scene.stack(3, 2, player), ["character", "agent", "item"], player)
    scene.fill(scene.at(2, 2), ["character", "soldiers", "item"])
    _agents(scene)
    _masters(scene)
    return scene


def _masters(scene: Scene) -> None:
    """Characters of mine who have learned everything and carry what it takes, beside enemies."""
    deity = next(iter(scene.content.deities))
    foe = scene.someone("at_war")
    scene.city(4, 4, foe)
    scene.guild(scene.city(1, 4, foe), "church", 9)
    for x, y in ((2, 2), (1, 4)):
        master = scene.character(
            scene.stack(x, y),
            level=40,
            skills=dict.fromkeys(scene.content.skills, 40),
            spells=tuple(scene.content.spells),
            recipes=("spear", "healing_salve"),
            deity=deity,
            mana=40,
            action_points=2,
        )
        scene.items(master, oak=9, lavender=9, dagger=9)
        scene.items(master, **{"foxglove_venom*3": 3, "scroll_of_stack_shell*12": 2})


def _agents(scene: Scene) -> None:
    """Agents of mine who can do what agents do, and an enemy's beside them."""
    skills = dict.fromkeys(("assassin", "spell_craft", "spy", "stealth", "thief"), 20)
    for guild in scene.world.all(Guild):
        able = {"skills": skills, "actions": 1, "summoner": guild.place, "type": guild.type}
        scene.agent(scene.stack(2, 2), **able)
    foe = scene.someone("at_war")
    stack = scene.stack(2, 2, foe)
    scene.agent(stack, foe, skills=skills)
    scene.items(stack, spear=3)


def _unique(scene: Scene) -> Unique:
    return scene.world.add(
        Unique, name="Edge", item="dagger", plus=2, bestowed=("might",), spell=""
    )


LEARNERS = (Character, Unit)
SCENE = world_of_everything()
VIEW = SCENE.view()
CLASSES = [o for o in SCENE.rules.orders.values() if o.phases[0] in SCENE.rules.phases]
"""The orders of players; those of a setup are the host's."""
ANY = AnyOrders(SCENE, VIEW, CLASSES, NAMES)


def again() -> Scene:
    scene = Scene(4, 4)
    scene.world, scene.ours, scene.me = SCENE.world, SCENE.ours, SCENE.me
    return scene


@given(ANY.queues())
def test_no_list_of_orders_breaks_a_tick_or_the_production_after_it(queue: list[Queued]) -> None:
    scene = again()
    ran = scene.run(*queue)
    assert not ran.faults, ran.faults[0].traceback
    scene.produce(monthly=True)


TEACHING = ("guild train-units", "character field-train", "set talents", "stack training-camp")
LESSONS = AnyOrders(SCENE, VIEW, [o for o in CLASSES if " ".join(o.path) in TEACHING], NAMES)


@pytest.mark.rule("cohorts.xp.level-up", "cohorts.unit.xp-sources")
@given(ANY.queues() | LESSONS.queues())
def test_experience_falls_only_by_failed_training_and_talents_paid_for(queue: list[Queued]) -> None:
    scene = again()
    held = {piece.place: piece.xp for cls in LEARNERS for piece in scene.world.all(cls)}
    told = [*scene.run(*queue).entries, *scene.produce(monthly=True).entries]
    costs: Counter[Place] = Counter()
    for entry in told:
        match entry.event:
            case UnitDrilled():
                costs[entry.event.unit] += max(0, -entry.event.xp)
            case TalentsSet():
                costs[entry.event.piece] += max(0, entry.event.paid)
            case _:
                pass
    for cls in LEARNERS:
        for piece in scene.world.all(cls):
            assert piece.xp >= held.get(piece.place, 0) - costs[piece.place], piece
            assert piece.level == scene.content.experience.level_of(piece.xp) or piece.xp == 0


@given(ANY.queues())
def test_no_list_of_orders_breaks_a_plan(queue: list[Queued]) -> None:
    assert len(again().plan(*queue).orders) == len(queue)


@given(ANY.orders())
def test_a_refused_order_leaves_no_trace(order: Order) -> None:
    tried, idle = again(), again()
    ran = tried.run(order)
    idle.run()
    if ran.refused:
        assert tried.world.rows() == idle.world.rows()
