"""Agents that steal spells: for whom, out of which books, and what each side is told."""

import pytest

from engine.dice import Pick, ScriptedDice, Whole
from engine.packs.cohorts.agents.stealing import SpellStealing, StealSpell
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.world import Record
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.rules.scene import Ran, ref

CHANCE = 65  # 50 + 5 * (10 - 7)


def mission() -> tuple[Mission, Guild, City]:
    """My agent serves a mage guild; a city of the enemy where it is has another of level 7."""
    scene = Mission()
    guild = scene.guild(scene.city(12, 6, scene.me), "mage", 20, spells=("fear",))
    scene.change(scene.sent, summoner=guild.place)
    city = scene.city(*HOME, scene.foe, name="Dusk")
    known = [s.key for s in scene.content.spells.values() if s.level <= 2 and not s.miracle][:3]
    high = next(s.key for s in scene.content.spells.values() if s.level == 3 and not s.miracle)
    scene.guild(city, "mage", 7, spells=(*known, high))
    return scene, guild, city


def book(scene: Mission, city: City) -> tuple[str, ...]:
    return next(scene.world.by(Guild, "city", city.id)).spells


def steal(scene: Mission, target: Record, *rolls: int, **more: str) -> Ran:
    return scene.do(StealSpell, *rolls, target=target, **more)


@pytest.mark.rule("cohorts.order.steal-spell")
def test_the_owner_of_the_agent_has_the_spell_at_once_and_the_victim_is_told_nothing() -> None:
    scene, guild, city = mission()
    spell = book(scene, city)[1]
    ran = steal(scene, city, CHANCE, spell=spell)
    assert scene.now(guild).spells == ("fear", spell)
    own = told(ran, SpellStealing, scene.ours.id)
    assert own
    assert (own.chance, own.roll, own.outcome, own.spell) == (CHANCE, CHANCE, "learned", spell)
    assert told(ran, SpellStealing, scene.foe.faction) is None
    assert book(scene, city)[1] == spell


@pytest.mark.rule("cohorts.order.steal-spell")
def test_of_a_failure_the_victim_is_told_but_not_by_whom_nor_of_what() -> None:
    scene, guild, city = mission()
    ran = steal(scene, city, CHANCE + 1, spell=book(scene, city)[1])
    theirs = told(ran, SpellStealing, scene.foe.faction)
    assert theirs
    assert set(theirs.known()) == {"target_name", "outcome"}
    assert (theirs.target_name, theirs.outcome) == ("Dusk", "failed")
    assert scene.now(guild).spells == ("fear",)
    assert not scene.gone(scene.sent)


@pytest.mark.rule("cohorts.order.steal-spell")
def test_without_a_name_one_is_taken_of_those_within_the_skill_that_the_owner_lacks() -> None:
    scene, guild, city = mission()
    first, second, third, _ = book(scene, city)
    scene.change(guild, spells=(second,))
    order = StealSpell(agent=ref(scene.sent), target=ref(city))
    scene.run(order, dice=ScriptedDice([Whole(CHANCE, 100), Pick(1, of=2)]))
    assert scene.now(guild).spells == (second, third)
    assert first not in scene.now(guild).spells


def test_a_city_without_a_mage_guild_is_searched_in_vain() -> None:
    scene, _, city = mission()
    scene.world.remove(next(scene.world.by(Guild, "city", city.id)))
    ran = steal(scene, city)
    assert (ran.refused, ran.events(SpellStealing)[0].outcome) == (False, "nothing")


@pytest.mark.parametrize(
    "summoner, refused",
    [("mage", False), ("priest", True), ("church", True), ("knave", True), ("gone", True)],
)
@pytest.mark.rule("cohorts.order.steal-spell")
def test_only_who_keeps_a_book_is_stolen_for(summoner: str, refused: bool) -> None:
    scene, guild, city = mission()
    owner: Record = guild
    if summoner == "gone":
        scene.world.remove(guild)
    elif summoner in ("mage", "priest"):
        owner = scene.character(scene.at(0, 0), job=summoner)
    else:
        owner = scene.guild(scene.world.get(City, guild.city), summoner, 5)
    scene.change(scene.sent, summoner=owner.place)
    ran = steal(scene, city, *(() if refused else (CHANCE,)), spell=book(scene, city)[0])
    assert ran.code == ("not_allowed" if refused else "")
    if isinstance(owner, Character) and not refused:
        assert scene.now(owner).spells == (book(scene, city)[0],)


def test_what_the_owner_has_is_not_stolen_again() -> None:
    scene, guild, city = mission()
    scene.change(guild, spells=book(scene, city)[:1])
    assert steal(scene, city, spell=book(scene, city)[0]).code == "already_known"


def test_the_book_of_a_stranger_cannot_be_foreseen() -> None:
    scene, _, city = mission()
    order = StealSpell(agent=ref(scene.sent), target=ref(city))
    plans = []
    for _ in range(2):
        plans.append(scene.plan(order).orders[0].outcome)
        scene.world.remove(next(scene.world.by(Guild, "city", city.id)))
        scene.guild(city, "knave", 3)
    assert plans == ["unforeseen", "unforeseen"]


def test_others_where_the_agent_is_and_spells_that_its_owner_lacks_are_offered() -> None:
    scene, _, city = mission()
    stranger = scene.character(scene.at(*HOME), scene.foe)
    scene.character(scene.at(*HOME))
    scene.character(scene.at(*HOME), scene.someone("allied"))
    assert scene.offered(StealSpell, "target", agent=scene.asked) == [
        str(ref(stranger)),
        str(ref(city)),
    ]
    spells = scene.offered(StealSpell, "spell", agent=scene.asked)
    assert "fear" not in spells
    assert {scene.content.spells[key].level for key in spells} == {1, 2}
