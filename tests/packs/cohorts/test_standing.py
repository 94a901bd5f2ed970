"""How the factions of Cohorts stand: by cities, then by people."""

from engine.campaign import Player
from tests.rules.scene import Scene


def test_factions_stand_by_their_cities_then_by_the_people_in_them(scene: Scene) -> None:
    many, large, small = (scene.someone(each) for each in ("at_war", "neutral", "allied"))

    def city(x: int, owner: Player | None, people: int, slaves: int = 0) -> None:
        scene.city(x, 2, owner, population={"human": people}, slaves={"orc": slaves})

    city(1, many, 100)
    city(2, many, 100)
    city(4, large, 5000, slaves=2000)
    city(6, small, 6000)
    city(8, None, 90_000)
    found = scene.rules.standings(scene.world)
    named = [each.who.id for each in found]
    assert named == [many.faction, large.faction, small.faction, scene.ours.id]
    assert [each.rank for each in found] == [1, 2, 3, 4]
    assert [each.points for each in found] == [2, 1, 1, 0]
    assert [each.made_of[0].what for each in found] == ["cities"] * 4
