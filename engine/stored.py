"""Stored forms and how those of earlier versions are read.

Whatever is stored as JSON (records, events, orders, the sections of a module) says by number in
which form it was written. A change that an earlier form cannot be read by raises the number and
adds an upcaster; a new field with a default needs neither. `tests/golden/shapes.json` holds every
form as it is now, and fails the tests when one changes unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

Plain = dict[str, Any]
"""A stored value as JSON has it."""
Upcaster = Callable[[Plain], Plain]
"""Makes the plain form of one number that of the next."""


class Stored(Protocol):
    """What a class says of its stored form."""

    form: ClassVar[int]
    """The number of the form that is written now, from 1."""
    upcasters: ClassVar[Mapping[int, Upcaster]]
    """From form n, what makes form n + 1 of it."""


def upcast(cls: type[Stored], plain: Plain, form: int) -> Plain:
    """The plain form as it would be written now.

    Raises:
        ValueError: it was written by a newer version of the program.
    """
    if form > cls.form:
        raise ValueError(
            f"{cls.__name__} is stored in form {form}, and this version knows {cls.form} at most"
        )
    for number in range(form, cls.form):
        plain = cls.upcasters[number](plain)
    return plain
