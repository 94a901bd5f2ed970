"""What the desk opens by its More button: menus of all acts, and the form of the one chosen.

The form is made of the parameters of the act's command: what is chosen from a list, people and
yes or no by menus, the rest in lines to be filled in. Doing it is giving the command.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands.commands import Parameter

from bot.answers import LIFETIME, Form, Panel, Refused, acknowledge
from bot.callers.embeds import card
from bot.callers.rights import moderated
from bot.callers.seats import MEANT, Interaction
from bot.desk.acts import OFFERS, Act, Offer, acts_of
from bot.faces.words.choosing import Option
from bot.faces.words.text import clean, plain
from bot.guided.widgets import LABEL, Press, Select, turned_to
from bot.store.records import Campaign

MENUS: Final = 4
"""Rows of menus; the buttons take the fifth."""
LINES: Final = 5  # Discord: of a form
_LONG: Final = 200  # characters of a text that is asked for on one line
_PEOPLE: Final = frozenset({AppCommandOptionType.user})
_NUMBERS: Final = frozenset({AppCommandOptionType.integer})
_YES, _NO, _TYPE = "yes", "no", "type it"


async def open_more(interaction: Interaction, campaign: Campaign) -> None:
    """Answer with the menus of all acts; the interaction is acknowledged."""
    await MorePanel(campaign).show(interaction)


class MorePanel(Panel):
    """A menu of acts for each subject."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(timeout=LIFETIME)
        self.campaign = campaign

    async def show(self, interaction: Interaction) -> None:
        """Put the menus in place of what the answer showed; it is acknowledged."""
        acts = acts_of(interaction.client)
        self.clear_items()
        for subject, offers in OFFERS.items():
            there = {each.command: each for each in offers if each.command in acts}
            options = [
                Option(name, offer.label, acts[name].description) for name, offer in there.items()
            ]
            if options:
                self.add_item(Select(subject, subject, options, self._chosen(there)))
        self._last = interaction
        text = "Choose what to do; what it asks for comes next, and nothing is done yet."
        embed = card(f"{plain(self.campaign.name)}: more", text)
        await interaction.edit_original_response(embed=embed, view=self)

    def _chosen(self, offers: Mapping[str, Offer]) -> Any:
        async def chosen(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            offer = offers[values[0]]
            act = acts_of(interaction.client)[offer.command]
            await ActPanel(self.campaign, offer, act).show(interaction)

        return chosen


class ActPanel(Panel):
    """The form of an act."""

    def __init__(self, campaign: Campaign, offer: Offer, act: Act) -> None:
        super().__init__(timeout=LIFETIME)
        self.campaign, self.offer, self.act = campaign, offer, act
        self.menus, self.lines = _parted(act)
        self.values: dict[str, Any] = {}
        self.told: dict[str, str] = {}
        """What is filled in, as people read it."""
        self._typed: set[str] = set()
        """What is suggested, and shall be typed all the same."""
        self._parts: dict[str, int] = {}

    async def show(self, interaction: Interaction) -> None:
        """Put the form in place of what the answer showed; it is acknowledged."""
        await moderated(interaction, f"#{self.campaign.id}")
        self.clear_items()
        typed = dict(self.lines)
        for name, parameter in self.menus.items():
            item = await self._menu(interaction, parameter)
            if item:
                self.add_item(item)
            if not item or name in self._typed:
                typed[name] = parameter
        asked = [each for name, each in self.menus.items() if each.required and name not in typed]
        ready = all(each.display_name in self.values for each in asked)
        do = "Do it …" if typed else "Do it"

        async def press(pressed: Interaction) -> None:
            if typed:
                await pressed.response.send_modal(_Lines(self, list(typed.values())[:LINES]))
            else:
                await self.do(pressed, {})

        self.add_item(Press("do", do, press, style=discord.ButtonStyle.primary, disabled=not ready))
        self.add_item(Press("back", "Back", self._back))
        self._last = interaction
        lines = [f"{self.act.description}."]
        for name, said in self.told.items():
            lines.append(f"• **{_called(self.act, name)}**: {plain(said)}")
        await interaction.edit_original_response(
            embed=card(self.offer.label, "\n".join(lines)), view=self
        )

    async def do(self, interaction: Interaction, typed: Mapping[str, str]) -> None:
        """Give the command with what is filled in; the interaction is not yet acknowledged.

        Raises `Refused` for what is no number where one is asked for.
        """
        given = {**self.values}
        for name, text in typed.items():
            if text:
                given[name] = _read(self.act, name, text)
        interaction.extras[MEANT] = f"#{self.campaign.id}"
        # As discord.py does it for who types: checked and turned into what the command takes. It
        # has no other way to give a command from elsewhere.
        await cast("Any", self.act)._invoke_with_namespace(interaction, _Filled(given))

    async def _back(self, interaction: Interaction) -> None:
        await acknowledge(interaction, thinking=False)
        await MorePanel(self.campaign).show(interaction)

    # ------------------------------------------------------------------ menus

    async def _menu(
        self, interaction: Interaction, parameter: Parameter
    ) -> discord.ui.Item[Any] | None:
        """The menu of a parameter; None if nothing is suggested for it."""
        about = f"{_title(parameter)}: {parameter.description}"[:150]
        if parameter.type in _PEOPLE:
            return self._people(parameter, about)
        options = await self._options(interaction, parameter)
        if not options:
            return None
        if parameter.autocomplete:
            options = [*options, Option(_TYPE, "Something else", "It is asked for in the end")]
        name, chosen = parameter.display_name, self.told.get(parameter.display_name)

        async def choose(pressed: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(pressed, thinking=False)
            if (part := turned_to(values)) is not None:
                self._parts[name] = part
            elif values == (_TYPE,):
                self._forget(name)
                self._typed.add(name)
            else:
                option = next(each for each in options if each.value == values[0])
                self._fill(parameter, option.value, option.label)
            await self.show(pressed)

        held = [each.value for each in options if each.label == chosen]
        held += [_TYPE] * (name in self._typed)
        part = self._parts.get(name, 0)
        return Select(name, about, options, choose, chosen=held, part=part)

    def _people(self, parameter: Parameter, about: str) -> discord.ui.Item[Any]:
        name = parameter.display_name
        held = [self.values[name]] if name in self.values else []
        menu: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id=name, placeholder=about, default_values=held
        )

        async def choose(pressed: discord.Interaction) -> None:
            mine = cast("Interaction", pressed)
            await acknowledge(mine, thinking=False)
            person = menu.values[0]
            self._fill(parameter, person, person.display_name)
            await self.show(mine)

        menu.callback = choose  # type: ignore[method-assign]
        return menu

    def _fill(self, parameter: Parameter, value: Any, told: str) -> None:
        name = parameter.display_name
        if parameter.type is AppCommandOptionType.boolean:
            value = value == _YES
        elif parameter.type in _NUMBERS:
            value = int(value)
        if self.told.get(name) != told:  # what was suggested for it no longer fits
            for later in self._after(name):
                if self.menus[later].autocomplete:
                    self._forget(later)
        self._typed.discard(name)
        self.values[name], self.told[name] = value, told

    def _forget(self, name: str) -> None:
        self.values.pop(name, None)
        self.told.pop(name, None)

    def _after(self, name: str) -> list[str]:
        names = list(self.menus)
        return names[names.index(name) + 1 :]

    async def _options(self, interaction: Interaction, parameter: Parameter) -> list[Option]:
        """What can be chosen for a parameter, as things stand and with what is filled in."""
        if parameter.type is AppCommandOptionType.boolean:
            return [Option(_YES, "Yes"), Option(_NO, "No")]
        if parameter.choices:
            return [Option(str(each.value), each.name) for each in parameter.choices]
        # Suggestions read what else is typed from here, which of a press is empty.
        cast("Any", interaction)._cs_namespace = _Filled(self.values)
        suggest = cast("Any", self.act)._params[parameter.name].autocomplete
        bound = getattr(suggest, "pass_command_binding", False)
        about = (self.act.binding, interaction, "") if bound else (interaction, "")
        found: list[app_commands.Choice[Any]] = await suggest(*about)
        return [Option(str(each.value), clean(each.name)[:LABEL]) for each in found]


class _Filled(SimpleNamespace):
    """What is filled in, by the names that Discord shows; anything else is None."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(**values)

    def __getattr__(self, name: str) -> None:
        return None


class _Lines(Form):
    """Asks for what is typed, and does the act."""

    def __init__(self, panel: ActPanel, asked: list[Parameter]) -> None:
        super().__init__(title=panel.offer.label[:45], timeout=LIFETIME)
        self.panel = panel
        self.fields: dict[str, discord.ui.TextInput[Any]] = {}
        for each in asked:
            longest = int(each.max_value or 0) if each.type not in _NUMBERS else 10
            long = longest > _LONG
            field: discord.ui.TextInput[Any] = discord.ui.TextInput(
                label=_title(each)[:45],
                custom_id=each.display_name,
                placeholder=str(each.description)[:100],
                required=each.required and each.display_name not in panel.values,
                max_length=longest or 400,
                style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
            )
            self.fields[each.display_name] = field
            self.add_item(field)

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await self.panel.do(interaction, {name: f.value.strip() for name, f in self.fields.items()})


def _parted(act: Act) -> tuple[dict[str, Parameter], dict[str, Parameter]]:
    """What of an act is chosen from menus, and what is typed; files are no part of forms.

    Of more than there is room for, the last are left out; they have defaults.
    """
    asked = [each for each in act.parameters if each.type is not AppCommandOptionType.attachment]
    menus = {each.display_name: each for each in asked if _is_chosen(each)}
    lines = {each.display_name: each for each in asked if not _is_chosen(each)}
    return dict(list(menus.items())[:MENUS]), dict(list(lines.items())[:LINES])


def _is_chosen(parameter: Parameter) -> bool:
    return bool(
        parameter.type in _PEOPLE
        or parameter.type is AppCommandOptionType.boolean
        or parameter.choices
        or parameter.autocomplete
    )


def _read(act: Act, name: str, text: str) -> str | int:
    """What was typed, as the parameter takes it. Raises `Refused`."""
    parameter = next(each for each in act.parameters if each.display_name == name)
    if parameter.type not in _NUMBERS:
        return text
    least, most = parameter.min_value, parameter.max_value
    if text.isdecimal() and (least or 0) <= int(text) <= (int(text) if most is None else most):
        return int(text)
    bounds = f" from {least} to {most}" if least is not None and most is not None else ""
    raise Refused(f"“{plain(text[:10])}” is no number{bounds}.", way_out="Press the button again.")


def _title(parameter: Parameter) -> str:
    name = parameter.display_name.replace("_", " ")
    return name[:1].upper() + name[1:]


def _called(act: Act, name: str) -> str:
    return _title(next(each for each in act.parameters if each.display_name == name))
