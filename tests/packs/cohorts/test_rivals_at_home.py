"""What computer players see to beside their campaigns: the fallen, lords, votes, and how well."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.campaign import Faction, Now, Player
from engine.deciding import decide
from engine.orders import Order
from engine.packs.cohorts.characters.renown import TransferRenown
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.rival_play import RivalPlay
from engine.packs.cohorts.diplomacy.orders import RescindVotes
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.guilds.market import AcceptOffer, WithdrawOffer
from engine.packs.cohorts.guilds.raising import ImproveGuild
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.ownership import Relation, faction_of, player_of
from engine.packs.cohorts.pieces.positions import note
from engine.packs.cohorts.pieces.records import Character, City, Guild, Stack, Unit
from engine.packs.cohorts.production.orders import SendUnit
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.equipping import StripUnit
from engine.packs.cohorts.stacks.leaving import BuryUnit
from engine.packs.cohorts.trade.books import Market, Offer
from engine.rivals import STRENGTHS, Strength
from engine.world import World
from tests.packs.cohorts.test_rivals import RULES, at_home, given, mind, played


def test_of_the_fallen_the_first_give_up_their_arms_and_others_are_buried() -> None:
    world, city, people = at_home()
    first, other = [hero for hero in people if hero.id != city.baron][:2]
    world.put(first.replace(dead=True, starting=True, equipment={"main_hand": "spear"}))
    world.put(other.replace(dead=True, starting=False))
    assert [each.piece.id for each in given(world, StripUnit)] == [first.id]
    (buried,) = given(world, BuryUnit)
    assert (buried.piece.id, buried.sure) == (other.id, True)


@pytest.mark.parametrize("level, leaves", [(9, True), (2, False)])
def test_a_lord_who_is_too_good_to_sit_at_home_hands_the_city_over(
    level: int, leaves: bool
) -> None:
    world, city, people = at_home()
    world.put(world.get(Character, city.baron).replace(level=level))
    least = min(
        (hero for hero in people if hero.id != city.baron), key=lambda hero: (hero.level, hero.id)
    )
    heirs = [each.character.id for each in given(world, TransferCity)]
    assert heirs == ([least.id] if leaves else [])


def test_renown_is_shared_with_a_teammate_who_has_little() -> None:
    world, _, people = at_home()
    me = world.get(Player, 1)
    mate = next(
        (p for p in world.by(Player, "faction", me.faction) if p.id != me.id),
        None,
    ) or world.add(Player, **{**_values(me), "name": "Mate"})
    pattern = people[-1]
    for _ in range(12):  # enough that no more are hired
        world.add(Character, **{**_values(pattern), "starting": False})
    note(world, 1, renown=400)
    note(world, mate.id, renown=10)
    (shared,) = given(world, TransferRenown)
    assert (shared.target.id, shared.amount) == (mate.id, 100)
    note(world, mate.id, renown=300)
    assert not given(world, TransferRenown)


def _values(thing: Any) -> dict[str, Any]:
    return {key: value for key, value in thing.known().items() if key != "id"}


def test_a_bare_city_gets_a_unit_of_the_host_that_stands_by() -> None:
    world, city, _ = at_home()
    stack = next(world.by(Stack, "player", 1))
    units = list(world.by(Unit, "player", 1))
    world.put(stack.replace(province=city.province, used=0, acted=""))
    for unit in units:
        world.put(unit.replace(holder=stack.place))
    for _ in range(2):
        world.add(Unit, **{**_values(units[0]), "holder": stack.place, "soldiers": 90})
    assert city.id in [each.target.id for each in given(world, SendUnit)]


@pytest.mark.parametrize(
    "offered, wanted, taken",
    [(["oak"], ["iron"], True), (["oak"], ["iron", "clay"], False), (["iron"], ["iron"], False)],
)
def test_an_offer_is_taken_up_if_it_gives_as_much_as_it_asks(
    offered: list[str], wanted: list[str], taken: bool
) -> None:
    world, city, _ = at_home()
    far = next(
        each
        for each in world.all(City)
        if each.baron and faction_of(world, each) != faction_of(world, city)
    )
    for each, goods in ((city, ["iron", "clay"]), (far, ["oak", "iron"])):
        guild = {"name": "Counting House", "level": 20, "actions": 1, "mana": 0, "deity": ""}
        more = {"city": each.id, "type": "merchant", "spells": (), "upgraded": 0, "barred": False}
        world.add(Guild, **guild, **more)
        opened = dict.fromkeys(goods, 1)
        world.put(Market(id=each.id, name=each.name, open=opened, wanted=()))
    one, two = sorted(faction_of(world, each) for each in (city, far))
    for row in list(world.by(Relation, "one", one)):
        world.remove(row)
    world.add(Relation, one=one, other=two, relation="allied")
    sides = {"sender": player_of(world, far), "receiver": 1}
    terms = {"offered": dict.fromkeys(offered, 1), "wanted": dict.fromkeys(wanted, 1)}
    world.add(Offer, name="Offer", city=far.id, target=city.id, **terms, **sides)
    assert bool(given(world, AcceptOffer)) is taken
    assert bool(given(world, WithdrawOffer)) is not taken


# ---------------------------------------------------------------- votes


def other() -> int:
    """A faction that is not the first player's."""
    world = played()[0].world
    mine = world.get(Player, 1).faction
    return next(each.id for each in world.all(Faction) if each.id != mine)


def orders(world: World, kind: type[Order], **wishes: int) -> list[Any]:
    """The orders of a kind of the first player, who has seen land of that faction."""
    thinks = mind(RULES, world, 1, "strong", **wishes)
    view = thinks.view.fork()
    homes = [city.province for city in view.all(City) if city.knows("baron") and city.baron]
    far = next(each for each in view.all(Memory) if each.province not in homes)
    view.put(far.replace(owner=other()))
    found = (each.queued.order for each in decide(replace(thinks, view=view)))
    return [each for each in found if isinstance(each, kind)]


def test_a_vote_for_a_war_that_is_no_longer_wanted_is_taken_back() -> None:
    world = played()[0].world.fork()
    world.add(Vote, player=1, target=other(), matter="war")
    assert [each.faction.id for each in orders(world, RescindVotes, war=0)] == [other()]


# ---------------------------------------------------------------- strengths and worths


def test_the_better_somebody_plays_the_more_of_its_people_it_thinks_of() -> None:
    def heeded(strength: Strength) -> int:
        realm = RivalView(mind(RULES, played()[0].world, 1, strength))
        pieces = [piece for kind in (Character, Unit, City) for piece in realm.world.all(kind)]
        return sum(realm.heeds(piece, part) for piece in pieces for part in ("one", "other"))

    weak, middle, strong = (heeded(each) for each in STRENGTHS)
    assert weak < middle < strong


def test_who_counts_points_thinks_the_more_of_them_the_less_of_the_campaign_is_left() -> None:
    world = played()[0].world.fork()

    def worth(turn: int, strength: Strength = "strong") -> float:
        world.put(world.get(Now, 1).replace(turn=turn))
        return RivalView(mind(RULES, world, 1, strength)).points(ImproveGuild)

    last = RULES.module.victory.turns
    assert last
    assert 0 < worth(1) < worth(last // 2) < worth(last) == worth(last + 1)
    assert worth(last, "middle") < worth(last)


def test_worths_are_of_orders_that_there_are() -> None:
    play = RULES.module.content(Content).rival_play
    assert play.worths
    assert {tuple(key.split(" ")) for key in play.worths} <= set(RULES.orders)


def test_a_module_that_says_nothing_of_it_is_stored_as_before() -> None:
    content = RULES.module.content(Content)
    silent = content.model_copy(update={"rival_play": RivalPlay()})
    assert "rival_play" not in silent.model_dump()
    assert "rival_play" in content.model_dump()
