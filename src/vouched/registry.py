"""Knows checks by their names: the shipped ones, those that `check` registers, and those of installed packages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from vouched import checks as shipped
from vouched.errors import UsageError
from vouched.ports import AnyCheck
from vouched.record import Record, from_builtins
from vouched.text.clip import clip, clip_value

__all__ = ["GROUP", "Listed", "check", "check_named", "listed"]

C = TypeVar("C")
GROUP = "vouched.checks"
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]*/[a-z0-9][a-z0-9_.-]*")
_SHIPPED: Mapping[str, Any] = {getattr(shipped, each).name: getattr(shipped, each) for each in shipped.__all__}
_registered: dict[str, Any] = {}


class Listed(Record, frozen=True, kw_only=True):
    """A check that can be named: what it finds in one sentence, whether that is a fact, and where it comes from.

    `fault` says why it cannot be loaded, where it cannot; naming it then is an error.
    """

    name: str
    finds: str = ""
    decidable: bool = False
    settings: tuple[str, ...] = ()
    source: str = "vouched"
    fault: str | None = None


def check(name: str, *, decidable: bool = False) -> Callable[[C], C]:
    """Return a decorator that registers a check, a function or a class, as "organisation/name".

    It is then a check of that name wherever a check is wanted by name (`Guard(checks=["acme/prices"])`, profiles). What
    it finds is an estimate unless it is `decidable`. Raises UsageError for a name that is none or belongs to another.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UsageError(f"check: expected a name such as acme/prices, saw {name!r:.60}")

    def register(made: C) -> C:
        if not callable(made):
            raise UsageError(f"check({name!r}): expected a function or a class, saw {type(made).__name__}")
        if name in _registered and _registered[name] is not made:
            raise UsageError(f"check({name!r}): expected a name that is free, saw one of {_registered[name]!r:.80}")
        named: Any = made
        named.name = name
        if not isinstance(made, type) or "decidable" not in vars(made):
            named.decidable = decidable
        _registered[name] = made
        return made

    return register


def check_named(name: str, settings: Mapping[str, Any] | None = None) -> AnyCheck:
    """Return the check of a name, made with its settings. Raises UsageError where there is none, or where it fails.

    A shipped name, a registered one, or that of an entry point of an installed package in the group `vouched.checks`.
    """
    kind = _SHIPPED.get(name) or _registered.get(name)
    if kind is None:
        point = _points().get(name)
        if point is None:
            known = ", ".join(sorted({*_SHIPPED, *_registered, *_points()}))
            raise UsageError(f"checks: expected one of {known}, saw {clip_value(name, 60)}")
        kind = _loaded(name, point)
    if not isinstance(kind, type):
        if settings:
            raise UsageError(f"checks.{name}: expected no settings, it is a function, saw {', '.join(settings):.100}")
        return kind  # type: ignore[no-any-return]
    fields = getattr(kind, "__struct_fields__", None)
    for key in settings or ():
        if fields is not None and key not in fields:
            raise UsageError(f"checks.{name}: expected one of {', '.join(fields)}, saw {key!r:.60}")
    try:
        if fields is not None:
            made: AnyCheck = from_builtins(dict(settings or {}), kind=kind)
            return made
        return kind(**(settings or {}))  # type: ignore[no-any-return]
    except Exception as error:  # noqa: BLE001  a class of another package may raise anything when it is made
        raise UsageError(f"checks.{name}: {clip(str(error), 300) or type(error).__name__}") from None


def listed() -> tuple[Listed, ...]:
    """Return every check that can be named: the shipped ones first; what cannot be loaded says why."""
    found = [_described(name, kind, "vouched") for name, kind in sorted(_SHIPPED.items())]
    found += [_described(name, kind, "registered") for name, kind in sorted(_registered.items())]
    for name, point in sorted(_points().items()):
        if name in _registered:
            continue
        source = point.dist.name if point.dist is not None else point.value
        try:
            found.append(_described(name, _loaded(name, point), source))
        except UsageError as error:
            found.append(Listed(name=name, source=source, fault=str(error)))
    return tuple(found)


def _described(name: str, kind: Any, source: str) -> Listed:
    sentence = re.split(r"(?<=[.:])\s|\n\s*\n", " ".join((kind.__doc__ or "").split()) or "", maxsplit=1)[0]
    return Listed(
        name=name,
        finds=clip(sentence, 200),
        decidable=_decides(kind),
        settings=tuple(getattr(kind, "__struct_fields__", ())),
        source=source,
    )


def _decides(kind: Any) -> bool:
    decidable = getattr(kind, "decidable", False)
    # Of some it depends on their settings; what is listed is how they are without any.
    return (kind().decidable if isinstance(decidable, property) else decidable) is True


def _points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _SHIPPED}


def _loaded(name: str, point: Any) -> Any:
    """Return what an entry point names, registered; raises UsageError that names it and its package where it fails."""
    source = point.dist.name if point.dist is not None else point.value
    try:
        made = point.load()
        if _registered.get(name) is not made:
            check(name, decidable=getattr(made, "decidable", False) is True)(made)
    except Exception as error:  # noqa: BLE001  a package's import may raise anything
        told = clip(f"{type(error).__name__}: {error}", 200)
        raise UsageError(f"checks.{name}: expected a check of the package {source}, saw {told}") from None
    return made
