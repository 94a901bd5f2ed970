"""Where the resources lie: by terrain and rarity, and so that every barony can feed itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.dice import Dice, Streams
from engine.hexes import Grid
from engine.packs.cohorts.content import Alternative, Content, Resource
from engine.packs.cohorts.mapgen.borders import BaronyBorders

FOOD: tuple[Alternative, ...] = ("any food",)
TIMBER_OR_STONE: tuple[Alternative, ...] = ("oak", "stone")
MOST = 2  # cohorts.world.province-resources
_NEAR = 2  # cohorts.world.starter-world: within two hexes of the capital


@dataclass(slots=True)
class DepositGround:
    """The land while deposits are being laid: terrains and deposits by index, to be changed."""

    grid: Grid
    content: Content
    painted: list[str]
    land: Sequence[bool]
    deposits: list[list[str]]
    pledged: list[list[str]]
    """Which of the deposits must stay, since a city needs them."""
    fixed: dict[int, None] = field(default_factory=dict[int, None])
    """Provinces whose deposits stay as they are: no other is laid or taken away there."""
    kept: dict[int, None] = field(default_factory=dict[int, None])
    """Provinces whose terrain stays as it is."""
    _held_by: dict[tuple[str, bool], list[Resource]] = field(
        default_factory=dict[tuple[str, bool], list[Resource]]
    )
    _meeting: dict[tuple[Alternative, ...], dict[str, None]] = field(
        default_factory=dict[tuple[Alternative, ...], dict[str, None]]
    )

    def is_open(self, index: int) -> bool:
        """Whether deposits may come and go here."""
        return self.land[index] and index not in self.fixed

    def is_coastal(self, index: int) -> bool:
        """Whether a land province touches the sea (`cohorts.world.coastal-province`)."""
        return any(there >= 0 and not self.land[there] for there in self.grid.adjacency()[index])

    def fitting(self, index: int) -> list[Resource]:
        """What a land province can hold; not to be changed."""
        return self.held_by(self.painted[index], coastal=self.is_coastal(index))

    def held_by(self, terrain: str, *, coastal: bool) -> list[Resource]:
        """What land of a terrain can hold; not to be changed."""
        found = self._held_by.get((terrain, coastal))
        if found is None:
            found = list(self.content.fitting(terrain, coastal))
            self._held_by[terrain, coastal] = found
        return found

    def meeting(self, need: Sequence[Alternative]) -> dict[str, None]:
        """The resources that meet a need, by their keys; not to be changed."""
        alternatives = tuple(need)
        found = self._meeting.get(alternatives)
        if found is None:
            every = self.content.resources.values()
            meeting = [each for each in every if any(each.is_a(way) for way in alternatives)]
            found = self._meeting[alternatives] = {each.key: None for each in meeting}
        return found

    def answers(self, index: int, need: Sequence[Alternative]) -> list[str]:
        """The deposits of the province that meet a need."""
        meeting = self.meeting(need)
        return [key for key in self.deposits[index] if key in meeting]


def new_ground(
    grid: Grid, content: Content, painted: list[str], land: Sequence[bool]
) -> DepositGround:
    """The land before any deposit is laid."""
    return DepositGround(grid, content, painted, land, [[] for _ in painted], [[] for _ in painted])


def lay_deposits(ground: DepositGround, streams: Streams) -> None:
    """Draw the deposits of all land (`cohorts.world.resource-seeding`)."""
    dice, seeding = streams.stream("world", "deposits"), ground.content.seeding
    for index in range(len(ground.grid)):
        if not ground.is_open(index):
            continue
        roll, number = dice.whole(100), 0
        for percent in seeding.deposits_percent:
            if roll <= percent:
                break
            roll, number = roll - percent, number + 1
        fitting = ground.fitting(index)
        for _ in range(number if fitting else 0):
            ground.deposits[index].append(_draw(ground, fitting, dice))


def provide(
    ground: DepositGround, barony: BaronyBorders, need: Sequence[Alternative], dice: Dice
) -> int | None:
    """Make sure that a province of the barony near its capital, not the capital's, meets a need.

    Gives that province, None if nothing may be laid near there. If none meets it, a deposit is laid
    where one fits, in the place of another if there is no room; if none fits, a province's terrain
    gives way to the one most like it where one does. What was provided once stays.
    """
    near = _near(ground, barony)
    for index in near:
        found = ground.answers(index, need)
        if found:
            if found[0] not in ground.pledged[index]:
                ground.pledged[index].append(found[0])
            return index
    open_ = [index for index in near if ground.is_open(index)]
    free = [index for index in open_ if len(ground.pledged[index]) < MOST] or open_
    if not free:
        return None
    fit = [index for index in free if _wanted(ground, ground.fitting(index), need)]
    if not fit:
        fit = [min(free, key=lambda each: (each in ground.kept, len(ground.pledged[each])))]
        soften(ground, fit[0], need)
    index = min(fit, key=lambda each: len(ground.deposits[each]))
    deposits, pledged = ground.deposits[index], ground.pledged[index]
    if len(deposits) == MOST:
        spare = list(deposits)
        for each in pledged:
            spare.remove(each)
        deposits.remove(spare[0])
    # Land that is drawn so that nothing fits must hold something all the same.
    wanted = _wanted(ground, ground.fitting(index), need) or _wanted(
        ground, ground.content.resources.values(), need
    )
    deposits.append(_draw(ground, wanted, dice))
    pledged.append(deposits[-1])
    return index


def can_soften(ground: DepositGround, index: int, need: Sequence[Alternative]) -> bool:
    """Whether the terrain of a province may give way to one in which a need can be met."""
    if index in ground.kept:
        return False
    fitting = ground.held_by(_milder(ground, index, need), coastal=False)
    return bool(_wanted(ground, fitting, need))


def soften(ground: DepositGround, index: int, need: Sequence[Alternative]) -> None:
    """Give a province a terrain in which a need can be met, unless its own must stay."""
    if index not in ground.kept:
        ground.painted[index] = _milder(ground, index, need)
        fitting = [resource.key for resource in ground.fitting(index)]
        ground.deposits[index] = [each for each in ground.deposits[index] if each in fitting]


def _near(ground: DepositGround, barony: BaronyBorders) -> list[int]:
    """The barony's other land provinces within reach of its capital, or all if none is."""
    hexes = ground.grid.hexes()
    others = [index for index in barony.provinces if ground.land[index] and index != barony.capital]
    capital = hexes[barony.capital]
    near = [index for index in others if ground.grid.distance(capital, hexes[index]) <= _NEAR]
    return near or others or [barony.capital]


def _wanted(
    ground: DepositGround, fitting: Iterable[Resource], need: Sequence[Alternative]
) -> list[Resource]:
    meeting = ground.meeting(need)
    return [resource for resource in fitting if resource.key in meeting]


def _draw(ground: DepositGround, resources: Sequence[Resource], dice: Dice) -> str:
    """One of the resources, each with the weight of its availability."""
    weights = ground.content.seeding.weights
    roll = dice.whole(sum(weights[resource.availability] for resource in resources))
    for resource in resources:
        roll -= weights[resource.availability]
        if roll <= 0:
            return resource.key
    raise AssertionError("the roll is at most the sum of the weights")


def _milder(ground: DepositGround, index: int, need: Sequence[Alternative]) -> str:
    """The land terrain nearest in climate where the need can be met and what is pledged stays."""
    terrains = ground.content.terrains
    here = terrains[ground.painted[index]].climate
    options: list[tuple[int, int, str]] = []
    for place, terrain in enumerate(terrains.values()):
        climate = terrain.climate
        if terrain.is_water or climate is None or here is None:
            continue
        fitting = ground.held_by(terrain.key, coastal=False)
        held = [resource.key for resource in fitting]
        if _wanted(ground, fitting, need) and all(key in held for key in ground.pledged[index]):
            gap = (climate.height - here.height) ** 2 + (climate.moisture - here.moisture) ** 2
            options.append((gap + (climate.warmth - here.warmth) ** 2, place, terrain.key))
    return min(options)[2] if options else ground.painted[index]
