"""The panel of the market: all open lists, and of offers and agreements one's own."""

from bot.faces.cards.card import PanelCard, Row, entries_of
from bot.faces.cards.parts import lots_told
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.market.panel import card_of
from engine.packs.cohorts.pieces.records import City
from tests.rules.scene import Scene


def trading(scene: Scene) -> tuple[City, City, City, City]:
    """Our city, an ally's and two others', each with something open."""
    ours = scene.city(2, 2, scene.me, name="Harrow")
    ally = scene.city(8, 2, scene.someone("ally"), name="Allyburg")
    enemy = scene.city(2, 9, scene.someone("enemy"), name="Grimhold")
    other = scene.city(9, 9, scene.someone("neutral"), name="Farport")
    for city, resource in ((ours, "iron"), (ally, "oak"), (enemy, "gold"), (other, "fish")):
        scene.market(city, {resource: 2})
    return ours, ally, enemy, other


def card(scene: Scene) -> PanelCard:
    return card_of(scene.rules, scene.view(), scene.ours.id)


def rows(scene: Scene, title: str = "Open for trade") -> tuple[Row, ...]:
    return next((box.rows for box in card(scene).boxes if box.title == title), ())


def told(scene: Scene, title: str) -> list[tuple[str, str, str]]:
    return [(row.name, row.under, lots_told(row.lots)) for row in rows(scene, title)]


def test_every_open_list_is_told_the_friendliest_first_even_of_cities_never_seen(scene) -> None:
    _, ally, _, _ = trading(scene)
    scene.market(ally, {"oak": 2}, wanted=("iron", "wheat"))
    assert told(scene, "Open for trade") == [
        ("Harrow", "Ours, yours", "2 Iron"),
        ("Allyburg", "Allied, ally", "2 Oak for Iron, Wheat"),
        ("Farport", "Neutral, neutral", "2 Fish"),
        ("Grimhold", "At_War, at war", "2 Gold"),
    ]
    assert all(row.side for row in rows(scene))


def test_a_city_that_took_all_off_has_no_stall(scene) -> None:
    ours, *_ = trading(scene)
    scene.market(ours, {})
    assert "Harrow" not in [each.name for each in rows(scene)]


def test_offers_and_agreements_are_told_from_our_side_before_what_is_open(scene) -> None:
    ours, ally, _, _ = trading(scene)
    scene.offer(ours, ally, {"iron": 1}, {"oak": 2})
    scene.offer(ally, ours, {"oak": 1}, {"iron": 2})
    scene.agreement(ally, ours, {"wheat": 3}, {"iron": 1})
    them = "with Allyburg, Allied"
    assert told(scene, "Offers by us") == [("Harrow", them, "gives 1 Iron for 2 Oak")]
    assert told(scene, "Offers to us") == [("Harrow", them, "gives 2 Iron for 1 Oak")]
    assert told(scene, "Agreements in force") == [("Harrow", them, "gives 1 Iron for 3 Wheat")]
    alt = draw_card(card(scene), scene.view()).alt
    assert alt.index("Offers to us") < alt.index("Open for trade")


def test_an_offer_between_two_of_our_cities_is_told_once(scene) -> None:
    ours, *_ = trading(scene)
    scene.offer(ours, scene.city(5, 5, scene.me, name="Second"), {"iron": 1}, {})
    (made,) = told(scene, "Offers by us")
    assert made[2] == "gives 1 Iron for nothing"
    assert rows(scene, "Offers to us") == ()


def test_what_others_agree_upon_among_themselves_is_not_told(scene) -> None:
    _, ally, enemy, other = trading(scene)
    before = card(scene)
    scene.offer(ally, enemy, {"oak": 1}, {"gold": 1})
    scene.agreement(enemy, other, {"gold": 1}, {"fish": 1})
    assert card(scene) == before
    assert [box.title for box in before.boxes] == ["Open for trade"]


def test_nothing_in_the_words_formats_and_a_market_without_anything_says_so(scene) -> None:
    none = draw_card(card(scene), scene.view())
    assert "No city has anything open" in none.alt
    _, ally, _, _ = trading(scene)
    scene.change(ally, name="**@here**")
    scene.market(scene.now(ally), {"oak": 2})
    said = "\n".join(each.line for each in entries_of(card(scene)))
    assert "@here" not in said
    assert "2 Oak" in said
