"""`/campaign create` by taps: the settings of a new campaign, page by page, until it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final

import discord

from bot.answers import Refused
from bot.callers.rights import require_manager
from bot.callers.seats import Interaction, guild_of
from bot.faces.embeds import Card, Field
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option
from bot.faces.words.text import plain
from bot.founding.founding import Chosen, broken
from bot.modules import keeping, library
from bot.modules.keeping import offered
from bot.settings_form.draft import SettingsDraft, whole
from bot.settings_form.making import LONGEST_NAME, Asked, make
from bot.settings_form.pages import HOME, Controls, terms_buttons, terms_fields
from bot.settings_form.panel import TermsPanel
from bot.typed import name_of
from engine.dice import SEED_BYTES, Seed, seed_hash
from engine.module import Module, ModuleError

_WHAT: Final = FormPosition("what")
_LEAST, _MOST = 4, 200  # hexes of a side of the map
_DRAWN: Final = "-"


class CreatingPanel(TermsPanel):
    """The form for a campaign to be made, by somebody who may manage the server."""

    def __init__(
        self, draft: SettingsDraft, guild: discord.Guild, offers: Mapping[str, library.Offer]
    ) -> None:
        super().__init__(0, draft)
        self._offers = offers
        self._guild = guild
        self._making = False

    async def page(self, interaction: Interaction) -> Page[Any]:
        if self._at.page == _WHAT.page:
            return self._what()
        return await super().page(interaction)

    async def choose_module(self, interaction: Interaction, name: str) -> None:
        """Go on with another module; what was set for the one before is as the new one has it."""
        was = self.draft
        fresh = await drafted(interaction, name)
        named = was.name not in ("", _title(was.module))
        self.draft = replace(
            fresh,
            name=was.name if named else fresh.name,
            seed=was.seed,
            moderators=was.moderators,
            early=was.early,
        )

    def home(self, draft: SettingsDraft) -> Page[SettingsDraft]:
        module = draft.module
        role = self._guild.get_role(draft.moderators) if draft.moderators else None
        fields = (
            Field("What is played", f"**{plain(module.meta.title)}**: {_world(draft)}"),
            *terms_fields(draft),
            Field("Moderators", role.mention if role else "a role is made, and given to you"),
            Field("Dice", _dice(draft)),
        )
        text = f"**{plain(draft.name)}**\n{plain(module.meta.description)}"[:800]
        minute = "" if draft.timed else "\n-# It gets a minute of its own in that hour."
        name: Ask[SettingsDraft] = Ask(
            "A campaign's name",
            "Everybody sees it",
            "A campaign's name",
            draft.name,
            lambda was, words: replace(was, name=name_of(words, "A campaign's name", LONGEST_NAME)),
            LONGEST_NAME,
        )
        controls: Controls = (
            Button("create:name", "Name …", name),
            Button("create:what", "Module, map, dice", Turn(_WHAT)),
            *terms_buttons(),
            self._make(),
        )
        return Page(Card("A new campaign", text + minute, fields), controls)

    def _make(self) -> Button[SettingsDraft]:
        return Button("create:make", "Make it", Take(), main=True)

    # ------------------------------------------------------------------ what it is

    def _what(self) -> Page[SettingsDraft]:
        draft, controls = self.draft, list[Menu[SettingsDraft] | Button[SettingsDraft]]()
        controls.append(
            Menu(
                "create:module",
                "What is played",
                [Option(o.name, o.title, o.description) for o in self._offers.values()],
                lambda values: Change(lambda was: was),
                (draft.module.name,),
            )
        )
        roles = [
            Option(str(role.id), role.name)
            for role in reversed(self._guild.roles)
            if not (role.is_default() or role.managed)
        ]
        controls.append(
            Menu(
                "create:role",
                "Who moderates it",
                [Option(_DRAWN, "A role is made, and given to you"), *roles],
                lambda values: Change(lambda was: _with_role(was, values[0])),
                (str(draft.moderators) if draft.moderators else _DRAWN,),
            )
        )
        words: Ask[SettingsDraft] = Ask(
            "The seed of the dice",
            "Words; - to have it drawn",
            "A seed",
            draft.seed or _DRAWN,
            lambda was, said: replace(was, seed=said.strip().strip(_DRAWN)),
            100,
        )
        if draft.module.map is not None:
            controls += [_side("width", "Width …", draft), _side("height", "Height …", draft)]
        controls += [
            Button("create:seed", "Dice from words …", words),
            Button("create:back", "Back", Turn(HOME)),
            self._make(),
        ]
        text = (
            f"**{plain(draft.module.meta.title)}**\n{plain(draft.module.meta.description)}\n\n"
            f"{_world(draft)}\n\n{_dice(draft)}"
        )
        return Page(Card("Module, map and dice", text), tuple(controls))

    def _chosen(self, menu: Menu[Any]) -> Callable[[Interaction, tuple[str, ...]], Any]:
        """As in other forms; another module has to be read first."""
        usual = super()._chosen(menu)
        if menu.id != "create:module":
            return usual

        async def chosen(interaction: Interaction, values: tuple[str, ...]) -> None:
            if values and values[0] in self._offers and values[0] != self.draft.module.name:
                await interaction.response.defer()
                await self.choose_module(interaction, values[0])
                await self.show(interaction)
                return
            await usual(interaction, values)

        return chosen

    # ------------------------------------------------------------------ the end

    async def take(self, interaction: Interaction, take: Take) -> None:
        if self._making:  # pressed twice
            return
        self._making = True
        draft = self.draft
        try:
            role = self._guild.get_role(draft.moderators) if draft.moderators else None
            if draft.moderators and role is None:
                raise Refused("That role is gone.", way_out="Choose another one.")
            await interaction.edit_original_response(
                content="Making the world …", embed=None, view=None, attachments=[]
            )
            await make(interaction, asked_for(draft, role))
        except BaseException:
            self._making = False
            await self.show(interaction)
            raise
        self.stop()


def asked_for(draft: SettingsDraft, role: discord.Role | None) -> Asked:
    """The campaign that a draft describes."""
    seed = seed_of_words(draft.seed) if draft.seed else None
    chosen = Chosen(draft.terms, seed, timed=draft.timed)
    return Asked(draft.module.name, draft.name, draft.size, role, chosen, draft.early)


async def open_creating(
    interaction: Interaction, module: str, name: str, size: Mapping[str, int], moderators: int
) -> None:
    """Show the form with what was given already; the interaction is acknowledged."""
    require_manager(interaction)
    assert interaction.guild is not None
    offers = await offered(interaction.client.host, interaction.guild.id)
    draft = await drafted(interaction, module or keeping.shipped()[0].name)
    draft = replace(draft, size=dict(size), moderators=moderators, name=name or draft.name)
    panel = CreatingPanel(draft, interaction.guild, offers)
    if not module:
        panel.go(_WHAT)
    await panel.show(interaction)


async def drafted(interaction: Interaction, module: str) -> SettingsDraft:
    """The draft for a campaign of a module, as the module wants it. Raises `Refused`."""
    try:
        copy = await keeping.take(interaction.client.host, guild_of(interaction), module)
    except ModuleError as error:
        raise broken() from error
    read = Module.from_json(copy.body)
    # Without spreading there is no special minute to tell.
    timed = not interaction.client.host.spread
    return replace(SettingsDraft.of(read), name=_title(read), timed=timed)


def seed_of_words(words: str) -> Seed:
    """The seed that is made of a text, the same for the same words."""
    return Seed(blake2b(words.encode(), digest_size=SEED_BYTES).digest())


def _with_role(draft: SettingsDraft, role: str) -> SettingsDraft:
    return replace(draft, moderators=0 if role == _DRAWN else int(role))


def _title(module: Module) -> str:
    return " ".join(module.meta.title.split())[:LONGEST_NAME]


def _world(draft: SettingsDraft) -> str:
    size = draft.module.map
    sides = ", ".join(each.name for each in draft.module.factions.values())
    if size is None:
        return f"no map; {sides}"
    width, height = (draft.size.get(side) or getattr(size, side) for side in ("width", "height"))
    return f"a map of {width} by {height} hexes; {sides}"


def _dice(draft: SettingsDraft) -> str:
    if not draft.seed:
        return "A seed is drawn; its hash is published at the start, the seed at the end."
    mark = seed_hash(seed_of_words(draft.seed))[:16]
    return (
        f"From your words; the hash begins with `{mark}`. Whoever knows the words can foresee the "
        "dice: for a fair campaign have it drawn."
    )


def _side(side: str, label: str, draft: SettingsDraft) -> Button[SettingsDraft]:
    assert draft.module.map is not None
    usual = getattr(draft.module.map, side)
    what = f"Hexes, {_LEAST} to {_MOST}; the module has {usual}"

    def edit(was: SettingsDraft, words: str) -> SettingsDraft:
        return replace(was, size={**was.size, side: whole(words, what, _LEAST, _MOST)})

    present = str(draft.size.get(side) or usual)
    return Button(f"create:{side}", label, Ask("The map", what[:45], what, present, edit, 3))
