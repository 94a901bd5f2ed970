"""/odds on a practice table: what a fight would bring, by what one knows and nothing else."""

from typing import Any

import pytest
import pytest_asyncio

from bot.battles import odds
from bot.faces.choices.asking import Unanswered
from bot.practice.table import Table
from engine.campaign import Faction, Player
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.world import Record, World
from tests.bot.founding import FACTION
from tests.bot.limits import EMBED_TEXT
from tests.bot.seated import Game, begin, embed, text, way_out
from tests.bot.tapping import Thumb
from tests.rules.plain import blank

COGS = ["bot.commands.knowing", "bot.guild_commands"]


@pytest_asyncio.fixture
async def game(table: Table) -> Game:
    """Ada has two stacks at home, and an enemy and a neutral stand there; one more is far away."""
    game = await begin(table)
    city, province, hero = await game.home(game.ada)
    world = await game.truth()
    rivals = [each for each in world.all(Faction) if each.key != FACTION][:2]
    own = next(each for each in world.all(Faction) if each.key == FACTION)
    for rival, stands in zip(rivals, ("at_war", "neutral"), strict=True):
        relate(world, own.id, rival.id, stands)
    foe, neutral = (add(world, Player, faction=each.id, name=each.name) for each in rivals)
    for name, player, spot, soldiers in [
        ("Vanguard", hero.player, province.id, 200),
        ("Rearguard", hero.player, province.id, 100),
        ("Black Host", foe.id, province.id, 60),
        ("Grey Watch", neutral.id, province.id, 60),
        ("Lost Company", foe.id, 1, 60),
        ("Empty Banner", hero.player, province.id, 0),
        ("Ghost Banner", foe.id, province.id, 0),
    ]:
        stack = add(world, Stack, name=name, player=player, province=spot)
        if soldiers:
            troop(world, stack, player, soldiers)
    await game.put(world)
    assert city.name
    return game


def add(world: World, cls: Any, **values: Any) -> Any:
    return world.add(cls, **{**blank(cls), **values})


def relate(world: World, one: int, other: int, stands: str) -> None:
    low, high = sorted((one, other))
    found = next((r for r in world.by(Relation, "one", low) if r.other == high), None)
    if found:
        world.put(found.replace(relation=stands))
    else:
        add(world, Relation, one=low, other=high, relation=stands)


def troop(world: World, holder: Record, player: int, soldiers: int) -> None:
    add(
        world,
        Unit,
        name=f"Men of {holder.name}",  # type: ignore[attr-defined]
        player=player,
        holder=holder.place,
        race="human",
        arm="soldier",
        type="soldiers",
        soldiers=soldiers,
        level=1,
        morale=100,
        slot=3,
    )


async def names(game: Game, option: str, typed: str, **given: str) -> list[str]:
    offered = await game.ada.autocomplete(game.lobby, "odds", option, typed, **given)
    return [each["value"] for each in offered]


async def test_a_player_is_told_his_chance_with_a_picture_and_on_what_it_rests(game: Game) -> None:
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Black Host")
    assert answer.response.ephemeral
    said = text(answer)
    assert said.startswith(("**Very likely, ", "**Likely, ", "**Open, "))
    assert "for Vanguard to win" in said
    assert "trial battles" in said
    assert "still counting" not in said
    assert "• Men of Vanguard: loses" in said
    assert "Black Host: in sight now, 1 fighter known." in said
    assert "Not known of Men of Black Host: level and gear" in said
    assert len(said.split()) < 160
    assert len(embed(answer)) <= EMBED_TEXT
    (picture,) = answer.response.attachments
    assert picture.filename.startswith("odds-vanguard-against-black-host")
    assert ": for Vanguard to win;" in picture.description


async def test_what_would_make_it_surer_is_a_tap_away(game: Game) -> None:
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Black Host")
    _, province, _ = await game.home(game.ada)
    menu = Thumb(game, game.ada, answer)
    assert menu.options("To be surer") == ["Spy on the soldiers of Black Host"]
    form = menu.on(await menu.choose("To be surer", "Spy on the soldiers of Black Host"))
    assert f"{province.x},{province.y}" in form.text, "the place is filled in"
    assert form.title == "Spy legion fleet"


async def test_what_if_they_attack_me_has_my_garrison_with_me(game: Game) -> None:
    city, _, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Black Host", defending=True)
    said = text(answer)
    assert f"for Vanguard and the garrison of {city.name} to hold" in said
    assert "**They attack**" in said
    assert hero.name in said
    of_city = await game.ask(game.ada, "odds", mine=city.name, enemy="Black Host", defending=True)
    assert f"the garrison of {city.name} to hold" in text(of_city)


async def test_more_stacks_fight_beside_the_first(game: Game) -> None:
    answer = await game.ask(
        game.ada, "odds", mine="Vanguard", enemy="Black Host", more='Rearguard,  "Empty Banner" '
    )
    said = text(answer)
    assert "for Vanguard, Rearguard and Empty Banner to win" in said
    assert "• Men of Rearguard: " in said


async def test_neutrals_may_be_reckoned_with_too(game: Game) -> None:
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Grey Watch")
    assert "for Vanguard to win" in text(answer)


async def test_an_answer_that_takes_longer_is_shown_early_and_made_better(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "LOOKS", ((0.0, True), (2.5, False)))
    shown: list[str] = []
    kept = odds.card

    def noted(title: str, words: str, footer: str = "") -> Any:
        shown.append(words)
        return kept(title, words, footer)

    monkeypatch.setattr(odds, "card", noted)
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Black Host")
    early, late = shown
    assert "trial battles); still counting." in early
    assert "still counting" not in late
    assert text(answer) == late


async def test_what_makes_no_sense_is_refused_with_the_way_out(game: Game) -> None:
    city, _, _ = await game.home(game.ada)
    for options, says in [
        ({"mine": "Nobody", "enemy": "Black Host"}, "I find no stack or city"),
        ({"mine": "Vanguard", "enemy": "@everyone"}, "I find no stack or city"),
        ({"mine": "Black Host", "enemy": "Vanguard"}, "not of your faction"),
        ({"mine": city.name, "enemy": "Black Host"}, "cities attack nobody"),
        ({"mine": "Vanguard", "enemy": "Rearguard"}, "on your side"),
        ({"mine": "Vanguard", "enemy": city.name}, "on your side"),
        ({"mine": "Empty Banner", "enemy": "Black Host"}, "Nobody in Empty Banner can fight"),
        ({"mine": "Vanguard", "enemy": "Black Host", "more": "Vanguard"}, "each once"),
        ({"mine": "Vanguard", "enemy": "Black Host", "more": 'Rearguard, "Va'}, "cannot read"),
        ({"mine": "Vanguard", "enemy": "Black Host", "more": city.name}, "cities attack nobody"),
    ]:
        answer = await game.ask(game.ada, "odds", **options)
        assert says in text(answer), options
        assert way_out(answer), options


async def test_what_is_hidden_cannot_be_asked_about(game: Game) -> None:
    """A stack out of sight is told of as one that is not there, by its name and by its id."""
    hidden = next(each for each in (await game.truth()).all(Stack) if each.name == "Lost Company")
    for guess, none in ((hidden.name, "Loose Company"), (f"stack:{hidden.id}", "stack:99999")):
        answers = [
            text(await game.ask(game.ada, "odds", mine="Vanguard", enemy=name)).replace(name, "X")
            for name in (guess, none)
        ]
        assert answers[0] == answers[1]


async def test_an_enemy_of_whom_nobody_is_known_is_refused(game: Game) -> None:
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Ghost Banner")
    # Its friends stand there too, so there is somebody to fight.
    assert "Men of Black Host" in text(answer)
    lonely = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Ghost Banner", defending=True)
    assert "You know of nobody who would fight for Ghost Banner" in text(lonely)


async def test_who_must_be_read_first_is_said_with_the_way_out(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "forecast", unread)
    answer = await game.ask(game.ada, "odds", mine="Vanguard", enemy="Black Host")
    assert "fully read" in text(answer)
    assert "Read Legion" in way_out(answer)


def unread(*_: object) -> None:
    """The job where the rules of a campaign ask for more than is known."""
    raise Unanswered("They must be fully read.", "Cast Read Legion.", "warlords.forecast")


async def test_stacks_are_offered_where_they_make_sense(game: Game) -> None:
    await game.ask(game.ada, "odds", mine="Vanguard", enemy="Black Host")
    mine = await names(game, "mine", "")
    assert mine[:2] == ["Vanguard", "Rearguard"]
    assert "Black Host" not in mine
    enemies = await names(game, "enemy", "", mine="Vanguard")
    assert {"Black Host", "Grey Watch"} <= set(enemies[:3])
    assert not {"Vanguard", "Lost Company"} & set(enemies)
    assert await names(game, "enemy", "BLACK") == ["Black Host"]
    assert await names(game, "more", "Vanguard, rear") == ["Vanguard, Rearguard"]
    assert await names(game, "more", '"Vang') == []
