"""Menus of the form: of many options as of few."""

from bot.faces.words.choosing import Option
from bot.guided.widgets import Select, turned_to


def test_of_more_options_than_a_menu_takes_the_rest_is_a_turn_away_and_what_is_chosen_stays():
    options = [Option(str(n), f"Thing {n}") for n in range(60)]

    async def act(*_: object) -> None: ...

    shown: list[str] = []
    for part in range(3):
        menu = Select("id", "Choose", options, act, chosen=["1", "30"], most=3, part=part)
        assert len(menu.options) <= 25
        *values, last = [option.value for option in menu.options]
        shown += values
        assert turned_to([last]) == (part + 1) % 3
    assert shown == [each.value for each in options]
    assert turned_to(["1"]) is None
