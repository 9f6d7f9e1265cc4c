"""Every exception that vouched raises.

    VouchedError
    ├── UsageError          a programmer's mistake: a wrong type, id or setting at construction
    ├── DocumentError       a document could not be read from where it was said to be
    ├── ManifestError       a manifest file is not one
    ├── PolicyError         a policy file names something that policies do not have
    ├── ProfileError        a profile's file is not one, or names something that profiles do not have
    ├── ScorecardError      a scorecard's file is not one
    ├── StoreError          a store could not be opened, read or written
    └── NotReleased         `Outcome.unwrap()` on an outcome that holds nothing back to give

Faults of models, drafts, documents' content and checks are values (findings, verdicts), never exceptions.
"""

from __future__ import annotations

__all__ = [
    "DocumentError",
    "ManifestError",
    "NotReleased",
    "PolicyError",
    "ProfileError",
    "ScorecardError",
    "StoreError",
    "UsageError",
    "VouchedError",
]


class VouchedError(Exception):
    """Anything that vouched raises on purpose."""


class UsageError(VouchedError, ValueError):
    """A call or a construction that cannot mean anything; the message says where, expected and seen."""


class DocumentError(VouchedError):
    """A document's file is missing, unreadable, or is not text in any encoding that was tried."""


class ManifestError(VouchedError):
    """A manifest file that is not JSON of the documented shape."""


class PolicyError(VouchedError):
    """A policy file with a key, an authority or a pattern that does not exist; the message names the place."""


class ProfileError(VouchedError):
    """A profile that is no TOML, or has a key, a check, a setting or a text that does not fit; the message names the
    file, the line, the key, what was expected and what was seen.
    """


class ScorecardError(VouchedError):
    """A scorecard that is no JSON of the documented shape, or whose rates are none; the message names the file."""


class StoreError(VouchedError):
    """A store's file is no store, is of a newer vouched, is locked, full, or cannot be read or written."""


class NotReleased(VouchedError):
    """The value of an outcome was asked for although nothing was released."""
