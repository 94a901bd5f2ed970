"""Churches that heal: whom, by how much, and who is told."""

from hypothesis import given
from hypothesis import strategies as st

from engine.campaign import Player
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.healing import ChurchHealCombatUnit, HealedByChurch, healed
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import Record
from tests.rules.scene import Scene, module, ref

CONTENT = module().content(Content)
wounds = st.integers(0, 100)


def church(level: int = 10) -> tuple[Scene, City, Guild]:
    scene = Scene()
    city = scene.city(5, 5, scene.me, population={"human": 8000})
    deity = next(iter(CONTENT.deities))
    return scene, city, scene.guild(city, "church", level, deity=deity)


def order(guild: Guild, *targets: Record) -> ChurchHealCombatUnit:
    return ChurchHealCombatUnit(guild=ref(guild), targets=tuple(map(ref, targets)))


@given(
    st.integers(1, 35),
    st.lists(st.tuples(st.integers(1, 900), wounds), min_size=1, max_size=10),
)
def test_no_more_soldiers_and_units_are_healed_than_a_church_can(
    level: int, units: list[tuple[int, int]]
) -> None:
    scene, city, guild = church(level)
    before = [scene.unit(city, soldiers=men, wounds=hurt) for men, hurt in units]
    scene.run(order(guild, *before))
    after = [scene.now(unit) for unit in before]
    better = [now for now, then in zip(after, before, strict=True) if now.wounds != then.wounds]
    assert len(better) <= heroic_level(level)
    assert sum(unit.soldiers for unit in better) <= level**2
    for now, then in zip(after, before, strict=True):
        assert max(0, then.wounds - level) <= now.wounds <= then.wounds <= 100


@given(st.integers(1, 35), st.lists(st.tuples(st.booleans(), wounds), max_size=10))
def test_healing_leaves_wounds_between_0_and_100(
    level: int, characters: list[tuple[bool, int]]
) -> None:
    scene, city, guild = church(level)
    targets = [
        scene.character(city, wounds=hurt, deity=guild.deity if faithful else "")
        for faithful, hurt in characters
    ]
    for piece, points in healed(CONTENT.guild_rules, guild, targets):
        assert 0 < points <= piece.wounds < 100
        assert points <= level * 3


def test_the_dead_are_passed_over_and_leave_their_place_to_others() -> None:
    scene, city, guild = church(1)
    bodies = [scene.character(city, wounds=left, dead=True) for left in (100, 60)]
    hurt = scene.character(city, wounds=30)
    assert not scene.run(order(guild, *bodies, hurt)).refused
    assert [scene.now(piece).wounds for piece in (*bodies, hurt)] == [100, 60, 29]


def test_soldiers_loose_and_in_stacks_of_allies_are_healed_and_their_owners_told() -> None:
    scene, city, guild = church(10)
    ally: Player = scene.someone("allied")
    loose = scene.unit(scene.at(5, 5), ally, soldiers=20, wounds=50)
    stacked = scene.unit(scene.stack(5, 5, ally), ally, soldiers=20, wounds=5)
    ran = scene.run(order(guild, loose, stacked))
    assert (scene.now(loose).wounds, scene.now(stacked).wounds) == (40, 0)
    entries = [entry for entry in ran.entries if isinstance(entry.event, HealedByChurch)]
    assert [set(entry.audience) for entry in entries] == [{scene.ours.id, ally.faction}] * 2
    assert [event.healed for event in ran.events(HealedByChurch)] == [10, 5]
    assert all(event.city == city.id for event in ran.events(HealedByChurch))


def test_what_an_ally_suffers_cannot_be_foreseen() -> None:
    scene, _, guild = church(10)
    ally = scene.someone("allied")
    hurt = scene.character(scene.stack(5, 5, ally), ally, wounds=50)
    assert scene.plan(order(guild, hurt)).orders[0].outcome == "unforeseen"


def test_own_and_allied_pieces_at_the_church_are_offered() -> None:
    scene, city, guild = church(10)
    own = scene.character(city, wounds=5)
    ally, foe = scene.someone("allied"), scene.someone("at_war")
    theirs = scene.unit(scene.stack(5, 5, ally), ally)
    scene.unit(scene.stack(5, 5, foe), foe)
    scene.character(scene.stack(6, 6))
    values = scene.offered(ChurchHealCombatUnit, "targets", guild=str(ref(guild)))
    assert {str(ref(own)), str(ref(theirs))} <= set(values)
    assert len(values) == 3, "the two and the baron"
