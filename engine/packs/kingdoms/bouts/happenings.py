"""What the record of an encounter tells, in order: every check with its chance and its draw.

Accounts, pictures and replays are made from these alone. A `drawn` of 0 means that nothing was
drawn, because the chance left no doubt.
"""

from __future__ import annotations

from dataclasses import field

from engine.facts import Tagged, facts
from engine.packs.kingdoms.bouts.fighters import Meeting, Role
from engine.packs.kingdoms.bouts.sides import Range


@facts
class Began(Tagged, pack="kingdoms"):
    """Kinds of encounter (kingdoms.encounter.kinds)."""

    meeting: Meeting
    rounds: int
    """Number of rounds after which both sides part."""


@facts
class Balked(Tagged, pack="kingdoms"):
    """A refusal check (kingdoms.encounter.refusal)."""

    role: Role
    chance: int
    drawn: int
    refused: bool


@facts
class Raged(Tagged, pack="kingdoms"):
    """A Berserk fighter has more hit points (kingdoms.temper.rage)."""

    role: Role
    more: int
    left: int


@facts
class RoundBegan(Tagged):
    """A round; of a free one, whose it is (kingdoms.encounter.free-rounds)."""

    tag = "kingdoms.round"

    number: int
    at: Range
    free: str = ""
    """The role of who alone acts; empty for an ordinary round."""


@facts
class Wavered(Tagged, pack="kingdoms"):
    """A Cowardly one who was hurt: whether it flees (kingdoms.temper.flight)."""

    role: Role
    chance: int
    drawn: int
    flees: bool


@facts
class FleeTried(Tagged):
    """Somebody tries to get away (kingdoms.encounter.tactic-flee)."""

    tag = "kingdoms.flee"

    role: Role
    chance: int
    drawn: int
    away: bool
    risk: int | None = None
    """The risk of death that caused the flight, in percent, if temper did."""


@facts
class Begged(Tagged, pack="kingdoms"):
    """A coward begs for mercy (kingdoms.temper.begging)."""

    role: Role
    chance: int
    drawn: int
    spared: bool


@facts
class Closed(Tagged, pack="kingdoms"):
    """Somebody comes nearer (kingdoms.encounter.tactic-melee)."""

    role: Role
    at: Range


@facts
class Blow(Tagged, pack="kingdoms"):
    """A blow (kingdoms.encounter.melee-chance, kingdoms.encounter.melee-damage)."""

    role: Role
    """Who struck; if an image did, who made it."""
    chance: int
    terms: dict[str, int] = field(default_factory=dict[str, int])
    """What made up the chance, before spells took their part of it."""
    drawn: int
    hit: bool
    damage: int = 0
    left: int
    """The hit points left to who was struck at."""
    image: str = ""
    """`at` for a blow at an image, `by` for one by an image, whose wounds all vanish."""


@facts
class Shot(Tagged, pack="kingdoms"):
    """An arrow, or what a monster throws (kingdoms.encounter.tactic-fire)."""

    role: Role
    chance: int
    drawn: int
    hit: bool
    damage: int = 0
    left: int


@facts
class Forgone(Tagged, pack="kingdoms"):
    """An animal under Spiritwrack loses its spell or shots (kingdoms.spell.spiritwrack)."""

    role: Role
    tactic: str
    chance: int
    drawn: int
    lost: bool


@facts
class SpellTried(Tagged):
    """A combat spell (kingdoms.encounter.tactic-cast)."""

    tag = "kingdoms.spell"

    role: Role
    art: str
    level: int
    item: bool
    """Whether an item cast it."""
    chance: int
    drawn: int
    worked: bool


@facts
class Burnt(Tagged, pack="kingdoms"):
    """Hit points lost to a spell."""

    role: Role
    """Who was hurt."""
    art: str
    damage: int
    left: int


@facts
class Slain(Tagged, pack="kingdoms"):
    """Somebody died at once by a spell, or by the own image."""

    role: Role
    art: str


@facts
class Freed(Tagged, pack="kingdoms"):
    """Somebody has free attack rounds (kingdoms.encounter.free-rounds)."""

    role: Role
    rounds: int


@facts
class Suspended(Tagged, pack="kingdoms"):
    """Ice holds a victim whole (kingdoms.spell.ice-suspension)."""

    role: Role
    """The victim."""
    items: tuple[str, ...]
    """What the caster took that it did not carry."""


@facts
class Enraged(Tagged, pack="kingdoms"):
    """A spell that failed has driven its victim mad (kill-enemy, control-undead)."""

    role: Role
    art: str
    left: int


@facts
class Squeezed(Tagged, pack="kingdoms"):
    """A Hand of Death squeezes (kingdoms.spell.hand-of-death)."""

    role: Role
    """Who holds it."""
    damage: int
    left: int


@facts
class Released(Tagged, pack="kingdoms"):
    """A Hand of Death has ended."""

    role: Role
    """Who held it."""


@facts
class Talked(Tagged, pack="kingdoms"):
    """Somebody talks (kingdoms.encounter.tactic-talk)."""

    role: Role
    chance: int
    drawn: int
    heard: bool
    answered: int = 0
    """The draw of a monster's answer; 0 for none."""


@facts
class Stole(Tagged, pack="kingdoms"):
    """Somebody tries a theft (kingdoms.encounter.tactic-steal)."""

    role: Role
    chance: int
    drawn: int
    got: bool


@facts
class ImageMade(Tagged):
    """A victim faces an image of itself (kingdoms.spell.mirror-image-phantasm)."""

    tag = "kingdoms.image"

    role: Role
    """Who cast it."""
    left: int
    """The hit points of the image."""


@facts
class Doubted(Tagged, pack="kingdoms"):
    """Whether somebody sees through an image before a round with it."""

    role: Role
    """Who faces it."""
    chance: int
    drawn: int
    seen_through: bool


@facts
class ImageEnded(Tagged, pack="kingdoms"):
    """An image is gone, and all wounds of its fights with it.

    `how` is `broken` by another image, `seen-through` or `beaten` by the victim, `finished` when
    the caster then slew the victim that the image had felled, `turned` when it slew the caster, or
    `faded` when it had fought for as long as an encounter may last.
    """

    role: Role
    """Who cast it."""
    how: str


@facts
class Ended(Tagged, pack="kingdoms"):
    """How an encounter ended, and what each has of it (kingdoms.encounter.end)."""

    outcome: str
    rounds: int
    hits: tuple[int, int]
    """The hit points of the initiator and the other, after what was lent for the encounter."""
    gainer: str = ""
    """The role of who takes something; empty for nobody."""
    items: tuple[str, ...] = ()
    """The keys of the items taken."""
    gold: int = 0
    attempts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The abilities that the initiator and the other have tried, in the order in which experience
    is checked; monsters learn nothing."""
