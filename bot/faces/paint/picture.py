"""A picture that is ready to be sent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished image for Discord."""

    png: bytes  # of an animation, a GIF
    alt: str  # at most 1,024 characters
    filename: str
    width: int  # pixels
    height: int
