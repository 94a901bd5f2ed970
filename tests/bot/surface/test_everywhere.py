"""Every command, given by everybody, in every state of a campaign: answered, and nothing leaks."""

import os
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.practice import PATIENCE
from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.workers import Workers
from tests.bot.surface.scene import Answer
from tests.bot.surface.states import ROLES, STATES, States, played, refusal, said

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[States]:
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    # One worker, so that what it has at hand can be taken from it.
    async with Workers(1, short_limit=PATIENCE) as worker:
        async with Table(settings, worker, extensions=HERE) as table:
            async with played(table) as scene:
                yield scene


PEOPLE = {"new": "Freya"}
TYPED: dict[str, Any] = {"first": "2026-01-20", "kind": "city", "hours": 24, "page": 1}
STRING, INTEGER, BOOLEAN, USER, ATTACHMENT = 3, 4, 5, 6, 11


def typed(scene: States, option: dict[str, Any]) -> Any:
    """What a person who tries things out types into an option for which nothing is offered."""
    name, kind = option["name"], option["type"]
    if option.get("choices"):
        return option["choices"][0]["value"]
    if name in TYPED:
        return TYPED[name]
    if kind == INTEGER:
        return option.get("min_value", 1)
    if kind == USER:
        return scene.people[PEOPLE.get(name, "Cora")]
    return {STRING: "Something", BOOLEAN: True, ATTACHMENT: ("m.zip", b"PK")}[kind]


def cpu(scene):
    total = time.process_time() * 100
    for slot in scene.host.workers._slots:
        f = open(f"/proc/{slot.pid}/stat").read().split()
        total += int(f[13]) + int(f[14])
    return total / 100


async def test_matrix(scene: States) -> None:
    out = open("/tmp/matrix.txt", "w")
    spent: dict[str, float] = {}
    for number, state in enumerate(os.environ.get('ST','running').split()):
        t0 = time.process_time()
        await scene.enter(state)
        cells = 0
        for place, (command, options, made) in enumerate(list(scene.commands())):
            if made and place % 1 == 0:
                roles = [ROLES[(place + number) % len(ROLES)]]
            else:
                roles = list(ROLES)
            for role in roles:
                cells += 1
                who = scene.who(role)
                t1 = cpu(scene)
                given: dict[str, Any] = {}
                for option in options:
                    if not option.get("required") and option["name"] not in ("turns", "games"):
                        continue
                    value = typed(scene, option)
                    if option.get("autocomplete"):
                        offered = await scene.people[who].autocomplete(
                            scene.lobby, command, option["name"], "", **given
                        )
                        for secret in scene.secrets(who):
                            if secret in repr(offered):
                                print("LEAK-OFFER", state, role, command, option["name"], secret, file=out)
                        if offered:
                            value = offered[0]["value"]
                    given[option["name"]] = value
                try:
                    answer = await scene.say(who, command, **given)
                except AssertionError as error:
                    print("ERROR", state, role, command, given, repr(error)[:3000], file=out)
                    scene.table.env.errors.clear()
                    continue
                ref = refusal(answer)
                text = said(answer)
                if not answer.result.acknowledged or not (answer.messages or answer.result.modal):
                    print("NOANSWER", state, role, command, given, file=out)
                for secret in scene.secrets(who):
                    if secret in text:
                        print("LEAK", state, role, command, secret, given, text[:1500], file=out)
                if "my side" in text:
                    print("INTERNAL", state, role, command, file=out)
                if ref is not None and not ref.fields:
                    print("NOWAYOUT", state, role, command, ref.description, file=out)
                ch = scene.changed()
                if ch:
                    if ref is not None:
                        print("CHANGED-REFUSED", state, role, command, given, file=out)
                    await scene.put_back()
                spent[command] = spent.get(command, 0) + cpu(scene) - t1
                print(state, role, command, "CHANGED" if ch else "", "REF" if ref else "ok", repr(answer.text[:230]), file=out, flush=True)
            scene.end_panels()
        print("TIME", state, cells, time.process_time() - t0, os.times(), file=out, flush=True)
    for k, v in sorted(spent.items(), key=lambda x: -x[1])[:25]:
        print("SPENT", k, round(v, 2), file=out)
    out.close()
