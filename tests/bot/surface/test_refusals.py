"""Whatever a person asks for in vain: a clear, private answer, and nothing is changed."""

from typing import Any

import pytest

from tests.bot.surface.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

HERO = {"character": "{home_hero}"}
TRAIN = {"city": "{home}", "race": "human", "quantity": 10, "name": "A"}
ITEMS = {"sponsor": "{home}", "target": "{home_hero}", "item": "gold", "count": 1}
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("stack activate", {"province": "Nowhere", "name": "A"}, "no province called “Nowhere”"),
    ("stack activate", {"province": "{rival_spot}", "name": "A"}, "province"),
    ("stack activate", {"province": "99,99", "name": "A"}, "no province at 99,99"),
    ("stack activate", {"province": "stack:3", "name": "A"}, "no province called “stack:3”"),
    ("stack activate", {"province": "province:99999", "name": "A"}, "no province called"),
    ("stack activate", {"province": "x" * 4000, "name": "A"}, "no province called"),
    ("stack activate", {"province": "{home}", "name": "@everyone"}, "without mentions"),
    ("stack activate", {"province": "{home}", "name": "<@&1> <#2>"}, "without mentions"),
    ("stack activate", {"province": "{home}", "name": "\u202egnik"}, "U+202E"),
    ("stack activate", {"province": "{home}", "name": "a\nb"}, "U+000A"),
    ("stack activate", {"province": "{home}", "name": "a\0b"}, "U+0000"),
    ("stack activate", {"province": "{home}", "name": " "}, "1 to 32 characters"),
    ("stack deactivate", {"stack": "Nobody"}, "no stack called “Nobody”"),
    ("stack deactivate", {"stack": "new:k9"}, "k9 is no order in the list"),
    ("stack rest", {"stack": "@everyone"}, "no stack called"),
    ("stack move", {"stack": "stack:77", "destination": "{home}"}, "no stack called"),
    ("stack route", {"stack": "Nobody", "steps": "NE, foo"}, "no stack called “Nobody”"),
    ("stack route", {"stack": "stack:77", "steps": '"NE'}, 'closing "'),
    ("transfer character", {**HERO, "target": "Nowhere"}, "called “Nowhere”"),
    ("transfer character", {"character": "{ally_hero}", "target": "{ally}"}, "not yours"),
    ("transfer character", {"character": "{rival_hero}", "target": "{home}"}, "you know of no"),
    ("transfer unit", {"unit": "{home_hero}", "target": "{home}"}, "you know of no unit"),
    ("transfer items", ITEMS, "has no “gold”"),
    ("transfer all", {"sponsor": "{home}", "target": "{home}"}, "where it is already"),
    ("set slot", {"piece": "{ally_hero}", "slot": 3}, "not yours"),
    ("set message", {"bearer": "{ally_hero}", "message": "mine"}, "not yours"),
    ("set message", {"bearer": "{home_hero}", "message": "Hail @everyone"}, "mentions"),
    ("city train", {**TRAIN, "city": "{ally}"}, "not your city"),
    ("city train", {**TRAIN, "race": "hooman"}, "hooman"),
    ("city train", {**TRAIN, "race": "troll"}, "troll"),
    ("city conscript", {"city": "{ally}"}, "not your city"),
    ("city attract", {"city": "{ally}"}, "not your city"),
    ("city construct-village", {"city": "{home}", "province": "{home}"}, "{home}"),
    ("city improve-village", {"city": "{home}", "village": "Nowhere"}, "Nowhere"),
]


@pytest.mark.parametrize("command, options, says", IMPOSSIBLE)
async def test_an_impossible_order_is_refused(
    scene: Scene, command: str, options: dict[str, Any], says: str
) -> None:
    told = await scene.refuses("Ada", command, **scene.filled(options))
    assert says.format_map(scene.names) in told
    assert "What you can do" in told
    assert ".." not in told
    assert await scene.drafted("Ada") == []


NAMELESS: list[tuple[str, dict[str, Any], str]] = [
    ("map", {"centre": "@everyone"}, "on your map"),
    ("map", {"centre": "99,99"}, "on your map"),
    ("map", {"centre": "x" * 4000}, "on your map"),
    ("campaign use", {"campaign": "@everyone"}, "no campaign called"),
    ("odds", {"mine": "@everyone", "enemy": "{rival}"}, "no stack or city"),
    ("odds", {"mine": "x" * 4000, "enemy": "<@&1>"}, "no stack or city"),
    ("report", {"turn": 99}, "no report for turn 99"),
    ("campaign use", {"campaign": "<@&1>"}, "no campaign called"),
    ("campaign use", {"campaign": "**x**"}, "no campaign called"),
    ("orders help", {"order": "qqzzx"}, "See them all with /orders help"),
    ("orders help", {"order": "@qqzzx"}, "no order"),
    ("orders move", {"order": "k99", "place": 1}, "no order k99 in your list"),
    ("orders move", {"order": "@everyone", "place": 1}, "no key of an order"),
    ("orders remove", {"orders": ",,"}, "no key of an order"),
    ("orders remove", {"orders": "k" * 5000}, "no key of an order"),
    ("orders clear", {}, "empty already"),
    ("orders submit", {}, "no orders to submit"),
    ("orders submit", {"date": "tomorrow"}, "not a date"),
    ("orders submit", {"date": "2026-01-10"}, "No turns are run on Saturday"),
    ("orders submit", {"date": "2020-01-01"}, "has passed"),
    ("orders submit", {"date": "2027-12-31"}, "more than a year ahead"),
    ("orders submit", {"date": "9999-12-31"}, "more than ten years away"),
    ("orders submit", {"date": "0001-01-01"}, "more than ten years away"),
    ("orders submit", {"sequence": "@everyone"}, "not one of your faction's players"),
    ("orders submit", {"sequence": "Cora"}, "not one of your faction's players"),
    ("orders submit", {"sequence": '"Bram'}, "cannot read the sequence"),
    ("orders withdraw", {}, "no submitted turn"),
    ("campaign use", {"campaign": "#99"}, "no campaign called"),
    ("join", {"faction": "nobody"}, "no such faction"),
    ("join", {"faction": "ashmark", "start": "nobody"}, "already"),
]


@pytest.mark.parametrize("command, options, says", NAMELESS)
async def test_a_name_or_value_that_means_nothing_is_refused(
    scene: Scene, command: str, options: dict[str, Any], says: str
) -> None:
    assert says in await scene.refuses("Ada", command, **options)


OF_PLAYERS: list[tuple[str, dict[str, Any]]] = [
    ("map", {}),
    ("report", {}),
    ("leave", {}),
    ("turn", {}),
    ("battle", {}),
    ("odds", {"mine": "{home}", "enemy": "{rival}"}),
    *((name, {}) for name in ("roster", "relations", "standings", "history")),
    *((f"show {name}", {}) for name in ("city", "market", "growth")),
    *((f"show {name}", {"name": "spear"}) for name in ("character", "unit", "agent", "stack")),
    ("show item", {"name": "spear"}),
    *((f"orders {name}", {}) for name in ("list", "clear", "preview", "submit", "withdraw")),
    ("orders sheet", {}),
    ("orders help", {}),
    ("orders move", {"order": "k1", "place": 1}),
    ("orders remove", {"orders": "k1"}),
    ("orders upload", {"file": ("orders.txt", b"stack rest stack:1\n")}),
    ("stack activate", {"province": "{home}", "name": "Spies"}),
    ("stack deactivate", {"stack": "stack:1"}),
    ("stack move", {"stack": "stack:1", "destination": "{home}"}),
    ("stack rest", {"stack": "stack:1"}),
    ("transfer character", {**HERO, "target": "{home}"}),
    ("transfer unit", {"unit": "unit:1", "target": "{home}"}),
    ("transfer items", ITEMS),
    ("transfer all", {"sponsor": "{home}", "target": "{home}"}),
    ("set slot", {"piece": "{home_hero}", "slot": 3}),
    ("set message", {"bearer": "{home_hero}", "message": "Ho"}),
    ("city train", TRAIN),
    ("city conscript", {"city": "{home}"}),
    ("city attract", {"city": "{home}"}),
    ("city construct-village", {"city": "{home}", "province": "{home}"}),
    ("city improve-village", {"city": "{home}", "village": "{home}"}),
]


@pytest.mark.parametrize("around", ["lobby", "herald"])
@pytest.mark.parametrize("command, options", OF_PLAYERS)
async def test_whoever_is_not_in_the_campaign_can_give_no_players_command(
    scene: Scene, command: str, options: dict[str, Any], around: str
) -> None:
    where = next(each for each in scene.table.guild.channels() if each.name == around)
    told = await scene.refuses("Dagny", command, where=where, **scene.filled(options))
    assert ("You are in no campaign" if around == "lobby" else "You do not play in") in told
    assert "/join" in told


OF_MODERATORS: list[tuple[str, dict[str, Any]]] = [
    ("create", {"module": "cohorts", "name": "Mine"}),
    ("pause", {"reason": "because"}),
    *((name, {}) for name in ("repair", "open", "start", "resume", "end")),
]


@pytest.mark.parametrize("who", ["Ada", "Dagny"])
@pytest.mark.parametrize("command, options", OF_MODERATORS)
async def test_whoever_is_no_moderator_can_give_no_moderators_command(
    scene: Scene, command: str, options: dict[str, Any], who: str
) -> None:
    """Even where a server's administrators have shown the command to everybody."""
    with scene.table.env._bot_scope():
        known = await scene.table.bot.tree.fetch_commands()
    (group,) = [each for each in known if each.name == "campaign"]
    scene.table.guild.handle.set_command_permissions(group.id, {scene.people[who]: True})
    told = await scene.refuses(who, f"campaign {command}", **options)
    assert "This is for" in told
    assert "What you can do" in told


NAMES = [
    "@everyone",
    "<@&1>",
    "<#2>",
    "**b**",
    "`x`",
    "C:\\x",
    "\u202egnik",
    "a\0b",
    " ",
    "a\u200bb",
]


@pytest.mark.parametrize("name", [*NAMES, "n" * 33])
async def test_a_player_takes_no_name_too_long_or_not_only_words(scene: Scene, name: str) -> None:
    taken = {"faction": "elderwood", "start": "tide_captains", "name": name}
    assert "A player's name" in await scene.refuses("Dagny", "join", **taken)


@pytest.mark.parametrize("name", [*NAMES, "n" * 61])
async def test_a_campaign_has_no_name_too_long_or_not_only_words(scene: Scene, name: str) -> None:
    made = {"module": "cohorts", "name": name}
    assert "A campaign's name" in await scene.refuses("Morgan", "campaign create", **made)


@pytest.mark.parametrize(
    "options, says",
    [
        ({"faction": "@everyone"}, "no such faction"),
        ({"faction": "ashmark", "start": "tide_captains"}, "has all its 2 players"),
        (
            {"faction": "elderwood", "start": "tide_captains", "place": "Nowhere"},
            "no starting city",
        ),
        ({"faction": "elderwood", "start": "tide_captains", "place": "#99"}, "no starting city"),
        ({"faction": "elderwood", "start": "@here"}, "no party"),
    ],
)
async def test_a_place_that_there_is_not_cannot_be_taken(
    scene: Scene, options: dict[str, Any], says: str
) -> None:
    before = scene.stored()
    answer = await scene.say("Dagny", "join", **options)
    scene.check_refusal(answer)
    assert says in answer.text
    for table, rows in scene.stored().items():
        assert rows == before[table] or table in ("member", "sqlite_sequence"), table
    async with scene.host.stores.use(scene.guild) as store:
        seated = await store.members.get((await scene.campaign()).id, scene.people["Dagny"].id)
    assert seated is None


async def test_a_module_that_there_is_not_cannot_be_played(scene: Scene) -> None:
    for module in ("nothing", "../cohorts", "@everyone"):
        told = await scene.refuses("Morgan", "campaign create", module=module, name="Another")
        assert "no such module" in told


@pytest.mark.asyncio(loop_scope="function")
async def test_whoever_plays_in_two_campaigns_is_asked_which_is_meant(own: Scene) -> None:
    two: dict[str, Any] = {"campaign": "Second"}
    await own.say("Morgan", "campaign create", module="cohorts", name="Second", width=16, height=12)
    await own.say("Morgan", "campaign open")
    await own.say("Ada", "join", faction="elderwood", start="tide_captains", **two)
    for command in ("map", "report", "orders list", "orders submit", "leave"):
        told = await own.refuses("Ada", command)
        assert "Which campaign do you mean: **The Long War**, **Second**?" in told
        assert "Choose it below" in told
    answer = await own.say("Ada", "orders list")
    row: Any = answer.last.components[0]
    (menu,) = row.children
    second = next(each.value for each in menu.options if each.label == "Second")
    await own.people["Ada"].select(answer.last, [second])
    await own.table.rest()
    assert "Your orders" in (await own.say("Ada", "orders list")).text
    assert (await own.say("Ada", "campaign status")).text.startswith("Second")
    await own.say("Ada", "campaign use", campaign="the long WAR")
    assert (await own.say("Ada", "campaign status")).text.startswith("The Long War")
    assert "Which campaign" not in (await own.say("Bram", "orders list")).text


@pytest.mark.asyncio(loop_scope="function")
async def test_a_name_that_means_several_things_is_told_with_all_of_them(own: Scene) -> None:
    home = own.names["home"]
    for _ in range(2):
        await own.say("Ada", "city train", city=home, race="human", quantity=10, name="Twins")
    told = await own.refuses("Ada", "set slot", piece="Twins", slot=2)
    assert "several are called “Twins”" in told
    assert "Did you mean" in told


async def test_after_every_refusal_the_bot_still_takes_an_order(scene: Scene) -> None:
    taken = await scene.say("Ada", "stack activate", province=scene.names["home"], name="Late")
    assert "Order taken" in taken.text
    await scene.press("Ada", taken, "Undo")
    assert await scene.drafted("Ada") == []
