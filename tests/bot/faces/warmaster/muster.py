"""My army in a Warmaster campaign with a foe beside it, and the panels of what I know."""

from __future__ import annotations

from bot import faces
from bot.faces.agenda import Desk
from bot.faces.leads import Lead
from bot.faces.panels import Look, PanelMade
from engine.orders import Order, Queued
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.world import Record, World
from tests.bot.faces.looking import desk
from tests.packs.warmaster.scene import MusterScene

TYPES = ("halberdiers", "halberdiers", "knights", "crossbowmen")


class Muster:
    """A stack of four units under a warrior and a mage, with a foe's stack in its province."""

    def __init__(self, *, led: bool = True) -> None:
        self.scene = MusterScene()
        self.faces = faces.of(self.scene.rules)
        self.foe = self.scene.someone("at_war")
        self.stack = self.scene.stack(5, 5, name="Iron Guard")
        self.units = [self.scene.troop(self.stack, kind) for kind in TYPES]
        self.leaders: list[Character] = []
        if led:
            self.leaders = [
                self.scene.character(self.stack, name="Aldric", level=6, job="warrior"),
                self.scene.character(
                    self.stack, name="Mirel", level=3, job="mage", skills={"spell_craft": 2}
                ),
            ]
        self.theirs = self.scene.stack(5, 5, self.foe, name="Red Horde")
        self.tusks = self.scene.troop(self.theirs, "tusk-warriors", self.foe)

    @property
    def view(self) -> World:
        """What my faction knows."""
        return self.scene.view()

    def told(self, *orders: Order) -> None:
        """Give orders that must be taken."""
        ran = self.scene.run(*orders)
        assert not ran.refused, ran.failures

    def look(self, view: World | None = None) -> Look:
        """What a panel of mine is made from; it reads no history."""
        scene = self.scene
        return Look(
            self.faces,
            view or self.view,
            scene.ours.id,
            scene.me.id,
            1,
            None,  # type: ignore[arg-type]
        )

    def panel(self, name: str, about: str | Record | None = None) -> PanelMade:
        """A panel, about what was typed or about a record."""
        look, panel = self.look(), self.faces.panels[name]
        assert panel.about
        if isinstance(about, Character | Unit):
            return panel.make(look, str(about.id))
        if isinstance(about, Record):
            return panel.make(look, f"{about.kind}:{about.id}")
        return panel.make(look, panel.about.meant(look, about))

    def desk(self, *orders: Order, looked: tuple[str, ...] = ()) -> Desk:
        """My desk with these orders in the draft."""
        queued = (Queued(f"o{n}", order) for n, order in enumerate(orders, start=1))
        return desk(self.scene.rules, self.view, self.scene.me.id, *queued, looked=looked)


def words(made: PanelMade, tab: str = "") -> str:
    """What a panel says, on a tab or on all."""
    return "\n".join(page for each in made.tabs if tab in ("", each.name) for page in each.pages)


def leads(made: PanelMade) -> list[Lead]:
    """Wherever a panel leads on to."""
    return [lead for pages in made.leads.values() for page in pages for lead in page]
