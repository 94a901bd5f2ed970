"""Roster and relations: what they tell, that they fit, and that they tell nothing hidden."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.faces.cards.card import PanelCard, made_of
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.history.spots import spot
from bot.faces.cohorts.relations.panel import card_of
from bot.faces.cohorts.roster.panel import card_of as roster_card
from bot.faces.leads import MOST, Beside, Lead
from bot.faces.panels import PanelMade
from bot.faces.words.tabs import PAGE, Tab
from engine.campaign import Player
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import ConscriptRecruits
from engine.packs.cohorts.covert.assassins import CharacterStabbed
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.quests.questing import QuestFailed
from tests.bot.faces.pictured import sound_card
from tests.golden.realm import Realm
from tests.rules.scene import Scene, module


def fits(made: tuple[Sequence[Tab], Mapping[str, Beside]]) -> None:
    """Whether a panel of these tabs is within Discord's limits."""
    shown, leads = made
    assert 1 <= len(shown) <= 25
    for tab in shown:
        assert len(tab.pages) == len(leads[tab.name])
        for page, beside in zip(tab.pages, leads[tab.name], strict=True):
            assert 0 < len(page) <= PAGE
            assert len(beside) <= MOST
            assert all(0 < len(lead.label) <= 100 and len(lead.note) <= 100 for lead in beside)


def roster(scene: Scene, queued: Sequence[Queued] = ()) -> PanelMade:
    view = scene.view()
    return made_of(roster_card(scene.rules, view, view.get(Player, scene.me.id), queued), view)


def relations(scene: Scene) -> PanelCard:
    return card_of(scene.rules, scene.view(), scene.ours.id, scene.me.id, {})


def words(made: PanelMade, tab: str = "Roster") -> str:
    return "\n".join(page for each in made.tabs if each.name == tab for page in each.pages)


def leads(made: PanelMade) -> list[Lead]:
    return [lead for beside in made.leads.values() for page in beside for lead in page]


@lru_cache
def realm() -> Realm:
    return Realm(Rules.of(module()))


def test_the_fullest_realm_fits() -> None:
    scene = realm()
    for player in scene.world.all(Player):
        view = scene.rules.view(scene.world, player.faction)
        between = card_of(scene.rules, view, player.faction, player.id, {})
        for card in (roster_card(scene.rules, view, player), between):
            made = made_of(card, view)
            fits((made.tabs, made.leads))
            assert made.picture
            sound_card(made.picture)


def test_every_piece_of_a_player_is_in_the_roster_once() -> None:
    scene = realm()
    shown = [each.label for each in leads(roster(scene)) if each.panel]
    for cls in (Character, Unit):
        for piece in scene.world.by(cls, "player", scene.me.id):
            assert piece.name in shown, piece.name


def test_a_roster_tells_state_slot_and_points(scene: Scene) -> None:
    stack = scene.stack(5, 5, name="Iron Guard")
    scene.character(
        stack, name="Maud", wounds=30, slot=3, skill_points=2, attribute_points=1, actions=1
    )
    scene.character(stack, name="Body", dead=True)
    said = words(roster(scene))
    assert "🛡️ **Iron Guard** · 5,5" in said
    (maud,) = (line for line in said.splitlines() if "Maud" in line)
    assert maud == (
        "• Maud: wounds 30% (Human warrior, level 1). "
        "Slot 3, 3 points to spend, can still act 🩸⭐💤"
    )
    (body,) = (line for line in said.splitlines() if "Body" in line)
    assert body == "• Body: dead (Human warrior). ☠️"
    assert "Maud" in words(roster(scene), "Can still act")
    assert "Body" not in words(roster(scene), "Can still act")
    assert "Body" in words(roster(scene), "Prisoners and dead")


def test_what_is_ordered_is_marked_as_such() -> None:
    scene = realm()
    city = next(each for each in scene.world.all(City) if each.baron and each.name == "Town 0")
    order = Queued("k1", ConscriptRecruits(city=Ref(*city.place)))
    lines = words(roster(scene, [order])).splitlines()
    town = next(place for place, each in enumerate(lines) if "Town 0**" in each)
    assert lines[town + 1].endswith("has orders")
    assert "has orders" not in words(roster(scene))


def test_relations_name_who_stands_how_and_offer_what_can_be_voted() -> None:
    made = relations(realm())
    orders = {lead.order for box in made.boxes for row in box.rows for lead in row.leads}
    assert ("diplomacy", "sue-for-peace") in orders
    assert ("diplomacy", "break-alliance") in orders
    assert ("diplomacy", "declare-war") in orders
    picture = draw_card(made, realm().view())
    assert picture.alt.index("Ours and At_War: war") < picture.alt.index(
        "Ours and Allied: alliance"
    )
    assert picture.png == draw_card(made, realm().view()).png


def test_what_happened_has_its_place_on_the_map(scene: Scene) -> None:
    here = scene.at(5, 5)
    view = scene.view()
    assert spot(view, QuestFailed(name="A", quest="b", province=here.id)) == "5,5"
    hero = scene.character(scene.stack(6, 6))
    view = scene.view()
    stabbed = CharacterStabbed(character=hero.id, name="A", province=0, wounds=1, died=False)
    assert spot(view, stabbed) == ""
