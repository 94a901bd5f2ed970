"""The form on which a King is made: whatever is pressed, the King may rule, and it fits Discord."""

import random
from collections.abc import Iterator

import pytest

from bot.faces.arms.coat import Arms
from bot.faces.join_forms import READY, Progress
from bot.faces.kingdoms.crowns import FACE
from bot.faces.kingdoms.joining.claim import (
    Claim,
    blank_claim,
    changed,
    choices_of,
    content_of,
    from_court,
    missing,
    order_of,
)
from bot.faces.kingdoms.joining.pages import ABILITY, KING
from bot.faces.pages import Button, Change, FormPosition, Menu, Page
from bot.guided.cards import embed_of
from bot.joining.places import ready_page
from engine.packs.kingdoms.crowns.kings import king_faults
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from tests.bot.limits import EMBED_TEXT, FIELD_VALUE
from tests.packs.kingdoms.crowns.table import Table, empty, rules

SEAT = FACE.seat
assert SEAT
COURTS = list(content_of(rules()).courts)
LONG = "_*" * 16


def blank() -> Claim:
    faction = next(iter(rules().module.factions))
    return blank_claim(rules()).but(faction=faction, name="Ada")


def made(claim: Claim, at: FormPosition) -> Page[Claim]:
    assert SEAT
    return SEAT.pages[at.page](Progress(rules(), claim, at, Arms(), warned=True))


def spots() -> Iterator[FormPosition]:
    yield KING
    yield from (FormPosition(ABILITY, (ability,)) for ability in ABILITIES)


def claims() -> Iterator[Claim]:
    yield blank().but(king=LONG)
    yield from (from_court(rules(), blank(), key) for key in COURTS)


@pytest.mark.parametrize("claim", list(claims()), ids=["blank", *COURTS])
def test_every_page_fits_into_discord(claim: Claim) -> None:
    assert SEAT
    assert SEAT.ready
    pages = [made(claim, spot) for spot in spots()]
    pages += [
        ready_page(SEAT, SEAT.ready, Progress(rules(), claim, FormPosition(READY, (key,)), Arms()))
        for key in COURTS
    ]
    for page in pages:
        card = embed_of(page.card)
        assert len(card) <= EMBED_TEXT
        assert all(0 < len(field.value or "") <= FIELD_VALUE for field in card.fields)
        menus = [each for each in page.controls if isinstance(each, Menu)]
        buttons = [each for each in page.controls if isinstance(each, Button)]
        assert len(menus) + -(-len(buttons) // 5) <= 5
        assert all(1 <= len(menu.options) <= 25 for menu in menus)
        assert all(len(option.about) <= 100 for menu in menus for option in menu.options)


@pytest.mark.rule("kingdoms.setup.kingdom-choices")
@pytest.mark.parametrize("seed", range(4))
def test_no_press_makes_a_king_who_may_not_rule(seed: int) -> None:
    """Two forms are open at once: what one offered is pressed after the other changed the draft."""
    dice = random.Random(seed)
    claim = stale = blank()
    for _ in range(300):
        page = made(dice.choice([claim, stale]), dice.choice(list(spots())))
        menu = dice.choice([each for each in page.controls if isinstance(each, Menu)])
        act = menu.act((dice.choice(menu.options).value,))
        stale = claim
        if isinstance(act, Change):
            claim = act.edit(claim)
        assert not list(king_faults(content_of(rules()), choices_of(claim)))
    assert [each.says for each in missing(rules(), claim)] == ["the name of your King"]
    assert not missing(rules(), claim.but(king="Odo"))


@pytest.mark.rule("kingdoms.character.aptitude")
def test_a_change_of_alignment_takes_the_skill_that_only_its_doubling_allowed() -> None:
    claim = changed(rules(), blank(), alignment="Good", points={"SA": 1}, skill={"SA": 2})
    assert claim.skill == {"SA": 2}
    assert changed(rules(), claim, alignment="Evil").skill == {"SA": 1}


@pytest.mark.rule("kingdoms.setup.kingdom-choices")
def test_what_is_put_down_takes_a_kingdom() -> None:
    factions = list(rules().module.factions)
    own = from_court(rules(), blank(), COURTS[0]).but(king="Odo", kingdom="The Reeds")
    other = blank().but(faction=factions[1], name="Cora")
    table = Table(empty().fork())
    table.host(order_of(rules(), own, ""), order_of(rules(), other, COURTS[1]))
    assert not table.refused()
    assert (table.king(1).name, table.crown(1).name) == ("Odo", "The Reeds")
    assert table.king(2).name == content_of(rules()).courts[COURTS[1]].name


def test_a_draft_is_kept_as_it_is() -> None:
    for claim in claims():
        assert Claim.model_validate_json(claim.model_dump_json()) == claim
