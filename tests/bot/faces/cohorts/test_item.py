"""The panel of an item: what it gives, who makes it, and where one's own are, and only those."""

import pytest

from bot.faces.cohorts.item.facts import ItemFacts, item_facts, known_items
from bot.faces.cohorts.item.texts import item_tabs
from bot.faces.words.tabs import PAGE
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.things.enchantments import enchanted
from engine.packs.cohorts.things.scrolls import scroll_of
from engine.packs.cohorts.things.uniques import Unique
from tests.bot.faces.cohorts.band import band, host
from tests.bot.faces.cohorts.town import town
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    return Scene()


def facts_of(scene: Scene, item: str) -> ItemFacts:
    return item_facts(scene.rules, scene.view(), scene.ours.id, item)


def words(scene: Scene, item: str, tab: str) -> str:
    tabs = item_tabs(facts_of(scene, item))
    return "\n".join(next(each for each in tabs if each.name == tab).pages)


def test_a_weapon_tells_its_attacks_and_what_its_enchantment_gives(scene) -> None:
    facts = facts_of(scene, "broadsword+2")
    assert facts.name == "Broadsword +2"
    assert facts.gives[0] == "melee damage × 1.3, power 2"
    assert any(gift.startswith("attack factor +10%") for gift in facts.gives)
    assert facts.use[0] == "Taken by anybody in one hand."


def test_equipment_tells_the_talents_spells_and_special_attack_that_it_gives() -> None:
    special = SpecialAttack(type="fire", strength=4)
    gifts = {"talents": ("swordsman",), "spells": ("fireball",), "special": special}
    scene = Scene(
        content={"gear": {"gold_ring": gifts}, "weapons": {"spear": {"melee_type": "holy"}}}
    )
    given = facts_of(scene, "gold_ring").gives
    assert "gives the talent Swordsman" in given
    assert "grants the spell Fireball" in given
    assert "fire attack +4" in given
    assert "attack factor +10% with a blade" in given
    assert facts_of(scene, "spear").gives[0] == "melee holy damage × 0.9, power 1"


def test_a_mount_tells_who_may_ride_it(scene) -> None:
    mount = next(m for m in scene.content.mounts.values() if m.largest_rider == "small")
    (use,) = facts_of(scene, mount.key).use
    small = [race.plural for race in scene.content.races.values() if race.size == "small"]
    assert use == f"Ridden by nobody larger than small: {', '.join(small)}."


def test_a_potion_tells_what_it_gives_at_its_quality(scene) -> None:
    potion = scene.content.potions["potion_of_mana"]
    assert f"{potion.mana * 3} mana" in facts_of(scene, "potion_of_mana*3").gives


def test_a_scroll_tells_what_it_casts_and_who_can_read_it(scene) -> None:
    hero = scene.character(scene.stack(5, 5))
    spell = next(each for each in scene.content.spells.values() if each.level == 2)
    scroll = scroll_of(spell, 12)
    scene.items(hero, **{scroll: 1})
    facts = facts_of(scene, scroll)
    assert (facts.name, facts.what) == (f"Scroll of {spell.name} (level 12)", "scroll")
    assert facts.weight == "0.1"
    assert facts.gives[0].startswith(f"casts {spell.name} once at level 12: ")
    assert "magic user 10 or more" in facts.use[0]
    assert facts.owned == 1
    assert not facts.made
    assert scroll in known_items(scene.rules, scene.view(), scene.ours.id)


def test_how_an_item_is_made_is_told_with_resources_and_ratio(scene) -> None:
    spear = scene.content.weapons["spear"]
    made = dict(facts_of(scene, "spear").made)
    assert made["Made in"] == f"Smithy of level {spear.level}"
    assert made["Takes"] == "Oak"
    assert made["Ratio"].startswith(f"{spear.cost}:{spear.yields} ")


def test_own_cities_tell_how_many_they_could_make_or_why_not(scene) -> None:
    town(scene)
    (source,) = facts_of(scene, "pike").sources
    assert source.city == "Harrow"
    assert source.most > 0
    (lacking,) = facts_of(scene, "mithril_axe").sources
    assert lacking.most == 0
    assert "Harrow" in lacking.hindered


def test_a_secret_names_who_knows_it_and_nobody_else(scene) -> None:
    city = town(scene)
    secret = next(w for w in scene.content.weapons.values() if w.item_level)
    assert "nobody of yours" in words(scene, secret.key, "Making")
    scene.change(city, secrets=(secret.key,))
    scene.change(band(scene).hero, recipes=(secret.key,))
    theirs = scene.city(9, 9, scene.player("Rita", "theirs"), name="Grimhold")
    scene.change(theirs, secrets=(secret.key,))
    said = words(scene, secret.key, "Making")
    assert "known to Harrow, Elowen" in said
    assert "Grimhold" not in said


@pytest.mark.parametrize("plus", [0, 1, 2, 3])
def test_enchanting_takes_as_many_as_the_rules_use_up(scene, plus) -> None:
    name = f"spear+{plus}" if plus else "spear"
    used = enchanted(plus, 99, 999).used // enchanted(plus, 99, 999).made
    assert (
        f"makes 1 of level +{plus + 1} of {used} of this level"
        in facts_of(scene, name).enchanting[0]
    )


def test_where_ones_own_are_is_told_worn_ones_by_the_head(scene) -> None:
    found = band(scene)
    scene.items(found.stack, spear=40)
    facts = facts_of(scene, "spear")
    told = [(each.holder, each.count, each.worn) for each in facts.stocks]
    assert told == [("Old Spears 5,5", 200, True), ("Iron Guard 5,5", 40, False)]
    assert facts.owned == 240


def test_what_others_have_is_not_told(scene) -> None:
    before = facts_of(scene, "spear")
    theirs = scene.player("Rita", "theirs")
    found = band(scene, theirs)
    scene.items(found.stack, spear=40)
    scene.character(scene.stack(5, 5, name="Watchers"))
    scene.items(scene.city(9, 9, theirs), spear=70)
    assert facts_of(scene, "spear") == before
    assert "broadsword+2" not in known_items(scene.rules, scene.view(), scene.ours.id)


def unique(scene: Scene, owner: City) -> str:
    made = scene.world.add(
        Unique, name="Moonbiter", item="broadsword", plus=3, bestowed=("might",), spell=""
    )
    item = f"broadsword+3#{made.id}"
    scene.world.put(made)
    scene.items(owner, **{item: 1})
    return item


def test_a_unique_item_tells_what_is_bestowed_on_it(scene) -> None:
    item = unique(scene, town(scene))
    facts = facts_of(scene, item)
    assert facts.name == "Moonbiter (broadsword +3)"
    assert facts.unique
    assert (facts.unique.slots, facts.unique.bestowed[0][0]) == (3, "Might")
    assert facts.unique.bestowed[0][1][0].startswith("strength +")
    assert not any(gift.startswith("strength") for gift in facts.gives), "it is told once"
    assert "There is one of it" in words(scene, item, "Overview")
    assert facts_of(scene, "broadsword").made
    assert not facts.made, "nobody makes a second"
    assert not facts.sources


def test_a_unique_item_of_others_cannot_be_asked_for(scene) -> None:
    item = unique(scene, scene.city(9, 9, scene.player("Rita", "theirs")))
    found = known_items(scene.rules, scene.view(), scene.ours.id)
    assert item not in found
    assert "Moonbiter" not in repr(found)


def test_every_kind_of_item_has_a_panel_within_its_limits(scene) -> None:
    town(scene)
    host(scene)
    view = scene.view()
    for item in known_items(scene.rules, view, scene.ours.id):
        for tab in item_tabs(item_facts(scene.rules, view, scene.ours.id, item)):
            assert all(0 < len(page) <= PAGE for page in tab.pages), (item, tab.name)


def test_recruits_and_poisoned_weapons_have_panels(scene) -> None:
    assert facts_of(scene, "human_recruits").what == "recruits"
    poison = next(p for p in scene.content.potions.values() if p.coating)
    gives = facts_of(scene, f"dagger~{poison.key}*4").gives
    assert any("attack, damage" in gift for gift in gives)
