"""A sink of an audit that makes an OpenTelemetry span of each run, and a span event of each thing it does."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

from vouched.errors import UsageError

__all__ = ["OtelAudit"]

_MOST_OPEN = 10_000
_ENDS = ("ended", "cancelled")


class OtelAudit:
    """Makes a span `vouched.run` of each run, from `begun` to `ended` or `cancelled`; other events are events of it.

    `tracer` is one of OpenTelemetry's, by default that of the global provider. Attributes are named `vouched.NAME`;
    what is no number, text or truth value is JSON. Only a run that was cancelled has an `error.type`: a refusal is a
    result. Raises UsageError where neither a tracer nor OpenTelemetry is there.
    """

    def __init__(self, tracer: Any = None) -> None:
        self._tracer = _default_tracer() if tracer is None else tracer
        self._open: OrderedDict[str, Any] = OrderedDict()
        self._lock = Lock()

    def write(self, event: Mapping[str, Any]) -> None:
        """Add one event to its run's span."""
        run, name = str(event["run"]), str(event["event"])
        attributes = {f"vouched.{key}": _plain(value) for key, value in event.items() if value is not None}
        with self._lock:
            span = self._open.get(run)
            if span is None:
                span = self._open[run] = self._tracer.start_span("vouched.run")
            forgotten = self._open.popitem(last=False)[1] if len(self._open) > _MOST_OPEN else None
            if name in _ENDS:
                self._open.pop(run, None)
        if forgotten is not None:
            forgotten.end()
        if name == "begun" or name in _ENDS:
            span.set_attributes(attributes)
        else:
            span.add_event(name, attributes)
        if name in _ENDS:
            if name == "cancelled":
                span.set_attribute("error.type", str(event.get("reason", "cancelled")))
            span.end()


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool)) else json.dumps(value, separators=(",", ":"))


def _default_tracer() -> Any:
    try:
        from opentelemetry.trace import get_tracer
    except ImportError:
        raise UsageError("OtelAudit: expected opentelemetry; pip install 'vouched[otel]', or give a tracer") from None
    return get_tracer("vouched")
