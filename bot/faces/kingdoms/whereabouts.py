"""Where things lie and what they are called on sheets: words that all panels share."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.kingdoms.places import where
from engine.campaign import Faction
from engine.module import Module
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.healing import most_of
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Region, Ruler
from engine.world import World


def spot(view: World, holding: int) -> str:
    """A province by its region and coordinates, as reports call it, such as "Owlweald 4,7"."""
    known = view.find(Holding, holding)
    if known is None:
        return "nobody knows where"
    region = view.find(Region, known.region)
    return f"{region.name if region else known.terrain} {where(known)}"


def at(view: World, holding: int) -> str:
    """A province by its coordinates alone, where there is no room for more."""
    known = view.find(Holding, holding)
    return where(known) if known else "nobody knows where"


def crown_name(view: World, id: int, otherwise: str = "nobody") -> str:
    """A kingdom by its name."""
    crown = view.find(Crown, id)
    return crown.name if crown else otherwise


def colour_of(view: World, crown: int) -> int:
    """The colour of a kingdom's faction; 0 for nobody's."""
    known = view.find(Crown, crown)
    side = view.find(Faction, known.faction) if known else None
    return side.colour if side else 0


def rank(ruler: Ruler) -> str:
    """What a character is."""
    return {"king": "King", "heir": "Royal Heir", "hero": "Hero"}[ruler.rank]


def company(rules: Rules, armies: Sequence[Army]) -> str:
    """The name of a character with all led armies (kingdoms.mapping.stack)."""
    if not armies:
        return "Party"
    types = rules.module.content(ArmyContent).army_types
    return "Fleet" if any(types[army.type].carries for army in armies) else "Host"


def leads(view: World, ruler: Ruler) -> list[Army]:
    """The armies that a character is known to lead, by id."""
    return list(view.by(Army, "leader", ruler.id))


def full_of(view: World, module: Module, ruler: Ruler) -> int:
    """The most hit points of a character of one's own; of a sleeper, those of the waking."""
    return most_of(view, module, ruler.replace(skill=ruler.coma or ruler.skill))
