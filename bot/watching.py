"""Who is told what happens in the host, for figures about it. It changes nothing that happens.

Told are kinds, numbers and seconds only: no guild, no campaign, no person.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal, Protocol

Ending = Literal["made", "refused", "failed"]
"""How a tick ended: committed, refused by the rules (nothing was written), or gone wrong."""


class Watcher(Protocol):
    """Is told, on the event loop, of what has just happened; it must be quick and never fail."""

    def ticked(
        self, kind: str, ending: Ending, parts: Mapping[str, float], late: timedelta | None
    ) -> None:
        """A tick has ended.

        `parts` are the seconds of its parts; `late` is how long after its time a tick of the
        calendar was committed, None for others.
        """
        ...

    def accepted(self) -> None:
        """Something that a player did with orders has been committed."""
        ...


class Unwatched:
    """The watcher of a host that nobody watches."""

    def ticked(
        self, kind: str, ending: Ending, parts: Mapping[str, float], late: timedelta | None
    ) -> None:
        """Nothing is noted."""

    def accepted(self) -> None:
        """Nothing is noted."""
