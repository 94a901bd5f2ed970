"""Instants as the store keeps them: whole microseconds since 1970, UTC. It knows no calendar."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(instant: datetime) -> int:
    """The stored form of an instant. Raises ValueError for one without a time zone."""
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return (instant - _EPOCH) // _MICROSECOND


def instant(stored: int) -> datetime:
    """The instant, in UTC, of a stored number."""
    return _EPOCH + stored * _MICROSECOND


def micros_or_none(moment: datetime | None) -> int | None:
    """As `micros`, for a column that may be empty."""
    return None if moment is None else micros(moment)


def instant_or_none(stored: int | None) -> datetime | None:
    """As `instant`, for a column that may be empty."""
    return None if stored is None else instant(stored)
