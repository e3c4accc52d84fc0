"""Fixtures of this folder: tables of every configuration."""

import pytest

from rummygym import Tables

from .tablecases import CASES


@pytest.fixture(params=CASES, ids=lambda c: f"{c['game']}-{c.get('autoreset', 'next-step')}-{c.get('opponents')}")
def tables(request):
    with Tables(**request.param) as t:
        yield t
