"""The pages of the log: filtered, each entry opened from a menu, and taken back from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.answers import LIFETIME, Form, Panel, Refused, SelectMenu, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.pager import TextPages
from bot.callers.rights import moderated, moderated_here
from bot.callers.seats import Interaction, guild_of
from bot.campaign.parts import has_part
from bot.campaign.undoing import Undoing
from bot.faces.words.text import plain
from bot.log.entries import (
    Names,
    Sought,
    label,
    line,
    log_lines,
    names_in,
    names_of,
    opened,
    readable,
)
from bot.log.undoing import undo, undoable
from bot.store.guild import GuildStore
from bot.store.records import AuditEntry, Campaign, CampaignState
from bot.typed import LONGEST_REASON, reason_of

ON_A_PAGE: Final = 10
READ: Final = 2000
"""Latest entries that can be leafed through and undone: some years of a campaign."""
EMBED: Final = 4096  # Discord: characters of an embed's description
_OPTION: Final = 100  # Discord: characters of an option's label


async def reads_all(store: GuildStore, campaign: Campaign, user: int) -> bool:
    """Whether a moderator reads what is secret: who does not play, or once it is over."""
    if campaign.state is CampaignState.ENDED:
        return True
    return not await has_part(store, campaign.id, user)


async def show_log(
    interaction: Interaction,
    campaign: Campaign,
    page: int = 1,
    kind: str = "",
    by: discord.User | None = None,
    about: discord.User | None = None,
    *,
    moderates: bool,
) -> None:
    """A page of the log, as far as the person may read it; the interaction is acknowledged."""
    host, guild = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild) as store:
        latest = await store.audit.latest(campaign.id, last=READ)
        whole = moderates and await reads_all(store, campaign, interaction.user.id)
        seats: set[int] = set()
        if about:
            held = await store.seats.history(campaign.id)
            seats = {each.player for each in held if each.user == about.id and each.player}
    sought = Sought(kind, by.id if by else 0, about.id if about else 0, frozenset(seats))
    names = await names_of(host, guild, campaign)
    lines = log_lines(latest, names, whole=whole)
    told = [
        (entry, said)
        for entry, said in zip(readable(latest, whole=whole), lines, strict=True)
        if sought.takes(entry, whole=whole)
    ]
    if page > 1 and (page - 1) * ON_A_PAGE >= len(told):
        raise Refused(f"There is no page {page}.", way_out="Ask for an earlier page.")
    panel = LogPanel(campaign, told, names, whole=whole, opens=moderates)
    panel.at = page - 1
    await panel.show(interaction)


class LogPanel(TextPages):
    """The log to leaf through; for moderators with a menu that opens an entry of the page."""

    def __init__(
        self,
        campaign: Campaign,
        told: Sequence[tuple[AuditEntry, str]],
        names: Names,
        *,
        whole: bool,
        opens: bool,
    ) -> None:
        parts = [told[at : at + ON_A_PAGE] for at in range(0, len(told), ON_A_PAGE)]
        pages = ["\n".join(said for _, said in part) for part in parts]
        title = f"{plain(campaign.name)}: what was done"
        super().__init__(title, pages or ["Nothing of that kind was done yet."])
        self._campaign, self._names, self._whole = campaign, names, whole
        self._parts = parts if opens else []
        self._menu: SelectMenu[Any] = SelectMenu(placeholder="Open an entry")
        self._menu.callback = self._open  # type: ignore[method-assign]

    async def check(self, interaction: Interaction) -> None:
        if self._whole:
            await moderated(interaction, f"#{self._campaign.id}")

    def embed(self) -> discord.Embed:
        """The open page; its menu has the entries of it."""
        self.clear_items()
        if self._parts:
            self.add_item(self._menu)
            self._menu.options = [
                discord.SelectOption(
                    label=f"{each.id} · {label(each, self._names, whole=self._whole)}"[:_OPTION],
                    value=str(each.id),
                )
                for each, _ in self._parts[self.at]
            ]
        return super().embed()

    async def _open(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        meant = await moderated(interaction, f"#{self._campaign.id}")
        await show_entry(interaction, meant, int(self._menu.values[0]))


async def show_entry(interaction: Interaction, campaign: Campaign, entry: int) -> None:
    """An entry with what was before and after, and the way to take it back."""
    host, guild = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild) as store:
        found = await store.audit.get(campaign.id, entry)
        done = await store.audit.undone_by(entry)
        whole = await reads_all(store, campaign, interaction.user.id)
        away = await store.campaigns.moved_away(campaign.id)
    names = await names_in(host, guild, campaign, found)
    text = opened(found, names, done.id if done else None, whole=whole)
    embed = discord.Embed(title=f"Entry {found.id}: {found.what}"[:256], description=text[:EMBED])
    can = undoable(campaign, found) and not done and not away
    view = EntryPanel(campaign, found) if can else None
    await interaction.edit_original_response(embed=embed, view=view)


class EntryPanel(Panel):
    """An opened entry that can be taken back."""

    def __init__(self, campaign: Campaign, entry: AuditEntry) -> None:
        super().__init__(timeout=LIFETIME)
        self._campaign, self._entry = campaign, entry

    @discord.ui.button(label="Take it back …")
    async def take_back(self, interaction: Interaction, _: discord.ui.Button[EntryPanel]) -> None:
        """Ask for the reason."""
        meant = await moderated_here(interaction, f"#{self._campaign.id}")
        await interaction.response.send_modal(_Why(meant, self._entry.id))


class _Why(Form, title="Take it back"):
    """Asks why; then the question follows that the command puts."""

    reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="Why? It is kept in the log", custom_id="reason", max_length=LONGEST_REASON
    )

    def __init__(self, campaign: Campaign, entry: int) -> None:
        super().__init__()
        self._campaign, self._entry = campaign, entry

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        meant = await moderated_here(interaction, f"#{self._campaign.id}")
        found = await entry_of(interaction, meant, self._entry)
        await ask_to_take_back(interaction, meant, found, reason_of(self.reason.value))


# ---------------------------------------------------------------- taking back


async def entry_of(interaction: Interaction, campaign: Campaign, entry: int) -> AuditEntry:
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


async def ask_to_take_back(
    interaction: Interaction, campaign: Campaign, found: AuditEntry, why: str
) -> None:
    """Put the question; a person who still has the right to it then undoes the act."""
    host, guild_id = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild_id) as store:
        whole = await reads_all(store, campaign, interaction.user.id)
    told = line(found, await names_of(host, guild_id, campaign), whole=whole)

    async def act(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        again = await moderated(clicked, f"#{campaign.id}")
        guild = clicked.guild
        assert guild, "the command was given in one"
        undoing = Undoing(clicked.client, guild, again, found, clicked.user.id, why)
        done = await undo(undoing)
        await clicked.edit_original_response(
            content=f"↩️ {done} The log has it, and it can be undone in turn.", view=None
        )

    await interaction.edit_original_response(
        content=f"Take this back?\n{told}\nWhy: {plain(why)}",
        view=Confirm("Take it back", act),
        allowed_mentions=discord.AllowedMentions.none(),
    )
