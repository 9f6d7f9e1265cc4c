"""Cases are run once, their results kept as they come, and counted into rates that average nothing away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vouched.documents import Document
from vouched.errors import UsageError
from vouched.measure.cases import Apart, Case
from vouched.measure.check_specs import check_of
from vouched.measure.running import Plan, Read, results, run_cases
from vouched.measure.scorecards import scorecards
from vouched.scorecard import Measured, Scorecard, version_now

MINE = '''
from vouched.verdicts import Finding, Support

def red(draft, evidence):
    """Finds red."""
    if "boom" in draft.raw:
        raise RuntimeError("boom")
    if "red" in draft.raw:
        yield Finding(check="red", code="is_red")
    elif "quiet" not in draft.raw:
        yield Support(check="red")

class Word:
    name = "word"
    decidable = False
    def __init__(self, word):
        self.word = word
    def __call__(self, draft, evidence):
        return [Finding(check="word", code="has_word")] if self.word in draft.raw else []
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """Return a file with checks of a user."""
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def case(number: int, draft: str, label: str, lang: str = "en", kinds: tuple[str, ...] = ()) -> Case:
    """Return a case."""
    documents = (Document(id="1", text=f"Source {number}."),)
    made: Any = {"label": label}
    return Case(id=str(number), documents=documents, draft=draft, lang=lang, kinds=kinds, **made)


CASES = [
    case(1, "All is red.", "good"),
    case(2, "All is green.", "good"),
    case(3, "It is red.", "bad", kinds=("colour",)),
    case(4, "It is blue.", "bad", kinds=("colour",)),
    case(5, "A quiet one.", "good"),
    case(6, "A quiet one here.", "bad"),
    case(7, "Goes boom.", "good"),
    case(8, "Goes boom too.", "bad"),
    case(9, "red", "good", "mixed"),
]


def measured(out: Path, spec: str, given: list[Case | Apart], **settings: Any) -> tuple[Scorecard, Read]:
    """Return the scorecard of one check, and what was read."""
    plan = Plan(checks=(spec,), rewrites=False)
    read = run_cases(given, plan, out, **settings)
    (card,) = scorecards(results(out), plan.made(), plan, read)
    return card, read


def test_rates_count_what_they_say(tmp_path: Path, mine: str) -> None:
    """False alarms are of good cases that the check spoke of, misses of all bad ones; broken ones are in neither."""
    card, _ = measured(tmp_path / "out", f"{mine}:red", [*CASES])
    whole = card.of()

    assert isinstance(whole, Measured)
    assert (whole.false_alarms.count, whole.false_alarms.of) == (1, 2)
    assert (whole.misses.count, whole.misses.of) == (2, 3)
    assert (whole.silent, whole.broken) == (2, 2)
    assert card.of("is_red") == whole.but(finding="is_red")
    assert card.empty == ("mixed/bad",)


def test_a_mixed_language_is_in_no_other_rate(tmp_path: Path, mine: str) -> None:
    """A case in another language than it says is counted apart."""
    card, _ = measured(tmp_path / "out", f"{mine}:red", [*CASES])
    mixed = card.of(language="mixed")

    assert mixed is not None
    assert (mixed.false_alarms.count, mixed.false_alarms.of) == (1, 1)
    assert card.of(language="en") == (card.of() or mixed).but(language="en")


def test_kinds_have_rates_of_their_own(tmp_path: Path, mine: str) -> None:
    """Each kind of case, and each set, has its rates."""
    card, _ = measured(tmp_path / "out", f"{mine}:red", [each.but(origin="made") for each in CASES])
    rates = {each.kind: each.misses for each in card.measured}

    assert (rates["colour"].count, rates["colour"].of) == (1, 2)
    assert (rates["set:made"].count, rates["set:made"].of) == (2, 3)
    assert card.data == ("made",)


def test_what_is_apart_is_told(tmp_path: Path, mine: str) -> None:
    """Lines that are no cases are counted by why, and the first are shown."""
    apart = [Apart(f"c:{number}", "wrong_label", "told") for number in range(30)]
    card, read = measured(tmp_path / "out", f"{mine}:red", [*apart, CASES[0]])

    assert card.apart == {"wrong_label": 30}
    assert len(read.shown) == 20
    assert card.cases == 1


def test_results_are_not_made_twice(tmp_path: Path, mine: str) -> None:
    """A run that was cut short goes on behind its last whole line; other checks or settings are refused."""
    out = tmp_path / "out"
    measured(out, f"{mine}:red", [*CASES[:4]])
    path = out / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-7])
    card, read = measured(out, f"{mine}:red", [*CASES])

    assert (read.cases, read.reused) == (9, 3)
    assert card == measured(out, f"{mine}:red", [*CASES])[0].but(milliseconds=card.milliseconds)

    changed, read = measured(out, f"{mine}:red", [CASES[0].but(draft="Now green."), *CASES[1:]])

    assert read.reused == 8
    assert changed.cases == 9

    with pytest.raises(UsageError, match="expected an empty folder, or results of the same checks, settings and code"):
        measured(out, "negation", [*CASES])


def test_a_changed_check_is_looked_at_anew(tmp_path: Path, mine: str) -> None:
    """Results of a file of checks that was changed since are refused."""
    measured(tmp_path / "out", f"{mine}:red", [*CASES])
    Path(mine).write_text(MINE + "# changed", encoding="utf-8")

    with pytest.raises(UsageError, match="settings and code"):
        measured(tmp_path / "out", f"{mine}:red", [*CASES])


def test_a_check_that_ends_its_process_is_told(tmp_path: Path) -> None:
    """Where a check takes its process down, the run ends with a fault that says so."""
    path = tmp_path / "deadly.py"
    path.write_text("import os\n\ndef deadly(draft, evidence):\n    os._exit(3)\n", encoding="utf-8")

    with pytest.raises(UsageError, match="expected checks that end no process"):
        measured(tmp_path / "out", f"{path}:deadly", [*CASES], jobs=2)


def test_processes_give_the_same_results(tmp_path: Path, mine: str) -> None:
    """Two processes come to the scorecard that one comes to, in the same order."""
    plans = [Plan(checks=(f"{mine}:red", "figures")) for _ in range(2)]
    found = []
    for jobs, plan in enumerate(plans, start=1):
        out = tmp_path / str(jobs)
        run_cases(CASES, plan, out, jobs=jobs)
        found.append([(each.id, [(seen.status, seen.findings) for seen in each.seen]) for each in results(out)])

    assert found[0] == found[1]


def test_no_more_cases_are_read_than_are_worked_on(tmp_path: Path, mine: str) -> None:
    """Cases are read as they are needed, so that memory does not grow with their number."""
    read: list[str] = []
    done: list[str] = []

    def many() -> Iterator[Case]:
        for number in range(50):
            assert len(read) - len(done) <= 1
            read.append(str(number))
            yield case(number, "green", "good")

    run_cases(many(), Plan(checks=(f"{mine}:red",), rewrites=False), tmp_path / "out", done=done.append)

    assert read == done


def test_rewrites_are_counted_by_what_the_check_saw(tmp_path: Path) -> None:
    """A rewrite that keeps the meaning counts changed verdicts, one that breaks it the changes that are noticed."""
    source = "The rent is 500 EUR a month, and the deposit is 1200 EUR in all."
    given = case(1, source, "good").but(documents=(Document(id="1", text=source),))
    plan = Plan(checks=("figures",))
    read = run_cases([given], plan, tmp_path)
    (card,) = scorecards(results(tmp_path), plan.made(), plan, read)
    seen = {each.name: (each.keeps, each.seen.count, each.seen.of) for each in card.rewritings}

    assert seen["number"] == (False, 1, 1)
    assert seen["white_space"] == seen["width"] == (True, 0, 1)


def test_doubts_make_a_curve(tmp_path: Path) -> None:
    """A check that tells how strongly it doubts has a curve of good and bad cases."""
    source = "The rent is 500 EUR a month."
    given = [
        case(number, draft, label).but(documents=(Document(id="1", text=source),))
        for number, (draft, label) in enumerate([(source, "good"), ("Whales eat plankton in Alaska.", "bad")])
    ]
    plan = Plan(checks=("support",), rewrites=False)
    read = run_cases(given, plan, tmp_path)
    (card,) = scorecards(results(tmp_path), plan.made(), plan, read)

    assert sum(good for _, good, _ in card.curve) == sum(bad for *_, bad in card.curve) == 1
    assert max(card.curve)[2] == 1


def test_checks_are_named_with_settings_or_by_a_file(mine: str) -> None:
    """A check is a name, a name with settings, or a function or class of a file."""
    word: Any = check_of(f'{mine}:Word{{"word": "rent"}}')
    least: Any = check_of('negation{"least": 0.6}')

    assert word.word == "rent"
    assert least.least == 0.6
    assert callable(check_of(f"{mine}:red"))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nothing", "expected one of"),
        ('negation{"least": }', "expected settings in JSON"),
        ('negation{"most": 1}', "expected one of least"),
        ("none.py:red", "expected a Python file, saw none"),
        ("MINE:blue", "saw none of the name 'blue'"),
        ("MINE:Word", "expected settings that fit"),
        ("", "expected a name of a check"),
    ],
)
def test_a_check_that_is_none_is_a_mistake(mine: str, spec: str, message: str) -> None:
    """What names no check says what was expected."""
    with pytest.raises(UsageError, match=message):
        check_of(spec.replace("MINE", mine))


def test_a_file_that_fails_is_a_mistake(tmp_path: Path) -> None:
    """A file of checks that cannot be run says why, and two checks of one name are refused."""
    path = tmp_path / "bad.py"
    path.write_text("raise RuntimeError('no')", encoding="utf-8")

    with pytest.raises(UsageError, match="a Python file that runs, saw RuntimeError: no"):
        check_of(f"{path}:x")

    with pytest.raises(UsageError, match="distinct names, saw figures, figures"):
        Plan(checks=("figures", "figures")).made()


def test_the_same_cases_have_the_same_hash(tmp_path: Path) -> None:
    """The hash of what was measured depends on the cases alone, and changes with any label."""
    plan = Plan(checks=("quotes",), rewrites=False)
    given = [CASES[:3], CASES[:3], [*CASES[:2], CASES[2].but(label="good")]]
    found = [run_cases(each, plan, tmp_path / str(at)).data_hash for at, each in enumerate(given)]

    assert found[0] == found[1] != found[2]


def test_a_plan_is_of_this_version() -> None:
    """A scorecard is of the version that made it."""
    assert Plan(checks=("figures",)).version == version_now()
