"""Lines about what cities build: walls, towers, roads, improvements, and villages that move."""

from bot.faces.cohorts.lines.cities import opened
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import NEEDS, routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, word
from engine.packs.cohorts.cities.improvements import ImprovementBuilt, ImprovementsLost
from engine.packs.cohorts.cities.roads import RoadBuilt
from engine.packs.cohorts.cities.towers import TowerBuilt
from engine.packs.cohorts.cities.villages import VillageMoved
from engine.packs.cohorts.cities.walls import WallsBuilt

LINES = Lines()


@LINES.of(WallsBuilt, routine("wall built", "walls built"))
def _(event: WallsBuilt, names: CohortsNames) -> str:
    return _built(event.city, "walls", "the walls", event.province, event.level, names)


@LINES.of(TowerBuilt, routine("tower built", "towers built"))
def _(event: TowerBuilt, names: CohortsNames) -> str:
    tower = "castle" if event.type == "castle" else f"{event.type} tower"
    return _built(event.city, f"a {tower}", f"the {tower}", event.province, event.level, names)


@LINES.of(RoadBuilt, routine("road built", "roads built"))
def _(event: RoadBuilt, names: CohortsNames) -> str:
    ends = f"from {names.province(event.province)} to {names.province(event.neighbour)}"
    if event.level == 1:
        return f"{names.city(event.city)} {names.did('built', 'build')} a road {ends}."
    raised = f"{names.city(event.city)} {names.did('raised', 'raise')}"
    return f"{raised} the road {ends} to level {event.level}."


@LINES.of(ImprovementBuilt, routine("improvement built", "improvements built"))
def _(event: ImprovementBuilt, names: CohortsNames) -> str:
    built = word(event.improvement)
    if event.level == 1:
        return f"{names.city(event.city)} {names.did('built', 'build')} its {built}."
    raised = f"{names.city(event.city)} {names.did('raised', 'raise')}"
    return f"{raised} its {built} to level {event.level}."


@LINES.of(ImprovementsLost, NEEDS)
def _(event: ImprovementsLost, names: CohortsNames) -> str:
    lost = listed(word(each) for each in event.improvements)
    city = f"{names.city(event.city)} {names.did('lost', 'lose')}"
    return f"{city} its {lost}: no village gathered what that needs."


@LINES.of(VillageMoved, routine("village moved", "villages moved"))
def _(event: VillageMoved, names: CohortsNames) -> str:
    closed = f" No longer worked: {listed(map(word, event.closed))}." if event.closed else ""
    return (
        f"{names.city(event.city)} {names.did('moved', 'move')} the village at "
        f"{names.province(event.start)} to {names.province(event.province)}, with level "
        f"{event.level} there."
        f"{opened(event.opened)}{closed}"
    )


def _built(city: int, new: str, old: str, province: int, level: int, names: CohortsNames) -> str:
    who, where = names.city(city), names.province(province)
    at = "" if where.startswith(f"{who} ") else f" at {where}"
    if level == 1:
        return f"{who} {names.did('built', 'build')} {new}{at}."
    return f"{who} {names.did('raised', 'raise')} {old}{at} to level {level}."
