"""What the killed leave: resources of their race, for the winners of a battle."""

from __future__ import annotations

from collections.abc import Mapping

from engine.packs.cohorts.content import Content


def spoils(content: Content, killed: Mapping[str, int]) -> dict[str, int]:
    """The items that killed members leave, by name; `killed` counts them by race.

    They are given as the loser's possessions are. Source: cohorts.race.kill-resources.
    """
    found: dict[str, int] = {}
    for race, number in killed.items():
        for item, each in content.races[race].spoils.items():
            found[item] = found.get(item, 0) + each * number
    return {item: count for item, count in sorted(found.items()) if count}
