"""The index page of the practice table: who sits here, what each may see, and what time it is.

It serves loopback alone, needs no file from elsewhere, works without its one small script (which
opens a window as wide as a phone), and changes nothing without this run's token. The channels
themselves are shown by simcord's preview, which it opens.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from pathlib import Path
from string import Template
from types import TracebackType
from typing import Self

from aiohttp import web
from simcord import ChannelHandle

from bot.practice.table import Table, Whereabouts

HERE = Path(__file__).parent
SOON = 0.5
"""Seconds in which most of what is asked of the clock is done, so that the page need not ask."""
STEPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; "
        # The second is where the preview is: the form that opens it is sent on to there.
        "frame-ancestors 'none'; form-action 'self' http://127.0.0.1:*"
    ),
    "Referrer-Policy": "same-origin",  # with less, a browser's form names no origin
    "X-Content-Type-Options": "nosniff",
}


class PortTaken(Exception):
    """Another program listens on the port."""


class Page:
    """The page's server, open for the length of an `async with`."""

    def __init__(self, table: Table, *, port: int = 0) -> None:
        self._table = table
        self._port = port
        self._token = secrets.token_urlsafe(24)
        self._notice = ""
        self._passing: _Passing | None = None
        app = web.Application(middlewares=[self._guard], client_max_size=16 * 1024)
        app.add_routes(
            [
                web.get("/", self._show),
                web.get("/page.css", self._style),
                web.get("/page.js", self._script),
                web.post("/open", self._open),
                web.post("/clock", self._move),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortTaken(f"port {self._port} is taken") from error
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._passing:
            self._passing.task.cancel()
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self._port}/"

    @web.middleware
    async def _guard(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Answer only this machine's own names, and let only this page's forms change anything."""
        if request.headers.getall("Host", []) not in [[host] for host in self._hosts()]:
            raise web.HTTPMisdirectedRequest(text="This page answers to its own address only.")
        if request.method == "POST":
            own = request.headers.get("Origin") in {f"http://{host}" for host in self._hosts()}
            token = str((await request.post()).get("token", ""))
            if not own or not secrets.compare_digest(token.encode(), self._token.encode()):
                raise web.HTTPForbidden(text="Please use the buttons of the page itself.")
        response = await handler(request)
        response.headers.update(HEADERS)
        return response

    def _hosts(self) -> tuple[str, str]:
        return f"127.0.0.1:{self._port}", f"localhost:{self._port}"

    async def _style(self, _: web.Request) -> web.Response:
        return web.Response(text=(HERE / "page.css").read_text("utf-8"), content_type="text/css")

    async def _script(self, _: web.Request) -> web.Response:
        text = (HERE / "page.js").read_text("utf-8")
        return web.Response(text=text, content_type="text/javascript")

    async def _open(self, request: web.Request) -> web.Response:
        channel_id, _, name = str((await request.post()).get("seat", "")).partition(" ")
        for channel in self._table.guild.channels():
            if str(channel.id) == channel_id and name in self._table.guild.who_sees(channel):
                return _see_other(await self._table.open(name, channel))
        self._notice = "That seat is no longer there. Choose one of these."
        return _see_other("/")

    async def _move(self, request: web.Request) -> web.Response:
        if self._passing:
            self._notice = "Time passes already. Wait until it has."
            return _see_other("/")
        step = str((await request.post()).get("step", ""))
        clock = self._table.clock
        if step in STEPS:
            when = clock.now() + STEPS[step]
        else:
            standing = await _stands(self._table)
            when = standing.turn if step == "turn" else _coming(self._table, standing)[1]
        if when is None:
            self._notice = "Nobody waits for a date, so there is no next run."
            return _see_other("/")
        task = asyncio.create_task(self._table.move_to(when))
        self._passing = _Passing(task, clock.now(), when)
        await asyncio.wait({task}, timeout=SOON)
        return _see_other("/")

    def _passed(self) -> None:
        """Note how the passing of time ended, once it has. Raises what broke on the way."""
        if self._passing and self._passing.task.done():
            task, self._passing = self._passing.task, None
            try:
                task.result()
            except TimeoutError:
                self._notice = (
                    "The bot is still busy. The clock stands where it came to; try again."
                )

    async def _show(self, _: web.Request) -> web.Response:
        self._passed()
        table, notice = self._table, self._notice
        self._notice = ""
        standing = await _stands(table)
        what, when = _coming(table, standing)
        page = Template((HERE / "page.html").read_text("utf-8")).substitute(
            token=self._token,
            refresh='<meta http-equiv="refresh" content="1">' if self._passing else "",
            notice=_noticed(self._passing.told(table) if self._passing else escape(notice)),
            clock="disabled" if self._passing else "",
            now=_time(table.clock.now()),
            next_run=f"To {what}, {_time(when)}" if when else "No run is due",
            disabled="" if when else "disabled",
            next_turn=_next_turn(standing),
            begin=_begin(table, standing),
            state=await _state(table),
            people=_people(table),
            showing=_showing(table),
            channels=_channels(table),
        )
        return web.Response(text=page, content_type="text/html")


@dataclass(frozen=True, slots=True)
class _Passing:
    """Time that passes at the table."""

    task: asyncio.Task[None]
    since: datetime
    until: datetime

    def told(self, table: Table) -> str:
        """How far it is, for the page, which asks again each second."""
        whole = max(self.until - self.since, timedelta(seconds=1))  # it may be due already
        share = (table.clock.now() - self.since) / whole
        bar = f'<progress value="{share:.3f}" max="1">{share:.0%}</progress>'
        return f"Time passes until {_time(self.until)}: turns are made on the way. {bar}"


def _noticed(told: str) -> str:
    return f'<p class="notice" role="status">{told}</p>' if told else ""


async def _stands(table: Table) -> Whereabouts:
    """Where the person stands who is at the page; at a table without a campaign, nowhere."""
    if table.campaign:
        return await table.campaign.standing(table)
    showing = table.showing()
    return Whereabouts(showing[0] if showing else "", None, submitted=False, coming=None, turn=None)


def _coming(table: Table, standing: Whereabouts) -> tuple[str, datetime | None]:
    """What is due next, and when: what the campaign says, else what the bot waits for."""
    return standing.coming or ("the next run", table.clock.next_wake())


def _next_turn(standing: Whereabouts) -> str:
    """The button that leads to where the person can play on; empty if there is no such time."""
    if standing.turn is None:
        return ""
    label = "To my next turn" if standing.submitted else "Let my turn pass"
    main = ' class="main"' if standing.submitted else ""
    return (
        f'<button name="step" value="turn"{main}>{label} ({escape(standing.person)}), '
        f"{_time(standing.turn)}</button>"
    )


def _begin(table: Table, standing: Whereabouts) -> str:
    """The button that comes first."""
    channel = standing.home or next(table.guild.channels(), None)
    if not standing.person or channel is None:
        return ""
    name = escape(standing.person)
    return (
        f'<button name="seat" class="main" value="{channel.id} {name}">'
        f"Open #{escape(channel.name or '')} as {name}{_news(table, standing.person, channel)}"
        "</button>"
    )


def _news(table: Table, name: str, channel: ChannelHandle) -> str:
    """How much a person has not read of a channel, as it stands in a button."""
    count = table.unread(name, channel)
    return f" · {count} new" if count else ""


def _see_other(address: str) -> web.Response:
    return web.Response(status=303, headers={"Location": address})


def _time(when: datetime) -> str:
    shown = f"{when:%a} {when.day} {when:%b %Y, %H:%M} UTC"
    return f'<time datetime="{when.isoformat()}">{shown}</time>'


async def _state(table: Table) -> str:
    lines = await table.campaign.state(table) if table.campaign else [("Campaign", "none yet")]
    return "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in lines)


def _people(table: Table) -> str:
    people: list[str] = []
    for name, person in table.guild.people.items():
        roles = ", ".join(table.guild.roles(person)) or "–"
        people.append(f"<div><dt>{escape(name)}</dt><dd>{escape(roles)}</dd></div>")
    return "".join(people)


def _showing(table: Table) -> str:
    if (showing := table.showing()) is None:
        return "<p>No channel is open. Choose below who you are, and where.</p>"
    name, channel, url = showing
    return (
        f'<p>Open now: <a href="{escape(url)}" target="channel">#{escape(channel.name or "")} '
        f"as {escape(name)}</a>. Opening another closes this one.</p>"
    )


def _channels(table: Table) -> str:
    """A row per channel: its name, who sees it, and a button for each of these."""
    guild, last = table.guild, None
    rows: list[str] = []
    for channel in guild.channels():
        category, seers = guild.category(channel), guild.who_sees(channel)
        if category != last:
            rows.append(f'<tr><th colspan="3" scope="rowgroup">{escape(category or "")}</th></tr>')
            last = category
        name = escape(f"#{channel.name}")
        public = len(seers) == len(guild.people)
        buttons = "".join(
            f'<button name="seat" value="{channel.id} {escape(person)}" '
            f'aria-label="Open {name} as {escape(person)}">'
            f"{escape(person)}{_news(table, person, channel)}</button>"
            for person in seers
        )
        rows.append(
            f'<tr><th scope="row">{name}</th>'
            f"<td>{'Everyone' if public else '<strong>Secret</strong>, these alone'}</td>"
            f"<td>{buttons}</td></tr>"
        )
    return "".join(rows)
