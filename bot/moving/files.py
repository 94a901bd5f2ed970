"""Taking a campaign out of a guild's file and into another, as jobs of workers.

What comes in may be anybody's: it is put into a separate store, looked through there, and only what
passed is put beside the campaigns of a server.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.jobs.opened import read_rules
from bot.payload import Payload
from bot.store.connection import one_reading, reading, remove
from bot.store.errors import NotFound, StoreError
from bot.store.moving.packing import FileHeader, Packed, pack
from bot.store.moving.pouring import settle
from bot.store.moving.unpacking import ONLY, BadFile, unpack
from bot.store.records import Campaign, ModuleCopy
from bot.store.world import read_campaign, read_campaigns, read_world
from bot.verifying import VerificationResult, of_campaign, verify
from engine.campaign import Player
from engine.dice import SEED_BYTES
from engine.names import flaw
from engine.world import World

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Brought:
    """A campaign's file that was looked through and may be taken in."""

    about: FileHeader
    campaign: Campaign
    module: ModuleCopy
    ticks: int
    """How many were looked at."""
    verdict: str
    """The result of comparing them with their hashes and seals, in words."""
    seats: int
    """How many people sat in it."""


def take_out(path: Path, campaign: int, target: Path, now: datetime) -> Packed:
    """Write a campaign's file. Raises NotFound, StoreError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    return pack(path, campaign, target, now)


def look_through(file: Path, own: Path, now: datetime) -> Brought:
    """Put a campaign's file into a separate store at `own` and see that it is sound.

    Afterwards nobody sits in it. Raises BadFile, StoreError; then there is nothing at `own`.
    """
    return _looked_through(file, own, now, seed=True)


def make_copy(path: Path, campaign: int, own: Path, now: datetime) -> Brought:
    """Put a copy of a campaign into a separate store, without the seed of the original.

    With it, players of the copy would see what the dice of the original are going to say. Raises
    NotFound, StoreError; then there is nothing at `own`.
    """
    file = own.with_name(f"{own.name}.zip")
    own.parent.mkdir(parents=True, exist_ok=True)
    try:
        pack(path, campaign, file, now, seed=False)
        return _looked_through(file, own, now, seed=False)
    finally:
        file.unlink(missing_ok=True)


def _looked_through(file: Path, own: Path, now: datetime, *, seed: bool) -> Brought:
    own.parent.mkdir(parents=True, exist_ok=True)
    remove(own)
    try:
        head = unpack(file, own)
        with one_reading(own):
            brought = _sound(own, head, seed=seed)
        settle(own, now)
    except BaseException:
        remove(own)
        raise
    return brought


def _sound(own: Path, head: FileHeader, *, seed: bool) -> Brought:
    """What was taken in, if all of it can be read and is what it says. Raises BadFile."""
    (row,) = read_campaigns(own)
    _named(row)
    try:
        _, module = read_campaign(own, ONLY)
    except NotFound as error:
        raise BadFile("It lacks its module.") from error
    _history(own, row)
    verdict = VerificationResult()
    if seed:
        _seeded(own)
        for each in verify(own, ONLY, again=False):
            verdict.add(each)
            if each.faults:
                raise BadFile(f"It is not what was played: {each}.")
    _readable(own, module)
    _messages(own)
    with reading(own) as db:
        (seats,) = db.execute(
            "SELECT count(*) FROM member WHERE left_at IS NULL AND player IS NOT NULL"
        ).fetchone()
    return Brought(head, row, module, row.tick, str(verdict) if seed else "", seats)


def _named(row: Campaign) -> None:
    name = row.name
    if not 1 <= len(name) <= LONGEST_NAME or flaw(name) or name != name.strip():
        raise BadFile("Its name is none that a campaign may have.")
    if len(row.seed_hash) != 64 or not row.seed_hash.isalnum() or len(row.engine_version) > 40:
        raise BadFile("It does not say what it was played with.")


def _seeded(own: Path) -> None:
    with reading(own) as db:
        seeds = [bytes(seed) for (seed,) in db.execute("SELECT seed FROM campaign_seed")]
    if [len(seed) for seed in seeds] != [SEED_BYTES]:
        raise BadFile("It has no seed, so that it cannot go on.")
    for fault in of_campaign(own, ONLY):
        raise BadFile(f"It is not what was played: {fault}.")


_ODD = (
    (
        "SELECT 1 FROM tick GROUP BY campaign HAVING count(*) <> max(number) OR min(number) <> 1",
        "ticks",
    ),
    (
        "SELECT 1 FROM campaign WHERE tick <> (SELECT count(*) FROM tick) OR tick < 1 OR turn < 0",
        "ticks",
    ),
    ("SELECT 1 FROM entity, campaign WHERE entity.tick NOT BETWEEN 1 AND campaign.tick", "world"),
    (
        "SELECT 1 FROM entity_past AS past, campaign WHERE past.tick < 1 OR past.tick >= past.until"
        " OR past.until > campaign.tick",
        "past",
    ),
    ("SELECT 1 FROM event, campaign WHERE event.tick NOT BETWEEN 1 AND campaign.tick", "events"),
    (
        "SELECT 1 FROM entity WHERE body IS NOT NULL AND NOT json_valid(CAST(body AS TEXT))",
        "world",
    ),
    ("SELECT 1 FROM event WHERE NOT json_valid(CAST(body AS TEXT))", "events"),
    ("SELECT 1 FROM event_told WHERE body IS NULL OR NOT json_valid(CAST(body AS TEXT))", "events"),
    ("SELECT 1 FROM member WHERE faction < 0 OR player < 1", "seats"),
)
"""Rows that no campaign has, and what they are of."""


def _history(own: Path, row: Campaign) -> None:
    with reading(own) as db:
        for sql, what in _ODD:
            if db.execute(f"{sql} LIMIT 1").fetchone():
                raise BadFile(f"Its {what} do not fit together.")
    if row.turn > row.tick:
        raise BadFile("Its turns do not fit its ticks.")


def _readable(own: Path, module: ModuleCopy) -> None:
    """See that the rules and the world can be read."""
    try:
        rules = read_rules(module)
        world = World.load(rules.records, read_world(own, ONLY))
        list(world.all(Player))
    except StoreError:
        raise
    except Exception as error:  # whatever breaks in it, it is of no campaign that was played
        raise BadFile(f"Its world cannot be read by this bot ({type(error).__name__}).") from error


def _messages(own: Path) -> None:
    """See that what was said in it can be shown again."""
    with reading(own) as db:
        for key, payload in db.execute("SELECT key, payload FROM outbox"):
            try:
                Payload.model_validate_json(payload)
            except ValueError as error:
                raise BadFile(f"A message of it cannot be read ({str(key)[:20]}).") from error
        for name, value in db.execute("SELECT before, after FROM audit"):
            for text in (name, value):
                if text is not None and len(text) > 1_000_000:
                    raise BadFile("An entry of its log is too long.")
                if text is not None:
                    json.loads(text)
