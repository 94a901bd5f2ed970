"""/map: what the caller's faction knows, drawn for him alone, with buttons to look around.

The picture is drawn in a worker from the faction's view; his planned routes come from his draft.
What is drawn and how stands in `bot.charts` and `bot.images`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Panel, Refused, acknowledge
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
from bot.faces.cohorts.map.extent import known_part
from bot.faces.map.chart import LAYER_SHOWS
from bot.faces.paint.picture import Picture
from bot.faces.words.text import plain
from bot.host import Seat
from bot.jobs.draw import draw
from bot.playing import choosing, ordering
from bot.post.payload import MapRecipe
from bot.store.errors import StoreError
from engine.campaign import Player
from engine.hexes import Hex
from engine.module.names import key_of
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack
from engine.world import World

LIFETIME = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
RADII: Final = (2, 3, 4, 6, 8)  # hexes around the centre, the nearest zoom first
USUAL: Final = 4

_COORDINATES = re.compile(
    r"\s*(\d{1,3})\s*[,/:; ]\s*(\d{1,3})(?:\s+(?:in\s+)?(\S.*?))?\s*", re.DOTALL
)


class Maps(commands.Cog):
    """The command."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot

    @app_commands.command(name="map", description="The map as your faction knows it")
    @app_commands.describe(
        centre="A city or province in the middle, such as 12,5; left out, all that you know",
        realm="Which of several realms to show; left out, that of the centre or of your home",
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
        realm: str | None = None,
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
        shown = Shown.of(view, seat, centre, realm, zoom)
        async with host.stores.use(seat.guild) as store:
            draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        recipe = MapRecipe.model_validate(
            {
                "tick": seat.campaign.tick,
                "faction": seat.member.faction,
                **shown._asdict(),
                "layer": layer,
                "legend": legend,
                "player": seat.player,
            }
        )
        orders = tuple((order.key, order.body) for order in draft.orders)
        panel = MapPanel(seat, recipe, orders, view)
        await panel.show(interaction)

    @map.autocomplete("realm")
    async def realms(self, interaction: Interaction, typed: str) -> Choices:
        """The realms of the campaign's world."""
        view, _ = await self._known(interaction)
        names = realm_names(view) if view else []
        wanted = typed.strip().casefold()
        return [
            app_commands.Choice(name=name[:CHOICE_NAME], value=name)
            for name in names
            if wanted in name.casefold()
        ][:CHOICES]

    @map.autocomplete("centre")
    async def places(self, interaction: Interaction, typed: str) -> Choices:
        """Cities and provinces that the faction knows, the own cities first."""
        view, faction = await self._known(interaction)
        if view is None:
            return []
        wanted = typed.strip().casefold()
        found = (
            app_commands.Choice(name=name[:CHOICE_NAME], value=value)
            for name, value in known_places(view, faction)
            if wanted in name.casefold()
        )
        return list(islice(found, CHOICES))

    async def _known(self, interaction: Interaction) -> tuple[World | None, int]:
        """What is known at once of the view of the caller's faction, and which that is."""
        campaign = getattr(interaction.namespace, "campaign", None)
        host = interaction.client.host
        try:
            seat = await seat_of(interaction, campaign)
            view = await choosing.known(host, seat, await ordering.draft_of(host, seat))
        except (Refused, StoreError):
            return None, 0
        return view, seat.member.faction


class MapPanel(Panel):
    """A map with its buttons. It stays on the tick at which it was asked for."""

    def __init__(
        self, seat: Seat, recipe: MapRecipe, orders: tuple[tuple[str, str], ...], view: World
    ) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.recipe = recipe
        self.orders = orders
        self.realms = view.get(Map, 1).grid.realms
        self._home = home(view, seat)
        self._last: Interaction | None = None
        self._enter(recipe.realm)
        self.detail = recipe.centre or self.home
        """The middle of the detailed map, kept while the whole is shown."""
        names = realm_names(view)
        if len(names) > 1:
            self.add_item(_Realms(self, names))
        self._set()

    def _enter(self, realm: int) -> None:
        """Show a realm from now on."""
        self.grid = self.realms[realm]
        middle = self.grid.width // 2, self.grid.height // 2
        self.home = self._home.spot if self._home.realm == realm else middle
        self.detail = self.home
        self.widest = min(RADII, key=lambda radius: abs(3 * radius - self.grid.width))
        """The first zoom from the whole world shows about a third of its width to each side."""

    async def show_realm(self, interaction: Interaction, realm: int) -> None:
        """Go to another realm, all of it."""
        self._enter(realm)
        await self._go(interaction, realm=realm, centre=None)

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
        """Go so many radii east and south; most worlds go round from east to west."""
        step = max(1, self.recipe.radius)
        column = self.detail[0] + x * step
        if self.grid.wraps:
            column %= self.grid.width
        column = min(max(column, 0), self.grid.width - 1)
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


class _Realms(discord.ui.Select[MapPanel]):
    """The menu of realms."""

    def __init__(self, panel: MapPanel, names: Sequence[str]) -> None:
        options = [
            discord.SelectOption(label=f"Realm: {name}"[:CHOICE_NAME], value=str(number))
            for number, name in enumerate(names[:CHOICES])
        ]
        super().__init__(placeholder="Realm", options=options, row=3)
        self.panel = panel

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await self.panel.show_realm(interaction, int(self.values[0]))


# ---------------------------------------------------------------- places


def known_places(view: World, faction: int) -> Iterator[tuple[str, str]]:
    """What a map can be centred on, as name and value: own cities, other cities, provinces."""
    cities = sorted(view.all(City), key=lambda city: _far(view, city, 0, faction))
    named: dict[int, None] = {}
    for city in cities:
        province = view.find(Province, city.province)
        if province:
            named[province.id] = None
            yield f"{city.name} {province.location}", province.location
    for province in view.all(Province):
        if province.id not in named:
            terrain = province.terrain.replace("_", " ")
            yield f"{terrain} {province.location}", province.location


def realm_names(view: World) -> list[str]:
    """What the realms are called, by their number; none where there is but one."""
    realms = view.get(Map, 1).realms
    return [realm.name for realm in realms] if len(realms) > 1 else []


def realm_of(view: World, name: str) -> int:
    """The number of the realm that a person means.

    Raises `Refused` for one that there is not.
    """
    names = realm_names(view)
    wanted = [key_of(name), key_of(f"the {name}")]
    found = [number for number, each in enumerate(names) if key_of(each) in wanted]
    if found:
        return found[0]
    raise Refused(
        f"There is no realm “{plain(name[:80])}”.",
        way_out=f"Choose {' or '.join(plain(each) for each in names)}."
        if names
        else "This world has but one; leave the realm out.",
        rule="cohorts.world.hex-distance",
    )


class Shown(NamedTuple):
    """Which part of which realm a map shows: all of it without a centre."""

    centre: tuple[int, int] | None
    radius: int
    realm: int

    @classmethod
    def of(
        cls, view: World, seat: Seat, centre: str | None, realm: str | None, zoom: int | None
    ) -> Shown:
        """What a person asks for.

        Raises `Refused` for what is on no map of his.
        """
        within = realm_of(view, realm) if realm else None
        if centre:
            middle = spot(view, centre, within)
            return cls(middle.spot, zoom or USUAL, middle.realm)
        own = home(view, seat)
        if within not in (None, own.realm):
            grid = view.get(Map, 1).grid.realms[within or 0]
            middle = (grid.width // 2, grid.height // 2) if zoom else None
            return cls(middle, zoom or USUAL, within or 0)
        if zoom:
            return cls(own.spot, zoom, own.realm)
        part = known_part(view, seat.member.faction)
        return cls(*part) if part else cls(None, USUAL, own.realm)


def spot(view: World, text: str, realm: int | None = None) -> Hex:
    """The place that a person means: by coordinates or by the name of a city he knows.

    Without a realm in the text they are those of the `realm`, or else of the first. Raises
    `Refused` for what is on no map of his.
    """
    grid = view.get(Map, 1).grid
    found = _COORDINATES.fullmatch(text)
    if found:
        number = realm_of(view, found[3]) if found[3] else realm or 0
        hex_ = grid.wrap(int(found[1]), int(found[2]), number)
        if hex_:
            return hex_
    wanted = text.strip().casefold()
    for city in view.all(City):
        province = view.find(Province, city.province)
        if province and city.name.casefold() == wanted:
            return grid.at(province.id - 1)
    size = grid.realms[realm or 0]
    raise Refused(
        f"I find no “{plain(text[:80])}” on your map.",
        way_out="Choose a place from the list that appears as you type, or give column and row, "
        f"from 0,0 to {size.width - 1},{size.height - 1}.",
        rule="cohorts.world.map-shape",
    )


def home(view: World, seat: Seat) -> Hex:
    """Where a player's eye goes first: a city or stack of his, else of his faction."""
    grid = view.get(Map, 1).grid
    things = [*view.all(City), *view.all(Stack)]
    far = [_far(view, each, seat.player, seat.member.faction) for each in things]
    if far and min(far) < 2:
        return grid.at(things[far.index(min(far))].province - 1)
    return Hex(grid.width // 2, grid.height // 2)


def _far(view: World, thing: City | Stack, player: int, faction: int) -> int:
    """0 for what is the player's, 1 for what is his faction's, 2 for all else."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return 2
    holder = view.find(Player, player_of(view, thing))
    if holder is None or holder.faction != faction:
        return 2
    return int(holder.id != player)
