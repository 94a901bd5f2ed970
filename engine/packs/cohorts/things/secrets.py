"""What there may be a secret of, and whether a city knows how it is made.

A secret belongs to the city and is never lost (cohorts.city.equipment-knowledge).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.pieces.records import City

Kind = Made | Potion
"""What there may be a secret of."""


def kinds(content: Content) -> Iterator[Kind]:
    """Everything of which somebody may know how it is made, in the module's order."""
    for table in (content.weapons, content.armors, content.gear, content.mounts, content.potions):
        yield from table.values()


def knows_how(city: City, kind: Kind) -> bool:
    """Whether a city knows how a thing is made; what has no item level is no secret.

    Source: cohorts.city.equipment-knowledge.
    """
    return not kind.item_level or kind.key in city.secrets


def learned(city: City, kind: Kind) -> City:
    """The city with one secret more."""
    return city.replace(secrets=tuple(sorted({*city.secrets, kind.key})))
