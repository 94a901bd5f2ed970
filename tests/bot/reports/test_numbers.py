"""Nothing that leaves for Discord counts what others make in secret: no id, no running number.

A campaign is played twice, with and without foreign things and deeds that our faction does not
learn of. True ids differ from then on; what our faction reads, chooses from and downloads does not.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator

import pytest

from bot.faces.choices.offering import labels_of
from bot.faces.cohorts.map.chart import chart_of
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Focus
from bot.host import DraftPlan
from bot.orders.choosing import offered, value_of
from bot.orders.texts import order_line, preview_blocks
from bot.reports import tick_messages
from engine.dice import ForeseeDice
from engine.orders import Queued, Ref, parameters
from engine.packs.cohorts.agents.of_guilds import GuildSummonAgent
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Possession,
    Stack,
    Unit,
)
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.leaving import BuryUnit
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import TransferItems
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.preview import plan
from engine.sheet import write
from engine.state import State
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import World
from tests.bot.reports.test_tick_messages import read_point
from tests.hidden import FARTHER, Veiled, veiled
from tests.rules.dice import Even
from tests.rules.plain import blank
from tests.rules.scene import MONDAY, queued, ref


def crowded(scene: Veiled, *, hidden: bool) -> World:
    """The world with a unique item of ours, made after many more foreign ones that we know not
    of.
    """
    mine, scene.world = scene.world, scene.world.fork()
    if hidden:
        crowd(scene)
    axe = scene.world.add(Unique, **{**blank(Unique), "name": "Late", "item": "mithril_axe"})
    scene.items(scene.named(City, "Town 0"), **{f"mithril_axe+3#{axe.id}": 1})
    made, scene.world = scene.world, mine
    return made


def crowd(scene: Veiled) -> None:
    """Foreign things that our faction does not know of."""
    for _ in range(4):
        scene.unit(scene.lair, scene.foe, name="Guard")
        scene.agent(scene.lair, scene.foe, name="Guard")
        far = scene.stack(*FARTHER, scene.foe, name="Guard")
        scene.items(scene.character(far, scene.foe, name="Guard"), spear=3)
        spell = {"on": far.place, "spell": "charm_of_speed", "strength": 3, "level": 3}
        scene.world.add(ActiveSpell, **{**blank(ActiveSpell), **spell})
        scene.offer(scene.lair, scene.named(City, "Town 8"), {"wheat": 1}, {"iron": 1})
        seen = {"faction": scene.foe.faction, "province": scene.at(0, 8).id, "sides": (0,) * 6}
        scene.world.add(Memory, **{**blank(Memory), **seen})
        scene.world.add(Unique, **{**blank(Unique), "name": "Dirge", "item": "dagger"})


def deeds(scene: Veiled) -> tuple[Queued, ...]:
    """What our player orders: new things of every kind, among them namesakes."""
    city: City = scene.named(City, "Town 0")
    guilds = list(scene.world.by(Guild, "city", city.id))
    train = {"city": ref(city), "race": "human", "quantity": 25}
    return queued(
        (
            TrainMilitaryUnits.model_validate({**train, "name": "Guard"}),
            TrainMilitaryUnits.model_validate({**train, "name": "Guard"}),
            *(GuildSummonAgent(guild=ref(guild), name="Guard") for guild in guilds[1:4]),
        )
    )


def muster(scene: Veiled) -> tuple[Queued, ...]:
    """What a teammate orders."""
    city: City = scene.named(City, "Town 5")
    return queued((ActivateStack(province=Ref("province", city.province), name="Guard"),))


def secrets(scene: Veiled) -> tuple[Queued, ...]:
    """What others do of which ours learn nothing."""
    units = list(scene.world.by(Unit, "holder", scene.lair.place))
    return queued(tuple(ChangeMessage(bearer=ref(each), message="Psst") for each in units))


def day(scene: Veiled, world: World, kind: DueKind, hidden: bool) -> tuple[Due, TickOutcome]:
    turns = ()
    if kind == "run":
        theirs = secrets(scene) if hidden else ()
        turns = (
            Submission(scene.foe.id, theirs),
            Submission(scene.me.id, deeds(scene)),
            Submission(scene.mate.id, muster(scene)),
        )
    due = Due(kind, 9 if kind == "run" else 10, MONDAY, turns)
    outcome = resolve(scene.rules, world, due, Even())
    assert not outcome.faults, outcome.faults[0].traceback
    return due, outcome


def posted(scene: Veiled, due: Due, outcome: TickOutcome) -> Iterator[str]:
    """The messages to our channel as they go out; recipes are read by us alone."""
    point = read_point()
    for message in tick_messages(scene.rules, point, due, outcome, ""):
        if message.to.role == f"faction:{scene.ours.id}":
            yield message.key
            body = json.loads(message.payload)
            for file in body["files"]:
                file.pop("event", None)
            for image in body["images"]:
                image.pop("event", None)
            yield json.dumps(body)


def shown(scene: Veiled, outcome: TickOutcome) -> Iterator[str]:
    """Lists, sheets, previews and maps after a run, as our player gets them."""
    view = scene.rules.view(outcome.world, scene.ours.id)
    guards = [
        each for cls in (Stack, Unit, Agent) for each in view.all(cls) if each.name == "Guard"
    ]
    assert len(guards) >= 5
    units = (each for each in guards if isinstance(each, Unit))
    buried = (BuryUnit.model_validate({"piece": ref(each)}) for each in units)
    axe = next(each for each in view.all(Possession) if each.item.startswith("mithril_axe+3#"))
    home = ref(view.get(City, axe.holder.id))
    to = ref(next(view.by(Character, "holder", axe.holder)))
    sent = TransferItems.model_validate(
        {"sponsor": home, "target": to, "item": axe.item, "count": 1}
    )
    orders = queued((*buried, sent))
    made = plan(scene.rules, view, scene.me.id, orders)
    known = DraftPlan(made.world, made.orders, view, ())
    state = State(scene.rules, view, ForeseeDice())
    state.player, state.planning = scene.me.id, True
    yield write(orders, state)
    yield from (order_line(each, known.names, scene.rules) for each in orders)
    yield from preview_blocks(scene.rules, orders, made.orders, known.names)
    labels = labels_of(known)
    for path, cls in sorted(scene.rules.orders.items()):
        for parameter in parameters(cls):
            if parameter.asks and cls.phases[0] in scene.rules.phases:
                where = f"{' '.join(path)} {parameter.name}"
                for each in offered(parameter, state, labels, {}):
                    yield f"{where} = {value_of(parameter, labels, each)}: {each.label}"
    chart = chart_of(scene.rules, view, scene.ours.id)
    yield map_alt(chart, Focus())


@functools.cache
def campaign(hidden: bool) -> tuple[str, ...]:
    """Everything that our faction got in a run and a production."""
    scene = veiled()
    world = crowded(scene, hidden=hidden)
    due, run = day(scene, world, "run", hidden)
    later, month = day(scene, run.world, "monthly", hidden)
    return (
        *posted(scene, due, run),
        *shown(scene, run),
        *posted(scene, later, month),
    )


@pytest.mark.rule("cohorts.knowledge.view")
def test_what_leaves_for_a_faction_counts_nothing_that_it_does_not_know() -> None:
    plain, crowd = campaign(hidden=False), campaign(hidden=True)
    for mine, other in zip(plain, crowd, strict=True):
        assert other == mine


@pytest.mark.rule("cohorts.knowledge.view")
def test_no_reference_of_the_world_leaves() -> None:
    kinds = "|".join(veiled().world.kinds)
    for text in campaign(hidden=False):
        assert not re.search(rf"(?<![\w:])(?:{kinds}):\d", text), text
