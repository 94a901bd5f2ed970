"""A guild's file that cannot be used: its guild is told so in words, and all others play on."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor

from bot.modules import library
from bot.practice.guild import PracticeGuild
from bot.practice.table import HERE, Table, Whereabouts
from bot.settings import Settings
from bot.store.connection import SCHEMA_VERSION, open_file
from bot.store.schema import prepare
from bot.workers import Workers
from engine.module import load
from tests.bot.surface.scene import Answer, Scene
from tests.bot.tables import elsewhere


def corrupt(path: Path) -> None:
    path.write_bytes(b"Not a database, but a letter to one. " * 500)


def newer(path: Path) -> None:
    prepare(path)
    db = open_file(path, "rw")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()


class Faulty:
    """Two guilds: the file of the first is faulty when the bot starts, the second has none yet."""

    def __init__(self, spoil: Callable[[Path], None]) -> None:
        self.spoil = spoil
        self.odo: MemberActor
        self.hall: ChannelHandle

    async def rebuild(self, guild: PracticeGuild, data: Path) -> None:
        self.file = data / f"{guild.handle.id}.sqlite"
        self.spoil(self.file)
        self.bytes = self.file.read_bytes()
        self.odo = elsewhere(guild.env)
        self.hall = self.odo.guild.create_text_channel("hall")

    async def begin(self, table: Table) -> None:
        """Nothing to bring back."""

    async def prepare(self, table: Table, until: datetime) -> None:
        """Nobody acts by himself."""

    async def play(self, table: Table) -> None:
        """Nothing is played."""

    async def standing(self, table: Table) -> Whereabouts:
        return Whereabouts("Ada", None, submitted=False, coming=None, turn=None)

    async def state(self, table: Table) -> Sequence[tuple[str, str]]:
        return ()


COMMANDS = [
    ("Ada", "map", {}),
    ("Ada", "battle", {}),
    ("Ada", "report", {}),
    ("Ada", "about", {}),
    ("Ada", "orders list", {}),
    ("Ada", "orders submit", {}),
    ("Ada", "orders upload", {"file": ("orders.txt", b"stack rest stack:1\n")}),
    ("Ada", "join", {"faction": "ashmark"}),
    ("Ada", "leave", {}),
    ("Morgan", "campaign create", {"module": "cohorts", "name": "Anew"}),
    ("Morgan", "campaign status", {}),
    ("Morgan", "campaign list", {}),
]


@pytest.mark.parametrize(
    "spoil, says",
    [(corrupt, "is damaged or is not a campaign file"), (newer, "by a later version of the bot")],
)
async def test_commands_of_a_guild_with_a_faulty_file_say_so_and_other_guilds_go_on(
    settings: Settings,
    workers: Workers,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Path], None],
    says: str,
) -> None:
    faulty = Faulty(spoil)
    async with Table(settings, workers, campaign=faulty, extensions=HERE) as table:
        scene = Scene(table)
        started = caplog.text
        assert f"{faulty.file.name} " in started
        assert says in started
        for who, command, options in COMMANDS:
            caplog.clear()
            answer = await scene.say(who, command, **options)
            scene.check_refusal(answer)
            assert f"{faulty.file.name} " in answer.text
            assert says in answer.text
            assert f"command={command}" in caplog.text
            assert faulty.file.name in caplog.text
        assert await scene.people["Ada"].autocomplete(scene.lobby, "map", "centre", "a") == []
        assert faulty.file.read_bytes() == faulty.bytes

        made = await faulty.odo.slash(
            faulty.hall, "campaign create", module="cohorts", name="Other", width=16, height=12
        )
        await table.rest()
        assert "is ready" in Answer(made).text


async def test_a_read_only_file_refuses_what_would_change_it_and_nothing_else(
    own: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    with own.table.env._bot_scope():
        async with own.host.stores.use(own.guild) as store, store.drafts._file.writing() as rows:
            await rows.all("PRAGMA query_only = ON")  # root may write to any file, so not by chmod
    before = own.stored()
    for command, options in [
        ("stack activate", {"province": own.names["home"], "name": "A"}),
        ("orders submit", {}),
    ]:
        caplog.clear()
        answer = await own.say("Ada", command, **options)
        own.check_refusal(answer)
        assert "cannot be opened for writing" in answer.text
    assert own.stored() == before
    assert (await own.say("Ada", "map")).messages[0].attachments
    assert "You have no orders yet" in (await own.say("Ada", "orders list")).text


async def test_a_broken_module_makes_no_campaign(
    own: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The module is offered by its name, as every module that can say it is."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "module.toml").write_text('[meta]\ntitle = "Broken"\n[factions.x]\nname = 7\n')

    async def run(function: Any, *args: Any, **more: Any) -> Any:
        if function is library.take:
            return load("broken", [tmp_path])
        return await real(function, *args, **more)

    real = own.table.bot.workers.run
    monkeypatch.setattr(own.table.bot.workers, "run", run)
    before = own.stored()
    answer = await own.say("Morgan", "campaign create", module="cohorts", name="Another")
    assert "This module has faults" in answer.text
    assert "`module check`" in answer.text
    assert own.stored() == before
    assert "module.toml" in caplog.text
