"""The playing pieces of Cohorts and the map they stand on, as records of the world.

Only what a thing is and where it is; what it does stands in the other files of this pack.

Source: cohorts.world.playing-pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, ClassVar, Final, Literal, get_args

from engine.facts import LAID, Facts, facts, unless_plain
from engine.fields import LEVEL, PERCENT, Within, word
from engine.hexes import Grid, grid_of, located
from engine.module.sections import Key
from engine.numbers import Exact, Share
from engine.packs.cohorts.content.battle import DIRECTIVES
from engine.packs.cohorts.content.combat import LOADING_PLACES
from engine.packs.cohorts.content.item_keys import ItemName
from engine.packs.cohorts.content.items import PLACES
from engine.packs.cohorts.content.peoples import Attribute, GuildKind
from engine.packs.cohorts.pieces import unknown
from engine.packs.cohorts.pieces.extension import Extension
from engine.world import Place, Record

_SPELLS: Final = Key(("spells", "combat_spells"))
_ABOVE: Final = Within(-1000, 1000)
# Of whichever pack the module has.
_UNIT_TYPE: Final = Key(
    ("artillery", "ships", "unit_types", "army_lists.units"), also=("soldiers",)
)
_MORALE: Final = Within(0, 1000)
_Equipment = dict[Annotated[str, word(*PLACES)], Annotated[str, ItemName()]]


# ---------------------------------------------------------------- the map


@facts
class Realm(Facts):
    """One of several maps, apart from the others but for gates (cohorts.world.hex-distance)."""

    name: str
    width: Annotated[int, LAID]
    height: Annotated[int, LAID]
    wraps: bool
    """Whether it goes round from east to west."""


@facts
class Map(Record):
    """The size of the map; there is one, with id 1 (cohorts.world.map-shape)."""

    laid = True

    width: Annotated[int, LAID]
    height: Annotated[int, LAID]
    """Those of the first realm."""
    realms: Annotated[tuple[Realm, ...], unless_plain(), LAID] = ()
    """All of them, the first included; empty for a single one that wraps."""

    def location(self, province: int) -> str:
        """Where a province lies, as people write it, also one that nobody has seen."""
        hex_ = self.grid.at(province - 1)
        return located(hex_.x, hex_.y, self.realms[hex_.realm].name if self.realms else "")

    @property
    def grid(self) -> Grid:
        """The hexes; a province's id is its index there plus 1."""
        if not self.realms:
            return grid_of((self.width, self.height, True))
        return grid_of(*((realm.width, realm.height, realm.wraps) for realm in self.realms))


@facts
class Province(Record):
    """One hex of the map (cohorts.world.province-characteristics)."""

    laid = True
    refers: ClassVar[Mapping[str, str]] = {"gate": "province"}
    indexes = ("barony",)
    unknown = unknown.PROVINCE

    x: Annotated[int, LAID]
    y: Annotated[int, LAID]
    terrain: Annotated[str, Key(("terrains",))]
    """The sub-type, a key of the module's terrains."""
    height: Annotated[int, LEVEL]
    """0 to 1000, for the shading of maps."""
    barony: int
    """0 for open sea and wilderness that belong to none."""
    region: str
    deposits: Annotated[tuple[str, ...], Key(("resources",))]
    """Resources, one entry per copy (cohorts.world.province-resources)."""
    fortification: Annotated[int, Within(0, 4)]
    """0 to 4."""
    walled: int = 0
    """The turn in which its walls were last raised (cohorts.order.build-walls)."""
    sabotaged: Annotated[int, Within(0, 4)] = 0
    """By how many levels its walls defend worse (cohorts.order.sabotage-fortifications)."""
    gate: int
    """The province that a gate here leads to, 0 for none (cohorts.movement.gates)."""
    level_limit: Annotated[int, LEVEL]
    """The highest encounter level that may enter, 0 for no limit."""
    pvp_free: bool
    """Whether players may not act against players here (cohorts.world.pvp-restriction)."""
    realm: Annotated[str, unless_plain(), LAID] = ""
    """The name of the realm that it lies in; empty where there is but one."""

    @property
    def location(self) -> str:
        """Where it lies, as people write it (cohorts.world.hex-directions)."""
        return located(self.x, self.y, self.realm)

    @property
    def walls(self) -> int:
        """The level at which its fortification defends, less what sabotage took from it."""
        return max(0, self.fortification - self.sabotaged)


# ---------------------------------------------------------------- places


@facts
class Defense(Facts):
    """Which enemies a garrison comes out against (cohorts.order.defend-barony).

    Each is the highest encounter level of the enemy, as a number above the garrison's own; None for
    never.
    """

    highest: Annotated[int | None, _ABOVE] = 0
    preferred: Annotated[int | None, _ABOVE] = 0
    """In the garrison's preferred terrain."""
    castle: Annotated[int | None, _ABOVE] = 0
    """Where it defends at a castle."""
    terrain: Annotated[str, Key(("terrains",), also=("",))] = ""
    """The preferred terrain, a primary one; empty for that of the city's own province."""


@facts
class City(Record):
    """The capital of a barony: people, improvements, actions (cohorts.city.*)."""

    refers: ClassVar[Mapping[str, str]] = {"baron": "character"}
    indexes = ("province", "barony", "baron")
    unknown = unknown.CITY

    name: str
    province: int
    barony: int
    baron: int
    """The character who owns it, 0 for a wild city."""
    faction: int
    """Whose players may start in it, 0 for none (cohorts.setup.starting-city)."""
    population: Annotated[dict[str, int], Key(("races",))]
    """Free people by race."""
    slaves: Annotated[dict[str, int], Key(("races",))]
    improvements: Annotated[dict[str, int], Key(("improvements",)), Within(0, 4)]
    """Levels by name: barracks, smithy, livery, lumber_mill, shipyard."""
    secrets: Annotated[tuple[str, ...], ItemName()] = ()
    """The items that it was taught or found out how to make (cohorts.city.equipment-knowledge)."""
    shipped: int = 0
    """The turn whose production sent items from it (cohorts.production.order-transfer-items)."""
    reinforcing: int = 0
    """The turn whose production sent a unit from it, likewise."""
    actions: int
    strife: bool = False
    """Whether it has an action less every turn this month (cohorts.order.cause-strife-in-city)."""
    besieged: bool
    defense: Defense = Defense()
    """The encounter orders of its garrison."""
    sallied: int = 0
    """The turn in which it last repelled intruders (cohorts.order.repel-intruders)."""
    message: str


@facts
class Village(Record):
    """A village of a barony; it works its province's deposits (cohorts.city.build-village)."""

    indexes = ("province",)
    unknown = unknown.VILLAGE

    name: str
    province: int
    level: Annotated[int, Within(1, 4)]
    """1 to 4."""
    changed: int
    """The turn in which it was built or last improved (cohorts.city.improve-village)."""
    moved: int = 0
    """The turn in which it last moved (cohorts.order.relocate-village)."""


@facts
class Tower(Record):
    """A tower or castle; it serves its barony's owner (cohorts.improvement.placement)."""

    indexes = ("province",)
    unknown = unknown.TOWER

    type: Literal["watch", "guard", "wizard", "castle"]
    province: int
    level: Annotated[int, Within(1, 4)]
    changed: int
    """The turn in which it was built or last raised (cohorts.improvement.tower-levels)."""


@facts
class Guild(Record):
    """A guild of a city (cohorts.guild.actions)."""

    indexes = ("city",)
    unknown = unknown.GUILD

    city: int
    type: GuildKind
    name: str
    level: Annotated[int, Within(1, 35)]
    """1 to 35."""
    actions: int
    mana: Annotated[int, LEVEL]
    """Of mage guilds and churches, at most their level (cohorts.magic.mana-pool)."""
    deity: Annotated[str, Key(("deities",), also=("",))]
    """Of a church: whose it is; empty for others."""
    spells: Annotated[tuple[str, ...], _SPELLS]
    """Of a mage guild: its spell book."""
    upgraded: int
    """The turn in which an order last raised it (cohorts.order.improve-guild)."""
    barred: bool
    """Of a merchant guild: whether it may strike no agreement this month
    (cohorts.order.break-trade-agreement)."""


# ---------------------------------------------------------------- pieces


@facts
class Stack(Record):
    """The only piece that moves; what is in it says so itself (cohorts.stack.overview)."""

    refers: ClassVar[Mapping[str, str]] = {
        "banner": "territory",
        "raids": "barony",
        "repulsed": "province",
    }
    indexes = ("province", "player")
    unknown = unknown.STACK

    name: str
    player: int
    """0 for a stack that no player has."""
    province: int
    used: Annotated[Share, Within(0, 1)]
    """Share of its movement that is used, 0 to 1 (cohorts.movement.point-consumption)."""
    acted: Literal["", "quest", "military"]
    """Its one action this turn (cohorts.stack.actions)."""
    banner: int
    """The territory whose banner it flies, 0 for its player's coat of arms."""
    assists: bool = False
    """Whether it helps neutral baronies to defend themselves (cohorts.order.assist-barony)."""
    raids: int = 0
    """The barony that it has attacked this turn (cohorts.encounter.garrison-duty), 0 for none."""
    repulsed: int = 0
    """The province in which a garrison has beaten it this turn (cohorts.encounter.triggers)."""
    message: str


@facts
class Piece(Record):
    """What characters, military units and agents share."""

    kind = ""
    refers: ClassVar[Mapping[str, str]] = {"ship": "unit"}
    unknown = unknown.PIECE

    name: str
    race: Annotated[str, Key(("races",))]
    player: int
    holder: Place
    """The stack, city, province (loose) or, for prisoners, captor's holder that it is in."""
    used: Annotated[Share, Within(0, 1)]
    acted: bool
    """Whether it took part in a stack's action this week (cohorts.stack.actions)."""
    ship: int = 0
    """The ship in its stack that it is assigned to, 0 for none (cohorts.order.assign-ship)."""
    message: str

    @property
    def loose(self) -> int | None:
        """Its player while it is loose in a province; None, which no index has, in anything."""
        return self.player if self.holder.kind == Province.kind else None

    @property
    def held_by(self) -> int | None:
        """The player whose prisoner it is; None, which no index has, if it is nobody's."""
        return None


@facts
class Loading(Facts):
    """A combat spell in a loading place of a character (cohorts.combat-spell.loading)."""

    spell: Annotated[str, Key(("combat_spells",))]
    mana: Annotated[int, LEVEL]
    """What is put in whenever it is cast."""


SOMEBODY: Final = -1
"""In a view the captor of a character whose side does not know who has it."""


@facts
class Character(Piece):
    """A hero of a position (cohorts.character.overview)."""

    refers: ClassVar[Mapping[str, str]] = {
        **Piece.refers,
        "guarding": "character",
        "captor": "player",
        "seized": "province",
    }
    indexes = ("holder", "player", "loose", "guarding", "held_by")
    unknown = unknown.CHARACTER

    job: Annotated[str, Key(("classes",))]
    """The class: mage, warrior, knave, priest, bard, merchant (cohorts.class.list)."""
    starting: bool
    """One of the player's five first characters (cohorts.character.starting-characters)."""
    level: Annotated[int, Within(1, 1000)]
    xp: int
    reached: Annotated[int, LEVEL] = 0
    """The highest level it ever had, if it has lost levels since (cohorts.xp.level-up)."""
    skill_points: int = 0
    """Unspent (cohorts.xp.spend-skill-points)."""
    attribute_points: int = 0
    attributes: Annotated[dict[str, int], word(*get_args(Attribute)), LEVEL]
    """strength, dexterity, constitution, intelligence, wisdom, charisma."""
    skills: Annotated[dict[str, int], Key(("skills",)), LEVEL]
    practised: Annotated[tuple[str, ...], Key(("skills",))] = ()
    """Skills that practice made trained ones (cohorts.skill.kinds)."""
    talents: Annotated[tuple[str, ...], Key(("talents",))]
    slot: Annotated[int, Within(0, 10)]
    """0 to 10; 0 does not report for battle (cohorts.order.assign-battle-slot)."""
    wounds: Annotated[Exact, PERCENT]
    """Percent points, 0 to 100, with at most 2 decimals (cohorts.battle.wounds)."""
    morale: Annotated[Exact, _MORALE] = 100
    """Lasting morale, with at most 2 decimals (cohorts.morale.value)."""
    directive: Annotated[str, word("", *DIRECTIVES)] = ""
    """Which of equally near enemies it prefers in battle (cohorts.battle.directives)."""
    loaded: dict[Annotated[str, word(*LOADING_PLACES)], Loading] = field(
        default_factory=dict[str, Loading]
    )
    """The combat spells that it has loaded, by place, duel or battle."""
    mana: Annotated[int, LEVEL]
    actions: Annotated[int, LEVEL]
    deity: Annotated[str, Key(("deities",), also=("",))] = ""
    spells: Annotated[tuple[str, ...], _SPELLS] = ()
    action_points: int = 0
    """Saved up; each pays for one more action (cohorts.action.action-points)."""
    points_spent: int = 0
    """Of action points, this turn."""
    rested: bool = False
    """Whether a rest gave it mana this turn (cohorts.magic.mana-recovery)."""
    titles: Annotated[tuple[str, ...], Key(("titles",))] = ()
    """Its titles (cohorts.character.titles)."""
    earned: Annotated[tuple[str, ...], Key(("titles",))] = ()
    """All titles it ever earned: none comes twice (cohorts.quest.titles)."""
    draughts: Annotated[dict[str, int], Key(("potions",)), Within(1, 9)] = field(
        default_factory=dict[str, int]
    )
    """Potions at work in it for the month, with their quality (cohorts.order.drink-potion)."""
    miracles: int = 0
    """Of a priest: the level up to which miracles came into its book (cohorts.skill.faith)."""
    recipes: Annotated[tuple[str, ...], ItemName()] = ()
    """The items of which it knows how they are made (cohorts.order.research-item-recipe)."""
    deeds: dict[str, int] = field(default_factory=dict[str, int])
    """How often it did what its story tells of: `battle` for each that it fought in, `victory` for
    those of them that were won, `quest` for each quest or adventure that it completed."""
    equipment: _Equipment = field(default_factory=dict[str, str])
    """Items by the place they are worn or wielded in (cohorts.item.equipment-slots)."""
    guarding: int = 0
    """The character whose bodyguard it is, 0 for nobody (cohorts.order.assign-bodyguard)."""
    dead: bool
    captor: int
    """The player who holds it prisoner, 0 for nobody; `SOMEBODY` as far as its own side knows."""
    seized: int = 0
    """The province where unseen hands carried it off, 0 if its own side knows who holds it."""
    statuses: Annotated[dict[str, int], Key(("statuses",)), LEVEL]
    """The level of each lasting status on it, by name (cohorts.status.persistent)."""
    nature: Annotated[str, Key(("natures",), also=("",))] = ""
    """Its supernatural status, empty for none (cohorts.status.supernatural)."""
    ext: Extension | None

    def having_done(self, *deeds: str) -> Character:
        """The character with each of these deeds counted once more."""
        done = {deed: self.deeds.get(deed, 0) + 1 for deed in deeds}
        return self.replace(deeds={**self.deeds, **done})

    @property
    def held_by(self) -> int | None:
        return self.captor or None


@facts
class Unit(Piece):
    """A military unit (cohorts.unit.overview)."""

    refers: ClassVar[Mapping[str, str]] = {**Piece.refers, "captor": "player"}
    indexes = ("holder", "player", "loose", "held_by")
    unknown = unknown.UNIT

    arm: Literal["soldier", "artillery", "ship"]
    """The class it was trained as (cohorts.order.train-military-units)."""
    type: Annotated[str, _UNIT_TYPE]
    """soldiers, or a type of artillery or ship."""
    soldiers: Annotated[int, Within(1, 100_000)]
    """Soldiers, or the crew."""
    level: Annotated[int, LEVEL]
    xp: int
    talents: Annotated[tuple[str, ...], Key(("talents",))]
    equipment: _Equipment = field(default_factory=dict[str, str])
    """What every soldier or crew member has, by place, as for a character."""
    slot: Annotated[int, Within(0, 10)]
    wounds: Annotated[Exact, PERCENT]
    morale: Annotated[Exact, _MORALE]
    directive: Annotated[str, word("", *DIRECTIVES)] = ""
    captor: int = 0
    """As for a character."""
    statuses: Annotated[dict[str, int], Key(("statuses",)), LEVEL]
    """The level of each lasting status on it, by name (cohorts.status.persistent)."""
    nature: Annotated[str, Key(("natures",), also=("",))] = ""
    """Its supernatural status, empty for none (cohorts.status.supernatural)."""
    ext: Extension | None

    @property
    def held_by(self) -> int | None:
        return self.captor or None


@facts
class Agent(Piece):
    """An agent of a character or guild; its race is its summoner's (cohorts.agent.overview)."""

    indexes = ("holder", "player", "loose", "summoner")
    unknown = unknown.AGENT

    type: Annotated[str, LAID]
    """merchant, mage, knave, priest, bard or fighter (cohorts.order.guild-summon-agent)."""
    level: Annotated[int, LEVEL]
    skills: Annotated[dict[str, int], Key(("skills",)), LEVEL]
    """As they were when it was summoned (cohorts.agent.skills)."""
    deity: Annotated[str, Key(("deities",), also=("",))]
    summoner: Place
    """The character or guild in whose service it is, also when that is gone."""
    actions: int


@facts
class Possession(Record):
    """Items of one type in one place (cohorts.item.attributes)."""

    indexes = ("holder",)

    holder: Place
    """A character, stack, city, or a province: its cache."""
    item: Annotated[str, ItemName()]
    count: Annotated[int, Within(1)]


# ---------------------------------------------------------------- factions
