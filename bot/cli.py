"""What can be started from the command line, and how it ends.

Faults of the host's making are told in a line each on standard error, with exit code 2. How the bot
itself works is not here.
"""

import argparse
import asyncio
import importlib
import io
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.file_commands import FAULT, add_file_commands, count
from bot.practice import MARK, PATIENCE
from bot.settings import Settings, SettingsError, start_logging

if TYPE_CHECKING:
    from bot.faces.stories import Story
    from bot.league.balance import Measured
    from engine.packs import Rules
    from engine.rivals import Strength

MOST_SEED = 2**63 - 1
SHOWN = Path("demo-output")  # what the demonstration by script leaves


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a console that lacks a letter shows ? for it
            stream.reconfigure(errors="replace")
    options = _parser().parse_args(arguments)
    try:
        code = options.run(options)
        sys.stdout.flush()  # here, where it may fail
        return code
    except SettingsError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has enough, as `head` has; nor is the rest flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Hosts play-by-post fantasy strategy campaigns."
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    demo = commands.add_parser("demo", help="play on a simulated Discord in your browser")
    demo.add_argument("--port", type=_port, default=8765, help="of the page (default %(default)s)")
    demo.add_argument(
        "--data", type=Path, default=Path("practice-data"), help="folder (default %(default)s)"
    )
    demo.add_argument("--fresh", action="store_true", help="begin anew, forgetting the last time")
    demo.add_argument(
        "--module",
        help="what is played: a module of which the table has a campaign, such as veterans, or "
        "one of your own, by its folder (default: the first that there is)",
    )
    demo.add_argument(
        "--headless",
        action="store_true",
        help=f"no page: play a new campaign by script, into {SHOWN}/",
    )
    demo.add_argument(
        "--seed",
        type=_seed,
        help="a number, for another course of things than everybody's",
    )
    demo.set_defaults(run=_demo)

    bot = commands.add_parser("bot", help="connect to Discord (needs DISCORD_TOKEN)")
    bot.set_defaults(run=_bot)

    health = commands.add_parser("health", help="whether the bot on this data folder is well")
    health.set_defaults(run=_health)

    add_file_commands(commands.add_parser)

    league = commands.add_parser(
        "league",
        help="let computer players play campaigns of a module, and count what comes of it",
    )
    league.add_argument("module", help="a module's name, or the folder that holds it")
    league.add_argument("--games", type=count, default=1, help="how many (default %(default)s)")
    league.add_argument("--first", type=count, default=1, help="the number of the first game")
    league.add_argument("--turns", type=count, default=30, help="at most (default %(default)s)")
    league.add_argument(
        "--strength",
        choices=("weak", "middle", "strong"),
        action="append",
        help="how well they play; given more than once, the factions share it out, and so many "
        "games in a row are of one world in which they change sides (default: middle)",
    )
    league.add_argument(
        "--seats", type=count, help="players of a faction at most (default: as it has seats)"
    )
    league.add_argument(
        "--idle",
        type=count,
        metavar="PLAYER",
        help="the player of that number gives nothing: when does it lose what it began with?",
    )
    league.add_argument(
        "--processes",
        type=count,
        default=os.cpu_count() or 1,
        help="so many games at a time (default: as many as there are cores, here %(default)s)",
    )
    league.add_argument(
        "--resume",
        type=Path,
        metavar="FOLDER",
        help="keep games there as they end; the same command then goes on where it was, and "
        "pictures of them are drawn there",
    )
    league.add_argument(
        "--tell", type=count, metavar="TURN", help="print what all order in that turn, and why"
    )
    league.add_argument(
        "--duels",
        type=count,
        metavar="ARMIES",
        help="let so many armies of each people fight as many of every other, instead of campaigns",
    )
    league.add_argument(
        "--points", type=count, default=0, help="how much an army of a duel may cost"
    )
    league.add_argument(
        "--worth",
        type=count,
        default=0,
        metavar="ARMIES",
        help="with --duels: let so many armies also try what each item and spell is worth",
    )
    league.set_defaults(run=_league)

    balance = commands.add_parser(
        "balance", help="write a page that says how even duels of modules are"
    )
    balance.add_argument("modules", nargs="+", help="modules' names, or their folders")
    balance.add_argument(
        "--armies", type=count, default=30, help="of each people (default %(default)s)"
    )
    balance.add_argument(
        "--page", type=Path, default=Path("docs/balance.md"), help="where (default %(default)s)"
    )
    balance.set_defaults(run=_balance)

    module = commands.add_parser("module", help="work on modules")
    actions = module.add_subparsers(required=True, metavar="action")
    check = actions.add_parser("check", help="say what is wrong with a module")
    check.add_argument("module", help="a module's name, or the folder that holds it")
    check.set_defaults(run=_module_check)
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535; 0 picks a free one")
    return port


def _seed(text: str) -> int:
    seed = int(text)
    if not 0 <= seed <= MOST_SEED:
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0 to {MOST_SEED}")
    return seed


def _bot(_: argparse.Namespace) -> int:
    settings = Settings.from_environment(os.environ, need_token=True)
    if (settings.data / MARK).exists():
        raise SettingsError(
            (f"HEXMUSTER_DATA: {settings.data} is a practice table's folder; name another.",)
        )
    start_logging(settings)
    from bot.store.errors import StoreError
    from bot.store.ownership import folder_owned
    from bot.workers import warm_up

    try:
        with folder_owned(settings.data, settings.wait, settings.shards):
            warm_up()  # while this process imports what it needs itself
            return _serve(settings)
    except StoreError as error:
        print(f"HEXMUSTER_DATA: {error}", file=sys.stderr)
        return FAULT


def _serve(settings: Settings) -> int:
    from bot.serving import Rejected, TokenRefused, serve

    try:
        asyncio.run(serve(settings))
    except (TokenRefused, Rejected) as error:
        print(error, file=sys.stderr)
        return FAULT if isinstance(error, TokenRefused) else 1
    return 0


def _health(_: argparse.Namespace) -> int:
    from bot.sign_of_life import backups, check

    settings = Settings.from_environment(os.environ)
    wrong = check(settings.data, settings.shards)
    print(wrong or "The bot is well.")
    if told := backups(settings.data, settings.shards):
        print(told)
    return 1 if wrong else 0


def _folder_of(module: str) -> tuple[Path, tuple[Path, ...]]:
    """The folder of a module by its name or path, and where else modules are looked for."""
    from bot.modules import library

    roots, named = library.folders(), Path(module)
    places = (named, *(root / module for root in roots))
    return next((place for place in places if place.is_dir()), named), tuple(roots)


def _module_check(options: argparse.Namespace) -> int:
    from engine.module import check

    folder, roots = _folder_of(options.module)
    faults = check(folder, roots)
    for fault in faults:
        print(fault)
    wrong = [fault for fault in faults if not fault.warning]
    if not wrong:
        print(f"{options.module} is sound.")
    return 1 if wrong else 0


def _league(options: argparse.Namespace) -> int:
    from bot.league.games import Played
    from bot.league.playing import Season, play_all
    from bot.league.table import table
    from engine.module import ModuleError, load
    from engine.packs import Rules

    folder, roots = _folder_of(options.module)
    strengths: tuple[Strength, ...] = tuple(options.strength or ["middle"])
    season = Season(
        folder, roots, options.turns, strengths, options.seats, options.idle, options.tell
    )
    numbers = range(options.first, options.first + options.games)
    ended: list[int] = []

    def over(game: Played) -> None:
        ended.append(game.number)
        print(f"\r{len(ended)} of {len(numbers)} games are over   ", file=sys.stderr, flush=True)

    try:
        if options.duels:
            return _duels(Rules.of(load(folder.name, [folder.parent, *roots])), options)
        games = play_all(
            season, numbers, processes=options.processes, kept=options.resume, over=over
        )
    except (LookupError, ModuleError, OSError) as error:
        print(error, file=sys.stderr)
        return FAULT
    for line in table(games):
        print(line)
    if options.resume:
        from bot.league.pictures import draw

        for file in draw(games, options.resume):
            print(f"Drawn: {file}")
    faults = [fault for game in games for fault in game.faults]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def _duels(rules: "Rules", options: argparse.Namespace) -> int:
    """Fight duels and print what they show."""
    from bot.league.duel_table import duel_table
    from bot.league.duels import Duelling

    league = Duelling(rules, options.duels, options.points, options.worth)
    for number, _ in enumerate(league.fight(), start=1):
        print(f"\rbattle {number} of {league.battles}   ", end="", file=sys.stderr)
    print(file=sys.stderr)
    for line in duel_table(league.counted):
        print(line)
    return 0


def _balance(options: argparse.Namespace) -> int:
    """Fight duels of every module, each in a separate process, and write what they show."""
    from concurrent.futures import ProcessPoolExecutor

    from bot.league.balance import page

    with ProcessPoolExecutor() as processes:
        work = [processes.submit(_measured, name, options.armies) for name in options.modules]
        found = [each for done in work for each in done.result()]
    options.page.write_text("\n".join(page(found, options.armies)) + "\n", encoding="utf-8")
    return 0


def _measured(name: str, armies: int) -> "list[Measured]":
    """What the duels of a module show; nothing if nobody fights any."""
    from bot.league.balance import measure
    from engine.module import load
    from engine.packs import Rules

    folder, roots = _folder_of(name)
    rules = Rules.of(load(folder.name, [folder.parent, *roots]))
    if rules.duels is None:
        print(f"nobody fights duels in module {name}", file=sys.stderr)
        return []
    return list(measure(rules, armies))


def _demo(options: argparse.Namespace) -> int:
    try:
        importlib.import_module("bot.practice.campaign")  # the product does without what it needs
    except ModuleNotFoundError as error:
        print(
            f"The practice table is not installed here ({error.name}). It is started from the "
            "project's folder, with what it needs: python3 run.py demo",
            file=sys.stderr,
        )
        return FAULT
    from engine.module import ModuleError

    try:
        story = _story_of(options.module)
    except ModuleError as error:
        print(error, file=sys.stderr)
        return 1
    quiet = {"HEXMUSTER_LOG": "WARNING"}  # the page tells what happens; the host may want more
    place = tempfile.TemporaryDirectory() if options.headless else nullcontext(options.data)
    with place as folder:
        # What is for a bot on Discord is not for the table.
        own = {"HEXMUSTER_DATA": str(folder), "HEXMUSTER_BACKUPS": "", "HEXMUSTER_SHARDS": ""}
        settings = Settings.from_environment(quiet | os.environ | own)
        start_logging(settings)
        # simcord, when imported, creates a trial client; discord.py warns of what that lacks.
        for name in ("discord.client", "discord.state"):
            logging.getLogger(name).setLevel(logging.ERROR)
        if options.headless:
            return _at_table(settings, lambda: _by_script(settings, options, story))
        return _at_table(settings, lambda: _page(settings, options, story))


def _at_table(settings: Settings, playing: Callable[[], Coroutine[Any, Any, int]]) -> int:
    from bot.faces.stories import WentWrong
    from bot.store.errors import CorruptStore, LostStore, NewerStore, StoreError
    from bot.store.ownership import folder_owned

    try:
        with folder_owned(settings.data, settings.wait):
            return asyncio.run(playing())
    except (CorruptStore, LostStore, NewerStore) as error:
        print(f"{error} Or give this one up: a new campaign begins with --fresh.", file=sys.stderr)
        return FAULT
    except StoreError as error:
        print(error, file=sys.stderr)
        return FAULT
    except WentWrong as error:
        print(error, file=sys.stderr)
        return 1


def _story_of(module: str | None) -> "Story":
    """What the practice table plays of a module, or first of all; of a system its first story.

    Raises `SettingsError`, and `ModuleError` for a module in a folder that has faults.
    """
    from bot import faces
    from bot.practice.own import story_of

    stories = faces.stories()
    if module is None:
        return next(iter(stories.values()))
    story = stories.get(module) or next(iter(faces.load(module).stories), None)
    folder, roots = _folder_of(module)
    if story is None and folder.is_dir():
        story = story_of(folder.resolve(), roots)
    if story is None:
        known = ", ".join(stories)
        raise SettingsError(
            (
                f"--module: the table has no campaign of {module}, but of {known}. A module of "
                "your own is named by its folder.",
            )
        )
    return story


async def _by_script(settings: Settings, options: argparse.Namespace, story: "Story") -> int:
    """Play a story by its script and write down what was said; 0 if all went well."""
    from bot.answers import as_refusal
    from bot.faces.stories import WentWrong
    from bot.practice.campaign import SampleCampaign
    from bot.practice.table import Table
    from bot.practice.transcript import write_transcript
    from bot.workers import Workers

    async with (
        Workers(settings.workers, short_limit=PATIENCE) as workers,
        Table(settings, workers, campaign=SampleCampaign(story), seed=options.seed) as table,
    ):
        wrong: list[str] = []
        try:
            await table.play()
        except WentWrong as error:  # told below, with what was said until then
            wrong.append(str(error))
        wrong += [repr(error) for error in table.env.errors if as_refusal(error) is None]
        for each in wrong:
            print(each, file=sys.stderr)
        told = "Not all went well. " if wrong else f"Played {story.turns} turns. "
        print(f"{told}Wrote {write_transcript(table, SHOWN)} files to {SHOWN}/")
        return 1 if wrong else 0


async def _page(settings: Settings, options: argparse.Namespace, story: "Story") -> int:
    """Serve the page of the practice table until it is told to stop."""
    from bot.practice.campaign import SampleCampaign
    from bot.practice.page import Page, PortTaken
    from bot.practice.table import Table
    from bot.serving import stop_signal
    from bot.workers import Workers

    tell = partial(print, file=sys.stderr, flush=True)  # the address alone is the output
    tell("The practice table starts: a simulated Discord, and the bot in it …")
    sample = SampleCampaign(story, tell)
    async with (
        Workers(settings.workers, short_limit=PATIENCE) as workers,
        Table(settings, workers, campaign=sample, fresh=options.fresh, seed=options.seed) as table,
    ):
        stop = stop_signal()
        try:
            async with Page(table, port=options.port) as page:
                print(f"The practice table is open: {page.url}")
                print("Ctrl+C ends it; the campaign is kept for the next time.", flush=True)
                await stop.wait()
        except PortTaken as error:
            print(f"{error}; choose another with --port, or 0 for any.", file=sys.stderr)
            return FAULT
    return 0
