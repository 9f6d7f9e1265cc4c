"""Makes the checks that are to be measured: by name, with settings, or from a Python file of yours."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from vouched.errors import UsageError
from vouched.ports import AnyCheck
from vouched.registry import check_named
from vouched.run.checking import check_name
from vouched.text.clip import clip

__all__ = ["check_of"]

_SPEC = re.compile(r"(?P<name>[^{]+?)(?P<settings>\{.*\})?", re.DOTALL)


def check_of(spec: str) -> AnyCheck:
    """Return the check that a text names: `figures`, `negation{"least": 0.6}`, or `checks.py:placement`.

    Raises UsageError where there is none. A file of yours is run.
    """
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise UsageError(f"--checks: expected a name of a check, saw {clip(spec, 80)!r}")
    try:
        settings = json.loads(match["settings"] or "{}")
    except ValueError as error:
        raise UsageError(
            f"--checks {clip(spec, 80)}: expected settings in JSON, saw: {clip(str(error), 120)}"
        ) from None
    name = match["name"].strip()
    path, colon, member = name.rpartition(":")
    if not (colon and path.endswith(".py")):
        return check_named(name, settings)
    made = getattr(_module(path), member, None)
    if made is None or not callable(made):
        raise UsageError(f"--checks {clip(spec, 80)}: expected a check in {path}, saw none of the name {member!r:.60}")
    if isinstance(made, type):
        try:
            made = made(**settings)
        except Exception as error:  # noqa: BLE001  a class of another author may raise anything when it is made
            told = clip(f"{type(error).__name__}: {error}", 200)
            raise UsageError(f"--checks {clip(spec, 80)}: expected settings that fit, saw {told}") from None
    check_name(made)
    return made  # type: ignore[no-any-return]


@cache
def _module(path: str) -> ModuleType:
    spec = spec_from_file_location(f"vouched_measured_{Path(path).stem}", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise UsageError(f"--checks {clip(path, 80)}: expected a Python file, saw none")
    module = module_from_spec(spec)
    loader: Any = spec.loader
    try:
        loader.exec_module(module)
    except Exception as error:  # noqa: BLE001  a file of another author may raise anything when it is run
        told = clip(f"{type(error).__name__}: {error}", 200)
        raise UsageError(f"--checks {clip(path, 80)}: expected a Python file that runs, saw {told}") from None
    return module
