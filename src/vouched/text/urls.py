"""Judge a URL without fetching it: is it one that every reader reads the same way, and may it be cited?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from vouched.errors import UsageError
from vouched.record import Record
from vouched.text.clip import clip_value
from vouched.text.hosts import Fault, Host, read_host

__all__ = ["HostRule", "UrlVerdict", "check_schemes", "check_url", "judge_url", "names_url", "parse_hosts", "shown"]

MAX_URL = 8000
MAX_SHOWN = 200

# The schemes whose authority WHATWG and RFC 3986 read alike, with the port that need not be written.
DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21, "ws": 80, "wss": 443}

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):", re.ASCII)
NAMED = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://\S+", re.ASCII)
PORT = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})", re.ASCII)

# In the order they are reported. Invisible: format characters, fillers and variation selectors, which show
# nothing but change what is fetched or carry hidden text. Delimiters end a URL in the text around it.
BLANK = re.compile(r"\s")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\ue000-\uf8ff\U000f0000-\U0010ffff]")
INVISIBLE = re.compile(
    "[\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
DELIMITER = re.compile(r'["<>`]')


class UrlVerdict(Record, frozen=True, kw_only=True):
    """Whether a URL may be cited, and what it names.

    `code` is None when `ok`, else the first reason that refused it, in snake_case. `host` is in its normal form:
    A-labels, lower case, no trailing dot, an IPv6 address without brackets. `port` is the written one or the
    scheme's own. `notes` tell what is no reason to refuse: idn, mapped_host, mixed_script, latin_lookalike,
    ip_address.
    """

    ok: bool
    code: str | None = None
    message: str = ""
    expected: str = ""
    seen: str = ""
    scheme: str | None = None
    host: str | None = None
    port: int | None = None
    notes: tuple[str, ...] = ()


class HostRule(Record, frozen=True, kw_only=True):
    """One entry of an allow-list: a host, or all names under it, at one port or at the scheme's own."""

    name: str
    port: int | None = None
    below: bool = False

    def admits(self, host: str, port: int, default: int) -> bool:
        """Return whether a host in normal form, at `port` of a scheme whose own port is `default`, is meant."""
        if port != (default if self.port is None else self.port):
            return False
        return host.endswith("." + self.name) if self.below else host == self.name


def check_url(
    url: object,
    *,
    hosts: Iterable[str] | None = None,
    schemes: Iterable[str] = ("https",),
    allow_private: bool = False,
) -> UrlVerdict:
    """Return whether `url` may be cited: any host if `hosts` is None, else only the listed ones. Never fetches.

    An entry is a host (`"www.who.int"`), all names under one (`"*.who.int"` or `".who.int"`, not who.int itself),
    each with `:port` where it is not the scheme's own. What two readers would read differently is refused, and
    so is what names a private address or host unless `allow_private`. `url` may be anything: what is not a
    string is refused, not raised. Raises UsageError for an entry or a scheme that cannot mean anything.
    """
    rules = None if hosts is None else parse_hosts(hosts, allow_private=allow_private)
    return judge_url(url, rules=rules, schemes=check_schemes(schemes), allow_private=allow_private)


def judge_url(
    url: object, *, rules: tuple[HostRule, ...] | None, schemes: tuple[str, ...], allow_private: bool
) -> UrlVerdict:
    """Return what `check_url` does, from rules and schemes that are already read. Linear in the URL."""
    fault = _fault_of_characters(url)
    if fault is not None or not isinstance(url, str):
        return _refusal(fault or Fault("not_a_string", "a URL as a string"))
    found = SCHEME.match(url)
    if found is None:
        return _refusal(Fault("no_scheme", f"a URL that begins with {_listed(schemes)}", url))
    scheme = found[1].lower()
    if scheme not in schemes:
        return _refusal(Fault("scheme_not_allowed", f"the scheme {_listed(schemes)}", scheme), scheme=scheme)
    rest = url[found.end() :]
    if not rest.startswith("//"):
        return _refusal(Fault("no_host", "'//' and a host after the scheme", url), scheme=scheme)
    authority = re.split("[/?#]", rest[2:], maxsplit=1)[0]
    read = _read_authority(authority, DEFAULT_PORTS[scheme], allow_private=allow_private)
    if isinstance(read, Fault):
        return _refusal(read, scheme=scheme)
    host, port = read
    if BAD_PERCENT.search(rest, 2 + len(authority)):
        fault = Fault("bad_percent_encoding", "two hexadecimal digits after every '%'", url)
    elif rules is not None and not any(rule.admits(host.name, port, DEFAULT_PORTS[scheme]) for rule in rules):
        fault = _fault_of_listing(host.name, port, rules)
    if fault is not None:
        return _refusal(fault, scheme=scheme, host=host, port=port)
    return UrlVerdict(ok=True, scheme=scheme, host=host.name, port=port, notes=host.notes)


def parse_hosts(hosts: Iterable[str], *, allow_private: bool = False) -> tuple[HostRule, ...]:
    """Return the rules of an allow-list's entries; raises UsageError that names the entry."""
    if isinstance(hosts, (str, bytes)):
        raise UsageError(f"hosts: expected a list of hosts, saw the single text {shown(hosts)}")
    rules = tuple(
        _parse_host(entry, f"hosts[{place}]", allow_private=allow_private) for place, entry in enumerate(hosts)
    )
    if not rules:
        raise UsageError("hosts: expected at least one host, saw none (None admits any public host)")
    return rules


def check_schemes(schemes: Iterable[str]) -> tuple[str, ...]:
    """Return the schemes in lower case; raises UsageError for one that has no host both standards read alike."""
    if isinstance(schemes, (str, bytes)):
        raise UsageError(f"schemes: expected a list of schemes, saw the single text {shown(schemes)}")
    listed = tuple(scheme.lower() if isinstance(scheme, str) else scheme for scheme in schemes)
    for place, scheme in enumerate(listed):
        if scheme not in DEFAULT_PORTS:
            raise UsageError(f"schemes[{place}]: expected one of {', '.join(DEFAULT_PORTS)}, saw {shown(scheme)}")
    if not listed:
        raise UsageError("schemes: expected at least one scheme, saw none")
    return listed


def names_url(text: str) -> bool:
    """Return whether a text is meant as a URL and as nothing else: a scheme, `://`, and no white space."""
    return len(text) <= MAX_URL and NAMED.fullmatch(text) is not None


def shown(value: object) -> str:
    """Return a text of at most 200 characters that shows `value`; what cannot be seen is written as an escape."""
    if not isinstance(value, str):
        return clip_value(value, MAX_SHOWN)
    parts, room = [], MAX_SHOWN - 1
    for character in value[:MAX_SHOWN]:
        hidden = CONTROL.match(character) or INVISIBLE.match(character) or (character.isspace() and character != " ")
        part = character.encode("unicode_escape", "surrogatepass").decode() if hidden else character
        room -= len(part)
        if room < 0:
            break
        parts.append(part)
    return "".join(parts) + ("…" if len(parts) < len(value) else "")


def _fault_of_characters(url: object) -> Fault | None:
    if not isinstance(url, str):
        return Fault("not_a_string", "a URL as a string", shown(url))
    if not url:
        return Fault("empty", "a URL", "an empty string")
    if len(url) > MAX_URL:
        return Fault("too_long", f"a URL of at most {MAX_URL} characters", f"{len(url)} characters")
    for code, expected, pattern in (
        ("control_character", "a URL without control or unassigned characters", CONTROL),
        ("blank", "a URL without blanks", BLANK),
        ("invisible_character", "a URL without invisible or direction characters", INVISIBLE),
    ):
        if pattern.search(url):
            return Fault(code, expected, url)
    if "\\" in url:
        return Fault("backslash", "a URL without backslashes", url)
    if DELIMITER.search(url):
        return Fault("delimiter", "a URL without quotes, angle brackets or backticks", url)
    return None


def _read_authority(authority: str, default: int, *, allow_private: bool) -> tuple[Host, int] | Fault:
    if "@" in authority:
        return Fault("userinfo", "a host without a user name before it", authority)
    bracket = authority.find("]") + 1 if authority.startswith("[") else 0
    written, colon, digits = authority[bracket:].partition(":")
    host = read_host(authority[:bracket] + written, allow_private=allow_private)
    if isinstance(host, Fault) or not colon:
        return host if isinstance(host, Fault) else (host, default)
    if not PORT.fullmatch(digits) or int(digits) > 65535:
        return Fault("bad_port", "a port from 1 to 65535", authority)
    return host, int(digits)


def _fault_of_listing(host: str, port: int, rules: tuple[HostRule, ...]) -> Fault:
    if any(host.endswith("." + rule.name) if rule.below else host == rule.name for rule in rules):
        return Fault("port_not_allowed", "a port that the allow-list admits for this host", f"{host}:{port}")
    return Fault("host_not_allowed", "a host of the allow-list", host)


def _refusal(
    fault: Fault, *, scheme: str | None = None, host: Host | None = None, port: int | None = None
) -> UrlVerdict:
    seen = shown(fault.seen)
    return UrlVerdict(
        ok=False,
        code=fault.code,
        message=f"URL refused ({fault.code}): expected {fault.expected}, saw {seen}",
        expected=fault.expected,
        seen=seen,
        scheme=scheme,
        host=host.name if host else None,
        port=port,
        notes=host.notes if host else (),
    )


def _parse_host(entry: object, place: str, *, allow_private: bool) -> HostRule:
    if not isinstance(entry, str):
        raise UsageError(f"{place}: expected a host as a string, saw {shown(entry)}")
    fault = _fault_of_characters(entry)
    if fault is not None or re.search("[/?#@]", entry):
        raise UsageError(f"{place}: expected a host without scheme or path, such as www.who.int, saw {shown(entry)}")
    below = entry.startswith(("*.", "."))
    read = _read_authority(
        entry.removeprefix("*").removeprefix(".") if below else entry, 0, allow_private=allow_private
    )
    if isinstance(read, Fault):
        hint = " (allow_private admits it)" if read.code.startswith(("private", "single")) else ""
        raise UsageError(f"{place}: expected {read.expected}{hint}, saw {shown(entry)}")
    host, port = read
    if below and "ip_address" in host.notes:
        raise UsageError(f"{place}: expected a name after '*.', saw the address {shown(entry)}")
    return HostRule(name=host.name, port=port or None, below=below)


def _listed(schemes: tuple[str, ...]) -> str:
    return " or ".join(schemes)
