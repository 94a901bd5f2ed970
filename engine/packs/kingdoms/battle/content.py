"""The sections of the pack: those of armies, which the other packs of Kingdoms read too."""

from engine.packs.kingdoms.content.armies import ArmyContent

__all__ = ["ArmyContent"]
