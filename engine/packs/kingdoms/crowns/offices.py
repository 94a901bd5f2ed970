"""The imperial offices: merit, who leads, and how kingdoms stand by them.

Counts as they would be if the game ended now. It reads figures of kingdoms and characters, and no
world. Sources: kingdoms.office.table and what stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from engine.packs.kingdoms.content.imperial import Deed, Office
from engine.packs.kingdoms.pieces.alignment import difference

Reduction = Callable[[str], int]
"""Percent taken off a prize for each step, by the holder's alignment."""


@dataclass(frozen=True, slots=True)
class OfficeRealm:
    """A kingdom as offices count it; `king` is 0 while it has none."""

    crown: int
    alignment: str
    treasury: int
    tax: int
    king: int = 0


@dataclass(frozen=True, slots=True)
class Claimant:
    """A living character as a candidate for offices."""

    ruler: int
    crown: int
    alignment: str
    levels: Mapping[str, int]
    deeds: Mapping[Deed, int]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One who is ranked for an office: a kingdom with its King, or a character."""

    crown: int
    ruler: int
    alignment: str
    merit: int


# ---------------------------------------------------------------- merit


def merit(office: Office, levels: Mapping[str, int], deeds: Mapping[Deed, int]) -> int:
    """The merit of a character for an office; it may be below 0."""
    by_level = sum(worth * levels.get(ability, 0) for ability, worth in office.levels.items())
    return by_level + sum(worth * deeds.get(deed, 0) for deed, worth in office.deeds.items())


def battle_merit(*, won: bool, enemy: int, friendly: int) -> int:
    """What a battle gives its supreme commander, from the units of both when the line forms.

    Sources: kingdoms.office.marshal, kingdoms.office.admiral.
    """
    return enemy if won else -friendly


Quelled = Literal["slain", "truce", "gift", "departure", "fled", "stopped", "bargain_paid"]
"""What became of a monster: `stopped` is one that raids no more for its wounds."""


def monster_merit(
    quelled: Quelled,
    full: int,
    *,
    raid: int = 0,
    truce: bool = False,
    halved: bool = False,
) -> int:
    """What a monster gives to the one who quelled it, by its full hit points.

    Half, rounded down, once for each kingdom (`halved`), for a guardian with a raid percent that
    was not slain; nothing for one slain that had a truce with the kingdom before, and nothing for
    a bargain that is paid. Source: kingdoms.office.defender.
    """
    if quelled == "slain":
        return 0 if truce else full
    if quelled == "bargain_paid" or raid <= 0 or halved:
        return 0
    return full // 2


# ---------------------------------------------------------------- who leads


def ranking(
    office: Office, realms: Iterable[OfficeRealm], claimants: Iterable[Claimant]
) -> list[Ranked]:
    """All who are ranked for an office, the first first.

    Ties go by treasury, then tax base, then the lower ids; for an office that goes by one of both
    the other decides (kingdoms.office.ties). Characters with a merit of 0 or less are ranked, but
    hold nothing.
    """
    by_crown = {realm.crown: realm for realm in realms}
    if office.holder == "character":
        ranked = [
            Ranked(each.crown, each.ruler, each.alignment, merit(office, each.levels, each.deeds))
            for each in claimants
            if each.crown in by_crown
        ]
    else:
        ranked = [
            Ranked(
                realm.crown,
                realm.king,
                realm.alignment,
                realm.tax if office.holder == "tax" else realm.treasury,
            )
            for realm in by_crown.values()
        ]

    def place(each: Ranked) -> tuple[int, ...]:
        realm = by_crown[each.crown]
        return (-each.merit, -realm.treasury, -realm.tax, each.crown, each.ruler)

    return sorted(ranked, key=place)


def holder(office: Office, ranked: Sequence[Ranked]) -> Ranked | None:
    """Who holds an office by its ranking; None while it is vacant (kingdoms.office.table)."""
    first = next(iter(ranked), None)
    vacant = first is None or (office.holder == "character" and first.merit <= 0)
    return None if vacant else first


# ---------------------------------------------------------------- what it is worth

_WHOLE: Final = 100


def reduced(
    prize: int, alignment: str, emperor: str, reduction: Reduction, least: int = 0
) -> Fraction:
    """The points of an office, by the steps of its holder to the Emperor, at least 0.

    At least `least` percent of them are left. Sources: kingdoms.office.alignment-reduction,
    kingdoms.office.least-prize.
    """
    left = _WHOLE - reduction(alignment) * difference(alignment, emperor)
    return Fraction(prize * max(least, left), _WHOLE)


@dataclass(frozen=True, slots=True)
class Share:
    """What an office gives to a kingdom."""

    office: str
    crown: int
    ruler: int
    points: Fraction


def shares(
    offices: Iterable[Office],
    realms: Sequence[OfficeRealm],
    claimants: Sequence[Claimant],
    reduction: Reduction,
    least: int = 0,
) -> list[Share]:
    """Which kingdoms the offices give points to, office by office; vacant ones give none."""
    held = [(office, holder(office, ranking(office, realms, claimants))) for office in offices]
    emperor = next((who.alignment for office, who in held if who and office.holder == "tax"), None)
    return [
        Share(office.key, who.crown, who.ruler, _worth(office, who, emperor, reduction, least))
        for office, who in held
        if who
    ]


def seconds(
    offices: Sequence[Office],
    realms: Sequence[OfficeRealm],
    claimants: Sequence[Claimant],
    reduction: Reduction,
    percent: int,
    least: int = 0,
) -> list[Share]:
    """What the kingdoms are given that come second for an office (kingdoms.office.second-places).

    That is the best of another kingdom than the holder's, with a merit above 0.
    """
    found: list[Share] = []
    rankings = {office.key: ranking(office, realms, claimants) for office in offices}
    held = [(office, holder(office, rankings[office.key])) for office in offices]
    emperor = next((who.alignment for office, who in held if who and office.holder == "tax"), None)
    for office, first in held if percent else ():
        others = (each for each in rankings[office.key] if first and each.crown != first.crown)
        second = next(others, None)
        if second and second.merit > 0:
            whole = _worth(office, second, emperor, reduction, least)
            points = whole * percent / _WHOLE
            found.append(Share(office.key, second.crown, second.ruler, points))
    return found


def _worth(
    office: Office, who: Ranked, emperor: str | None, reduction: Reduction, least: int
) -> Fraction:
    if emperor is None or office.holder == "tax":
        return Fraction(office.prize)
    return reduced(office.prize, who.alignment, emperor, reduction, least)


def gained_by(
    crown: int, shared: Iterable[Share], artifacts: int, worth: int
) -> Iterator[tuple[str, int, Fraction]]:
    """What a kingdom has points for: offices and its artifacts, how many, and the points.

    `worth` are the points of one artifact. Sources: kingdoms.office.standing,
    kingdoms.office.artifact-points.
    """
    for share in shared:
        if share.crown == crown:
            yield share.office, 1, share.points
    yield "artifacts", artifacts, Fraction(artifacts * worth)
