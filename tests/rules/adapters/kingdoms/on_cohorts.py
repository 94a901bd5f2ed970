"""Battles in lines in the world of Cohorts: what military units are worth there."""

from engine.module import key_of
from engine.numbers import exact
from engine.packs.kingdoms.battle.on_cohorts.fielding import (
    Looks,
    army_for,
    quality_of,
    share_of,
)
from engine.packs.kingdoms.content.armies import ArmyContent
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import module

STAND_INS = module("iron_lines").content(ArmyContent).stand_ins
LOOKS = ("arm", "race", "keyword", "flies", "mount", "mount_speed", "weapons", "garrison")


@rule("kingdoms.mapping.battle-for-base-units")
def base_units(given: Given) -> Result:
    found: dict[str, object] = {}
    if "unit_level" in given:
        found["quality"] = quality_of(given["unit_level"])
    if "army_strength" in given:
        share = share_of(given.get("soldiers", 100), exact(given.get("wounds", 0)))
        found["strength"] = exact(given["army_strength"]) * share
    if any(key in given for key in LOOKS):
        found["army"] = army_for(STAND_INS, looks(given))
    return found


def looks(given: Given) -> Looks:
    """A unit of the base game as a case describes it; a mount of which nothing is said is slow."""
    weapons = tuple(given.get("weapons", ()))
    return Looks(
        arm=given.get("arm", "soldier"),
        words=tuple(key_of(given[each]) for each in ("race", "keyword") if each in given),
        flies=given.get("flies", False),
        mount=given.get("mount", ""),
        mount_speed=given.get("mount_speed", 0),
        weapons=weapons,
        armed=bool(weapons),
        garrison=given.get("garrison", False),
    )
