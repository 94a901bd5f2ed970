"""What a panel does where not all is known that it would tell: it tells the rest.

A view may hold somebody only in part, such as an own captive as it was last seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.facts import Facts, NotKnown

T = TypeVar("T")
D = TypeVar("D")


def as_known(make: Callable[[], T], otherwise: D) -> T | D:
    """What is made of what is known; `otherwise` where too little is."""
    try:
        return make()
    except NotKnown:
        return otherwise


def text_of(thing: Facts, field: str) -> str:
    """A field that is a text, as a person reads it; empty where it is not known."""
    return str(getattr(thing, field)).replace("_", " ") if thing.knows(field) else ""
