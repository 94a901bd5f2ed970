"""Churches that heal characters and soldiers around them.

Wounds that heal by themselves stand in `worth.healing`, healing draughts in `guilds.brewing`.
Source: cohorts.order.church-heal-combat-unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.numbers import Exact
from engine.orders import Asks, Order, Ref, Refusal
from engine.packs.cohorts.content import Content, GuildRules
from engine.packs.cohorts.guilds.acting import (
    acting,
    away,
    friends_at,
    helpless,
    my_guild,
    spend,
    unfriendly,
)
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Guild, Unit
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import Place

_DEADLY = 100  # wounds, cohorts.unit.hit-points-and-wounds


@facts
class HealedByChurch(Event):
    """A church healed a character or military unit (cohorts.order.church-heal-combat-unit)."""

    city: int
    piece: Place
    name: str
    healed: Exact
    """Percent points of wounds."""
    wounds: Exact
    """Those that are left."""


def healed(
    rules: GuildRules, church: Guild, targets: Iterable[Character | Unit]
) -> Iterator[tuple[Character | Unit, Exact]]:
    """Whom of the targets a church heals, and by how many percent points of wounds.

    They are taken in the order given. The dead and the unwounded are passed over, and so are units
    of more soldiers than it can still heal, until it has healed as many as it can.
    """
    places, soldiers = heroic_level(church.level), church.level**2
    for piece in targets:
        men = piece.soldiers if isinstance(piece, Unit) else 0
        if places and piece.wounds and not _dead(piece) and men <= soldiers:
            places, soldiers = places - 1, soldiers - men
            yield piece, min(piece.wounds, church.level * _percent(rules, church, piece))


def _dead(piece: Character | Unit) -> bool:
    return piece.wounds >= _DEADLY or (isinstance(piece, Character) and piece.dead)


def _percent(rules: GuildRules, church: Guild, piece: Character | Unit) -> int:
    faithful = isinstance(piece, Character) and piece.deity == church.deity
    return rules.healing_percent_faithful if faithful else rules.healing_percent


MY_CHURCH = my_guild("church")
PATIENT = Asks(
    "a character or military unit of your faction or an ally, at the church",
    friends_at(Character, Unit),
    ("character", "unit"),
)


class ChurchHealCombatUnit(Order):
    """Have a church heal characters, or military units, of your faction and its allies."""

    path = ("guild", "heal")
    rule = "cohorts.order.church-heal-combat-unit"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",), "targets": ("wounds",)}

    guild: Annotated[Ref, MY_CHURCH] = Field(description="The church that heals")
    targets: Annotated[tuple[Annotated[Ref, PATIENT], ...], Field(min_length=1)] = Field(
        description="Whom it heals, first to last: only characters or only military units"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        church, city = acting(state, self.guild, "church")
        if len({ref.kind for ref in self.targets}) > 1:
            yield self.refusal(
                "mixed_targets",
                "A church heals either characters or military units with one action.",
                "Leave out the ones or the others.",
            )
        targets = self._targets(state)
        for piece in targets:
            yield from away(state, city, piece, self.rule)
        for piece in targets:
            yield from unfriendly(state, piece, self.rule)
            if not _dead(piece):
                yield from helpless(piece, self.rule)
        if not any(healed(state.module.content(Content).guild_rules, church, targets)):
            yield self.refusal(
                "nobody_healed",
                "Nobody of them can be healed: they are unwounded or dead, or too many.",
                f"{church.name} heals at most {church.level**2} soldiers with one action.",
            )

    def perform(self, state: State) -> None:
        church, city = acting(state, self.guild, "church")
        rules = state.module.content(Content).guild_rules
        for piece, points in healed(rules, church, self._targets(state)):
            now = piece.replace(wounds=piece.wounds - points)
            state.world.put(now)
            event = HealedByChurch(
                city=city.id, piece=piece.place, name=piece.name, healed=points, wounds=now.wounds
            )
            state.emit(event, own=(faction_of(state.world, piece),))
        spend(state, church)

    def _targets(self, state: State) -> list[Character | Unit]:
        """The targets, each once."""
        return [
            state.the(Unit if ref.kind == Unit.kind else Character, ref)
            for ref in dict.fromkeys(self.targets)
        ]
