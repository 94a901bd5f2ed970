"""The messages with which a campaign is seen off, part by part, in a worker.

What they say is the truth: each part asks first whether the campaign has ended. Pictures, the film
and the chronicles are made at delivery, from their recipes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.ending.awards import award_lines
from bot.faces.paint.palette import BRASS, livery
from bot.faces.words.pages import Section, pages
from bot.faces.words.telling import news_of, tell
from bot.faces.words.text import clean, escaped, listed, number
from bot.jobs.final import final_lines
from bot.jobs.looking_back import Past, ended, revealed_at
from bot.payload import (
    Card,
    ChronicleRecipe,
    FilmRecipe,
    FinalRecipe,
    MapRecipe,
    Payload,
)
from bot.store.errors import NotFound
from bot.store.records import CampaignState
from bot.store.resolving import read_seed
from bot.store.world import read_campaign, read_seats
from engine.campaign import Faction, Player
from engine.ending import TURNS, CampaignEnded
from engine.events import Level

Parts = Sequence[tuple[str, Payload]]
"""Each message with the place that it goes to."""

HERALD: Final = "herald"
_COLOUR: Final = int(BRASS.removeprefix("#"), 16)
_FILES: Final = 10  # Discord: of a message
_MOST_REALMS: Final = 4
_MOST_TOLD: Final = 100
"""Lines of the story; what weighs least is left out."""
_ARCHIVE: Final = (
    "Nothing is secret any more: `/archive` shows anybody the maps, reports, chronicles, standings "
    "and records of this campaign, and its film, whosever they were."
)


def ceremony_part(path: Path, campaign: int, name: str) -> Parts:
    """The messages of a part of `PARTS`; none where there is nothing to tell.

    Raises NotFound while the campaign goes on.
    """
    row, _ = read_campaign(path, campaign)
    if row.state is not CampaignState.ENDED:
        raise NotFound("That campaign goes on; its secrets are told when it has ended.")
    if name == SEED:
        return list(_seed(path, campaign))
    if not row.tick:
        return ()
    past = ended(path, campaign)
    return [(role, payload) for role, payload in PARTS[name](past)]


def _outcome(past: Past) -> Iterator[tuple[str, Payload]]:
    """Who won, and why it is over."""
    told = [event for _, event in past.events([CampaignEnded])]
    names = past.faces.names(past.world)
    if told:
        ending = told[-1]
        assert isinstance(ending, CampaignEnded)
        victors = [names.standing(each) for each in ending.ending.victors]
        reason = ending.ending.reason
        why = (
            f"Turn {ending.turn} was its last."
            if reason == TURNS
            else f"It was decided: {escaped(reason.replace('_', ' '))}."
        )
        won = "Nobody won."
        if victors:
            won = f"**{listed(victors, most=len(victors))}** {_won(len(victors))}"
    else:
        why = "Its moderators ended it, before its rules did."
        first = [names.standing(e.who) for e in past.rules.standings(past.world) if e.rank == 1]
        won = "Nobody has won."
        if first:
            won = f"Nobody has won; **{listed(first, most=len(first))}** stood first."
    turns = len(set(past.turns.values()))
    seats = read_seats(past.path, past.campaign.id)
    players = len({each.user for each in seats if each.player})
    text = (
        f"{won}\n{why}\n\n"
        f"{number(turns, 'turn')} were played by {number(players, 'player')}, "
        f"in {number(len(past.turns), 'tick')}. What follows is how it all went."
    )
    title = f"🏁 The end of {clean(past.campaign.name)}"
    yield HERALD, Payload(cards=(Card(title=title, text=text, colour=_COLOUR),))


def _won(count: int) -> str:
    return "won." if count == 1 else "shared the victory."


def _standings(past: Past) -> Iterator[tuple[str, Payload]]:
    lines = final_lines(past)
    if not lines:
        return
    yield from _told("🏆 How all stood", lines, images=(FinalRecipe(),))


def _story(past: Past) -> Iterator[tuple[str, Payload]]:
    """Wars and their ends, what changed hands, who led: as the herald told it, turn by turn."""
    names, heralded = past.faces.names(past.world), past.faces.heralded
    told = [
        (past.turns[tick], event, sign)
        for tick, event in past.events(heralded)
        if (sign := news_of(event.at(Level.PUBLIC), names).sign) and sign.lasting
    ]
    heaviest = sorted(told, key=lambda each: each[2].weight)[:_MOST_TOLD]
    lines = [
        f"**{turn}** {sign.mark} {tell(event.at(Level.PUBLIC), names)}"
        for turn, event, sign in sorted(heaviest, key=lambda each: each[0])
    ]
    if lines:
        yield from _told("📖 The story of the campaign, turn by turn", lines)


def _world(past: Past) -> Iterator[tuple[str, Payload]]:
    """The whole world, realm by realm."""
    tick = past.campaign.tick
    try:
        revealed = revealed_at(past.path, past.campaign.id, tick)
    except NotFound:
        return
    atlas = past.faces.atlas
    assert atlas
    realms = len(atlas.grid(revealed).realms)
    images = tuple(
        MapRecipe(tick=tick, faction=0, realm=realm) for realm in range(min(realms, _MOST_REALMS))
    )
    text = (
        "All that there was, with everybody's cities and forces. `/archive` shows any turn, "
        "as anybody knew it."
    )
    card = Card(title="🗺️ The world revealed", text=text, colour=_COLOUR)
    yield HERALD, Payload(cards=(card,), images=images)


def _records(past: Past) -> Iterator[tuple[str, Payload]]:
    lines = award_lines(past)
    if lines:
        yield from _told("🎖️ Medals and records", lines)


def _chronicles(past: Past) -> Iterator[tuple[str, Payload]]:
    """Every faction's chronicle for all, and its own to each."""
    factions = _played(past)
    recipes = [ChronicleRecipe(faction=each.id, name=_file(each)) for each in factions]
    text = f"What each side lived through, turn by turn. {_ARCHIVE}"
    card = Card(title="📜 The chronicles", text=text, colour=_COLOUR)
    for first in range(0, len(recipes), _FILES):
        some = tuple(recipes[first : first + _FILES])
        more = Card(text="Further chronicles.", colour=_COLOUR)
        yield HERALD, Payload(cards=(more if first else card,), files=some)
    for faction, recipe in zip(factions, recipes, strict=True):
        colour = int(livery(faction.colour).colour.removeprefix("#"), 16)
        own = Card(
            title=f"📜 The chronicle of {clean(faction.name)}",
            text=f"This is your story, with what you knew of the world in the end. {_ARCHIVE}",
            colour=colour,
        )
        images = ()
        if past.faces.atlas and past.faces.land_history and _has_map(past):
            images = (MapRecipe(tick=past.campaign.tick, faction=faction.id, known=True),)
        yield f"faction:{faction.id}", Payload(cards=(own,), images=images, files=(recipe,))


def _has_map(past: Past) -> bool:
    try:
        revealed_at(past.path, past.campaign.id, past.campaign.tick)
    except NotFound:
        return False
    return True


def _film(past: Past) -> Iterator[tuple[str, Payload]]:
    card = Card(
        title="🎞️ The film of the campaign",
        text="Turn by turn, from the first to the last.",
        colour=_COLOUR,
    )
    yield HERALD, Payload(cards=(card,), images=(FilmRecipe(),))


def _seed(path: Path, campaign: int) -> Iterator[tuple[str, Payload]]:
    """The seed, with which anybody may verify the dice of the campaign."""
    row, _ = read_campaign(path, campaign)
    seed = read_seed(path, campaign).hex()
    text = (
        f"Thank you for playing.\nIts seed was `{seed}`; the SHA-256 of these bytes is "
        f"`{row.seed_hash}`, as the status has shown since the beginning."
    )
    if row.tick:
        text += (
            "\nWhoever has the server's file can compute every tick again: "
            f"`python3 run.py verify <file> --campaign {row.id}`, and with `--expect` the seal at "
            "the foot of any report you were sent."
        )
    yield HERALD, Payload(text=text)


def _told(
    title: str, lines: Sequence[str], images: tuple[FinalRecipe, ...] = ()
) -> Iterator[tuple[str, Payload]]:
    """Lines in as many messages as they need; the pictures go with the first."""
    for place, page in enumerate(pages([Section("", tuple(lines))])):
        card = Card(title="" if place else title, text=page, colour=_COLOUR)
        yield HERALD, Payload(cards=(card,), images=() if place else images)


def _played(past: Past) -> list[Faction]:
    """The factions that anybody played."""
    return [
        each
        for each in past.world.all(Faction)
        if next(iter(past.world.by(Player, "faction", each.id)), None)
    ]


def _file(faction: Faction) -> str:
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in faction.key)
    return f"chronicle-{plain}.txt"


SEED: Final = "seed"
PARTS: Final[Mapping[str, Callable[[Past], Iterator[tuple[str, Payload]]]]] = {
    "outcome": _outcome,
    "standings": _standings,
    "story": _story,
    "world": _world,
    "records": _records,
    "chronicles": _chronicles,
    "film": _film,
}
"""Everything but the seed, which comes last, in order."""
