"""From what a person typed to an order: the texts of its parameters as values.

Slash commands and sheets share this, so that both take the same words and refuse them alike. How
a value is written is in `engine.written`, the shape of a sheet's line in `engine.sheet`; what an
order needs to be carried out, in its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.labels import Labels, NoSuch
from engine.module.names import key_of
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules
from engine.written import NUMBER, Unfit, WrittenValue, check_characters, cut, items, near, paired

_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


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
