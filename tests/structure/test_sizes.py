"""Files and functions stay small enough to be read in one go."""

from __future__ import annotations

import ast

from structure.tree import TESTS, modules, parsed, shown

FILE_LINES = 400
FUNCTION_LINES = 50


def test_no_file_is_over_400_lines() -> None:
    """A file that grows over 400 lines holds two nouns."""
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules() + modules(TESTS)}

    assert {name: lines for name, lines in lengths.items() if lines > FILE_LINES} == {}


def test_no_function_is_over_50_lines() -> None:
    """A function over 50 lines, its docstring included, does two things."""
    long = {
        f"{shown(path)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for path in modules()
        for node in ast.walk(parsed(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > FUNCTION_LINES
    }

    assert long == {}
