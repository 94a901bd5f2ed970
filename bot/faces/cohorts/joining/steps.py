"""What can be chosen for a character, a party and a coat of arms, one step at a time.

A step names its options, with what each does, and makes the change; a menu shows it. Options come
from `engine`, which offers nothing that would be illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar, get_args

from bot.faces.arms.coat import CHARGES, DIVIDED, DIVISIONS, TINCTURES, Arms
from bot.faces.cohorts.fighter.combat_spells import sort_of
from engine.packs.cohorts.content import Armor, BookSpell, CombatSpell, Content, Race, Weapon
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline, Sketch, Slot

NOTHING: Final = "-"
"""The value of the option that leaves a place empty."""
ATTRIBUTES: Final[tuple[Attribute, ...]] = get_args(Attribute)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen."""

    value: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """Something to choose for a thing of type T."""

    key: str
    label: str
    options: Callable[[T, Content], list[Option]]
    chosen: Callable[[T], tuple[str, ...]]
    take: Callable[[T, tuple[str, ...], Content], T]
    most: Callable[[T, Content], int] = lambda _thing, _content: 1
    """How many may be chosen at once."""
    least: int = 1


# ---------------------------------------------------------------- characters


def character_steps() -> list[Step[Sketch]]:
    """The steps of a character, in the order of the rules (cohorts.setup.steps)."""
    return [
        Step("race", "Race", _races, lambda s: _one(s.race), partial(_take, "race")),
        Step("class", "Class", _classes, lambda s: _one(s.class_), partial(_take, "class_")),
        Step("deity", "Deity", _deities, lambda s: _one(s.deity), partial(_take, "deity")),
        *(
            Step(
                attribute,
                attribute,
                partial(_raises, attribute),
                partial(_raised, attribute),
                partial(_take_raise, attribute),
            )
            for attribute in ATTRIBUTES
        ),
        Step(
            "skills",
            "Skills",
            _skills,
            lambda s: s.skills,
            partial(_take_all, "skills"),
            lambda s, c: max(1, designing.skills_wanted(s, c)),
        ),
        Step(
            "talents",
            "Talents",
            _talents,
            lambda s: s.talents,
            partial(_take_all, "talents"),
            lambda _, c: designing.most_talents(c),
            least=0,
        ),
        *(
            Step(
                slot,
                slot.replace("_", " ").capitalize(),
                partial(_weapons, slot),
                partial(_worn, slot),
                partial(_take, slot),
            )
            for slot in get_args(Slot)
        ),
        Step("armor", "Armor", _armors, lambda s: _one(s.armor), partial(_take, "armor")),
    ]


def _one(value: str | None) -> tuple[str, ...]:
    return (value or NOTHING,)


def _take(field: str, sketch: Sketch, values: tuple[str, ...], content: Content) -> Sketch:
    value = None if values[0] == NOTHING else values[0]
    return designing.settled(sketch.model_copy(update={field: value}), content)


def _take_all(field: str, sketch: Sketch, values: tuple[str, ...], content: Content) -> Sketch:
    return designing.settled(sketch.model_copy(update={field: values}), content)


def _races(_: Sketch, content: Content) -> list[Option]:
    return [Option(each.key, each.name, race_about(each)) for each in designing.races(content)]


def race_about(race: Race) -> str:
    """What a race is like, in a line."""
    apart = [f"{key} {value}" for key, value in race.attributes if value != 10]
    return " · ".join(filter(None, (race.about, " ".join(apart))))


def _classes(_: Sketch, content: Content) -> list[Option]:
    return [Option(each.key, each.name, each.about) for each in content.classes.values()]


def _deities(sketch: Sketch, content: Content) -> list[Option]:
    by_deity = sketch.class_ is not None and content.classes[sketch.class_].by_deity
    none = [] if by_deity else [Option(NOTHING, "None", "Serve nobody")]
    return none + [
        Option(
            each.key,
            each.name,
            f"{each.domain.capitalize()}; priests get {' and '.join(each.attributes)}, "
            f"{_names(each.trained, content.skills)}",
        )
        for each in content.deities.values()
    ]


def _raised(attribute: Attribute, sketch: Sketch) -> tuple[str, ...]:
    return (str(sketch.raises.get(attribute, 0)),)


def _raises(attribute: Attribute, sketch: Sketch, content: Content) -> list[Option]:
    race = content.races[sketch.race] if sketch.race else None
    base = dict(race.attributes)[attribute] if race else None
    others = sketch.model_copy(update={"raises": _with(sketch, attribute, 0)})
    left = designing.points_left(others, content)
    found: list[Option] = []
    for points in range(designing.most_raise(sketch, attribute, content) + 1):
        price = content.setup.price_of([points]) if points else 0
        label = f"+{points}" if base is None else f"{attribute} {base + points} (+{points})"
        about = f"costs {price}, leaves {left - price} of {content.setup.attribute_points} points"
        found.append(Option(str(points), label, about))
    return found


def _with(sketch: Sketch, attribute: Attribute, points: int) -> Mapping[Attribute, int]:
    raises = {**sketch.raises, attribute: points}
    return {key: raises[key] for key in ATTRIBUTES if raises.get(key)}


def _take_raise(
    attribute: Attribute, sketch: Sketch, values: tuple[str, ...], content: Content
) -> Sketch:
    points = min(int(values[0]), designing.most_raise(sketch, attribute, content))
    return sketch.model_copy(update={"raises": _with(sketch, attribute, points)})


def _skills(sketch: Sketch, content: Content) -> list[Option]:
    found = (content.skills[key] for key in designing.trained_skills(sketch, content))
    return [Option(each.key, each.name, each.about) for each in found]


def _talents(_: Sketch, content: Content) -> list[Option]:
    return [Option(t.key, t.name, t.effect) for t in designing.start_up_talents(content)]


def _worn(slot: Slot, sketch: Sketch) -> tuple[str, ...]:
    return _one(getattr(sketch, slot))


def _weapons(slot: Slot, sketch: Sketch, content: Content) -> list[Option]:
    found = designing.weapons(sketch, slot, content)
    empty = "Nothing" if found else "Nothing: both hands hold the main weapon"
    return [
        Option(NOTHING, empty),
        *(Option(each.key, each.name, weapon_about(each)) for each in found),
    ]


def weapon_about(weapon: Weapon) -> str:
    """What a weapon does, in figures."""
    melee, missile = weapon.melee_damage, weapon.missile_damage
    parts = [
        "/".join(weapon.classes),
        "two hands" if weapon.two_handed else "",
        f"melee AF {melee:g}, POW {weapon.melee_power}" if melee else "",
        f"missile AF {missile:g}, POW {weapon.missile_power}" if missile else "",
        f"DF {weapon.df}" if weapon.df else "",
        f"weight {weapon.weight:g}",
    ]
    return ", ".join(part for part in parts if part)


def _armors(_: Sketch, content: Content) -> list[Option]:
    return [
        Option(NOTHING, "Nothing"),
        *(Option(each.key, each.name, armor_about(each)) for each in designing.armors(content)),
    ]


def armor_about(armor: Armor) -> str:
    """What armor does, in figures."""
    return f"DF {armor.df}, weight {armor.weight:g}"


# ---------------------------------------------------------------- the party's spells


def spell_step() -> Step[Outline]:
    """The spells with which all who have spell craft begin (cohorts.setup.spells)."""
    return Step(
        "spells",
        "Spells of the party",
        lambda _, c: [Option(s.key, s.name, spell_about(s)) for s in designing.spells(c)],
        lambda outline: outline.spells,
        lambda outline, values, _: outline.model_copy(update={"spells": values}),
        lambda _, content: content.setup.spells,
        least=0,
    )


def spell_about(spell: BookSpell) -> str:
    """What a spell is, in a line."""
    if isinstance(spell, CombatSpell):
        return f"for combat: {sort_of(spell)}"
    lasts = {"moment": "at once", "turn": "this turn", "month": "this month", "ever": "lasting"}
    return f"{spell.family}, on a {' or '.join(spell.targets)}, {lasts[spell.lasts]}"


# ---------------------------------------------------------------- coats of arms


def arms_steps() -> list[Step[Arms]]:
    """The parts of a coat of arms (cohorts.setup.coat-of-arms)."""
    divisions = [Option(d, d.capitalize(), DIVIDED[d].format("one", "another")) for d in DIVISIONS]
    colours = [Option(each, each.capitalize()) for each in TINCTURES]
    charges = [Option(each, each.replace("-", " ").capitalize()) for each in CHARGES]
    return [
        _part("division", "Division", divisions),
        _part("field", "Colour of the field", colours),
        _part("second", "Second colour", colours),
        _part("charge", "Charge", charges),
        _part("tincture", "Colour of the charge", colours),
    ]


def _part(field: str, label: str, options: list[Option]) -> Step[Arms]:
    return Step(
        field,
        label,
        lambda _, __: options,
        lambda arms: (str(getattr(arms, field)),),
        lambda arms, values, _: Arms.model_validate({**arms.model_dump(), field: values[0]}),
    )


def _names(keys: Iterable[str], table: Mapping[str, object]) -> str:
    return ", ".join(str(getattr(table[key], "name", key)).lower() for key in keys)
