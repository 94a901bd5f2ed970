"""Somebody who plays by script: by commands, autocomplete, buttons and files, as a person would.

Every answer is checked. What is played stands in the scripts.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Self

from discord import ActionRow, SelectMenu
from simcord import ChannelHandle, InteractionResult

from bot.host import Seat
from bot.jobs.knowing import see
from bot.practice.opponents import faction_channel
from bot.practice.reading import last_message, text_of
from bot.practice.table import Table, WentWrong
from engine.calendar import DueKind
from engine.packs import Rules
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Province
from engine.world import World

_TYPED_AGAIN: Final = 3  # the bot has come to rest in between, so all it was making is there
TAKEN: Final = "Order taken"
SUBMITTED: Final = "Turn submitted"
_AHEAD = timedelta(days=8)  # within which every module's week has its runs and its production


@dataclass(frozen=True, slots=True)
class Typed:
    """A person types this for an option and takes the first thing that is offered."""

    text: str = ""


class Actor:
    """A player who follows a script, in the channel of the faction."""

    def __init__(self, table: Table, name: str, seat: Seat, channel: ChannelHandle) -> None:
        self._table = table
        self._name = name
        self._channel = channel
        self.seat = seat
        self._read = len(channel.history())

    @classmethod
    async def of(cls, table: Table, name: str, seat: Seat) -> Self:
        """The player of that name. Raises `LookupError` if the faction has no channel."""
        return cls(table, name, seat, await faction_channel(table, seat))

    # ------------------------------------------------------------------ at the keyboard

    async def offers(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """What is offered for an option; there must be something.

        An offer comes at once, with what is at hand by then; where that is nothing, one types on.
        """
        for _ in range(_TYPED_AGAIN):
            found = await self._table.offers(
                self._name, self._channel, command, option, typed, **filled
            )
            if found:
                return found
        raise WentWrong(f"/{command} offers nothing for {option}:{typed}")

    async def say(self, command: str, *, sees: str = "", **options: Any) -> InteractionResult:
        """Give a command; the answer must hold this text, or a file whose name does."""
        given: dict[str, Any] = {}
        for option, value in options.items():
            typed = isinstance(value, Typed)
            given[option] = (
                (await self.offers(command, option, value.text, **given))[0] if typed else value
            )
        return await self._table.slash(self._name, self._channel, command, sees=sees, **given)

    async def order(self, command: str, **options: Any) -> None:
        """Give an order, which must be taken."""
        await self.say(command, sees=TAKEN, **options)

    async def submit(self) -> None:
        """Submit the turn."""
        await self.say("orders submit", sees=SUBMITTED)

    async def press(self, answer: InteractionResult, label: str, *, sees: str) -> None:
        """Press a button of an answer, which must then hold this text."""
        await self._table.click(self._name, answer, label, sees=sees)

    async def choose(self, answer: InteractionResult, label: str, *, sees: str) -> None:
        """Choose this from a menu of an answer, which must then hold this text."""
        message = last_message(answer)
        rows = [row for row in message.components if isinstance(row, ActionRow)] if message else []
        for menu in (each for row in rows for each in row.children if isinstance(each, SelectMenu)):
            for option in menu.options:
                if option.label == label:
                    id = menu.custom_id or ""
                    await self._table.choose(self._name, answer, id, option.value, sees=sees)
                    return
        raise WentWrong(f"{self._name}: no menu offers {label}")

    async def upload(self, text: str, *, sees: str) -> InteractionResult:
        """Upload an order sheet."""
        return await self.say("orders upload", sees=sees, file=("orders.txt", text.encode()))

    async def sheet(self) -> str:
        """The order sheet as it is downloaded."""
        answer = await self.say("orders sheet", sees="orders.txt")
        message = last_message(answer)
        assert message is not None
        (file,) = message.attachments
        return (self._table.env.backend.cdn.get(file.url) or b"").decode()

    # ------------------------------------------------------------------ waiting

    async def await_run(self) -> None:
        """Let time pass until the next run is over."""
        await self._await(DueKind.RUN)

    async def pass_the_week(self, *told: str) -> None:
        """Let time pass until the next turn; the week's reports must hold a map and all this."""
        await self._await(DueKind.PRODUCTION)
        self.must_have_read(*told)

    def must_have_read(self, *told: str) -> None:
        """What was posted since the last time must hold a map and all this."""
        posted = self._channel.history()[self._read :]
        self._read += len(posted)
        self._must_tell("\n".join(map(text_of, posted)), told)
        if not any(file.filename.endswith(".png") for post in posted for file in post.attachments):
            raise WentWrong(f"no report in #{self._channel.name} has a map")

    async def _await(self, kind: DueKind) -> None:
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
        host, seat = self._table.bot.host, self.seat
        async with host.stores.use(seat.guild) as store:
            campaign = await store.campaigns.get(seat.campaign.id)
        view = await asyncio.to_thread(
            see, host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction
        )
        return view, await host.rules(seat.guild, campaign)

    def city(self, view: World) -> City:
        """The player's city."""
        known = (city for city in view.all(City) if city.knows("baron"))
        return next(city for city in known if player_of(view, city) == self.seat.player)

    async def spot(self, resource: str) -> str:
        """A province of the player's barony with a deposit of that, as people type it."""
        view, _ = await self.known()
        land = view.by(Province, "barony", self.city(view).barony)
        province = next(each for each in land if resource in each.deposits)
        return province.location

    async def home(self) -> str:
        """The name of the player's city."""
        view, _ = await self.known()
        return self.city(view).name
