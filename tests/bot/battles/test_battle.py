"""/battle on a practice table: what a faction was told of a battle, and nobody else's."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot import faces
from bot.answers import Refused
from bot.battles.command import label, meant, value
from bot.faces.battle.told import NOBODY
from bot.faces.face import Faces
from bot.jobs.battles import PastBattle, battle_account, draw_battle, open_battle, past_battles
from bot.payload import AccountRecipe, BattleRecipe, Card, Payload
from bot.store.errors import NotFound
from bot.store.records import Address, NewMessage
from engine.battle import BattleRecord
from engine.campaign import Faction
from engine.events import Entry, Event
from engine.packs.cohorts.battle.told import BattleFought
from engine.world import Place
from tests.bot.faces.battle.joust import FACE as JOUSTING
from tests.bot.faces.battle.joust import ridden
from tests.bot.faces.battle.sample import armies, fought
from tests.bot.pressing import menus
from tests.bot.seated import Game, embed, text, way_out

OURS, RIVAL, THIRD = 1, 2, 3
SECOND = 3

COGS = ["bot.commands.knowing", "bot.guild_commands"]


def fight(record: BattleRecord, province: int, *, attackers: int, defenders: int) -> BattleFought:
    clash = record.clash.replace(place=Place("province", province))
    return BattleFought(
        province=province,
        attackers=(attackers,),
        defenders=(defenders,) if defenders else (),
        record=record.replace(clash=clash),
    )


async def happen(game: Game, event: Event, *told: int, **more: Any) -> int:
    """A tick in which factions learn of an event; gives the tick's number."""
    entry = Entry(event, dict.fromkeys(told, event))
    bodies = [(faction, 0, entry.dump_for(faction, ())) for faction in sorted(told)]
    world = await game.truth()
    return await game.put(world, events=(entry.dump(),), events_for=bodies, **more)


async def at_home(game: Game, **more: Any) -> int:
    """A battle in Ada's capital: rivals attack and win."""
    _, province, _ = await game.home(game.ada)
    event = fight(fought(armies(10, 6)), province.id, attackers=RIVAL, defenders=OURS)
    return await happen(game, event, OURS, RIVAL, **more)


def picture(answer: Any) -> Any:
    (found,) = answer.response.attachments
    return found


async def test_the_last_battle_is_shown_to_its_asker_alone(game: Game) -> None:
    await at_home(game)
    city, _, _ = await game.home(game.ada)
    answer = await game.ask(game.ada, "battle")
    assert answer.response.ephemeral
    assert embed(answer).title == f"Battle of {city.name}"
    assert " beat " in text(answer)
    shown = picture(answer)
    assert shown.filename.endswith(".png")
    assert shown.description.startswith(f"Battle of {city.name}")
    assert "defender House Ashmark" in shown.description


async def test_one_steps_through_the_rounds_with_a_still_and_words_for_each(game: Game) -> None:
    await at_home(game)
    answer = await game.ask(game.ada, "battle")
    seen: list[str] = []
    for _ in range(60):
        await game.press(game.ada, answer, "Next")
        seen.append(embed(answer).title or "")
        if len(set(seen)) == 4:
            break
    names = [title.rpartition(" · ")[2] for title in dict.fromkeys(seen)]
    assert names == ["Array", "Opening", "Round 1", "Round 2"]
    assert "Round 2" in text(answer)
    assert "damage" in text(answer)
    assert "round-2" in picture(answer).filename
    assert ", round 2:" in picture(answer).description
    await game.press(game.ada, answer, "Back")
    assert (embed(answer).title or "").endswith("Round 1")


async def test_the_menu_leads_to_any_scene_and_back_to_the_whole(game: Game) -> None:
    await at_home(game)
    answer = await game.ask(game.ada, "battle")
    (menu,) = menus(answer)
    labels = [each.label for each in menu.options]
    assert labels[:3] == ["The whole battle", "Array", "Opening"]
    assert len(labels) <= 25
    await game.choose(game.ada, answer, "", labels[-1])
    assert (embed(answer).title or "").endswith(labels[-1])
    assert "**Outcome**" in text(answer) or "page 1 of" in (embed(answer).footer.text or "")
    await game.choose(game.ada, answer, "", labels[0])
    assert " beat " in text(answer)


async def test_the_animation_takes_the_place_of_the_still_and_leaves_it(game: Game) -> None:
    await at_home(game)
    answer = await game.ask(game.ada, "battle")
    await game.press(game.ada, answer, "Animation")
    assert picture(answer).filename.endswith(".gif")
    assert picture(answer).description.startswith("Animation: Battle of")
    await game.press(game.ada, answer, "Still")
    assert picture(answer).filename.endswith(".png")


async def test_the_full_account_is_a_file_for_the_asker_alone(game: Game) -> None:
    await at_home(game)
    answer = await game.ask(game.ada, "battle")
    pressed = await game.press(game.ada, answer, "Full account")
    (sent,) = [*pressed.followups] or [pressed.response]
    (file,) = sent.attachments
    assert file.filename.endswith(".txt")


async def test_battles_are_offered_by_turn_place_foe_and_end(game: Game) -> None:
    first = await at_home(game)
    second = await at_home(game)
    offered = await game.ada.autocomplete(game.lobby, "battle", "battle", "")
    assert [each["value"] for each in offered] == [f"{second}.1", f"{first}.1"]
    city, _, _ = await game.home(game.ada)
    view = await game.view(game.ada)
    rival = next(f.name for f in view.all(view.kinds["faction"]) if f.id == RIVAL)  # type: ignore[attr-defined]
    assert offered[0]["name"] == f"Turn 1 · Battle of {city.name} · against {rival} · lost"
    assert await game.ada.autocomplete(game.lobby, "battle", "battle", "won") == []
    asked = await game.ask(game.ada, "battle", battle=f"{first}.1")
    assert picture(asked).filename


async def test_a_faction_that_did_not_see_a_battle_cannot_ask_for_it(game: Game) -> None:
    _, province, _ = await game.home(game.ada)
    event = fight(fought(armies(2, 2)), province.id, attackers=RIVAL, defenders=THIRD)
    hidden = await happen(game, event, RIVAL, THIRD)
    answer = await game.ask(game.ada, "battle")
    assert text(answer) == "Your faction has fought no battle yet."
    assert await game.ada.autocomplete(game.lobby, "battle", "battle", "") == []
    await at_home(game)
    answer = await game.ask(game.ada, "battle", battle=f"{hidden}.0")
    assert "I find no battle" in text(answer)
    assert "list" in way_out(answer)
    path, campaign = game.host.path(game.guild), game.campaign_id
    for job, recipe in (
        (draw_battle, BattleRecipe(tick=hidden, faction=OURS, event=0)),
        (battle_account, AccountRecipe(tick=hidden, faction=OURS, event=0, name="x.txt")),
    ):
        with pytest.raises(NotFound):
            job(path, campaign, recipe)  # type: ignore[arg-type]


async def test_each_side_sees_itself_as_its_own(game: Game) -> None:
    tick = await at_home(game)
    path, campaign = game.host.path(game.guild), game.campaign_id
    stills = [
        draw_battle(path, campaign, BattleRecipe(tick=tick, faction=faction, event=0))
        for faction in (OURS, RIVAL)
    ]
    assert stills[0].png != stills[1].png, "the rim of the own counters is white"
    (theirs,) = past_battles(path, campaign, tick, RIVAL)
    (ours,) = past_battles(path, campaign, tick, OURS)
    assert (theirs.end, ours.end) == ("won", "lost")
    assert past_battles(path, campaign, tick, THIRD) == ()
    assert past_battles(path, campaign, tick - 1, OURS) == ()


async def reported(game: Game, event: int) -> Any:
    """The answer to `/report` of a turn whose report has a picture and an account of a battle."""
    at = {"tick": (await game.campaign()).tick + 1, "faction": OURS, "event": event}
    payload = Payload(
        cards=(Card(title="Battle", text="…"),),
        images=(BattleRecipe.model_validate(at),),
        files=(AccountRecipe.model_validate({**at, "name": "battle.txt"}),),
    )
    message = NewMessage(Address(role=f"faction:{OURS}"), "T9·R1·1/1", payload.model_dump_json())
    await at_home(game, outbox=(message,))
    return (await game.ask(game.ada, "report")).response


@pytest.mark.usefixtures("pictures")
async def test_a_report_with_a_battle_is_posted_with_its_picture_and_account(game: Game) -> None:
    first, second = (await reported(game, 0)).attachments
    assert first.filename.startswith("1-battle-of-")
    assert "House Ashmark" in first.description
    assert second.filename == "battle.txt"


@pytest.mark.usefixtures("pictures")
async def test_a_battle_that_cannot_be_drawn_keeps_no_report_back(game: Game) -> None:
    answer = await reported(game, 7)
    assert answer.attachments == []
    assert "could not be drawn" in answer.content
    assert "could not be made" in answer.content


async def test_a_battle_that_was_taken_back_says_so_and_is_not_offered_first(game: Game) -> None:
    path, campaign = game.host.path(game.guild), game.campaign_id
    first = await at_home(game)
    gone = await at_home(game)
    held = await at_home(game, summary=json.dumps({"back": first}))
    found = past_battles(path, campaign, held, OURS)
    assert [(each.tick, each.gone) for each in found] == [
        (held, False),
        (first, False),
        (gone, True),
    ]
    assert [label(each).startswith("Turn 1 · taken back · ") for each in found] == [
        False,
        False,
        True,
    ]
    assert meant(found, None).tick == held
    for tick, says in ((held, False), (gone, True)):
        opened = open_battle(path, campaign, BattleRecipe(tick=tick, faction=OURS, event=0))
        assert ("This did not happen: it was taken back on" in opened.gone) == says
    answer = await game.ask(game.ada, "battle", battle=value(found[-1]))
    assert "This did not happen" in text(answer)


async def test_allied_foes_are_all_named_in_the_list(game: Game) -> None:
    _, province, _ = await game.home(game.ada)
    event = fight(fought(armies(10, 6)), province.id, attackers=RIVAL, defenders=OURS)
    tick = await happen(game, event.replace(attackers=(RIVAL, THIRD)), OURS)
    path, campaign = game.host.path(game.guild), game.campaign_id
    view = await game.view(game.ada)
    rivals = [view.find(Faction, each) for each in (RIVAL, THIRD)]
    (past,) = past_battles(path, campaign, tick, OURS)
    assert past.sides == "against " + " and ".join(each.name for each in rivals if each)


async def test_a_battle_in_which_nobody_met_is_not_listed(game: Game) -> None:
    _, province, _ = await game.home(game.ada)
    record = fought(armies(1, 1)).replace(engagements=())
    tick = await happen(game, fight(record, province.id, attackers=RIVAL, defenders=OURS), OURS)
    assert past_battles(game.host.path(game.guild), game.campaign_id, tick, OURS) == ()


async def test_a_battle_that_a_faction_only_saw_names_both_sides_and_who_won(game: Game) -> None:
    _, province, _ = await game.home(game.ada)
    event = fight(fought(armies(10, 6)), province.id, attackers=RIVAL, defenders=OURS)
    tick = await happen(game, event, THIRD)
    (past,) = past_battles(game.host.path(game.guild), game.campaign_id, tick, THIRD)
    (won, lost) = past.sides.split(" against ")
    assert won != lost
    assert past.end == f"{won} won"


async def test_a_contest_of_any_system_is_listed_opened_and_drawn_by_its_face(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = BattleFought(
        province=0, attackers=(), defenders=(), record=ridden((3, 2), (3, 0), winner="none")
    )
    tick = await happen(game, event, OURS)
    path, campaign = game.host.path(game.guild), game.campaign_id
    recipe = BattleRecipe(tick=tick, faction=OURS, event=0)
    assert past_battles(path, campaign, tick, OURS) == (), "no face shows it"
    with pytest.raises(NotFound):
        open_battle(path, campaign, recipe)

    of = faces.of
    monkeypatch.setattr(faces, "of", lambda rules: Faces(rules, (*of(rules).faces, JOUSTING)))
    (past,) = past_battles(path, campaign, tick, OURS)
    assert label(past) == "Turn 1 · Joust without a place · against Ser B · undecided"
    assert past.told == "Joust without a place: against Ser B, undecided."
    assert replace(past, sides="").told == "Joust without a place: undecided."
    opened = open_battle(path, campaign, recipe)
    assert (opened.title, opened.signs) == ("Joust without a place", "")
    assert [step.name for step in opened.steps] == ["Salute", "Course 1", "Course 2"]
    assert "Ser B: 2 lances left." in opened.steps[1].pages[0]
    assert draw_battle(path, campaign, recipe.model_copy(update={"scene": 1})).png
    account = AccountRecipe(tick=tick, faction=OURS, event=0, name="x.txt")
    assert "Ser B: 0 lances left." in battle_account(path, campaign, account)


# ---------------------------------------------------------------- which battle is meant


PAST = PastBattle(
    tick=4,
    event=7,
    number=2,
    turn=3,
    place="Battle of Aldermere",
    sides="against Salt Ports",
    end="won",
)
OLD = PastBattle(
    tick=2,
    event=4,
    number=1,
    turn=1,
    place="Battle at 3,4",
    sides=f"against {NOBODY}",
    end="lost",
)


def test_a_battle_is_meant_by_its_value_or_by_a_part_of_its_label() -> None:
    known = (PAST, OLD)
    assert meant(known, None) is PAST
    assert meant(known, value(OLD)) is OLD
    assert meant(known, "neutrals") is OLD
    assert meant(known, "  ALDERmere ") is PAST
    with pytest.raises(Refused, match="I find no battle"):
        meant(known, "Nowhere")
    with pytest.raises(Refused, match="no battle yet"):
        meant((), "Aldermere")


def test_labels_fit_whatever_places_and_foes_are_called() -> None:
    assert label(PAST) == "Turn 3 · Battle of Aldermere · against Salt Ports · won"
    long = PastBattle(1, 3, 1, 12345, "Battle of " + "x" * 90, "y" * 90, "won")
    assert len(label(long)) <= 100
