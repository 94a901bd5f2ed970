"""Moderators who act at the desk: the act's form is opened by taps, filled in and done."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult

from bot.practice.table import Table
from tests.bot.chosen import meant
from tests.bot.samples import channel


def the_desk(table: Table) -> Any:
    """The one message that is the desk."""
    history = channel(table, "moderators").history()
    (found,) = [m for m in history if m.embeds and (m.embeds[0].title or "").endswith("· desk")]
    return found


async def at_desk(table: Table, who: str, act: str, /, **options: Any) -> InteractionResult:
    """A moderator opens an act at the desk, fills in its form and does it.

    `act` is the whole name of its command; an option is named as its parameter, with a value or
    label of its menu, a person, or what is typed. Returns the answer to the last press.
    """
    person = table.guild.people[who]
    answer = await person.click(the_desk(table), label="More …")
    await table.rest()
    await _choose(table, person, answer, act)
    typed: dict[str, str] = {}
    for name, value in options.items():
        given = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if not await _fill(table, person, answer, name, given):
            typed[name] = str(given)
    label = next(each for each in _labels(answer) if each.startswith("Do it"))
    done = await person.click(_shown(answer), label=label)
    if label != "Do it":
        done = await person.submit_modal(done, typed)
    await table.rest()
    return done


def _shown(answer: InteractionResult) -> Any:
    last = answer.followups[-1] if answer.followups else answer.response
    assert last
    return last.message


def _items(answer: InteractionResult) -> list[dict[str, Any]]:
    rows = [row.to_dict() for row in _shown(answer).components]
    return [each for row in rows for each in row["components"]]


def _labels(answer: InteractionResult) -> list[str]:
    return [each.get("label", "") for each in _items(answer)]


async def _choose(table: Table, person: Any, answer: InteractionResult, act: str) -> None:
    for item in _items(answer):
        for option in item.get("options", ()):
            if meant(option) == act:
                await person.select(_shown(answer), [act], custom_id=item["custom_id"])
                await table.rest()
                return
    raise AssertionError(f"the desk does not offer {act}")


async def _fill(
    table: Table, person: Any, answer: InteractionResult, name: str, value: Any
) -> bool:
    """Choose it from its menu; whether there is one."""
    for item in _items(answer):
        if item["custom_id"] != name:
            continue
        options = item.get("options")
        if options is not None:
            fitting = [meant(each) for each in options if value in (meant(each), each["label"])]
            value = fitting[0] if fitting else "type it"
        await person.select(_shown(answer), [value], custom_id=name)
        await table.rest()
        return value != "type it"
    return False
