"""The message of the form, and the settings of a campaign that is there, which it changes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from bot.answers import Refused, acknowledge
from bot.calendar import readiness
from bot.callers.rights import moderated
from bot.callers.seats import Interaction, guild_of
from bot.faces.pages import Ask, Page, Take
from bot.faces.words.text import plain
from bot.guided.panel import PagesPanel
from bot.guided.widgets import TextForm
from bot.settings_form.draft import SettingsDraft
from bot.settings_form.pages import HOME, changes_of, page, settings_home
from bot.store.records import Campaign
from bot.terms.changing import change_terms, pending_of, terms_to_be, when
from bot.typed import LONGEST_REASON, reason_of
from engine.module import Module


class TermsPanel(PagesPanel):
    """A form about the terms of a campaign, by one moderator."""

    def __init__(self, campaign: int, draft: SettingsDraft) -> None:
        super().__init__(campaign, HOME)
        self.draft = draft

    @abstractmethod
    def home(self, draft: SettingsDraft) -> Page[SettingsDraft]:
        """The first page."""

    async def page(self, interaction: Interaction) -> Page[Any]:
        return page(self.draft, self._at, self.home)

    async def keep(self, interaction: Interaction, edit: Callable[[Any], Any]) -> None:
        self.draft = edit(self.draft)

    async def _ask(self, interaction: Interaction, ask: Ask[Any]) -> None:
        """Ask for a text; whether it is right says what is done with it."""

        async def answer(asked: Interaction, text: str) -> None:
            await acknowledge(asked, thinking=False)
            await self.keep(asked, lambda draft: ask.edit(draft, text))
            await self.show(asked)

        form = TextForm(ask.title, ask.label, ask.longest, ask.present, answer)
        await interaction.response.send_modal(form)


class SettingsPanel(TermsPanel):
    """The settings of a campaign that is there."""

    def __init__(self, campaign: Campaign, draft: SettingsDraft, note: str) -> None:
        super().__init__(campaign.id, draft)
        self._campaign = campaign
        self._home = settings_home(campaign.name, note)
        self._taking = False

    def home(self, draft: SettingsDraft) -> Page[SettingsDraft]:
        return self._home(draft)

    async def page(self, interaction: Interaction) -> Page[Any]:
        """As in other forms; a change is told with when it would hold."""
        shown = await super().page(interaction)
        if self._at != HOME or self.draft.terms == self.draft.before:
            return shown
        host, guild = interaction.client.host, guild_of(interaction)
        async with host.stores.use(guild) as store:
            present = await store.campaigns.get(self.campaign_id)
        says = await when(host, guild, present, self.draft.terms)
        card = replace(shown.card, text=f"{shown.card.text}\n\n🕰️ {says}")
        return replace(shown, card=card)

    def _pressed(self, act: Any) -> Callable[[Interaction], Awaitable[None]]:
        """As in other forms, but the end of it asks for the reason, and a form must come first."""
        if not isinstance(act, Take):
            return super()._pressed(act)

        async def pressed(interaction: Interaction) -> None:
            async def answer(asked: Interaction, text: str) -> None:
                await acknowledge(asked, thinking=False)
                await self._apply(asked, reason_of(text))

            label = "Why? The players read it"
            form = TextForm("Apply the settings", label, LONGEST_REASON, "", answer)
            await interaction.response.send_modal(form)

        return pressed

    async def take(self, interaction: Interaction, take: Take) -> None:
        raise Refused(  # no button of it leads here
            "This form ends with its reason.", way_out="Open /campaign settings again."
        )

    async def _apply(self, interaction: Interaction, why: str) -> None:
        if self._taking:
            return
        self._taking = True
        try:
            meant = await moderated(interaction, f"#{self.campaign_id}")
            told = await apply(interaction, meant, self.draft, why)
        except BaseException:
            self._taking = False
            raise
        await interaction.edit_original_response(
            content=f"**{plain(meant.name)}**: {told}", embed=None, view=None, attachments=[]
        )
        self.stop()


async def apply(interaction: Interaction, meant: Campaign, draft: SettingsDraft, why: str) -> str:
    """Carry out what the form says; what was done, in words."""
    host, guild, who = interaction.client.host, guild_of(interaction), interaction.user.id
    told: list[str] = []
    if draft.terms != draft.before:
        rules = await host.rules(guild, meant)
        async with host.stores.use(guild) as store:
            if await terms_to_be(store, rules.module, meant.id) != draft.before:
                raise Refused(
                    "Somebody else has just changed the settings.",
                    way_out="Open /campaign settings again.",
                )
        told.append(await change_terms(host, guild, meant, who, draft.terms, why))
    if draft.early != draft.was_early:
        chosen = await readiness.choose(host, guild, meant, who, draft.early, None)
        told.append(readiness.described(chosen))
    if not told:
        raise Refused("Nothing would change.", way_out="Change something first.")
    return " ".join(told)


async def open_settings(interaction: Interaction, meant: Campaign) -> None:
    """Show the settings of a campaign; the interaction is acknowledged."""
    host, guild = interaction.client.host, guild_of(interaction)
    module = (await host.rules(guild, meant)).module
    draft, note = await draft_of(interaction, meant, module)
    assert not changes_of(draft)
    await SettingsPanel(meant, draft, note).show(interaction)


async def draft_of(
    interaction: Interaction, meant: Campaign, module: Module
) -> tuple[SettingsDraft, str]:
    """What is set now, and what to say of settings that wait for the next turn."""
    host, guild = interaction.client.host, guild_of(interaction)
    async with host.stores.use(guild) as store:
        terms = await terms_to_be(store, module, meant.id)
        pending = await pending_of(store, meant.id)
        chosen = await readiness.readiness_of(store, meant.id, module.calendar)
    note = ""
    if pending:
        note = "⏳ Some of it waits for the next turn; below it stands as it will be then."
    return SettingsDraft(module, terms, terms, chosen.early, chosen.early), note
