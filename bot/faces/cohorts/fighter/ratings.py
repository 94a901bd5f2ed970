"""The attributes and battle ratings of a character or military unit, with where they come from.

The values are those with which it would go into a battle (`battle.arming`); the lines are what the
same rules collect for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, get_args

from bot.faces.words.figures import Amount, Bearing, Figure, Shares, amount, change, figure
from engine.battle import BATTLE
from engine.modifiers import Modifier, Situation, Statistic, statistic
from engine.numbers import exact
from engine.packs import Rules
from engine.packs.cohorts.battle import formulas
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content import Content, Weapon
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.bonuses import attribute, modifiers
from engine.packs.cohorts.worth.martial import fighting_style, school_of
from engine.packs.cohorts.worth.ratings import defending, shelters
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
    """One piece with everything that lies on it."""

    def __init__(
        self, view: World, content: Content, piece: Character | Unit, stance: Stance
    ) -> None:
        self.view, self.content, self.piece = view, content, piece
        self.situation = stance.situation
        self.unit: Combatant = armed(
            view, content, piece, stance, slot=piece.slot, force=piece.holder
        )
        style = fighting_style(view, content, piece) if isinstance(piece, Character) else ()
        self.found: tuple[Modifier, ...] = (
            *modifiers(view, content, piece),
            *stance.place,
            *style,
        )
        self.race = content.races[piece.race]

    def all(self) -> Iterator[Figure]:
        """Every rating, what it can take first."""
        unit, race = self.unit, self.race.combat
        yield self._hit_points()
        yield from self._attack("Melee", "melee", unit.melee, self._melee_weapon())
        if unit.missile:
            yield from self._attack("Missile", "missile", unit.missile, self._missile_weapon())
        yield self.df("DF")
        value = formulas.resistance(unit.res, unit.tactics)
        yield self._rating("RES", self._ask("RES", race.resistance), value, self._tactics())
        for type_, more in unit.res_against.items():
            shares = (("RES", amount(unit.res)), (f"Against {_word(type_)}", change("add", more)))
            total = formulas.resistance(unit.res + more, unit.tactics)
            yield Figure(f"RES against {_word(type_)}", amount(total), shares)
        yield self._rating("MAR", self._ask("MAR", race.mar), unit.mar)
        yield self._rating("SAR", self._ask("SAR", race.sar), unit.sar)
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
        found = self._ask("DF", self.race.combat.df)
        return self._rating(name, found, value, (by_level, *self._tactics()))

    # ------------------------------------------------------------------ one by one

    def _hit_points(self) -> Figure:
        unit = self.unit
        left = unit.hp * (100 - unit.wounds) / 100
        shares = (
            (self.race.name, amount(self.race.combat.hp)),
            ("Level", str(unit.level)),
            ("CON", amount(unit.con)),
            *_lines(self._ask("HP", 0)),
        )
        if unit.soldiers != 1:
            shares += (("Heads", f"× {unit.soldiers:,}"),)
        if unit.wounds:
            shares += (("Wounds", change("percent", -unit.wounds)),)
        return Figure("HP", amount(left), shares)

    def _initiative(self) -> Figure:
        found = self._ask("initiative", 0)
        return Figure(
            "Initiative",
            amount(self.unit.initiative),
            (("DEX", amount(self.unit.dex)), *_lines(found)),
        )

    def _attack(
        self, name: str, way: str, attack: Attack, held: tuple[str, Weapon] | None
    ) -> Iterator[Figure]:
        """Its AF, POW and damage with a weapon, or what the race has by nature."""
        place, weapon = held or ("", None)
        item = self.piece.equipment.get(place, "")
        classes = weapon.words if weapon else ()
        situation: Situation = {"attack": way, "weapon": classes, "held": place}
        value = formulas.attack_factor(attack.af, attack.af_percent)
        trained = tuple(self._training(way, weapon))
        base = self._ask("AF", exact(self.race.combat.af), situation)
        yield self._rating(f"{name} AF", base, value, trained)
        yield self._power(name, way, attack, weapon, situation)
        dam = formulas.damage(self.unit.hp, self.unit.wounds, attack.damage, value)
        shares = (
            ("HP left", amount(self.unit.hp * (100 - self.unit.wounds) / 100)),
            (item_name(self.content, self.view, item) if item else "By nature",
             f"× {amount(attack.damage)}"),
            ("AF", f"× {amount(value)}"),
        )  # fmt: skip
        yield Figure(f"{name} damage", amount(dam), shares)

    def _training(self, way: str, weapon: Weapon | None) -> Iterator[tuple[str, str]]:
        """What attributes and the weapon's school add to AF."""
        if weapon is None:
            return
        keys = self.content.attack_attributes.of(weapon, "melee" if way == "melee" else "missile")
        values = [float(attribute(self.view, self.content, self.piece, k).value) for k in keys]
        per_point = self.content.battle.percent_per_attribute_point
        percent = formulas.attribute_bonus(per_point, values)
        if percent:
            yield " and ".join(keys), change("percent", percent)
        if isinstance(self.piece, Character):
            school = school_of(self.view, self.content, self.piece, weapon.classes)
            if school:
                name = self.content.skills[school.skill].name
                yield f"{name} {school.level}", change("percent", school.af_percent)

    def _power(
        self,
        name: str,
        way: str,
        attack: Attack,
        weapon: Weapon | None,
        situation: Situation,
    ) -> Figure:
        shares: list[tuple[str, str]] = [(self.race.name, amount(self.race.combat.power))]
        if weapon:
            strength = weapon.melee_power if way == "melee" else weapon.missile_power
            shares.append((weapon.name, change("add", strength)))
        shares += _lines(self._ask("weapon POW", 0, situation))
        if weapon and isinstance(self.piece, Character):
            school = school_of(self.view, self.content, self.piece, weapon.classes)
            if school:
                shares.append((self.content.skills[school.skill].name, change("add", school.power)))
        best = formulas.power_modifier(attack.modifiers)
        if best:
            shares.append(("The modifier that counts", change("add", best)))
        value = formulas.power(attack.power, attack.modifiers, self.unit.tactics)
        return Figure(f"{name} POW", amount(value), (*shares, *self._tactics()))

    def _melee_weapon(self) -> tuple[str, Weapon] | None:
        return self._weapon(("main_hand", "off_hand"), "melee_damage")

    def _missile_weapon(self) -> tuple[str, Weapon] | None:
        return self._weapon(("ranged", "main_hand", "off_hand"), "missile_damage")

    def _weapon(self, places: tuple[str, ...], figure: str) -> tuple[str, Weapon] | None:
        for place in places:
            item = self.piece.equipment.get(place, "")
            weapon = self.content.item(item_of(item).key) if item else None
            if not isinstance(weapon, Weapon) or "shield" in weapon.classes:
                continue
            if getattr(weapon, figure):
                return place, weapon
        return None

    # ------------------------------------------------------------------ the rules' own lines

    def _ask(self, target: str, base: Amount, more: Situation | None = None) -> Statistic:
        situation = {**self.situation, **(more or {})}
        return statistic(target, Fraction(base), self.found, situation)

    def _rating(self, name: str, found: Statistic, value: Amount, more: Shares = ()) -> Figure:
        return figure(name, found, self.race.name, value, more)

    def _tactics(self) -> Shares:
        """What multiplies DF, POW and RES after all else (cohorts.spell.charm-of-tactics)."""
        return tuple(_lines(self._ask("tactics", 1)))


def _lines(found: Statistic) -> list[tuple[str, str]]:
    return [(line.source, change(line.operation, line.amount)) for line in found.lines]


def _word(key: str) -> str:
    return key.replace("_", " ")
