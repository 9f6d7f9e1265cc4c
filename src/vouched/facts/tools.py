"""The tools that a model is given to look facts up: query_metric, list_metrics and describe_metric.

Whatever a model calls them with, what they return is a value that says what was found or what was expected.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal

from vouched.errors import StoreError
from vouched.facts.period_words import period_mentions
from vouched.facts.periods import Period, period_of
from vouched.facts.profile import Channel, FactProfile, Named
from vouched.facts.rows import Fact, FactKey, FactStore
from vouched.facts.views import View, folded
from vouched.ports import Tool, ToolCall
from vouched.record import Record

__all__ = ["FactTools", "ToolResult", "tool_schemas", "tools_of"]

ToolStatus = Literal["found", "not_found", "unrecognized_param"]
_MOST_ARGUMENTS = 20_000
_MOST_NAME = 200
_MOST_ENTITIES = 50
_SEPARATORS = str.maketrans("", "", " _-.·/|:")


class ToolResult(Record, frozen=True, kw_only=True):
    """What a tool call came to. `status` is found, not_found or unrecognized_param; `key` what was looked up.

    For unrecognized_param nothing was looked up: `param` names the parameter ("store" where that does not answer),
    `raw` what it was, and `allowed` the nearest values it may have.
    `facts` are all that stand: several where the sources disagree. `content` is what the other tools say.
    """

    status: ToolStatus
    tool: str = "query_metric"
    key: FactKey | None = None
    facts: tuple[Fact, ...] = ()
    param: str | None = None
    raw: str | None = None
    allowed: tuple[str, ...] = ()
    content: Any = None

    def told(self) -> dict[str, Any]:
        """Return what the model is told: plain values that JSON holds, numbers as texts of their digits."""
        told: dict[str, Any] = {"status": self.status}
        if self.param is not None:
            told |= {"param": self.param, "raw": self.raw, "allowed": list(self.allowed)}
        if self.key is not None:
            key = self.key
            told |= {"metric": key.metric, "entity": key.entity, "period": key.period.key, "channel": key.channel}
        if self.facts:
            told["facts"] = [
                {"value": f"{fact.value:f}", "unit": fact.unit, "document": fact.document, "locator": fact.locator,
                 "as_of": fact.as_of, "status": fact.status}
                for fact in self.facts
            ]  # fmt: skip
        if self.content is not None:
            told["content"] = self.content
        return told


class FactTools:
    """The tools over a store, in the words of a profile. Names are taken as they are written, never nearly so.

    What the profile keeps back is found for no model.
    """

    def __init__(self, profile: FactProfile, store: FactStore) -> None:
        self.profile = profile
        self.store = store
        self._names: dict[str, dict[str, tuple[str, ...]]] = {}
        for kind, items in _groups(profile).items():
            names = self._names[kind] = {}
            for code, item in items.items():
                for name in dict.fromkeys(map(_bare, (code, *item.names))):
                    names[name] = (*names.get(name, ()), code)
            names.pop("", None)

    def answer(self, call: ToolCall, *, today: date) -> ToolResult:
        """Return the result of a model's call; a tool, arguments or values that do not exist are results too."""
        tools: dict[str, Callable[[Mapping[str, Any]], ToolResult]] = {
            "query_metric": lambda given: self.query_metric(given, today=today),
            "list_metrics": lambda _: self.list_metrics(),
            "describe_metric": self.describe_metric,
        }
        if call.name not in tools:
            return _wrong("tool", call.name, tuple(tools))
        if not isinstance(call.arguments, str) or len(call.arguments) > _MOST_ARGUMENTS:
            return _wrong("arguments", call.arguments, ("a JSON object",))
        try:
            given = json.loads(call.arguments or "{}", object_pairs_hook=_once)
        except (ValueError, RecursionError):
            return _wrong("arguments", call.arguments, ("a JSON object",))
        if not isinstance(given, dict):
            return _wrong("arguments", call.arguments, ("a JSON object",))
        try:
            return tools[call.name](given)
        except StoreError:
            return _wrong("store", "does not answer", (), tool=call.name)

    def query_metric(self, given: Mapping[str, Any], /, *, today: date) -> ToolResult:
        """Return the facts of a metric, entity, period and channel, or which of these is not recognized."""
        for name in given:
            if name not in ("metric", "entity", "period", "channel"):
                return _wrong(name, given[name], ("metric", "entity", "period", "channel"))
        codes: dict[str, str] = {}
        for kind in ("metric", "entity", "channel"):
            raw = given.get(kind)
            if kind == "channel" and raw in (None, ""):
                codes[kind] = self.profile.total
                continue
            code = self._code(kind, raw)
            if code is None:
                return _wrong(kind, raw, self._nearest(kind, raw))
            codes[kind] = code
        period = self._period(given.get("period"), today)
        if period is None:
            shown = self.store.periods(codes["metric"], codes["entity"], codes["channel"], "year")
            return _wrong("period", given.get("period"), tuple(each.key for each in shown[-5:]))
        key = FactKey(codes["metric"], codes["entity"], period, codes["channel"])
        kept_back = self.profile.sensitivity.keeps_back
        facts = tuple(fact for fact in self.store.current([key])[0] if not kept_back(fact.document))
        return ToolResult(status="found" if facts else "not_found", key=key, facts=facts)

    def list_metrics(self) -> ToolResult:
        """Return all metrics with their units and grains, and the entities and channels there are."""
        profile = self.profile
        content = {
            "metrics": {
                code: {"unit": each.unit, "grains": list(each.grains)} for code, each in profile.metrics.items()
            },
            "entities": list(profile.entities),
            "channels": list(profile.channels) or [profile.total],
        }
        return ToolResult(status="found", tool="list_metrics", content=content)

    def describe_metric(self, given: Mapping[str, Any], /) -> ToolResult:
        """Return what a metric means: its definition, unit, grains, and the names that it goes by."""
        raw = given.get("metric")
        code = self._code("metric", raw)
        if code is None:
            return _wrong("metric", raw, self._nearest("metric", raw), tool="describe_metric")
        metric = self.profile.metrics[code]
        content = {
            "metric": code,
            "definition": metric.definition,
            "unit": metric.unit,
            "grains": list(metric.grains),
            "measure": metric.measure,
            "names": list(metric.synonyms),
            "entities": [each for each in tuple(self.profile.entities)[:_MOST_ENTITIES] if self._is_kept(code, each)],
        }
        return ToolResult(status="found", tool="describe_metric", content=content)

    def _is_kept(self, metric: str, entity: str) -> bool:
        """Whether the store has facts of a metric for an entity."""
        grains = self.profile.metrics[metric].grains
        return any(self.store.periods(metric, entity, self.profile.total, grain) for grain in grains)

    def _code(self, kind: str, raw: object) -> str | None:
        """Return the one code that a whole text names; a code as it stands goes before what only looks like it."""
        if not isinstance(raw, str) or len(raw) > _MOST_NAME:
            return None
        if raw in _groups(self.profile)[kind]:
            return raw
        codes = self._names[kind].get(_bare(raw), ())
        return codes[0] if len(codes) == 1 else None

    def _period(self, raw: object, today: date) -> Period | None:
        """Return the one period that a text is, said in any way and with nothing beside it."""
        if not isinstance(raw, str) or not raw.strip() or len(raw) > 100:
            return None
        try:
            return period_of(raw)
        except ValueError:
            view = View(raw)
            mentions = period_mentions(view, today=today, calendar=self.profile.calendar)
            if len(mentions) != 1 or len(mentions[0].periods) != 1:
                return None
            rest = view.folded[: mentions[0].start] + view.folded[mentions[0].end :]
            return mentions[0].periods[0] if not rest.strip() else None

    def _nearest(self, kind: str, raw: object) -> tuple[str, ...]:
        items = _groups(self.profile)[kind]
        bare = _bare(str(raw)[:60])
        near = [bare] if bare in self._names[kind] else difflib.get_close_matches(bare, self._names[kind], cutoff=0.5)
        return tuple(dict.fromkeys(code for each in near for code in self._names[kind][each])) or tuple(items)[:20]


def tools_of(profile: FactProfile) -> tuple[Tool, ...]:
    """Return the tools as a request to a model carries them, with the codes of a profile as enums."""
    metrics = {"type": "string", "enum": list(profile.metrics), "description": "Code of the metric."}
    query = {
        "type": "object",
        "properties": {
            "metric": metrics,
            "entity": {"type": "string", "enum": list(profile.entities), "description": "Code of the entity."},
            "period": {"type": "string", "description": "A period: 2025, 2025H1, 2025Q3, 2025-03, 2025-06-30."},
            "channel": {
                "type": "string",
                "enum": list(profile.channels) or [profile.total],
                "description": f"Code of the channel; {profile.total} is all of them.",
            },
        },
        "required": ["metric", "entity", "period"],
        "additionalProperties": False,
    }
    one = {"type": "object", "properties": {"metric": metrics}, "required": ["metric"], "additionalProperties": False}
    none: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
    return (
        Tool("query_metric", "Looks up one fact: found, not_found or unrecognized_param.", query),
        Tool("list_metrics", "Lists metrics, entities and channels that there are facts of.", none),
        Tool("describe_metric", "Tells what a metric means, its unit and its grains.", one),
    )


def tool_schemas(
    profile: FactProfile, *, style: Literal["openai", "anthropic"] = "openai"
) -> tuple[dict[str, Any], ...]:
    """Return the definitions of the tools as a provider's API takes them."""
    tools = tools_of(profile)
    if style == "anthropic":
        return tuple({"name": t.name, "description": t.description, "input_schema": t.schema} for t in tools)
    return tuple(
        {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.schema}}
        for t in tools
    )


def _groups(profile: FactProfile) -> dict[str, Mapping[str, Named]]:
    return {
        "metric": profile.metrics,
        "entity": profile.entities,
        "channel": profile.channels or {profile.total: Channel(total=True)},
    }


def _bare(text: str) -> str:
    """Return a name without case and separators: ACME-HK and "acme hk" are one name, "ROE (target)" is another."""
    return folded(text).strip().translate(_SEPARATORS)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("expected each key once")
    return found


def _wrong(param: str, raw: object, allowed: tuple[str, ...], *, tool: str = "query_metric") -> ToolResult:
    shown = "missing" if raw is None else str(raw)[:80]
    return ToolResult(status="unrecognized_param", tool=tool, param=param, raw=shown, allowed=allowed)
