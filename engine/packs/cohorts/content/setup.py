"""Setting up a player: the rules of the first turn, the factions' lands, and ready-made parties.

A party must be one that a player could have designed: ``party_faults`` says where it is not.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Self, cast

from pydantic import ConfigDict, Field, model_validator

from engine.module.names import key_of
from engine.module.sections import Data, Named, Path, Ref
from engine.names import Label
from engine.packs.cohorts.content.cities import Positive, Training
from engine.packs.cohorts.content.items import Armor, ArmorKey, Weapon, WeaponKey
from engine.packs.cohorts.content.land import TerrainKey
from engine.packs.cohorts.content.peoples import (
    Attribute,
    ClassKey,
    Deity,
    DeityKey,
    Profession,
    RaceKey,
    SkillKey,
    SpellKey,
    Talent,
    TalentKey,
)
from engine.packs.cohorts.content.spells import Spell


class Setup(Data):
    """What a player has at the start (``cohorts.setup.*``, ``cohorts.stack.overview``).

    ``attribute_prices`` holds the total price of raising one attribute by 1, 2, 3 ... points.
    """

    characters: Positive
    attribute_points: Annotated[int, Field(ge=0)]
    attribute_prices: Annotated[tuple[Positive, ...], Field(min_length=1)]
    skills: Annotated[int, Field(ge=0)]
    skill_level: Positive
    talents: Annotated[int, Field(ge=0)]
    spells: Annotated[int, Field(ge=0)]
    spell_level: Positive
    spell_skill: SkillKey
    armor_smithy_level: Positive
    level: Positive
    xp: Annotated[int, Field(ge=0)]
    morale: Annotated[int, Field(ge=0, le=100)]
    battle_slot: Annotated[int, Field(ge=0, le=10)]
    stacks: Positive
    renown: Annotated[int, Field(ge=0)]

    def price_of(self, raises: Iterable[int]) -> int:
        """The points that raising an attribute each by so many costs; IndexError if too many."""
        return sum(self.attribute_prices[points - 1] for points in raises)


class Realm(Named):
    """A faction's land and peoples; its key is the faction's.

    ``peoples`` are its own in the sense of ``cohorts.race.slaves``; ``lands`` are the terrain
    families it likes to start in; ``cities`` are names for the cities its players start in.
    """

    key: Annotated[str, Ref(("factions",))]
    peoples: Annotated[tuple[RaceKey, ...], Field(min_length=1)]
    home_race: RaceKey
    second_race: RaceKey
    lands: tuple[TerrainKey, ...] = ()
    cities: Annotated[tuple[str, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _settled_by_its_own(self) -> Self:
        for race in (self.home_race, self.second_race):
            if race not in self.peoples:
                raise ValueError(f"'{race}' is not one of its peoples")
        return self


class StartingCharacter(Data):
    """A starting character; ``raises`` are added to the attributes of the race."""

    model_config = ConfigDict(serialize_by_alias=True)

    name: Label
    race: RaceKey
    class_: Annotated[ClassKey, Field(alias="class")]
    deity: DeityKey | None = None
    raises: Mapping[Attribute, Annotated[int, Field(ge=1)]] = {}
    skills: tuple[SkillKey, ...] = ()
    talents: tuple[TalentKey, ...] = ()
    main_hand: WeaponKey | None = None
    off_hand: WeaponKey | None = None
    ranged: WeaponKey | None = None
    armor: ArmorKey | None = None


class Party(Named):
    """A ready-made starting party. ``spells`` are for every character with spell craft.

    Only the ``factions`` named may take it; all may if none is named.
    """

    description: str
    factions: tuple[Annotated[str, Ref(("factions",))], ...] = ()
    spells: tuple[SpellKey, ...] = ()
    characters: tuple[StartingCharacter, ...]


def party_faults(party: Party, content: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """What in a party breaks the rules of setup, with the path from the party.

    ``content`` holds the sections that are well formed so far; what would need another one is not
    checked.
    """
    setup = cast("Setup | None", content.get("setup"))
    classes = cast("Mapping[str, Profession] | None", content.get("classes"))
    if setup is None or classes is None:
        return
    if len(party.characters) != setup.characters:
        yield (
            ("characters",),
            f"has {len(party.characters)} characters, not {setup.characters} (cohorts.setup.steps)",
        )
    names: list[str] = []
    casters = 0
    for number, character in enumerate(party.characters):
        path: Path = ("characters", number)
        profession = classes[character.class_]
        if character.name.strip().casefold() in names:
            yield (*path, "name"), "is taken by another of the party (cohorts.setup.names)"
        names.append(character.name.strip().casefold())
        yield from _attributes(character, setup, path)
        yield from _skills(character, setup, profession, content.get("deities"), path)
        yield from _talents(character, setup, content, path)
        yield from _equipment(character, setup, content, path)
        casters += setup.spell_skill in (*character.skills, *profession.built_in)
    yield from _spells(party, setup, casters, content.get("spells"))


def _attributes(
    character: StartingCharacter, setup: Setup, path: Path
) -> Iterator[tuple[Path, str]]:
    most = len(setup.attribute_prices)
    for attribute, points in character.raises.items():
        if points > most:
            yield (
                (*path, "raises", attribute),
                f"is raised by {points}, at most {most} is allowed "
                "(cohorts.setup.attribute-points)",
            )
    price = setup.price_of(points for points in character.raises.values() if points <= most)
    if price > setup.attribute_points:
        yield (
            (*path, "raises"),
            f"costs {price} points of {setup.attribute_points} (cohorts.setup.attribute-points)",
        )


def _skills(
    character: StartingCharacter,
    setup: Setup,
    profession: Profession,
    deities: Mapping[str, Deity] | None,
    path: Path,
) -> Iterator[tuple[Path, str]]:
    trained = profession.trained
    if profession.by_deity and character.deity is None:
        yield (*path, "deity"), "is missing for a priest (cohorts.class.priest)"
    elif profession.by_deity and character.deity is not None:
        if deities is None:
            return
        trained = (*trained, *deities[character.deity].trained)
    if len(character.skills) != min(setup.skills, len(trained)):
        yield (
            (*path, "skills"),
            f"has {len(character.skills)} skills, not {setup.skills} (cohorts.setup.skills)",
        )
    if len(set(character.skills)) < len(character.skills):
        yield (*path, "skills"), "names a skill twice (cohorts.setup.skills)"
    for skill in character.skills:
        if skill not in trained:
            yield (
                (*path, "skills"),
                f"'{skill}' is no trained skill of a {profession.name} (cohorts.setup.skills)",
            )


def _talents(
    character: StartingCharacter, setup: Setup, content: Mapping[str, Any], path: Path
) -> Iterator[tuple[Path, str]]:
    talents = cast("Mapping[str, Talent] | None", content.get("talents"))
    training = cast("Training | None", content.get("training"))
    if talents is None or training is None:
        return
    most = min(setup.talents, training.talents_at(setup.level))
    if len(character.talents) > most:
        yield (*path, "talents"), f"has more than {most} talents (cohorts.setup.talents)"
    for talent in character.talents:
        if not talents[talent].start_up:
            yield (*path, "talents"), f"'{talent}' is no start-up talent (cohorts.setup.talents)"


def _equipment(
    character: StartingCharacter, setup: Setup, content: Mapping[str, Any], path: Path
) -> Iterator[tuple[Path, str]]:
    weapons = cast("Mapping[str, Weapon] | None", content.get("weapons"))
    armors = cast("Mapping[str, Armor] | None", content.get("armors"))
    if weapons is None or armors is None:
        return
    worn = armors[character.armor] if character.armor else None
    if worn and worn.level > setup.armor_smithy_level:
        yield (*path, "armor"), "is not among starting equipment (cohorts.setup.equipment)"
    for slot in ("main_hand", "off_hand", "ranged"):
        key = getattr(character, slot)
        weapon = weapons[key] if key else None
        if weapon is None:
            continue
        if weapon.item_level > 0:
            yield (*path, slot), "is no mundane weapon (cohorts.setup.equipment)"
        if not weapon.fits(slot):
            lacks = "has no missile attack" if slot == "ranged" else "is not held there"
            yield (*path, slot), f"{lacks} (cohorts.item.weapon-hands)"
    main = weapons[character.main_hand] if character.main_hand else None
    if main and character.off_hand and main.two_handed:
        yield (*path, "off_hand"), "is taken by a two-handed weapon (cohorts.item.weapon-hands)"


def _spells(
    party: Party, setup: Setup, casters: int, spells: Mapping[str, Spell] | None
) -> Iterator[tuple[Path, str]]:
    if party.spells and not casters:
        yield ("spells",), "are chosen but nobody has spell craft (cohorts.setup.spells)"
    if len(party.spells) > setup.spells:
        yield ("spells",), f"are more than {setup.spells} (cohorts.setup.spells)"
    if len({key_of(spell) for spell in party.spells}) < len(party.spells):
        yield ("spells",), "name one twice (cohorts.setup.spells)"
    for spell in party.spells:
        if spells is not None and spells[spell].level > setup.spell_level:
            yield ("spells",), f"'{spell}' is of too high a level (cohorts.setup.spells)"
