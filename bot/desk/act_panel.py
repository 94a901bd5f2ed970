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
from bot.callers.desk_acts import Act
from bot.callers.embeds import card
from bot.callers.rights import moderated
from bot.callers.seats import MEANT, Interaction
from bot.desk.acts import ACTS, DeskAct
from bot.faces.words.choosing import Option
from bot.faces.words.text import clean, plain
from bot.guided.widgets import LABEL, Press, Select, turned_to
from bot.store.records import Campaign

MENUS: Final = 4
"""Rows of menus; the buttons take the fifth."""
LINES: Final = 5  # Discord: of a form
_LONG: Final = 200  # characters of a text that is asked for on one line
_LONGEST: Final = 400  # characters of any text that sets no bound itself
_PERSON: Final = AppCommandOptionType.user
_NUMBER: Final = AppCommandOptionType.integer
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
        self.clear_items()
        for subject, acts in ACTS.items():
            found = {each.key: (each, each.declared(interaction.client)) for each in acts}
            there = {key: (each, act) for key, (each, act) in found.items() if act}
            options = [
                Option(key, each.label, act.description) for key, (each, act) in there.items()
            ]
            if options:
                self.add_item(Select(subject, subject, options, self._chosen(there)))
        self._last = interaction
        text = "Choose what to do; what it asks for comes next, and nothing is done yet."
        embed = card(f"{plain(self.campaign.name)}: more", text)
        await interaction.edit_original_response(embed=embed, view=self)

    def _chosen(self, acts: Mapping[str, tuple[DeskAct, Act]]) -> Any:
        async def chosen(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            await ActPanel(self.campaign, *acts[values[0]]).show(interaction)

        return chosen


class ActPanel(Panel):
    """The form of an act."""

    def __init__(self, campaign: Campaign, offered: DeskAct, act: Act) -> None:
        super().__init__(timeout=LIFETIME)
        self.campaign, self.label, self.act = campaign, offered.label, act
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
            lines.append(f"• **{_title(name)}**: {plain(said)}")
        await interaction.edit_original_response(
            embed=card(self.label, "\n".join(lines)), view=self
        )

    async def do(self, interaction: Interaction, typed: Mapping[str, Any]) -> None:
        """Give the command with what is filled in; the interaction is not yet acknowledged.

        Raises `Refused` for what is no number where one is asked for.
        """
        given = {**self.values}
        for name, value in typed.items():
            if value or (self.lines.get(name) and self.lines[name].required):
                given[name] = _read(self.act, name, value) if isinstance(value, str) else value
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
        about = f"{_title(parameter.display_name)}: {parameter.description}"[:150]
        if parameter.type is _PERSON:
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
        elif parameter.type is _NUMBER:
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
    """Asks for what is typed, and for files, and does the act."""

    def __init__(self, panel: ActPanel, asked: list[Parameter]) -> None:
        super().__init__(title=panel.label[:45], timeout=LIFETIME)
        self.panel = panel
        self.fields: dict[str, discord.ui.TextInput[Any] | discord.ui.FileUpload[Any]] = {}
        for each in asked:
            name = each.display_name
            field = self.fields[name] = _field(each, required=name not in panel.values)
            about = str(each.description)[:100]
            title = _title(name)[:45]
            self.add_item(discord.ui.Label(text=title, description=about, component=field))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        given: dict[str, Any] = {}
        for name, field in self.fields.items():
            if isinstance(field, discord.ui.TextInput):
                given[name] = field.value.strip()
            elif field.values:
                given[name] = field.values[0]
        await self.panel.do(interaction, given)


def _field(
    asked: Parameter, *, required: bool
) -> discord.ui.TextInput[Any] | discord.ui.FileUpload[Any]:
    """The line or file that a form asks for."""
    name, needed = asked.display_name, asked.required and required
    if asked.type is AppCommandOptionType.attachment:
        return discord.ui.FileUpload(custom_id=name, required=needed, max_values=1)
    longest = 10 if asked.type is _NUMBER else int(asked.max_value or 0) or _LONGEST
    long = discord.TextStyle.paragraph if longest > _LONG else discord.TextStyle.short
    return discord.ui.TextInput(custom_id=name, required=needed, max_length=longest, style=long)


def _parted(act: Act) -> tuple[dict[str, Parameter], dict[str, Parameter]]:
    """The parameters of an act that menus ask for, and those that are typed or uploaded.

    Of more than there is room for, the last are left out; they have defaults.
    """
    menus = {each.display_name: each for each in act.parameters if is_chosen(each)}
    lines = {each.display_name: each for each in act.parameters if not is_chosen(each)}
    return dict(list(menus.items())[:MENUS]), dict(list(lines.items())[:LINES])


def is_chosen(parameter: Parameter) -> bool:
    """Whether a parameter is chosen from a menu rather than typed."""
    return bool(
        parameter.type is _PERSON
        or parameter.type is AppCommandOptionType.boolean
        or parameter.choices
        or parameter.autocomplete
    )


def _read(act: Act, name: str, text: str) -> str | int:
    """What was typed, as the parameter takes it. Raises `Refused`."""
    parameter = next(each for each in act.parameters if each.display_name == name)
    if parameter.type is not _NUMBER:
        return text
    least, most = parameter.min_value, parameter.max_value
    if text.isdecimal() and (least or 0) <= int(text) <= (int(text) if most is None else most):
        return int(text)
    bounds = f" from {least} to {most}" if least is not None and most is not None else ""
    raise Refused(f"“{plain(text[:10])}” is no number{bounds}.", way_out="Press the button again.")


def _title(name: str) -> str:
    """A parameter's name as people read it."""
    shown = name.replace("_", " ")
    return shown[:1].upper() + shown[1:]
