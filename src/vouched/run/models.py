"""Lets a user's own model judge a parsed answer: pydantic's classes and adapters, or what speaks as they do."""

from __future__ import annotations

from typing import Any

from vouched.errors import UsageError
from vouched.run.notes import Notes, shown
from vouched.run.transport import said
from vouched.text.clip import clip
from vouched.text.json_places import pointer

__all__ = ["accepts", "dumped", "fitted"]

_MOST_ERRORS = 100
_FITTING = "what the model accepts"
_UNFIT: Any = object()


def accepts(model: Any, name: str = "read(model=)") -> None:
    """Raise UsageError, naming the setting, unless `model` has `model_validate_json` or `validate_json`."""
    if not callable(getattr(model, "model_validate_json", None)) and not callable(
        getattr(model, "validate_json", None)
    ):
        raise UsageError(f"{name}: expected a pydantic model or TypeAdapter, saw {type(model).__name__}")


def dumped(raw: object) -> object:
    """Return what an instance of a model dumps to in JSON mode, and anything else as it is; None if it fails to."""
    if isinstance(raw, (str, bytes, dict, list, type)):
        return raw
    dump = getattr(raw, "model_dump", None)
    if not callable(dump):
        return raw
    try:
        return dump(mode="json")
    # A user's serializers may raise anything at all; whatever it is, the answer is no JSON.
    except Exception:  # noqa: BLE001
        return None


def fitted(model: Any, text: str, value: Any, notes: Notes) -> Any:
    """Return what `model` makes of the JSON `text`, dumped in JSON mode; None, with findings, where it does not fit.

    The text is validated strictly and as JSON: a date may come as a text, a number may not. `value` is the parsed
    text, which the findings' pointers lead into.
    """
    try:
        made = _made(model, text)
    # A user's validators may raise anything at all; whatever it is, the answer does not fit the model.
    except Exception as error:  # noqa: BLE001
        _note(error, value, notes)
        return None
    return made


def _made(model: Any, text: str) -> Any:
    if callable(getattr(model, "model_validate_json", None)):
        return model.model_validate_json(text, strict=True).model_dump(mode="json")
    return model.dump_python(model.validate_json(text, strict=True), mode="json")


def _note(error: Exception, value: Any, notes: Notes) -> None:
    listed = _errors(error)
    if not listed:
        # A validator may raise what is no ValidationError: a retry of another package's, with what is to be mended.
        told = clip(said(error), 200) or "the model refused it"
        notes.add("does_not_fit_model", expected=_FITTING, seen=type(error).__name__, message=told)
    for one in listed[:_MOST_ERRORS]:
        where, held = _place(one.get("loc"), value, missing=one.get("type") == "missing")
        kind = clip(str(one.get("type", "")), 60)
        message = clip(str(one.get("msg", "it does not fit")), 200)
        seen = "nothing" if held is _UNFIT else shown(held)
        notes.add("does_not_fit_model", where, expected=f"{_FITTING} ({kind})", seen=seen, message=message)
    if len(listed) > _MOST_ERRORS:
        more = f"{len(listed) - _MOST_ERRORS} more errors"
        notes.add("does_not_fit_model", expected=_FITTING, seen=more)


def _errors(error: Exception) -> list[dict[str, Any]]:
    told = getattr(error, "errors", None)
    if not callable(told):
        return []
    try:
        listed = told(include_url=False, include_context=False, include_input=False)
    # Another library's `errors()` may take nothing, and a user's error may fail to describe itself.
    except Exception:  # noqa: BLE001
        return []
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, (list, tuple)) else []


def _place(loc: Any, value: Any, *, missing: bool) -> tuple[str, Any]:
    """Return the pointer of an error's location and what stands there.

    Locations also name union members and validators, which are no places of the answer and are left out.
    """
    parts: list[str | int] = []
    here: Any = value
    steps = list(loc) if isinstance(loc, (list, tuple)) else []
    for number, step in enumerate(steps):
        inside = isinstance(here, dict) and step in here
        if inside or (isinstance(here, list) and isinstance(step, int) and 0 <= step < len(here)):
            here = here[step]
        elif missing and number == len(steps) - 1:
            here = _UNFIT
        else:
            continue
        parts.append(step)
    return pointer(*parts), here
