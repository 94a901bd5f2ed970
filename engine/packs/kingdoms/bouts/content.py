"""The sections of the pack: those of encounters, which the other packs of Kingdoms read too."""

from engine.packs.kingdoms.content.encounters import EncounterContent

__all__ = ["EncounterContent"]
