"""Fair starts: what each faction can reach from its starting cities, and how that is evened out.

Two things are counted per faction: its food deposits, and the worth of all deposits by rarity, both
in the baronies of its starting cities and in all land within a march of them
(`content.worldmaking.Fairness`). Marches count the terrain alone: no roads, rivers or barriers, and
no people's own rates. Land that several factions reach counts for each of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Dice, Streams, shuffled
from engine.hexes import Hex
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen.borders import BaronyBorders
from engine.packs.cohorts.mapgen.deposits import MOST, DepositGround, can_soften, soften
from engine.packs.cohorts.mapgen.plan import WorldPlan
from engine.paths import Costs, reach

_TARGETS = 9  # per thing counted, before the nearest miss is taken


@dataclass(frozen=True, slots=True)
class LandShare:
    """What a faction has: at home in its starting baronies, and in all land that it reaches."""

    cities: int
    home_food: int
    home_worth: int
    food: int
    worth: int


def gap(shares: Sequence[LandShare]) -> Fraction:
    """How much more the best faction has than the worst, in percent, of what they differ most in.

    Counted per starting city, since factions may have more or fewer players. What the worst has
    none of counts as one.
    """
    counts = [
        [(share.home_food, share.cities) for share in shares],
        [(share.home_worth, share.cities) for share in shares],
        [(share.food, share.cities) for share in shares],
        [(share.worth, share.cities) for share in shares],
    ]
    return max(_gap(each) for each in counts)


def shares_of(plan: WorldPlan, content: Content) -> dict[str, LandShare]:
    """What each faction has in a new world, by the faction's key."""
    grid = plan.grid
    painted = [province.terrain for province in plan.provinces]
    deposits = [list(province.resources) for province in plan.provinces]
    land = [not content.terrains[terrain].is_water for terrain in painted]
    ground = DepositGround(grid, content, painted, land, deposits, [[] for _ in painted])
    baronies = [
        BaronyBorders(tuple(grid.index(at) for at in each.provinces), grid.index(each.city.at))
        for each in plan.baronies
    ]
    seats = {n: each.city.faction for n, each in enumerate(plan.baronies) if each.city.faction}
    return _shares(ground, baronies, seats)


def lay_near(ground: DepositGround, homes: Sequence[BaronyBorders], streams: Streams) -> None:
    """Lay what every start must have near it, outside the baronies of all, and lacks there.

    What is there stays, whatever is evened out later; where nothing may be laid, nothing is.
    Source: cohorts.world.near-deposits.
    """
    hexes, dice = ground.grid.hexes(), streams.stream("world", "near deposits")
    settled = dict.fromkeys(index for home in homes for index in home.provinces)
    for resource, far in ground.content.world.fairness.near.items():
        for home in homes:
            around = ground.grid.indexes_within(hexes[home.capital], far)
            near = [each for each in around if ground.land[each] and each not in settled]
            held = [index for index in near if resource in ground.deposits[index]]
            free = [index for index in near if _has_room(ground, index)]
            fit = [index for index in free if _fits(ground, index, resource)]
            if held:
                index = held[0]
            elif free:
                # Drawn land and what cities are promised there may leave no terrain to change.
                soft = [] if fit else [i for i in free if can_soften(ground, i, (resource,))]
                index = dice.pick(fit or soft or free)
                if soft:
                    soften(ground, index, (resource,))
                _lay(ground, index, resource)
            else:
                continue
            if resource not in ground.pledged[index]:
                ground.pledged[index].append(resource)


def _has_room(ground: DepositGround, index: int) -> bool:
    """Whether a deposit may be laid in a province, if in the place of another."""
    return ground.is_open(index) and len(ground.pledged[index]) < MOST


def _fits(ground: DepositGround, index: int, resource: str) -> bool:
    return resource in [each.key for each in ground.fitting(index)]


def _lay(ground: DepositGround, index: int, resource: str) -> None:
    """Put a deposit into a province, in the place of one that is not promised if it is full."""
    deposits = ground.deposits[index]
    if len(deposits) == MOST:
        spare = list(deposits)
        for each in ground.pledged[index]:
            spare.remove(each)
        deposits.remove(spare[0])
    deposits.append(resource)


def even_starts(
    ground: DepositGround,
    baronies: Sequence[BaronyBorders],
    seats: Mapping[int, str],
    streams: Streams,
    others: Sequence[LandShare] = (),
) -> Fraction:
    """Change deposits so that all factions have alike; the gap that is left, in percent.

    The `others` start in realms that are laid already: what they have stays, and is the measure.
    Every starting barony alone is brought to the same food and worth, then what lies around them.
    Only deposits that nobody is promised change, and only to such as fit the land.
    """
    if not seats:
        return Fraction(0)
    dice = streams.stream("world", "fair starts")
    at_home = (
        [(share.home_food, share.cities) for share in others],
        [(share.home_worth, share.cities) for share in others],
    )
    around = (
        [(share.food, share.cities) for share in others],
        [(share.worth, share.cities) for share in others],
    )
    homes = [baronies[place] for place in seats]
    areas = [_Area(1, dict.fromkeys(home.provinces)) for home in homes]
    _level(ground, areas, dice, at_home, food=ground.content.starting_city.food_deposits)
    taken = dict.fromkeys(index for home in homes for index in home.provinces)
    marches = [
        _Area(len(each), dict.fromkeys(index for home in each for index in _march(ground, home)))
        for each in _by_faction(baronies, seats).values()
    ]
    _level(ground, marches, dice, around, without=taken)
    return gap([*_shares(ground, baronies, seats).values(), *others])


# ---------------------------------------------------------------- counting


@dataclass(frozen=True, slots=True)
class _Area:
    """Provinces by index, and the number of starting cities that they belong to."""

    cities: int
    provinces: dict[int, None]


_Counts = Sequence[tuple[int, int]]
"""How much somebody has, with how many starting cities."""
_Count = Callable[[DepositGround, str], int]
"""How much a deposit counts."""


def _food(ground: DepositGround, deposit: str) -> int:
    return int(ground.content.resources[deposit].class_ == "food")


def _worth(ground: DepositGround, deposit: str) -> int:
    return ground.content.world.fairness.worth[ground.content.resources[deposit].availability]


def _sum(ground: DepositGround, area: _Area, count: _Count) -> int:
    return sum(count(ground, each) for index in area.provinces for each in ground.deposits[index])


def _shares(
    ground: DepositGround, baronies: Sequence[BaronyBorders], seats: Mapping[int, str]
) -> dict[str, LandShare]:
    shares: dict[str, LandShare] = {}
    for faction, homes in _by_faction(baronies, seats).items():
        at_home = dict.fromkeys(index for home in homes for index in home.provinces)
        in_reach = dict.fromkeys(index for home in homes for index in _march(ground, home))
        areas = [_Area(len(homes), provinces) for provinces in (at_home, in_reach)]
        counts = [_sum(ground, area, count) for area in areas for count in (_food, _worth)]
        shares[faction] = LandShare(len(homes), *counts)
    return shares


def _by_faction(
    baronies: Sequence[BaronyBorders], seats: Mapping[int, str]
) -> dict[str, list[BaronyBorders]]:
    found: dict[str, list[BaronyBorders]] = {}
    for place, faction in seats.items():
        found.setdefault(faction, []).append(baronies[place])
    return found


def _march(ground: DepositGround, home: BaronyBorders) -> list[int]:
    """The land within a march of a capital, and all of its barony."""
    terrains, grid = ground.content.terrains, ground.grid

    def step_cost(here: Hex, direction: int, there: Hex) -> int | None:
        return terrains[ground.painted[grid.index(there)]].land

    points = ground.content.world.fairness.march
    costs = Costs.by_step(grid, step_cost)
    marched = reach(grid, grid.at(home.capital), points, costs)
    return sorted({**dict.fromkeys(map(grid.index, marched)), **dict.fromkeys(home.provinces)})


def _gap(counts: _Counts) -> Fraction:
    each = [Fraction(count, cities) for count, cities in counts]
    return (max(each) - min(each)) * 100 / max(min(each), 1) if each else Fraction(0)


# ---------------------------------------------------------------- evening out


def _level(
    ground: DepositGround,
    areas: Sequence[_Area],
    dice: Dice,
    others: tuple[_Counts, _Counts],
    *,
    food: int = 0,
    without: Mapping[int, None] | None = None,
) -> None:
    """Bring food and then worth of all areas to a level, without changing some provinces.

    The level is what is typical of the `others`, of which it is known, or else of the areas; or
    that much food per city if that is given.
    """
    for count, fixed in zip((_food, _worth), others, strict=True):
        counts = fixed or [(_sum(ground, area, count), area.cities) for area in areas]
        typical = sorted(number // cities for number, cities in counts)
        middle = food if food and count is _food else typical[len(typical) // 2]
        before = ground.deposits
        best: tuple[Fraction, list[list[str]]] | None = None
        for target in _around(middle):
            ground.deposits = [list(each) for each in before]
            _Scales(ground, areas, count, target, dice).settle(without or {})
            after = [(_sum(ground, area, count), area.cities) for area in areas]
            miss = _gap([*after, *fixed])
            if best is None or miss < best[0]:
                best = miss, ground.deposits
            if miss <= ground.content.world.fairness.percent:
                break
        if best:
            ground.deposits = best[1]


def _around(middle: int) -> Iterator[int]:
    """Whole numbers from the middle outward, none below 1."""
    yield max(1, middle)
    for step in range(1, _TARGETS):
        yield middle + step
        if middle > step:
            yield middle - step


@dataclass(frozen=True, slots=True)
class _Edit:
    """One deposit of a province taken out, one put in, or both."""

    removed: str | None
    added: str | None


class _Scales:
    """How far each area is from the target, and the edits that bring it nearer."""

    def __init__(
        self, ground: DepositGround, areas: Sequence[_Area], count: _Count, target: int, dice: Dice
    ) -> None:
        self.ground, self.areas, self.count, self.dice = ground, areas, count, dice
        self.missing = [target * area.cities - _sum(ground, area, count) for area in areas]

    def settle(self, without: Mapping[int, None]) -> None:
        """Edit one province after another while that brings the areas nearer to the target."""
        groups = self._groups(without)
        while self._step(groups):
            pass

    def _groups(self, without: Mapping[int, None]) -> dict[tuple[int, ...], list[int]]:
        """The provinces that may change, by the areas that they lie in."""
        areas: dict[int, list[int]] = {}
        for place, area in enumerate(self.areas):
            for index in area.provinces:
                if index not in without and self.ground.is_open(index):
                    areas.setdefault(index, []).append(place)
        groups: dict[tuple[int, ...], list[int]] = {}
        for index in shuffled(self.dice, sorted(areas)):
            groups.setdefault(tuple(areas[index]), []).append(index)
        return groups

    def _step(self, groups: dict[tuple[int, ...], list[int]]) -> bool:
        """Make the edit that helps most, in the group that it helps most; False if none helps."""
        hope = {places: max(self._gain(places, 1), self._gain(places, -1)) for places in groups}
        for places in sorted(groups, key=lambda each: (-hope[each], each)):
            if hope[places] <= 0:
                break
            for index in groups[places]:
                edits = [
                    edit
                    for edit in _edits(self.ground, index, self.count is _food)
                    if self._gain(places, self._effect(edit)) > 0
                ]
                if edits:
                    self._make(index, places, _drawn(self.ground, edits, self.dice))
                    groups[places].remove(index)  # the next edit is made elsewhere
                    groups[places].append(index)
                    return True
        return False

    def _gain(self, places: tuple[int, ...], effect: int) -> int:
        """How much nearer to the target the areas come by such an effect on all of these."""
        return sum(abs(self.missing[n]) - abs(self.missing[n] - effect) for n in places)

    def _effect(self, edit: _Edit) -> int:
        added = self.count(self.ground, edit.added) if edit.added else 0
        return added - (self.count(self.ground, edit.removed) if edit.removed else 0)

    def _make(self, index: int, places: tuple[int, ...], edit: _Edit) -> None:
        deposits = self.ground.deposits[index]
        if edit.removed:
            deposits.remove(edit.removed)
        if edit.added:
            deposits.append(edit.added)
        for place in places:
            self.missing[place] -= self._effect(edit)


def _edits(ground: DepositGround, index: int, of_food: bool) -> Iterator[_Edit]:
    """The single changes to a province's deposits that change its food, or those that do not."""
    spare = list(ground.deposits[index])
    for each in ground.pledged[index]:
        spare.remove(each)
    removals: list[str | None] = list(dict.fromkeys(spare))
    if len(ground.deposits[index]) < MOST:
        removals.append(None)
    fitting = [resource.key for resource in ground.fitting(index)]
    for removed in removals:
        lost = _food(ground, removed) if removed else 0
        for added in (*fitting, None):
            won = _food(ground, added) if added else 0
            if (won != lost) == of_food and removed != added:
                yield _Edit(removed, added)


def _drawn(ground: DepositGround, edits: Sequence[_Edit], dice: Dice) -> _Edit:
    """One of the edits, the likelier the commoner the deposit that it brings."""
    weights, resources = ground.content.seeding.weights, ground.content.resources
    chances = [
        weights[resources[edit.added].availability] if edit.added else max(weights.values())
        for edit in edits
    ]
    roll = dice.whole(sum(chances))
    for edit, chance in zip(edits, chances, strict=True):
        roll -= chance
        if roll <= 0:
            return edit
    raise AssertionError("the roll is at most the sum of the chances")


__all__ = ["LandShare", "even_starts", "gap", "lay_near", "shares_of"]
