"""The panels of characters and units: figures that add up, what can be done, and no secrets."""

from fractions import Fraction
from typing import Any

import pytest

from bot.faces.cohorts.fighter.facts import FighterFacts, FighterInside, Hero, fighter_facts
from bot.faces.cohorts.fighter.texts import fighter_tabs
from bot.faces.words.figures import Figure, amount
from bot.faces.words.tabs import PAGE
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
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.state import State
from engine.world import Place
from tests.bot.faces.cohorts.band import Band, band, host
from tests.rules.scene import SEED, Scene, clash_at


@pytest.fixture
def scene() -> Scene:
    return Scene()


def facts_of(scene: Scene, piece: Character | Unit) -> FighterFacts:
    view = scene.view()
    return fighter_facts(scene.rules, view, scene.ours.id, view.get(type(piece), piece.id))


def inside_of(scene: Scene, piece: Character | Unit) -> FighterInside:
    inside = facts_of(scene, piece).inside
    assert inside
    return inside


def hero_of(scene: Scene, piece: Character) -> Hero:
    hero = inside_of(scene, piece).hero
    assert hero
    return hero


def words(scene: Scene, piece: Character | Unit, tab: str) -> str:
    tabs = fighter_tabs(facts_of(scene, piece))
    return "\n".join(next(each for each in tabs if each.name == tab).pages)


def rating(inside: FighterInside, name: str) -> Figure:
    return next(each for each in inside.ratings if each.name == name)


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
    strength = hero_of(scene, mage).attributes[0]
    assert (strength.name, strength.value) == ("STR", "9.6")
    assert strength.shares == (("Bare", "12"), ("Poisoned", "−20%"))


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
    inside = inside_of(scene, found.hero if name == "Elowen" else found.unit)
    unit = in_battle(scene, found)[name]
    hp = unit.hp * (100 - unit.wounds) / 100
    af = formulas.attack_factor(unit.melee.af, unit.melee.af_percent)
    assert rating(inside, "HP").value == amount(hp)
    assert rating(inside, "Melee AF").value == amount(af)
    power = formulas.power(unit.melee.power, unit.melee.modifiers, unit.tactics)
    assert rating(inside, "Melee POW").value == amount(power)
    df = formulas.defense_factor(unit.df, unit.df_percent, 0.0, unit.tactics)
    assert rating(inside, "DF").value == amount(df)
    assert rating(inside, "MAR").value == amount(unit.mar)
    assert rating(inside, "SAR").value == amount(unit.sar)
    assert rating(inside, "RES").value == amount(unit.res)


@pytest.mark.parametrize("own", [True, False])
def test_what_the_place_gives_its_defenders_is_told_apart(scene, own) -> None:
    scene.province(5, 5, terrain="hills")
    scene.barony((2, 2), (5, 5))
    scene.city(2, 2, scene.me if own else scene.player("Rita", "theirs"))
    scene.province(5, 5, fortification=2)
    found = band(scene)
    inside = inside_of(scene, found.unit)
    shown = rating(inside, "DF on defense")
    unit = in_battle(scene, found, defends=True)["Old Spears"]
    df = formulas.defense_factor(unit.df, unit.df_percent, 0.0, unit.tactics)
    assert shown.value == amount(df)
    assert [source for source, _ in shown.shares if "Walls" in source] == (
        ["Walls, level 2"] if own else []
    )
    assert value(rating(inside, "DF").value) < value(shown.value)


@pytest.mark.parametrize("figure", ["Melee AF", "Melee POW", "DF", "RES", "MAR", "SAR"])
@pytest.mark.parametrize("talents", [(), ("swordsman",), ("armored",)])
def test_the_lines_of_a_rating_add_up_to_it(scene, figure, talents) -> None:
    mage = band(scene, talents=talents, skills={"blade": 5, "knight": 4, "ranger": 3}).hero
    shown = rating(inside_of(scene, mage), figure)
    assert abs(total(shown) - value(shown.value)) < Fraction(2, 100)


def test_a_missile_weapon_has_ratings_of_its_own(scene) -> None:
    unit = scene.change(band(scene).unit, equipment={"ranged": "short_bow"})
    names = [each.name for each in inside_of(scene, unit).ratings]
    assert "Missile AF" in names
    assert "Missile POW" in names


def test_wounds_morale_and_experience_are_told(scene) -> None:
    found = band(scene)
    inside = inside_of(scene, found.unit)
    assert (inside.wounds, inside.morale, inside.level) == (8, 80, 4)
    chart = scene.content.experience
    assert (inside.from_xp, inside.next_xp) == (chart.needed_for(4), chart.needed_for(5))
    assert facts_of(scene, found.unit).soldiers == 200


def test_the_first_level_begins_at_no_experience(scene) -> None:
    assert inside_of(scene, scene.unit(scene.stack(2, 2))).from_xp == 0


def test_gear_tells_what_it_gives_to_its_bearer(scene) -> None:
    mage = band(scene).hero
    gear = {each.place: each for each in inside_of(scene, mage).gear}
    assert gear["armor"].gives == ("defense +2",)
    assert gear["main hand"].name == "Broadsword +2"
    assert any("power" in gift for gift in gear["main hand"].gives)
    assert any("attack factor +10%" in gift for gift in gear["main hand"].gives)


def test_a_campaign_that_fights_by_unknown_rules_shows_none_of_these_ratings(scene) -> None:
    rules = Rules.of(load("cohorts", [FOLDER / "modules"]))
    rules.contests = {}
    found, view = band(scene), scene.view()
    facts = fighter_facts(rules, view, scene.ours.id, view.get(Unit, found.unit.id))
    assert facts.inside
    assert facts.inside.ratings == ()
    said = next(tab for tab in fighter_tabs(facts) if tab.name == "Ratings").pages[0]
    assert "ratings of their own" in said


def test_a_bodyguard_and_whom_it_guards_are_told_of_each_other(scene) -> None:
    guarded = band(scene)
    guard = scene.character(guarded.stack, name="Shield", guarding=guarded.hero.id)

    def overview(piece: Character) -> str:
        tabs = fighter_tabs(facts_of(scene, piece))
        return "\n".join(next(tab for tab in tabs if tab.name == "Overview").pages)

    assert "It is the bodyguard of Elowen." in overview(guard)
    assert "Guarded by Shield." in overview(guarded.hero)


def test_potions_at_work_are_told_with_their_quality(scene) -> None:
    mage = band(scene, draughts={"potion_of_strength": 3}).hero
    (draught,) = hero_of(scene, mage).draughts
    assert draught.name == "Standard potion of strength"
    strength = hero_of(scene, mage).attributes[0]
    assert strength.shares[1][0] == "Potion of strength"


# ---------------------------------------------------------------- skills and spells


def test_a_skill_tells_its_kind_its_cap_and_what_raises_it(scene) -> None:
    skills = {each.key: each for each in hero_of(scene, band(scene).hero).skills}
    craft, ranger = skills["spell_craft"], skills["ranger"]
    assert (craft.kind, craft.bare, craft.cap, craft.room) == ("built-in", 7, 7, 0)
    assert craft.figure.shares[1][0] == "Average of INT and WIS"
    assert (ranger.kind, ranger.bare, ranger.cap, ranger.room) == ("untrained", 2, 3, 1)
    assert skills["stealth"].effective == 0


def test_points_raise_a_skill_by_as_much_as_the_panel_says(scene) -> None:
    mage = band(scene).hero
    room = {each.key: each.room for each in hero_of(scene, mage).skills}["ranger"]
    scene.run(SpendSkillPoints(character=Ref(*mage.place), skill="ranger", points=3))
    assert scene.now(mage).skills["ranger"] == 2 + room


def test_a_spell_tells_what_it_would_do_how_far_and_how_strongly(scene) -> None:
    spells = {each.name: each for each in hero_of(scene, band(scene).hero).spells}
    speed = spells["Charm of speed"]
    assert (speed.caster_level, speed.does) == (7, "movement +20%")
    assert (speed.strength, speed.range) == ((7, 11), "6 provinces, 10 with all its mana")
    assert speed.ready == ""


def test_a_spell_that_was_cast_says_when_it_is_ready_again(scene) -> None:
    mage = band(scene).hero
    waits = {"caster": mage.place, "spell": "charm_of_speed", "months": 0, "once": False}
    scene.world.add(Countdown, weeks=2, **waits)
    spells = {each.name: each for each in hero_of(scene, mage).spells}
    assert spells["Charm of speed"].ready == "after 2 weekly productions"
    assert spells["Provincial shell"].ready == ""


def test_what_lies_on_it_is_told_and_a_hostile_strength_is_not(scene) -> None:
    mage = band(scene).hero
    on = {"on": mage.place, "level": 6, "strength": 31, "side": -1}
    scene.world.add(ActiveSpell, spell="charm_of_strength", faction=scene.ours.id, **on)
    theirs = scene.player("Rita", "theirs")
    task = next(s.key for s in scene.content.spells.values() if s.family == "task")
    scene.world.add(ActiveSpell, spell=task, faction=theirs.faction, **on)
    charm, bane = inside_of(scene, mage).spells
    assert (charm.name, charm.strength) == ("Charm of strength", 31)
    assert bane.strength is None
    assert "31" not in words(scene, mage, "Overview").split(bane.name)[1]


# ---------------------------------------------------------------- what it can do


def deeds(scene: Scene, piece: Character | Unit) -> dict[str, str]:
    return {" ".join(deed.path): deed.hindered for deed in inside_of(scene, piece).deeds}


def test_what_can_be_ordered_comes_first_and_the_rest_says_why_not(scene) -> None:
    mage = band(scene).hero
    found = deeds(scene, mage)
    assert found["character cast"] == ""
    assert found["spend attribute-points"] == ""
    assert found["unit bury"] == "Elowen is alive."
    hindered = [bool(each) for each in found.values()]
    assert hindered == sorted(hindered)


def test_who_has_acted_is_told_so_for_every_action(scene) -> None:
    found = deeds(scene, band(scene, actions=0).hero)
    assert "has acted" in found["character take-a-break"]
    assert found["set slot"] == ""


def test_asking_what_can_be_done_changes_nothing(scene) -> None:
    mage = band(scene).hero
    view = scene.view()
    before = [record for kind in view.kinds.values() for record in view.all(kind)]
    fighter_facts(scene.rules, view, scene.ours.id, view.get(Character, mage.id))
    assert [record for kind in view.kinds.values() for record in view.all(kind)] == before


def test_the_dead_are_called_dead(scene) -> None:
    mage = band(scene, dead=True).hero
    assert inside_of(scene, mage).state == "dead"
    assert "**It is dead.**" in words(scene, mage, "Overview")


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
    facts = facts_of(scene, piece)
    assert facts.inside is None
    (tab,) = fighter_tabs(facts)
    assert "hidden from you" in tab.pages[0]
    assert facts.where.owner
    assert (facts.where.owner.name, facts.where.player) == ("Theirs", "Rita")
    assert facts.where.at == "with Iron Guard at 5,5"
    assert facts.where.sight == "in sight"


def test_nothing_hidden_changes_the_panel_of_those_of_others(scene, rivals) -> None:
    before = [facts_of(scene, piece) for piece in (rivals.hero, rivals.unit)]
    secrets: dict[str, Any] = {
        "level": 30,
        "xp": 99_999,
        "wounds": 55,
        "morale": 3,
        "equipment": {},
        "talents": ("armored",),
        "statuses": {"insane": 1},
        "slot": 1,
    }
    scene.change(rivals.hero, **secrets, mana=88, skills={}, titles=("x",), spells=())
    scene.change(rivals.unit, **secrets)
    assert [facts_of(scene, piece) for piece in (rivals.hero, rivals.unit)] == before
    for word in ("SECRET", "Broadsword", "Spear'", "dagger", "charm"):
        assert word not in repr(before)


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
    facts = facts_of(scene, found.hero)
    assert (facts.name, facts.what) == ("Elowen", "Elf mage")
    assert facts.where.sight == "last sighted in turn 1"


def test_a_prisoner_of_ones_own_is_called_so_and_no_more_is_told(scene) -> None:
    theirs = scene.player("Rita", "theirs")
    mage = scene.change(band(scene, theirs).hero, captor=scene.me.id)
    facts = facts_of(scene, mage)
    assert facts.where.captive
    assert facts.inside is None
    assert "your prisoner" in fighter_tabs(facts)[0].pages[0]


# ---------------------------------------------------------------- texts


def test_pages_stay_within_their_limit_whatever_there_is(scene) -> None:
    found = host(scene)
    for piece in (found.hero, found.unit):
        tabs = fighter_tabs(facts_of(scene, piece))
        assert len(tabs) <= 25
        for tab in tabs:
            assert all(0 < len(page) <= PAGE for page in tab.pages), tab.name


def test_every_arm_of_a_unit_has_a_panel(scene) -> None:
    stack = scene.stack(2, 2)
    for arm, types in (("artillery", scene.content.artillery), ("ship", scene.content.ships)):
        for type_ in types:
            unit = scene.unit(stack, arm=arm, type=type_, soldiers=5)
            assert rating(inside_of(scene, unit), "HP").value != "0"


def test_names_cannot_format_or_mention(scene) -> None:
    mage = band(scene, message="**@everyone** <@1>").hero
    said = words(scene, mage, "Overview")
    assert "@everyone" not in said.replace("@\u200beveryone", "")
    assert "<@1>" not in said


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
    facts = facts_of(scene, hero)
    assert facts.where.spot == (3, 3)
    assert "last seen in turn 1" in facts.where.at
    assert inside_of(scene, hero).wounds == 10


@pytest.mark.rule("cohorts.race.starter-combat")
def test_a_unit_tells_the_talents_of_its_race_apart_from_those_in_its_slots(scene) -> None:
    archers = scene.unit(scene.stack(5, 5), race="elf", talents=("armored",))
    inside = inside_of(scene, archers)
    assert [each.name for each in inside.talents] == ["Armored"]
    assert [each.name for each in inside.born_talents] == ["Bowman"]
    scene.change(archers, talents=("bowman",))
    assert inside_of(scene, scene.now(archers)).born_talents == ()
