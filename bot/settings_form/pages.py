"""The pages of the form: each says what is set and what it means, and sets one thing at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot import faces
from bot.campaign.on_terms import checked
from bot.faces.choices.asking import Asking
from bot.faces.embeds import Card, Field
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option
from bot.faces.words.text import number, plain
from bot.settings_form.draft import OWN, READY, ZONES, SettingsDraft, hour_of, whole, zone_of
from bot.settings_form.winning import PAGE, winning_page
from bot.terms.told import calendar_told, changes_between, flat
from engine.calendar import Weekday
from engine.module.terms import with_terms
from engine.packs import Rules
from engine.world import World

Controls = tuple[Menu[SettingsDraft] | Button[SettingsDraft], ...]
HOME: Final = FormPosition("home")
_DAYS: Final = tuple(Option(day.value, day.value.capitalize()) for day in Weekday)


def page(
    draft: SettingsDraft, at: FormPosition, home: Callable[[SettingsDraft], Page[SettingsDraft]]
) -> Page[SettingsDraft]:
    """The page at which somebody is; `home` makes the first one."""
    made = _PAGES.get(at.page)
    return made(draft, at) if made else home(draft)


def terms_fields(draft: SettingsDraft) -> tuple[Field, ...]:
    """What is set, in short, for the first page."""
    calendar, victory = draft.calendar, draft.terms.victory
    early = "early once everyone is ready" if draft.early else "never early"
    seats = ", ".join(
        f"{faction.short} {draft.terms.seats.get(key) or 'any'}"
        for key, faction in draft.module.factions.items()
    )
    sooner = _sooner(draft)
    ends = f"after turn {victory.turns}" if victory.turns else "when somebody wins"
    return (
        Field("Calendar", calendar_told(calendar)),
        Field(
            "Pace",
            f"Runs are {early}. Reminders {number(calendar.reminder_hours, 'hour')} before; "
            f"{number(calendar.extensions, 'extension')} a month for each side, of "
            f"{number(calendar.extension_hours, 'hour')}.",
        ),
        Field("Seats", seats),
        Field(
            "The end",
            f"It ends {ends}. {f'It may end sooner: {sooner} ' if sooner else ''}Standings are "
            f"{'open' if victory.standings == 'open' else 'secret'}.",
        ),
    )


def _sooner(draft: SettingsDraft) -> str:
    """How it may end before its last turn by the rules of its packs, in words; empty if not."""
    rules = Rules.of(with_terms(draft.module, draft.terms))
    shown = faces.of(rules)
    if shown.goal is None:
        return ""
    return shown.goal.ends(Asking(shown, World(rules.records), 0, 0))


def terms_buttons() -> Controls:
    """The ways from the first page to those of the terms."""
    return (
        Button("terms:calendar", "Calendar", Turn(FormPosition("calendar"))),
        Button("terms:hour", "Hour and zone", Turn(FormPosition("hour"))),
        Button("terms:pace", "Pace", Turn(FormPosition("pace"))),
        Button("terms:seats", "Seats", Turn(FormPosition("seats"))),
        Button("terms:end", "The end", Turn(FormPosition("end"))),
    )


def changes_of(draft: SettingsDraft) -> list[str]:
    """What is otherwise than when the form was opened."""
    told = changes_between(draft.before, draft.terms, draft.module)
    if draft.early != draft.was_early:
        told.append(f"**Early runs**: {_yes(draft.was_early)} → {_yes(draft.early)}")
    return told


def settings_home(name: str, note: str) -> Callable[[SettingsDraft], Page[SettingsDraft]]:
    """The first page where a campaign is there; `note` says what waits for its next turn."""

    def made(draft: SettingsDraft) -> Page[SettingsDraft]:
        changed = changes_of(draft)
        text = "\n".join(f"• {line}" for line in changed)[:1500]
        text = f"**To be changed:**\n{text}" if changed else "Nothing is changed yet."
        card = Card(
            f"{plain(name)} · settings",
            "\n".join(part for part in (note, text) if part),
            terms_fields(draft),
        )
        main: Button[SettingsDraft] = Button("terms:take", "Say why and apply …", Take(), main=True)
        return Page(card, (*terms_buttons(), replace(main, disabled=not changed)))

    return made


# ---------------------------------------------------------------- the terms


def _calendar(draft: SettingsDraft, at: FormPosition) -> Page[SettingsDraft]:
    calendar = draft.calendar
    own = calendar_told(draft.module.calendar)
    options = [
        *(Option(each.key, each.label, each.about) for each in READY),
        Option(OWN, "The module's own", own[:100]),
    ]
    text = (
        f"{calendar_told(calendar)}\n\nA **run** carries out the turns that are in; everybody has "
        "one in a game week. The **production** ends it: cities grow, and the next turn begins."
    )
    controls: Controls = (
        Menu(
            "terms:ready",
            "Choose a ready-made calendar",
            options,
            lambda values: Change(lambda was: was.with_ready(values[0])),
            (draft.ready,) if draft.ready else (),
        ),
        Menu(
            "terms:runs",
            "Days of runs",
            _DAYS,
            lambda values: Change(lambda was: was.with_calendar(run_days=values)),
            tuple(day.value for day in calendar.run_days),
            most=7,
        ),
        _production(draft),
        _back(),
    )
    return Page(Card("Calendar", text), controls)


def _production(draft: SettingsDraft) -> Menu[SettingsDraft]:
    """The day of the production, where there is one a week; else which days end turns."""
    calendar = draft.calendar

    def weekly(values: tuple[str, ...]) -> Change[SettingsDraft]:
        return Change(lambda was: was.with_calendar(production_days=values))

    def several(values: tuple[str, ...]) -> Change[SettingsDraft]:
        days = [day for day in Weekday if day.value in values]
        return Change(
            lambda was: was.with_calendar(
                production_days=days, week_starts=_after(days), run_days=_runs(was, days), weeks=1
            )
        )

    chosen = tuple(day.value for day in calendar.production_days)
    if calendar.weeks > 1:
        return Menu("terms:production", "Day of the production", _DAYS, weekly, chosen)
    return Menu(
        "terms:production", "Days that end a turn, by a production", _DAYS, several, chosen, most=7
    )


def _after(days: list[Weekday]) -> list[Weekday]:
    """The days on which game weeks begin, if they end on these; the usual ones for one day."""
    order = list(Weekday)
    if len(days) == 1:
        return [Weekday.MONDAY]
    return [order[(order.index(day) + 1) % 7] for day in days]


def _runs(draft: SettingsDraft, ends: list[Weekday]) -> list[Weekday]:
    """The days of runs, with whatever a game week that ends on each of these needs."""
    kept = draft.calendar.run_days
    return [day for day in Weekday if day in kept or (len(ends) > 1 and day in ends)]


def _hour(draft: SettingsDraft, at: FormPosition) -> Page[SettingsDraft]:
    calendar = draft.calendar
    text = (
        f"Cut-offs, runs and productions are at **{calendar.cut_off:%H:%M}** in "
        f"**{calendar.time_zone.key}**; everybody sees them in a time of one's own."
    )
    zones = dict.fromkeys((calendar.time_zone.key, *ZONES))
    controls: Controls = (
        Menu(
            "terms:zone",
            "Choose a time zone",
            [Option(zone, zone.replace("_", " ")) for zone in zones],
            lambda values: Change(lambda was: was.with_calendar(time_zone=zone_of(values[0]))),
            (calendar.time_zone.key,),
        ),
        Button(
            "terms:at",
            "Hour …",
            Ask(
                "The hour",
                "Such as 21:30, or 9 pm",
                "An hour",
                f"{calendar.cut_off:%H:%M}",
                lambda was, words: replace(was.with_calendar(cut_off=hour_of(words)), timed=True),
                20,
            ),
        ),
        Button(
            "terms:city",
            "Another zone …",
            Ask(
                "The time zone",
                "A city, such as Berlin or New York",
                "A time zone",
                "",
                lambda was, words: was.with_calendar(time_zone=zone_of(words)),
                60,
            ),
        ),
        _back(),
    )
    return Page(Card("Hour and time zone", text), controls)


_FIGURES: Final[Mapping[str, tuple[str, int, int, str]]] = {
    "reminder_hours": ("Reminder …", 1, 168, "Hours before a week's last cut-off"),
    "extensions": ("Extensions …", 0, 20, "Extensions a month, for each faction"),
    "extension_hours": ("Hours of one …", 1, 168, "By how many hours one puts the cut-off off"),
    "idle_after": ("Idle after …", 1, 50, "Game weeks missed in a row until nobody waits"),
    "early_hours": ("Early after …", 0, 168, "Hours at least between a run and an early one"),
}
"""Figures of the calendar that are asked for: their button, bounds, and what is asked."""


def _pace(draft: SettingsDraft, at: FormPosition) -> Page[SettingsDraft]:
    calendar = draft.calendar
    lines = [
        f"• Runs are **{'early once everyone is ready' if draft.early else 'never early'}**"
        + (f", at least {calendar.early_hours} h after the one before." if draft.early else "."),
        f"• Who owes a turn is reminded **{calendar.reminder_hours} h** before the last cut-off.",
        f"• Each faction may put a cut-off off **{calendar.extensions}** times a month, by "
        f"**{calendar.extension_hours} h**.",
        f"• Nobody waits any more for a player who missed **{calendar.idle_after}** game weeks in "
        "a row.",
    ]
    early: Button[SettingsDraft] = Button(
        "terms:early",
        "Never early" if draft.early else "Early when all are ready",
        Change(lambda was: replace(was, early=not was.early)),
    )
    figures = (_figure(draft, name) for name in _FIGURES)
    return Page(Card("Pace", "\n".join(lines)), (early, *figures, _back()))


def _figure(draft: SettingsDraft, name: str) -> Button[SettingsDraft]:
    label, least, most, what = _FIGURES[name]

    def edit(was: SettingsDraft, words: str) -> SettingsDraft:
        return was.with_calendar(**{name: whole(words, what, least, most)})

    present = str(getattr(draft.calendar, name))
    return Button(f"terms:{name}", label, Ask("Pace", what[:45], what, present, edit, 6))


def _seats(draft: SettingsDraft, at: FormPosition) -> Page[SettingsDraft]:
    factions = draft.module.factions
    lines = [
        f"• {faction.name}: **{draft.terms.seats.get(key) or 'any number'}**"
        for key, faction in factions.items()
    ]
    chosen = at.about[0] if at.about else next(iter(factions))
    faction = factions[chosen]

    def edit(was: SettingsDraft, words: str) -> SettingsDraft:
        seats = whole(words, "Seats, 0 for any number", 0, 500) or None
        terms = was.terms.model_copy(update={"seats": {**was.terms.seats, chosen: seats}})
        checked(was.module, terms)
        return replace(was, terms=terms)

    ask = Ask(
        "Seats",
        "How many may play; 0 for any number",
        "Seats",
        str(draft.terms.seats.get(chosen) or 0),
        edit,
        4,
    )
    controls: Controls = (
        Menu(
            "terms:side",
            "Choose a faction",
            [Option(key, each.name) for key, each in factions.items()],
            lambda values: Turn(FormPosition("seats", values)),
            (chosen,),
        ),
        Button("terms:number", f"Seats of {faction.name} …"[:80], ask),
        _back(),
    )
    text = "\n".join(["How many may play for each side:", *lines])
    return Page(Card("Seats", text), controls)


def _end(draft: SettingsDraft, at: FormPosition) -> Page[SettingsDraft]:
    victory = draft.terms.victory
    lines = [
        f"• Last turn: **{victory.turns or 'none'}**",
        f"• Standings: **{victory.standings}**"
        + ("" if victory.standings == "open" else ", until the end tells them"),
        *(
            f"• {path.replace('_', ' ').replace('.', ', ')}: **{_said(value)}**"
            for section in draft.terms.winning.values()
            for path, value in flat(section)
        ),
    ]

    def last(was: SettingsDraft, words: str) -> SettingsDraft:
        turns = whole(words, "The last turn, 0 for none", 0, 5000) or None
        return _with_victory(was, turns=turns)

    other = "secret" if victory.standings == "open" else "open"
    controls: list[Menu[SettingsDraft] | Button[SettingsDraft]] = [
        Button(
            "terms:last",
            "Last turn …",
            Ask("The last turn", "0 for none", "A turn", str(victory.turns or 0), last, 5),
        ),
        Button(
            "terms:standings",
            f"Standings {other}",
            Change(lambda was: _with_victory(was, standings=other)),
        ),
    ]
    controls.extend(
        Button(f"terms:wins:{pack}", "Who wins …", Turn(FormPosition(PAGE, (pack,))))
        for pack in draft.terms.winning
    )
    controls.append(_back())
    return Page(Card("How it ends", "\n".join(lines)), tuple(controls))


def _with_victory(draft: SettingsDraft, **parts: Any) -> SettingsDraft:
    victory = draft.terms.victory.model_copy(update=parts)
    return replace(draft, terms=draft.terms.model_copy(update={"victory": victory}))


def _said(value: object) -> str:
    return "nothing" if value is None else str(value).lower()


def _back() -> Button[SettingsDraft]:
    return Button("terms:back", "Back", Turn(HOME))


def _yes(on: bool) -> str:
    return "yes" if on else "no"


_PAGES: Final[Mapping[str, Callable[[SettingsDraft, FormPosition], Page[SettingsDraft]]]] = {
    "calendar": _calendar,
    "hour": _hour,
    "pace": _pace,
    "seats": _seats,
    "end": _end,
    PAGE: winning_page,
}
