"""A check that looks at words near each other, shipped as one that measurement lets do no more than audit.

It takes the first sign within 32 characters behind a planet's name for the planet's place. `vouched measure` shows what
that is worth: it takes a sentence about who rules a house for one about where the planet stands, says something else
when two sentences change places, and knows three of twelve signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vouched import Draft, Finding, Support
from vouched.documents import Evidence

SIGNS = re.compile("蟹座|水瓶座|乙女座")
WINDOW = 32


class Placement:
    """Finds a planet in another sign than the expected one (`other_sign`)."""

    name = "naive_placement"
    decidable = False

    def __init__(self, planet: str = "月", sign: str = "水瓶座") -> None:
        self.planet = planet
        self.sign = sign

    def __call__(self, draft: Draft, _evidence: Evidence, /) -> Iterator[Finding | Support]:
        """Yield a finding where the first sign behind the planet is another, a support where it is the same."""
        start = draft.raw.find(self.planet)
        found = SIGNS.search(draft.raw[start : start + WINDOW]) if start >= 0 else None
        if found is None:
            return
        if found.group() == self.sign:
            yield Support(check=self.name)
        else:
            yield Finding(check=self.name, code="other_sign", expected=self.sign, seen=found.group())
