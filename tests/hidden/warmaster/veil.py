"""A world in which others have told their armies much, and how what is hidden of it is listed."""

from __future__ import annotations

import functools
from typing import Final

from engine.packs.cohorts.pieces.records import Character, City, Guild, Unit
from engine.packs.warmaster.battle.values import ItemUse
from engine.packs.warmaster.pieces import Leader, Regiment
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, Enlisted, Officer
from engine.packs.warmaster.standing import Brigade, Doctrine, LeaderPost, UnitPost
from engine.world import World
from tests.hidden.kinds import Kinds
from tests.hidden.veil import Veiled

UNITS: Final = (Enlisted(type="halberdiers"),) * 3 + (Enlisted(type="crossbowmen"),)


class Mustered(Veiled):
    """The veiled realm by the rules of Warmaster: the enemy is ready for battle, and I am too."""

    def __init__(self) -> None:
        super().__init__("warmaster")
        self.own = next(self.world.by(Unit, "player", self.me.id))
        self.brigade = self.told(self.band, self.lord)
        self.seen_brigade = self.told(self.troop, self.face)
        for unit, item in ((self.band, "banner-of-fortune"), (self.troop, "battle-banner")):
            self.items(unit, **{item: 1})
            regiment = self.world.get(Unit, unit.id).ext
            assert isinstance(regiment, Regiment)
            self.change(unit, ext=regiment.replace(item=item))
        self.items(self.face, **{"sword-of-fate": 1})
        self.change(self.world.get(Character, self.face.id), ext=Leader(item="sword-of-fate"))
        self.items(self.lair, **{"crown-of-command": 1})
        self.mine()
        for player, name in ((self.foe, "Sixth Drum"), (self.neutral, "Levy"), (self.me, "Mine")):
            values = {"player": player.id, "name": name, "list": "crown-marches", "points": 500}
            officers = (Officer(role="general"),)
            self.world.add(BoughtArmy, **values, units=UNITS, officers=officers)
        armies = {army.name: army.id for army in self.world.all(BoughtArmy)}
        for sender, to, army in (
            (self.foe, self.neutral, "Sixth Drum"),
            (self.foe, self.me, "Sixth Drum"),
        ):
            self.world.add(
                Challenge,
                challenger=sender.id,
                challenged=to.id,
                army=armies[army],
                points=500,
                terrain="grassland",
                open=False,
                turn=1,
            )

    def mine(self) -> None:
        """A brigade of my own, an item that is carried, and what others could be made of."""
        brigade = self.world.add(Brigade, player=self.me.id, name="Ours")
        post = {"piece": self.own.place, "player": self.me.id, "brigade": brigade.id}
        self.world.add(UnitPost, **post)
        regiment = self.world.get(Unit, self.own.id).ext
        assert isinstance(regiment, Regiment)
        self.items(self.own, **{"banner-of-fortune": 1})
        self.change(self.own, ext=regiment.replace(item="banner-of-fortune"))
        for college in self.world.all(Guild):
            city = self.world.get(City, college.city)
            baron = self.world.get(Character, city.baron)
            if college.type == "college" and baron.player == self.me.id:
                self.items(city, **{"gold": 40, "sword-of-fate": 1})

    def told(self, unit: Unit, character: Character) -> int:
        """Have the enemy tell a unit and its leader all there is to tell; the brigade's id."""
        foe = self.foe.id
        brigade = self.world.add(Brigade, player=foe, name=f"Fist of {unit.name}")
        self.world.add(
            UnitPost,
            piece=unit.place,
            player=foe,
            attack=(8, 11),
            defence=(8, 2),
            directive="attack",
            brigade=brigade.id,
        )
        self.world.add(
            LeaderPost,
            piece=character.place,
            player=foe,
            commander=True,
            unit=unit.id,
            stance="lead",
            spells=("gotcha",),
        )
        if self.world.first(Doctrine, "player", foe) is None:
            use = ItemUse(item="battle-banner", forbidden=True)
            self.world.add(Doctrine, player=foe, boldness=3, keep_line=False, uses=(use,))
        return brigade.id


@functools.cache
def mustered() -> Mustered:
    """The world that every pair begins with; it is not to be changed."""
    return Mustered()


def twin(kind: str) -> World:
    """A copy of the world in which one hidden thing is different."""
    return HIDDEN.twin(mustered(), mustered().world, kind)


HIDDEN: Final = Kinds[Mustered]()
