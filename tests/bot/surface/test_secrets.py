"""What a faction knows is read by that faction alone, whatever its rivals type, press or guess."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.host import Seat
from bot.orders import choosing
from engine.forms import given_by_players
from engine.orders import Order, Parameter, parameters
from engine.packs.cohorts.pieces.records import Province
from engine.world import Record, World
from tests.bot.surface.scene import Scene, faction_channel

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOGUS = 99_999
"""An id that nothing has."""
HIDDEN = "Hidden Host"
UNTOLD = "We march at dawn"
_TOLD = 8  # faults of a sheet that are told in full, and some to spare
_MEANT = re.compile(r" Did you mean [^?]*\?")
_OPEN = 20  # answers with panels that may be open together


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def armed(scene: Scene) -> Scene:
    """A run day has passed on which Cora raised a stack and a unit, and Ada a stack.

    Both have given orders since.
    """
    train = {"city": scene.names["rival"], "quantity": 20, "name": "Unheard Foot"}
    race = (await scene.people["Cora"].autocomplete(scene.lobby, "city train", "race", ""))[:1]
    train["race"] = race[0]["value"] if race else "elf"
    await scene.say("Cora", "city train", **train)
    await scene.say("Cora", "stack activate", province=scene.names["rival"], name=HIDDEN)
    await scene.say("Ada", "stack activate", province=scene.names["home"], name="Iron Guard")
    for who in ("Ada", "Cora"):
        await scene.press(who, await scene.say(who, "orders submit"), "Submit anyway")
    await scene.table.move(timedelta(hours=7))
    for who in ("Ada", "Cora"):
        await scene.people[who].autocomplete(scene.lobby, "stack rest", "stack", "")
        await scene.table.rest()
    await scene.say("Cora", "set message", bearer=HIDDEN, message=UNTOLD)
    await scene.say("Ada", "stack rest", stack="Iron Guard")
    return scene


async def test_the_channel_of_a_faction_is_read_by_its_players_alone(armed: Scene) -> None:
    table = armed.table
    for who in ("Ada", "Cora"):
        place = faction_channel(table, who)
        readers = set(table.guild.who_sees(place))
        assert readers == ({"Ada", "Bram"} if who == "Ada" else {"Cora"}) | {"Morgan"}
        channel = table.bot.get_channel(place.id)
        assert isinstance(channel, discord.TextChannel)
        allowed = [who.id for who, rights in channel.overwrites.items() if rights.view_channel]
        assert channel.guild.default_role.id not in allowed
        assert len(allowed) == 3, "the faction's role, the moderators' and the bot"
        assert channel.overwrites_for(channel.guild.default_role).view_channel is False


async def test_every_answer_to_a_player_is_for_his_eyes_alone(armed: Scene) -> None:
    rules = await armed.host.rules(armed.guild, await armed.campaign())
    orders = [("orders help", {"order": " ".join(path)}) for path in given_by_players(rules)]
    places = (armed.lobby, faction_channel(armed.table, "Cora"))
    said: list[tuple[str, dict[str, Any]]] = [
        ("map", {}),
        ("battle", {}),
        ("report", {}),
        ("orders list", {}),
        ("orders preview", {}),
        ("orders sheet", {}),
        ("orders clear", {}),
        ("rules", {}),
        ("help", {}),
        ("help", {"how": "Spy"}),
        ("about", {}),
    ]
    asked = [(place, *each) for place in places for each in said]
    asked += [(place, *each) for place, each in zip(cycle(places), orders)]
    for number, (place, command, options) in enumerate(asked):
        if number % _OPEN == 0:
            await armed.close_panels()
        answer = await armed.say("Cora", command, place, **options)
        assert answer.private, (command, options)
    for who in ("Ada", "Bram", "Dagny"):
        read = "\n".join(map(repr, armed.lobby.history(viewer=armed.people[who])))
        assert HIDDEN not in read


@pytest.mark.parametrize("where", ["lobby", "herald"])
async def test_no_command_of_a_rival_tells_a_factions_orders(armed: Scene, where: str) -> None:
    place = next(c for c in armed.table.guild.channels() if c.name == where)
    for who in ("Ada", "Bram"):
        for command in ("map", "battle", "report", "orders list", "orders preview", "orders sheet"):
            answer = await armed.say(who, command, place)
            files = [a for message in answer.messages for a in message.attachments]
            told = answer.text + "".join(
                f"{a.filename}{a.description}{_content(armed, a)}" for a in files
            )
            for secret in (HIDDEN, UNTOLD, armed.names["rival_hero"]):
                assert secret not in told, command


def _content(scene: Scene, file: Any) -> str:
    data = scene.table.env.backend.cdn.get(file.url) or b""
    return data.decode() if file.filename.endswith(".txt") else ""


async def test_a_guess_at_a_thing_tells_no_more_than_a_guess_at_nothing(armed: Scene) -> None:
    """For every thing that an order can name: one that is hidden is answered as one that is not."""
    seat, view = await armed.seat_of("Ada"), await armed.view("Ada")
    truth = await armed.truth()
    rules = await armed.host.rules(armed.guild, seat.campaign)
    unheard, asked = _unheard(truth, view), 0
    for path, cls in given_by_players(rules).items():
        usual = await _usual(armed, seat, path, cls)
        pairs = [
            (parameter, guesses)
            for parameter in parameters(cls)
            for kind in (parameter.asks.kinds if parameter.asks else ())
            for guesses in _guesses(truth, view, kind)
        ]
        # A name that may be that of nobody known is no fault of a sheet, so it is asked alone.
        alone = [[each] for each in pairs if each[0].asks and each[0].asks.by_name]
        rest = [each for each in pairs if [each] not in alone]
        for group in (*alone, *(rest[n : n + _TOLD] for n in range(0, len(rest), _TOLD))):
            told = [
                _blind(
                    await _answer(armed, path, [usual | {p.name: t} for p, t in lines]),
                    lines,
                    unheard,
                )
                for lines in ([(p, pair[n]) for p, pair in group] for n in (0, 1))
            ]
            assert told[0] == told[1], (path, group)
            asked += len(group)
    assert asked > 15


async def test_whoever_plays_elsewhere_learns_nothing_of_this_campaign(armed: Scene) -> None:
    herald = next(each for each in armed.table.guild.channels() if each.name == "herald")
    for command in ("map", "report", "orders list", "orders sheet", "orders preview"):
        told = await armed.refuses("Emil", command, where=herald)
        assert "You do not play in" in told
        assert armed.names["home"] not in told


async def _answer(scene: Scene, path: tuple[str, str], orders: list[dict[str, str]]) -> str:
    """What the upload of a sheet of these orders is answered."""
    lines = [
        " ".join([*path, *(f'{name}:"{value}"' for name, value in values.items())])
        for values in orders
    ]
    answer = await scene.upload("Ada", "\n".join(lines).encode())
    if answer.last.components:
        await scene.press("Ada", answer, "No")
    return answer.text


def _blind(answer: str, lines: list[tuple[Parameter, str]], unheard: list[str]) -> str:
    """The answer without what was typed, in full or behind the kind of a bare reference.

    What was meant is guessed from the letters that were typed, which differ; so a guess is left
    out too, once it names nothing unheard of.
    """
    for meant in _MEANT.findall(answer):
        assert not [name for name in unheard if name in meant], meant
    answer = _MEANT.sub("", answer)
    for _, guess in sorted(lines, key=lambda line: -len(line[1])):
        answer = answer.replace(guess, "it").replace(f"“{guess.partition(':')[2]}”", "“it”")
    return answer


async def _usual(
    scene: Scene, seat: Seat, path: tuple[str, str], cls: type[Order]
) -> dict[str, str]:
    """Values with which the order makes sense, as far as anything is offered."""
    values: dict[str, str] = {}
    for parameter in parameters(cls):
        if not parameter.required:
            continue
        with scene.table.env._bot_scope():
            offered = await choosing.offers(scene.host, seat, path, parameter.name, values)
        plain = {"number": "1", "text": "Some", "flag": "no"}.get(parameter.kind, "Nothing")
        values[parameter.name] = offered[0].value if offered else plain
    return values


def _guesses(truth: World, view: World, kind: str) -> Iterator[tuple[str, str]]:
    """What somebody might type for a hidden thing of the kind, and the same for nothing at all.

    Its name or coordinates, the number that it has in truth, and a bare reference.
    """
    cls = truth.kinds.get(kind)
    known = {each.id for each in view.all(view.kinds[kind])} if cls else set()
    hidden = next((each for each in truth.all(cls) if each.id not in known), None) if cls else None
    if hidden is None:
        return
    yield f"{kind}#{hidden.id + len(known)}", f"{kind}#{BOGUS}"
    yield f"{kind}:{hidden.id}", f"{kind}:{BOGUS}"
    if isinstance(hidden, Province):
        yield f"{hidden.x},{hidden.y}", "199,199"
    elif name := _name(hidden):
        yield name, f"{name}q"


def _unheard(truth: World, view: World) -> list[str]:
    """The names of what the view does not hold, but for such as stand in a name that it holds.

    A city may be called as the people of a faction is whose name all know.
    """
    known = _names(view)
    hidden = _names(truth) - known - {"Cora"}
    return sorted(name for name in hidden if not any(name in each for each in known))


def _names(world: World) -> set[str]:
    found: set[str] = set()
    for kind in world.kinds.values():
        found |= {_name(each) for each in world.all(kind)}
    return found - {""}


def _name(record: Record) -> str:
    known = "name" in record.names and record.knows("name")
    return str(getattr(record, "name")) if known else ""  # noqa: B009 - not all have one
