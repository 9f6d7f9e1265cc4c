"""The check `manifest`: the documents are, character for character, the ones that were locked."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import ClassVar

from vouched.documents import Document, Evidence
from vouched.drafts import Citation, Draft
from vouched.errors import ManifestError, UsageError
from vouched.record import Record, from_json, to_json
from vouched.verdicts import Finding, Support

__all__ = ["Manifest", "make_manifest"]

FORMAT = "vouched.manifest/1"
HEX = re.compile("[0-9a-f]{64}", re.ASCII)


class _Entry(Record, frozen=True):
    id: str
    sha256: str
    characters: int | None = None


class _File(Record, frozen=True):
    format: str
    documents: tuple[_Entry, ...]


class Manifest(Record, frozen=True, dict=True):
    """Compares the sha256 of each document's text, as UTF-8, with the locked one.

    `entries` maps document ids to digests of 64 hexadecimal digits; case and blanks around them do not count.
    Codes: hash_mismatch (its message says where only line endings differ, which it is all the same), malformed_hash,
    not_in_manifest, unencodable_text (a lone surrogate has no UTF-8 form).

    A document that fails taints the claims that cite it (by id, as an alternative, or by a located quote): each
    carries a finding. One that no claim cites is reported once, for the whole draft, under the same code with
    `uncited_` before it, so that a policy can let pass what touched nothing: nothing else is said of it. Locked
    documents that were not given are `missing_document` only when `complete` is set. A claim whose cited
    documents all hold is supported; the check is silent where no claim cites a given document and all hold.
    """

    name: ClassVar[str] = "manifest"
    decidable: ClassVar[bool] = True

    entries: Mapping[str, str]
    complete: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.entries, Mapping):
            raise UsageError(f"Manifest.entries: expected a mapping of id to sha256, saw {type(self.entries).__name__}")
        for key in self.entries:
            if not isinstance(key, str) or not key:
                raise UsageError(f"Manifest.entries: expected non-empty strings as ids, saw {key!r:.80}")
        # Copied now: a mapping that the caller changes later is not the one that was locked.
        _ = self._locked

    @classmethod
    def from_text(cls, text: str, *, complete: bool = False) -> Manifest:
        """Return the manifest that `make_manifest` wrote; raises ManifestError that names the place."""
        try:
            read = from_json(text, kind=_File)
        except (ValueError, RecursionError) as error:
            raise ManifestError(f"manifest: expected JSON of the form {FORMAT}, saw: {str(error)[:200]}") from None
        if read.format != FORMAT:
            raise ManifestError(f"manifest: expected $.format {FORMAT!r}, saw {read.format!r:.80}")
        places: dict[str, int] = {}
        for place, entry in enumerate(read.documents):
            if not entry.id:
                raise ManifestError(f"manifest: expected a non-empty id at $.documents[{place}].id")
            if entry.id in places:
                first = places[entry.id]
                raise ManifestError(
                    f"manifest: expected distinct ids, saw {entry.id!r:.80} at $.documents[{first}] and [{place}]"
                )
            places[entry.id] = place
        return cls({entry.id: entry.sha256 for entry in read.documents}, complete=complete)

    @cached_property
    def _locked(self) -> dict[str, str | None]:
        return {key: _digest(value) for key, value in self.entries.items()}

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield a Finding per claim that cites an altered document, and a Support per claim that cites none."""
        failed = {
            document.id: finding for document in evidence.documents if (finding := self._compare(document)) is not None
        }
        cited: set[str] = set()
        for index, claim in enumerate(draft.claims):
            named: dict[str, Citation] = {}
            for citation in claim.citations:
                for identity in _documents_of(citation, evidence):
                    named.setdefault(identity, citation)
            cited.update(named)
            tainted = [identity for identity in named if identity in failed]
            for identity in tainted:
                citation = named[identity]
                where = citation.where or claim.where
                yield failed[identity].but(
                    claim=index,
                    where=where,
                    span=citation.span or claim.span,
                    message=f"{where}: {failed[identity].message}",
                )
            if named and not tainted:
                yield Support(check=self.name, claim=index, where=claim.where, vouches=False)
        for identity, finding in failed.items():
            if identity not in cited:
                yield finding.but(code=f"uncited_{finding.code}")
        if self.complete:
            yield from self._missing(evidence)

    def _compare(self, document: Document) -> Finding | None:
        shown = f"document {document.id!r:.100}"
        if document.id not in self._locked:
            return self._finding("not_in_manifest", "a locked sha256", "none", f"{shown} is not in the manifest")
        expected = self._locked[document.id]
        if expected is None:
            seen = f"{self.entries.get(document.id)!r:.80}"
            return self._finding("malformed_hash", "64 hexadecimal digits", seen, f"{shown}: its locked sha256 is none")
        try:
            encoded = document.text.encode()
        except UnicodeEncodeError as error:
            seen = f"a lone surrogate at character {error.start}"
            return self._finding("unencodable_text", expected, seen, f"{shown}: its text has no UTF-8 form")
        found = sha256(encoded).hexdigest()
        if found != expected:
            form = _form_that_is(expected, encoded)
            what = f"{shown} is not the text that was locked{f', but {form}' if form else ''}"
            return self._finding("hash_mismatch", expected, found, what)
        return None

    def _finding(self, code: str, expected: str, seen: str, what: str) -> Finding:
        message = f"{what}: expected {expected}, saw {seen}"
        return Finding(check=self.name, code=code, expected=expected, seen=seen, message=message)

    def _missing(self, evidence: Evidence) -> Iterator[Finding]:
        given = {document.id for document in evidence.documents}
        for identity in self._locked:
            if identity not in given:
                what = f"document {identity!r:.100} is locked but was not given"
                yield self._finding("missing_document", "every locked document", "no such document", what)


def make_manifest(documents: Evidence | Mapping[str, str] | Iterable[Document | str]) -> str:
    """Return the JSON text that locks the documents: id, sha256 of the UTF-8 text and characters, sorted by id.

    Raises UsageError when two documents share an id or a text has a lone surrogate, which UTF-8 cannot hold.
    """
    entries = []
    for document in sorted(Evidence.of(documents).documents, key=lambda document: document.id):
        try:
            digest = sha256(document.text.encode()).hexdigest()
            document.id.encode()
        except UnicodeEncodeError as error:
            place = f"a lone surrogate at character {error.start}"
            raise UsageError(f"document {document.id!r:.80}: expected text with a UTF-8 form, saw {place}") from None
        entries.append(_Entry(document.id, digest, len(document.text)))
    return to_json(_File(FORMAT, tuple(entries)), indent=2) + "\n"


def _digest(value: object) -> str | None:
    """Return the 64 lower-case hexadecimal digits of a locked hash, None when it is anything else."""
    digits = value.strip().lower() if isinstance(value, str) else ""
    return digits if HEX.fullmatch(digits) else None


def _form_that_is(digest: str, text: bytes) -> str | None:
    """Return what alone differs where the text with other line endings, or a byte order mark, has the locked digest."""
    plain = text.removeprefix(BOM_UTF8)
    marks = (b"", BOM_UTF8)
    if any(sha256(mark + plain).hexdigest() == digest for mark in marks):
        return "only a byte order mark differs"
    lines = plain.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for ended in (lines, lines.removesuffix(b"\n"), lines + b"\n"):
        for line_end in (b"\n", b"\r\n", b"\r"):
            body = ended.replace(b"\n", line_end)
            for mark in marks:
                if sha256(mark + body).hexdigest() == digest:
                    return "only line endings differ" + (" and a byte order mark" if mark + plain != text else "")
    return None


def _documents_of(citation: Citation, evidence: Evidence) -> list[str]:
    named = [citation.document, *citation.alternatives, citation.quote.document if citation.quote else None]
    found = [evidence.resolve(reference) for reference in named if isinstance(reference, str)]
    return [document.id for document in found if document is not None]
