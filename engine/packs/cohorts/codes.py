"""The reason codes of Cohorts, in addition to the common ones (`engine.codes`).

Each stands in a table of the ledger, which says when it is told. Sources:
cohorts.action.order-failure, cohorts.order.city-guild-reason-codes.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from engine.codes import Common

Own: TypeAlias = Literal[
    # Who acts: sponsor, action, countdown, magic.
    "city_not_controlled",
    "no_action",
    "cooling_down",
    "not_known",
    "already_known",
    "not_enough_mana",
    # What it is done to, how far away, and whose that is.
    "relation",
    "not_here",
    "outside_barony",
    "sea_province",
    "capital_province",
    # What is missing or too low.
    "not_qualified",
    "guild_missing",
    "wrong_guild",
    "resources_missing",
    "improvement_missing",
    "lumber_mill_level",
    "race_missing",
    "secret_missing",
    "recipe_unknown",
    "guild_level_too_low",
    "skill_maximum",
    "skill_not_taught",
    "spell_level_too_high",
    "spell_unknown",
    "guild_or_character_missing",
    "founder",
    "population",
    "religion",
    # What is in the way already, or cannot change so.
    "village_present",
    "tower_present",
    "type_present",
    "agent_in_play",
    "offer_pending",
    "maximum_level",
    "upgraded_this_turn",
    "built_this_turn",
    "chance_zero",
    "village_level_1",
    # What would come to nothing.
    "no_recruits",
    "points",
    "zero_result",
    "too_few",
    "too_few_people",
    "population_limit",
    "nobody_healed",
    # The books of trade.
    "no_copy_left",
    "offered_not_open",
    "wanted_not_open",
    "not_open",
    "not_in_force",
    "not_party",
    "trade_ban",
    # Items, and what is put on them.
    "mixed_targets",
    "target_unknown",
    "not_enchanted",
    "not_enchantable",
    "not_convertible",
    "not_unique",
    "no_free_slot",
    "already_on_item",
    "does_not_fit",
]
OWN: Final[tuple[str, ...]] = get_args(Own)
Code: TypeAlias = Common | Own
"""What a refusal of Cohorts may have."""
