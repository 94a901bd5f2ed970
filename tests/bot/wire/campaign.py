"""A campaign played on the real bot from its making to its end, through everything people can do.

`play` gives every command and presses what its answers offer; it says nothing about how the
requests must look.
"""

from datetime import datetime, timedelta

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.answers import unstamped
from bot.ending.ending import GRACE
from tests.bot.chosen import meant
from tests.bot.front.faults import Cut
from tests.bot.front.process import BotProcess
from tests.bot.process.campaign import CUT_OFF
from tests.bot.process.scene import Scene

HOUR = timedelta(hours=1)
"""A campaign runs at a spread minute in the hour of its module."""
DEFERRED = (5, 6)
"""Kinds of first answers that say: the real one follows."""


class Person:
    """Someone who waits for each answer before going on."""

    def __init__(self, scene: Scene, actor: MemberActor) -> None:
        self.scene = scene
        self.actor = actor

    async def says(self, command: str, **options: object) -> ResponseMessage:
        """Give a command in the person's channel; the answer."""
        return await self._answer(await self.scene.ask(self.actor, command, **options))

    async def presses(
        self, shown: ResponseMessage | discord.Message, label: str
    ) -> ResponseMessage:
        """Press a button of an answer; what is shown then."""
        return await self._answer(await self.actor.click(shown, label=label))

    async def chooses(self, shown: ResponseMessage, value: str) -> ResponseMessage:
        """Choose a value from the only menu of an answer that holds it."""
        parts = (part for row in shown.components for part in row["components"])
        wanted = unstamped(value)
        menus = [part for part in parts if wanted in map(meant, part.get("options", ()))]
        [menu] = (part["custom_id"] for part in menus)
        return await self._answer(await self.actor.select(shown, [value], custom_id=menu))

    async def fills_in(self, shown: ResponseMessage, label: str, **lines: str) -> ResponseMessage:
        """Press a button, and fill in the form that it opens."""
        form = await self.actor.click(shown, label=label)
        return await self._answer(await self.actor.submit_modal(form, lines))

    async def types(self, command: str, option: str, text: str, **given: object) -> list[str]:
        """Type into an option; the values offered."""
        channel = self.scene.channel_of(self.actor)
        offered = await self.actor.autocomplete(channel, command, option, text, **given)
        return [each["value"] for each in offered]

    async def _answer(self, asked: InteractionResult) -> ResponseMessage:
        callback = self.scene.front.sent("POST", "/callback")[-1]
        token = callback.path.split("/")[3]
        if callback.json["type"] in DEFERRED:
            await self.scene.until(lambda: self._followed(token))
        message = asked.followups[-1] if asked.followups else asked.response
        assert message is not None
        return message

    def _followed(self, token: str) -> bool:
        sent = self.scene.front.requests
        return any(each.path.startswith("/webhooks/") and token in each.path for each in sent)


async def play(scene: Scene, bot: BotProcess) -> None:
    """From `/campaign create` to `/campaign end`, with a run and a production in between."""
    await bot.said("Ready:")
    morgan, ada, ben = (Person(scene, each) for each in (scene.morgan, scene.ada, scene.ben))
    await found(scene, morgan)
    await join(scene, ada, ben)
    await look(ada)
    await order(ada)
    await morgan.says("campaign start")
    await ada.says("orders submit")
    await run_and_produce(scene, bot)
    await ada.says("report")
    await ada.says("report", turn=1)
    await finish(scene, bot, morgan, ada, ben)


async def found(scene: Scene, morgan: Person) -> None:
    assert "cohorts" in await morgan.types("campaign create", "module", "")
    size = {"width": 16, "height": 12}
    made = await morgan.says("campaign create", module="cohorts", name="The Long March", **size)
    await scene.until(lambda: "is ready" in made.content)
    scene.find_channels()
    await morgan.says("campaign open")
    await morgan.says("campaign status")
    await morgan.says("campaign list")


async def join(scene: Scene, ada: Person, ben: Person) -> None:
    faction, other, *_ = await ada.types("join", "faction", "")
    await ada.types("join", "place", "", faction=faction)
    [party, *_] = await ada.types("join", "start", "", faction=faction)
    await ada.says("join", faction=faction, start=party, name="Ada")
    offered = await ben.says("join", faction=other)
    menus = [part for row in offered.components for part in row["components"]]
    [ready] = [menu for menu in menus if menu.get("custom_id") == "join:ready"]
    await ben.chooses(offered, ready["options"][0]["value"])
    await ben.presses(offered, "Ride with them")


async def look(ada: Person) -> None:
    shown = await ada.says("map")
    await ada.types("map", "centre", "")
    for label in ("Zoom in", "West", "Whole world"):
        await ada.presses(shown, label)
    await ada.chooses(shown, "terrain")
    await ada.types("battle", "battle", "")
    await ada.says("battle")
    shown = await ada.says("rules", search="village")
    await ada.chooses(shown, "cohorts.order.construct-village")
    await ada.types("rules", "search", "stack")
    await show(ada)
    await ada.says("calendar")
    await ada.says("vacation", **{"from": "2031-01-05", "to": "2031-01-23"})
    await ada.says("reminders", hours=6)
    await ada.says("about")
    await ada.says("orders help")
    await ada.says("orders help", order="stack move")


async def show(ada: Person) -> None:
    """Every panel, with a page turned or a list used where it has one."""
    shown = await ada.says("show city")
    await ada.says("show market")
    await ada.says("show growth")
    await ada.says("show quests")
    await ada.types("odds", "mine", "")
    await ada.says("odds", mine="Nobody", enemy="Nobody")
    for kind in ("character", "item"):
        [name, *_] = await ada.types(f"show {kind}", "name", "")
        shown = await ada.says(f"show {kind}", name=name)
    assert shown.components


async def order(ada: Person) -> None:
    [bearer, *_] = await ada.types("set message", "bearer", "")
    await ada.says("set message", bearer=bearer, message="We march at dawn.")
    taken = await ada.says("set message", bearer=bearer, message="We march at noon.")
    await ada.presses(taken, "Undo")
    await ada.says("stack activate", province="nowhere", name="Guard")
    await ada.says("orders sheet")
    sheet = f'set message bearer:{bearer} message:"From the sheet"\n'.encode()
    asked = await ada.says("orders upload", file=("orders.txt", sheet))
    await ada.presses(asked, "Take it")
    await ada.says("orders upload", file=("orders.txt", b"march on rome\n"))
    await ada.says("orders preview")
    await ada.says("orders list")


async def pass_to(scene: Scene, bot: BotProcess, when: datetime) -> None:
    """Let the time come, and all that is due by then be made and told."""
    scene.move_to(when, bot)
    while True:
        await scene.until(
            lambda: all(at > scene.now for at in scene.waits()) and not scene.at_work.exists()
        )
        if not scene.rows("SELECT 1 FROM outbox_next"):
            return
        scene.move_to(min(scene.waits()), bot)


async def run_and_produce(scene: Scene, bot: BotProcess) -> None:
    """A post of the run is in doubt, and at the production a channel stands open to all."""
    scene.front.faults.order("POST", "/channels/*/messages", Cut.DROPPED, after=True)
    await pass_to(scene, bot, CUT_OFF + HOUR)
    seen = discord.Permissions(view_channel=True).value
    everyone = Overwrite(scene.guild, OverwriteType.ROLE, allow=seen, deny=0)
    scene.front.world.backend.set_overwrite(scene.channels["faction:1"].id, everyone)
    await pass_to(scene, bot, CUT_OFF + timedelta(days=5) + HOUR)


async def finish(scene: Scene, bot: BotProcess, morgan: Person, ada: Person, ben: Person) -> None:
    await morgan.says("campaign pause", reason="A feast")
    await morgan.says("campaign resume")
    desks = [each for each in scene.channels["moderators"].history() if each.components]
    more = await morgan.presses(desks[-1], "More …")
    await morgan.chooses(more, "rename")
    await morgan.chooses(more, "player")
    named = {"called": "Ada", "name": "Ada the Tall", "reason": "She asked"}
    await morgan.fills_in(more, "Do it …", **named)
    await morgan.says("log")
    await ben.presses(await ben.says("leave"), "Leave")
    scene.front.world.backend.delete_channel(scene.channels["faction:3"].id)
    await morgan.says("campaign repair")
    scene.find_channels()
    await morgan.presses(await morgan.says("campaign end"), "End the campaign")
    await pass_to(scene, bot, scene.now + GRACE)  # then the ceremony comes
    assert await bot.stop() == 0
