"""What characters make, apart from potions: items, scrolls, poisoned weapons."""

from engine.module import key_of
from engine.packs.cohorts.characters.brewing import ItemsCrafted, MakeItem
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.scribing import MakeScroll, ScrollWritten
from engine.packs.cohorts.cities.making import makeable
from engine.packs.cohorts.content import Content, Spell, Weapon
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons, WeaponsPoisoned
from engine.packs.cohorts.magic.casting import SpellCast
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.things.scrolls import scroll_of
from tests.rules.adapters.characters_acting import Camp, ended
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import module, ref

CONTENT = module().content(Content)


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
