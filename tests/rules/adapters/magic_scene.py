"""A scene for spells: a mage guild of mine that casts eastward, and what it casts on."""

from collections.abc import Mapping
from typing import Any

from engine.campaign import Player
from engine.dice import Streams
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.magic.casting import SpellCast, SpellFelt
from engine.packs.cohorts.magic.lasting import lay, lies_on
from engine.packs.cohorts.pieces.records import Character, Province, Stack, Unit
from engine.packs.cohorts.worth.casters import spell_called
from engine.world import Record
from tests.rules.harness import Given
from tests.rules.scene import Ran, Scene, ref

HOME = (5, 5)
MANA = 99


class Magic(Scene):
    """A mage guild of mine at `HOME`; what stands that many provinces away is east of it."""

    def __init__(
        self, level: int = 12, mana: int = MANA, *, content: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(48, 10, content=content)
        self.seat = self.city(*HOME, self.me)
        self.mages = self.guild(self.seat, "mage", level, mana=mana)

    # ------------------------------------------------------------------ what is cast on

    def away(self, distance: int = 0) -> Province:
        """The province so far away."""
        return self.at(HOME[0] + distance, HOME[1])

    def mine(self, distance: int = 0) -> Stack:
        """A stack of mine so far away."""
        return self.stack(HOME[0] + distance, HOME[1])

    def foes(self, distance: int = 0, relation: str = "at_war") -> Stack:
        """A stack of a faction at war so far away, which a scout of mine there knows."""
        self.character(self.mine(distance), name="Scout")
        return self.stack(HOME[0] + distance, HOME[1], self.someone(relation))

    def hero(self, distance: int = 0, **values: Any) -> Character:
        """A character of mine so far away."""
        return self.character(self.mine(distance), **values)

    def foe(self, distance: int = 0, **values: Any) -> Character:
        """A character of a faction at war so far away."""
        stack = self.foes(distance)
        return self.character(stack, self.owner(stack), **values)

    def foe_unit(self, distance: int = 0, **values: Any) -> Unit:
        """A military unit of a faction at war so far away."""
        stack = self.foes(distance)
        return self.unit(stack, self.owner(stack), **values)

    def owner(self, stack: Stack) -> Player:
        """The player who has a stack."""
        return self.world.get(Player, stack.player)

    # ------------------------------------------------------------------ what lies there

    def key(self, name: str) -> str:
        """The module's own spelling of a spell."""
        spell = spell_called(self.content, name)
        assert spell, f"the module has no {name!r}"
        return spell.key

    def put(self, name: str, on: Record, strength: int, side: int = -1, level: int = 1) -> None:
        """A spell of mine that is active already; nothing for strength 0."""
        spell = self.content.spells[self.key(name)]
        if strength:
            lay(
                self.world,
                spell,
                on.place,
                strength=strength,
                level=level,
                side=side,
                faction=self.ours.id,
            )

    def strength(self, name: str, on: Record, side: int = -1) -> int:
        """How strong a spell lies there now, 0 if it does not."""
        found = lies_on(self.world, on.place, self.key(name), side)
        return found.strength if found else 0

    def shells(self, given: Given, **on: Record) -> None:
        """The shells that a case names, each on its named holder."""
        kinds = {"province": "provincial", "stack": "stack", "city": "city", "unit": "character"}
        for word, record in on.items():
            kind = kinds.get(record.kind, "character")
            self.put(f"{kind}_shell", record, given.get(word, 0))

    # ------------------------------------------------------------------ casting

    def learn(self, *spells: str) -> None:
        """Put spells into the guild's book."""
        known = self.now(self.mages).spells
        self.change(self.mages, spells=(*known, *(self.key(spell) for spell in spells)))

    def cast(
        self, spell: str, target: Record, mana: int = 0, dice: Streams | None = None, **more: Any
    ) -> Ran:
        """Have the guild cast, with an action for it."""
        self.learn(spell)
        self.change(self.mages, actions=1)
        order = GuildCastSpell(
            guild=ref(self.mages), spell=spell, target=ref(target), mana=mana, **more
        )
        return self.run(order, dice=dice)


def told(ran: Ran) -> SpellCast:
    """What the caster was told of the one casting."""
    (event,) = ran.events(SpellCast)
    return event


def felt(ran: Ran) -> SpellFelt | None:
    """What the owner of the target was told, None for nothing."""
    return next(iter(ran.events(SpellFelt)), None)


def outcome(ran: Ran) -> dict[str, Any]:
    """How a casting ended: refused with a reason, or as the caster was told."""
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    return {"result": told(ran).outcome.replace(" ", "_")}
