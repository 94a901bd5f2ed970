"""What the archive shows of a campaign: chosen by menus, turned page by page."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.archive.contents import Index, final_told
from bot.callers.embeds import card
from bot.callers.menus import OPTIONS
from bot.callers.pager import Pager
from bot.callers.seats import Interaction
from bot.ending.awards import awards
from bot.faces.paint.picture import Picture
from bot.faces.words.choosing import Option
from bot.faces.words.tabs import paged
from bot.faces.words.text import escaped, plain
from bot.faces.words.undone import MARK
from bot.guided.cards import file_of
from bot.guided.widgets import Select, turned_to
from bot.jobs.draw import draw
from bot.jobs.memoirs import chronicle_pages, chronicle_text
from bot.past_reports.paging import in_order, report_page
from bot.payload import MapRecipe
from bot.post.filming import LONG, film
from bot.store.lines import TakenBack
from bot.store.records import Campaign, Message

EVERYTHING: Final = "Everything, as it was"
"""What is offered beside the factions: the truth."""
_TURNED: Final = frozenset({"map", "report"})
"""What there is of each turn."""
_OWN: Final = frozenset({"report", "chronicle"})
"""What is a faction's alone."""
_SHOWS: Final = {
    "map": ("Map", "Of any turn: the whole world, or as a faction knew it"),
    "report": ("Reports", "As they were sent to a faction"),
    "chronicle": ("Chronicle", "What mattered of all that a faction lived through, also as a file"),
    "film": ("Film", "Turn by turn, from the first to the last"),
    "standings": ("Standings", "How all stood in the end, and who held which seat when"),
    "records": ("Medals and records", "Who won what"),
}


@dataclass(frozen=True, slots=True)
class _Page:
    """What a message shows; `same` names its files, which stay as they are for the same."""

    same: tuple[object, ...]
    content: str = ""
    embeds: Sequence[discord.Embed] = ()
    files: Sequence[discord.File] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of several pages, with a file or picture beside them."""

    title: str
    pages: Sequence[str]
    file: tuple[bytes, str] | None = None
    picture: Picture | None = None


class ArchivePanel(Pager):
    """An ended campaign. Nobody's secrets are in it any more, so anybody may look at all of it."""

    def __init__(
        self,
        guild: int,
        campaign: Campaign,
        index: Index,
        gone: Mapping[int, TakenBack],
        turn: int,
    ) -> None:
        """`turn` is what it begins with, `gone` are the ticks that were taken back."""
        super().__init__(row=4)
        self.guild, self.campaign, self.index = guild, campaign, index
        self.what = "map" if index.layers else "standings"
        self.whose = 0 if index.mapped or not index.factions else index.factions[0][0]
        self.turn = turn
        self.at = self._place()
        self.layer = index.layers[0][0] if index.layers else ""
        self.realm = 0
        self._reports: Sequence[Message] = ()
        self._gone = gone
        self._texts: dict[tuple[str, int], _Text] = {}
        self._films: dict[int, Picture] = {}
        self._parts: dict[str, int] = {}
        self._shown: tuple[object, ...] = ()

    def count(self) -> int:
        if self.what == "map":
            return len(self.index.turns)
        if self.what == "report":
            return max(1, len(self._reports))
        text = self._texts.get((self.what, self.whose))
        return len(text.pages) if text else 1

    async def go(self, interaction: Interaction, at: int) -> None:
        if self.what == "map":
            self.turn = self.index.turns[min(max(at, 0), self.count() - 1)][0]
        await super().go(interaction, at)

    async def show(self, interaction: Interaction) -> None:
        self._last = interaction
        page = await self._page(interaction)
        self._set()
        files: dict[str, Any] = {} if page.same == self._shown else {"attachments": page.files}
        self._shown = page.same
        await interaction.edit_original_response(
            content=page.content or None,
            embeds=page.embeds,
            view=self,
            allowed_mentions=discord.AllowedMentions.none(),
            **files,
        )

    # ------------------------------------------------------------------ what can be chosen

    def _set(self) -> None:
        self.clear_items()
        self._menu(0, "what", "What to see", self._kinds(), self.what)
        if self.what in _TURNED or self.what in ("chronicle", "film"):
            self._menu(1, "whose", "Whose", self._sides(), str(self.whose))
        if self.what in _TURNED:
            self._menu(2, "turn", "Which turn", self._turns(), str(self.turn))
        if self.what == "map" and len(self._sights()) > 1:
            self._menu(3, "sight", f"What it shows: {self.layer}", self._sights())
        self.add_turns()

    def _menu(
        self, row: int, name: str, about: str, options: Sequence[Option], chosen: str = ""
    ) -> None:
        async def act(interaction: Interaction, values: tuple[str, ...]) -> None:
            part = turned_to(values)
            if part is not None:
                self._parts[name] = part
                await self.go(interaction, self.at)
            else:
                self._choose(name, values[0])
                await self.go(interaction, self._place() if self.what == "map" else 0)

        at = next((n for n, option in enumerate(options) if option.value == chosen), 0)
        part = self._parts.pop(name, at // (OPTIONS - 1) if len(options) > OPTIONS else 0)
        menu = Select(name, about, options, act, chosen=(chosen,) if chosen else (), part=part)
        menu.row = row
        self.add_item(menu)

    def _choose(self, name: str, value: str) -> None:
        match name:
            case "what":
                self.what = value
            case "whose":
                self.whose = int(value)
            case "turn":
                self.turn = int(value)
            case _ if value.startswith("realm "):
                self.realm = int(value.removeprefix("realm "))
            case _:
                self.layer = value
        sides = [option.value for option in self._sides()]
        if sides and str(self.whose) not in sides:
            self.whose = int(sides[0])

    def _kinds(self) -> list[Option]:
        there = [each for each in _SHOWS if each != "map" or self.index.layers]
        return [Option(value=each, label=_SHOWS[each][0], about=_SHOWS[each][1]) for each in there]

    def _sides(self) -> list[Option]:
        sides = [Option(value=str(id), label=name) for id, name in self.index.factions]
        if self.what in _OWN or (self.what == "map" and not self.index.mapped):
            return sides
        return [Option(value="0", label=EVERYTHING), *sides]

    def _turns(self) -> list[Option]:
        """Those that hold, and where it is about reports those that were taken back for good."""
        held = self.index.turns
        found = [Option(value=str(n), label=f"Turn {n}", about=date) for n, _, date in held]
        if self.what == "report":
            later = sorted({each.turn for each in self._gone.values()} - {n for n, _, _ in held})
            found += [Option(value=str(n), label=f"Turn {n} · {MARK}") for n in later]
        return found

    def _place(self) -> int:
        """The place of the turn among those that hold, or of the last."""
        turns = [turn for turn, _, _ in self.index.turns]
        return turns.index(self.turn) if self.turn in turns else len(turns) - 1

    def _sights(self) -> list[Option]:
        layers = [Option(value=name, label=name, about=shows) for name, shows in self.index.layers]
        realms = enumerate(self.index.realms)
        return [*layers, *(Option(value=f"realm {n}", label=name) for n, name in realms)]

    # ------------------------------------------------------------------ what is shown

    async def _page(self, interaction: Interaction) -> _Page:
        if self.what == "map":
            return await self._map(interaction)
        if self.what == "report":
            return await self._report(interaction)
        if self.what == "film":
            return await self._film(interaction)
        key = self.what, self.whose
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = await self._text(interaction)
        self.at = min(self.at, len(text.pages) - 1)
        files = [discord.File(io.BytesIO(text.file[0]), text.file[1])] if text.file else []
        files += [file_of(text.picture)] if text.picture else []
        embed = card(text.title, text.pages[self.at], self.place())
        return _Page(key, embeds=[embed], files=files)

    async def _map(self, interaction: Interaction) -> _Page:
        turn, tick, date = self.index.turns[self.at]
        recipe = MapRecipe(
            tick=tick,
            faction=self.whose,
            known=bool(self.whose) and not self.realm,
            realm=self.realm,
            layer=self.layer,
        )
        host = interaction.client.host
        path = host.path(self.guild)
        picture = await host.workers.run(draw, path, self.campaign.id, recipe, limit=LONG)
        content = f"**{plain(self.campaign.name)}** after turn {turn} · {date}"
        return _Page(("map", recipe), content, files=[file_of(picture)])

    async def _report(self, interaction: Interaction) -> _Page:
        host, turn = interaction.client.host, self.turn
        async with host.stores.use(self.guild) as store:
            role = f"faction:{self.whose}"
            found = await store.outbox.reports(self.campaign.id, role, turn)
            self._reports = in_order(found, self._gone)
            if not found:
                none = card("Reports", f"That faction had no report for turn {turn}.")
                return _Page(("report", turn), embeds=[none])
            self.at = min(self.at, len(self._reports) - 1)
            path = host.path(self.guild)
            post = await report_page(host.workers, path, store, self._reports, self.at, self._gone)
        return _Page(("report", self.whose, turn, self.at), post.text, post.embeds, post.files)

    async def _film(self, interaction: Interaction) -> _Page:
        """The film; while it is made the answer says how far it is."""
        whose = self.whose

        async def progress(done: int, of: int) -> None:
            await interaction.edit_original_response(
                content=f"🎞️ The film is being drawn: part {done + 1} of {of}."
            )

        if whose not in self._films:
            host = interaction.client.host
            await interaction.edit_original_response(
                content="🎞️ The campaign is being looked through.", embeds=[], attachments=[]
            )
            path = host.path(self.guild)
            made = await film(host.workers, path, self.campaign.id, whose, progress)
            self._films[whose] = made
            if self.what != "film":  # something else was chosen meanwhile
                return await self._page(interaction)
        title = f"🎞️ {plain(self.campaign.name)}"
        embed = card(title, "Turn by turn, from the first to the last.")
        return _Page(("film", whose), embeds=[embed], files=[file_of(self._films[whose])])

    async def _text(self, interaction: Interaction) -> _Text:
        host, campaign = interaction.client.host, self.campaign.id
        path, run, name = host.path(self.guild), host.workers.run, plain(self.campaign.name)
        if self.what == "chronicle":
            of, pages = await run(chronicle_pages, path, campaign, self.whose, limit=LONG)
            text = await run(chronicle_text, path, campaign, self.whose, limit=LONG)
            file = text.encode(), f"chronicle-{self.whose}.txt"
            return _Text(f"The chronicle of {escaped(of)}", pages, file)
        if self.what == "standings":
            lines, drawn = await run(final_told, path, campaign, limit=LONG)
            pages = paged(lines or ["Nobody kept standings in this campaign."])
            return _Text(f"How all stood · {name}", pages, picture=drawn)
        lines = await run(awards, path, campaign, limit=LONG, long=True)
        pages = paged(lines or ["Nobody has won anything that is kept here."])
        return _Text(f"Medals and records · {name}", pages)
