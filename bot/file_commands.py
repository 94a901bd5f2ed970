"""Commands of the line that work on guilds' files: restore, verify, film, export, import."""

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from bot.settings import Settings

FAULT = 2  # exit code: the host can mend it
UNCHECKED = 3  # exit code of verify: nothing wrong was found, but not all could be checked


def add_file_commands(add_parser: Callable[..., argparse.ArgumentParser]) -> None:
    """Add them to the line's."""
    restoring = add_parser(
        "restore",
        help="list a server's backups, or put one back while its bot is stopped",
        description=_RESTORING,
    )
    restoring.add_argument("guild", type=count, help="the server's id, which names its file")
    restoring.add_argument(
        "when",
        nargs="?",
        help="latest, or a time in UTC such as 2026-01-05 or 2026-01-05T14:00: the newest backup "
        "that is not later (default: only list them)",
    )
    restoring.add_argument(
        "--file", type=Path, help="put this file back instead, such as one of another tool"
    )
    restoring.set_defaults(run=_restore)

    verify = add_parser(
        "verify",
        help="compute a guild's campaigns again and compare",
        description="Computes every tick of a guild's campaigns again, from the published seed, "
        "the stored module and what the players submitted, and compares all that is stored of it.",
        epilog=_PROVEN,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verify.add_argument("file", type=Path, help="the guild's file in the data folder")
    verify.add_argument("--campaign", type=int, help="the number of one campaign (default: all)")
    verify.add_argument(
        "--expect",
        type=_seal,
        action="append",
        default=[],
        metavar="SEAL",
        help="the foot of a report that a player has, such as 'T14·R3·1/2 · seal 3f9a-20c1-77de', "
        "or the seal alone; can be given more than once",
    )
    verify.set_defaults(run=_verify)

    film = add_parser(
        "film", help="draw the film of a campaign that has ended, large and with every turn"
    )
    film.add_argument("file", type=Path, help="the guild's file in the data folder")
    film.add_argument("--campaign", type=int, help="its number (default: the last that ended)")
    film.add_argument(
        "--faction", type=count, default=0, help="the number of a side, for what it knew"
    )
    film.add_argument(
        "--to", type=Path, default=Path("film.gif"), help="the file to write (default %(default)s)"
    )
    film.set_defaults(run=_film)
    export = add_parser("export", help="write a campaign with all its ticks to a file")
    export.add_argument("file", type=Path, help="the guild's file in the data folder")
    export.add_argument("campaign", type=count, help="the number of the campaign")
    export.add_argument("target", type=Path, help="the file to write, or a folder for it")
    export.set_defaults(run=_export)

    bring = add_parser(
        "import",
        help="take a campaign's file into a guild of the data folder (HEXMUSTER_DATA)",
        description="Looks a campaign's file through and puts it beside the campaigns of a guild. "
        "The bot must not run meanwhile. Then /campaign repair makes its channels, and "
        "/moving seats puts people into its seats.",
    )
    bring.add_argument("file", type=Path, help="as export, or /moving export, has written it")
    bring.add_argument("guild", type=count, help="the Discord id of the server")
    bring.add_argument("--name", default="", help="another name for the campaign")
    bring.set_defaults(run=_import)


_RESTORING = (
    "Without a time it lists the server's backups in HEXMUSTER_BACKUPS. With one it puts that "
    "backup in the place of the server's file in HEXMUSTER_DATA: it is read through and checked "
    "first, and the file that was there is kept beside. The bot of that server must be stopped."
)

_PROVEN = """\
what is proven:
  "All of it holds." says that this file is what its seed, its module and the orders in it make by
  the rules, and that its ticks are chained. It does not say that the file is the one that was
  played. For that, compare what players have received: the seed's hash with the status message,
  and with --expect the seals at the foot of old reports. A seal vouches for its tick and for all
  before it; so the last report vouches for everything.

exit codes:
  0  all of it was checked and holds
  1  something is wrong
  2  the file cannot be read
  3  nothing wrong was found, but not all could be checked: another engine made some ticks, or
     they were made before ticks were sealed
"""


def _seal(text: str) -> tuple[int | None, str]:
    """The tick, if it is said, and the seal of a report's foot."""
    from bot.jobs.chain import SEAL

    found = SEAL.search(text.lower())
    if not found:
        raise argparse.ArgumentTypeError("a seal looks like 3f9a-20c1-77de")
    tick = re.search(r"\bt(?:ick )?(\d{1,9})", text.lower())
    return int(tick[1]) if tick else None, found[0]


def count(text: str) -> int:
    """A whole number from 1. Raises ArgumentTypeError, ValueError."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number from 1")
    return number


def _restore(options: argparse.Namespace) -> int:
    from bot.backups.restore_command import lines
    from bot.store.errors import StoreError

    settings = Settings.from_environment(os.environ)
    try:
        for line in lines(settings, options.guild, options.when, options.file):
            print(line)
    except (StoreError, ValueError) as error:
        print(error, file=sys.stderr)
        return FAULT
    return 0


def _verify(options: argparse.Namespace) -> int:
    from bot.store.errors import StoreError
    from bot.store.world import read_campaign, read_campaigns
    from bot.verifying import VerificationResult, of_campaign, verify

    file, verdict = options.file, VerificationResult()
    try:
        if options.campaign is None:
            campaigns = read_campaigns(file)
        else:
            campaigns = [read_campaign(file, options.campaign)[0]]
        for campaign in campaigns:
            print(f"Campaign {campaign.id}, {campaign.name}:")
            print(f"the seed's hash must be, as the status message shows it: {campaign.seed_hash}")
            for fault in of_campaign(file, campaign.id):
                verdict.wrong += 1
                print(f"the campaign is WRONG: {fault}")
            for verified in verify(file, campaign.id):
                verdict.add(verified)
                print(verified, flush=True)
    except StoreError as error:
        print(f"{file}: {error}", file=sys.stderr)
        return FAULT
    for tick, seal in options.expect:
        whose = "no tick" if tick is None else f"not tick {tick}"
        found = verdict.expect(tick, seal)
        print(f"seal {seal}: " + ("found" if found else f"WRONG: {whose} of this file has it"))
    print(verdict)
    return 1 if verdict.wrong else UNCHECKED if verdict.unchecked else 0


def _film(options: argparse.Namespace) -> int:
    from bot.ending.film_file import write_film
    from bot.store.errors import StoreError
    from bot.store.records import CampaignState
    from bot.store.world import read_campaigns

    def told(done: int, of: int) -> None:
        print(f"\r{done} of {of} parts are drawn   ", end="", file=sys.stderr, flush=True)

    try:
        number = options.campaign
        if number is None:
            ended = [c.id for c in read_campaigns(options.file) if c.state is CampaignState.ENDED]
            if not ended:
                print(f"{options.file}: no campaign of it has ended.", file=sys.stderr)
                return FAULT
            number = ended[-1]
        size = write_film(options.file, number, options.to, faction=options.faction, told=told)
    except (StoreError, OSError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return FAULT
    print(f"\n{options.to}: {size / 2**20:.1f} MiB")
    return 0


def _export(options: argparse.Namespace) -> int:
    from bot.faces.words.text import number
    from bot.moving.carrying import carry_out
    from bot.store.errors import StoreError

    try:
        packed = carry_out(options.file, options.campaign, options.target)
    except StoreError as error:
        print(error, file=sys.stderr)
        return FAULT
    print(f"{packed.about.name}: {number(packed.about.ticks, 'tick')}, {packed.size} bytes.")
    if packed.about.state != "ended":
        print("It holds the seed and all secrets of a campaign that goes on; show it to nobody.")
    return 0


def _import(options: argparse.Namespace) -> int:
    from bot.faces.words.text import number
    from bot.moving.carrying import carry_in
    from bot.store.errors import StoreError

    folder = Settings.from_environment(os.environ).data
    try:
        made = asyncio.run(carry_in(folder, options.guild, options.file, options.name))
    except StoreError as error:
        print(error, file=sys.stderr)
        return FAULT
    print(f"{made.name} is campaign {made.campaign}. {made.verdict}")
    seats = number(made.seats, "seat")
    print(f"/campaign repair makes its channels; {seats} to fill (/moving seats).")
    return 0
