"""The panels of characters and units: figures that add up, and no secrets."""

from fractions import Fraction

import pytest

from bot.faces.cohorts.fighter.panel import card_of
from bot.faces.cohorts.fighter.ratings import attributes
from bot.faces.words.figures import Figure, amount
from data import FOLDER
from engine.battle import BATTLE
from engine.campaign import Now
from engine.dice import SeededDice
from engine.module import load
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.battle import formulas
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.characters.learning import SpendSkillPoints
from engine.packs.cohorts.knowledge.memories import Member, Sighting
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.state import State
from engine.world import Place
from tests.bot.faces.cohorts.band import Band, band
from tests.bot.faces.cohorts.panels import card, figures, rows, words
from tests.rules.scene import SEED, Scene, clash_at


def value(text: str) -> Fraction:
    return Fraction(text.replace(",", "").replace("−", "-").strip("+×=% "))


def total(figure: Figure) -> Fraction:
    """What the lines of a figure come to: (base + additions) with one sum of percents."""
    flat, percent = Fraction(0), Fraction(100)
    for _, change in figure.shares:
        if change.endswith("%"):
            percent += value(change)
        else:
            flat += value(change)
    return flat * percent / 100


# ---------------------------------------------------------------- figures


def test_an_attribute_tells_what_changes_it(scene) -> None:
    mage = band(scene, statuses={"poisoned": 2}).hero
    strength = rows(scene, mage, "Attributes")["Strength"]
    assert (strength.value, strength.note) == ("9.6", "−20% Poisoned")
    assert strength.told == "12 Bare · −20% Poisoned"
    first = attributes(scene.view(), scene.content, mage)[0]
    assert first.shares == (("Bare", "12"), ("Poisoned", "−20%"))


def in_battle(scene: Scene, found: Band, *, defends: bool = False) -> dict[str, Combatant]:
    """Those of the band as a battle takes them in, on the side that moved or on the other."""
    foe = scene.stack(5, 5, scene.someone("enemy"))
    scene.unit(foe, scene.someone("enemy"))
    state = State(scene.rules, scene.world, SeededDice(SEED, 1))
    mine, others = [found.stack], [foe]
    if defends:
        mine, others = others, mine
    clash = clash_at(Place("province", found.stack.province), mine, others)
    _, (attacker, defender) = scene.rules.contests[BATTLE].muster(state, clash)
    return {unit.name: unit for unit in (defender if defends else attacker).units}


@pytest.mark.parametrize("name", ["Elowen", "Old Spears"])
def test_the_ratings_are_those_with_which_it_would_fight(scene, name) -> None:
    found = band(scene, skills={"blade": 5, "knight": 4, "ranger": 3})
    shown = figures(scene, found.hero if name == "Elowen" else found.unit)
    unit = in_battle(scene, found)[name]
    hp = unit.hp * (100 - unit.wounds) / 100
    af = formulas.attack_factor(unit.melee.af, unit.melee.af_percent)
    assert shown["HP"].value == amount(hp)
    assert shown["Melee AF"].value == amount(af)
    power = formulas.power(unit.melee.power, unit.melee.modifiers, unit.tactics)
    assert shown["Melee POW"].value == amount(power)
    df = formulas.defense_factor(unit.df, unit.df_percent, 0.0, unit.tactics)
    assert shown["DF"].value == amount(df)
    assert shown["MAR"].value == amount(unit.mar)
    assert shown["SAR"].value == amount(unit.sar)
    assert shown["RES"].value == amount(unit.res)


@pytest.mark.parametrize("own", [True, False])
def test_what_the_place_gives_its_defenders_is_told_apart(scene, own) -> None:
    scene.province(5, 5, terrain="hills")
    scene.barony((2, 2), (5, 5))
    scene.city(2, 2, scene.me if own else scene.player("Rita", "theirs"))
    scene.province(5, 5, fortification=2)
    found = band(scene)
    told = figures(scene, found.unit)
    shown = told["DF on defense"]
    unit = in_battle(scene, found, defends=True)["Old Spears"]
    df = formulas.defense_factor(unit.df, unit.df_percent, 0.0, unit.tactics)
    assert shown.value == amount(df)
    assert [source for source, _ in shown.shares if "Walls" in source] == (
        ["Walls, level 2"] if own else []
    )
    assert value(told["DF"].value) < value(shown.value)


@pytest.mark.parametrize("figure", ["Melee AF", "Melee POW", "DF", "RES", "MAR", "SAR"])
@pytest.mark.parametrize("talents", [(), ("swordsman",), ("armored",)])
def test_the_lines_of_a_rating_add_up_to_it(scene, figure, talents) -> None:
    mage = band(scene, talents=talents, skills={"blade": 5, "knight": 4, "ranger": 3}).hero
    shown = figures(scene, mage)[figure]
    assert abs(total(shown) - value(shown.value)) < Fraction(2, 100)


def test_a_missile_weapon_has_ratings_of_its_own(scene) -> None:
    unit = scene.change(band(scene).unit, equipment={"ranged": "short_bow"})
    names = figures(scene, unit)
    assert "Missile AF" in names
    assert "Missile POW" in names


def test_wounds_morale_and_experience_are_told(scene) -> None:
    unit = band(scene).unit
    state = rows(scene, unit)
    chart = scene.content.experience
    begun, needed = chart.needed_for(4), chart.needed_for(5)
    assert state["Level 4"].value == f"{needed - begun:,} experience to the next"
    assert state["Level 4"].share == 0
    assert state["Health"].value == "92%, scratched"
    assert state["Morale"].value == "80%, a little shaken"
    assert rows(scene, unit, "Soldiers")["Soldiers"].value == "200"


def test_the_first_level_begins_at_no_experience(scene) -> None:
    assert rows(scene, scene.unit(scene.stack(2, 2)))["Level 1"].share == 0


def test_gear_tells_what_it_gives_to_its_bearer(scene) -> None:
    gear = {each.value: each for each in rows(scene, band(scene).hero, "Gear").values()}
    assert gear["armor"].note == "defense +2"
    assert gear["main hand"].name == "Broadsword +2"
    assert "power" in gear["main hand"].note
    assert "attack factor +10%" in gear["main hand"].note


def test_a_campaign_that_fights_by_unknown_rules_shows_none_of_these_ratings(scene) -> None:
    rules = Rules.of(load("cohorts", [FOLDER / "modules"]))
    rules.contests = {}
    found, view = band(scene), scene.view()
    shown = card_of(rules, view, scene.ours.id, view.get(Unit, found.unit.id))
    boxes = {box.title: box.rows for box in shown.boxes}
    assert [row.name for row in boxes["In battle and on the march"]] == ["By land"]
    assert "ratings of their own" in boxes["How to read them"][0].name


def test_a_bodyguard_and_whom_it_guards_are_told_of_each_other(scene) -> None:
    guarded = band(scene)
    guard = scene.character(guarded.stack, name="Shield", guarding=guarded.hero.id)
    assert "Bodyguard of: Elowen" in words(scene, guard)
    assert "Guarded by: Shield" in words(scene, guarded.hero)


def test_potions_at_work_are_told_with_their_quality(scene) -> None:
    mage = band(scene, draughts={"potion_of_strength": 3}).hero
    assert "Standard potion of strength" in words(scene, mage)
    assert "Potion of strength" in rows(scene, mage, "Attributes")["Strength"].note


# ---------------------------------------------------------------- skills and spells


def test_a_skill_tells_its_kind_its_cap_and_what_raises_it(scene) -> None:
    mage = band(scene).hero
    skills = rows(scene, mage, "Skills")
    craft, ranger = skills["Spell craft"], skills["Ranger"]
    assert craft.note == "built-in"
    assert "bare 7 of 7, heroic" in craft.told
    assert "points can add" not in craft.told
    assert "Average of intelligence and wisdom" in craft.told
    assert ranger.note == "untrained"
    assert "bare 2 of 3" in ranger.told
    assert "points can add 1" in ranger.told
    assert "Stealth" not in skills
    assert "Faith (to 3)" in rows(scene, mage, "Not learned yet")["Untrained"].text


def test_points_raise_a_skill_by_as_much_as_the_panel_says(scene) -> None:
    mage = band(scene).hero
    assert "points can add 1" in rows(scene, mage, "Skills")["Ranger"].told
    scene.run(SpendSkillPoints(character=Ref(*mage.place), skill="ranger", points=3))
    assert scene.now(mage).skills["ranger"] == 2 + 1


def test_a_spell_tells_what_it_would_do_how_far_and_how_strongly(scene) -> None:
    speed = rows(scene, band(scene).hero, "Spells")["Charm of speed"]
    assert speed.told.startswith("movement +20%")
    assert "caster level 7, strength 7 to 11" in speed.told
    assert "range 6 provinces, 10 with all its mana" in speed.told
    assert speed.value == "ready"


def test_a_spell_that_was_cast_says_when_it_is_ready_again(scene) -> None:
    mage = band(scene).hero
    waits = {"caster": mage.place, "spell": "charm_of_speed", "months": 0, "once": False}
    scene.world.add(Countdown, weeks=2, **waits)
    spells = rows(scene, mage, "Spells")
    assert spells["Charm of speed"].value == "again after 2 weekly productions"
    assert spells["Provincial shell"].value == "ready"


def test_what_lies_on_it_is_told_and_a_hostile_strength_is_not(scene) -> None:
    mage = band(scene).hero
    on = {"on": mage.place, "level": 6, "strength": 31, "side": -1}
    scene.world.add(ActiveSpell, spell="charm_of_strength", faction=scene.ours.id, **on)
    theirs = scene.player("Rita", "theirs")
    task = next(s.key for s in scene.content.spells.values() if s.family == "task")
    scene.world.add(ActiveSpell, spell=task, faction=theirs.faction, **on)
    charm, bane = rows(scene, mage, "Spells on it").values()
    assert charm.name == "Charm of strength"
    assert "strength 31" in charm.note
    assert "31" not in repr(bane)


def test_the_dead_are_called_dead(scene) -> None:
    mage = band(scene, dead=True).hero
    assert "It is: dead" in words(scene, mage)
    assert rows(scene, mage)["Health"].value.endswith(", dead")


# ---------------------------------------------------------------- foreign ones


@pytest.fixture
def rivals(scene) -> Band:
    """A rival's band, full of secrets, where a party of ours stands too."""
    theirs = scene.player("Rita", "theirs")
    found = band(scene, theirs, message="Keep off", directive="SECRET")
    scene.items(found.hero, dagger=77)
    scene.character(scene.stack(5, 5, name="Watchers"))
    return found


@pytest.mark.parametrize("kind", ["hero", "unit"])
def test_of_those_of_others_only_what_is_plain_is_told(scene, rivals, kind) -> None:
    piece = getattr(rivals, kind)
    assert card(scene, piece).boxes == ()
    told = words(scene, piece)
    assert "hidden from you" in told
    for line in ("Holder: Theirs", "Rita", "Place: with Iron Guard at 5,5", "Sight: in sight"):
        assert line in told


def test_who_was_sighted_once_is_told_as_he_was_then(scene) -> None:
    theirs = scene.player("Rita", "theirs")
    found = band(scene, theirs)
    seen = Member(place=found.hero.place, name="Elowen", race="elf", arm="", type="mage",
                  soldiers=1, message="")  # fmt: skip
    remember(scene.world, scene.ours.id, [found.stack.province], scene.world)
    scene.world.add(Sighting, faction=scene.ours.id, subject=found.stack.place, tick=1, turn=1,
                    province=found.stack.province, direction=-1, name="Iron Guard", type="party",
                    player=theirs.id, banner=0, message="", members=(seen,))  # fmt: skip
    scene.change(scene.world.get(Now, 1), turn=5)
    scene.change(found.hero, name="Renamed", job="bard")
    shown = card(scene, found.hero)
    assert (shown.title, shown.subtitle) == ("Elowen", "Elf mage")
    assert "Sight: last sighted in turn 1" in words(scene, found.hero)


def test_a_prisoner_of_ones_own_is_called_so_and_no_more_is_told(scene) -> None:
    theirs = scene.player("Rita", "theirs")
    mage = scene.change(band(scene, theirs).hero, captor=scene.me.id)
    assert card(scene, mage).boxes == ()
    assert "your prisoner" in words(scene, mage)


# ---------------------------------------------------------------- texts


def test_every_arm_of_a_unit_has_a_panel(scene) -> None:
    stack = scene.stack(2, 2)
    for arm, types in (("artillery", scene.content.artillery), ("ship", scene.content.ships)):
        for type_ in types:
            unit = scene.unit(stack, arm=arm, type=type_, soldiers=5)
            assert figures(scene, unit)["HP"].value != "0"


@pytest.mark.rule("cohorts.knowledge.view")
def test_an_own_captive_is_shown_as_he_was_last_seen_with_the_turn_of_that(scene: Scene) -> None:
    foe = scene.someone("at_war")
    gaol = scene.stack(3, 3, foe)
    hero = scene.character(gaol, captor=foe.id, wounds=10)
    scene.city(3, 4, scene.me)
    scene.run()
    scene.produce()
    scene.change(gaol, province=scene.at(9, 3).id)
    scene.change(hero, wounds=80)
    assert "at 3,3, last seen in turn 1" in words(scene, hero)
    assert rows(scene, hero)["Health"].value.startswith("90%")


@pytest.mark.rule("cohorts.race.starter-combat")
def test_a_unit_tells_the_talents_of_its_race_apart_from_those_in_its_slots(scene) -> None:
    archers = scene.unit(scene.stack(5, 5), race="elf", talents=("armored",))
    found = rows(scene, archers, "Talents")
    assert [(each.name, each.value) for each in found.values()] == [
        ("Armored", ""),
        ("Bowman", "by birth"),
    ]
    scene.change(archers, talents=("bowman",))
    assert rows(scene, scene.now(archers), "Talents")["Bowman"].value == ""


def test_of_the_spells_of_the_dead_none_is_said_to_be_ready(scene) -> None:
    mage = scene.character(
        scene.stack(5, 5), job="mage", level=5, skills={"spell_craft": 5},
        spells=("provincial_shell",),
    )  # fmt: skip
    assert rows(scene, mage, "Spells")["Provincial shell"].value == "ready"
    dead = scene.change(mage, dead=True)
    assert "ready" not in {row.value for row in rows(scene, dead, "Spells").values()}
