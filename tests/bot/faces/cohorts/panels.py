"""Cards for tests of panels: of whatever has one, what stands on them, and the figures in them."""

from bot import faces
from bot.faces.cards.card import PanelCard, Row, entries_of
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.agent.panel import card_of as agent_card
from bot.faces.cohorts.city.panel import card_of as city_card
from bot.faces.cohorts.fighter.panel import card_of as fighter_card
from bot.faces.cohorts.item.panel import card_of as item_card
from bot.faces.cohorts.stack.panel import card_of as stack_card
from bot.faces.paint.picture import Picture
from bot.faces.words.figures import Figure
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.world import World
from tests.rules.scene import Scene

Thing = Character | Unit | Agent | Stack | City | str
"""A record, or the key of an item."""


def card(scene: Scene, thing: Thing, view: World | None = None) -> PanelCard:
    """What the faction of the scene is shown, by what it knows if no other view is given."""
    rules, us, view = scene.rules, scene.ours.id, view or scene.view()
    if isinstance(thing, str):
        return item_card(rules, view, us, thing)
    seen = view.get(type(thing), thing.id)
    if isinstance(seen, City):
        return city_card(rules, view, seen)
    if isinstance(seen, Stack):
        return stack_card(rules, view, us, seen)
    if isinstance(seen, Agent):
        return agent_card(rules, view, us, seen)
    return fighter_card(rules, view, us, seen)


def drawn(scene: Scene, thing: Thing) -> Picture:
    """Its picture."""
    return draw_card(card(scene, thing), scene.view())


def words(scene: Scene, thing: Thing, tab: str = "") -> str:
    """Those of a tab; of the first if none is named."""
    return "\n".join(each.line for each in entries_of(card(scene, thing), tab))


def rows(scene: Scene, thing: Thing, box: str = "") -> dict[str, Row]:
    """By name those of a box, or of boxes that begin so; those beside the portrait without one."""
    shown = card(scene, thing)
    found = [each.rows for each in shown.boxes if each.title == box]
    found = found or [each.rows for each in shown.boxes if each.title.startswith(box)]
    return {row.name: row for some in (found if box else [shown.head]) for row in some}


def figures(scene: Scene, piece: Character | Unit) -> dict[str, Figure]:
    """The ratings of an own piece by the battle system of the campaign, by name."""
    view = scene.view()
    combat = faces.of(scene.rules).combat
    assert combat
    seen = view.get(type(piece), piece.id)
    return {each.name: each for each in combat.own(scene.rules, view, seen).ratings}


def statuses(scene: Scene, piece: Character | Unit) -> str:
    """What an own piece suffers, with what it does; empty for nothing."""
    state = rows(scene, piece, "State")
    return state["It is"].text if "It is" in state else ""
