"""Whole seasons of players who order whatever is offered: nothing breaks, nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from engine.dice import ForeseeDice
from engine.orders import Order, Queued, parameters
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.pieces.abilities import HIGHEST
from engine.packs.kingdoms.pieces.records import (
    Army,
    Course,
    Crown,
    Holding,
    MagicItem,
    Ruler,
    Site,
    Survey,
)
from engine.preview import plan
from engine.state import State
from engine.world import World
from tests.packs.kingdoms.crowns.table import Table, rules
from tests.rules.adapters.kingdoms.words import ARMIES, CROWNS

OFTEN = ("move", "move", "move", "explore", "recruit", "search", "hire", "pursue", "cast")
"""What a player orders more often than all the rest."""


def classes() -> list[type[Order]]:
    return [order for path, order in rules().orders.items() if path[0] != "host"]


def ordered(view: World, player: int, luck: Random) -> Iterator[Order]:
    """That many orders of one player, each from what is offered for it."""
    state = State(rules(), view, ForeseeDice())
    state.player, state.planning = player, True
    every = classes()
    often = [each for name in OFTEN for each in every if each.path[1] == name]
    for _ in range(14):
        cls = luck.choice(often if luck.random() < 0.6 else every)
        given: dict[str, Any] = {}
        for parameter in parameters(cls):
            if not parameter.required and luck.random() < 0.5:
                continue
            offered: list[str] = []
            if parameter.asks:
                offered = [choice.value for choice in parameter.asks.among(state, given)]
            if offered:
                some = luck.sample(offered, min(len(offered), luck.randint(1, 3)))
                given[parameter.name] = some if parameter.many else some[0]
            elif parameter.options:
                given[parameter.name] = luck.choice(parameter.options)
            elif parameter.kind == "number":
                given[parameter.name] = luck.randint(1, 9)
            elif parameter.kind == "text":
                given[parameter.name] = luck.choice(["ME", "FI, ME", "FL", "CA-FI, ME", "x"])
        try:
            yield cls.model_validate(given)
        except ValidationError:
            continue


def season(seed: int, turns: int) -> Counter[str]:
    """Play that many turns, checking after each tick that the world is sound; what happened."""
    table, luck = Table.seated(), Random(seed)
    for army in list(table.world.all(Army)):
        if ARMIES.army_types[army.type].sails:  # without them Kings can march
            table.put(army, leader=0)
    happened: Counter[str] = Counter()
    for _ in range(turns):
        orders = {
            crown.id: list(ordered(rules().view(table.world, crown.faction), crown.player, luck))
            for crown in living(table.world)
        }
        for id, given in orders.items():
            foreseen(table.world, table.crown(id), given)
        for out in (table.run(orders), table.end()):
            happened.update(entry.event.kind for entry in out.entries)
            sound(table.world)
            again(table.world)
    return happened


def foreseen(world: World, crown: Crown, orders: list[Order]) -> None:
    """A plan of the orders can be made from what the kingdom knows."""
    queued = tuple(Queued(f"k{n}", order) for n, order in enumerate(orders, start=1))
    made = plan(rules(), rules().view(world, crown.faction), crown.player, queued)
    assert made.world.get(Course, 1).phase == 7


def sound(world: World) -> None:
    """What must hold of every world of the game."""
    for crown in world.all(Crown):
        assert crown.treasury >= 0
        king = world.find(Ruler, crown.king)
        assert not crown.king or (king and king.alive and king.royal and king.crown == crown.id)
        alive = [ruler for ruler in world.by(Ruler, "crown", crown.id) if ruler.alive]
        assert len(alive) <= CROWNS.gold.characters
        assert not (crown.fallen and (alive or list(world.by(Holding, "owner", crown.id))))
    for ruler in world.all(Ruler):
        assert world.find(Holding, ruler.holding)
        assert not ruler.alive or ruler.hit_points > 0
        assert all(0 <= level <= HIGHEST for level in ruler.aptitude)
        for skill in (ruler.skill, ruler.coma):
            assert all(n <= most for n, most in zip(skill, ruler.aptitude, strict=False))
        assert len(ruler.doings.path) <= 6
    for army in world.all(Army):
        leader = world.find(Ruler, army.leader)
        assert not army.leader or leader
        if leader:
            assert leader.alive
            assert (leader.crown, leader.holding) == (army.crown, army.holding), (leader, army)
        assert -1 <= army.quality <= 6
        assert not (army.crown and army.militia)
        assert army.crown == 0 or not world.get(Crown, army.crown).fallen
    assert world.count(Army) <= CROWNS.turns.armies
    for site in world.all(Site):
        assert 0 <= site.hit_points <= site.full
        assert bool(site.hit_points) == bool(site.being)
        assert site.gold >= 0
    for survey in world.all(Survey):
        assert 0 <= survey.percent <= 100
    for item in world.all(MagicItem):
        assert world.at(item.holder)
    assert world.get(Course, 1).phase in (0, 7)


def again(world: World) -> None:
    """Every record is stored and read back whole, and hides from no index."""
    for cls in world.kinds.values():
        for record in world.all(cls):
            assert cls.load(record.dump()) == record


@pytest.mark.parametrize("seed", [1, 2])
def test_some_turns_of_anything_leave_a_sound_world(seed: int) -> None:
    assert season(seed, 3)["kingdoms-moved"]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 23))
def test_whole_seasons_of_anything_leave_a_sound_world(seed: int) -> None:
    assert season(seed, 20)["kingdoms-encounter"]


def test_artifacts_are_never_lost() -> None:
    table, luck = Table.seated(), Random(5)
    content = rules().module.content(EncounterContent)
    unique = sorted(each.key for each in content.artifacts.values() if each.unique)
    for _ in range(3):
        table.run(
            {
                crown.id: list(
                    ordered(rules().view(table.world, crown.faction), crown.player, luck)
                )
                for crown in living(table.world)
            }
        )
        table.end()
        held = [item.item for item in table.world.all(MagicItem)]
        assert sorted(each for each in held if each in unique) == unique
