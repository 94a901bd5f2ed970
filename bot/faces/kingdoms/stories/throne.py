"""Two turns of "The Vacant Throne" by script: how a kingdom begins.

Ada takes a King ready-made and does what Your turn advises in a first turn. Every answer is
checked; what the dice decide, the script does not ask for.
"""

from typing import Final

from bot.faces.kingdoms.stories.afield import around, home_of, people_of
from bot.faces.stories import Company, Seated, Story, Typed


async def play(company: Company) -> None:
    """Play two turns as Ada. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    for turn in (_begin, _go_on):
        await ada.pass_the_week(*await turn(ada))
    await ada.say("turn", sees="phases left")


async def _begin(ada: Seated) -> tuple[str, ...]:
    """The King recruits and practises, a hero explores next door, another one learns."""
    king, scout, pupil = (each.name for each in await people_of(ada))
    home = await home_of(ada)
    await ada.say("turn", sees="Your first turn")
    await ada.say("show character", sees="phases free", name=Typed(king))
    await ada.say("show kingdom", sees="Treasury")
    await ada.order("character recruit", character=Typed(king), army=Typed("Legion"))
    await ada.order("character practice", character=Typed(king), ability=Typed())
    next_door = (await around(ada, home))[0]
    await ada.order("character move", character=Typed(scout), to=next_door)
    await ada.order("character explore", character=Typed(scout))
    await ada.order("character practice", character=Typed(pupil), ability=Typed())
    await ada.order("kingdom treat", kingdom=Typed("Thistle"))
    await ada.say("timetable", sees="Practice ")
    await ada.say("orders preview", sees=scout)
    await ada.submit()
    return scout, "recruit", "Thistle", "Treasury"


async def _go_on(ada: Seated) -> tuple[str, ...]:
    """The scout comes home; the world is looked at by its maps, as far as it is known."""
    scout = (await people_of(ada))[1].name
    await ada.say("show province", sees="Explored", where=await home_of(ada))
    await ada.say("armies", sees="Pay")
    for layer in ("exploration", "features", "tax"):
        await ada.say("map", sees=layer, layer=layer)
    await ada.order("character explore", character=Typed(scout))
    await ada.submit()
    return scout, "Treasury"


THRONE: Final = Story(
    name="The Vacant Throne",
    module="kingdoms",
    size={},
    seats={
        "Ada": {"faction": "vesperine", "start": "marshal"},
        "Cora": {"faction": "thistledown", "start": "warden"},
        "Emil": {"faction": "marrowgate", "start": "reaver"},
        "Freya": {"faction": "hollowcrown", "start": "pale_king"},
    },
    script=play,
    scripted=("Ada",),
    turns="two",
)
