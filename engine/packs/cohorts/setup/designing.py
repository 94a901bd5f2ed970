"""Designing a starting party step by step: what is still missing, what may be chosen, what is left.

A `Sketch` is a starting character that may lack anything; an `Outline` is a party of them. Whether
a finished one is legal is said by `party_faults` alone, so that a form and the order that joins can
never judge differently. Nothing here changes a world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import ConfigDict, Field

from engine.module.sections import Data
from engine.names import Label
from engine.packs.cohorts.content import Armor, BookSpell, Content, Profession, Race, Talent, Weapon
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.content.setup import (
    Design,
    PartyFault,
    StartingCharacter,
    party_faults,
)

Slot = Literal["main_hand", "off_hand", "ranged"]

_STEPS: Final = "cohorts.setup.steps"


class Sketch(Data):
    """A starting character in the making; the fields are those of `StartingCharacter`."""

    model_config = ConfigDict(serialize_by_alias=True)

    name: Label | Literal[""] = ""
    race: str | None = None
    class_: Annotated[str | None, Field(alias="class")] = None
    deity: str | None = None
    raises: Mapping[Attribute, Annotated[int, Field(ge=1)]] = {}
    skills: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    main_hand: str | None = None
    off_hand: str | None = None
    ranged: str | None = None
    armor: str | None = None


class Outline(Data):
    """A starting party in the making."""

    characters: tuple[Sketch, ...]
    spells: tuple[str, ...] = ()

    def with_character(self, number: int, sketch: Sketch, content: Content) -> Outline:
        """The outline with another character in that place, counted from 0.

        The spells go with the last character who could cast them.
        """
        kept = (*self.characters[:number], sketch, *self.characters[number + 1 :])
        spells = self.spells if any(casts(each, content) for each in kept) else ()
        return self.model_copy(update={"characters": kept, "spells": spells})


def blank(content: Content) -> Outline:
    """A party of which nothing is chosen yet."""
    return Outline(characters=(Sketch(),) * content.setup.characters)


def outline_of(design: Design) -> Outline:
    """A whole party, to be changed."""
    characters = [Sketch.model_validate(each.model_dump()) for each in design.characters]
    return Outline(characters=tuple(characters), spells=design.spells)


def design_of(outline: Outline) -> Design | None:
    """The party to join with; None while a name, race or class is missing."""
    if any(not (each.name and each.race and each.class_) for each in outline.characters):
        return None
    found = [StartingCharacter.model_validate(each.model_dump()) for each in outline.characters]
    return Design(characters=tuple(found), spells=outline.spells)


def faults(outline: Outline, content: Content) -> list[PartyFault]:
    """What keeps the party from being submitted; nothing if it may be (cohorts.setup.steps)."""
    missing = [
        PartyFault(("characters", number, field), "is missing", _STEPS)
        for number, sketch in enumerate(outline.characters)
        for field, value in (("name", sketch.name), ("race", sketch.race), ("class", sketch.class_))
        if not value
    ]
    lacking = {fault.path: None for fault in missing}
    assumed = Design(
        characters=tuple(_assumed(sketch, content) for sketch in outline.characters),
        spells=outline.spells,
    )
    # Nothing is said of what follows from a choice that is not made yet.
    known = [
        fault
        for fault in party_faults(assumed, dict(content))
        if fault.path not in lacking and (*fault.path[:2], "class") not in lacking
    ]
    return missing + known


def _assumed(sketch: Sketch, content: Content) -> StartingCharacter:
    """The character, with something in place of what it cannot be without."""
    assumed = {
        "name": sketch.name or "?",
        "race": sketch.race or races(content)[0].key,
        "class": sketch.class_ or next(iter(content.classes)),
    }
    return StartingCharacter.model_validate({**sketch.model_dump(), **assumed})


# ---------------------------------------------------------------- what is left


def points_left(sketch: Sketch, content: Content) -> int:
    """Attribute points not spent; at setup they are lost (cohorts.setup.attribute-points)."""
    return content.setup.attribute_points - content.setup.price_of(sketch.raises.values())


class Unspent(NamedTuple):
    """Something that a party could still take and would lose (cohorts.setup.steps)."""

    what: str
    """Attribute points, talents or spells."""
    left: int
    character: int | None = None
    """Whose, from 0; None for the party's."""


def unspent(outline: Outline, content: Content) -> list[Unspent]:
    """Gaps of the party that its player is warned of."""
    found = [
        Unspent(what, left, number)
        for number, sketch in enumerate(outline.characters)
        for what, left in (
            ("attribute points", points_left(sketch, content)),
            ("talents", most_talents(content) - len(sketch.talents)),
        )
    ]
    if any(casts(sketch, content) for sketch in outline.characters):
        found.append(Unspent("spells", content.setup.spells - len(outline.spells)))
    return [each for each in found if each.left > 0]


def most_raise(sketch: Sketch, attribute: Attribute, content: Content) -> int:
    """By how much an attribute could be raised with the points that the others leave."""
    others = {key: points for key, points in sketch.raises.items() if key != attribute}
    left = content.setup.attribute_points - content.setup.price_of(others.values())
    return sum(price <= left for price in content.setup.attribute_prices)


def most_talents(content: Content) -> int:
    """How many talents a starting character may take (cohorts.setup.talents)."""
    level = content.experience.level_of(content.setup.xp)
    return min(content.setup.talents, content.training.talents_at(level))


def casts(sketch: Sketch, content: Content) -> bool:
    """Whether the character begins with the party's spells (cohorts.setup.spells)."""
    built_in = content.classes[sketch.class_].built_in if sketch.class_ else ()
    return content.setup.spell_skill in (*sketch.skills, *built_in)


# ---------------------------------------------------------------- what may be chosen


def races(content: Content) -> list[Race]:
    """The peoples that a character may be of."""
    allowed = content.setup.races
    return [race for race in content.races.values() if not allowed or race.key in allowed]


def trained_skills(sketch: Sketch, content: Content) -> tuple[str, ...]:
    """The skills that a character may choose from; none before it has a class."""
    if sketch.class_ is None:
        return ()
    deity = content.deities.get(sketch.deity) if sketch.deity else None
    return content.classes[sketch.class_].trained_under(deity)


def skills_wanted(sketch: Sketch, content: Content) -> int:
    """How many skills a character must choose (cohorts.setup.skills)."""
    return min(content.setup.skills, len(trained_skills(sketch, content)))


def start_up_talents(content: Content) -> list[Talent]:
    """The talents that a starting character may take."""
    return [talent for talent in content.talents.values() if talent.start_up]


def weapons(sketch: Sketch, slot: Slot, content: Content) -> list[Weapon]:
    """What a starting character may hold there (cohorts.setup.equipment)."""
    main = content.weapons[sketch.main_hand] if sketch.main_hand else None
    if slot == "off_hand" and main and main.two_handed:
        return []
    fitting = [weapon for weapon in content.weapons.values() if weapon.fits(slot)]
    return [weapon for weapon in fitting if weapon.item_level == 0]


def armors(content: Content) -> list[Armor]:
    """What a starting character may wear."""
    most = content.setup.armor_smithy_level
    return [armor for armor in content.armors.values() if armor.level <= most]


def spells(content: Content) -> list[BookSpell]:
    """The spells that a party may begin with, the strategic ones first."""
    most, book = content.setup.spell_level, content.book_spells()
    return [each for each in book.values() if each.level <= most and not each.miracle]


def settled(sketch: Sketch, content: Content) -> Sketch:
    """The character without the choices that another choice has made impossible."""
    profession: Profession | None = content.classes[sketch.class_] if sketch.class_ else None
    changes: dict[str, object] = {}
    if profession:
        trained = trained_skills(sketch, content)
        changes["skills"] = _among(sketch.skills, trained)[: content.setup.skills]
    main = content.weapons[sketch.main_hand] if sketch.main_hand else None
    if main and main.two_handed:
        changes["off_hand"] = None
    return sketch.model_copy(update=changes)


def _among(chosen: Iterable[str], offered: Iterable[str]) -> tuple[str, ...]:
    kept = dict.fromkeys(offered)
    return tuple(key for key in chosen if key in kept)
