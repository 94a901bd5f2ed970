"""What can be started from the command line, and how it ends.

Faults of the host's making are told in a line each on standard error, with exit code 2. How the bot
itself works is not here.
"""

import argparse
import asyncio
import logging
import os
import signal
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.practice import MARK
from bot.settings import WAYS_OUT, Settings, SettingsError, start_logging

if TYPE_CHECKING:
    from bot.practice.stories import Story

FAULT = 2  # exit code: the host can mend it
SHOWN = Path("demo-output")  # what the demonstration by script leaves


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except SettingsError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        return 130


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
        default="cohorts",
        help="what is played: a module of which the table has a campaign, such as veterans "
        "(default %(default)s)",
    )
    demo.add_argument(
        "--headless",
        action="store_true",
        help=f"no page: play a new campaign by script, into {SHOWN}/",
    )
    demo.set_defaults(run=_demo)

    bot = commands.add_parser("bot", help="connect to Discord (needs DISCORD_TOKEN)")
    bot.set_defaults(run=_bot)

    health = commands.add_parser("health", help="whether the bot on this data folder is well")
    health.set_defaults(run=_health)

    verify = commands.add_parser("verify", help="compute a guild's campaigns again and compare")
    verify.add_argument("file", type=Path, help="the guild's file in the data folder")
    verify.add_argument("--campaign", type=int, help="the number of one campaign (default: all)")
    verify.set_defaults(run=_verify)

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


def _bot(_: argparse.Namespace) -> int:
    settings = Settings.from_environment(os.environ, need_token=True)
    if (settings.data / MARK).exists():
        raise SettingsError(
            (f"HEXMUSTER_DATA: {settings.data} is a practice table's folder; name another.",)
        )
    start_logging(settings)
    return asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> int:
    """Run the bot until it is told to stop or cannot go on."""
    import aiohttp
    import discord

    from bot import faults
    from bot.client import create_bot
    from bot.clock import SystemClock
    from bot.practice.front.redirect import redirect_from
    from bot.workers import Workers

    faults.arm_from(os.environ)
    redirect_from(os.environ)
    assert settings.token is not None
    stop = stop_signal()
    async with Workers(settings.workers) as workers:
        bot = create_bot(settings, SystemClock(), workers)
        async with bot:
            running = asyncio.create_task(bot.start(settings.token.get_secret_value()))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                await bot.close()
                running.cancel()
                await asyncio.wait({running})
                return 0
            stopping.cancel()
            try:
                await running
            except discord.LoginFailure:
                way_out = WAYS_OUT["DISCORD_TOKEN"]
                print(f"DISCORD_TOKEN: Discord refuses this token; {way_out}.", file=sys.stderr)
                return FAULT
            except (OSError, aiohttp.ClientError, discord.HTTPException) as error:
                print(f"Discord cannot be reached: {error}. Try again later.", file=sys.stderr)
                return 1
    return 0


def stop_signal() -> asyncio.Event:
    """An event that Ctrl+C and the end of the service set."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop


def _health(_: argparse.Namespace) -> int:
    from bot.health import check

    wrong = check(Settings.from_environment(os.environ).data)
    print(wrong or "The bot is well.")
    return 1 if wrong else 0


def _verify(options: argparse.Namespace) -> int:
    from bot.jobs.verify import seed_holds, verify
    from bot.store.errors import StoreError
    from bot.store.world import read_campaign, read_campaigns

    file, wrong = options.file, 0
    try:
        if options.campaign is None:
            campaigns = read_campaigns(file)
        else:
            campaigns = [read_campaign(file, options.campaign)[0]]
        for campaign in campaigns:
            print(f"Campaign {campaign.id}, {campaign.name}:")
            if not seed_holds(file, campaign.id):
                wrong += 1
                print("the seed is WRONG: its hash is not the one that was published")
            for verified in verify(file, campaign.id):
                wrong += bool(verified.faults)
                print(verified, flush=True)
    except StoreError as error:
        print(f"{file}: {error}", file=sys.stderr)
        return FAULT
    print(f"{wrong} of these are wrong." if wrong else "All of it holds.")
    return 1 if wrong else 0


def _module_check(options: argparse.Namespace) -> int:
    from data import FOLDER
    from engine.module import check

    shipped = FOLDER / "modules"
    folder = Path(options.module)
    faults = check(folder if folder.is_dir() else shipped / options.module, [shipped])
    for fault in faults:
        print(fault)
    wrong = [fault for fault in faults if not fault.warning]
    if not wrong:
        print(f"{options.module} is sound.")
    return 1 if wrong else 0


def _demo(options: argparse.Namespace) -> int:
    story = _story_of(options.module)
    quiet = {"HEXMUSTER_LOG": "WARNING"}  # the page tells what happens; the host may want more
    own = tempfile.TemporaryDirectory() if options.headless else nullcontext(options.data)
    with own as folder:
        data = {"HEXMUSTER_DATA": str(folder)}
        settings = Settings.from_environment(quiet | os.environ | data)
        start_logging(settings)
        # simcord, when imported, tries a client of its own; discord.py warns of what that lacks.
        for name in ("discord.client", "discord.state"):
            logging.getLogger(name).setLevel(logging.ERROR)
        if options.headless:
            return _at_table(_by_script(settings, story))
        return _at_table(_page(settings, options, story))


def _at_table(playing: Coroutine[Any, Any, int]) -> int:
    from bot.practice.table import WentWrong
    from bot.store.errors import StoreError

    try:
        return asyncio.run(playing)
    except StoreError as error:
        print(f"{error} A new campaign begins with --fresh.", file=sys.stderr)
        return FAULT
    except WentWrong as error:
        print(error, file=sys.stderr)
        return 1


def _story_of(module: str) -> "Story":
    """What the practice table plays of a module. Raises `SettingsError`."""
    from bot.practice.stories import STORIES

    if module not in STORIES:
        known = ", ".join(STORIES)
        raise SettingsError((f"--module: the table has no campaign of {module}, but of {known}.",))
    return STORIES[module]


async def _by_script(settings: Settings, story: "Story") -> int:
    """Play a story by its script and write down what was said; 0 if all went well."""
    from bot.answers import as_refusal
    from bot.practice.campaign import SampleCampaign
    from bot.practice.table import Table, WentWrong
    from bot.practice.transcript import write_transcript
    from bot.workers import Workers

    async with (
        Workers(settings.workers) as workers,
        Table(settings, workers, campaign=SampleCampaign(story)) as table,
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
    from bot.workers import Workers

    async with (
        Workers(settings.workers) as workers,
        Table(settings, workers, campaign=SampleCampaign(story), fresh=options.fresh) as table,
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
