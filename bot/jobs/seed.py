"""The seed of a campaign that ends, so that its dice can be verified. For nothing else."""

from pathlib import Path

from bot.store.resolving import read_seed


def seed_to_publish(path: Path, campaign: int) -> str:
    """The seed in hexadecimal; its SHA-256 is the hash that stood in the status all along."""
    return read_seed(path, campaign).hex()
