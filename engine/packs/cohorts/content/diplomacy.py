"""How factions stand at the start, and how long votes of a majority stand before that changes."""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import field_validator, model_validator

from engine.module.sections import Data, KeyOf
from engine.packs.cohorts.content.cities import Positive

Relationship = Literal["allied", "neutral", "at_war"]
FactionKey = Annotated[str, KeyOf(("factions",))]


class StartingRelation(Data):
    """How two factions stand to each other when the campaign begins."""

    between: tuple[FactionKey, FactionKey]
    relation: Relationship

    @model_validator(mode="after")
    def _of_two(self) -> Self:
        if self.between[0] == self.between[1]:
            raise ValueError("names one faction twice; a relation is one of two")
        return self


class Diplomacy(Data):
    """Weekly productions from a majority to the change it wants (`cohorts.diplomacy.counters`).

    An alliance has none: it begins when both majorities stand. `relations` are those of the
    start; factions that are not named there begin neutral (`cohorts.diplomacy.relations`).
    """

    war: Positive
    peace: Positive
    breaking: Positive
    war_by_voters: bool = False
    """Whether a war is decided by those alone who have voted about the other faction."""
    relations: tuple[StartingRelation, ...] = ()

    @field_validator("relations", mode="after")
    @classmethod
    def _each_pair_once(cls, relations: Sequence[StartingRelation]) -> Sequence[StartingRelation]:
        pairs = [tuple(sorted(each.between)) for each in relations]
        for place, pair in enumerate(pairs):
            if pair in pairs[:place]:
                raise ValueError(f"names {pair[0]} and {pair[1]} twice")
        return relations
