"""JSON of others with a member twice."""

import json

import pytest

from rummygym._json import loads


@pytest.mark.parametrize("text", ['{"a":1,"b":[{"a":2},{"a":3}]}', "[]", "3", '{"":{"a":{}}}'])
def test_reads_as_json_does(text: str) -> None:
    assert loads(text) == loads(text.encode()) == json.loads(text)


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '[{"b":{"a":1,"c":2,"a":3}}]', '{"a":1,"\\u0061":2}'])
def test_refuses_a_member_twice(text: str) -> None:
    with pytest.raises(ValueError, match="'a' is there twice"):
        loads(text)
