"""Read a host as the WHATWG URL standard and RFC 3986 both do: one normal form, or the fault that refuses it.

A host that two readers could take for different machines has no normal form here. Names follow RFC 1123 and
UTS 46 (non-transitional, as browsers do), addresses the strict dotted and RFC 4291 forms. This is the one file
that imports idna, and only when a host is not plain ASCII.
"""

from __future__ import annotations

import re
import unicodedata

from vouched.record import Record

__all__ = ["Fault", "Host", "read_host"]

MAX_HOST = 253
MAX_LABEL = 63
# A host in Unicode may be longer than its A-label form; this only bounds the work of mapping it.
MAX_WRITTEN = 1024

PRIVATE_SUFFIXES = (
    "localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa",
)  # fmt: skip

# IANA special-purpose registries. ipaddress.is_global changes with the Python version; a verdict must not.
PRIVATE_V4 = (
    (0x00000000, 8), (0x0A000000, 8), (0x64400000, 10), (0x7F000000, 8), (0xA9FE0000, 16), (0xAC100000, 12),
    (0xC0000000, 24), (0xC0000200, 24), (0xC0586300, 24), (0xC0A80000, 16), (0xC6120000, 15), (0xC6336400, 24),
    (0xCB007100, 24), (0xE0000000, 4), (0xF0000000, 4),
)  # fmt: skip
CARRIERS_V6 = ("::ffff:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
PRIVATE_V6 = ("2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16")
GLOBAL_V6 = "2000::/3"

DOTS = re.compile("[.\u3002\uff0e\uff61]")
EVERY_LABEL = "a name between every two dots of the host"
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?", re.ASCII)
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
DOTTED = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\.|\Z)){4}", re.ASCII)

# Letters of other scripts that are drawn like Latin ones: a label made of nothing else is a lookalike.
LOOKALIKES = frozenset("аеорсухіјѕһԁԛԝѵүӏгьпмтвкнαορνυικτγωхϲ0123456789-")
TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)


class Fault(Record, frozen=True):
    """Why something was refused: a stable code, what was expected there, and what stood there."""

    code: str
    expected: str
    seen: str = ""


class Host(Record, frozen=True):
    """A host in its normal form (A-labels, lower case, no trailing dot) and what is worth a note about it."""

    name: str
    notes: tuple[str, ...] = ()


def read_host(written: str, *, allow_private: bool = False) -> Host | Fault:
    """Return the host that the text between `//` and the port names, or the Fault that refuses it.

    `written` is free of blanks, control and invisible characters and of userinfo. Linear in its length,
    which may be at most 1024 characters.
    """
    if not written:
        return Fault("no_host", "a host after '//'")
    if len(written) > MAX_WRITTEN:
        return Fault("host_too_long", f"a host of at most {MAX_HOST} characters", f"{len(written)} characters")
    if "%" in written:
        return Fault("percent_encoded_host", "a host without percent-encoding", written)
    if written.startswith("["):
        return _read_v6(written, allow_private=allow_private)
    notes: list[str] = []
    name = written.lower() if written.isascii() else written
    if not name.isascii() or name.startswith("xn--") or ".xn--" in name:
        mapped = _to_ascii(name, notes)
        if isinstance(mapped, Fault):
            return mapped
        name = mapped
    name = name.removesuffix(".")
    fault = _fault_of_labels(name, written)
    if fault is not None:
        return fault
    if NUMBER.fullmatch(name.rsplit(".", 1)[-1]):
        return _read_v4(name, written, allow_private=allow_private)
    if not allow_private:
        fault = _fault_of_private_name(name)
        if fault is not None:
            return fault
    return Host(name=name, notes=tuple(notes))


def _fault_of_labels(name: str, written: str) -> Fault | None:
    if not name:
        return Fault("no_host", "a host after '//'", written)
    if len(name) > MAX_HOST:
        return Fault("host_too_long", f"a host of at most {MAX_HOST} characters", f"{len(name)} characters")
    for label in name.split("."):
        if not label:
            return Fault("empty_label", EVERY_LABEL, written)
        if len(label) > MAX_LABEL:
            return Fault("label_too_long", f"labels of at most {MAX_LABEL} characters", f"{len(label)} characters")
        if not LABEL.fullmatch(label):
            return Fault("bad_host_character", "letters, digits and inner hyphens in the host", written)
    return None


def _fault_of_private_name(name: str) -> Fault | None:
    if any(name == suffix or name.endswith("." + suffix) for suffix in PRIVATE_SUFFIXES):
        return Fault("private_host", "a public host", name)
    if "." not in name:
        return Fault("single_label_host", "a host with a domain", name)
    return None


def _read_v4(name: str, written: str, *, allow_private: bool) -> Host | Fault:
    # Readers disagree on 127.1, 0x7f.1, 0177.0.0.1, 2130706433 and on digits that only map to ASCII ones.
    if not DOTTED.fullmatch(name) or not written.isascii():
        return Fault("ambiguous_ipv4", "an IPv4 address as four decimal numbers without leading zeros", written)
    value = 0
    for part in name.split("."):
        value = value << 8 | int(part)
    if not allow_private and any(value >> (32 - bits) == block >> (32 - bits) for block, bits in PRIVATE_V4):
        return Fault("private_address", "a public address", name)
    return Host(name=name, notes=("ip_address",))


def _read_v6(written: str, *, allow_private: bool) -> Host | Fault:
    from ipaddress import IPv6Address, IPv6Network

    try:
        if not written.endswith("]"):
            raise ValueError
        address = IPv6Address(written[1:-1])
    except ValueError:
        return Fault("bad_ipv6", "an IPv6 address in brackets", written)
    loopback_or_none = int(address) <= 1
    if not loopback_or_none and any(address in IPv6Network(block) for block in CARRIERS_V6):
        return Fault("ipv4_in_ipv6", "an IPv6 address that does not carry an IPv4 address", str(address))
    if not allow_private and (
        address not in IPv6Network(GLOBAL_V6) or any(address in IPv6Network(block) for block in PRIVATE_V6)
    ):
        return Fault("private_address", "a public address", str(address))
    return Host(name=str(address), notes=("ip_address",))


def _to_ascii(name: str, notes: list[str]) -> str | Fault:
    import idna

    name = DOTS.sub(".", name)
    if ".." in name or (name.startswith(".") and name != "."):
        return Fault("empty_label", EVERY_LABEL, name)
    try:
        mapped = idna.encode(name, uts46=True, std3_rules=True).decode("ascii").lower()
        shown = idna.decode(mapped)
    except (idna.IDNAError, UnicodeError, ValueError):
        return Fault("bad_idn", "a host that IDNA 2008 admits", name)
    if shown == mapped:
        notes.append("mapped_host")
        return mapped
    notes.append("idn")
    scripts = [_scripts(label) for label in shown.split(".")]
    if any(len(found) > 1 and not any(found <= allowed for allowed in TOGETHER) for found in scripts):
        notes.append("mixed_script")
    if any(not label.isascii() and LOOKALIKES.issuperset(label) for label in shown.split(".")):
        notes.append("latin_lookalike")
    return mapped


def _scripts(label: str) -> set[str]:
    found = set()
    for character in label:
        if character.isalpha() and character != "ー":
            script = unicodedata.name(character, "UNKNOWN").split(" ", 1)[0]
            found.add("HAN" if script in ("CJK", "IDEOGRAPHIC") else script)
    return found
