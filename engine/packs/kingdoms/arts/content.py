"""The sections of the pack: those of spells, which the other packs of Kingdoms read too."""

from engine.packs.kingdoms.content.arts import ArtsContent

__all__ = ["ArtsContent"]
