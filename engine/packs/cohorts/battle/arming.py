"""The figures with which a character or military unit goes into battle, and where they come from.

All its modifiers are collected once, and each figure is read from them; so is what explains it. Who
takes part stands in `muster`, the formulas in `formulas`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from engine.modifiers import Modifier, Operation, Situation, Statistic, statistic
from engine.numbers import exact
from engine.packs.cohorts.battle import formulas
from engine.packs.cohorts.battle.combatant import Attack, Combatant, Special, joined
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.content import Content, Mount, Nature, Weapon
from engine.packs.cohorts.content.combat import KEYWORDS, OTHER, LoadingPlace
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import PHYSICAL
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.pieces.statuses import nature_of
from engine.packs.cohorts.things.arms import pieces
from engine.packs.cohorts.things.equipment import HANDS, heads, mount_of, worn
from engine.packs.cohorts.worth.bonuses import armor_df, attribute, modifiers
from engine.packs.cohorts.worth.casters import caster_of
from engine.packs.cohorts.worth.levels import encounter_level, heroic_level
from engine.packs.cohorts.worth.martial import School, fighting_style, school_of
from engine.world import Place, World

Way = Literal["melee", "missile"]
"""How somebody attacks."""
_PLACES: Final[dict[Way, tuple[str, ...]]] = {"melee": HANDS, "missile": ("ranged", *HANDS)}
"""Where the weapon of an attack is looked for, the first place first."""


@dataclass(frozen=True, slots=True)
class Stance:
    """What the side that it is on and the place make of a unit."""

    side: int
    terrain: str
    """The family of the terrain."""
    place: tuple[Modifier, ...] = ()
    """What the place gives (`worth.shelter`)."""

    @property
    def situation(self) -> Situation:
        """The facts on which bonuses depend."""
        return {"stance": "defending" if self.side else "attacking", "terrain": self.terrain}


def keywords_of(nature: Nature | None) -> tuple[str, ...]:
    """The words that battle effects use for a nature (cohorts.combat-spell.bane)."""
    if nature is None:
        return ()
    return (nature.category,) if nature.category in KEYWORDS else (nature.category, OTHER)


def swinging(way: Way, place: str, weapon: Weapon | None) -> Situation:
    """The facts of an attack on which bonuses depend.

    Where the weapon is held is one: of two weapons, alike or not, only the enchantments of the one
    that is used help it (cohorts.table.enchantment-levels).
    """
    return {"attack": way, "weapon": weapon.words if weapon else (), "held": place}


def strength_of(way: Way, weapon: Weapon | None) -> float:
    """The POW of a weapon in that way of attack; 0 without one (cohorts.formula.pow)."""
    if weapon is None:
        return 0
    return weapon.melee_power if way == "melee" else weapon.missile_power


def armed(
    world: World,
    content: Content,
    piece: Character | Unit,
    stance: Stance,
    *,
    slot: int,
    force: Place,
    ship: Place | None = None,
) -> Combatant:
    """A piece as it goes into battle. Source: cohorts.battle.unit-record."""
    return Arming(world, content, piece, stance).combatant(slot, force, ship)


class Arming:
    """One piece with all its modifiers."""

    def __init__(
        self, world: World, content: Content, piece: Character | Unit, stance: Stance
    ) -> None:
        self.world, self.content, self.piece, self.stance = world, content, piece, stance
        found = [*modifiers(world, content, piece), *stance.place]
        if isinstance(piece, Character):
            found += fighting_style(world, content, piece)
        self.found: dict[str, list[Modifier]] = {}
        """By target."""
        for each in found:
            self.found.setdefault(each.target, []).append(each)
        self.race = content.races[piece.race].combat

    def combatant(self, slot: int, force: Place, ship: Place | None = None) -> Combatant:
        """It as it goes into battle. Source: cohorts.battle.unit-record."""
        piece, race = self.piece, self.race
        nature = nature_of(self.content, piece)
        character = isinstance(piece, Character)
        # A lasting status that works as in battle brings its change of CON along.
        lasting = [key for key, each in self.content.battle_statuses.items() if each.lasting]
        statuses = {name: heroic_level(piece.level) for name in lasting if name in piece.statuses}
        base_con = self._base("CON")
        con = self._attribute("CON")
        for name in statuses:
            con += base_con * self.content.battle_statuses[name].con_percent / 100
        dex = self._attribute("DEX")
        flat, percent = self._split("DF", race.df)
        percent += formulas.heroic_defense(piece.level)
        res = self._value("RES", race.resistance)
        sar = self._value("SAR", race.sar)
        res_by = self._against("RES", race.resistance)
        for type_, more in race.resist.items():
            res_by[type_] = res_by.get(type_, 0.0) + more
        return Combatant(
            place=piece.place,
            name=piece.name,
            side=self.stance.side,
            character=character,
            slot=slot,
            soldiers=heads(piece),
            hp=formulas.hit_points(piece.level, race.hp, con, self._value("HP", 0), heads(piece)),
            player=piece.player,
            force=force,
            race=piece.race,
            arm="" if isinstance(piece, Character) else piece.arm,
            type=piece.job if isinstance(piece, Character) else piece.type,
            wounds=float(piece.wounds),
            morale=float(piece.morale),
            level=piece.level,
            encounter_level=encounter_level(piece),
            dex=dex,
            con=con,
            base_con=base_con,
            initiative=formulas.initiative_bonus(dex, self._value("initiative", 0)),
            melee=self._melee(),
            missile=self._missile(),
            res=res,
            res_against=res_by,
            df=flat,
            df_percent=percent,
            armor_df=float(armor_df(self.world, self.content, piece)),
            charge=self._charge(),
            mar=self._value("MAR", race.mar),
            sar=sar,
            sar_against=self._against("SAR", race.sar),
            tactics=self._value("tactics", 1),
            specials=self._specials(),
            directive=piece.directive,
            keywords=keywords_of(nature),
            statuses=statuses,
            duel_spell=self._loaded("duel"),
            battle_spell=self._loaded("battle"),
            mana=piece.mana if isinstance(piece, Character) else 0,
            artillery=self._shots(),
            ship=ship,
        )

    # ------------------------------------------------------------------ what figures are made of

    def statistic(self, target: str, base: float, more: Situation | None = None) -> Statistic:
        """A statistic in its stance, and `more` of the situation, line by line."""
        return self._asked(target, base, more) or Statistic(exact(base), exact(base))

    def weapons(self, way: Way) -> Iterator[tuple[str, Weapon]]:
        """What it can attack with in that way, by the place that holds it, the first choice first.

        Source: cohorts.formula.weapon-choice.
        """
        for place in _PLACES[way]:
            name = self.piece.equipment.get(place, "")
            weapon = self.content.item(name) if name else None
            if not isinstance(weapon, Weapon) or "shield" in weapon.classes:
                continue
            if weapon.melee_damage if way == "melee" else weapon.missile_damage:
                yield place, weapon

    def school(self, weapon: Weapon | None) -> School | None:
        """The skill that serves a character with a weapon."""
        if weapon is None or not isinstance(self.piece, Character):
            return None
        return school_of(self.world, self.content, self.piece, weapon.classes)

    def training(
        self, way: Way, weapon: Weapon | None, school: School | None
    ) -> Iterator[tuple[str, Fraction | float]]:
        """What attributes and the school of a weapon add to AF, in percent by source.

        Sources: cohorts.formula.weapon-attribute, cohorts.skill.weaponmaster.
        """
        if weapon:
            keys = self.content.attack_attributes.of(weapon, way)
            per_point = self.content.battle.percent_per_attribute_point
            values = [self._attribute(key) for key in keys]
            yield " and ".join(keys), formulas.attribute_bonus(per_point, values)
        if school:
            name = self.content.skills[school.skill].name
            yield f"{name} {school.level}", school.af_percent

    # ------------------------------------------------------------------ statistics

    def _split(
        self, target: str, base: float, more: Situation | None = None
    ) -> tuple[float, float]:
        """A statistic as its flat sum and its percents."""
        found = self._asked(target, base, more)
        if found is None:
            return float(base), 0.0
        amounts: dict[Operation, list[Fraction]] = {"set": [], "add": [], "percent": []}
        for line in found.lines:
            amounts[line.operation].append(line.amount)
        base_ = amounts["set"][-1] if amounts["set"] else found.base
        flat = sum(amounts["add"], base_)
        return float(flat), float(sum(amounts["percent"], Fraction(0)))

    def _value(self, target: str, base: float, more: Situation | None = None) -> float:
        found = self._asked(target, base, more)
        return float(base) if found is None else float(found.value)

    def _asked(self, target: str, base: float, more: Situation | None) -> Statistic | None:
        """A statistic with all that changes it, None if nothing may."""
        changes = self.found.get(target)
        if not changes:
            return None
        return statistic(target, exact(base), changes, {**self.stance.situation, **(more or {})})

    def _against(self, target: str, base: float) -> dict[str, float]:
        """What a rating gains or loses against types of attack."""
        if not any("type" in each.when for each in self.found.get(target, ())):
            return {}
        plain = self._value(target, base)
        by = {t: self._value(target, base, {"type": t}) - plain for t in self.content.damage_types}
        return {type_: value for type_, value in by.items() if value}

    def _attribute(self, key: Attribute) -> float:
        if key not in self.found:
            return self._base(key)
        return float(attribute(self.world, self.content, self.piece, key).value)

    def _base(self, key: Attribute) -> float:
        own = self.piece.attributes.get(key) if isinstance(self.piece, Character) else None
        return float(self._racial(key) if own is None else own)

    def _racial(self, key: Attribute) -> int:
        return getattr(self.content.races[self.piece.race].attributes, key)

    # ------------------------------------------------------------------ attacks

    def _melee(self) -> Attack:
        """With the weapon in the main hand, half of the one in the off hand, or bare hands.

        Source: cohorts.formula.weapon-choice.
        """
        wielded = list(self.weapons("melee"))
        if not wielded:
            return self._attack("melee", "", None, 1.0)
        place, weapon = wielded[0]
        damage = self._swung(weapon)
        if len(wielded) > 1:
            damage = formulas.paired(damage, self._swung(wielded[1][1]))
        return self._attack("melee", place, weapon, damage)

    def _swung(self, weapon: Weapon) -> float:
        """The damage modifier of a melee weapon as it is held, in one hand or both, on foot or not.

        Source: cohorts.table.further-weapons.
        """
        percent = exact(100)
        if mount_of(self.content, self.piece) is None:
            percent = exact(weapon.percent_on_foot)
        if weapon.either_way and len([p for p in HANDS if p in self.piece.equipment]) == 1:
            percent += self.content.battle.both_hands_percent
        return float(exact(weapon.melee_damage) * percent / 100)

    def _missile(self) -> Attack | None:
        """With the missile weapon; without one a melee weapon may be thrown.

        Sources: cohorts.formula.weapon-choice, cohorts.item.weapon-switching.
        """
        found = next(self.weapons("missile"), None)
        return self._attack("missile", *found, found[1].missile_damage) if found else None

    def _attack(
        self,
        way: Way,
        place: str,
        weapon: Weapon | None,
        damage: float,
    ) -> Attack:
        """One of its attacks with what it holds there; without a weapon with what it is born with.

        Sources: cohorts.formula.af, cohorts.formula.pow, cohorts.formula.weapon-attribute,
        cohorts.formula.racial-defaults.
        """
        situation = swinging(way, place, weapon)
        base, percent = self._split("AF", self.race.af, situation)
        strength = self._value("weapon POW", strength_of(way, weapon), situation)
        school = self.school(weapon)
        for _, more in self.training(way, weapon, school):
            percent += float(more)
        raised = self.found.get("POW", ())
        full = {**self.stance.situation, **situation} if raised else situation
        return Attack(
            damage=self.race.damage * damage,
            af=base,
            af_percent=percent,
            power=formulas.base_power(self.race.power, strength, school.level if school else 0),
            modifiers=tuple(float(each.amount) for each in raised if each.applies("POW", full)),
            type=self._type(way, weapon),
        )

    def _type(self, way: Way, weapon: Weapon | None) -> str:
        if weapon is None:
            return PHYSICAL
        return weapon.melee_type if way == "melee" else weapon.missile_type

    def _specials(self) -> tuple[Special, ...]:
        """Its special attacks, the sources of each type added up, in the order of the types.

        Sources: cohorts.battle.special-attack-sources, cohorts.order.make-poison-weapons.
        """
        strengths = {key: self._value(f"special.{key}", 0) for key in self.content.damage_types}
        poisons: list[tuple[str, int, int]] = []
        for name in worn(self.piece):
            item = item_of(name)
            potion = self.content.potions.get(item.poison) if item.poison else None
            if potion and potion.coating:
                coat, quality = potion.coating, item.poison_quality
                poisons.append((coat.type, coat.damage * quality, coat.value * quality))
        return joined([(key, s, s) for key, s in strengths.items() if s] + poisons, strengths)

    def _charge(self) -> float:
        """What its war mount adds to a charge (cohorts.combat-spell.charge)."""
        charge = 0.0
        for name in worn(self.piece):
            mount = self.content.item(name)
            charge += mount.charge if isinstance(mount, Mount) else 0
        return charge

    def _loaded(self, place: LoadingPlace) -> LoadedSpell | None:
        """The combat spell in a loading place, if it can still cast it.

        Source: cohorts.combat-spell.loading.
        """
        piece = self.piece
        loading = piece.loaded.get(place) if isinstance(piece, Character) else None
        spell = self.content.combat_spells.get(loading.spell) if loading else None
        if not (loading and spell and isinstance(piece, Character)):
            return None
        level = caster_of(self.world, self.content, piece).combat.get(spell.key, 0)
        if heroic_level(level) < spell.level:
            return None
        return LoadedSpell(spell, level, loading.mana)

    def _shots(self) -> int:
        """How many shots it has before the rounds (cohorts.battle.artillery-phase)."""
        if not isinstance(self.piece, Unit):
            return 0
        number = 0
        for _, each in pieces(self.content, self.piece):
            number += each
        return number
