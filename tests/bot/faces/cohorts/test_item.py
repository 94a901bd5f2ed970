"""The panel of an item: what it gives, who makes it, and where one's own are, and only those."""

import pytest

from bot.faces.cohorts.item.panel import known_items
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.things.enchantments import enchanted
from engine.packs.cohorts.things.scrolls import scroll_of
from engine.packs.cohorts.things.uniques import Unique
from tests.bot.faces.cohorts.band import band
from tests.bot.faces.cohorts.panels import card, rows, words
from tests.bot.faces.cohorts.town import town
from tests.rules.scene import Scene


def gives(scene: Scene, item: str) -> list[str]:
    return list(rows(scene, item, "It gives"))


def use(scene: Scene, item: str) -> str:
    return card(scene, item).head[0].text


def owned(scene: Scene, item: str) -> str:
    """How many the faction has."""
    return next(box.note for box in card(scene, item).boxes if box.title == "Your faction's")


def test_a_weapon_tells_its_attacks_and_what_its_enchantment_gives(scene) -> None:
    assert card(scene, "broadsword+2").title == "Broadsword +2"
    given = gives(scene, "broadsword+2")
    assert given[0] == "melee damage × 1.3, power 2"
    assert any(gift.startswith("attack factor +10%") for gift in given)
    assert use(scene, "broadsword+2").startswith("Taken by anybody in one hand.")


def test_equipment_tells_the_talents_spells_and_special_attack_that_it_gives() -> None:
    special = SpecialAttack(type="fire", strength=4)
    gifts = {"talents": ("swordsman",), "spells": ("fireball",), "special": special}
    scene = Scene(
        content={"gear": {"gold_ring": gifts}, "weapons": {"spear": {"melee_type": "holy"}}}
    )
    given = gives(scene, "gold_ring")
    assert "gives the talent Swordsman" in given
    assert "grants the spell Fireball" in given
    assert "fire attack +4" in given
    assert "attack factor +10% with a blade" in given
    assert gives(scene, "spear")[0] == "melee holy damage × 0.9, power 1"


def test_a_mount_tells_who_may_ride_it(scene) -> None:
    mount = next(m for m in scene.content.mounts.values() if m.largest_rider == "small")
    small = [race.plural for race in scene.content.races.values() if race.size == "small"]
    assert use(scene, mount.key) == f"Ridden by nobody larger than small: {', '.join(small)}."


def test_a_potion_tells_what_it_gives_at_its_quality(scene) -> None:
    potion = scene.content.potions["potion_of_mana"]
    assert f"{potion.mana * 3} mana" in gives(scene, "potion_of_mana*3")


def test_a_scroll_tells_what_it_casts_and_who_can_read_it(scene) -> None:
    hero = scene.character(scene.stack(5, 5))
    spell = next(each for each in scene.content.spells.values() if each.level == 2)
    scroll = scroll_of(spell, 12)
    scene.items(hero, **{scroll: 1})
    made = card(scene, scroll)
    assert (made.title, made.subtitle) == (f"Scroll of {spell.name} (level 12)", "scroll")
    assert made.head[0].value == "weight 0.1"
    assert gives(scene, scroll)[0].startswith(f"casts {spell.name} once at level 12: ")
    assert "magic user 10 or more" in use(scene, scroll)
    assert owned(scene, scroll) == "1"
    assert not rows(scene, scroll, "Making")
    assert scroll in known_items(scene.rules, scene.view(), scene.ours.id)


def test_how_an_item_is_made_is_told_with_resources_and_ratio(scene) -> None:
    spear = scene.content.weapons["spear"]
    made = {name: row.value for name, row in rows(scene, "spear", "Making").items()}
    assert made["Made in"] == f"Smithy of level {spear.level}"
    assert made["Takes"] == "Oak"
    assert made["Ratio"].startswith(f"{spear.cost}:{spear.yields} ")


def test_own_cities_tell_how_many_they_could_make_or_why_not(scene) -> None:
    town(scene)
    (able,) = rows(scene, "pike", "Your cities").values()
    assert (able.name, able.note) == ("Harrow", "with one action")
    assert int(able.value) > 0
    (lacking,) = rows(scene, "mithril_axe", "Your cities").values()
    assert not lacking.value
    assert "Harrow" in lacking.text


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
    said = words(scene, name, "Enchanting")
    assert f"makes 1 of level +{plus + 1} of {used} of this level" in said


def test_where_ones_own_are_is_told_worn_ones_by_the_head(scene) -> None:
    found = band(scene)
    scene.items(found.stack, spear=40)
    told = [(each.name, each.value) for each in rows(scene, "spear", "Your faction's").values()]
    assert told == [("Old Spears 5,5, in use", "200"), ("Iron Guard 5,5", "40")]
    assert owned(scene, "spear") == "240"


def test_what_others_have_is_not_told(scene) -> None:
    before = card(scene, "spear")
    theirs = scene.player("Rita", "theirs")
    found = band(scene, theirs)
    scene.items(found.stack, spear=40)
    scene.character(scene.stack(5, 5, name="Watchers"))
    scene.items(scene.city(9, 9, theirs), spear=70)
    assert card(scene, "spear") == before
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
    assert card(scene, item).title == "Moonbiter (broadsword +3)"
    assert rows(scene, item, "There is one of it")["Might"].text.startswith("strength +")
    assert "1 of 3 enchantments" in words(scene, item)
    assert not any(gift.startswith("strength") for gift in gives(scene, item)), "it is told once"
    assert rows(scene, "broadsword", "Making")
    assert not rows(scene, item, "Making"), "nobody makes a second"
    assert not rows(scene, item, "Your cities")


def test_a_unique_item_of_others_cannot_be_asked_for(scene) -> None:
    item = unique(scene, scene.city(9, 9, scene.player("Rita", "theirs")))
    found = known_items(scene.rules, scene.view(), scene.ours.id)
    assert item not in found
    assert "Moonbiter" not in repr(found)


def test_recruits_and_poisoned_weapons_have_panels(scene) -> None:
    assert card(scene, "human_recruits").subtitle == "recruits"
    poison = next(p for p in scene.content.potions.values() if p.coating)
    assert any("attack, damage" in gift for gift in gives(scene, f"dagger~{poison.key}*4"))
