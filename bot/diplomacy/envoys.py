"""Who speaks for which faction to which others: the ends of notes and treaties.

Everybody who plays may write to every faction of the campaign: who plays in which is public, and
whether two have met in the world is a matter between players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.answers import Refused
from bot.faces.words.text import listed, plain
from bot.host import Host, Seat
from bot.store.records import Campaign, CampaignState
from bot.typed import faction_of
from engine.campaign import Player
from engine.module.names import key_of
from engine.module.schema import ModuleFaction
from engine.packs import Rules
from engine.world import World

_TALKING = (CampaignState.OPEN, CampaignState.RUNNING, CampaignState.PAUSED)


@dataclass(frozen=True, slots=True)
class Court:
    """The factions of a campaign and who plays in them, as anybody may know."""

    factions: Mapping[int, ModuleFaction]
    players: Mapping[int, Player]

    def name(self, faction: int) -> str:
        """What a faction is called, safe to be shown."""
        return plain(self.factions[faction].name)

    def names(self, factions: Iterable[int]) -> str:
        """Several factions, as people list them."""
        return listed([self.name(each) for each in factions], len(self.factions))

    def person(self, player: int) -> str:
        """What a player is called, safe to be shown."""
        known = self.players.get(player)
        return plain(known.name) if known else "somebody"

    def speaker(self, player: int, faction: int) -> str:
        """A player with the faction for which that player speaks."""
        return f"{self.person(player)} of {self.name(faction)}"

    def addressed(self, to: Mapping[int, int]) -> str:
        """To whom something goes: factions, or players of theirs."""
        return listed(
            [
                self.speaker(player, faction) if player else self.name(faction)
                for faction, player in to.items()
            ],
            len(self.factions),
        )


async def court_of(host: Host, guild: int, campaign: Campaign, faction: int) -> Court:
    """The court as a faction knows it, which is as anybody does."""
    rules = await host.rules(guild, campaign)
    return court(rules, await host.view(guild, campaign, faction))


def court(rules: Rules, view: World) -> Court:
    """The court on anybody's view."""
    return Court(
        dict(enumerate(rules.module.factions.values(), 1)),
        {each.id: each for each in view.all(Player)},
    )


def check_talking(seat: Seat) -> None:
    """Raise `Refused` unless the person may speak for a faction now: a player, and no deputy.

    What is written stands under the player's name and binds by the player's honour.
    """
    if seat.deputy:
        raise Refused(
            "Only the player may write, sign or renounce for the faction, and you are a deputy.",
            way_out="/notes and /treaty list show you what was written; the player can answer.",
        )
    if seat.campaign.state not in _TALKING:
        raise Refused(
            "Factions write to each other from the opening of a campaign to its end.",
            way_out="/notes and /treaty list still show what was written.",
        )
    if not seat.player:
        raise Refused(
            "Your place in this campaign is not made yet.", way_out="Try again in a minute."
        )


def addressees(court: Court, rules: Rules, own: int, text: str) -> dict[int, int]:
    """Whom a list of names, parted by commas, means: by faction the player, 0 for all of it.

    Raises `Refused` for a name that is nobody's, and for one's own faction.
    """
    found: dict[int, int] = {}
    for name in filter(None, (part.strip() for part in text.split(","))):
        player = _player(court, name)
        faction = player.faction if player else faction_of(name, rules.module.factions)
        if faction == own:
            raise Refused(
                f"{court.name(own)} is your own faction.",
                way_out="Write in its channel: all of you read it.",
            )
        found[faction] = player.id if player and faction not in found else 0
    if not found:
        raise Refused("It is addressed to nobody.", way_out="Name a faction.")
    return dict(sorted(found.items()))


def _player(court: Court, name: str) -> Player | None:
    """The only active player of that name; a faction's name goes before a player's."""
    wanted = key_of(name)
    if any(wanted in map(key_of, (each.key, each.name)) for each in court.factions.values()):
        return None
    called = [
        each for each in court.players.values() if each.active and key_of(each.name) == wanted
    ]
    return called[0] if len(called) == 1 else None


def offered(court: Court, own: int, typed: str) -> Iterator[str]:
    """Lists that go on from what was typed: every fitting faction and player of the other side."""
    *done, last = typed.split(",")
    before = "".join(f"{part.strip()}, " for part in done)
    taken = set(map(key_of, done))
    factions = [each.name for number, each in court.factions.items() if number != own]
    players = [each.name for each in court.players.values() if each.active and each.faction != own]
    for name in (*factions, *players):
        if key_of(last) in key_of(name) and key_of(name) not in taken:
            yield f"{before}{name}"
