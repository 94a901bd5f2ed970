"""Lines about lasting and supernatural statuses."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, word
from engine.packs.cohorts.characters.afflicting import UnitAfflicted
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.production.statuses import StatusChanged, StatusCured, StatusSuffered

LINES = Lines()


@LINES.of(StatusSuffered)
def _(event: StatusSuffered, names: CohortsNames) -> str:
    who = names.show(event.name)
    cause = f", {listed(map(word, event.statuses))}," if event.knows("statuses") else ""
    wounds = f" takes {event.wounds}% wounds" if event.knows("wounds") else ""
    if not event.knows("died") or not event.died:
        return f"{who}{cause}{wounds or ' suffers'}."
    unit = event.knows("piece") and event.piece.kind == Unit.kind
    end = "is destroyed" if unit else "dies"
    return f"{who}{cause}{wounds and f'{wounds} and'} {end}."


@LINES.of(StatusCured)
def _(event: StatusCured, names: CohortsNames) -> str:
    return f"{names.show(event.name)} recovers by itself and is no longer {word(event.status)}."


@LINES.of(StatusChanged)
def _(event: StatusChanged, names: CohortsNames) -> str:
    who = names.show(event.name)
    return f"{who} has been {word(event.status)} for too long: it is {word(event.becomes)} now."


@LINES.of(UnitAfflicted)
def _(event: UnitAfflicted, names: CohortsNames) -> str:
    who, target = names.show(event.name), names.show(event.target_name)
    return f"{who} afflicts {target}, who is marked from now on as: {word(event.nature)}."
