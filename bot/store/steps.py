"""The names of the steps that must follow a commit (`bot.campaign.steps` says how they are done).

A step is a timer; one that is about something has it in its name, such as `role:<user>`.
"""

from typing import Final

ROLE: Final = "role"
"""The roles of a person follow the seats: `role:<user>`; triggers of the schema note it."""
SEAT: Final = "seat"
"""A seat changes hands, as the world has it already: `seat:<player>`."""
JOINED: Final = "joined"
"""What follows when a person has joined: `joined:<user>`."""
ERASE: Final = "erase"
"""A person is erased from the campaign: `erase:<user>`."""
SWEEP: Final = "sweep"
"""What was erased leaves no bytes in the file."""
UNSAYING: Final = "unsaying"
"""Messages that name somebody who was erased are rewritten or taken away."""
STATUS: Final = "status"
"""The campaign's status is brought up to date."""
FURNISH: Final = "furnish"
"""Roles that were deleted by hand are made anew."""

END: Final = "end"
"""A campaign ends by its moderators, now that its day of grace is over."""

CEREMONY: Final = "ceremony"
"""The timer, no step, of a campaign that has ended and is still to be seen off."""


def step(kind: str, of: int) -> str:
    """The name of a step that is about one thing."""
    return f"{kind}:{of}"
