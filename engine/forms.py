"""From what a person typed to an order: the texts of its parameters as values.

Slash commands and sheets share this, so that both take the same words and refuse them alike. The
shape of a sheet's line is in `engine.sheet`; what an order needs to be carried out, in its class.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from engine.labels import Labels, NoSuch
from engine.module.names import closest, key_of
from engine.names import unseen
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules

NUMBER = re.compile(r"[+-]?\d{1,15}", re.ASCII)
_COMMA = re.compile(r",|$")
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_SHOWN = 40
_JSON = json.JSONDecoder()


class Unfit(ValueError):
    """Texts from which no order can be made: for each problem what is wrong and a suggestion."""

    def __init__(self, *problems: tuple[str, str]) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(says for says, _ in self.problems)


class WrittenValue(NamedTuple):
    """One value as it was written; `quoted` if between quotation marks."""

    text: str
    quoted: bool = False


def given_by_players(rules: Rules) -> dict[tuple[str, str], type[Order]]:
    """The orders that players give, by path; those of no phase of a turn are the host's."""
    return {path: cls for path, cls in rules.orders.items() if cls.phases[0] in rules.phases}


def order_of(
    cls: type[Order],
    given: Mapping[str, str | list[WrittenValue]],
    labels: Labels,
    makes: Mapping[str, str] | None = None,
) -> Order:
    """The order of a class from the texts of its parameters.

    A list is a text with commas, or its items. `makes` says which kind of thing each queued order
    will make.

    Raises:
        Unfit: a text does not fit its parameter.
    """
    problems: list[tuple[str, str]] = []
    values: dict[str, Any] = {}
    for parameter in parameters(cls):
        if parameter.name in given:
            try:
                values[parameter.name] = _value(
                    given[parameter.name], parameter, labels, makes or {}
                )
            except NoSuch as wrong:
                problems.append((f"`{parameter.name}`: {wrong.says}", wrong.suggestion))
            except Unfit as wrong:
                problems += [(f"`{parameter.name}`: {says}", near) for says, near in wrong.problems]
        elif parameter.required:
            problems.append((f"`{parameter.name}` is missing: {parameter.help}", ""))
    if problems:
        raise Unfit(*problems)
    return filled(cls, values)


M = TypeVar("M", bound=BaseModel)


def filled(cls: type[M], values: Mapping[str, Any]) -> M:
    """The order of a class, or what else asks as orders do, from the values of its parameters.

    Raises:
        Unfit: the values do not fit.
    """
    try:
        return cls.model_validate(values)
    except ValidationError as error:
        raise Unfit(*_problems(cls, error)) from None


def flaws(cls: type[BaseModel], values: Mapping[str, Any], parameter: str) -> list[str]:
    """What is wrong with the value of one parameter, whatever is with the others."""
    try:
        cls.model_validate(values)
    except ValidationError as error:
        wrong = [each for each in error.errors() if each["loc"] and each["loc"][0] == parameter]
        if wrong:
            return [says for says, _ in _problems(cls, error) if says.startswith(f"`{parameter}`")]
    return []


def read(
    cls: type[Order], given: Mapping[str, str], labels: Labels, makes: Mapping[str, str]
) -> dict[str, Any]:
    """The values of the texts that can be read already, while somebody is still typing."""
    found: dict[str, Any] = {}
    for parameter in parameters(cls):
        if text := given.get(parameter.name):
            with suppress(NoSuch, Unfit):
                found[parameter.name] = _value(text, parameter, labels, makes)
    return found


def items(text: str) -> list[WrittenValue]:
    """The items of a list that was written with commas.

    Raises:
        Unfit: something stands behind a closing quotation mark, or one is missing.
    """
    found: list[WrittenValue] = []
    at = 0
    while at <= len(text):
        item, at = item_at(text, at, _COMMA)
        at = skip_blanks(text, at)
        if at < len(text) and text[at] != ",":
            raise Unfit((f"“{cut(text[at:])}” stands behind a closing quotation mark", ""))
        found.append(item)
        at += 1
    return found


def paired(each: list[WrittenValue]) -> list[WrittenValue]:
    """The items with two bare numbers after each other as one, since provinces are `x,y`."""
    found: list[WrittenValue] = []
    for item in each:
        last = found[-1] if found else WrittenValue("")
        bare = not item.quoted and not last.quoted
        if bare and NUMBER.fullmatch(last.text) and NUMBER.fullmatch(item.text):
            found[-1] = WrittenValue(f"{last.text},{item.text}")
        else:
            found.append(item)
    return found


# ---------------------------------------------------------------- words


def item_at(text: str, at: int, end: re.Pattern[str]) -> tuple[WrittenValue, int]:
    """The value that begins at a place, bare up to `end` or in quotation marks.

    Raises:
        Unfit: a quoted text does not end, or is not well formed.
    """
    at = skip_blanks(text, at)
    if not text.startswith('"', at):
        found = end.search(text, at)
        stop = found.start() if found else len(text)
        return WrittenValue(text[at:stop].strip()), stop
    try:
        word, at = _JSON.raw_decode(text, at)
    except ValueError:
        says = 'a text lacks its closing " or has a \\ that is not written \\\\'
        raise Unfit((says, "")) from None
    return WrittenValue(word, quoted=True), at


def skip_blanks(text: str, at: int) -> int:
    """The next place that is not blank."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def check_characters(line: str) -> None:
    """Refuse what no name may have since it cannot be seen (`engine.names`).

    Raises:
        Unfit: there is such a character.
    """
    if wrong := unseen(line):
        raise Unfit((wrong, ""))


def near(text: str, known: Iterable[str]) -> str:
    """The known word most like a misspelt one; empty if none is."""
    return (closest(text, known) or "") if len(text) <= 2 * _SHOWN else ""


def cut(text: str) -> str:
    """As much of a person's text as is repeated in an answer."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


# ---------------------------------------------------------------- values


def _value(
    given: str | list[WrittenValue], parameter: Parameter, labels: Labels, makes: Mapping[str, str]
) -> Any:
    if parameter.many:
        each = items(given) if isinstance(given, str) else given
        if parameter.kind == "ref":
            each = paired(each)
        if [item.text for item in each] == [""]:
            return ()
        return tuple(read_one(item.text, parameter, labels, makes) for item in each)
    return read_one(str(given), parameter, labels, makes)


def read_one(text: str, parameter: Parameter, labels: Labels, makes: Mapping[str, str]) -> Any:
    """The value of one text, of a list the one of an item.

    Raises:
        NoSuch: it does not fit.
    """
    check_characters(text)
    match parameter.kind:
        case "ref":
            asks = parameter.asks
            if asks is None:
                raise NoSuch(f"“{cut(text)}” names nothing")
            return labels.find(text, asks.kinds, makes, by_name=asks.by_name)
        case "number":
            if not NUMBER.fullmatch(text.strip()):
                raise NoSuch(f"“{cut(text)}” is no whole number")
            return int(text)
        case "flag":
            flag = _FLAGS.get(key_of(text))
            if flag is None:
                raise NoSuch(f"“{cut(text)}” is neither yes nor no")
            return flag
        case "option":
            known = {key_of(option): option for option in parameter.options}
            if key_of(text) not in known:
                says = f"“{cut(text)}” is none of {', '.join(parameter.options)}"
                raise NoSuch(says, near(text, parameter.options))
            return known[key_of(text)]
        case _:
            if parameter.asks and parameter.asks.ids:
                return labels.text_meant(text.strip(), parameter.asks.ids)
            return text


def _problems(cls: type[BaseModel], error: ValidationError) -> list[tuple[str, str]]:
    known = {parameter.name: parameter for parameter in parameters(cls)}
    found: dict[str, None] = {}
    for each in error.errors(include_url=False, include_context=False, include_input=False):
        parameter = known.get(str(each["loc"][0])) if each["loc"] else None
        says = each["msg"].removeprefix("Value error, ")
        if parameter is None:
            found[says] = None
        elif each["type"] in _OUT_OF_BOUNDS and (parameter.least, parameter.most) != (None, None):
            found[f"`{parameter.name}` {_bounds(parameter)}"] = None
        else:
            found[f"`{parameter.name}`: {says}"] = None
    return [(says, "") for says in found]


_OUT_OF_BOUNDS = frozenset(
    (
        "greater_than_equal",
        "less_than_equal",
        "string_too_short",
        "string_too_long",
        "too_short",
        "too_long",
    )
)


def _bounds(parameter: Parameter) -> str:
    least, most = parameter.least, parameter.most
    span = f"at least {least}" if most is None else f"at most {most}"
    if least is not None and most is not None:
        span = f"from {least} to {most}"
    if parameter.many:
        return f"takes {span} things"
    return f"is a number, {span}" if parameter.kind == "number" else f"has {span} characters"
