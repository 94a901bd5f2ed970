"""Three turns on the sand by script: two who come for each other, and meet."""

from __future__ import annotations

from typing import Final

from bot.faces.stories import Company, Seated, Story, Typed

WICK, COAL = "Wick the Younger", "Old Coal"


async def play(company: Company) -> None:
    """Play three turns as Ada and Cora. Raises `WentWrong`."""
    ada, cora = await company.seated("Ada"), await company.seated("Cora")
    await ada.say("show fighter", sees="only its school knows", name=Typed(COAL))
    await ada.say("map", sees="map")
    for east, west in (("e", "w"), ("e", "w"), ("e", "w")):
        await _step(ada, WICK, east)
        await _step(cora, COAL, west)
        await ada.pass_the_week("drills", WICK)
    cora.must_have_read("beats")
    await _look_back(ada)


async def _step(person: Seated, fighter: str, way: str) -> None:
    """Drill, step, and submit."""
    await person.order("fighter drill", fighter=Typed(fighter))
    await person.order("fighter step", fighter=Typed(fighter), way=way)
    await person.say("orders preview", sees=fighter)
    await person.submit()


async def _look_back(ada: Seated) -> None:
    """See the duel as a picture, in motion and as an account, and the blood that it left."""
    duel = await ada.say("battle", sees="Duel on the sand")
    await duel.press("On", sees="They meet")
    await duel.press("On", sees="Exchange 1")
    await duel.press("Animation", sees=".gif")
    await duel.press("Full account")
    await ada.say("map", sees="blood", layer="blood")
    await ada.say("show fighter", sees="Duels won", name=Typed(WICK))


STORY: Final = Story(
    name="The Sand of Marrow Street",
    module="arena",
    size={},
    seats={
        "Ada": {"faction": "lantern", "party": "net", "name": WICK},
        "Cora": {"faction": "cellar", "party": "blade", "name": COAL},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="three",
)
