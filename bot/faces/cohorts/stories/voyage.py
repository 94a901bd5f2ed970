"""Four turns of "The Narrow Sea" by script: a latecomer sails, while two neighbours fall out.

Emil joins after the start by the guided form, with five characters designed there; Emil's hero
learns, the shipyard builds, the soldiers cross the water to a teammate's harbor. Meanwhile Ada
votes for war with Cora, and both vote for peace again. Every answer is checked.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import home_of
from bot.faces.stories import Company, Seated, Story, Typed

LATE, FLEET, SHIP, UNIT = "Emil", "The Evening Tide", "Second Thoughts", "Quay Pikes"
HERO = "Perrin Vane"
PARTY = (
    (HERO, "human", "warrior", "", ("knight", "blade", "axe"), {"STR": "5", "CHA": "4"}),
    ("Osk Hallow", "human", "bard", "", ("spell_craft", "blade", "bow"), {"CHA": "6"}),
    ("Ilsabet Rook", "elf", "mage", "", ("potions", "pole", "stealth"), {"INT": "6"}),
    ("Brother Anselm", "human", "priest", "gorath", ("healing", "hammer", "knight"), {"WIS": "5"}),
    ("Nim Tallow", "halfling", "knave", "", ("spy", "bow", "thief"), {"DEX": "5"}),
)
"""Name, race, class, deity, skills and raised attributes of each."""


async def play(company: Company) -> None:
    """Play four turns as Emil, Ada and Cora. Raises `WentWrong`."""
    emil = await _join(company)
    ada, cora, freya = [await company.seated(name) for name in ("Ada", "Cora", "Freya")]
    await _yard(emil)
    await _quarrel(ada, "declare-war", "elderwood")
    await emil.pass_the_week("shipyard", UNIT, HERO)
    await _ship(emil, freya)
    await emil.pass_the_week(SHIP)
    await _voyage(emil, await home_of(freya))
    await _quarrel(ada, "sue-for-peace", "elderwood")
    await emil.pass_the_week(f"{FLEET} went by water")
    await _landing(emil, await home_of(freya))
    await _quarrel(cora, "sue-for-peace", "ashmark")
    await emil.pass_the_week(f"{UNIT} went from {FLEET} to")
    await _look(emil)


# ---------------------------------------------------------------- joining late


async def _join(company: Company) -> Seated:
    """Design a party of five by the guided form, and take the seat."""
    emil = company.visitor(LATE)
    form = await emil.say("join", sees="where do you begin?", faction="salt_ports")
    await form.press_in_form("join:design", sees="Your party for")
    for number, (name, race, job, deity, skills, raises) in enumerate(PARTY):
        await form.choose_in_form("join:who", str(number))
        await form.fill("join:called", name)
        steps = {"race": [race], "class": [job], "deity": [deity or "-"], "skills": skills}
        for step, values in (*steps.items(), *((key, [to]) for key, to in raises.items())):
            await form.choose_in_form("join:step", step)
            await form.choose_in_form("join:choice", *values)
        await form.press_in_form("join:party", sees=name)
    await form.choose_in_form("join:spells", "fireball", "detect_magic")
    await form.press_in_form("join:join", sees="Press Join once more")
    await form.press_in_form("join:join", sees="Welcome to")
    return await company.seated(LATE)


# ---------------------------------------------------------------- sailing


async def _yard(emil: Seated) -> None:
    """Spend what came with the first levels, build the shipyard, train and equip a company."""
    home, hero = Typed(await home_of(emil)), Typed(HERO)
    await emil.say("show character", sees="skill points", name=hero)
    await emil.order("spend skill-points", character=hero, skill=Typed("blade"), points=5)
    await emil.order("spend attribute-points", character=hero, strength=2, charisma=1)
    await emil.order("city build-improvement", city=home, improvement=Typed("shipyard"))
    company = {"city": home, "race": Typed(), "quantity": 20, "name": UNIT}
    await emil.order("city train", **company, equipment=Typed("spear"))
    await emil.say("orders preview", sees=UNIT)
    await emil.submit()


async def _ship(emil: Seated, freya: Seated) -> None:
    """Build a ship, change spears for swords; the teammate reads along."""
    home = Typed(await home_of(emil))
    built = {"city": home, "race": Typed(), "quantity": 1, "name": SHIP}
    await emil.order("city train", **built, type=Typed("light warship"))
    swords = {"main_hand": Typed("broadsword"), "off_hand": Typed("shield")}
    await emil.order("equip unit", unit=Typed(UNIT), **swords)
    await emil.say("orders share", sees="shared")
    await freya.say("orders team", sees=LATE)
    await freya.say("orders team", sees=SHIP, player=LATE)
    await freya.say("orders preview", sees=LATE, sequence=LATE)
    await emil.submit()


async def _voyage(emil: Seated, harbor: str) -> None:
    """Load the ship and set sail."""
    home = await home_of(emil)
    await emil.order("stack activate", province=Typed(home), name=FLEET)
    for unit in (SHIP, UNIT):
        await emil.order("transfer unit", unit=Typed(unit), target=Typed(FLEET))
    await emil.order("transfer character", character=Typed(HERO), target=Typed(FLEET))
    await emil.order("set ship", piece=Typed(UNIT), ship=Typed(SHIP))
    await emil.order("stack move", stack=Typed(FLEET), destination=Typed(harbor), mode="water")
    await emil.say("orders preview", sees="would take a place on")
    await emil.submit()


async def _landing(emil: Seated, harbor: str) -> None:
    """Look at the fleet at sea, sail into the teammate's harbor, and land the soldiers there."""
    await emil.say("show stack", sees=SHIP, name=Typed(FLEET))
    await emil.order("stack move", stack=Typed(FLEET), destination=Typed(harbor), mode="water")
    ashore = {"unit": Typed(UNIT), "target": Typed(harbor), "when": "movement"}
    await emil.order("transfer unit", **ashore)
    await emil.submit()


async def _look(emil: Seated) -> None:
    """Look at what has become of it."""
    await emil.say("show character", sees=HERO, name=Typed(HERO))
    await emil.say("show unit", sees=UNIT, name=Typed(UNIT))
    await emil.say("map", centre=Typed(await home_of(emil)), zoom=4, legend="full")


# ---------------------------------------------------------------- quarrelling


async def _quarrel(actor: Seated, vote: str, faction: str) -> None:
    """Vote about a neighbour, and submit."""
    await actor.order(f"diplomacy {vote}", faction=Typed(faction))
    await actor.submit()


NARROWS: Final = Story(
    name="The Narrow Sea",
    module="narrows",
    size={},
    seats={
        "Ada": {"faction": "ashmark", "start": "harrow_banner"},
        "Cora": {"faction": "elderwood", "start": "green_wardens"},
        "Freya": {"faction": "salt_ports", "start": "drowned_bell"},
    },
    script=play,
    scripted=("Ada", "Cora", "Emil"),
    turns="four",
)
