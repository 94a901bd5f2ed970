"""Three turns of the sample campaign by script, for `demo --headless`.

One player does by commands, autocomplete, buttons and files what a person would; the computer plays
the others. Every answer is checked, so a script that ends has shown that all of it works.
"""

from collections.abc import Mapping

from bot.host import Seat
from bot.practice.actor import SUBMITTED, TAKEN, Actor, Typed
from bot.practice.reading import last_message, text_of
from bot.practice.rivals import frontier
from bot.practice.table import Table, WentWrong
from bot.reports.faction import FAILED
from engine.packs.cohorts.pieces.records import Province, Stack

STACK = "Iron Guard"
WATCH = "Hearth Watch"
UNIT = "Ember Foot"


async def play(table: Table, seats: Mapping[str, Seat]) -> None:
    """Play three turns as Ada. Raises `WentWrong`."""
    actor = await Actor.of(table, "Ada", seats["Ada"])
    for turn in (_first_turn, _second_turn, _third_turn):
        told = await turn(actor)
        await actor.pass_the_week(told)


async def _first_turn(actor: Actor) -> str:
    """Look around, raise a first company, and send heroes to see what lies beyond."""
    home = Typed(await actor.home())
    await actor.say("about", sees="Hexmuster")
    await actor.say("map", sees="turn-1", legend="full")
    await actor.say("map", sees="map-around", centre=home, zoom=4)
    await actor.say("map", sees="terrain", centre=home, zoom=6, layer="terrain")
    await actor.say("map", sees="resources", layer="resources")
    await actor.say("rules", sees="cohorts.", search="movement")
    await actor.say("orders help", sees="recruits", order=Typed("city train"))
    company = {"city": Typed(), "race": Typed(), "quantity": 100, "name": UNIT}
    await actor.say("city train", sees=TAKEN, **company)
    await actor.say("city construct-village", sees=TAKEN, city=Typed(), province=Typed())
    await actor.say("stack activate", sees=TAKEN, province=home, name=STACK)
    for hero in (await actor.offers("transfer character", "character"))[1:3]:
        await actor.say("transfer character", sees=TAKEN, character=hero, target=Typed(STACK))
    goods = {"sponsor": home, "target": Typed(STACK), "item": Typed(), "count": 5}
    await actor.say("transfer items", sees=TAKEN, **goods)
    await _explore(actor)
    await actor.say("orders preview", sees="takes the field")
    await actor.say("map", sees="map-around", centre=home, zoom=3, legend="none")
    await actor.say("orders submit", sees=SUBMITTED)
    return "takes the field"


async def _second_turn(actor: Actor) -> str:
    """A second stack; then a sheet with a misspelt word, and one with an order too many."""
    home = await actor.home()
    await _explore(actor)
    await actor.say("stack activate", sees=TAKEN, province=Typed(home), name=WATCH)
    await actor.say("transfer unit", sees=TAKEN, unit=Typed(UNIT), target=Typed(WATCH))
    await actor.say("set slot", sees=TAKEN, piece=Typed(UNIT), slot=2)
    await actor.say("city attract", sees=TAKEN, city=Typed())
    sheet = await actor.sheet()
    more = f'city conscript city:"{home}"\n'
    await actor.upload(sheet + more.replace("conscript", "consript"), sees="Did you mean")
    answer = await actor.upload(sheet + 2 * more, sees="Take this sheet?")
    await actor.press(answer, "Take it", sees="Sheet taken")
    await actor.say("orders list", sees="conscript")
    await actor.say("orders submit", sees=SUBMITTED)
    return FAILED


async def _third_turn(actor: Actor) -> str:
    """Submit, think again, and submit anew."""
    await actor.say("report", sees="Turn")
    await _explore(actor)
    village = {"city": Typed(), "village": Typed()}
    await actor.say("city improve-village", sees=TAKEN, **village)
    await actor.say("orders move", sees="Your orders", order=Typed(), place=2)
    await actor.say("orders submit", sees=SUBMITTED)
    await actor.say("orders withdraw", sees="taken back")
    words = "We hold the bridge, and nobody holds us."
    await actor.say("set message", sees=TAKEN, bearer=Typed(UNIT), message=words)
    await actor.say("orders submit", sees=SUBMITTED)
    return "improves the village"


async def _explore(actor: Actor) -> None:
    """Send the stack to the nearest land at the edge of what is known that it can reach."""
    view, rules = await actor.known()
    stack = next((each for each in view.all(Stack) if each.name == STACK), None)
    start = stack.province if stack else actor.city(view).province
    for goal in frontier(rules, view, start):
        province = view.get(Province, goal)
        where = province.location
        answer = await actor.say("stack move", stack=Typed(STACK), destination=where)
        message = last_message(answer)
        if message and TAKEN in text_of(message):
            return
    raise WentWrong(f"{STACK} can go nowhere")
