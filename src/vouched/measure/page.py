"""Makes the report of a measurement: one HTML page that needs nothing else, with tables and plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from vouched.measure.drift import Drift
from vouched.measure.plots import cost_curves, forest, reliability, roc
from vouched.measure.running import Read
from vouched.policy import LIMITS
from vouched.record import to_json
from vouched.scorecard import ALL, Measured, Rate, Scorecard

__all__ = ["measurement_page", "percent"]

_FAMILIES = (
    (True, "Changed verdicts: rewrites that keep the meaning"),
    (False, "Noticed: rewrites that break it"),
)
_STYLE = """
:root{--ink:#1a1a1a;--soft:#666;--line:#ddd;--paper:#fff;--good:#1b7f4b;--bad:#b3261e;--blue:#2457a6}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--soft:#a0a0a0;--line:#3a3a3a;--paper:#161616;--good:#5fce97;
--bad:#ff8a80;--blue:#8ab4f8}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:64rem;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.6rem 0;font-size:.9rem}
th,td{text-align:left;padding:.25rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.soft{color:var(--soft)}.bad{color:var(--bad)}.good{color:var(--good)}
svg{max-width:100%;height:auto;margin:.4rem .8rem .4rem 0}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}
svg .title{font-weight:600}svg .tick,svg .figure{fill:var(--soft);font-size:11px}
svg line,svg polyline{fill:none;stroke:var(--blue);stroke-width:2}svg .grid{stroke:var(--line);stroke-width:1}
svg .chance{stroke:var(--soft);stroke-width:1;stroke-dasharray:4 4}svg .bar{stroke:var(--blue)}
svg .limit{stroke:var(--bad);stroke-width:1;stroke-dasharray:3 3}svg .dot{fill:var(--blue)}
svg .c1{stroke:#c2571a}svg .c2{stroke:#1b7f4b}svg .c3{stroke:#8e3ea8}svg .c4{stroke:#b08900}svg .c5{stroke:#b3261e}
svg .c6{stroke:#008b8b}svg .c7{stroke:#7a5c3e}
"""


def measurement_page(cards: Sequence[Scorecard], read: Read, drifted: Sequence[Drift] | None = None) -> str:
    """Return the page of scorecards, what was read for them, and what drifted where that was asked."""
    body = [*_read(cards, read), *_overview(cards)]
    if drifted is not None:
        body += _drifts(drifted)
    for card in cards:
        body += _card(card)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>How often checks are wrong</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>How often checks are wrong</h1>\n{''.join(body)}</body></html>\n"
    )


def percent(rate: Rate) -> str:
    """Return a rate and its interval in per cent, with its counts."""
    if rate.share is None:
        return "no cases"
    bounds = f"[{100 * rate.lower:.1f}, {100 * rate.upper:.1f}]"
    return f"{rate.count}/{rate.of} = {100 * rate.share:.1f} % {bounds}"


def _read(cards: Sequence[Scorecard], read: Read) -> Iterator[str]:
    version = cards[0].version if cards else ""
    yield f"<p>{read.cases} cases of {escape(', '.join(read.origins)) or 'nothing'}, measured with vouched {version}."
    yield f'<br><span class="soft">SHA-256 of the cases: {read.data_hash}</span></p>\n'
    for each in cards[0].empty if cards else ():
        yield f'<p class="bad">No cases of the class {escape(each)}: its rate is unknown.</p>\n'
    if read.apart:
        rows = [(why, str(count)) for why, count in read.apart.items()]
        yield "<h2>Told apart</h2><p>These are in no rate.</p>" + _table(("why", "how many"), rows)
        first = [(each.where, each.why, each.told) for each in read.shown]
        yield "<details><summary>The first of them</summary>" + _table(("where", "why", "told"), first) + "</details>\n"


def _overview(cards: Sequence[Scorecard]) -> Iterator[str]:
    rows, lines = [], []
    for card in cards:
        whole = card.of()
        if whole is None:
            continue
        kept, noticed = _of_rewrites(card, keeps=True), _of_rewrites(card, keeps=False)
        cost = "" if card.milliseconds is None else f"{card.milliseconds:.2f}"
        rows.append(
            (
                card.check,
                percent(whole.false_alarms),
                percent(whole.misses),
                kept,
                noticed,
                str(whole.silent),
                str(whole.broken),
                cost,
            )
        )
        lines.append((card.check, whole.false_alarms, whole.misses))
    heads = ("check", "false alarms", "misses", "changed verdicts", "noticed", "silent", "broken", "ms a case")
    yield "<h2>Overview</h2>" + _table(heads, rows)
    yield (
        '<p class="soft">False alarms: good cases with a finding, of those that the check said something of. Misses: '
        "bad cases without one, of all. Changed verdicts: under rewrites that keep the meaning. Noticed: rewrites that "
        "break it. Intervals are exact, 95 %.</p>\n"
    )
    yield f'<div class="wide">{cost_curves(lines)}</div>\n'


def _of_rewrites(card: Scorecard, *, keeps: bool) -> str:
    seen = [each.seen for each in card.rewritings if each.keeps is keeps]
    count, of = sum(rate.count for rate in seen), sum(rate.of for rate in seen)
    return f"{count}/{of} = {100 * count / of:.1f} %" if of else "none"


def _drifts(drifted: Sequence[Drift]) -> Iterator[str]:
    rows = [
        (
            each.check,
            f"{each.place} {each.language}",
            each.figure,
            percent(each.before),
            percent(each.after),
            "worse" if each.worse else "better",
        )
        for each in drifted
    ]
    yield "<h2>Drift</h2>"
    yield (
        _table(("check", "of", "figure", "before", "now", ""), rows) if rows else "<p>No rate left its interval.</p>\n"
    )


def _card(card: Scorecard) -> Iterator[str]:
    yield f"<h2>{escape(card.check)}</h2>\n"
    if card.settings:
        yield f'<p class="soft">Settings: {escape(to_json(card.settings))}</p>\n'
    everywhere = [each for each in card.measured if each.kind == ALL]
    alarms = [(_named(each), each.false_alarms) for each in everywhere]
    limits = [(name, limit) for name, limit in LIMITS.items() if name in ("stop", "reask", "hold")]
    yield f'<div class="wide">{forest(alarms, "false alarms, in per cent", limits)}</div>\n'
    if card.curve:
        yield f'<div class="wide">{roc(card.curve, "ROC")}{reliability(card.curve, "reliability of its doubt")}</div>\n'
    heads = ("finding", "language", "kind", "false alarms", "misses", "silent", "broken")
    yield _table(heads, [_row(each) for each in everywhere])
    kinds = [_row(each) for each in card.measured if each.kind != ALL]
    if kinds:
        yield "<details><summary>By kind of case</summary>" + _table(heads, kinds) + "</details>\n"
    for keeps, title in _FAMILIES:
        rows = [(each.name, each.language, percent(each.seen)) for each in card.rewritings if each.keeps is keeps]
        if rows:
            table = _table(("rewrite", "language", "cases"), rows)
            yield f"<details><summary>{title}</summary>{table}</details>\n"


def _named(each: Measured) -> str:
    finding = "any finding" if each.finding == ALL else each.finding
    return f"{finding}, {'all languages' if each.language == ALL else each.language}"


def _row(each: Measured) -> tuple[str, ...]:
    place = (each.finding, each.language, each.kind)
    named = ("all" if name == ALL else name for name in place)
    return (*named, percent(each.false_alarms), percent(each.misses), str(each.silent), str(each.broken))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(_cell(each) for each in row) + "</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n'


def _cell(text: str) -> str:
    numeric = ' class="n"' if text[:1].isdigit() else ""
    return f"<td{numeric}>{escape(text)}</td>"
