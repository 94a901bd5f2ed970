"""Nothing comes from nothing in the game of kings, and nothing is lost without a word.

Turns of orders as choosers offer them are played, in any order by any giver; after each tick gold,
armies, items and characters are held against what was told of them.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from engine.orders import Order
from engine.packs.kingdoms.crowns.dying import RulerDied
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.growing import HeroAppeared
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.paying import PayTaken, TaxesCame
from engine.packs.kingdoms.crowns.ventures.heirs import HeirAppeared
from engine.packs.kingdoms.crowns.ventures.moving import RulerMoved
from engine.packs.kingdoms.crowns.ventures.recruiting import SPENT, HireTried, Recruited
from engine.packs.kingdoms.crowns.ventures.ruling import DraughtDrunk, TributePaid
from engine.packs.kingdoms.pieces.abilities import HIGHEST
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, MagicItem, Ruler, Site
from engine.turn import TickOutcome
from engine.world import Record, World
from tests.packs.kingdoms.crowns.table import Table, rules
from tests.packs.kingdoms.crowns.test_seasons import ordered
from tests.rules.adapters.kingdoms.words import ARMIES, CROWNS

TURNS = 3


def any_orders(table: Table, luck: Random) -> dict[int, list[Order]]:
    """Orders of all kingdoms, in whatever order a player may have listed them."""
    given: dict[int, list[Order]] = {}
    for crown in living(table.world):
        view = rules().view(table.world, crown.faction)
        orders = list(ordered(view, crown.player, luck))
        luck.shuffle(orders)
        given[crown.id] = orders
    return given


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**20))
def test_nothing_comes_from_nothing_and_nothing_is_lost_untold(seed: int) -> None:
    table, luck = Table.seated(), Random(seed)
    for army in list(table.world.all(Army)):
        if ARMIES.army_types[army.type].sails:  # without them Kings can march
            table.put(army, leader=0)
    for _ in range(TURNS):
        before = table.world
        ran = table.run(any_orders(table, luck))
        gold_is_kept(before, ran)
        pieces_are_kept(before, ran)
        nobody_goes_too_far(before, ran)
        between = table.world
        ended = table.end()
        gold_is_kept(between, ended)
        pieces_are_kept(between, ended)


def events(out: TickOutcome) -> list[Event]:
    return [entry.event for entry in out.entries]


def ids(world: World, cls: type[Record]) -> set[int]:
    return {record.id for record in world.all(cls)}


def riches(world: World) -> int:
    """All gold that there is: in treasuries and in features."""
    held = sum(crown.treasury for crown in world.all(Crown))
    return held + sum(site.gold for site in world.all(Site))


def flow(event: Event) -> int:
    """The gold that comes into the world or leaves it with what happened."""
    match event:
        case TaxesCame():
            return event.taxes + event.inventions
        case PayTaken():
            return -event.heroes - event.armies
        case Recruited():
            return -event.cost if event.army else 0
        case HireTried():
            return -event.fee
        case TributePaid():
            return -event.gold
        case EncounterFought():  # a wandering monster has its own; a guardian's was in the feature
            return event.gold if event.gainer and not event.site else 0
        case _:
            return 0


def gold_is_kept(before: World, out: TickOutcome) -> None:
    told = sum(flow(event) for event in events(out))
    assert riches(out.world) == riches(before) + told


def pieces_are_kept(before: World, out: TickOutcome) -> None:
    after, counted = out.world, Counter(type(event) for event in events(out))
    text = b"\n".join(entry.dump() for entry in out.entries).decode()
    named = {int(number) for number in re.findall(r"\b\d+\b", text)}
    armies = ids(before, Army), ids(after, Army)
    assert armies[0] ^ armies[1] <= named, "an army came or went untold"
    assert not any(army.holding not in ids(after, Holding) for army in after.all(Army))
    items = ids(before, MagicItem), ids(after, MagicItem)
    assert items[1] <= items[0]
    assert len(items[0] - items[1]) == counted[DraughtDrunk]
    people = ids(before, Ruler), ids(after, Ruler)
    assert people[0] <= people[1]
    assert len(people[1] - people[0]) == counted[HeroAppeared] + counted[HeirAppeared]
    died = {event.ruler for event in events(out) if isinstance(event, RulerDied)}
    alive = {ruler.id for ruler in before.all(Ruler) if ruler.alive}
    gone = {id for id in alive if not after.get(Ruler, id).alive}
    fell = {crown.king for crown in before.all(Crown) if after.get(Crown, crown.id).fallen}
    assert gone <= died | fell


def nobody_goes_too_far(before: World, out: TickOutcome) -> None:
    """Those who marched used a move for each step but those off the sea, and had that many."""
    world, figures = out.world, ARMIES.columns
    steps: Counter[int] = Counter()
    for event in events(out):
        if isinstance(event, RulerMoved):
            start, goal = before.get(Holding, event.start), before.get(Holding, event.goal)
            assert world.get(Holding, goal.id)
            sea = ARMIES.grounds[start.terrain].sea
            for id in event.armies:
                army = before.find(Army, id) or world.find(Army, id)
                type = ARMIES.army_types[army.type] if army else None
                foot = type and not (type.flies or type.sails or type.swims)
                steps[id] += not (sea and foot)
    for id, taken in steps.items():
        army = world.find(Army, id)
        if army and army.moves < SPENT:
            type, crown = ARMIES.army_types[army.type], before.find(Crown, army.crown)
            owned = crown.inventions if crown else ()
            boons = [boon(CROWNS.devices, owned, name) for name in ("road_moves", "naval_moves")]
            most = type.speed + max(figures.extra_moves(HIGHEST, type.speed), HIGHEST) + sum(boons)
            assert taken <= army.moves <= most
