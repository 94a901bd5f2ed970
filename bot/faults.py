"""Named points at which a test may make the process fail; without a test they do nothing.

A point stands before or after a step that must not be lost or done twice (a commit, a send).
Inside a test `armed` runs an action there; no setting of the product's arms any. This is no place
for faults that can be had honestly, such as a full disk.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager

POINTS = frozenset(
    {
        "order.before_commit",
        "order.after_commit",
        "tick.before_commit",
        "tick.after_commit",
        "outbox.after_send",  # Discord has the message, the store does not know it yet
        "outbox.after_note",
        "furnishing.after_making",  # Discord has the role or channel, the store does not know it
        "furnishing.after_note",
        "role.after_setting",  # Discord has the roles, the store does not know it
        "tick.made",  # it is committed, and the event loop has just learned so
        "erasure.after_commit",
        "step.before_commit",
        "step.after_commit",
        "reminder.before_commit",
        "reminder.after_commit",
    }
)

_actions: dict[str, Callable[[], None]] = {}


def hit(point: str) -> None:
    """Pass the named point; fail there if a test wants it.

    Raises KeyError if there is no such point.
    """
    if point not in POINTS:
        raise KeyError(f"{point} is not a point of bot.faults.POINTS")
    if action := _actions.get(point):
        action()


def arm(point: str, action: Callable[[], None]) -> None:
    """Run `action` whenever the point is passed, until the process ends.

    Raises KeyError if there is no such point.
    """
    if point not in POINTS:
        raise KeyError(f"{point} is not a point of bot.faults.POINTS")
    _actions[point] = action


@contextmanager
def armed(point: str, action: Callable[[], None]) -> Generator[None]:
    """Run `action` whenever the point is passed, until the block ends."""
    arm(point, action)
    try:
        yield
    finally:
        del _actions[point]
