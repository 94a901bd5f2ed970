"""Orders that lead to a fight, on a practice table: their answers say what it would bring."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
import pytest_asyncio

from bot.faces.forecasts import Brief
from bot.orders import fights
from bot.orders.guarding import ANYWAY
from bot.practice.table import Table
from bot.turn.command import TurnPanel
from engine.campaign import Faction, Player
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.pieces.records import Map, Province, Stack
from tests.bot.battles.test_odds import add, relate, troop
from tests.bot.founding import FACTION
from tests.bot.seated import Game, begin, embed, text
from tests.bot.tapping import Thumb

COGS = ["bot.guild_commands", "bot.orders.queue", "bot.turn.command"]


@pytest_asyncio.fixture
async def game(table: Table, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Ada's Vanguard stands at home, an enemy beside it in her barony, watched by her Outriders."""
    # The same figures however fast the machine is: every estimate ends as early as it may.
    monkeypatch.setattr(fights, "SECONDS", 0.0)
    game = await begin(table)
    _, home, hero = await game.home(game.ada)
    world = await game.truth()
    own, rival = (
        next(each for each in world.all(Faction) if (each.key == FACTION) is mine)
        for mine in (True, False)
    )
    relate(world, own.id, rival.id, "at_war")
    foe = add(world, Player, faction=rival.id, name=rival.name)
    near = next(
        n + 1
        for n in world.get(Map, 1).grid.adjacency()[home.id - 1]
        if world.get(Province, n + 1).barony == home.barony
    )
    for name, player, spot, soldiers in [
        ("Vanguard", hero.player, home.id, 200),
        ("Outriders", hero.player, near, 20),
        ("Black Host", foe.id, near, 60),
    ]:
        stack = add(world, Stack, name=name, player=player, province=spot)
        troop(world, stack, player, soldiers)
    await game.put(world)
    return game


async def attack(game: Game) -> str:
    """Ada sends the Vanguard against the Black Host; the words of the answer in the end."""
    view = await game.view(game.ada)
    grid = view.get(Map, 1).grid
    stacks = {each.name: each for each in view.all(Stack) if each.knows("name")}
    here, there = (grid.at(stacks[n].province - 1) for n in ("Vanguard", "Black Host"))
    way = DIRECTION_NAMES[grid.direction_between(here, there) or 0]
    return text(await game.ask(game.ada, "stack route", stack="Vanguard", steps=way))


async def test_an_attack_is_answered_with_what_it_would_bring(game: Game) -> None:
    said = await attack(game)
    assert "Vanguard would meet Black Host" in said
    assert "Vanguard would meet at least 60 soldiers of Black Host." in said
    assert re.search(r"\(\d+% to \d+%\), by what you know", said)
    assert "100% to win" not in said


async def test_your_turn_stands_at_once_and_what_a_fight_would_bring_follows(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await attack(game)
    fight = next(line for line in said.splitlines() if line.startswith("⚔️"))
    stages: list[str] = []
    show = TurnPanel.show

    async def noted(panel: TurnPanel, interaction: Any) -> None:
        stages.append(panel.made.pages[0].text)
        await show(panel, interaction)

    monkeypatch.setattr(TurnPanel, "show", noted)
    turn = Thumb(game, game.ada, await game.ask(game.ada, "turn"))
    assert ["being reckoned" in each for each in stages] == [True, False]
    assert f"`k1` {fight}" in turn.text
    stages.clear()
    await turn.press("Refresh")
    assert len(stages) == 1, "the same list is not reckoned again"
    assert f"`k1` {fight}" in turn.text


async def test_the_preview_tells_the_same(game: Game) -> None:
    said = await attack(game)
    fight = next(line for line in said.splitlines() if line.startswith("⚔️"))
    assert fight in text(await game.ask(game.ada, "orders preview"))


async def test_submitting_a_fight_that_would_be_lost_is_asked_about_with_its_odds(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = await attack(game)
    fight = next(line for line in said.splitlines() if line.startswith("⚔️"))
    async with game.host.stores.use(game.guild) as store:
        await store.turn_notes.silence(game.campaign_id, game.ada.id, silent=False)
    assert f"`k1` {fight}" in text(await game.ask(game.ada, "turn"))
    real = fights.expected

    async def lost(*asked: Any) -> Mapping[str, Brief]:
        found = await real(*asked)
        return {key: Brief(each.says, hopeful=False) for key, each in found.items()}

    monkeypatch.setattr(fights, "expected", lost)
    assert f"`k1` ⚠️ {fight}" in text(await game.ask(game.ada, "turn"))
    asked = await game.ask(game.ada, "orders submit")
    assert embed(asked).title == "Submit fights that you would most likely lose?"
    assert f"`k1` ⚠️ {fight}" in text(asked)
    done = await game.press(game.ada, asked, ANYWAY)
    assert embed(done).title == "Turn submitted"
