"""What a hero without a King asks of a kingdom for service, as far as it can know."""

from __future__ import annotations

from engine.module import Module
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.gold import hire_chance
from engine.packs.kingdoms.crowns.ventures.recruiting import fee_of, would_serve
from engine.packs.kingdoms.pieces.records import Crown, Ruler


def fee_told(fee: int, hero: Ruler | None) -> str:
    """A fee, such as "9 gold"; "or more" where nobody knows what the hero can do."""
    sure = hero is not None and hero.knows("skill")
    return f"{fee} gold" if sure else f"{fee} gold or more"


def terms_told(module: Module, crown: Crown, hero: Ruler) -> str:
    """What a hero asks and how likely the hero comes; empty for who would not serve there at all.

    The chance is that of somebody who is no Druid (kingdoms.economy.hiring).
    """
    content = module.content(RulerContent)
    if not would_serve(content, crown, hero):
        return ""
    chance = hire_chance(content, crown.alignment, hero.alignment, 0)
    return f"asks {fee_told(fee_of(content, crown, hero), hero)}, {chance}% to come"
