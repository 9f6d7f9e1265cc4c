"""Searching takes time in proportion to what is searched, whatever is looked for; many documents lose none."""

from hypothesis import given
from hypothesis import strategies as st

from vouched import Citation, Document, Evidence, Quote, snap
from vouched.checks.quotes import find_quote
from vouched.text.corpus import Corpus
from vouched.text.folding import fold, units
from vouched.text.locating import locate
from vouched.text.near import changes, nearest

LEASE = (
    "The rent is 500 EUR, due on the first day of each month. " * 4 + "The tenant shall not keep animals in the flat."
)


def test_hostile_inputs_end() -> None:
    """Runs of white space, brackets, marks, pieces and periods are answered like any other text."""
    for wanted in (
        "hello" + " " * 25_000 + "world",
        ("[" + " " * 200) * 500,
        "abcde…" * 2000,
        "a" + "\u0301\u0323" * 20_000,
        "ab " * 5000,
        "(" * 50_000,
    ):
        document = Document(id="d", text=f"{wanted} and {LEASE}")
        locate(document, wanted[:20_000])
        snap(wanted, document)
        nearest(document, wanted)


def test_a_unit_takes_no_endless_run_of_marks() -> None:
    """Reordering marks takes quadratic time; a unit holds 32 of them."""
    assert max(len(unit) for unit, _ in units("a" + "\u0301" * 500)) <= 33


def test_the_nearest_passage_is_the_altered_one() -> None:
    """Of an altered text the passage it was altered from is found, short or long, and nothing for an invented one."""
    near = nearest(Document(id="d", text=LEASE), "The tenant shall keep animals in the flat.")
    assert near is not None
    assert near.quote.text == "The tenant shall not keep animals in the flat."
    assert [(change.expected, change.seen) for change in changes(near.quote.text, "The tenant shall keep animals")][
        :1
    ] == [("not", "")]
    long = Document(id="d", text="Other words stand here, and more of them. " * 9000 + LEASE)
    assert nearest(long, "due on the first day of each month. The tenant shall keep animals in the flat.") is not None
    assert nearest(long, "Green cheese makes up most of the surface of the moon, as everybody knows by now.") is None


def test_changes_name_whole_words() -> None:
    """What differs is named by words, numbers, runs of kana, and ideographs with the one before them."""
    for found, wanted, expected, seen in [
        ("三十日以内に届け出る。", "三十日以上に届け出る。", "以内", "以上"),
        ("员工在试用期内不得申请。", "员工在试用期内可以申请。", "不得", "可以"),
        ("貸与することができない。", "貸与することができる。", "することができない", "することができる"),
    ]:
        assert [(one.expected, one.seen) for one in changes(found, wanted)] == [(expected, seen)]
    assert [(one.expected, one.seen) for one in changes("pay 12,500 EUR", "pay 12,600 EUR")] == [("12,500", "12,600")]


@given(
    st.lists(st.sampled_from(["rent", "is due", "Ｒｅｎｔ", "not", "賃料", "\n", "-\n", "cafe\u0301"]), max_size=6),
    st.data(),
)
def test_among_many_documents_none_that_holds_a_text_is_missed(words: list[str], data: st.DataObject) -> None:
    """What locating finds in a document, the corpus of it and many others offers as a candidate."""
    text = " ".join(words)
    documents = [Document(id=str(number), text=f"item {number}\n\n") for number in range(20)]
    documents[7] = Document(id="7", text=f"before {text} after")
    start = data.draw(st.integers(0, len(text)))
    wanted = text[start:]
    corpus = Corpus(tuple(documents))
    if wanted.strip() and fold(wanted) and locate(documents[7], wanted):
        assert "7" in [document.id for document in corpus.candidates(wanted)]


def test_one_quote_among_many_documents_is_found_in_any_typography() -> None:
    """Letter for letter, with other white space, width or case, the one document that holds it is found."""
    texts = [f"Document {number} speaks of item {number * 7} only, and 第{number}条 of it." for number in range(300)]
    evidence = Evidence.of(texts)
    for typed in (
        "speaks of item 77 only",
        "speaks  of\nitem 77 only",
        "ＳＰＥＡＫＳ of item 77 ONLY",
        "第１１条 of it",
    ):
        found = find_quote(Citation(typed=typed), evidence)
        assert isinstance(found, Quote)
        assert found.document == "12"
