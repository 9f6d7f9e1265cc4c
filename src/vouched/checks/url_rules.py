"""What every check of cited URLs shares: which URLs a claim cites, and which hosts and schemes may be cited."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any

from vouched.documents import Evidence
from vouched.drafts import Claim
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.urls import HostRule, UrlVerdict, check_schemes, judge_url, parse_hosts

__all__ = ["Source", "UrlRules", "sources_of"]

_MOST_KEPT, _LONGEST_KEPT = 256, 500


class Source(Record, frozen=True):
    """A URL that a claim cites, and where it stands."""

    url: str
    where: str


def sources_of(claim: Claim, evidence: Evidence) -> tuple[Source, ...]:
    """Return the URLs that a claim cites: its sources, and citations of a URL instead of a given document."""
    found = [Source(_followed(url), f"{claim.where}/sources/{number}") for number, url in enumerate(claim.sources)]
    for citation in claim.citations:
        if not citation.alternatives and (citation.document is None or "://" not in citation.document):
            continue
        names = (named for named in (citation.document, *citation.alternatives) if named and "://" in named)
        found.extend(Source(named, citation.where) for named in names if evidence.resolve(named) is None)
    return tuple(found) if len(found) < 2 else tuple(dict.fromkeys(found))


def _followed(url: Any) -> Any:
    """Return the URL that a reader's program follows: a host in www without a scheme is asked by https."""
    return "https://" + url if isinstance(url, str) and url[:4].lower() == "www." else url


class UrlRules(Record, frozen=True, kw_only=True, dict=True):
    """What `check_url` is told, read once for many URLs. Raises UsageError for settings that cannot mean anything."""

    hosts: tuple[str, ...] | None = None
    schemes: tuple[str, ...] = ("https",)
    allow_private: bool = False

    def __post_init__(self) -> None:
        self.refuse_unless_bool("allow_private")
        # Read now, so that a wrong entry fails where it is written and not in a run.
        _ = self._rules, self._schemes

    def refuse_unless_bool(self, setting: str) -> None:
        """Raise UsageError when a setting is neither True nor False."""
        value = getattr(self, setting)
        if not isinstance(value, bool):
            raise UsageError(f"{type(self).__name__}.{setting}: expected true or false, saw {clip(repr(value), 80)}")

    def judge_cited(self, url: str) -> UrlVerdict:
        """Return whether a URL may be cited, as `check_url` does."""
        return self._kept(url) if type(url) is str and len(url) <= _LONGEST_KEPT else self._judge(url)

    @cached_property
    def _judge(self) -> Callable[[object], UrlVerdict]:
        return partial(judge_url, rules=self._rules, schemes=self._schemes, allow_private=self.allow_private)

    @cached_property
    def _kept(self) -> Callable[[str], UrlVerdict]:
        """Judges a URL, or remembers it: several claims, models and attempts cite the same ones."""
        return lru_cache(maxsize=_MOST_KEPT)(self._judge)

    @cached_property
    def _rules(self) -> tuple[HostRule, ...] | None:
        return None if self.hosts is None else parse_hosts(self.hosts, allow_private=self.allow_private)

    @cached_property
    def _schemes(self) -> tuple[str, ...]:
        return check_schemes(self.schemes)
