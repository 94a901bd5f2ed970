"""Three turns of "The Second Toll" by script: a pitched battle for honour, then a gate for good.

Ada musters: a unit is trained, a college makes an orb, and both players buy armies of 1,500 points
and try each other. Then her army is told who commands, what moves together and what its Wizards
cast, marches, and attacks Cora's walls with the spells of two army lists. It is so much stronger
than the garrison that the story goes on the same way whatever the dice say; who wins a battle the
script does not ask.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import home_of
from bot.faces.stories import Company, Seated, Story, Typed

HOST = "The Toll Collectors"
TAKERS = "Toll Takers"
MARSHAL, SERGEANT = "Marshal Odile Harrowgate", "Sergeant Bram Tollkeeper"
CANON, MAGE = "Canon Isaura", "Perrin Oakash"
KNAVE, AWAY = "Speaker Nib", "The Long Way Round"
FIST, SHOTS = "The Fist", "The Shots"
TROOPS = (
    *("Knights 1", "Knights 2", "Knights 3", "Outriders 1", "Outriders 2"),
    *("Crossbowmen", f"{TAKERS} 1", f"{TAKERS} 2"),
)
COLLEGE, ORB = "Counting College", "Orb of Majesty"
OURS, THEIRS = "The Long Ledger", "The Ninth Seal"
CITY, BEFORE_THE_GATE, FAR = "Dustgate", "6,3", "8,5"


async def play(company: Company) -> None:
    """Play three turns as Ada and Cora. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    cora = await company.seated("Cora")
    for turn in (_muster, _march, _gate):
        ours, theirs = await turn(ada, cora)
        await ada.pass_the_week(*ours)
        cora.must_have_read(*theirs)
    await _look(ada, cora)


Told = tuple[tuple[str, ...], tuple[str, ...]]
"""What the reports of a week must say, to Ada and to Cora."""


# ---------------------------------------------------------------- the muster, and a bout


async def _muster(ada: Seated, cora: Seated) -> Told:
    """Ada trains, and has an item made; while that takes its time, both try armies of points."""
    home = Typed(await home_of(ada))
    train = {"city": home, "type": Typed("halberdiers"), "race": Typed("human"), "name": TAKERS}
    await ada.order("city train", **train, quantity=2, attached=True)
    made = {"guild": Typed(COLLEGE), "item": Typed(ORB), "material": Typed("gold")}
    await ada.order("guild make-magic-item", **made)
    await ada.submit()
    await _bout(ada, cora)
    there = Typed(await home_of(cora))
    await cora.order("war defend", city=there, max_el="never")
    await cora.order("stack activate", province=there, name=AWAY)
    await cora.order("transfer character", character=Typed(KNAVE), target=Typed(AWAY))
    await cora.order("stack move", stack=Typed(AWAY), destination=Typed(FAR))
    await cora.submit()
    return ("Halberdiers", ORB), (AWAY,)


async def _bout(ada: Seated, cora: Seated) -> None:
    """Both buy armies, and try them on a field that is nobody's."""
    await ada.say(
        "pitched buy",
        sees="was bought",
        name=OURS,
        points=1500,
        list=Typed("crown"),
        units="5 halberdiers, 2 crossbowmen, 4 knights, 2 outriders, great cannon",
        characters="general, hero, wizard",
        items="battle-banner 8, orb-of-majesty general",
    )
    await ada.say(
        "pitched challenge",
        sees="challenged",
        player=Typed("Cora"),
        army=Typed(OURS),
        terrain=Typed("hills"),
        tell_all=True,
    )

    army = {"name": THEIRS, "points": 1500, "list": Typed("hollow")}
    await cora.say("pitched buy", sees="at least 2", **army, units="9 bone colossus")
    units = "8 bone spears, 4 bone archers, 4 bone lancers, 2 tomb chariots"
    staff = {"units": units, "characters": "general, hero, wizard"}
    await cora.say("pitched buy", sees="was bought", **army, **staff)
    arranged = {"army": Typed(THEIRS), "number": 1, "directive": "hold"}
    await cora.say("pitched arrange", sees="to hold", **arranged)
    accepted = {"challenge": Typed("Ada"), "army": Typed(THEIRS), "tell_all": True}
    await cora.say("pitched accept", sees="ladder of duels", **accepted)
    ada.must_have_read("Pitched battle: ")
    battle = await cora.say("battle", sees=OURS)
    await battle.press("Next", sees="")


# ---------------------------------------------------------------- the second gate


async def _march(ada: Seated, cora: Seated) -> Told:
    """Ada's army is told what to do, and goes up the salt road to the second gate."""
    home = Typed(await home_of(ada))
    for piece, item in ((MARSHAL, ORB), (MAGE, "wand of power"), ("Knights 1", "battle banner")):
        await ada.order("army equip", piece=Typed(piece), item=Typed(item))
    await ada.order("stack activate", province=home, name=HOST)
    for name in (MARSHAL, SERGEANT, CANON, MAGE):
        await ada.order("transfer character", character=Typed(name), target=Typed(HOST))
    for name in TROOPS:
        await ada.order("transfer unit", unit=Typed(name), target=Typed(HOST))
    await ada.order("army commander", character=Typed(MARSHAL))
    await ada.order("army brigade", units="Knights 1, Knights 2, Knights 3", name=FIST)
    await ada.order("army brigade", units=f"Crossbowmen, {TAKERS} 1", name=SHOTS)
    await ada.order("army directive", unit=Typed("Outriders 1"), directive="flank-left")
    await ada.order("army deploy", unit=Typed("Crossbowmen"), hex="8,13")
    for hero, unit in ((MARSHAL, "Crossbowmen"), (CANON, "Outriders 2")):
        await ada.order("army post", character=Typed(hero), unit=Typed(unit))
    for wizard, spells in ((CANON, "Storm Lance, Ball of Flame"), (MAGE, "Thornrain")):
        await ada.order("army spells", wizard=Typed(wizard), spells=spells)
    await ada.order("army boldness", value=4)
    await ada.order("stack move", stack=Typed(HOST), destination=Typed(BEFORE_THE_GATE))
    await ada.say("orders preview", sees=HOST)
    await ada.submit()
    return (FIST, "Storm Lance", "Thornrain", HOST), (HOST,)


async def _gate(ada: Seated, cora: Seated) -> Told:
    """Ada looks at her army and at the odds, and has it go for the gate."""
    await ada.say("show army", sees=MARSHAL, name=Typed(HOST))
    await ada.say("odds", sees="%", mine=Typed(HOST), enemy=Typed(CITY))
    await ada.order("war conquer", stack=Typed(HOST), city=Typed(CITY))
    await ada.say("orders preview", sees=CITY)
    await ada.submit()
    return (f"at {CITY}",), (f"at {CITY}",)


async def _look(ada: Seated, cora: Seated) -> None:
    """Look at the battle for the gate, and at what became of both."""
    battle = await ada.say("battle", sees=CITY)
    await battle.press("Next", sees="")
    await battle.press("Animation", sees=".gif")
    await battle.press("Full account", sees="")
    await cora.say("report", sees="Weekly production")


TOLLGATE: Final = Story(
    name="The Second Toll",
    module="tollgate",
    size={},
    seats={
        "Ada": {"faction": "lorngate", "start": "first_muster"},
        "Cora": {"faction": "nehemat", "start": "broken_drums"},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="three",
)
