"""`/log`, `/campaign audit` and `/campaign undo`: what was done to a campaign, and taking it back.

Everybody may read the log. Who does not moderate reads of acts that would tell secrets only that
there was one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.campaigns.undoing import Undoing, undo, undoable
from bot.client import HostBot
from bot.cogs.rights import moderated, moderated_here
from bot.cogs.seats import CHOICE_NAME, CHOICES, Choices, Interaction, campaign_of, guild_of
from bot.confirming import Confirm
from bot.faces.words.text import plain
from bot.store.errors import StoreError
from bot.store.records import AuditEntry, Campaign, CampaignState
from bot.typed import numbered, reason_given

ON_A_PAGE: Final = 10
_LOOKED_AT: Final = 200
"""Latest entries among which those that can be undone are looked for."""
_LINE: Final = 320
"""Characters of an entry, without what it takes back: ten of them fit a card."""
Page = app_commands.Range[int, 1, 1000]


class LogCog(commands.Cog):
    """`/log`, for everybody."""

    @app_commands.command(description="What was done to the campaign, by whom and why")
    @app_commands.describe(page="1 is the latest")
    async def log(self, interaction: Interaction, page: Page = 1) -> None:
        await acknowledge(interaction)
        meant = await campaign_of(interaction)
        try:
            await moderated(interaction, f"#{meant.id}")
        except Refused:
            await show_log(interaction, meant, page, all_of_it=False)
        else:
            await show_log(interaction, meant, page, all_of_it=True)


@app_commands.command(name="audit", description="The whole log, with what players do not read")
@app_commands.describe(page="1 is the latest")
async def audit(interaction: Interaction, page: Page = 1) -> None:
    """As `/log`, but refused to whoever does not moderate."""
    await acknowledge(interaction)
    await show_log(interaction, await moderated(interaction), page, all_of_it=True)


@app_commands.command(name="undo", description="Take back something that was done")
@app_commands.describe(entry="What is to be taken back", reason="Kept in the log")
async def take_back(interaction: Interaction, entry: str, reason: str) -> None:
    """After a question, since it concerns others."""
    await acknowledge(interaction)
    meant, why = await moderated_here(interaction), reason_given(reason)
    found = await _entry_of(interaction, meant, numbered(entry, "entry of the log"))

    async def act(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        again = await moderated(clicked, f"#{meant.id}")
        guild = clicked.guild
        assert guild, "the command was given in one"
        undoing = Undoing(clicked.client, guild, again, found, clicked.user.id, why)
        done = await undo(undoing)
        await clicked.edit_original_response(
            content=f"↩️ {done} The log has it, and it can be undone in turn.", view=None
        )

    await interaction.edit_original_response(
        content=f"Take this back?\n{line(found, None)}\nWhy: {plain(why)}",
        view=Confirm("Take it back", act),
        allowed_mentions=discord.AllowedMentions.none(),
    )


@take_back.autocomplete("entry")
async def _undoable(interaction: Interaction, typed: str) -> Choices:
    """The latest that can be undone."""
    try:
        meant = await moderated(interaction)
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            latest = await store.audit.latest(meant.id, last=_LOOKED_AT)
    except (Refused, StoreError):  # an autocomplete has nobody to tell of it
        return []
    undone = {each.trace.undoes for each in latest}
    wanted = typed.strip().casefold()
    labels = [
        (f"{each.id} · {_bare(each)}", str(each.id))
        for each in latest
        if undoable(meant, each) and each.id not in undone
    ]
    return [
        app_commands.Choice(name=label[:CHOICE_NAME], value=id)
        for label, id in labels
        if wanted in label.casefold()
    ][:CHOICES]


async def _entry_of(interaction: Interaction, campaign: Campaign, entry: int) -> AuditEntry:
    """The entry, if it can be undone. Raises `Refused`."""
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        found = await store.audit.get(campaign.id, entry)
        done = await store.audit.undone_by(entry)
    if done:
        raise Refused("It was undone already.", way_out=f"Entry {done.id} of the log says by whom.")
    if not undoable(campaign, found):
        if campaign.state is CampaignState.ENDED:
            raise Refused(
                "The campaign has ended, and nothing of it is taken back any more.",
                way_out="What was played can be read: /archive.",
            )
        raise Refused(
            f"Entry {entry} ({found.what}) is nothing that can be undone.",
            way_out="Choose one from the list; /world rollback brings a whole earlier state back.",
        )
    return found


async def show_log(
    interaction: Interaction, campaign: Campaign, page: int, *, all_of_it: bool
) -> None:
    """A page of the log; what would tell secrets only where `all_of_it` may be read."""
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        latest = await store.audit.latest(campaign.id, last=_LOOKED_AT + page * ON_A_PAGE + 1)
    told = log_lines(latest, all_of_it=all_of_it)
    lines = told[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    if not lines and page > 1:
        raise Refused(f"There is no page {page}.", way_out="Ask for an earlier page.")
    embed = discord.Embed(
        title=f"{plain(campaign.name)}: what was done",
        description="\n".join(lines) or "Nothing was done by hand yet.",
    )
    more = len(told) > page * ON_A_PAGE
    foot = f"Page {page}" + (f" · page {page + 1} is older" if more else "")
    embed.set_footer(text=foot)
    await interaction.edit_original_response(embed=embed)


def log_lines(latest: Sequence[AuditEntry], *, all_of_it: bool) -> list[str]:
    """The entries as they are read, a line each; without `all_of_it` as players read them."""
    undone = {each.trace.undoes: each.id for each in latest if each.trace.undoes}
    return [
        line(each, undone.get(each.id)) if all_of_it or each.trace.open else _withheld(each)
        for each in latest
        if all_of_it or each.trace.open or each.who
    ]


def line(entry: AuditEntry, undone_by: int | None) -> str:
    """An entry as it is read: its number, when, who, what and why."""
    who = f"<@{entry.who}>" if entry.who > 0 else "a former player" if entry.who else "the bot"
    why = f": {plain(entry.why)}" if entry.why else ""
    tick = f" · tick {entry.trace.tick}" if entry.trace.tick else ""
    undoes = f" · takes back {entry.trace.undoes}" if entry.trace.undoes else ""
    gone = f" · ↩️ taken back by {undone_by}" if undone_by else ""
    start = f"`{entry.id}` <t:{int(entry.at.timestamp())}:f> {who} · {entry.what}"
    return start + f"{why}"[: _LINE - len(start)] + tick + undoes + gone


def _withheld(entry: AuditEntry) -> str:
    return (
        f"`{entry.id}` <t:{int(entry.at.timestamp())}:f> an act of the moderators that would tell "
        "secrets"
    )


def _bare(entry: AuditEntry) -> str:
    """An entry in a list of choices, which shows no mention and no markup."""
    return f"{entry.what}: {entry.why}" if entry.why else entry.what


def commands_of_the_log() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/campaign` has of it."""
    # discord.py leaves open of which group a command outside of any is.
    return audit, take_back  # pyright: ignore[reportUnknownVariableType]


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(LogCog())
