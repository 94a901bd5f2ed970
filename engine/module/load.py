"""Reading a module from its folder: parse, resolve what it extends, validate.

A folder's TOML files are one tree of tables; the lines of a text file `<table>.map` are the
`rows` of that table, whose keys dots part. A module that extends another is that module's tree
with its own merged into it, table by table, and with what `meta.remove` names taken out.
`meta.takes` names sections by module that lie under its own too. Every fault is collected; nothing
stops at the first.

Source: cohorts.world.modules.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any, Final, NamedTuple, TypeVar, cast

from pydantic import ValidationError

from engine.module.check import MISSING, Fault, FileLine, ModuleError, Sources, faults_of
from engine.module.files import (
    BEYOND,
    TOO_DEEP,
    Tree,
    UnreadableFile,
    nested,
    places_in,
    places_of_rows,
    tables_of,
    tame,
    text_of,
)
from engine.module.names import display_of, key_of, meant
from engine.module.schema import FRAME, Module
from engine.module.sections import Data, Path, Sections, Validation, content_of, packs
from engine.module.shelves import Shelf

M = TypeVar("M", bound=Data)
_RESOLVED: Final = ("extends", "remove", "takes", "draft")
"""What `meta` says of other modules; a module that was resolved says it no more."""


def load(name: str, roots: Sequence[Shelf]) -> Module:
    """The module of that name, looked for in the roots in order, with its inheritance resolved.

    Raises ModuleError with every fault found.
    """
    folder = _find(name, roots)
    if folder is None:
        known, near = meant(name, _modules(roots))
        raise ModuleError([Fault(name, None, "", "", f"there is no module '{name}'{known}", near)])
    module, faults = resolve(folder, roots)
    faults = [fault for fault in faults if not fault.warning]
    if module is None or faults:
        raise ModuleError(faults)
    return module


def check(path: FilePath, roots: Sequence[Shelf] = ()) -> list[Fault]:
    """Everything that is wrong with the module in a folder; it can be played but for warnings.

    Modules that it extends are looked for beside it, then in `roots`.
    """
    if not path.is_dir():
        return [Fault(path.name, None, "", "", _no_folder(path))]
    return resolve(path, (path.parent, *roots))[1]


def _no_folder(path: FilePath) -> str:
    what = "is a file, not a folder" if path.exists() else "is not there"
    return f"{what}; name the folder in which its module.toml lies (a zip is unpacked first)"


class Head(NamedTuple):
    """A module's description of itself, for people who choose one."""

    title: str
    description: str
    draft: bool
    """Whether it is still being made: it can be checked and tried, and is not offered."""
    extends: str
    """The module on which it is built; empty for none."""


def described(folder: Shelf) -> Head:
    """The head of the module in a folder, as far as it can be read.

    A module that gives itself no title is called by its folder. Nothing else of it is looked at.
    """
    name = f"{folder.name}/module.toml"
    try:
        meta = tables_of(text_of(folder / "module.toml", name), name).get("meta")
    except UnreadableFile:
        meta = None
    head = cast("Tree", meta) if isinstance(meta, dict) else {}
    return Head(
        str(head.get("title") or folder.name),
        str(head.get("description") or ""),
        head.get("draft") is True,
        str(head.get("extends") or ""),
    )


@dataclass(slots=True)
class _Source:
    """The tree of tables of a module, where each comes from, and what is wrong so far."""

    name: str
    tree: Tree = field(default_factory=dict[str, Any])
    places: Sources = field(default_factory=Sources)
    faults: list[Fault] = field(default_factory=list[Fault])
    is_whole: bool = True
    """Whether every file could be read; else what seems to be missing may be in the others."""
    bases: list[str] = field(default_factory=list[str])
    """The modules that it extends or takes sections from, each once or more."""
    is_based: bool = True
    """Whether the modules that it builds on are here; else nobody can say what it lacks."""


def _folders(root: Shelf) -> list[Shelf]:
    return [each for each in _sorted(root) if each.is_dir()] if root.is_dir() else []


def _modules(roots: Sequence[Shelf]) -> list[str]:
    """The names of the modules in some folders."""
    found = [each for root in roots for each in _folders(root)]
    return [each.name for each in found if (each / "module.toml").is_file()]


def _sorted(folder: Shelf, ending: str = "") -> list[Shelf]:
    """What is in a folder, or of it what ends so, in order of name."""
    try:
        found = [each for each in folder.iterdir() if each.name.lower().endswith(ending)]
    except OSError:
        return []  # nobody may look into it
    return sorted(found, key=lambda each: each.name)


def _find(name: str, roots: Sequence[Shelf]) -> Shelf | None:
    for root in roots:
        for folder in _folders(root):
            if key_of(folder.name) == key_of(name):
                return folder
    return None


def resolve(folder: Shelf, roots: Sequence[Shelf]) -> tuple[Module | None, list[Fault]]:
    """The module in a folder, None if it has faults, and all of these, warnings among them."""
    chain = _lineage(folder, roots)
    for each in chain:
        _take(each, roots)
    if _meta(chain[0]).get("draft", False) not in (True, False):
        chain[0].faults.append(
            chain[0].places.fault(("meta", "draft"), "is neither true nor false")
        )
    source = _joined(chain)
    if not all(each.is_based for each in chain):
        return None, source.faults
    lineage = tuple(each.name for each in chain[1:])
    module, faults = _validate(source, folder.name, lineage)
    return module, _blamed(faults, chain, roots)


def _blamed(faults: list[Fault], chain: Sequence[_Source], roots: Sequence[Shelf]) -> list[Fault]:
    """The faults; those in files of the module extended are told where it is extended or cut.

    They are its own if it does not have them by itself.
    """
    child, *bases = chain
    told = {each for each in faults if not each.file.startswith(f"{child.name}/")}
    base = _find(bases[0].name, roots) if bases and told else None
    if base is None:
        return faults
    theirs = told.difference(resolve(base, roots)[1])
    way = "remove" if "remove" in _meta(child) else "extends"
    place = child.places.of(("meta", way))
    return [
        replace(each, file=place.file, line=place.line) if each in theirs else each
        for each in faults
    ]


def _joined(chain: Sequence[_Source]) -> _Source:
    """One tree of a module and those that it extends, nearest first."""
    source = chain[-1]
    for child in reversed(chain[:-1]):
        source = _extend(source, child)
    return source


def _take(source: _Source, roots: Sequence[Shelf]) -> None:
    """Lay the sections that a module takes from others under its own.

    They are taken as the other module and those that it extends have them in their files.
    """
    takes = _meta(source).get("takes", {})
    for name, sections in cast("Tree", takes).items() if isinstance(takes, dict) else ():
        where = ("meta", "takes", name)
        found = _find(name, roots)
        if found is None or found.name == source.name:
            source.faults.append(_not_here(source, where, name, roots))
            source.is_based = False
            continue
        others = _lineage(found, roots)
        source.bases += [each.name for each in others]
        other = _joined(others)
        other.tree.pop("meta", None)
        other.places.update(source.places)
        source.places = other.places
        for section in cast("list[object]", sections) if isinstance(sections, list) else []:
            if section not in other.tree:
                known, near = meant(str(section), other.tree)
                message = f"names section '{section}', which module '{name}' does not have{known}"
                source.faults.append(source.places.fault(where, message, near))
                continue
            taken: Tree = {str(section): other.tree[str(section)]}
            _merge(taken, {key: source.tree[key] for key in taken if key in source.tree})
            source.tree.update(taken)


def _lineage(folder: Shelf, roots: Sequence[Shelf]) -> list[_Source]:
    """The module and those that it extends, nearest first."""
    chain = [_read(folder)]
    seen = [folder]
    while parent := _meta(chain[-1]).get("extends"):
        child = chain[-1]
        found = _find(parent, roots) if isinstance(parent, str) else None
        if found is None:
            child.faults.append(_not_here(child, ("meta", "extends"), str(parent), roots))
            child.is_based = False
            break
        if found in seen:
            message = f"goes round in a circle by '{parent}'"
            child.faults.append(child.places.fault(("meta", "extends"), message))
            child.is_based = False
            break
        seen.append(found)
        chain.append(_read(found))
    return chain


def _not_here(source: _Source, where: Path, name: str, roots: Sequence[Shelf]) -> Fault:
    known, near = meant(name, [each for each in _modules(roots) if each != source.name])
    return source.places.fault(where, f"names module '{name}', which is not here{known}", near)


def _meta(source: _Source) -> Tree:
    meta = source.tree.get("meta")
    return cast("Tree", meta) if isinstance(meta, dict) else {}


def _read(folder: Shelf) -> _Source:
    """All TOML files and text grids of a folder as one tree."""
    source = _Source(folder.name)
    source.places.put((), FileLine(f"{folder.name}/module.toml"))
    files = _sorted(folder, ".toml")
    if not files:
        source.faults.append(source.places.fault((), "has no TOML file"))
    elif not any(file.name == "module.toml" for file in files):
        source.faults.append(source.places.fault((), "is not here; its [meta] begins a module"))
        source.is_whole = False
    deep = list(_too_deep(folder, folder.name)) if files else []
    source.faults += deep
    source.is_whole = source.is_whole and not deep
    for file in (*files, *_sorted(folder, ".map")):
        name = f"{folder.name}/{file.name}"
        try:
            text = text_of(file, name)
            if file.name.lower().endswith(".map"):
                rows, table = text.splitlines(), file.name[: -len(".map")]
                tree = nested(table, rows)
                places = places_of_rows(name, table, len(rows))
            else:
                tree, places = tables_of(text, name), places_in(name, text)
        except UnreadableFile as error:
            source.faults.append(error.fault)
            source.is_whole = False
            continue
        source.faults.extend(tame(tree, places))
        _combine(source, tree, places, ())
        source.places.update(places)
    return source


def _too_deep(folder: Shelf, path: str) -> Iterator[Fault]:
    """The files of a module that lie in folders within its own, where nobody looks for them."""
    for inner in _folders(folder):
        if inner.is_symlink() or inner.name.startswith("."):
            continue
        within = f"{path}/{inner.name}"
        for file in (*_sorted(inner, ".toml"), *_sorted(inner, ".map")):
            yield Fault(f"{within}/{file.name}", None, "", "", TOO_DEEP)
        yield from _too_deep(inner, within)


def _combine(source: _Source, tree: Tree, places: Sources, path: Path) -> None:
    """Add a file's tables to the module's; what is given twice is a fault."""
    target = source.tree
    for part in path:
        target = target[str(part)]
    spelling = {key_of(key): key for key in target}
    for key, value in tree.items():
        known = spelling.setdefault(key_of(key), key)
        if known not in target:
            target[known] = {} if isinstance(value, dict) else value
        elif not (isinstance(value, dict) and isinstance(target[known], dict)):
            first = source.places.of((*path, known))
            message = f"is given twice, first in {first.file}"
            message += f" on line {first.line}" if first.line else ""
            source.faults.append(places.fault((*path, key), message))
            continue
        if isinstance(value, dict):
            _combine(source, cast("Tree", value), places, (*path, known))


def _extend(parent: _Source, child: _Source) -> _Source:
    """The parent's tree without what the child removes, with what the child says instead."""
    result = _Source(child.name, parent.tree, parent.places, [*parent.faults, *child.faults])
    result.is_whole = parent.is_whole and child.is_whole
    result.bases = [parent.name, *parent.bases, *child.bases]
    result.places.update(child.places)
    removed = _meta(child).get("remove", [])
    for dotted in cast("list[object]", removed) if isinstance(removed, list) else [removed]:
        fault = _remove(parent.tree, dotted)
        if fault:
            result.faults.append(child.places.fault(("meta", "remove"), *fault))
    for key in _RESOLVED:
        _meta(parent).pop(key, None)
    _merge(parent.tree, child.tree)
    return result


def _remove(tree: Tree, dotted: object) -> tuple[str, str | None] | None:
    """Take a key out of the tree; what is wrong with the request, and what was meant, if any."""
    path = str(dotted).split(".")
    node: Any = tree
    for depth, part in enumerate(path):
        keys = cast("Tree", node) if isinstance(node, dict) else {}
        spelling = {key_of(key): key for key in keys}
        if key_of(part) not in spelling:
            known, near = meant(part, keys)
            hint = ".".join([*path[:depth], near, *path[depth + 1 :]]) if near else None
            return f"names '{dotted}', which is not in the module extended{known}", hint
        key = spelling[key_of(part)]
        if depth == len(path) - 1:
            del keys[key]
        else:
            node = keys[key]
    return None


def _merge(base: Tree, change: Tree) -> None:
    """Tables merge key by key, anything else is replaced; the base's spelling of keys is kept."""
    spelling = {key_of(key): key for key in base}
    for key, value in change.items():
        known = spelling.get(key_of(key), key)
        if isinstance(value, dict) and isinstance(base.get(known), dict):
            _merge(base[known], cast("Tree", value))
        else:
            base[known] = value


def _validate(
    source: _Source, name: str, lineage: tuple[str, ...]
) -> tuple[Module | None, list[Fault]]:
    """The module that the tree describes, None if it has faults, and all of these."""
    faults, tree, places = source.faults, source.tree, source.places
    meta = _meta(source)
    for key in _RESOLVED:
        meta.pop(key, None)
    models = _packs(meta.get("packs"), places, faults)
    if models:
        meta["packs"] = list(models)  # as they are declared, however the module spells them
    faults.extend(_unknown_sections(tree, models.values(), places))
    needed = dict.fromkeys(section for model in models.values() for section in model.needs)
    faults.extend(places.fault((each,), MISSING) for each in needed if each not in tree)

    tables = {key: _called(cast("Tree", t)) for key, t in tree.items() if isinstance(t, dict)}
    things = tuple(table for model in models.values() for table in model.things)
    reading = Validation(tables, things, (name, *source.bases))
    sections = {key: tree[key] for key in sorted(FRAME) if key in tree}
    frame = _part(Module, {**sections, "name": name, "lineage": lineage}, reading, places, faults)
    reading.frame = frame
    contents: dict[str, Data] = {}
    for pack, model in models.items():
        sections = {key: tree[key] for key in model.model_fields if key in tree}
        content = _part(model, sections, reading, places, faults)
        if content is not None:
            contents[pack] = content
    faults.extend(places.fault(path, message) for path, message in reading.faults)
    beyond = {fault.where for fault in source.faults if fault.message == BEYOND}
    faults = [each for each in faults if each.message == BEYOND or each.where not in beyond]
    if not source.is_whole or "meta" not in tree:
        lacks = places.fault(("meta",), MISSING) if source.is_whole else None
        faults = [each for each in faults if each.table or each.message != MISSING or each == lacks]
    if frame is None or faults:
        return None, faults
    warnings = [replace(places.fault(*each), warning=True) for each in reading.warnings]
    return frame.model_copy(update={"contents": contents}), warnings


def _part(
    model: type[M], tree: Tree, reading: Validation, places: Sources, faults: list[Fault]
) -> M | None:
    try:
        return model.model_validate(tree, context=reading)
    except ValidationError as error:
        faults.extend(faults_of(error, model, tree, places))
        return None


def _called(table: Tree) -> dict[str, str]:
    """What people call the records of a table, by key."""
    return {
        key: str((isinstance(each, dict) and cast("Tree", each).get("name")) or display_of(key))
        for key, each in table.items()
    }


def _packs(named: object, places: Sources, faults: list[Fault]) -> dict[str, type[Sections]]:
    """The rule packs that are on with the models of their sections; unknown ones are faults."""
    known = {key_of(pack): pack for pack in packs()}
    found: dict[str, type[Sections]] = {}
    for name in cast("list[object]", named) if isinstance(named, list) else []:
        pack = known.get(key_of(str(name)))
        if pack is None:
            names, near = meant(str(name), known.values())
            message = f"names rule pack '{name}', which is not here{names}"
            faults.append(places.fault(("meta", "packs"), message, near))
        else:
            found[pack] = content_of(pack)
    for one, other in combinations(found, 2):
        # They stand side by side in the files, so nobody could tell whose it is.
        for section in sorted(found[one].model_fields.keys() & found[other].model_fields.keys()):
            message = f"names rule packs '{one}' and '{other}', which both have section '{section}'"
            faults.append(places.fault(("meta", "packs"), message))
    return found


def _unknown_sections(tree: Tree, models: Collection[type[Data]], places: Sources) -> list[Fault]:
    """Sections that neither the frame nor a pack that is on knows."""
    known = sorted({*FRAME, *(key for model in models for key in model.model_fields)})
    faults: list[Fault] = []
    for key in tree:
        if key in known:
            continue
        owner = next((pack for pack in packs() if key in content_of(pack).model_fields), None)
        if owner and not models:
            continue  # that no pack is on is told
        names, near = ("", None) if owner else meant(key, known)
        message = (
            f"is a section of rule pack '{owner}', which is not in packs"
            if owner
            else f"is not a section of any rule pack in use{names}"
        )
        faults.append(places.fault((key,), message, near))
    return faults
