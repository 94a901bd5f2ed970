"""Three turns of "The Short Regency" by script: two regents, one treaty, and a battle over it.

Ada's regent talks one guardian round while a hero slays another, casts a spell of each kind of
magic, and hires heroes on the road. Cora makes her King by points, makes the treaty and breaks it,
and brings her armies; who wins the duel and the battle the dice decide, and the script looks at
either end. Then the offices are given. Every answer is checked.
"""

from typing import Final

from bot.faces.kingdoms.stories.afield import (
    around,
    crown_of,
    home_of,
    march,
    path,
    people_of,
    spot,
)
from bot.faces.stories import Company, Person, Seated, Story, Typed
from engine.packs.kingdoms.pieces.records import Ruler, Site

KEYS, MOSS = "Sefa of the Nine Keys", "Odo the Unhurried"
MARTIAL: Final = ("TA", "MA", "ME")
"""What Cora's King is good at."""
BARROW: Final = "Barrow of the Stewards"


async def play(company: Company) -> None:
    """Play three turns as Ada and Cora. Raises `WentWrong`."""
    await _take_throne(company.visitor("Cora"))
    ada, cora = await company.seated("Ada"), await company.seated("Cora")
    scout = (await people_of(ada))[-1].name
    for turn in (_magic, _treason, _home):
        ours, theirs = await turn(ada, cora, scout)
        await cora.submit()
        await ada.submit()
        await ada.pass_the_week(*ours)
        cora.must_have_read(*theirs)
    await ada.say("offices", sees="Imperial")
    await ada.say("show kingdom", sees="Treasury")


async def _take_throne(cora: Person) -> None:
    """A King is made page by page, by points."""
    form = await cora.say("join", faction="ironmoss", name="Cora")
    await form.press_in_form("join:design", sees="Left to spend")
    await form.choose_in_form("join:race", "orc", sees="Orc")
    await form.choose_in_form("join:alignment", "Evil", sees="Evil")
    await form.choose_in_form("join:temper", "Berserk", sees="Berserk")
    await form.press_in_form("join:abilities")
    for ability in MARTIAL:
        await form.choose_in_form("join:ability", ability)
        await form.choose_in_form("join:points", "5", sees="Aptitude 5")
        await form.choose_in_form("join:skill", "5", sees="skill 5")
    await form.press_in_form("join:back")
    await form.fill("join:king", MOSS)
    await form.press_in_form("join:join", sees="Not spent yet")
    await form.press_in_form("join:join", sees="Welcome")


Told = tuple[tuple[str, ...], tuple[str, ...]]
"""What the reports of a turn must say, to Ada and to Cora."""


# ---------------------------------------------------------------- the first turn


async def _magic(ada: Seated, cora: Seated, scout: str) -> Told:
    """Guardians are met in two ways, spells are cast, a treaty is made, and Cora sets out."""
    slayer = (await people_of(ada))[1].name
    home = await home_of(ada)
    next_door = (await around(ada, home))[0]
    await ada.say("turn", sees="Your first turn")
    barrows = await ada.offers("character search", "feature", character=KEYS)
    await ada.order("character plan", character=KEYS, tactics="talk")
    await ada.order("character search", character=KEYS, feature=barrows[0])
    await ada.order("character search", character=slayer, feature=barrows[1])
    for spell, target in (
        ("Bless Province", next_door),
        ("Oratory", KEYS),
        ("Phantasmal Armies", KEYS),
        ("Flood Province", Typed()),
    ):
        cast = {"spell": Typed(spell), "target": target}
        await ada.order("character cast", character=KEYS, **cast)
    await ada.order("character move", character=scout, to=next_door)
    await ada.order("character explore", character=scout)
    await ada.order("character explore", character=scout)
    await ada.order("kingdom treat", kingdom=Typed("Ironmoss"))
    await ada.say("orders preview", sees="Bless Province")

    await cora.order("kingdom treat", kingdom=Typed("Lamplight"))
    await march(cora, MOSS, (await path(cora, await home_of(cora), home))[:-1])
    return (
        ("treaty", "Bless Province", "Oratory", "Phantasmal Armies", "Flood Province", BARROW),
        ("treaty", MOSS),
    )


# ---------------------------------------------------------------- the second turn


async def _treason(ada: Seated, cora: Seated, scout: str) -> Told:
    """The dead rise for Ada, a hero is hired, the scout finds a barrow; and Cora comes."""
    slayer = (await people_of(ada))[1].name
    home = await home_of(ada)
    await ada.say("show character", sees="Carries", name=Typed(slayer))
    await ada.order("character plan", character=KEYS, tactics="melee")
    gift = {"item": Typed(), "to": KEYS}
    await ada.order("character assign-item", character=slayer, **gift)
    await ada.order("character cast", character=KEYS, spell=Typed("Skeletal Army"))
    await _to_the_road(ada, scout)
    await ada.say("map", sees="features", layer="features")

    await cora.order("kingdom break-treaty", kingdom=Typed("Lamplight"))
    view, _ = await cora.known()
    stands = spot(view, next(each for each in await people_of(cora) if each.royal).holding)
    await march(cora, MOSS, await path(cora, stands, home))
    await cora.say("orders preview", sees=MOSS)
    return ("Skeletal Army", "broke"), ("broke", "Battle")


async def _to_the_road(ada: Seated, scout: str) -> None:
    """The scout searches the barrow that was found, and goes to hire the nearest hero in view."""
    view, _ = await ada.known()
    here = next(each for each in view.all(Ruler) if each.name == scout).holding
    if any(crown_of(ada, view).id in site.known_to for site in view.by(Site, "holding", here)):
        await ada.order("character search", character=scout, feature=Typed())
    ways = [
        (await path(ada, spot(view, here), spot(view, hero.holding)), hero.name)
        for hero in view.all(Ruler)
        if hero.knows("crown") and not hero.crown and hero.knows("holding") and hero.alive
    ]
    way, hero = min(ways, key=lambda each: (len(each[0]), each[1]))
    await march(ada, scout, way)
    await ada.order("character hire", character=scout, hero=hero)


# ---------------------------------------------------------------- the third turn


async def _home(ada: Seated, cora: Seated, scout: str) -> Told:
    """The battle is looked at; the scout carries home what the barrow held."""
    for actor in (ada, cora):
        battle = await actor.say("battle", sees="")
        await battle.press("Next", sees="")
        await battle.press("Full account", sees="")
    view, _ = await ada.known()
    stands = spot(view, next(each for each in view.all(Ruler) if each.name == scout).holding)
    await march(ada, scout, await path(ada, stands, await home_of(ada)))
    pupil = (await people_of(cora))[-1].name
    await cora.order("character practice", character=pupil, ability=Typed())
    return ("World Emperor",), ("World Emperor",)


REGENCY: Final = Story(
    name="The Short Regency",
    module="regency",
    size={},
    seats={"Ada": {"faction": "lamplight", "start": "regent"}},
    script=play,
    scripted=("Ada", "Cora"),
    turns="three",
)
