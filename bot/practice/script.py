"""Three turns of the sample campaign by script, for `demo --headless`.

One player does by commands, autocomplete, buttons and files what a person would; the computer plays
the others. Every answer is checked, so a script that ends has shown that all of it works.
"""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from simcord import ChannelHandle, InteractionResult

from bot.host import Seat
from bot.jobs.knowing import see
from bot.practice.opponents import faction_channel
from bot.practice.reading import last_message, text_of
from bot.practice.rivals import frontier
from bot.practice.table import Table, WentWrong
from bot.reports.faction import FAILED
from engine.calendar import DueKind
from engine.packs import Rules
from engine.packs.cohorts.ownership import player_of
from engine.packs.cohorts.records import City, Province, Stack
from engine.world import World

STACK = "Iron Guard"
WATCH = "Hearth Watch"
UNIT = "Ember Foot"
TAKEN, SUBMITTED = "Order taken", "Turn submitted"
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Typed:
    """A person types this for an option and takes the first thing that is offered."""

    text: str = ""


async def play(table: Table, name: str, seat: Seat) -> None:
    """Play three turns as this player. Raises `WentWrong`."""
    actor = _Actor(table, name, seat, await faction_channel(table, seat))
    for turn in (_first_turn, _second_turn, _third_turn):
        told = await turn(actor)
        await actor.pass_the_week(told)


async def _first_turn(actor: "_Actor") -> str:
    """Look around, raise a first company, and send heroes to see what lies beyond."""
    home = Typed(await actor.home())
    await actor.say("about", sees="Hexmuster")
    await actor.say("map", sees="turn-1", legend="full")
    await actor.say("map", sees="map-around", centre=home, zoom=4)
    await actor.say("map", sees="terrain", centre=home, zoom=6, layer="terrain")
    await actor.say("map", sees="resources", layer="resources")
    await actor.say("rules", sees="cohorts.", search="movement")
    await actor.say("orders help", sees="recruits", order=Typed("train"))
    company = {"city": Typed(), "race": Typed(), "quantity": 100, "name": UNIT}
    await actor.say("city train", sees=TAKEN, **company)
    await actor.say("city construct-village", sees=TAKEN, city=Typed(), province=Typed())
    await actor.say("stack activate", sees=TAKEN, province=home, name=STACK)
    for hero in (await actor.offers("transfer character", "character"))[1:3]:
        await actor.say("transfer character", sees=TAKEN, character=hero, target=Typed(STACK))
    goods = {"sponsor": home, "target": Typed(STACK), "item": Typed(), "count": 5}
    await actor.say("transfer items", sees=TAKEN, **goods)
    await actor.explore()
    await actor.say("orders preview", sees="takes the field")
    await actor.say("map", sees="map-around", centre=home, zoom=3, legend="none")
    await actor.say("orders submit", sees=SUBMITTED)
    return "takes the field"


async def _second_turn(actor: "_Actor") -> str:
    """A second stack; then a sheet with a misspelt word, and one with an order too many."""
    home = await actor.home()
    await actor.explore()
    await actor.say("stack activate", sees=TAKEN, province=Typed(home), name=WATCH)
    await actor.say("transfer unit", sees=TAKEN, unit=Typed(UNIT), target=Typed(WATCH))
    await actor.say("set slot", sees=TAKEN, piece=Typed(UNIT), slot=2)
    await actor.say("city attract", sees=TAKEN, city=Typed())
    sheet = await actor.sheet()
    more = f'city conscript city:"{home}"\n'
    await actor.upload(sheet + more.replace("conscript", "consript"), sees="Did you mean")
    answer = await actor.upload(sheet + 2 * more, sees="Take this sheet?")
    await actor.press(answer, "Take it", sees="Sheet taken")
    await actor.say("orders list", sees="conscript")
    await actor.say("orders submit", sees=SUBMITTED)
    return FAILED


async def _third_turn(actor: "_Actor") -> str:
    """Submit, think again, and submit anew."""
    await actor.say("report", sees="Turn")
    await actor.explore()
    village = {"city": Typed(), "village": Typed()}
    await actor.say("city improve-village", sees=TAKEN, **village)
    await actor.say("orders move", sees="Your orders", order=Typed(), place=2)
    await actor.say("orders submit", sees=SUBMITTED)
    await actor.say("orders withdraw", sees="taken back")
    words = "We hold the bridge, and nobody holds us."
    await actor.say("set message", sees=TAKEN, bearer=Typed(UNIT), message=words)
    await actor.say("orders submit", sees=SUBMITTED)
    return "improves the village"


class _Actor:
    """A player who follows the script, in the channel of his faction."""

    def __init__(self, table: Table, name: str, seat: Seat, channel: ChannelHandle) -> None:
        self._table = table
        self._name = name
        self._seat = seat
        self._channel = channel

    async def home(self) -> str:
        """The name of the player's city."""
        view, _ = await self._known()
        return self._city(view).name

    async def offers(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """What is offered for an option; there must be something."""
        found = await self._table.offers(
            self._name, self._channel, command, option, typed, **filled
        )
        if not found:
            raise WentWrong(f"/{command} offers nothing for {option}:{typed}")
        return found

    async def say(self, command: str, *, sees: str = "", **options: Any) -> InteractionResult:
        """Give a command; the answer must hold this text, or a file whose name does."""
        given: dict[str, Any] = {}
        for option, value in options.items():
            typed = isinstance(value, Typed)
            given[option] = (
                (await self.offers(command, option, value.text, **given))[0] if typed else value
            )
        return await self._table.slash(self._name, self._channel, command, sees=sees, **given)

    async def press(self, answer: InteractionResult, label: str, *, sees: str) -> None:
        """Press a button of an answer, which must then hold this text."""
        await self._table.click(self._name, answer, label, sees=sees)

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

    async def explore(self) -> None:
        """Send the stack to the nearest land at the edge of what is known that it can reach."""
        view, rules = await self._known()
        stack = next((each for each in view.all(Stack) if each.name == STACK), None)
        start = stack.province if stack else self._city(view).province
        for goal in frontier(rules, view, start):
            province = view.get(Province, goal)
            where = f"{province.x},{province.y}"
            answer = await self.say("stack move", stack=Typed(STACK), destination=where)
            message = last_message(answer)
            if message and TAKEN in text_of(message):
                return
        raise WentWrong(f"{STACK} can go nowhere")

    async def pass_the_week(self, told: str) -> None:
        """Let time pass until the next turn; the faction's reports must hold a map and this."""
        before = len(self._channel.history())
        _, rules = await self._known()
        now = self._table.clock.now()
        due = rules.module.calendar.due_between(now, now + 8 * DAY)
        await self._table.move_to(next(d.instant for d in due if d.kind is DueKind.PRODUCTION))
        posted = self._channel.history()[before:]
        if told not in "\n".join(map(text_of, posted)):
            raise WentWrong(f"no report in #{self._channel.name} says: {told}")
        if not any(file.filename.endswith(".png") for post in posted for file in post.attachments):
            raise WentWrong(f"no report in #{self._channel.name} has a map")

    def _city(self, view: World) -> City:
        known = (city for city in view.all(City) if city.knows("baron"))
        return next(city for city in known if player_of(view, city) == self._seat.player)

    async def _known(self) -> tuple[World, Rules]:
        """What the faction knows, and the rules."""
        host, seat = self._table.bot.host, self._seat
        async with host.stores.use(seat.guild) as store:
            campaign = await store.campaigns.get(seat.campaign.id)
        view = await asyncio.to_thread(
            see, host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction
        )
        return view, await host.rules(seat.guild, campaign)
