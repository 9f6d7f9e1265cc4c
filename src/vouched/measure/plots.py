"""Draws the plots of a report as SVG: ROC, reliability, cost curves, and rates with their intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from vouched.measure.rates import rate_of
from vouched.scorecard import Rate

__all__ = ["area_of", "bars", "cost_curves", "forest", "reliability", "roc"]

Curve = Sequence[tuple[float, int, int]]
_SIDE, _LEFT, _TOP, _BOTTOM = 260, 52, 26, 46
_BINS, _FEWEST = 10, 5
_ROW, _NAMES, _WIDE = 20, 250, 330


def roc(curve: Curve, title: str) -> str:
    """Return the ROC curve of a check's doubt: the share of bad cases caught against good cases flagged."""
    good, bad = sum(each[1] for each in curve), sum(each[2] for each in curve)
    points = [(0.0, 0.0)]
    flagged = caught = 0
    for _, clean, broken in sorted(curve, reverse=True):
        flagged, caught = flagged + clean, caught + broken
        points.append((flagged / max(1, good), caught / max(1, bad)))
    area = area_of(curve)
    told = f"{title}: area {area:.3f}" if area is not None else f"{title}: a class is empty"
    return _frame(
        told, "good cases flagged", "bad cases caught", [_line([(0, 0), (1, 1)], "chance"), _line(points, "c0")]
    )


def area_of(curve: Curve) -> float | None:
    """Return the area under the ROC curve, ties counting half; None where a class is empty."""
    good, bad = sum(each[1] for each in curve), sum(each[2] for each in curve)
    if not good or not bad:
        return None
    below = won = 0.0
    for _, clean, broken in sorted(curve):
        won += broken * (below + clean / 2)
        below += clean
    return won / good / bad


def reliability(curve: Curve, title: str) -> str:
    """Return how often cases are bad, in tenths of the doubt that was told of them, with exact intervals."""
    parts = [_line([(0, 0), (1, 1)], "chance")]
    for tenth in range(_BINS):
        inside = [each for each in curve if min(_BINS - 1, int(each[0] * _BINS)) == tenth]
        good, bad = sum(each[1] for each in inside), sum(each[2] for each in inside)
        if good + bad < _FEWEST:
            continue
        at = sum(doubt * (clean + broken) for doubt, clean, broken in inside) / (good + bad)
        rate = rate_of(bad, good + bad)
        x, y = _place(at, rate.share or 0)
        label = f"<title>doubt {at:.2f}: {bad} of {good + bad} are bad</title>"
        parts.append(_line([(at, rate.lower), (at, rate.upper)], "bar"))
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4">{label}</circle>')
    return _frame(title, "doubt that was told", "share that is bad", parts)


def cost_curves(points: Sequence[tuple[str, Rate, Rate]]) -> str:
    """Return the cost curves of checks by their false alarms and misses (Drummond and Holte 2006).

    Across: the weight of bad cases, by how many there are and what a miss costs. Up: the cost of going by the check, as
    a share of the worst. Below both dashed lines it is worth more than flagging nothing or everything.
    """
    parts = [_line([(0, 0), (1, 1)], "chance"), _line([(0, 1), (1, 0)], "chance")]
    named = []
    for number, (name, alarms, misses) in enumerate(points):
        ends = [(0.0, alarms.share or 0.0), (1.0, misses.share or 0.0)]
        parts.append(_line(ends, f"c{number % 8}", name))
        y = _TOP + 12 + 16 * number
        named.append(
            f'<line class="c{number % 8}" x1="{_LEFT + _SIDE + 14}" x2="{_LEFT + _SIDE + 34}" y1="{y}" y2="{y}"/>'
        )
        named.append(f'<text x="{_LEFT + _SIDE + 40}" y="{y + 4}">{escape(name[:40])}</text>')
    return _frame("cost curves", "weight of bad cases", "cost, as a share of the worst", [*parts, *named], beside=190)


def forest(rows: Sequence[tuple[str, Rate]], title: str, limits: Sequence[tuple[str, float]] = ()) -> str:
    """Return rates with their intervals, one a line, and lines for limits."""
    height = _TOP + _ROW * len(rows) + 34
    parts = list(_scale(height - 30))
    for name, limit in limits:
        x = _across(limit)
        parts.append(f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{height - 30}"><title>')
        parts.append(f"{escape(name)}: at most {100 * limit:g} %</title></line>")
    for number, (name, rate) in enumerate(rows):
        y = _TOP + _ROW * number + 12
        seen = "no cases" if rate.share is None else f"{rate.count} of {rate.of} = {100 * rate.share:.1f} %"
        told = f"{seen} [{100 * rate.lower:.1f}, {100 * rate.upper:.1f}]"
        parts.append(f'<text x="{_NAMES - 8}" y="{y + 4}" text-anchor="end">{escape(name[:44])}</text>')
        low, high = _across(rate.lower), _across(rate.upper)
        parts.append(f'<line class="bar" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>')
        if rate.share is not None:
            parts.append(
                f'<circle class="dot" cx="{_across(rate.share):.1f}" cy="{y}" r="4"><title>{told}</title></circle>'
            )
        parts.append(f'<text class="figure" x="{_NAMES + _WIDE + 10}" y="{y + 4}">{told}</text>')
    return _svg(title, _NAMES + _WIDE + 220, height, parts)


def bars(groups: Sequence[tuple[str, Sequence[int]]], names: Sequence[str]) -> str:
    """Return counts as bars: a group a line, in it a bar for each name."""
    most = max((count for _, counts in groups for count in counts), default=0) or 1
    parts, y = [], _TOP
    for title, counts in groups:
        parts.append(f'<text x="{_NAMES - 8}" y="{y + 14}" text-anchor="end">{escape(title)}</text>')
        for number, (name, count) in enumerate(zip(names, counts, strict=True)):
            width = _WIDE * count / most
            told = f"<title>{escape(name)}: {count}</title>"
            parts.append(
                f'<rect class="p{number % 8}" x="{_NAMES}" y="{y}" width="{width:.1f}" height="12">{told}</rect>'
            )
            label = escape(f"{count} {name}"[:60])
            parts.append(f'<text class="figure" x="{_NAMES + width + 6:.1f}" y="{y + 10}">{label}</text>')
            y += 15
        y += 10
    return _svg("counts by policy", _NAMES + _WIDE + 220, y + 10, parts)


def _scale(bottom: int) -> Iterator[str]:
    for share in (0, 0.05, 0.1, 0.25, 0.5, 1):
        x = _across(share)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>'
        yield f'<text class="tick" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{100 * share:g}</text>'


def _across(share: float) -> float:
    """Return the place of a share: by its root, so that small rates can be told apart."""
    return _NAMES + _WIDE * math.sqrt(share)


def _place(across: float, up: float) -> tuple[float, float]:
    return _LEFT + _SIDE * across, _TOP + _SIDE * (1 - up)


def _line(points: Sequence[tuple[float, float]], style: str, name: str = "") -> str:
    placed = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_place(*point) for point in points))
    told = f"<title>{escape(name)}</title>" if name else ""
    return f'<polyline class="{style}" points="{placed}">{told}</polyline>'


def _frame(title: str, across: str, up: str, parts: Sequence[str], *, beside: int = 0) -> str:
    grid = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = _place(share, share)
        grid.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_TOP + _SIDE}"/>')
        grid.append(f'<line class="grid" x1="{_LEFT}" x2="{_LEFT + _SIDE}" y1="{y:.1f}" y2="{y:.1f}"/>')
        grid.append(f'<text class="tick" x="{x:.1f}" y="{_TOP + _SIDE + 16}" text-anchor="middle">{share:g}</text>')
        grid.append(f'<text class="tick" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share:g}</text>')
    middle = _TOP + _SIDE / 2
    names = [
        f'<text x="{_LEFT + _SIDE / 2}" y="{_TOP + _SIDE + 36}" text-anchor="middle">{escape(across)}</text>',
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{escape(up)}</text>',
    ]
    return _svg(title, _LEFT + _SIDE + 16 + beside, _TOP + _SIDE + _BOTTOM, [*grid, *parts, *names])


def _svg(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    told = escape(title)
    head = f'<text class="title" x="8" y="16">{told}</text>'
    return (
        f'<svg role="img" aria-label="{told}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'xmlns="http://www.w3.org/2000/svg">{head}{"".join(parts)}</svg>'
    )
