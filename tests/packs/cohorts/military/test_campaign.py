"""A war as its players live it: march, battle at the castle, bombardment, siege, sally, conquest.

Everything is done by orders, tick after tick, and each side reads its own report.
"""

from typing import Any

from bot import faces
from bot.faces.words.telling import tell
from engine.campaign import Player
from engine.orders import Order, Queued
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.besieging import SiegeBarony
from engine.packs.cohorts.military.bombarding import Bombard
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.military.defending import DefendBarony
from engine.packs.cohorts.military.razing import RazeImprovements
from engine.packs.cohorts.military.repelling import RepelIntruders
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Stack, Unit, Village
from engine.packs.cohorts.production.weekly import RecruitsRaised
from tests.rules.adapters.military import REALMS
from tests.rules.scene import Ran, Scene, ref


class War:
    """Ours march from the west against the city of Karth, whose barony has a castle."""

    def __init__(self) -> None:
        scene = self.scene = Scene(14, 10, content={"realms": REALMS})
        self.foe = foe = scene.someone("at_war")
        scene.barony((5, 5), (6, 5), (7, 5), (8, 5), (7, 4), name="Karthmark")
        lord = scene.character(scene.at(13, 9), foe, name="Hild")
        city = scene.city(8, 5, foe, name="Karth", baron=lord.id)
        self.karth = scene.change(city, population={"human": 9000}, actions=2)
        scene.guild(self.karth, "warrior", 12)
        scene.province(8, 5, fortification=2)
        scene.village(6, 5, 2, name="Millford")
        scene.link((5, 5), (6, 5), road=2)
        scene.tower(7, 5, "castle")
        scene.tower(7, 4, "watch", 2)
        scene.province(7, 5, fortification=1)
        self.guard = scene.unit(self.karth, foe, name="Karth Spears", soldiers=200, level=2)
        self.host = scene.stack(4, 5, name="Iron Host")
        veterans: dict[str, Any] = {"level": 6, "xp": scene.content.experience.needed_for(6)}
        scene.character(self.host, name="Odo", **veterans)
        for number in range(4):
            scene.unit(self.host, name=f"Cohort {number + 1}", soldiers=400, **veterans)
        scene.items(self.host, wagon=2, palfrey=2)
        scene.unit(self.host, arm="artillery", type="trebuchet", name="Old Bess")

    def detached(self, name: str, *hex_: int) -> Stack:
        """A small stack of ours."""
        x, y = hex_
        stack = self.scene.stack(x, y, name=name)
        self.scene.unit(stack, name=f"{name} Riders", soldiers=50)
        return stack

    def run(self, *orders: Order | Queued, player: Player | None = None) -> Ran:
        ran = self.scene.run(*orders, player=player)
        assert not ran.refused, ran.failures
        return ran

    def report(self, ran: Ran, player: Player) -> list[str]:
        """What the faction of a player reads of a tick."""
        names = faces.of(self.scene.rules).names(
            self.scene.rules.view(self.scene.world, player.faction)
        )
        told = (entry.for_(player.faction) for entry in ran.entries)
        return [tell(event, names) for event in told if event]

    def both(self, ran: Ran) -> tuple[list[str], list[str]]:
        """What we and they read of a tick."""
        return self.report(ran, self.scene.me), self.report(ran, self.foe)


def starting(lines_: list[str], start: str) -> list[str]:
    return [each for each in lines_ if each.startswith(start)]


def test_a_city_is_taken_by_orders_alone_and_both_sides_can_follow_it() -> None:
    war = War()
    scene, foe, host, karth = war.scene, war.foe, war.host, war.karth

    # The defenders come out only where they have a castle behind them.
    told = DefendBarony(city=ref(karth), max_el="never", castle_el="0")
    _, theirs = war.both(war.run(told, player=foe))
    assert theirs == [
        "The garrison of Karth got orders to come out against nobody; at a castle forces up to "
        "its own encounter level."
    ]

    # A vanguard meets them there, is beaten and thrown back to where it came from.
    vanguard = war.detached("Vanguard", 5, 5)
    march = war.run(MoveAlong(stack=ref(vanguard), steps=("e",)))
    (battle,) = march.events(BattleFought)
    assert battle.province == scene.at(7, 5).id
    assert battle.record.winner == "defender"
    ours, theirs = war.both(march)
    start = "Vanguard attacked the garrison of Karth and lost"
    assert starting(ours, start)
    assert starting(theirs, start)
    assert scene.gone(vanguard) or scene.now(vanguard).province == scene.at(5, 5).id

    # The host is too strong for them: it burns what it passes.
    march = war.run(
        MoveAlong(stack=ref(host), steps=("e", "e")),
        Queued("k2", RazeImprovements(stack=ref(host)), "military-2"),
    )
    ours, theirs = war.both(march)
    assert "Iron Host laid grassland 6,5 waste. Razed: Millford and the roads." in ours
    assert "Iron Host laid grassland 6,5 waste. Razed: Millford and the roads." in theirs
    assert starting(theirs, "The garrison of Karth stayed behind its walls while Iron Host")
    assert not list(scene.world.by(Village, "province", scene.at(6, 5).id))

    # Next week it brings down the walls.
    scene.produce()
    shelled = war.run(
        MoveAlong(stack=ref(host), steps=("e",)),
        Queued("k2", Bombard(stack=ref(host), province=ref(scene.at(8, 5))), "military-2"),
    )
    ours, theirs = war.both(shelled)
    assert "Iron Host fired at Karth 8,5 with 1 piece, 3 shots in all." in ours
    assert starting(ours, "The shots of Iron Host at Karth 8,5: walls destroyed, ")
    assert starting(theirs, "Karth 8,5 was bombarded by Iron Host: walls destroyed, ")
    assert scene.at(8, 5).fortification == 0

    # Then the siege: no actions, no growth, no recruits.
    scene.produce()
    assert scene.now(karth).actions == 2
    ours, theirs = war.both(war.run(SiegeBarony(stack=ref(host))))
    assert starting(ours, "Iron Host laid siege to Karth")
    assert starting(theirs, "Iron Host laid siege to Karth")
    scene.change(karth, actions=0)
    month = scene.produce(monthly=True)
    assert scene.now(karth).actions == 0
    assert not month.events(RecruitsRaised)

    # The garrison tries to break it, in vain.
    ours, theirs = war.both(war.run(RepelIntruders(city=ref(karth)), player=foe))
    assert starting(ours, "The garrison of Karth attacked Iron Host and lost")
    assert "The garrison of Karth failed to drive out the intruders: the siege went on." in theirs

    # And so the city falls.
    scene.produce()
    ours, theirs = war.both(war.run(ConquerCity(stack=ref(host), city=ref(karth))))
    assert "Iron Host attacked Karth." in ours
    assert "Karth fell to Ours. Odo became its baron." in ours
    assert starting(theirs, "Karth fell to Ours.")
    city = scene.now(karth)
    assert player_of(scene.world, city) == scene.me.id
    assert not city.besieged
    garrison = [unit.name for unit in scene.world.by(Unit, "holder", city.place)]
    assert [name for name in garrison if name.startswith("Cohort")]
    assert scene.now(host).province == city.province
