"""What the form shows fits into Discord's limits, however long names are, and says what is due."""

import json

import pytest

from bot.faces.arms.coat import Arms
from bot.faces.cohorts.joining import texts
from bot.faces.cohorts.joining.beginning import Beginning, order_of
from bot.faces.cohorts.joining.pages import PARTY, character_page, party_page
from bot.faces.cohorts.joining.seat import SEAT
from bot.faces.cohorts.joining.steps import character_steps, spell_step
from bot.faces.join_forms import PLACE, READY, Progress, Start
from bot.faces.pages import FormPosition, Page
from bot.guided.cards import embed_of
from bot.joining.places import place_page, ready_page
from bot.joining.starts import FreePlaces
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline
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
    begun = Beginning(module="m", faction="ashmark", place=3, name=LONG, outline=outline)
    starts = tuple(Start(n, n, 1, LONG, "10,000 people · " + LONG) for n in range(1, 30))
    places = FreePlaces(starts, dict.fromkeys(rules.module.factions, (LONG,) * 30), None)

    def at(spot: FormPosition, draft: Beginning = begun) -> Progress[Beginning]:
        return Progress(rules, draft, spot, Arms(), warned=True)

    assert SEAT.ready
    made: list[Page[Beginning]] = [
        party_page(at(PARTY)),
        place_page(SEAT, at(PLACE), places),
        place_page(SEAT, at(PLACE, begun.but(faction="")), places),
        *(character_page(at(FormPosition("character", (str(n), "")))) for n in range(5)),
        *(ready_page(SEAT, SEAT.ready, at(FormPosition(READY, (key,)))) for key in CONTENT.parties),
    ]
    for card in (embed_of(page.card) for page in made):
        assert len(card) <= EMBED_TEXT
        assert all(0 < len(field.value or "") <= FIELD_VALUE for field in card.fields)


@pytest.mark.rule("cohorts.setup.attribute-points")
def test_a_character_s_card_shows_the_cost_table_and_what_is_left():
    outline = designing.outline_of(CONTENT.parties["harrow_banner"])
    card = texts.character_card(outline, 1, [], CONTENT)
    shown = "\n".join(f"{field.name} {field.text}" for field in card.fields)
    assert "0 of 26 points left" in shown
    assert "+1 = 1 · +2 = 3 · +3 = 5 · +4 = 8 · +5 = 11 · +6 = 15 · +7 = 19 · +8 = 24" in shown
    assert "STR** 17 (+6)" in shown
    assert "AF and SAR that grow with CHA" in shown


def test_every_choice_says_what_it_does():
    sketch = designing.outline_of(CONTENT.parties["harrow_banner"]).characters[3]
    silent = [
        (step.key, option.label)
        for step in character_steps(CONTENT)
        for option in step.options(sketch)
        if not option.about and not option.label.startswith("Nothing")
    ]
    assert silent == []
    assert all(option.about for option in spell_step(CONTENT).options(_outlines()[1]))


def test_an_unfinished_design_makes_no_order():
    begun = Beginning(module="m", faction="ashmark", name="Ada", outline=designing.blank(CONTENT))
    with pytest.raises(ValueError, match="not finished"):
        order_of(Scene().rules, begun, "")
    missing = SEAT.missing(Scene().rules, begun)
    assert ("Character 1: name is missing", "cohorts.setup.steps") in [
        (each.says, each.rule) for each in missing
    ]


def test_what_was_put_down_by_the_first_version_is_read_still():
    outline = designing.outline_of(CONTENT.parties["harrow_banner"])
    old = {"module": "m", "faction": "ashmark", "city": 7, "name": "Ada"}
    plain = {**old, "outline": outline.model_dump(mode="json")}
    begun = Beginning.model_validate_json(json.dumps(plain))
    assert (begun.place, begun.outline) == (7, outline)
    assert Beginning.model_validate_json(begun.model_dump_json()) == begun
