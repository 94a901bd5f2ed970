"""The face of Warmaster, upon that of Cohorts."""

from bot.faces.face import Face
from bot.faces.guide import Guide
from bot.faces.warmaster.helping import TOPICS
from bot.faces.warmaster.joining.seat import SEAT
from bot.faces.warmaster.likely import LIKELY
from bot.faces.warmaster.lines import LINES
from bot.faces.warmaster.looks import looks_of
from bot.faces.warmaster.primer import PRIMER
from bot.faces.warmaster.stories import STORIES

FACE = Face(
    pack="warmaster",
    lines=LINES,
    looks=looks_of,
    seat=SEAT,
    likely=LIKELY,
    guide=Guide(opening="Start here", words=("how is a battle fought", "attack a city")),
    topics=TOPICS,
    primer=PRIMER,
    stories=STORIES,
)
