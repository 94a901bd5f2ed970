"""Offensive words in what players type: found in disguise, allowed by a campaign, switched off."""

import pytest

from bot.answers import Refused
from bot.host import Host
from bot.offences import offence_in
from bot.practice.table import Table
from bot.store.records import Wording
from bot.wording import changed, check_words, described
from engine.module.names import display_of
from engine.names import free_texts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.setup import Design
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.stacks.activation import ActivateStack
from tests.bot.seated import begin, embed, way_out
from tests.rules.scene import module

USUAL = Wording()


@pytest.mark.parametrize("text", ["Fuck", "f.u.c.k", "sh1t", "The Bitch Queen", "Shiiit"])
def test_offence_is_found_also_in_disguise(text: str):
    assert offence_in(text, USUAL)
    assert not offence_in(text, Wording(checked=False))


@pytest.mark.parametrize(
    "text",
    ["Bastard Sword", "Hell's Gate", "The Bloody Hand", "Sussex", "Grassley", "Cumbria"],
)
def test_what_only_sounds_like_it_is_let_through(text: str):
    assert not offence_in(text, USUAL)


@pytest.mark.parametrize(
    "text", ["Cohort 85", "455 gold", "85,5", "unit 8008", "#85", "(455)", "85%", "a 5 s 5 s"]
)
def test_a_number_is_no_word(text: str):
    assert not offence_in(text, USUAL)


@pytest.mark.parametrize("word", ["a55", "sh1t", "B5"])
def test_a_word_is_allowed_as_it_was_typed(word: str):
    assert offence_in(f"Fort {word}", USUAL)
    allowed = changed(USUAL, None, word, "")
    assert not offence_in(f"Fort {word}", allowed)
    assert offence_in(f"Fort {word} Fuck", allowed)


def test_no_name_of_the_module_offends():
    content = module().content(Content)
    names = [each.name for each in content.weapons.values()]
    names += [each.name for party in content.parties.values() for each in party.characters]
    names += [name for realm in content.realms.values() for name in realm.cities]
    names += [display_of(key) for key in (*content.spells, *content.talents, *content.resources)]
    assert [name for name in names if offence_in(name, USUAL)] == []


def test_a_word_is_allowed_and_forbidden_again():
    allowed = changed(USUAL, None, " Bitch ", "")
    assert not offence_in("The Bitch Queen", allowed)
    assert offence_in("Shit", allowed)
    assert "||bitch||" in described(allowed, by_host=True)
    assert changed(allowed, None, "", "BITCH") == USUAL
    with pytest.raises(Refused, match="not allowed before"):
        changed(USUAL, None, "", "word")
    assert changed(allowed, False, "", "") == Wording(False, ("bitch",))


def test_a_campaign_allows_so_many_words_and_no_more():
    full = Wording(allowed=tuple(f"word{n:03}" for n in range(100)))
    with pytest.raises(Refused, match="100 words"):
        changed(full, None, "one more", "")


def test_the_texts_of_an_order_are_those_that_players_type_freely():
    stack = ActivateStack.model_validate({"name": "Guard", "province": "province:1"})
    assert list(free_texts(stack)) == ["Guard"]
    party = next(iter(module().content(Content).parties.values()))
    design = Design(characters=party.characters)
    join = Join(faction="ashmark", name="Ada", design=design)
    assert list(free_texts(join)) == [each.name for each in party.characters]


async def test_a_host_may_do_without_the_check(table: Table):
    game = await begin(table)
    host: Host = game.host
    with pytest.raises(Refused, match="would offend"):
        await check_words(host, game.guild, game.campaign_id, ["Shit"])
    host.words = False
    await check_words(host, game.guild, game.campaign_id, ["Shit"])


async def test_an_order_with_an_offensive_name_is_refused_by_command_and_by_sheet(table: Table):
    game = await begin(table)
    _, home, _ = await game.home(game.ada)
    where = f"{home.x},{home.y}"
    answer = await game.ask(game.ada, "stack activate", name="Shitstorm 1 sh1t", province=where)
    assert "would offend" in (embed(answer).description or "")
    assert "at the desk" in way_out(answer)
    assert (await game.draft(game.ada)).orders == ()
    line = f'stack activate name:"sh1t" province:{where}\n'.encode()
    answer = await game.ask(game.ada, "orders upload", file=("orders.txt", b"; mine\n" + line))
    assert (embed(answer).description or "").startswith("Line 2: “s")
    assert "would offend" in (embed(answer).description or "")
