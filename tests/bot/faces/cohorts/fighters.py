"""Cards of characters and units for tests: their words, their rows, and the figures in them."""

from bot import faces
from bot.faces.cards.card import PanelCard, Row, entries_of
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.fighter.panel import card_of
from bot.faces.paint.picture import Picture
from bot.faces.words.figures import Figure
from engine.packs.cohorts.pieces.records import Character, Unit
from tests.rules.scene import Scene


def card(scene: Scene, piece: Character | Unit) -> PanelCard:
    """What the faction of the scene is shown."""
    view = scene.view()
    return card_of(scene.rules, view, scene.ours.id, view.get(type(piece), piece.id))


def drawn(scene: Scene, piece: Character | Unit) -> Picture:
    """Its picture."""
    return draw_card(card(scene, piece), scene.view())


def words(scene: Scene, piece: Character | Unit, tab: str = "") -> str:
    """Those of a tab; of the first if none is named."""
    return "\n".join(each.line for each in entries_of(card(scene, piece), tab))


def rows(scene: Scene, piece: Character | Unit, box: str = "") -> dict[str, Row]:
    """The rows of a box by name; those beside the portrait if none is named."""
    shown = card(scene, piece)
    found = [each.rows for each in shown.boxes if each.title == box] if box else [shown.head]
    return {row.name: row for some in found for row in some}


def figures(scene: Scene, piece: Character | Unit) -> dict[str, Figure]:
    """The ratings of an own piece by the battle system of the campaign, by name."""
    view = scene.view()
    combat = faces.of(scene.rules).combat
    assert combat
    return {
        e.name: e for e in combat.own(scene.rules, view, view.get(type(piece), piece.id)).ratings
    }


def statuses(scene: Scene, piece: Character | Unit) -> list[str]:
    """What an own piece suffers, with what it does."""
    found = rows(scene, piece, "What it suffers, and spells on it").values()
    return [f"{row.name}: {row.note}" for row in found]
