"""A panel as it stands under an answer: its picture, a menu of tabs, and buttons to turn pages.

It is of the tick at which it was asked for, and holds words and a picture, no world.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import discord

from bot.answers import SelectMenu, acknowledge
from bot.callers.embeds import card
from bot.callers.leading import LeadMenu, follow
from bot.callers.menus import OPTIONS, Pick, PickMenu
from bot.callers.pager import SeatPager
from bot.callers.seats import Interaction, seat_of
from bot.faces.leads import Lead
from bot.faces.paint.picture import Picture
from bot.faces.panels import Further, PanelMade, Sight
from bot.faces.words.text import escaped
from bot.host import Seat
from bot.jobs.panels import draw_further, make_panel
from bot.turn.pages import looked_at

BACK: Final = "Back to the card"
BUTTONS: Final = 5  # in a row of a message, at most
LEADS_ON: Final = "Go on to …"
_LEADS_ROW: Final = 4
_MENU_ROWS: Final = (2, 3, 4)  # room for 75, more than there are spells with a range

T = TypeVar("T")


async def show(interaction: Interaction, seat: Seat, name: str, about: str) -> None:
    """Have a worker make a panel for the caller's faction, and answer with it; it is deferred."""
    await ShowPanel(seat, await _made(interaction, seat, make_panel, name, about)).show(interaction)
    await looked_at(interaction.client.host, seat, name)


async def _made(
    interaction: Interaction, seat: Seat, job: Callable[..., T], *about: str | Further
) -> T:
    host, campaign = interaction.client.host, seat.campaign
    path, faction = host.path(seat.guild), seat.member.faction
    return await host.workers.run(
        job, path, campaign.id, campaign.tick, faction, seat.player, *about
    )


class ShowPanel(SeatPager):
    """The panel; its picture goes with the first tab, others in its place for a button."""

    def __init__(self, seat: Seat, made: PanelMade) -> None:
        super().__init__(seat, row=1)
        self.made = made
        self.open = made.tabs[0]
        self.looked: Further | None = None
        """What a button was pressed for; None for the panel's own picture."""
        self._sight: Sight | None = None
        """What is shown in place of the panel's own picture."""
        self._drawn: Picture | None = None
        """The picture that stands there now."""

    def count(self) -> int:
        return len(self.open.pages)

    async def show(self, interaction: Interaction) -> None:
        wanted = self.made.picture if self.open is self.made.tabs[0] else None
        if self._sight:
            wanted = self._sight.picture
        files: dict[str, Any] = {}
        if wanted is not self._drawn:
            files["attachments"] = [_file(wanted)] if wanted else []
        self._drawn = wanted
        self._set()
        self._last = interaction
        await interaction.edit_original_response(embed=self._card(), view=self, **files)

    async def look(self, interaction: Interaction, further: Further) -> None:
        """Have a further picture drawn and show it; or the panel's own if it is there already."""
        await acknowledge(interaction, thinking=False)
        await seat_of(interaction, f"#{self.seat.campaign.id}")  # refuses people who have left
        if self.looked is further:
            self._look_back()
        else:
            self._sight = await _made(interaction, self.seat, draw_further, further)
            self.looked = further
        await self.show(interaction)

    def _look_back(self) -> None:
        self.looked = self._sight = None

    def _card(self) -> discord.Embed:
        foot = [f"Turn {self.made.turn}"]
        if self.looked and self._sight and self._sight.words:
            title = f"{escaped(self.made.title)} · {escaped(self.looked.label)}"
            return card(title, self._sight.words, " · ".join(foot))
        tabbed = f" · {self.open.name}" if len(self.made.tabs) > 1 else ""
        pages = len(self.open.pages)
        foot += [f"page {self.at + 1} of {pages}"] if pages > 1 else []
        foot += [self.open.hint] if self.open.hint else []
        title = f"{escaped(self.made.title)}{tabbed}"
        return card(title, self.open.pages[self.at], " · ".join(foot))

    def _set(self) -> None:
        """Show what can be pressed here."""
        self.clear_items()
        if len(self.made.tabs) > 1:
            self.tab.options = [
                discord.SelectOption(label=tab.name, default=tab is self.open)
                for tab in self.made.tabs
            ]
            self.add_item(self.tab)
        self.add_turns()
        if self.made.thing:
            self.add_item(self.do)
        self._add_further()
        beside = self.made.leads.get(self.open.name, ())
        if not self._sight and self.at < len(beside) and beside[self.at]:
            menu = LeadMenu(self.seat, beside[self.at], placeholder=LEADS_ON, row=_LEADS_ROW)
            self.add_item(menu)

    def _add_further(self) -> None:
        """A button for each further picture, or menus if they would not fit into a row."""
        every = self.made.further
        picks = [
            Pick(each, BACK if each is self.looked else each.label, emoji="🗺️") for each in every
        ]
        if len(every) <= BUTTONS:
            for pick in picks:
                self.add_item(_FurtherButton(pick.what, pick.label))
            return
        for start, row in zip(range(0, len(every), OPTIONS), _MENU_ROWS, strict=False):
            some = every[start : start + OPTIONS]
            title = f"{some[0].label} … {some[-1].label}"
            part = picks[start : start + OPTIONS]
            self.add_item(PickMenu(part, self._look_at, title, row=row))

    async def _look_at(self, interaction: Interaction, chosen: Sequence[Further]) -> None:
        await self.look(interaction, chosen[0])

    @discord.ui.select(cls=SelectMenu[Any], placeholder="What to look at", row=0)
    async def tab(self, interaction: Interaction, select: SelectMenu[Any]) -> None:
        """Another tab."""
        self._look_back()
        self.open = next(tab for tab in self.made.tabs if tab.name == select.values[0])
        await self.go(interaction, 0)

    @discord.ui.button(label="Do …", emoji="📜", style=discord.ButtonStyle.primary, row=1)
    async def do(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """What can be done with what the panel is about."""
        await follow(interaction, self.seat, Lead(label=self.made.title, thing=self.made.thing))


class _FurtherButton(discord.ui.Button[ShowPanel]):
    """Shows a further picture, and takes it away again."""

    def __init__(self, further: Further, label: str) -> None:
        super().__init__(label=label, emoji="🗺️", row=2)
        self.further = further

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        assert self.view is not None
        await self.view.look(interaction, self.further)


def _file(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
