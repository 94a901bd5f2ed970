"""What can be chosen for a character and a party, one step at a time.

Options come from `engine`, which offers nothing that would be illegal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final, get_args

from bot.faces.cohorts.fighter.combat_spells import sort_of
from bot.faces.words.choosing import NOTHING, Option, Question
from engine.packs.cohorts.content import Armor, BookSpell, CombatSpell, Content, Race, Weapon
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline, Sketch, Slot

ATTRIBUTES: Final[tuple[Attribute, ...]] = get_args(Attribute)


# ---------------------------------------------------------------- characters


def character_steps(content: Content) -> list[Question[Sketch]]:
    """The steps of a character, in the order of the rules (cohorts.setup.steps)."""
    return [
        Question(
            "race",
            "Race",
            partial(_races, content),
            lambda s: _one(s.race),
            partial(_take, content, "race"),
        ),
        Question(
            "class",
            "Class",
            partial(_classes, content),
            lambda s: _one(s.class_),
            partial(_take, content, "class_"),
        ),
        Question(
            "deity",
            "Deity",
            partial(_deities, content),
            lambda s: _one(s.deity),
            partial(_take, content, "deity"),
        ),
        *(
            Question(
                attribute,
                attribute,
                partial(_raises, content, attribute),
                partial(_raised, attribute),
                partial(_take_raise, content, attribute),
            )
            for attribute in ATTRIBUTES
        ),
        Question(
            "skills",
            "Skills",
            partial(_skills, content),
            lambda s: s.skills,
            partial(_take_all, content, "skills"),
            lambda s: max(1, designing.skills_wanted(s, content)),
        ),
        Question(
            "talents",
            "Talents",
            partial(_talents, content),
            lambda s: s.talents,
            partial(_take_all, content, "talents"),
            lambda _: designing.most_talents(content),
            least=0,
        ),
        *(
            Question(
                slot,
                slot.replace("_", " ").capitalize(),
                partial(_weapons, content, slot),
                partial(_worn, slot),
                partial(_take, content, slot),
            )
            for slot in get_args(Slot)
        ),
        Question(
            "armor",
            "Armor",
            partial(_armors, content),
            lambda s: _one(s.armor),
            partial(_take, content, "armor"),
        ),
    ]


def _one(value: str | None) -> tuple[str, ...]:
    return (value or NOTHING,)


def _take(content: Content, field: str, sketch: Sketch, values: tuple[str, ...]) -> Sketch:
    value = None if values[0] == NOTHING else values[0]
    return designing.settled(sketch.model_copy(update={field: value}), content)


def _take_all(content: Content, field: str, sketch: Sketch, values: tuple[str, ...]) -> Sketch:
    return designing.settled(sketch.model_copy(update={field: values}), content)


def _races(content: Content, _: Sketch) -> list[Option]:
    return [Option(each.key, each.name, race_about(each)) for each in designing.races(content)]


def race_about(race: Race) -> str:
    """What a race is like, in a line."""
    apart = [f"{key} {value}" for key, value in race.attributes if value != 10]
    return " · ".join(filter(None, (race.about, " ".join(apart))))


def _classes(content: Content, _: Sketch) -> list[Option]:
    return [Option(each.key, each.name, each.about) for each in content.classes.values()]


def _deities(content: Content, sketch: Sketch) -> list[Option]:
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


def _raises(content: Content, attribute: Attribute, sketch: Sketch) -> list[Option]:
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
    content: Content, attribute: Attribute, sketch: Sketch, values: tuple[str, ...]
) -> Sketch:
    points = min(int(values[0]), designing.most_raise(sketch, attribute, content))
    return sketch.model_copy(update={"raises": _with(sketch, attribute, points)})


def _skills(content: Content, sketch: Sketch) -> list[Option]:
    found = (content.skills[key] for key in designing.trained_skills(sketch, content))
    return [Option(each.key, each.name, each.about) for each in found]


def _talents(content: Content, _: Sketch) -> list[Option]:
    return [Option(t.key, t.name, t.effect) for t in designing.start_up_talents(content)]


def _worn(slot: Slot, sketch: Sketch) -> tuple[str, ...]:
    return _one(getattr(sketch, slot))


def _weapons(content: Content, slot: Slot, sketch: Sketch) -> list[Option]:
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
        f"melee factor {melee:g}, power {weapon.melee_power}" if melee else "",
        f"missile factor {missile:g}, power {weapon.missile_power}" if missile else "",
        f"defense {weapon.df}" if weapon.df else "",
        f"weight {weapon.weight:g}",
    ]
    return ", ".join(part for part in parts if part)


def _armors(content: Content, _: Sketch) -> list[Option]:
    return [
        Option(NOTHING, "Nothing"),
        *(Option(each.key, each.name, armor_about(each)) for each in designing.armors(content)),
    ]


def armor_about(armor: Armor) -> str:
    """What armor does, in figures."""
    return f"defense {armor.df}, weight {armor.weight:g}"


# ---------------------------------------------------------------- the party's spells


def spell_step(content: Content) -> Question[Outline]:
    """The spells with which all who have spell craft begin (cohorts.setup.spells)."""
    return Question(
        "spells",
        "Spells of the party",
        lambda _: [Option(s.key, s.name, spell_about(s)) for s in designing.spells(content)],
        lambda outline: outline.spells,
        lambda outline, values: outline.model_copy(update={"spells": values}),
        lambda _: content.setup.spells,
        least=0,
    )


def spell_about(spell: BookSpell) -> str:
    """What a spell is, in a line."""
    if isinstance(spell, CombatSpell):
        return f"for combat: {sort_of(spell)}"
    lasts = {"moment": "at once", "turn": "this turn", "month": "this month", "ever": "lasting"}
    return f"{spell.family}, on a {' or '.join(spell.targets)}, {lasts[spell.lasts]}"


def _names(keys: Iterable[str], table: Mapping[str, object]) -> str:
    return ", ".join(str(getattr(table[key], "name", key)).lower() for key in keys)
