"""Turns raw model output into a draft: JSON answers, lists of extractions, a user's own models, free text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from vouched.documents import Document, Evidence, Span
from vouched.drafts import Claim, Draft, Kind
from vouched.errors import UsageError
from vouched.run.beside_extractions import beside_extractions
from vouched.run.extractions import extractions_of, is_extractions
from vouched.run.fenced_json import around_json
from vouched.run.json_answers import CONFIDENCE, claims_of, whole_claims
from vouched.run.models import accepts, dumped, fitted
from vouched.run.notes import Notes
from vouched.run.parsed_input import as_json, is_same_json
from vouched.run.plain_answers import plain_claims
from vouched.run.prose import MOST_CLAIMS, prose_claims
from vouched.run.unclaimed import unclaimed
from vouched.text.clip import clip
from vouched.text.json_items import texts_of
from vouched.text.json_places import places, pointer
from vouched.text.strict_json import DEEPEST, Parsed, is_too_deep, lone_surrogate, parse
from vouched.text.unseen import active_in, unseen_in
from vouched.text.wrappings import Fault, Unwrapped, unwrap
from vouched.verdicts import Finding

__all__ = ["read", "read_made"]

Documents = Evidence | Mapping[str, str] | Iterable[Document | str] | Document | str
_KINDS = ("auto", "json", "text", "extractions")
# What Python makes of bytes that are no UTF-8, where it is told to carry them along.
_UNDECODED = re.compile("(?<![\ud800-\udbff])[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_OBJECT = re.compile(r"\{\s*+(?:[\"'}]|[\w$]++\s*+:|$)")
_LIST = re.compile(r"\[[\[\s]*+(?:[\"{]|$)|\[\s*+\]\s*+$")
_LONG_NUMBER = re.compile(r"[0-9]{4000}")
_MOST_CHARACTERS, _MOST_DEPTH = 10_000_000, 100
_FENCE_LINE = re.compile(r"(?:`{3,}+|~{3,}+)[^\n`]*+\r?\n\s*+")


def read(
    raw: object,
    *,
    kind: Literal["auto", "json", "text", "extractions"] = "auto",
    documents: Documents | None = None,
    model: object = None,
    allow_empty: bool = False,
    max_characters: int = _MOST_CHARACTERS,
    max_depth: int = _MOST_DEPTH,
) -> Draft:
    """Return the draft that a model's raw output is; what is wrong with it stands in `draft.findings`.

    `raw` is a text, UTF-8 bytes, an already parsed object or list, or what has `model_dump`; anything else is a
    finding. `kind` says what is wanted: "auto" takes for JSON what begins like JSON, and the rest for text; "json"
    takes lists of extractions too; with "json", "extractions" or a `model`, prose is a finding, and so is prose around
    JSON in a fence. `documents` (evidence, documents, a mapping, or ids) let free text tell `(doc-id)` from other
    brackets. `model` is a pydantic model or TypeAdapter that a JSON answer must fit strictly; its dump is then the
    draft's value. An answer that holds nothing is a
    finding unless `allow_empty`. At most `max_characters` characters and `max_depth` nested brackets (never
    over 400) are read. Findings have `check="read"`; their codes are listed in docs/findings.md. Takes linear time.

    Raises UsageError for an unknown `kind` or a `model` that cannot validate JSON; never for what a model wrote.
    """
    _admit(kind, model)
    notes = Notes(_ids(documents), asked=documents.question if isinstance(documents, Evidence) else None)
    raw = dumped(raw)
    text = _as_text(raw, max_characters, min(max_depth, DEEPEST), notes)
    parsed_already = isinstance(raw, (dict, list))
    wanted: Kind = "text" if kind == "text" or (kind == "auto" and model is None and not parsed_already) else "json"
    if notes.findings:
        return Draft(raw=text, kind="extractions" if kind == "extractions" else wanted, findings=tuple(notes.findings))
    part = unwrap(text)
    if kind == "auto" and wanted == "text" and _begins_like_json(text, part, max_depth):
        wanted = "json"
    if wanted == "text":
        return _read_text(text, notes, allow_empty=allow_empty, may_be_json=kind == "auto")
    parsed = parse(text, max_characters=max_characters, max_depth=max_depth, unwrapped=part)
    if parsed.faults:
        return _unreadable(text, parsed, "extractions" if kind == "extractions" else "json", notes)
    value = parsed.value
    if not isinstance(value, (dict, list)):
        place = Span(parsed.offset, parsed.offset + len(parsed.body))
        notes.add("scalar", expected="an object or a list", seen=type(value).__name__, span=place)
        return Draft(raw=text, kind="json", repairs=parsed.repairs, findings=tuple(notes.findings))
    if model is not None:
        value = _modelled(model, parsed, max_characters, notes)
        if notes.findings:
            return _draft(text, parsed, None, [], kind="json", notes=notes)
    return _read_value(text, parsed, value, notes, kind=kind, allow_empty=allow_empty)


def read_made(
    value: dict[str, Any], *, documents: Evidence | None = None, model: object = None, allow_empty: bool = False
) -> Draft:
    """Return the draft that `read` returns of an object made of members of drafts' values; it is not parsed again."""
    text = json.dumps(value, ensure_ascii=False)
    # What reading would refuse, although each part of it was read, is left to it.
    long = len(text) > _MOST_DEPTH and (is_too_deep(text, _MOST_DEPTH) or _LONG_NUMBER.search(text) is not None)
    if long or len(text) > _MOST_CHARACTERS:
        return read(value, documents=documents, model=model, allow_empty=allow_empty)
    notes = Notes(_ids(documents))
    parsed = Parsed(value=value, body=text)
    held = value if model is None else _modelled(model, parsed, _MOST_CHARACTERS, notes)
    if notes.findings:
        return _draft(text, parsed, None, [], kind="json", notes=notes)
    return _read_value(text, parsed, held, notes, kind="auto", allow_empty=allow_empty)


def _admit(kind: str, model: object) -> None:
    if kind not in _KINDS:
        raise UsageError(f"read(kind=): expected one of {', '.join(_KINDS)}, saw {kind!r:.40}")
    if model is not None:
        accepts(model)


def _as_text(raw: object, max_characters: int, max_depth: int, notes: Notes) -> str:
    """Return `raw` as text, in which characters that no encoding can carry became U+FFFD."""
    if type(raw) is str and len(raw) <= max_characters and raw.isascii():
        return raw
    text: str | Fault
    if isinstance(raw, (bytes, bytearray, memoryview)):
        held = bytes(raw)
        try:
            text = held.decode("utf-8")
        except UnicodeDecodeError as error:
            text = held.decode("utf-8", "replace")
            seen = f"byte 0x{held[error.start]:02X} at {error.start}"
            notes.add("not_text", expected="text in UTF-8", seen=seen)
    elif isinstance(raw, str):
        text = str(raw)
    elif isinstance(raw, (dict, list)):
        text = as_json(raw, max_characters=max_characters, max_depth=max_depth)
    else:
        notes.add("not_text", expected="text, bytes, an object or a list", seen=type(raw).__name__)
        text = ""
    if isinstance(text, Fault):
        notes.fault(text)
        return ""
    if not notes.findings and len(text) > max_characters:
        seen = f"{len(text)} characters"
        notes.add("too_large", expected=f"at most {max_characters} characters", seen=seen, span=Span(0, len(text)))
    if fault := lone_surrogate(text):
        undecoded = _UNDECODED.search(text) if isinstance(raw, str) else None
        if undecoded and undecoded.start() == fault.start and not notes.findings:
            seen = f"byte 0x{ord(undecoded[0]) - 0xDC00:02X} at character {fault.start}"
            notes.add("not_text", expected="text in UTF-8", seen=seen, span=Span(*undecoded.span()))
        elif not notes.findings:
            notes.fault(fault)
        text = _SURROGATE.sub("\ufffd", text)
    return text


def _note_unseen(text: str, offset: int | None, notes: Notes) -> None:
    """Note the first characters that nobody sees; `offset` is where the text stands in what was read, if it does."""
    unseen = unseen_in(text)
    if unseen is not None:
        size, first = unseen.end - unseen.start, ord(text[unseen.start])
        seen = f"{size} character{'s' * (size > 1)} that nobody sees, the first U+{first:04X}"
        place = None if offset is None else Span(offset + unseen.start, offset + unseen.end)
        notes.add("invisible_text", expected="text that a reader sees", seen=seen, span=place)


def _note_hidden(value: Any, body: str, offset: int, notes: Notes) -> None:
    """Note what the texts and keys of a parsed value hide: characters, written as escapes too, and markup."""
    _note_unseen(body, offset, notes)
    if "\\" in body and not notes.findings:
        _note_unseen("\n".join(texts_of(value)), None, notes)
    if "<" in body or "](" in body or "\\u00" in body:
        for text in texts_of(value):
            if active := active_in(text):
                notes.add("active_markup", expected="text", seen=clip(active.of(text), 60))
                break


def _begins_like_json(text: str, part: Unwrapped, max_depth: int) -> bool:
    start = part.start
    if text.startswith('{"', start):
        return True
    if fence := _FENCE_LINE.match(text, start, part.end):
        start = fence.end()
    if not text.startswith(("{", "["), start):
        return False
    if _OBJECT.match(text, start, part.end) or _LIST.match(text, start, part.end):
        return True
    # "[1] Rent is due." begins with a citation; "[1, 2]" is a list, and "[1, 2" was to become one.
    if text[part.end - 1] == "]":
        return not parse(text, max_characters=len(text), max_depth=max_depth, unwrapped=part).faults
    return text[start] == "[" and re.fullmatch(r"[\[\]\s\d.,eE+-]*", text[start : part.end]) is not None


def _has_prose_around(text: str, notes: Notes) -> bool:
    """Note the prose around an answer that is JSON in a fence; return whether there is any."""
    part = unwrap(text, prose=True)
    around = around_json(text, part.start, part.end)
    if around is not None:
        seen = clip(around.of(text), 60)
        notes.add("text_around_json", expected="one JSON value and nothing around it", seen=seen, span=around)
    return around is not None


def _read_text(text: str, notes: Notes, *, allow_empty: bool, may_be_json: bool) -> Draft:
    if may_be_json and _has_prose_around(text, notes):
        return Draft(raw=text, kind="json", findings=tuple(notes.findings))
    part = unwrap(text, prose=True)
    body = Span(part.start, part.end) if part.repairs else Span(0, len(text))
    value = body.of(text)
    if part.fault:
        notes.fault(part.fault)
        return Draft(raw=text, kind="text", repairs=part.repairs, findings=tuple(notes.findings))
    if stray := re.search(r"</(?:think|thinking|reasoning)>", value, re.IGNORECASE):
        at = body.start + stray.start()
        place = Span(at, at + len(stray.group()))
        notes.add("stray_think_tag", expected="no thinking in the answer", seen=stray.group(), span=place)
    _note_unseen(value, body.start, notes)
    if active := active_in(value):
        place = Span(body.start + active.start, body.start + active.end)
        notes.add("active_markup", expected="text", seen=clip(active.of(value), 60), span=place)
    if part.start == part.end and not allow_empty:
        notes.add("empty", expected="an answer", seen="a blank text")
    claims = _bounded(prose_claims(text, Span(part.start, part.end), known=notes.known), notes)
    return Draft(
        raw=text,
        kind="text",
        value=value,
        body=body,
        claims=tuple(claims),
        repairs=part.repairs,
        findings=tuple(notes.findings),
    )


def _bounded(claims: list[Claim], notes: Notes) -> list[Claim]:
    """Return the claims, as many as are read; more of them are a finding of the whole draft."""
    if len(claims) > MOST_CLAIMS:
        notes.add("too_many_claims", expected=f"at most {MOST_CLAIMS} claims", seen="more")
    return claims[:MOST_CLAIMS]


def _ids(documents: Documents | None) -> tuple[str, ...]:
    """Return the ids that `documents` names; a bare text in a list is an id."""
    if documents is None:
        return ()
    if isinstance(documents, Evidence):
        return tuple([document.id for document in documents.documents])
    if isinstance(documents, (str, Document)):
        documents = [documents]
    if not isinstance(documents, Mapping):
        documents = list(documents)
        if all(isinstance(item, str) for item in documents):
            return tuple(item for item in documents if isinstance(item, str))
    return tuple(document.id for document in Evidence.of(documents).documents)


def _unreadable(text: str, parsed: Parsed, kind: Kind, notes: Notes) -> Draft:
    for fault in parsed.faults:
        if fault.code == "text_around_json" and _has_prose_around(text, notes):
            continue
        notes.fault(fault)
        if fault.code == "not_a_number" and fault.where.rsplit("/", 1)[-1] in CONFIDENCE:
            span = Span(fault.start, fault.end)
            expected = "a number from 0 to 1"
            notes.add("invalid_confidence", fault.where, expected=expected, seen=fault.seen, span=span)
    return Draft(raw=text, kind=kind, repairs=parsed.repairs, findings=tuple(notes.findings))


def _modelled(model: object, parsed: Parsed, max_characters: int, notes: Notes) -> Any:
    """Return the JSON that the model made of the answer, held to the same rules as the answer itself."""
    made = fitted(model, parsed.body, parsed.value, notes)
    if notes.findings:
        return None
    if isinstance(made, (dict, list)) and is_same_json(made, parsed.value):
        return parsed.value
    dumped = as_json(made, max_characters=max_characters, max_depth=DEEPEST) if isinstance(made, (dict, list)) else ""
    again = parse(dumped, max_characters=max_characters, max_depth=DEEPEST) if isinstance(dumped, str) else None
    if again is None or again.faults:
        fault = again.faults[0] if again is not None else dumped
        where = fault.where if isinstance(fault, Fault) else ""
        expected = "a model that dumps to a JSON object or list"
        notes.add("does_not_fit_model", where, expected=expected, seen=f"a {type(made).__name__} that is none")
        return None
    return again.value


def _read_value(text: str, parsed: Parsed, value: Any, notes: Notes, *, kind: str, allow_empty: bool) -> Draft:
    listed = kind == "extractions" or is_extractions(value)
    _note_hidden(value, parsed.body, parsed.offset, notes)
    if notes.findings:
        return _draft(text, parsed, value, [], kind="extractions" if listed else "json", notes=notes)
    if value is parsed.value and not listed:
        plain = plain_claims(value, parsed.body, offset=parsed.offset, known=notes.known)
        if plain is not None:
            return Draft(raw=text, kind="json", value=value, claims=tuple(plain), repairs=parsed.repairs)
    held = value
    if isinstance(value, dict) and len(value) == 1:
        held = value.get("claims", value.get("extractions", value))
    if not value or (isinstance(held, (list, dict)) and not held):
        where = "" if held is value else pointer(*value)
        if not allow_empty:
            seen = "an empty list" if held == [] else "an empty object"
            notes.add("empty", where, expected="at least one claim", seen=seen)
        claims: list[Claim] = []
    else:
        claims = extractions_of(value, notes) if listed else claims_of(value, notes)
        # An object's attributes belong to its extractions, of which it may hold several.
        aside = ("/extractions" if isinstance(value, dict) else "") if listed else None
        wholes = frozenset[str]() if listed else whole_claims(value)
        claims += unclaimed(value, claims, known=notes.known, aside=aside, wholes=wholes)
        if aside is not None:
            items = value.get("extractions") if isinstance(value, dict) else value
            claims += beside_extractions(items, aside, known=notes.known, room=MOST_CLAIMS + 1 - len(claims))
        claims = _bounded(claims, notes)
    return _draft(text, parsed, value, claims, kind="extractions" if listed else "json", notes=notes)


def _draft(text: str, parsed: Parsed, value: Any, claims: list[Claim], *, kind: Kind, notes: Notes) -> Draft:
    """Return the draft, with the places of its claims, citations and findings in the raw text."""
    wanted = {claim.where for claim in claims}
    wanted.update(citation.where for claim in claims for citation in claim.citations)
    for finding in notes.findings:
        wanted.update((finding.where, finding.where.rpartition("/")[0]))
    spans = places(parsed.body, wanted, offset=parsed.offset)
    return Draft(
        raw=text,
        kind=kind,
        value=value,
        claims=tuple(_placed_claim(claim, spans) for claim in claims),
        repairs=parsed.repairs,
        findings=tuple(_placed_finding(finding, spans) for finding in notes.findings),
    )


def _placed_claim(claim: Claim, spans: dict[str, Span]) -> Claim:
    citations = tuple([citation.but(span=spans.get(citation.where)) for citation in claim.citations])
    return claim.but(span=spans.get(claim.where), citations=citations)


def _placed_finding(finding: Finding, spans: dict[str, Span]) -> Finding:
    span = spans.get(finding.where) or spans.get(finding.where.rpartition("/")[0])
    return finding.but(span=span) if finding.span is None else finding
