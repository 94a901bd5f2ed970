"""Lines about lasting and supernatural statuses."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import LOST, PLAIN, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, word
from engine.packs.cohorts.characters.afflicting import UnitAfflicted
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.production.statuses import StatusChanged, StatusCured, StatusSuffered

LINES = Lines()


def _suffered(event: StatusSuffered, names: CohortsNames) -> News:
    if event.piece.kind == Unit.kind and event.died and names.reader:
        return headline(LOST, f"{names.show(event.name)} perished")
    return PLAIN


@LINES.of(StatusSuffered, _suffered)
def _(event: StatusSuffered, names: CohortsNames) -> str:
    who = names.show(event.name)
    cause = f", {listed(map(word, event.statuses))}," if event.knows("statuses") else ""
    wounds = f" took {event.wounds}% wounds" if event.knows("wounds") else ""
    if not event.knows("died") or not event.died:
        return f"{who}{cause}{wounds or ' suffered'}."
    unit = event.knows("piece") and event.piece.kind == Unit.kind
    end = "perished" if unit else "died"
    return f"{who}{cause}{wounds and f'{wounds} and'} {end}."


@LINES.of(StatusCured)
def _(event: StatusCured, names: CohortsNames) -> str:
    return f"{names.show(event.name)} recovered without help from being {word(event.status)}."


@LINES.of(StatusChanged)
def _(event: StatusChanged, names: CohortsNames) -> str:
    who = names.show(event.name)
    return f"{who}, {word(event.status)} for too long, became {word(event.becomes)}."


@LINES.of(UnitAfflicted)
def _(event: UnitAfflicted, names: CohortsNames) -> str:
    who, target = names.show(event.name), names.show(event.target_name)
    afflicted = names.did("afflicted", "afflict")
    return f"{who} {afflicted} {target}, from then on marked as: {word(event.nature)}."
