"""The practice table: the unchanged bot on a simulated Discord, with a clock that people move.

It keeps the campaign between runs in one folder. The simulated Discord itself starts anew each
time, so the campaign rewrites the ids it has stored before the bot connects. The page that people
see is `page`; what a campaign is, is not known here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar, cast

from simcord import (
    ChannelHandle,
    InteractionResult,
    MemberActor,
    Preview,
    ResponseMessage,
    SetupError,
)
from simcord.preview import _markdown as simcord  # pyright: ignore[reportPrivateUsage]

from bot.answers import unstamped
from bot.assembly import EXTENSIONS, create_bot
from bot.client import SYNCED, HostBot
from bot.clock import MovableClock
from bot.faces.stories import WentWrong
from bot.host import Seat
from bot.orders.guarding import ANYWAY, SUBMITTED
from bot.practice import MARK, PATIENCE
from bot.practice.guild import PracticeGuild, build
from bot.practice.reading import last_message, menus_of, text_of
from bot.practice.settling import PatientEnv
from bot.settings import Settings, SettingsError
from bot.store.ownership import FOLDER_LOCK
from bot.workers import Workers
from engine.dice import SEED_BYTES, Seed

_IN_CARDS: Final = ("embed_description", "embed_field_value")
_MARKS: Final = ("subtext", "mentions", "commands")


def draw_marks() -> None:
    """Have all previews of this process draw them."""
    for field in _IN_CARDS:
        policy = simcord._FIELD_POLICIES[field]  # pyright: ignore[reportPrivateUsage]
        policy.update(dict.fromkeys(_MARKS, True))


T = TypeVar("T")

# Without the sign of life: nobody reads it here, and each move of the clock would bring thousands.
HERE = tuple(name for name in EXTENSIONS if name != "bot.health")
FIRST_DAY = datetime(2026, 1, 5, 8, tzinfo=UTC)  # a Monday; simcord's own time begins on the 1st
EVERYBODYS = 0
"""The number of the seed if nobody asks for another, so that all is the same for everybody."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a person stands in the campaign, as the page's first buttons are about it."""

    person: str
    home: ChannelHandle | None
    """The channel of the person's faction."""
    submitted: bool
    """Whether a turn of the person waits for its run, or this week's has run."""
    coming: tuple[str, datetime] | None
    """What is due next and when, such as "the next run"; None if nothing is."""
    turn: datetime | None
    """When the person's next turn begins; None if none comes."""


class TableCampaign(Protocol):
    """The sample campaign, as far as the table is concerned with it."""

    async def rebuild(self, guild: PracticeGuild, data: Path) -> None:
        """Bring the stored campaign to the new guild, before the bot connects."""
        ...

    async def begin(self, table: Table) -> None:
        """Once the bot is ready: found the campaign if none is stored, else bring it back."""
        ...

    async def prepare(self, table: Table, until: datetime) -> None:
        """Before the clock is moved on: let those act who do so by themselves."""
        ...

    async def play(self, table: Table) -> None:
        """Play some turns by script, through the commands that people use."""
        ...

    async def standing(self, table: Table) -> Whereabouts:
        """Where the person stands whom somebody plays at the page."""
        ...

    async def state(self, table: Table) -> Sequence[tuple[str, str]]:
        """What the page tells about the campaign: labels and values."""
        ...


class Table:
    """One practice table. `async with Table(settings, workers)` seats everyone and starts the bot.

    The caller has started the workers. `fresh` empties the folder first. With a `seed`, 0 or
    more, the campaigns that are made here take another course than everybody's. Raises
    `SettingsError` if the folder holds something other than a practice table.
    """

    def __init__(
        self,
        settings: Settings,
        workers: Workers,
        *,
        campaign: TableCampaign | None = None,
        extensions: Sequence[str] = HERE,
        fresh: bool = False,
        seed: int | None = None,
    ) -> None:
        self._file = settings.data / MARK
        _claim(settings.data, fresh)
        self._data = settings.data
        self.campaign = campaign
        self.clock = MovableClock(self._stored_time())
        self.workers = workers
        self.wanted_seed = None if seed is None else seed_of(seed)
        """If somebody asked for one."""
        self._settings, self._extensions = settings, extensions
        self.bot = self._bot()
        self.env = PatientEnv(self.bot, check_errors=False, settle_timeout=PATIENCE)
        self.guild: PracticeGuild
        self.preview: Preview | None = None
        self.acting: tuple[str, ChannelHandle] | None = None
        self.taken: set[str] = self._stored_names()
        """Whose seats people have taken at the page, also before it was closed; the code that plays
        the others may reset it."""
        self._read: dict[tuple[str, int], int] = {}
        """The last message that a person has seen of a channel, by name and the channel's id."""
        self._stack = AsyncExitStack()
        self._turn = asyncio.Lock()  # one opening or moving at a time
        self._jobs: set[asyncio.Future[None]] = set()
        """One of each job that a worker does now; it is done when the job is."""
        self._job_done = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._store()
        async with AsyncExitStack() as stack:
            stack.callback(setattr, self.workers, "external", self.workers.external)
            self.workers.external = self._outside
            self.env.backend.advance_clock((self.clock.now() - self.env.now()).total_seconds())
            self.guild = build(self.env)
            if self.campaign:
                await self.campaign.rebuild(self.guild, self._data)
            # The new Discord knows no commands, whatever the last one was told.
            (self._data / SYNCED).unlink(missing_ok=True)
            await self.env.start()
            stack.push_async_callback(self.env.shutdown)
            stack.push_async_callback(self._close_bot)
            republishing = asyncio.create_task(self._republish())
            stack.callback(republishing.cancel)
            if self.campaign:
                await self.campaign.begin(self)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def restart_bot(self) -> None:
        """End the bot, and start another in its place, which comes to rest."""
        with self.env._bot_scope():  # pyright: ignore[reportPrivateUsage] - it has no other
            await self.bot.close()
        self.bot = self._bot()
        await self.env.restart_bot(self.bot)
        await self.rest()

    async def open(self, name: str, channel: ChannelHandle) -> str:
        """Show the channel as that person sees it; returns the address. Only one is open at a time.

        Raises `LookupError` if the person does not see the channel.
        """
        person = self.guild.people[name]
        if not self.guild.sees(person, channel):
            raise LookupError(f"{name} does not see #{channel.name}")
        async with self._turn:
            if self.preview is not None:
                await self.preview.close()
            self.preview = await self._operate(lambda: self._enter(person, channel))
            self._note_read()  # what came while the last one was open
            self.acting = (name, channel)
            self.taken.add(name)
            self._store()
            self._note_read()
            return self.preview.url

    def showing(self) -> tuple[str, ChannelHandle, str] | None:
        """Who is shown in which channel at which address; None once it was closed."""
        if self.preview is None or self.acting is None:
            return None
        try:
            return *self.acting, self.preview.url
        except SetupError:  # it was closed, here or on its own page
            return None

    def unread(self, name: str, channel: ChannelHandle) -> int:
        """How many messages of a channel a person has not seen since the table was opened."""
        showing = self.showing()
        if showing and (showing[0], showing[1].id) == (name, channel.id):
            self._note_read()
        last = self._read.get((name, channel.id), 0)
        return sum(message.id > last for message in channel.history())

    def _note_read(self) -> None:
        """The acting person has seen all there is in the channel that is open."""
        if self.acting:
            name, channel = self.acting
            last = max((message.id for message in channel.history()), default=0)
            self._read[name, channel.id] = last

    async def move_to(self, when: datetime) -> None:
        """Move everyone's time on, and let the bot come to rest.

        It stops at each moment that somebody waits for, so what was due on the way happens at its
        own time and in order.
        """
        async with self._turn:
            await self.rest()
            while (now := self.clock.now()) < when:
                stop = min(self.clock.next_wake() or when, when)
                if self.campaign:
                    await self.campaign.prepare(self, stop)
                span = max(stop - now, timedelta())
                await self._operate(lambda span=span: self.env.advance_time(span.total_seconds()))
                self.clock.move_to(max(stop, now))
                self._store()
                await self.rest()
            self._job_done.set()

    async def move(self, span: timedelta) -> None:
        """Move everyone's time on by `span`."""
        await self.move_to(self.clock.now() + span)

    async def slash(
        self, name: str, channel: ChannelHandle, command: str, /, *, sees: str = "", **options: Any
    ) -> InteractionResult:
        """A person types a command; returns when the bot has done everything that follows.

        Raises `WentWrong` if the answer then does not hold the text `sees`.
        """
        person = self.guild.people[name]
        answer = await self._operate(lambda: person.slash(channel, command, **options))
        await self.rest()
        _check(f"{name}: /{command}", answer, sees)
        return answer

    async def offers(
        self,
        name: str,
        channel: ChannelHandle,
        command: str,
        option: str,
        /,
        typed: str = "",
        **filled: Any,
    ) -> list[str]:
        """The values that a person is offered for an option while typing."""
        person = self.guild.people[name]
        found = await self._operate(
            lambda: person.autocomplete(channel, command, option, typed, **filled)
        )
        await self.rest()
        return [choice["value"] for choice in found]

    async def click(
        self, name: str, answer: InteractionResult, label: str, *, sees: str = ""
    ) -> None:
        """A person presses a button of what a command has brought; checked as with `slash`.

        Raises `WentWrong`.
        """
        person, message = self.guild.people[name], last_message(answer)
        if message is None:
            raise WentWrong(f"{name}: no button {label}, for there was no answer")
        await self._operate(lambda: person.click(message, label=label))
        await self.rest()
        _check(f"{name}: button {label}", answer, sees)

    async def press(
        self, name: str, answer: InteractionResult, button: str, *, sees: str = ""
    ) -> None:
        """A person presses the button of that id in a form; checked as with `slash`."""
        person, message = self.guild.people[name], _form(answer)
        await self._operate(lambda: person.click(message, custom_id=button))
        await self.rest()
        _check(f"{name}: {button}", answer, sees)

    async def choose(
        self, name: str, answer: InteractionResult, menu: str, *values: str, sees: str = ""
    ) -> None:
        """A person chooses from the menu of that id in a form; checked as with `slash`.

        The values are those that the menu was made with, however it has stamped them.
        """
        person, message = self.guild.people[name], _form(answer)
        shown = {
            unstamped(option.value): option.value
            for each in (menus_of(message.message) if message.message else ())
            if each.custom_id == menu
            for option in each.options
        }
        chosen = [shown.get(unstamped(value), value) for value in values]
        await self._operate(lambda: person.select(message, chosen, custom_id=menu))
        await self.rest()
        _check(f"{name}: {', '.join(values)}", answer, sees)

    async def fill(self, name: str, answer: InteractionResult, button: str, line: str) -> None:
        """A person presses the button of that id in a form, and types what is then asked for."""
        person, message = self.guild.people[name], _form(answer)
        asked = await self._operate(lambda: person.click(message, custom_id=button))
        await self._operate(lambda: person.submit_modal(asked, {"line": line}))
        await self.rest()

    async def submit(self, name: str, channel: ChannelHandle) -> None:
        """A person submits the turn, whatever it leaves unused. Raises `WentWrong`."""
        answer = await self.slash(name, channel, "orders submit")
        message = last_message(answer)
        if message is None or SUBMITTED not in text_of(message):
            await self.click(name, answer, ANYWAY, sees=SUBMITTED)

    async def home_of(self, seat: Seat) -> ChannelHandle:
        """The channel of a player's faction. Raises `LookupError` if it is gone."""
        async with self.bot.host.stores.use(seat.guild) as store:
            place = await store.places.get(seat.campaign.id, f"faction:{seat.member.faction}")
        for channel in self.guild.channels():
            if place and channel.id == place.snowflake:
                return channel
        raise LookupError(f"faction {seat.member.faction} has no channel")

    async def play(self) -> None:
        """Play by script; a table without a campaign lets three days pass."""
        if self.campaign:
            await self.campaign.play(self)
        else:
            await self.move(timedelta(days=3))

    async def rest(self) -> None:
        """Return when the bot has nothing left to do but wait."""
        async with asyncio.timeout(PATIENCE):
            await self._operate(self.env.settle)
            while self._jobs:
                await asyncio.wait(self._jobs, return_when=asyncio.FIRST_COMPLETED)
                await self._operate(self.env.settle)

    def _bot(self) -> HostBot:
        return create_bot(
            self._settings,
            self.clock,
            self.workers,
            extensions=self._extensions,
            new_seed=lambda: self.wanted_seed or seed_of(EVERYBODYS),
            spread=False,  # its clock is moved from hour to hour
        )

    async def _close_bot(self) -> None:
        await self.bot.close()

    async def _enter(self, person: MemberActor, channel: ChannelHandle) -> Preview:
        draw_marks()
        preview = self.env.preview(channel, viewers=[person], layout="channel")
        return await preview.__aenter__()

    async def _operate(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Do something with the simulated Discord once it is free.

        It does one thing at a time, and the open page may be busy with it at this moment.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await operation()
                except SetupError as error:
                    if "overlaps" not in str(error):
                        raise
                    await asyncio.sleep(0.02)

    async def _outside(self, job: Awaitable[T]) -> T:
        """How the bot waits for a worker here.

        simcord knows it as a wait for something outside, so an action is answered at once and
        the picture follows.
        """
        ended = asyncio.get_running_loop().create_future()
        self._jobs.add(ended)
        try:
            return await self.env.external_wait(job, reason="a job in a worker process")
        finally:
            self._jobs.remove(ended)
            ended.set_result(None)
            self._job_done.set()

    async def _republish(self) -> None:
        """Show on the open page what the bot did after the action that made it do so."""
        while True:
            await self._job_done.wait()
            self._job_done.clear()
            if self.showing() is None or self.preview is None:
                continue
            try:
                await self._operate(self.preview.refresh)
            except (SetupError, TimeoutError) as error:
                if self.showing():
                    _log.warning("The page could not be brought up to date: %s", error)

    def _stored(self) -> dict[str, Any]:
        try:
            return dict(json.loads(self._file.read_text("utf-8")))
        except (OSError, ValueError):
            return {}

    def _stored_time(self) -> datetime:
        try:
            return datetime.fromisoformat(self._stored()["now"])
        except (KeyError, ValueError, TypeError):
            return FIRST_DAY

    def _stored_names(self) -> set[str]:
        names: Any = self._stored().get("taken", ())
        return set(map(str, cast("list[object]", names))) if isinstance(names, list) else set()

    def _store(self) -> None:
        known = {"now": self.clock.now().isoformat(), "taken": sorted(self.taken)}
        self._file.write_text(json.dumps(known) + "\n", "utf-8")


def seed_of(number: int) -> Seed:
    """The seed of a number from 0 on."""
    return Seed(number.to_bytes(SEED_BYTES))


def _form(answer: InteractionResult) -> ResponseMessage:
    """The message that a command has brought, as it stands now."""
    if answer.response is None:
        raise WentWrong("there was no answer to go on with")
    return answer.response


def _check(what: str, answer: InteractionResult, sees: str) -> None:
    message = last_message(answer)
    text = text_of(message) if message else ""
    if sees not in text:
        raise WentWrong(f"{what} should have been answered with “{sees}”, not with:\n{text}")


def _claim(data: Path, fresh: bool) -> None:
    """Make sure that the folder is a practice table's or empty; empty it if so wanted."""
    entries = [entry for entry in data.iterdir() if entry.name != FOLDER_LOCK]
    if entries and not (data / MARK).exists():
        raise SettingsError((f"--data: {data} is not a practice table's folder; name another.",))
    for entry in entries if fresh else ():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
