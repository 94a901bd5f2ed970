"""What people see of a skirmish: its face, offered to the bot beside the pack.

Nothing that draws is loaded before it is needed: the event loop imports this.
"""

from __future__ import annotations

from typing import Final

from bot.faces.face import Face
from skirmish.showing.lines import LINES, SECTIONS
from skirmish.showing.naming import names
from skirmish.showing.rival import orders_for
from skirmish.showing.story import STORY

FACE: Final = Face(
    pack="skirmish",
    lines=LINES,
    names=names,
    sections=SECTIONS,
    stories=(STORY,),
    rival=orders_for,
)
