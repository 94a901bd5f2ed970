"""What characters and agents may do with an action: missions, spells, crafts, lessons.

Tasks that wait where they are come before all of it (`heroes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.campaign import Player
from engine.orders import Ref
from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent, RobAgent
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
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.characters.preaching import AttackChurch, ConvertChurch
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.characters.scribing import MakeScroll
from engine.packs.cohorts.characters.studying import (
    CharacterLearnSpellFromCharacter,
    CharacterResearchSpell,
    LearnSpellFromGuild,
)
from engine.packs.cohorts.characters.teaching import TeachSecretToCity
from engine.packs.cohorts.covert.assassins import AssassinateCharacter, KidnapCharacter
from engine.packs.cohorts.covert.bodyguards import AssignBodyguard
from engine.packs.cohorts.covert.odds import reach
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons
from engine.packs.cohorts.covert.prisoners import RescueCharacter
from engine.packs.cohorts.covert.sabotage import (
    CauseStrifeInCity,
    SabotageFortifications,
    SabotageMoraleOfTroops,
)
from engine.packs.cohorts.covert.spying import (
    SpyBarony,
    SpyCharacter,
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
from engine.packs.cohorts.diplomacy.hostility import calm
from engine.packs.cohorts.diplomacy.votes import vote_of
from engine.packs.cohorts.knowledge.memories import Captive
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack, Unit
from engine.packs.cohorts.rivals import errands
from engine.packs.cohorts.rivals.deeds import Deed
from engine.packs.cohorts.rivals.desk import ref
from engine.packs.cohorts.rivals.naming import agent_name
from engine.packs.cohorts.rivals.realm import RivalView
from engine.world import Place

_THIRSTY: Final = 1
"""Percent of wounds from which somebody drinks what heals."""
_TIRED: Final = 10
"""Percent of wounds from which somebody would rather rest for a week."""
Fits = Callable[[RivalView, Character], bool]


def _skilled(*skills: str) -> Fits:
    def skilled(_realm: RivalView, hero: Character) -> bool:
        return any(hero.skills.get(each) for each in skills)

    return skilled


def _scholar(_realm: RivalView, hero: Character) -> bool:
    return bool(hero.spells) or hero.job in ("mage", "priest", "bard")


def _of(*jobs: str) -> Fits:
    def of(_realm: RivalView, hero: Character) -> bool:
        return hero.job in jobs

    return of


def at_guild(realm: RivalView, hero: Character) -> bool:
    """Whether a character is where a guild of its faction stands."""
    home = realm.world.at(hero.holder)
    spot = province_of(realm.world, hero.place)
    city = home if isinstance(home, City) else realm.world.first(City, "province", spot)
    return city is not None and realm.world.first(Guild, "city", city.id) is not None


def _own_beside(realm: RivalView, hero: Character) -> list[Unit]:
    return [unit for unit in realm.units() if unit.holder == hero.holder]


def _with_troops(realm: RivalView, hero: Character) -> bool:
    return bool(hero.skills.get(DRILL)) and bool(_own_beside(realm, hero))


def _troops(realm: RivalView, hero: Character) -> Mapping[str, Any]:
    """The least experienced of the units beside a drill master, as many as may be."""
    own = sorted(_own_beside(realm, hero), key=lambda unit: (unit.xp, unit.id))
    return {"units": tuple(ref(each) for each in own[:2])}


def _hurt(_realm: RivalView, hero: Character) -> bool:
    return hero.wounds >= _THIRSTY


def _weary(_realm: RivalView, hero: Character) -> bool:
    return hero.morale < 80 or hero.wounds >= _TIRED or (bool(hero.spells) and hero.mana < 1)


def abroad(realm: RivalView, hero: Character) -> bool:
    """Whether a character is out in the world, where there is something to be found out."""
    return isinstance(realm.world.at(hero.holder), Stack)


def _sly(skill: str) -> Fits:
    def sly(realm: RivalView, hero: Character) -> bool:
        return bool(hero.skills.get(skill)) and abroad(realm, hero)

    return sly


def _agent(skill: str) -> Callable[[RivalView, Agent], bool]:
    def able(_realm: RivalView, agent: Agent) -> bool:
        return bool(agent.skills.get(skill))

    return able


def _city(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """The nearest city of strangers within reach of a mission that will be theirs by then."""
    here, most = province_of(realm.world, hero.place), reach(realm.world, realm.content, hero)
    near = [
        (realm.far(here, city.province), city.id)
        for city in realm.prey
        if realm.far(here, city.province) <= most and not calm(realm.world, city.province)
        if not (_forgiven(realm, realm.owner(city.province)) or _stormed(realm, city))
    ]
    return {"target": f"{City.kind}:{min(near)[1]}"} if near else None


def _forgiven(realm: RivalView, faction: int) -> bool:
    """Whether the player is for peace with a faction, which may come before a mission does."""
    vote = vote_of(realm.world, realm.player, faction)
    return vote is not None and vote.matter == "peace"


def _stormed(realm: RivalView, city: City) -> bool:
    """Whether a host that is not its lord's stands at a city, and may take it first."""
    lord = realm.owner(city.province)
    return any(
        realm.far(stack.province, city.province) <= 1
        and stack.knows("player")
        and faction_of(realm.world, stack) != lord
        and any(True for _ in realm.world.by(Unit, "holder", stack.place))
        for stack in realm.world.all(Stack)
    )


def _college(realm: RivalView, agent: Agent) -> Mapping[str, Any] | None:
    """The foreign city where an agent is, whose mages do not walk away with their books."""
    city = realm.world.first(City, "province", province_of(realm.world, agent.holder))
    foreign = city is not None and realm.owner(city.province) != realm.faction
    return {"target": ref(city)} if foreign else None


def _seen_lately(realm: RivalView, place: Place) -> bool:
    """Whether it was seen this week who is in a stack or city: others may have gone on since."""
    seen = realm.last_seen(place)
    return seen is not None and seen.turn >= realm.turn - 1


def _resident(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """A stranger who was seen this week in a city within reach: who travels is soon gone."""
    here, most = province_of(realm.world, hero.place), reach(realm.world, realm.content, hero)
    near = [
        (far, each.id)
        for city in realm.world.all(City)
        if city.knows("province") and (far := realm.far(here, city.province)) <= most
        if realm.owner(city.province) != realm.faction and _seen_lately(realm, city.place)
        for each in realm.world.by(Character, "holder", city.place)
        if not (each.knows("captor") and each.captor)
    ]
    return {"target": f"{Character.kind}:{min(near)[1]}"} if near else None


def _passer(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """The nearest stack of strangers within reach that was seen this week."""
    here, most = province_of(realm.world, hero.place), reach(realm.world, realm.content, hero)
    near = [
        (far, stack.id)
        for stack in realm.world.all(Stack)
        if (far := realm.far(here, stack.province)) <= most and realm.in_view(stack.province)
        if stack.knows("player") and _seen_lately(realm, stack.place)
        for side in (faction_of(realm.world, stack),)
        if realm.stands(side) != "allied" and not _forgiven(realm, side)
    ]
    return {"target": f"{Stack.kind}:{min(near)[1]}"} if near else None


def _laden(realm: RivalView, agent: Agent) -> Mapping[str, Any] | None:
    """The nearest stack of an enemy's agents that was seen this week: others may be so no more."""
    here = province_of(realm.world, agent.holder)
    near = [
        (realm.far(here, each.province), each.subject)
        for each in realm.sighted
        if each.turn >= realm.turn - 1 and each.type == "agitator"
        if not _forgiven(realm, realm.world.get(Player, each.player).faction)
    ]
    return {"target": Ref(*min(near)[1])} if near else None


def _quarry(realm: RivalView, agent: Agent) -> Mapping[str, Any] | None:
    """The nearest agent of an enemy who was seen this week where it is."""
    here = province_of(realm.world, agent.holder)
    near = [
        (realm.far(here, province_of(realm.world, each.holder)), each.id)
        for each in realm.world.all(Agent)
        if each.knows("player") and realm.stands(faction_of(realm.world, each)) == "at_war"
        if each.knows("holder") and _seen_lately(realm, each.holder)
    ]
    return {"target": f"{Agent.kind}:{min(near)[1]}"} if near else None


def _captive(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """A friend who was lately seen in prison, and whom nobody is in a better place to set free."""
    for each in realm.world.by(Captive, "faction", realm.faction):
        friend = realm.world.at(each.piece)
        if each.turn < realm.turn - 1 or not isinstance(friend, Character):
            continue
        key = ("rescue", friend.place)
        if key not in realm.claimed and _rescuer(realm, friend, each.province) == hero.id:
            realm.claimed[key] = None
            return {"target": ref(friend)}
    return None


def _rescuer(realm: RivalView, friend: Character, jail: int) -> int:
    """Who is to set a friend free: the nearest of the people of its player, else of a teammate's.

    Teammates come to the same, for they know the same. 0 if nobody is within reach.
    """
    able: list[tuple[bool, int, int]] = []
    for mate in realm.world.by(Player, "faction", realm.faction):
        for hero in realm.world.by(Character, "player", mate.id) if not mate.idle else ():
            far = realm.far(province_of(realm.world, hero.place), jail)
            free = not (hero.dead or hero.captor) and hero.actions
            if free and far <= reach(realm.world, realm.content, hero):
                able.append((mate.id != friend.player, far, hero.id))
    return min(able)[-1] if able else 0


def _client(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """Who needs a guard, apart from warriors: the lord of a city, who has no guard yet."""
    here = realm.world.by(Character, "holder", hero.holder)
    lords = [each for each in here if each.id in realm.barons and each.id != hero.id]
    free = [each for each in lords if not any(realm.world.by(Character, "guarding", each.id))]
    return {"client": ref(free[0])} if free and not hero.guarding else None


def _lesson(realm: RivalView, hero: Character) -> Mapping[str, Any]:
    """Of what a class is good for the skill in which a character is furthest behind."""
    known = realm.content.classes[hero.job]
    able = [key for key in (*known.trained, *known.built_in) if key in hero.skills]
    return {"skill": min(able, key=lambda key: (hero.skills[key], key))} if able else {}


def _master(realm: RivalView, hero: Character) -> Mapping[str, Any] | None:
    """Who of the player's own people beside a character knows most that it does not.

    A teammate's people may march off before the lesson.
    """
    beside = realm.world.by(Character, "holder", hero.holder)
    own = [each for each in beside if each.player == realm.player and each.id != hero.id]
    new = [(len({*each.spells} - {*hero.spells}), -each.id) for each in own]
    most, best = max(new, default=(0, 0))
    return {"teacher": f"{Character.kind}:{-best}"} if most else None


def _servant(realm: RivalView, hero: Character) -> Mapping[str, Any]:
    return {"name": agent_name(realm, hero)}


def _five(_realm: RivalView, _hero: Character) -> Mapping[str, Any]:
    return {"quantity": 5}


_BREWS: Final = ("potions", "healing", "poisons", "antidotes")
HERO: Final[Sequence[Deed]] = (
    Deed(FieldTrainSoldiers, "war", "drill", _with_troops, _troops),
    Deed(CharacterResearchSpell, "lore", "spells", _scholar),
    Deed(LearnSpellFromGuild, "lore", "spells", at_guild),
    Deed(CharacterLearnSpellFromCharacter, "lore", "spells", _scholar, _master),
    Deed(CharacterCastSpell, "lore", "spell", _scholar, tries=6),
    Deed(TeachSecretToCity, "gold", "recipes"),
    Deed(
        ResearchItemRecipe,
        "lore",
        "recipes",
        _skilled("crafting", *_BREWS),
    ),
    Deed(
        CharacterMakePotion,
        "people",
        "brew",
        _skilled(*_BREWS),
    ),
    Deed(MakeItem, "gold", "arms", _skilled("crafting")),
    Deed(MakeScroll, "lore", "spells", _skilled("scroll_making")),
    Deed(EnchantItem, "lore", "enchant", _skilled("enchantments"), _five),
    Deed(GatherFlora, "gold", "flora", _skilled(*_BREWS)),
    Deed(MakePoisonWeapons, "guile", "poison", _skilled("poisons")),
    Deed(CharacterSummonAgent, "guile", "helper", errands.of_hero, _servant),
    Deed(DrinkPotion, "people", "hurt", _hurt),
    Deed(TakeABreak, "people", "weary", _weary),
    Deed(AssignBodyguard, "people", "guard", _of("warrior"), _client),
    Deed(ConvertChurch, "guile", "faith", _of("priest")),
    Deed(AttackChurch, "war", "faith", _of("priest")),
    Deed(SpyDefenses, "guile", "secrets", _sly("spy")),
    Deed(SpyBarony, "guile", "secrets", _sly("spy"), _city, bold=True),
    Deed(SpyCharacter, "guile", "secrets", _sly("spy"), _resident),
    Deed(SpyProvince, "guile", "secrets", _sly("spy")),
    Deed(SpyLegionFleet, "guile", "secrets", _sly("spy")),
    Deed(SpyParty, "guile", "secrets", _sly("spy")),
    Deed(StealItemFromCityPossessions, "guile", "loot", _sly("thief"), _city, bold=True),
    Deed(StealItemFromStackPossessions, "guile", "loot", _sly("thief"), _passer),
    Deed(StealItemFromCharacterPossessions, "guile", "loot", _sly("thief"), _resident),
    Deed(StealItemFromProvincialPossessions, "guile", "loot", _sly("thief")),
    Deed(StealEquippedItem, "guile", "loot", _sly("thief"), _resident),
    Deed(CauseStrifeInCity, "guile", "unrest", _sly("spy"), _city, bold=True),
    Deed(SabotageFortifications, "war", "unrest", _sly("spy")),
    Deed(SabotageMoraleOfTroops, "war", "unrest", _sly("spy")),
    Deed(AssassinateCharacter, "war", "blade", _sly("assassin"), _resident),
    Deed(KidnapCharacter, "guile", "blade", _sly("assassin"), _resident),
    Deed(RescueCharacter, "people", "rescue", values=_captive),
    Deed(PracticeSkill, "lore", "practice", values=_lesson),
)
"""What characters may do with an action, beside the tasks that wait where they are."""
AGENT: Final[Sequence[Deed]] = (
    Deed(EstablishTradeAgreement, "gold", "trade", values=errands.bargain),
    Deed(StealSpell, "lore", "spells", _agent("spell_craft"), _college, bold=True),
    Deed(RobAgent, "guile", "loot", _agent("thief"), _laden),
    Deed(DetectAgent, "guile", "spies_about", _agent("spy")),
    Deed(AgentAssassinateAgent, "guile", "spies_about", _agent("assassin"), _quarry),
)
"""What agents may do."""
