"""The facts of the market's panel: all open lists, and of offers and agreements one's own."""

from bot.faces.cohorts.market.facts import MarketFacts, amounts, market_facts
from bot.faces.cohorts.market.texts import market_tab
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


def facts_of(scene: Scene) -> MarketFacts:
    return market_facts(scene.rules, scene.view(), scene.ours.id)


def test_every_open_list_is_told_the_friendliest_first_even_of_cities_never_seen() -> None:
    scene = Scene()
    _, ally, _, _ = trading(scene)
    scene.market(ally, {"oak": 2}, wanted=("iron", "wheat"))
    stalls = facts_of(scene).stalls
    assert [(each.city, each.own, each.relation) for each in stalls] == [
        ("Harrow", True, "allied"),
        ("Allyburg", False, "allied"),
        ("Farport", False, "neutral"),
        ("Grimhold", False, "at_war"),
    ]
    assert amounts(stalls[1].open) == "2 Oak"
    assert stalls[1].wanted == ("Iron", "Wheat")
    assert stalls[1].faction


def test_a_city_that_took_all_off_has_no_stall() -> None:
    scene = Scene()
    ours, *_ = trading(scene)
    scene.market(ours, {})
    assert "Harrow" not in [each.city for each in facts_of(scene).stalls]


def test_offers_and_agreements_are_told_from_our_side() -> None:
    scene = Scene()
    ours, ally, _, _ = trading(scene)
    scene.offer(ours, ally, {"iron": 1}, {"oak": 2})
    scene.offer(ally, ours, {"oak": 1}, {"iron": 2})
    scene.agreement(ally, ours, {"wheat": 3}, {"iron": 1})
    facts = facts_of(scene)
    (made,), (received,), (agreed,) = facts.made, facts.received, facts.agreements
    assert (made.ours, made.theirs) == ("Harrow", "Allyburg")
    assert (amounts(made.gives), amounts(made.gets)) == ("1 Iron", "2 Oak")
    assert (received.ours, received.theirs) == ("Harrow", "Allyburg")
    assert (amounts(received.gives), amounts(received.gets)) == ("2 Iron", "1 Oak")
    assert (amounts(agreed.gives), amounts(agreed.gets)) == ("1 Iron", "3 Wheat")


def test_an_offer_between_two_of_our_cities_is_told_once() -> None:
    scene = Scene()
    ours, *_ = trading(scene)
    scene.offer(ours, scene.city(5, 5, scene.me, name="Second"), {"iron": 1}, {})
    facts = facts_of(scene)
    assert (len(facts.made), len(facts.received)) == (1, 0)
    assert amounts(facts.made[0].gets) == "nothing"


def test_what_others_agree_upon_among_themselves_is_not_told() -> None:
    scene = Scene()
    _, ally, enemy, other = trading(scene)
    before = facts_of(scene)
    scene.offer(ally, enemy, {"oak": 1}, {"gold": 1})
    scene.agreement(enemy, other, {"gold": 1}, {"fish": 1})
    assert facts_of(scene) == before
    assert (before.made, before.received, before.agreements) == ((), (), ())


def test_the_words_tell_all_of_it_and_nothing_in_them_formats() -> None:
    scene = Scene()
    ours, ally, _, _ = trading(scene)
    scene.change(ally, name="**@here**")
    scene.market(ally, {"oak": 2}, wanted=("iron",))
    scene.offer(ours, scene.now(ally), {"iron": 1}, {"oak": 2})
    (page,) = market_tab(facts_of(scene)).pages
    assert "@here" not in page
    assert "2 Oak; would like Iron" in page
    assert "**Offers by us**\n- Harrow gives 1 Iron to" in page
    assert "Agreements" not in page
