"""What a portrait shows of a character or unit: plain values, read off what its faction knows."""

from __future__ import annotations

from typing import Final

from bot.faces.sheet.likeness import Armour, Likeness
from engine.facts import Facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.pieces.records import Character, Unit

_PLATED: Final = ("plate",)
_MAILED: Final = ("mail", "chain", "scale", "laminated")


def likeness_of(content: Content, piece: Character | Unit, colour: int) -> Likeness:
    """How a piece looks, as far as it is known; `colour` is its faction's."""
    worn: dict[str, str] = dict(piece.equipment) if piece.knows("equipment") else {}
    main = worn.get("main_hand") or worn.get("ranged", "")
    weapon = content.weapons.get(item_of(main).key) if main else None
    off = content.weapons.get(item_of(worn.get("off_hand", "")).key)
    return Likeness(
        seed=piece.id * 2654435761 % 2**32,
        race=_text(piece, "race"),
        calling=_text(piece, "job") if isinstance(piece, Character) else _text(piece, "type"),
        armour=_armour(worn.get("armor", "")),
        weapon=weapon.classes[0] if weapon else "",
        shield=off is not None and "shield" in off.classes,
        wounds=int(piece.wounds) if piece.knows("wounds") else 0,
        dead=isinstance(piece, Character) and piece.knows("dead") and piece.dead,
        captive=piece.knows("captor") and piece.captor != 0,
        colour=colour,
    )


def _armour(item: str) -> Armour:
    if not item:
        return "none"
    if any(each in item for each in _PLATED):
        return "plate"
    return "mail" if any(each in item for each in _MAILED) else "leather"


def _text(piece: Facts, field: str) -> str:
    return getattr(piece, field) if piece.knows(field) else ""
