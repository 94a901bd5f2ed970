"""The parts of a coat of arms, each a step of choosing it (cohorts.setup.coat-of-arms)."""

from __future__ import annotations

from collections.abc import Callable

from bot.faces.arms.coat import CHARGES, DIVISIONS, TINCTURES, Arms, divided
from bot.faces.words.choosing import Option, Question


def arms_steps() -> list[Question[Arms]]:
    """The parts of a coat of arms."""
    colours = [Option(each, each.capitalize()) for each in TINCTURES]
    charges = [Option(each, each.replace("-", " ").capitalize()) for each in CHARGES]
    return [
        _part("division", "Division", _divisions),
        _part("field", "Colour of the field", lambda _: colours),
        _part("second", "Second colour", lambda _: colours),
        _part("charge", "Charge", lambda _: charges),
        _part("tincture", "Colour of the charge", lambda _: colours),
    ]


def _divisions(arms: Arms) -> list[Option]:
    """Each as it would look in the colours that are chosen."""
    return [Option(d, d.capitalize(), divided(d, arms.field, arms.second)) for d in DIVISIONS]


def _part(field: str, label: str, options: Callable[[Arms], list[Option]]) -> Question[Arms]:
    return Question(
        field,
        label,
        options,
        lambda arms: (str(getattr(arms, field)),),
        lambda arms, values: Arms.model_validate({**arms.model_dump(), field: values[0]}),
    )
