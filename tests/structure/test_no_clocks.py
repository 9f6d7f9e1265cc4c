"""No test depends on how fast a machine is."""

from __future__ import annotations

import ast

from structure.tree import TESTS, modules, parsed, shown

CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "time"}


def _reads_a_clock(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS


def test_no_test_measures_time() -> None:
    """Speed is measured in `benchmarks/`; a test counts work (`work.calls_of`), or fails because it never ends."""
    found = [
        f"{shown(path)}:{node.lineno}"
        for path in modules(TESTS)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _reads_a_clock(node.left)
    ]
    assert found == []
