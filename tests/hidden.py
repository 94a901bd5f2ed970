"""What one faction cannot know of a world, kind by kind: pairs of worlds that differ in it alone.

`HIDDEN` lists the kinds. Each is a function that changes one thing in a copy of the world of
`Veiled`, in which the faction of `me` has its own and others have much that it has never seen.
Tests of views, ticks, lists, panels and pictures go through the list and find no difference.
Source: cohorts.knowledge.view.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from engine.campaign import Kept, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.discoveries import Meeting
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Link,
    Loading,
    Position,
    Possession,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.trade.books import Agreement, Offer
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.world import Record, World
from tests.golden.realm import Realm
from tests.rules.scene import blank, module

FAR: Final = (20, 13)
"""Where nobody of the faction has ever been near."""
FARTHER: Final = (22, 13)


class Veiled(Realm):
    """The golden realm with more that the faction of `me` does not know; it has seen a tick end."""

    def __init__(self, pack: str = "cohorts") -> None:
        rules = Rules.of(module(pack))
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


def twin(pack: str, kind: str) -> World:
    """A copy of the world in which one hidden thing is different."""
    scene = veiled(pack)
    world = scene.world.fork()
    HIDDEN[kind](scene, world)
    assert world.rows() != scene.world.rows(), kind
    return world


Hide = Callable[[Veiled, World], None]
HIDDEN: Final[dict[str, Hide]] = {}
"""Every kind of difference, by what is different."""


def hides(change: Hide) -> Hide:
    """List a kind of difference by the name of its function."""
    HIDDEN[change.__name__.strip("_").replace("_", " ")] = change
    return change


def _set(world: World, record: Record, **values: Any) -> None:
    world.put(world.get(type(record), record.id).replace(**values))


def _hoard(world: World, holder: Record, item: str) -> Possession:
    held = world.by(Possession, "holder", holder.place)
    return next(each for each in held if each.item == item)


def _guild(scene: Veiled, world: World, type: str) -> Guild:
    return next(each for each in world.by(Guild, "city", scene.lair.id) if each.type == type)


def _garrison(scene: Veiled, world: World) -> Unit:
    return next(world.by(Unit, "holder", scene.lair.place))


# ---------------------------------------------------------------- cities of others


@hides
def treasury_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, _hoard(world, scene.lair, "spear"), count=7)


@hides
def recruits_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, _hoard(world, scene.lair, "human_recruits"), count=3)


@hides
def people_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, population={"human": 300, "elf": 9900})


@hides
def slaves_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, slaves={"orc": 500})


@hides
def works_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, improvements={"smithy": 1})


@hides
def secrets_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, secrets=("mithril_axe",))


@hides
def actions_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, actions=1)


@hides
def strife_in_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, strife=True)


@hides
def encounter_orders_of_a_garrison(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, defense=scene.lair.defense.replace(highest=None), sallied=2)


@hides
def siege_of_a_city(scene: Veiled, world: World) -> None:
    _set(world, scene.lair, besieged=True)


@hides
def baron_of_a_city_in_view(scene: Veiled, world: World) -> None:
    city = scene.named(City, "Town 8")
    heroes = world.by(Character, "holder", city.place)
    _set(world, city, baron=max(each.id for each in heroes))


@hides
def baron_of_a_city_out_of_view(scene: Veiled, world: World) -> None:
    heroes = world.by(Character, "holder", scene.lair.place)
    _set(world, scene.lair, baron=max(each.id for each in heroes))


@hides
def level_of_a_guild(scene: Veiled, world: World) -> None:
    _set(world, _guild(scene, world, "mage"), level=3)


@hides
def mana_of_a_guild(scene: Veiled, world: World) -> None:
    _set(world, _guild(scene, world, "mage"), mana=1, actions=0)


@hides
def research_of_a_guild(scene: Veiled, world: World) -> None:
    _set(world, _guild(scene, world, "mage"), spells=("fireball",))


@hides
def loss_of_a_guild(scene: Veiled, world: World) -> None:
    world.remove(_guild(scene, world, "college"))


@hides
def trade_ban_of_a_guild(scene: Veiled, world: World) -> None:
    _set(world, _guild(scene, world, "merchant"), barred=True)


@hides
def countdown_of_a_guild(scene: Veiled, world: World) -> None:
    _set(world, max(world.all(Countdown), key=lambda each: each.id), months=9)


# ---------------------------------------------------------------- pieces of others


@hides
def soldiers_of_a_garrison(scene: Veiled, world: World) -> None:
    _set(world, _garrison(scene, world), soldiers=999)


@hides
def name_of_a_garrison(scene: Veiled, world: World) -> None:
    _set(world, _garrison(scene, world), name="Others", message="nobody reads it")


@hides
def loss_of_a_garrison(scene: Veiled, world: World) -> None:
    world.remove(_garrison(scene, world))


@hides
def place_of_an_unseen_stack(scene: Veiled, world: World) -> None:
    _set(world, scene.unseen, province=scene.at(*FARTHER).id)


@hides
def message_of_an_unseen_stack(scene: Veiled, world: World) -> None:
    _set(world, scene.unseen, message="Who reads this?", banner=1, name="Other")


@hides
def movement_of_an_unseen_stack(scene: Veiled, world: World) -> None:
    _set(world, scene.unseen, used=Fraction(1), acted="quest")


@hides
def movement_of_a_stack_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.shadow, acted="quest", assists=True)


@hides
def strength_of_an_unseen_unit(scene: Veiled, world: World) -> None:
    _set(world, scene.band, soldiers=2500, level=9)


@hides
def wounds_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.troop, wounds=40)


@hides
def morale_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.troop, morale=55)


@hides
def level_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.troop, level=8, xp=900)


@hides
def talents_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.troop, talents=("bowman",))


@hides
def arms_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.troop, equipment={"main_hand": "spear"})


@hides
def battle_slot_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.troop, slot=7, directive="mage")


@hides
def skills_of_a_character_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.face, skills={"assassin": 30}, attributes=scene.lord.attributes | {"STR": 30})


@hides
def items_of_a_character_in_sight(scene: Veiled, world: World) -> None:
    _set(world, _hoard(world, scene.face, "spear"), item="broadsword", count=9)


@hides
def spells_of_a_character(scene: Veiled, world: World) -> None:
    _set(world, scene.lord, spells=("fireball",), mana=30)


@hides
def loaded_spells_of_a_character(scene: Veiled, world: World) -> None:
    _set(world, scene.lord, loaded={"duel": Loading(spell="fireball", mana=2)})


@hides
def statuses_of_a_character_in_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.face, statuses={"poisoned": 2}, wounds=50)


@hides
def titles_of_a_character(scene: Veiled, world: World) -> None:
    _set(world, scene.face, titles=("Master of Snow",), recipes=(), deity="gorath")


@hides
def client_of_a_bodyguard(scene: Veiled, world: World) -> None:
    _set(world, scene.face, guarding=scene.lord.id)


@hides
def death_of_a_character_unseen(scene: Veiled, world: World) -> None:
    _set(world, scene.lord, dead=True, wounds=100)


@hides
def prisoner_of_others(scene: Veiled, world: World) -> None:
    _set(world, scene.victim, captor=0, player=scene.foe.id)


@hides
def level_of_a_secret_agent_in_ones_own_city(scene: Veiled, world: World) -> None:
    _set(world, scene.spy, level=12, skills={"thief": 12})


@hides
def place_of_a_secret_agent(scene: Veiled, world: World) -> None:
    _set(world, scene.spy, holder=scene.named(City, "Town 1").place)


@hides
def loss_of_a_secret_agent(scene: Veiled, world: World) -> None:
    world.remove(world.get(Agent, scene.spy.id))


@hides
def spell_on_a_stack_of_others(scene: Veiled, world: World) -> None:
    _set(world, scene.spell, spell="charm_of_strength", strength=30)


@hides
def spell_on_a_province_of_others(scene: Veiled, world: World) -> None:
    _set(world, scene.spell, spell="provincial_shell", on=scene.at(21, 2).place)


@hides
def unique_item_of_others(scene: Veiled, world: World) -> None:
    _set(world, max(world.all(Unique), key=lambda each: each.id), name="Requiem", plus=3)


# ---------------------------------------------------------------- one's own in others' hands


@hides
def place_of_a_captive(scene: Veiled, world: World) -> None:
    _set(world, scene.captive, holder=scene.lair.place)


@hides
def captor_of_a_captive(scene: Veiled, world: World) -> None:
    _set(world, scene.unseen, player=scene.neutral.id)
    _set(world, scene.captive, captor=scene.neutral.id)


@hides
def wounds_of_a_captive(scene: Veiled, world: World) -> None:
    _set(world, scene.captive, wounds=66)


@hides
def statuses_of_a_captive(scene: Veiled, world: World) -> None:
    _set(world, scene.captive, statuses={"frightened": 2, "poisoned": 1})


@hides
def things_taken_from_a_captive(scene: Veiled, world: World) -> None:
    _set(world, scene.captive, equipment={})
    world.remove(_hoard(world, scene.captive, "lavender"))


@hides
def spell_on_a_captive(scene: Veiled, world: World) -> None:
    _set(world, scene.spell, on=scene.captive.place)


# ---------------------------------------------------------------- the land


@hides
def deposits_out_of_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.at(*FAR), deposits=("gold",), level_limit=9)


@hides
def deposits_of_a_barony_of_others(scene: Veiled, world: World) -> None:
    _set(world, scene.at(22, 3), deposits=("mithril",))


@hides
def level_of_a_village_of_others(scene: Veiled, world: World) -> None:
    village = next(world.by(Village, "province", scene.at(22, 1).id))
    _set(world, village, level=1)


@hides
def level_of_a_tower_of_others(scene: Veiled, world: World) -> None:
    tower = next(world.by(Tower, "province", scene.at(21, 2).id))
    _set(world, tower, level=1)


@hides
def road_out_of_sight(scene: Veiled, world: World) -> None:
    link = max(world.all(Link), key=lambda each: each.id)
    _set(world, link, road=4, river=0, barrier=1)


@hides
def walls_out_of_sight(scene: Veiled, world: World) -> None:
    _set(world, scene.at(22, 12), fortification=4)


@hides
def place_of_a_hidden_hot_spot(scene: Veiled, world: World) -> None:
    _set(world, scene.well, province=scene.at(10, 3).id, name="Deep Well")


@hides
def uses_of_a_hidden_hot_spot(scene: Veiled, world: World) -> None:
    _set(world, scene.well, uses=1, quests=("drink",))


# ---------------------------------------------------------------- papers of others


@hides
def offer_between_others(scene: Veiled, world: World) -> None:
    offer = max(world.all(Offer), key=lambda each: each.id)
    _set(world, offer, offered={"iron": 1}, wanted={"wheat": 1}, name="Another bargain")


@hides
def offer_between_others_withdrawn(scene: Veiled, world: World) -> None:
    world.remove(max(world.all(Offer), key=lambda each: each.id))


@hides
def agreement_between_others(scene: Veiled, world: World) -> None:
    agreement = max(world.all(Agreement), key=lambda each: each.id)
    _set(world, agreement, gives={"stone": 2}, name="Another agreement")


@hides
def kept_orders_of_others(scene: Veiled, world: World) -> None:
    world.remove(next(world.by(Kept, "player", scene.foe.id)))


@hides
def renown_of_others(scene: Veiled, world: World) -> None:
    position = next(world.by(Position, "player", scene.foe.id))
    _set(world, position, renown=9000, tokens={"snow": 4}, deactivated=("Old Guard",))


@hides
def last_run_of_others(scene: Veiled, world: World) -> None:
    _set(world, world.get(Player, scene.foe.id), last_run=1, missed=1)


@hides
def sightings_by_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Sighting, "faction", scene.foe.faction)):
        world.remove(row)


@hides
def memories_of_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Memory, "faction", scene.foe.faction)):
        _set(world, row, turn=1, owner=0)


@hides
def meetings_of_others(scene: Veiled, world: World) -> None:
    for row in list(world.by(Meeting, "faction", scene.foe.faction)):
        _set(world, row, turn=row.turn + 1, province=scene.at(*FAR).id)


@hides
def memories_of_an_ally(scene: Veiled, world: World) -> None:
    for row in list(world.by(Memory, "faction", scene.ally.faction)):
        _set(world, row, fortified=not row.fortified)


__all__ = ["HIDDEN", "Veiled", "twin", "veiled"]
