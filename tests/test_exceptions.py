"""Whatever the program raises survives the way between processes: class, words and attributes."""

import importlib
import inspect
import pickle
import pkgutil
import typing
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from types import ModuleType
from typing import Any

import pytest

import bot
import engine
from bot.store.records import Campaign, CampaignState
from engine.facts import NotKnown
from engine.hexes import Grid, Hex
from engine.module import Fault
from engine.orders import Refusal

SAMPLES: dict[Any, Any] = {
    str: "a word",
    str | None: "another",
    str | Callable[[], str]: "who holds the city",
    datetime: datetime(2024, 5, 6, tzinfo=UTC),
    Refusal: Refusal("bad_target", "cohorts.order.move", "There is none.", "Choose another."),
    tuple[str, ...]: ("one", "two"),
    Sequence[str]: ("one", "two"),
    tuple[str, str]: ("what is wrong", "what was meant"),
    tuple[int, int] | Hex: Hex(99, 3),
    Grid: Grid(8, 6),
    Fault: Fault("module.toml", 3, "races", "growth", "is missing"),
    Sequence[Campaign]: [
        Campaign(
            1,
            "March",
            "d",
            "0",
            "h",
            CampaignState.RUNNING,
            1,
            1,
            None,
            datetime(2024, 5, 6, tzinfo=UTC),
        )
    ],
    list[Fault]: [Fault("module.toml", 3, "races", "growth", "is missing")],
}
"""A value for each type of which an exception of ours is made."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):  # importing it runs it
            yield importlib.import_module(found.name)


def classes() -> list[type[Exception]]:
    found = {
        each
        for package in (engine, bot)
        for module in modules(package)
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, Exception) and each.__module__.split(".")[0] == package.__name__
    }
    return sorted(found, key=lambda each: (each.__module__, each.__qualname__))


def made(cls: type[Exception]) -> Exception:
    """One of the class, with a value for every parameter."""
    if "__init__" not in vars(cls):
        return cls("a word")
    hints = typing.get_type_hints(cls.__init__)
    args: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in list(inspect.signature(cls).parameters.values()):
        value = SAMPLES[hints[parameter.name]]
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            args.append(value)
    return cls(*args, **named)


def test_all_packages_are_walked() -> None:
    names = {each.__name__ for each in classes()}
    assert {"NotKnown", "Unfit", "Refused", "ModuleError", "StoreError", "WorkerError"} <= names


@pytest.mark.parametrize("cls", classes(), ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_it_arrives_in_another_process_as_it_was_raised(cls: type[Exception]) -> None:
    error = made(cls)
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is cls
    assert str(back) == str(error)
    assert vars(back) == vars(error)
    assert repr(back) == repr(error)
    assert str(error)


def test_words_that_only_one_process_finds_go_along() -> None:
    back = pickle.loads(pickle.dumps(NotKnown(lambda: "who holds the city")))
    assert str(back) == "you do not know who holds the city"
