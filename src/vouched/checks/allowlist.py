"""The check `allowlist`: every cited URL reads one way only, and its host is one that may be cited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from vouched.checks.url_rules import UrlRules, sources_of
from vouched.documents import Evidence, Span
from vouched.drafts import Claim, Draft
from vouched.verdicts import Finding, Support

__all__ = ["AllowList"]

# A search that misses reads the rest of the draft; this bounds them, so that the check stays linear.
MAX_MISSES = 64


class AllowList(UrlRules, frozen=True, kw_only=True, dict=True):
    """Judges the URLs that claims cite, as sources or in place of a document; silent where none does. Never fetches.

    `hosts` None admits every public host (open mode); else only those listed, in the forms that
    `vouched.check_url` knows. A finding's code is the verdict's: host_not_allowed, userinfo, private_address, …
    That a URL may be cited says nothing of what stands at it. Raises UsageError for settings that cannot mean
    anything.
    """

    name: ClassVar[str] = "allowlist"
    decidable: ClassVar[bool] = True

    def __call__(self, draft: Draft, evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield a Finding for each URL that may not be cited and a Support for each that may."""
        places = _Places(draft)
        for index, claim in enumerate(draft.claims):
            for source in sources_of(claim, evidence):
                url, where = source.url, source.where
                verdict = self.judge_cited(url)
                if verdict.ok:
                    places.passed.append((url, claim))
                    yield Support(check=self.name, claim=index, where=where, vouches=False)
                else:
                    yield Finding(
                        check=self.name,
                        code=verdict.code or "",
                        where=where,
                        expected=verdict.expected,
                        seen=verdict.seen,
                        message=f"{where}: {verdict.message}",
                        claim=index,
                        span=places.find(url, claim),
                    )


class _Places:
    """Finds the characters of one URL after the other in a draft, each search from where the last one ended.

    What was `passed`, and need not be shown, is looked for only where another has to be found behind it.
    """

    def __init__(self, draft: Draft) -> None:
        self.passed: list[tuple[object, Claim]] = []
        self._raw = draft.raw
        self._quote = "" if draft.kind == "text" else '"'
        self._cursor = 0
        self._misses = 0

    def find(self, url: object, claim: Claim) -> Span | None:
        for before in self.passed:
            self._next(*before)
        self.passed.clear()
        return self._next(url, claim)

    def _next(self, url: object, claim: Claim) -> Span | None:
        if not isinstance(url, str) or not url or self._misses >= MAX_MISSES:
            return None
        start, end = (claim.span.start, claim.span.end) if claim.span else (0, len(self._raw))
        found = self._raw.find(self._quote + url + self._quote, max(self._cursor, start), end)
        if found < 0:
            self._misses += 1
            return None
        found += len(self._quote)
        self._cursor = found + len(url)
        return Span(found, self._cursor)
