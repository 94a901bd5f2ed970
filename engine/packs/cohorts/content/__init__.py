"""What a module holds for Cohorts: its lands, peoples, things, cities and starting parties.

These are the shapes of the TOML tables (`data/modules/cohorts`); the figures are there. No rule
is applied here, except that starting parties must be ones a player could have designed.
"""

import operator
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field, ValidationInfo, field_validator

from engine.module.rings import ring_faults
from engine.module.schema import Module
from engine.module.sections import Path, Sections, Table, Validation, declare
from engine.packs.cohorts.content.acting import Acting, Newcomers, RenownRules
from engine.packs.cohorts.content.agents import AgentRules
from engine.packs.cohorts.content.battle import BattleRules, BattleStatus, DamageType
from engine.packs.cohorts.content.brewing import Brewing, Potion
from engine.packs.cohorts.content.cities import (
    PROVINCE_IMPROVEMENTS,
    CityRules,
    Experience,
    Improvement,
    ProvinceImprovement,
    SightingChances,
    Training,
)
from engine.packs.cohorts.content.combat import CombatSpell, combat_spell_faults
from engine.packs.cohorts.content.covert import CovertRules
from engine.packs.cohorts.content.diplomacy import Diplomacy
from engine.packs.cohorts.content.drawing import FIRST, Drawing, drawing_faults
from engine.packs.cohorts.content.enchanting import EnchantingRules, Enchantment
from engine.packs.cohorts.content.guilds import Drill, GuildRules, GuildType
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import (
    Armor,
    Artillery,
    AttackAttributes,
    Gear,
    Mount,
    Ship,
    Weapon,
)
from engine.packs.cohorts.content.land import (
    Alternative,
    MovementRules,
    Needs,
    Resource,
    River,
    Road,
    Seeding,
    Terrain,
)
from engine.packs.cohorts.content.looks_before import with_looks
from engine.packs.cohorts.content.peoples import Deity, Profession, Race, Skill, Talent
from engine.packs.cohorts.content.quests import Adventure, Quest, Title, Token, task_faults
from engine.packs.cohorts.content.realms import (
    AlternateRealm,
    grids_of,
    lonely,
    realm_faults,
    started_in,
)
from engine.packs.cohorts.content.rival_play import RivalPlay
from engine.packs.cohorts.content.setup import (
    Party,
    Setup,
    StartingRealm,
    party_faults,
    talents_left,
)
from engine.packs.cohorts.content.spells import Spell, SpellRules
from engine.packs.cohorts.content.statuses import LastingStatus, Nature
from engine.packs.cohorts.content.tidings import Tidings
from engine.packs.cohorts.content.wilds import HotSpotKind, WildCities
from engine.packs.cohorts.content.winning import Winning
from engine.packs.cohorts.content.worldmaking import Names, StartingCity, WorldRules
from engine.stored import Plain, Upcaster

__all__ = [
    "Acting",
    "Adventure",
    "AgentRules",
    "AlternateRealm",
    "Alternative",
    "Armor",
    "Artillery",
    "AttackAttributes",
    "BattleRules",
    "BattleStatus",
    "BookSpell",
    "Brewing",
    "CityRules",
    "CombatSpell",
    "Content",
    "CovertRules",
    "DamageType",
    "Deity",
    "Diplomacy",
    "Drill",
    "EnchantingRules",
    "Enchantment",
    "Experience",
    "Gear",
    "GuildRules",
    "GuildType",
    "Improvement",
    "Item",
    "LastingStatus",
    "Mount",
    "MovementRules",
    "Names",
    "Nature",
    "Needs",
    "Newcomers",
    "Party",
    "Potion",
    "Profession",
    "ProvinceImprovement",
    "Quest",
    "Race",
    "RenownRules",
    "Resource",
    "RivalPlay",
    "River",
    "Road",
    "Seeding",
    "Setup",
    "Ship",
    "SightingChances",
    "Skill",
    "Spell",
    "SpellRules",
    "StartingCity",
    "StartingRealm",
    "Talent",
    "Terrain",
    "Tidings",
    "Title",
    "Token",
    "Training",
    "Weapon",
    "Winning",
    "WorldRules",
]

Item = Armor | Weapon | Gear | Mount | Potion
BookSpell = Spell | CombatSpell
"""A spell as it stands in a spell book."""


def _of_all_packs(plain: Plain) -> Plain:
    """The first form, which knew of no other items than relics and left looks to the pictures."""
    plain = with_looks(plain)
    rest = {key: value for key, value in plain.items() if key != "relic_names"}
    return {**rest, "thing_names": plain.get("relic_names", {})}


class Content(Sections):
    """The sections of the Cohorts pack, by the names of their tables in a module's files.

    Reference data comes before what refers to it, so that `parties` can be checked against it.
    `rivers` and `roads` hold levels 1 to 4 in order.
    """

    form: ClassVar[int] = 2
    upcasters: ClassVar[Mapping[int, Upcaster]] = {1: _of_all_packs}
    needs: ClassVar[tuple[str, ...]] = ("map",)

    terrains: Table[Terrain]
    rivers: Annotated[tuple[River, ...], Field(min_length=4, max_length=4)]
    roads: Annotated[tuple[Road, ...], Field(min_length=4, max_length=4)]
    movement: MovementRules
    resources: Table[Resource]
    seeding: Seeding
    races: Table[Race]
    skills: Table[Skill]
    classes: Table[Profession]
    deities: Table[Deity]
    talents: Table[Talent]
    spells: Table[Spell]
    spell_rules: SpellRules
    statuses: Table[LastingStatus]
    natures: Table[Nature] = Field(default_factory=dict[str, Nature])
    armors: Table[Armor]
    attack_attributes: AttackAttributes
    weapons: Table[Weapon]
    gear: Table[Gear]
    mounts: Table[Mount]
    artillery: Table[Artillery]
    ships: Table[Ship]
    battle: BattleRules
    battle_statuses: Table[BattleStatus]
    damage_types: Table[DamageType]
    combat_spells: Table[CombatSpell] = Field(default_factory=dict[str, CombatSpell])
    brewing: Brewing
    potions: Table[Potion]
    thing_names: Annotated[Mapping[str, str], Field(validate_default=True)] = {}
    """What people call the items that other packs bring; it is not written in a module's files."""
    enchanting: EnchantingRules
    enchantments: Table[Enchantment]
    cities: CityRules
    improvements: Table[Improvement]
    province_improvements: Table[ProvinceImprovement]
    guilds: Table[GuildType]
    guild_rules: GuildRules
    drill: Drill
    training: Training
    experience: Experience
    acting: Acting
    covert: CovertRules
    renown: RenownRules
    newcomers: Newcomers
    agents: AgentRules
    sighting: SightingChances
    diplomacy: Diplomacy
    world: WorldRules
    starting_city: StartingCity
    wild_cities: WildCities
    hot_spots: Table[HotSpotKind] = Field(default_factory=dict[str, HotSpotKind])
    titles: Table[Title] = Field(default_factory=dict[str, Title])
    tokens: Table[Token] = Field(default_factory=dict[str, Token])
    quests: Table[Quest] = Field(default_factory=dict[str, Quest])
    adventures: Table[Adventure] = Field(default_factory=dict[str, Adventure])
    winning: Winning = Winning()
    rival_play: Annotated[RivalPlay, Field(exclude_if=RivalPlay().__eq__)] = RivalPlay()
    tidings: Annotated[Tidings, Field(exclude_if=Tidings().__eq__)] = Tidings()
    names: Names
    realms: Table[StartingRealm]
    drawing: Drawing | None = None
    alternate_realms: Annotated[
        Table[AlternateRealm], Field(exclude_if=operator.not_, validate_default=True)
    ] = Field(default_factory=dict[str, AlternateRealm])
    setup: Setup
    parties: Table[Party]

    @field_validator("thing_names", mode="before")
    @classmethod
    def _as_their_tables_say(cls, names: object, info: ValidationInfo) -> object:
        if not isinstance(info.context, Validation):
            return names
        if names != {}:
            raise ValueError("is no section of a module; items have their names where they are")
        tables = (info.context.tables.get(each, {}) for each in info.context.things)
        return {key: name for table in tables for key, name in table.items()}

    @field_validator("province_improvements", mode="after")
    @classmethod
    def _every_work_has_figures(
        cls, works: Mapping[str, ProvinceImprovement], info: ValidationInfo
    ) -> Mapping[str, ProvinceImprovement]:
        if isinstance(info.context, Validation):
            for key in PROVINCE_IMPROVEMENTS:
                if key not in works:
                    info.context.fault(("province_improvements", key), "is missing")
        return works

    @field_validator("skills", mode="after")
    @classmethod
    def _no_skill_raises_itself(
        cls, skills: Mapping[str, Skill], info: ValidationInfo
    ) -> Mapping[str, Skill]:
        _no_rings(info, "raises", {key: each.raises for key, each in skills.items()})
        return skills

    @field_validator("improvements", mode="after")
    @classmethod
    def _no_improvement_needs_itself(
        cls, improvements: Mapping[str, Improvement], info: ValidationInfo
    ) -> Mapping[str, Improvement]:
        links = {key: each.improvements for key, each in improvements.items()}
        _no_rings(info, "improvements", links)
        return improvements

    @field_validator("adventures", mode="after")
    @classmethod
    def _no_task_is_needed_for_itself(
        cls, adventures: Mapping[str, Adventure], info: ValidationInfo
    ) -> Mapping[str, Adventure]:
        if isinstance(info.context, Validation):
            tables = {"quests": info.data.get("quests", {}), "adventures": adventures}
            for path, message in task_faults(tables):
                info.context.fault(path, message)
        return adventures

    @field_validator("combat_spells", mode="after")
    @classmethod
    def _combat_spells_fit(
        cls, spells: Mapping[str, CombatSpell], info: ValidationInfo
    ) -> Mapping[str, CombatSpell]:
        if isinstance(info.context, Validation):
            for spell in spells.values():
                for path, message in combat_spell_faults(spell, info.data):
                    info.context.fault(("combat_spells", spell.key, *path), message)
        return spells

    @field_validator("realms", mode="after")
    @classmethod
    def _every_faction_has_a_realm(
        cls, realms: Mapping[str, StartingRealm], info: ValidationInfo
    ) -> Mapping[str, StartingRealm]:
        if not isinstance(info.context, Validation):
            return realms
        by_faction = {realm.key: realm for realm in realms.values()}
        for faction in info.context.tables.get("factions", ()):
            if faction not in by_faction:
                info.context.fault(("realms", faction), "is missing for this faction")
        return by_faction

    @field_validator("alternate_realms", mode="after")
    @classmethod
    def _the_realms_fit(
        cls, realms: Mapping[str, AlternateRealm], info: ValidationInfo
    ) -> Mapping[str, AlternateRealm]:
        """Also the drawings of all realms, since their gates lead from one to another."""
        reading, terrains = info.context, info.data.get("terrains")
        if not (isinstance(reading, Validation) and terrains):
            return realms
        frame, drawing = reading.frame, info.data.get("drawing")
        if not (isinstance(frame, Module) and frame.map):
            return realms
        grids = grids_of(frame.map, realms)
        laid: list[tuple[Path, str, Drawing | None, Sequence[str]]] = [
            (("drawing",), FIRST, drawing, started_in(realms, frame.factions))
        ]
        for key, realm in realms.items():
            laid.append((("alternate_realms", key, "drawing"), key, realm.drawing, realm.starts))
        for path, key, drawn, starts in laid:
            seats = {each: frame.factions[each].seats for each in starts if each in frame.factions}
            others = {each: grid for each, grid in grids.items() if realms or each != FIRST}
            found = drawing_faults(drawn, grids[key], terrains, seats, others) if drawn else ()
            for inner, message in found:
                reading.fault((*path, *inner), message)
            for name, city in drawn.cities.items() if drawn else ():
                if city.faction and city.faction not in starts:
                    message = f"is '{city.faction}', whose players do not start in this realm"
                    reading.fault((*path, "cities", name, "faction"), message)
        if realms:
            water = {key: terrain.is_water for key, terrain in terrains.items()}
            for path, message in realm_faults(frame.map, realms, water):
                reading.fault(path, message)
        for key in lonely(realms, drawing):
            message = "is where players start, but no gate leads here from another realm"
            reading.warn(("alternate_realms", key), message)
        return realms

    @field_validator("parties", mode="after")
    @classmethod
    def _parties_are_legal(
        cls, parties: Mapping[str, Party], info: ValidationInfo
    ) -> Mapping[str, Party]:
        if isinstance(info.context, Validation):
            for party in parties.values():
                for path, says, rule in party_faults(party, info.data):
                    info.context.fault(("parties", party.key, *path), f"{says} ({rule})")
                for path, says, rule in talents_left(party, info.data):
                    info.context.warn(("parties", party.key, *path), f"{says} ({rule})")
        return parties

    def item(self, key: str) -> Item | None:
        """The arms, gear, mount or potion of an item's name, None if it is no such thing."""
        key = item_of(key).key
        for table in (self.weapons, self.armors, self.gear, self.mounts, self.potions):
            if key in table:
                return table[key]
        return None

    def spell(self, key: str) -> BookSpell | None:
        """The spell of a spell book by its key, strategic or for combat; None if there is none."""
        return self.spells.get(key) or self.combat_spells.get(key)

    def book_spells(self) -> dict[str, BookSpell]:
        """All spells that may stand in a spell book by key, the strategic ones first."""
        return {**self.spells, **self.combat_spells}

    def missing(self, needs: Needs, access: Collection[str]) -> list[tuple[str, ...]]:
        """The needs that access to these resources does not meet, each with its alternatives."""
        held = [self.resources[key] for key in access if key in self.resources]
        return [
            need
            for need in needs
            if not any(resource.is_a(each) for each in need for resource in held)
        ]

    def fitting(self, terrain: str, coastal: bool) -> Iterator[Resource]:
        """The resources that a province can hold (`cohorts.world.resource-terrain`)."""
        family = self.terrains[terrain].family
        for resource in self.resources.values():
            if (
                family in resource.families
                or terrain in resource.terrains
                or (coastal and resource.coast)
            ):
                yield resource


def _no_rings(info: ValidationInfo, field: str, links: Mapping[str, Collection[str]]) -> None:
    """Report records of a section that by a field of theirs lead back to themselves."""
    if isinstance(info.context, Validation):
        for key, message in ring_faults(links):
            info.context.fault((info.field_name or "", key, field), message)


declare("cohorts", Content)
