"""Reckons the terms that a text writes out: its quantities with signs of reckoning between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext

from vouched.text.quantities import Quantity

__all__ = ["is_factor", "is_in_a_term", "terms"]

_REACH = 24
_MOST_TOKENS = 40
_OPERATORS = {
    "×": "*",
    "x": "*",
    "X": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "＋": "+",
    "＊": "*",
    "／": "/",
}
_SIGNS, _BETWEEN, _BLANK = frozenset("+-*/()^"), frozenset("+-*/^"), " \t$€£¥"
_MULTIPLIED = re.compile(
    r"(?:[×*/÷^xX＊／]|(?:multipl|divid)\w*\s(?:\w+\s){0,4}by|乗じ|掛け|割り?|乘以|除以)\s*[($]*\Z"
)
_MULTIPLIES = re.compile(r"\)?\s*(?:[×*÷＊]|[xX/]\s*[\d($]|を?(?:掛け|乗じ|割)|乘以|除以)")

_RAISED = re.compile(r"\^\s*\(?\s*(?:1\s*/\s*)?\Z")
_IN_TERM = re.compile(r"\s*\)?\s*[-+−–×*/÷^xX＊／＋]\s*[($€£¥]{0,2}\d")
_ADDED = re.compile(r"[\d)]\s*[-+−–＋]\s*[($€£¥]{0,2}\Z")


def is_factor(text: str, figure: Quantity) -> bool:
    """Return whether a figure is a power of ten that changes the scale of what it is set to, or an exponent."""
    value = figure.value
    before, after = text[max(0, figure.span.start - 60) : figure.span.start], text[figure.span.end :][:8]
    if _RAISED.search(before):
        return True
    if value is None or figure.unit not in ("", "%") or value < 10 or value != Decimal(10) ** value.adjusted():
        return False
    return _MULTIPLIED.search(before) is not None or _MULTIPLIES.match(after) is not None


def is_in_a_term(text: str, figure: Quantity) -> bool:
    """Return whether a sign of reckoning stands on either side of a figure."""
    before, after = text[max(0, figure.span.start - 8) : figure.span.start], text[figure.span.end :][:8]
    return (
        _MULTIPLIED.search(before) is not None or _IN_TERM.match(after) is not None or _ADDED.search(before) is not None
    )


def terms(text: str, figures: Sequence[Quantity]) -> list[Decimal]:
    """Return what the terms of a text come to, in order: numbers with signs of reckoning, and nothing else, between.

    `figures` are the quantities of the text. A percent counts as its number, so that a share is 100 times the quotient.
    """
    found: list[Decimal] = []
    run: list[Quantity | str] = []
    end = 0
    for figure in figures:
        signs = None if run and figure.span.start - end > _REACH else _signs(text[end : figure.span.start])
        if signs is None or not run or figure.value is None:
            found += _come_to(run, text, end)
            signs = _opening(text[max(end, figure.span.start - _REACH) : figure.span.start])
            run = []
        run += signs
        if figure.value is not None and figure.value < 0 and run[-1:] == ["-"]:
            run.append(figure._replace(value=-figure.value))
        else:
            run.append(figure)
        # 365 × 2: the sign is read as a unit.
        end = figure.span.end - (figure.unit == "x" and figure.text[-1] in "×x")
    return found + _come_to(run, text, end)


def _signs(gap: str) -> list[Quantity | str] | None:
    """Return the signs of reckoning between two numbers, None where there is anything else, or nothing."""
    found: list[Quantity | str] = []
    for char in gap:
        sign = _OPERATORS.get(char, char)
        if sign in _SIGNS:
            found.append(sign)
        elif char not in _BLANK:
            return None
    return found if any(sign in _BETWEEN for sign in found) else None


def _opening(gap: str) -> list[Quantity | str]:
    bare = gap.rstrip(_BLANK + "(-")
    return [char for char in gap[len(bare) :] if char in "(-"]


def _come_to(run: list[Quantity | str], text: str, end: int) -> list[Decimal]:
    """Return what a run of numbers and signs comes to, nothing where it is no term."""
    if len(run) < 3 or len(run) > _MOST_TOKENS:
        return []
    opened = run.count("(") - run.count(")")
    behind = text[end : end + 8].replace(" ", "")
    closed = len(behind) - len(behind.lstrip(")"))
    tokens = run + [")"] * min(closed, max(0, opened))
    while tokens.count("(") > tokens.count(")") and tokens[0] in ("(", "-"):
        tokens = tokens[1:]
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = 40, 999, -999
        try:
            term = _Term(tokens)
            return [term.value(), *term.inner]
        except (_NoTermError, DivisionByZero, InvalidOperation, Overflow):
            return []


class _NoTermError(Exception):
    """What was read is no term."""


class _Term:
    """Reckons tokens from left to right, products before sums, brackets first."""

    def __init__(self, tokens: list[Quantity | str]) -> None:
        self.tokens, self.at = tokens, 0
        self.inner: list[Decimal] = []

    def value(self) -> Decimal:
        """Return what all the tokens come to."""
        result = self._sum()
        if self.at != len(self.tokens):
            raise _NoTermError
        return result

    def _next(self) -> Quantity | str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _sum(self) -> Decimal:
        result = self._product()
        while (sign := self._next()) in ("+", "-"):
            self.at += 1
            other = self._product()
            result = result + other if sign == "+" else result - other
        return result

    def _product(self) -> Decimal:
        result = self._power()
        while (sign := self._next()) in ("*", "/"):
            self.at += 1
            other = self._power()
            result = result * other if sign == "*" else result / other
        return result

    def _power(self) -> Decimal:
        result = self._one()
        if self._next() == "^":
            self.at += 1
            power = self._one()
            if abs(power) > 50 or result <= 0:
                raise _NoTermError
            result = result**power
        return result

    def _one(self) -> Decimal:
        token = self._next()
        self.at += 1
        if token == "-":
            return -self._one()
        if token == "(":
            begun, result = self.at, self._sum()
            if self._next() != ")":
                raise _NoTermError
            if self.at - begun > 2:
                self.inner.append(result)
            self.at += 1
            return result
        if not isinstance(token, Quantity) or token.value is None or token.high is not None:
            raise _NoTermError
        return token.value
