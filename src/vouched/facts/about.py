"""Tells whether a passage is about the entities and periods that a question names, by what the passage says itself."""

from __future__ import annotations

from datetime import date

from vouched.facts.lexicon import Lexicon
from vouched.facts.period_words import period_mentions
from vouched.facts.profile import FactProfile
from vouched.facts.requests import MentionKind, Request
from vouched.facts.views import View

__all__ = ["About", "said_of"]

# Relative periods of a passage count from a day that nobody knows: only written ones are read.
_ANY_DAY = date(2000, 1, 1)
_SIGNS = str.maketrans("_-./\\", "     ")


def said_of(request: Request, kind: MentionKind) -> tuple[str, ...]:
    """Return what the words of a question name of a kind, as codes or keys, in order."""
    means = (each for mention in request.mentions if mention.kind == kind for each in mention.means.split())
    return tuple(dict.fromkeys(means))


class About:
    """What a question is about: entities and years that it names itself, and not what was assumed for it."""

    def __init__(self, request: Request, profile: FactProfile, lexicon: Lexicon) -> None:
        keys = (*request.keys, *request.bases)
        self._entities = {key.entity for key in keys} | set(said_of(request, "entity"))
        self._years = {key.period.year for key in keys}
        self._years |= {int(key[:4]) for key in said_of(request, "period") if key[:4].isdecimal()}
        if "entity" in request.assumed:
            self._entities = set()
        if "period" in request.assumed:
            self._years = set()
        self._profile, self._lexicon = profile, lexicon

    def fits(self, text: str, *, source: str = "") -> bool:
        """Whether a text is about what was asked: it names an entity and a year of the question, or none at all.

        A text that names no entity is about the one that its source is named after. What is said of a part of an
        entity is said of the entity.
        """
        view = View(text)
        named = self._named(view.folded) or self._named(View(source.translate(_SIGNS)).folded)
        if self._entities and named and not named & self._entities:
            return False
        if not self._years:
            return True
        mentions = period_mentions(view, today=_ANY_DAY, calendar=self._profile.calendar)
        years = {period.year for each in mentions if not each.relative for period in each.periods}
        return not years or bool(years & self._years)

    def _named(self, text: str) -> set[str]:
        """Return the entities that a text names, with those that they are part of."""
        found = {
            code
            for word in self._lexicon.words(text)
            if word.kind == "entity"
            for named in word.means
            for code in self._profile.with_wholes(named)
        }
        return found & set(self._profile.entities)
