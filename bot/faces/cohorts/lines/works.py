"""Lines about what cities build: walls, towers, roads, improvements, and villages that move."""

from bot.faces.cohorts.lines.cities import opened
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, word
from engine.packs.cohorts.cities.improvements import ImprovementBuilt, ImprovementsLost
from engine.packs.cohorts.cities.roads import RoadBuilt
from engine.packs.cohorts.cities.towers import TowerBuilt
from engine.packs.cohorts.cities.villages import VillageMoved
from engine.packs.cohorts.cities.walls import WallsBuilt

LINES = Lines()


@LINES.of(WallsBuilt)
def _(event: WallsBuilt, names: CohortsNames) -> str:
    return _built(event.city, "walls", "the walls", event.province, event.level, names)


@LINES.of(TowerBuilt)
def _(event: TowerBuilt, names: CohortsNames) -> str:
    tower = "castle" if event.type == "castle" else f"{event.type} tower"
    return _built(event.city, f"a {tower}", f"the {tower}", event.province, event.level, names)


@LINES.of(RoadBuilt)
def _(event: RoadBuilt, names: CohortsNames) -> str:
    ends = f"from {names.province(event.province)} to {names.province(event.neighbour)}"
    if event.level == 1:
        return f"{names.city(event.city)} builds a road {ends}."
    return f"{names.city(event.city)} raises the road {ends} to level {event.level}."


@LINES.of(ImprovementBuilt)
def _(event: ImprovementBuilt, names: CohortsNames) -> str:
    built = word(event.improvement)
    if event.level == 1:
        return f"{names.city(event.city)} builds its {built}."
    return f"{names.city(event.city)} raises its {built} to level {event.level}."


@LINES.of(ImprovementsLost)
def _(event: ImprovementsLost, names: CohortsNames) -> str:
    lost = listed(word(each) for each in event.improvements)
    return f"{names.city(event.city)} loses its {lost}: no village gathers what that needs."


@LINES.of(VillageMoved)
def _(event: VillageMoved, names: CohortsNames) -> str:
    closed = f" No longer worked: {listed(map(word, event.closed))}." if event.closed else ""
    return (
        f"{names.city(event.city)} moves the village at {names.province(event.start)} "
        f"to {names.province(event.province)}, where it has level {event.level}."
        f"{opened(event.opened)}{closed}"
    )


def _built(city: int, new: str, old: str, province: int, level: int, names: CohortsNames) -> str:
    where = names.province(province)
    if level == 1:
        return f"{names.city(city)} builds {new} at {where}."
    return f"{names.city(city)} raises {old} at {where} to level {level}."
