"""What characters make, practise, gather and preach, apart from potions."""

from typing import Any

from engine.dice import ScriptedDice, Whole
from engine.module import key_of
from engine.packs.cohorts.characters.brewing import ItemsCrafted, MakeItem
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.gathering import FloraGathered, GatherFlora
from engine.packs.cohorts.characters.practising import PracticeSkill, SkillPractised
from engine.packs.cohorts.characters.preaching import AttackChurch, ConversionTried, ConvertChurch
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.characters.scribing import MakeScroll, ScrollWritten
from engine.packs.cohorts.cities.making import makeable
from engine.packs.cohorts.content import Spell, Weapon
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons, WeaponsPoisoned
from engine.packs.cohorts.magic.casting import SpellCast
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.scrolls import scroll_of
from engine.packs.cohorts.worth.skills import trained
from tests.rules.adapters.characters_acting import HOME, Camp, ended
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import CONTENT, Scene, ref


@rule("cohorts.skill.crafting")
def make_item(given: Given) -> Result:
    wanted = [e for e in makeable(CONTENT) if e.item_level == given.get("item_level", 0)]
    item = kind_called(wanted, given["item"]) if "item" in given else wanted[0]
    assert item, given["item"]
    known = (item.key,) if given.get("recipe_known", True) else ()
    scene = Camp(level=50, skills={"crafting": given.get("crafting", 5)}, recipes=known)
    number = given.get("ingredients_for", 9)
    fitting = [
        next(r.key for r in CONTENT.resources.values() if any(map(r.is_a, need)))
        for need in item.needs
    ]
    if number:
        counts = {key: number * fitting.count(key) for key in fitting}
        scene.items(scene.hero, **counts)
    ran = scene.run(MakeItem(character=ref(scene.hero), item=item.key))
    made = next(iter(ran.events(ItemsCrafted)), None)
    assert (made.number if made else 0) == scene.held(scene.hero).get(item.key, 0)
    return {**ended(ran), "made": made.number if made else 0}


def spell_of(level: int) -> Spell:
    """The first spell of a level that can be in anybody's book and is cast on a stack."""
    spells = CONTENT.spells.values()
    known = [each for each in spells if each.level == level and not each.miracle]
    return next((each for each in known if "stack" in each.targets), known[0])


@rule("cohorts.skill.scroll-making")
def scroll_making(given: Given) -> Result:
    spell = spell_of(given.get("spell_level", 1))
    level = given.get("writer_level", given.get("level", 35))
    skills = {
        "scroll_making": given.get("scroll_making", 35),
        "spell_craft": given.get("spell_craft", 35),
        "magic_user": given.get("magic_user", 35),
    }
    book = (spell.key,) if given.get("in_book", True) else ()
    scene = Camp(level=level, skills=skills, mana=given.get("mana", 9), spells=book)
    if given.get("action") == "cast":
        scene.change(scene.hero, spells=())
        scroll = scroll_of(spell, given.get("writer_level", 1))
        scene.items(scene.hero, **{scroll: 1})
        target = scene.party if "stack" in spell.targets else scene.at(5, 5)
        ran = scene.run(
            CharacterCastSpell(character=ref(scene.hero), spell=scroll, target=ref(target))
        )
        told = next(iter(ran.events(SpellCast)), None)
        return {
            **ended(ran, "cast"),
            "scrolls": len(scene.held(scene.hero)),
            "caster_level": told.strength if told else None,
        }
    ran = scene.run(MakeScroll(character=ref(scene.hero), spell=spell.key))
    written = next(iter(ran.events(ScrollWritten)), None)
    return {
        **ended(ran, "written"),
        "mana_left": scene.now(scene.hero).mana,
        "caster_level": item_of(written.item).quality if written else None,
    }


@rule("cohorts.order.make-poison-weapons")
def poison_weapons(given: Given) -> Result:
    venom = kind_called(CONTENT.potions.values(), given.get("poison", "Foxglove Venom"))
    assert venom, given["poison"]
    poison = str(Item(venom.key, quality=given.get("quality_index", 1)))
    weapon = str(_weapon(given))
    scene = Camp(level=50, skills={"assassin": given.get("assassin", 10)})
    for item, number in ((poison, given.get("vials", 1)), (weapon, given.get("weapons", 10))):
        if number:
            scene.items(scene.hero, **{item: number})
    order = MakePoisonWeapons(
        character=ref(scene.hero), weapon=weapon, poison=poison, number=given.get("quantity", 500)
    )
    ran = scene.run(order)
    told = next(iter(ran.events(WeaponsPoisoned)), None)
    return {
        **ended(ran),
        "poisoned": told.number if told else 0,
        "vials_used": told.vials if told else 0,
        "vials_left": scene.held(scene.hero).get(poison, 0),
        "weapons_left": scene.held(scene.hero).get(weapon, 0),
    }


def _weapon(given: Given) -> Item:
    kinds: list[Weapon] = list(CONTENT.weapons.values())
    if "weapon" in given:
        kinds = [
            each for each in kinds if key_of(given["weapon"]) in map(key_of, (each.key, each.name))
        ]
    wanted = given.get("weapon_class", "" if "weapon" in given else "Blade").casefold()
    kind = next(each for each in kinds if not wanted or wanted in each.classes)
    if given.get("already_poisoned"):
        return Item(kind.key, poison="foxglove_venom", poison_quality=1)
    return Item(kind.key)


GUILDS = {"priest": "church", "bard": "college"}


@rule("cohorts.order.practice-skill")
def practice(given: Given) -> Result:
    job: str = given.get("class", "warrior").casefold()
    mine = (*trained(CONTENT, job, ""), *CONTENT.classes[job].built_in)
    others = [key for key in CONTENT.skills if key not in mine]
    skill = mine[0] if given["trained"] else others[0]
    values = {"job": job, "level": given["level"], "skills": {skill: given["skill"]}}
    scene = Camp(**values)
    if given.get("guild_level"):
        city = scene.city(*HOME, scene.me)
        scene.guild(city, GUILDS.get(job, job), given["guild_level"])
    dice = ScriptedDice([Whole(given["roll"], 100)]) if "roll" in given else None
    ran = scene.run(PracticeSkill(character=ref(scene.hero), skill=skill), dice=dice)
    told = next(iter(ran.events(SkillPractised)), None)
    now = scene.now(scene.hero)
    return {
        "result": ran.result(),
        "chance": told.chance if told else None,
        "skill": now.skills[skill],
        "trained": given["trained"] or skill in now.practised,
    }


@rule("cohorts.order.take-a-break")
def take_a_break(given: Given) -> Result:
    wanted = given.get("effective_CON", 10)
    base = int(wanted)
    percent = 100 * wanted / base - 100
    boots = {"boots": {"modifiers": {"con_percent": percent}}}
    scene = Camp(
        {"gear": boots},
        level=given.get("level", 1),
        attributes={"CON": base},
        equipment={"foot": "boots"},
        wounds=given.get("wounds", 0),
    )
    order = TakeABreak(character=ref(scene.hero))
    ran = scene.run(order)
    if "monthly_productions_since" in given:
        scene.produce()
        for _ in range(given["monthly_productions_since"]):
            scene.produce(monthly=True)
        ran = scene.run(order)
    return {**ended(ran), "wounds": scene.now(scene.hero).wounds}


@rule("cohorts.order.gather-flora")
def gather(given: Given) -> Result:
    flora = key_of(given.get("flora", "lavender"))
    scene = Camp(level=given["level"])
    scene.province(*HOME, deposits=())
    x, y = HOME[0] + given["distance"], HOME[1]
    scene.province(x, y, deposits=(flora,) if given["flora_there"] else ("wheat",))
    # A scout, so that the province is known however far it is.
    scene.character(scene.at(x, y))
    ran = scene.run(
        GatherFlora(character=ref(scene.hero), province=ref(scene.at(x, y)), flora=flora)
    )
    told = next(iter(ran.events(FloraGathered)), None)
    assert (told.number if told else 0) == scene.held(scene.hero).get(flora, 0)
    return {**ended(ran), "gathered": told.number if told else 0}


class Parish(Scene):
    """A believer of mine, and a foreign church in a city at a distance that a scout has seen."""

    def __init__(self, given: Given, relation: str) -> None:
        super().__init__(48, 5)
        mine, theirs = tuple(self.content.deities)[:2]
        away = 1 + given.get("distance", 0)
        wild = relation in ("wild", "non-player", "unaligned")
        self.city_: City = self.city(away, 2, None if wild else self.someone(relation))
        deity = mine if given.get("same_religion") else theirs
        self.church: Guild | None = None
        if given.get("church", True):
            level = given.get("church_level", 10)
            self.church = self.guild(self.city_, "church", level, deity=deity)
        # A warrior's attributes do not help a faith that it learned.
        skills = {"faith": given.get("faith", 10)}
        deity = mine if given.get("deity", True) else ""
        self.hero: Character = self.character(
            self.at(1, 2), job="warrior", level=90, skills=skills, deity=deity
        )
        self.character(self.at(away, 2), name="Scout")

    def order(self) -> dict[str, Any]:
        """The parameters of either order."""
        return {"character": ref(self.hero), "city": ref(self.city_)}


def relation_of(given: Given) -> str:
    """How the owner of the city stands to me."""
    said = str(given.get("city_faction", "at_war")).replace(" ", "_")
    known = {"own": "self", "neutral_player": "neutral", "neutral_non-player": "wild"}
    return known.get(said, said)


@rule("cohorts.order.attack-church")
def attack_church(given: Given) -> Result:
    scene = Parish(given, relation_of(given))
    ran = scene.run(AttackChurch(**scene.order()))
    return {**ended(ran), "church_level": scene.now(scene.church).level if scene.church else 0}


@rule("cohorts.order.convert-church")
def convert_church(given: Given) -> Result:
    scene = Parish(given, relation_of(given))
    roll = given.get("roll", {"success": 1, "failed": 100}.get(given.get("result", ""), 0))
    dice = ScriptedDice([Whole(roll, 100)]) if roll else None
    ran = scene.run(ConvertChurch(**scene.order()), dice=dice)
    told = next(iter(ran.events(ConversionTried)), None)
    church = scene.now(scene.church) if scene.church else None
    return {
        **ended(ran),
        "chance": told.chance if told else None,
        "church_level": church.level if church else 0,
        "converted": church is not None and church.deity == scene.now(scene.hero).deity,
    }
