"""Moderators who act at the desk: an act's form is opened by taps, filled in and done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from simcord import InteractionResult

from bot.desk.acts import ACTS
from bot.practice.table import Table
from tests.bot.chosen import meant
from tests.bot.pressing import fill, press

_BUTTONS: Final = {"desk extend": "Extend …", "desk run": "Run now", "desk replace": "Replace …"}
"""Acts that have a button of the desk to themselves."""
AT_DESK: Final = {*_BUTTONS, *(each.key for acts in ACTS.values() for each in acts)} - {
    each.key for acts in ACTS.values() for each in acts if isinstance(each.act, str)
}
"""What moderators do at the desk alone."""


def the_desk(table: Table) -> Any:
    """The one message that is the desk; of several campaigns, that of the latest."""
    found = _desks(table)
    assert found, "nobody has posted the desk yet"
    return found[-1]


def _desks(table: Table) -> list[Any]:
    rooms = [each for each in table.guild.channels() if each.name == "moderators"]
    return [
        message
        for room in rooms
        for message in room.history()
        if message.embeds and (message.embeds[0].title or "").endswith("· desk")
    ]


def sees_desk(table: Table, who: str) -> bool:
    """Whether a person sees the room of the desk, without which nothing there can be pressed."""
    rooms = [each for each in table.guild.channels() if each.name == "moderators"]
    return any(table.guild.sees(table.guild.people[who], each) for each in rooms)


async def at_desk(table: Table, who: str, act: str, /, **options: Any) -> InteractionResult:
    """A moderator opens an act at the desk, fills in its form and does it.

    `act` is the key of a `DeskAct`, or of what has a button. An option is named as its parameter,
    with a value or label of its menu, a person, or what is typed. Returns the last answer.
    """
    person = table.guild.people[who]
    if act in _BUTTONS:
        await _posted(table, person)
        return await _by_button(table, person, act, options)
    answer = await _opened(table, person, act)
    typed: dict[str, Any] = {}
    for name, value in options.items():
        given = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if not await _fill(table, person, answer, name, given):
            typed[name] = given if isinstance(given, tuple) else str(given)
    label = next(each for each in _labels(answer) if each.startswith("Do it"))
    done = await person.click(shown_by(answer), label=label)
    if label != "Do it":
        done = await person.submit_modal(done, typed)
    await table.rest()
    return done


async def offered_at_desk(table: Table, who: str, act: str, menu: str) -> list[str]:
    """What a menu of an act's form offers, beside typing something else."""
    found = _menu(await _opened(table, table.guild.people[who], act), menu)
    values = [meant(each) for each in found["options"]] if found else []
    return [each for each in values if each != "type it"]


async def _posted(table: Table, person: Any) -> None:
    """Have the desk posted, if nobody has yet."""
    if not _desks(table):
        await person.slash(next(table.guild.channels()), "campaign desk")
        await table.rest()


async def _opened(table: Table, person: Any, act: str) -> Any:
    """The form of an act that has no button."""
    await _posted(table, person)
    answer = await press(table, person, the_desk(table), "More …")
    for item in _items(answer):
        for option in item.get("options", ()):
            if meant(option) == act:
                await person.select(shown_by(answer), [act], custom_id=item["custom_id"])
                await table.rest()
                return answer
    raise AssertionError(f"the desk does not offer {act}")


async def _by_button(
    table: Table, person: Any, act: str, options: Mapping[str, Any]
) -> InteractionResult:
    label = _BUTTONS[act]
    answer = await person.click(the_desk(table), label=label)
    if act == "desk extend":
        answer = await person.submit_modal(answer, {k: str(v) for k, v in options.items()})
    await table.rest()
    if act == "desk run" and label in _labels(answer):
        await press(table, person, shown_by(answer), label)
    if act == "desk replace" and _labels(answer):
        for name in ("old", "new"):
            await _fill(table, person, answer, f"replace:{name}", options[name])
        reason = options["reason"]
        answer = await fill(table, person, shown_by(answer), "Give the seat …", line=reason)
    return answer


def shown_by(answer: InteractionResult) -> Any:
    """The last message that an answer brought."""
    last = answer.followups[-1] if answer.followups else answer.response
    assert last
    return last.message


def _items(answer: InteractionResult) -> list[dict[str, Any]]:
    rows = [row.to_dict() for row in shown_by(answer).components]
    return [each for row in rows for each in row["components"]]


def _menu(answer: InteractionResult, name: str) -> dict[str, Any] | None:
    return next((each for each in _items(answer) if each.get("custom_id") == name), None)


def _labels(answer: InteractionResult) -> list[str]:
    return [each.get("label", "") for each in _items(answer)]


async def _fill(
    table: Table, person: Any, answer: InteractionResult, name: str, value: Any
) -> bool:
    """Choose it from its menu; whether there is one that has it."""
    item = _menu(answer, name)
    if item is None:
        return False
    options = item.get("options")
    if options is not None:
        wanted = str(getattr(value, "id", value))
        fitting = [meant(each) for each in options if wanted in (meant(each), each["label"])]
        value = fitting[0] if fitting else "type it"
    await person.select(shown_by(answer), [value], custom_id=name)
    await table.rest()
    return value != "type it"
