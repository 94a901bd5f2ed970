"""A form that is filled in by tapping, made from the class of an order or a recipe alone.

It stands on what its reader knows and has queued. Nothing here is kept between two taps, so a form
that has grown old is read anew and does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel

from bot.faces.choices.filling import (
    PHASE,
    FilledLine,
    Filling,
    Made,
    MenuEntry,
    OpenMenu,
    Picked,
    Writing,
)
from bot.faces.choices.filter import head_of
from bot.faces.choices.of_forms import OPTIONS, Asked
from bot.faces.choices.offering import NOTE, ref_of
from bot.faces.embeds import Drawn
from bot.faces.macros import Recipe, key_of
from bot.faces.words.orders import order_title, parameter_title
from bot.faces.words.text import clean, plain
from engine.facts import NotKnown
from engine.forms import filled, flaws, given_by_players, read_one
from engine.labels import Labels, NoSuch
from engine.module.names import key_of as compared
from engine.orders import Choice, Order, Parameter, Queued, Refused
from engine.state import State
from engine.world import Missing
from engine.written import Unfit, items, paired

if TYPE_CHECKING:
    from bot.faces.face import Faces

LONGEST: Final = 100
"""Characters of an option's label, and of its note."""


class Gone(LookupError):
    """The rules of the campaign have no such order or recipe (any more)."""


def made(
    faces: Faces, state: State, labels: Labels, filling: Filling, typed: str | None = None
) -> Made:
    """The form as it stands on what is known; `typed` is for the parameter that is open.

    Raises:
        Gone: there is no such order or recipe.
    """
    return _Form(faces, state, labels, filling).made(typed)


def at_once(faces: Faces, filling: Filling) -> bool:
    """Whether what a form makes is carried out at once, so that no list of orders goes before it.

    Raises:
        Gone: there is no such order or recipe.
    """
    return _class_of(faces, filling).at_once


def _class_of(faces: Faces, filling: Filling) -> type[Order] | type[Recipe]:
    found: type[Order] | type[Recipe] | None
    if filling.order:
        found = given_by_players(faces.rules).get(filling.order)
    else:
        found = faces.recipes.get(filling.recipe)
    if found is None:
        raise Gone(f"no order {filling.order} and no recipe {filling.recipe!r}")
    return found


class _Form:
    """One form while it is made."""

    def __init__(self, faces: Faces, state: State, labels: Labels, filling: Filling) -> None:
        found = _class_of(faces, filling)
        self.cls: type[BaseModel] = found
        self.at_once = found.at_once
        self.asked = Asked(found, state, labels)
        self.order, self.recipe = self.asked.order, self.asked.recipe
        self.parameters = self.asked.parameters
        self.state, self.labels, self.looks = state, labels, faces.looks
        self.filling: Filling = filling
        self.notes: list[str] = []

    def made(self, typed: str | None) -> Made:
        self._forget_what_is_gone()
        if typed is not None:
            self._type(typed)
        self._take_out_what_does_not_fit()
        focus = self._fill_alone()
        if not focus and not self.filling.key:
            self._fill_usual()
        if self.filling.focus not in (*self.parameters, PHASE):
            self.filling = replace(self.filling, focus=focus)
        needs = tuple(each.name for each in self.parameters.values() if self._needed(each))
        bodies = () if needs else self._bodies()
        lacks = self.asked.lacking(self.filling) if bodies and not self.filling.focus else ()
        if lacks:
            self._ask_for_what_is_lacking(lacks)
        menu = self._menu()
        return Made(
            filling=replace(self.filling, fresh=""),
            title=order_title(self.order) if self.order else self.recipe.title,  # type: ignore[union-attr]
            does=" ".join((self.cls.__doc__ or "").split()),
            lines=tuple(self._lines()),
            needs=tuple(parameter_title(name) for name in needs),
            menu=menu,
            writing=self._writing(menu),
            more=tuple(self._more()),
            notes=tuple(self.notes),
            lacks=lacks,
            bodies=bodies,
            at_once=self.at_once,
            picture=self._picture(),
        )

    def _picture(self) -> Drawn | None:
        if self.recipe is None:
            return None
        return self.recipe.picture(self.state, self.looks, self.asked.given(self.filling))

    def _needed(self, parameter: Parameter) -> bool:
        return self.asked.needed(parameter, self.filling)

    def _choices(self, parameter: Parameter) -> Iterator[Choice]:
        return self.asked.choices(parameter, self.filling)

    def _label(self, parameter: Parameter, value: str) -> str:
        return self.asked.label(parameter, self.filling, value)

    # ------------------------------------------------------------ what was filled in

    def _forget_what_is_gone(self) -> None:
        for name, picked in self.filling.values:
            parameter = self.parameters.get(name)
            kept = [each for each in picked if parameter and self._is_there(parameter, each)]
            if len(kept) == len(picked):
                continue
            for each in picked:
                if parameter and each not in kept:
                    called = f" ({plain(each.label)})" if each.label else ""
                    self.notes.append(
                        f"{parameter_title(name)}{called} is not there any more. Choose another."
                    )
            self.filling = self.filling.with_values(name, kept)

    def _is_there(self, parameter: Parameter, picked: Picked) -> bool:
        ref = ref_of(picked.value) if parameter.kind == "ref" else None
        if ref is None or ref.name:
            return parameter.kind != "ref" or ref is not None
        if ref.new:
            return ref.new in self.labels.by_key
        return self.labels.world.at(ref.place) is not None

    def _take_out_what_does_not_fit(self) -> None:
        """Take out what was chosen for a thing that is another by now."""
        names = list(self.parameters)
        if self.filling.fresh not in names:
            return
        for name in names[names.index(self.filling.fresh) + 1 :]:
            parameter, picked = self.parameters[name], self.filling.of(name)
            if not picked or not parameter.asks:
                continue
            kept = self._still_fitting(parameter, picked)
            if len(kept) < len(picked):
                if name not in self.filling.alone:
                    self.notes.append(f"{parameter_title(name)} did not go with that any more.")
                self.filling = self.filling.with_values(name, kept)

    def _still_fitting(self, parameter: Parameter, picked: Sequence[Picked]) -> list[Picked]:
        """What is among the choices; of what grows one by one, up to the first that is not."""
        if not (parameter.asks and parameter.asks.repeats):
            there = {each.value for each in self._choices(parameter)}
            return [each for each in picked if each.value in there or _ref_by_name(each.value)]
        kept: list[Picked] = []
        for each in picked:
            before = self.filling.with_values(parameter.name, kept)
            if all(one.value != each.value for one in self.asked.choices(parameter, before)):
                break
            kept.append(each)
        return kept

    def _fill_alone(self) -> str:
        """Fill in what leaves no choice; the first parameter that does."""
        for parameter in self.parameters.values():
            if not self._needed(parameter):
                continue
            if parameter.kind in ("number", "text", "flag"):
                return parameter.name
            found = list(islice(self._choices(parameter), 2))
            if len(found) != 1 or parameter.name == self.filling.focus:
                return parameter.name
            only = Picked(found[0].value, head_of(found[0].label))
            self.filling = self.filling.with_values(parameter.name, (only,))
            self.filling = replace(self.filling, alone=(*self.filling.alone, parameter.name))
        return ""

    def _fill_usual(self) -> None:
        """Fill in what is usual with what is given; what somebody chose or emptied stays so."""
        for name, parameter in self.parameters.items():
            asks, filling = parameter.asks, self.filling
            as_usual = name in filling.usual or (
                name not in filling.offered and not filling.of(name)
            )
            if not asks or not asks.usual or not as_usual:
                continue
            found = asks.usual(self.state, self.asked.given(filling))
            picked = [Picked(each.value, each.label) for each in found]
            filling = filling.with_values(name, picked)
            offered = dict.fromkeys((*filling.offered, name))
            self.filling = replace(filling, usual=(*filling.usual, name), offered=tuple(offered))

    def _ask_for_what_is_lacking(self, names: Sequence[str]) -> None:
        """Open what need not be given in general and yet is wanted of this order."""
        self.filling = replace(self.filling, focus=names[0])
        titles = [parameter_title(name) for name in names]
        others = f", or one of: {', '.join(titles[1:])} (under More)" if titles[1:] else ""
        self.notes.append(f"It still takes {titles[0]}{others}.")

    # ------------------------------------------------------------ what is typed

    def _type(self, typed: str) -> None:
        """Take what was typed for the parameter that is open, or look for it in its menu."""
        name = self.filling.focus
        parameter = self.parameters.get(name)
        if parameter is None:
            return
        if parameter.asks or parameter.options:
            self._look_for(parameter, typed)
            return
        try:
            value = str(read_one(typed, parameter, self.labels, {}))
        except (NoSuch, Unfit) as wrong:
            self.notes.append(_sentence(str(wrong)))
            return
        self._take(parameter, [Picked(value, typed.strip())] if typed.strip() else [])

    def _look_for(self, parameter: Parameter, typed: str) -> None:
        wanted = compared(typed)
        if not wanted:
            self.filling = replace(self.filling, search="", page=0)
            return
        found = [each for each in self._choices(parameter) if wanted in compared(each.label)]
        if len(found) == 1:
            chosen = [Picked(found[0].value, head_of(found[0].label))]
        elif found:
            self.filling = replace(self.filling, search=typed.strip(), page=0)
            return
        else:
            chosen = self._read(parameter, typed)
        if chosen:
            before = [each for each in self.filling.of(parameter.name) if parameter.many]
            self._take(parameter, [*before, *(each for each in chosen if each not in before)])

    def _read(self, parameter: Parameter, typed: str) -> list[Picked]:
        """What was typed as a command would take it."""
        makes = {key: place.kind for key, place in self.labels.by_key.items()}
        try:
            each = items(typed) if parameter.many else None
            if each and parameter.kind == "ref":
                each = paired(each)
            texts = [item.text for item in each] if each else [typed]
            values = [str(read_one(text, parameter, self.labels, makes)) for text in texts]
        except NoSuch as wrong:
            like = f" Did you mean {plain(wrong.suggestion)}?" if wrong.suggestion else ""
            self.notes.append(f"{_sentence(wrong.says)}{like}")
            return []
        except Unfit as wrong:
            self.notes.append(_sentence(str(wrong)))
            return []
        return [Picked(value, self._label(parameter, value)) for value in values]

    def _take(self, parameter: Parameter, picked: list[Picked]) -> None:
        """Fill in what was typed, unless the parameter does not take it."""
        made = self.filling.filled_in(parameter.name, picked)
        wrong = flaws(self.cls, self.asked.values(made), parameter.name) if picked else ()
        if wrong:
            self.notes += [_sentence(each) for each in wrong]
        else:
            self.filling = made

    # ------------------------------------------------------------ the menu

    def _menu(self) -> OpenMenu | None:
        name = self.filling.focus
        if name == PHASE:
            return self._phases()
        parameter = self.parameters.get(name)
        if parameter is None or parameter.kind == "text":
            return None
        wanted = compared(self.filling.search)
        every = [each for each in self._choices(parameter) if wanted in compared(each.label)]
        if not every:
            if not self.filling.search:
                what = parameter.asks.what if parameter.asks else parameter.help
                other = " Change what stands above, under More." if self.filling.values else ""
                self.notes.append(f"There is nothing to choose from now: {plain(what)}.{other}")
            return None
        every = self.asked.sifted(parameter, self.filling, every)
        pages = -(-len(every) // OPTIONS)
        page = min(max(self.filling.page, 0), pages - 1)
        self.filling = replace(self.filling, page=page)
        repeats = bool(parameter.asks and parameter.asks.repeats)
        chosen = [] if repeats else [each.value for each in self.filling.of(name)]
        options = tuple(
            _option(each, chosen=each.value in chosen)
            for each in every[page * OPTIONS : (page + 1) * OPTIONS]
        )
        most = parameter.most if parameter.many and parameter.most else len(options)
        return OpenMenu(
            parameter=name,
            title=parameter_title(name),
            help=parameter.help,
            options=options,
            many=parameter.many,
            most=min(most, len(options)) if parameter.many and not repeats else 1,
            page=page,
            pages=pages,
            repeats=repeats,
        )

    def _phases(self) -> OpenMenu | None:
        if self.order is None:
            return None
        named = self.state.rules.phases
        options = tuple(
            MenuEntry(each, named[each].title[:LONGEST], chosen=each == self.filling.phase)
            for each in self.order.phases
            if each in named
        )
        return OpenMenu(PHASE, "When", "When it runs", options, False, 1, 0, 1, False)

    def _writing(self, menu: OpenMenu | None) -> Writing | None:
        parameter = self.parameters.get(self.filling.focus)
        if parameter is None or parameter.kind == "flag" or parameter.options:
            return None
        title, help = parameter_title(parameter.name), parameter.help
        if parameter.asks:
            if menu and menu.pages == 1 and not self.filling.search:
                return None
            return Writing(parameter.name, title, help, 0, LONGEST, self.filling.search, True)
        now = "".join(each.value for each in self.filling.of(parameter.name))
        if parameter.kind == "number":
            return Writing(parameter.name, title, f"{help}{_span(parameter)}", 1, 12, now, False)
        least = max(parameter.least or 0, int(parameter.required))
        most = parameter.most or LONGEST
        return Writing(parameter.name, title, help, least, most, now, False)

    # ------------------------------------------------------------ what is shown

    def _lines(self) -> Iterator[FilledLine]:
        for name, parameter in self.parameters.items():
            picked = self.filling.of(name)
            if picked:
                texts = [each.label or self._label(parameter, each.value) for each in picked]
                how = "the only choice" if name in self.filling.alone else ""
                how = "the best that reaches all" if name in self.filling.usual else how
                yield FilledLine(parameter_title(name), ", ".join(map(plain, texts)), how)
        if self.filling.phase in self.state.rules.phases:
            yield FilledLine("When", self.state.rules.phases[self.filling.phase].title)

    def _more(self) -> Iterator[MenuEntry]:
        for name, parameter in self.parameters.items():
            if name == self.filling.focus or self._needed(parameter):
                continue
            picked, title = self.filling.of(name), parameter_title(name)
            if parameter.kind == "flag" and not parameter.required:
                on = bool(picked) and picked[0].value == "yes"
                yield MenuEntry(name, f"{'☑' if on else '☐'} {title}", _cut(parameter.help))
            elif picked:
                yield MenuEntry(name, f"Change: {title}"[:LONGEST], _cut(parameter.help))
            else:
                yield MenuEntry(name, title[:LONGEST], _cut(parameter.help))
        phases = self.order.phases if self.order else ()
        if sum(each in self.state.rules.phases for each in phases) > 1:
            yield MenuEntry(PHASE, "When it runs", "Left out, as it fits")

    # ------------------------------------------------------------ the result

    def _bodies(self) -> tuple[str, ...]:
        """The orders; none, with a note, if the values do not make any."""
        try:
            answers = filled(self.cls, self.asked.values(self.filling))
            if isinstance(answers, Recipe):
                orders = [Queued(key_of(n), order) for n, order in self._recipe(answers)]
            else:
                assert isinstance(answers, Order)
                orders = [Queued(key_of(1), answers, self.filling.phase)]
        except Unfit as unfit:
            self.notes += [_sentence(says) for says, _ in unfit.problems]
            return ()
        except Refused as refused:
            self.notes.append(f"{refused.refusal.says} {refused.refusal.instead}".strip())
            return ()
        return tuple(each.to_json() for each in orders)

    def _recipe(self, answers: Recipe) -> Iterator[tuple[int, Order]]:
        """The orders of a recipe. Raises `Refused`, also where something is not known."""
        try:
            yield from enumerate(answers.orders(self.state, self.labels.by_key), 1)
        except (NotKnown, Missing):
            raise Unfit(
                ("Something of this is not known to you. Choose something else.", "")
            ) from None


def _ref_by_name(value: str) -> bool:
    ref = ref_of(value)
    return ref is not None and bool(ref.name)


def _option(choice: Choice, *, chosen: bool) -> MenuEntry:
    head, _, note = clean(choice.label).partition(NOTE)
    return MenuEntry(choice.value, _cut(head) or "?", _cut(note), chosen)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _span(parameter: Parameter) -> str:
    if parameter.least is not None and parameter.most is not None:
        return f" ({parameter.least:,} to {parameter.most:,})"
    if parameter.most is not None:
        return f" (at most {parameter.most:,})"
    return f" (at least {parameter.least:,})" if parameter.least is not None else ""


def _sentence(problem: str) -> str:
    text = plain(problem.replace("`", "").rstrip("."))
    return f"{text[:1].upper()}{text[1:]}."
