"""How an outbox message looks on Discord: text, embeds, files, its key, and whom it may mention.

Pictures are drawn here, by a worker, from what the message's recipes name. Nothing is sent here.
"""

import io
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import discord

from bot.jobs.battles import battle_account
from bot.jobs.draw import draw
from bot.jobs.memoirs import chronicle_text
from bot.payload import (
    AccountRecipe,
    ArmsRecipe,
    Card,
    Choice,
    ChronicleRecipe,
    FilmRecipe,
    Payload,
    TextFile,
    opens_turn,
)
from bot.post.filming import LONG, film
from bot.store.guild import GuildStore
from bot.store.records import Message, MessageKind
from bot.workers import WorkerCrashed, Workers, WorkerTimeout

_SMALL = "-# "  # Discord: small print
_SEAL = " · seal "

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready for Discord."""

    text: str
    embeds: list[discord.Embed]
    files: list[discord.File]
    allowed: discord.AllowedMentions
    view: discord.ui.View | None = None


async def build(workers: Workers, path: Path, store: GuildStore, message: Message) -> Post:
    """Make a message of its payload. Raises `WorkerError` if a worker was lost on the way."""
    payload = Payload.model_validate_json(message.payload)
    files: list[discord.File] = []
    missing = beside = ""
    for number, recipe in enumerate(payload.images, 1):
        try:
            if isinstance(recipe, FilmRecipe):
                drawn = await film(workers, path, message.campaign, recipe.faction)
            else:
                drawn = await workers.run(draw, path, message.campaign, recipe)
        except (WorkerCrashed, WorkerTimeout):  # tried again, once in vain it will be without
            raise
        except Exception:  # noqa: BLE001 - a report without its picture still tells
            _log.exception("message=%s: a picture could not be drawn", message.key)
            missing = "\n*(A picture could not be drawn; the host's log says why.)*"
            continue
        name = f"{number}-{drawn.filename}"
        files.append(discord.File(io.BytesIO(drawn.png), name, description=drawn.alt))
        if isinstance(recipe, ArmsRecipe):
            beside = f"attachment://{name}"
    for file in payload.files:
        try:
            text = await _text(workers, path, message.campaign, file)
        except (WorkerCrashed, WorkerTimeout):
            raise
        except Exception:  # noqa: BLE001 - as for a picture
            _log.exception("message=%s: an account could not be made", message.key)
            missing += "\n*(An account could not be made; the host's log says why.)*"
            continue
        files.append(discord.File(io.BytesIO(text.encode()), file.name))
    places = [await store.places.get(message.campaign, name) for name in payload.notify]
    roles = [discord.Object(place.snowflake) for place in places if place]
    people = [discord.Object(user) for user in payload.people]
    names = [f"<@&{role.id}>" for role in roles] + [f"<@{person.id}>" for person in people]
    mentions = " ".join(names)
    embeds = [embed_of(card) for card in payload.cards]
    text = "\n".join(part for part in (mentions, payload.text) if part) + missing
    if embeds:
        embeds[0].set_thumbnail(url=beside or None)
        embeds[-1].set_footer(text=foot(message.key, payload.seal))
    elif message.kind is not MessageKind.EDIT_STATUS:
        text = f"{text}\n{foot_line(message.key, payload.seal)}"
    allowed = discord.AllowedMentions(everyone=False, users=people, roles=roles, replied_user=False)
    choices = payload.choices
    if payload.opens_turn is not None:
        choices = (*choices, opens_turn(message.campaign, payload.opens_turn))
    return Post(text, embeds, files, allowed, buttons(choices))


async def _text(
    workers: Workers, path: Path, campaign: int, file: TextFile | AccountRecipe | ChronicleRecipe
) -> str:
    if isinstance(file, TextFile):
        return file.text
    if isinstance(file, ChronicleRecipe):
        return await workers.run(chronicle_text, path, campaign, file.faction, limit=LONG)
    return await workers.run(battle_account, path, campaign, file)


def buttons(choices: Sequence[Choice]) -> discord.ui.View | None:
    """The buttons of a message; presses are answered by their ids, also after a restart."""
    if not choices:
        return None
    view = discord.ui.View(timeout=None)
    for choice in choices:
        view.add_item(discord.ui.Button(label=choice.label, custom_id=choice.id))
    view.stop()  # nobody waits here for a press
    return view


def has_key(posted: discord.Message, key: str) -> bool:
    """Whether a message on Discord is the one with this key."""
    feet = [embed.footer.text or "" for embed in posted.embeds]
    feet += [line.removeprefix(_SMALL) for line in posted.content.splitlines()[-1:]]
    return any(line.split(_SEAL)[0] == key for line in feet)


def embed_of(card: Card) -> discord.Embed:
    """A card as Discord shows it."""
    embed = discord.Embed(title=card.title or None, description=card.text or None)
    if card.colour:
        embed.colour = discord.Colour(card.colour)
    for name, value in card.fields:
        embed.add_field(name=name, value=value)
    return embed


def in_plain_text(payload: Payload) -> str:
    """All that a message says, for a file that Discord takes whatever is wrong with its form."""
    parts = [payload.text]
    for card in payload.cards:
        parts += [card.title, card.text, *(f"{name}: {value}" for name, value in card.fields)]
    texts = [file for file in payload.files if isinstance(file, TextFile)]
    parts += [f"{file.name}\n{file.text}" for file in texts]
    return "\n\n".join(part for part in parts if part)


def foot(key: str, seal: str) -> str:
    """What stands at the foot of a message: its key, and the seal of its tick if it has one."""
    return f"{key}{_SEAL}{seal}" if seal else key


def foot_line(key: str, seal: str) -> str:
    """The last line of a message that has no embed to carry its foot."""
    return _SMALL + foot(key, seal)
