"""What is hidden of foreign Kings and heroes, and of what they carry."""

from __future__ import annotations

from engine.packs.kingdoms.pieces.merits import Doings, Merit
from engine.world import World
from tests.hidden.kingdoms.veil import Shrouded, alter, hides


@hides
def skill_of_a_king(scene: Shrouded, world: World) -> None:
    alter(world, scene.king(2), skill=(5,) * 15, aptitude=(5,) * 15)


@hides
def wounds_of_a_king(scene: Shrouded, world: World) -> None:
    alter(world, scene.king(2), hit_points=1)


@hides
def plan_of_a_king(scene: Shrouded, world: World) -> None:
    alter(world, scene.king(2), plan=("FL",), line=(scene.dragons.id,))


@hides
def temper_of_a_king(scene: Shrouded, world: World) -> None:
    alter(world, scene.king(2), temper="Cowardly", refusal=90)


@hides
def merit_of_a_hero(scene: Shrouded, world: World) -> None:
    alter(world, scene.unseen, merit=Merit(land=9, monsters=40))


@hides
def deeds_of_a_hero(scene: Shrouded, world: World) -> None:
    alter(world, scene.unseen, doings=Doings(practised=True, risen=("ME",)))


@hides
def coma_of_a_king(scene: Shrouded, world: World) -> None:
    king = scene.king(3)
    alter(world, king, coma=king.skill, skill=(0,) * 15)


@hides
def place_of_a_king(scene: Shrouded, world: World) -> None:
    alter(world, scene.king(4), holding=scene.farther.id)


@hides
def place_of_a_hero_never_seen(scene: Shrouded, world: World) -> None:
    alter(world, scene.unseen, holding=scene.far.id)


@hides
def name_and_race_of_a_hero_never_seen(scene: Shrouded, world: World) -> None:
    alter(world, scene.unseen, name="Nobody Known", race="dwarf", alignment="Evil")


@hides
def place_of_a_hero_who_was_noticed_and_went_on(scene: Shrouded, world: World) -> None:
    alter(world, scene.noticed, holding=scene.far.id)


@hides
def death_of_a_hero_who_was_noticed_and_went_on(scene: Shrouded, world: World) -> None:
    alter(world, scene.noticed, died=1, hit_points=0, holding=scene.far.id)


@hides
def dismissal_of_a_hero_who_was_noticed(scene: Shrouded, world: World) -> None:
    alter(world, scene.noticed, crown=0, holding=scene.far.id)


@hides
def new_lord_of_a_hero_who_was_noticed(scene: Shrouded, world: World) -> None:
    alter(world, scene.noticed, crown=4, holding=scene.far.id, since=1)


@hides
def death_of_a_hero_never_seen(scene: Shrouded, world: World) -> None:
    alter(world, scene.unseen, died=1, hit_points=0)


@hides
def body_out_of_sight(scene: Shrouded, world: World) -> None:
    alter(world, scene.dead, holding=scene.farther.id)


@hides
def hero_out_of_sight_whom_nobody_employs(scene: Shrouded, world: World) -> None:
    alter(world, scene.stranger, holding=scene.far.id, alignment="Evil", refusal=5)


@hides
def hiring_of_a_hero_out_of_sight(scene: Shrouded, world: World) -> None:
    alter(world, scene.stranger, crown=4, since=1, holding=scene.far.id)


@hides
def item_of_a_hero(scene: Shrouded, world: World) -> None:
    alter(world, scene.relic, holder=scene.lord.place, used=1)


@hides
def item_in_a_known_feature(scene: Shrouded, world: World) -> None:
    alter(world, scene.relic, holder=scene.site.place)
