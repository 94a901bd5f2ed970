"""What a campaign's file keeps of erasures and copies, for its verification."""

from pathlib import Path

from bot.store.connection import reading


def read_former_seals(path: Path, campaign: int) -> list[tuple[int, str]]:
    """The seals that ticks bore before somebody was erased, as (tick, seal), the latest first."""
    with reading(path) as db:
        found = db.execute(
            "SELECT tick, seal FROM former_seal WHERE campaign = ? ORDER BY tick, erasure DESC",
            (campaign,),
        )
        return [(tick, seal) for tick, seal in found]


def read_erased_names(path: Path, campaign: int) -> tuple[str, ...]:
    """What stands for each person who was erased, in order."""
    with reading(path) as db:
        found = db.execute(
            "SELECT DISTINCT name FROM erasure WHERE campaign = ? ORDER BY number", (campaign,)
        )
        return tuple(name for (name,) in found)


def edition(path: Path, campaign: int) -> int:
    """How often somebody was erased: what was read before the last time is out of date."""
    with reading(path) as db:
        (count,) = db.execute(
            "SELECT count(*) FROM erasure WHERE campaign = ?", (campaign,)
        ).fetchone()
    return count


def read_copied(path: Path, campaign: int) -> int:
    """The last tick that was played in the campaign of which this is a copy; 0 if it is none."""
    with reading(path) as db:
        row = db.execute("SELECT last FROM copied WHERE campaign = ?", (campaign,)).fetchone()
    return row[0] if row else 0
