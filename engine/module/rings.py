"""Records that lead back to themselves by what they name: a rule that follows them never ends."""

from collections.abc import Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

Ring = tuple[str, ...]
"""Each names the next; the first stands last as well."""


def rings(links: Mapping[str, Collection[str]]) -> Iterator[Ring]:
    """Rings among records that name others, each from its first record in order.

    Of rings that share a link only one is told; the others show once that is mended.
    """
    left = {key: [other for other in named if other in links] for key, named in links.items()}
    while ring := _ring(left):
        yield ring
        for one, other in pairwise(ring):
            left[one] = [each for each in left[one] if each != other]


def _ring(links: Mapping[str, Collection[str]]) -> Ring:
    try:
        TopologicalSorter(links).prepare()
    except CycleError as error:
        ring: list[str] = error.args[1][:0:-1]  # it is found against the direction of the links
        order = list(links)
        return _from(tuple(ring), min(range(len(ring)), key=lambda n: order.index(ring[n])))
    return ()


def ring_faults(links: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
    """For every record of a ring its key and what is wrong: any of them may be the author's."""
    for ring in rings(links):
        for place, key in enumerate(ring[:-1]):
            yield key, f"goes round in a ring: {', then '.join(_from(ring[:-1], place))}"


def _from(ring: Ring, place: int) -> Ring:
    return (*ring[place:], *ring[: place + 1])
