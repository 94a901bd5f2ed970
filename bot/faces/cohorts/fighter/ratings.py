"""The attributes and battle ratings of a character or military unit, with where they come from.

Values and lines are those with which it would go into a battle (`battle.arming`); what formulas
make of them is told as the formulas take it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from bot.faces.words.figures import Amount, Bearing, Figure, Shares, amount, change, figure
from engine.battle import BATTLE
from engine.modifiers import Modifier, Statistic
from engine.packs import Rules
from engine.packs.cohorts.battle import formulas
from engine.packs.cohorts.battle.arming import Arming, Stance, Way, strength_of, swinging
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.shelter import defending, shelters
from engine.world import World

_NOTE: Final = "As it would attack where it is; what the place gives its defenders is told apart."

ATTRIBUTES: Final[tuple[Attribute, ...]] = get_args(Attribute)


def bearing(rules: Rules, view: World, piece: Character | Unit) -> Bearing:
    """An own piece as it goes into battle, on a view; nothing where battles are not of Cohorts."""
    if not isinstance(rules.contests.get(BATTLE), CohortsBattles):
        return Bearing()
    return Bearing(ratings(view, rules.module.content(Content), piece), _NOTE)


def attributes(view: World, content: Content, piece: Character | Unit) -> tuple[Figure, ...]:
    """The six effective attributes."""
    own = isinstance(piece, Character)
    source = "Bare" if own else content.races[piece.race].name
    return tuple(figure(key, attribute(view, content, piece, key), source) for key in ATTRIBUTES)


def ratings(view: World, content: Content, piece: Character | Unit) -> tuple[Figure, ...]:
    """Hit points, attacks and defenses, as it would attack in the terrain where it is.

    Where the place helps its defenders, DF as one of them too.
    """
    province = view.find(Province, province_of(view, piece.place))
    family = content.terrains[province.terrain].family if province else ""
    found = [*_Ratings(view, content, piece, Stance(0, family)).all()]
    helps = tuple(_place(view, content, piece, province)) if province else ()
    if helps:
        found.append(_Ratings(view, content, piece, Stance(1, family, helps)).df("DF on defense"))
    return tuple(found)


def _place(
    view: World, content: Content, piece: Character | Unit, province: Province
) -> Iterator[Modifier]:
    """What a province gives it as a defender, as far as its walls are known."""
    side = faction_of(view, piece)
    walls = province.knows("fortification") and shelters(view, province, side, piece)
    return defending(content, province, walls=walls)


class _Ratings:
    """One piece with all its effects."""

    def __init__(
        self, view: World, content: Content, piece: Character | Unit, stance: Stance
    ) -> None:
        self.view, self.content, self.piece = view, content, piece
        self.arming = Arming(view, content, piece, stance)
        self.unit: Combatant = self.arming.combatant(piece.slot, piece.holder)
        self.race = content.races[piece.race]

    def all(self) -> Iterator[Figure]:
        """Every rating, what it can take first."""
        unit, race = self.unit, self.race.combat
        yield self._hit_points()
        yield from self._attack("Melee", "melee", unit.melee)
        if unit.missile:
            yield from self._attack("Missile", "missile", unit.missile)
        yield self.df("DF")
        value = formulas.resistance(unit.res, unit.tactics)
        yield self._rating(
            "RES", self.arming.statistic("RES", race.resistance), value, self._tactics()
        )
        for type_, more in unit.res_against.items():
            shares = (("RES", amount(unit.res)), (f"Against {_word(type_)}", change("add", more)))
            total = formulas.resistance(unit.res + more, unit.tactics)
            yield Figure(f"RES against {_word(type_)}", amount(total), shares)
        yield self._rating("MAR", self.arming.statistic("MAR", race.mar), unit.mar)
        yield self._rating("SAR", self.arming.statistic("SAR", race.sar), unit.sar)
        yield self._initiative()
        for special in unit.specials:
            shares = (("Damage", amount(special.damage)), ("Strength", amount(special.quality)))
            yield Figure(f"{_word(special.type).capitalize()} attack", shares[0][1], shares)
        if unit.artillery:
            yield Figure("Shots", str(unit.artillery), (("Before the first round", ""),))

    def df(self, name: str) -> Figure:
        """The defense factor."""
        unit = self.unit
        value = formulas.defense_factor(unit.df, unit.df_percent, 0.0, unit.tactics)
        by_level = (
            "Heroic level",
            change("percent", formulas.heroic_defense(self.piece.level)),
        )
        found = self.arming.statistic("DF", self.race.combat.df)
        return self._rating(name, found, value, (by_level, *self._tactics()))

    # ------------------------------------------------------------------ one by one

    def _hit_points(self) -> Figure:
        unit = self.unit
        left = unit.hp * (100 - unit.wounds) / 100
        shares = (
            (self.race.name, amount(self.race.combat.hp)),
            ("Level", str(unit.level)),
            ("CON", amount(unit.con)),
            *_lines(self.arming.statistic("HP", 0)),
        )
        if unit.soldiers != 1:
            shares += (("Heads", f"× {unit.soldiers:,}"),)
        if unit.wounds:
            shares += (("Wounds", change("percent", -unit.wounds)),)
        return Figure("HP", amount(left), shares)

    def _initiative(self) -> Figure:
        found = self.arming.statistic("initiative", 0)
        return Figure(
            "Initiative",
            amount(self.unit.initiative),
            (("DEX", amount(self.unit.dex)), *_lines(found)),
        )

    def _attack(self, name: str, way: Way, attack: Attack) -> Iterator[Figure]:
        """Its AF, POW and damage with a weapon, or what the race has by nature."""
        place, weapon = next(self.arming.weapons(way), ("", None))
        school, situation = self.arming.school(weapon), swinging(way, place, weapon)
        value = formulas.attack_factor(attack.af, attack.af_percent)
        trained = tuple(
            (source, change("percent", percent))
            for source, percent in self.arming.training(way, weapon, school)
            if percent
        )
        found = self.arming.statistic("AF", self.race.combat.af, situation)
        yield self._rating(f"{name} AF", found, value, trained)
        shares: list[tuple[str, str]] = [(self.race.name, amount(self.race.combat.power))]
        if weapon:
            shares.append((weapon.name, change("add", strength_of(way, weapon))))
        shares += _lines(self.arming.statistic("weapon POW", strength_of(way, weapon), situation))
        if school:
            shares.append((self.content.skills[school.skill].name, change("add", school.power)))
        best = formulas.power_modifier(attack.modifiers)
        if best:
            shares.append(("The modifier that counts", change("add", best)))
        power = formulas.power(attack.power, attack.modifiers, self.unit.tactics)
        yield Figure(f"{name} POW", amount(power), (*shares, *self._tactics()))
        yield self._damage(name, attack, self.piece.equipment.get(place, ""), value)

    def _damage(self, name: str, attack: Attack, item: str, af: float) -> Figure:
        """What an attack of that AF does, with an item or by nature."""
        unit = self.unit
        shares = (
            ("HP left", amount(unit.hp * (100 - unit.wounds) / 100)),
            (item_name(self.content, self.view, item) if item else "By nature",
             f"× {amount(attack.damage)}"),
            ("AF", f"× {amount(af)}"),
        )  # fmt: skip
        return Figure(
            f"{name} damage",
            amount(formulas.damage(unit.hp, unit.wounds, attack.damage, af)),
            shares,
        )

    # ------------------------------------------------------------------ the rules' own lines

    def _rating(self, name: str, found: Statistic, value: Amount, more: Shares = ()) -> Figure:
        return figure(name, found, self.race.name, value, more)

    def _tactics(self) -> Shares:
        """What multiplies DF, POW and RES after all else (cohorts.spell.charm-of-tactics)."""
        return tuple(_lines(self.arming.statistic("tactics", 1)))


def _lines(found: Statistic) -> list[tuple[str, str]]:
    return [(line.source, change(line.operation, line.amount)) for line in found.lines]


def _word(key: str) -> str:
    return key.replace("_", " ")
