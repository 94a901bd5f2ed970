"""The map as it stands under an answer: pan, zoom, layers, own pieces, and where to send one.

Everything is looked up anew at each press, so an old panel shows what is so now. Sending a piece is
in `sending`; here is what can be pressed and what is shown for it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot import faces
from bot.answers import LIFETIME, Panel, acknowledge
from bot.callers.embeds import card
from bot.callers.leading import follow
from bot.callers.menus import Pick, PickMenu
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICES, Interaction, seat_of
from bot.faces.atlas import HOME_TALL, HOME_WIDE, MapPart
from bot.faces.face import Faces
from bot.faces.leads import Lead
from bot.faces.map.frame import LEAST_WIDE, MapFrame, around, panned, zoomed
from bot.faces.paint.picture import Picture
from bot.faces.travel import OwnPiece
from bot.guided.widgets import TextForm
from bot.host import Seat
from bot.jobs.draw import draw, put_in_words
from bot.maps.meant import atlas_of
from bot.maps.sending import Errand, Pieces
from bot.orders import choosing
from bot.orders.panels import AfterOrder
from bot.orders.texts import accepted
from bot.payload import recipe_of
from engine.hexes import Grid, Hex
from engine.world import World

CLOSER: Final = 0.67
"""The share of columns and rows that is left by zooming in; as much is gained by zooming out."""
_LABEL: Final = 100  # characters

Button = discord.ui.Button[Any]


class MapPanel(Panel):
    """A map with its buttons."""

    def __init__(self, seat: Seat, shown: Faces, layer: str, legend: str, part: MapPart) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat, self.shown = seat, shown
        self.layer_name, self.legend = layer, legend
        self.part = part
        self.errand: Errand | None = None
        """What is being prepared with the piece that was chosen."""
        self.pieces = Pieces()
        self._size = Grid(4, 4)

    # ------------------------------------------------------------------ showing

    async def show(self, interaction: Interaction, seat: Seat) -> None:
        """Draw the map and put it in place of what the answer showed; it must be deferred."""
        host = interaction.client.host
        self.seat, self._last = seat, interaction
        self.shown = faces.of(await host.rules(seat.guild, seat.campaign))
        view = await host.view(seat.guild, seat.campaign, seat.member.faction)
        self._size = atlas_of(self.shown).size(view, self.part.realm)
        self.pieces = await Pieces.of(host, seat, self.shown)
        if self.errand and not self.pieces.find(self.errand.piece.ref):
            self.errand = None
        picture: Picture = await host.workers.run(draw, *self._asked())
        file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
        self._set(view)
        embeds = [card(*self.errand.words)] if self.errand and self.errand.words else []
        await interaction.edit_original_response(attachments=[file], embeds=embeds, view=self)

    def _asked(self) -> tuple[Any, ...]:
        """What a worker needs for the picture and its words."""
        recipe = recipe_of(
            self.seat.campaign.tick,
            self.seat.member.faction,
            self.part,
            player=self.seat.player,
            layer=self.layer_name,
            legend=self.legend,
        )
        orders, reach = self.pieces.orders, None
        if self.errand:
            orders = (*orders, *self.errand.added)
            reach = (
                self.errand.piece.ref if self.errand.piece.goes and not self.errand.added else None
            )
        host = self._last.client.host if self._last else None
        assert host is not None
        return host.path(self.seat.guild), self.seat.campaign.id, recipe, orders, reach

    def _set(self, view: World) -> None:
        """Offer what can be done from here."""
        self.clear_items()
        whole = self.part.frame is None
        for button in (self.west, self.north, self.south, self.east):
            button.disabled = whole
        self.nearer.disabled = not whole and self._frame.wide <= min(LEAST_WIDE, self._size.width)
        self.farther.disabled = whole
        self.whole.label = "All I know" if whole else "Whole world"
        for button in (self.west, self.north, self.south, self.east, self.home):
            self.add_item(button)
        for button in (self.nearer, self.farther, self.whole, self.in_words):
            self.add_item(button)
        if self.pieces.own:
            self.add_item(self._pieces())
        if self.errand and self.errand.piece.goes:
            self.give.disabled = not self.errand.added
            for item in (self._goals(self.errand), self.search, self.give):
                self.add_item(item)
        elif len(layers := self._layers(view)) > 1:
            self.add_item(PickMenu(layers, self.show_layer, "What the map shows", row=3))
        if self.errand:
            self.add_item(self.do)
            self.add_item(self.back)

    def _pieces(self) -> PickMenu[OwnPiece]:
        """The menu of the player's own."""
        at = self.errand.piece.ref if self.errand else None
        picks = [
            Pick(
                each,
                f"{each.name} {each.hex.x},{each.hex.y}",
                each.note,
                each.emoji,
                each.ref == at,
                says=f"{each.name} {each.hex.x},{each.hex.y}",
            )
            for each in self.pieces.own
        ]
        return PickMenu(picks, self.choose, "My pieces: go to one", row=2)

    def _layers(self, view: World) -> list[Pick[str | int]]:
        """The layers, and the realms where there are several."""
        layers, names = self.shown.layers.values(), atlas_of(self.shown).realm_names(view)
        shown: list[Pick[str | int]] = [
            Pick(
                each.name,
                f"Layer: {each.name}",
                each.shows,
                chosen=each.name == self.layer_name,
                says=each.name,
            )
            for each in layers
        ]
        realms = [
            Pick(number, f"Realm: {name}", says=f"realm {number}")
            for number, name in enumerate(names)
        ]
        return [*shown[: CHOICES - len(names)], *realms]

    def _goals(self, errand: Errand) -> PickMenu[tuple[int, int]]:
        """The menu of where a piece can go, as a number and a page to turn to."""
        picks: list[Pick[tuple[int, int]]] = [
            Pick((number, 0), goal.name, goal.note, chosen=errand.goal is goal, says=goal.name)
            for number, goal in errand.offered()
        ]
        if errand.page:
            picks.append(Pick((0, -1), "Nearer ones", emoji="◀️", says="nearer"))
        if errand.has_more:
            picks.append(Pick((0, 1), "Farther ones", emoji="▶️", says="farther"))
        if picks:
            return PickMenu(picks, self.send, "Where to", row=3)
        none = "Nothing in reach by that name" if errand.typed else "Nowhere to go"
        picks.append(Pick((0, 0), "Nowhere", says="nowhere"))
        menu = PickMenu(picks, self.send, none, row=3)
        menu.disabled = True
        return menu

    # ------------------------------------------------------------------ moving about

    @property
    def _frame(self) -> MapFrame:
        """What is shown; all of the realm where no part is."""
        return self.part.frame or MapFrame(0, 0, self._size.width, self._size.height)

    async def _now(self, interaction: Interaction) -> Seat:
        """The seat as it is; the press is acknowledged. Refuses people who have left."""
        await acknowledge(interaction, thinking=False)
        return await seat_of(interaction, f"#{self.seat.campaign.id}")

    async def _frames(self, interaction: Interaction, frame: MapFrame | None) -> None:
        """Show that frame of the realm."""
        seat = await self._now(interaction)
        if frame and frame.covers(self._size):
            frame = None
        self.part = self.part._replace(frame=frame, centre=self.part.centre if frame else None)
        await self.show(interaction, seat)

    async def _pan(self, interaction: Interaction, x: int, y: int) -> None:
        await self._frames(interaction, panned(self._size, self._frame, x, y))

    async def jump(self, interaction: Interaction, hex_: Hex) -> None:
        """Go to a place and mark it; as near as around home, or as near as it is now."""
        view = await interaction.client.host.view(
            self.seat.guild, self.seat.campaign, self.seat.member.faction
        )
        size = atlas_of(self.shown).size(view, hex_.realm)
        wide, tall = HOME_WIDE, HOME_TALL
        if self.part.frame and self.part.realm == hex_.realm:
            wide, tall = min(wide, self.part.frame.wide), min(tall, self.part.frame.tall)
        frame = around(size, hex_.spot, wide, tall)
        self.part = MapPart(hex_.spot, realm=hex_.realm, frame=frame)

    @discord.ui.button(label="West", emoji="⬅️", row=0)
    async def west(self, interaction: Interaction, _: Button) -> None:
        """Half of what is shown to the west; most worlds go round."""
        await self._pan(interaction, -1, 0)

    @discord.ui.button(label="North", emoji="⬆️", row=0)
    async def north(self, interaction: Interaction, _: Button) -> None:
        """Half of what is shown to the north."""
        await self._pan(interaction, 0, -1)

    @discord.ui.button(label="South", emoji="⬇️", row=0)
    async def south(self, interaction: Interaction, _: Button) -> None:
        """Half of what is shown to the south."""
        await self._pan(interaction, 0, 1)

    @discord.ui.button(label="East", emoji="➡️", row=0)
    async def east(self, interaction: Interaction, _: Button) -> None:
        """Half of what is shown to the east."""
        await self._pan(interaction, 1, 0)

    @discord.ui.button(label="Home", emoji="🏠", row=0)
    async def home(self, interaction: Interaction, _: Button) -> None:
        """What lies around home."""
        seat = await self._now(interaction)
        view = await interaction.client.host.view(seat.guild, seat.campaign, seat.member.faction)
        atlas = atlas_of(self.shown)
        self.part = atlas.home_part(view, seat.member.faction, seat.player)
        await self.show(interaction, seat)

    @discord.ui.button(label="Zoom in", emoji="➕", row=1)
    async def nearer(self, interaction: Interaction, _: Button) -> None:
        """Fewer hexes, about what is marked if that is in sight."""
        frame, centre = self._frame, self.part.centre
        marked = centre if centre and frame.holds(*centre, self._size.width) else None
        await self._frames(interaction, zoomed(self._size, frame, CLOSER, marked))

    @discord.ui.button(label="Zoom out", emoji="➖", row=1)
    async def farther(self, interaction: Interaction, _: Button) -> None:
        """More hexes; beyond the most is the whole world."""
        await self._frames(interaction, zoomed(self._size, self._frame, 1 / CLOSER))

    @discord.ui.button(label="Whole world", emoji="🗺️", row=1)
    async def whole(self, interaction: Interaction, _: Button) -> None:
        """All of the realm, and from there what is known of it."""
        seat = await self._now(interaction)
        view = await interaction.client.host.view(seat.guild, seat.campaign, seat.member.faction)
        part = MapPart(None, realm=self.part.realm)
        if self.part.frame is None:
            part = atlas_of(self.shown).known_part(view, seat.member.faction, self.part.realm)
        self.part = part
        await self.show(interaction, seat)

    @discord.ui.button(label="In words", emoji="💬", row=1)
    async def in_words(self, interaction: Interaction, _: Button) -> None:
        """What the picture shows, told for the ear, as a separate message."""
        await acknowledge(interaction)
        self.seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
        pages = await interaction.client.host.workers.run(put_in_words, *self._asked())
        await TextPages("The map in words", pages, self.seat).follow_up(interaction)

    async def show_layer(self, interaction: Interaction, chosen: Sequence[str | int]) -> None:
        """Another layer of the same part, or what is known of another realm."""
        seat = await self._now(interaction)
        (wanted,) = chosen
        if isinstance(wanted, int):
            view = await interaction.client.host.view(
                seat.guild, seat.campaign, seat.member.faction
            )
            self.part = atlas_of(self.shown).known_part(view, seat.member.faction, wanted)
        else:
            self.layer_name = wanted
        await self.show(interaction, seat)

    # ------------------------------------------------------------------ own pieces

    async def choose(self, interaction: Interaction, chosen: Sequence[OwnPiece]) -> None:
        """Go to a piece and offer what it can do."""
        (piece,) = chosen
        seat = await self._now(interaction)
        self.errand = Errand(piece)
        await self.jump(interaction, piece.hex)
        if piece.goes:
            await self._seek(interaction, seat)
        await self.show(interaction, seat)

    async def _seek(self, interaction: Interaction, seat: Seat) -> None:
        """Find out where the piece can go."""
        assert self.errand is not None
        host = interaction.client.host
        self.pieces = await Pieces.of(host, seat, self.shown)
        await self.errand.seek(host, seat, self.pieces)

    async def send(self, interaction: Interaction, chosen: Sequence[tuple[int, int]]) -> None:
        """Draw the way to a goal and tell what it takes, or turn to another page of goals.

        Nothing is ordered yet.
        """
        seat = await self._now(interaction)
        ((number, turned),) = chosen
        if self.errand and turned:
            self.errand.page += turned
        elif self.errand:
            await self.errand.aim(interaction.client.host, seat, self.pieces, self.shown, number)
        await self.show(interaction, seat)

    async def find(self, interaction: Interaction, typed: str) -> None:
        """Offer the goals that a text names."""
        seat = await self._now(interaction)
        if self.errand:
            self.errand.search(typed)
        await self.show(interaction, seat)

    @discord.ui.button(label="Do…", emoji="⚒️", row=4)
    async def do(self, interaction: Interaction, _: Button) -> None:
        """What else can be done with the piece."""
        assert self.errand is not None
        piece = self.errand.piece
        await follow(interaction, self.seat, Lead(label=piece.name[:_LABEL], thing=str(piece.ref)))

    @discord.ui.button(label="Back", emoji="↩️", row=4)
    async def back(self, interaction: Interaction, _: Button) -> None:
        """Leave the piece alone."""
        seat = await self._now(interaction)
        self.errand = None
        self.part = self.part._replace(centre=None)
        await self.show(interaction, seat)

    @discord.ui.button(label="Search", emoji="🔎", row=4)
    async def search(self, interaction: Interaction, _: Button) -> None:
        """Any place in reach, by name or coordinates."""
        label = "Part of a name, or column and row"
        form = TextForm("Where to?", label, 60, "", self.find, required=False)
        await interaction.response.send_modal(form)

    @discord.ui.button(label="Give order", style=discord.ButtonStyle.success, row=4)
    async def give(self, interaction: Interaction, _: Button) -> None:
        """Give the order whose way is drawn, as any other."""
        seat = await self._now(interaction)
        errand = self.errand
        if errand is None or not errand.added:
            await self.show(interaction, seat)
            return
        host = interaction.client.host
        given = await errand.give(host, seat, self.shown)
        choosing.warm(host, seat, given.draft)
        self.errand = None
        await self.show(interaction, seat)
        await interaction.followup.send(
            embed=accepted(given), view=AfterOrder(seat, given.queued), ephemeral=True
        )
