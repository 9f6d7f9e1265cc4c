"""Reads the policy of a file and refuses one that names checks which do not exist or do not run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from vouched.errors import UsageError
from vouched.policy import Policy, load_policy
from vouched.text.clip import clip

__all__ = ["policy_of", "refuse_unknown_names"]

_READ = "read"
_WILD = frozenset("*?[")
_OPTIONS = {"manifest": "--manifest", "allowlist": "--hosts or --open-https"}


def policy_of(file: str | None, running: Sequence[str], *, required: Sequence[str] = ()) -> Policy:
    """Return the policy of `file`, or the default one, and the checks of --require; all names are of checks."""
    from vouched.adapters.files import refuse_irregular

    policy = Policy()
    if file:
        refuse_irregular(file, inherited=True)
        policy = load_policy(file)
    refuse_unknown_names(policy, running, place=file or "", required=required)
    return policy.but(require=tuple(dict.fromkeys((*policy.require, *required))))


def refuse_unknown_names(
    policy: Policy, running: Sequence[str], *, place: str = "", required: Iterable[str] = ()
) -> None:
    """Raise UsageError for a required check that does not run, and for an authority of a check that does not exist.

    `running` are the names of the checks that run, `required` those that --require names. `place` is the policy's
    file. A pattern with wildcards in its check's name may fit nothing.
    """
    for name in required:
        _refuse_unless(name, running, where="--require", what="a check that runs")
    lead = f"{place}: " if place else ""
    for name in policy.require:
        _refuse_unless(name, running, where=f"{lead}require", what="a check that runs")
    known = sorted({*_built_in(), *running, _READ})
    for pattern in policy.authority:
        name = pattern.partition("/")[0]
        of_other = any(pattern == each or pattern.startswith(f"{each}/") for each in known if "/" in each)
        if not _WILD & set(name) and not of_other:
            _refuse_unless(name, known, where=f"{lead}authority.{clip(pattern, 60)!r}", what="the name of a check")


def _built_in() -> list[str]:
    from vouched import checks

    return [str(getattr(checks, name).name) for name in checks.__all__]


def _refuse_unless(name: str, known: Sequence[str], *, where: str, what: str) -> None:
    if name in known:
        return
    near = get_close_matches(name.casefold()[:80], known, n=1)
    hint = f"; did it mean {near[0]!r}?" if near else f"; {name} runs with {_OPTIONS[name]}" if name in _OPTIONS else ""
    raise UsageError(f"{where}: expected {what} ({', '.join(known)}), saw {clip(name, 60)!r}{hint}")
