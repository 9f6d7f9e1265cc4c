"""Promises about the model inside langextract and langcore themselves; `make test-extraction` runs this file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from adapters.extraction_libraries import LIBRARIES
from adapters.extraction_models import TEXT, Output
from vouched import Policy
from vouched.adapters.aligned_documents import verify_document
from vouched.adapters.extraction_files import annotated_documents
from vouched.adapters.langextract import LangCoreModel, LangExtractModel
from vouched.run.rules import PatternRule, Rules

PAGE = Path(__file__).resolve().parents[2] / "docs" / "extraction.md"
FENCE = re.compile(r"^```py(?:thon)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
DESCRIPTION = "Extract contracting parties with roles and dates."
SELLER = {"party": "Acme Corp", "party_attributes": {"role": "Seller", "effective_date": "2025-01-15"}}
BUYER = {"party": "Beta LLC", "party_attributes": {"role": "Buyer", "effective_date": "2025-01-15"}}
INVENTED = {"party": "Globex GmbH", "party_attributes": {"role": "Guarantor"}}


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> ModuleType:
    """Return each of the libraries."""
    return import_module(request.param)


def guarded(library: ModuleType, inner: Any, **settings: Any) -> LangExtractModel:
    """Return the model for a library."""
    kind = LangCoreModel if library.__name__ == "langcore" else LangExtractModel
    return kind(inner=inner, **settings)


def scripted(library: ModuleType, *answers: Any) -> Any:
    """Return a model of the library's own class that answers call by call; the last answer repeats."""
    base = import_module(f"{library.__name__}.core.base_model").BaseLanguageModel

    class Scripted(base):  # type: ignore[misc, valid-type]
        def __init__(self, model_id: str = "scripted", **settings: Any) -> None:
            super().__init__()
            self.model_id, self.settings = model_id, settings
            self.prompts: list[str] = []
            self.calls = 0

        def infer(self, batch_prompts: Sequence[str], **_: Any) -> Iterator[Sequence[Output]]:
            self.calls += 1
            for prompt in batch_prompts:
                self.prompts.append(prompt)
                said = answers[min(self.calls, len(answers)) - 1]
                yield [
                    Output(1.0, said(prompt) if callable(said) else said, {"prompt_tokens": 7, "completion_tokens": 3})
                ]

    return Scripted()


def fenced(*extractions: dict[str, Any]) -> str:
    """Return a model's answer."""
    return f"```json\n{json.dumps({'extractions': list(extractions)})}\n```"


def extracted(library: ModuleType, model: Any, text: Any = TEXT, *, by: str = "extract", **settings: Any) -> Any:
    """Return what `extract` of the library's quick start makes of a text."""
    data = library.data
    example = data.ExampleData(
        text="Agreement between Alpha Inc (Lessor) and Omega Ltd (Lessee), effective March 1, 2024.",
        extractions=[
            data.Extraction("party", "Alpha Inc", attributes={"role": "Lessor", "effective_date": "2024-03-01"}),
            data.Extraction("party", "Omega Ltd", attributes={"role": "Lessee", "effective_date": "2024-03-01"}),
        ],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(library, by)(
            text_or_documents=text,
            prompt_description=DESCRIPTION,
            examples=[example],
            model=model,
            show_progress=False,
            **settings,
        )


def texts(document: Any) -> list[str]:
    """Return the texts of a document's extractions."""
    return [extraction.extraction_text for extraction in document.extractions or []]


def test_the_quick_start_takes_one_call(library: ModuleType) -> None:
    """A perfect answer to the quick start passes as it is, in one call, attributes and places included."""
    inner = scripted(library, fenced(SELLER, BUYER))
    document = extracted(library, guarded(library, inner))

    assert (texts(document), inner.calls) == (["Acme Corp", "Beta LLC"], 1)
    assert document.extractions[0].attributes == {"role": "Seller", "effective_date": "2025-01-15"}
    assert document.extractions[0].char_interval.start_pos == TEXT.index("Acme")


def test_an_invented_extraction_is_not_in_the_result(library: ModuleType) -> None:
    """What the document does not hold never reaches the result, which without the guard it does."""
    answer = fenced(SELLER, INVENTED, BUYER)

    assert "Globex GmbH" in texts(extracted(library, scripted(library, answer)))
    assert texts(extracted(library, guarded(library, scripted(library, answer)))) == ["Acme Corp", "Beta LLC"]


@pytest.mark.parametrize("answer", ["Sorry.", "", "[" * 5000, fenced({"party": ""}), fenced({"party": "\u241f"})])
def test_an_answer_that_never_stands_gives_an_empty_result(library: ModuleType, answer: str) -> None:
    """Exhausted retries, and answers that crash the library or are lost in it, end as an empty document."""
    model = guarded(library, scripted(library, answer), max_retries=1)

    assert texts(extracted(library, model)) == []
    assert [outcome.status for outcome in model.last_outcomes] == ["refused"]


@pytest.mark.parametrize(
    "answer",
    [
        '{"extractions": [{"party": "Acme Corp",}]}',
        '```json\n{"extractions": [{"party": "Acme Corp", "party_attributes": {"note": "```x```"}}]}\n```',
        '[{"extraction_class": "party", "extraction_text": "Acme Corp", "attributes": {}}]',
        '<think>{"extractions": []}</think>\n{"extractions": [{"party": "Acme Corp", "confidence": 0.9}]}',
    ],
)
def test_answers_that_the_library_would_lose_come_through(library: ModuleType, answer: str) -> None:
    """What is readable without a guess reaches the result: trailing commas, fences in texts, other shapes."""
    document = extracted(library, guarded(library, scripted(library, answer)))

    assert [(each.extraction_class, each.extraction_text) for each in document.extractions] == [("party", "Acme Corp")]


def test_a_retry_mends_the_answer(library: ModuleType) -> None:
    """A first answer that cannot be read is asked again, with the document at the prompt's end, and usage adds up."""
    inner = scripted(library, "Certainly!", fenced(SELLER))
    model = guarded(library, inner)

    assert texts(extracted(library, model)) == ["Acme Corp"]
    assert inner.prompts[1].endswith(f"Q: {TEXT}\nA: ")
    assert (model.last_outcomes[0].usage.calls, model.last_outcomes[0].usage.tokens) == (2, 20)


def test_chunks_are_asked_together(library: ModuleType) -> None:
    """The chunks of a long document are one call a round, each with its own document, and none is lost."""
    text = "\n".join(f"Agreement {number}: Party{number} Corp sells." for number in range(6))

    def answer(prompt: str) -> str:
        chunk = prompt.rpartition("Q: ")[2]
        return fenced(*({"party": name} for name in re.findall(r"Party\d Corp", chunk)), INVENTED)

    inner = scripted(library, answer)
    document = extracted(library, guarded(library, inner), text, max_char_buffer=40)

    assert texts(document) == [f"Party{number} Corp" for number in range(6)]
    assert inner.calls == 1
    assert len(inner.prompts) > 1


def test_rules_take_no_call(library: ModuleType) -> None:
    """Rules see the chunk and not the examples, which hold a date too."""
    rules = Rules([PatternRule(kind="date", pattern=r"[A-Z][a-z]+ \d{1,2}, \d{4}")])
    inner = scripted(library, fenced())
    document = extracted(library, guarded(library, inner, rules=rules))

    assert (texts(document), inner.calls) == (["January 15, 2025"], 0)


def test_the_router_makes_a_guarded_model(library: ModuleType) -> None:
    """The installed entry point makes `vouched:NAME` a guarded model of whatever the library makes of NAME."""
    kind = type(scripted(library, fenced(SELLER, INVENTED)))
    library.providers.load_plugins_once()
    library.providers.router.register(r"^scripted-\d+$", priority=50)(kind)
    factory = import_module(f"{library.__name__}.factory")
    config = factory.ModelConfig(model_id="vouched:scripted-7", provider_kwargs={"temperature": 0.5, "max_retries": 2})
    model = factory.create_model(config, use_schema_constraints=True, examples=[])

    assert isinstance(model, LangCoreModel if library.__name__ == "langcore" else LangExtractModel)
    assert isinstance(model, import_module(f"{library.__name__}.core.base_model").BaseLanguageModel)
    assert (model.inner.model_id, model.inner.settings) == ("scripted-7", {"temperature": 0.5})
    assert texts(extracted(library, None, model_id="vouched:scripted-7")) == ["Acme Corp"]
    with pytest.raises(factory.exceptions.InferenceConfigError, match="YAML"):
        extracted(library, None, model_id="vouched:scripted-7", format_type=library.data.FormatType.YAML)
    with pytest.raises(factory.exceptions.InferenceConfigError, match="vouched:NAME"):
        factory.create_model(factory.ModelConfig(model_id="vouched"))


def test_grounding_after_alignment_leaves_out_what_does_not_stand(library: ModuleType) -> None:
    """A result that was made without a guard is grounded in one call, and is not changed."""
    document = extracted(library, scripted(library, fenced(SELLER, INVENTED)))
    grounded = verify_document(document)

    assert [extraction.extraction_text for extraction in grounded.extractions] == ["Acme Corp"]
    assert texts(document) == ["Acme Corp", "Globex GmbH"]


def test_a_policy_that_stops_lets_nothing_out(library: ModuleType) -> None:
    """With a stricter policy one invented extraction empties its chunk."""
    model = guarded(library, scripted(library, fenced(SELLER, INVENTED)), policy=Policy(authority={"*": "stop"}))

    assert texts(extracted(library, model)) == []


def test_awaiting_works_with_models_of_either_library(library: ModuleType) -> None:
    """`async_infer` works also around a model that has none."""
    outputs = asyncio.run(
        guarded(library, scripted(library, fenced(SELLER))).async_infer([f"Extract.\n\nQ: {TEXT}\nA: "])
    )

    assert "Acme Corp" in outputs[0][0].output


def test_awaiting_an_extraction_works_where_it_can_be_awaited() -> None:
    """`async_extract` of langcore comes to what `extract` comes to, and counts the tokens of all attempts."""
    for library in map(import_module, LIBRARIES):
        if hasattr(library, "async_extract"):
            model = guarded(library, scripted(library, "Certainly!", fenced(SELLER, INVENTED)))
            document = asyncio.run(extracted(library, model, by="async_extract"))

            assert texts(document) == ["Acme Corp"]
            assert model.last_outcomes[0].usage.tokens == 20


def test_a_guard_of_one_library_works_in_the_other(library: ModuleType) -> None:
    """Nothing is inherited, so a model for the one is a model for the other."""
    inner = scripted(library, fenced(SELLER, INVENTED))

    assert [texts(extracted(library, kind(inner=inner))) for kind in (LangExtractModel, LangCoreModel)] == [
        ["Acme Corp"]
    ] * 2


def test_the_page_runs(tmp_path: Path) -> None:
    """The blocks of docs/extraction.md run in their order, those that need the libraries too."""
    text = PAGE.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "page"}
    with contextlib.chdir(tmp_path), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for block in FENCE.finditer(text):
            # Blank lines before it give a failing line the number it has in the page.
            padded = "\n" * text.count("\n", 0, block.start(1)) + block[1]
            exec(compile(padded, str(PAGE), "exec"), names)

    assert "langextract" in sys.modules


def test_the_page_that_visualize_writes_is_read() -> None:
    """What langextract shows of a document is looked up again: texts, classes, attributes and the whole text."""
    langextract = import_module("langextract")
    data = import_module("langextract.core.data")
    text = 'Take 2.5 mg of aspirin & <b>rest</b>.\nAcme Corp "ships".'
    places = (data.CharInterval(15, 22), data.CharInterval(38, 47))
    extractions = [
        data.Extraction("med", "aspirin", char_interval=places[0], attributes={"dose": "2.5 mg"}),
        data.Extraction("org", "Acme Corp", char_interval=places[1]),
    ]
    shown = langextract.visualize(data.AnnotatedDocument(text=text, extractions=extractions))
    (read,) = annotated_documents(getattr(shown, "data", shown), "out/lease.html")
    assert (read.document, read.text, read.fault) == ("lease", text, None)
    assert [(item["extraction_text"], item["attributes"]) for item in read.extractions] == [
        ("aspirin", {"dose": "2.5 mg"}),
        ("Acme Corp", {}),
    ]
