"""What a turn brings into a treasury and takes out of it, as far as its kingdom can foresee it.

Sources: kingdoms.economy.income, kingdoms.economy.army-pay, kingdoms.economy.hero-pay.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.gold import taxes
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.paying import BLESS, PLOUGHED, QUAKE, is_paid, pay_of
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.pieces.enchantments import is_on
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.world import World


@dataclass(frozen=True, slots=True)
class Treasury:
    """A treasury and the turn's end that is to come, in gold."""

    treasury: int
    taxes: int
    """What the provinces pay, if none is lost or won till then."""
    inventions: int
    """What inventions add."""
    heroes: int
    armies: int

    @property
    def income(self) -> int:
        """All that comes in."""
        return self.taxes + self.inventions

    @property
    def pay(self) -> int:
        """All that goes out."""
        return self.heroes + self.armies

    @property
    def left(self) -> int:
        """What there will be; below 0, somebody goes unpaid."""
        return self.treasury + self.income - self.pay


def account_of(rules: Rules, view: World, crown: Crown) -> Treasury:
    """The account of a kingdom that the view holds whole."""
    module = rules.module
    content, types = module.content(RulerContent), module.content(ArmyContent).army_types
    devices = module.content(VentureContent).devices
    sums = [
        (each.terrain, _paid(rules, view, each)) for each in view.by(Holding, "owner", crown.id)
    ]
    income = sum(paid for _, paid in sums)
    ploughed = sum(1 for terrain, paid in sums if terrain == PLOUGHED and paid)
    added = (
        income * boon(devices, crown.inventions, "tax_percent") // 100
        + ploughed * boon(devices, crown.inventions, "plain_gold")
        + boon(devices, crown.inventions, "gold")
    )
    heroes = [each for each in view.by(Ruler, "crown", crown.id) if is_paid(each)]
    return Treasury(
        crown.treasury,
        income,
        added,
        sum(pay_of(content, crown, each) for each in heroes),
        sum(types[each.type].pay for each in view.by(Army, "crown", crown.id)),
    )


def _paid(rules: Rules, view: World, holding: Holding) -> int:
    return taxes(
        tax_of(view, rules.module, holding),
        rules.module.content(RulerContent).gold.bless_percent,
        blessed=is_on(view, holding, BLESS),
        quake=is_on(view, holding, QUAKE),
        raided=holding.raided,
    )
