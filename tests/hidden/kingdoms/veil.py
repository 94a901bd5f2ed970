"""The world in which much is hidden from the first of four kingdoms."""

from __future__ import annotations

import functools
from typing import Final

from engine.packs.kingdoms.crowns.noticing import in_view
from engine.packs.kingdoms.crowns.ventures.working import Explore
from engine.packs.kingdoms.pieces.enchantments import lay
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Grave,
    Holding,
    MagicItem,
    Overture,
    Ruler,
    Site,
    Survey,
    Truce,
    survey_id,
)
from engine.world import World
from tests.hidden.kinds import Kinds
from tests.packs.kingdoms.crowns.table import Table, ref

ME: Final = 1
"""The kingdom from which all that is changed is hidden."""


class Shrouded(Table):
    """A table that has played a turn, with much that the first kingdom has never seen."""

    def __init__(self) -> None:
        first = Table.seated()
        super().__init__(first.world, first.tick)
        self.run({n: [Explore(character=ref(each)) for each in self.heroes(n)] for n in (1, 2, 3)})
        self.end()
        seen = {number: in_view(self.world, number) for number in (1, 2, 3, 4)}
        anybodys = {id for spots in seen.values() for id in spots}
        held = {army.holding for army in self.world.all(Army) if army.militia}
        self.far, self.farther, *_ = (
            each for each in self.world.all(Holding) if each.id in held - anybodys
        )
        """Wild land that no kingdom sees, with its militia."""
        self.unseen, self.lord = self.heroes(2)[:2]
        """Heroes of another kingdom of whom nothing was ever seen."""
        self.noticed = self.heroes(3)[0]
        """A hero of another kingdom who was noticed last turn, and has gone on."""
        self.dead = self.heroes(4)[0]
        self.stranger = next(
            each
            for each in self.world.all(Ruler)
            if not each.crown and each.holding not in seen[ME]
        )
        """A hero whom nobody employs, out of sight."""
        self.put(self.lord, holding=self.far.id)
        self.put(self.dead, died=1, hit_points=0, holding=self.far.id)
        self.relic = self.world.add(MagicItem, item="crystal_ball", holder=self.unseen.place)
        self.world.add(MagicItem, item="crystal_ball", holder=self.dead.place)
        self._sighting(ME, self.noticed, self.crown(2).home)
        self._sighting(2, self.heroes(4)[1], self.crown(2).home)
        self.dragons = self.army("DR", self.far.id, 2, race="dragon", leader=self.lord.id)
        self.world.add(Truce, crowns=(2, 3), turn=1)
        self.world.add(Overture, crown=3, to=4)
        grave = {"army": "LE", "race": "human", "quality": 2, "turn": 1}
        self.grave = self.world.add(Grave, holding=self.far.id, **grave)
        survey = {"crown": 2, "holding": self.far.id, "percent": 40}
        self.world.put(Survey(id=survey_id(2, self.far.id), **survey))
        self.site = next(s for s in self.world.all(Site) if ME in s.known_to and s.being)
        """A feature that the kingdom knows."""
        self.secret = next(s for s in self.world.all(Site) if not s.known_to and s.being)
        """One that nobody knows."""
        self.put(self.site, known_to=(ME, 2), hit_points=max(2, self.site.hit_points))
        self.watch = lay(self.state(), self.king(ME), "CL", self.king(2), 3, 1)
        self.spell = lay(self.state(), self.far, "BL", self.king(2), 3, 1)
        self.world.settle()

    def _sighting(self, crown: int, ruler: Ruler, holding: int) -> None:
        seen = {"turn": 1, "seen": ((6, holding),), "armies": (), "of": ruler.crown}
        id = survey_id(crown, ruler.id)
        self.world.put(CharacterSighting(id=id, crown=crown, ruler=ruler.id, **seen))


@functools.cache
def shrouded() -> Shrouded:
    """The world that every pair begins with; it is not to be changed."""
    return Shrouded()


HIDDEN: Final = Kinds[Shrouded]()


def twin(kind: str) -> World:
    """A copy of the world in which one hidden thing is different."""
    return HIDDEN.twin(shrouded(), shrouded().world, kind)
