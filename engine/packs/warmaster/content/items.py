"""What a module says of magic items: who may carry them, what they cost, and what they do.

An item is a row of figures over effects, so that new ones need no code. Those of the flagship
module are in `data/modules/warmaster/items.toml` (warmaster.item).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Final, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.module.art import IconOrNone
from engine.module.sections import Data, Named, Sections, Table
from engine.packs.warmaster.content.lists import CARRIERS, Armour, Kind, Role, no_name_twice
from engine.packs.warmaster.content.spells import Die, Few

ItemKind = Literal["standard", "weapon", "device"]
ROLES: Final[tuple[Role, ...]] = ("general", "hero", "wizard", "runesmith")
Cost = Annotated[int, Field(ge=0, le=400, multiple_of=5)]
Command = Annotated[int, Field(ge=2, le=10)]


class MoreAttacks(Data):
    """Each stand of the unit itself has this many Attacks more in the unit's first engagement.

    Source: warmaster.item.battle-banner.
    """

    does: Literal["more attacks"]
    by: Few = 1


class BetterArmour(Data):
    """The unit's Armour is this many steps better until it loses a stand.

    Source: warmaster.item.banner-of-shielding.
    """

    does: Literal["better armour"]
    by: Few = 1


class MoreHits(Data):
    """Each stand of the unit itself can take this many hits more in the unit's first engagement.

    Source: warmaster.item.banner-of-fortitude.
    """

    does: Literal["more hits"]
    by: Few = 1


class Spare(Data):
    """In each enemy turn the first unsaved shooting hits are ignored, until the unit loses a stand.

    Source: warmaster.item.banner-of-steadfastness.
    """

    does: Literal["spare"]
    hits: Few = 1


class RollAgain(Data):
    """Once in a battle all attack dice of the unit are rolled again.

    It is done when at least `least` were rolled and `share` times the hits are fewer than the dice
    (warmaster.item.banner-of-fortune, warmaster.directive.items).
    """

    does: Literal["roll again"]
    least: Few
    share: Few


class BreakSaves(Data):
    """In each round the unit aimed at rolls this many successful saves again.

    Source: warmaster.item.sword-of-destruction.
    """

    does: Literal["break saves"]
    dice: Few = 1


class MoreDice(Data):
    """Attack dice more in the first round of the first combat (warmaster.item.sword-of-fate)."""

    does: Literal["more dice"]
    dice: Few = 1


class RollMisses(Data):
    """In each round this many attack dice that missed are rolled again.

    Source: warmaster.item.sword-of-cleaving.
    """

    does: Literal["roll misses"]
    dice: Few = 1


class CrownOrders(Data):
    """The first order of each turn is tested at this Command without penalties.

    It ends when such a test fails (warmaster.item.crown-of-command).
    """

    does: Literal["crown orders"]
    command: Command


class BetterCommand(Data):
    """In one own turn, by default that of this number, Command is higher.

    Source: warmaster.item.helm-of-dominion.
    """

    does: Literal["better command"]
    by: Few = 1
    turn: Annotated[int, Field(ge=1, le=8)]


class TestAgain(Data):
    """One failed test is made again at this Command, with the usual penalties.

    Source: warmaster.item.orb-of-majesty.
    """

    does: Literal["test again"]
    command: Command


class IgnoreBlunder(Data):
    """One blunder counts as a test that was passed.

    It is the bearer's own at once, or that of another when the blunder die shows one of these
    (warmaster.item.sceptre-of-sovereignty, warmaster.directive.items).
    """

    does: Literal["ignore blunder"]
    dice: tuple[Annotated[int, Field(ge=1, le=6)], ...]


class SureCast(Data):
    """One spell works without a roll: by default the first with a score of `from_score` or more.

    Source: warmaster.item.ring-of-magic.
    """

    does: Literal["sure cast"]
    from_score: Die


class BetterCast(Data):
    """One casting roll is higher.

    By default it is that of the first spell with a score of `from_score` or more
    (warmaster.item.wand-of-power, warmaster.directive.items).
    """

    does: Literal["better cast"]
    by: Few = 1
    from_score: Die


class CastAgain(Data):
    """Once in a battle a spell that was cast allows another (warmaster.item.rod-of-repetition)."""

    does: Literal["cast again"]


class Spellbind(Data):
    """When an enemy Wizard fails, a die of `needs` or more makes the Wizard cast worse.

    It takes `by` from all casting rolls of that one Wizard for the rest of the battle, and is then
    used up (warmaster.item.staff-of-spellbinding).
    """

    does: Literal["spellbind"]
    needs: Die
    by: Few = 1


class CancelSpell(Data):
    """One enemy spell that has worked fails.

    By default it is the first with a score of `from_score` or more, or any from round `from_round`
    on (warmaster.item.scroll-of-dispelling, warmaster.directive.items).
    """

    does: Literal["dispel"]
    from_score: Die
    from_round: Annotated[int, Field(ge=1, le=8)]


ItemEffect = Annotated[
    MoreAttacks
    | BetterArmour
    | MoreHits
    | Spare
    | RollAgain
    | BreakSaves
    | MoreDice
    | RollMisses
    | CrownOrders
    | BetterCommand
    | TestAgain
    | IgnoreBlunder
    | SureCast
    | BetterCast
    | CastAgain
    | Spellbind
    | CancelSpell,
    Field(discriminator="does"),
]


class Rank(Data):
    """What a standard costs units with these printed values (warmaster.item.standards)."""

    name: str
    armour: tuple[Armour, ...] = ()
    hits: tuple[Few, ...] = ()
    cost: Cost

    def fits(self, armour: int, hits: int) -> bool:
        """Whether it is the rank of a unit with that Armour and Hits."""
        return armour in self.armour or hits in self.hits


class MagicItem(Named):
    """A magic item (warmaster.item.kinds): its cost in points, or its ranks with their costs.

    `units` are the kinds of unit and `roles` the characters that may carry it
    (warmaster.item.carriers).
    """

    kind: ItemKind
    cost: Cost = 0
    ranks: tuple[Rank, ...] = ()
    units: tuple[Kind, ...] = ()
    roles: tuple[Role, ...] = ()
    effect: ItemEffect
    help: str = ""
    icon: IconOrNone = None

    @model_validator(mode="after")
    def _has_carriers_of_its_kind(self) -> Self:
        if self.kind != "device" and not self.units:
            raise ValueError("needs 'units' that may carry it (warmaster.item.carriers)")
        if any(each not in CARRIERS for each in self.units):
            raise ValueError("monsters and machines carry no items (warmaster.item.carriers)")
        if self.kind == "standard" and self.roles:
            raise ValueError("is a standard, which no character carries (warmaster.item.standards)")
        if self.kind == "device" and self.units:
            raise ValueError("is a device, which no unit carries (warmaster.item.devices)")
        return self

    def cost_for(self, kind: Kind, armour: int, hits: int) -> int | None:
        """What it costs a unit of that kind with these printed values; None if it may not have it.

        Source: warmaster.item.standards.
        """
        if kind not in self.units:
            return None
        if not self.ranks:
            return self.cost
        return next((rank.cost for rank in self.ranks if rank.fits(armour, hits)), None)

    def cost_for_role(self, role: Role) -> int | None:
        """What it costs a character of that role; None if it may not be carried so."""
        return self.cost if role in self.roles else None

    @property
    def highest_cost(self) -> int:
        """Its cost at the highest rank (warmaster.map.items)."""
        return max((self.cost, *(rank.cost for rank in self.ranks)))


def surplus(items: Iterable[str]) -> Iterator[str]:
    """The items of an army that it has more than once, each time but the first.

    Source: warmaster.item.unique.
    """
    seen: set[str] = set()
    for item in items:
        if item in seen:
            yield item
        seen.add(item)


class ItemContent(Sections):
    """The section of the magic items, which are things of the world (warmaster.map.items)."""

    things: ClassVar[tuple[str, ...]] = ("magic_items",)

    magic_items: Table[MagicItem]

    @field_validator("magic_items")
    @classmethod
    def _no_item_twice(
        cls, items: Mapping[str, MagicItem], info: ValidationInfo
    ) -> Mapping[str, MagicItem]:
        no_name_twice(items, info)
        return items
