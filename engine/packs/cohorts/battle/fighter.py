"""A unit while the battle lasts: where it stands, its wounds, state and statuses.

Mutable, and known to nothing outside one battle. What is done to it stands with the rules of the
phases; here is only what follows from its own state.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.packs.cohorts.battle.combatant import Combatant, Special
from engine.packs.cohorts.battle.formulas import attack_factor, defense_factor, power, settled
from engine.packs.cohorts.battle.magic.laid import SpellsOnUnit
from engine.packs.cohorts.battle.record import UnitState
from engine.packs.cohorts.battle.slots import hex_of
from engine.packs.cohorts.content.battle import BattleStatus

_NEARLY = 99.0  # wounds that no rounding makes deadly


class Fighter:
    """One unit in one battle."""

    __slots__ = (
        "aboard",
        "bears",
        "character",
        "con",
        "dealt",
        "df",
        "df_status",
        "enchantment",
        "fights",
        "hex",
        "hp",
        "initiative",
        "lasting",
        "mana",
        "melee_af",
        "melee_power",
        "melee_status",
        "missile_af",
        "missile_power",
        "missile_status",
        "number",
        "points",
        "resists",
        "ship",
        "side",
        "soldiers",
        "specials",
        "state",
        "statuses",
        "unit",
        "wounds",
    )

    def __init__(self, number: int, unit: Combatant, statuses: Mapping[str, BattleStatus]) -> None:
        self.number = number
        """Its place in the roster."""
        self.unit = unit
        self.side = unit.side
        self.character = unit.character
        self.soldiers = unit.soldiers
        self.hp = unit.hp
        """Full, as it was when the battle began (cohorts.formula.hp-fixed-in-battle)."""
        self.hex = hex_of(unit.side, unit.slot)
        self.wounds = unit.wounds
        self.points = 0.0
        """Morale gained or lost in this battle."""
        self.state: UnitState = "fighting"
        self.fights = True
        """Whether it is still in the fight (cohorts.battle.unit-states)."""
        self.initiative = 0
        self.dealt = 0.0
        """HP points taken from enemies (cohorts.battle.experience)."""
        self.ship: Fighter | None = None
        """The ship that it is aboard, in a naval battle."""
        self.aboard: list[Fighter] = []
        """Of a ship in a naval battle: who is on it."""
        self.statuses: dict[str, int] = dict(unit.statuses)
        """Battle statuses with the heroic level that their aura has."""
        self.lasting = tuple(unit.statuses)
        """Those that it brought along, which no cure ends."""
        self.enchantment: SpellsOnUnit | None = None
        """The charms and tasks that it carries."""
        self.specials: tuple[Special, ...] = unit.specials
        """Its special attacks, in the order of the types."""
        self.mana = unit.mana
        melee, missile = unit.melee, unit.missile
        self.melee_power = power(melee.power, melee.modifiers, unit.tactics)
        self.missile_power = power(missile.power, missile.modifiers, unit.tactics) if missile else 0
        self.resists: dict[str, float] = {}
        """RES by types of attack, without spells, of those that have struck it."""
        self.refresh(statuses)

    def refresh(self, statuses: Mapping[str, BattleStatus]) -> None:
        """Sum up the battle statuses that it has (cohorts.battle-status.percent-stacking)."""
        self.melee_status = self.missile_status = self.df_status = 0
        self.con = self.unit.con
        self.bears = False
        """Whether it has an aura."""
        for name in self.statuses:
            status = statuses[name]
            self.melee_status += status.melee_af
            self.missile_status += status.missile_af
            self.df_status += status.df
            self.bears = self.bears or status.aura is not None
            if status.con_percent and name not in self.lasting:
                self.con += self.unit.base_con * status.con_percent / 100
        unit, missile = self.unit, self.unit.missile
        self.df = defense_factor(unit.df, unit.df_percent, self.df_status, unit.tactics)
        """DF without spells, as are the AF of its melee and its missile attack."""
        melee = unit.melee
        self.melee_af = attack_factor(melee.af, melee.af_percent, self.melee_status)
        self.missile_af = 0.0
        if missile:
            self.missile_af = attack_factor(missile.af, missile.af_percent, self.missile_status)

    def leave(self, state: UnitState) -> None:
        """It is out of the fight from now on."""
        self.state, self.fights = state, False

    @property
    def current_hp(self) -> float:
        """Full HP less the wounds (cohorts.battle.wounds)."""
        return self.hp * (100 - self.wounds) / 100

    @property
    def hp_per_head(self) -> float:
        """Current HP of one of its soldiers, whatever the wounds; of a character its own.

        Source: cohorts.battle.special-attack-status-chance.
        """
        return self.current_hp / self.soldiers

    @property
    def able(self) -> float:
        """Its soldiers that wounds have not put out of action; 1 for a character.

        Source: cohorts.battle.soldier-count.
        """
        return 1.0 if self.character else self.soldiers * (100 - self.wounds) / 100

    @property
    def finished(self) -> bool:
        """Whether its wounds are deadly."""
        return self.wounds > _NEARLY and settled(self.wounds) >= 100

    def wound(self, percent: float) -> float:
        """Add wounds up to 100, and say how many these were."""
        before = self.wounds
        after = before + percent
        if after > _NEARLY and settled(after) >= 100:
            after = 100.0
        self.wounds = after
        return after - before

    def heal(self, percent: float) -> float:
        """Take away wounds down to 0, and say how many these were."""
        before = self.wounds
        self.wounds = max(0.0, before - percent)
        return before - self.wounds
