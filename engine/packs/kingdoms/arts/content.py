"""What a module holds for the spells of Kingdoms."""

from __future__ import annotations

from engine.module.sections import Sections, Table, declare
from engine.packs.kingdoms.content.arts import Art, Casting, Workings


class ArtsContent(Sections):
    """The sections of the arts, by the names of their tables in a module's files."""

    arts: Table[Art]
    casting: Casting
    workings: Workings


declare("kingdoms.arts", ArtsContent)
