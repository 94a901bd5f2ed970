"""What people see of a skirmish: its face, offered to the bot beside the pack.

Nothing that draws is loaded before it is needed: the event loop imports this.
"""

from __future__ import annotations

from typing import Final

from bot.faces.face import Face
from bot.faces.host_orders import HostOrders
from bot.faces.rules_home import Guide
from skirmish.rules.joining import Withdraw
from skirmish.showing.agenda import BLOCKS, STEPS
from skirmish.showing.duels import DUELS
from skirmish.showing.fighter import PANEL
from skirmish.showing.lines import LINES, SECTIONS
from skirmish.showing.naming import names
from skirmish.showing.sand import ATLAS, LAYERS
from skirmish.showing.seat import SEAT
from skirmish.showing.story import STORY


def _leave(player: int) -> Withdraw:
    return Withdraw(player=player)


FACE: Final = Face(
    pack="skirmish",
    lines=LINES,
    names=names,
    panels=(PANEL,),
    sections=SECTIONS,
    contests=(DUELS,),
    atlas=ATLAS,
    layers=LAYERS,
    host_orders=HostOrders(leave=_leave),
    seat=SEAT,
    stories=(STORY,),
    reasons={"drill": "practice helps", "nearest_foe": "the nearest foe is that way"},
    agenda=BLOCKS,
    first_turn=STEPS,
    guide=Guide(opening="skirmish.step.together", words=("duel", "step")),
)
