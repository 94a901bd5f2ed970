"""`/world`: what moderators do to a campaign's world by hand, each act a tick that can be undone.

The acts themselves stand beside this; here they are asked for, shown and confirmed.
"""

from __future__ import annotations

from collections import Counter

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.looking_up import LookedUp
from bot.callers.rights import moderated, moderated_here, moderated_impartially
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, guild_of
from bot.campaign.status import day_name
from bot.client import HostBot
from bot.faces.words.text import listed, number, plain, word
from bot.jobs.records import records_of, values_of
from bot.store.errors import StoreError
from bot.store.numbers import called
from bot.store.records import Campaign, Tick
from bot.typed import numbered, reason_given
from bot.world import correcting
from bot.world.correcting import ADDED, CORRECTED, REMOVED
from bot.world.rollback import roll_back, way_back
from bot.world.rollback_preview import WayBack, done_in
from engine.corrections import FIXED
from engine.module.names import key_of

EMBED = 4096  # Discord: characters of an embed's description
KINDS = {
    "founding": "the founding",
    "join": "a player's joining",
    "leave": "a player's leaving",
    "succeed": "a seat's change of hands",
    "order": "an order carried out at once",
    "run": "the run",
    "weekly": "the weekly production",
    "monthly": "the monthly production",
    "edit": "a correction",
    "rollback": "a rollback",
}
_OTHER = "an act of the host"
_NAMED = 10  # people that a preview names


class WorldGroup(
    commands.GroupCog, group_name="world", group_description="Put a campaign's world right"
):
    """The moderators' commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host
        self._found = LookedUp(bot.workers)

    @app_commands.command(description="Take the campaign back to an earlier tick")
    @app_commands.describe(to="The tick whose state holds again", reason="Shown to all players")
    async def rollback(self, interaction: Interaction, to: str, reason: str) -> None:
        await acknowledge(interaction)
        meant, why = await moderated_here(interaction), reason_given(reason)
        guild = interaction.guild
        assert guild
        tick = numbered(to, "tick")
        found = await way_back(self.host, guild.id, meant, tick)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            again = await moderated(clicked, f"#{meant.id}")
            who = clicked.user.id
            done = await roll_back(self.host, guild, again, who, found, why)
            await clicked.edit_original_response(
                content=f"**{plain(meant.name)}** stands again as it did after tick {tick}, in "
                f"turn {found.turn}; that is tick {done.tick}. Every faction is told. "
                "`/campaign undo` takes it back.",
                embed=None,
                view=None,
            )

        embed = discord.Embed(
            title=f"Back to tick {tick}, turn {found.turn}?", description=foretold(found)[:EMBED]
        )
        embed.add_field(name="Why, for all to read", value=plain(why))
        view = Confirm("Take the campaign back", act)
        await interaction.edit_original_response(embed=embed, view=view)

    # ------------------------------------------------------------------ putting right

    @app_commands.command(description="Change a fact of the world")
    @app_commands.describe(
        kind="What it is",
        record="Which one",
        field="The field that is wrong",
        value="The new value; the present one is offered",
        reason="Told to the factions that know of it",
    )
    async def correct(
        self,
        interaction: Interaction,
        kind: str,
        record: str,
        field: str,
        value: str,
        reason: str,
    ) -> None:
        await self._ask(interaction, CORRECTED, kind, record, reason, {field.strip(): value})

    @app_commands.command(description="Add a piece to the world, like one that is there")
    @app_commands.describe(
        kind="What it is",
        like="Which one it is like",
        changes="What differs, such as name=Iron Guard; soldiers=40",
        reason="Told to the factions that know of it",
    )
    async def add(
        self, interaction: Interaction, kind: str, like: str, reason: str, changes: str = ""
    ) -> None:
        await self._ask(interaction, ADDED, kind, like, reason, changes_of(changes))

    @app_commands.command(description="Take a piece out of the world, with all that is in it")
    @app_commands.describe(
        kind="What it is", record="Which one", reason="Told to the factions that know of it"
    )
    async def remove(self, interaction: Interaction, kind: str, record: str, reason: str) -> None:
        await self._ask(interaction, REMOVED, kind, record, reason, {})

    async def _ask(
        self,
        interaction: Interaction,
        what: str,
        kind: str,
        record: str,
        reason: str,
        values: dict[str, str],
    ) -> None:
        """Show what would change, and do it once that is confirmed."""
        await acknowledge(interaction)
        await moderated_here(interaction)
        meant, why = await moderated_impartially(interaction), reason_given(reason)
        guild = guild_of(interaction)
        kind, id = kind.strip().casefold(), numbered(record, "record")
        found = await correcting.proposal(self.host, guild, meant, what, kind, id, values)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            again = await moderated_impartially(clicked, f"#{meant.id}")
            who = clicked.user.id
            done = await correcting.put_right(self.host, guild, again, who, what, found, why)
            await clicked.edit_original_response(
                content=f"Done, by tick {done.tick}. Whoever knows of it is told. "
                "`/campaign undo` takes it back.",
                embed=None,
                view=None,
            )

        embed = discord.Embed(title="Put this right?", description="\n".join(found.lines)[:EMBED])
        embed.add_field(name="Why", value=plain(why))
        await interaction.edit_original_response(embed=embed, view=Confirm("Put it right", act))

    @correct.autocomplete("kind")
    @add.autocomplete("kind")
    @remove.autocomplete("kind")
    async def _kinds(self, interaction: Interaction, typed: str) -> Choices:
        meant = await self._meant(interaction)
        if meant is None:
            return []
        rules = await self.host.rules(guild_of(interaction), meant)
        wanted = key_of(typed)
        return [
            app_commands.Choice(name=word(cls.kind), value=cls.kind)
            for cls in rules.records
            if cls.kind not in FIXED and wanted in key_of(word(cls.kind))
        ][:CHOICES]

    @correct.autocomplete("record")
    @add.autocomplete("like")
    @remove.autocomplete("record")
    async def _records(self, interaction: Interaction, typed: str) -> Choices:
        meant, kind = await self._meant(interaction), str(interaction.namespace.kind or "")
        if meant is None or not kind:
            return []
        path, wanted = self.host.path(guild_of(interaction)), key_of(typed)
        kind = kind.strip().casefold()
        every = await self._found.get([], records_of, path, meant.id, meant.tick, kind)
        return [
            app_commands.Choice(name=each.label[:CHOICE_NAME], value=str(each.id))
            for each in every
            if wanted in key_of(each.label)
        ][:CHOICES]

    @correct.autocomplete("field")
    async def _fields(self, interaction: Interaction, typed: str) -> Choices:
        wanted = key_of(typed)
        return [
            app_commands.Choice(name=f"{name}: {value}"[:CHOICE_NAME], value=name)
            for name, value in (await self._values(interaction)).items()
            if wanted in key_of(name)
        ][:CHOICES]

    @correct.autocomplete("value")
    async def _value(self, interaction: Interaction, typed: str) -> Choices:
        """The value as it is now, to be changed."""
        field = str(interaction.namespace.field or "")
        present = (await self._values(interaction)).get(field, "")
        if not present or len(present) > CHOICE_NAME:  # too long to be chosen: it has to be typed
            return []
        return [app_commands.Choice(name=f"Now: {present}"[:CHOICE_NAME], value=present)]

    async def _values(self, interaction: Interaction) -> dict[str, str]:
        """The fields of the record that is named so far."""
        meant, named = await self._meant(interaction), interaction.namespace
        if meant is None or not named.kind or not str(named.record or "").isdecimal():
            return {}
        path, kind = self.host.path(guild_of(interaction)), str(named.kind).strip().casefold()
        at = meant.id, meant.tick, kind, int(named.record)
        return await self._found.get(dict[str, str](), values_of, path, *at)

    async def _meant(self, interaction: Interaction) -> Campaign | None:
        """The campaign, for an autocomplete, which has nobody to tell that there is none."""
        try:
            return await moderated_impartially(interaction)
        except (Refused, StoreError):
            return None

    @rollback.autocomplete("to")
    async def _ticks(self, interaction: Interaction, typed: str) -> Choices:
        try:
            meant = await moderated(interaction)
            async with self.host.stores.use(guild_of(interaction)) as store:
                line = await store.campaigns.line(meant.id)
        except (Refused, StoreError):  # an autocomplete has nobody to tell of it
            return []
        wanted = key_of(typed)
        labels = [(tick_label(each), each.number) for each in line if each.number < meant.tick]
        return [
            app_commands.Choice(name=label[:CHOICE_NAME], value=str(tick))
            for label, tick in labels
            if wanted in key_of(label)
        ][:CHOICES]


def changes_of(text: str) -> dict[str, str]:
    """What a text such as `name=Iron Guard; soldiers=40` says of fields. Raises `Refused`."""
    found: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise Refused(
                f"I cannot read “{plain(part[:40])}”.",
                way_out="Write each change as field=value, with a semicolon in between.",
            )
        found[name.strip()] = value.strip()
    return found


def tick_label(tick: Tick) -> str:
    """A tick as moderators choose it."""
    what = KINDS.get(done_in(tick), _OTHER)
    return f"Tick {tick.number} · turn {tick.turn} · after {what}, {day_name(tick.local_date)}"


def foretold(found: WayBack) -> str:
    """What a rollback would undo, for whom, and what becomes of orders."""
    kinds = Counter(kind for _, kind in found.ticks)
    undone = [
        KINDS.get(kind, _OTHER) + (f" × {count}" if count > 1 else "")
        for kind, count in kinds.items()
    ]
    lines = [
        f"**Undone:** {number(len(found.ticks), 'tick')} ({listed(undone, len(undone))}), "
        f"from turn {found.turn} to {found.was}."
        if found.ticks
        else "**Undone:** an earlier rollback; what it had taken back holds again."
    ]
    if found.module_changed:
        lines.append(
            "**Module and settings:** they were others then. Those of the present stay, and "
            "fit that world."
        )
    if found.runs:
        told = [called(user) + (f" ({n} times)" if n > 1 else "") for user, n in found.runs.items()]
        lines.append(f"**Turns that are undone:** {listed(told, _NAMED)}.")
    if found.homeless:
        told = [called(each.user) for each in found.homeless]
        lines.append(f"**Joined since, and would have to `/join` again:** {listed(told, _NAMED)}.")
    for each in found.kept[:_NAMED]:
        sense = len(each.orders) - len(each.senseless)
        what = "stay submitted" if each.waits else "go back into the list"
        lines.append(
            f"• {called(each.member.user)}: {sense} of {number(len(each.orders), 'order')} still "
            f"{'makes' if sense == 1 else 'make'} sense; all {what}."
        )
    lines.append(
        "-# The calendar goes on, and the dice will be new. Reports stay, with a correction in "
        "each channel. Nothing is lost, and it can be undone."
    )
    return "\n".join(lines)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(WorldGroup(bot))
