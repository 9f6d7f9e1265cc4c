"""Reads from the source which codes findings and repairs can carry, wherever they are handed on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from structure.tree import modules, parsed

Scope = ast.FunctionDef | ast.AsyncFunctionDef


def finding_codes() -> set[str]:
    """Return every code that a finding, or a fault that becomes one, is made with.

    A code that is put together has `…` where its parts change.
    """
    return {code for maker, code in _codes() if maker != "Repair"}


def repair_codes() -> set[str]:
    """Return every code that a repair is made with."""
    return {code for maker, code in _codes() if maker == "Repair"}


def _codes() -> set[tuple[str, str]]:
    """Return the pairs of who is called and the code that is handed to its parameter or field `code`."""
    places = _makers()
    found: set[tuple[str, str]] = set()
    for path in modules():
        for scope, call in _calls(path):
            name = ast.unparse(call.func).rpartition(".")[2]
            handed = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
            # A code given by position never stands alone; that would be `set.add` or its like.
            if name in places and len(call.args) > places[name] and len(call.args) + len(call.keywords) > 1:
                handed.append(call.args[places[name]])
            found |= {(name, code) for value in handed for code in _texts(value, scope) if code}
    return found


def _makers() -> dict[str, int]:
    """Return the functions and records of the package that take a code, and at which place."""
    makers: dict[str, int] = {}
    for path in modules():
        for node in ast.walk(parsed(path)):
            if isinstance(node, Scope):
                names = [argument.arg for argument in node.args.args if argument.arg not in ("self", "cls")]
            elif isinstance(node, ast.ClassDef):
                fields = [field.target for field in node.body if isinstance(field, ast.AnnAssign)]
                names = [target.id for target in fields if isinstance(target, ast.Name)]
            else:
                continue
            if "code" in names:
                makers[node.name] = names.index("code")
    return makers


def _calls(path: Path) -> Iterator[tuple[Scope | None, ast.Call]]:
    """Yield each call of a file with the innermost function it stands in."""
    scopes: dict[ast.AST, Scope | None] = {}
    for node in ast.walk(parsed(path)):
        scope = node if isinstance(node, Scope) else scopes.get(node)
        for child in ast.iter_child_nodes(node):
            scopes[child] = scope
        if isinstance(node, ast.Call):
            yield scopes.get(node), node


def _texts(value: ast.expr, scope: Scope | None) -> Iterator[str]:
    """Yield the texts that an expression can be, as far as the function around it shows."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one, scope)
            yield from _texts(other, scope)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _texts(each, scope)
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.Name(id=name) if scope is not None:
            for each in _bound(name, scope):
                yield from _texts(each, None)


def _bound(name: str, scope: Scope) -> Iterator[ast.expr]:
    """Yield what a name is set to in a function: by assignment, or by a loop over rows that are written out."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            yield from _matched(name, node.targets[0], node.value)
        elif isinstance(node, ast.For) and isinstance(node.iter, (ast.Tuple, ast.List)):
            for row in node.iter.elts:
                yield from _matched(name, node.target, row)


def _matched(name: str, target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from _matched(name, one, other)
