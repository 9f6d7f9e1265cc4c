"""Writes what the shipped scorecards say into the docs: a row a check and language, and the README's figures."""

from __future__ import annotations

import re
from pathlib import Path

from marked import write_marked

from vouched.measure.page import percent
from vouched.scorecard import ALL, Rate, Scorecard, shipped_scorecards

ROOT = Path(__file__).parent.parent


def rows(cards: tuple[Scorecard, ...]) -> list[str]:
    """Return the table of all checks by language, with what became of rewrites."""
    lines = [
        "| check | language | false alarms | misses | changed verdicts, meaning kept | noticed, meaning broken |",
        "|---|---|---|---|---|---|",
    ]
    for card in cards:
        for each in card.measured:
            if each.finding == ALL and each.kind == ALL:
                kept, broken = (_rewritten(card, each.language, keeps=keeps) for keeps in (True, False))
                language = "all" if each.language == ALL else each.language
                rates = f"{percent(each.false_alarms)} | {percent(each.misses)}"
                lines.append(f"| `{card.check}` | {language} | {rates} | {kept} | {broken} |")
    return lines


def _rewritten(card: Scorecard, language: str, *, keeps: bool) -> str:
    chosen = [each.seen for each in card.rewritings if each.keeps is keeps and language in (ALL, each.language)]
    count, of = sum(each.count for each in chosen), sum(each.of for each in chosen)
    return f"{count}/{of} = {100 * count / of:.1f} %" if of else "none"


def told(card: Scorecard) -> str:
    """Return what the README says of a check."""
    whole = card.of()
    assert whole is not None
    return f"an estimate: false alarms {_short(whole.false_alarms)}, misses {_short(whole.misses)}"


def _short(rate: Rate) -> str:
    return f"{100 * (rate.share or 0):.1f} % [{100 * rate.lower:.1f}, {100 * rate.upper:.1f}]"


def main() -> None:
    """Write both files."""
    cards = shipped_scorecards()
    write_marked(ROOT / "docs" / "measured.md", "shipped-scorecards", rows(cards))
    readme = ROOT / "README.md"
    shown = readme.read_text(encoding="utf-8")
    for card in cards:
        pattern = rf"(^\| `{re.escape(card.check)}` \|.*?; )an estimate[^|]*?(?= \|)"
        shown = re.sub(pattern, lambda match, card=card: match[1] + told(card), shown, flags=re.MULTILINE)
    readme.write_text(shown, encoding="utf-8")


if __name__ == "__main__":
    main()
