"""The public face: every name a user imports, loaded when it is first asked for."""

TYPE_CHECKING = False  # as type checkers understand it: importing typing would cost 25 modules

if TYPE_CHECKING:
    from vouched import checks
    from vouched.adapters.files import load_documents
    from vouched.checks.manifest import make_manifest
    from vouched.documents import Document, Evidence, Quote, Span
    from vouched.drafts import Citation, Claim, Draft, Repair
    from vouched.errors import VouchedError
    from vouched.guard import Guard, verify
    from vouched.outcomes import Decision, JudgedClaim, Outcome
    from vouched.policy import Authority, Policy, decide, load_policy, on_fail_policy
    from vouched.ports import Check
    from vouched.profile import Profile, load_profile, profile_named
    from vouched.registry import check
    from vouched.run.reading import read
    from vouched.run.release import quotes_alone
    from vouched.stores.sqlite import SQLiteStore
    from vouched.text.snap import Snap, snap
    from vouched.text.urls import UrlVerdict, check_url
    from vouched.verdicts import Finding, Support, Verdict

__version__ = "0.1.0"

__all__ = [
    "Authority",
    "Check",
    "Citation",
    "Claim",
    "Decision",
    "Document",
    "Draft",
    "Evidence",
    "Finding",
    "Guard",
    "JudgedClaim",
    "Outcome",
    "Policy",
    "Profile",
    "Quote",
    "Repair",
    "SQLiteStore",
    "Snap",
    "Span",
    "Support",
    "UrlVerdict",
    "Verdict",
    "VouchedError",
    "__version__",
    "check",
    "check_url",
    "checks",
    "decide",
    "load_documents",
    "load_policy",
    "load_profile",
    "make_manifest",
    "on_fail_policy",
    "profile_named",
    "quotes_alone",
    "read",
    "snap",
    "verify",
]

# Where each public name lives; tests/structure/test_public_surface.py holds it equal to the imports above.
_HOMES = {
    "adapters.files": ("load_documents",),
    "checks.manifest": ("make_manifest",),
    "documents": ("Document", "Evidence", "Quote", "Span"),
    "drafts": ("Citation", "Claim", "Draft", "Repair"),
    "errors": ("VouchedError",),
    "guard": ("Guard", "verify"),
    "outcomes": ("Decision", "JudgedClaim", "Outcome"),
    "policy": ("Authority", "Policy", "decide", "load_policy", "on_fail_policy"),
    "ports": ("Check",),
    "profile": ("Profile", "load_profile", "profile_named"),
    "registry": ("check",),
    "run.reading": ("read",),
    "run.release": ("quotes_alone",),
    "stores.sqlite": ("SQLiteStore",),
    "text.snap": ("Snap", "snap"),
    "text.urls": ("UrlVerdict", "check_url"),
    "verdicts": ("Finding", "Support", "Verdict"),
}
_MODULES = {name: f"vouched.{home}" for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Return a public name from the module it lives in, and keep it."""
    from importlib import import_module

    if name == "checks":
        return import_module("vouched.checks")
    if name not in _MODULES:
        raise AttributeError(f"module 'vouched' has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
