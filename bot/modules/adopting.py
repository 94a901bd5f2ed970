"""What moderators do at the desk to let a campaign that runs go on with a module of its server.

The diff is shown before, the module is checked against the world, and the change is a tick with its
entry in the log (`bot.modules.amending`), which undoes it too.
"""

from __future__ import annotations

import io
from typing import Final

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.desk_acts import desk_act
from bot.callers.rights import moderated, moderated_here
from bot.callers.seats import Choices, Interaction, guild_of
from bot.faces.words.text import escaped, number, plain
from bot.modules import comparing, keeping
from bot.modules.amending import Wanted, amend
from bot.modules.comparing import Prospect, foresee
from bot.modules.offered import uploads_named
from bot.store.records import Campaign, CampaignState
from bot.store.uploads import Upload
from bot.typed import reason_of
from engine.module import Module

_LIMIT: Final = 120.0  # seconds for a worker to try a production under the module
_REASONS: Final = 12
_NEWS: Final = 1400  # characters of the diff that the herald shows


@desk_act(
    name="module-adopt", description="Let a campaign that runs go on with a module of this server"
)
@app_commands.describe(
    name="Which module; with v2 behind it, that version",
    reason="Shown to the players",
    hide="Whether the herald tells only how much changes, not what",
)
async def adopt(interaction: Interaction, name: str, reason: str, hide: bool = False) -> None:
    """Show what would change, and do it once that is confirmed."""
    await acknowledge(interaction)
    meant = await moderated_here(interaction)
    why, host = reason_of(reason), interaction.client.host
    if meant.state is CampaignState.ENDED or not meant.tick:
        raise Refused(
            f"{plain(meant.name)} has ended, or its world is not made yet.",
            way_out="Choose a campaign that goes on: /campaign use.",
        )
    async with host.stores.use(guild_of(interaction)) as store:
        upload = await keeping.find(store, name)
        copy = await store.campaigns.module(upload.digest)
    path = host.path(guild_of(interaction))
    seen = await host.workers.run(foresee, path, meant.id, copy, limit=_LIMIT, long=True)
    text = f"{upload.key} for {meant.name}\n{comparing.summary(seen.changes)}\n\n"
    text += "\n".join(comparing.lines(seen.changes))
    if seen.reasons:
        raise Refused(
            f"{upload.key} does not fit the world of {plain(meant.name)}:\n"
            + "\n".join(f"• {plain(each)}" for each in seen.reasons[:_REASONS])
            + (f"\n… and {len(seen.reasons) - _REASONS} more." * (len(seen.reasons) > _REASONS)),
            way_out="Mend what is named and upload it again, or start another campaign with it.",
        )
    if not seen.changes:
        raise Refused(
            "Nothing would change: the campaign is played by just that.",
            way_out="/module upload brings another version.",
        )

    async def act(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        again = await moderated(clicked, f"#{meant.id}")
        told = await _adopted(clicked, again, upload, seen, why, hide=hide)
        await clicked.edit_original_response(content=told, embed=None, view=None)

    pages = comparing.pages(seen.changes)
    embed = discord.Embed(
        title=f"{upload.key} for {meant.name}"[:256],
        description=f"{comparing.summary(seen.changes)}\n\n{pages[0]}",
    )
    if len(pages) > 1:
        embed.set_footer(text="The attached file has all of it")
    await interaction.edit_original_response(
        content=f"Let **{plain(meant.name)}** go on with {upload.key}? Its calendar, its end and "
        "its seats stay as they are. It is a tick of its own, told to all, and can be undone.",
        embed=embed,
        attachments=[discord.File(io.BytesIO(text.encode()), f"{upload.name}-changes.txt")],
        view=Confirm("Go on with it", act),
    )


@adopt.autocomplete("name")
async def _names(interaction: Interaction, typed: str) -> Choices:
    return await uploads_named(interaction, typed)


async def _adopted(
    clicked: Interaction,
    campaign: Campaign,
    upload: Upload,
    seen: Prospect,
    why: str,
    *,
    hide: bool,
) -> str:
    """Make the tick; says what was done. Raises `Refused`."""
    if campaign.module_digest != seen.was:
        raise Refused(
            "The campaign's module has been changed since.", way_out="Give the command again."
        )
    wanted = Wanted(
        module=Module.from_json(seen.copy.body),
        who=clicked.user.id,
        why=why,
        news=_news(upload, seen, why, hide=hide),
    )
    await amend(clicked.client.host, guild_of(clicked), campaign, wanted)
    changed = number(len(seen.changes), "fact")
    return f"**{plain(campaign.name)}** goes on with {upload.key}: {changed} changed."


def _news(upload: Upload, seen: Prospect, why: str, *, hide: bool) -> str:
    """What the herald tells of it."""
    said = f": {plain(why)}" if why else "."
    news = f"📜 **The rules of this world change**{said}\n"
    news += f"It goes on with {escaped(upload.title)} ({upload.key}). "
    news += comparing.summary(seen.changes)
    if hide:
        return news
    shown = ""
    for line in comparing.pages(seen.changes)[0].splitlines():
        if len(shown) + len(line) > _NEWS:
            shown += "\n…"
            break
        shown += f"\n{line}"
    return news + "\n" + shown
