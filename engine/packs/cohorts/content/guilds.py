"""The guilds of a Cohorts module: what each type needs, teaches and makes, and how guilds grow."""

from typing import Annotated

from pydantic import Field

from engine.module.sections import Data, Named
from engine.packs.cohorts.content.cities import Positive
from engine.packs.cohorts.content.land import Alternative, Needs, Percent
from engine.packs.cohorts.content.peoples import ClassKey, Keyword


class Several(Data):
    """A need for so many different resources of a list."""

    count: Positive
    among: Annotated[tuple[Alternative, ...], Field(min_length=1)]


class GuildType(Named):
    """A type of guild (``cohorts.order.build-guild``); its key is one of the six kinds.

    A city with at least ``least_people`` people and access to what is needed builds it with a
    founder of the class ``founder``, or of any class if there is none. It teaches the trained
    skills of ``teaches`` and its agents have that class's skills and are called ``agent``
    (``cohorts.order.guild-train-character``, ``cohorts.order.guild-summon-agent``); it brews the
    potions of the keywords in ``brews``.
    """

    founder: ClassKey | None = None
    needs: Needs = ()
    several: Several | None = None
    least_people: Annotated[int, Field(ge=0)] = 0
    teaches: ClassKey
    agent: str
    brews: tuple[Keyword, ...] = ()
    holds_mana: bool = False


class GuildRules(Data):
    """Figures that hold for every guild (``cohorts.guild.*``).

    An order raises a guild with a chance of (``sure_to_level`` - its level) *
    ``percent_per_level``, and each week it may do so by itself, at most to ``most_level``.
    A founder needs ``founder_level``; breaking trade costs a ``broken_trade_part`` of the level.
    """

    founder_level: Positive
    sure_to_level: Positive
    percent_per_level: Positive
    spontaneous_percent: Percent
    most_level: Positive
    actions: Positive
    broken_trade_part: Positive
    levels_per_potion: Positive
