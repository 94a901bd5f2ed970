"""The hashes of all states that a campaign's world was ever in, by one reading of its rows."""

from pathlib import Path
from typing import Final

from bot.store.connection import reading
from engine.world import digest

_DIGESTS: Final = 1 << 256


def read_hashes(path: Path, campaign: int, last: int) -> list[str]:
    """The hash of the state after each tick from 0 to `last`, as `engine.replay.state_hash` has it.

    It is made of the rows, not of what the ticks say.
    """
    changes = [0] * (last + 2)
    with reading(path) as db:
        cursor = db.cursor()
        cursor.row_factory = None
        found = cursor.execute(
            "SELECT kind, id, tick, NULL, body FROM entity"
            " WHERE campaign = :campaign AND body IS NOT NULL"
            " UNION ALL SELECT kind, id, tick, until, body FROM entity_past"
            " WHERE campaign = :campaign AND body IS NOT NULL AND until > tick",
            {"campaign": campaign},
        )
        for kind, id, tick, until, body in found:
            own = digest([(kind, id, body)])
            if 0 <= tick <= last:
                changes[tick] += own
            if until is not None and 0 <= until <= last:
                changes[until] -= own
    hashes: list[str] = []
    state = 0
    for change in changes[: last + 1]:
        state = (state + change) % _DIGESTS
        hashes.append(f"{state:064x}")
    return hashes
