"""What the form shows fits into Discord's limits, however long names are, and says what is due."""

import pytest

from bot.faces.arms.coat import CHARGES, DIVISIONS, TINCTURES, Arms
from bot.faces.cohorts.joining import texts
from bot.faces.cohorts.joining.steps import Option, arms_steps, character_steps, spell_step
from bot.faces.words.rulebook import pages
from bot.jobs.starting import Start, draw_arms
from bot.joining.beginning import Beginning, order_of
from bot.joining.widgets import Menu, turned_to
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline
from engine.rulebook import Rulebook
from tests.bot.limits import EMBED_TEXT, FIELD_VALUE
from tests.rules.scene import Scene, module

CONTENT = module().content(Content)
LONG = "_*" * 16


def _outlines() -> list[Outline]:
    found = [designing.outline_of(party) for party in CONTENT.parties.values()]
    named = [each.model_copy(update={"name": LONG}) for each in found[0].characters]
    return [designing.blank(CONTENT), *found, found[0].model_copy(update={"characters": named})]


@pytest.mark.parametrize("outline", _outlines())
def test_every_page_fits_into_an_embed(outline: Outline):
    rules = Scene().rules
    begun = Beginning(module="m", faction="ashmark", city=3, name=LONG, outline=outline)
    faults = designing.faults(outline, CONTENT)
    starts = [Start(n, n, 1, LONG, 10_000, ("grassland",) * 6) for n in range(1, 30)]
    seated = {key: [LONG] * 30 for key in rules.module.factions}
    cards = [
        texts.party_card(rules, begun, faults, Arms(), warned=True),
        texts.place_card(rules, begun, starts, seated),
        texts.place_card(rules, begun.but(faction=""), starts, seated),
        *(texts.character_card(outline, n, faults, CONTENT) for n in range(5)),
    ]
    cards += [
        texts.ready_card(each.name, each.description, each, CONTENT)
        for each in CONTENT.parties.values()
    ]
    for card in cards:
        assert len(card) <= EMBED_TEXT
        assert all(0 < len(field.value or "") <= FIELD_VALUE for field in card.fields)


@pytest.mark.rule("cohorts.setup.attribute-points")
def test_a_character_s_card_shows_the_cost_table_and_what_is_left():
    outline = designing.outline_of(CONTENT.parties["harrow_banner"])
    card = texts.character_card(outline, 1, [], CONTENT)
    shown = "\n".join(f"{field.name} {field.value}" for field in card.fields)
    assert "0 of 26 points left" in shown
    assert "+1 = 1 · +2 = 3 · +3 = 5 · +4 = 8 · +5 = 11 · +6 = 15 · +7 = 19 · +8 = 24" in shown
    assert "STR** 17 (+6)" in shown
    assert "AF and SAR that grow with CHA" in shown


def test_every_choice_says_what_it_does():
    sketch = designing.outline_of(CONTENT.parties["harrow_banner"]).characters[3]
    silent = [
        (step.key, option.label)
        for step in character_steps()
        for option in step.options(sketch, CONTENT)
        if not option.about and not option.label.startswith("Nothing")
    ]
    assert silent == []
    assert all(option.about for option in spell_step().options(_outlines()[1], CONTENT))


def test_of_more_options_than_a_menu_takes_the_rest_is_a_turn_away_and_what_is_chosen_stays():
    options = [Option(str(n), f"Thing {n}") for n in range(60)]

    async def act(*_: object) -> None: ...

    shown: list[str] = []
    for part in range(3):
        menu = Menu("id", "Choose", options, act, chosen=["1", "30"], most=3, part=part)
        assert len(menu.options) <= 25
        *values, last = [option.value for option in menu.options]
        shown += values
        assert turned_to([last]) == (part + 1) % 3
    assert shown == [each.value for each in options]
    assert turned_to(["1"]) is None


def test_an_unfinished_design_makes_no_order():
    begun = Beginning(module="m", faction="ashmark", name="Ada", outline=designing.blank(CONTENT))
    with pytest.raises(ValueError, match="not finished"):
        order_of(begun)


# ---------------------------------------------------------------- arms


@pytest.mark.rule("cohorts.setup.coat-of-arms")
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_division_is_drawn_with_its_words(division: str):
    arms = Arms.model_validate({"division": division, "charge": CHARGES[3]})
    plain = Arms(division="plain", charge=arms.charge)
    drawn = draw_arms(arms.model_dump_json())
    assert arms.words in drawn.alt
    assert draw_arms(arms.model_dump_json()) == drawn
    assert (draw_arms(plain.model_dump_json()).png == drawn.png) == (division == "plain")


@pytest.mark.parametrize("charge", CHARGES)
def test_every_charge_has_its_picture(charge: str):
    bare = draw_arms(Arms(charge="none").model_dump_json())
    drawn = draw_arms(Arms.model_validate({"charge": charge}).model_dump_json())
    assert (drawn.png == bare.png) == (charge == "none")


def test_arms_to_begin_with_differ_and_their_charge_stands_out():
    found = [Arms.of_chance(number << 22) for number in range(500)]
    assert len(dict.fromkeys(found)) > 400
    for arms in found:
        assert len({arms.field, arms.second, arms.tincture}) == 3


def test_each_part_of_the_arms_can_be_chosen():
    arms = Arms()
    for step in arms_steps():
        last = step.options(arms, CONTENT)[-1]
        arms = step.take(arms, (last.value,), CONTENT)
        assert step.chosen(arms) == (last.value,)
    assert arms.field == TINCTURES[-1]


# ---------------------------------------------------------------- words


@pytest.mark.rule("cohorts.setup.abbreviations")
def test_players_can_look_up_every_abbreviation():
    book = Rulebook.load()
    shown = "\n".join(pages(book, "cohorts.setup.abbreviations"))
    rows = book.get("cohorts.setup.abbreviations").table
    assert isinstance(rows, list)
    assert len(rows) > 20
    for row in rows:
        assert isinstance(row, dict)
        assert str(row["short"]) in shown
        assert str(row["means"]) in shown
