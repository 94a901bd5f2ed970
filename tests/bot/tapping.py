"""A person who only taps: presses buttons and chooses from menus by what stands on them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import discord

from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Unit
from engine.world import World
from tests.bot import pressing
from tests.bot.seated import Game
from tests.bot.tables import Sitting
from tests.golden.realm import Realm
from tests.rules.plain import blank
from tests.rules.scene import module


class Thumb:
    """One person's taps on one message after the other; each is counted."""

    def __init__(self, game: Sitting, person: Any, answer: Any) -> None:
        self.game, self.person = game, person
        self.answer = answer
        self.taps = 0

    @property
    def message(self) -> discord.Message:
        """The message that is looked at."""
        if isinstance(self.answer, discord.Message):
            return self.answer
        last = self.answer.followups[-1] if self.answer.followups else self.answer.response
        return last.message

    @property
    def title(self) -> str:
        return self.message.embeds[0].title or ""

    @property
    def text(self) -> str:
        return self.message.embeds[0].description or ""

    async def read(self) -> str:
        """The text of all pages from the one that is open; the first is open afterwards."""
        texts = [self.text]
        while self.buttons().get("Next"):
            await self.press("Next")
            texts.append(self.text)
        while self.buttons().get("Back"):
            await self.press("Back")
        return "\n".join(texts)

    def menus(self) -> list[discord.SelectMenu]:
        return pressing.menus(self.message)

    def menu(self, begins: str) -> discord.SelectMenu:
        """The menu whose placeholder begins so."""
        return pressing.menu(self.message, begins)

    def options(self, begins: str) -> list[str]:
        """What stands in a menu."""
        return [option.label for option in self.menu(begins).options]

    def buttons(self) -> dict[str, bool]:
        """The labels of the buttons, and whether each can be pressed."""
        return pressing.buttons(self.message)

    async def press(self, label: str) -> Any:
        """Press a button; its further answer is returned."""
        self.taps += 1
        return await pressing.press(self.game.table, self.person, self.message, label)

    async def choose(self, begins: str, *labels: str) -> Any:
        """Choose from a menu by what stands on its entries."""
        self.taps += 1
        return await pressing.choose(self.game.table, self.person, self.message, begins, *labels)

    async def write(self, label: str, text: str) -> None:
        """Press a button and fill in the field that opens."""
        self.taps += 1
        await pressing.fill(self.game.table, self.person, self.message, label, line=text)

    def on(self, answer: Any) -> Thumb:
        """The same person at another message; taps go on being counted there."""
        other = Thumb(self.game, self.person, answer)
        other.taps = self.taps
        return other


async def golden(game: Game) -> Realm:
    """Put the golden realm in place of the game's world; its first player is Ada."""
    realm = Realm(Rules.of(module()))
    await _settle(game, realm.world)
    return realm


async def recruits(game: Game, count: int) -> None:
    """Have units of Ada's wait in her city: Foot 0, Foot 1 ..."""
    world = await game.truth()
    city, _, hero = await game.home(game.ada)
    plain = {"race": "human", "type": "soldiers", "soldiers": 25, "level": 1, "slot": 3}
    for number in range(count):
        values = {**blank(Unit), **plain, "morale": 100, "holder": city.place}
        world.add(Unit, **{**values, "player": hero.player, "name": f"Foot {number}"})
    await _settle(game, world)


async def _settle(game: Game, world: World) -> None:
    """Put a world in place of the game's, and let a tick go by on it."""
    path, campaign = game.host.path(game.guild), game.campaign_id
    tick = (await game.campaign()).tick

    def replace() -> None:
        with closing(sqlite3.connect(path)) as db, db:
            old = db.execute("SELECT kind, id FROM entity WHERE campaign = ?", (campaign,))
            bodies: dict[tuple[str, int], bytes | None] = dict.fromkeys(old.fetchall())
            bodies |= {(kind, id): body for kind, id, body in world.rows()}
            db.executemany(
                "INSERT INTO entity VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET tick = excluded.tick, body = excluded.body",
                [(campaign, kind, id, tick + 1, body) for (kind, id), body in bodies.items()],
            )
            db.execute("UPDATE campaign SET tick = tick + 1 WHERE id = ?", (campaign,))

    await asyncio.to_thread(replace)
    await game.tick("setup")
