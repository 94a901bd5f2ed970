"""What happens in a battle in lines, as its record tells it, in order.

Pictures, accounts and the aftermath are made from these and from who fought. Units are named by
side and number in battle order, from 1 (kingdoms.battle.command). Source: kingdoms.battle.report.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from engine.facts import Facts, Tagged, facts
from engine.packs.kingdoms.battle.values import NOWHERE, SideName
from engine.world import Place

Row = Literal["front", "behind", "flank"]
"""Where a unit stands: on the front line, behind it, or outflanking the last contested column."""
Loss = Literal["unhurt", "reduced", "destroyed"]
Answer = Literal["ready", "declined", "refused", "excused", "shamed"]
"""How a champion answers to a duel: declined openly by plan, refused by temper, made an excuse that
held, or one that did not (kingdoms.battle.duel)."""
DuelEnd = Literal["", "slain", "fled"]
"""What a duel did to a champion; empty if nothing that counts."""
Fate = Literal["stays", "escaped", "destroyed", "paroled", "mercenary", "buried"]
"""What becomes of a unit: it `stays` with a side that holds the field, or gives way; destroyed
Trolls stand as mercenaries, skeletons without a leader bury themselves again."""


@facts
class Dueled(Tagged, pack="kingdoms.battle"):
    """The champions faced each other, or did not (kingdoms.battle.duel)."""

    champions: tuple[Place, Place]
    """The attacker's and the defender's."""
    answers: tuple[Answer, Answer]
    ends: tuple[DuelEnd, DuelEnd] = ("", "")
    demoralized: tuple[SideName, ...] = ()

    @property
    def fought(self) -> bool:
        """Whether it came to blows."""
        return self.answers == ("ready", "ready")


@facts
class Spot(Facts):
    """Where a unit stands in the line."""

    side: SideName
    number: int
    """In its side's battle order, from 1."""
    piece: Place
    column: int
    """The column in which it fights, from 1."""
    row: Row
    flies: bool = False
    """Whether it fights over its own line (kingdoms.battle.flanks-and-rear)."""


@facts
class LineFormed(Tagged):
    """The lines formed (kingdoms.battle.line)."""

    tag = "kingdoms.battle.line"

    length: int
    contested: int
    spots: tuple[Spot, ...]
    buried: tuple[Place, ...] = ()
    """Skeletal armies of a slain champion, which buried themselves before."""


@facts
class Struck(Tagged):
    """A random event struck a side, or its units in one column (kingdoms.battle.random-events)."""

    tag = "kingdoms.battle.event"

    event: str
    """The key of the module's event."""
    side: SideName
    factor: Fraction
    column: int = 0
    """0 for the whole battle."""


@facts
class Weighed(Tagged, pack="kingdoms.battle"):
    """A unit's strength, and what it is made of (kingdoms.battle.unit-strength)."""

    side: SideName
    number: int
    base: Fraction
    quality: int
    """What it fights with."""
    fanatical: bool = False
    nemesis: Place | None = None
    """The enemy that frightens it."""
    factors: tuple[tuple[str, Fraction], ...] = ()
    """All factors by name, in order: those of the side, the leader and itself, the nemesis, and
    the battle event last."""
    strength: Fraction


@facts
class ColumnFought(Tagged):
    """The strengths of both sides in a contested column (kingdoms.battle.winner)."""

    tag = "kingdoms.battle.column"

    number: int
    strengths: tuple[Fraction, Fraction]
    """The attacker's and the defender's, with the column's event."""
    winner: SideName


@facts
class Suffered(Tagged, pack="kingdoms.battle"):
    """What a unit suffered in its column (kingdoms.battle.casualties)."""

    side: SideName
    number: int
    percent: int
    drawn: int
    """0 without a draw."""
    loss: Loss


@facts
class Bitten(Tagged, pack="kingdoms.battle"):
    """A unit will turn into Werebeasts (kingdoms.army.werebeasts)."""

    side: SideName
    number: int
    type: str
    """The army type that it turns into."""


@facts
class Gained(Tagged, pack="kingdoms.battle"):
    """A unit of the winner has become better (kingdoms.battle.gains)."""

    side: SideName
    number: int
    quality: int
    """Its quality from now on."""


@facts
class Remains(Facts):
    """What an army destroyed in a land battle leaves (kingdoms.battle.graves)."""

    type: str
    race: str
    quality: int


@facts
class UnitEnded(Tagged, pack="kingdoms.battle"):
    """What became of a unit at the end of the battle."""

    side: SideName
    number: int
    piece: Place
    fate: Fate
    quality: int
    """From now on; of one that is gone, what it had."""
    chance: int = 0
    """With which it escaped, in percent; 100 for certain."""
    to: int = NOWHERE
    """The province to which it gives way; 0 for none."""
    grave: Remains | None = None
    """The grave that it leaves."""
    bitten: str = ""
    """The army type that it turns into at the end of the turn; empty for none."""


@facts
class LeaderEnded(Tagged, pack="kingdoms.battle"):
    """What became of a leader (kingdoms.battle.leaders)."""

    side: SideName
    leader: Place
    fate: Literal["stays", "escaped", "slain"]
    chance: int = 0
    to: int = NOWHERE
    supreme: bool = False
    """Whether the character commanded the side when the battle began (kingdoms.office.marshal)."""
    learns: bool = False
    """Whether Tactical rises, or Naval in a Sea province (kingdoms.experience.action-table)."""
