"""/map: what the caller's faction knows, drawn for him alone, with buttons to look around.

The picture is drawn in a worker from the faction's view; his planned routes come from his draft.
What is drawn and how stands in `bot.charts` and `bot.images`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Panel, Refused, acknowledge
from bot.charts.extent import known_part
from bot.client import HostBot
from bot.cogs.seats import (
    CAMPAIGN,
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    my_campaigns,
    seat_of,
)
from bot.host import Seat
from bot.images.chart import LAYER_SHOWS, Picture
from bot.jobs.draw import draw
from bot.playing import choosing, ordering
from bot.post.payload import MapRecipe
from bot.rules_page import plain
from bot.store.errors import StoreError
from engine.campaign import Player
from engine.packs.cohorts.ownership import player_of
from engine.packs.cohorts.records import City, Map, Province, Stack
from engine.world import World

LIFETIME = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
RADII: Final = (2, 3, 4, 6, 8)  # hexes around the centre, the nearest zoom first
USUAL: Final = 4

_COORDINATES = re.compile(r"\s*(\d{1,3})\s*[,/:; ]\s*(\d{1,3})\s*")


class Maps(commands.Cog):
    """The command."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot

    @app_commands.command(name="map", description="The map as your faction knows it")
    @app_commands.describe(
        centre="A city or province in the middle, such as 12,5; left out, all that you know",
        zoom="How many hexes around the centre to show",
        layer="What the map shows",
        legend="How much of a legend goes below it",
        campaign=CAMPAIGN,
    )
    @app_commands.choices(
        layer=[app_commands.Choice(name=layer, value=layer) for layer in LAYER_SHOWS],
        legend=[
            app_commands.Choice(name="everything", value="full"),
            app_commands.Choice(name="factions", value="factions"),
            app_commands.Choice(name="none", value="none"),
        ],
    )
    @app_commands.autocomplete(campaign=my_campaigns)
    async def map(
        self,
        interaction: Interaction,
        centre: str | None = None,
        zoom: app_commands.Range[int, RADII[0], RADII[-1]] | None = None,
        layer: str = "political",
        legend: str = "factions",
        campaign: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        seat = await seat_of(interaction, campaign)
        if not seat.campaign.tick:
            raise Refused("The world is not made yet.", way_out="Wait until the campaign opens.")
        host = interaction.client.host
        view = await host.view(seat.guild, seat.campaign, seat.member.faction)
        middle, radius = (spot(view, centre) if centre else None), zoom or USUAL
        if middle is None and zoom:
            middle = home(view, seat)
        elif middle is None and (part := known_part(view, seat.member.faction)):
            middle, radius = part
        async with host.stores.use(seat.guild) as store:
            draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        recipe = MapRecipe.model_validate(
            {
                "tick": seat.campaign.tick,
                "faction": seat.member.faction,
                "centre": middle,
                "radius": radius,
                "layer": layer,
                "legend": legend,
                "player": seat.player,
            }
        )
        orders = tuple((order.key, order.body) for order in draft.orders)
        panel = MapPanel(seat, recipe, orders, view)
        await panel.show(interaction)

    @map.autocomplete("centre")
    async def places(self, interaction: Interaction, typed: str) -> Choices:
        """Cities and provinces that the faction knows, the own cities first."""
        campaign = getattr(interaction.namespace, "campaign", None)
        host = interaction.client.host
        try:
            seat = await seat_of(interaction, campaign)
            view = await choosing.known(host, seat, await ordering.draft_of(host, seat))
        except (Refused, StoreError):
            return []
        if view is None:
            return []
        wanted = typed.strip().casefold()
        found = (
            app_commands.Choice(name=name[:CHOICE_NAME], value=value)
            for name, value in known_places(view, seat.member.faction)
            if wanted in name.casefold()
        )
        return list(islice(found, CHOICES))


class MapPanel(Panel):
    """A map with its buttons. It stays on the tick at which it was asked for."""

    def __init__(
        self, seat: Seat, recipe: MapRecipe, orders: tuple[tuple[str, str], ...], view: World
    ) -> None:
        super().__init__(timeout=LIFETIME)
        size = view.get(Map, 1)
        self.seat = seat
        self.recipe = recipe
        self.orders = orders
        self.grid = size.grid
        self.home = home(view, seat)
        self.detail = recipe.centre or self.home
        """The middle of the detailed map, kept while the whole is shown."""
        self.widest = min(RADII, key=lambda radius: abs(3 * radius - size.width))
        """The first zoom from the whole world shows about a third of its width to each side."""
        self._last: Interaction | None = None
        self._set()

    async def show(self, interaction: Interaction) -> None:
        """Draw the map and put it in place of what the answer showed; it must be deferred."""
        host = interaction.client.host
        picture: Picture = await host.workers.run(
            draw, host.path(self.seat.guild), self.seat.campaign.id, self.recipe, self.orders
        )
        file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
        self._set()
        self._last = interaction
        await interaction.edit_original_response(attachments=[file], view=self)

    async def on_timeout(self) -> None:
        if self._last:
            with suppress(discord.HTTPException):
                await self._last.edit_original_response(view=None)

    def _set(self) -> None:
        """Enable what can be done from here."""
        whole = self.recipe.centre is None
        for button in (self.west, self.north, self.south, self.east):
            button.disabled = whole
        self.nearer.disabled = not whole and self.recipe.radius <= RADII[0]
        self.farther.disabled = whole
        self.whole.label = "Detail" if whole else "Whole world"
        for option in self.layer.options:
            option.default = option.value == self.recipe.layer

    async def _go(self, interaction: Interaction, **changes: object) -> None:
        await acknowledge(interaction, thinking=False)
        await seat_of(interaction, f"#{self.seat.campaign.id}")  # refuses whoever has left
        self.recipe = MapRecipe.model_validate(self.recipe.model_dump() | changes)
        self.detail = self.recipe.centre or self.detail
        await self.show(interaction)

    async def _pan(self, interaction: Interaction, x: int, y: int) -> None:
        """Go so many radii east and south; the world goes round from east to west."""
        step = max(1, self.recipe.radius)
        column = (self.detail[0] + x * step) % self.grid.width
        row = min(max(self.detail[1] + y * step, 0), self.grid.height - 1)
        await self._go(interaction, centre=(column, row))

    async def _zoom_in(self, interaction: Interaction) -> None:
        """One step nearer; from the whole world, to a part of it around the caller's home."""
        if self.recipe.centre is None:
            await self._go(interaction, centre=self.home, radius=self.widest)
        else:
            nearer = [radius for radius in RADII if radius < self.recipe.radius]
            await self._go(interaction, radius=nearer[-1])

    async def _zoom_out(self, interaction: Interaction) -> None:
        """One step farther; beyond the farthest is the whole world."""
        farther = [radius for radius in RADII if self.recipe.radius < radius <= self.widest]
        changes = {"radius": farther[0]} if farther else {"centre": None}
        await self._go(interaction, **changes)

    @discord.ui.button(label="West", emoji="⬅️", row=0)
    async def west(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._pan(interaction, -1, 0)

    @discord.ui.button(label="North", emoji="⬆️", row=0)
    async def north(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._pan(interaction, 0, -1)

    @discord.ui.button(label="South", emoji="⬇️", row=0)
    async def south(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._pan(interaction, 0, 1)

    @discord.ui.button(label="East", emoji="➡️", row=0)
    async def east(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._pan(interaction, 1, 0)

    @discord.ui.button(label="Zoom in", emoji="➕", row=1)
    async def nearer(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._zoom_in(interaction)

    @discord.ui.button(label="Zoom out", emoji="➖", row=1)
    async def farther(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._zoom_out(interaction)

    @discord.ui.button(label="Whole world", emoji="🗺️", row=1)
    async def whole(self, interaction: Interaction, _: discord.ui.Button[MapPanel]) -> None:
        await self._go(interaction, centre=self.detail if self.recipe.centre is None else None)

    @discord.ui.select(
        placeholder="Layer",
        options=[
            discord.SelectOption(label=f"Layer: {layer}", value=layer, description=shows)
            for layer, shows in LAYER_SHOWS.items()
        ],
        row=2,
    )
    async def layer(self, interaction: Interaction, select: discord.ui.Select[MapPanel]) -> None:
        await self._go(interaction, layer=select.values[0])


# ---------------------------------------------------------------- places


def known_places(view: World, faction: int) -> Iterator[tuple[str, str]]:
    """What a map can be centred on, as name and value: own cities, other cities, provinces."""
    cities = sorted(view.all(City), key=lambda city: _far(view, city, 0, faction))
    named: dict[int, None] = {}
    for city in cities:
        province = view.find(Province, city.province)
        if province:
            named[province.id] = None
            yield f"{city.name} {province.x},{province.y}", f"{province.x},{province.y}"
    for province in view.all(Province):
        if province.id not in named:
            terrain = province.terrain.replace("_", " ")
            yield f"{terrain} {province.x},{province.y}", f"{province.x},{province.y}"


def spot(view: World, text: str) -> tuple[int, int]:
    """The coordinates that a person means: as such, or by the name of a city he knows.

    Raises `Refused` for what is on no map of his.
    """
    found = _COORDINATES.fullmatch(text)
    if found:
        hex_ = view.get(Map, 1).grid.wrap(int(found[1]), int(found[2]))
        if hex_:
            return hex_.x, hex_.y
    wanted = text.strip().casefold()
    for city in view.all(City):
        province = view.find(Province, city.province)
        if province and city.name.casefold() == wanted:
            return province.x, province.y
    size = view.get(Map, 1)
    raise Refused(
        f"I find no “{plain(text[:80])}” on your map.",
        way_out="Choose a place from the list that appears as you type, or give column and row, "
        f"from 0,0 to {size.width - 1},{size.height - 1}.",
        rule="cohorts.world.map-shape",
    )


def home(view: World, seat: Seat) -> tuple[int, int]:
    """Where a player's eye goes first: a city or stack of his, else of his faction."""
    things = [*view.all(City), *view.all(Stack)]
    far = [_far(view, each, seat.player, seat.member.faction) for each in things]
    if far and min(far) < 2:
        province = view.get(Province, things[far.index(min(far))].province)
        return province.x, province.y
    size = view.get(Map, 1)
    return size.width // 2, size.height // 2


def _far(view: World, thing: City | Stack, player: int, faction: int) -> int:
    """0 for what is the player's, 1 for what is his faction's, 2 for all else."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return 2
    holder = view.find(Player, player_of(view, thing))
    if holder is None or holder.faction != faction:
        return 2
    return int(holder.id != player)
