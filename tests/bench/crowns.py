"""A large game of kings for benches: 24 kingdoms on 60 by 60 provinces, each with 15 characters and
60 armies in the field, and orders for every phase of every character.

The land comes from the module's generator. Half of a kingdom's people stand around its home and
half around that of its neighbour, so that there are battles, meetings and sightings. It is made
once per process.
"""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterator, Sequence
from typing import Final

from engine.campaign import Player
from engine.dice import Seed, SeededDice
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.exploring import explored
from engine.packs.kingdoms.crowns.heroes import drawn_hero, enter
from engine.packs.kingdoms.crowns.joining import Join
from engine.packs.kingdoms.crowns.kings import Choices
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ventures.moving import Move, Pursue, Trail
from engine.packs.kingdoms.crowns.ventures.parting import PickUp
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.spying import Spy
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    Lands,
    Ruler,
    Site,
    survey_id,
)
from engine.turn import Due, Submission, resolve
from engine.world import Record, World
from tests.rules.scene import changed, module

SEED: Final = Seed(b"crown" + bytes(27))
KINGDOMS: Final = 24
CHARACTERS: Final = 15
ARMIES: Final = 60
SIDE: Final = 60
DAY: Final = dt.date(2025, 1, 4)
WIDE: Final = 4
"""So far from a home its people stand, and so far its kingdom has explored."""
TYPES: Final = ("LE", "BO", "HC", "PH", "AX", "LC")


@functools.cache
def rules() -> Rules:
    """The shipped game with that many seats, and room for their armies."""
    shipped = module("kingdoms")
    usual = list(shipped.factions.values())
    factions = {
        f"house{number}": usual[number % len(usual)].model_copy(
            update={"key": f"house{number}", "name": f"House {number}", "colour": 1 + number % 7}
        )
        for number in range(1, KINGDOMS + 1)
    }
    kings = changed(shipped.content(RulerContent), {"turns": {"armies": 100_000}})
    contents = {
        pack: kings if isinstance(each, RulerContent) else each
        for pack, each in shipped.contents.items()
    }
    return Rules.of(shipped.model_copy(update={"factions": factions, "contents": contents}))


@functools.cache
def world() -> World:
    """The world in the middle of a game; callers must not change it."""
    found = rules().found
    assert found
    made = found(rules(), SeededDice(SEED, 0), {"width": SIDE, "height": SIDE})
    seats = tuple(Queued(f"k{n}", order) for n, order in enumerate(_joins(), start=1))
    out = resolve(rules(), made, Due("setup", 1, DAY, (Submission(0, seats),)), _dice(1))
    made = out.world
    assert made.count(Player) == KINGDOMS
    for crown in list(made.all(Crown)):
        _settle(made, crown)
        _people(made, crown)
    for crown in list(made.all(Crown)):
        _notice(made, crown)
    made.settle()
    return made


def run(world: World, tick: int = 2) -> Due:
    """A run of the turn in which every character of every kingdom is busy for six phases."""
    given = {crown.player: list(_orders(world, crown)) for crown in world.all(Crown)}
    submissions = tuple(
        Submission(player, tuple(Queued(f"k{n}", each) for n, each in enumerate(orders, start=1)))
        for player, orders in given.items()
    )
    return Due("run", tick, DAY, submissions)


def end(tick: int = 3) -> Due:
    """The end of the turn."""
    return Due("weekly", tick, DAY, ())


def _dice(tick: int) -> SeededDice:
    return SeededDice(SEED, tick)


def _joins() -> Iterator[Join]:
    courts = list(rules().module.content(RulerContent).courts.values())
    for number in range(1, KINGDOMS + 1):
        king = {**courts[number % len(courts)].choices(), "king": f"King {number}"}
        yield Join(
            faction=f"house{number}",
            name=f"Player {number}",
            design=Choices.model_validate(king),
        )


def _near(world: World, holding: int, *, within: int) -> list[Holding]:
    """The land around a province, nearest first."""
    grid = world.get(Lands, 1).grid
    here = grid.at(holding - 1)
    found = [world.get(Holding, index + 1) for index in grid.indexes_within(here, within)]
    grounds = rules().module.content(ArmyContent).grounds
    land = [each for each in found if not grounds[each.terrain].sea]
    return sorted(land, key=lambda each: (grid.distance(here, each.hex), each.id))


def _neighbour(world: World, crown: Crown) -> Crown:
    """The kingdom whose home is nearest."""
    grid = world.get(Lands, 1).grid
    here = grid.at(crown.home - 1)
    others = [each for each in world.all(Crown) if each.id != crown.id]
    return min(others, key=lambda each: grid.distance(here, grid.at(each.home - 1)))


def _settle(world: World, crown: Crown) -> None:
    """Owned land, and explored land."""
    world.put(world.get(Crown, crown.id).replace(treasury=2_000))
    for place, holding in enumerate(_near(world, crown.home, within=2 * WIDE)):
        if place < 40 and not holding.owner:
            world.put(holding.replace(owner=crown.id))
            for army in list(world.by(Army, "holding", holding.id)):
                if army.militia:
                    world.remove(army)
        if place < 80:
            explored(world, crown.id, holding.id, 100 - place)


def _people(world: World, crown: Crown) -> None:
    """Heroes, and armies behind all but the last five of them."""
    content = rules().module.content(RulerContent)
    home = _near(world, crown.home, within=WIDE)
    abroad = _near(world, _neighbour(world, crown).home, within=WIDE)
    have = world.count(Ruler)
    for number in range(CHARACTERS - len(list(world.by(Ruler, "crown", crown.id)))):
        dice = _dice(0).stream(f"bench {crown.id}", f"hero {number}")
        hero = drawn_hero(content, dice, race=crown.race)
        some = abroad if number % 2 else home
        enter(world, content, hero, dice, holding=some[number % len(some)].id, crown=crown.id)
    assert world.count(Ruler) > have
    for army in list(world.by(Army, "crown", crown.id)):
        world.remove(army)
    leaders = list(world.by(Ruler, "crown", crown.id))
    owned = list(world.by(Holding, "owner", crown.id))
    for number in range(ARMIES):
        leader = leaders[number % len(leaders)] if number % len(leaders) < 10 else None
        world.add(
            Army,
            type=TYPES[number % len(TYPES)] if leader else content.start.garrison,
            race=crown.race,
            quality=2,
            crown=crown.id,
            holding=leader.holding if leader else owned[number % len(owned)].id,
            leader=leader.id if leader else 0,
        )


def _notice(world: World, crown: Crown) -> None:
    """Everybody of the neighbour's was seen last turn."""
    for ruler in world.by(Ruler, "crown", _neighbour(world, crown).id):
        seen = {"turn": 0, "seen": ((6, ruler.holding),), "armies": ()}
        id = survey_id(crown.id, ruler.id)
        world.put(CharacterSighting(id=id, crown=crown.id, ruler=ruler.id, **seen))


def _ref(record: Record) -> Ref:
    return Ref(*record.place)


def _orders(world: World, crown: Crown) -> Iterator[Order]:
    """Six phases for each character: who marches, who explores, searches, spies or gives chase."""
    strangers = list(world.by(Ruler, "crown", _neighbour(world, crown).id))
    for number, ruler in enumerate(world.by(Ruler, "crown", crown.id)):
        who = _ref(ruler)
        target = _ref(strangers[number % len(strangers)])
        plans: Sequence[Sequence[Order]] = (
            (Recruit(character=who, army="LE"), *_march(world, ruler, 4), Spy(character=who)),
            (*_march(world, ruler, 6),),
            (Explore(character=who), Explore(character=who), *_searched(world, crown, ruler)),
            (Pursue(character=who, target=target), *_march(world, ruler, 5)),
            (*_march(world, ruler, 3), Practice(character=who, ability="TA")),
            (PickUp(character=who, armies=()), Spy(character=who), *_march(world, ruler, 3)),
            (*_march(world, ruler, 2), Trail(character=who, target=target)),
        )
        yield from plans[number % len(plans)]


def _march(world: World, ruler: Ruler, steps: int) -> Iterator[Order]:
    """That many provinces over land, each time as far to one side as it goes."""
    grounds = rules().module.content(ArmyContent).grounds
    here = ruler.holding
    for step in range(steps):
        around = [world.get(Holding, id) for id in adjacent(world, here)]
        land = [each for each in around if not grounds[each.terrain].sea]
        if not land:
            return
        here = land[(ruler.id + step // 3) % len(land)].id
        yield Move(character=_ref(ruler), to=Ref(Holding.kind, here))


def _searched(world: World, crown: Crown, ruler: Ruler) -> Iterator[Order]:
    for site in world.by(Site, "holding", ruler.holding):
        if crown.id in site.known_to:
            yield Search(character=_ref(ruler), feature=_ref(site))
            return
