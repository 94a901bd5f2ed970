"""/battle: any past battle of which the caller's faction has the account, for the caller alone.

The caller steps through its scenes, sees it in motion, and takes the whole account along as a file.
What is shown is made in a worker from what the caller's faction was told.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Refused, SelectMenu, acknowledge
from bot.callers.embeds import card
from bot.callers.menus import OPTIONS
from bot.callers.pager import SeatPager
from bot.callers.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    seat_of,
)
from bot.client import HostBot
from bot.faces.paint.picture import Picture
from bot.faces.words.text import escaped, plain
from bot.faces.words.undone import MARK
from bot.host import Seat
from bot.jobs.battles import BattleOpened, PastBattle, battle_account, open_battle, past_battles
from bot.jobs.draw import draw
from bot.orders.choosing import COLD
from bot.payload import AccountRecipe, BattleRecipe, account_name
from bot.store.errors import StoreError
from bot.workers import WorkerError
from engine.module.names import key_of

KEPT: Final = 32
"""Factions whose lists of battles are at hand."""
WHOLE: Final = "The whole battle"

_log = logging.getLogger(__name__)
_Key = tuple[int, int, int, int]


class Battles(commands.Cog):
    """The command."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self._kept: OrderedDict[_Key, tuple[PastBattle, ...]] = OrderedDict()
        self._loading: dict[_Key, asyncio.Task[tuple[PastBattle, ...]]] = {}

    @app_commands.command(description="A past battle of your faction: round by round, in motion")
    @app_commands.describe(battle="Which one, by place, turn or foe; left out, the last")
    async def battle(self, interaction: Interaction, battle: str | None = None) -> None:
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        contests = faces.of(await self.bot.host.rules(seat.guild, seat.campaign)).contests
        rule = next((contest.rule for contest in contests.values()), None)
        past = meant(await self._list(seat), battle, rule)
        recipe = BattleRecipe(tick=past.tick, faction=seat.member.faction, event=past.event)
        host = interaction.client.host
        path = host.path(seat.guild)
        opened = await host.workers.run(open_battle, path, seat.campaign.id, recipe)
        await BattlePanel(seat, recipe, opened, past.number).show(interaction)

    @battle.autocomplete("battle")
    async def battles(self, interaction: Interaction, typed: str) -> Choices:
        """The battles of the caller's faction, the last one first."""
        try:
            seat = await seat_of(interaction)
        except (Refused, StoreError):
            return []
        key = _key(seat)
        if key not in self._kept:
            await asyncio.wait({self._load(seat)}, timeout=COLD)
        found = [past for past in self._kept.get(key, ()) if key_of(typed) in key_of(label(past))]
        return [app_commands.Choice(name=label(p), value=value(p)) for p in found[:CHOICES]]

    async def _list(self, seat: Seat) -> tuple[PastBattle, ...]:
        return self._kept.get(_key(seat)) or await self._load(seat)

    def _load(self, seat: Seat) -> asyncio.Task[tuple[PastBattle, ...]]:
        key = _key(seat)
        task = self._loading.get(key)
        if task is None:
            task = self._loading[key] = asyncio.create_task(self._read(seat, key))
            task.add_done_callback(lambda done: self._loaded(key, done))
        return task

    async def _read(self, seat: Seat, key: _Key) -> tuple[PastBattle, ...]:
        if not seat.campaign.tick:
            return ()
        host = self.bot.host
        path, faction = host.path(seat.guild), seat.member.faction
        found = await host.workers.run(
            past_battles, path, seat.campaign.id, seat.campaign.tick, faction
        )
        self._kept[key] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def _loaded(self, key: _Key, done: asyncio.Task[Any]) -> None:
        self._loading.pop(key)
        error = None if done.cancelled() else done.exception()
        if isinstance(error, StoreError | WorkerError):  # people who wait for it are told
            _log.warning("No battles at hand: guild=%d %s", key[0], error)


class BattlePanel(SeatPager):
    """A battle with its buttons: the whole of it, then scene by scene, page by page."""

    def __init__(self, seat: Seat, recipe: BattleRecipe, opened: BattleOpened, number: int) -> None:
        """`number` is the battle's among those of its tick that the faction has fought."""
        super().__init__(seat, row=1)
        self.recipe = recipe
        self.opened = opened
        self.number = number
        self.places: list[tuple[int | None, int]] = [(None, 0)]
        """Scene and page of its words; no scene for the whole battle."""
        for scene, step in enumerate(opened.steps):
            self.places += [(scene, page) for page in range(len(step.pages))]
        self.moving = False
        """Whether the animation is shown instead of a still."""
        self._drawn: BattleRecipe | None = None
        """What the picture there now was drawn from."""

    def count(self) -> int:
        return len(self.places)

    async def show(self, interaction: Interaction) -> None:
        scene, page = self.places[self.at]
        wanted = self.recipe.model_copy(update={"scene": scene, "animated": self.moving})
        files: dict[str, Any] = {}
        if wanted != self._drawn:
            picture = await self._picture(interaction, wanted)
            file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
            files["attachments"] = [file]
        self._drawn = wanted
        self._set()
        self._last = interaction
        await interaction.edit_original_response(embed=self._card(scene, page), view=self, **files)

    async def _picture(self, interaction: Interaction, wanted: BattleRecipe) -> Picture:
        if wanted == self.recipe:
            return self.opened.picture
        host = interaction.client.host
        path = host.path(self.seat.guild)
        return await host.workers.run(draw, path, self.seat.campaign.id, wanted)

    def _card(self, scene: int | None, page: int) -> discord.Embed:
        title, foot = escaped(self.opened.title), f"Turn {self.opened.turn}"
        above = f"{self.opened.gone}\n" if self.opened.gone else ""
        if scene is None:
            return card(title, above + self.opened.summary, f"{foot} · Next steps through it")
        step = self.opened.steps[scene]
        pages = len(step.pages)
        foot += f" · page {page + 1} of {pages}" if pages > 1 else ""
        foot += f" · {self.opened.signs}" if self.opened.signs else ""
        return card(f"{title} · {step.name}", above + step.pages[page], foot)

    def _set(self) -> None:
        """Enable what can be done from here."""
        scene, _ = self.places[self.at]
        self.clear_items()
        self.add_item(self.scenes)
        self.add_turns()
        self.add_item(self.animation).add_item(self.account)
        self.animation.label = "Still" if self.moving else "Animation"
        self.scenes.options = [
            discord.SelectOption(label=name, value=str(place), default=chosen == scene)
            for place, chosen, name in self._stops(scene)
        ]

    def _stops(self, now: int | None) -> list[tuple[int, int | None, str]]:
        """Where the menu leads: each scene's place and name; of many scenes some, and this one."""
        names = [step.name for step in self.opened.steps]
        every = -(-len(names) // (OPTIONS - 3))
        stops: list[tuple[int, int | None, str]] = [(0, None, WHOLE)]
        for place, (scene, page) in enumerate(self.places):
            if scene is not None and page == 0:
                last = scene == len(names) - 1
                if scene % every == 0 or last or scene == now:
                    stops.append((place, scene, names[scene]))
        return stops

    async def go(self, interaction: Interaction, at: int, *, moving: bool = False) -> None:
        """Open a place, as a still unless it is `moving`."""
        self.moving = moving
        await super().go(interaction, at)

    @discord.ui.select(cls=SelectMenu[Any], placeholder="Which part", row=0)
    async def scenes(self, interaction: Interaction, select: SelectMenu[BattlePanel]) -> None:
        """Another scene."""
        await self.go(interaction, int(select.values[0]))

    @discord.ui.button(label="Animation", emoji="🎞️", row=1)
    async def animation(self, interaction: Interaction, _: discord.ui.Button[BattlePanel]) -> None:
        """The battle in motion, or again the still."""
        await self.go(interaction, 0 if not self.moving else self.at, moving=not self.moving)

    @discord.ui.button(label="Full account", emoji="📜", row=1)
    async def account(self, interaction: Interaction, _: discord.ui.Button[BattlePanel]) -> None:
        """Every event of the battle as a text file."""
        await acknowledge(interaction)
        await seat_of(interaction, f"#{self.seat.campaign.id}")
        host, about = interaction.client.host, self.recipe
        name = account_name(self.opened.turn, about.tick, self.number)
        recipe = AccountRecipe(tick=about.tick, faction=about.faction, event=about.event, name=name)
        path = host.path(self.seat.guild)
        text = await host.workers.run(battle_account, path, self.seat.campaign.id, recipe)
        file = discord.File(io.BytesIO(text.encode()), name)
        await interaction.followup.send(file=file, ephemeral=True)


def meant(known: tuple[PastBattle, ...], text: str | None, rule: str | None = None) -> PastBattle:
    """The battle that a person asks for; the last one if none is named.

    Raises:
        Refused: there is none, or none is meant; `rule` says what a faction is told of battles.
    """
    if not known:
        raise Refused(
            "Your faction has fought no battle yet.",
            way_out="Whenever it does, its report and /battle show it.",
            rule=rule,
        )
    if text is None:
        return known[0]
    wanted = key_of(text)
    for past in known:
        if wanted == value(past):
            return past
    for past in known:
        if wanted and wanted in key_of(label(past)):
            return past
    raise Refused(
        f"I find no battle “{plain(text[:80])}” among those of which your faction has the account.",
        way_out="Choose from the list that appears as you type.",
        rule=rule,
    )


def label(past: PastBattle) -> str:
    """A battle as the list offers it."""
    gone = MARK if past.gone else ""
    parts = (f"Turn {past.turn}", gone, past.place, past.sides, past.end)
    text = " · ".join(filter(None, parts))
    return text if len(text) <= CHOICE_NAME else text[: CHOICE_NAME - 1] + "…"


def value(past: PastBattle) -> str:
    """What stands for a battle in the option."""
    return f"{past.tick}.{past.number}"


def _key(seat: Seat) -> _Key:
    return seat.guild, seat.campaign.id, seat.member.faction, seat.campaign.tick
