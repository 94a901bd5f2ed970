"""Casting: what it takes, on whom, who is told what, and what stays in force how long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.forms import order_of
from engine.hexes import E, W
from engine.labels import Labels, NoSuch
from engine.orders import Choice, Queued, Ref
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.content.spells import Barrier, Modify
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.guilds.studying import GuildLearnSpellFromCharacter
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.magic.casting import SpellCast, SpellFelt
from engine.packs.cohorts.magic.choosing import SPELL, STATUS, TARGET
from engine.packs.cohorts.magic.effects.revealing import CharacterLocated, PiecesRead
from engine.packs.cohorts.magic.foreseeing import SpellForeseen
from engine.packs.cohorts.magic.lasting import SpellsEnded, lies_on, lift
from engine.packs.cohorts.magic.studying import SpellLearned
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.movement.barriers import BarrierBroken
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.movement.steps import blocked, link_between
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.packs.cohorts.worth.active_spells import ActiveSpell, own_shell
from engine.packs.cohorts.worth.bonuses import attribute
from engine.sheet import read, write
from tests.rules.adapters.battle_field import going
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


pytestmark = pytest.mark.rule("cohorts.magic.cast-checks")


def unseen(scene: Magic, distance: int, relation: str = "at_war", **values: object) -> Character:
    """A foreign character whom nobody of mine has seen."""
    owner = scene.someone(relation)
    stack = scene.stack(HOME[0] + distance, HOME[1], owner)
    return scene.character(stack, owner, **{"name": "Bela", **values})


def cast(
    scene: Magic, spell: str, name: str, mana: int = 0, dice: ScriptedDice | None = None
) -> Ran:
    scene.learn(spell)
    scene.change(scene.mages, actions=1)
    target = Ref("name", 0, "", name)
    return scene.run(
        GuildCastSpell(guild=ref(scene.mages), spell=spell, target=target, mana=mana), dice=dice
    )


def test_somebody_who_was_never_seen_is_read_by_name() -> None:
    scene = Magic(15)
    bela = unseen(scene, 6, level=7)
    assert not scene.view().find(Character, bela.id)
    ran = cast(scene, "read_character", "  bELA")
    [read] = ran.events(PiecesRead)
    assert [(each.name, each.level) for each in read.pieces] == [("Bela", 7)]
    assert told(ran).called == "  bELA"


def test_somebody_who_was_never_seen_is_wounded_by_name() -> None:
    scene = Magic(16)
    bela = unseen(scene, 3, level=11)
    ran = cast(scene, "mind_flay", "Bela", 4, ScriptedDice([Whole(100, 100)]))
    assert not ran.refused
    assert scene.now(bela).wounds == 5 * 4 + 4 - 11 - 3


@pytest.mark.parametrize("distance, relation", [(13, "at_war"), (3, "allied"), (3, "neutral")])
def test_who_guesses_a_name_is_told_the_same_whether_anybody_bears_it(
    distance: int, relation: str
) -> None:
    scene = Magic(16)
    guess = cast(scene, "mind_flay", "Bela")
    unseen(scene, distance, relation)
    there = cast(scene, "mind_flay", "Bela")
    [nobody], [somebody] = guess.failures, there.failures
    assert (nobody.code, nobody.says, nobody.instead) == (
        somebody.code,
        somebody.says,
        somebody.instead,
    )
    assert scene.now(scene.mages).actions == 1


def test_a_search_for_a_name_is_cast_and_spent_and_tells_the_same_of_none_and_of_one_too_far() -> (
    None
):
    found: list[tuple[object, ...]] = []
    for distance in (0, 16):
        scene = Magic(11)
        if distance:
            unseen(scene, distance)
        ran = cast(scene, "locate_character", "Bela")
        [event] = ran.events(CharacterLocated)
        assert scene.now(scene.mages).actions == 0
        found.append((event, told(ran)))
    assert found[0] == found[1]
    assert found[0][0] == CharacterLocated(
        character=0, name="Bela", holder=None, province=0, away=-1, beyond=15
    )


def test_a_search_finds_whom_nobody_has_seen() -> None:
    scene = Magic(11)
    bela = unseen(scene, 15)
    [event] = cast(scene, "locate_character", "Bela").events(CharacterLocated)
    assert (event.holder, event.province) == (bela.holder, scene.away(15).id)


def test_a_plan_cannot_foresee_what_a_spell_does_to_a_name_that_is_not_known() -> None:
    scene = Magic(16)
    scene.learn("mind_flay")
    order = GuildCastSpell(guild=ref(scene.mages), spell="mind_flay", target=Ref.parse("name:Bela"))
    plans = [scene.plan(order)]
    unseen(scene, 3)
    plans.append(scene.plan(order))
    assert [plan.orders[0].outcome for plan in plans] == ["unforeseen", "unforeseen"]
    assert plans[0].orders[0] == plans[1].orders[0]


def test_a_name_that_is_not_known_is_taken_from_a_command_and_a_sheet_and_stored() -> None:
    scene = Magic(16)
    mage = scene.hero(name="Adept")
    view = scene.view()
    given = {"character": "Adept", "spell": "mind_flay", "target": "Bela of Karth"}
    order = order_of(CharacterCastSpell, given, Labels(view))
    assert isinstance(order, CharacterCastSpell)
    assert (order.character, order.target) == (ref(mage), Ref("name", 0, "", "Bela of Karth"))
    queued = Queued("k1", order)
    assert scene.rules.read_order("k1", queued.to_json()) == queued
    state = scene.planning(view)
    orders, faults = read(write([queued], state), scene.rules, state)
    assert (orders, faults) == ([queued], [])


def test_what_is_no_name_is_read_as_what_it_is() -> None:
    labels = Labels(Magic(16).view())
    kinds = ("province", "stack")
    with pytest.raises(NoSuch, match="no stack called “7”"):
        labels.find("stack:7", kinds, by_name=True)
    with pytest.raises(NoSuch, match="at 99,99"):
        labels.find("99,99", kinds, by_name=True)
    assert labels.find("name:12,3", kinds, by_name=True) == Ref("name", 0, "", "12,3")
    with pytest.raises(NoSuch, match="Bela"):
        labels.find("Bela", kinds)


LYING = sorted(
    spell.key for spell in Magic().content.spells.values() if isinstance(spell.effect, Modify)
)


def figures(scene: Magic, unit: object) -> list[object]:
    """Every figure of a unit that a charm or task may change."""
    world, content = scene.world, scene.content
    now = scene.now(unit)  # type: ignore[type-var]
    found = [attribute(world, content, now, key).value for key in ("STR", "CON", "CHA")]
    stack = world.at(now.holder)
    return [*found, going(scene, now), pace(scene.state(), stack, "land").rate]  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(LYING), min_size=1, max_size=5), st.integers(1, 30))
def test_what_charms_and_tasks_do_ends_with_them_to_the_last_digit(
    spells: list[str], level: int
) -> None:
    scene = Magic()
    unit = scene.unit(scene.mine())
    before = figures(scene, unit)
    stack = scene.world.at(unit.holder)
    assert stack
    for key in spells:
        on = stack if "stack" in scene.content.spells[key].targets else unit
        scene.put(key, on, level, level=level)
    scene.produce(monthly=True)
    assert figures(scene, unit) == before


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=12))
def test_the_map_shows_a_barrier_exactly_where_a_spell_of_one_lies(
    steps: list[tuple[int, bool]],
) -> None:
    scene = Magic()
    scene.link(HOME, (HOME[0] + 1, HOME[1]), road=2)
    there = scene.away()
    for side, raised in steps:
        held = lies_on(scene.world, there.place, "provincial_barrier", side)
        if raised:
            scene.put("provincial_barrier", there, 3, side)
        elif held:
            lift(scene.world, held)
        barred = [
            link is not None and blocked(link.barrier, (each + 3) % 6, "land")
            for each in range(6)
            for link in [link_between(scene.world, there.id, each)]
        ]
        lying = {spell.side for spell in scene.world.all(ActiveSpell)}
        assert [each in lying for each in range(6)] == barred
    road = link_between(scene.world, there.id, E)
    assert road
    assert road.road == 2


@pytest.mark.rule("cohorts.world.province-spells")
def test_a_province_bears_several_spells_and_each_goes_on_as_long_as_it_lasts(scene: Magic) -> None:
    there = scene.away()
    assert not scene.cast("provincial_shell", there).refused
    assert not scene.cast("provincial_barrier", there, direction=E).refused
    assert not scene.cast("provincial_barrier", there, direction=W).refused
    scene.produce(monthly=True)
    lying = sorted(
        (each.spell, each.side) for each in scene.world.by(ActiveSpell, "on", there.place)
    )
    assert lying == [("provincial_barrier", E), ("provincial_barrier", W), ("provincial_shell", -1)]
    assert own_shell(scene.world, scene.content, there.place) == 11
    scene.cast("dispel_barrier", there, 20, direction=W)
    assert scene.strength("provincial_barrier", there, W) == 0
    assert scene.strength("provincial_barrier", there, E) == 11


def test_the_owner_is_told_which_spells_ended(scene: Magic) -> None:
    stack = scene.mine()
    scene.character(stack)
    scene.cast("charm_of_speed", stack)
    ran = scene.produce(monthly=True)
    (ended,) = ran.events(SpellsEnded)
    assert (ended.on, ended.spells) == (stack.place, ("charm_of_speed",))


def test_the_spells_on_a_stack_are_gone_with_it(scene: Magic) -> None:
    stack = scene.mine()
    scene.put("charm_of_speed", stack, 5)
    assert not scene.run(DeactivateStack(stack=ref(stack))).refused
    assert not list(scene.world.all(ActiveSpell))


def test_who_loses_a_barrier_on_the_way_is_not_told_to_whom() -> None:
    scene = Magic(1)
    owner = scene.someone("neutral")
    scene.city(HOME[0] + 2, HOME[1], owner)
    scene.put("provincial_barrier", scene.away(2), 4, W)
    stack = scene.mine(1)
    scene.character(stack)
    scene.cast("dispel_barrier", stack, 9)
    ran = scene.run(MoveAlong.model_validate({"stack": ref(stack), "steps": ("e",)}))
    (entry,) = [each for each in ran.entries if isinstance(each.event, BarrierBroken)]
    assert scene.now(stack).province == scene.away(2).id
    theirs = entry.for_(owner.faction)
    assert theirs
    assert not theirs.knows("stack")
    mine = entry.for_(scene.ours.id)
    assert mine
    assert mine.knows("stack")


def test_an_invisible_stack_is_not_shown_when_another_is_sighted_beside_it(scene: Magic) -> None:
    others = scene.someone("neutral")
    scene.city(HOME[0] + 3, HOME[1], others)
    hidden, seen = scene.mine(2), scene.mine(1)
    scene.unit(hidden)
    scene.unit(seen)
    scene.put("invisibility", hidden, 9)
    ran = scene.run(MoveAlong.model_validate({"stack": ref(seen), "steps": ("e", "e")}))
    shown = {
        glimpse.subject
        for entry in ran.entries
        if isinstance(entry.event, StackSighted) and entry.for_(others.faction)
        for glimpse in entry.event.sightings
    }
    assert shown == {seen.place}


def test_every_spell_of_the_module_can_be_looked_up_by_what_it_does() -> None:
    content = Magic().content
    assert [s.key for s in content.spells.values() if isinstance(s.effect, Barrier)] == [
        "provincial_barrier"
    ]
