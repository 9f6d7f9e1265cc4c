"""What the checks that fetch cited URLs share: whether each may be cited and can be reached."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, ClassVar, TypeAlias

from vouched.checks.url_rules import Source, UrlRules
from vouched.drafts import Claim, Draft
from vouched.ports import Fault, Fetch, Page, Request, Together
from vouched.text.clip import clip
from vouched.text.urls import UrlVerdict, shown
from vouched.verdicts import Finding, Support

__all__ = ["Asks", "SourceBroken", "SourceCheck", "Standing"]

_MOST_URLS = 100
_REACHABLE = "a page that answers with a status from 200 to 299"

Asks: TypeAlias = Generator[Request | Finding | Support, Any, None]


class SourceBroken(Exception):
    """What was asked was not answered, or by something that is no answer; the check is broken then."""


Standing: TypeAlias = Page | Finding


class SourceCheck(UrlRules, frozen=True, kw_only=True, dict=True):
    """The settings and steps that both checks of cited URLs have.

    `hosts`, `schemes` and `allow_private` are those of `check_url`; the address that a page was redirected to is judged
    by them too. `required` finds claims that cite no URL. Raises UsageError for settings that cannot mean anything.
    """

    name: ClassVar[str] = "sources"

    required: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.refuse_unless_bool("required")

    def standings(
        self, draft: Draft, cited: Mapping[int, tuple[Source, ...]]
    ) -> Generator[Request, Any, dict[tuple[int, Source], Standing]]:
        """Return of each source the page behind it, or what is wrong with it; each URL is asked for once, together.

        `cited` are the sources of the claims by the claim's index, and so are the keys of what is returned. Raises
        SourceBroken where nothing answers.
        """
        found: dict[tuple[int, Source], Standing] = {}
        asked: dict[str, None] = {}
        for index, sources in cited.items():
            for source in sources:
                verdict = self.judge_cited(source.url)
                if not verdict.ok:
                    found[index, source] = self._bad(index, draft, source, verdict)
                elif len(asked) < _MOST_URLS or source.url in asked:
                    asked[source.url] = None
        replies = yield from _asked(tuple(asked))
        for index, sources in cited.items():
            for source in sources:
                if (index, source) not in found:
                    found[index, source] = self._standing(index, draft, source, replies.get(source.url))
        return found

    def without_sources(self, index: int, claim: Claim) -> Finding:
        """Return the finding that a claim cites no URL."""
        return Finding(
            check=self.name,
            code="no_source",
            where=claim.where,
            expected="the URL of a source",
            seen="none",
            message=f"{claim.where}: the claim cites no URL",
            claim=index,
            span=claim.span,
        )

    def _standing(self, index: int, draft: Draft, source: Source, reply: Page | Fault | None) -> Standing:
        if reply is None:
            return self._unreachable(index, draft, source, f"not asked for: more than {_MOST_URLS} URLs are cited")
        if isinstance(reply, Fault):
            if reply.code == "refused_address":
                refused = UrlVerdict(ok=False, message=reply.message, expected="a public address", seen=source.url)
                return self._bad(index, draft, source, refused)
            return self._unreachable(index, draft, source, f"{reply.code}: {reply.message}")
        if not 200 <= reply.status < 300:
            return self._unreachable(index, draft, source, f"status {reply.status}")
        last = self.judge_cited(reply.url)
        if not last.ok:
            led = last.but(message=f"it redirects to {shown(reply.url)}: {last.message}")
            return self._bad(index, draft, source, led)
        return reply

    def _bad(self, index: int, draft: Draft, source: Source, verdict: UrlVerdict) -> Finding:
        return Finding(
            check=self.name,
            code="bad_source",
            where=source.where,
            expected=clip(verdict.expected, 300),
            seen=clip(verdict.seen, 300),
            message=clip(f"{source.where}: {verdict.message}", 600),
            claim=index,
            span=draft.claims[index].span,
        )

    def _unreachable(self, index: int, draft: Draft, source: Source, seen: str) -> Finding:
        return Finding(
            check=self.name,
            code="source_unreachable",
            where=source.where,
            expected=_REACHABLE,
            seen=clip(seen, 300),
            message=clip(f"{source.where}: {shown(source.url)} is not reached: {seen}", 600),
            claim=index,
            span=draft.claims[index].span,
        )


def _asked(urls: tuple[str, ...]) -> Generator[Request, Any, dict[str, Page | Fault]]:
    """Return the reply for each URL. Raises SourceBroken for what is no reply, and where nothing can be asked."""
    if not urls:
        return {}
    replies = yield Together(tuple(Fetch(url) for url in urls))
    if not isinstance(replies, tuple) or len(replies) != len(urls):
        raise SourceBroken(f"expected {len(urls)} pages or faults, saw {type(replies).__name__}")
    for reply in replies:
        if not isinstance(reply, (Page, Fault)):
            raise SourceBroken(f"expected a page or a fault, saw {type(reply).__name__}")
    if all(isinstance(reply, Fault) and reply.code == "error" for reply in replies):
        raise SourceBroken(f"no page could be asked for: {replies[0].message}")
    return dict(zip(urls, replies, strict=True))
