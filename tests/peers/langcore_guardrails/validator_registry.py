"""The chain of validators, what it came to, and their registry over vouched's registry of checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from vouched.errors import UsageError
from vouched.registry import check

from .judging import GuardrailValidator, OnFailAction, ValidationResult

__all__ = [
    "ChainResult",
    "GuardrailValidationError",
    "ValidatorChain",
    "ValidatorEntry",
    "get_validator",
    "list_validators",
    "register_validator",
]

K = TypeVar("K", bound=type)
_registered: dict[str, type[GuardrailValidator]] = {}


class GuardrailValidationError(Exception):
    """A validator failed whose failure is an exception."""

    def __init__(self, message: str, *, validator: GuardrailValidator, result: ValidationResult) -> None:
        super().__init__(message)
        self.validator, self.result = validator, result


@dataclass
class ValidatorEntry:
    """A validator and what follows from its failure; what is none of the four actions is refused."""

    validator: GuardrailValidator
    on_fail: OnFailAction = OnFailAction.EXCEPTION

    def __post_init__(self) -> None:
        self.on_fail = OnFailAction(self.on_fail)

    def __repr__(self) -> str:
        return f"ValidatorEntry({type(self.validator).__name__}, {self.on_fail.value})"


@dataclass
class ChainResult:
    """What a chain came to: its failures, and what they ask for."""

    passed: bool
    failures: list[tuple[ValidatorEntry, ValidationResult]]
    should_reask: bool
    should_filter: bool

    @property
    def error_messages(self) -> list[str]:
        """The messages of the failures that have one."""
        return [result.error_message for _, result in self.failures if result.error_message is not None]


class ValidatorChain:
    """Validators that all look at an output, each with its own action."""

    def __init__(self, entries: Sequence[Any]) -> None:
        self._entries = [_entry(each) for each in entries]

    @property
    def entries(self) -> list[ValidatorEntry]:
        """The entries, in order."""
        return list(self._entries)

    def run(self, output: str) -> ChainResult:
        """Return what the validators say. Raises GuardrailValidationError at a failure that is an exception."""
        failures = []
        for entry in self._entries:
            result = entry.validator.validate(output)
            if result.valid:
                continue
            if entry.on_fail is OnFailAction.EXCEPTION:
                message = f"{type(entry.validator).__name__} failed: {result.error_message}"
                raise GuardrailValidationError(message, validator=entry.validator, result=result)
            failures.append((entry, result))
        actions = {entry.on_fail for entry, _ in failures}
        return ChainResult(not failures, failures, OnFailAction.REASK in actions, OnFailAction.FILTER in actions)

    def as_guardrail_validators(self) -> list[GuardrailValidator]:
        """Return the validators alone."""
        return [entry.validator for entry in self._entries]


def _entry(given: Any) -> ValidatorEntry:
    if isinstance(given, ValidatorEntry):
        return given
    if isinstance(given, tuple):
        return ValidatorEntry(*given)
    raise TypeError(f"expected a ValidatorEntry or a pair, saw {type(given).__name__}")


def register_validator(name: str) -> Callable[[K], K]:
    """Return a decorator that registers a validator, as the check "langcore/name" of vouched."""

    def register(kind: K) -> K:
        if not issubclass(kind, GuardrailValidator):
            raise TypeError(f"expected a GuardrailValidator, saw {kind.__name__}")
        try:
            check(f"langcore/{name}", decidable=True)(kind)
        except UsageError as error:
            raise ValueError(f"{name!r} is already registered: {error}") from None
        _registered[name] = kind
        return kind

    return register


def get_validator(name: str) -> type[GuardrailValidator]:
    """Return the registered validator of a name. Raises KeyError where there is none."""
    if name not in _registered:
        raise KeyError(f"No validator registered as {name!r}; there are {', '.join(_registered)}")
    return _registered[name]


def list_validators() -> dict[str, type[GuardrailValidator]]:
    """Return what is registered, by name."""
    return dict(_registered)
