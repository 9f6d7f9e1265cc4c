"""What every test gets: no network, the shared cases, and laws tried on the same examples every time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

CASES = Path(__file__).parent.parent / "cases"
LOOPBACK = ("127.", "::1", "localhost")

settings.register_profile("suite", deadline=None, derandomize=True)
# For a search with fresh examples: pytest --hypothesis-profile explore
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("suite")


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of `cases/<name>.jsonl`, one dict a line."""
    with (CASES / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


class NetworkTouched(RuntimeError):
    """A test tried to reach something outside this machine."""


class Network:
    """The kill switch: refuses and remembers every attempt to look up or reach a host that is not this one.

    Python cannot take an audit hook out again, so one is set for the whole run.
    """

    def __init__(self) -> None:
        self.touched: list[str] = []

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            address = args[1]
        elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
            address = args[0]
        else:
            return
        host = address[0] if isinstance(address, tuple) else address
        # Neither a path (a socket of this machine) nor "no address" leaves the machine.
        outside = isinstance(address, tuple) or event not in ("socket.connect", "socket.sendto", "socket.sendmsg")
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        if outside and name and not str(name).startswith(LOOPBACK):
            self.touched.append(f"{event} {name}")
            raise NetworkTouched(f"{event}: tests reach no network, saw {name!r}")


@pytest.fixture(scope="session")
def kill_switch() -> Network:
    """Return the kill switch, set once for the run."""
    switch = Network()
    sys.addaudithook(switch)
    return switch


@pytest.fixture(autouse=True)
def network(kill_switch: Network) -> Iterator[Network]:
    """Fail the test that touched the network, also when the code under test swallowed the refusal."""
    kill_switch.touched.clear()
    yield kill_switch
    assert kill_switch.touched == []
