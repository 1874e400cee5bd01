"""The plug-in of pytest: a service for the run, and a world for each test."""

import os

import pytest

from .service import Service
from .world import make_world

_WORLDS = pytest.StashKey()


def pytest_addoption(parser):
    group = parser.getgroup("heliogram")
    group.addoption("--heliogram-url", help="a running heliogram dev; by default that of HELIOGRAM_URL")
    group.addoption(
        "--heliogram-command",
        help="how to start one where none runs; by default that of HELIOGRAM_COMMAND, otherwise heliogram",
    )


@pytest.fixture(scope="session")
def heliogram_url(request):
    """The address of the service. One is started where none is named."""
    url = request.config.getoption("--heliogram-url") or os.environ.get("HELIOGRAM_URL")
    if url:
        yield url
        return
    command = request.config.getoption("--heliogram-command") or os.environ.get("HELIOGRAM_COMMAND") or "heliogram"
    service = Service(command)
    yield service.url
    service.close()


@pytest.fixture
def start_heliogram(heliogram_url, request):
    """Makes worlds with the given people, bots and chats, and drops them after the test."""
    worlds = request.node.stash.setdefault(_WORLDS, [])

    def start(**content):
        worlds.append(make_world(heliogram_url, **content))
        return worlds[-1]

    yield start
    # Each is dropped even if another cannot be.
    failures = []
    for world in worlds:
        try:
            world.close()
        except Exception as failure:
            failures.append(failure)
    if failures:
        raise failures[0]


@pytest.fixture
def heliogram(start_heliogram):
    """A world with alice, bob, carol and test_bot."""
    return start_heliogram()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that fails for another reason than an expectation shows the transcript too."""
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" or not report.failed or "Transcript:" in str(call.excinfo.value):
        return
    for world in item.stash.get(_WORLDS, []):
        for each in [world, *world.forks]:
            if not each.is_closed:
                report.sections.append(("Transcript of Heliogram", each.transcript()))
