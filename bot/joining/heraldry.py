"""Choosing a coat of arms: two menus, on a page of the form and in a message of their own later."""

from __future__ import annotations

from bot.answers import LIFETIME, Panel, acknowledge
from bot.callers.seats import Interaction, seat_of
from bot.campaign.kept_drafts import arms_of
from bot.faces.arms.coat import Arms, draw_arms
from bot.faces.arms.parts import arms_steps
from bot.faces.embeds import Card, Drawn
from bot.faces.words.choosing import Option
from bot.faces.words.text import escaped
from bot.guided.cards import shown
from bot.guided.widgets import Act, Select
from bot.host import Seat


def arms_card(arms: Arms, whose: str) -> Card:
    """A coat of arms, large."""
    return Card(f"The arms of {escaped(whose)}", arms.words, picture=Drawn(draw_arms, (arms,)))


def add_arms(panel: Panel, arms: Arms, at: str, turn: Act, take: Act) -> None:
    """Add the two menus of a coat of arms: which part, and its new value."""
    steps = {step.key: step for step in arms_steps()}
    step = steps.get(at) or arms_steps()[0]
    parts = [Option(each.key, each.label, each.chosen(arms)[0]) for each in steps.values()]
    panel.add_item(Select("arms:part", "What to choose", parts, turn, chosen=(step.key,)))
    options = step.options(arms)
    panel.add_item(Select("arms:to", step.label, options, take, chosen=step.chosen(arms)))


async def change_arms(
    interaction: Interaction, campaign: int, at: str, values: tuple[str, ...]
) -> Arms:
    """Change a part of the caller's arms."""
    step = next((each for each in arms_steps() if each.key == at), arms_steps()[0])
    assert interaction.guild_id is not None
    user = interaction.user.id
    async with interaction.client.host.stores.use(interaction.guild_id) as store, store.unit():
        changed = step.take(await arms_of(store, campaign, user), values)
        await store.papers.put(campaign, user, "arms", changed.model_dump_json())
    return changed


class ArmsPanel(Panel):
    """A seated player's own arms, to be changed."""

    def __init__(self, seat: Seat, arms: Arms, whose: str) -> None:
        super().__init__(timeout=LIFETIME)
        self._seat, self._whose = seat, whose
        self._arms = arms
        self._at = ""

    async def show(self, interaction: Interaction) -> None:
        """Show them in place of what the answer showed; it must be deferred."""
        self._last = interaction
        self.clear_items()
        add_arms(self, self._arms, self._at, self._turn, self._take)
        card = arms_card(self._arms, self._whose)
        embed, files = await shown(interaction.client.workers, card)
        await interaction.edit_original_response(embed=embed, view=self, attachments=files)

    async def _turn(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        self._at = values[0]
        await self.show(interaction)

    async def _take(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        campaign = self._seat.campaign.id
        await seat_of(interaction, f"#{campaign}")  # refuses people who have left
        self._arms = await change_arms(interaction, campaign, self._at, values)
        await self.show(interaction)
