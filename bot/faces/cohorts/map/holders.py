"""Whose land a province is, as far as a faction knows. Who may act there is the engine's matter."""

from __future__ import annotations

from engine.facts import NotKnown
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.ownership import of_faction, owner_of
from engine.packs.cohorts.pieces.records import City, Province
from engine.world import World


class Holders:
    """Who holds what in a faction's view; faction 0 is nobody, who remembers nothing."""

    def __init__(self, view: World, faction: int) -> None:
        self._view = view
        self._faction = faction
        cities = (city for city in view.all(City) if of_faction(view, city, faction))
        self._own = {city.barony for city in cities}

    def is_own(self, province: Province) -> bool:
        """Whether it belongs to a barony of the faction itself."""
        return province.barony in self._own

    def of(self, province: Province) -> int:
        """The faction that holds it, or held it when it was seen last; 0 for none."""
        if not self._faction:
            return self._as_it_stands(province)
        if self.is_own(province):
            return self._faction
        memory = self._view.find(Memory, province.id)
        return memory.owner if memory else self._faction

    def _as_it_stands(self, province: Province) -> int:
        """Whose city rules it, if the view holds that."""
        try:
            return owner_of(self._view, province)
        except NotKnown:
            return 0
