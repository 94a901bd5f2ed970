"""The parts of a coat of arms, each a step of choosing it (cohorts.setup.coat-of-arms)."""

from __future__ import annotations

from bot.faces.arms.coat import CHARGES, DIVIDED, DIVISIONS, TINCTURES, Arms
from bot.faces.words.choosing import Option, Question


def arms_steps() -> list[Question[Arms]]:
    """The parts of a coat of arms."""
    divisions = [Option(d, d.capitalize(), DIVIDED[d].format("one", "another")) for d in DIVISIONS]
    colours = [Option(each, each.capitalize()) for each in TINCTURES]
    charges = [Option(each, each.replace("-", " ").capitalize()) for each in CHARGES]
    return [
        _part("division", "Division", divisions),
        _part("field", "Colour of the field", colours),
        _part("second", "Second colour", colours),
        _part("charge", "Charge", charges),
        _part("tincture", "Colour of the charge", colours),
    ]


def _part(field: str, label: str, options: list[Option]) -> Question[Arms]:
    return Question(
        field,
        label,
        lambda _: options,
        lambda arms: (str(getattr(arms, field)),),
        lambda arms, values: Arms.model_validate({**arms.model_dump(), field: values[0]}),
    )
