"""What panels, forecasts and Your turn are made from, for whatever rules and view a test has."""

from __future__ import annotations

from collections.abc import Sequence

from bot import faces
from bot.faces.agenda import AgendaEntry, Desk
from bot.faces.cohorts.asking import planning
from bot.faces.cohorts.odds.facts import clash_of, odds_facts
from bot.faces.odds.facts import OddsQuestion
from bot.faces.panels import Past
from bot.host import asking
from bot.jobs.agenda import agenda_of
from engine.battle import BATTLE
from engine.campaign import Player
from engine.deciding import advice
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Stack
from engine.preview import plan
from engine.world import Record, World
from tests.rules.scene import Scene


class Memory:
    """A past in which only these things were learned, and a draft of these orders."""

    def __init__(self, learned: Sequence[Past] = (), orders: Sequence[Queued] = ()) -> None:
        self._learned, self._orders = learned, orders

    def states(self, cls: type[Record], where: str, equals: str | int) -> tuple[()]:
        return ()

    def turns(self) -> tuple[()]:
        return ()

    def learned(self, most: int) -> Sequence[Past]:
        return self._learned[:most]

    def holders(self) -> dict[int, int]:
        return {}

    def taken_back(self) -> tuple[()]:
        return ()

    def drafted(self, player: int) -> list[tuple[str, str]]:
        return [(each.key, each.to_json()) for each in self._orders]


def desk(
    rules: Rules, view: World, player: int, *orders: Queued, looked: Sequence[str] = ()
) -> Desk:
    """A player's desk with these orders in the draft, and these panels opened before."""
    planned = plan(rules, view, player, orders)
    return Desk(
        faces=faces.of(rules),
        view=view,
        faction=view.get(Player, player).faction,
        player=player,
        state=asking(rules, planned.world, player),
        orders=orders,
        outcomes=planned.orders,
        submitted=False,
        looked=frozenset(looked),
        earlier=frozenset(),
        advice=advice(rules, view, player),
    )


def entries(desk: Desk, block: str) -> tuple[AgendaEntry, ...]:
    """What a block of Your turn says."""
    subjects = {subject.name: subject.entries for subject in agenda_of(desk).subjects}
    return subjects.get(block, ())


def first_odds(scene: Scene, view: World, foe: Stack) -> str:
    """All that is known at first of a battle of my Scouts 1 against a stack."""
    scouts = next(each for each in view.all(Stack) if each.name == "Scouts 1")
    question = OddsQuestion((scouts.place,), foe.place)
    state = planning(scene.rules, view, scene.me.id)
    first = next(iter(scene.rules.contests[BATTLE].odds(state, clash_of(view, question))))
    return repr(odds_facts(scene.rules, view, scene.ours.id, question, first))
