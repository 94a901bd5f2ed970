"""A realm in which every order can be given: cities with all guilds, heroes of every class, a war.

Said by hand rather than played, so that what only long campaigns have is there at once.
"""

from __future__ import annotations

from engine.campaign import Faction, Player
from engine.packs import Rules
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import member_of
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack
from engine.packs.cohorts.things.uniques import Unique
from engine.world import Record
from tests.rules.plain import blank
from tests.rules.scene import Scene, ref

GUILDS = ("mage", "warrior", "knave", "college", "church", "merchant")
JOBS = ("mage", "warrior", "knave", "priest", "bard", "merchant")
SKILLS = (
    *("enchantments", "potions", "spell_craft", "spy", "thief"),
    *("assassin", "poisons", "scroll_making", "crafting"),
)
ABLE = dict.fromkeys(("spell_craft", "spy", "thief", "assassin"), 9)
"""What agents are able to."""
RESOURCES = (
    ("oak", "stone"),
    ("iron", "silver"),
    ("wheat", "lavender"),
    ("mithril", "gold"),
    ("gems", "foxglove"),
    ("wolf", "saffron"),
    ("elfweed", "leather"),
    ("amberwood", "yew"),
)
DEITY, OTHER = "solanna", "gorath"


class Realm(Scene):
    """The world of the second golden campaign."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(24, 16)
        self.module, self.rules = rules.module, rules
        self.mate = self.player("mate", self.ours)
        self.ally = self.someone("allied")
        self.neutral = self.someone("neutral")
        self.foe = self.someone("at_war")
        self.coast()
        kingdom = self.kingdom()
        territory = self.territory(kingdom)
        for number, owner in enumerate((self.me,) * 5 + (self.mate, self.ally, self.foe)):
            self.town(number, owner, territory)
        self.travellers()
        self.underworld()
        self.besiegers(territory)
        self.trade()
        for faction, key in zip(list(self.world.all(Faction)), self.content.realms, strict=False):
            self.change(faction, key=key)  # a conqueror's peoples are those of a realm

    def coast(self) -> None:
        """Sea along the northern rim."""
        for x in range(24):
            self.province(x, 0, terrain="sea")

    def town(self, number: int, owner: Player, territory: Record, row: int = 1) -> City:
        """A city, in the first row by the sea, with all there can be, and its barony."""
        column = 3 * number % 24
        land = [(x, y) for y in range(row, row + 4) for x in range(column, column + 3)]
        barony = self.change(self.barony(*land, name=f"Barony {number}"), territory=territory.id)
        city = self.city(
            column,
            row,
            owner,
            name=f"Town {number}",
            barony=barony.id,
            population={"human": 9000, "elf": 900},
            improvements={"barracks": 3, "livery": 3, "lumber_mill": 4, "shipyard": 3, "smithy": 3},
            actions=5,
        )
        for (x, y), deposits in zip(land[1:], RESOURCES, strict=False):
            self.province(x, y, deposits=deposits)
            self.village(x, y, 3, name=f"Village {x},{y}")
        self.furnish(city, owner)
        return city

    def furnish(self, city: City, owner: Player) -> None:
        """Guilds, goods, a garrison and people of every class in a city."""
        for type_ in GUILDS[: 5 if city.name == "Town 4" else 6]:
            spells = ("charm_of_speed", "heal_unit") if type_ == "mage" else ()
            faith = OTHER if owner in (self.foe, self.neutral) else DEITY
            deity = faith if type_ == "church" else ""
            mana = 20 if type_ in ("mage", "church") else 0
            name = f"{type_} of {city.name}"
            self.guild(city, type_, 22, name=name, spells=spells, deity=deity, mana=mana)
        self.items(
            city,
            spear=200,
            shield=60,
            plate=60,
            palfrey=40,
            human_recruits=900,
            elf_recruits=90,
            lavender=20,
            saffron=20,
            foxglove=9,
        )
        unique = self.world.add(Unique, **{**blank(Unique), **UNIQUE})
        self.items(city, **{f"mithril_axe+2#{unique.id}": 1, "broadsword+1": 1})
        self.unit(city, owner, name=f"Garrison of {city.name}", wounds=30, xp=200)
        for job in JOBS:
            self.hero(city, owner, job)
        self.hero(city, owner, "mage")

    def hero(self, holder: Record, owner: Player, job: str) -> Character:
        """A seasoned character of a class, a little wounded."""
        spells = ("charm_of_strength", "detect_magic", "provincial_shell")
        hero = self.character(
            holder,
            owner,
            job=job,
            starting=job in ("mage", "bard"),
            nature="vampire" if job == "warrior" else "",
            level=12,
            xp=1200,
            deity=DEITY if job == "priest" else "",
            skills=dict.fromkeys(SKILLS, 6),
            spells=spells if job in ("mage", "bard") else (),
            recipes=("mithril_plate", "potion_of_strength", "spear"),
            skill_points=3,
            attribute_points=2,
            mana=5,
            wounds=20,
        )
        self.items(hero, spear=2, lavender=2, wildwood=2, oak=2, iron=2)
        self.items(hero, **{"potion_of_mana*2": 1, "foxglove_venom*2": 2})
        return hero

    def travellers(self) -> None:
        """What stands about: a host, a fleet, a body, a prisoner, an enemy agent that was seen."""
        host = self.stack(6, 3, name="Host")
        self.fill(host, ["character", "soldiers", "agent", "item"])
        self.unit(host, wounds=40, soldiers=80)
        fleet = self.stack(4, 0, name="Fleet")
        ship = self.unit(fleet, arm="ship", type="barge", soldiers=5)
        self.unit(fleet, name="Marines")
        self.character(host, dead=True, wounds=100)
        self.character(host, self.foe, captor=self.me.id)
        self.stack(7, 3, name="Empty Stack")
        for number in range(4):
            self.unit(self.stack(9 + number, 3, name=f"Scouts {number}"), level=3)
        self.unit(self.stack(8, 3, name="Resting Stack"), wounds=20)
        self.character(fleet, ship=ship.id)
        spy = self.stack(10, 3, self.foe, name="Shadows")
        self.seen(spy, [self.agent(spy, self.foe, type="knave", level=3) for _ in range(4)])
        for number, kind in enumerate(self.content.hot_spots):
            self.hot_spot(9 + number % 4, 3, kind)
        guest = self.stack(0, 1, self.neutral, name="Guests")
        self.unit(guest, self.neutral, level=2)
        self.character(guest, self.neutral, level=2)
        self.fame(9000)

    def underworld(self) -> None:
        """Agents on errands among those of an enemy, and people in an enemy's hands."""
        ours = self.stack(9, 4, name="Quiet Ones")
        for _ in range(4):
            self.agent(ours, type="knave", level=9, skills=ABLE, actions=1)
        gaol = self.stack(6, 3, self.foe, name="Gaolers")
        self.unit(gaol, self.foe, level=1)
        self.items(gaol, spear=3)
        for _ in range(2):
            self.character(gaol, captor=self.foe.id, name="Captive")
        self.items(self.character(gaol, self.foe, name="Purse"), spear=1)

    def besiegers(self, territory: Record) -> None:
        """Towns of the enemy in the south, and before each hosts with engines, priests and mages.

        Beside them a neutral town, where a merchant is to strike a bargain.
        """
        for number in (8, 9, 10):
            city = self.town(number, self.foe, territory, row=8)
            x, y = self.grid.at(city.province - 1).spot
            for place in ((x, y), (x, y), (x + 1, y)):
                stack = self.stack(*place, name=f"Besiegers {number}")
                self.unit(stack, soldiers=900, level=9, equipment={"main_hand": "spear"})
                self.unit(stack, arm="artillery", type="catapult")
                self.hero(stack, self.me, "priest")
                self.errand(stack, "mage")
        bargain = self.town(11, self.neutral, territory, row=8)
        self.market(bargain, {"wheat": 1, "iron": 1})
        self.errand(
            self.stack(*self.grid.at(bargain.province - 1).spot, name="Brokers"), "merchant"
        )

    def errand(self, stack: Stack, type: str) -> None:
        """An agent of the first guild of its kind."""
        guild = next(each for each in self.world.all(Guild) if each.type == type)
        self.agent(stack, type=type, level=9, skills=ABLE, actions=1, summoner=guild.place)

    def hot_spot(self, x: int, y: int, kind: str) -> None:
        """A hot spot with the quests of its kind."""
        quests = self.content.hot_spots[kind].quests
        values = {**blank(HotSpot), "province": self.at(x, y).id, "type": kind, "name": kind}
        self.world.add(HotSpot, **{**values, "quests": quests})

    def fame(self, renown: int) -> None:
        """What the player has to spend on new pieces."""
        values = {**blank(Position), "player": self.me.id, "renown": renown}
        self.world.add(Position, **values)

    def trade(self) -> None:
        """Open markets at home and with an ally, an offer each way, and an agreement."""
        towns = list(self.world.all(City))
        home, other, third, theirs = towns[0], towns[1], towns[2], towns[6]
        for town in (home, other, third, theirs):
            self.market(town, {"wheat": 1, "iron": 1})
        self.offer(home, theirs, {"wheat": 1}, {"iron": 1})
        self.offer(theirs, other, {"wheat": 1}, {"iron": 1})
        self.agreement(third, theirs, {"oak": 1}, {"stone": 1})

    def seen(self, stack: Stack, agents: list[Agent]) -> None:
        """Note that our faction has sighted a stack of agents this turn."""
        values = {"faction": self.ours.id, "subject": stack.place, "turn": 1}
        here = {"province": stack.province, "name": stack.name, "type": "agitator"}
        known = {**blank(Sighting), **values, **here, "player": stack.player, "direction": -1}
        self.world.add(Sighting, **{**known, "members": tuple(map(member_of, agents))})


UNIQUE = {"name": "Stone Splitter", "item": "mithril_axe", "plus": 2}

__all__ = ["Realm", "ref"]
