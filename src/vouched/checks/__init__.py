"""One file, one check, one shape: a frozen record that yields findings and supports."""

from vouched.checks.allowlist import AllowList
from vouched.checks.citations import Citations
from vouched.checks.completeness import Completeness
from vouched.checks.confidence import Confidence
from vouched.checks.consistency import Consistency
from vouched.checks.critic import Critic
from vouched.checks.figures import Figures
from vouched.checks.grounding import Grounding
from vouched.checks.manifest import Manifest
from vouched.checks.names import Names
from vouched.checks.negation import Negation
from vouched.checks.pattern import Pattern
from vouched.checks.quotes import Quotes
from vouched.checks.relations import Relations
from vouched.checks.schema import Schema
from vouched.checks.source_content import SourceContent
from vouched.checks.source_fetch import SourceFetch
from vouched.checks.support import Supported

__all__ = [
    "AllowList",
    "Citations",
    "Completeness",
    "Confidence",
    "Consistency",
    "Critic",
    "Figures",
    "Grounding",
    "Manifest",
    "Names",
    "Negation",
    "Pattern",
    "Quotes",
    "Relations",
    "Schema",
    "SourceContent",
    "SourceFetch",
    "Supported",
]
