"""No chooser of a Kingdoms campaign ever raises, whatever was typed before."""

import pytest

from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.pieces.records import Army, Ruler
from engine.state import State
from engine.suggesting import ParameterTrial
from engine.world import Record
from tests.packs.hostile import asked, raised_on
from tests.packs.kingdoms.crowns.table import Table, rules
from tests.packs.kingdoms.ventures.court import RULES, Court, ref


def test_no_chooser_raises_whatever_was_typed_before() -> None:
    world = Table.seated().world
    player = next(iter(world.all(Player)))
    state = State(rules(), rules().view(world, player.faction), ForeseeDice())
    state.player, state.planning = player.id, True
    orders = [cls for cls in rules().orders.values() if "setup" not in cls.phases]
    things: list[Record] = [*list(world.all(Ruler))[:3], *list(world.all(Army))[:2]]
    assert raised_on(state, asked(orders, things)) == []


@pytest.mark.rule("kingdoms.action.cast")
def test_a_spell_is_not_refused_only_because_nothing_else_of_it_is_chosen_yet(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, 20, skill={"IL": 3})
    court.give(red, 20)
    state = State(RULES, RULES.view(court.world, red.faction), ForeseeDice())
    state.player, state.planning = red.player, True
    trial = ParameterTrial([state], Cast, "spell", {"character": str(ref(king))})
    assert trial.refusal("Illusory Terrain") is None
