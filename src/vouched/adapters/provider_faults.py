"""Turns what a provider's SDK raises into a Fault: what failed, whether it is worth another try, and after how long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from vouched.ports import Fault, FaultCode
from vouched.run.transport import fault_of
from vouched.text.clip import clip

__all__ = ["BadReply", "Refusal", "error_in", "refusal_of"]

_TIMEOUTS = frozenset({"APITimeoutError", "TimeoutException", "TimeoutError"})
_CONNECTIONS = frozenset({"APIConnectionError", "TransportError", "ConnectionError", "OSError"})
_SPENT = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_KEY = re.compile(r"\b(?:sk|key|pk|rk)[-_][\w*.-]{6,}|\bBearer\s+\S{6,}")
_MOST = 300


class BadReply(Exception):
    """A provider's answer that is not worth reading, such as one that does not end."""


class Refusal(NamedTuple):
    """A fault with what tells why: the HTTP status (0 when none came), and the server's words in lower case."""

    fault: Fault
    status: int = 0
    about: str = ""


def refusal_of(error: Exception, key: str | None = None) -> Refusal:
    """Return an exception of an SDK, or of the HTTP library under it, as a Refusal; `key` never stands in it.

    SDKs are told apart by the names of their exceptions' classes, which openai, anthropic and httpx share, so that this
    file needs none of them.
    """
    if isinstance(error, BadReply):
        return Refusal(Fault(code="bad_reply", message=_clean(str(error), key)))
    names = {each.__name__ for each in type(error).__mro__}
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        headers = getattr(getattr(error, "response", None), "headers", {})
        return _of_status(status, getattr(error, "body", None), str(error), headers, key)
    code: FaultCode = "error"
    if names & _TIMEOUTS:
        code = "timeout"
    elif names & _CONNECTIONS:
        code = "connection"
    else:
        return Refusal(fault_of(error).but(message=_clean(f"{type(error).__name__}: {error}", key)))
    cause = f" ({type(error.__cause__).__name__})" if error.__cause__ is not None else ""
    said = f"{type(error).__name__}{cause}: {error}"
    return Refusal(Fault(code=code, message=_clean(said, key), retryable=True))


def error_in(body: Mapping[str, Any], key: str | None = None) -> Refusal | None:
    """Return the error that a body of status 200 carries instead of an answer, as some gateways send it; else None."""
    error = body.get("error")
    if not error:
        return None
    status = error.get("code") if isinstance(error, dict) else None
    if isinstance(status, int) and 400 <= status < 600:
        return _of_status(status, body, "", {}, key)
    return Refusal(Fault(code="bad_reply", message=_clean(f"an error and no answer: {_said(body) or error!r}", key)))


def _of_status(status: int, body: Any, text: str, headers: Any, key: str | None) -> Refusal:
    said = _said(body) or text or "no reason given"
    message = _clean(f"HTTP {status}: {said}", key)
    error = body.get("error") if isinstance(body, dict) and isinstance(body.get("error"), dict) else body
    told = [str(error.get(name) or "") for name in ("code", "param", "type")] if isinstance(error, dict) else []
    about = " ".join([said[:2000], *told]).lower()
    code: FaultCode = "bad_request"
    retryable = False
    if status == 429:
        code, retryable = "rate_limited", not _SPENT & set(told)
    elif status == 408:
        code, retryable = "timeout", True
    elif status == 425 or status >= 500:
        code, retryable = "server", status != 501
    after = _retry_after(headers) if retryable else None
    return Refusal(Fault(code=code, message=message, retryable=retryable, retry_after=after), status, about)


def _said(body: Any) -> str:
    """Return the message of an error body: `{"error": {"message": …}}`, its inner part, or a text."""
    for _ in range(3):
        if isinstance(body, str):
            return body
        if not isinstance(body, dict):
            return ""
        body = body.get("message") or body.get("error") or body.get("detail")
    return ""


def _clean(message: str, key: str | None) -> str:
    if key and len(key) >= 4:
        message = message.replace(key, "[key]")
    return clip(_KEY.sub("[key]", message[: 8 * _MOST]), _MOST)


def _retry_after(headers: Any) -> float | None:
    """Return the seconds that a server asks to wait (RFC 9110, 10.2.3: a number or an HTTP date), None without any."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        said = headers.get(name)
        if not isinstance(said, str):
            continue
        if re.fullmatch(r"\s*\d{1,9}(?:\.\d{1,9})?\s*", said, re.ASCII):
            return float(said) / unit
        if unit == 1.0 and (seconds := _until(said, headers.get("date"))) is not None:
            return seconds
    return None


def _until(moment: str, now: Any) -> float | None:
    """Return the seconds until an HTTP date, by the server's own clock where it told the time."""
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    def read(said: str) -> datetime | None:
        try:
            found = parsedate_to_datetime(said)
        except (TypeError, ValueError, OverflowError):
            return None
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)

    then = read(moment)
    if then is None:
        return None
    start = (read(now) if isinstance(now, str) else None) or datetime.now(UTC)
    return max(0.0, (then - start).total_seconds())
