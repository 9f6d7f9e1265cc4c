"""Promises about spans: each run is one, from its beginning to its end, with what happened as its events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from vouched import Guard
from vouched.adapters.otel_audit import OtelAudit
from vouched.run.audit import Audit
from vouched.testing import ScriptedModel

DOCUMENTS = {"lease": "The tenant shall not keep animals."}
GOOD = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "shall not keep animals"}]}]}


class Span:
    """What a tracer starts, kept to be looked at."""

    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}
        self.events: list[str] = []
        self.ended = 0

    def set_attributes(self, attributes: Mapping[str, Any]) -> None:
        """Keep attributes, which have to be of OpenTelemetry's types."""
        assert all(isinstance(value, (str, bool, int, float)) for value in attributes.values())
        self.attributes.update(attributes)

    def set_attribute(self, name: str, value: Any) -> None:
        """Keep one attribute."""
        self.set_attributes({name: value})

    def add_event(self, name: str, attributes: Mapping[str, Any]) -> None:
        """Keep an event."""
        assert all(isinstance(value, (str, bool, int, float)) for value in attributes.values())
        self.events.append(name)

    def end(self) -> None:
        """Count the ends."""
        self.ended += 1


class Tracer:
    """Starts spans and keeps them."""

    def __init__(self) -> None:
        self.spans: list[Span] = []

    def start_span(self, name: str) -> Span:
        """Return a new span."""
        assert name == "vouched.run"
        self.spans.append(Span())
        return self.spans[-1]


def test_a_run_is_a_span() -> None:
    """A run is one span that ends once, with its status, and an event for each step."""
    tracer = Tracer()
    audit = Audit(OtelAudit(tracer))
    Guard(ScriptedModel(["{", GOOD]), audit=audit).run("Pets?", DOCUMENTS)
    (span,) = tracer.spans

    assert (span.ended, audit.failed) == (1, 0)
    assert span.events == ["called", "drafted", "checked", "decided"] * 2
    assert span.attributes["vouched.status"] == "released"
    assert "error.type" not in span.attributes


def test_a_cancelled_run_ends_its_span_with_an_error() -> None:
    """A run that is left ends its span, which says why."""
    tracer = Tracer()
    stream = Guard(ScriptedModel([GOOD]), audit=OtelAudit(tracer)).stream("Pets?", DOCUMENTS)
    next(stream)
    stream.close()  # type: ignore[attr-defined]

    assert [(span.ended, span.attributes["error.type"]) for span in tracer.spans] == [(1, "closed")]


def test_spans_that_never_end_are_bounded() -> None:
    """Runs of which no end is told do not pile up for ever: the oldest span is ended."""
    tracer = Tracer()
    sink = OtelAudit(tracer)
    for number in range(10_001):
        sink.write({"run": str(number), "event": "begun"})

    assert [place for place, span in enumerate(tracer.spans) if span.ended] == [0]


@pytest.mark.parametrize("event", ["begun", "called", "ended"])
def test_the_global_tracer_is_the_default(event: str) -> None:
    """Without a tracer OpenTelemetry's own is used, which records nothing unless it is set up."""
    OtelAudit().write({"run": "1", "event": event, "nested": {"a": [1]}})
