"""A seat that is not Cohorts': a page, a choice and a name, through the same form and commands."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot import faces
from bot.faces.embeds import Card, Field
from bot.faces.face import Face, Faces
from bot.faces.join_forms import PLACE, Draft, Missing, Progress, Seat, Start, Starts
from bot.faces.pages import Ask, Button, Change, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option
from bot.practice.table import Table
from engine.orders import Order
from engine.packs import Rules
from engine.packs.cohorts.setup.joining import Join
from engine.world import World
from tests.bot.joining.form import Form
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    members,
    posts,
    says,
    store_of,
    told,
    words,
)

PARTIES = ["harrow_banner", "first_drum"]
"""What a crown stands for: the world of these tests is that of Cohorts."""
CROWNS = [*(f"crown{n}" for n in range(30)), "iron", "gold"]


class Claim(Draft):
    """A crown and the name under which it is worn."""

    crown: str = ""
    called: str = ""


def _missing(_: Rules, claim: Claim) -> list[Missing]:
    return [] if claim.crown else [Missing("the crown is not chosen", "toy.crown")]


def _order(_: Rules, claim: Claim, _ready: str) -> Order:
    party = PARTIES[claim.crown == "gold"]
    name = claim.called or claim.name
    return Join(faction=claim.faction, name=name, party=party, city=claim.place)


def _crown(at: Progress[Claim]) -> Page[Claim]:
    options = [Option(crown, crown.capitalize()) for crown in CROWNS]
    name: Ask[Claim] = Ask(
        "The crown", "Its bearer", "A bearer", at.draft.called, lambda c, text: c.but(called=text)
    )
    worn = f"{at.draft.called or 'Nobody'} wears {at.draft.crown or 'nothing'}"
    return Page(
        Card("Your crown", worn, (Field("Still to do", str(len(_missing(at.rules, at.draft)))),)),
        (
            Menu(
                "toy:crown",
                "Choose a crown",
                options,
                lambda values: Change(lambda claim: claim.but(crown=values[0])),
                chosen=(at.draft.crown,),
            ),
            Button("toy:called", "Bearer …", name),
            Button("toy:join", "Rule", Take(), main=True),
            Button("toy:back", "Back", Turn(PLACE)),
        ),
    )


def _welcome(rules: Rules, claim: Claim, _ready: str) -> Card:
    return Card("Long live the crown", f"{claim.crown} for {claim.faction}")


SEAT: Seat[Claim] = Seat(
    blank=lambda _: Claim(),
    order=_order,
    welcome=_welcome,
    missing=_missing,
    pages={"crown": _crown},
    design="Choose a crown",
    longest_name=12,
)
PLAIN: Seat[Claim] = Seat(blank=lambda _: Claim(), order=_order)

COGS = EXTENSIONS


@pytest.fixture
def seated_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Seat[Any] | None], None]:
    """Lets campaigns be joined by another seat than that of their packs, or by none."""
    real = faces.of

    def seated(seat: Seat[Any] | None) -> None:
        def of(rules: Rules) -> Faces:
            if seat is None:
                return Faces(rules, (replace(each, seat=None) for each in real(rules).faces))
            return Faces(rules, (*real(rules).faces, Face(pack="toy", seat=seat)))

        monkeypatch.setattr(faces, "of", of)

    return seated


# ---------------------------------------------------------------- with a page


async def test_a_page_a_choice_and_a_name_join_by_the_general_form(table: Table, seated_by: Any):
    seated_by(SEAT)
    form = await Form.first(table)
    assert "For whom do you play?" in form.text
    assert form.message.attachments == [], "there is no map of places"
    assert form.ids() == ["join:faction", "join:name"]
    await form.choose("join:faction", "elderwood")
    assert "nobody yet, 2 free" in form.text
    assert form.ids() == ["join:faction", "join:design", "join:name"]
    await form.press("join:design")
    assert "Nobody wears nothing" in form.text
    refused = await form.press("toy:join")
    assert "the crown is not chosen" in words(refused.followups[-1])
    assert "“Crown”" in words(refused.followups[-1])
    assert "gold" not in form.options("toy:crown")
    await form.choose("toy:crown", "more:1")
    await form.choose("toy:crown", "gold")
    await form.type("toy:called", "Oda")
    assert "Oda wears gold" in form.text

    await table.restart_bot()
    form = await Form(table, "Ada").open()
    assert "Oda wears gold" in form.text, "all is kept, and the form opens where it was left"
    await form.press("toy:join")
    assert "Long live the crown" in form.text
    assert "gold for elderwood" in form.text
    assert "What comes next" in form.text
    assert [(member.faction, member.player) for member in await members(table)] == [(2, 1)]
    assert "Oda joined The Elderwood" in posts(table, "herald")[-1]


async def test_the_names_that_a_page_asks_for_are_looked_through(table: Table, seated_by: Any):
    seated_by(SEAT)
    form = await Form.first(table, faction="elderwood")
    await form.press("join:design")
    answer = await form.type("toy:called", "@everyone")
    assert "A bearer is shown to everyone" in words(answer.followups[-1])
    answer = await form.type("toy:called", "sh1t")
    assert "would offend" in words(answer.followups[-1])
    assert "Nobody wears nothing" in form.text
    long = await says(table, "Ada", "join", faction="elderwood", name="Ada the Longest")
    assert "1 to 12 characters" in told(long), "the seat says how long a name may be"


@pytest.mark.parametrize("body", ["{}", '{"module": "other"}', '{"crown": [1]}', "[]"])
async def test_what_was_put_down_in_another_form_is_begun(table: Table, seated_by: Any, body: str):
    seated_by(SEAT)
    await campaign_on(table, opened=True)
    async with store_of(table) as store:
        await store.papers.put(1, table.guild.people["Ada"].id, "design", body)
    form = await Form(table, "Ada").open(faction="elderwood")
    await form.press("join:design")
    assert "Nobody wears nothing" in form.text


# ---------------------------------------------------------------- without a form


async def test_a_seat_without_a_form_joins_by_a_name(table: Table, seated_by: Any):
    seated_by(PLAIN)
    await campaign_on(table, opened=True)
    answer = await says(table, "Ada", "join", faction="elderwood", name="Oda")
    assert "Welcome to The Elderwood" in told(answer)
    assert "Oda joined The Elderwood" in posts(table, "herald")[-1]


async def test_without_a_form_one_chooses_the_faction_and_joins(table: Table, seated_by: Any):
    seated_by(PLAIN)
    form = await Form.first(table)
    await form.choose("join:faction", "elderwood")
    await form.press("join:join")
    assert "Welcome to The Elderwood" in form.text
    assert [member.faction for member in await members(table)] == [2]


@pytest.mark.parametrize(
    "options, says_so",
    [
        ({"start": "harrow_banner"}, "nothing ready-made"),
        ({"place": "Harrow"}, "nobody chooses where to begin"),
    ],
)
async def test_options_that_a_seat_has_nothing_for_are_refused_and_suggest_nothing(
    table: Table, seated_by: Any, options: Mapping[str, str], says_so: str
):
    seated_by(PLAIN)
    await campaign_on(table, opened=True)
    answer = await says(table, "Ada", "join", faction="elderwood", **options)
    assert says_so in told(answer)
    assert await members(table) == []
    lobby, ada = next(table.guild.channels()), table.guild.people["Ada"]
    for option in options:
        assert await ada.autocomplete(lobby, "join", option, "", faction="elderwood") == []


async def test_nobody_joins_by_rules_that_seat_none(table: Table, seated_by: Any):
    seated_by(None)
    await campaign_on(table, opened=True)
    assert "nobody takes a seat" in told(await says(table, "Ada", "join", faction="elderwood"))


# ---------------------------------------------------------------- starting places


def free(_rules: Rules, _world: World, faction: int) -> list[Start]:
    """More places for each faction than a menu takes."""
    sides = [faction] if faction else [1, 2, 3, 4]
    return [
        Start(n, 100 * side + n, side, f"Hill {n}", "windy") for side in sides for n in range(1, 31)
    ]


async def test_more_places_than_a_menu_takes_can_all_be_chosen(table: Table, seated_by: Any):
    starts = Starts(free=free, title="Free hills", rule="toy.hills")
    seated_by(replace(SEAT, starts=starts))
    form = await Form.first(table, faction="elderwood", place="hill 3")
    assert "**3** Hill 3: windy ← yours" in form.text
    assert "Free hills" in form.text
    await form.choose("join:start", "more:1")
    await form.choose("join:start", "230")
    assert form.chosen("join:start") == ["230"]
    await form.choose("join:faction", "ashmark")
    assert form.chosen("join:start") == [], "each faction has places of its own"


def test_a_page_of_a_face_does_not_hide_one_that_every_form_has():
    with pytest.raises(ValueError, match="has a page 'arms' already"):
        replace(SEAT, pages={"arms": _crown})
