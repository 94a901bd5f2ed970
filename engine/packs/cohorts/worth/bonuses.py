"""What a character or military unit can do, with everything that raises or lowers it.

The one place where talents, equipment, enchantments and other effects on a piece become modifiers
of its statistics. What a statistic is used for stands with the rules that ask for it; how modifiers
add up in `engine.modifiers`, which bonuses there are in `content.bonus`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from engine.facts import NotKnown
from engine.modifiers import Modifier, Operation, Statistic, statistic
from engine.numbers import exact
from engine.packs.cohorts.content import Armor, Content, Mount, Skill, Talent, Weapon
from engine.packs.cohorts.content.bonus import Bonus, bonuses_of
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import Equipment
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.pieces.records import Character, Piece, Unit
from engine.packs.cohorts.pieces.statuses import borne, nature_of
from engine.packs.cohorts.things.enchantments import granted
from engine.packs.cohorts.things.equipment import worn
from engine.packs.cohorts.things.uniques import unique_of
from engine.packs.cohorts.worth import skills
from engine.packs.cohorts.worth.active_spells import ActiveSpell, modifiers_on
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import World

TERRAIN = "cohorts.talent.terrain-and-racial"
_EQUIPMENT = "cohorts.item.equipment-characteristics"
_POWER = "POW"  # of its modifiers one counts, cohorts.formula.pow
_FLOOR = 1  # of an attribute and of DF, cohorts.item.percent-bonuses


def modifiers(world: World, content: Content, piece: Piece) -> Sequence[Modifier]:
    """Everything that changes a statistic of a piece, in a fixed order.

    Sources: cohorts.item.percent-bonuses, cohorts.item.direct-bonuses, cohorts.talent.list.
    """
    if not isinstance(piece, Character | Unit):
        return ()
    return world.recall(piece, "modifiers", lambda: _modifiers(world, content, piece))


def _modifiers(world: World, content: Content, piece: Character | Unit) -> Sequence[Modifier]:
    own = _own(world, content, piece)
    charms = tuple(_charms(world, content, piece))
    return (*own, *charms) if charms else own


def _charms(world: World, content: Content, piece: Character | Unit) -> Iterator[Modifier]:
    yield from modifiers_on(world, content, piece.place)
    # What a charm or task on its stack does to movement counts for all that moves in it at once.
    for change in modifiers_on(world, content, piece.holder):
        if change.target != "rate":
            yield change


def _own(world: World, content: Content, piece: Character | Unit) -> Sequence[Modifier]:
    """What changes a piece without the spells on it.

    Most units are like many others, and most changes of a character leave it as it is here.
    """
    like = alike(piece)
    return world.recall(content, like, lambda: tuple(_by_itself(world, content, piece)))


def alike(piece: Character | Unit) -> tuple[object, ...]:
    """What changes the statistics of a piece by itself, the same for all that are alike."""
    like = (*piece.equipment.items(), piece.race, piece.talents, piece.level, *piece.statuses)
    if isinstance(piece, Character):
        return (*like, piece.nature, piece.titles, *piece.draughts.items())
    return (*like, piece.nature)


def _by_itself(world: World, content: Content, piece: Character | Unit) -> Iterator[Modifier]:
    talents = talents_of(content, piece)
    gained = [each for talent in talents for each in _of_talent(talent, piece.level)]
    contained = _in_the_rate(content, piece)
    yield from (each for each in gained if "terrain" not in each.when and each not in contained)
    yield from _of_land(content, piece, [each for each in gained if "terrain" in each.when])
    for place, name in piece.equipment.items():
        yield from _of_item(content, name, talents, piece.level)
        yield from _of_enchantments(world, content, place, name)
    yield from _of_statuses(content, piece)
    if isinstance(piece, Character):
        yield from _of_titles(content, piece)
        yield from _of_draughts(content, piece)
    yield from _of_race(content, piece)


def talents_of(content: Content, piece: Character | Unit) -> tuple[Talent, ...]:
    """The talents of a piece: its own, its race's and those that its equipment gives, each once.

    All work at the level of the piece, so that of two of one name neither is the better. Sources:
    cohorts.race.starter-combat, cohorts.item.equipment-characteristics.
    """
    items = (content.item(name) for name in worn(piece))
    given = [key for item in items if isinstance(item, Equipment) for key in item.talents]
    base = content.races[piece.race].combat.talents
    return tuple(content.talents[key] for key in dict.fromkeys((*piece.talents, *base, *given)))


def armor_df(world: World, content: Content, piece: Character | Unit) -> Fraction:
    """What the armor that a piece wears adds to its DF, its enchantments included.

    Source: cohorts.combat-spell.negate-armor.
    """
    talents = talents_of(content, piece)
    found = Fraction(0)
    for place, name in piece.equipment.items():
        if isinstance(content.item(name), Armor):
            own = _of_item(content, name, talents, piece.level)
            for each in (*own, *_of_enchantments(world, content, place, name)):
                if each.target == "DF" and each.operation == "add":
                    found += each.amount
    return found


def attribute(world: World, content: Content, piece: Character | Unit, key: Attribute) -> Statistic:
    """An effective attribute, never below 1; that of a military unit is its race's.

    What is added flat comes after the percents. Source: cohorts.item.percent-bonuses.
    """
    return _attribute(content, piece, key, modifiers(world, content, piece))


def _attribute(
    content: Content, piece: Character | Unit, key: Attribute, modifiers: Sequence[Modifier]
) -> Statistic:
    own = piece.attributes.get(key) if isinstance(piece, Character) else None
    base = getattr(content.races[piece.race].attributes, key) if own is None else own
    changes = [each for each in modifiers if each.target == key]
    raised = statistic(key, base, (each for each in changes if each.operation != "add"))
    found = statistic(key, raised.value, (each for each in changes if each.operation == "add"))
    value = max(found.value, Fraction(_FLOOR))
    return Statistic(value, raised.base, (*raised.lines, *found.lines))


def skill(world: World, content: Content, character: Character, key: str) -> Statistic:
    """An effective skill: the bare level raised by percents, rounded down, then by flat bonuses.

    A trained or built-in skill gains the average of the class's two effective attributes in
    percent. Source: cohorts.skill.class-bonus.
    """
    like = world.recall(character, "likeness", lambda: _likeness(world, content, character))
    find = partial(_skill, world, content, character, key, like)
    return world.recall(like, f"skill.{key}", find)


def _likeness(world: World, content: Content, character: Character) -> object:
    """What decides its skills, one and the same for all whose skills are alike.

    It is the character itself if spells are on it, or not all of that is known.
    """
    try:
        if any(world.first(ActiveSpell, "on", at) for at in (character.place, character.holder)):
            return character
        like = (
            "skills",
            *alike(character),
            character.job,
            character.deity,
            *character.attributes.items(),
            *character.skills.items(),
            *character.practised,
        )
    except NotKnown:
        return character
    return world.recall(content, like, lambda: like)


def _skill(
    world: World, content: Content, character: Character, key: str, like: object
) -> Statistic:
    own = like is not character
    changes = _own(world, content, character) if own else modifiers(world, content, character)
    target = f"skill.{key}"
    base = skills.bare(content, character, key)
    percents, flat = list[Modifier](), list[Modifier]()
    for each in changes:
        if each.target == target:
            (percents if each.operation == "percent" else flat).append(each)
    pair = skills.attributes(content, character)
    if pair and skills.kind_of(content, character, key) != "untrained":
        amount = world.recall(like, "class", lambda: _average(content, character, pair, changes))
        source = f"Average of {' and '.join(pair)}"
        percents.append(Modifier(target, "percent", amount, source, "cohorts.skill.class-bonus"))
    flat.extend(_of_schooling(world, content, character, key))
    by_percent = statistic(target, base, percents)
    added = statistic(target, floor(by_percent.value), flat)
    return Statistic(added.value, Fraction(base), (*by_percent.lines, *added.lines))


def skill_level(world: World, content: Content, character: Character, key: str) -> int:
    """An effective skill as whole levels; 0 without it."""
    if key in character.skills or skills.bare(content, character, key):
        return floor(skill(world, content, character, key).value)
    return floor(sum(m.amount for m in _of_schooling(world, content, character, key)))


def _average(
    content: Content,
    character: Character,
    keys: Sequence[Attribute],
    changes: Sequence[Modifier],
) -> Fraction:
    first, *others = (_attribute(content, character, each, changes).value for each in keys)
    return sum(others, first) / len(keys)


def _of_schooling(
    world: World, content: Content, character: Character, key: str
) -> Iterator[Modifier]:
    """What skills that raise others add: the heroic level of each, as a knight's to blade and axe.

    Sources: cohorts.skill.knight, cohorts.skill.ranger, cohorts.skill.berserker.
    """
    raising = world.recall(content, "raising", lambda: _raising(content))
    for other in raising.get(key, ()):
        if skills.bare(content, character, other.key):
            level = heroic_level(skill_level(world, content, character, other.key))
            rule = other.rule_in("cohorts.skill")
            yield Modifier(f"skill.{key}", "add", Fraction(level), other.name, rule)


def _raising(content: Content) -> Mapping[str, Sequence[Skill]]:
    """By skill those that raise it."""
    found: dict[str, list[Skill]] = {}
    for skill in content.skills.values():
        for raised in dict.fromkeys(skill.raises):
            found.setdefault(raised, []).append(skill)
    return found


# ---------------------------------------------------------------- where they come from


def modifier(bonus: Bonus, source: str, rule: str, times: int = 1) -> Modifier:
    """A bonus of a module as a modifier; `times` over, for one that counts by level."""
    operation: Operation = "percent" if bonus.percent else "add"
    amount = exact(bonus.percent or bonus.add) * times
    when = dict[str, str](bonus.when.items())
    if bonus.target == _POWER:
        return Modifier(_POWER, "highest", amount, source, rule, when, group=_POWER)
    return Modifier(bonus.target, operation, amount, source, rule, when)


def _of_talent(talent: Talent, level: int) -> Iterator[Modifier]:
    for bonus in talent.bonuses:
        times = level if bonus.per == "level" else 1
        yield modifier(bonus, talent.name, "cohorts.talent.list", times)


def _in_the_rate(content: Content, piece: Character | Unit) -> tuple[Modifier, ...]:
    """What the base talents of a race give to its own rate, which holds it already.

    What they give to the speed of a mount is no part of it. Source: cohorts.race.starter-movement.
    """
    race = content.races[piece.race]
    base = (content.talents[key] for key in race.combat.talents)
    gained = (each for talent in base for each in _of_talent(talent, piece.level))
    return tuple(e for e in gained if e.target == "rate" and e.when.get("riding") != "yes")


def _of_land(
    content: Content, piece: Character | Unit, trained: list[Modifier]
) -> Iterator[Modifier]:
    """What race and training give in each kind of land: of two bonuses the larger, not both.

    Source: cohorts.talent.terrain-and-racial.
    """
    race = content.races[piece.race]
    best = {change.when["terrain"]: change for change in trained}
    for family, percent in race.terrain_af_percent.items():
        own = Modifier("AF", "percent", Fraction(percent), race.name, TERRAIN, {"terrain": family})
        held = best.get(family)
        if held is None or percent < 0:
            yield own
        elif own.amount > held.amount:
            best[family] = own
    yield from best.values()


def _of_item(
    content: Content, name: str, talents: tuple[Talent, ...], level: int
) -> Iterator[Modifier]:
    """What a worn item gives: its plain ratings and its bonuses."""
    known = content.item(name)
    if not isinstance(known, Equipment):
        return

    def flat(target: str, amount: Fraction | int) -> Modifier:
        return Modifier(target, "add", Fraction(amount), known.name, _EQUIPMENT)

    if isinstance(known, Mount):
        yield flat("HP", _trained("mount HP", known.hp, talents, level))
    if known.df:
        part = _PART.get(type(known), "")
        if isinstance(known, Weapon) and "shield" in known.classes:
            part = "shield DF"
        yield flat("DF", _trained(part, known.df, talents, level))
    if known.mar:
        yield flat("MAR", known.mar)
    if known.sar:
        yield flat("SAR", known.sar)
    for bonus in bonuses_of(known.modifiers):
        yield modifier(bonus, known.name, _EQUIPMENT)
    if known.special:
        yield flat(f"special.{known.special.type}", known.special.strength)


def _of_race(content: Content, piece: Character | Unit) -> Iterator[Modifier]:
    """The special attack of its people (cohorts.battle.special-attack-sources)."""
    race = content.races[piece.race]
    if race.special:
        target, rule = f"special.{race.special.type}", "cohorts.battle.special-attack-sources"
        yield Modifier(target, "add", Fraction(race.special.strength), race.name, rule)


def _of_titles(content: Content, character: Character) -> Iterator[Modifier]:
    """What the titles of a character give, all of them (cohorts.character.titles)."""
    for key in character.titles:
        title = content.titles.get(key)
        for bonus in bonuses_of(title.modifiers) if title else ():
            yield modifier(bonus, title.name if title else key, "cohorts.character.titles")


def _of_draughts(content: Content, character: Character) -> Iterator[Modifier]:
    """What the potions give that are at work in a character (cohorts.order.drink-potion)."""
    for key, quality in character.draughts.items():
        potion = content.potions.get(key)
        for bonus in bonuses_of(potion.modifiers) if potion else ():
            name = potion.name if potion else key
            yield modifier(bonus, name, "cohorts.order.drink-potion", quality)


_PART: dict[type, str] = {Armor: "armor DF"}


def _of_statuses(content: Content, piece: Character | Unit) -> Iterator[Modifier]:
    """What its lasting statuses and its supernatural one do to a piece."""
    for status in borne(content, piece):
        for bonus in bonuses_of(status.modifiers):
            yield modifier(bonus, status.name, status.rule_in("cohorts.status"))
    nature = nature_of(content, piece)
    if nature:
        rule = "cohorts.status.supernatural"
        for bonus in bonuses_of(nature.modifiers):
            yield modifier(bonus, nature.name, rule)
        if nature.special:
            strength = Fraction(nature.special.strength * heroic_level(piece.level))
            target = f"special.{nature.special.type}"
            yield Modifier(target, "add", strength, nature.name, rule)


def _of_enchantments(world: World, content: Content, place: str, name: str) -> Iterator[Modifier]:
    """What the enchantments on an item worn in a place give; some only to its attacks (`ask`)."""
    item = item_of(name)
    for each in granted(content, item, unique_of(world, item)):
        found = modifier(each.bonus, each.source, each.rule, each.times)
        yield found._replace(when={**found.when, "held": place}) if each.own else found


def _trained(part: str, base: int, talents: tuple[Talent, ...], level: int) -> Fraction:
    """What an item gives a bearer whose talents make more of it (cohorts.talent.list)."""
    changes = [each for talent in talents for each in _of_talent(talent, level)]
    return statistic(part, base, changes).value
