"""Who fights a battle in lines, and where: armies, leaders, contingents and sides, the field.

Values only, of which a record keeps a battle whole, so that it can be drawn and fought again. They
know no world: the code that musters a battle makes them (kingdoms.mapping.packs).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from engine.facts import Facts, Tagged, facts
from engine.packs.kingdoms.content.armies import (
    ArmyContent,
    ArmyRace,
    ArmyType,
    Ground,
    LineFigures,
)
from engine.world import Place

SideName = Literal["attacker", "defender"]
SIDES: Final[tuple[SideName, SideName]] = ("attacker", "defender")
NOWHERE: Final = 0
"""Instead of a province where there is no retreat."""


@facts
class ArmyFactor(Facts):
    """A factor for the armies of a side, such as that of an invention (kingdoms.invention.table).

    Only those that work in this battle are given.
    """

    name: str
    factor: Fraction
    types: tuple[str, ...] = ()
    """The army types that it is for; all if none is named."""


@facts
class Fielded(Tagged, pack="kingdoms"):
    """An army as it enters a battle (kingdoms.army.table)."""

    piece: Place
    name: str = ""
    type: str
    """The key of its army type."""
    race: str
    """The key of its race."""
    quality: int
    """Its own, from Sub-Depleted -1 to Elite 5 (kingdoms.army.quality)."""
    skeletal: bool = False
    home: bool = False
    """Whether it fights in its owner's starting home province (kingdoms.army.home-province)."""
    blessed: int = 0
    """Levels of quality that its leader's magic items give it (kingdoms.item.quality-bonus)."""
    obedient: bool = False
    """Whether its leader's magic items spare it the Druid shortfall (kingdoms.item.artifacts)."""
    strength: Fraction = Fraction(1)
    """A share of its whole strength: less than its number, or wounded
    (kingdoms.mapping.battle-for-base-units)."""


@facts
class Champion(Facts):
    """How a supreme commander stands to a duel (kingdoms.battle.duel)."""

    temper: str = "Brave"
    refusal: int = 0
    """In percent."""
    plan: tuple[str, ...] = ("ME",)
    """The encounter plan."""


@facts
class Leader(Facts):
    """A character who leads armies in a battle, with the figures that count there."""

    piece: Place
    name: str = ""
    race: str
    alignment: str = ""
    royal: bool = False
    """A King or Heir, who commands before all others (kingdoms.battle.command)."""
    tactical: int = 0
    naval: int = 0
    march: int = 0
    druid: int = 0
    oratory: bool = False
    """Whether the led armies fight one quality higher (kingdoms.spell.oratory)."""
    phantasm: int = 0
    """The highest level of accompanying Phantasmal Armies (kingdoms.spell.phantasmal-armies)."""
    champion: Champion = Champion()
    learns: bool = False
    """Whether the battle may teach the leader (kingdoms.experience.improving)."""

    def command(self, *, sea: bool) -> int:
        """Tactical, or Naval in a Sea province (kingdoms.ability.naval)."""
        return self.naval if sea else self.tactical

    def haste(self, *, sea: bool) -> int:
        """March, or Naval in a Sea province, for uniting and for getting away.

        Sources: kingdoms.battle.contingents, kingdoms.battle.leaders.
        """
        return self.naval if sea else self.march


@facts
class Contingent(Tagged, pack="kingdoms"):
    """The armies of one leader in battle order, or of a garrison, which has none."""

    leader: Leader | None = None
    armies: tuple[Fielded, ...]
    origin: int = NOWHERE
    """The province that it came from in this phase; 0 if it stood here before."""


@facts
class Refuges(Facts):
    """Where a side may fall back to, provinces in order of id (kingdoms.battle.retreat)."""

    land: tuple[int, ...] = ()
    """Of a battle on land: adjacent land that it or a partner owns, without hostile army."""
    sea: tuple[int, ...] = ()
    """Adjacent Sea provinces without hostile army; in a sea battle also the coasts that it or a
    partner owns, without hostile army."""
    water: tuple[int, ...] = ()
    """All adjacent Sea provinces, for Whales."""
    adjacent: tuple[int, ...] = ()
    """All adjacent provinces, for leaders without a place."""


@facts
class Side(Tagged, pack="kingdoms"):
    """One side of a battle: the contingents of one kingdom, militia, or nobody's."""

    crown: int = 0
    """Its kingdom, or the faction in a campaign of the base game; 0 for none."""
    alignment: str = ""
    """The kingdom's (kingdoms.alignment.fanaticism); empty for none."""
    explored: int = 0
    """How far it has explored the province, in percent (kingdoms.army.exploration-factor)."""
    king_race: str = ""
    """For armies without a leader (kingdoms.ability.druid-garrison); empty for no King."""
    king_druid: int = 0
    supplied: bool = False
    """Whether it needs no camels here (kingdoms.feature.benefits, an oasis)."""
    boons: tuple[ArmyFactor, ...] = ()
    contingents: tuple[Contingent, ...]
    """In command order, the garrison last (kingdoms.battle.command)."""
    refuges: Refuges = Refuges()

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """Its leaders in command order."""
        return tuple(each.leader for each in self.contingents if each.leader)

    @property
    def armies(self) -> tuple[Fielded, ...]:
        """Its armies in battle order."""
        return tuple(army for each in self.contingents for army in each.armies)


@facts
class Setting(Tagged, pack="kingdoms"):
    """Where a battle is fought, as its record tells it."""

    province: int
    ground: str
    """The key of the real ground; of a parted sea the Plain."""
    illusion: str = ""
    """The key of the ground that it appears to be (kingdoms.spell.illusory-terrain)."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where a battle is fought, with all that the module says about such battles."""

    setting: Setting
    ground: Ground = field(repr=False)
    illusion: Ground | None = field(repr=False)
    figures: LineFigures = field(repr=False)
    types: Mapping[str, ArmyType] = field(repr=False)
    races: Mapping[str, ArmyRace] = field(repr=False)
    learning: tuple[int, int] = (0, 0)
    """What a supreme commander and another leader may learn, in percent
    (kingdoms.experience.action-table)."""

    @property
    def sea(self) -> bool:
        """Whether it is a sea battle (kingdoms.battle.sea)."""
        return self.ground.sea

    @classmethod
    def of(
        cls, content: ArmyContent, setting: Setting, learning: tuple[int, int] = (0, 0)
    ) -> Field:
        """The field of a setting.

        Raises:
            KeyError: the module has no such ground.
        """
        return cls(
            setting=setting,
            ground=content.grounds[setting.ground],
            illusion=content.grounds[setting.illusion] if setting.illusion else None,
            figures=content.columns,
            types=content.army_types,
            races=content.army_races,
            learning=learning,
        )

    def type_of(self, army: Fielded) -> ArmyType:
        """The army's type."""
        return self.types[army.type]

    def humanoid(self, army: Fielded) -> bool:
        """Whether it is of a humanoid race and no skeletons (kingdoms.army.skeletal)."""
        return not army.skeletal and self.races[army.race].humanoid


def led(side: Side) -> Iterator[tuple[Contingent, Fielded]]:
    """A side's armies in battle order, each with the contingent that it is of."""
    for contingent in side.contingents:
        for army in contingent.armies:
            yield contingent, army
