"""The sections of the pack: of Kings and heroes, gold, turns and land, actions and offices."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.module.sections import declare
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.tidings import NewsThresholds
from engine.packs.kingdoms.content.ventures import VentureContent


class CrownContent(RulerContent, VentureContent):
    """The sections of the pack `kingdoms.crowns`."""

    needs: ClassVar[tuple[str, ...]] = ("map",)

    tidings: Annotated[NewsThresholds, Field(exclude_if=NewsThresholds().__eq__)] = NewsThresholds()


declare("kingdoms.crowns", CrownContent)
