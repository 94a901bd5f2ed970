"""What spells do, each effect once for all spells that have it; figures are the module's."""

from typing import Any, Final

from engine.packs.cohorts.content import Spell
from engine.packs.cohorts.content import spells as shapes
from engine.packs.cohorts.magic.cast import Working
from engine.packs.cohorts.magic.effects import (
    afflicting,
    destroying,
    dispelling,
    healing,
    lying,
    revealing,
    teleporting,
)

_WORKINGS: Final[dict[type[Any], Working]] = {
    shapes.Shell: lying.Lying(),
    shapes.Hide: lying.Lying(),
    shapes.Modify: lying.Lying(),
    shapes.Barrier: lying.Raising(),
    shapes.Heal: healing.Healing(),
    shapes.Cure: healing.Curing(),
    shapes.Resurrect: healing.Resurrecting(),
    shapes.Afflict: afflicting.Afflicting(),
    shapes.Frighten: afflicting.Frightening(),
    shapes.Destroy: destroying.Destroying(),
}


def working_of(spell: Spell) -> Working:
    """How a spell works."""
    match spell.effect:
        case shapes.Dispel(removes=sort):
            return dispelling.WORKINGS[sort]
        case shapes.Reveal(what=what):
            return revealing.WORKINGS[what]
        case shapes.Teleport(what=what):
            return teleporting.WORKINGS[what]
        case effect:
            return _WORKINGS[type(effect)]
