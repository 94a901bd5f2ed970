"""/map: what the caller's faction knows, drawn for the caller alone, with buttons to look around.

The picture is drawn in a worker from the faction's view; planned routes come from the draft. What
there is to be drawn, and by which layers, the campaign's face says (`Faces.atlas`, `Faces.layers`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Panel, Refused, acknowledge
from bot.client import HostBot
from bot.cogs.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    seat_of,
)
from bot.faces.atlas import USUAL_AROUND, Atlas, Part
from bot.faces.face import Faces
from bot.faces.map.layers import Layer
from bot.faces.paint.picture import Picture
from bot.faces.words.text import plain
from bot.host import Seat
from bot.jobs.draw import draw, recipe_of
from bot.playing import choosing, ordering
from bot.post.payload import MapRecipe
from bot.store.errors import StoreError
from engine.hexes import Hex
from engine.module.names import closest, key_of
from engine.world import World

LIFETIME = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
RADII: Final = (2, 3, 4, 6, 8)  # hexes around the centre, the nearest zoom first

_COORDINATES = re.compile(
    r"\s*(\d{1,3})\s*[,/:; ]\s*(\d{1,3})(?:\s+(?:in\s+)?(\S.*?))?\s*", re.DOTALL
)


class Maps(commands.Cog):
    """The command."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot

    @app_commands.command(name="map", description="The map as your faction knows it")
    @app_commands.describe(
        centre="A place in the middle, such as 12,5; left out, all that you know",
        realm="Which of several realms to show; left out, that of the centre or of your home",
        zoom="How many hexes around the centre to show",
        layer="What the map shows; left out, all of it",
        legend="How much of a legend goes below it",
    )
    @app_commands.choices(
        legend=[
            app_commands.Choice(name="everything", value="full"),
            app_commands.Choice(name="factions", value="factions"),
            app_commands.Choice(name="none", value="none"),
        ],
    )
    async def map(
        self,
        interaction: Interaction,
        centre: str | None = None,
        realm: str | None = None,
        zoom: app_commands.Range[int, RADII[0], RADII[-1]] | None = None,
        layer: str | None = None,
        legend: str = "factions",
    ) -> None:
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        if not seat.campaign.tick:
            raise Refused("The world is not made yet.", way_out="Wait until the campaign opens.")
        host = interaction.client.host
        shown = faces.of(await host.rules(seat.guild, seat.campaign))
        atlas = atlas_of(shown)
        view = await host.view(seat.guild, seat.campaign, seat.member.faction)
        part = part_of(atlas, view, seat, centre, realm, zoom)
        async with host.stores.use(seat.guild) as store:
            draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        recipe = recipe_of(
            seat.campaign.tick,
            seat.member.faction,
            part,
            player=seat.player,
            layer=layer_named(shown, layer).name,
            legend=legend,
        )
        orders = tuple((order.key, order.body) for order in draft.orders)
        panel = MapPanel(seat, recipe, orders, view, shown)
        await panel.show(interaction)

    @map.autocomplete("realm")
    async def realms(self, interaction: Interaction, typed: str) -> Choices:
        """The realms of the campaign's world."""
        shown, view, _ = await self._known(interaction)
        names = shown.atlas.realm_names(view) if shown and shown.atlas and view else ()
        wanted = typed.strip().casefold()
        return [
            app_commands.Choice(name=name[:CHOICE_NAME], value=name)
            for name in names
            if wanted in name.casefold()
        ][:CHOICES]

    @map.autocomplete("centre")
    async def places(self, interaction: Interaction, typed: str) -> Choices:
        """The places that the faction knows, its own first."""
        shown, view, faction = await self._known(interaction)
        if not (shown and shown.atlas and view):
            return []
        wanted = typed.strip().casefold()
        found = (
            app_commands.Choice(name=place.name[:CHOICE_NAME], value=place.value)
            for place in shown.atlas.places(view, faction)
            if wanted in place.name.casefold()
        )
        return list(islice(found, CHOICES))

    @map.autocomplete("layer")
    async def layers(self, interaction: Interaction, typed: str) -> Choices:
        """What the map of the campaign can show."""
        try:
            seat = await seat_of(interaction)
            rules = await interaction.client.host.rules(seat.guild, seat.campaign)
        except (Refused, StoreError):
            return []
        wanted = typed.strip().casefold()
        return [
            app_commands.Choice(name=layer.name, value=layer.name)
            for layer in faces.of(rules).layers.values()
            if wanted in layer.name.casefold()
        ][:CHOICES]

    async def _known(self, interaction: Interaction) -> tuple[Faces | None, World | None, int]:
        """The campaign's face, what is known at once of the caller's view, and whose that is."""
        host = interaction.client.host
        try:
            seat = await seat_of(interaction)
            shown = faces.of(await host.rules(seat.guild, seat.campaign))
            view = await choosing.known(host, seat, await ordering.draft_of(host, seat))
        except (Refused, StoreError):
            return None, None, 0
        return shown, view, seat.member.faction


class MapPanel(Panel):
    """A map with its buttons. It stays on the tick at which it was asked for."""

    def __init__(
        self,
        seat: Seat,
        recipe: MapRecipe,
        orders: tuple[tuple[str, str], ...],
        view: World,
        shown: Faces,
    ) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.recipe = recipe
        self.orders = orders
        atlas = atlas_of(shown)
        self.realms = atlas.grid(view).realms
        self._home = atlas.home_or_middle(view, seat.member.faction, seat.player)
        self._last: Interaction | None = None
        self._enter(recipe.realm)
        self.detail = recipe.centre or self.home
        """The middle of the detailed map, kept while the whole is shown."""
        self.layer = _Layers(self, tuple(shown.layers.values())) if len(shown.layers) > 1 else None
        if self.layer:
            self.add_item(self.layer)
        if names := atlas.realm_names(view):
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
        for option in self.layer.options if self.layer else ():
            option.default = option.value == self.recipe.layer

    async def show_layer(self, interaction: Interaction, layer: str) -> None:
        """Show another layer of the same part."""
        await self._go(interaction, layer=layer)

    async def _go(self, interaction: Interaction, **changes: object) -> None:
        await acknowledge(interaction, thinking=False)
        await seat_of(interaction, f"#{self.seat.campaign.id}")  # refuses whoever has left
        self.recipe = MapRecipe.model_validate(self.recipe.model_dump() | changes)
        self.detail = self.recipe.centre or self.detail
        await self.show(interaction)

    async def _pan(self, interaction: Interaction, x: int, y: int) -> None:
        """Go `x` radii east and `y` south; most worlds go round from east to west."""
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


class _Layers(discord.ui.Select[MapPanel]):
    """The menu of layers."""

    def __init__(self, panel: MapPanel, layers: Sequence[Layer]) -> None:
        options = [
            discord.SelectOption(
                label=f"Layer: {layer.name}", value=layer.name, description=layer.shows
            )
            for layer in layers[:CHOICES]
        ]
        super().__init__(placeholder="Layer", options=options, row=2)
        self.panel = panel

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await self.panel.show_layer(interaction, self.values[0])


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


# ---------------------------------------------------------------- what a person means


def atlas_of(shown: Faces) -> Atlas:
    """The maps of a campaign's world.

    Raises `Refused` where it has none.
    """
    if shown.atlas is None:
        raise Refused(
            "This campaign has no map: its battles are fought without a world around them.",
            way_out="/show shows what there is.",
        )
    return shown.atlas


def layer_named(shown: Faces, name: str | None) -> Layer:
    """The layer that a person means, the usual one if none is named.

    Raises `Refused` for one that there is not.
    """
    if name is None:
        return shown.layer(None)
    names = list(shown.layers)
    for layer in shown.layers.values():
        if key_of(layer.name) == key_of(name):
            return layer
    near = closest(name[:80], names)
    raise Refused(
        f"The map has no layer “{plain(name[:80])}”.",
        way_out=f"Choose one of these: {', '.join(names)}."
        + (f" Did you mean {near}?" if near else ""),
    )


def realm_of(atlas: Atlas, view: World, name: str) -> int:
    """The number of the realm that a person means.

    Raises `Refused` for one that there is not.
    """
    names = atlas.realm_names(view)
    wanted = [key_of(name), key_of(f"the {name}")]
    found = [number for number, each in enumerate(names) if key_of(each) in wanted]
    if found:
        return found[0]
    raise Refused(
        f"There is no realm “{plain(name[:80])}”.",
        way_out=f"Choose {' or '.join(plain(each) for each in names)}."
        if names
        else "This world has but one; leave the realm out.",
        rule=atlas.rule_of_realms or None,
    )


def part_of(
    atlas: Atlas, view: World, seat: Seat, centre: str | None, realm: str | None, zoom: int | None
) -> Part:
    """Which part of which realm a person asks for: all of it without a centre.

    Raises `Refused` for what is on no map of the caller's.
    """
    within = realm_of(atlas, view, realm) if realm else None
    faction = seat.member.faction
    if centre:
        middle = spot(atlas, view, faction, centre, within)
        return Part(middle.spot, zoom or USUAL_AROUND, middle.realm)
    own = atlas.home_or_middle(view, faction, seat.player)
    if within not in (None, own.realm):
        grid = atlas.grid(view).realms[within or 0]
        spots = (grid.width // 2, grid.height // 2) if zoom else None
        return Part(spots, zoom or USUAL_AROUND, within or 0)
    if zoom:
        return Part(own.spot, zoom, own.realm)
    return atlas.known_part(view, faction) or Part(None, realm=own.realm)


def spot(atlas: Atlas, view: World, faction: int, text: str, realm: int | None = None) -> Hex:
    """The place that a person means: by coordinates or by a name that the faction knows.

    Without a realm in the text they are those of the `realm`, or else of the first. Raises
    `Refused` for what is on no map of the faction.
    """
    grid = atlas.grid(view)
    found = _COORDINATES.fullmatch(text)
    if found:
        number = realm_of(atlas, view, found[3]) if found[3] else realm or 0
        hex_ = grid.wrap(int(found[1]), int(found[2]), number)
        if hex_:
            return hex_
    wanted = text.strip().casefold()
    for place in atlas.places(view, faction):
        if place.called and place.called.casefold() == wanted:
            return place.hex
    size = grid.realms[realm or 0]
    raise Refused(
        f"I find no “{plain(text[:80])}” on your map.",
        way_out="Choose a place from the list that appears as you type, or give column and row, "
        f"from 0,0 to {size.width - 1},{size.height - 1}.",
        rule=atlas.rule_of_shape or None,
    )
