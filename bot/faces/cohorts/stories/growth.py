"""Five turns of "The Grey Banners" by script: a city grows from two villages to its highest walls.

Ada has gold and Cora has amberwood, so neither gets far without the other: merchant guilds, open
markets and one agreement bring Ada a mage guild and walls of level 4. Every answer is checked; what
the dice decide, the script does not ask for.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import deposit_of, home_of
from bot.faces.stories import Company, Seated, Story, Typed

SCALES, SHIELDS, READERS = "The Scales", "Hall of Shields", "The Reading Room"
LEAVES = "House of Leaves"
UNIT = "Gate Pikes"


async def play(company: Company) -> None:
    """Play five turns as Ada and Cora. Raises `WentWrong`."""
    ada = await company.seated("Ada")
    cora = await company.seated("Cora")
    for turn in (_markets, _agreement, _mages, _walls, _arms):
        told = await turn(ada, cora)
        await ada.pass_the_week(*told)
    await _look(ada)


async def _markets(ada: Seated, cora: Seated) -> tuple[str, ...]:
    """Both found merchant guilds, open up what is rare where they live, and say so."""
    home = Typed(await home_of(ada))
    await ada.say("show city", sees=home.text)
    await ada.say("map", sees="resources", centre=home, zoom=3, layer="resources")
    await ada.order(
        "spend skill-points", character=Typed("Isaude"), skill=Typed("potions"), points=5
    )
    await ada.order("spend attribute-points", character=Typed("Isaude"), intelligence=2)
    await _guild(ada, "merchant", SCALES, "Pim")
    await ada.order("city improve-village", city=home, village=await _at(ada, "gold"))
    await ada.order("city construct-village", city=home, province=await _at(ada, "iron"))
    await _open(ada, SCALES, "gold", wanted="amberwood")
    await ada.say("orders preview", sees=SCALES)
    await ada.submit()

    there = Typed(await home_of(cora))
    await _guild(cora, "merchant", LEAVES, "Ouresse")
    await cora.order("city improve-village", city=there, village=await _at(cora, "amberwood"))
    await cora.order("city attract", city=there)
    await _open(cora, LEAVES, "amberwood", wanted="gold")
    await cora.submit()
    return SCALES, "opened gold"


async def _agreement(ada: Seated, cora: Seated) -> tuple[str, ...]:
    """Ada builds, and offers gold for amberwood; Cora hears of it the day after, and accepts."""
    home, there = Typed(await home_of(ada)), Typed(await home_of(cora))
    await ada.say("show market", sees="Amberwood")
    await ada.order("city build-walls", city=home, province=home)
    await _guild(ada, "warrior", SHIELDS, "Hugh")
    await ada.order("city construct-village", city=home, province=await _at(ada, "lavender"))
    offer = {"target": there, "offered": Typed("gold"), "wanted": Typed("amberwood")}
    await ada.order("trade offer", guild=Typed(SCALES), **offer)
    await ada.submit()
    await ada.await_run()

    await cora.say("show market", sees=home.text)
    await cora.order("trade accept", offer=Typed(home.text))
    await cora.order("city attract", city=there)
    await cora.submit()
    return SHIELDS, "walls", f"{home.text} and {there.text} agreed to trade"


async def _mages(ada: Seated, _: Seated) -> tuple[str, ...]:
    """With the amberwood come the mages; the warriors see to their own hall."""
    home = Typed(await home_of(ada))
    await _guild(ada, "mage", READERS, "Isaude")
    await ada.order("city build-walls", city=home, province=home)
    await ada.order("city construct-village", city=home, province=await _at(ada, "saffron"))
    await ada.order("guild improve-self", guild=Typed(SHIELDS))
    await ada.submit()
    return READERS, "walls"


async def _walls(ada: Seated, _: Seated) -> tuple[str, ...]:
    """The last of the walls; then soldiers for them, swords for the soldiers, and a potion."""
    home = Typed(await home_of(ada))
    await ada.order("city build-walls", city=home, province=home)
    company = {"city": home, "race": Typed(), "quantity": 50, "name": UNIT}
    worn = {"equipment": Typed("spear"), "talents": Typed("pikeman")}
    await ada.order("city train", **company, **worn)
    await ada.order("city make", city=home, item=Typed("broadsword"))
    await ada.order("guild make-potion", guild=Typed(READERS), potion=Typed())
    await ada.order("guild improve-self", guild=Typed(SHIELDS))
    await ada.submit()
    return "walls", UNIT, "otion of mana"


async def _arms(ada: Seated, _: Seated) -> tuple[str, ...]:
    """The company changes its spears for what the city has made, and learns to use it."""
    home = Typed(await home_of(ada))
    swords = {"main_hand": Typed("broadsword"), "off_hand": Typed("shield")}
    await ada.order("equip unit", unit=Typed(UNIT), **swords)
    await ada.order("guild train-units", guild=Typed(SHIELDS), units=Typed(UNIT))
    await ada.order("city build-improvement", city=home, improvement=Typed("barracks"))
    await ada.order("city attract", city=home)
    await ada.submit()
    return UNIT, "barracks"


async def _look(ada: Seated) -> None:
    """Look at all that has become of it."""
    home = Typed(await home_of(ada))
    await ada.say("show city", sees=home.text)
    await ada.say("show growth", sees=home.text)
    await ada.say("show market", sees=home.text)
    for layer in ("resources", "ownership", "roads", "towers"):
        await ada.say("map", sees=layer, centre=home, zoom=4, layer=layer, legend="full")


async def _at(actor: Seated, resource: str) -> Typed:
    """Where in the actor's barony there is a deposit."""
    return Typed(await deposit_of(actor, resource))


async def _guild(actor: Seated, type: str, name: str, founder: str) -> None:
    """Have the actor's city build a guild."""
    home = Typed(await home_of(actor))
    await actor.order("city build-guild", city=home, type=type, name=name, founder=Typed(founder))


async def _open(actor: Seated, guild: str, resource: str, *, wanted: str) -> None:
    """Set a resource open for trade, with a word about what is wanted for it."""
    listed = {"resource": Typed(resource), "wanted": Typed(wanted)}
    await actor.order("trade open", guild=Typed(guild), **listed)


BANNERS: Final = Story(
    name="The Grey Banners",
    module="veterans",
    size={},
    seats={
        "Ada": {"faction": "ashmark", "start": "lantern_circle"},
        "Cora": {"faction": "elderwood", "start": "green_wardens"},
        "Emil": {"faction": "salt_ports", "start": "tide_captains"},
        "Freya": {"faction": "hornhelm", "start": "first_drum"},
    },
    script=play,
    scripted=("Ada", "Cora"),
    turns="five",
)
