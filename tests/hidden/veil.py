"""The world in which much is hidden from the faction of `me`, and how what is hidden is listed."""

from __future__ import annotations

import functools
from typing import Any, Final

from engine.campaign import Kept
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import Character, City, Guild, Possession, Stack, Unit
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.world import Record, World
from tests.golden.realm import Realm
from tests.hidden.kinds import Find, Kinds
from tests.rules.plain import blank
from tests.rules.scene import endless, module

FAR: Final = (20, 13)
"""Where nobody of the faction has ever been near."""
FARTHER: Final = (22, 13)


class Veiled(Realm):
    """The golden realm with more that the faction of `me` does not know; it has seen a tick end."""

    def __init__(self, pack: str = "cohorts") -> None:
        # What open standings tell is public by rule (cohorts.campaign.points): here cities alone.
        rules = Rules.of(endless(pack))
        super().__init__(Rules.of(module()))
        self.rules, self.module = rules, rules.module
        self.content = rules.module.content(Content)
        self.world = World.load(rules.records, self.world.rows())
        self.lair = self.named(City, "Town 7")
        """A city of the enemy that was never seen from within."""
        self.unseen = self.stack(*FAR, self.foe, name="Unseen Host")
        self.band = self.unit(self.unseen, self.foe, name="Unseen Band", xp=100)
        self.lord = self.hero(self.unseen, self.foe, "mage")
        self.victim = self.character(self.unseen, self.neutral, name="Victim", captor=self.foe.id)
        self.spy = self.agent(self.named(City, "Town 0"), self.foe, type="knave", name="Secret")
        self.shadow = self.named(Stack, "Shadows")
        self.troop = self.unit(self.shadow, self.foe, name="Seen Band", xp=100)
        self.face = self.hero(self.shadow, self.foe, "knave")
        self.well = self.world.add(
            HotSpot, **{**blank(HotSpot), "province": self.at(9, 3).id, "hidden": True, "uses": 3}
        )
        self.spell = self.world.add(
            ActiveSpell,
            **{**blank(ActiveSpell), "on": self.unseen.place, "spell": "charm_of_speed"},
        )
        self.change(self.spell, strength=9, level=9, faction=self.foe.faction)
        self.tower(21, 2, "watch", 2)
        self.bargains()
        self.papers()
        captive: Character = self.named(Character, "Captive")
        self.change(captive, equipment={"main_hand": "spear"}, actions=1)
        self.items(captive, lavender=3)
        self.run()
        self.captive = self.change(captive, holder=self.unseen.place)
        self.run()

    def bargains(self) -> None:
        """What two cities of the enemy have agreed, and what one has offered the other."""
        one, other = self.lair, self.named(City, "Town 8")
        for town in (one, other):
            self.market(town, {"wheat": 1, "iron": 1})
        self.offer(one, other, {"wheat": 1}, {"iron": 1})
        self.agreement(other, one, {"iron": 1}, {"wheat": 1})

    def papers(self) -> None:
        """What the enemy has ordered for later, has seen, has earned and waits for."""
        body = '{"order": "unit bury", "values": {}, "phase": "production"}'
        kept = {"player": self.foe.id, "key": "k1", "phase": "production", "body": body}
        self.world.add(Kept, **kept)
        seen = {"faction": self.foe.faction, "subject": self.named(Stack, "Host").place}
        self.world.add(Sighting, **{**blank(Sighting), **seen, "province": self.at(20, 12).id})
        for other in (self.foe, self.ally):
            seen = {"faction": other.faction, "province": 1, "sides": (0,) * 6}
            self.world.add(Memory, **{**blank(Memory), **seen})
        self.world.add(Position, **{**blank(Position), "player": self.foe.id, "renown": 70})
        guild = next(self.world.by(Guild, "city", self.lair.id))
        self.world.add(
            Countdown, **{**blank(Countdown), "caster": guild.place, "spell": "x", "months": 3}
        )
        self.world.add(Unique, **{**blank(Unique), "name": "Dirge", "item": "dagger", "plus": 2})
        last = max(unique.id for unique in self.world.all(Unique))
        self.items(self.lord, **{f"dagger+2#{last}": 1})
        self.link((19, 13), (20, 13), river=1, road=1)

    def named(self, cls: type[Any], name: str) -> Any:
        """The first of that kind and name."""
        return next(each for each in self.world.all(cls) if each.name == name)


@functools.cache
def veiled(pack: str = "cohorts") -> Veiled:
    """The world that every pair begins with; it is not to be changed."""
    return Veiled(pack)


def twin(pack: str, *kinds: str) -> World:
    """A copy of the world in which these hidden things are different."""
    return HIDDEN.twin(veiled(pack), veiled(pack).world, *kinds)


HIDDEN: Final = Kinds[Veiled]()


def hoard_of(world: World, holder: Record, item: str) -> Possession:
    held = world.by(Possession, "holder", holder.place)
    return next(each for each in held if each.item == item)


def guild_of(scene: Veiled, world: World, type: str) -> Guild:
    return next(each for each in world.by(Guild, "city", scene.lair.id) if each.type == type)


def garrison_of(scene: Veiled, world: World) -> Unit:
    return next(world.by(Unit, "holder", scene.lair.place))


def latest(cls: type[Record]) -> Find[Veiled]:
    """The last of its kind that was made."""
    return lambda scene, world: max(world.all(cls), key=lambda each: each.id)
