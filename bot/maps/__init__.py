"""/map: what the caller's faction knows, drawn for the caller alone, with buttons to look around.

The picture is drawn in a worker from the faction's view; planned routes come from the draft. The
campaign's face says what can be drawn, and in which layers (`Faces.atlas`, `Faces.layers`). The
panel is in `panel`, how pieces are sent about from it in `sending`.
"""

from __future__ import annotations

from itertools import islice

from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Refused, acknowledge
from bot.callers.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    seat_of,
)
from bot.client import HostBot
from bot.faces.face import Faces
from bot.maps.meant import ZOOMS, atlas_of, layer_named, part_of
from bot.maps.panel import MapPanel
from bot.orders import choosing, ordering
from bot.store.errors import StoreError
from engine.module.names import key_of
from engine.world import World


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
        zoom: app_commands.Range[int, ZOOMS[0], ZOOMS[1]] | None = None,
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
        panel = MapPanel(seat, shown, layer_named(shown, layer).name, legend, part)
        await panel.show(interaction, seat)

    @map.autocomplete("realm")
    async def realms(self, interaction: Interaction, typed: str) -> Choices:
        """The realms of the campaign's world."""
        shown, view, _ = await self._known(interaction)
        names = shown.atlas.realm_names(view) if shown and shown.atlas and view else ()
        wanted = key_of(typed)
        return [
            app_commands.Choice(name=name[:CHOICE_NAME], value=name)
            for name in names
            if wanted in key_of(name)
        ][:CHOICES]

    @map.autocomplete("centre")
    async def places(self, interaction: Interaction, typed: str) -> Choices:
        """The places that the faction knows, its own first."""
        shown, view, faction = await self._known(interaction)
        if not (shown and shown.atlas and view):
            return []
        wanted = key_of(typed)
        found = (
            app_commands.Choice(name=place.name[:CHOICE_NAME], value=place.value)
            for place in shown.atlas.places(view, faction)
            if wanted in key_of(place.name)
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
        wanted = key_of(typed)
        return [
            app_commands.Choice(name=layer.name, value=layer.name)
            for layer in faces.of(rules).layers.values()
            if wanted in key_of(layer.name)
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
