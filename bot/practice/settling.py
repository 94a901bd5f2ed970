"""How the simulated Discord finds out that the bot has come to rest.

At every step SimCord asks of every task whether it waits for the end of a panel, or is what ends
one, and reads through all fields of all open panels for that. Half the time of a story went there,
and with some hundred panels open each answer took seconds. Here the same is read off the two
fields in which discord.py keeps it.
"""

import asyncio
from typing import Any

import discord
from discord.ui.view import BaseView
from simcord import Env
from simcord import _dpy_internals as simcord  # pyright: ignore[reportPrivateUsage]

from bot.practice import PATIENCE

_END = "_BaseView__stopped"
"""Where discord.py keeps the future that is done once a view has ended."""
_IN_TIME = BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]
"""What the task runs that ends a view in time."""


class PatientEnv(Env):
    """A simulated Discord that gives the bot as long to come to rest as a busy machine needs.

    SimCord waits 5 s for a bot that starts, whatever it was told for all else.
    """

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - as SimCord has it
        idle: float = 0.01,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        patience = None if timeout is None else max(timeout, PATIENCE)
        await super()._settle_internal(
            timeout=patience, idle=idle, dispatch=dispatch, _deadline=_deadline
        )


def _awaits_end(client: discord.Client, waiter: Any) -> bool:
    """Whether what a task waits for is the end of an open panel or form."""
    if waiter is None or waiter.done():
        return False
    store = client._connection._view_store  # pyright: ignore[reportPrivateUsage]
    for items in store._views.values():  # pyright: ignore[reportPrivateUsage]
        for item in items.values():
            if (panel := item._view) and getattr(panel, _END) is waiter:  # pyright: ignore[reportPrivateUsage]
                return True
    return any(getattr(form, _END) is waiter for form in store._modals.values())  # pyright: ignore[reportPrivateUsage]


def _ends_in_time(client: discord.Client, task: asyncio.Task[Any]) -> bool:
    """Whether a task is the one that ends an open panel or form in time."""
    coroutine: Any = task.get_coro()
    if getattr(coroutine, "cr_code", None) is not _IN_TIME or coroutine.cr_frame is None:
        return False
    ended: bool = coroutine.cr_frame.f_locals["self"].is_finished()
    return not ended


simcord.is_view_wait_future = _awaits_end
simcord._view_timeout_task_identity = _ends_in_time  # pyright: ignore[reportPrivateUsage]
