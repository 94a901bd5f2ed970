"""The seed of a campaign that ends, so that its dice can be verified. For nothing else."""

from pathlib import Path
from typing import Final

from bot.store.resolving import read_seed

CEREMONY: Final = "ceremony"
"""The timer of a campaign that has ended and is still to be seen off (`bot.ending.holding`)."""


def seed_told(seed: str, hash_: str) -> str:
    """What the herald says of a seed, in hexadecimal, as the campaign ends."""
    return (
        f"Its seed was `{seed}`; the SHA-256 of these bytes is `{hash_}`, "
        "as the status has shown since the beginning."
    )


def seed_to_publish(path: Path, campaign: int) -> str:
    """The seed in hexadecimal; its SHA-256 is the hash that stood in the status all along."""
    return read_seed(path, campaign).hex()
