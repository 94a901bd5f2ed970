"""What items do for the armies of who carries them (kingdoms.item.quality-bonus)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.packs.kingdoms.content.artifacts import Artifact


def quality_bonus(carried: Iterable[Artifact], race: str, kind: str) -> int:
    """By how much items raise the quality of an army of that race and type code.

    A banner and an artifact add up; several of one sort do not.
    """
    banner = artifact = 0
    for each in carried:
        banner = max(banner, each.banner)
        if each.command and each.command.over(race, kind):
            artifact = max(artifact, each.command.quality)
    return banner + artifact


def follows_freely(carried: Iterable[Artifact], race: str, kind: str) -> bool:
    """Whether an army follows without any shortfall of Druid skill (kingdoms.item.artifacts)."""
    return any(
        each.command is not None and each.command.freely and each.command.over(race, kind)
        for each in carried
    )
