"""Setting up a player: the rules of the first turn, the factions' lands, and ready-made parties.

A party, designed or ready-made, must be legal: `party_faults` says where it is not.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, Self, cast

from pydantic import ConfigDict, Field, model_validator

from engine.lookalikes import lookalike
from engine.module.names import key_of
from engine.module.sections import Data, KeyOf, Named, Path
from engine.names import Label
from engine.packs.cohorts.content.cities import Experience, Positive, Training
from engine.packs.cohorts.content.combat import CombatSpell
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
    """What a player has at the start (`cohorts.setup.*`, `cohorts.stack.overview`).

    `attribute_prices` holds the total price of raising one attribute by 1, 2, 3 ... points. With
    `xp` characters begin as if they had earned these XP, with the level and the points of it.
    """

    characters: Positive
    races: tuple[RaceKey, ...] = ()
    """Which players may choose for their characters; all of the module's if none is named."""
    attribute_points: Annotated[int, Field(ge=0)]
    attribute_prices: Annotated[tuple[Positive, ...], Field(min_length=1)]
    skills: Annotated[int, Field(ge=0)]
    skill_level: Positive
    talents: Annotated[int, Field(ge=0)]
    spells: Annotated[int, Field(ge=0)]
    spell_level: Positive
    spell_skill: SkillKey
    armor_smithy_level: Positive
    xp: Annotated[int, Field(ge=0)]
    morale: Annotated[int, Field(ge=0, le=100)]
    battle_slot: Annotated[int, Field(ge=0, le=10)]
    stacks: Positive
    renown: Annotated[int, Field(ge=0)]

    def price_of(self, raises: Iterable[int]) -> int:
        """The points that these raises of attributes cost in all.

        Raises:
            IndexError: one is higher than any that has a price.
        """
        return sum(self.attribute_prices[points - 1] for points in raises)


class StartingRealm(Named):
    """A faction's land and peoples; its key is the faction's.

    `peoples` are its own in the sense of `cohorts.race.slaves`; `lands` are the terrain
    families it likes to start in; `cities` are names for the cities its players start in.
    """

    key: Annotated[str, KeyOf(("factions",))]
    peoples: Annotated[tuple[RaceKey, ...], Field(min_length=1)]
    home_race: RaceKey
    second_race: RaceKey
    lands: tuple[TerrainKey, ...] = ()
    cities: Annotated[tuple[str, ...], Field(min_length=1)]
    population: Positive | None = None
    """The people of a starting city; what `[starting_city]` says unless it is given."""
    recruits: Annotated[int | None, Field(ge=0)] = None
    """Of the home race, likewise."""

    @model_validator(mode="after")
    def _settled_by_its_own(self) -> Self:
        for race in (self.home_race, self.second_race):
            if race not in self.peoples:
                raise ValueError(f"'{race}' is not one of its peoples")
        return self


class StartingCharacter(Data):
    """A starting character; `raises` are added to the attributes of the race."""

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


class Design(Data):
    """The people of a starting party. `spells` are for every character with spell craft."""

    spells: tuple[SpellKey, ...] = ()
    characters: tuple[StartingCharacter, ...]


class Party(Named, Design):
    """A ready-made starting party.

    Only the `factions` named may take it; all may if none is named.
    """

    description: str
    factions: tuple[Annotated[str, KeyOf(("factions",))], ...] = ()


class PartyFault(NamedTuple):
    """What in a party breaks a rule: the path from the party, what it does wrong, the rule's id."""

    path: Path
    says: str
    rule: str


def party_faults(party: Design, content: Mapping[str, Any]) -> Iterator[PartyFault]:
    """What in a party breaks the rules of setup.

    `content` holds the sections that are well formed so far; what would need another one is not
    checked.
    """
    setup = cast("Setup | None", content.get("setup"))
    classes = cast("Mapping[str, Profession] | None", content.get("classes"))
    if setup is None or classes is None:
        return
    if strange := list(_strange(party, content)):
        yield from strange  # whose rules nobody knows
        return
    if len(party.characters) != setup.characters:
        says = f"has {len(party.characters)} characters, not {setup.characters}"
        yield PartyFault(("characters",), says, "cohorts.setup.steps")
    names: list[str] = []
    casters = 0
    for number, character in enumerate(party.characters):
        path: Path = ("characters", number)
        profession = classes[character.class_]
        if lookalike(character.name, names):
            says = "is taken by another of the party"
            yield PartyFault((*path, "name"), says, "cohorts.setup.names")
        names.append(character.name)
        if setup.races and character.race not in setup.races:
            says = "is no people that a character may be of"
            yield PartyFault((*path, "race"), says, "cohorts.setup.steps")
        yield from _attributes(character, setup, path)
        yield from _skills(character, setup, profession, content.get("deities"), path)
        yield from _talents(character, content, path)
        yield from _equipment(character, setup, content, path)
        casters += setup.spell_skill in (*character.skills, *profession.built_in)
    yield from _spells(party, setup, casters, _book(content))


def talents_left(party: Design, content: Mapping[str, Any]) -> Iterator[PartyFault]:
    """Characters of a ready-made party who leave talents that are lost at the start.

    Source: cohorts.setup.talents.
    """
    most = _most_talents(content)
    for number, character in enumerate(party.characters):
        if most is not None and len(character.talents) < most:
            left = f"leaves {most - len(character.talents)} of {most} talents unused"
            yield PartyFault(("characters", number, "talents"), left, "cohorts.setup.talents")


def _most_talents(content: Mapping[str, Any]) -> int | None:
    """How many talents a starting character may take; None where the module does not say it."""
    setup = cast("Setup | None", content.get("setup"))
    training = cast("Training | None", content.get("training"))
    experience = cast("Experience | None", content.get("experience"))
    if setup is None or training is None or experience is None:
        return None
    return min(setup.talents, training.talents_at(experience.level_of(setup.xp)))


def _strange(party: Design, content: Mapping[str, Any]) -> Iterator[PartyFault]:
    """The names in a design that are in none of the module's tables."""
    for number, character in enumerate(party.characters):
        path: Path = ("characters", number)
        named: tuple[tuple[str, str, tuple[str | None, ...]], ...] = (
            ("race", "races", (character.race,)),
            ("class", "classes", (character.class_,)),
            ("deity", "deities", (character.deity,)),
            ("skills", "skills", character.skills),
            ("talents", "talents", character.talents),
            ("main_hand", "weapons", (character.main_hand,)),
            ("off_hand", "weapons", (character.off_hand,)),
            ("ranged", "weapons", (character.ranged,)),
            ("armor", "armors", (character.armor,)),
        )
        for field, table, keys in named:
            yield from _unknown((*path, field), content.get(table), keys)
    yield from _unknown(("spells",), _book(content), party.spells)


def _book(content: Mapping[str, Any]) -> Mapping[str, Spell | CombatSpell] | None:
    """All spells that may stand in a spell book, None if one of their tables is not well formed."""
    if "spells" not in content or "combat_spells" not in content:
        return None
    return {**content["spells"], **content["combat_spells"]}


def _unknown(
    path: Path, table: Mapping[str, Named] | None, keys: Iterable[str | None]
) -> Iterator[PartyFault]:
    for key in keys:
        if key is not None and table is not None and key not in table:
            yield PartyFault(path, f"'{key}' is not in this module", "cohorts.setup.steps")


def _attributes(character: StartingCharacter, setup: Setup, path: Path) -> Iterator[PartyFault]:
    rule, most = "cohorts.setup.attribute-points", len(setup.attribute_prices)
    for attribute, points in character.raises.items():
        if points > most:
            says = f"is raised by {points}, at most {most} is allowed"
            yield PartyFault((*path, "raises", attribute), says, rule)
    price = setup.price_of(points for points in character.raises.values() if points <= most)
    if price > setup.attribute_points:
        says = f"cost {price} points of {setup.attribute_points}"
        yield PartyFault((*path, "raises"), says, rule)


def _skills(
    character: StartingCharacter,
    setup: Setup,
    profession: Profession,
    deities: Mapping[str, Deity] | None,
    path: Path,
) -> Iterator[PartyFault]:
    rule, path = "cohorts.setup.skills", (*path, "skills")
    if profession.by_deity and character.deity is None:
        says = f"is missing for a {profession.name.lower()}"
        yield PartyFault((*path[:-1], "deity"), says, "cohorts.class.priest")
    elif profession.by_deity and deities is None:
        return
    deity = deities[character.deity] if deities is not None and character.deity else None
    trained = profession.trained_under(deity)
    wanted = min(setup.skills, len(trained))
    if len(character.skills) != wanted:
        yield PartyFault(path, f"has {len(character.skills)} skills, not {wanted}", rule)
    if len(set(character.skills)) < len(character.skills):
        yield PartyFault(path, "names a skill twice", rule)
    for skill in character.skills:
        if skill not in trained:
            says = f"'{skill}' is no trained skill of a {profession.name}"
            yield PartyFault(path, says, rule)


def _talents(
    character: StartingCharacter, content: Mapping[str, Any], path: Path
) -> Iterator[PartyFault]:
    talents = cast("Mapping[str, Talent] | None", content.get("talents"))
    most = _most_talents(content)
    if talents is None or most is None:
        return
    rule, path = "cohorts.setup.talents", (*path, "talents")
    if len(character.talents) > most:
        yield PartyFault(path, f"has more than {most} talents", rule)
    if len(set(character.talents)) < len(character.talents):
        yield PartyFault(path, "names a talent twice", rule)
    for talent in character.talents:
        if not talents[talent].start_up:
            yield PartyFault(path, f"'{talent}' is no start-up talent", rule)


def _equipment(
    character: StartingCharacter, setup: Setup, content: Mapping[str, Any], path: Path
) -> Iterator[PartyFault]:
    weapons = cast("Mapping[str, Weapon] | None", content.get("weapons"))
    armors = cast("Mapping[str, Armor] | None", content.get("armors"))
    if weapons is None or armors is None:
        return
    worn = armors[character.armor] if character.armor else None
    if worn and worn.level > setup.armor_smithy_level:
        says = "is not among starting equipment"
        yield PartyFault((*path, "armor"), says, "cohorts.setup.equipment")
    for slot in ("main_hand", "off_hand", "ranged"):
        key = getattr(character, slot)
        weapon = weapons[key] if key else None
        if weapon is None:
            continue
        if weapon.item_level > 0:
            yield PartyFault((*path, slot), "is no mundane weapon", "cohorts.setup.equipment")
        if not weapon.fits(slot):
            lacks = "has no missile attack" if slot == "ranged" else "is not held there"
            yield PartyFault((*path, slot), lacks, "cohorts.item.weapon-hands")
    main = weapons[character.main_hand] if character.main_hand else None
    if main and character.off_hand and main.two_handed:
        says = "is taken by a two-handed weapon"
        yield PartyFault((*path, "off_hand"), says, "cohorts.item.weapon-hands")


def _spells(
    party: Design, setup: Setup, casters: int, spells: Mapping[str, Spell | CombatSpell] | None
) -> Iterator[PartyFault]:
    path, rule = ("spells",), "cohorts.setup.spells"
    if party.spells and not casters:
        yield PartyFault(path, "are chosen but nobody has spell craft", rule)
    if len(party.spells) > setup.spells:
        yield PartyFault(path, f"are more than {setup.spells}", rule)
    if len({key_of(spell) for spell in party.spells}) < len(party.spells):
        yield PartyFault(path, "name one twice", rule)
    for key in party.spells:
        spell = spells[key] if spells is not None else None
        if spell and spell.level > setup.spell_level:
            yield PartyFault(path, f"'{key}' is of too high a level", rule)
        elif spell and spell.miracle:
            yield PartyFault(path, f"'{key}' is kept for deities", rule)
