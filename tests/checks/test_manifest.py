"""The check `manifest` tells which claims rest on documents that are not the ones that were locked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched import make_manifest
from vouched.checks import Manifest
from vouched.documents import Document, Evidence, Quote
from vouched.drafts import Citation, Claim, Draft
from vouched.errors import ManifestError, UsageError
from vouched.ports import Check
from vouched.verdicts import Finding, Support

TEXTS = {"by-law": "第一条\r\n目的。", "lease": "Rent is due."}
LOCKED = {name: sha256(text.encode()).hexdigest() for name, text in TEXTS.items()}


def said_of(
    manifest: Manifest, *claims: Sequence[Citation], texts: dict[str, str] | None = None
) -> list[Finding | Support]:
    """Return what the check says of a draft with these citations, one sequence a claim."""
    every = [
        Claim(text="x", where=f"/claims/{place}", citations=tuple(citations)) for place, citations in enumerate(claims)
    ]
    draft = Draft(raw="", kind="json", claims=tuple(every))
    return list(manifest(draft, Evidence.of(TEXTS if texts is None else texts)))


def test_claims_on_locked_documents_are_supported() -> None:
    """A claim all of whose cited documents hold is supported, and nothing is found."""
    said = said_of(Manifest(LOCKED), [Citation(document="lease"), Citation(document="by-law")], [])

    assert said == [Support(check="manifest", claim=0, where="/claims/0", vouches=False)]


def test_an_altered_document_taints_the_claims_that_cite_it() -> None:
    """Each claim that cites an altered document carries a finding with both digests, no other claim does."""
    said = said_of(
        Manifest(LOCKED),
        [Citation(document="lease", where="/claims/0/citations/0")],
        [Citation(document="by-law")],
        texts=TEXTS | {"lease": "Rent is not due."},
    )

    finding = said[0]
    assert isinstance(finding, Finding)
    assert (finding.code, finding.claim, finding.where) == ("hash_mismatch", 0, "/claims/0/citations/0")
    assert (finding.expected, finding.seen) == (LOCKED["lease"], sha256(b"Rent is not due.").hexdigest())
    assert "'lease'" in finding.message
    assert said[1:] == [Support(check="manifest", claim=1, where="/claims/1", vouches=False)]


@pytest.mark.parametrize(
    ("locked", "given", "told"),
    [
        ("a\nb\n", "a\r\nb\r\n", "only line endings differ:"),
        ("a\r\nb\r\n", "a\nb\n", "only line endings differ:"),
        ("a\rb", "a\nb", "only line endings differ:"),
        ("a\nb\n", "a\nb", "only line endings differ:"),
        ("a\r\nb", "a\nb\n", "only line endings differ:"),
        ("\ufeffa\nb", "a\nb", "only a byte order mark differs:"),
        ("a", "\ufeffa", "only a byte order mark differs:"),
        ("\ufeffa\r\n", "a\n", "only line endings differ and a byte order mark:"),
        ("a b\n", "a  b\n", ""),
        ("a\n\nb", "a\nb", ""),
    ],
)
def test_what_differs_in_line_endings_alone_says_so(locked: str, given: str, told: str) -> None:
    """A text that has the locked hash with other line endings or a byte order mark is a finding that says so."""
    manifest = Manifest.from_text(make_manifest({"lease": locked}))
    (found,) = said_of(manifest, [Citation(document="lease")], texts={"lease": given})

    assert isinstance(found, Finding)
    assert found.code == "hash_mismatch"
    assert ("only" in found.message, told in found.message) == (bool(told), True)


@pytest.mark.parametrize(
    "citation",
    [
        Citation(document="2"),
        Citation(document="by-law", alternatives=("lease",)),
        Citation(quote=Quote(document="lease", start=0, end=1, text="R", how="exact")),
    ],
    ids=("by place", "as an alternative", "by its quote"),
)
def test_every_way_of_citing_taints(citation: Citation) -> None:
    """A document is cited by its place, as an alternative, or by a quote that was located in it."""
    said = said_of(Manifest(LOCKED), [citation], texts=TEXTS | {"lease": "?"})

    assert [(item.code, item.claim) for item in said if isinstance(item, Finding)] == [("hash_mismatch", 0)]


def test_an_altered_document_that_no_claim_cites_is_reported_once() -> None:
    """A document that touched no claim is found for the whole draft, under a code of its own."""
    said = said_of(Manifest(LOCKED), [Citation(document="by-law")], [], texts=TEXTS | {"lease": "?"})

    assert [(item.code, item.claim) for item in said if isinstance(item, Finding)] == [("uncited_hash_mismatch", None)]


def test_nothing_cited_and_nothing_altered_is_silence() -> None:
    """Where no claim cites a given document and all hold, the check has nothing to say."""
    assert said_of(Manifest(LOCKED), [], [Citation(), Citation(document="ghost")]) == []


@pytest.mark.parametrize(
    ("locked", "code"),
    [
        ({}, "not_in_manifest"),
        ({"a": "0" * 64}, "hash_mismatch"),
        ({"a": "0" * 63}, "malformed_hash"),
        ({"a": "g" * 64}, "malformed_hash"),
        ({"a": "０" * 64}, "malformed_hash"),
        ({"a": ""}, "malformed_hash"),
        ({"a": None}, "malformed_hash"),
        ({"a": 0}, "malformed_hash"),
        ({"a": b"0" * 64}, "malformed_hash"),
        ({"a": f"sha256:{'0' * 64}"}, "malformed_hash"),
    ],
    ids=str,
)
def test_each_fault_has_its_code(locked: dict[str, str], code: str) -> None:
    """A missing, a wrong and a malformed lock are told apart, whatever type stands there."""
    said = said_of(Manifest(locked), [Citation(document="a")], texts={"a": "text"})

    assert [item.code for item in said if isinstance(item, Finding)] == [code]


def test_case_and_blanks_of_a_digest_do_not_count() -> None:
    """A digest in capitals with blanks around it is the same digest."""
    locked = {name: f" {digest.upper()}\n" for name, digest in LOCKED.items()}

    assert isinstance(said_of(Manifest(locked), [Citation(document="lease")])[0], Support)


def test_a_lone_surrogate_is_a_finding() -> None:
    """A text that UTF-8 cannot hold is found, with the place of the surrogate."""
    said = said_of(Manifest({"a": "0" * 64}), [Citation(document="a")], texts={"a": "ab\ud800"})

    assert isinstance(said[0], Finding)
    assert (said[0].code, said[0].seen) == ("unencodable_text", "a lone surrogate at character 2")


def test_missing_documents_count_only_when_all_are_asked_for() -> None:
    """A locked document that was not given is found only by a complete manifest."""
    locked = LOCKED | {"annex": "0" * 64}

    assert said_of(Manifest(locked)) == []
    assert [item.code for item in said_of(Manifest(locked, complete=True)) if isinstance(item, Finding)] == [
        "missing_document"
    ]


def test_a_mapping_changed_later_is_not_what_was_locked() -> None:
    """The manifest keeps the digests that it was made with."""
    entries = dict(LOCKED)
    manifest = Manifest(entries)
    entries["lease"] = "0" * 64

    assert isinstance(said_of(manifest, [Citation(document="lease")])[0], Support)


@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.text(st.characters(exclude_categories=["Cs"]))
    )
)
def test_what_was_locked_holds(texts: dict[str, str]) -> None:
    """A manifest made of documents and read back admits exactly those documents."""
    text = make_manifest(texts)
    manifest = Manifest.from_text(text, complete=True)

    assert all(
        isinstance(item, Support)
        for item in said_of(manifest, [Citation(document=name) for name in texts], texts=texts)
    )
    altered = {name: content + "." for name, content in texts.items()}
    assert len(said_of(manifest, [Citation(document=name) for name in texts], texts=altered)) == len(texts)


def test_a_manifest_is_json_sorted_by_id() -> None:
    """The file names its format and lists id, sha256 and characters of each document by id."""
    made = json.loads(make_manifest([Document(id="b", text="é"), Document(id="a", text="")]))

    assert made == {
        "format": "vouched.manifest/1",
        "documents": [
            {"id": "a", "sha256": sha256(b"").hexdigest(), "characters": 0},
            {"id": "b", "sha256": sha256("é".encode()).hexdigest(), "characters": 1},
        ],
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "JSON"),
        ("[]", "object"),
        ("{}", "format"),
        ('{"format":"other/1","documents":[]}', "format"),
        ('{"format":"vouched.manifest/1"}', "documents"),
        ('{"format":"vouched.manifest/1","documents":[{"id":"a"}]}', r"documents\[0\]"),
        ('{"format":"vouched.manifest/1","documents":[{"id":"a","sha256":1}]}', r"documents\[0\]\.sha256"),
        ('{"format":"vouched.manifest/1","documents":[{"id":"","sha256":""}]}', r"documents\[0\]\.id"),
        (
            '{"format":"vouched.manifest/1","documents":[{"id":"a","sha256":""},{"id":"a","sha256":""}]}',
            r"documents\[0\] and \[1\]",
        ),
        ("[" * 100_000, "manifest"),
        ('{"format":"\ud800"}', "manifest"),
    ],
)
def test_what_is_no_manifest_is_refused_with_its_place(text: str, place: str) -> None:
    """A file that is no manifest raises ManifestError naming the place."""
    with pytest.raises(ManifestError, match=place):
        Manifest.from_text(text)


def test_what_cannot_be_locked_is_a_usage_error() -> None:
    """Neither equal ids nor a text without a UTF-8 form can be locked, nor can a list be entries."""
    with pytest.raises(UsageError, match="twice"):
        make_manifest([Document(id="a", text=""), Document(id="a", text="")])
    with pytest.raises(UsageError, match="surrogate"):
        make_manifest({"a": "\ud800"})
    with pytest.raises(UsageError, match="mapping"):
        Manifest([("a", "0" * 64)])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="ids"):
        Manifest({1: "0" * 64})  # type: ignore[dict-item]


def test_it_is_a_decidable_check() -> None:
    """The check has the shape of a check and names itself."""
    assert isinstance(Manifest({}), Check)
    assert (Manifest({}).name, Manifest({}).decidable) == ("manifest", True)
