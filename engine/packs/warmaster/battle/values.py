"""Who fights a battle of Warmaster, and where: units, characters, armies, the field.

Values only, of which a record keeps a battle whole, so that it can be drawn and fought again. They
know no world: the code that musters a battle makes them.
"""

from __future__ import annotations

from typing import Final, Literal

from engine.facts import Facts, Tagged, facts
from engine.packs.warmaster.content.lists import NO_ARMOUR, Kind, Role, Special
from engine.world import Place

SideName = Literal["attacker", "defender"]
SIDES: Final[tuple[SideName, SideName]] = ("attacker", "defender")
ATTACKER: Final = 0
DEFENDER: Final = 1

Spot = tuple[int, int]
"""A hex of the field: column 0 to 17 from the west, row 0 to 13 from the north
(warmaster.field.hexes)."""
Terrain = Literal[
    "open", "hill", "woods", "marsh", "crag", "water", "wall1", "wall2", "wall3", "wall4"
]
Directive = Literal[
    "attack", "advance", "hold", "counter", "stand-off", "flank-left", "flank-right"
]
"""A unit's standing directive (warmaster.directive.units)."""
Stance = Literal["stay", "lead", "command"]
"""Whether a character remains with the unit, goes where there is fighting, or stands where the army
is near and the enemy is not (warmaster.command.hero-moves)."""


@facts
class AttachedStand(Facts):
    """A stand that is attached to a unit, with its figures (warmaster.army.attached)."""

    attacks: int
    hits: int
    armour: int = NO_ARMOUR
    shots: int = 0
    range: int = 0


@facts
class Troop(Tagged, pack="warmaster"):
    """A unit as it enters a battle, with the figures of its type (warmaster.unit.attributes)."""

    piece: Place | None = None
    """Its military unit in the world; none in a pitched battle."""
    name: str = ""
    type: str
    """The key of its unit type; empty for one that was converted (warmaster.map.conversion)."""
    kind: Kind
    attacks: int
    hits: int
    armour: int = NO_ARMOUR
    full_stands: int
    stands: int
    """With how many it enters, at least 1."""
    pace: int
    shots: int = 0
    range: int = 0
    points: int
    special: tuple[Special, ...] = ()
    attached: AttachedStand | None = None
    at: Spot | None = None
    """Where it is deployed; the engine finds a hex if it is none or not legal
    (warmaster.deploy.auto)."""
    directive: Directive
    brigade: int = 0
    """The number of its brigade in the army; 0 if it is ordered alone (warmaster.army.brigades)."""
    item: str = ""
    """The key of the magic item that it carries."""


@facts
class Captain(Tagged, pack="warmaster"):
    """A character as it enters a battle (warmaster.character.roles)."""

    piece: Place | None = None
    """None for an unnamed captain, or in a pitched battle."""
    name: str = ""
    role: Role
    command: int
    bonus: int = 0
    """The attack bonus."""
    with_: int = 0
    """The number of the unit in the roster, from 1; 0 to be placed by the engine
    (warmaster.deploy.auto)."""
    stance: Stance
    item: str = ""
    spells: tuple[str, ...] = ()
    """A Wizard's order of preference, keys of spells (warmaster.magic.choice)."""


@facts
class ItemUse(Facts):
    """The standing rule for the use of an item (warmaster.directive.items)."""

    item: str
    forbidden: bool = False
    turn: int = 0
    """Helm of Dominion: the own turn in which it is worn, 1 to 8; 0 for the default."""
    spell: str = ""
    """Ring, Wand and Scroll: only for this spell."""
    phase: Literal["", "shooting", "combat"] = ""
    """Banner of Fortune: only in this phase."""
    general_only: bool = False
    """Sceptre of Sovereignty: only for the General's own blunder."""


@facts
class Army(Tagged, pack="warmaster"):
    """One side of a battle: its roster, its characters and its standing orders."""

    side: SideName
    list: str = ""
    """The key of the army list of its General; empty if there is none."""
    troops: tuple[Troop, ...]
    """In roster order, at most 40 (warmaster.deploy.zones)."""
    captains: tuple[Captain, ...]
    """In roster order; exactly one is the General."""
    boldness: int = 5
    """2 to 9 (warmaster.directive.boldness)."""
    keep_line: bool = True
    uses: tuple[ItemUse, ...] = ()


@facts
class Ground(Facts):
    """A hex of the field that is not open."""

    at: Spot
    terrain: Terrain


@facts
class Field(Tagged, pack="warmaster"):
    """Where a battle is fought (warmaster.field.terrain)."""

    grounds: tuple[Ground, ...] = ()
    """All that is not open, in the order it was laid."""
    base: str = ""
    """The base terrain that it was made of (warmaster.field.generation)."""
    walls: int = 0
    """Their level, 0 to 4."""
