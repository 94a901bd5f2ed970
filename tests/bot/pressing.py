"""People press what stands below a message, and choose from its menus; then the bot is at rest."""

from typing import Any

import discord
from simcord import MemberActor

from bot.practice.table import Table


def message_of(shown: Any) -> discord.Message:
    """That of an answer, unless it is a message itself."""
    response = getattr(shown, "response", shown)
    return getattr(response, "message", response)


def parts(shown: Any) -> list[Any]:
    """All buttons and menus, row by row."""
    rows: list[Any] = message_of(shown).components
    return [each for row in rows for each in row.children]


def buttons(shown: Any) -> dict[str, bool]:
    """The labels of the buttons, and whether each can be pressed."""
    found = [each for each in parts(shown) if isinstance(each, discord.Button)]
    return {each.label or "": not each.disabled for each in found}


def menus(shown: Any) -> list[discord.SelectMenu]:
    return [each for each in parts(shown) if isinstance(each, discord.SelectMenu)]


def menu(shown: Any, begins: str) -> discord.SelectMenu:
    """The menu whose placeholder begins so."""
    return next(each for each in menus(shown) if (each.placeholder or "").startswith(begins))


async def press(table: Table, who: str | MemberActor, shown: Any, label: str) -> Any:
    """Press a button; what is answered."""
    person = table.guild.people[who] if isinstance(who, str) else who
    pressed = await person.click(message_of(shown), label=label)
    await table.rest()
    return pressed


async def choose(
    table: Table, who: str | MemberActor, shown: Any, begins: str, *wanted: str
) -> Any:
    """Choose from a menu by what stands on its entries, or else by what they mean."""
    person = table.guild.people[who] if isinstance(who, str) else who
    chosen = menu(shown, begins)
    called = {each.label: each.value for each in reversed(chosen.options)}
    values = [called.get(each, each) for each in wanted]
    done = await person.select(message_of(shown), values, custom_id=chosen.custom_id)
    await table.rest()
    return done


async def fill(table: Table, who: str | MemberActor, shown: Any, label: str, **given: Any) -> Any:
    """Press a button, and send the form that opens with this in it."""
    person = table.guild.people[who] if isinstance(who, str) else who
    form = await person.click(message_of(shown), label=label)
    done = await person.submit_modal(form, given)
    await table.rest()
    return done
