"""Every command, given by everybody, in every state of a campaign; and every press by a stranger.

Each is answered, a refusal says what is wrong and what can be done and changes nothing, nobody
reads what is forbidden, and what is over or has gone elsewhere is not played on. The ordinary run
gives every command in every state, by a part of the people each time; `make soak` by everybody.
"""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
import pytest_asyncio
from simcord import ChannelHandle, MemberActor
from simcord.actors import _dispatch_actor_interaction
from simcord.backend.serializers import message_payload
from simcord.enums import InteractionType

from bot.calendar.readiness import ANSWERS
from bot.desk.card import REMEDIES
from bot.practice import PATIENCE
from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.workers import Workers
from tests.bot.samples import words
from tests.bot.surface.scene import Answer
from tests.bot.surface.states import ROLES, STATES, States, played, refusal, said

pytestmark = pytest.mark.asyncio(loop_scope="module")

STRING, INTEGER, BOOLEAN, USER, ATTACHMENT = 3, 4, 5, 6, 11
BUTTON, MENU, PEOPLE = 2, 3, 5
TYPED: Final[dict[str, Any]] = {"first": "2026-01-20", "kind": "city", "hours": 24}
SHORT: Final = ("turns", "games")
"""Options that are given, though they need not be, so that what is asked for is done sooner."""
PLAYED: Final = {
    *("caretaker", "draft", "draft_order", "entity", "event", "extension", "holiday", "member"),
    *("note", "run_day", "shared_draft", "standing_order", "submission", "tick", "treaty"),
    *("treaty_party", "vacation"),
}
"""Tables that hold what is played: they stay as they are where nothing is played any more."""


ABOUT_ONESELF: Final = ("join", "me erase")
"""Commands whose buttons act on the person who presses them."""
HUGE: Final = "9" * 40


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[States]:
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    # One worker, so that what it has at hand can be taken from it.
    async with (
        Workers(1, short_limit=PATIENCE) as worker,
        Table(settings, worker, extensions=HERE) as table,
        played(table) as scene,
    ):
        yield scene


# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class Cell:
    """One person gives one command in one state."""

    state: str
    role: str
    command: str
    options: list[dict[str, Any]] = field(repr=False)


def cells(scene: States, *, every: bool) -> Iterator[Cell]:
    """All of the present state, or a limited number so that all states together ask everybody
    everything.

    What is made from the rules has one mechanism, and is asked of fewer people.
    """
    shift = STATES.index(scene.state)
    for place, (command, options, made) in enumerate(list(scene.commands())):
        for number, role in enumerate(ROLES):
            turn = place + shift + number
            if every or (turn % len(ROLES) == 0 if made else turn % 2 == 0):
                yield Cell(scene.state, role, command, options)


def typed(scene: States, option: dict[str, Any]) -> Any:
    """What somebody who tries things out types where nothing is offered."""
    name, kind = option["name"], option["type"]
    if option.get("choices"):
        return option["choices"][0]["value"]
    if name in TYPED:
        return TYPED[name]
    people = {USER: scene.people["Freya" if name == "new" else "Cora"]}
    plain = {INTEGER: option.get("min_value", 1), ATTACHMENT: ("m.zip", b"PK"), BOOLEAN: True}
    return {STRING: "Something", **people, **plain}[kind]


def check_secrets(scene: States, who: str, told: str, cell: Cell) -> None:
    for secret in scene.secrets(who):
        assert secret not in told, (cell, secret, told)


async def give(scene: States, cell: Cell) -> Answer:
    """Give the command, its options as they are offered first."""
    who, given = scene.who(cell.role), dict[str, Any]()
    for option in cell.options:
        if not option.get("required") and option["name"] not in SHORT:
            continue
        given[option["name"]] = typed(scene, option)
        if option.get("autocomplete"):
            known = {name: value for name, value in given.items() if name != option["name"]}
            offered = await scene.people[who].autocomplete(
                scene.lobby, cell.command, option["name"], "", **known
            )
            check_secrets(scene, who, repr(offered), cell)
            if offered:
                given[option["name"]] = offered[0]["value"]
    return await scene.say(who, cell.command, **given)


async def try_one(scene: States, cell: Cell) -> Answer:
    """Give the command, look at the answer, and put everything back; the answer."""
    answer = await give(scene, cell)
    assert answer.result.acknowledged, cell
    assert answer.messages or answer.result.modal, cell
    told, refused = said(answer), refusal(answer)
    assert "my side" not in told, cell
    check_secrets(scene, scene.who(cell.role), told, cell)
    changed = scene.changed()
    if refused:
        assert answer.private, cell
        assert [each.name for each in refused.fields] == ["What you can do"], (cell, told)
        assert changed == set(), (cell, told)
    if cell.state in ("moved", "ended") and "copy" not in cell.command:
        assert not changed & PLAYED, (cell, told)
    if changed:
        await scene.put_back(changed)
    return answer


async def try_all(scene: States, state: str, *, every: bool) -> None:
    await scene.enter(state)
    count = 0
    for count, cell in enumerate(cells(scene, every=every), 1):
        await try_one(scene, cell)
        if count % 3 == 0:
            scene.end_panels()
    assert count > 100


@pytest.mark.parametrize("state", ["running", "ended"])  # the soak has all, and everybody
async def test_every_command_is_answered_in_every_state(scene: States, state: str) -> None:
    await try_all(scene, state, every=False)


@pytest.mark.soak
@pytest.mark.parametrize("state", STATES)
async def test_every_command_is_answered_in_all_states_to_all(scene: States, state: str) -> None:
    await try_all(scene, state, every=True)


# ---------------------------------------------------------------- what others press


async def press(
    scene: States,
    actor: MemberActor,
    where: ChannelHandle,
    component: dict[str, Any],
    shown: tuple[int, int],
) -> Answer:
    """What no client would let a person press or choose, pressed all the same."""
    data = {"custom_id": component["custom_id"], "component_type": component["type"]}
    if component["type"] != BUTTON:
        options = component.get("options") or [{"value": str(actor.id)}]
        data["values"] = [options[0]["value"]]
    if component["type"] == PEOPLE:
        data["resolved"] = {"users": {}, "members": {}}
    backend = scene.table.env.backend
    message = dict(message_payload(backend, backend.get_message(*shown)))
    answer = await _dispatch_actor_interaction(
        actor,
        InteractionType.MESSAGE_COMPONENT,
        where,
        data,
        extra={"message": message},
        source_message_id=shown[1],
    )
    await scene.table.rest()
    scene.sound()
    return Answer(answer)


def components(answer: Answer) -> Iterator[tuple[dict[str, Any], tuple[int, int]]]:
    """What can be pressed under an answer, each with its message."""
    for message in (*answer.result.followups[::-1], answer.result.response):
        if message is None:
            continue
        for each in (each for row in message.components for each in row.get("components", ())):
            if each.get("custom_id") and not each.get("disabled"):
                yield each, (message.channel_id, message.id)


def kind_of(scene: States, component: dict[str, Any]) -> str:
    """What presses of one kind have in common: the panel's class and what stands on the button."""
    items = scene.table.bot._connection._view_store._views.values()
    key = component["type"], component["custom_id"]
    view = next((item.view for each in items for k, item in each.items() if k == key), None)
    named = component.get("label") or component.get("placeholder") or component["custom_id"]
    return f"{type(view).__name__}: {named}"


async def check_foreign(scene: States, presser: MemberActor, answer: Answer, what: object) -> None:
    """Somebody pressed another's button: the press is answered, tells nothing, and changes
    nothing.
    """
    assert answer.result.acknowledged, what
    new = Answer(answer.result)
    told = "\n".join(words(each) for each in new.result.followups)
    for secret in scene.secrets(presser.name.capitalize()):
        assert secret not in told, (what, secret)
    assert scene.changed() == set(), what


async def test_no_panel_can_be_used_by_somebody_else(scene: States) -> None:
    """One of each kind that a moderator or a player is shown, while it is open."""
    await scene.enter("running")
    seen: set[str] = set()
    for count, cell in enumerate(list(cells(scene, every=False)), 1):
        if cell.role not in ("moderator", "player") or cell.command in ABOUT_ONESELF:
            continue
        answer = await give(scene, cell)
        if changed := scene.changed():
            await scene.put_back(changed)
        for component, shown in list(components(answer)):
            kind = kind_of(scene, component)
            if kind not in seen:
                seen.add(kind)
                stranger = scene.people[scene.who("former" if len(seen) % 2 else "stranger")]
                pressed = await press(scene, stranger, scene.lobby, component, shown)
                await check_foreign(scene, stranger, pressed, (cell, kind))
        if count % 3 == 0:
            scene.end_panels()
    assert len(seen) > 30, seen


LASTING: Final = [
    *(f"turn:{campaign}:{faction}" for campaign in (1, 2, HUGE) for faction in (1, 2, 99, HUGE)),
    *(f"desk:{remedy}:{number}" for remedy in (*REMEDIES, "nothing") for number in (1, 2, HUGE)),
    *(f"treaty:{act}:{c}:{t}" for act in ("sign", "decline") for c in (1, 2) for t in (1, 9, HUGE)),
    *(f"note:{act}:{c}:{n}" for act in ("reply", "report") for c in (1, 2) for n in (1, 9, HUGE)),
    *(f"waits:{answer}:{campaign}:2026-01-06" for answer in ANSWERS for campaign in (1, HUGE)),
    "waits:run:1:9999-99-99",
]
"""What stands on buttons that work for good, as it is made and with other numbers."""


@pytest.mark.parametrize(
    "state", ["running", pytest.param("moved", marks=pytest.mark.soak), "ended"]
)
async def test_no_lasting_button_acts_for_who_may_not_press_it(scene: States, state: str) -> None:
    await scene.enter(state)
    asked = await scene.say("Freya", "about")
    message = asked.messages[0]
    for number, custom_id in enumerate(LASTING):
        button = {"type": BUTTON, "custom_id": custom_id}
        for who, where in (
            (scene.people[scene.who("former")], scene.lobby),
            (scene.people["Freya"], scene.lobby),
            scene.elsewhere,
        )[number % 3 :][:1]:
            pressed = await press(scene, who, where, button, (message.channel_id, message.id))
            await check_foreign(scene, who, pressed, custom_id)
            assert pressed.result.modal is None, custom_id
            assert refusal(pressed), custom_id
