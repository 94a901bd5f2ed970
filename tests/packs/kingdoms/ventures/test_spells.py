"""Spells that are cast in a world of Kingdoms: targets, limits, effects, who learns of them."""

from __future__ import annotations

import pytest

from engine.orders import Ref
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.crowns.dying import RulerDied
from engine.packs.kingdoms.crowns.experience import AbilityRose
from engine.packs.kingdoms.crowns.ventures.casting import ActionSpellCast, Cast
from engine.packs.kingdoms.crowns.ventures.fading import FeatureRevealed, end_spells
from engine.packs.kingdoms.crowns.ventures.plagues import PlagueSpread, spread
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit, Recruited
from engine.packs.kingdoms.pieces.enchantments import is_on
from engine.packs.kingdoms.pieces.records import (
    Army,
    Grave,
    Holding,
    LastingSpell,
    Ruler,
    Survey,
    survey_id,
)
from engine.world import Record
from tests.packs.kingdoms.ventures.court import MODULE, Court, ref

HERE, EAST, FAR = 20, 21, 24
SURE = 1
"""A draw that succeeds at any chance, as 100 fails at all that are drawn for."""
NEVER = 100


def cast(mage: Ruler, spell: str, target: Record | None = None, **more: object) -> Cast:
    given: dict[str, object] = {"target": ref(target)} if target else {}
    return Cast.model_validate({"character": ref(mage), "spell": spell, **given, **more})


@pytest.mark.rule("kingdoms.magic.schools")
def test_each_ability_has_five_spells_and_charm_and_kill_enemy_are_of_both_kinds() -> None:
    arts = MODULE.content(ArtsContent).arts
    told = {
        "WH": ("BL PA RE", "HO SP"),
        "PS": ("CH CL OR", "CH PS TE"),
        "IL": ("HI IL PH", "IN MI"),
        "EL": ("EA FL TO", "FI IC"),
        "NE": ("KI PL SK", "CO HA KI"),
    }
    for ability, (action, combat) in told.items():
        of = [art for art in arts.values() if art.ability == ability]
        assert " ".join(sorted(art.key for art in of if art.action)) == action
        assert " ".join(sorted(art.key for art in of if art.combat)) == combat


@pytest.mark.rule("kingdoms.magic.targets")
def test_spells_on_enemies_spare_own_and_partners_provinces_and_reach_the_next() -> None:
    court = Court()
    red, blue = court.crown("Red"), court.crown("Blue")
    mage = court.ruler(red, HERE, skill={"EL": 5})
    court.treaty(red, blue)
    court.give(red, HERE)
    court.give(blue, EAST)
    here, east, far = (court.world.get(Holding, id) for id in (HERE, EAST, FAR))
    wild = court.world.get(Holding, HERE - 1)
    assert not court.do(red, cast(mage, "Earthquake", here))
    assert not court.do(red, cast(mage, "Earthquake", east))
    assert not court.do(red, cast(mage, "Earthquake", far))
    assert court.refused[0].code == "out_of_range"
    assert court.do(red, cast(mage, "Earthquake", wild), [SURE])
    assert is_on(court.world, wild, "EA")


@pytest.mark.rule("kingdoms.magic.targets")
def test_a_parted_sea_is_land_for_other_spells() -> None:
    court = Court("Sea")
    red = court.crown("Red")
    priest = court.ruler(red, HERE, skill={"WH": 5, "EL": 5})
    east = court.world.get(Holding, EAST)
    assert not court.do(red, cast(priest, "Earthquake", east))
    assert court.do(red, cast(priest, "Part Sea", east), [SURE])
    assert court.do(red, cast(priest, "Earthquake", east), [SURE])


@pytest.mark.rule("kingdoms.action.cast")
def test_a_failed_try_counts_against_the_limit_and_a_wrong_target_does_not(court: Court) -> None:
    red = court.crown("Red")
    priest = court.ruler(red, HERE, skill={"WH": 1})
    here = court.world.get(Holding, HERE)
    assert not court.do(red, cast(priest, "Part Sea", here), [])
    assert court.now(priest).doings.cast == ()
    assert court.do(red, cast(priest, "Bless Province", here), [NEVER])
    assert court.now(priest).doings.cast == ("WH",)
    assert not court.do(red, cast(priest, "Bless Province", here), [])
    assert court.refused[0].rule == "kingdoms.magic.casting-limits"
    assert not court.told(ActionSpellCast)[0].succeeded


@pytest.mark.rule("kingdoms.action.cast")
def test_casting_by_ability_teaches_and_casting_by_item_needs_none_and_does_not() -> None:
    court = Court()
    red = court.crown("Red")
    seer = court.ruler(red, HERE, skill={"PS": 1}, aptitude=5)
    page = court.ruler(red, HERE, aptitude=5)
    trumpet = court.item("heralds_trumpet", page)
    by_item = cast(page, "Oratory", page, item=ref(trumpet))
    assert not court.do(red, cast(page, "Oratory", page), [])
    assert court.do(red, by_item, [45])
    assert is_on(court.world, page, "OR")
    assert not court.do(red, by_item, [])
    # The spell fails, and the caster learns by the attempt.
    assert court.do(red, cast(seer, "Oratory", seer), [NEVER, 10])
    assert [event.ability for event in court.told(AbilityRose)] == ["PS"]


def test_the_victim_of_a_spell_learns_of_it_and_not_who_cast_it(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    mage = court.ruler(red, HERE, skill={"EL": 3})
    court.give(blue, EAST)
    legion = court.army(blue, EAST)
    east = court.world.get(Holding, EAST)
    assert court.do(red, cast(mage, "Tornadoes", east), [SURE, 30])
    assert not court.there(legion)
    heard = court.hears(blue, ActionSpellCast)
    assert len(heard) == 1
    assert heard[0].knows("fates")
    assert not heard[0].knows("caster")


def test_clairvoyance_lets_one_hear_what_the_target_does_and_nobody_tells_him(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    seer, prey = court.ruler(red, HERE, skill={"PS": 2}), court.ruler(blue, HERE)
    court.sight(red, prey)
    assert court.do(red, cast(seer, "Clairvoyance", prey), [SURE])
    assert not court.hears(blue, ActionSpellCast)
    court.give(blue, HERE)
    assert court.do(blue, Recruit(character=ref(prey), army="LE"))
    assert court.hears(red, Recruited)


def test_a_raised_hero_serves_the_casters_kingdom_without_what_he_had(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    priest = court.ruler(red, HERE, skill={"WH": 2})
    dead = court.ruler(blue, HERE, skill={"TH": 3}, died=2, hit_points=0)
    blade = court.item("enchanted_blade", dead)
    assert court.do(red, cast(priest, "Resurrect Character", dead), [45])
    after = court.now(dead)
    assert (after.alive, after.crown, after.hit_points, after.since) == (True, red.id, 20, 4)
    assert court.now(blade).holder == priest.place
    assert court.now(priest).merit.prayers == 1


def test_the_old_king_takes_the_place_of_his_heir_with_army_and_items(court: Court) -> None:
    red = court.crown("Red")
    king = court.king(red, 1, died=2, skill={"TA": 3})
    heir = court.ruler(red, HERE, rank="heir")
    court.change(red, king=heir.id, bones=king.id, heirs=1)
    priest = court.ruler(red, HERE, skill={"WH": 2})
    legion, blade = court.army(red, HERE, leader=heir), court.item("enchanted_blade", heir)
    assert court.do(red, cast(priest, "Resurrect Character", heir), [45])
    after = court.now(king)
    assert (after.alive, after.holding, court.now(red).king) == (True, HERE, king.id)
    assert court.now(heir).died == -1
    assert (court.now(legion).leader, court.now(blade).holder) == (king.id, king.place)


def test_skeletons_of_earlier_turns_rise_and_those_of_this_turn_do_not(court: Court) -> None:
    red = court.crown("Red", "Evil")
    necromancer = court.ruler(red, HERE, skill={"NE": 3})
    old, new = court.grave(HERE, turn=3, quality=3), court.grave(HERE, turn=4)
    assert court.do(red, cast(necromancer, "Skeletal Army"), [SURE])
    army = next(court.world.by(Army, "leader", necromancer.id))
    assert (army.skeletal, army.quality, army.moves) == (True, 3, 0)
    assert [court.there(grave) for grave in (old, new)] == [False, True]
    assert not court.do(red, cast(necromancer, "Skeletal Army"), [])


def test_a_bless_that_lays_the_dead_to_rest_removes_all_graves(court: Court) -> None:
    red = court.crown("Red")
    priest = court.ruler(red, HERE, skill={"WH": 3})
    court.grave(FAR, turn=1)
    court.grave(FAR, turn=4)
    far = court.world.get(Holding, FAR)
    assert court.do(red, cast(priest, "Bless Province", far), [SURE, 40])
    assert not court.world.count(Grave)
    assert court.told(ActionSpellCast)[-1].came == "rested"


def test_a_charmed_hero_changes_sides_without_a_fee(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    charmer, hero = court.ruler(red, HERE, skill={"PS": 2}), court.ruler(blue, HERE)
    court.sight(red, hero)
    assert court.do(red, cast(charmer, "Charm", hero), [45])
    assert court.now(hero).crown == red.id
    assert court.now(red).treasury == 100
    assert court.hears(blue, ActionSpellCast)


@pytest.mark.rule("kingdoms.character.coma")
def test_a_coma_takes_all_skills_and_a_resurrection_gives_them_back(court: Court) -> None:
    red, blue = court.crown("Red", "Evil"), court.crown("Blue")
    necromancer = court.ruler(red, HERE, skill={"NE": 1, "WH": 2})
    hero = court.ruler(blue, HERE, skill={"ME": 3}, aptitude=5)
    court.sight(red, hero)
    assert court.do(red, cast(necromancer, "Kill Enemy", hero), [30, 25])
    asleep = court.now(hero)
    assert (asleep.alive, max(asleep.skill), asleep.crown) == (True, 0, blue.id)
    court.change(asleep, crown=red.id)
    assert court.do(red, cast(necromancer, "Resurrect Character", hero), [45])
    assert court.now(hero).skill == hero.skill
    assert not court.now(hero).coma


def test_a_plague_spreads_in_the_next_phase_and_strikes_a_province_but_once(court: Court) -> None:
    red, blue = court.crown("Red", "Evil"), court.crown("Blue")
    necromancer = court.ruler(red, HERE, skill={"NE": 4})
    court.give(blue, EAST)
    here, legion = court.world.get(Holding, HERE), court.army(blue, EAST)
    ents = court.army(blue, EAST, "EN", race="ent")
    assert court.do(red, cast(necromancer, "Plague", here), [SURE])
    court.step(spread, [])
    court.phase(2)
    # Of the six around only the last, the third by id of those to the east, is struck.
    around = [11, 12, 19, 21, 27, 28]
    draws = [SURE if id == EAST else NEVER for id in around]
    at = draws.index(SURE) + 1
    court.step(spread, [*draws[:at], 50, *draws[at:]])
    assert not court.there(legion)
    assert court.there(ents)
    struck = {each.on.id for each in court.world.all(LastingSpell)}
    assert struck == {HERE, EAST}
    assert [event.start for event in court.told(PlagueSpread)] == [HERE]
    assert court.hears(blue, PlagueSpread)


def test_a_feature_is_discovered_as_soon_as_what_hid_it_is_gone(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    for crown in (red, blue):
        court.king(crown, HERE)
    illusionist = court.ruler(red, HERE, skill={"IL": 2})
    site = court.site(HERE, "oasis", red, spot=10)
    assert court.do(red, cast(illusionist, "Hide Feature", site), [SURE])
    court.world.put(Survey(id=survey_id(blue.id, HERE), crown=blue.id, holding=HERE, percent=50))
    court.step(end_spells, [11])
    assert not court.told(FeatureRevealed)
    court.step(end_spells, [10])
    assert [(event.crown, event.site) for event in court.told(FeatureRevealed)] == [
        (blue.id, site.id)
    ]
    assert blue.id in court.now(site).known_to


def test_spells_of_a_turn_end_with_it_and_illusions_go_on(court: Court) -> None:
    red = court.crown("Red")
    court.king(red, HERE)
    mage = court.ruler(red, HERE, skill={"IL": 5, "EL": 5})
    east = court.world.get(Holding, EAST)
    assert court.do(red, cast(mage, "Illusory Terrain", east, terrain="Forest"), [SURE])
    assert court.do(red, cast(mage, "Flood Province", east), [SURE])
    court.step(end_spells, [16])
    assert [each.art for each in court.world.all(LastingSpell)] == ["IL"]


def test_nobody_kills_a_king_by_the_spell_and_death_is_told(court: Court) -> None:
    red, blue = court.crown("Red", "Evil"), court.crown("Blue")
    necromancer = court.ruler(red, HERE, skill={"NE": 5})
    king, hero = court.king(blue, HERE), court.ruler(blue, HERE)
    court.sight(red, king)
    court.sight(red, hero)
    assert not court.do(red, cast(necromancer, "Kill Enemy", king), [])
    assert court.do(red, cast(necromancer, "Kill Enemy", hero), [SURE, 26])
    assert [(event.ruler, event.how) for event in court.told(RulerDied)] == [(hero.id, "spell")]
    assert court.hears(blue, RulerDied)


def test_a_spell_that_is_no_action_spell_is_refused_with_those_that_are(court: Court) -> None:
    red = court.crown("Red")
    mage = court.ruler(red, HERE, skill={"EL": 5})
    order = Cast(character=ref(mage), spell="Fireball", target=Ref(Ruler.kind, mage.id))
    assert not court.do(red, order)
    assert "Tornadoes" in court.refused[0].instead
