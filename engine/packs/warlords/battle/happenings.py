"""What a battle record tells, in order: from the checks before the fight to the end.

Reports, replays and pictures are made from these alone (warlords.report).
"""

from __future__ import annotations

from typing import Literal

from engine.facts import Tagged, facts
from engine.packs.warlords.battle.cards import SideName
from engine.packs.warlords.battle.condition import Affliction
from engine.world import Place

Special = Literal["acid", "lightning", "assassination"]
Death = Literal[
    "acid", "lightning", "assassination", "missile", "hit", "trample", "slayer", "drowned"
]


@facts
class Chances(Tagged, pack="warlords"):
    """The percent chances of a side before the fight (warlords.precombat.chance)."""

    side: SideName
    percent: dict[Affliction, int]


@facts
class Afflicted(Tagged, pack="warlords"):
    """One check on one unit before the fight (warlords.precombat.order)."""

    side: SideName
    """Whose unit it was."""
    piece: Place
    affliction: Affliction
    chance: int
    drawn: int
    """0 where the chance was certain."""
    struck: bool


@facts
class Totals(Tagged, pack="warlords"):
    """A side's totals, brackets and bonus (warlords.bonus.formula)."""

    side: SideName
    totals: dict[str, int]
    brackets: tuple[int, int, int]
    """Leadership less chaos, morale less fear, fortification less siege."""
    bonus: int


@facts
class LinedUp(Tagged):
    """A unit as it stands when the duels begin (warlords.bonus.order)."""

    tag = "warlords.standing"

    side: SideName
    piece: Place
    strength: int
    hits: int
    shots: int
    flying: bool
    warding: int


@facts
class Paired(Tagged, pack="warlords"):
    """Two units face each other (warlords.duel.step-up)."""

    attacker: Place
    defender: Place


@facts
class SpecialUsed(Tagged):
    """A check of acid, lightning or assassination (warlords.duel.sequence)."""

    tag = "warlords.special"

    side: SideName
    """Who used it."""
    ability: Special
    chance: int
    drawn: int
    hit: bool
    left: int
    """The enemy's strength after acid or hits after lightning; 0 if it died."""


@facts
class ShotsCancelled(Tagged, pack="warlords"):
    """Shots cancelled one for one (warlords.missile.shots)."""

    shots: int
    """Of each side."""


@facts
class ShotsLost(Tagged, pack="warlords"):
    """Shots that could do nothing to a unit immune to them (warlords.missile.immunity)."""

    side: SideName
    """Whose shots."""
    shots: int


@facts
class ShotFired(Tagged):
    """A shot (warlords.missile.shot)."""

    tag = "warlords.shot"

    side: SideName
    """Who shot."""
    strength: int
    attacker_roll: int
    defender_roll: int
    killed: bool


@facts
class Struck(Tagged, pack="warlords"):
    """A round that ended in a hit (warlords.round.result)."""

    side: SideName
    """Who struck."""
    quiet: int
    """The rounds without effect since the last hit of this pairing."""
    attacker_rolls: tuple[int, ...]
    defender_rolls: tuple[int, ...]
    """The combat die, then the medal die if there was one."""
    damage: int
    trampled: int
    """How much of it was trample."""
    left: int
    """The hits left to the unit struck, 0 if it died."""


@facts
class SlayerUsed(Tagged):
    """A check of a slayer after a hit (warlords.slayer.roll)."""

    tag = "warlords.slayer"

    side: SideName
    """Who struck."""
    chance: int
    drawn: int
    slain: bool


@facts
class Died(Tagged, pack="warlords"):
    """A unit or hero was lost (warlords.duel.death)."""

    side: SideName
    piece: Place
    by: Death
    killer: Place
    points: int
    """The medal points it was worth to its killer (warlords.aftermath.medals)."""


@facts
class Survived(Tagged, pack="warlords"):
    """A unit or hero that stood at the end of an engagement."""

    side: SideName
    piece: Place
    strength: int
    """As it was when the fight ended, before it recovers."""
    hits: int
    drained: bool
    """Marked by lifedrain (warlords.lifedrain)."""


@facts
class HeroFell(Tagged, pack="warlords"):
    """What became of a fallen hero (warlords.map.hero-fall)."""

    side: SideName
    piece: Place
    drawn: int
    lives: bool
