"""What every check of cited URLs shares: which URLs a claim cites, and which hosts and schemes may be cited."""

from __future__ import annotations

from functools import cached_property

from vouched.documents import Evidence
from vouched.drafts import Claim
from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip
from vouched.text.urls import HostRule, UrlVerdict, check_schemes, judge_url, parse_hosts

__all__ = ["Source", "UrlRules", "sources_of"]


class Source(Record, frozen=True):
    """A URL that a claim cites, and where it stands."""

    url: str
    where: str


def sources_of(claim: Claim, evidence: Evidence) -> tuple[Source, ...]:
    """Return the URLs that a claim cites: its sources, and citations of a URL instead of a given document."""
    found = [Source(url, f"{claim.where}/sources/{number}") for number, url in enumerate(claim.sources)]
    for citation in claim.citations:
        names = (named for named in (citation.document, *citation.alternatives) if named and "://" in named)
        found.extend(Source(named, citation.where) for named in names if evidence.resolve(named) is None)
    return tuple(dict.fromkeys(found))


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
        return judge_url(url, rules=self._rules, schemes=self._schemes, allow_private=self.allow_private)

    @cached_property
    def _rules(self) -> tuple[HostRule, ...] | None:
        return None if self.hosts is None else parse_hosts(self.hosts, allow_private=self.allow_private)

    @cached_property
    def _schemes(self) -> tuple[str, ...]:
        return check_schemes(self.schemes)
