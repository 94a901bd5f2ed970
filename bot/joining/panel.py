"""The form: one private message that turns from page to page and keeps every choice at once.

It holds where the person stands in the form and nothing else that counts: each press reads what is
kept, changes it and keeps it again. The rules judge when it joins, whatever was shown here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

import discord

from bot.answers import Panel, Refused, acknowledge
from bot.campaigns.joining import check_newcomer, check_open
from bot.campaigns.welcoming import MOST_PARTIES, in_short, parties_for
from bot.cogs.seats import Interaction
from bot.faces.arms.coat import Arms
from bot.faces.cohorts.joining import texts
from bot.faces.cohorts.joining.steps import NOTHING, Option, Step, character_steps, spell_step
from bot.faces.paint.picture import Picture
from bot.jobs.starting import Places, starting_places
from bot.joining import beginning as kept
from bot.joining.beginning import Beginning, arms_of
from bot.joining.heraldry import add_arms, change_arms, drawn, file_of
from bot.joining.widgets import Ask, Menu, Press, turned_to
from bot.store.records import Campaign
from bot.typed import name_of
from bot.wording import check_words
from engine.names import NAME_LENGTH
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.setup import PartyFault
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Sketch
from engine.packs.cohorts.setup.joining import Join

LIFETIME: Final = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
_CITY: Final = "cohorts.setup.starting-city"
_GO, _QUIET = discord.ButtonStyle.success, discord.ButtonStyle.secondary

Take = Callable[[Interaction, Join], Awaitable[None]]
"""Seats the person and answers with the welcome, as `bot.cogs.join` does."""


class Page(Protocol):
    """A page of the form: what it shows, with its buttons and menus added to the panel."""

    async def __call__(self) -> tuple[discord.Embed, Picture | None]: ...


class JoiningPanel(Panel):
    """The form of one person for one campaign."""

    def __init__(
        self, campaign: Campaign, rules: Rules, user: int, start: Beginning, take: Take
    ) -> None:
        super().__init__(timeout=LIFETIME)
        self.campaign, self.rules, self.user = campaign, rules, user
        self.content = rules.module.content(Content)
        self.beginning = start
        self._take = take
        self._page: Page = self._place
        self._number = 0  # the character that is open
        self._step = ""  # what is being chosen on this page
        self._part = 0  # of its menu
        self._ready = ""  # the ready-made party that is looked at
        self._warned = False  # of what would be lost
        self._arms = Arms()
        self._places: Places | None = None
        self._last: Interaction | None = None

    # ------------------------------------------------------------------ showing

    async def open(self, interaction: Interaction) -> None:
        """Show where the person left off; the interaction is acknowledged."""
        begun = any(sketch != Sketch() for sketch in self.beginning.outline.characters)
        self._page = self._party if begun and self.beginning.faction else self._place
        await self._show(interaction)

    async def _show(self, interaction: Interaction) -> None:
        self._last = interaction
        async with interaction.client.host.stores.use(self._guild(interaction)) as store:
            self._arms = await arms_of(store, self.campaign.id, self.user)
        self.clear_items()
        embed, picture = await self._page()
        files: list[discord.File] = []
        if picture:
            embed.set_image(url=f"attachment://{picture.filename}")
        elif embed.thumbnail.url or embed.image.url:
            picture = await drawn(interaction, self._arms)
        if picture:
            files = [file_of(picture)]
        await interaction.edit_original_response(
            content=None, embed=embed, view=self, attachments=files
        )

    async def on_timeout(self) -> None:
        if self._last:
            with suppress(discord.HTTPException):
                await self._last.edit_original_response(
                    content="All that you chose is kept; `/join` brings it back.", view=None
                )

    def _turn(self, page: Page, step: str = "") -> Callable[[Interaction], Awaitable[None]]:
        """What a button does that leads to another page."""

        async def act(interaction: Interaction) -> None:
            await acknowledge(interaction, thinking=False)
            self._page, self._step, self._part, self._warned = page, step, 0, False
            await self._show(interaction)

        return act

    async def _keep(self, interaction: Interaction, edit: Callable[[Beginning], Beginning]) -> None:
        """Change what is kept, and show it."""
        self.beginning = await kept.change(
            interaction.client.host,
            self._guild(interaction),
            self.campaign,
            self.user,
            edit,
            self.beginning,
        )
        self._warned = False
        await self._show(interaction)

    def _guild(self, interaction: Interaction) -> int:
        assert interaction.guild_id is not None
        return interaction.guild_id

    # ------------------------------------------------------------------ the place

    async def _place(self) -> tuple[discord.Embed, Picture | None]:
        self._places = places = await self._asked_places()
        options = [
            Option(each.key, each.name, each.description)
            for each in self.rules.module.factions.values()
        ]
        chosen = (self.beginning.faction,)
        self.add_item(
            Menu("join:faction", "Choose a faction", options, self._take_faction, chosen=chosen)
        )
        if self.beginning.faction:
            cities = [
                Option(str(each.city), f"{each.number} {each.name}", texts.city_about(each))
                for each in places.starts
            ]
            present = (str(self.beginning.city),)
            first = "Choose a city; without this, the first that is free"
            self.add_item(Menu("join:city", first, cities, self._take_city, chosen=present))
            self._add_parties("Ride with a ready-made party", self._look_at)
            self.add_item(Press("join:design", "Design your own", self._turn(self._party)))
        self.add_item(Press("join:name", "Your name …", self._ask_name))
        embed = texts.place_card(self.rules, self.beginning, places.starts, places.seated)
        return embed, places.picture

    async def _asked_places(self) -> Places:
        """Where one may begin now; who plays for a faction here is told of no other."""
        assert self._last is not None
        host, guild = self._last.client.host, self._guild(self._last)
        async with host.stores.use(guild) as store:
            present = await store.campaigns.get(self.campaign.id)
            check_open(present)
            await check_newcomer(store, present, self.user, self._faction)
            before = [m for m in await store.members.former(present.id, self.user) if m.player]
        only = before[-1].faction if before else 0
        return await host.workers.run(
            starting_places, host.path(guild), present.id, present.tick, self._faction, only
        )

    @property
    def _faction(self) -> int:
        """The chosen faction's id in the world; 0 for none yet."""
        keys = list(self.rules.module.factions)
        return keys.index(self.beginning.faction) + 1 if self.beginning.faction in keys else 0

    async def _take_faction(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        faction = list(self.rules.module.factions).index(values[0]) + 1
        async with interaction.client.host.stores.use(self._guild(interaction)) as store:
            await check_newcomer(store, self.campaign, self.user, faction)
        await self._keep(interaction, lambda b: b.but(faction=values[0], city=0))

    async def _take_city(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        await self._keep(interaction, lambda b: b.but(city=int(values[0])))

    async def _ask_name(self, interaction: Interaction) -> None:
        async def answer(asked: Interaction, text: str) -> None:
            await acknowledge(asked, thinking=False)
            name = name_of(text, "A player's name", NAME_LENGTH)
            await check_words(asked.client.host, self._guild(asked), self.campaign.id, [name])
            await self._keep(asked, lambda b: b.but(name=name))

        ask = Ask("What are you called?", "Your name", NAME_LENGTH, self.beginning.name, answer)
        await interaction.response.send_modal(ask)

    # ------------------------------------------------------------------ ready-made parties

    def _add_parties(
        self, about: str, act: Callable[[Interaction, tuple[str, ...]], Awaitable[None]]
    ) -> None:
        parties = list(parties_for(self.rules, self.beginning.faction))[:MOST_PARTIES]
        options = [Option(each.key, each.name, in_short(each)) for each in parties]
        self.add_item(Menu("join:ready", about, options, act))

    async def _look_at(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        self._ready, self._page = values[0], self._ready_made
        await self._show(interaction)

    async def _ready_made(self) -> tuple[discord.Embed, Picture | None]:
        party = self.content.parties[self._ready]
        self._add_parties("Look at another ready-made party", self._look_at)
        self.add_item(Press("join:ride", "Ride with them", self._ride, style=_GO))
        self.add_item(Press("join:change", "Change them first", self._change_them))
        self.add_item(Press("join:place", "Back", self._turn(self._place)))
        about = f"{party.description}\nThey are yours as they are, or a beginning for your own."
        return texts.ready_card(party.name, about, party, self.content), None

    async def _ride(self, interaction: Interaction) -> None:
        await acknowledge(interaction, thinking=False)
        await self._join(interaction, self._ready)

    async def _change_them(self, interaction: Interaction) -> None:
        await self._begin_from(interaction, (self._ready,))

    async def _begin_from(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        outline = designing.outline_of(self.content.parties[values[0]])
        self._page = self._party
        await self._keep(interaction, lambda b: b.but(outline=outline))

    # ------------------------------------------------------------------ the party

    def _faults(self) -> list[PartyFault]:
        return designing.faults(self.beginning.outline, self.content)

    async def _party(self) -> tuple[discord.Embed, Picture | None]:
        outline, faults = self.beginning.outline, self._faults()
        options = [
            Option(str(number), texts.title_of(sketch, number, self.content))
            for number, sketch in enumerate(outline.characters)
        ]
        self.add_item(Menu("join:who", "Choose a character to design", options, self._open))
        if any(designing.casts(each, self.content) for each in outline.characters):
            step = spell_step()
            self.add_item(
                Menu(
                    "join:spells",
                    f"{step.label}: up to {step.most(outline, self.content)}",
                    step.options(outline, self.content),
                    self._take_spells,
                    chosen=step.chosen(outline),
                    least=0,
                    most=step.most(outline, self.content),
                    part=self._part,
                )
            )
        self._add_parties("Begin anew from a ready-made party", self._begin_from)
        done = bool(faults) or not self.beginning.faction
        self.add_item(Press("join:join", "Join", self._finish, style=_GO, disabled=done))
        self.add_item(Press("join:arms", "Coat of arms", self._turn(self._heraldry)))
        self.add_item(Press("join:place", "Faction and city", self._turn(self._place)))
        self.add_item(Press("join:discard", "Begin anew", self._discard))
        card = texts.party_card(self.rules, self.beginning, faults, self._arms, warned=self._warned)
        return card, None

    async def _open(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        self._number = int(values[0])
        await self._turn(self._character)(interaction)

    async def _take_spells(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        if (part := turned_to(values)) is not None:
            self._part = part
            await self._show(interaction)
            return

        def edit(present: Beginning) -> Beginning:
            return present.but(outline=spell_step().take(present.outline, values, self.content))

        await self._keep(interaction, edit)

    async def _discard(self, interaction: Interaction) -> None:
        await acknowledge(interaction, thinking=False)
        blank = designing.blank(self.content)
        await self._keep(interaction, lambda b: b.but(outline=blank))

    async def _finish(self, interaction: Interaction) -> None:
        await acknowledge(interaction, thinking=False)
        if designing.unspent(self.beginning.outline, self.content) and not self._warned:
            self._warned = True
            await self._show(interaction)
            return
        await self._join(interaction, "")

    async def _join(self, interaction: Interaction, party: str) -> None:
        try:
            await self._take(interaction, kept.order_of(self.beginning, party))
        except Refused as refused:
            if refused.rule == _CITY:  # somebody was quicker: the next choice
                self._page = self._place
                await self._keep(interaction, lambda b: b.but(city=0))
            raise
        self.stop()

    # ------------------------------------------------------------------ a character

    async def _character(self) -> tuple[discord.Embed, Picture | None]:
        outline, faults = self.beginning.outline, self._faults()
        sketch = outline.characters[self._number]
        steps = {step.key: step for step in character_steps()}
        step = steps.get(self._step) or steps[self._next_step(faults)]
        self._step = step.key
        options = [
            Option(each.key, each.label, self._present(each, sketch)) for each in steps.values()
        ]
        self.add_item(
            Menu("join:step", "What to choose", options, self._turn_step, chosen=(step.key,))
        )
        self.add_item(self._menu_of(step, sketch))
        last = len(outline.characters) - 1
        self.add_item(Press("join:called", "Name …", self._ask_character))
        before, after = self._character_at(-1), self._character_at(1)
        self.add_item(Press("join:before", "◀ Before", before, disabled=self._number == 0))
        self.add_item(Press("join:after", "Next ▶", after, disabled=self._number == last))
        self.add_item(Press("join:party", "Back to the party", self._turn(self._party)))
        return texts.character_card(outline, self._number, faults, self.content), None

    def _menu_of(self, step: Step[Sketch], sketch: Sketch) -> Menu:
        most = step.most(sketch, self.content)
        upto = f": choose {most}" if most > 1 else ""
        return Menu(
            "join:choice",
            f"{step.label}{upto}",
            step.options(sketch, self.content),
            self._take_choice,
            chosen=step.chosen(sketch),
            least=step.least,
            most=most,
            part=self._part,
        )

    def _present(self, step: Step[Sketch], sketch: Sketch) -> str:
        """What is chosen at a step, for the menu of steps."""
        labels = {each.value: each.label for each in step.options(sketch, self.content)}
        names = [labels.get(value, value) for value in step.chosen(sketch) if value != NOTHING]
        return ", ".join(names) or "nothing yet"

    def _next_step(self, faults: list[PartyFault]) -> str:
        """The first step that must still be made, else the first of all."""
        own = [str(each.path[2]) for each in faults if each.path[1:2] == (self._number,)]
        steps = character_steps()
        return next((step.key for step in steps if step.key in own), steps[0].key)

    async def _turn_step(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await self._turn(self._character, values[0])(interaction)

    async def _take_choice(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        if (part := turned_to(values)) is not None:
            self._part = part
            await self._show(interaction)
            return
        step = next(each for each in character_steps() if each.key == self._step)

        def edit(present: Beginning) -> Beginning:
            sketch = step.take(present.outline.characters[self._number], values, self.content)
            outline = present.outline.with_character(self._number, sketch, self.content)
            if step.key in ("race", "class", "deity", "skills"):  # on to what is still missing
                self._step = ""
            return present.but(outline=outline)

        self._part = 0
        await self._keep(interaction, edit)

    def _character_at(self, by: int) -> Callable[[Interaction], Awaitable[None]]:
        async def act(interaction: Interaction) -> None:
            self._number += by
            await self._turn(self._character)(interaction)

        return act

    async def _ask_character(self, interaction: Interaction) -> None:
        number = self._number

        async def answer(asked: Interaction, text: str) -> None:
            await acknowledge(asked, thinking=False)
            name = name_of(text, "A character's name", NAME_LENGTH)
            await check_words(asked.client.host, self._guild(asked), self.campaign.id, [name])

            def edit(present: Beginning) -> Beginning:
                named = present.outline.characters[number].model_copy(update={"name": name})
                outline = present.outline.with_character(number, named, self.content)
                return present.but(outline=outline)

            await self._keep(asked, edit)

        present = self.beginning.outline.characters[number].name
        ask = Ask(f"Character {number + 1}", "Name", NAME_LENGTH, present, answer)
        await interaction.response.send_modal(ask)

    # ------------------------------------------------------------------ the coat of arms

    async def _heraldry(self) -> tuple[discord.Embed, Picture | None]:
        add_arms(self, self._arms, self._step, self.content, self._turn_arms, self._take_arms)
        self.add_item(Press("join:party", "Back to the party", self._turn(self._party)))
        return texts.arms_card(self._arms, self.beginning.name), None

    async def _turn_arms(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await self._turn(self._heraldry, values[0])(interaction)

    async def _take_arms(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        await acknowledge(interaction, thinking=False)
        await change_arms(interaction, self.campaign.id, self._step, values, self.content)
        await self._show(interaction)
