"""Another person on the place of a player: what is the player's stays as it is."""

from __future__ import annotations

import datetime as dt

import pytest

from engine.campaign import Player
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.orders import Queued
from engine.packs.kingdoms.crowns.joining import Leave, Succeed
from engine.packs.kingdoms.pieces.records import Crown
from engine.seat_transfer import SeatTaken
from engine.turn import Due, Submission, resolve
from engine.world import World
from tests.packs.kingdoms.crowns.table import SEED, Table, rules


def after(world: World, *orders: object) -> tuple[World, list[object]]:
    """The world after a setup with these acts of the host, and what was emitted."""
    queued = tuple(Queued(f"a{n}", order) for n, order in enumerate(orders, 1))  # type: ignore[arg-type]
    due = Due("setup", 9, dt.date(2026, 1, 5), (Submission(0, queued),))
    out = resolve(rules(), world, due, SeededDice(SEED, 9))
    return out.world, [entry.event for entry in out.entries]


def test_the_kingdom_goes_on_under_another_players_name() -> None:
    table = Table.seated()
    player = table.crown().player
    left, _ = after(table.world, Leave(player=player))
    assert not left.get(Player, player).active
    taken, events = after(left, Succeed(player=player, name="  Bram "))
    now = taken.get(Player, player)
    assert (now.name, now.active, now.missed, now.idle) == ("Bram", True, 0, False)
    assert taken.first(Crown, "player", player) == left.first(Crown, "player", player)
    (event,) = [each for each in events if isinstance(each, SeatTaken)]
    assert (event.name, event.before) == ("Bram", left.get(Player, player).name)


@pytest.mark.parametrize("name", ["", "x" * 40, "@everyone"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    table = Table.seated()
    player = table.crown().player
    world, events = after(table.world, Succeed(player=player, name=name))
    assert any(isinstance(each, OrderFailed) for each in events)
    assert world.get(Player, player) == table.world.get(Player, player)


def test_nobody_takes_the_place_of_who_has_lost_all_or_never_was() -> None:
    table = Table.seated()
    player = table.world.get(Player, table.crown().player)
    table.world.put(player.replace(out=3))
    for id in (player.id, 99):
        _, events = after(table.world, Succeed(player=id, name="Bram"))
        assert any(isinstance(each, OrderFailed) for each in events)
