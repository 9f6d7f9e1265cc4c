"""Verifies every bundled answer, prints what of it stands, and writes a report of each to ./out/."""

from __future__ import annotations

import contextlib
import io
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import vouched
from vouched.cli.main import main as command

HERE = Path(__file__).resolve().parent
SETS = ("tenancy-en", "bylaw-ja", "notice-zh")
STANDS = {
    "stands.json": True,
    "stands.md": True,
    "fabricated-citation.json": False,
    "altered-quote.md": False,
    "ambiguous-anchor.json": False,
}


def lines_about(outcome: vouched.Outcome) -> Iterator[str]:
    """Return one line for each claim that does not stand, and one for each finding on it."""
    for index, claim in enumerate(outcome.claims):
        if claim.verdict == "supported":
            continue
        yield f"    {claim.verdict}: {claim.text}"
        for finding in outcome.findings:
            if finding.claim == index:
                yield f"      {finding.code}: {finding.message}"
    for finding in outcome.findings:
        if finding.claim is None:
            yield f"    {finding.code}: {finding.message}"


def write_report(answer: Path, documents: Path, *, to: Path) -> None:
    """Write the HTML report that `vouched verify ANSWER --documents DIR --html FILE` makes."""
    to.parent.mkdir(exist_ok=True)
    unseen = io.StringIO()
    with contextlib.redirect_stdout(unseen), contextlib.redirect_stderr(unseen):
        command(["verify", str(answer), "--documents", str(documents), "--html", str(to)])


def main() -> int:
    """Return 0 when exactly the answers that stand were released, else 1."""
    surprises = 0
    for name in SETS:
        folder = HERE / name
        documents = vouched.load_documents(folder / "documents")
        print(f"{name}: {', '.join(document.id for document in documents)}")
        for file, stands in STANDS.items():
            answer = folder / "answers" / file
            outcome = vouched.verify(answer.read_text(encoding="utf-8"), documents)
            supported = sum(claim.verdict == "supported" for claim in outcome.claims)
            print(f"  {file:<26}{outcome.status:<10}{supported} of {len(outcome.claims)} claims stand")
            print(*lines_about(outcome), sep="\n", end="\n" if outcome.findings else "")
            write_report(answer, folder / "documents", to=Path("out") / f"{name}-{answer.name}.html")
            if (outcome.status == "released") != stands:
                print(f"    expected this answer {'to be released' if stands else 'not to be released'}")
                surprises += 1
        print()
    print(f"One report for each answer is in {Path('out').resolve()}\n")
    print("Numbers only from facts: examples/facts/halden.xlsx")
    runpy.run_path(str(HERE / "facts" / "answers.py"), run_name="__main__")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
