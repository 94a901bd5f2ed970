"""Worlds played at random: no surface of a faction holds what the faction has not learned.

Every name and message of the world is a unique word, and every count of experience a number that
nothing else has, so that one of them in a text can have come from nowhere but the truth.
"""

import functools
import random
import re
from collections.abc import Iterator
from typing import TypeVar

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import bot.faces.cohorts.lines  # noqa: F401 - it registers them
from bot import faces
from bot.faces.choices.asking import Asking
from bot.faces.cohorts.agent.panel import card_of as agent_card
from bot.faces.cohorts.city.panel import card_of as city_card
from bot.faces.cohorts.fighter.card import card_of as fighter_card
from bot.faces.cohorts.map.atlas import ATLAS, LAYERS
from bot.faces.cohorts.market.panel import card_of as market_card
from bot.faces.cohorts.quests.panel import card_of as quests_card
from bot.faces.cohorts.stack.panel import card_of as stack_card
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Focus
from bot.faces.map.survey import Survey
from bot.faces.report_sections import Learned
from bot.faces.words.pages import plain_text
from bot.faces.words.tabs import Tab
from bot.orders.texts import preview_pages
from bot.reports.faction import learned
from bot.reports.faction import report as newspaper
from engine.campaign import Faction, Player
from engine.dice import ForeseeDice, Seed, SeededDice
from engine.events import Event
from engine.orders import Queued, parameters
from engine.packs import Rules
from engine.packs.cohorts.agents.detecting import AgentsSought
from engine.packs.cohorts.battle.told import BattleFought, ForceBeaten, PiecesCaptured
from engine.packs.cohorts.campaign import tidings
from engine.packs.cohorts.covert.findings import HoardSpied, PieceSpied
from engine.packs.cohorts.covert.mission import MissionFoiled
from engine.packs.cohorts.covert.prisoners import PrisonerRescued
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.military.bombardment import ProvinceBombarded
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.trade.books import Market
from engine.preview import plan
from engine.state import State
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import World
from tests.golden.realm import Realm
from tests.packs.any_orders import AnyOrders
from tests.rules.scene import MONDAY, module

LEAST_XP = 700_000
"""From here on every count of experience is one thing's alone."""
MARK = re.compile(r"qz[a-z]{4}x")
NUMBER = re.compile(r"(?<![\d.,])7\d\d,?\d{3}(?!\d)")
SAMPLE = 4
"""Things of a kind whose panels are read in one world."""
# Each world is a long list of orders: to shrink one would take longer than all of them.
long = settings(
    max_examples=settings().max_examples // 12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
)
R = TypeVar("R", Agent, Character, City, Stack, Unit)


def word(number: int) -> str:
    """A word of letters that no rulebook knows, another for each number."""
    letters = "".join(chr(ord("a") + number // 26**place % 26) for place in range(4))
    return f"qz{letters}x"


@functools.cache
def realm() -> Realm:
    """The golden realm, in which everything has a unique name."""
    scene = Realm(Rules.of(module()))
    number = 0
    for kind in scene.world.kinds.values():
        if kind in (Faction, Player):
            continue
        for record in list(scene.world.all(kind)):
            values: dict[str, object] = {}
            for field in ("name", "message"):
                if field in record.names:
                    values[field], number = word(number), number + 1
            if isinstance(record, Character | Unit):
                values["xp"], number = LEAST_XP + number, number + 1
            if values:
                scene.world.put(record.replace(**values))
    for market in scene.world.all(Market):  # which is called like its city, and all know of it
        scene.change(market, name=scene.world.get(City, market.id).name)
    return scene


def sides() -> list[Player]:
    """A player of every faction."""
    scene = realm()
    return [scene.me, scene.ally, scene.neutral, scene.foe]


def marks(text: str) -> set[str]:
    """The words and numbers in a text that are one thing's alone."""
    numbers = {found.replace(",", "") for found in NUMBER.findall(text)}
    return {*MARK.findall(text.lower()), *numbers}


def held(view: World) -> set[str]:
    """What a view holds of them."""
    return marks("\n".join(repr(each) for kind in view.kinds.values() for each in view.all(kind)))


@functools.cache
def first_view(faction: int) -> World:
    """What a faction knows before anything has happened; it is not to be changed."""
    return realm().view(realm().world.get(Faction, faction))


@functools.cache
def any_orders(player: Player) -> AnyOrders:
    scene, view = realm(), first_view(player.faction)
    classes = [o for o in scene.rules.orders.values() if o.phases[0] in scene.rules.phases]
    return AnyOrders(scene, view, classes, ["", "human", "spear", "wheat", word(3)], player)


@st.composite
def days(draw: st.DrawFn) -> tuple[TickOutcome, list[Submission]]:
    """A run day of everybody's orders on the realm."""
    scene = realm()
    turns = [Submission(player.id, tuple(draw(any_orders(player).queues()))) for player in sides()]
    dice = SeededDice(Seed(bytes([draw(st.integers(0, 9))] * 32)), 1)
    return resolve(scene.rules, scene.world, Due("run", 1, MONDAY, tuple(turns)), dice), turns


# ---------------------------------------------------------------- surfaces


def report(outcome: TickOutcome, view: World, turns: list[Submission], faction: int) -> str:
    scene = realm()
    players = {each.id: each for each in outcome.world.by(Player, "faction", faction)}
    told = learned(enumerate(outcome.entries), faction, players, 1)
    orders = {each.player: each.orders for each in turns if each.player in players}
    shown = faces.of(scene.rules)
    names = shown.names(view, reader=faction)
    return plain_text("", newspaper(shown, names, told, orders, full=True).sections)


def panels(view: World, faction: int, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Every sort of panel of some of what a view holds, by what it is of."""
    rules = realm().rules

    def some(cls: type[R]) -> list[R]:
        named = [each for each in view.all(cls) if each.knows("name")]
        return chance.sample(named, min(len(named), SAMPLE))

    def text(tabs: tuple[Tab, ...]) -> str:
        return "\n".join(page for tab in tabs for page in tab.pages)

    for city in some(City):
        yield f"city {city.id}", repr(city_card(rules, view, city))
    for piece in (*some(Character), *some(Unit)):
        yield f"{piece.kind} {piece.id}", repr(fighter_card(rules, view, faction, piece))
    for agent in some(Agent):
        yield f"agent {agent.id}", repr(agent_card(rules, view, faction, agent))
    for stack in some(Stack):
        yield f"stack {stack.id}", repr(stack_card(rules, view, faction, stack))
    yield "market", repr(market_card(rules, view, faction))
    me = next(each.id for each in view.by(Player, "faction", faction))
    yield "quests", repr(quests_card(Asking(faces.of(rules), view, faction, me)))


def maps(view: World, faction: int) -> Iterator[tuple[str, str]]:
    survey = Survey(realm().rules, view, faction)
    for layer in LAYERS:
        chart = layer.fill(survey, ATLAS.chart(survey))
        yield f"chart of {layer.name}", repr(chart)
        yield f"alt text of {layer.name}", map_alt(chart, Focus(layer=layer))


def offers(view: World, player: Player) -> Iterator[tuple[str, str]]:
    """What autocomplete lists first for every parameter of every order."""
    rules = realm().rules
    state = State(rules, view.fork(), ForeseeDice())
    state.player, state.planning = player.id, True
    for path, order in rules.orders.items():
        for parameter in parameters(order):
            if parameter.asks and order.phases[0] in rules.phases:
                listed = [f"{c.value} {c.label}" for c in parameter.asks.among(state, {})]
                yield f"choices of {' '.join(path)} {parameter.name}", "\n".join(listed)


def preview(view: World, player: Player, orders: tuple[Queued, ...]) -> str:
    rules = realm().rules
    made = plan(rules, view, player.id, orders)
    return "\n".join(preview_pages(rules, orders, made.orders, made.world))


# ---------------------------------------------------------------- what else is learned


def told_of(outcome: TickOutcome, faction: int, players: dict[int, Player]) -> set[str]:
    """What the events that came to the faction hold, as it learned them."""
    found: list[Learned] = learned(enumerate(outcome.entries), faction, players, tick=1)
    return marks("\n".join(repr(each.event) for each in found))


def typed(turns: list[Submission], players: dict[int, Player]) -> set[str]:
    """What a faction's players wrote themselves."""
    mine = [turn.orders for turn in turns if turn.player in players]
    return marks("\n".join(queued.to_json() for orders in mine for queued in orders))


@pytest.mark.rule("cohorts.knowledge.view")
@long
@given(days(), st.randoms(use_true_random=False))
def test_no_surface_tells_more_than_its_faction_has_learned(
    day: tuple[TickOutcome, list[Submission]], chance: random.Random
) -> None:
    outcome, turns = day
    scene = realm()
    assert not outcome.faults, outcome.faults[0].traceback
    for player in sides():
        faction = player.faction
        players = {each.id: each for each in outcome.world.by(Player, "faction", faction)}
        before = held(scene.rules.view(scene.world, faction))
        view = scene.rules.view(outcome.world, faction)
        known = held(view) | typed(turns, players)
        secrets = held(outcome.world) - known
        assert secrets
        orders = next(turn.orders for turn in turns if turn.player == player.id)
        surfaces = [
            *panels(view, faction, chance),
            *maps(view, faction),
            *offers(view, player),
            ("preview", preview(view, player, orders)),
        ]
        for name, text in surfaces:
            assert not marks(text) & secrets, name
        told = told_of(outcome, faction, players)
        read = marks(report(outcome, view, turns, faction))
        assert not read & secrets - before - told


@long
@given(days())
def test_events_name_nobody_whom_the_faction_neither_knows_nor_met(
    day: tuple[TickOutcome, list[Submission]],
) -> None:
    """Names come with an event only if it is about meeting or finding out about somebody."""
    outcome, turns = day
    scene = realm()
    for player in sides():
        faction = player.faction
        players = {each.id: each for each in outcome.world.by(Player, "faction", faction)}
        known = held(scene.rules.view(scene.world, faction))
        known |= held(scene.rules.view(outcome.world, faction)) | typed(turns, players)
        for each in learned(enumerate(outcome.entries), faction, players, tick=1):
            if not isinstance(each.event, FINDING_OUT):
                news = marks(repr(each.event)) & held(outcome.world) - known
                assert not news, f"{type(each.event).__name__}: {each.event!r}"


FINDING_OUT: tuple[type[Event], ...] = (
    BattleFought,
    ForceBeaten,
    ProvinceBombarded,  # who fires sees what is hit
    PiecesCaptured,
    AgentsSought,
    PieceSpied,
    HoardSpied,
    MissionFoiled,
    PrisonerRescued,
    BattleHeard,  # the news of the world, which names all that it is about to all
    *tidings.EVENTS,
)
