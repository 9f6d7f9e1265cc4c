"""The suite cannot reach the network, so neither can what it tests."""

from __future__ import annotations

import socket

import pytest

from conftest import Network


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1"])
def test_an_outside_address_is_refused(host: str, network: Network) -> None:
    """Connecting to an address outside this machine fails, and is remembered."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as plug, pytest.raises(RuntimeError, match="no network"):
        plug.connect((host, 80))

    assert network.touched == [f"socket.connect {host}"]
    network.touched.clear()


def test_an_outside_name_is_refused(network: Network) -> None:
    """A name is not even looked up."""
    with pytest.raises(RuntimeError, match="no network"):
        socket.getaddrinfo("example.com", 80)

    assert network.touched == ["socket.getaddrinfo example.com"]
    network.touched.clear()


def test_this_machine_is_within_reach() -> None:
    """A server on this machine can be tested."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as plug:
        assert plug.getpeername() == server.getsockname()
