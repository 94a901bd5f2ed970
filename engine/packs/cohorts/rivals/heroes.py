"""What each character and agent does: points to spend, spells to load, one deed a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.facts import NotKnown
from engine.orders import Refusal
from engine.packs.cohorts.characters.influencing import InfluenceCharacter
from engine.packs.cohorts.characters.learning import SpendAttributePoints, SpendSkillPoints
from engine.packs.cohorts.characters.loading import LoadCombatSpell, loadable
from engine.packs.cohorts.characters.recruiting import RecruitCharacter
from engine.packs.cohorts.characters.renown import recruit_cost
from engine.packs.cohorts.content.quests import Adventure, Option
from engine.packs.cohorts.covert.prisoners import AttemptEscape, RescueCharacter
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.positions import renown_of
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.quests.adventures import PerformAdventure, PerformRitual, hindrances
from engine.packs.cohorts.quests.tasks import waiting_at
from engine.packs.cohorts.rivals import scouting
from engine.packs.cohorts.rivals.callings import AGENT, HERO, abroad, at_guild
from engine.packs.cohorts.rivals.deeds import Deed, busy
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.rivals import Reason
from engine.world import Missing

LATE: Final = "character-2"
ELSEWHERE: Final = "not_here"
"""The refusal of a task that waits elsewhere."""
_WOOED: Final = 4
"""As many of a garrison are asked at most."""
_RETINUE: Final = 8
"""Number of characters, with one for each city, that is enough."""
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


# ---------------------------------------------------------------- points and spells


def improve(realm: RivalView, desk: Desk) -> None:
    """Spend the points of all characters, and load the best spells that they can cast."""
    for hero in realm.heroes():
        if hero.skill_points:
            _learn(realm, desk, hero)
        if hero.attribute_points:
            _grow(realm, desk, hero)
        _load(realm, desk, hero)


def _learn(realm: RivalView, desk: Desk, hero: Character) -> None:
    known = sorted(hero.skills, key=lambda key: (-hero.skills[key], key))
    wanted = dict.fromkeys((*(k for k in _FIRST.get(hero.job, ()) if k in hero.skills), *known))
    for key in (*wanted, *_FIRST.get(hero.job, ())):
        now = realm.world.get(Character, hero.id)
        if not now.skill_points:
            return
        values = {"character": ref(hero), "skill": key, "points": now.skill_points}
        desk.give(SpendSkillPoints, Reason("learned", (hero.place,)), values)


def _grow(realm: RivalView, desk: Desk, hero: Character) -> None:
    main = realm.content.classes[hero.job].attributes
    if not main:
        return
    part, rest = divmod(hero.attribute_points, len(main))
    points = {_ATTRIBUTES[key]: part + (n < rest) for n, key in enumerate(main)}
    values = {"character": ref(hero), **points}
    desk.give(SpendAttributePoints, Reason("learned", (hero.place,)), values)


def _load(realm: RivalView, desk: Desk, hero: Character) -> None:
    best = {spell.place: spell for spell in loadable(realm.state, hero)}
    for place, spell in best.items():
        held = hero.loaded.get(place)
        if held is None or held.spell != spell.key:
            values = {"character": ref(hero), "spell": spell.key}
            desk.give(LoadCombatSpell, Reason("ready", (hero.place,)), values)


# ---------------------------------------------------------------- tasks


def tasks(realm: RivalView, desk: Desk, phase: str = "") -> None:
    """Have characters complete what waits where they are, those furthest on first.

    Much is open to one of a player's people a month; so one of them rises, to found guilds.
    """
    for hero in sorted(realm.heroes(), key=lambda hero: (-hero.level, -hero.xp, hero.id)):
        if hero.place in desk.open or not realm.heeds(hero, "task"):
            continue
        for task, option in feasible(realm, hero):
            order = PerformRitual if task.ritual else PerformAdventure
            values = {"character": ref(hero), "adventure": task.key, "choice": option}
            if task.ritual != (phase == "ritual"):
                continue
            late = LATE if phase == LATE else ""
            if desk.give(order, Reason("task", (hero.place,)), values, phase=late):
                break


def feasible(realm: RivalView, hero: Character) -> Iterator[tuple[Adventure, str]]:
    """What a character can complete where it is, the most worth first, each with how it ends."""
    world, spot = realm.world, province_of(realm.world, hero.place)
    near = [each for each in realm.content.adventures.values() if waiting_at(world, spot, each)]
    for task in sorted(near, key=lambda task: -task.reward.xp):
        for option in task.options.values() or (None,):
            if not any(_hindered(realm, hero, task, option)):
                yield task, option.key if option else ""


def promising(realm: RivalView, hero: Character, spot: HotSpot) -> Adventure | None:
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
    realm: RivalView, hero: Character, task: Adventure, option: Option | None
) -> Iterator[Refusal]:
    try:
        yield from hindrances(realm.state, hero, task, option, "")
    except (NotKnown, Missing) as unknown:
        yield Refusal("not_known", "", str(unknown))


# ---------------------------------------------------------------- deeds


def deeds(realm: RivalView, desk: Desk, own: Sequence[Deed]) -> None:
    """Have all characters and agents act, by a pack's own deeds too; spend renown on people."""
    _newcomers(realm, desk)
    for hero in realm.heroes():
        free = hero.place not in desk.open and hero.actions and realm.heeds(hero, "deed")
        if free and not scouting.spies(realm, desk, hero):
            busy(realm, desk, "character", hero, (*HERO, *own))
    orders = (each.order for each in desk.given)
    fetched = [each.target.place for each in orders if isinstance(each, RescueCharacter)]
    for captive in list(realm.world.by(Character, "player", realm.player)):
        if captive.captor and not captive.dead and captive.place not in fetched:
            values = {"character": ref(captive)}
            desk.give(AttemptEscape, Reason("captive", (captive.place,)), values)
    for agent in realm.agents():
        if agent.place not in desk.open and agent.actions and realm.heeds(agent, "deed"):
            busy(realm, desk, "agent", agent, AGENT)


def hires(realm: RivalView) -> bool:
    """Whether a player has renown enough to win people, and not too many to lead them."""
    renown = renown_of(realm.world, realm.player)
    few = len(realm.heroes()) < _RETINUE + len(realm.cities())
    return few and renown >= recruit_cost(realm.content, 1, "own")


def _newcomers(realm: RivalView, desk: Desk) -> None:
    """Win people with the renown there is: recruits of a guild, or strangers near by."""
    if not hires(realm):
        return
    reason = Reason("renown")
    values = {"offer": renown_of(realm.world, realm.player)}
    for hero in (each for each in realm.heroes() if each.starting):
        given = {"sponsor": ref(hero), **values}
        if at_guild(realm, hero) and desk.first(RecruitCharacter, reason, given, tries=12):
            return
        if abroad(realm, hero) and _won_over(realm, desk, hero, given):
            return


def _won_over(realm: RivalView, desk: Desk, hero: Character, given: Mapping[str, Any]) -> bool:
    """Win somebody over whom nobody leads, in the garrison beside which a character stands."""
    world, spot = realm.world, province_of(realm.world, hero.place)
    here = [each.place for each in world.by(City, "province", spot) if not realm.owner(spot)]
    units = (each for place in here for each in world.by(Unit, "holder", place))
    free = [each for each in units if each.knows("race") and each.knows("level")]
    races = realm.content.races
    tame = [each for each in free if races[each.race].type != "monster" and not each.player]
    return any(
        desk.give(InfluenceCharacter, Reason("renown"), {**given, "target": ref(each)})
        for each in sorted(tame, key=lambda each: (-each.level, each.id))[:_WOOED]
    )
