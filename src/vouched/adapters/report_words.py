"""Says in plain words what verdicts, findings, reasons and repairs mean, for every report alike."""

from __future__ import annotations

from collections.abc import Sequence

from vouched.adapters.report_claims import completed_claims
from vouched.adapters.report_marks import compared, told_apart
from vouched.documents import Document, Quote
from vouched.drafts import Repair
from vouched.outcomes import JudgedClaim, Outcome, Reason
from vouched.verdicts import Finding

__all__ = [
    "ADVICE",
    "HOW",
    "LABELS",
    "NOTE",
    "TITLES",
    "advice_for",
    "counts_in_words",
    "detail_of",
    "found_how",
    "headline",
    "name_of",
    "place_of",
    "reasons_in_words",
    "repairs_in_words",
    "sides_of",
    "title_of",
]

NOTE = (
    "“Stands” means: every document it cites was given, and every quote was found there. Whether the claim follows "
    "from its quote is for the reader to judge."
)
HOW = {
    "exact": "",
    "whitespace": "spacing or line breaks differ",
    "width": "full-width and half-width characters differ",
    "case": "capital letters differ",
    "punctuation": "quotation marks, dashes or other punctuation differ",
    "hyphenation": "a word is divided at the end of a line",
    "markup": "formatting marks stand between the words",
    "ellipsis": "parts are left out, and marked so",
    "near": "the most similar passage",
    "value": "a number or date is written otherwise",
}
# What went wrong, in a line that a reader without the code understands.
TITLES = {
    "altered_quote": "The quote was altered",
    "altered_anchor": "The words it points to were altered",
    "cut_quote": "The quote leaves out a negation",
    "stitched_quote": "The quote joins pieces of different sentences",
    "quote_not_found": "The quote does not stand in the document",
    "anchor_not_found": "The words it points to do not stand in the document",
    "wrong_document": "The words stand in another document than the one cited",
    "ambiguous_anchor": "It points to more than one place",
    "weak_anchor": "It points with too few words",
    "weak_quote": "The quote is too short to be checked",
    "anchor_not_in_quote": "The quote does not contain the words it points with",
    "quote_too_long": "The sentence it points to is too long to quote",
    "unknown_document": "It cites a document that was not given",
    "too_few_citations": "It cites too few documents",
    "low_confidence": "The model was not confident enough",
    "no_confidence": "The model did not say how confident it is",
    "hash_mismatch": "The document is not the one that was locked",
    "malformed_hash": "The locked sha256 of the document is none",
    "not_in_manifest": "The document is not in the manifest",
    "missing_document": "A locked document was not given",
    "unencodable_text": "The document holds characters that are no text",
    "host_not_allowed": "It cites a web address that is not on the list",
    "scheme_not_allowed": "It cites a web address that is not https",
    "does_not_fit_model": "The answer does not have the wanted form",
    "does_not_fit_schema": "It does not have the form that the schema asks for",
    "missing_field": "A field is missing",
    "blank_field": "A field is blank",
    "placeholder_field": "A field has a placeholder in place of a value",
    "not_an_item": "It is no object",
    "pattern_missing": "A text does not have the form that is asked for",
    "pattern_present": "A text holds what must not be there",
    "pattern_undecided": "Whether a text has the form that is asked for cannot be told",
    "inconsistent": "It breaks a rule",
    "refused_before": "It was refused before, and came back as it was",
    "merge_failed": "The merge of the models' answers failed",
    "no_claims": "One model listed no claims",
    "not_agreed": "The models did not agree",
    "truncated": "The answer breaks off",
    "empty": "The answer is empty",
    "not_json": "The answer is not the JSON it should be",
    "not_text": "The answer is not text",
    "duplicate_key": "A key stands twice in the answer",
    "several_values": "The answer holds more than one JSON value",
    "text_around_json": "There is text around the JSON",
    "too_large": "The answer is too large",
    "too_deep": "The answer is nested too deeply",
    "rejected_claim": "The judge says that it does not follow from what it cites",
    "bad_source": "It cites a web address that may not be cited",
    "source_unreachable": "The web address that it cites is not reached",
    "no_source": "It cites no web address",
    "nothing_to_compare": "It quotes nothing of the web page that it cites",
    "source_unsupported": "The judge says that the web page does not support it",
    "void_judgement": "The judge approved it with words that the web page does not have",
    "contradiction": "It contradicts a claim of another model",
}
# Checks whose findings are of a field inside a claim, so that a report has to name it.
_OF_FIELDS = ("completeness", "consistency", "pattern", "schema")
# Codes of calls that failed; checks of others may use the same words for something else.
_TITLES_OF_MODEL = {
    "rate_limited": "The model's server is asked too often",
    "server": "The model's server failed",
    "timeout": "The model did not answer in time",
    "connection": "The model's server could not be reached",
    "bad_request": "The model's server refused the request",
    "bad_reply": "The model's reply could not be read",
    "cut_off": "The model's answer was cut off",
    "refused": "The model refused to answer",
    "stopped": "The model stopped before its answer was whole",
    "no_answer": "Too few models answered",
}
_TITLES_BY_CHECK = {
    "allowlist": "It cites a web address that may not be cited",
    "manifest": "A document is not the one that was locked",
    "model": "The model could not be asked",
    "source_fetch": "A web page that it cites could not be confirmed",
    "source_content": "What it says of a web page could not be confirmed",
    "critic": "The judge does not approve of it",
    "merge": "The models do not agree",
    "read": "The answer is not in the form it should have",
    "quotes": "A quote could not be confirmed",
    "citations": "A citation could not be confirmed",
    "grounding": "An extracted value does not stand in the documents",
    "figures": "A figure is not that of the documents",
    "names": "A name is not that of the documents",
    "negation": "The documents seem to say the opposite",
    "support": "It is not likely to follow from the documents",
}
ADVICE = {
    "altered_quote": "Use the document's own words, or leave the claim out. Check whether the claim is still true.",
    "altered_anchor": "Point to words as the document has them. Check whether the claim is still true.",
    "cut_quote": "Quote the negation too. Check whether the claim is still true.",
    "stitched_quote": "Quote each sentence by itself. Check whether the claim is still true.",
    "quote_not_found": "Do not rely on it: find the passage that is meant, or leave the claim out.",
    "anchor_not_found": "Do not rely on it: find the passage that is meant, or leave the claim out.",
    "wrong_document": "Cite the document in which the words stand.",
    "ambiguous_anchor": "Choose the place that is meant, and point to it with more of its words.",
    "weak_anchor": "Point with more words, so that only one place fits.",
    "weak_quote": "Quote more words, so that they can be found.",
    "anchor_not_in_quote": "Quote the passage that is pointed to.",
    "quote_too_long": "Point to a shorter sentence, or allow a longer quote.",
    "unknown_document": "Do not rely on it: nothing given supports it. Cite a given document, or leave it out.",
    "too_few_citations": "Cite more of the given documents, or leave the claim out.",
    "low_confidence": "Have a person look at the claim before it is used.",
    "no_confidence": "Ask for a confidence with every claim.",
    "hash_mismatch": "Find out why the document changed; lock it again only if the change is wanted.",
    "malformed_hash": "Make the manifest again with `vouched manifest`.",
    "not_in_manifest": "Lock the document with `vouched manifest`, or do not give it.",
    "missing_document": "Give every document that the manifest locks.",
    "truncated": "Ask again, with room for a longer answer.",
    "empty": "Ask again.",
    "rejected_claim": "Have a person compare the claim with its quotes before it is used.",
    "bad_source": "Cite a page that may be cited, or leave the source out.",
    "source_unreachable": "Try again later, or cite another page.",
    "no_source": "Cite the web page that supports the claim.",
    "nothing_to_compare": "Quote the words of the page that carry the claim.",
    "source_unsupported": "Have a person compare the claim with the page before it is used.",
    "void_judgement": "Do not rely on it: have a person compare the claim with the page.",
    "contradiction": "Have a person decide which of the two claims is right.",
}
_ADVICE_OF_MODEL = {
    "rate_limited": "Wait, or ask less often.",
    "bad_request": "Check the model's name, the key and the address; the message has the server's words.",
    "bad_reply": "Check that the address speaks the model's protocol, and ask again.",
    "cut_off": "Ask again, with room for a longer answer.",
    "refused": "Word the question differently, or ask another model.",
    "refused_address": "Ask a server at an address that may be reached.",
}
_ADVICE_BY_CHECK = {
    "allowlist": "Cite a page of an allowed host, or leave the source out.",
    "manifest": "Compare the document with the one that was locked.",
    "model": "Ask again; if it fails again, check the server and its address.",
    "source_fetch": "Cite another page, or leave the source out.",
    "source_content": "Quote the page's own words, or leave the claim out.",
    "critic": "Have a person compare the claim with its quotes before it is used.",
    "merge": "Have a person decide which of the claims is right.",
    "read": "Ask again for an answer in the wanted form; nothing of this one was guessed at.",
    "figures": "Compare it with the documents; what is reckoned or said of something else may be right.",
    "names": "Compare it with the documents; another name of the same may be right.",
    "negation": "Compare both sentences; they may speak of different things.",
    "support": "Compare it with the documents; what they say in other words may be right.",
}
# What to call the two sides of a finding whose title already says what is wrong; None leaves a side out.
LABELS: dict[str, tuple[str | None, str | None]] = {
    "altered_quote": ("document", "answer"),
    "altered_anchor": ("document", "answer"),
    "cut_quote": ("document", "answer"),
    "stitched_quote": ("document", "answer"),
    "unknown_document": ("given", "cited"),
    "ambiguous_anchor": (None, "points to"),
    "quote_not_found": (None, "quoted"),
    "not_supported": (None, None),
    "anchor_not_found": (None, "points to"),
    "wrong_document": ("cited", "looked for"),
    "weak_anchor": (None, "points to"),
    "weak_quote": (None, "quoted"),
    "anchor_not_in_quote": ("points to", "quoted"),
    "too_few_citations": ("wanted", "cited"),
    "low_confidence": ("wanted", "stated"),
    "host_not_allowed": ("allowed", "cited"),
}
_EXPLAINED = frozenset({"altered_quote", "altered_anchor", "cut_quote", "stitched_quote"})
_ALTERED = frozenset({"altered_quote", "altered_anchor"})
_CONSEQUENCES = {
    "audit": "noted, and nothing follows from it",
    "filter": "left out",
    "reask": "the model should be asked again",
    "fallback": "the fallback takes the answer's place",
    "hold": "held for a person to decide",
    "stop": "nothing is released",
}
_NO_ATTEMPT_LEFT = {
    "refused": "; no attempt is left, so nothing is released",
    "held": "; no attempt is left, so it is held for a person to decide",
    "fallback": "; no attempt is left, so the fallback takes its place",
}
_READ_REPAIRS = {
    "byte_order_mark": "an invisible mark at the beginning was taken off",
    "code_fence": "a code fence around the answer was taken off",
    "think_block": "the model's thinking before the answer was taken off",
    "trailing_comma": "a comma too many was taken out",
}
_QUOTE_REPAIRS = {
    "quote_snapped": "replaced by the document's own characters",
    "quote_completed": "completed with words of the document that had been left out",
}


def title_of(finding: Finding) -> str:
    """Return in a few words what is wrong."""
    own = _TITLES_OF_MODEL.get(finding.code) if finding.check == "model" else None
    return own or TITLES.get(finding.code) or _TITLES_BY_CHECK.get(finding.check) or f"{finding.check}: {finding.code}"


def advice_for(finding: Finding) -> str:
    """Return what to do about a finding, in one line."""
    own = _ADVICE_OF_MODEL.get(finding.code) if finding.check == "model" else None
    by_code = None if finding.check == "model" else ADVICE.get(finding.code)
    advice = own or by_code or _ADVICE_BY_CHECK.get(finding.check)
    return advice or "Correct it, or leave the claim out."


def sides_of(finding: Finding) -> list[tuple[str, str]]:
    """Return the labelled sides of a finding, what was expected and what was seen, where the message lacks them."""
    labels = LABELS.get(finding.code, ("expected", "seen"))
    told = "" if finding.code in LABELS else finding.message
    sides = (finding.expected.removeprefix("one of ") if finding.code in LABELS else finding.expected, finding.seen)
    return [(label, side) for label, side in zip(labels, sides, strict=True) if label and side and side not in told]


def detail_of(finding: Finding) -> str:
    """Return what a finding's message adds to its title and sides, "" where they say it all."""
    if finding.code == "unknown_document":
        return finding.message.partition("; ")[2]
    if finding.code in LABELS and finding.code not in _EXPLAINED:
        return ""
    if finding.code in _ALTERED and (both := compared(finding)) and (told := told_apart(*both)):
        return told
    if finding.check in _OF_FIELDS:
        return finding.message
    # Where in the answer it is, the report shows; the pointer is for programs.
    return finding.message.removeprefix(f"{finding.where}: ") if finding.claim is not None else finding.message


def name_of(answer: str) -> str:
    """Return what to call an answer in a report."""
    return "standard input" if answer == "-" else answer


def found_how(quote: Quote) -> str:
    """Return how a quote was found, "" when it was found exactly and once."""
    said = [HOW.get(quote.how, quote.how)]
    if quote.occurrences > 1:
        said.append(f"stands there {quote.occurrences} times")
    return "; ".join(part for part in said if part)


def place_of(document: Document, offset: int) -> str:
    """Return `file:line:column` of an offset; the document's id stands for the file where that holds several."""
    line, column = document.place(offset)
    holds_several = document.path is None or document.path.lower().endswith((".json", ".jsonl"))
    return f"{document.id if holds_several else document.path}:{line}:{column}"


def counts_in_words(outcome: Outcome) -> str:
    """Return how many claims stand, do not stand and are not vouched for, always all three."""
    verdicts: list[str] = [claim.verdict for claim in outcome.claims]
    stand, fall, silent, broken = map(verdicts.count, ("supported", "unsupported", "silent", "broken"))
    completed = sum(verdicts[index] == "supported" for index in completed_claims(outcome) if index < len(verdicts))
    with_what = f" ({completed} with a completed quote)" if completed else ""
    told = f"{stand} {'stands' if stand == 1 else 'stand'}{with_what}, {fall} {'does' if fall == 1 else 'do'} not stand"
    told += f", {silent} not vouched for"
    return told + (f", {broken} could not be checked" if broken else "")


def headline(outcome: Outcome) -> tuple[str, str]:
    """Return what was released, in a word or two and in a sentence."""
    claims = outcome.claims
    told = f"of {_counted(len(claims), 'claim')} {counts_in_words(outcome)}" if claims else ""
    if outcome.status == "released":
        return "Released", _released(claims, told)
    if outcome.status == "filtered":
        left = sum(not claim.released for claim in claims)
        return "Released in part", f"{told}; {left} {'is' if left == 1 else 'are'} left out"
    word = {"fallback": "Replaced", "held": "Held for a person to decide"}.get(outcome.status, "Not released")
    whole = [finding for finding in outcome.findings if finding.claim is None] if told else outcome.findings
    why = [f"{title_of(whole[0])[0].lower()}{title_of(whole[0])[1:]}"] if whole else []
    instead = ["the fallback stands in for the answer"] if outcome.status == "fallback" else []
    return word, "; ".join([each for each in (told, *why, *instead) if each] or ["nothing vouched for it"])


def _released(claims: Sequence[JudgedClaim], told: str) -> str:
    """Return what it means that an answer was released: that quotes stand, not that claims follow from them."""
    if not claims:
        return "no claim was found in it, and a check vouched for the whole"
    rest = "" if all(claim.verdict == "supported" for claim in claims) else "; the policy lets the rest pass"
    follow = "the claim follows" if len(claims) == 1 else "the claims follow"
    if any(claim.quotes for claim in claims):
        return f"{told}{rest}. Every quote in it stands; whether {follow} from what is quoted is not judged"
    return f"{told}{rest}. Whether {follow} from what is cited is not judged"


def reasons_in_words(outcome: Outcome) -> list[str]:
    """Return why it was decided so, one line for each rule and fault that applied."""
    grouped: dict[tuple[str, str], list[Reason]] = {}
    for reason in outcome.decision.reasons:
        grouped.setdefault((reason.authority, reason.rule), []).append(reason)
    lines = []
    for (authority, rule), reasons in grouped.items():
        consequence = _CONSEQUENCES.get(authority, authority)
        if authority == "filter" and outcome.status != "filtered":
            consequence = f"would be {consequence}"
        if authority == "reask":
            consequence += _NO_ATTEMPT_LEFT.get(outcome.status, "")
        lines.append(f"{_named(reasons)}: {consequence} (policy: {rule})")
    if not lines and outcome.status == "released":
        lines.append("no check found a fault, and every claim was vouched for")
    return lines


def repairs_in_words(repairs: Sequence[Repair], *, claims: Sequence[JudgedClaim] = ()) -> list[str]:
    """Return what was changed without judging it, one line for each kind, with the claims that it changed.

    What was changed of a claim that is not released would have been changed.
    """
    groups: dict[tuple[str, bool], list[Repair]] = {}
    for repair in repairs:
        own = claims if repair.claim is None else claims[repair.claim : repair.claim + 1]
        flows = any(claim.released for claim in own) or not claims
        is_done = repair.code not in _QUOTE_REPAIRS or flows
        groups.setdefault((repair.code, is_done), []).append(repair)
    return [_repaired(code, found, is_done=is_done) for (code, is_done), found in groups.items()]


def _repaired(code: str, found: list[Repair], *, is_done: bool) -> str:
    times = len(found)
    if code not in _QUOTE_REPAIRS:
        return f"{_READ_REPAIRS.get(code, code)}{f' ({times} times)' if times > 1 else ''}"
    was = ("was" if times == 1 else "were") if is_done else "would have been"
    numbers = sorted({repair.claim + 1 for repair in found if repair.claim is not None})
    where = f" ({_claims(numbers)})" if numbers else ""
    return f"{'a quote' if times == 1 else f'{times} quotes'} {was} {_QUOTE_REPAIRS[code]}{where}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _why(reason: Reason) -> str:
    check, slash, code = reason.message.partition("/")
    if slash and code.replace("_", "").isalnum():
        title = title_of(Finding(check=check, code=code))
        return title[0].lower() + title[1:]
    return reason.message


def _named(reasons: Sequence[Reason]) -> str:
    """Return which claims the reasons are of, and what they are where that is one thing."""
    whys = list(dict.fromkeys(_why(reason) for reason in reasons))
    numbers = sorted({reason.claim + 1 for reason in reasons if reason.claim is not None})
    if not numbers:
        return ", ".join(whys[:3])
    why = f" ({whys[0]})" if len(whys) == 1 else ""
    return f"{_claims(numbers)}{why}"


def _claims(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:8])) + (f" and {len(numbers) - 8} more" if len(numbers) > 8 else "")
    return f"claim{'s' if len(numbers) > 1 else ''} {shown}"
