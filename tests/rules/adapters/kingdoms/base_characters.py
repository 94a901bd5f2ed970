"""Characters of the base game in encounters of Kingdoms."""

from engine.packs.kingdoms.bouts.on_cohorts.fielding import Schooling, abilities, full_hits
from engine.packs.kingdoms.pieces.abilities import ABILITIES, level_in
from tests.rules.harness import Given, Result, rule

SKILLS = ("troop_training", "best_weapon", "bow", "faith", "spell_craft", "spy", "thief")


@rule("kingdoms.mapping.abilities-for-base-characters")
def base(given: Given) -> Result:
    levels = abilities(Schooling(**{key: given[key] for key in SKILLS if key in given}))
    found: dict[str, object] = {each: level_in(levels, each) for each in ABILITIES}
    return {**found, "hit_points": full_hits(levels)}
