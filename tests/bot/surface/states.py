"""One campaign in every state that it can be in, with everybody who could ask something of it.

It is played once: what its file held in each state is kept and put back whenever a test wants that
state, or after a command has changed it. Ada plays and Emil is her deputy, Cora plays for others;
Bram was replaced by Dagny, who was kicked once the campaign ran; Freya never had a part in it and
Morgan moderates.
"""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, closing
from typing import Any, Final

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.answers import REFUSED_COLOUR
from bot.guild_commands import refresh
from bot.jobs import opened
from bot.practice.table import Table
from bot.store.records import CampaignState
from bot.store.steps import END
from tests.bot.samples import words
from tests.bot.surface.scene import Answer, Scene, content
from tests.bot.tables import elsewhere

STATES: Final = ("forming", "running", "paused", "moved", "ended")
ROLES: Final = ("moderator", "player", "deputy", "former", "stranger")

OURS: Final = "Umbral Lances"
"""What Ada calls a stack in her list, once Bram and Dagny are gone."""
NOTED: Final = "moonlit harvest"
"""What she writes to Cora then, and nobody else."""
SEALED: Final = "The Quiet Word"
"""A treaty of the two that nobody is to know of before the end."""
THEIRS: Final = "Thorn Walkers"
"""What Cora calls a stack in her list."""


class States(Scene):
    """The campaign, its file in each state, and who stands where."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.kept: dict[str, sqlite3.Connection] = {}
        self.roles: dict[str, dict[int, frozenset[int]]] = {}
        self.state = ""
        self.elsewhere: tuple[MemberActor, ChannelHandle]
        """The manager of another server, to which the campaign moves, and the channel there."""
        self._seen: sqlite3.Connection
        self._version = 0

    def who(self, role: str) -> str:
        """The person in that role; of the two who played, the one who did before this state."""
        former = "Bram" if self.state == "forming" else "Dagny"
        names = {"moderator": "Morgan", "player": "Ada", "deputy": "Emil", "stranger": "Freya"}
        return names.get(role, former)

    def secrets(self, who: str) -> list[str]:
        """What this person may not be told in the present state."""
        # A moderator who plays for nobody sees the world and may amend turns, but reads no notes.
        hidden = {"Morgan": [NOTED, SEALED], "Ada": [THEIRS], "Emil": [THEIRS]}
        mine = hidden.get(who, [OURS, NOTED, SEALED, THEIRS])
        if self.state == "ended":
            mine = [each for each in mine if each != SEALED]
        elif who != "Morgan" and self.state != "forming":
            mine = [*mine, self.names["rival_hero"]]
            if who in ("Bram", "Dagny", "Freya"):
                mine = [*mine, self.names["home_hero"]]
        return mine

    # ------------------------------------------------------------------ putting back

    async def enter(self, state: str) -> None:
        """Have the campaign in that state."""
        self.state = state
        await self.put_back()
        with self.table.env._bot_scope():
            await refresh(self.table.bot, self.guild)
        await self.table.rest()
        await self.show_all()

    async def put_back(self, changed: Collection[str] = ("draft", "tick")) -> None:
        """Have all be again as it was when the campaign came into its present state.

        Caches go by tick and by the version of a draft, and this goes back behind those that were
        made: `changed` are the tables that held something else.
        """
        with closing(sqlite3.connect(self.host.path(self.guild))) as db:
            self.kept[self.state].backup(db)
        self._give_roles()
        if "draft" in changed or "tick" in changed:
            self.host.forget()
        if "tick" in changed:
            with self.table.env._bot_scope():
                forgotten = asyncio.create_task(self.host.workers.run(_forget))
            await self.table.rest()
            await forgotten
        self._version = self._version_now()

    def changed(self) -> set[str]:
        """The tables that hold something else than when the state was entered."""
        version, self._version = self._version, self._version_now()
        if version == self._version:
            return set()
        now, kept = content(self._seen), content(self.kept[self.state])
        return {name for name, rows in now.items() if rows != kept[name]}

    def _version_now(self) -> int:
        """Changes with every commit of somebody else."""
        (version,) = self._seen.execute("PRAGMA data_version").fetchone()
        return int(version)

    def keep(self, state: str) -> None:
        """Note what the file holds as what it holds in that state."""
        self.kept[state] = sqlite3.connect(":memory:")
        self._seen.backup(self.kept[state])
        self.roles[state] = self._roles()

    def _roles(self) -> dict[int, frozenset[int]]:
        """The roles of everybody on Discord."""
        members = self.table.env.backend.guilds[self.guild].members
        return {user: frozenset(member.role_ids) for user, member in members.items()}

    def _give_roles(self) -> None:
        """Give everybody the roles that they had when the campaign came into its present state."""
        backend, now = self.table.env.backend, self._roles()
        for user, roles in self.roles[self.state].items():
            for role in roles - now.get(user, roles):
                backend.add_member_role(self.guild, user, role)
            for role in now.get(user, roles) - roles:
                backend.remove_member_role(self.guild, user, role)

    async def show_all(self) -> None:
        """Have the server's administrators show every command to everybody."""
        shown: Any = dict.fromkeys(self.people.values(), True)
        tree = self.table.bot.tree
        for place in (None, discord.Object(self.guild)):
            with self.table.env._bot_scope():
                known = await tree.fetch_commands(guild=place)
            for each in known:
                self.table.guild.handle.set_command_permissions(each.id, shown)

    def end_panels(self) -> None:
        """End all open panels: the simulated Discord looks at each of them at every step."""
        store = self.table.bot._connection._view_store
        open_ones = {item.view for items in store._views.values() for item in items.values()}
        for view in open_ones:
            if view:
                view.stop()

    # ------------------------------------------------------------------ asking

    def commands(self) -> Iterator[tuple[str, list[dict[str, Any]], bool]]:
        """Every command there is: its name, its options, and whether the server has it to itself.

        What is made of the rules (orders, panels, forecasts) belongs to the server.
        """
        tree = self.table.bot.tree
        for place in (None, discord.Object(self.guild)):
            for command in tree.walk_commands(guild=place):
                if isinstance(command, discord.app_commands.Command):
                    yield command.qualified_name, command.to_dict(tree)["options"], bool(place)

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[None]:
        """Have the file open to look at."""
        uri = f"{self.host.path(self.guild).as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as self._seen:
            try:
                yield
            finally:
                for each in self.kept.values():
                    each.close()


def _forget() -> None:
    """In a worker: have nothing at hand."""
    for kept in vars(opened).values():
        if isinstance(kept, opened.Recent):
            kept._held.clear()


def said(answer: Answer) -> str:
    """All that an answer says, what is on its buttons and forms included."""
    parts = [answer.text, repr(answer.result.modal or "")]
    for message in answer.messages:
        parts.append(repr(message.components))
        parts += [each.description or "" for each in message.attachments]
    return "\n".join(parts)


def refusal(answer: Answer) -> discord.Embed | None:
    """The refusal that an answer is, if it is one."""
    embeds = [embed for message in answer.messages for embed in message.embeds]
    return next((each for each in embeds if each.colour == REFUSED_COLOUR), None)


# ---------------------------------------------------------------- playing it


@asynccontextmanager
async def played(table: Table) -> AsyncIterator[States]:
    """Play the campaign, keeping each state."""
    scene = await States(table).found(start=False)
    async with scene.looking():
        await scene.say("Ada", "seat deputy", person=scene.people["Emil"], may="submit")
        change: dict[str, Any] = {
            "old": scene.people["Bram"],
            "new": scene.people["Dagny"],
            "reason": "Gone",
        }
        await scene.say("Morgan", "desk replace", **change)
        scene.keep("forming")
        await scene.say("Morgan", "campaign start")
        kick: dict[str, Any] = {"player": scene.people["Dagny"], "reason": "Shouting"}
        asked = await scene.say("Morgan", "kick", **kick)
        await scene.press("Morgan", asked, "Take the seat away")
        await _since(scene)
        scene.keep("running")
        await scene.say("Morgan", "campaign pause", reason="We move")
        scene.keep("paused")
        await _move(scene)
        scene.keep("moved")
        scene.state = "running"
        await scene.put_back()
        asked = await scene.say("Morgan", "campaign end")
        await scene.press("Morgan", asked, "End the campaign")
        await _no_grace(scene)
        assert (await scene.campaign()).state is CampaignState.ENDED
        scene.keep("ended")
        yield scene


async def _no_grace(scene: States) -> None:
    """Let the end that is set come at once: the clock is the same in every state."""
    campaign = (await scene.campaign()).id
    async with scene.host.stores.use(scene.guild) as store:
        timer = await store.timers.get(campaign, END)
        assert timer is not None
        await store.timers.put(campaign, END, scene.table.clock.now(), timer.what)
    await scene.table.rest()


async def _since(scene: States) -> None:
    """What those who are gone do not know: a run, notes, drafts, a treaty."""
    home = scene.names["home"]
    await scene.say("Ada", "stack activate", province=home, name="Gilded Wardens")
    asked = await scene.say("Ada", "orders submit")
    if "Submit anyway" in said(asked):
        await scene.press("Ada", asked, "Submit anyway")
    await scene.table.move_to(scene.table.clock.now().replace(hour=15))
    await scene.say("Ada", "stack activate", province=home, name=OURS)
    await scene.say("Cora", "stack activate", province=scene.names["rival"], name=THEIRS)
    await scene.say("Ada", "note", to="Elderwood", text=f"Beware the {NOTED}")
    word: dict[str, Any] = {
        "with": "Elderwood",
        "title": SEALED,
        "kind": "sealed",
        "text": "We share the ford",
    }
    await scene.say("Ada", "treaty propose", **word)
    asked = await scene.say("Cora", "treaty sign", treaty=SEALED)
    await scene.press("Cora", asked, "Sign it")


async def _move(scene: States) -> None:
    """Take the campaign to another server."""
    odo = elsewhere(scene.table.env)
    hall = odo.guild.create_text_channel("hall")
    scene.elsewhere = odo, hall
    asked = await scene.say("Morgan", "moving export")
    await scene.press("Morgan", asked, "Export it")
    assert asked.result.response
    (code,) = re.findall(r"`([0-9a-f]{24})`", words(asked.result.response))
    came: InteractionResult = await odo.slash(hall, "moving import", code=code)
    await scene.table.rest()
    assert "without a player" in words(came.response)
