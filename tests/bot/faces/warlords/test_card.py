"""Panels of pieces that fight by Warlords: the card, what state and relics make of it, and why."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.cards.card import made_of
from bot.faces.cohorts.item.panel import card_of as item_card
from bot.faces.sheet.sheet import LONGEST_ALT
from bot.faces.words.figures import Figure
from bot.faces.words.tabs import PAGE
from engine.dice import ForeseeDice
from engine.packs.warlords.battle.bonuses import arrays
from engine.packs.warlords.battle.cards import Company, Field, FighterCard
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.cards import fighter_of_hero, fighter_of_unit
from engine.packs.warlords.pieces import Hero, Upheld
from engine.state import State
from tests.bot.faces.cohorts.panels import card as card_of
from tests.bot.faces.cohorts.panels import drawn, figures, rows, statuses, words
from tests.packs.warlords.scene import WarScene

CONDITIONS = st.builds(
    Condition,
    blessed=st.booleans(),
    medals=st.integers(0, 4),
    points=st.integers(0, 3),
    poisoned=st.booleans(),
    diseased=st.booleans(),
    paralysed=st.booleans(),
    drained=st.booleans(),
    weakened=st.booleans(),
)
SCENE = WarScene()
"""Whose cards and relics tests go through; nothing is put into its world."""


def total(figure: Figure) -> Fraction:
    """What its lines come to, one after the other."""
    found = Fraction(0)
    for _, does in figure.shares:
        what, _, bound = does.rpartition(" ")
        if what:
            found = {"at most": min, "at least": max}[what](found, Fraction(bound))
        else:
            found += Fraction(does.replace("−", "-"))
    return found


def entering(scene: WarScene, fighter: FighterCard) -> dict[str, int]:
    """The figures with which it enters a battle alone, on ground that helps nobody."""
    alone = Company(side="attacker", fighters=(fighter,))
    enemy = Company(
        side="defender", fighters=(fighter.replace(abilities={}, items=(), terrain={}),)
    )
    array, _ = arrays(Field(terrains=("nowhere",)), alone, enemy)
    plain = array.stance(fighter)
    return {
        "Strength": plain.strength - int(array.bonus.value),
        "Hits": plain.hits,
        "Acid": plain.acid,
        "Lightning": plain.lightning,
        "Assassination": plain.assassination,
        "Missile": plain.shots,
        "Trample": plain.trample,
    }


@pytest.mark.rule("warlords.strength.stored", "warlords.hits.stored")
@settings(max_examples=20, deadline=None)
@given(card=st.sampled_from(sorted(SCENE.war.unit_types)), condition=CONDITIONS)
def test_a_units_figures_are_those_with_which_it_fights_and_their_lines_add_up(
    card: str, condition: Condition
) -> None:
    scene = WarScene()
    if scene.war.unit_types[card].strength < 9:
        condition = condition.replace(weakened=False)  # warlords.precombat.curse-strength
    unit = scene.troop(scene.stack(5, 5), card, condition=condition)
    found = figures(scene, unit)
    state = State(scene.rules, scene.world, ForeseeDice())
    for name, value in entering(scene, fighter_of_unit(state, unit)).items():
        assert int(found[name].value if name in found else 0) == value, name
        if name in found:
            assert total(found[name]) == value, name
    assert found["Fights as"].value == scene.war.unit_types[card].name
    assert found["Medals"].value == f"{condition.medals} of 4"


@settings(max_examples=20, deadline=None)
@given(
    hero_type=st.sampled_from(sorted(SCENE.war.hero_types)),
    relics=st.lists(
        st.sampled_from(sorted(SCENE.war.relics)),
        max_size=4,
        unique_by=lambda key: SCENE.war.relics[key].place,
    ),
    level=st.integers(1, 30),
    condition=CONDITIONS.map(lambda one: one.replace(weakened=False)),
)
def test_a_heros_figures_are_those_with_which_it_fights_and_their_lines_add_up(
    hero_type: str, relics: list[str], level: int, condition: Condition
) -> None:
    scene = WarScene()
    kind = scene.war.hero_types[hero_type]
    worn = {scene.war.relics[key].place: key for key in sorted(relics)}
    ext = Hero.of(kind, chosen=True).replace(worn=worn, condition=condition)
    hero = scene.character(scene.stack(5, 5), job=kind.job, level=level, ext=ext)
    found = figures(scene, hero)
    state = State(scene.rules, scene.world, ForeseeDice())
    for name, value in entering(scene, fighter_of_hero(state, hero)).items():
        assert int(found[name].value if name in found else 0) == value, name
        if name in found:
            assert total(found[name]) == value, name
    assert [*rows(scene, hero, "Gear")] == [
        scene.war.relics[key].name for key in worn.values()
    ] or not worn


def test_a_unit_of_the_base_game_says_that_it_has_no_card() -> None:
    scene = WarScene()
    unit = scene.unit(scene.stack(5, 5), level=6, equipment={"armor": "plate"})
    found = figures(scene, unit)
    assert found["Fights as"].value == "a unit without a card"
    assert int(found["Strength"].value) > 1


def test_its_state_is_told_with_what_it_does() -> None:
    scene = WarScene()
    ill = Condition(poisoned=True, paralysed=True)
    knight = scene.troop(scene.stack(5, 5), "knight", condition=ill)
    told = "poisoned (2 strength less) and paralysed (slow on the map)"
    assert statuses(scene, knight) == told
    assert dict(figures(scene, knight)["Strength"].shares) == {"Knight": "5", "Poison": "−2"}


def test_spells_are_told_of_whom_they_help_and_who_keeps_them_up() -> None:
    scene = WarScene()
    stack = scene.stack(5, 5, name="Iron Guard")
    kind = next(iter(scene.war.hero_types.values()))
    kept = Hero.of(kind).replace(spells=(Upheld(spell="bravery", stack=stack.id),))
    hero = scene.character(stack, job=kind.job, ext=kept)
    unit = scene.troop(stack, "knight")
    for piece, told in (
        (unit, "under Bravery (morale +1)"),
        (hero, "under Bravery (morale +1) and keeps up Bravery (on Iron Guard)"),
    ):
        assert statuses(scene, piece) == told


def test_a_hero_too_wounded_to_fight_says_so() -> None:
    scene = WarScene()
    stack = scene.stack(5, 5)
    for wounds, told in ((50, ""), (51, "unfit to fight")):
        found = statuses(scene, scene.character(stack, wounds=wounds))
        assert found.partition(" (")[0] == told


def test_of_an_enemy_no_card_is_told() -> None:
    scene = WarScene()
    enemy = scene.someone("at_war")
    unit = scene.troop(scene.stack(5, 5, enemy), "knight", enemy)
    scene.character(scene.stack(5, 5))
    assert card_of(scene, unit).boxes == ()
    assert "strength 5" not in words(scene, unit).lower()


def test_the_words_and_the_picture_hold_everything_at_its_most() -> None:
    scene = WarScene(
        cards={
            "wonder": {
                "name": "W" * 40,
                "strength": 9,
                "hits": 4,
                "abilities": dict.fromkeys(("chaos", "fear", "acid", "missile", "curse"), 10),
                "terrain": {"open": 9, "hills": 9, "city": 9},
                "kinds": ["dragon", "undead"],
            }
        }
    )
    every = Condition(medals=4, points=99, poisoned=True, diseased=True, drained=True)
    unit = scene.troop(scene.stack(5, 5), "wonder", condition=every)
    for tab in made_of(card_of(scene, unit), scene.view()).tabs:
        assert all(len(page) <= PAGE for page in tab.pages)
    picture = drawn(scene, unit)
    assert 0 < len(picture.alt) <= LONGEST_ALT
    assert "Medals: 4 of 4" in picture.alt


def test_a_relic_is_told_with_what_it_gives() -> None:
    key, relic = next(iter(SCENE.war.relics.items()))
    made = item_card(SCENE.rules, SCENE.view(), SCENE.ours.id, key)
    assert made.title == relic.name
    assert made.subtitle.startswith("relic (")
    assert len(made.boxes[0].rows) == len(relic.effect)
    assert "heroic level" in made.head[0].text
