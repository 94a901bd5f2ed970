"""Nothing that a kingdom is shown, told or offered changes by what it cannot know."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pytest

from engine.campaign import Player
from engine.dice import ForeseeDice, SeededDice
from engine.events import OrderFailed
from engine.forms import given_by_players
from engine.orders import Order, Parameter, Queued, Ref, parameters
from engine.packs.kingdoms.crowns.experience import may_rise
from engine.packs.kingdoms.crowns.noticing import in_view, presence
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.crowns.ventures.spying import Spy
from engine.packs.kingdoms.crowns.ventures.treating import Treat
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Grave,
    Holding,
    LastingSpell,
    MagicItem,
    Overture,
    Ruler,
    Site,
    Survey,
    Truce,
)
from engine.preview import plan
from engine.state import State
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import Record, World
from tests.hidden.kingdoms import HIDDEN, shrouded, twin
from tests.packs.kingdoms.crowns.table import SATURDAY, SEED, Table, ref, rules

KINDS = sorted(HIDDEN)
FACTION = 1


class Shown(NamedTuple):
    """What the first kingdom knows, foresees, learns and may choose."""

    view: list[tuple[str, int, bytes | None]]
    plan: str
    run: list[bytes]
    end: list[bytes]
    choices: list[tuple[str, list[str]]]


def deeds() -> list[Order]:
    """What the kingdom does at home."""
    scene = shrouded()
    king, (one, other) = scene.king(), scene.heroes()[:2]
    there = next(
        id for id in adjacent(scene.world, one.holding) if scene.world.get(Holding, id).owner == 1
    )
    ability = next(each for each in ABILITIES if may_rise(king, each))
    return [
        *(Recruit(character=ref(king), army="LE"), Explore(character=ref(king))),
        Practice(character=ref(king), ability=ability),
        *(Move(character=ref(one), to=Ref(Holding.kind, there)), Spy(character=ref(one))),
        *(Explore(character=ref(other)), Explore(character=ref(other))),
        Treat(kingdom=ref(scene.crown(2))),
    ]


def guesses() -> list[Order]:
    """Orders that name by their numbers what the kingdom cannot know, and what there is not."""
    scene = shrouded()
    hidden = (scene.unseen, scene.lord, scene.stranger, scene.dragons, scene.secret, scene.relic)
    things = [*map(ref, hidden), *(Ref(kind, 9999) for kind in ("ruler", "army", "site", "item"))]
    found = (_naming(cls, thing) for cls in given_by_players(rules()).values() for thing in things)
    return [each for each in found if each]


def _naming(cls: type[Order], thing: Ref) -> Order | None:
    """An order that names the thing first, and further own things; None if it takes none such."""
    values: dict[str, object] = {}
    named = False
    for each in parameters(cls):
        kinds = each.asks.kinds if each.asks else ()
        if thing.kind in kinds and not named:
            values[each.name], named = [str(thing)] if each.many else str(thing), True
        elif not each.required:
            continue
        elif Ruler.kind in kinds:
            values[each.name] = str(ref(shrouded().king()))
        else:
            return None
    return cls.model_validate(values) if named else None


@functools.cache
def orders() -> tuple[Queued, ...]:
    given = [*deeds(), *guesses()]
    return tuple(Queued(f"k{number}", order) for number, order in enumerate(given, start=1))


def due(kind: DueKind) -> Due:
    """The run of the turn with those orders, or its end."""
    tick = shrouded().tick + (1 if kind == "run" else 2)
    turns = (Submission(shrouded().crown().player, orders()),) if kind == "run" else ()
    return Due(kind, tick, SATURDAY, turns)


def ticked(world: World, kind: DueKind) -> TickOutcome:
    out = resolve(rules(), world, due(kind), SeededDice(SEED, due(kind).tick))
    assert not out.faults, out.faults[0].traceback
    return out


def heard(out: TickOutcome) -> list[bytes]:
    """What the kingdom learned in a tick, as it is stored."""
    player = shrouded().crown().player
    return [
        entry.dump_for(FACTION, (player,))
        for entry in out.entries
        if FACTION in entry.audience and not isinstance(entry.event, RanksCounted)
    ]


def offered(view: World) -> list[tuple[str, list[str]]]:
    """What may be chosen for every parameter, given nothing, and given own and noticed people."""
    scene = shrouded()
    state = State(rules(), view.fork(), ForeseeDice())
    state.player, state.planning = scene.crown().player, True
    given = {"character": str(ref(scene.king())), "target": str(ref(scene.noticed))}
    asked: list[Parameter] = [
        each for cls in given_by_players(rules()).values() for each in parameters(cls)
    ]
    return [
        (each.name, [f"{one.value} {one.label}" for one in each.asks.among(state, values)])
        for each in asked
        if each.asks
        for values in ({}, given)
    ]


def show(world: World) -> Shown:
    view = rules().view(world, FACTION)
    ran = ticked(world, "run")
    return Shown(
        view.rows(),
        repr(plan(rules(), view, shrouded().crown().player, orders()).orders),
        heard(ran),
        heard(ticked(ran.world, "weekly")),
        offered(view),
    )


@functools.cache
def shown() -> Shown:
    """What is shown of the world that every pair begins with."""
    return show(shrouded().world)


@pytest.mark.rule("kingdoms.map.visibility", "kingdoms.action.sightings")
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_shown_or_told_of_what_is_hidden(kind: str) -> None:
    mine, base = show(twin(kind)), shown()
    assert mine.view == base.view
    assert mine.plan == base.plan
    assert mine.run == base.run
    assert mine.end == base.end
    assert mine.choices == base.choices


def test_the_pairs_are_many_and_what_is_done_in_them_is_much() -> None:
    assert len(HIDDEN) >= 40
    failed = OrderFailed.kind.encode()
    assert sum(failed in each for each in shown().run) >= len(guesses())
    assert sum(failed not in each for each in shown().run) >= len(deeds())
    assert shown().end
    assert sum(len(found) for _, found in shown().choices) > 100


def test_of_every_kind_of_record_that_is_partly_known_something_differs() -> None:
    differ = {kind for name in KINDS for kind, *_ in twin(name).changes()}
    everything = {
        Army,
        Crown,
        LastingSpell,
        Grave,
        Holding,
        MagicItem,
        Overture,
        Player,
        Ruler,
        CharacterSighting,
    }
    assert {cls.kind for cls in everything | {Site, Survey, Truce}} <= differ


def _all(world: World) -> list[Record]:
    return [record for cls in world.kinds.values() for record in world.all(cls)]


def test_what_is_known_of_one_record_agrees_with_the_view_for_every_record() -> None:
    table = shrouded()
    for faction in (1, 2, 3, 4):
        view = rules().view(table.world, faction)
        for record in _all(table.world):
            known = rules().knows(table.world, faction, record.place)
            assert known == (view.at(record.place) is not None), record


def test_a_kingdom_knows_all_of_its_own(table: Table) -> None:
    view = rules().view(table.world, 1)
    assert view.get(Crown, 1) == table.crown()
    for cls in (Ruler, Army):
        own = list(table.world.by(cls, "crown", 1))
        assert own
        assert [view.get(cls, each.id) for each in own] == own
    assert all(view.get(Holding, each.id) == each for each in table.owned())
    assert set(presence(table.world, 1)) <= set(in_view(table.world, 1))


def test_who_is_near_sees_through_an_illusion(table: Table) -> None:
    home = table.world.get(Holding, table.crown().home)
    lay(table.state(), home, "IL", table.king(2), 2, 1, terrain="Sea")
    seen = {n: rules().view(table.world, n).get(Holding, home.id).terrain for n in (1, 2, 3)}
    assert seen == {1: home.terrain, 2: "Sea", 3: "Sea"}
    table.put(table.heroes(3)[0], holding=home.id)
    assert rules().view(table.world, 3).get(Holding, home.id).terrain == home.terrain
    assert rules().public(table.world).get(Holding, home.id).terrain == "Sea"


def test_all_the_world_knows_kingdoms_and_kings_and_nothing_that_is_theirs(table: Table) -> None:
    public = rules().public(table.world)
    assert [crown.name for crown in public.all(Crown)] == [
        crown.name for crown in table.world.all(Crown)
    ]
    assert [each.name for each in public.all(Ruler)] == [
        table.king(number).name for number in (1, 2, 3, 4)
    ]
    for crown in public.all(Crown):
        assert not any(crown.knows(name) for name in ("treasury", "home", "inventions", "king"))
    assert not list(public.all(Army))
    assert not list(public.all(Site))
