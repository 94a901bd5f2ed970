"""`/seat deputy`, `/seat caretaker`, `/seat computer`, `/seat why`: who acts beside a player."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands


def standins() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/seat` has of all this."""
    return ()
