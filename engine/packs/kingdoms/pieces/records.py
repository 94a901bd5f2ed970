"""The playing pieces of Kingdoms and the map they stand on, as records of the world.

Only what a thing is and where it is; what it does stands in the folders above.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, get_args

from engine.facts import LAID, facts
from engine.fields import LEVEL, PERCENT, Check, Many, Within, word
from engine.hexes import Grid, Hex, grid_of
from engine.module.sections import Key, Validation
from engine.packs.kingdoms.pieces.abilities import ABILITIES, Levels
from engine.packs.kingdoms.pieces.merits import Doings, Merit
from engine.packs.kingdoms.pieces.temper import Temper
from engine.world import Place, Record

_GROUND: Final = Key(("grounds",))
_ARMY: Final = Key(("army_types",))
_ARMY_RACE: Final = Key(("army_races",))
_ALIGNMENT: Final = Key(("alignments",))
_QUALITY: Final = Within(-1, 10)


class PlanEntry(Check):
    """Marks an entry of an encounter plan: a tactic, or a combat spell that is cast."""

    def flaw(self, text: str, reading: Validation) -> str:
        how, _, code = text.partition("-")
        known = reading.find(code, "charms") == code if code else text in TACTICS
        return "" if known and (not code or how in {"CA", "IT"}) else "is no entry of a plan"


Race = Literal["human", "elf", "dwarf", "orc"]
TACTICS: Final = ("TA", "FI", "ME", "ST", "FL")
"""The entries of an encounter plan that are one word (kingdoms.encounter.plan)."""
Rank = Literal["king", "heir", "hero"]
"""A King, a Royal Heir, who counts as one, or a Hero (kingdoms.character.kinds)."""


# ---------------------------------------------------------------- the map


@facts
class Lands(Record):
    """The map; there is one, with id 1 (kingdoms.mapping.province)."""

    laid = True

    width: Annotated[int, LAID]
    height: Annotated[int, LAID]
    wraps: Annotated[bool, LAID]

    @property
    def grid(self) -> Grid:
        """Its hexes; holding n stands on the hex of index n - 1."""
        return grid_of((self.width, self.height, self.wraps))


@facts
class Region(Record):
    """A named stretch of land or sea; no rule depends on it."""

    name: str


@facts
class Holding(Record):
    """A province: one hex. Ids go row by row, each from the west (kingdoms.mapping.province)."""

    laid = True
    refers: ClassVar[Mapping[str, str]] = {"owner": "crown"}
    noun = "province"
    indexes = ("owner",)
    unknown: ClassVar[Mapping[str, str]] = {
        "owner": "who owns that province",
        "tax": "the tax base of that province",
        "recruits": "how many armies that province has given this turn",
        "raided": "whether that province was raided",
    }

    x: Annotated[int, LAID]
    y: Annotated[int, LAID]
    terrain: Annotated[str, _GROUND]
    """A key of the module's grounds, such as `Plain`."""
    height: Annotated[int, PERCENT]
    """0 for the lowest land and all sea, to 100 for the highest peak; for pictures only."""
    region: int
    """0 for none."""
    tax: Annotated[int, Within(0, 100)]
    """The tax base as it was drawn, without features (kingdoms.map.tax-base)."""
    owner: int = 0
    """The kingdom that owns it; 0 for independent (kingdoms.map.ownership)."""
    recruits: int = 0
    """How many recruitings were tried here this turn (kingdoms.economy.recruit-places)."""
    raided: bool = False
    """Whether a monster raids it this turn (kingdoms.feature.raids)."""

    @property
    def hex(self) -> Hex:
        """Where it lies."""
        return Hex(self.x, self.y)


@facts
class Survey(Record):
    """What a kingdom knows of a province; its id is `survey_id`.

    What it has seen is as of the last turn end at which the province was in view
    (kingdoms.map.exploration, kingdoms.map.visibility).
    """

    laid = True
    refers: ClassVar[Mapping[str, str]] = {"owner": "crown"}
    indexes = ("crown", "holding")

    crown: int
    holding: int
    percent: Annotated[int, PERCENT]
    """How far it is explored, 0 to 100."""
    seen: int = 0
    """The turn at whose end it was seen last; 0 for never."""
    owner: int = 0
    """Who owned it then."""
    garrison: int = 0
    """How many garrison armies stood in it then."""


@facts
class CharacterSighting(Record):
    """When a kingdom last noticed a foreign character; its id is the character's `survey_id`.

    Source: kingdoms.action.sightings.
    """

    kind = "watching"
    laid = True
    refers: ClassVar[Mapping[str, str]] = {"of": "crown"}
    indexes = ("crown", "ruler")

    crown: int
    ruler: int
    turn: int
    seen: tuple[tuple[int, int], ...]
    """Phases and provinces in which the character was seen that turn."""
    armies: Annotated[tuple[str, ...], _ARMY]
    """The types of the led armies when seen last."""
    of: int = 0
    """The kingdom that the character served then."""


_MOST_HOLDINGS: Final = 100_000


def survey_id(crown: int, thing: int) -> int:
    """The id of what a kingdom knows of a province, or of a character, by that one's id."""
    return crown * _MOST_HOLDINGS + thing


@facts
class Site(Record):
    """A feature of a province, with its guardian and its hoard (kingdoms.setup.features).

    The items of the hoard are `MagicItem`s that it holds.
    """

    refers: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("known_to", "truces", "raided", "halved"), "crown"
    )
    noun = "feature"
    indexes = ("holding",)
    spread = ("known_to",)
    unknown: ClassVar[Mapping[str, str]] = {
        "spot": "how well that feature is hidden",
        "being": "what guards that feature",
        "gold": "what lies in that feature",
    }

    holding: int
    feature: Annotated[str, Key(("sites",))]
    """A key of the module's sites."""
    spot: Annotated[int, Within(1, 100)]
    """Its hidden place: who has explored the province so far discovers it, 1 to 100."""
    being: Annotated[str, Key(("beings",), also=("",))]
    """The key of its guardian; empty for none, or none any more."""
    hit_points: Annotated[int, LEVEL]
    """What its guardian has left."""
    full: Annotated[int, LEVEL]
    """The most hit points that its guardian had."""
    gold: int
    known_to: tuple[int, ...] = ()
    """The kingdoms that have discovered it, in order of id."""
    searched: bool = False
    """Whether its benefit of the first Search is gone (kingdoms.feature.benefits)."""
    truces: tuple[int, ...] = ()
    """The kingdoms that its guardian does not raid (kingdoms.feature.stopped-raids)."""
    raided: tuple[int, ...] = ()
    """The kingdoms that its guardian has raided, to which it is hostile."""
    halved: tuple[int, ...] = ()
    """The kingdoms that have had half points for its guardian (kingdoms.office.defender)."""
    bargains: tuple[tuple[int, int], ...] = ()
    """What kingdoms owe its guardian by a bargain, by id, in gold."""


@facts
class MagicItem(Record):
    """A magic item or an artifact, and where it is."""

    kind = "item"
    indexes = ("holder",)

    item: Annotated[str, Key(("artifacts",))]
    """A key of the module's artifacts: its items and its artifacts."""
    holder: Place
    """A character who carries it, a dead one with whom it lies, or a feature in whose hoard it
    is."""
    carried: bool = False
    """Of a feature's: whether its guardian carries it (kingdoms.feature.hoards)."""
    used: int = 0
    """The turn in which it cast an action spell last (kingdoms.item.casting)."""


@facts
class Grave(Record):
    """A destroyed army that may rise; ids are the running numbers (kingdoms.battle.graves)."""

    indexes = ("holding",)

    holding: int
    army: Annotated[str, _ARMY]
    """The key of its type."""
    race: Annotated[str, _ARMY_RACE]
    quality: Annotated[int, _QUALITY]
    turn: int
    """When it was dug; 0 before the first turn."""


# ---------------------------------------------------------------- kingdoms


@facts
class Crown(Record):
    """A kingdom: one player's (kingdoms.mapping.kingdom).

    All are there from the start, each with a home; one that no player has taken yet is vacant, and
    owns nothing.
    """

    refers: ClassVar[Mapping[str, str]] = {
        "king": "ruler",
        "home": "holding",
        "bones": "ruler",
        "broke": "crown",
    }
    noun = "kingdom"
    indexes = ("player", "faction")
    unknown: ClassVar[Mapping[str, str]] = {
        "treasury": "how rich that kingdom is",
        "inventions": "what that kingdom has invented",
    }

    name: str
    faction: int
    player: int
    """0 while it is vacant."""
    race: Race
    alignment: Annotated[str, _ALIGNMENT]
    """Its King's; while it has none that of the last (kingdoms.character.kinds)."""
    home: int
    """Its starting home province, under any owner."""
    treasury: int
    """In gold."""
    inventions: Annotated[tuple[str, ...], Key(("devices",))] = ()
    """Keys of the module's devices, in the order in which it got them."""
    king: int = 0
    """Its living King or Heir; 0 while it has none."""
    bones: int = 0
    """The first dead King, whose bones the Heir carries; 0 for none."""
    heirs: int = 0
    """How many Heirs have followed so far."""
    broke: tuple[int, ...] = ()
    """The kingdoms with which it broke a treaty this turn (kingdoms.treaty.breaking)."""
    landless: bool = False
    """Whether it owned no province at the last turn end (kingdoms.turn.elimination)."""
    fallen: int = 0
    """The turn in which it was eliminated; 0 while it plays."""


@facts
class Overture(Record):
    """A treaty that one kingdom offers another; it stands until withdrawn."""

    refers: ClassVar[Mapping[str, str]] = {"to": "crown"}
    indexes = ("crown",)

    crown: int
    """Who offers."""
    to: int


@facts
class Truce(Record):
    """A treaty between two kingdoms (kingdoms.treaty.making)."""

    refers: ClassVar[Mapping[str, str]] = {"crowns": "crown"}
    spread = ("crowns",)

    crowns: tuple[int, int]
    """In order of id."""
    turn: int
    """When it began."""
    notice: bool = False
    """Whether it ends at this turn's end (kingdoms.treaty.breaking)."""


# ---------------------------------------------------------------- characters


@facts
class Ruler(Record):
    """A character: a King, an Heir or a Hero, alive or dead (kingdoms.character.kinds).

    Source: kingdoms.mapping.character.
    """

    noun = "character"
    indexes = ("crown", "holding")
    unknown: ClassVar[Mapping[str, str]] = {
        "skill": "what that character has learned",
        "hit_points": "how badly that character is hurt",
        "plan": "how that character means to fight",
        "holding": "where that character is",
    }

    name: str
    rank: Rank
    crown: int
    """The kingdom, of a hero the one that employs the hero; 0 for none."""
    race: Race
    alignment: Annotated[str, _ALIGNMENT]
    temper: Annotated[str, word(*get_args(Temper))]
    refusal: Annotated[int, PERCENT]
    """In percent (kingdoms.setup.hero-generation)."""
    aptitude: Annotated[Levels, Within(0, 5), Many(len(ABILITIES))]
    skill: Annotated[Levels, Within(0, 5), Many(len(ABILITIES))]
    hit_points: Annotated[int, LEVEL]
    holding: int
    """The province of the character, or of the body."""
    died: Annotated[int, Within(-1)] = 0
    """The turn of death; 0 while alive, -1 for those out of the game for good."""
    coma: Annotated[Levels, Within(0, 5), Many(len(ABILITIES), or_none=True)] = ()
    """The skills before a deathly coma; empty while in none."""
    since: int = 0
    """The turn in which the character was hired, charmed or raised: orders are taken from the next
    on."""
    plan: Annotated[tuple[str, ...], PlanEntry()] = ("ME",)
    """The encounter plan (kingdoms.encounter.plan)."""
    line: tuple[int, ...] = ()
    """The armies of the battle order; those not named follow by the rule."""
    grove: bool = False
    """Whether a grove has had its one chance to teach (kingdoms.feature.benefits)."""
    schooled: bool = False
    """Of an Heir: whether skills have been given (kingdoms.character.royal-heir)."""
    grown: bool = False
    """Of an Heir: whether skills have been given or improved."""
    merit: Merit = Merit()
    doings: Doings = Doings()

    @property
    def alive(self) -> bool:
        """Whether the character is alive."""
        return not self.died

    @property
    def royal(self) -> bool:
        """Whether every rule for Kings applies."""
        return self.rank != "hero"


# ---------------------------------------------------------------- armies and spells


@facts
class Army(Record):
    """One army (kingdoms.mapping.army)."""

    refers: ClassVar[Mapping[str, str]] = {"leader": "ruler", "came": "holding"}
    indexes = ("crown", "leader", "holding")
    unknown: ClassVar[Mapping[str, str]] = {
        "type": "what kind of army that is",
        "quality": "how good that army is",
        "leader": "who leads that army",
    }

    type: Annotated[str, _ARMY]
    """A key of the module's army types, such as `LE`."""
    race: Annotated[str, _ARMY_RACE]
    quality: Annotated[int, _QUALITY]
    """-1 Sub-Depleted, 0 Depleted, 1 Green, 2 Average, and so on (kingdoms.army.quality)."""
    crown: int
    """0 for militia and mercenaries."""
    holding: int
    leader: int = 0
    """The character who leads it; 0 for a garrison."""
    militia: bool = False
    """Whether it defends an independent province (kingdoms.map.independent-provinces)."""
    skeletal: bool = False
    immune: bool = False
    """Whether it has survived a plague."""
    bitten: bool = False
    """Whether it turns into Werebeasts at the turn end (kingdoms.army.werebeasts)."""
    moves: Annotated[int, LEVEL] = 0
    """How many it has used this turn."""
    raised: int = 0
    """The turn in which it was recruited; 0 before the first."""
    came: int = 0
    """The province from which it came in this phase; 0 if it was here before."""

    @property
    def mercenary(self) -> bool:
        """Whether it belongs to nobody and may be recruited (kingdoms.economy.mercenaries)."""
        return not self.crown and not self.militia


@facts
class LastingSpell(Record):
    """A spell that lasts, on a province, a character or a feature; most end with the turn."""

    kind = "enchantment"
    refers: ClassVar[Mapping[str, str]] = {"caster": "ruler", "known_to": "crown"}
    indexes = ("on", "crown")

    art: Annotated[str, Key(("arts",))]
    """The key of the spell in the module's arts."""
    on: Place
    caster: int
    crown: int
    """The kingdom for which it was cast."""
    level: Annotated[int, Within(0, 5)]
    """The caster's at the time of the casting."""
    turn: int
    phase: Annotated[int, Within(0, 7)]
    terrain: Annotated[str, Key(("grounds",), also=("",))] = ""
    """Of an Illusory Terrain: what is seen."""
    known_to: tuple[int, ...] = ()
    """Of a hidden feature: the kingdoms that knew it before, which are not fooled."""


@facts
class Course(Record):
    """How far this turn has come; there is one, with id 1 (kingdoms.turn.start-steps)."""

    laid = True

    phase: Annotated[int, LAID]
    """1 to 6; 0 before the first, 7 behind the last."""
    order: Annotated[tuple[int, ...], LAID]
    """The kingdom order of this turn."""
    fights: Annotated[int, LAID] = 0
    """The running number of battles and encounters in this phase (kingdoms.random.streams)."""


RECORDS: Final[tuple[type[Record], ...]] = (
    Lands,
    Region,
    Holding,
    Survey,
    CharacterSighting,
    Site,
    MagicItem,
    Grave,
    Crown,
    Overture,
    Truce,
    Ruler,
    Army,
    LastingSpell,
    Course,
)
"""All records of the game."""
