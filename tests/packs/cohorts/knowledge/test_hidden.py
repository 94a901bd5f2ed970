"""No text shows what a faction cannot know, and no chooser raises, whatever was typed before."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from engine.campaign import Player
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.facts import NotKnown
from engine.orders import Asks, Choice, Given, Order, Parameter, Queued, Ref, parameters
from engine.packs.cohorts import PACK
from engine.packs.cohorts.covert.assassins import KidnapCharacter
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack, Unit
from engine.packs.cohorts.production.orders import STACK_OR_CITY
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.trade.books import Agreement, Offer
from engine.preview import plan
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import Record, Row, World
from tests.golden.finding import found
from tests.hidden import HIDDEN, Veiled, twin, veiled
from tests.packs.cohorts.test_any_orders import world_of_everything
from tests.packs.hostile import TYPED, asked, captives, poorer, raised
from tests.rules.scene import MONDAY, SEED, Scene, ref

PACKS = ("cohorts", "warlords")
KINDS = sorted(HIDDEN)
SHARE = 4
"""One of this many choices of a list is read in one pair of worlds, others in the next."""
PEACEFUL = ("basic", "city", "guild", "ritual", "character-1")
"""The phases whose orders, given to what is one's own, tell of nothing that others have."""


class Told(NamedTuple):
    """What a tick told a faction, and what it knows after."""

    events: tuple[bytes, ...]
    view: list[Row]


@dataclass(frozen=True)
class Shown:
    """All that a faction is shown of a world and of the results of its orders in it."""

    view: list[Row]
    plan: str
    run: Told
    month: Told


def view_of(scene: Veiled, world: World) -> World:
    return scene.rules.view(world, scene.ours.id)


def tick(scene: Veiled, world: World, kind: DueKind, orders: tuple[Queued, ...]) -> Told:
    submissions = (Submission(scene.me.id, orders),) if orders else ()
    due = Due(kind, 9, MONDAY, submissions)
    outcome = resolve(scene.rules, world, due, SeededDice(SEED, due.tick))
    assert not outcome.faults, outcome.faults[0].traceback
    mine = {each.id: each for each in world.by(Player, "faction", scene.ours.id)}
    told = (each for each in outcome.entries if each.for_(scene.ours.id))
    events = tuple(each.dump_for(scene.ours.id, mine) for each in told)
    return Told(events, view_of(scene, outcome.world).rows())


@functools.cache
def orders_of(pack: str) -> tuple[Queued, ...]:
    """One order of every kind that acts on what is one's own, and guesses at what is not."""
    scene = veiled(pack)
    dice = SeededDice(SEED, 9)
    own = [
        each
        for each in found(scene.rules, scene.world, scene.me.id, dice)
        if each.order.phases[0] in PEACEFUL and _of_my_own(scene, each)
    ]
    return (*own, *guesses(scene))


def _of_my_own(scene: Veiled, queued: Queued) -> bool:
    """Whether an order names nothing that others have, and sends no one after it."""
    if queued.order.path[0] in ("covert", "agent") or "cast" in queued.order.path[1]:
        return False
    things = (scene.world.at(each.place) for each in queued.order.refs().values())
    return all(_whose(scene.world, thing) in (0, scene.ours.id) for thing in things if thing)


def _whose(world: World, thing: Record) -> int:
    return faction_of(world, world.get(City, thing.city) if isinstance(thing, Guild) else thing)


def guesses(scene: Veiled) -> list[Queued]:
    """Orders that name by their ids what the player cannot know, and ids that nothing has."""
    hidden = [
        *(scene.unseen, scene.band, scene.lord, scene.victim, scene.spy, scene.captive),
        *(max(scene.world.all(cls), key=lambda each: each.id) for cls in (Offer, Agreement)),
        *scene.world.by(Unit, "holder", scene.lair.place),
        *scene.world.by(Guild, "city", scene.lair.id),
        scene.world.get(Character, scene.world.get(City, scene.lair.id).baron),
        scene.world.get(Character, scene.named(City, "Town 8").baron),
    ]
    made: list[Queued] = []
    for path, cls in sorted(scene.rules.orders.items()):
        wanted = parameters(cls)
        if cls.phases[0] not in scene.rules.phases or path[0] in ("covert", "trade"):
            continue
        for thing in (*hidden, *(Ref(kind, 9999) for kind in ("unit", "stack", "character"))):
            named = thing if isinstance(thing, Ref) else ref(thing)
            values = _naming(scene, wanted, named)
            if values is not None and len(made) < len(hidden) * 12:
                order = cls.model_validate(values)
                made.append(Queued(f"g{len(made) + 1}", order, cls.phases[0]))
    return made


def _naming(scene: Veiled, wanted: tuple[Parameter, ...], thing: Ref) -> dict[str, object] | None:
    """Values of an order that name a thing first, and further own things."""
    values: dict[str, object] = {}
    named = False
    for each in wanted:
        if not each.required:
            continue
        if each.kind != "ref" or each.many or not each.asks:
            return None
        if thing.kind in each.asks.kinds and not named:
            values[each.name], named = str(thing), True
        else:
            own = _own(scene, each.asks.kinds)
            if own is None:
                return None
            values[each.name] = str(own)
    return values if named else None


def _own(scene: Veiled, kinds: tuple[str, ...]) -> Ref | None:
    for cls in (Stack, Character, Unit, Agent):
        if cls.kind in kinds:
            return ref(next(scene.world.by(cls, "player", scene.me.id)))
    return None


def show(pack: str, world: World) -> Shown:
    scene = veiled(pack)
    view, orders = view_of(scene, world), orders_of(pack)
    return Shown(
        view.rows(),
        repr(plan(scene.rules, view, scene.me.id, orders[::4]).orders),
        tick(scene, world, "run", orders),
        tick(scene, world, "monthly", ()),
    )


@functools.cache
def shown(pack: str) -> Shown:
    """What is shown of the world that every pair begins with."""
    return show(pack, veiled(pack).world)


@functools.cache
def lists(pack: str) -> list[Parameter]:
    orders = sorted(veiled(pack).rules.orders.items())
    return [each for _, cls in orders for each in parameters(cls) if each.asks]


def choices(pack: str, world: World, first: int) -> list[tuple[str, list[str]]]:
    """Some of the lists of what may be chosen, each once given a captive and once nothing."""
    scene = veiled(pack)
    state = scene.planning(view_of(scene, world))
    read: list[tuple[str, list[str]]] = []
    for each in lists(pack)[first::SHARE]:
        assert each.asks
        for given in ({}, {"character": str(ref(scene.captive)), "target": str(ref(scene.lair))}):
            offered = [f"{one.value} {one.label}" for one in each.asks.among(state, given)]
            read.append((each.name, offered))
    return read


@functools.cache
def offered(pack: str, first: int) -> list[tuple[str, list[str]]]:
    """What may be chosen in the world that every pair begins with."""
    return choices(pack, veiled(pack).world, first)


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kinds", HIDDEN.together(SHARE))
@pytest.mark.parametrize("pack", PACKS)
def test_nothing_is_shown_or_told_of_what_is_hidden(pack: str, kinds: tuple[str, ...]) -> None:
    world = twin(pack, *kinds)
    mine, base = show(pack, world), shown(pack)
    assert mine.view == base.view
    assert mine.plan == base.plan
    assert mine.run == base.run
    assert mine.month == base.month
    share = KINDS.index(kinds[0]) % SHARE
    assert choices(pack, world, share) == offered(pack, share)


@pytest.mark.parametrize("pack", PACKS)
def test_the_pairs_are_many_and_what_is_done_in_them_is_much(pack: str) -> None:
    assert len(HIDDEN) >= 30
    orders = orders_of(pack)
    assert len({each.order.path for each in orders}) >= 30
    failed = OrderFailed.kind.encode()
    told = shown(pack).run.events
    assert sum(failed not in each for each in told) >= 30
    assert sum(failed in each for each in told) >= 100
    assert shown(pack).month.events


ORDERS: list[type[Order]] = [order for order in PACK.orders if "setup" not in order.phases]


@pytest.fixture(scope="module")
def scene() -> Scene:
    return world_of_everything()


@pytest.fixture(scope="module")
def things(scene: Scene) -> list[Record]:
    return captives(scene)


def test_no_chooser_raises_whatever_was_typed_before(scene: Scene, things: list[Record]) -> None:
    assert raised(scene, scene.view(), asked(ORDERS, things)) == []


@pytest.mark.parametrize("kind", [Character, Unit, Agent, Stack, City], ids=lambda kind: kind.kind)
def test_no_chooser_raises_where_hardly_anything_is_known(
    scene: Scene, things: list[Record], kind: type[Record]
) -> None:
    some = list(scene.world.all(kind))[:2]
    view = poorer(scene.view(), kind)
    assert raised(scene, view, asked(ORDERS, [*some, *things[:3]], typed=TYPED[3:4])) == []


def test_a_unit_that_is_half_typed_is_none_yet(scene: Scene) -> None:
    state = scene.planning()
    every = list(STACK_OR_CITY.among(state, {}))
    assert every == list(STACK_OR_CITY.among(state, {"unit": "unit:north gate"}))


@pytest.mark.parametrize("text", TYPED)
def test_what_was_typed_is_a_reference_or_none_yet(text: str) -> None:
    given = Given({"unit": text, "count": 3})
    ref = given.ref("unit")
    assert ref is None or str(ref) == text
    assert given.ref("unit", "ghost") is None
    assert given.ref("absent") is None
    assert (given.text("unit"), given.text("count"), given.text("absent")) == (text, "3", "")


def test_what_is_not_known_ends_the_list_and_raises_nothing() -> None:
    def choose(*_: object):
        yield Choice("a", "A")
        raise NotKnown("where the unit is")

    assert [c.value for c in Asks("a", choose).among(None, {})] == ["a"]  # type: ignore[arg-type]


# ---------------------------------------------------------------- what queued orders make


@pytest.mark.rule("cohorts.action.order-failure")
def test_a_new_thing_of_the_wrong_kind_fails_in_words() -> None:
    """As a stored order may name it: `character:new:k1` of an order that makes a stack."""
    scene = Scene(4, 4)
    hero = scene.character(scene.stack(1, 1))
    kidnap = {"character": str(ref(hero)), "target": "character:new:k1"}
    ran = scene.run(
        Queued("k1", ActivateStack(province=ref(scene.at(1, 1)), name="Host")),
        Queued("k2", KidnapCharacter.model_validate(kidnap)),
    )
    assert not ran.faults
    (failed,) = ran.failures
    assert failed.says == "It needs a character, and order k1 makes a stack."
    assert failed.instead == "Choose a character from the list that appears as you type."
