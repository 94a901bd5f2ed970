"""What `python -m bot restore` says: the list of a guild's backups, or of one put back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bot.backups.restoring import LATEST, choose, restore
from bot.backups.shelf import Contents, Copy, Shelf, look_into
from bot.settings import WAYS_OUT, Settings, SettingsError
from bot.store.errors import NotFound, StoreError


def lines(settings: Settings, guild: int, when: str | None, file: Path | None) -> Iterator[str]:
    """List the guild's backups; with a time or a file put that back.

    Raises SettingsError without a folder of backups, StoreError, ValueError for what is no time.
    """
    if file is not None:
        yield from _put_back(settings.data, guild, file)
        return
    if settings.backups is None:
        way_out = WAYS_OUT["HEXMUSTER_BACKUPS"]
        raise SettingsError((f"HEXMUSTER_BACKUPS: is not set; {way_out}.",))
    shelf = Shelf(settings.backups)
    if when is not None:
        yield from _put_back(settings.data, guild, choose(shelf, guild, when).path)
        return
    copies = shelf.of(guild)
    if not copies:
        of = ", ".join(map(str, shelf.guilds())) or "no server"
        raise NotFound(f"There is no backup of {guild} in {shelf.folder}; there are of {of}.")
    yield f"Backups of {guild}, the newest first. Times are in UTC."
    yield from map(_line, copies)
    yield f"To put one back, stop the bot, then: restore {guild} {LATEST}, or a time of the list."


def _line(copy: Copy) -> str:
    size = copy.path.stat().st_size / 2**20
    try:
        told = _told(look_into(copy.path))
    except StoreError as error:
        told = str(error)
    return f"{copy.at:%Y-%m-%dT%H:%M:%S}  {size:8.1f} MiB  {told}"


def _told(contents: Contents) -> str:
    played = (f"{each.name} (tick {each.tick}, {each.state})" for each in contents.campaigns)
    return "; ".join(played) or "no campaign"


def _put_back(data: Path, guild: int, source: Path) -> Iterator[str]:
    done = restore(data, guild, source, datetime.now(UTC))
    yield f"{guild}.sqlite is now what {source} holds: {_told(done.contents)}."
    if done.aside is not None:
        yield f"The file that was there is kept as {done.aside}."
    yield "Start the bot. Reports that it has posted since then stay in their channels."
