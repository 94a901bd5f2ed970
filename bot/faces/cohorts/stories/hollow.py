"""Three turns of "The Hollow Hill" by script: a party walks to a green door and goes through it.

Ada's party comes to the hill, opens the door and looks round in the realm below, where Cora's
people have been cooking all along. Every answer is checked.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import home_of
from bot.faces.stories import Company, Seated, Story, Typed

WALK, DOOR, BELOW = "The Lantern Walk", "6,2 in the Greenside", "5,1 in the Underhill"
HEROES = ("Maud Harrowgate", "Borin Stavhall")


async def play(company: Company) -> None:
    """Play three turns as Ada. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    await _set_out(ada)
    await ada.pass_the_week(WALK, "in the Greenside")
    await ada.order("stack move", stack=Typed(WALK), destination=Typed(DOOR))
    await ada.submit()
    await ada.pass_the_week(WALK, DOOR)
    await _through(ada)
    await ada.pass_the_week(WALK, BELOW)
    await _look(ada)


async def _set_out(ada: Seated) -> None:
    """Two heroes leave the city for the hill."""
    await ada.order("stack activate", province=Typed(await home_of(ada)), name=WALK)
    for name in HEROES:
        await ada.order("transfer character", character=Typed(name), target=Typed(WALK))
    await ada.order("stack route", stack=Typed(WALK), steps="e,ne,e")
    await ada.say("orders preview", sees="in the Greenside")
    await ada.say("map", layer="roads", sees="map-roads")
    await ada.submit()


async def _through(ada: Seated) -> None:
    """Through the door, and a step on."""
    await ada.order("stack route", stack=Typed(WALK), steps="gate")
    await ada.submit()


async def _look(ada: Seated) -> None:
    """Look at what lies under the hill, and at the hill again."""
    await ada.say("map", centre=BELOW, zoom=3, sees="map-from-2-0-to-8-6")
    await ada.say("map", realm=Typed("under"), sees="map")
    await ada.say("map", realm=Typed("green"), legend="full", sees="map")
    await ada.say("show stack", sees=WALK, name=Typed(WALK))


HOLLOW: Final = Story(
    name="The Hollow Hill",
    module="hollowhill",
    size={},
    seats={
        "Ada": {"faction": "orchard_towns", "start": "harrow_banner"},
        "Cora": {"faction": "kettle_court", "start": "first_drum"},
    },
    script=play,
    scripted=("Ada",),
    turns="three",
)
