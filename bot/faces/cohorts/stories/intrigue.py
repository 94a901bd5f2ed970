"""Three turns of "The Broken Conclave" by script: two houses of wizards and thieves do their worst.

Ada's mage is warded and her knave is not, so one spell breaks and the other brings the plague; her
merchant reaches for a sword and is caught, her fleet crosses the bay at once, her agent copies a
spell. Cora's priest wins a church, and her agent finds Ada's. All chances that matter are 0 or 100
at these levels, so that it comes out the same whatever the dice say. Every answer is checked.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import home_of
from bot.faces.stories import Company, Seated, Story, Typed

CIRCLE, WATCH, PILGRIMS = "The Reading Circle", "The Long Watch", "The Pilgrimage"
FLEET, SHIP, ERRAND = "Late Returns", "Second Reading", "An Overdue Loan"
THIEF_AGENT, FINDER = "Blot", "Margin"
WARDED, FLEET_MAGE, HEALER = "Isolde Marrin", "Corin Ashby", "Mother Odile"
RESCUER, THIEF = "Wick Tallow", "Pim Farthing"
ROT_MAGE, OTHER_ROT_MAGE, CONVERTER = "Morrow Vane", "Sable Crewe", "Brother Thole"
SWORDSMAN, SUMMONER = "Lark Sedley", "Nessa Quill"
VESPER = "Vesper"
ROT = "Creeping Rot"
CAMP, POST, COVE = "5,4", "7,3", "6,6"
LATER: Final = {"when": "character-2"}


async def play(company: Company) -> None:
    """Play three turns as Ada and Cora. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    cora = await company.seated("Cora")
    for turn in (_wards_and_journeys, _blows, _remedies):
        await _week(ada, cora, *await turn(ada, cora))
    await _look(ada, cora)


async def _week(ada: Seated, cora: Seated, ours: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    """Both submit; what each is told must hold all this."""
    await ada.submit()
    await cora.submit()
    await ada.pass_the_week(*ours)
    cora.must_have_read(*theirs)


Told = tuple[tuple[str, ...], tuple[str, ...]]
"""What the reports of a week must say, to Ada and to Cora."""


# ---------------------------------------------------------------- the first turn


async def _wards_and_journeys(ada: Seated, cora: Seated) -> Told:
    """A shell, a ship, a potion and two agents; both sides go to where the other can see them."""
    home, there = Typed(await home_of(ada)), Typed(await home_of(cora))
    panel = await ada.say("show character", sees="Mana", name=Typed(WARDED))
    await panel.choose("Spells", sees="Character shell")
    await panel.choose("Range of Character shell", sees="mana")
    trained = {"character": Typed(RESCUER), "skill": Typed("thief")}
    await ada.order("spend skill-points", **trained, points=20)
    ship = {"city": home, "race": Typed(), "quantity": 1, "name": SHIP}
    await ada.order("city train", **ship, type=Typed("light warship"))
    await ada.order("guild make-potion", guild=Typed(), potion=Typed("mana"))
    mage = Typed(WARDED)
    shell = {"spell": Typed("character shell"), "target": mage, "mana": 10}
    await ada.order("character cast", character=mage, **shell)
    await ada.order("character summon-agent", character=Typed(FLEET_MAGE), name=THIEF_AGENT)
    await _set_out(ada, CIRCLE, CAMP, WARDED, RESCUER)
    await ada.say("orders preview", sees=THIEF_AGENT)

    await cora.say("show city", sees="The Locked Stacks", name=there)
    await cora.order("character summon-agent", character=Typed(SUMMONER), name=FINDER)
    await _set_out(cora, WATCH, POST, SWORDSMAN, OTHER_ROT_MAGE)
    await _set_out(cora, PILGRIMS, VESPER, CONVERTER)
    return (SHIP, "otion of mana", WARDED, THIEF_AGENT, WATCH), (FINDER, CIRCLE, PILGRIMS)


async def _set_out(actor: Seated, stack: str, goal: str, *people: str) -> None:
    """Send people out of the city, as a new stack."""
    await actor.order("stack activate", province=Typed(await home_of(actor)), name=stack)
    for name in people:
        await actor.order("transfer character", character=Typed(name), target=Typed(stack))
    await actor.order("stack move", stack=Typed(stack), destination=Typed(goal))


# ---------------------------------------------------------------- the second turn


async def _blows(ada: Seated, cora: Seated) -> Told:
    """The fleet is sent across the bay; a thief is caught, spells fly, and a church gives way."""
    home = Typed(await home_of(ada))
    await ada.say("show character", sees="Character shell", name=Typed(WARDED))
    await ada.order("stack activate", province=home, name=FLEET)
    await ada.order("transfer unit", unit=Typed(SHIP), target=Typed(FLEET))
    sent = {"spell": Typed("teleport fleet"), "target": Typed(FLEET), "destination": Typed(COVE)}
    await ada.order("character cast", character=Typed(FLEET_MAGE), **sent, mana=6)
    await _set_out(ada, ERRAND, POST, THIEF_AGENT)
    sword = {"target": Typed(SWORDSMAN), "item": Typed("broadsword")}
    await ada.order("covert steal-equipped", character=Typed(THIEF), **sword)
    await ada.say("orders preview", sees=FLEET)

    for mage, victim in ((ROT_MAGE, WARDED), (OTHER_ROT_MAGE, RESCUER)):
        rot = {"spell": Typed(ROT), "target": Typed(victim)}
        await cora.order("character cast", character=Typed(mage), **rot)
    await cora.order("faith convert-church", character=Typed(CONVERTER), city=Typed(VESPER))
    await cora.say("orders preview", sees=CONVERTER)
    return (FLEET, THIEF, "plagued"), (THIEF, WARDED, VESPER)


# ---------------------------------------------------------------- the third turn


async def _remedies(ada: Seated, cora: Seated) -> Told:
    """The plague is cured, the thief fetched back, a potion drunk; a spell goes, and is traced."""
    home, mage = Typed(await home_of(ada)), Typed(FLEET_MAGE)
    await ada.say("show character", sees="plagued", name=Typed(RESCUER))
    await ada.say("map", centre=Typed(COVE), zoom=4, legend="full")
    await ada.say("show agent", sees=THIEF_AGENT, name=Typed(THIEF_AGENT))
    potion = {"sponsor": home, "target": mage, "item": Typed("potion of mana"), "count": 1}
    await ada.order("transfer items", **potion)
    await ada.order("character drink", character=mage, potion=Typed("potion of mana"))
    cure = {"spell": Typed("remove status"), "target": Typed(RESCUER), "status": Typed("plagued")}
    await ada.order("character cast", character=Typed(HEALER), **cure, mana=10)
    await ada.order("covert rescue", character=Typed(RESCUER), target=Typed(THIEF))
    theft = {"target": Typed(SWORDSMAN), "spell": Typed(ROT)}
    await ada.order("agent steal-spell", agent=Typed(THIEF_AGENT), **theft)
    await ada.say("orders preview", sees=THIEF)

    await cora.say("show city", sees="", name=Typed(VESPER))
    await cora.say("show stack", sees=THIEF, name=Typed(WATCH))
    await cora.order("agent detect", agent=Typed(FINDER), **LATER)
    return (THIEF, "plagued", ROT), (THIEF_AGENT, THIEF)


async def _look(ada: Seated, cora: Seated) -> None:
    """Look at what has become of it."""
    await ada.say("show character", sees=FLEET_MAGE, name=Typed(FLEET_MAGE))
    await ada.say("show character", sees=THIEF, name=Typed(THIEF))
    await ada.say("map", centre=Typed(COVE), zoom=6, legend="full")
    await cora.say("show agent", sees=THIEF_AGENT, name=Typed(THIEF_AGENT))
    await cora.say("map", centre=Typed(await home_of(cora)), zoom=5, legend="full")


CONCLAVE: Final = Story(
    name="The Broken Conclave",
    module="conclave",
    size={},
    seats={
        "Ada": {"faction": "open_book", "start": "reading_circle"},
        "Cora": {"faction": "sealed_book", "start": "locked_shelf"},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="three",
)
