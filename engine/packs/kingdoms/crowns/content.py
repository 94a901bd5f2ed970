"""The sections of the pack: alignments, peoples, Kings and heroes, gold, turns and land."""

from engine.packs.kingdoms.content.rulers import RulerContent

__all__ = ["RulerContent"]
