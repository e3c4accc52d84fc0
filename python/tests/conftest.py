"""Fixtures and options of all tests."""

import pytest

import rummygym_program


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: item.path.parent.name != "web")  # with browsers: not last, when the other core is idle
    if not config.getoption("long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="needs --long"))


@pytest.fixture(scope="session")
def binary():
    """The path of the program."""
    return rummygym_program.path()
