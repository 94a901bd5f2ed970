"""What several orders of the game refuse in the same words."""

from __future__ import annotations

from engine.orders import Refusal
from engine.packs.kingdoms.pieces.records import Ruler


def serves_another(rule: str, ruler: Ruler) -> Refusal:
    """A character whom the player's kingdom does not employ."""
    return Refusal("unable", rule, f"{ruler.name} does not serve you.")


def leads_not(rule: str, name: str, army: str) -> Refusal:
    """An army that is not led by the character of that name."""
    says = f"{name} does not lead that {army}."
    return Refusal("bad_target", rule, says, "Choose one that this character leads.")


def as_many_as_may_be() -> Refusal:
    """A kingdom that has no room for a further character (kingdoms.mapping.stack)."""
    return Refusal(
        "not_allowed",
        "kingdoms.mapping.stack",
        "Your kingdom has as many characters as it may have.",
        "Dismiss a hero first.",
    )


def undiscovered(rule: str) -> Refusal:
    """A feature that the player's kingdom has not discovered (kingdoms.map.exploration)."""
    says = "Your kingdom has not discovered that feature."
    return Refusal("bad_target", rule, says, "Explore the province.")
