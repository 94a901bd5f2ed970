"""Your turn: within Discord's limits, and nothing that a faction cannot know."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot import faces
from bot.callers.embeds import PAGE
from bot.faces.agenda import AgendaEntry, Desk
from bot.faces.cohorts.stack.idling import GiveIdleWork, RestIdle
from bot.faces.leads import Lead
from bot.host import asking
from bot.jobs.agenda import Agenda, agenda_of
from bot.orders.guarding import wasted
from bot.turn.pages import MENU, MENUS, TurnPage, paged
from engine.campaign import Player
from engine.orders import Queued, Refused, parameters
from engine.packs import Rules
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.cities.acting import AttractPopulation
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.world import Record, World
from tests.bot.faces.looking import desk
from tests.golden.realm import Realm
from tests.hidden import HIDDEN, twin, veiled
from tests.rules.plain import blank
from tests.rules.scene import Scene, module, ref

PACKS = ("cohorts", "warlords")


@functools.cache
def realm(pack: str) -> Realm:
    return Realm(Rules.of(module(pack)))


@functools.cache
def desks(pack: str) -> tuple[Desk, ...]:
    """The desks of every player of a golden realm."""
    scene = realm(pack)
    views = {f: scene.rules.view(scene.world, f) for f in range(1, 8)}
    return tuple(desk(scene.rules, views[p.faction], p.id) for p in scene.world.all(Player))


def entries(of: Desk) -> Iterator[AgendaEntry]:
    """Every line, with nothing that is not known left out in silence."""
    for block in of.faces.agenda:
        yield from filter(None, (line() for line in block.lines(of)))


def leads(of: Desk) -> Iterator[Lead]:
    for entry in entries(of):
        yield from entry.leads
    for step in of.faces.first_turn:
        yield from step.leads(of)


def subject(made: Agenda, name: str) -> list[str]:
    """The lines of a block; none if it is not there."""
    return [e.text for each in made.subjects if each.name == name for e in each.entries]


@pytest.mark.parametrize("pack", PACKS)
def test_every_players_turn_stays_within_discords_limits(pack: str) -> None:
    for each in desks(pack):
        made = agenda_of(each)
        pages = list(paged(["Not submitted."], made))
        assert pages
        for page in pages:
            check(page)
        assert len(wasted([entry.unused for entry in made.unused])) < PAGE
        shown = "\n".join(page.text for page in pages)
        assert all(entry.text in shown for entry in entries(each))


def check(page: TurnPage) -> None:
    assert 0 < len(page.text) <= PAGE
    assert len(page.menus) <= MENUS
    for menu in page.menus:
        assert 0 < len(menu.called) <= 150
        assert menu.parts
        for part in menu.parts:
            assert 0 < len(part) <= MENU
            for lead in part:
                assert 0 < len(lead.label) <= 100
                assert len(lead.note) <= 100


@pytest.mark.parametrize("pack", PACKS)
def test_every_line_leads_to_what_there_is(pack: str) -> None:
    for each in desks(pack):
        for lead in leads(each):
            assert (
                sum(map(bool, (lead.order, lead.recipe, lead.thing, lead.panel, lead.command))) == 1
            )
            if lead.order:
                takes = {p.name: p for p in parameters(each.rules.orders[lead.order])}
                assert dict(lead.given).keys() <= takes.keys()
            if lead.panel:
                name, about = lead.panel
                panel = each.faces.panels[name]
                assert not about or (panel.about and panel.about.meant(each, about))


@pytest.mark.parametrize("pack", PACKS)
def test_nothing_is_left_out_for_not_being_known(pack: str) -> None:
    for each in desks(pack):
        told = {entry.text for entry in entries(each)}
        made = agenda_of(each)
        assert told <= {entry.text for subject in made.subjects for entry in subject.entries}


@functools.cache
def usual() -> Agenda:
    return agenda_of(veiled_desk(veiled().world))


def veiled_desk(world: World) -> Desk:
    scene = veiled()
    return desk(scene.rules, scene.rules.view(world, scene.ours.id), scene.me.id)


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kinds", HIDDEN.together(4))
def test_your_turn_holds_nothing_that_the_faction_cannot_know(kinds: tuple[str, ...]) -> None:
    assert agenda_of(veiled_desk(twin("cohorts", *kinds))) == usual()


def test_the_full_realm_tells_of_every_subject_in_the_order_of_their_places() -> None:
    blocks = faces.of(veiled().rules).agenda
    assert [each.name for each in usual().subjects] == [block.name for block in blocks]
    assert [block.place for block in blocks] == sorted(block.place for block in blocks)


# ---------------------------------------------------------------- single subjects


class Home(Scene):
    """A city with two heroes, a teammate, and others at war."""

    def __init__(self, **content: Any) -> None:
        super().__init__(24, 16, content=content)
        self.mate = self.player("Bram", self.ours)
        self.foe = self.someone("at_war")
        self.other = self.someone("neutral")
        barony = self.barony(*[(x, y) for x in range(4, 7) for y in range(4, 7)], name="Harrow")
        self.town = self.city(
            5,
            5,
            self.me,
            name="Harrowford",
            barony=barony.id,
            population={"human": 9000},
            improvements={"barracks": 1},
            actions=2,
        )
        self.items(self.town, human_recruits=90)
        self.province(4, 4, deposits=("wheat",))
        self.hero = self.character(self.town, name="Wystan", actions=1, level=2, skill_points=3)

    def meet(self, name: str, x: int, owner: Player) -> None:
        """A foreign stack in sight of an own one."""
        self.unit(self.stack(x, 5, owner, name=name), owner)
        self.unit(self.stack(x, 5, name=f"Watch of {x}"))

    def made(self, *orders: Queued, player: Player | None = None) -> Agenda:
        player = player or self.me
        return agenda_of(
            desk(self.rules, self.rules.view(self.world, player.faction), player.id, *orders)
        )


@pytest.fixture
def home() -> Home:
    return Home()


def test_a_city_is_told_first_what_a_computer_player_would_do(home: Home) -> None:
    made = home.made()
    (line,) = subject(made, "Cities with actions")
    assert line.startswith(
        "**Harrowford** 2 actions left (90 recruits waiting): train 90 · village"
    )
    (entry,) = next(each.entries for each in made.subjects if each.name == "Cities with actions")
    assert entry.leads[0].note == "because recruits wait in Harrowford"


def test_a_threatened_city_is_told_what_guards_it_first(home: Home) -> None:
    home.meet("Red Host", 6, home.foe)
    made = home.made()
    (line,) = subject(made, "Cities with actions")
    assert ": train 90 · " in line
    danger, *_ = subject(made, "Danger")
    assert danger == "⚠️ **Harrowford** sees Red Host 1 province off"
    assert made.subjects[0].name == "Danger"


def test_an_enemy_far_away_and_a_neutral_one_near_are_no_danger(home: Home) -> None:
    for x, owner in ((12, home.foe), (6, home.other)):
        home.meet("A Host", x, owner)
    assert subject(home.made(), "Danger") == []


def test_a_garrison_that_is_more_than_its_city_feeds_is_told_with_what_it_costs() -> None:
    home = Home(cities={"fed_percent": 5})
    home.unit(home.town, home.me, soldiers=900)
    made = home.made()
    assert subject(made, "Danger") == [
        "⚠️ **Harrowford** feeds 450 of its 900 soldiers: each unit inside loses 12% of its "
        "strength a week"
    ]
    (entry,) = made.subjects[0].entries
    assert entry.leads[0].order == ("stack", "activate")


def test_a_city_whose_actions_the_draft_takes_is_not_told_any_more(home: Home) -> None:
    attract = [Queued(f"k{n}", AttractPopulation(city=ref(home.town))) for n in range(1, 3)]
    home.village(4, 4, 1)
    assert subject(home.made(*attract[:1]), "Cities with actions")[0].startswith(
        "**Harrowford** 1 action left"
    )
    made = home.made(*attract)
    assert subject(made, "Cities with actions") == []
    assert all("Harrowford" not in entry.unused for entry in made.unused)
    assert subject(made, "Your orders") == ["2 orders."]


def test_who_can_act_is_told_until_he_has_and_counts_as_unused(home: Home) -> None:
    made = home.made()
    (line,) = [e for e in subject(made, "Characters with actions") if "Wystan" in e]
    assert "Harrowford)" in line
    assert "Wystan has not acted" in [entry.unused for entry in made.unused]
    home.change(home.hero, actions=0)
    assert not [e for e in subject(home.made(), "Characters with actions") if "Wystan" in e]


def test_points_are_told_but_are_no_waste(home: Home) -> None:
    made = home.made()
    assert subject(made, "Points to spend") == ["**Wystan**: 3 skill points"]
    assert not any("point" in entry.unused for entry in made.unused)


def test_the_dead_and_the_captured_are_told(home: Home) -> None:
    home.change(home.hero, dead=True)
    lost = home.character(home.stack(12, 5, home.foe), name="Maud", captor=home.foe.id)
    told = subject(home.made(), "Danger")
    assert "☠️ **Wystan** is dead in Harrowford at 5,5" in told
    assert "⛓️ **Maud** is a prisoner" in told
    assert lost.captor


def test_a_vote_that_a_teammate_began_waits_for_the_others(home: Home) -> None:
    target = home.other.faction
    vote = {"player": home.mate.id, "target": target, "matter": "alliance"}
    home.world.add(Vote, **{**blank(Vote), **vote})
    (line,) = subject(home.made(), "Needs you")
    assert line.startswith("🗳️ Bram voted for an alliance with **")
    assert line.endswith("(1 of 2 votes)")
    assert subject(home.made(player=home.mate), "Needs you") == []


def test_peace_that_the_enemy_sues_for_is_offered(home: Home) -> None:
    vote = {"player": home.foe.id, "target": home.ours.id, "matter": "peace"}
    home.world.add(Vote, **{**blank(Vote), **vote})
    (line,) = subject(home.made(), "Needs you")
    assert "offers peace (0 of 2 votes)" in line


def test_what_was_known_before_is_not_new(home: Home) -> None:
    home.meet("Red Host", 6, home.foe)
    view = home.rules.view(home.world, home.ours.id)
    of = desk(home.rules, view, home.me.id)
    assert of.faces.noted
    fresh = subject(agenda_of(of), "New to you")
    assert any("Red Host" in line for line in fresh)
    assert any("met: they are at war with you" in line for line in fresh)
    known = frozenset(of.faces.noted(view, home.ours.id))
    assert subject(agenda_of(replace(of, earlier=known)), "New to you") == []
    assert subject(agenda_of(replace(of, earlier=None)), "New to you") == []


@pytest.mark.parametrize(
    "who, fields, begins",
    [
        ("town", ("actions",), "**Harrowford** 2"),
        ("hero", ("actions", "skill_points"), "**Wystan**"),
        ("hero", ("dead",), "**Wystan**"),
    ],
)
def test_what_is_in_doubt_leaves_all_other_lines(
    home: Home, who: str, fields: tuple[str, ...], begins: str
) -> None:
    home.city(12, 5, home.me, name="Lowford", actions=1)
    home.character(home.town, name="Maud", actions=1, level=3)
    home.unit(home.stack(5, 5, home.me, name="Guard"))
    of = desk(home.rules, home.rules.view(home.world, home.ours.id), home.me.id)
    usual, made = lines(agenda_of(of)), lines(agenda_of(doubting(of, getattr(home, who), fields)))
    lost = {line for line in usual if line.startswith(begins)}
    assert lost
    assert usual - made == lost
    assert len(made) > 5


def test_a_city_whose_baron_is_in_doubt_is_still_the_players(home: Home) -> None:
    of = desk(home.rules, home.rules.view(home.world, home.ours.id), home.me.id)
    made = agenda_of(doubting(of, home.town, ("baron",)))
    assert [line for line in lines(made) if line.startswith("**Harrowford** 2 actions left")]


def doubting(of: Desk, thing: Record, fields: tuple[str, ...]) -> Desk:
    """The desk after an order that cannot be foreseen, which put these fields in doubt."""
    world = of.state.world.fork()
    known = [name for name in type(thing).names if name not in fields]
    world.put(world.get(type(thing), thing.id).only(known))
    return replace(of, state=asking(of.rules, world, of.player))


def lines(made: Agenda) -> set[str]:
    return {entry.text for each in made.subjects for entry in each.entries}


@pytest.mark.rule("cohorts.stack.possessions-and-burden")
def test_a_stack_that_a_quest_left_with_too_much_leads_to_what_sets_it_going() -> None:
    scene = Scene(8, 8)
    scene.city(1, 1, scene.me)
    stack = scene.stack(4, 4, scene.me)
    hero = scene.character(stack)
    scene.items(stack, elven_boots=1)
    scene.run()
    of = desk(scene.rules, scene.view(), scene.me.id)
    (entry,) = [each for each in entries(of) if "cannot move" in each.text]
    assert entry.unused == f"{stack.name} cannot move"
    recipe = of.faces.recipes[entry.leads[0].recipe]
    orders = list(recipe.model_validate(dict(entry.leads[0].given)).orders(of.state, {}))
    scene.run(*orders)
    assert scene.held(hero) == {"elven_boots": 1}
    of = desk(scene.rules, scene.view(), scene.me.id)
    assert not any("cannot move" in each.text for each in entries(of))


def test_all_who_are_idle_rest_or_train_where_that_serves_and_the_others_are_left_alone() -> None:
    scene = Scene()
    tired, fresh, lame = (
        scene.stack(2, y, name=n) for y, n in enumerate(("Tired", "Fresh", "Lame"))
    )
    scene.unit(tired, wounds=40)
    scene.unit(fresh)
    scene.character(lame, name="Osric", level=1, mana=0)
    of = desk(scene.rules, scene.view(), scene.me.id)
    told = "\n".join(subject(agenda_of(of), "Stacks that stand"))
    assert "**All idle:**" in told
    work = list(GiveIdleWork().orders(of.state, {}))
    assert [
        (each.path[1], str(each.refs()["stack"])) for each in work if "stack" in each.refs()
    ] == [
        ("rest", f"stack:{tired.id}"),
        ("training-camp", f"stack:{fresh.id}"),
    ]
    assert not any(isinstance(each, PracticeSkill) for each in work), "at 5% it is no advice"
    assert "practise" not in "\n".join(subject(agenda_of(of), "Characters with actions"))
    with pytest.raises(Refused, match="anything to gain"):
        next(
            RestIdle(who="stacks").orders(
                desk(
                    scene.rules,
                    scene.view(),
                    scene.me.id,
                    *(Queued(f"k{n}", each) for n, each in enumerate(work, 1)),
                ).state,
                {},
            )
        )


def test_a_stack_that_cannot_move_is_offered_no_march() -> None:
    scene = Scene()
    scene.character(scene.stack(2, 2, name="Rams"), name="Osric", statuses={"stoned": 1})
    (entry,) = (
        each
        for each in entries(desk(scene.rules, scene.view(), scene.me.id))
        if "Rams" in each.text and "cannot move" in each.text
    )
    assert not any(lead.order == ("stack", "move") for lead in entry.leads)
