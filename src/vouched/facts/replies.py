"""Writes what is said instead of an answer: questions asked back, refusals, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from vouched.facts.naming import Names
from vouched.facts.profile import FactProfile
from vouched.facts.requests import Doubt, Request
from vouched.facts.rows import FactKey
from vouched.facts.stored_text import stored_text
from vouched.facts.units import unit_of
from vouched.record import Record

__all__ = ["Reply", "asking", "defining", "failing", "holding", "refusing", "unrecognized", "withholding"]

_MOST_DOUBTS = 4
_MOST_OPTIONS = 12


class Reply(Record, frozen=True):
    """What is said, and what to ask instead, as it is called in the language of the question."""

    text: str
    options: tuple[str, ...] = ()


def asking(request: Request, profile: FactProfile) -> Reply:
    """Return the question that is asked back for the doubts of a request; the gravest stands first."""
    names = Names(profile, request.language)
    options = tuple(
        dict.fromkeys(names.any(option) for doubt in request.doubts for option in _options(doubt, profile))
    )[:_MOST_OPTIONS]
    lines = dict.fromkeys(_asked(doubt, names) for doubt in request.doubts)
    texts = [*list(lines)[:_MOST_DOUBTS]]
    if options:
        texts.append(names.words.say("choices", options=names.words.listed(options, _MOST_OPTIONS)))
    return Reply("\n".join(texts), options)


def _asked(doubt: Doubt, names: Names) -> str:
    sentence = f"ask_{doubt.kind}"
    slots = {"texts": names.words.quoted(doubt.texts)} if "texts" in names.words.sentences[sentence].slots else {}
    return names.words.say(sentence, **slots)


def _options(doubt: Doubt, profile: FactProfile) -> Iterable[str]:
    return doubt.options or (profile.entities if doubt.kind == "rival" else ())


def refusing(shown: Sequence[str], profile: FactProfile, language: str) -> Reply:
    """Return the refusal of a question about other companies, by the names that are shown for them."""
    names = Names(profile, language)
    options = tuple(names.entity(entity) for entity in profile.entities)[:_MOST_OPTIONS]
    text = names.words.say("refused", names=_shown(shown, names), home=stored_text(profile.company.name, 80))
    return Reply(text, options)


def holding(shown: Sequence[str], profile: FactProfile, language: str) -> Reply:
    """Return what is said where a text only looks as if it named another company."""
    names = Names(profile, language)
    return Reply(names.words.say("held", names=_shown(shown, names)))


def _shown(shown: Sequence[str], names: Names) -> str:
    return names.words.listed(stored_text(each, 80) for each in shown)


def withholding(keys: Sequence[FactKey], profile: FactProfile, language: str) -> Reply:
    """Return what is said where the sources of all that was asked for are kept back."""
    names = Names(profile, language)
    return Reply(names.words.say("withheld", name=names.words.listed(map(names.name, keys))))


def unrecognized(
    kind: Literal["metric", "entity", "period", "channel"],
    text: str,
    profile: FactProfile,
    *,
    language: str,
    options: Sequence[str] = (),
) -> Reply:
    """Return what is said of a parameter that nothing known is called by; `options` are the codes nearest to it."""
    names = Names(profile, language)
    called = tuple(names.any(option) for option in options)[:_MOST_OPTIONS]
    told = [names.words.say("unrecognized", kind=names.words.say(f"kind_{kind}"), text=names.words.quoted([text]))]
    if called:
        told.append(names.words.say("choices", options=names.words.listed(called, _MOST_OPTIONS)))
    return Reply("\n".join(told), called)


def failing(what: Literal["store", "model", "rounds"], language: str, profile: FactProfile) -> Reply:
    """Return what is said where something outside did not answer; it has no number in it."""
    return Reply(Names(profile, language).words.say(f"failed_{what}"))


def defining(request: Request, profile: FactProfile) -> Reply:
    """Return the stored definitions of the metrics that a request names, with unit and grains."""
    names = Names(profile, request.language)
    said = [mention.means for mention in request.mentions if mention.kind == "metric"]
    lines = []
    for name in dict.fromkeys((*said, *(key.metric for key in request.keys))):
        metric = profile.metrics.get(name)
        if metric is None:
            continue
        definition = metric.definition
        if not isinstance(definition, str):
            definition = definition.get(request.language) or next(iter(definition.values()), "")
        if definition:
            text = stored_text(definition, 600)
            lines.append(names.words.say("definition", metric=names.metric(name), text=text))
        else:
            lines.append(names.words.say("definition_none", metric=names.metric(name)))
        grains = names.words.listed(names.words.say(f"grain_{grain}") for grain in metric.grains)
        lines.append(names.words.say("definition_kept", unit=names.words.unit(unit_of(metric.unit)), grains=grains))
    return Reply("\n".join(lines))
