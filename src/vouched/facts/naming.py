"""Says what facts are called in a language: metric, entity, channel and period."""

from __future__ import annotations

from collections.abc import Iterator

from vouched.facts.period_names import period_name
from vouched.facts.periods import Period
from vouched.facts.profile import FactProfile
from vouched.facts.requests import Request
from vouched.facts.rows import FactKey
from vouched.facts.stored_text import stored_text
from vouched.facts.wording import words_of

__all__ = ["Names"]

_MOST_CARRIED = 12


class Names:
    """The names that a profile gives to its codes, in one language."""

    def __init__(self, profile: FactProfile, language: str) -> None:
        self.profile = profile
        self.words = words_of(language)

    def metric(self, name: str) -> str:
        """Return what a metric is called."""
        return stored_text(self.profile.label("metrics", name, self.words.language), 80)

    def entity(self, name: str) -> str:
        """Return what an entity is called."""
        return stored_text(self.profile.label("entities", name, self.words.language), 80)

    def channel(self, name: str) -> str:
        """Return what a channel is called."""
        return stored_text(self.profile.label("channels", name, self.words.language), 80)

    def period(self, period: Period) -> str:
        """Return what a period is called."""
        return period_name(period, self.words.language)

    def name(self, key: FactKey) -> str:
        """Return what a fact is called; the channel that is the total of all is not told."""
        slots = {"metric": self.metric(key.metric), "entity": self.entity(key.entity)}
        slots["period"] = self.period(key.period)
        if key.channel == self.profile.total:
            return self.words.say("name", **slots)
        return self.words.say("name_channel", channel=self.channel(key.channel), **slots)

    def topic(self, key: FactKey) -> str:
        """Return what a fact is called without its period."""
        slots = {"metric": self.metric(key.metric), "entity": self.entity(key.entity)}
        if key.channel == self.profile.total:
            return self.words.say("topic", **slots)
        return self.words.say("topic_channel", channel=self.channel(key.channel), **slots)

    def any(self, name: str) -> str:
        """Return what a metric, an entity or a channel is called, whichever has this code."""
        for kind, table in (
            (self.metric, self.profile.metrics),
            (self.entity, self.profile.entities),
            (self.channel, self.profile.channels),
        ):
            if name in table:
                return kind(name)
        return stored_text(name, 80)

    def assumptions(self, request: Request) -> tuple[str, ...]:
        """Return what a request left open and the profile filled, as parts of a sentence."""
        return tuple(dict.fromkeys(self._assumptions(request)))

    def _assumptions(self, request: Request) -> Iterator[str]:
        say, listed = self.words.say, self.words.listed
        if request.carried and request.keys:
            yield say("assumed_before", items=listed(self._carried(request), _MOST_CARRIED))
        if "entity" in request.assumed and request.keys:
            yield say("assumed_entity", entity=listed(self.entity(key.entity) for key in request.keys))
        if "period" in request.assumed and request.keys:
            yield say("assumed_period", period=listed(self.period(key.period) for key in request.keys))
        if "basis" in request.assumed:
            yield say("assumed_basis")
        if "whole" in request.assumed and request.bases:
            yield say("assumed_whole", name=listed(self.topic(key) for key in request.bases))

    def _carried(self, request: Request) -> Iterator[str]:
        for kind in request.carried:
            if kind == "operation":
                yield self.words.say(f"what_{request.operation}").lower()
            elif kind == "period":
                yield from (self.period(key.period) for key in request.keys)
            else:
                called = {"metric": self.metric, "entity": self.entity, "channel": self.channel}[kind]
                yield from (called(getattr(key, kind)) for key in request.keys)
