"""Plain graph work on the map: connected parts, steps, and cutting a graph into even pieces.

A graph is a list of neighbours by number, as `Grid.adjacency` gives it; -1 stands for none.
Everything goes in the order of numbers, so results are the same everywhere.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from engine.hexes import Grid

Graph = Sequence[Sequence[int]]


def parts(graph: Graph, members: Iterable[int]) -> list[list[int]]:
    """The connected parts of these members, each in order, in the order of their first member."""
    left = dict.fromkeys(members)
    found: list[list[int]] = []
    while left:
        first = next(iter(left))
        del left[first]
        part = [first]
        for here in part:
            for there in graph[here]:
                if there in left:
                    del left[there]
                    part.append(there)
        found.append(sorted(part))
    return found


def is_connected(graph: Graph, members: Sequence[int]) -> bool:
    """Whether one can go between all members without leaving them."""
    return len(parts(graph, members)) <= 1


def steps_from(grid: Grid, sources: Iterable[int]) -> list[int]:
    """For each index the number of steps to the nearest source; the map's size if there is none."""
    far = len(grid)
    steps = [far] * len(grid)
    waiting = deque(sources)
    for index in waiting:
        steps[index] = 0
    adjacency = grid.adjacency()
    while waiting:
        here = waiting.popleft()
        for there in adjacency[here]:
            if there >= 0 and steps[there] == far:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def cut(
    graph: Graph, members: Sequence[int], least: int, typical: int, most: int
) -> list[list[int]]:
    """Cut a connected part into connected pieces of `least` to `most`, near `typical`.

    Pieces are peeled off one after another from the rim, dead ends first. Where a shape allows no
    such cut, a piece may come out smaller than `least`; never larger than `most`.
    """
    if len(members) <= most:
        return [sorted(members)]
    owner = dict.fromkeys(members, -1)
    pieces: list[list[int]] = []
    for start in _sweep(graph, members):
        if owner[start] >= 0:
            continue
        piece = _grow(graph, owner, start, typical)
        for index in piece:
            owner[index] = len(pieces)
        for scrap in _scraps(graph, owner, piece, least):
            if len(piece) + len(scrap) <= most:
                for index in scrap:
                    owner[index] = len(pieces)
                piece.extend(scrap)
        pieces.append(piece)
    _mend(graph, owner, pieces, least, most)
    return [sorted(piece) for piece in pieces if piece]


def _sweep(graph: Graph, members: Sequence[int]) -> list[int]:
    """The members in the order of their steps from one end of the part."""
    order = [members[0]]
    for _ in range(2):  # the last of a first walk is an end
        start = order[-1]
        left = dict.fromkeys(members)
        del left[start]
        order = [start]
        for here in order:
            for there in graph[here]:
                if there in left:
                    del left[there]
                    order.append(there)
    return order


def _grow(graph: Graph, owner: dict[int, int], start: int, size: int) -> list[int]:
    """A compact piece from `start`: what touches it most and has least room elsewhere first."""
    piece = [start]
    touching: dict[int, int] = {}
    while len(piece) < size:
        for there in graph[piece[-1]]:
            if owner.get(there, 0) < 0 and there not in piece:
                touching[there] = touching.get(there, 0) + 1
        if not touching:
            break
        best = max(
            touching,
            key=lambda index: (
                3 * touching[index]
                - sum(owner.get(there, 0) < 0 and there not in piece for there in graph[index]),
                -index,
            ),
        )
        del touching[best]
        piece.append(best)
    return piece


def _scraps(
    graph: Graph, owner: dict[int, int], piece: Sequence[int], least: int
) -> list[list[int]]:
    """The parts around a piece that nobody owns and that are too small for a piece of their own."""
    scraps: list[list[int]] = []
    seen: dict[int, None] = {}
    for index in piece:
        for start in graph[index]:
            if owner.get(start, 0) >= 0 or start in seen:
                continue
            scrap = [start]
            for here in scrap:
                if len(scrap) >= least:
                    break
                for there in graph[here]:
                    if owner.get(there, 0) < 0 and there not in scrap:
                        scrap.append(there)
            seen.update(dict.fromkeys(scrap))
            if len(scrap) < least:
                scraps.append(scrap)
    return scraps


def _mend(
    graph: Graph, owner: dict[int, int], pieces: list[list[int]], least: int, most: int
) -> None:
    """Join each piece that is too small with one or two neighbours, and cut these anew."""

    def beside(place: int) -> list[int]:
        around = [owner[t] for index in pieces[place] for t in graph[index] if t in owner]
        return sorted({other: None for other in around if other != place})

    for place in range(len(pieces)):
        if not 0 < len(pieces[place]) < least:
            continue
        near = sorted(beside(place), key=lambda other: (len(pieces[other]), other))
        joins = [(other,) for other in near]
        joins += [(first, second) for first in near for second in beside(first) if second != place]
        for others in joins:
            union = [*pieces[place], *(index for other in others for index in pieces[other])]
            shares = _share(graph, sorted(union), least, most)
            if shares is None:
                continue
            for taken in (place, *others):
                pieces[taken] = shares.pop() if shares else []
                owner.update(dict.fromkeys(pieces[taken], taken))
            break


def _share(graph: Graph, union: list[int], least: int, most: int) -> list[list[int]] | None:
    """Connected pieces of the right size that make up the union, if a simple cut gives them."""
    if len(union) <= most:
        return [union] if len(union) >= least and is_connected(graph, union) else None
    for start in union:
        first: list[int] = [start]
        left = [index for index in union if index != start]
        while len(left) > least and len(first) < most:
            best = max(left, key=lambda index: (_pull(graph, index, first, left), -index))
            if not any(there in first for there in graph[best]):
                break
            first = [*first, best]
            left = [index for index in left if index != best]
            if len(first) >= least and is_connected(graph, left):
                rest = _share(graph, left, least, most)
                if rest is not None:
                    return [first, *rest]
    return None


def _pull(graph: Graph, index: int, piece: Sequence[int], left: Sequence[int]) -> int:
    """How much a piece wants a member: what touches it, and has least room elsewhere, first."""
    touching = sum(there in piece for there in graph[index])
    return 10 * touching - sum(there in left for there in graph[index]) if touching else -10
