"""Spells act by name: on whom one has never seen, and who guesses learns nothing by it."""

import pytest

from engine.dice import ForeseeDice, ScriptedDice, Whole
from engine.forms import order_of
from engine.labels import Labels, NoSuch
from engine.orders import Queued, Ref
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.magic.effects.revealing import CharacterLocated, PiecesRead
from engine.packs.cohorts.pieces.records import Character
from engine.sheet import read, write
from engine.state import State
from tests.rules.adapters.magic_scene import HOME, Magic, told
from tests.rules.scene import Ran, ref

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
    state = State(scene.rules, view, ForeseeDice())
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
