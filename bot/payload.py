"""What an outbox message holds until it is sent: text, files and the recipes of its images.

Pictures and long accounts are not stored but made at delivery from a recipe, which names a tick and
never the truth: it goes through the faction's view of that tick, and what it learned in it.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.faces.atlas import MapPart

YOUR_TURN: Final = "Your turn"
"""What the button says that opens it."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MapRecipe(_Frozen):
    """A map as a faction knew it after a tick."""

    kind: Literal["map"] = "map"
    tick: int
    faction: int
    """0 for the whole world as it was, which is drawn of an ended campaign alone; or
    `bot.jobs.opened.ONLOOKERS`."""
    centre: tuple[int, int] | None = None
    """x and y of the province in the middle; of a frame, of the place that is marked."""
    frame: tuple[int, int, int, int] | None = None
    """Its westernmost column and northernmost row, how many columns and rows."""
    known: bool = False
    """Without centre and frame: whether all that is known is shown, or else the whole realm."""
    realm: Annotated[int, Field(ge=0)] = 0
    """Its number, where there are several."""
    radius: Annotated[int, Field(ge=1, le=12)] = 4
    """Hexes around the centre; without a centre it is not used."""
    fresh: bool = False
    """Whether what was first seen this turn is marked however large the world is."""
    layer: str = ""
    """By its name; the usual one of the campaign's packs where it is left out."""
    legend: Literal["full", "factions", "none"] = "factions"
    player: int = 0
    """Whose planned routes are drawn, 0 for nobody's."""


def recipe_of(
    tick: int, faction: int, part: MapPart, *, player: int = 0, **how: str | bool
) -> MapRecipe:
    """The recipe of a part of a faction's map; `how` are its other fields, such as its layer."""
    return MapRecipe.model_validate(
        {"tick": tick, "faction": faction, "player": player, **part._asdict(), **how}
    )


class BattleRecipe(_Frozen):
    """A battle as a faction learned of it: one of its events of a tick."""

    kind: Literal["battle"] = "battle"
    tick: int
    faction: int
    event: int
    """The event's number in its tick."""
    scene: int | None = None
    """Which scene, from 0 for the array; None for the whole battle at a glance."""
    animated: bool = False


class StandingsRecipe(_Frozen):
    """How all stood after a production, as all the world may know it."""

    kind: Literal["standings"] = "standings"
    tick: int


class WeekRecipe(_Frozen):
    """The card of the week that a production ended, as a faction knows it."""

    kind: Literal["week"] = "week"
    tick: int
    faction: int


class KeepsakeRecipe(_Frozen):
    """The picture of a campaign's end, from an event that all the world learned."""

    kind: Literal["keepsake"] = "keepsake"
    tick: int
    faction: int
    """One that learned it, with all others."""
    event: int
    """The event's number in its tick."""


class ArmsRecipe(_Frozen):
    """A coat of arms, as a small picture beside the card that it comes with."""

    kind: Literal["arms"] = "arms"
    arms: str
    """JSON of a `bot.faces.arms.coat.Arms`."""


OPEN_TO_PLAYERS: Final = "Open to players"
"""What the desk's button says that lets players join."""


def turn_button(campaign: int, faction: int = 0) -> str:
    """The id of a button that opens Your turn; `bot.turn.command` answers it.

    It does so for the players of the faction, 0 for those of any.
    """
    return f"turn:{campaign}:{faction}"


def join_button(campaign: int) -> str:
    """The id of a button that opens the form of `/join`; `bot.joining.command` answers it."""
    return f"seat:join:{campaign}"


def desk_button(remedy: str, campaign: int) -> str:
    """The id of a button of the desk; `bot.desk.command` answers it."""
    return f"desk:{remedy}:{campaign}"


def account_name(turn: int, tick: int, number: int) -> str:
    """The name of the file with a battle's account.

    `number` counts the faction's battles of the tick from 1: how many events there were that it
    did not learn of, no name tells.
    """
    return f"battle-turn-{turn}-{tick}-{number}.txt"


class AccountRecipe(_Frozen):
    """The full account of such a battle, a text that goes along as a file."""

    kind: Literal["account"] = "account"
    tick: int
    faction: int
    event: int
    name: str
    """Of the file."""


class FinalRecipe(_Frozen):
    """How all stood at the end of a campaign, with who played them; of an ended one alone."""

    kind: Literal["final"] = "final"


class FilmRecipe(_Frozen):
    """The film of an ended campaign; it is made by several jobs (`bot.post.filming`)."""

    kind: Literal["film"] = "film"
    faction: int = 0
    """As whose knowledge, 0 for what was."""


class ChronicleRecipe(_Frozen):
    """All that a faction lived through, once its campaign has ended, as a file."""

    kind: Literal["chronicle"] = "chronicle"
    faction: int
    name: str
    """Of the file."""


Recipe = (
    MapRecipe
    | BattleRecipe
    | StandingsRecipe
    | WeekRecipe
    | KeepsakeRecipe
    | ArmsRecipe
    | FinalRecipe
)


class TextFile(_Frozen):
    """A text that goes along as a file."""

    name: str
    text: str


class Card(_Frozen):
    """An embed: a title, text, and short fields beside each other."""

    title: str = ""
    text: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    colour: int = 0


class Choice(_Frozen):
    """A button under a message, for its readers; a command answers it by its id."""

    label: str
    id: str


def opens_turn(campaign: int, faction: int) -> Choice:
    """The button that opens Your turn."""
    return Choice(label=YOUR_TURN, id=turn_button(campaign, faction))


def joins(campaign: int) -> Choice:
    """The button that takes a place."""
    return Choice(label="Join", id=join_button(campaign))


class Payload(_Frozen):
    """One message. It mentions nobody but the `people` and the roles of the places in `notify`."""

    text: str = ""
    cards: tuple[Card, ...] = ()
    images: tuple[Annotated[Recipe | FilmRecipe, Field(discriminator="kind")], ...] = ()
    files: tuple[TextFile | AccountRecipe | ChronicleRecipe, ...] = ()
    notify: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    choices: tuple[Choice, ...] = ()
    opens_turn: int | None = None
    """A button below it opens Your turn: for the players of that faction, 0 for those of any."""
    seal: str = ""
    """The seal of the tick that the message tells of, to stand at its foot."""
    otherwise: str = ""
    """Of a message to a person: the place where the person is mentioned with it, should Discord
    not let us write to that person."""
