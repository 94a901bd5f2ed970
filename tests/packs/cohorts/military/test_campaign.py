"""Wars as their players live them, from march to conquest, and what must hold in any war."""

from collections import Counter
from typing import Any, cast

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot import faces
from bot.faces.words.telling import tell
from engine.campaign import Player
from engine.dice import Seed, SeededDice
from engine.orders import Order, Queued
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.besieging import BaronyBesieged, SiegeBarony
from engine.packs.cohorts.military.bombarding import Bombard, BombardmentBegun
from engine.packs.cohorts.military.bombardment import BombardmentSuffered, ProvinceBombarded
from engine.packs.cohorts.military.conquering import CityAssailed, ConquerCity
from engine.packs.cohorts.military.defending import DefendBarony, DefenseSet
from engine.packs.cohorts.military.expelling import StackExpelled
from engine.packs.cohorts.military.razing import ImprovementsRazed, RazeImprovements
from engine.packs.cohorts.military.repelling import IntrudersRepelled, RepelIntruders
from engine.packs.cohorts.pieces.links import Link
from engine.packs.cohorts.pieces.ownership import faction_of, player_of
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Guild,
    Possession,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.production.weekly import RecruitsRaised
from engine.world import World
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
        "The garrison of Karth got orders to come out against nobody; at a castle against "
        "forces up to its own encounter level."
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


SIZE = 7
STEPS = ("ne", "e", "se", "sw", "w", "nw")
SEATS = ((2, 2), (4, 4))


def land_of(x: int, y: int) -> list[tuple[int, int]]:
    """The provinces of a barony, that of its city first."""
    return [(x, y), (x + 1, y), (x - 1, y), (x, y + 1)]


lands = st.sampled_from([hex_ for seat in SEATS for hex_ in land_of(*seat)])
spots = lands | st.tuples(st.integers(1, SIZE - 2), st.integers(1, SIZE - 2))
REALM = {"realms": {**REALMS, "allied": REALMS["ours"]}}


@st.composite
def wars(draw: st.DrawFn) -> Scene:
    """Three factions with cities, armies with engines and ships, and much that can be razed."""
    scene = Scene(SIZE, SIZE, content=REALM)
    players = [scene.me, scene.someone("at_war"), scene.someone("allied")]
    scene.relation("at_war", "allied", "at_war")
    if draw(st.booleans()):
        scene.province(*draw(spots), terrain=draw(st.sampled_from(["sea", "hills"])))
    for hex_, owner in zip(SEATS, draw(st.permutations(players)), strict=False):
        _barony(draw, scene, hex_, draw(st.sampled_from([owner, owner, None])))
    for _ in range(draw(st.integers(2, 5))):
        player = draw(st.sampled_from(players))
        stack = scene.stack(*draw(spots), player, assists=draw(st.booleans()))
        scene.unit(stack, player, soldiers=draw(st.sampled_from([25, 400])), level=2)
        if draw(st.booleans()):
            scene.fill(stack, ["artillery"], player)
        more = st.sampled_from(["character", "ship", "item"])
        scene.fill(stack, draw(st.lists(more, max_size=2)), player)
    return scene


def _barony(draw: st.DrawFn, scene: Scene, hex_: tuple[int, int], owner) -> None:
    land = land_of(*hex_)
    scene.barony(*land)
    city = scene.city(
        *hex_, owner, population={"human": 5000}, improvements={"barracks": 2, "smithy": 1}
    )
    for type in draw(st.lists(st.sampled_from(["mage", "warrior"]), max_size=2, unique=True)):
        scene.guild(city, type, draw(st.integers(1, 30)))
    for at in land:
        scene.province(*at, fortification=draw(st.integers(0, 3)))
    scene.village(*draw(st.sampled_from(land[1:])), draw(st.integers(1, 4)))
    scene.tower(*draw(st.sampled_from(land)), draw(st.sampled_from(["castle", "watch", "wizard"])))
    scene.link(land[0], land[1], road=draw(st.integers(0, 4)))
    for _ in range(draw(st.integers(0, 3))):
        scene.unit(city, owner, level=draw(st.integers(1, 5)))


def campaign(draw: st.DrawFn, scene: Scene) -> tuple[list[Queued], int]:
    """Orders of one player that attack, march and defend, sensible or not."""
    leading = sorted({s.player for s in scene.world.all(Stack)})
    player = draw(st.sampled_from(leading or [scene.me.id]))  # a war may leave no stack at all
    cities = [ref(city) for city in scene.world.all(City)]
    own_cities = [
        each for each in cities if player_of(scene.world, scene.world.get(City, each.id)) == player
    ]
    orders: list[Order] = []
    for stack in scene.world.by(Stack, "player", player):
        own = ref(stack)
        steps = tuple(draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3)))
        if draw(st.booleans()):
            orders.append(MoveAlong(stack=own, steps=steps))
        x, y = draw(lands)
        orders += draw(
            st.sampled_from(
                [
                    [ConquerCity(stack=own, city=draw(st.sampled_from(cities)))],
                    [RazeImprovements(stack=own)],
                    [Bombard(stack=own, province=ref(scene.at(x, y)))],
                    [SiegeBarony(stack=own)],
                    [],
                ]
            )
        )
    for city in own_cities:
        limit = draw(st.sampled_from(["never", "0", "9", "-2"]))
        orders.append(DefendBarony(city=city, max_el=limit))
        if draw(st.booleans()):
            orders.append(RepelIntruders(city=city))
    queue = [
        Queued(f"k{n}", order, draw(st.sampled_from(type(order).phases)))
        for n, order in enumerate(orders, start=1)
    ]
    return queue, player


def buildings(world: World) -> Counter[str]:
    """The levels of all that has been built."""
    found: Counter[str] = Counter()
    found["walls"] = sum(each.fortification for each in world.all(Province))
    found["roads"] = sum(each.road for each in world.all(Link))
    found["villages"] = sum(each.level for each in world.all(Village))
    found["towers"] = sum(each.level for each in world.all(Tower))
    found["guilds"] = sum(each.level for each in world.all(Guild))
    found["works"] = sum(sum(each.improvements.values()) for each in world.all(City))
    return found


def men(world: World) -> dict[int, int]:
    return {unit.id: unit.soldiers for unit in world.all(Unit)}


def goods(world: World) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in world.all(Possession):
        found[each.item] += each.count
    return found


def holds(scene: Scene, before: World, ran: Ran) -> None:
    """What holds after any tick of a war."""
    world = scene.world
    assert not ran.faults, ran.faults[0].traceback
    then, now = buildings(before), buildings(world)
    assert all(now[kind] <= then[kind] for kind in now)
    if not (ran.events(ProvinceBombarded) or ran.events(ImprovementsRazed)):
        assert now == then, "buildings vanish only by razing and bombardment"
    old = men(before)
    assert all(old.get(id) == soldiers for id, soldiers in men(world).items())
    assert not goods(world) - goods(before)
    assert world.count(Character) == before.count(Character)
    for city in world.all(City):
        baron = world.find(Character, city.baron) if city.baron else None
        assert not city.baron or baron, "a baron is somebody, if only until he is buried"
        assert player_of(world, city) == (baron.player if baron else 0)
        was = before.get(City, city.id)
        if city.besieged and not was.besieged:
            assert city.id in {event.city for event in ran.events(BaronyBesieged)}
        if was.besieged and not city.besieged:
            broken = {event.city for event in ran.events(IntrudersRepelled)}
            assert city.id in broken or city.baron != was.baron
    for cls in (Character, Unit):
        for piece in world.all(cls):
            assert piece.holder.kind == "province" or world.at(piece.holder) is not None
    assert World.load(scene.rules.records, world.rows()).rows() == world.rows()


# A war that fails is read tick by tick; to shrink one takes minutes.
MINE_ALONE = (DefenseSet, BombardmentBegun, ProvinceBombarded, IntrudersRepelled)
BOTH_SIDES = (CityAssailed, BaronyBesieged)


def told_to_whom_it_concerns(before: World, faction: int, ran: Ran) -> None:
    """Nobody learns of a foreign war, and of an enemy's deeds only what could be noticed."""
    for entry in ran.entries:
        event, others = entry.event, entry.audience.keys() - {faction}
        if isinstance(event, MINE_ALONE):
            assert not others
        elif isinstance(event, BOTH_SIDES):
            assert others <= {faction_of(before, before.get(City, event.city))}
        elif isinstance(event, ImprovementsRazed | BombardmentSuffered):
            assert len(others) <= 1
        elif isinstance(event, StackExpelled):
            owner = faction_of(before, before.get(Stack, event.stack))
            assert [f for f, told in entry.audience.items() if told.knows("to")] == [owner]


@settings(max_examples=30, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(wars(), st.data(), st.integers(0, 2**32))
def test_war_makes_nobody_and_nothing_and_every_city_has_one_lord(
    scene: Scene, data: st.DataObject, seed: int
) -> None:
    for number in range(3):
        before = scene.world
        queue, player = campaign(cast("st.DrawFn", data.draw), scene)
        who = next(each for each in before.all(type(scene.me)) if each.id == player)
        dice = SeededDice(Seed(seed.to_bytes(32)), number + 1)
        ran = scene.run(*queue, player=who, dice=dice)
        holds(scene, before, ran)
        told_to_whom_it_concerns(before, who.faction, ran)
        plan = scene.plan(*queue, player=who)
        assert len(plan.orders) == len(queue)
        if data.draw(st.booleans()):
            scene.produce()
