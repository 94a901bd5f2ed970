"""The reason codes of refused orders: the one list of them.

Each stands in a table of the ledger, which says when it is told; a test holds both against each
other. What is wrong in a case says the refusal itself. Sources: cohorts.action.order-failure,
cohorts.order.city-guild-reason-codes.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

Code: TypeAlias = Literal[
    # Who acts: sponsor, action, countdown, magic.
    "unable",
    "city_not_controlled",
    "no_action",
    "cooling_down",
    "not_known",
    "already_known",
    "not_enough_mana",
    "not_allowed",
    # What it is done to, how far away, and whose that is.
    "bad_target",
    "relation",
    "out_of_range",
    "not_here",
    "outside_barony",
    "sea_province",
    "capital_province",
    # What is missing or too low.
    "missing",
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
    "name_taken",
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
    # An order that broke the program; no rule of the game (cohorts.turn.failed-orders).
    "internal_error",
]
