"""Figures of what agents do."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.module.sections import Data
from engine.packs.cohorts.content.cities import Positive
from engine.packs.cohorts.content.land import Percent

Contest = Literal["steal_spell", "detect", "rob", "assassinate", "elude"]
"""What an agent tries against somebody's skill or level."""
Far = Literal["detect", "rob", "assassinate"]
"""What an agent does from a distance; all else it does where it is."""


class AgentRules(Data):
    """Figures of the orders of agents (`cohorts.agent.contest-chance`).

    Against somebody as good an agent succeeds with `even_percent`; each level of difference changes
    that by `percent_per_level`. It reaches `provinces` for every heroic level of the skill that it
    uses.
    """

    even_percent: Percent
    percent_per_level: Annotated[Mapping[Contest, Positive], Field(min_length=5)]
    provinces: Annotated[Mapping[Far, Positive], Field(min_length=3)]
