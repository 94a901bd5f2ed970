"""The scripted players: by commands, autocomplete, buttons and files, as a person would.

What a script may ask of them is said in `bot.faces.stories`. Every answer is checked. What is
played stands in the stories.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from simcord import ChannelHandle, InteractionResult

from bot.faces.stories import Answer, Typed, WentWrong
from bot.host import Seat
from bot.jobs.knowing import see
from bot.practice.reading import full_text, last_message, menus_of, text_of
from bot.practice.table import Table
from engine.calendar import OccasionKind
from engine.packs import Rules
from engine.world import World

_TYPED_AGAIN: Final = 3  # the bot has come to rest in between, so all it was making is there
_TAKEN: Final = "Order taken"
_AHEAD = timedelta(days=8)  # within which every module's week has its runs and its production


@dataclass(frozen=True, slots=True)
class Shown:
    """What a command has brought a person; see `bot.faces.stories.Answer`."""

    table: Table
    name: str
    result: InteractionResult

    @property
    def text(self) -> str:
        """All that can be read, and the names of the files."""
        message = last_message(self.result)
        return text_of(message) if message else ""

    async def press(self, label: str, *, sees: str = "") -> None:
        """Press the button that says this."""
        await self.table.click(self.name, self.result, label, sees=sees)

    async def choose(self, label: str, *, sees: str = "") -> None:
        """Choose this from the menu that has it. Raises `WentWrong` if none has it."""
        message = last_message(self.result)
        for menu in menus_of(message) if message else ():
            for option in menu.options:
                if option.label == label:
                    id = menu.custom_id or ""
                    await self.table.choose(self.name, self.result, id, option.value, sees=sees)
                    return
        raise WentWrong(f"{self.name}: no menu offers {label}")

    async def press_in_form(self, button: str, *, sees: str = "") -> None:
        """Press the button of that id."""
        await self.table.press(self.name, self.result, button, sees=sees)

    async def choose_in_form(self, menu: str, *values: str, sees: str = "") -> None:
        """Choose these from the menu of that id."""
        await self.table.choose(self.name, self.result, menu, *values, sees=sees)

    async def fill(self, button: str, line: str) -> None:
        """Press the button of that id, and type this where it then asks for a line."""
        await self.table.fill(self.name, self.result, button, line)


class Visitor:
    """Somebody in a channel; see `bot.faces.stories.Person`."""

    def __init__(self, table: Table, name: str, channel: ChannelHandle) -> None:
        self._table = table
        self._name = name
        self._channel = channel

    async def offers(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """What is offered for an option; there must be something.

        An offer comes at once, with what is at hand by then; where that is nothing, one types on.
        Raises `WentWrong` if there is nothing.
        """
        for _ in range(_TYPED_AGAIN):
            found = await self._table.offers(
                self._name, self._channel, command, option, typed, **filled
            )
            if found:
                return found
        raise WentWrong(f"/{command} offers nothing for {option}:{typed}")

    async def say(self, command: str, *, sees: str = "", **options: Any) -> Answer:
        """Give a command; the answer must hold this text, or a file whose name does."""
        return await self._say(command, sees, options)

    async def _say(self, command: str, sees: str, options: Mapping[str, Any]) -> Shown:
        given: dict[str, Any] = {}
        for option, value in options.items():
            typed = isinstance(value, Typed)
            given[option] = (
                (await self.offers(command, option, value.text, **given))[0] if typed else value
            )
        answer = await self._table.slash(self._name, self._channel, command, sees=sees, **given)
        return Shown(self._table, self._name, answer)


class Actor(Visitor):
    """A player who follows a script, in the channel of the faction; see `bot.faces.stories.Seated`.

    With `pictured`, what is read must hold a picture.
    """

    def __init__(
        self, table: Table, name: str, channel: ChannelHandle, seat: Seat, *, pictured: bool
    ) -> None:
        super().__init__(table, name, channel)
        self._seat, self._pictured = seat, pictured
        self._read = len(channel.history())

    @property
    def player(self) -> int:
        """The id of the player's record."""
        return self._seat.player

    # ------------------------------------------------------------------ at the keyboard

    async def order(self, command: str, **options: Any) -> None:
        """Give an order, which must be taken."""
        await self.say(command, sees=_TAKEN, **options)

    async def try_order(self, command: str, **options: Any) -> bool:
        """Give an order; whether it was taken."""
        answer = await self.say(command, **options)
        return _TAKEN in answer.text

    async def submit(self) -> None:
        """Submit the turn."""
        await self._table.submit(self._name, self._channel)

    async def upload(self, text: str, *, sees: str) -> Answer:
        """Upload an order sheet."""
        return await self.say("orders upload", sees=sees, file=("orders.txt", text.encode()))

    async def sheet(self) -> str:
        """The order sheet as it is downloaded."""
        answer = await self._say("orders sheet", "orders.txt", {})
        message = last_message(answer.result)
        assert message is not None
        (file,) = message.attachments
        return (self._table.env.backend.cdn.get(file.url) or b"").decode()

    # ------------------------------------------------------------------ waiting

    async def await_run(self) -> None:
        """Let time pass until the next run is over."""
        await self._await(OccasionKind.RUN)

    async def pass_the_week(self, *told: str) -> None:
        """Let time pass until the next turn; the reports of the week must hold all this."""
        await self._await(OccasionKind.PRODUCTION)
        self.must_have_read(*told)

    def must_have_read(self, *told: str) -> None:
        """What was posted since the last time must hold all this.

        Raises `WentWrong` if it does not.
        """
        posted = self._channel.history()[self._read :]
        self._read += len(posted)
        files = self._table.env.backend.cdn
        self._must_tell("\n".join(full_text(post, files) for post in posted), told)
        names = [file.filename for post in posted for file in post.attachments]
        if self._pictured and posted and not any(name.endswith(".png") for name in names):
            raise WentWrong(f"no report in #{self._channel.name} has a picture")

    async def _await(self, kind: OccasionKind) -> None:
        _, rules = await self.known()
        now = self._table.clock.now()
        due = rules.module.calendar.due_between(now, now + _AHEAD)
        await self._table.move_to(next(d.instant for d in due if d.kind is kind))

    def _must_tell(self, text: str, told: Sequence[str]) -> None:
        for each in told:
            if each not in text:
                raise WentWrong(f"no report in #{self._channel.name} says: {each}\n{text}")

    # ------------------------------------------------------------------ knowing

    async def known(self) -> tuple[World, Rules]:
        """What the faction knows, and the rules."""
        host, seat = self._table.bot.host, self._seat
        async with host.stores.use(seat.guild) as store:
            campaign = await store.campaigns.get(seat.campaign.id)
        view = await asyncio.to_thread(
            see, host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction
        )
        return view, await host.rules(seat.guild, campaign)


class Players:
    """Everybody at the table, as a script names them; see `bot.faces.stories.Company`."""

    def __init__(
        self,
        table: Table,
        seats: Callable[[], Awaitable[Mapping[str, Seat]]],
        *,
        pictured: bool,
    ) -> None:
        """`seats` tells who has one by now, by name."""
        self._table, self._seats, self._pictured = table, seats, pictured

    async def seated(self, name: str) -> Actor:
        """The player of that name. Raises `LookupError` without a seat or a faction's channel."""
        seat = (await self._seats()).get(name)
        if seat is None:
            raise LookupError(f"{name} has no seat")
        channel = await self._table.home_of(seat)
        return Actor(self._table, name, channel, seat, pictured=self._pictured)

    def visitor(self, name: str) -> Visitor:
        """The person of that name, in the lobby."""
        return Visitor(self._table, name, next(self._table.guild.channels()))
