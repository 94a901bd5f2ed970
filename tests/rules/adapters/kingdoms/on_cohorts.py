"""Battles in lines in the world of Cohorts: what military units are worth there."""

from collections.abc import Mapping

from engine.numbers import exact
from engine.packs.kingdoms.battle.on_cohorts.fielding import quality_of, share_of
from tests.rules.harness import Given, rule


@rule("kingdoms.mapping.battle-for-base-units", "unit_level", "army_strength", "soldiers", "wounds")
def base_units(given: Given) -> Mapping[str, object]:
    found: dict[str, object] = {}
    if "unit_level" in given:
        found["quality"] = quality_of(given["unit_level"])
    if "army_strength" in given:
        share = share_of(given.get("soldiers", 100), exact(given.get("wounds", 0)))
        found["strength"] = exact(given["army_strength"]) * share
    return found
