"""Three turns of the sample campaign by script, for `demo --headless`.

One player does by commands, autocomplete, buttons and files what a person would; the computer plays
the others. Every answer is checked, so a script that ends has shown that all of it works.
"""

from typing import Final

from bot.faces.cohorts.stories.at_home import city_of, home_of
from bot.faces.stories import Company, Seated, Story, Typed, WentWrong
from engine.packs.cohorts.pieces.records import Province, Stack
from engine.packs.cohorts.rivals import frontier

STACK = "Iron Guard"
WATCH = "Hearth Watch"
UNIT = "Ember Foot"


async def play(company: Company) -> None:
    """Play three turns as Ada. Raises `WentWrong`."""
    actor = await company.seated("Ada")
    for turn in (_first_turn, _second_turn, _third_turn):
        told = await turn(actor)
        await actor.pass_the_week(told)


async def _first_turn(actor: Seated) -> str:
    """Look around, raise a first company, and send heroes to see what lies beyond."""
    home = Typed(await home_of(actor))
    await actor.say("about", sees="Hexmuster")
    await actor.say("map", sees="turn-1", legend="full")
    await actor.say("map", sees="map-from", centre=home, zoom=4)
    await actor.say("map", sees="terrain", centre=home, zoom=6, layer="terrain")
    await actor.say("map", sees="resources", layer="resources")
    await actor.say("rules", sees="Movement: reach", search="movement")
    await actor.say("orders help", sees="recruits", order=Typed("city train"))
    company = {"city": Typed(), "race": Typed(), "quantity": 100, "name": UNIT}
    await actor.order("city train", **company)
    await actor.order("city construct-village", city=Typed(), province=Typed())
    await actor.order("stack activate", province=home, name=STACK)
    for hero in (await actor.offers("transfer character", "character"))[1:3]:
        await actor.order("transfer character", character=hero, target=Typed(STACK))
    goods = {"sponsor": home, "target": Typed(STACK), "item": Typed(), "count": 5}
    await actor.order("transfer items", **goods)
    await _explore(actor)
    await actor.say("orders preview", sees="would take the field")
    await actor.say("map", sees="map-from", centre=home, zoom=3, legend="none")
    await actor.submit()
    return "took the field"


async def _second_turn(actor: Seated) -> str:
    """A second stack; then a sheet with a misspelt word, and one with an order too many."""
    home = await home_of(actor)
    await _explore(actor)
    await actor.order("stack activate", province=Typed(home), name=WATCH)
    await actor.order("transfer unit", unit=Typed(UNIT), target=Typed(WATCH))
    await actor.order("set slot", piece=Typed(UNIT), slot=2)
    await actor.order("city attract", city=Typed())
    sheet = await actor.sheet()
    more = f'city conscript city:"{home}"\n'
    await actor.upload(sheet + more.replace("conscript", "consript"), sees="Did you mean")
    answer = await actor.upload(sheet + 2 * more, sees="Take this sheet?")
    await answer.press("Take it", sees="Sheet taken")
    await actor.say("orders list", sees="Conscript")
    await actor.submit()
    return "✗"


async def _third_turn(actor: Seated) -> str:
    """Submit, think again, and submit anew."""
    await actor.say("report", sees="Turn")
    await _explore(actor)
    village = {"city": Typed(), "village": Typed()}
    await actor.order("city improve-village", **village)
    await actor.say("orders move", sees="Your orders", order=Typed(), place=2)
    await actor.submit()
    await actor.say("orders withdraw", sees="taken back")
    words = "We hold the bridge, and nobody holds us."
    await actor.order("set message", bearer=Typed(UNIT), message=words)
    await actor.submit()
    return "raised the village"


async def _explore(actor: Seated) -> None:
    """Send the stack to the nearest land at the edge of what is known that it can reach."""
    view, rules = await actor.known()
    stack = next((each for each in view.all(Stack) if each.name == STACK), None)
    start = stack.province if stack else city_of(actor, view).province
    for goal in frontier(rules, view, start):
        province = view.get(Province, goal)
        where = province.location
        if await actor.try_order("stack move", stack=Typed(STACK), destination=where):
            return
    raise WentWrong(f"{STACK} can go nowhere")


MARCHES: Final = Story(
    name="The Unquiet Marches",
    module="cohorts",
    size={"width": 24, "height": 18},
    seats={
        "Ada": {"faction": "ashmark", "start": "harrow_banner"},
        "Bram": {"faction": "ashmark", "start": "ash_raiders"},
        "Cora": {"faction": "elderwood", "start": "green_wardens"},
        "Dagny": {"faction": "elderwood", "start": "lantern_circle"},
        "Emil": {"faction": "salt_ports", "start": "tide_captains"},
        "Freya": {"faction": "salt_ports", "start": "drowned_bell"},
    },
    script=play,
    scripted=("Ada",),
    turns="three",
)
