"""What a rival gives of what it wants: only what the rules take, and of one choice only one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from data import FOLDER
from engine.deciding import decide
from engine.dice import SeededDice
from engine.module import check
from engine.module.natures import PLAIN, RivalNature
from engine.orders import Order, Ref
from engine.packs import Rules
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.working import Explore, Wait
from engine.rivals import Intent, Mind, Play, Reason
from tests.packs.kingdoms.crowns.table import SEED, Table, ref, rules
from tests.rules.scene import module

TABLE = Table.seated()
KING = ref(TABLE.king())
FAR = Move(character=KING, to=Ref("holding", (TABLE.king().holding + 90) % 192 + 1))


def given(*intents: Intent) -> list[tuple[Order, str]]:
    """The orders of a rival that wants this, each with the key of its reason."""
    own = Rules.of(module("kingdoms"))
    wanted: Iterable[Intent] = intents
    joins = rules().rival
    assert joins
    own.rival = Play(think=lambda mind: wanted, join=joins.join)
    view = own.view(TABLE.world, TABLE.crown().faction)
    mind = Mind(own, view, TABLE.crown().player, PLAIN, "middle", SeededDice(SEED, 1))
    return [(each.queued.order, each.reason.key) for each in decide(mind)]


def test_what_is_refused_falls_and_what_is_taken_keeps_its_reason() -> None:
    stays = Explore(character=KING)
    assert given(Intent(FAR, Reason("far")), Intent(stays, Reason("here"))) == [(stays, "here")]


def test_of_one_choice_the_first_that_is_taken_is_given() -> None:
    stays, waits = Explore(character=KING), Wait(character=KING)
    found = given(
        Intent(FAR, Reason("far"), choice="king"),
        Intent(stays, Reason("here"), choice="king"),
        Intent(waits, Reason("nothing"), choice="king"),
    )
    assert found == [(stays, "here")]


def test_without_a_pack_that_plays_nothing_is_given() -> None:
    own = Rules.of(module("kingdoms"))
    own.rival = None
    view = own.view(TABLE.world, 1)
    assert decide(Mind(own, view, 1, PLAIN, "middle", SeededDice(SEED, 1))) == ()


def test_a_wish_of_which_a_nature_says_nothing_has_the_usual_weight() -> None:
    nature = RivalNature(key="miser", name="Miser", wishes={"gold": 10})
    assert (nature.wants("gold"), nature.wants("war")) == (10, 5)


def test_natures_are_given_out_in_turn_and_a_module_without_any_has_plain_ones() -> None:
    natures = list(rules().module.rivals.values())
    assert [rules().module.nature(n) for n in range(5)] == [*natures, natures[0]]
    bare = rules().module.model_copy(update={"rivals": {}})
    assert bare.nature(3) == PLAIN


def test_a_wish_that_there_is_not_is_told_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    text = '[meta]\nextends = "kingdoms"\n\n[rivals.odd]\nwishes = { fame = 3, war = 11 }\n'
    (folder / "module.toml").write_text(text)
    faults = [fault for fault in check(folder, [FOLDER / "modules"]) if "rivals" in fault.table]
    assert {fault.line for fault in faults} == {5}
    assert len(faults) == 2
