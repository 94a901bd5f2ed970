"""Four turns of "The Eight Mounds" by script: two full stacks, a temple each, and one grave.

Ada's heroes choose what they fight as and wear relics; her stack is blessed, beats the dead of the
barrow and takes their sword. Cora's stack comes for it: read from within by Ada's mage, reckoned
with, and met on the mounds. Who wins that the dice decide, and the script looks at either end.
Whose turn comes first in a run is drawn too, so what one must have done before the other comes is
submitted for an earlier day.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import home_of
from bot.faces.stories import Company, Seated, Story, Typed

RING, COURT = "The Ring", "The Court"
CHAMPION, RANGER = "Ser Alric Dawnmere", "Thora Stanehand"
MAGE, PRIEST = "Ithiel Vane", "Mother Ansel"
CHIEF, KNIFE, MARGRAVINE = "Ghazra Ironmaw", "Snik Candlefinger", "The Pale Margravine"
TROOPS = ("Knight 1", "Knight 2", "Temple Guard", "Moonguard 1", "Moonguard 2")
BARROW, WEST_TEMPLE, EAST_TEMPLE, NEAR = "6,3", "4,3", "8,3", "7,3"
QUEST = "Eight Mounds in a Row"
AFTER_THE_MARCH: Final = {"when": "military-2"}


async def play(company: Company) -> None:
    """Play four turns as Ada and Cora. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    cora = await company.seated("Cora")
    for turn in (_muster, _march, _barrow, _battle):
        ours, theirs = await turn(ada, cora)
        await cora.submit()
        await ada.pass_the_week(*ours)
        cora.must_have_read(*theirs)
    await _look(ada, cora)


Told = tuple[tuple[str, ...], tuple[str, ...]]
"""What the reports of a week must say, to Ada and to Cora."""


# ---------------------------------------------------------------- stacks and blessings


async def _muster(ada: Seated, cora: Seated) -> Told:
    """Heroes choose their types and relics, a stack of eight sets out and is blessed on its way."""
    home = Typed(await home_of(ada))
    await ada.say("show city", sees="Church of the Last Oath", name=home)
    await ada.say("show unit", sees="Knight", name=Typed("Knight"))
    await ada.order("hero type", character=Typed(RANGER), type=Typed("ranger"))
    await ada.order("hero equip", character=Typed(CHAMPION), relic=Typed("standard"))
    await ada.order("hero equip", character=Typed(RANGER), relic=Typed("spider ring"))
    beasts = {"city": home, "type": Typed("minotaur"), "race": Typed(), "quantity": 2}
    await ada.order("city train", **beasts)
    await ada.order("guild bless", guild=Typed(), targets=Typed("archer"))
    await _gather(ada, RING, CHAMPION, RANGER, MAGE)
    ninth = {"character": Typed(PRIEST), "target": Typed(RING)}
    await ada.say("transfer character", sees="at most 8", **ninth)
    await _seek_blessing(ada, RING, WEST_TEMPLE)
    await ada.say("orders preview", sees=RING)
    await ada.submit()

    await cora.order("hero equip", character=Typed(CHIEF), relic=Typed("standard"))
    await _gather(cora, COURT, CHIEF, KNIFE, MARGRAVINE)
    await _seek_blessing(cora, COURT, EAST_TEMPLE)
    return (f"upon {RING}", "Minotaur", "became a Ranger"), (f"upon {COURT}",)


async def _gather(actor: Seated, stack: str, *heroes: str) -> None:
    """Have heroes and troops leave the city as a new stack of eight, a knight in front."""
    await actor.order("stack activate", province=Typed(await home_of(actor)), name=stack)
    for name in heroes:
        await actor.order("transfer character", character=Typed(name), target=Typed(stack))
    for name in TROOPS:
        await actor.order("transfer unit", unit=Typed(name), target=Typed(stack))
    await actor.order("set slot", piece=Typed("Knight 1"), slot=2)


async def _seek_blessing(actor: Seated, stack: str, temple: str) -> None:
    """March to a temple, and have all of the stack blessed there."""
    await actor.order("stack move", stack=Typed(stack), destination=Typed(temple))
    await actor.order("stack seek-blessing", stack=Typed(stack), **AFTER_THE_MARCH)


# ---------------------------------------------------------------- the dead, and the living


async def _march(ada: Seated, cora: Seated) -> Told:
    """Ada's stack goes to the barrow, singing; Cora's comes close enough to see it."""
    await ada.say("show character", sees="blessed", name=Typed(CHAMPION))
    await ada.order("hero cast", character=Typed(MAGE), spell=Typed("bravery"))
    await ada.order("stack move", stack=Typed(RING), destination=Typed(BARROW))
    await ada.say("orders preview", sees=RING)
    await ada.submit()

    await cora.order("stack move", stack=Typed(COURT), destination=Typed(NEAR))
    return (RING, COURT), (RING, COURT)


async def _barrow(ada: Seated, cora: Seated) -> Told:
    """The mage reads the enemy, and the stack fights those who lie in the barrow."""
    await ada.say("show quests", sees=QUEST)
    await ada.say("show stack", sees=CHIEF, name=Typed(COURT))
    spell = {"spell": Typed("read legion"), "target": Typed(COURT)}
    await ada.order("character cast", character=Typed(MAGE), **spell)
    await ada.order("stack quest", stack=Typed(RING), quest=Typed(QUEST))
    await ada.say("orders preview", sees=QUEST)
    await ada.submit()

    await cora.say("show stack", sees=CHAMPION, name=Typed(RING))
    ogres = {"city": Typed(await home_of(cora)), "type": Typed("ogre"), "race": Typed()}
    await cora.order("city train", **ogres, quantity=3)
    return (QUEST, "Sword of Might", CHIEF), ("Ogre",)


async def _battle(ada: Seated, cora: Seated) -> Told:
    """Ada takes up the sword and reckons with what she has read; a day later Cora comes."""
    await _look_back(ada)
    await ada.order("hero equip", character=Typed(CHAMPION), relic=Typed("sword of might"))
    for hero in (CHIEF, MARGRAVINE):
        await ada.say("show character", sees="Fights as", name=Typed(hero))
    await ada.say("odds", sees="%", mine=Typed(RING), enemy=Typed(COURT), defending=True)
    await ada.submit()
    await ada.await_run()

    await cora.order("stack move", stack=Typed(COURT), destination=Typed(BARROW))
    return ("wiped out",), ("wiped out",)


async def _look(ada: Seated, cora: Seated) -> None:
    """Look at the battle and at what it has left."""
    for actor in (ada, cora):
        await _look_back(actor)
        await actor.say("map", centre=Typed(BARROW), zoom=4, legend="full")


async def _look_back(actor: Seated) -> None:
    """See the last battle as a picture, step by step, in motion, and as an account."""
    battle = await actor.say("battle", sees="")
    await battle.press("Next", sees="")
    await battle.press("Animation", sees="")
    await battle.press("Full account", sees="")


MOUNDS: Final = Story(
    name="The Eight Mounds",
    module="barrow",
    size={},
    seats={
        "Ada": {"faction": "sunhold", "start": "broken_ring"},
        "Cora": {"faction": "ironmaw", "start": "marrow_court"},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="four",
)
