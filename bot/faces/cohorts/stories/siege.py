"""Four turns of "The Siege of Thornwall" by script: a war from the first raid to the fallen city.

Ada's outriders are beaten at the castle before the city; her army comes too strong to be met, and
besieges it, brings down the walls and takes it. Cora defends, and is left with what she can read.
The king's army is so much stronger that the siege ends the same way whatever the dice say. Every
answer is checked.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import home_of
from bot.faces.stories import Answer, Company, Seated, Story, Typed

RAID, HOST = "The Foretaste", "The King's Host"
OUTRIDERS, FOOT, PIKES, BOWS = "The Outriders", "The King's Foot", "The Stag Pikes", "The Mere Bows"
SWORDS, ENGINE, BOLTS = "Sworn Swords", "Long Argument", "Short Answer"
COMPANIES = {FOOT: 1, PIKES: 2, SWORDS: 3, BOWS: 5}
"""Who marches to the siege, each with its battle slot."""
STORM_MAGE, DUEL_MAGE = "Isaude Vell", "Corwen Asp"
MARSHAL, PRIEST = "Hugh Marlow", "Odda Keltstane"
HEROES = {STORM_MAGE: 8, DUEL_MAGE: 7, MARSHAL: 1, PRIEST: 6}
HEDGE_MAGE, HEDGE_CAPTAIN = "Thaelavel", "Serindre of the Boughs"
YARD, LISTENERS = "The King's Yard", "The Listening Tower"
CITY = "Thornwall"
FORD, FIELDS = "6,4", "7,5"


async def play(company: Company) -> None:
    """Play four turns as Ada and Cora. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    cora = await company.seated("Cora")
    for turn in (_raid, _march, _bombardment, _assault):
        ours, theirs = await turn(ada, cora)
        await ada.pass_the_week(*ours)
        cora.must_have_read(*theirs)
    await _look(ada, cora)


Told = tuple[tuple[str, ...], tuple[str, ...]]
"""What the reports of a week must say, to Ada and to Cora."""


# ---------------------------------------------------------------- the first turn


async def _raid(ada: Seated, cora: Seated) -> Told:
    """Cora bars the way; a day later Ada, who has armed, sends her outriders over the border."""
    home, there = Typed(await home_of(ada)), Typed(await home_of(cora))
    await cora.say("show city", sees="Walls: 3", name=there)
    await cora.order("war defend", city=there, max_el="never", castle_el=Typed("-2"))
    await _load(cora, HEDGE_MAGE, "ice storm")
    await cora.order("set directive", piece=Typed(HEDGE_CAPTAIN), directive=Typed("lowest DF"))
    bolts = {"city": there, "race": Typed(), "quantity": 1, "name": BOLTS}
    await cora.order("city train", **bolts, type=Typed("ballista"))
    await cora.submit()
    await cora.await_run()

    swords = {"city": home, "race": Typed(), "quantity": 100, "name": SWORDS}
    worn = {"equipment": "broadsword, shield, chain_mail", "talents": Typed("swordsman")}
    await ada.order("city train", **swords, **worn)
    engine = {"city": home, "race": Typed(), "quantity": 1, "name": ENGINE}
    await ada.order("city train", **engine, type=Typed("trebuchet"))
    await ada.order("guild train-units", guild=Typed(YARD), units=Typed(SWORDS))
    await ada.order("spend skill-points", character=Typed(MARSHAL), skill=Typed("bow"), points=10)
    panel = await ada.say("show character", sees="Mana", name=Typed(STORM_MAGE))
    await panel.choose("Combat spells", sees="Fire Storm")
    for mage, spell in ((STORM_MAGE, "fire storm"), (DUEL_MAGE, "fireball")):
        await _load(ada, mage, spell)
    await ada.order("stack activate", province=home, name=RAID)
    await ada.order("transfer unit", unit=Typed(OUTRIDERS), target=Typed(RAID))
    await ada.order("stack move", stack=Typed(RAID), destination=Typed(FORD))
    await ada.say("orders preview", sees=RAID)
    await ada.submit()
    return (ENGINE, SWORDS, "Fire Storm", RAID), (RAID, OUTRIDERS)


async def _load(actor: Seated, mage: str, spell: str) -> None:
    """Load a combat spell, and hand out a bow, so that the mage need not come close."""
    await actor.order("set combat-spell", character=Typed(mage), spell=Typed(spell))
    bow = {"sponsor": Typed(await home_of(actor)), "target": Typed(mage), "item": Typed("long bow")}
    await actor.order("transfer items", **bow, count=1)
    await actor.order("equip character", character=Typed(mage), ranged=Typed("long bow"))


# ---------------------------------------------------------------- the second turn


async def _march(ada: Seated, cora: Seated) -> Told:
    """Ada looks back at the lost skirmish, and marches with all she has to lay siege."""
    home = Typed(await home_of(ada))
    await ada.say("battle", sees="and lost in")
    await ada.order("stack activate", province=home, name=HOST)
    for name, slot in COMPANIES.items():
        await ada.order("transfer unit", unit=Typed(name), target=Typed(HOST), slot=slot)
    await ada.order("transfer unit", unit=Typed(ENGINE), target=Typed(HOST))
    for name, slot in HEROES.items():
        await ada.order("transfer character", character=Typed(name), target=Typed(HOST), slot=slot)
    await ada.order("set directive", piece=Typed(BOWS), directive=Typed("lowest DF"))
    await ada.order("stack move", stack=Typed(HOST), destination=Typed(FORD))
    await ada.order("war siege", stack=Typed(HOST), when="military-2")
    await ada.say("orders preview", sees=HOST)
    await ada.submit()
    await ada.await_run()

    await _watch(cora, await cora.say("battle", sees=OUTRIDERS))
    there = Typed(await home_of(cora))
    await cora.order("city attract", city=there)
    await cora.order("city conscript", city=there)
    await cora.order("city build-improvement", city=there, improvement=Typed("barracks"))
    await cora.submit()
    return (HOST, "laid siege"), (HOST, "laid siege", "stayed behind its walls")


async def _watch(actor: Seated, battle: Answer) -> None:
    """Step through a battle, see it in motion, and take the account along."""
    await battle.press("Next", sees="Array")
    for part in ("Opening", "Round 1"):
        await battle.choose(part, sees=part)
    await battle.press("Animation", sees=".gif")
    await battle.press("Full account", sees="")


# ---------------------------------------------------------------- the third turn


async def _bombardment(ada: Seated, cora: Seated) -> Told:
    """The engine speaks, the guild listens, and the host moves up to the gate."""
    await ada.order("war bombard", stack=Typed(HOST), province=Typed(CITY))
    await ada.order("stack move", stack=Typed(HOST), destination=Typed(FIELDS))
    read = {"spell": Typed("read city"), "target": Typed(CITY)}
    await ada.order("guild cast", guild=Typed(LISTENERS), **read)
    await ada.say("orders preview", sees="would fire at")
    await ada.submit()
    await ada.await_run()

    there = Typed(await home_of(cora))
    await cora.say("show city", sees="Besieged", name=there)
    await cora.say("city attract", sees="no action", city=there)
    await cora.say("odds", sees="", mine=there, enemy=Typed(HOST), defending=True)
    await cora.order("set message", bearer=there, message="The receipt is in the gatehouse.")
    await cora.submit()
    return ("walls destroyed",), ("was bombarded by", "walls destroyed")


# ---------------------------------------------------------------- the fourth turn


async def _assault(ada: Seated, cora: Seated) -> Told:
    """Ada weighs her chances, and storms the city."""
    await ada.say("show city", sees=CITY, name=Typed(CITY))
    await ada.say("odds", sees="", mine=Typed(HOST), enemy=Typed(CITY))
    await ada.order("war conquer", stack=Typed(HOST), city=Typed(CITY))
    await ada.say("orders preview", sees=CITY)
    await ada.submit()
    fallen = f"{CITY} fell to The Stag Crown"
    return (fallen,), (fallen,)


async def _look(ada: Seated, cora: Seated) -> None:
    """Look at what has become of it, on both sides."""
    await _watch(ada, await ada.say("battle", sees=f" beat the garrison of {CITY}"))
    await ada.say("show city", sees="slaves", name=Typed(CITY))
    await ada.say("show stack", sees=HOST, name=Typed(HOST))
    await ada.say("map", centre=Typed(CITY), zoom=4, legend="full")
    await cora.say("battle", sees=f" beat the garrison of {CITY}")
    await cora.say("report", sees="Turn")


SIEGE: Final = Story(
    name="The Siege of Thornwall",
    module="thornwall",
    size={},
    seats={
        "Ada": {"faction": "stag_crown", "start": "lantern_circle"},
        "Cora": {"faction": "thorn_league", "start": "green_wardens"},
        "Emil": {"faction": "ferry_towns", "start": "tide_captains"},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="four",
)
