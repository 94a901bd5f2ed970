"""Three turns by script: two come for each other, meet halfway, and one wins the season."""

from __future__ import annotations

from typing import Final

from bot.faces.stories import Company, Seated, Story, Typed

WICK, COAL = "Wick the Younger", "Old Coal"


async def play(company: Company) -> None:
    """Play three turns as Ada and Cora. Raises `WentWrong`."""
    ada, cora = await company.seated("Ada"), await company.seated("Cora")
    await ada.say("show fighter", sees="only its school knows", name=Typed(COAL))
    await ada.say("map", sees="map")
    for _ in range(2):
        await _approach(ada, cora)
        await ada.pass_the_week("drills", WICK)
    # Now they stand side by side, and each steps into the other's place.
    await _approach(ada, cora)
    await ada.await_run()
    ada.must_have_read("beats", "neither gets past the other", "the campaign is over")
    cora.must_have_read("beats", "the campaign is over")
    await _look_back(ada)


async def _approach(ada: Seated, cora: Seated) -> None:
    """Each steps towards the other."""
    await _step(ada, WICK, "e")
    await _step(cora, COAL, "w")


async def _step(person: Seated, fighter: str, way: str) -> None:
    """Drill, step, and submit."""
    await person.order("fighter drill", fighter=Typed(fighter))
    await person.order("fighter step", fighter=Typed(fighter), way=way)
    await person.say("orders preview", sees=fighter)
    await person.submit()


async def _look_back(ada: Seated) -> None:
    """See the duel as a picture, in motion and as an account, and the blood that it left."""
    duel = await ada.say("battle", sees="Duel on the sand")
    await duel.press("Next", sees="They meet")
    await duel.press("Next", sees="Exchange 1")
    await duel.press("Animation", sees=".gif")
    await duel.press("Full account")
    await ada.say("map", sees="blood", layer="blood")
    await ada.say("show fighter", sees="Duels won", name=Typed(WICK))


STORY: Final = Story(
    name="The Sand of Marrow Street",
    module="arena",
    size={},
    seats={
        "Ada": {"faction": "lantern", "start": "net", "name": WICK},
        "Cora": {"faction": "cellar", "start": "blade", "name": COAL},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="three",
)
