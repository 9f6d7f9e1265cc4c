"""Promises about the plain words of reports: they exist for what happens, and for nothing else."""

from __future__ import annotations

import re

from structure.codes import finding_codes, repair_codes
from vouched.adapters.report_words import (
    ADVICE,
    LABELS,
    MARKS,
    TITLES,
    VERDICTS,
    advice_for,
    repairs_in_words,
    title_of,
)
from vouched.drafts import Repair
from vouched.verdicts import Finding


def test_no_code_is_explained_that_nothing_makes() -> None:
    """Every code that has words of its own is one that a finding can carry."""
    made = [re.compile(re.escape(code).replace("…", "[a-z_]+")) for code in finding_codes()]
    worded = {*TITLES, *ADVICE, *LABELS}

    assert sorted(code for code in worded if not any(pattern.fullmatch(code) for pattern in made)) == []


def test_every_code_of_quotes_and_citations_has_words() -> None:
    """What goes wrong with quotes, citations and confidence is said in words of its own, with what to do."""
    worded = [code for code in finding_codes() if re.search("quote|anchor|citations$|confidence$|_document$", code)]
    missing = [code for code in worded if "…" not in code and code not in TITLES]

    assert sorted(set(missing) - {"invalid_confidence", "malformed_citation"}) == []


def test_a_foreign_finding_has_words() -> None:
    """A finding of a check that vouched does not know still has a title and advice."""
    finding = Finding(check="tone", code="too_harsh", message="sounds harsh")

    assert title_of(finding)
    assert advice_for(finding)


def test_every_repair_has_words() -> None:
    """Each repair that can be made is told in words, not by its code."""
    told = [repairs_in_words([Repair(code)])[0] for code in sorted(repair_codes())]

    assert [line for line in told if "_" in line] == []


def test_every_verdict_has_a_mark_and_words() -> None:
    """The four verdicts are told apart by words and by a mark, not by colour alone."""
    assert set(MARKS) == set(VERDICTS) == {"supported", "unsupported", "silent", "broken"}
    assert len(set(MARKS.values())) == len(set(VERDICTS.values())) == 4
