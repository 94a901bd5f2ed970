"""The words of Kingdoms' worked cases: draws, armies and abilities as the code has them."""

from collections.abc import Iterable, Mapping

from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.content import CrownContent
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from tests.rules.adapters.kingdoms.chance import Script, script
from tests.rules.harness import Given, folded
from tests.rules.scene import module

MODULE = module("kingdoms")
ARTS = MODULE.content(ArtsContent)
ARMIES = MODULE.content(ArmyContent)
CROWNS = MODULE.content(CrownContent)


def drawn(given: Given) -> Script:
    """Dice that fall as the case lists them, in the order in which they are asked for."""
    return script(given.get("draws", ()))


def levels(given: Mapping[str, int]) -> dict[str, int]:
    """Levels by ability that a case names among its other keys."""
    return {ability: given[ability] for ability in ABILITIES if ability in given}


def named(name: str, known: Iterable[str]) -> str:
    """The key that a name of a case stands for.

    Raises:
        LookupError: it stands for none.
    """
    for key in known:
        if folded(key) == folded(name):
            return key
    raise LookupError(name)
