"""What each character and agent does: points to spend, spells to load, one deed a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.facts import NotKnown
from engine.orders import Refusal
from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent
from engine.packs.cohorts.agents.robbing import RobAgent
from engine.packs.cohorts.agents.stealing import StealSpell
from engine.packs.cohorts.agents.summoning import CharacterSummonAgent
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement
from engine.packs.cohorts.characters.brewing import (
    CharacterMakePotion,
    MakeItem,
    ResearchItemRecipe,
)
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.drilling import SKILL as DRILL
from engine.packs.cohorts.characters.drilling import FieldTrainSoldiers
from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.characters.enchanting import EnchantItem
from engine.packs.cohorts.characters.gathering import GatherFlora
from engine.packs.cohorts.characters.influencing import InfluenceCharacter
from engine.packs.cohorts.characters.learning import SpendAttributePoints, SpendSkillPoints
from engine.packs.cohorts.characters.loading import LoadCombatSpell, loadable
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.characters.preaching import AttackChurch, ConvertChurch
from engine.packs.cohorts.characters.recruiting import RecruitCharacter
from engine.packs.cohorts.characters.renown import recruit_cost
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.characters.scribing import MakeScroll
from engine.packs.cohorts.characters.studying import (
    CharacterLearnSpellFromCharacter,
    CharacterResearchSpell,
    LearnSpellFromGuild,
)
from engine.packs.cohorts.characters.teaching import TeachSecretToCity
from engine.packs.cohorts.content.quests import Adventure, Option
from engine.packs.cohorts.covert.assassins import AssassinateCharacter, KidnapCharacter
from engine.packs.cohorts.covert.bodyguards import AssignBodyguard
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons
from engine.packs.cohorts.covert.prisoners import AttemptEscape, RescueCharacter
from engine.packs.cohorts.covert.sabotage import (
    CauseStrifeInCity,
    SabotageFortifications,
    SabotageMoraleOfTroops,
)
from engine.packs.cohorts.covert.spying import (
    SpyBarony,
    SpyCharacter,
    SpyCity,
    SpyDefenses,
    SpyLegionFleet,
    SpyParty,
    SpyProvince,
)
from engine.packs.cohorts.covert.thieving import (
    StealEquippedItem,
    StealItemFromCharacterPossessions,
    StealItemFromCityPossessions,
    StealItemFromProvincialPossessions,
    StealItemFromStackPossessions,
)
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.positions import renown_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack, Unit
from engine.packs.cohorts.quests.adventures import PerformAdventure, PerformRitual, hindrances
from engine.packs.cohorts.quests.tasks import waiting_at
from engine.packs.cohorts.rivals.deeds import Deed, busy
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import Realm
from engine.rivals import Reason

LATE: Final = "character-2"
ELSEWHERE: Final = "not_here"
"""The refusal of a task that waits elsewhere."""
_FIRST: Final[Mapping[str, tuple[str, ...]]] = {
    "mage": ("spell_craft", "magic_user", "scroll_making", "potions"),
    "warrior": ("knight", "berserker", "ranger", "troop_training"),
    "knave": ("spy", "stealth", "thief", "assassin"),
    "priest": ("faith", "healing", "hammer"),
    "bard": ("spell_craft", "magic_user", "enchantments"),
    "merchant": ("crafting", "spy", "thief", "enchantments"),
}
"""What a class raises first."""
_ATTRIBUTES: Final = {
    "STR": "strength",
    "DEX": "dexterity",
    "CON": "constitution",
    "INT": "intelligence",
    "WIS": "wisdom",
    "CHA": "charisma",
}
_THIRSTY: Final = 25
"""From so many percent of wounds on somebody drinks what heals."""


# ---------------------------------------------------------------- points and spells


def improve(realm: Realm, desk: Desk) -> None:
    """Spend the points of all characters, and load the best spells that they can cast."""
    for hero in realm.heroes():
        if hero.skill_points:
            _learn(realm, desk, hero)
        if hero.attribute_points:
            _grow(realm, desk, hero)
        _load(realm, desk, hero)


def _learn(realm: Realm, desk: Desk, hero: Character) -> None:
    known = sorted(hero.skills, key=lambda key: (-hero.skills[key], key))
    wanted = dict.fromkeys((*(k for k in _FIRST.get(hero.job, ()) if k in hero.skills), *known))
    for key in (*wanted, *_FIRST.get(hero.job, ())):
        now = realm.world.get(Character, hero.id)
        if not now.skill_points:
            return
        values = {"character": ref(hero), "skill": key, "points": now.skill_points}
        desk.give(SpendSkillPoints, Reason("learned", (hero.place,)), values)


def _grow(realm: Realm, desk: Desk, hero: Character) -> None:
    main = realm.content.classes[hero.job].attributes
    if not main:
        return
    part, rest = divmod(hero.attribute_points, len(main))
    points = {_ATTRIBUTES[key]: part + (n < rest) for n, key in enumerate(main)}
    values = {"character": ref(hero), **points}
    desk.give(SpendAttributePoints, Reason("learned", (hero.place,)), values)


def _load(realm: Realm, desk: Desk, hero: Character) -> None:
    best = {spell.place: spell for spell in loadable(realm.state, hero)}
    for place, spell in best.items():
        held = hero.loaded.get(place)
        if held is None or held.spell != spell.key:
            values = {"character": ref(hero), "spell": spell.key}
            desk.give(LoadCombatSpell, Reason("ready", (hero.place,)), values)


# ---------------------------------------------------------------- tasks


def tasks(realm: Realm, desk: Desk, phase: str = "") -> None:
    """Have characters complete what waits where they are."""
    for hero in realm.heroes():
        for task, option in feasible(realm, hero):
            order = PerformRitual if task.ritual else PerformAdventure
            values = {"character": ref(hero), "adventure": task.key, "choice": option}
            if task.ritual != (phase == "ritual"):
                continue
            late = LATE if phase == LATE else ""
            if desk.give(order, Reason("task", (hero.place,)), values, phase=late):
                break


def feasible(realm: Realm, hero: Character) -> Iterator[tuple[Adventure, str]]:
    """What a character can complete where it is, the most worth first, each with how it ends."""
    world, spot = realm.world, province_of(realm.world, hero.place)
    near = [each for each in realm.content.adventures.values() if waiting_at(world, spot, each)]
    for task in sorted(near, key=lambda task: -task.reward.xp):
        for option in task.options.values() or (None,):
            if not any(_hindered(realm, hero, task, option)):
                yield task, option.key if option else ""


def promising(realm: Realm, hero: Character, spot: HotSpot) -> Adventure | None:
    """What a character could complete at a place of note that is not here, the most worth."""
    tasks_ = (realm.content.adventures.get(key) for key in realm.waiting(spot))
    able = [
        task
        for task in tasks_
        if task
        and any(
            all(each.code == ELSEWHERE for each in _hindered(realm, hero, task, option))
            for option in task.options.values() or (None,)
        )
    ]
    return max(able, key=lambda task: task.reward.xp, default=None)


def _hindered(
    realm: Realm, hero: Character, task: Adventure, option: Option | None
) -> Iterator[Refusal]:
    try:
        yield from hindrances(realm.state, hero, task, option, "")
    except NotKnown as unknown:
        yield Refusal("not_known", "", str(unknown))


# ---------------------------------------------------------------- deeds


def _skilled(*skills: str) -> Any:
    return lambda realm, hero: any(hero.skills.get(each) for each in skills)


def _scholar(_realm: Realm, hero: Character) -> bool:
    return bool(hero.spells) or hero.job in ("mage", "priest", "bard")


def _of(*jobs: str) -> Any:
    return lambda realm, hero: hero.job in jobs


def _at_guild(realm: Realm, hero: Character) -> bool:
    home = realm.world.at(hero.holder)
    spot = province_of(realm.world, hero.place)
    city = home if isinstance(home, City) else realm.world.first(City, "province", spot)
    return city is not None and realm.world.first(Guild, "city", city.id) is not None


def _with_troops(realm: Realm, hero: Character) -> bool:
    here = realm.world.by(Unit, "holder", hero.holder)
    return bool(hero.skills.get(DRILL)) and any(unit.player == realm.player for unit in here)


def _troops(realm: Realm, hero: Character) -> Mapping[str, Any]:
    """The least experienced of the units beside a drill master, as many as may be."""
    here = realm.world.by(Unit, "holder", hero.holder)
    own = [unit for unit in here if unit.player == realm.player]
    return {"units": tuple(ref(each) for each in sorted(own, key=lambda u: (u.xp, u.id))[:2])}


def _hurt(_realm: Realm, hero: Character) -> bool:
    return hero.wounds >= _THIRSTY


def _weary(_realm: Realm, hero: Character) -> bool:
    return hero.morale < 80


def _abroad(realm: Realm, hero: Character) -> bool:
    """Whether a character is out in the world, where there is something to be found out."""
    return isinstance(realm.world.at(hero.holder), Stack)


def _sly(skill: str) -> Any:
    return lambda realm, hero: bool(hero.skills.get(skill)) and _abroad(realm, hero)


def _five(_realm: Realm, _hero: Character) -> Mapping[str, Any]:
    return {"quantity": 5}


def _chance(_realm: Realm, _hero: Character) -> Mapping[str, Any]:
    return {"risk": 60}


HERO: Final[Sequence[Deed]] = (
    Deed(FieldTrainSoldiers, 7, "war", "drill", _with_troops, _troops),
    Deed(CharacterResearchSpell, 7, "lore", "spells", _scholar),
    Deed(LearnSpellFromGuild, 8, "lore", "spells", _at_guild),
    Deed(CharacterLearnSpellFromCharacter, 6, "lore", "spells", _scholar),
    Deed(CharacterCastSpell, 6, "lore", "spell", _scholar, tries=6),
    Deed(TeachSecretToCity, 6, "gold", "recipes"),
    Deed(
        ResearchItemRecipe,
        5,
        "lore",
        "recipes",
        _skilled("crafting", "potions", "healing", "poisons", "antidotes"),
    ),
    Deed(
        CharacterMakePotion,
        6,
        "people",
        "brew",
        _skilled("potions", "healing", "poisons", "antidotes"),
    ),
    Deed(MakeItem, 6, "gold", "arms", _skilled("crafting")),
    Deed(MakeScroll, 4, "lore", "spells", _skilled("scroll_making")),
    Deed(EnchantItem, 5, "lore", "enchant", _skilled("enchantments"), _five),
    Deed(GatherFlora, 4, "gold", "flora", _skilled("potions", "healing", "poisons", "antidotes")),
    Deed(MakePoisonWeapons, 5, "guile", "poison", _skilled("poisons")),
    Deed(CharacterSummonAgent, 4, "guile", "helper"),
    Deed(DrinkPotion, 9, "people", "hurt", _hurt),
    Deed(TakeABreak, 5, "peace", "weary", _weary),
    Deed(AssignBodyguard, 2, "peace", "guard", _of("warrior")),
    Deed(ConvertChurch, 4, "guile", "faith", _of("priest")),
    Deed(AttackChurch, 3, "war", "faith", _of("priest")),
    Deed(SpyCity, 8, "guile", "secrets", _sly("spy")),
    Deed(SpyDefenses, 4, "guile", "secrets", _sly("spy")),
    Deed(SpyBarony, 5, "guile", "secrets", _sly("spy")),
    Deed(SpyCharacter, 3, "guile", "secrets", _sly("spy")),
    Deed(SpyProvince, 4, "guile", "secrets", _sly("spy")),
    Deed(SpyLegionFleet, 5, "guile", "secrets", _sly("spy")),
    Deed(SpyParty, 4, "guile", "secrets", _sly("spy")),
    Deed(StealItemFromCityPossessions, 6, "guile", "loot", _sly("thief")),
    Deed(StealItemFromStackPossessions, 4, "guile", "loot", _sly("thief")),
    Deed(StealItemFromCharacterPossessions, 4, "guile", "loot", _sly("thief")),
    Deed(StealItemFromProvincialPossessions, 3, "guile", "loot", _sly("thief")),
    Deed(StealEquippedItem, 3, "guile", "loot", _sly("thief")),
    Deed(CauseStrifeInCity, 5, "guile", "unrest", _sly("spy")),
    Deed(SabotageFortifications, 5, "war", "unrest", _sly("spy")),
    Deed(SabotageMoraleOfTroops, 5, "war", "unrest", _sly("spy")),
    Deed(AssassinateCharacter, 4, "war", "blade", _sly("assassin")),
    Deed(KidnapCharacter, 4, "guile", "blade", _sly("assassin")),
    Deed(RescueCharacter, 9, "people", "rescue"),
    Deed(PracticeSkill, 3, "lore", "practice"),
)
"""What characters may do with an action, beside the tasks that wait where they are."""
AGENT: Final[Sequence[Deed]] = (
    Deed(EstablishTradeAgreement, 8, "gold", "trade"),
    Deed(StealSpell, 6, "lore", "spells"),
    Deed(RobAgent, 5, "guile", "loot"),
    Deed(DetectAgent, 4, "guile", "spies_about"),
    Deed(AgentAssassinateAgent, 4, "guile", "spies_about"),
)
"""What agents may do."""


def deeds(realm: Realm, desk: Desk) -> None:
    """Have all characters and agents act, and spend renown on new people."""
    _newcomers(realm, desk)
    for captive in list(realm.world.by(Character, "player", realm.player)):
        if captive.captor and not captive.dead:
            values = {"character": ref(captive)}
            desk.give(AttemptEscape, Reason("captive", (captive.place,)), values)
    for hero in realm.heroes():
        if hero.actions:
            busy(realm, desk, "character", hero, HERO)
    for agent in realm.agents():
        if agent.actions:
            busy(realm, desk, "agent", agent, AGENT)


def _newcomers(realm: Realm, desk: Desk) -> None:
    """Win people with the renown there is: recruits of a guild, or strangers near by."""
    renown = renown_of(realm.world, realm.player)
    if renown < recruit_cost(realm.content, 1, "own"):
        return
    reason, values = Reason("renown"), {"offer": renown}
    for hero in (each for each in realm.heroes() if each.starting):
        given = {"sponsor": ref(hero), **values}
        if _at_guild(realm, hero) and desk.first(RecruitCharacter, reason, given, tries=12):
            return
        if _abroad(realm, hero) and desk.first(InfluenceCharacter, reason, given):
            return


def parties_of(realm: Realm, agent: Agent) -> list[Stack]:
    """The own stacks where an agent is."""
    spot = province_of(realm.world, agent.place)
    return [stack for stack in realm.stacks() if stack.province == spot]
