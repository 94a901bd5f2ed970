"""Talents: who teaches them, how many one may have, and what an exchange costs.

What a talent does stands in the module and in `bonuses`; the order that changes them in
`guilds.talents`. New units get theirs in `training`, those of starting characters are checked with
the party.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.packs.cohorts.content import Content, Talent
from engine.packs.cohorts.content.cities import Experience
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.things.equipment import SHOWN
from engine.packs.cohorts.things.item_names import kind_called
from engine.world import World

Flaw = Literal[
    "bad_target", "guild_missing", "no_free_slot", "already_known", "not_known", "missing"
]
"""Why a talent was not given; reason codes of cohorts.order.set-unit-talents."""


def supplied(world: World, content: Content, city: City) -> tuple[str, ...]:
    """The talents that the guilds of a city give at their present levels, as the module lists them.

    Source: cohorts.table.guild-talents.
    """
    levels = {guild.type: guild.level for guild in world.by(Guild, "city", city.id)}
    return tuple(
        talent.key
        for talent in content.talents.values()
        if any(levels.get(kind, 0) >= least for kind, least in talent.guilds.items())
    )


def price(figures: Experience, level: int) -> int:
    """The XP that an exchange costs: from the present level to the next.

    Source: cohorts.talent.changing.
    """
    return figures.needed_for(level + 1) - figures.needed_for(level)


@dataclass(slots=True)
class Learner:
    """Someone whose talents change one by one, with what the guilds at hand give."""

    content: Content
    taught: tuple[str, ...]
    talents: tuple[str, ...]
    level: int
    xp: int

    @property
    def free(self) -> bool:
        """Whether it may have one more talent (cohorts.talent.slots)."""
        return len(self.talents) < self.content.training.talents_at(self.level)

    def add(self, name: str) -> Flaw | None:
        """Learn a talent, or say why not (cohorts.talent.adding)."""
        new = self.known(name)
        if new is None:
            return "bad_target"
        if new.key not in self.taught:
            return "guild_missing"
        if not self.free:
            return "no_free_slot"
        if new.key in self.talents:
            return "already_known"
        self.talents = (*self.talents, new.key)
        return None

    def exchange(self, name: str, by: str) -> Flaw | None:
        """Give up a talent for another, or say why not; a level may be lost.

        The new one is only learned if the level that is left has room for it. Source:
        cohorts.talent.changing.
        """
        old, new = self.known(name), self.known(by)
        if old is None or new is None:
            return "bad_target"
        if new.key not in self.taught:
            return "guild_missing"
        if new.key in self.talents:
            return "already_known"
        if old.key not in self.talents:
            return "not_known"
        cost = price(self.content.experience, self.level)
        if self.xp < cost:
            return "missing"
        self.xp -= cost
        self.level = self.content.experience.level_of(self.xp)
        self.talents = tuple(key for key in self.talents if key != old.key)
        if self.free:
            self.talents = (*self.talents, new.key)
        return None

    def known(self, name: str) -> Talent | None:
        """The talent of that name, however it is spelt."""
        return kind_called(self.content.talents.values(), name)


def given_at_training(
    content: Content, taught: tuple[str, ...], asked: Iterable[str]
) -> tuple[tuple[str, ...], list[tuple[str, Flaw]]]:
    """The talents that a new unit gets of those asked for, and which it does not and why.

    Sources: cohorts.order.train-military-units, cohorts.table.guild-talents.
    """
    recruit = Learner(content, taught, (), content.training.level, content.training.xp)
    left_out: list[tuple[str, Flaw]] = []
    for name in asked:
        flaw = recruit.add(name)
        if flaw:
            left_out.append((name[:SHOWN], flaw))
    return recruit.talents, left_out
