"""Every module, every public definition and every test says what it is for."""

from __future__ import annotations

import ast
import re

from structure.tree import TESTS, Definition, definitions, modules, parsed, shown

# One sentence: its end mark is the last character, and nothing before it ends one.
ONE_SENTENCE = re.compile(r"[^\n].*[.!?]", re.DOTALL)
SENTENCE_END = re.compile(r"[.!?]\s+[A-Z]")


def test_every_module_opens_with_its_job() -> None:
    """A module's docstring opens with one sentence, of two lines at most, that names its job."""
    every = modules() + modules(TESTS)
    opening = {shown(path): (ast.get_docstring(parsed(path)) or "").splitlines()[:2] for path in every}

    assert [name for name, lines in opening.items() if not re.search(r"[.!?](\s|$)", " ".join(lines))] == []


def test_every_public_definition_is_described() -> None:
    """Public classes, functions and methods have a docstring."""
    bare = [
        f"{shown(path)}:{node.lineno} {name}"
        for path in modules()
        for name, node in definitions(parsed(path).body)
        if is_public(name) and not is_stub(node) and not ast.get_docstring(node)
    ]

    assert bare == []


def test_every_test_states_its_promise() -> None:
    """A test's docstring is one sentence."""
    silent = [
        f"{shown(path)}:{node.lineno} {name}"
        for path in modules(TESTS)
        for name, node in definitions(parsed(path).body)
        if name.rpartition(".")[2].startswith("test_") and not is_one_sentence(ast.get_docstring(node) or "")
    ]

    assert silent == []


def is_one_sentence(text: str) -> bool:
    """Say whether `text` is one sentence with its end mark."""
    return bool(ONE_SENTENCE.fullmatch(text)) and not SENTENCE_END.search(re.sub(r"`[^`]*`|\"[^\"]*\"", "", text))


def is_public(name: str) -> bool:
    """Say whether no part of a dotted name begins with an underscore."""
    return not any(part.startswith("_") for part in name.split("."))


def is_stub(node: Definition) -> bool:
    """Say whether a definition has no body of its own: a member of a Protocol or an overload."""
    only = node.body[0]
    return len(node.body) == 1 and isinstance(only, ast.Expr) and ast.unparse(only) == "..."
