"""Commands that concern others are given by those who may, and by nobody else.

Morgan moderates, Bram moderates and plays, Dagny is a deputy who may look, Ada and Cora only play.
"""

import json
from datetime import UTC, datetime
from typing import Any, Final

import pytest
import pytest_asyncio

from bot.log.entries import Names, line
from bot.log.panel import ON_A_PAGE
from bot.store.records import AuditEntry, Trace
from bot.typed import LONGEST_REASON
from tests.bot.surface.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

WHY: Final = {"reason": "because"}
CITY: Final = {"kind": "city", "record": "1"}
PERSON: Final = ("player", "person", "old", "new")
HUGE: Final = "9" * 4500
"""More digits than Python reads as a number, and than a file takes."""
ODD: Final = "\u202e@everyone **x** <@1>"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def court(scene: Scene) -> Scene:
    """The campaign with a deputy, a moderator who plays, and commands that everybody is shown."""
    guild = scene.table.bot.guilds[0]
    role = next(each for each in guild.roles if each.name.startswith("Moderators ·"))
    with scene.table.env._bot_scope():
        bram = await guild.fetch_member(scene.people["Bram"].id)
        await bram.add_roles(role)
        commands = await scene.table.bot.tree.fetch_commands()
    shown: Any = {scene.people[who]: True for who in ("Ada", "Bram", "Cora", "Dagny")}
    for known in commands:
        scene.table.guild.handle.set_command_permissions(known.id, shown)
    await scene.say("Ada", "seat deputy", person=scene.people["Dagny"], may="look")
    return scene


def people(scene: Scene, options: dict[str, Any]) -> dict[str, Any]:
    """Options with people for their names."""
    return {key: scene.people[value] if key in PERSON else value for key, value in options.items()}


OF_MODERATORS: list[tuple[str, dict[str, Any]]] = [
    ("announce", {"text": "Hear me"}),
    ("announce", {}),
    ("campaign desk", {}),
    ("campaign settings", {}),
    ("campaign undo", {"entry": "1", **WHY}),
    ("world rollback", {"to": "1", **WHY}),
    ("world correct", {**CITY, "field": "name", "value": "Mine", **WHY}),
    ("world add", {"kind": "city", "like": "1", **WHY}),
    ("world remove", {**CITY, **WHY}),
    ("seat deputy", {"person": "Dagny", "may": "submit", "player": "Cora"}),
    ("module upload", {"file": ("m.zip", b"PK")}),
    ("module list", {}),
    ("module show", {"name": "x"}),
    ("module diff", {"name": "x"}),
    ("module rehearse", {"name": "cohorts"}),
    ("moving export", {}),
    ("moving import", {"code": "0" * 24}),
    ("moving seats", {}),
    ("moving copy", {}),
]


async def test_a_moderators_command_is_refused_to_whoever_does_not_moderate(court: Scene) -> None:
    for number, (command, options) in enumerate(OF_MODERATORS):
        for who in ("Ada", "Dagny"):
            told = await court.refuses(who, command, **people(court, options))
            assert "This is for" in told or "who may manage this server" in told, command
            assert "What you can do" in told
        if number % 10 == 9:
            await court.close_panels()


TRUTH: list[tuple[str, dict[str, Any], str]] = [
    ("world correct", {**CITY, "field": "name", "value": "Mine", **WHY}, "nobody who does sees"),
    ("world add", {"kind": "city", "like": "1", **WHY}, "nobody who does sees"),
    ("world remove", {**CITY, **WHY}, "nobody who does sees"),
    ("amend-turn", {"player": "Cora", "remove": "k1", **WHY}, "nobody who does sees"),
    ("look-as", {"faction": "elderwood", **WHY}, "nobody who does sees"),
    ("moving copy", {}, "may not see all of it"),
]


async def test_a_moderator_who_plays_is_shown_nothing_unknown_to_his_faction(court: Scene) -> None:
    for command, options, says in TRUTH:
        assert says in await court.refuses("Bram", command, **people(court, options)), command
    for name, more in (("record", {"kind": "city"}), ("field", CITY), ("value", CITY)):
        bram = court.people["Bram"]
        offered = await bram.autocomplete(court.lobby, "world correct", name, "", **more)
        assert offered == [], name


async def test_a_deputy_reads_what_was_written_and_speaks_for_nobody(court: Scene) -> None:
    await court.say("Ada", "note", to="Elderwood", text="Peace?")
    peace: dict[str, Any] = {"title": "The Ford", "kind": "sealed", "text": "We share it."}
    offer: dict[str, Any] = {"with": "House Ashmark", **peace}
    await court.say("Cora", "treaty propose", **offer)
    for command in ("notes", "treaty list"):
        assert "Peace?" in (told := (await court.say("Dagny", command)).text) or "Ford" in told
    given: list[tuple[str, dict[str, Any]]] = [
        ("note", {"to": "Elderwood", "text": "War!"}),
        ("note", {"to": "Elderwood"}),
        ("treaty propose", {"with": "Elderwood", **peace}),
        ("treaty sign", {"treaty": "The Ford"}),
        ("treaty renounce", {"treaty": "The Ford"}),
    ]
    for command, options in given:
        assert "you are a deputy" in await court.refuses("Dagny", command, **options), command
    for command in ("seat deputies", "leave"):
        assert "deputy" in await court.refuses("Dagny", command), command
    await court.close_panels()


WRONG: list[tuple[str, dict[str, Any]]] = [
    *(("campaign undo", {"entry": each, **WHY}) for each in (HUGE, "999999999", "0", ODD, "٣")),
    *(("world rollback", {"to": each, **WHY}) for each in (HUGE, "999999999", "0", ODD)),
    ("world rollback", {"to": "1", "reason": " "}),
    ("world rollback", {"to": "1", "reason": "x" * 5000}),
    *(
        ("world correct", {"kind": k, "record": r, "field": f, "value": v, **WHY})
        for k, r, f, v in (
            (ODD, "1", "name", "x"),
            ("city", HUGE, "name", "x"),
            ("city", "999999999", "name", "x"),
            ("city", "1", ODD, "x"),
            ("city", "1", "name", ODD),
            ("city", "1", "name", "x" * 5000),
            ("city", "1", "province", HUGE),
            ("city", "1", "id", "7"),
        )
    ),
    ("world add", {"kind": "city", "like": "1", "changes": ODD, **WHY}),
    ("world add", {"kind": "city", "like": "1", "changes": f"name={ODD}", **WHY}),
    ("look-as", {"faction": ODD, **WHY}),
    ("look-as", {"faction": "elderwood", "reason": " "}),
    ("submit-for", {"player": "Dagny", **WHY}),
    ("submit-for", {"player": "Cora", "day": "9999-99-99", **WHY}),
    ("amend-turn", {"player": "Cora", "remove": ODD, **WHY}),
    ("kick", {"player": "Dagny", **WHY}),
    ("caretaker", {"seat": ODD, "on": True, **WHY}),
    ("caretaker", {"seat": f"#{HUGE[:300]}", "on": True, **WHY}),
    ("computer", {"faction": ODD, "name": "Iron"}),
    ("why", {"seat": ODD}),
    ("seat take", {"seat": ODD}),
    ("module show", {"name": ODD}),
    ("module-adopt", {"name": ODD, **WHY}),
    ("moving import", {}),
    ("moving import", {"code": "../../etc"}),
    ("archive", {"campaign": ODD}),
    ("archive", {}),
    ("announce", {"text": "\u200b \n"}),
]


async def test_what_a_moderator_types_in_vain_changes_nothing(court: Scene) -> None:
    for number, (command, options) in enumerate(WRONG):
        before = court.stored()
        answer = await court.say("Morgan", command, **people(court, options))
        assert answer.private, command
        assert "my side" not in answer.text, command
        assert "@everyone" not in answer.text, (command, answer.text)
        assert court.stored() == before, (command, options)
        if number % 10 == 9:
            await court.close_panels()


async def test_the_log_of_the_longest_reasons_fits_a_card() -> None:
    why = "*" * LONGEST_REASON
    at = datetime(2026, 1, 5, tzinfo=UTC)
    held = json.dumps({"player": 9, "user": 2**63 - 1, "name": "*" * 200})
    trace = Trace(held, held, tick=99_999, undoes=99_999)
    entry = AuditEntry(99_999, 1, at, 2**63 - 1, "campaign extension counted again", why, trace)
    told = line(entry, Names({}, []), 99_999, whole=True)
    assert ON_A_PAGE * (len(told) + 1) <= 4096
