"""Which guilds have a campaign, so that one whose file is gone is not taken for a new guild.

A text file with one guild's id a line. A guild is noted before its first campaign is committed, and
whenever a file with a campaign in it is opened: if the register is lost it comes back from the
files, and if a file is lost the register still knows. A host who takes a guild's file away for good
takes its line away too, while the bot is down. Bots with different shards on one folder share it,
so that shards can be dealt out anew.
"""

import asyncio
import os
import re
from pathlib import Path

from bot.store.errors import StoreNotWritable
from bot.store.ownership import alone_in

REGISTER = "guilds.txt"
"""The register's file in the data folder."""
_LINE = r"^[ \t]*([1-9][0-9]{0,17}|[1-8][0-9]{18})[ \t]*$"
_HEAD = (
    "# The servers that have a campaign, so that a lost file is noticed. To let one begin anew, "
    "stop the bot\n# and remove both its file and its line here.\n"
)


class Register:
    """The guilds that have a campaign, ended ones too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: set[int] = set()
        self._writing = asyncio.Lock()

    async def open(self) -> None:
        """Read the register; there may be none yet. Raises StoreNotWritable."""
        try:
            self._known = await asyncio.to_thread(self._read)
        except OSError as error:
            raise self._unusable(error) from error

    def __contains__(self, guild: int) -> bool:
        return guild in self._known

    def all(self) -> list[int]:
        """The guilds, in order of their ids."""
        return sorted(self._known)

    async def note(self, *guilds: int) -> None:
        """Note that these guilds have a campaign; returns once it is on the disk.

        Raises StoreNotWritable; then none of them is noted.
        """
        async with self._writing:
            if self._known.issuperset(guilds):
                return
            try:
                await asyncio.to_thread(self._write, self._known.union(guilds))
            except OSError as error:
                raise self._unusable(error) from error
            self._known.update(guilds)

    def _read(self) -> set[int]:
        try:
            text = self._path.read_text("utf-8", "replace")
        except FileNotFoundError:
            return set()
        return {int(line) for line in re.findall(_LINE, text, re.MULTILINE)}

    def _write(self, guilds: set[int]) -> None:
        draft = self._path.with_suffix(".new")
        with alone_in(self._path.parent):
            noted = sorted(guilds | self._read())  # another process may have noted some
            with draft.open("w", encoding="utf-8") as file:
                file.write(_HEAD + "".join(f"{guild}\n" for guild in noted))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)

    def _unusable(self, error: OSError) -> StoreNotWritable:
        return StoreNotWritable(
            f"{self._path.name} cannot be read and written ({error.strerror}). Nothing was "
            "changed. Check that the bot's user may write to its folder and to every file in it."
        )
