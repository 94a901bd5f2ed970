"""How an act of the desk is declared where its subject is; the desk offers it (`bot.desk.acts`)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from discord import app_commands

Act = app_commands.Command[Any, ..., Any]


def desk_act(
    name: str, description: str
) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Act]:
    """As `app_commands.command`, for what is no command but declares its parameters as one."""

    def made(callback: Callable[..., Coroutine[Any, Any, None]]) -> Act:
        return app_commands.Command(name=name, description=description, callback=callback)

    return made
