"""`demo --headless`, as a process, and what computer players at the table type for their orders."""

from __future__ import annotations

import os
from pathlib import Path

from bot import cli, faces
from bot.practice.opponents import options_of
from engine.labels import Labels
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.pieces.records import Army
from tests.bot.front.zygote import finished, fork
from tests.bot.practice.seeds import any_seed
from tests.packs.kingdoms.crowns.table import Table, ref


@any_seed
async def test_three_turns_are_played_and_left_as_text_and_pictures(tmp_path: Path, seed: int):
    left = tmp_path / "demo-output"
    left.mkdir()
    (left / "transcript.md").write_text("of an earlier time")
    (left / "001-old.png").write_text("of an earlier time")
    demo = ["-m", "bot", "demo", "--headless", "--seed", str(seed)]
    process = await fork(demo, os.environ, folder=tmp_path, apart=True)
    code, out, err = await finished(process)
    assert (code, err) == (0, "")
    files = sorted(left.iterdir())
    assert out == f"Played three turns. Wrote {len(files)} files to demo-output/\n"
    pictures = [file for file in files if file.suffix == ".png"]
    assert len(pictures) >= 6
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in pictures)
    assert all(file.stat().st_size < 500_000 for file in pictures)
    assert left / "001-old.png" not in files
    text = (left / "transcript.md").read_text("utf-8")
    for expected in ("Order taken", "Did you mean city conscript?", "✗", "Turn 3 · "):
        assert expected in text
    assert os.listdir(tmp_path) == ["demo-output"]  # noqa: PTH208 - nothing else is left


async def test_a_story_chooses_from_menus_as_they_are_shown(tmp_path: Path):
    demo = ["-m", "bot", "demo", "--headless", "--module", "narrows"]
    code, _, err = await finished(await fork(demo, os.environ, folder=tmp_path, apart=True))
    assert (code, err) == (0, "")


async def test_a_module_that_the_table_has_no_story_of_is_told_with_those_it_has(tmp_path: Path):
    demo = ["-m", "bot", "demo", "--headless", "--module", "atlantis"]
    process = await fork(demo, os.environ, folder=tmp_path, apart=True)
    code, _, err = await finished(process)
    assert code == 2
    known = ", ".join(faces.stories())
    told = f"--module: the table has no campaign of atlantis, but of {known}."
    assert err == f"{told} A module of your own is named by its folder.\n"
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - nothing is left


def test_the_name_of_a_system_stands_for_its_first_story():
    assert cli._story_of("warmaster").module == "tollgate"
    assert cli._story_of("warlords").module == "barrow"
    assert cli._story_of("kingdoms").module == "kingdoms"


def test_things_are_typed_as_they_are_offered_lists_with_commas_and_nothing_that_is_usual() -> None:
    table = Table.seated()
    labels, king = Labels(table.world), table.king()
    armies = [ref(army) for army in table.world.by(Army, "leader", king.id)][:2]
    left = options_of(Leave(character=ref(king), armies=tuple(armies)), labels)
    assert left == {
        "character": king.name,
        "armies": ", ".join(labels.of(army, ("army",)) for army in armies),
    }
    recruited = options_of(Recruit(character=ref(king), army="LE"), labels)
    assert recruited == {"character": king.name, "army": "LE"}
