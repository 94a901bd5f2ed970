"""What a guild keeps of modules: nothing of what fails, a limited number of versions, and none that
is lost.
"""

import io
import json
import zipfile
from typing import Any

import pytest

from bot.answers import Refused
from bot.host import Host
from bot.modules import keeping
from bot.modules.uploads import check_upload
from bot.store.records import ModuleCopy
from bot.store.uploads import NewUpload
from bot.workers import WorkerCrashed, WorkerTimeout
from engine.module import ModuleError, load
from engine.module.shelves import HeldFolder
from tests.bot.founding import created
from tests.bot.modules.zips import SMALL, marches, zipped
from tests.bot.samples import GUILD, USER
from tests.rules.scene import MODULES


def new(number: int, name: str = "marches") -> NewUpload:
    """A module that was found sound, as far as the store asks."""
    body = json.dumps({"number": number, "name": name})
    copy = ModuleCopy(f"d-{name}-{number}", name, body)
    return NewUpload(copy, name.title(), "1.0", "A module.", None, b"PK")


@pytest.mark.parametrize("lost", [WorkerTimeout("too long"), WorkerCrashed("no memory")])
async def test_a_check_that_is_lost_keeps_nothing_and_says_so(
    host: Host, lost: Exception, monkeypatch: pytest.MonkeyPatch
):
    async def run(*_: Any, **__: Any) -> Any:
        raise lost

    monkeypatch.setattr(host.workers, "run", run)
    with pytest.raises(Refused, match="could not be checked within 60 s"):
        await keeping.take_in(host, GUILD, USER, marches(), "marches.zip")
    async with host.stores.use(GUILD) as store:
        assert await store.uploads.all() == []
        assert await store.audit.latest() == []


async def test_what_is_kept_is_bounded_and_what_was_taken_away_makes_room(
    host: Host, monkeypatch: pytest.MonkeyPatch
):
    number = 0

    async def run(*_: Any, **__: Any) -> Any:
        nonlocal number
        number += 1
        checked = check_result
        return type(checked)(new(number), (), (), ())

    check_result = check_upload(marches(), "marches.zip", ())
    monkeypatch.setattr(host.workers, "run", run)
    monkeypatch.setattr(keeping, "MOST_VERSIONS", 3)
    for _ in range(3):
        await keeping.take_in(host, GUILD, USER, b"", "marches.zip")
    with pytest.raises(Refused, match="and no more"):
        await keeping.take_in(host, GUILD, USER, b"", "marches.zip")
    async with host.stores.use(GUILD) as store:
        copy = await store.campaigns.module("d-marches-1")
        campaign = await created(store, "The War", copy)
    await keeping.remove(host, GUILD, USER, "marches v1", "Old.")
    await keeping.remove(host, GUILD, USER, "marches v2", "Old.")
    upload, _ = await keeping.take_in(host, GUILD, USER, b"", "marches.zip")
    assert upload.key == "marches v4"
    async with host.stores.use(GUILD) as store:
        kept = [each.key for each in await store.uploads.all()]
        assert kept == ["marches v4", "marches v3", "marches v2"]
        # The campaign goes on with what it has.
        assert (await store.campaigns.module(campaign.module_digest)).digest == "d-marches-1"
    with pytest.raises(Refused, match="taken away already"):
        await keeping.remove(host, GUILD, USER, "marches v2", "Again.")
    back = await keeping.restore(host, GUILD, USER, "marches v2", "After all.")
    assert [each.key for each in back] == ["marches v2"]
    async with host.stores.use(GUILD) as store:
        entry = (await store.audit.latest())[0]
        undone = await store.audit.undone_by(entry.trace.undoes or 0)
    assert entry.what == keeping.RESTORED
    assert undone == entry


async def test_the_same_files_in_memory_and_on_a_disk_are_the_same_module():
    for name in ("hollowhill", "regency"):
        folder = MODULES / name
        files = {each.name: each.read_bytes() for each in folder.iterdir()}
        held = HeldFolder.of_modules([HeldFolder.of_files(name, files)])
        assert load(name, [held, MODULES]).digest() == load(name, [MODULES]).digest()


def test_a_zip_without_a_folder_is_called_by_its_own_name():
    habits = dict.fromkeys(("__MACOSX/._module.toml", ".DS_Store"), b"\0\0habit")
    made = zipped({"module.toml": SMALL, **habits}, folder="")
    checked = check_upload(made, "wide_marches.zip", ())
    assert checked.new.copy.name == "wide_marches"


@pytest.mark.parametrize(
    "files",
    [
        (
            *("wide_marches-main/module.toml", "wide_marches-main/.gitignore"),
            *("wide_marches-main/LICENSE", "wide_marches-main/.github/workflows/check.yml"),
            *("wide_marches-main/module.toml~", "wide_marches-main/.module.toml.swp"),
        ),
        ("repository-1.0.2/README.md", "repository-1.0.2/art/a.png", "repository-1.0.2/m/x.md"),
        ("wide_marches\\module.toml", "wide_marches\\", "wide_marches\\notes.txt"),
        ("wide_marches/module.toml", "__MACOSX/wide_marches/._module.toml", "Thumbs.db"),
    ],
    ids=["GitHub", "a repository", "PowerShell 5", "a Mac"],
)
def test_zips_are_taken_as_people_have_them(files: tuple[str, ...]):
    out = io.BytesIO()
    if not any("module.toml" in each for each in files):
        files = (*files, "repository-1.0.2/wide_marches/module.toml")
    with zipfile.ZipFile(out, "w") as archive:
        for each in files:
            info = zipfile.ZipInfo()
            info.filename = info.orig_filename = each  # as it is, whatever the system
            archive.writestr(info, SMALL if each.endswith("module.toml") else b"x")
    checked = check_upload(out.getvalue(), "download.zip", ())
    assert checked.new.copy.name == "wide_marches"


def test_tables_outside_the_folder_of_the_module_are_told():
    made = zipped({"marches/module.toml": SMALL, "races.toml": ""}, folder="all/")
    with pytest.raises(ModuleError, match="lies outside the folder of its module"):
        check_upload(made, "all.zip", ())
