"""The statuses of a Cohorts module: those that last until removed, and the supernatural ones.

What each does is said in figures; which rule asks for which figure stands in
`engine.packs.cohorts.pieces.statuses`. Battle statuses are in `battle`.
"""

from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.module.sections import Data, KeyOf, Named
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.content.bonus import Words
from engine.packs.cohorts.content.land import Percent
from engine.packs.cohorts.content.peoples import Attribute

Status = Annotated[str, KeyOf(("statuses",))]
"""The key of a status that stays until removed (`cohorts.status.persistent`)."""
NatureKey = Annotated[str, KeyOf(("natures",))]


class Between(Data):
    """A whole number that is drawn evenly, both ends included."""

    least: Percent
    most: Percent

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.least > self.most:
            raise ValueError("least is more than most")
        return self


class LastingStatus(Named):
    """A status that stays on a character or unit until removed (`cohorts.status.persistent`).

    `being` says in a sentence what its bearer is. While it lasts the bearer is changed by
    `modifiers`, and weighs `weight_factor` times its racial weight. Pieces that do not `fight` take
    part in no battle, those that do not `act` do nothing themselves, those that do not `ride` are
    dismounted; one that does not `move` must be carried, and one that `walks` goes by land at its
    own racial rate whatever it rides. `fails` is the chance that what a character does comes to
    nothing.

    Wounds in percent points: `at_once` when it is put on, `weekly` at each weekly production,
    `monthly` at each monthly one; at those nobody `heals` whose status forbids it. At the end
    of a weekly production it is cured with a chance of the effective attribute `cured_by`, or
    `becomes` another with `becomes_percent`.
    """

    being: str
    modifiers: Words
    weight_factor: Annotated[int, Field(ge=1)] = 1
    fights: bool = True
    acts: bool = True
    rides: bool = True
    moves: bool = True
    walks: bool = False
    heals: bool = True
    fails: Percent = 0
    at_once: Percent = 0
    weekly: Percent = 0
    monthly: Between | None = None
    cured_by: Attribute | None = None
    becomes: Status | None = None
    becomes_percent: Percent = 0


class Nature(Named):
    """A supernatural status, of which each has at most one (`cohorts.status.supernatural`).

    `category` is a keyword that effects of battle name. Who `afflicts` can give it to others.
    The strength of the `special` attack counts once for each heroic level of the bearer.
    """

    category: str
    afflicts: bool = False
    modifiers: Words
    special: SpecialAttack | None = None
