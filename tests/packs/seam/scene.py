"""A scene by the rules of the test pack."""

from pathlib import Path

from engine.module import load
from engine.packs import Rules
from engine.world import World
from tests.packs.seam.pack import PACK
from tests.rules.scene import MODULES, Scene

BORDERLAND = load("borderland", [Path(__file__).parent / "modules", MODULES])
RULES = Rules.of(BORDERLAND, known={"seam": PACK})


class BorderScene(Scene):
    """A scene of the module that extends Cohorts and turns the pack on."""

    def __init__(self, width: int = 12, height: int = 12) -> None:
        super().__init__(width, height)
        self.module, self.rules = BORDERLAND, RULES
        self.world = World.load(RULES.records, self.world.rows())
