"""The combat spells of a Cohorts module: whom each concerns, and what it does in a battle.

What a spell does is one of a few effects with figures; the code of an effect stands in
`engine.packs.cohorts.battle.magic`, once for all spells that have it. They are a list of their
own beside the strategic spells, and stand in the same spell books.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeAlias, cast

from pydantic import Field, model_validator

from engine.module.names import key_of
from engine.module.sections import Data, Named, Path
from engine.packs.cohorts.content.battle import BattleStatus, BattleStatusKey, DamageTypeKey
from engine.packs.cohorts.content.land import Percent
from engine.packs.cohorts.content.statuses import Nature

Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Fault: TypeAlias = tuple[Path, str]
LoadingPlace = Literal["duel", "battle"]
LOADING_PLACES: Final[tuple[LoadingPlace, ...]] = ("duel", "battle")
"""The places for spells that a character has (`cohorts.combat-spell.loading`)."""
KEYWORDS: Final = ("undead", "lycanthrope", "possession", "religious")
OTHER: Final = "other"
"""The keyword of units with a nature of another category (`cohorts.combat-spell.bane`)."""
Rating = Literal[
    "morale",
    "damage percent",
    "POW",
    "RES",
    "DF",
    "DF percent",
    "MAR",
    "SAR",
    "charge percent",
    "missile percent",
]
"""What a combat spell can change; `DF` is flat, `charge` and `missile` are AF bonuses."""


class Bolt(Data):
    """Strikes one character: HL³ times `multiplier`, divided by MAD and SAD together.

    `quality` times HL² decides the chance of the type's status
    (`cohorts.combat-spell.attack-damage`, `cohorts.combat-spell.status-chance`).
    """

    does: Literal["bolt"]
    type: DamageTypeKey
    multiplier: Positive
    quality: Whole = 0


class Storm(Data):
    """Strikes every head in a slot: `base` and the square of the level, divided as for a bolt.

    `above` is added to the level first; `further` is how many of the nearest other slots are
    struck with `further_percent` of it (`cohorts.combat-spell.area-damage`).
    """

    does: Literal["storm"]
    type: DamageTypeKey
    base: Whole
    above: Whole = 0
    further: Whole = 0
    further_percent: Percent = 50
    quality: Whole = 0


class Alter(Data):
    """Adds an amount to a rating, or takes it away if it is negative.

    Of damage it may count only `against` units with a keyword (`cohorts.combat-spell.bane`).
    """

    does: Literal["alter"]
    rating: Rating
    amount: int
    per: Literal["heroic level", "level"] = "heroic level"
    against: str = ""

    @model_validator(mode="after")
    def _against_counts_for_damage(self) -> Self:
        if self.against and self.rating != "damage percent":
            raise ValueError("has 'against', which is for damage percent alone")
        return self


class Arm(Data):
    """Gives a special attack with this damage and quality for each heroic level."""

    does: Literal["arm"]
    type: DamageTypeKey
    strength: Positive


class Bare(Data):
    """Makes the DF of armor count nothing (`cohorts.combat-spell.negate-armor`)."""

    does: Literal["bare"]


class Give(Data):
    """Gives a battle status; one that is an aura counts by the heroic level of the spell."""

    does: Literal["give"]
    status: BattleStatusKey


CombatEffect = Annotated[
    Bolt | Storm | Alter | Arm | Bare | Give,
    Field(discriminator="does"),
]


class CombatSpell(Named):
    """A spell that is loaded, and cast in every battle (`cohorts.combat-spell.groups`).

    `group` says whom it concerns: a `duel` spell characters, a `battle` spell military units, a
    `utility` spell both. An `attack` harms enemies at once, a `charm` helps the caster's side and a
    `task` hinders the enemy until the battle ends; with `aura` they do so to everyone in the
    caster's slot. A `miracle` is kept for deities.
    """

    level: Annotated[int, Field(ge=1, le=8)]
    group: Literal["duel", "battle", "utility"]
    form: Literal["attack", "charm", "task"]
    aura: bool = False
    effect: CombatEffect
    miracle: bool = False

    @property
    def place(self) -> LoadingPlace:
        """The place in which it is loaded (`cohorts.combat-spell.loading`)."""
        return "duel" if self.group == "duel" else "battle"

    @property
    def friendly(self) -> bool:
        """Whether it is cast on the caster's own side."""
        return self.form == "charm"

    @property
    def type(self) -> str:
        """The type of damage of an attack, empty for others."""
        return self.effect.type if isinstance(self.effect, Bolt | Storm) else ""

    def concerns(self, *, character: bool) -> bool:
        """Whether it is for characters, or for military units."""
        return self.group == "utility" or (self.group == "duel") == character

    @model_validator(mode="after")
    def _form_and_effect_agree(self) -> Self:
        effect = self.effect
        if (self.form == "attack") != isinstance(effect, Bolt | Storm):
            raise ValueError("must have form attack if it does a bolt or a storm, and only then")
        if isinstance(effect, Bolt) and self.group != "duel":
            raise ValueError("does a bolt, which strikes one character: its group must be duel")
        if isinstance(effect, Storm) and self.group == "duel":
            raise ValueError("does a storm, which strikes a slot: its group cannot be duel")
        if self.aura and self.group != "utility":
            raise ValueError("is an aura: its group must be utility")
        if self.aura and not isinstance(effect, Alter | Give):
            raise ValueError("is an aura: it must alter a rating or give a status")
        return self


def combat_spell_faults(spell: CombatSpell, content: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with a combat spell beside other tables: where in it, and what.

    `content` holds the sections that are well formed so far; what would need another one is not
    checked.
    """
    if key_of(spell.key) in map(key_of, content.get("spells", ())):
        yield (), "has the key of a strategic spell; both stand in the same spell books"
    effect = spell.effect
    if isinstance(effect, Alter) and effect.against and "natures" in content:
        natures = cast("Mapping[str, Nature]", content["natures"])
        known = (*KEYWORDS, OTHER, *(each.category for each in natures.values()))
        if effect.against not in known:
            yield ("effect", "against"), f"'{effect.against}' is no keyword of a nature"
    if isinstance(effect, Give) and "battle_statuses" in content:
        statuses = cast("Mapping[str, BattleStatus]", content["battle_statuses"])
        yield from _status_faults(spell, statuses.get(effect.status))


def _status_faults(spell: CombatSpell, status: BattleStatus | None) -> Iterator[Fault]:
    path = ("effect", "status")
    if status and (status.becomes or status.at_once):
        yield path, f"'{status.key}' comes with an attack alone"
    if status and (status.aura is not None) != spell.aura:
        is_ = "is" if status.aura else "is not"
        yield path, f"'{status.key}' {is_} an aura, unlike the spell"
