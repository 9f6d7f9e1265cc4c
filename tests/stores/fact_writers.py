"""Writes facts from processes of their own: batch after batch, each told on its own line once it is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from stores.facts_said import key, said, values
from vouched.stores.facts import open_facts

__all__ = ["ENVIRONMENT", "started", "write"]

ENVIRONMENT = {"PYTHONPATH": str(Path(__file__).parent.parent)}


def tell(told: object) -> None:
    """Tell the test something, on a line of its own, at once."""
    sys.stdout.write(f"{told}\n")
    sys.stdout.flush()


def write(place: str, name: str, *, batches: int, size: int) -> None:
    """Write so many batches of so many facts each, named after the writer."""
    with open_facts(place) as store:
        for batch in range(batches):
            store.write([said(number, key=key(f"{name}/{batch}"), locator=str(number)) for number in range(size)])
            tell(batch)


def started(place: str, name: str, *, batches: int, size: int) -> subprocess.Popen[str]:
    """Return a process that writes, started."""
    program = [sys.executable, str(Path(__file__)), place, name, str(batches), str(size)]
    return subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)


def fork(place: str) -> None:
    """Write 1, then 2 in a forked process, then 3, and print what stands before and after each."""
    with open_facts(place) as store:
        store.write([said(1)])
        tell(values(store))
        inherited = {id(each) for each in (*store._database._idle, *store._database._writers)}
        child = os.fork()
        if child == 0:
            store.write([said(2)])
            tell(values(store))
            used = {id(each) for each in (*store._database._idle, *store._database._writers)}
            os._exit(len(used & inherited))
        tell(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        tell(values(store))
        store.write([said(3)])
        tell(values(store))


if __name__ == "__main__" and len(sys.argv) == 2:
    fork(sys.argv[1])
elif __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], batches=int(sys.argv[3]), size=int(sys.argv[4]))
