"""Casting: what it takes, who is told what, and what a plan may not foresee."""

from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.orders import Choice
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.guilds.studying import GuildLearnSpellFromCharacter
from engine.packs.cohorts.magic.casting import SpellCast, SpellFelt
from engine.packs.cohorts.magic.choosing import SPELL, STATUS, TARGET
from engine.packs.cohorts.magic.effects.revealing import PiecesRead
from engine.packs.cohorts.magic.foreseeing import SpellForeseen
from engine.packs.cohorts.magic.studying import SpellLearned
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from tests.rules.adapters.magic_scene import HOME, Magic, felt, told
from tests.rules.scene import Ran, Scene, ref


def audience(ran: Ran, kind: type) -> set[int]:
    """The factions that learned of events of a kind."""
    return {
        faction
        for entry in ran.entries
        if isinstance(entry.event, kind)
        for faction in entry.audience
    }


# ---------------------------------------------------------------- what it takes


@given(st.lists(st.integers(-3, 12), min_size=1, max_size=4), st.integers(0, 20))
def test_mana_is_never_below_zero_and_never_more_than_was_asked(
    amounts: list[int], pool: int
) -> None:
    scene = Magic(10, pool)
    target = scene.hero()
    left = pool
    for amount in amounts:
        ran = scene.cast("charm_of_strength", target, amount)
        assert ran.refused == (not 0 <= amount <= left)
        left -= 0 if ran.refused else amount
        assert scene.now(scene.mages).mana == left >= 0


# ---------------------------------------------------------------- who is told


def test_a_friendly_spell_names_its_caster_to_the_owner(scene: Magic) -> None:
    ally = scene.someone("allied")
    hero = scene.character(scene.stack(*HOME, ally), ally)
    ran = scene.cast("character_shell", hero)
    owner = felt(ran)
    assert owner
    assert owner.caster == scene.mages.name
    assert audience(ran, SpellFelt) == {ally.faction}
    assert audience(ran, SpellCast) == {scene.ours.id}


def test_a_harmful_spell_names_nobody_to_the_owner(scene: Magic) -> None:
    foe = scene.foe(attributes={"STR": 10})
    for spell in ("task_of_strength", "task_of_dexterity"):
        scene.put("character_shell", foe, 30 if spell.endswith("dexterity") else 0)
        ran = scene.cast(spell, foe)
        owner = felt(ran)
        assert owner
        assert not owner.caster
        assert owner.spell == spell
        assert owner.outcome == told(ran).outcome
        assert audience(ran, SpellFelt) == {scene.someone("at_war").faction}


def test_who_is_read_learns_nothing_but_who_turns_a_reading_aside_does(scene: Magic) -> None:
    foe = scene.foe()
    ran = scene.cast("read_character", foe)
    assert felt(ran) is None
    (event,) = ran.events(PiecesRead)
    assert event.pieces[0].level == foe.level
    assert audience(ran, PiecesRead) == {scene.ours.id}
    scene.put("character_shell", foe, 30)
    scene.produce()
    ran = scene.cast("read_character", foe)
    owner = felt(ran)
    assert owner
    assert not owner.spell
    assert not owner.caster
    assert not ran.events(PiecesRead)


def test_a_lesson_is_told_to_the_faction_of_the_teacher_too(scene: Magic) -> None:
    ally = scene.someone("allied")
    spells = ("fireball",)
    teacher = scene.character(
        scene.stack(*HOME, ally), ally, skills={"spell_craft": 5}, spells=spells
    )
    order = GuildLearnSpellFromCharacter(
        guild=ref(scene.mages), character=ref(teacher), spell="fireball"
    )
    assert audience(scene.run(order), SpellLearned) == {scene.ours.id, ally.faction}


# ---------------------------------------------------------------- what a plan may not know


def test_a_plan_says_what_a_hostile_spell_would_do_within_what_may_be() -> None:
    scene = Magic(30)
    scene.hero(level=14)
    foe = scene.foe(level=6)
    scene.learn("mind_flay")
    order = GuildCastSpell(guild=ref(scene.mages), spell="mind_flay", target=ref(foe))
    (planned,) = scene.plan(order).orders
    _, would = (entry.event for entry in planned.entries)
    assert isinstance(would, SpellForeseen)
    least, usual, most = (each["wounds"] for each in (would.least, would.usual, would.most))
    assert 0 < least < most
    assert least <= usual <= most
    ran = scene.cast("mind_flay", foe, dice=ScriptedDice([Whole(100, sides=100)]))
    assert least <= told(ran).effects["wounds"] <= most, "whose level nobody knew"


def test_an_unknown_target_is_refused_in_the_words_for_one_that_does_not_exist() -> None:
    scene = Magic()
    far = scene.someone("at_war")
    hidden = scene.character(scene.stack(*HOME, far).replace(id=1), far)
    scene.change(hidden, holder=scene.stack(HOME[0] + 9, HOME[1], far).place)
    says = {scene.cast("fireball", scene.away()).code}
    ran = scene.cast("mind_flay", hidden)
    says = {failure.says for failure in ran.failures}
    assert says == {"There is no such character that you know of."}


# ---------------------------------------------------------------- choices


def choices(scene: Scene, asks: object, **given_: str) -> list[Choice]:
    return list(asks.among(scene.planning(), given_))  # type: ignore[attr-defined]


def test_spells_and_targets_to_choose_from_depend_on_what_was_chosen_before(scene: Magic) -> None:
    scene.learn("provincial_shell", "task_of_speed")
    foes, mine = scene.foes(), scene.mine()
    guild = str(ref(scene.mages))
    assert [each.value for each in choices(scene, SPELL, guild=guild)] == [
        "provincial_shell",
        "task_of_speed",
    ]
    hostile = [each.value for each in choices(scene, TARGET, guild=guild, spell="Task of Speed")]
    assert hostile.index(str(ref(foes))) < hostile.index(str(ref(mine)))
    assert {value.split(":")[0] for value in hostile} == {"stack"}
    land = choices(scene, TARGET, guild=guild, spell="provincial_shell")
    assert {each.value.split(":")[0] for each in land} == {"province"}


def test_the_statuses_to_choose_from_are_those_of_the_target(scene: Magic) -> None:
    hero = scene.hero(statuses={"poisoned": 4})
    found = choices(scene, STATUS, spell="remove_status", target=str(ref(hero)))
    assert [each.value for each in found] == ["poisoned"]


# ---------------------------------------------------------------- what is known of spells


def test_the_owner_sees_a_task_but_neither_its_strength_nor_its_caster(scene: Magic) -> None:
    foe = scene.foe()
    scene.cast("task_of_strength", foe)
    theirs = scene.view(scene.faction("at_war"))
    (seen,) = theirs.all(ActiveSpell)
    assert seen.spell == "task_of_strength"
    assert not seen.knows("strength")
    assert not seen.knows("faction")
    assert not list(scene.view().all(ActiveSpell))


def test_the_owner_sees_what_a_friendly_spell_does_and_whose_it_is(scene: Magic) -> None:
    ally = scene.someone("allied")
    hero = scene.character(scene.stack(*HOME, ally), ally)
    scene.cast("charm_of_strength", hero)
    (seen,) = scene.view(scene.faction("allied")).all(ActiveSpell)
    assert (seen.level, seen.faction) == (12, scene.ours.id)
    assert not seen.knows("strength")
