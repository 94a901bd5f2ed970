"""A desk on which everything lies that a picture may have to show: armies of all kinds, items,
graves, spells, treaties, strangers, and a turn that is planned.
"""

from __future__ import annotations

from engine.orders import Queued
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.records import (
    CharacterSighting,
    Grave,
    Holding,
    LastingSpell,
    MagicItem,
    Overture,
    Site,
    Survey,
    Truce,
    survey_id,
)
from tests.bot.faces.kingdoms.desk import Desk, queued
from tests.packs.kingdoms.crowns.table import ref, rules


def full_desk() -> Desk:
    """The desk of the first kingdom."""
    desk = Desk()
    table = desk.table
    world, module = table.world, rules().module
    king, heroes, home = table.king(), table.heroes(), table.crown().home
    near = adjacent(world, home)
    for id in near:
        table.put(world.get(Holding, id), owner=1)
    for number, survey in enumerate(list(world.all(Survey))):
        if survey.crown == 1:
            table.put(survey, percent=number * 37 % 101, seen=survey.seen or 1)
    for number, site in enumerate(list(world.all(Site))):
        if number % 2 or site.holding in near:
            table.put(site, known_to=(1,))
    for number, type in enumerate(module.content(ArmyContent).army_types):
        leader = (king.id, heroes[0].id, 0)[number % 3]
        table.army(type, king.holding, 1, leader=leader, quality=number % 7)
        table.army(type, near[number % len(near)], 0, race="orc")
        world.add(Grave, holding=home, army=type, race="human", quality=2, turn=1)
    for number, item in enumerate(module.content(EncounterContent).artifacts):
        world.add(MagicItem, item=item, holder=(king, heroes[1])[number % 2].place)
    for number, art in enumerate(list(module.content(ArtsContent).arts)[:5]):
        on = world.get(Holding, near[number % 3]).place
        world.add(
            LastingSpell, art=art, on=on, caster=king.id, crown=1, level=2, turn=2, phase=1
        )  # fmt: skip
    table.put(table.crown(), treasury=187, inventions=tuple(module.content(VentureContent).devices))
    table.put(table.now(king), hit_points=9, plan=("TA", "CA-FI", "ME", "FL"))
    world.add(Overture, crown=2, to=1)
    world.add(Truce, crowns=(1, 3), turn=1)
    for number in (2, 3):
        other = table.king(number)
        world.put(
            CharacterSighting(
                id=survey_id(1, other.id),
                crown=1,
                ruler=other.id,
                turn=1,
                seen=((3, home), (4, near[number])),
                armies=("LE", "HC"),
            )
        )
    return desk


def full_turn(desk: Desk) -> list[Queued]:
    """What the characters of the desk are to do."""
    table = desk.table
    king, hero, other = ref(table.king()), *(ref(each) for each in table.heroes())
    first = adjacent(table.world, table.king().holding)[0]
    second = adjacent(table.world, first)[0]
    there = [ref(table.world.get(Holding, id)) for id in (first, second)]
    return queued(
        Explore(character=king),
        Practice(character=king, ability="SA"),
        *(Move(character=hero, to=goal) for goal in there),
        Explore(character=other),
        Cast(character=other, spell="FI"),
    )
