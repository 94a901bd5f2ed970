"""The small system's orders are given by tapping as any, without a special line for it."""

from __future__ import annotations

from bot import faces
from bot.faces import forms
from bot.faces.actions import deeds
from bot.faces.choices.filling import Filling, Picked
from engine.dice import ForeseeDice
from engine.forms import given_by_players
from engine.labels import Labels
from engine.state import State
from tests.systems.installed import skirmish_installed
from tests.systems.scene import LANTERN, RULES, Sand


def test_what_a_fighter_can_do_is_found_and_each_order_fills_a_form(sand: Sand) -> None:
    fighter = sand.enter(LANTERN, "Wick", style="blade")
    view = RULES.view(sand.world, sand.faction(fighter))
    state = State(RULES, view, ForeseeDice())
    state.player, state.planning = fighter.player, True
    with skirmish_installed():
        shown = faces.of(RULES)
        found = [deed for deed in deeds(state, fighter) if not deed.hindered]
        assert found
        for deed in found:
            values = tuple((name, (Picked(value),)) for name, value in deed.given)
            made = forms.made(shown, state, Labels(view), Filling(order=deed.path, values=values))
            assert made.filling.values[0][1][0].value == f"fighter:{fighter.id}"
        for path in given_by_players(RULES):
            assert forms.made(shown, state, Labels(view), Filling(order=path)).title
