"""Discord's limits at the longest: all commands, reports of 48 players, lists of 2,000 orders."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, cast

import discord
import pytest

from bot.answers import Refused
from bot.orders.ordering import MOST_ORDERS
from bot.payload import AccountRecipe, Payload, TextFile
from bot.post.posting import embed_of, foot
from bot.reports import MOST_PAGES, tick_messages
from bot.store.records import Campaign, CampaignState, ModuleCopy, NewMessage
from bot.store.ticks import DueTick as StoreDue
from bot.store.ticks import PastEvent, ReadPoint
from engine.campaign import Faction, Player
from engine.dice import SeededDice
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.working import Practice
from engine.packs.kingdoms.pieces.records import Crown, Region, Ruler, Site
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import World
from tests.bench import big
from tests.bot.faces.kingdoms.desk import Desk
from tests.bot.faces.kingdoms.full import full_desk, full_turn
from tests.bot.front.record import RecordedRequest, Upload
from tests.bot.limits import check_command_payload, check_request
from tests.bot.samples import MONDAY
from tests.bot.surface.scene import Answer, Scene
from tests.packs.kingdoms.crowns.table import ref
from tests.packs.kingdoms.crowns.table import rules as kings

WIDE = "👑" * 28
"""With a number behind it the longest name that anything may have, all of it wide."""
NAMED = (Player, Stack, Unit, City)


def utf16(text: object) -> int:
    """Characters as JavaScript counts them, in case Discord does so too."""
    return len(str(text).encode("utf-16-le")) // 2


def check_message(body: dict[str, Any], uploads: Iterable[Upload] = ()) -> None:
    """A message as it would be sent breaks no limit, however characters are counted."""
    uploads = tuple(uploads)
    size = sum(len(upload.content) for upload in uploads)
    request = RecordedRequest("POST", "/channels/1/messages", json=body, uploads=uploads, size=size)
    assert check_request(request) == []
    for embed in body.get("embeds", ()):
        assert utf16(embed.get("title", "")) <= 256
        assert utf16(embed.get("description", "")) <= 4096
    assert sum(utf16(json.dumps(e, ensure_ascii=False)) for e in body.get("embeds", ())) <= 6000


def check_answer(answer: Answer) -> None:
    for message in answer.messages:
        check_message(
            {
                "content": message.content,
                "embeds": [embed.to_dict() for embed in message.embeds],
                "components": message.components,
                "attachments": [{"description": a.description} for a in message.attachments],
            }
        )


# ---------------------------------------------------------------- commands


@pytest.mark.asyncio(loop_scope="module")
async def test_the_whole_command_tree_keeps_within_discords_limits(scene: Scene) -> None:
    tree = scene.table.bot.tree
    for place in (None, discord.Object(scene.guild)):
        commands = [command.to_dict(tree) for command in tree.get_commands(guild=place)]
        assert commands
        assert check_command_payload(commands) == []


# ---------------------------------------------------------------- reports


@pytest.fixture(scope="module")
def crowded() -> World:
    """48 players with 15 stacks each, all names as long and wide as may be."""
    world = big.world(40, 40).fork()
    for kind in NAMED:
        for record in list(world.all(kind)):
            world.put(record.replace(name=f"{WIDE}{record.id:04}"))
    return world


def messages_of(
    world: World,
    kind: DueKind,
    submissions: tuple[Submission, ...],
    past: Sequence[PastEvent] = (),
    rules: Rules | None = None,
) -> list[NewMessage]:
    rules = rules or big.rules()
    due = Due(kind, 2, MONDAY.date(), submissions)
    outcome = resolve(rules, world.fork(), due, SeededDice(big.SEED, 2))
    assert not outcome.faults
    campaign = Campaign(1, "March", "d", "0", "h", CampaignState.RUNNING, 1, 1, None, MONDAY)
    stored = StoreDue(kind, MONDAY, MONDAY.date(), 1)
    read = ReadPoint(
        campaign, ModuleCopy("d", "cohorts", ""), stored, (), (), (), (), "", past=past
    )
    return tick_messages(rules, read, due, outcome, "3f9a-20c1-77de")


def check_told(told: Iterable[NewMessage]) -> None:
    for message in told:
        payload = Payload.model_validate_json(message.payload)
        embeds = [embed_of(card) for card in payload.cards]
        embeds[-1].set_footer(text=foot(message.key, payload.seal))
        assert all(isinstance(each, TextFile | AccountRecipe) for each in payload.files)
        texts = [each for each in payload.files if isinstance(each, TextFile)]
        files = [Upload("", f.name, "text/plain", f.text.encode()) for f in texts]
        body = {"content": payload.text, "embeds": [embed.to_dict() for embed in embeds]}
        check_message(body, files)
        assert utf16(message.key) <= 25
        assert "@everyone" not in message.payload


def doomed(world: World) -> tuple[Submission, ...]:
    """Every player gives 200 orders that all fail, with the longest names."""
    return tuple(
        Submission(
            player.id,
            tuple(
                Queued(f"k{n}", ActivateStack(province=Ref("province", 1), name=f"{WIDE}{n:04}"))
                for n in range(1, 201)
            ),
        )
        for player in world.all(Player)
    )


def held_back(world: World) -> list[PastEvent]:
    """What a run brought to every faction in which all orders of every player failed."""
    due = Due("run", 1, MONDAY.date(), doomed(world))
    outcome = resolve(big.rules(), world.fork(), due, SeededDice(big.SEED, 1))
    sides: dict[int, list[int]] = {player.faction: [] for player in world.all(Player)}
    for player in world.all(Player):
        sides[player.faction].append(player.id)
    return [
        PastEvent(faction, 1, number, entry.dump_for(faction, players))
        for faction, players in sides.items()
        for number, entry in enumerate(outcome.entries)
        if entry.for_(faction) is not None
    ]


@pytest.mark.parametrize(
    "kind",
    [
        "run",
        "weekly",
        pytest.param("failing", marks=pytest.mark.soak),
        pytest.param("monthly", marks=pytest.mark.soak),
    ],
)
def test_the_reports_of_48_players_keep_within_discords_limits(crowded: World, kind: str) -> None:
    submissions: tuple[Submission, ...] = ()
    if kind == "run":
        submissions = big.due(crowded).submissions
    elif kind == "failing":
        submissions = doomed(crowded)
    tick = cast("DueKind", "run" if kind == "failing" else kind)
    # A production tells of little itself, but of all that earlier runs held back.
    past = held_back(crowded) if tick != "run" else ()
    told = messages_of(crowded, tick, submissions, past)
    for faction in crowded.all(Faction):
        pages = [each for each in told if each.to.role == f"faction:{faction.id}"]
        assert 1 <= len(pages) <= 2 * MOST_PAGES
    check_told(told)


@pytest.mark.parametrize("kind", ["run", "weekly"])
def test_the_reports_of_a_crowded_game_of_kings_keep_within_discords_limits(kind: DueKind) -> None:
    """A search, moves, spells and all that a turn's end brings, all names as long as may be."""
    desk = full_desk()
    world = desk.table.world
    for name in (Player, Crown, Ruler, Region):
        for record in list(world.all(name)):
            world.put(record.replace(name=f"{WIDE}{record.id:04}"))
    orders = [*full_turn(desk), *desk_orders(desk)]
    turns = (Submission(desk.player, tuple(orders)),) if kind == "run" else ()
    told = messages_of(world, kind, turns, rules=kings())
    assert [each for each in told if each.to.role == f"faction:{desk.faction}"]
    check_told(told)


def desk_orders(desk: Desk) -> Iterable[Queued]:
    """A search of everything where the King is, and 100 orders that fail."""
    king = ref(desk.table.king())
    for site in desk.table.world.by(Site, "holding", desk.table.king().holding):
        yield Queued(f"s{site.id}", Search(character=king, feature=ref(site)))
    for number in range(100):
        yield Queued(f"f{number}", Practice(character=king, ability="SA"))


# ---------------------------------------------------------------- lists of orders


async def test_a_list_of_2000_orders_keeps_within_discords_limits(own: Scene) -> None:
    seat = await own.seat_of("Ada")
    _, province, _ = await own.home("Ada")
    place = Ref("province", province.id)
    orders = [
        (None, Queued("", ActivateStack(province=place, name=f"{WIDE}{n:04}")).to_json())
        for n in range(MOST_ORDERS)
    ]
    async with own.host.stores.use(own.guild) as store:
        await store.drafts.replace(seat.campaign.id, seat.member.user, orders)
    listed = await own.say("Ada", "orders list")
    check_answer(listed)
    for _ in range(3):
        await own.press("Ada", listed, "Next")
        check_answer(listed)
    for command in ("preview", "submit", "sheet", "clear", "help"):
        answer = await own.say("Ada", f"orders {command}")
        check_answer(answer)
    assert "2,000 orders" in (await own.say("Ada", "orders sheet")).text
    offered = await own.people["Ada"].autocomplete(own.lobby, "orders remove", "orders", "k1,")
    assert len(offered) == 25
    shown = await own.say("Ada", "map", legend="full")
    check_answer(shown)


async def test_the_longest_answers_about_names_keep_within_discords_limits(own: Scene) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("map", {"centre": "*" * 6000}),
        ("orders help", {"order": "`" * 6000}),
        ("orders remove", {"orders": ",".join(f"k{n}" for n in range(1, 900))}),
        ("orders submit", {"date": "*" * 6000}),
        ("orders submit", {"sequence": ",".join(["*" * 60] * 90)}),
        ("odds", {"mine": "*" * 6000, "enemy": "_" * 6000}),
        ("odds", {"mine": "*" * 60, "enemy": "_", "more": ",".join(["*" * 60] * 90)}),
        ("rules", {"search": "*" * 200}),
        ("help", {"how": "*" * 200}),
        ("help", {"how": "w" * 200}),
        *(("help", {"how": topic}) for topic in ("Fight", "Spy", "Magic", "Everything else")),
        ("stack move", {"stack": "*" * 6000, "destination": "_" * 6000}),
        ("stack route", {"stack": "stack:1", "steps": ",".join(["*" * 200] * 25)}),
    ]
    for command, options in asked:
        check_answer(await own.say("Ada", command, **options))


def test_the_longest_refusal_fits_into_an_embed() -> None:
    embed = Refused("w" * 9000, way_out="o" * 9000, rule="cohorts.turn.cut-off").embed()
    check_message({"embeds": [embed.to_dict()]})
    assert (embed.description or "").endswith("…")
