"""The names that users import are one list, wherever it is written down."""

from __future__ import annotations

import ast
import types

import vouched
from structure.tree import SOURCE, parsed


def promised_imports() -> dict[str, str]:
    """Return the names that type checkers see in the package, each with the module it comes from."""
    found: dict[str, str] = {}
    for node in ast.walk(parsed(SOURCE / "__init__.py")):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "vouched":
            found |= {alias.asname or alias.name: node.module for alias in node.names}
    return found


def test_imports_table_and_all_agree() -> None:
    """What type checkers see, what loads at run time and `__all__` are the same names from the same modules."""
    lazy = {**vouched._MODULES, "checks": "vouched"}

    assert lazy == promised_imports()
    assert sorted({*lazy, "__version__"}) == sorted(vouched.__all__)
    assert dir(vouched) == sorted(vouched.__all__)


def test_every_public_name_resolves_and_is_described() -> None:
    """Every public name can be had, and every module, class and function among them says what it is."""
    values = {name: getattr(vouched, name) for name in vouched.__all__}
    described = (type, types.FunctionType, types.ModuleType)
    undescribed = [name for name, value in values.items() if isinstance(value, described) and not value.__doc__]

    assert undescribed == []


def test_every_public_name_is_public_where_it_lives() -> None:
    """A public name stands in the `__all__` of the module it comes from."""
    from importlib import import_module

    hidden = [name for name, home in vouched._MODULES.items() if name not in import_module(home).__all__]

    assert hidden == []


def test_every_module_lists_its_public_names() -> None:
    """`__all__` of a module equals the public names that it defines."""
    wrong = []
    for path in sorted(SOURCE.rglob("*.py")):
        listed, defined = _listed_and_defined(parsed(path))
        if listed is None:
            if defined and path.name != "__init__.py":
                wrong.append(f"{path.relative_to(SOURCE)}: no __all__")
        elif missing := defined - listed:
            wrong.append(f"{path.relative_to(SOURCE)}: not in __all__: {sorted(missing)}")

    assert wrong == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A misspelt name fails as it would on any module, so that `hasattr` works."""
    assert not hasattr(vouched, "verfiy")


def _listed_and_defined(tree: ast.Module) -> tuple[set[str] | None, set[str]]:
    listed: set[str] | None = None
    defined: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            defined.add(node.name)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            listed = set(ast.literal_eval(node.value))
    return listed, {name for name in defined if not name.startswith("_")}
