"""How orders and what is foreseen of them read."""

from fractions import Fraction

import pytest

from bot import faces
from bot.callers.embeds import PAGE, pages
from bot.orders.texts import order_line, outcome
from engine.dice import Foreseen
from engine.orders import Queued, Ref, Refusal
from engine.packs.cohorts.content.spells import Reveal
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.magic.casting import SpellCast
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.preview import Planned
from tests.rules.adapters.magic_scene import Magic
from tests.rules.scene import Scene, ref

SCENE = Scene(4, 4)
NAMES = faces.of(SCENE.rules).names(SCENE.world)
REVEALING = [
    (key, kind)
    for key, each in SCENE.content.spells.items()
    if isinstance(each.effect, Reveal)
    for kind in (*each.targets, *(["captive"] if "character" in each.targets else []))
]
"""Spells that tell something, with whom of one's own each is cast on."""


def test_a_chance_is_told_once_in_percent():
    draws = [Foreseen("city:1", "train", Fraction(100, 3), 100)] * 2
    drawn = Planned("k1", "done", draws=(*draws, Foreseen("a", "b", None, 6)))
    assert outcome(drawn, NAMES).endswith(" (chance 33.3%) (the outcome varies).")


def test_an_order_that_would_be_refused_is_told_with_rule_and_way_out():
    refusal = Refusal("not_here", "cohorts.stack.overview", "It is far away.", "Go there.")
    told = outcome(Planned("k1", "refused", refusal), NAMES)
    assert told == "❌ It is far away. Go there. (rule “Stack: overview”)"


def test_an_order_that_needs_the_unknown_says_what_is_not_known():
    told = outcome(Planned("k1", "unforeseen", unknown="cache of province is not known"), NAMES)
    assert told == "❔ It cannot be foreseen: cache of province is not known."


def test_an_order_is_told_with_the_chances_it_takes():
    draw = Foreseen("city:1", "luck", 65, 100)
    assert outcome(Planned("k1", "done", draws=(draw,)), NAMES).endswith(" (chance 65%).")


def test_what_a_player_wrote_neither_mentions_nor_formats():
    stack = SCENE.stack(1, 1, name="**<@1>** `@everyone`")
    queued = Queued("k1", ChangeMessage(bearer=ref(stack), message="__Hail__"))
    line = order_line(queued, SCENE.world, SCENE.rules)
    assert "<@1>" not in line
    assert "@everyone" not in line
    assert "__" not in line
    assert "**" not in line.replace("\\*", "")


def test_an_order_in_another_phase_says_which():
    order = ActivateStack(province=Ref("province", 1), name="A")
    line = order_line(Queued("k1", order, "movement"), SCENE.world, SCENE.rules)
    assert line == "Activate stack: province grassland 0,0, name A, among the moves"


def test_pages_are_filled_and_none_ends_with_a_heading():
    blocks = ["**One**", "a" * (PAGE - 17), "**Two**", "b", "c" * 2 * PAGE]
    made = pages(blocks)
    assert [page[:7] for page in made] == ["**One**", "**Two**", "ccccccc"]
    assert all(len(page) <= PAGE for page in made)


@pytest.mark.parametrize("spell, kind", REVEALING)
def test_what_a_spell_tells_is_not_told_before_it_is_cast(spell: str, kind: str) -> None:
    scene = Magic()
    stack, foe = scene.mine(1), scene.foe(2)
    target = {
        "character": scene.hero(1),
        "captive": scene.change(foe, player=scene.me.id, captor=foe.player),
        "unit": scene.unit(stack),
        "stack": stack,
        "city": scene.seat,
        "province": scene.away(),
    }[kind]
    scene.learn(spell)
    order = GuildCastSpell(guild=ref(scene.mages), spell=spell, target=ref(target))
    plan = scene.plan(order)
    [planned] = plan.orders
    assert [type(entry.event) for entry in planned.entries] == [SpellCast]
    told = outcome(
        planned, faces.of(scene.rules).names(plan.world, planned=True, reader=scene.ours.id)
    )
    secret = kind in ("province", "captive")
    assert told.startswith("✅" if secret else "⚠️")
    assert ("nothing that you do not know" in told) is not secret
    assert len(scene.run(order).entries) > 1, "cast, it tells"
