"""A report that was posted, shown again as a page among others of its turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.faces.words.undone import did_not_happen
from bot.post.posting import Post, build
from bot.store.guild import GuildStore
from bot.store.lines import TakenBack
from bot.store.records import Message
from bot.workers import Workers

_TEXT: Final = 2000  # Discord: characters of a message's own text


def in_order(pages: Sequence[Message], gone: Mapping[int, TakenBack]) -> list[Message]:
    """What holds first, then what was taken back, each as it was posted."""
    return sorted(pages, key=lambda each: each.tick in gone)


async def report_page(
    workers: Workers,
    path: Path,
    store: GuildStore,
    pages: Sequence[Message],
    at: int,
    gone: Mapping[int, TakenBack],
) -> Post:
    """The page at that place, with its number, and with a mark if its tick is among those `gone`.

    Raises `WorkerError` if a worker was lost on the way.
    """
    page = pages[at]
    post = await build(workers, path, store, page)
    if post.embeds and len(pages) > 1:
        place = f"{post.embeds[-1].footer.text} · page {at + 1} of {len(pages)}"
        post.embeds[-1].set_footer(text=place)
    if undone := gone.get(page.tick or 0):
        text = f"{did_not_happen(undone.at)}\n{post.text}".strip()
        return replace(post, text=text if len(text) <= _TEXT else text[: _TEXT - 1] + "…")
    return post
