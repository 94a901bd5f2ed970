"""Heroes of a computer player: their types, relics and war spells, and who makes and blesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Guild, Stack, Unit
from engine.packs.cohorts.rivals.deeds import Deed
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.warlords.blessing import BlessUnits
from engine.packs.warlords.college import MakeRelic, level_needed
from engine.packs.warlords.content import HeroType, Relic, WarContent, WarSpell
from engine.packs.warlords.heroes import ChooseHeroType, EquipRelic, UnequipRelic
from engine.packs.warlords.magic import CastWarSpell, power, price
from engine.packs.warlords.pieces import condition_of, hero_of
from engine.rivals import Reason


def _rules(realm: RivalView) -> WarContent:
    return realm.mind.rules.module.content(WarContent)


def types_and_relics(realm: RivalView, desk: Desk) -> None:
    """Have each hero choose what to fight as, and put on the best relics at hand."""
    rules = _rules(realm)
    own = Counter(hero_of(rules, each).type for each in realm.heroes() if _chosen(rules, each))
    for hero in realm.heroes():
        if not _chosen(rules, hero):
            kind = _type_for(rules, hero, own)
            values = {"character": ref(hero), "type": kind.key if kind else ""}
            if kind and desk.give(ChooseHeroType, Reason("calling", (hero.place,)), values):
                own[kind.key] += 1
        _dress(realm, desk, rules, hero)


def _chosen(rules: WarContent, hero: Character) -> bool:
    return hero_of(rules, hero).chosen


def _type_for(rules: WarContent, hero: Character, own: Counter[str]) -> HeroType | None:
    """Of the types of a class the one that the player has least of, else the first."""
    fitting = [kind for kind in rules.hero_types.values() if kind.job == hero.job]
    return min(fitting, key=lambda kind: own[kind.key], default=None)


# ---------------------------------------------------------------- relics


def _dress(realm: RivalView, desk: Desk, rules: WarContent, hero: Character) -> None:
    """Put on what is more powerful than what is worn on the same place."""
    for relic in sorted(_at_hand(realm, rules, hero), key=lambda each: (-each.power, each.key)):
        now = hero_of(rules, realm.world.get(Character, hero.id))
        worn = rules.relics.get(now.worn.get(relic.place, ""))
        if worn and worn.power >= relic.power:
            continue
        reason = Reason("relic", (hero.place,), relic.power)
        if worn:
            off = {"character": ref(hero), "relic": worn.key}
            if not desk.give(UnequipRelic, reason, off):
                continue
        desk.give(EquipRelic, reason, {"character": ref(hero), "relic": relic.key})


def _at_hand(realm: RivalView, rules: WarContent, hero: Character) -> Iterator[Relic]:
    for place in (hero.place, hero.holder):
        for each in held(realm.world, place):
            relic = kind_called(rules.relics.values(), each.item)
            if relic:
                yield relic


# ---------------------------------------------------------------- spells


def _in_host(realm: RivalView, hero: Character) -> bool:
    """Whether a hero is with soldiers on whom a spell would work, and has the mana for one."""
    stack = realm.world.at(hero.holder)
    if not isinstance(stack, Stack) or not hero.mana:
        return False
    return any(isinstance(each, Unit) for each in realm.fighters(stack))


def _spell(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """The highest war spell that a hero can cast, and that nobody keeps up on the stack yet."""
    rules, state = _rules(realm), realm.state
    kept = {
        each.spell
        for other in realm.world.by(Character, "holder", hero.holder)
        if other.knows("ext")  # as of prisoners and hosts nobody does
        for each in hero_of(rules, other).spells
    }
    able = [
        spell
        for spell in rules.war_spells.values()
        if spell.key not in kept
        and price(state, spell) <= hero.mana
        and power(state, hero, spell) >= spell.level
        and (not spell.blesses or _unblessed(realm, hero))
    ]
    best = max(able, key=_rank, default=None)
    return {"spell": best.key} if best else None


def _rank(spell: WarSpell) -> tuple[int, str]:
    return spell.level, spell.key


def _unblessed(realm: RivalView, hero: Character) -> bool:
    rules = _rules(realm)
    there = realm.world.by(Unit, "holder", hero.holder)
    return any(unit.knows("ext") and not condition_of(rules, unit).blessed for unit in there)


# ---------------------------------------------------------------- guilds


def _relic(realm: RivalView, guild: Guild) -> Mapping[str, Any] | None:
    """The most powerful relic that a college can make and that its city has not got yet."""
    rules, city = _rules(realm), realm.world.get(City, guild.city)
    there = {each.item for each in held(realm.world, city.place)}
    able = [
        relic
        for relic in rules.relics.values()
        if relic.key not in there and level_needed(rules, relic) <= heroic_level(guild.level)
    ]
    best = max(able, key=lambda relic: (relic.power, relic.key), default=None)
    return {"relic": best.key} if best else None


def _faithful(realm: RivalView, guild: Guild) -> Mapping[str, Any] | None:
    """Who near a church would be blessed: of those who are not yet, the strongest first."""
    rules, city = _rules(realm), realm.world.get(City, guild.city)
    stacks = [each.place for each in realm.stacks() if each.province == city.province]
    units = [each for each in realm.units() if each.holder in (*stacks, city.place)]
    bare = [each for each in units if not condition_of(rules, each).blessed]
    bare.sort(key=lambda unit: (unit.holder == city.place, -unit.level, unit.id))
    most = rules.warlords.blessed_per_level * heroic_level(guild.level)
    return {"targets": tuple(ref(each) for each in bare[:most])} if bare else None


HEROES: Final[Sequence[Deed]] = (Deed(CastWarSpell, "war", "war_spell", _in_host, _spell),)
"""Further uses of a hero's action."""
COLLEGE: Final[Sequence[Deed]] = (Deed(MakeRelic, "lore", "forge", values=_relic),)
CHURCH: Final[Sequence[Deed]] = (Deed(BlessUnits, "war", "bless", values=_faithful),)
"""Further uses of a guild's action."""
