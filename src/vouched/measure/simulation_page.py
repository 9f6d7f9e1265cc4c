"""Makes the page of a simulation: policies side by side, as a table and a plot, in one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from vouched.measure.plots import bars
from vouched.measure.simulating import Simulated

__all__ = ["simulation_page"]

_STYLE = """
:root{--ink:#1a1a1a;--soft:#666;--line:#ddd;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--soft:#a0a0a0;--line:#3a3a3a;--paper:#161616}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:64rem;margin:2rem auto;
padding:0 1rem}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.25rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg .title{font-weight:600}
svg .figure{fill:var(--soft)}.p0{fill:#2457a6}.p1{fill:#c2571a}.p2{fill:#1b7f4b}.p3{fill:#8e3ea8}.p4{fill:#b08900}
.p5{fill:#b3261e}.p6{fill:#008b8b}.p7{fill:#7a5c3e}
"""
_SHOWN = (
    ("generation calls", "calls"),
    ("delivered", "delivered"),
    ("changed", "changed"),
    ("fallback", "fallback"),
    ("held", "held"),
    ("refused", "refused"),
    ("not recorded", "not_recorded"),
    ("wrong text delivered", "wrong_delivered"),
    ("good text blocked", "good_blocked"),
)


def simulation_page(found: Sequence[Simulated]) -> str:
    """Return the page of policies side by side, with what came of each run."""
    names = [each.policy for each in found]
    groups = [(title, [getattr(each, name) for each in found]) for title, name in _SHOWN]
    head = _row(("", *names), "th")
    rows = "".join(_row((title, *map(str, counts)), "td") for title, counts in groups)
    runs = found[0].came if found else ()
    came = [
        (run.run, *(f"{each.came[at].end}, {each.came[at].calls} calls" for each in found))
        for at, run in enumerate(runs)
    ]
    each_run = "".join(_row(row, "td") for row in came)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Policies side by side</title><style>{_STYLE}</style></head>\n<body><h1>Policies side by side</h1>\n"
        f'<div class="wide"><table>{head}{rows}</table></div>\n<div class="wide">{bars(groups, names)}</div>\n'
        f'<h2>Each run</h2><div class="wide"><table>{head}{each_run}</table></div></body></html>\n'
    )


def _row(cells: Sequence[str], kind: str) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>\n"
