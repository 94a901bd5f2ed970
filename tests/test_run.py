"""The way in for a newcomer and for a host: `run.py`, the locks, the packages, the container.

Whether the product itself works is not asked here.
"""

import ast
import fnmatch
import os
import platform
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import engine
import run

ROOT = Path(run.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = (run.PRODUCT, run.PRACTICE, run.TOOLS)
PIN = re.compile(r"^([a-z0-9.-]+)==(\S+?)(?: ; (.+?))?(?= \\$)", re.MULTILINE)


# The Python that starts it


def test_an_older_python_can_read_run_py_and_is_told_which_it_needs(monkeypatch):
    ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer.*this is Python 3\.9\."):
        runpy.run_path(str(ROOT / "run.py"))


def test_run_py_needs_nothing_but_the_standard_library():
    tree = ast.parse((ROOT / "run.py").read_text())
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or ".")
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "system, line",
    [
        ({"ID": "debian"}, "sudo apt install python{}-venv"),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "sudo apt install python{}-venv"),
        ({"ID": "fedora"}, "sudo dnf install python{} python3-pip"),
        ({"ID": "rocky", "ID_LIKE": "rhel fedora"}, "sudo dnf install python{0} python{0}-pip"),
        ({"ID": "alpine"}, "sudo apk add python3 py3-pip"),
    ],
)
def test_a_python_without_venv_names_the_line_that_installs_it(monkeypatch, system, line):
    monkeypatch.setattr(run.importlib.util, "find_spec", lambda name: name == "venv" or None)
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: system)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as exit_:
        run.make_environment()
    version = "{}.{}".format(*sys.version_info)
    assert str(exit_.value).splitlines()[-1] == line.format(version)


# The environment


@pytest.fixture
def pip(monkeypatch, tmp_path):
    """A separate project, whose programs are noted and not run; yields the notes."""
    monkeypatch.setattr(run, "PRODUCT", tmp_path / "requirements.lock")
    monkeypatch.setattr(run, "PRACTICE", tmp_path / "requirements-practice.lock")
    monkeypatch.setattr(run, "TOOLS", tmp_path / "requirements-dev.lock")
    monkeypatch.setattr(run, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(run, "INSTALLED", tmp_path / "installed")
    run.PRODUCT.write_text("product")
    run.PRACTICE.write_text("product and table")
    run.TOOLS.write_text("product, table and tools")
    run.PYTHON.write_text("")
    installs: list[str] = []

    def note(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        if "install" in command:
            assert "--require-hashes" in command
            installs.append(Path(command[-1]).name)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", note)
    return installs


def test_a_lock_is_installed_again_only_when_it_changed(pip):
    run.prepare(run.PRODUCT)
    run.prepare(run.PRODUCT)
    assert pip == ["requirements.lock"]
    run.PRODUCT.write_text("product, newer")
    run.prepare(run.PRODUCT)
    assert pip == ["requirements.lock"] * 2


def test_a_larger_lock_brings_the_smaller_ones_but_not_the_other_way_round(pip):
    for lock in (run.PRODUCT, run.PRACTICE, run.PRODUCT, run.TOOLS, run.PRACTICE, run.PRODUCT):
        run.prepare(lock)
    assert pip == ["requirements.lock", "requirements-practice.lock", "requirements-dev.lock"]


def test_only_the_practice_table_and_the_tools_need_more_than_the_bot():
    needs = {name: command.lock for name, command in run.COMMANDS.items()}
    assert needs["demo"] == run.PRACTICE
    assert {needs[name] for name in ("bot", "module", "verify")} == {run.PRODUCT}
    assert {*needs.values()} == {run.PRODUCT, run.PRACTICE, run.TOOLS}


def test_an_install_that_failed_is_tried_again(pip, monkeypatch):
    run.prepare(run.PRODUCT)
    run.PRODUCT.write_text("product, newer")
    works = subprocess.run

    def fail(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1 if "install" in command else 0)

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(SystemExit, match=r"requirements\.lock failed"):
        run.prepare(run.PRODUCT)
    monkeypatch.setattr(subprocess, "run", works)
    run.prepare(run.PRODUCT)
    assert pip == ["requirements.lock"] * 2


# The commands


@pytest.fixture
def started(monkeypatch):
    """What would take the place of `run.py`, with its environment; no lock is installed."""
    programs: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(run, "prepare", lambda lock: None)
    monkeypatch.setattr(os, "chdir", lambda folder: None)

    def note(steps: list[list[str]], environment: dict[str, str]) -> int:
        programs.extend((step, environment) for step in steps)
        return 0

    monkeypatch.setattr(run, "run", note)
    return programs


@pytest.mark.parametrize(
    "typed, runs",
    [
        ("demo --headless", "-m bot demo --headless"),
        ("bot", "-m bot bot"),
        ("module check cohorts", "-m bot module check cohorts"),
        ("test -k run", "-m pytest -n auto --dist loadfile --no-loadscope-reorder -k run"),
        ("test --changed -x", "-m tests.changed -x"),
        ("rules", "-m tests.rules"),
    ],
)
def test_a_command_goes_to_the_environments_python_with_its_arguments(started, typed, runs):
    run.main(typed.split())
    assert [step for step, _ in started] == [[str(run.PYTHON), *runs.split()]]


def python(*lines: str) -> list[str]:
    return [sys.executable, "-c", "\n".join(lines)]


def test_a_command_of_several_steps_runs_them_all_even_if_the_first_fails(capfd):
    fails, speaks = python("raise SystemExit(2)"), python("print('reached')")
    assert run.run([speaks, speaks], dict(os.environ)) == 0
    assert run.run([fails, speaks], dict(os.environ)) == 1
    assert capfd.readouterr().out.split() == ["reached"] * 3


def test_lint_runs_its_checks_side_by_side_and_tells_each_whole_when_it_ends(capfd, tmp_path):
    os.mkfifo(tmp_path / "pipe")  # whose one end waits for the other
    waits = python(f"print(open({str(tmp_path / 'pipe')!r}).read())")
    fails = python(f"print('first', file=open({str(tmp_path / 'pipe')!r}, 'w'))", "raise Fault")
    assert run.run_side_by_side([waits, fails], dict(os.environ)) == 1
    told = capfd.readouterr().out
    assert "first" in told.partition("passed: ")[2]
    assert "NameError: name 'Fault' is not defined" in told.partition("FAILED: ")[2]
    assert run.run_side_by_side([python(), python()], dict(os.environ)) == 0
    steps = [step.split()[1] for step in run.COMMANDS["lint"].steps]
    assert steps == ["ruff", "ruff", "pytest", "tests.rules", "pyright", "pyright"]
    assert [name for name, command in run.COMMANDS.items() if command.side_by_side] == ["lint"]


@pytest.mark.parametrize("named", ["", "no-such-file.json"])
def test_wire_fails_without_discords_description(started, monkeypatch, named):
    monkeypatch.setenv("DISCORD_OPENAPI", named)
    with pytest.raises(SystemExit, match="DISCORD_OPENAPI must name"):
        run.main(["wire"])
    assert started == []


def test_wire_passes_the_description_on_by_its_full_path(started, monkeypatch, tmp_path):
    (tmp_path / "openapi.json").write_text("{}")
    monkeypatch.setenv("DISCORD_OPENAPI", str(tmp_path / "openapi.json"))
    run.main(["wire"])
    assert [environment["DISCORD_OPENAPI"] for _, environment in started] == [
        str((tmp_path / "openapi.json").resolve())
    ]


def test_the_makefile_and_the_check_before_landing_name_only_commands_of_run_py():
    targets = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    assert set(targets[1].split()) == {*run.COMMANDS} - {"module"}
    assert re.findall(r"run\.py (\w+)", (ROOT / ".ci/run").read_text()) == ["lint", "test"]
    assert os.access(ROOT / ".ci/run", os.X_OK)


# The locks


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_hashes_every_pin_and_names_no_place_on_the_network_or_machine(lock):
    text = lock.read_text()
    entries = re.split(r"\n(?=[a-z])", text)
    unhashed = [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry]
    assert unhashed == []
    assert len(PIN.findall(text)) == len(entries)
    assert re.findall(r"://|@ |--index|--find-links|file:|^/|\s/\w", text, re.MULTILINE) == []


@pytest.mark.parametrize(
    "smaller, larger", [(run.PRODUCT, run.PRACTICE), (run.PRACTICE, run.TOOLS)]
)
def test_a_larger_lock_pins_the_smaller_one_at_the_same_versions(smaller, larger):
    less, more = (
        {n: pin for n, *pin in PIN.findall(each.read_text())} for each in (smaller, larger)
    )
    assert {name: more.get(name) for name in less} == less


def test_what_is_for_the_practice_table_alone_is_not_in_the_product():
    names = {name for name, *_ in PIN.findall(run.PRODUCT.read_text())}
    assert names.isdisjoint({"simcord", "markdown-it-py", "linkify-it-py"})


def test_no_lock_has_what_reads_sound_and_film():
    for lock in (run.PRACTICE, run.TOOLS):
        assert "av" not in {name for name, *_ in PIN.findall(lock.read_text())}


def test_the_bot_starts_without_what_the_practice_table_needs(tmp_path):
    """As in the image: where simcord and its like cannot be imported at all."""
    script = (
        "import sys\n"
        "for name in ('simcord', 'markdown_it', 'linkify_it'):\n"
        "    sys.modules[name] = None\n"
        "import pkgutil, importlib, bot\n"
        "from bot import cli\n"
        "for each in pkgutil.walk_packages(bot.__path__, 'bot.'):\n"
        "    if not each.name.startswith(('bot.practice.', 'bot.__main__')):\n"
        "        importlib.import_module(each.name)\n"
        "sys.exit(cli.main(['demo', '--headless']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "python3 run.py demo" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "lock, wanted",
    [
        (run.PRODUCT, PROJECT["project"]["dependencies"]),
        (run.PRACTICE, PROJECT["project"]["optional-dependencies"]["practice"]),
        (run.TOOLS, PROJECT["dependency-groups"]["dev"]),
    ],
    ids=["product", "practice", "tools"],
)
def test_a_lock_holds_what_pyproject_asks_for(lock, wanted):
    names = {re.split(r"[\[<>=]", each)[0].lower().replace(".", "-") for each in wanted}
    assert names - {name for name, *_ in PIN.findall(lock.read_text())} == set()


# The package


def test_every_package_of_the_product_is_installed_and_no_test():
    found = PROJECT["tool"]["setuptools"]["packages"]["find"]
    packages = {
        ".".join(init.parent.relative_to(ROOT).parts): init
        for top in ("bot", "data", "engine", "tests")
        for init in (ROOT / top).rglob("__init__.py")
    }
    taken = {
        package
        for package in packages
        if any(fnmatchcase(package, pattern) for pattern in found["include"])
    }
    assert taken == {package for package in packages if package.split(".")[0] != "tests"}
    assert not found["namespaces"], "a folder without __init__.py is no package"


def test_every_folder_of_python_in_bot_and_engine_is_a_package():
    bare = {
        str(source.parent.relative_to(ROOT))
        for top in ("bot", "engine")
        for source in (ROOT / top).rglob("*.py")
        if not (source.parent / "__init__.py").exists()
    }
    assert bare == set(), "give these an __init__.py"


def test_the_version_is_written_once():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "engine.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", engine.__version__)


# The container


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    return re.findall(r"^([A-Z]+) (.+)$", text, re.MULTILINE)


def test_the_container_is_built_in_two_stages_and_the_last_has_no_build_tools(dockerfile):
    stages = [at for at, (word, _) in enumerate(dockerfile) if word == "FROM"]
    assert len(stages) == 2
    first, last = dockerfile[: stages[1]], dockerfile[stages[1] :]
    assert any("--require-hashes" in rest and "-r requirements.lock" in rest for _, rest in first)
    assert not any(re.search(r"\b(pip|apt|apt-get|gcc|make)\b", rest) for _, rest in last)


def test_the_container_is_built_on_one_image_whose_bytes_are_known(dockerfile):
    said = dict(dockerfile)
    assert re.fullmatch(r"PYTHON=python:3\.\d+\.\d+-slim@sha256:[0-9a-f]{64}", said["ARG"])
    assert [rest.split()[0] for word, rest in dockerfile if word == "FROM"] == ["${PYTHON}"] * 2


def test_the_container_runs_as_nobody_special_and_says_how_it_is(dockerfile):
    said = dict(dockerfile)
    assert said["USER"] not in {"root", "0"}
    runs = [rest for word, rest in dockerfile if word == "RUN"]
    assert any(f"--owner={said['USER']} {said['VOLUME']}" in each for each in runs)
    assert f"HEXMUSTER_DATA={said['VOLUME']}" in said["ENV"]
    assert said["HEALTHCHECK"].endswith('CMD ["python", "-m", "bot", "health"]')
    assert said["ENTRYPOINT"] == '["python", "-m", "bot"]'
    assert said["CMD"] == '["bot"]'


def test_the_container_copies_only_what_exists_and_is_not_ignored(dockerfile):
    allowed = [
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    ]
    copied = [
        source
        for word, rest in dockerfile
        if word == "COPY" and "--from" not in rest
        for source in shlex.split(rest)[:-1]
    ]
    assert {"bot", "data", "engine", "requirements.lock"} <= set(copied)
    assert not any("practice" in source for source in copied)
    for source in copied:
        assert (ROOT / source).exists(), source
        assert any(fnmatch.fnmatch(source, pattern) for pattern in allowed), source
