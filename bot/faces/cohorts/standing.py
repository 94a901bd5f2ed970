"""How another faction stands to the own one, in a word."""

from __future__ import annotations

from collections.abc import Mapping

from engine.packs.cohorts.content.diplomacy import Relationship

STANDS: Mapping[Relationship, str] = {"allied": "ally", "neutral": "neutral", "at_war": "at war"}
"""The most friendly first."""
