"""Files of policies that are damaged, absurd, or of other programs."""

import json
import struct
import subprocess

import numpy as np
import pytest

from rummygym.policy import Policy, PolicyError

from .policies import small, toy_convolved

safetensors = pytest.importorskip("safetensors")
pytest.importorskip("safetensors.numpy")


def unsealed(policy):
    """The file of a policy as other programs write it, without a digest."""
    return safetensors.numpy.save(policy.weights, {"rummygym": json.dumps(policy.description)})


def test_digest(rummygym, tmp_path):
    """A file with a flipped bit is refused, also by Go; one without a digest is read, but not with that of others."""
    good = small()
    data = good.to_bytes()
    for bit in range(8 * len(data)):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        with pytest.raises(PolicyError, match="the file is damaged: its SHA-256"):
            Policy.from_bytes(bytes(bad))
    assert Policy.from_bytes(unsealed(good)).to_bytes() == data
    path = tmp_path / "model.safetensors"
    for contents, says in ((data, "digest       checked"), (unsealed(good), "digest       none: damage")):
        path.write_bytes(contents)
        assert says in rummygym("policy", "show", path)
    weights = good.weights | {"one.bias": good.weights["one.bias"] + 1}
    kept = json.dumps({"digest": "rummygym-sha256:" + data.partition(b"sha256:")[2][:64].decode()} | good.description)
    path.write_bytes(safetensors.numpy.save(weights, {"rummygym": kept}))
    with pytest.raises(PolicyError, match="has to remove 'digest' from the description"):
        Policy.load(path)
    with pytest.raises(subprocess.CalledProcessError) as e:
        rummygym("policy", "show", path)
    assert 'has to remove "digest" from the description' in e.value.stderr


def file_of(header, numbers=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


def test_bad_files_are_refused(tmp_path):
    good = small()
    one = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
    refused = r"^not a safetensors file, or a damaged one \(\d+ bytes\): .*[a-z]"
    for data, message in [
        (b"", r"^not a safetensors file, or a damaged one \(0 bytes\): "),
        (b"\xff" * 20, refused),
        (b"PK\x03\x04 a zip file, as PyTorch writes them", refused),
        (good.to_bytes()[:-1], "the file is damaged: its SHA-256 is not"),
        (good.to_bytes() + b"1234", "the file is damaged: its SHA-256 is not"),
        (unsealed(good)[:-1], refused),
        (unsealed(good) + b"1234", refused),
        (file_of(b'{"a":'), refused),
        (file_of(b"\xff{}"), refused),
        (file_of(b"[" * 100_000), refused),
        (file_of([1]), refused),
        (file_of(b'{"a":1,"a":1}'), refused),
        (file_of(b'{"__metadata__":{},"__metadata__":{}}'), refused),
        (file_of({"a": 1}), refused),
        (file_of({"a": one | {"dtype": "F16", "shape": [2]}}, b"1234"), "'a' has numbers of type F16: want F32"),
        (file_of({"a": one | {"dtype": "BF16", "shape": [2]}}, b"1234"), "'a' has numbers of type BF16: want F32"),
        (file_of({"a": one | {"dtype": "F16"}}, b"1234"), refused),
        (file_of({"a": one | {"shape": [2]}}, b"1234"), refused),
        (file_of({"a": one | {"shape": [-1]}}, b"1234"), refused),
        (file_of({"a": one | {"shape": [1.0]}}, b"1234"), refused),
        (file_of({"a": one | {"shape": [1 << 40, 1 << 40]}}, b"1234"), refused),
        (file_of({"a": one | {"data_offsets": [4, 8]}}, b"12345678"), refused),
        (file_of({"a": one | {"data_offsets": [0, 2, 4]}}, b"1234"), refused),
        (file_of({"__metadata__": {"a": 1}}), refused),
        (file_of({}), "without a description"),
        (file_of({"__metadata__": None}), "without a description"),
        (file_of({"__metadata__": {"other": "a"}}), "without a description"),
        (file_of({"__metadata__": {"rummygym": "{"}}), "description"),
        (file_of({"__metadata__": {"rummygym": "[]"}}), "description"),
        (file_of({"__metadata__": {"rummygym": '{"format":2}'}}), "has format 2: want 1"),
        (file_of({"__metadata__": {"rummygym": '{"format":1}'}}), "description"),
        (safetensors.numpy.save(good.weights, {"rummygym": json.dumps(good.description | {"more": 1})}), "more"),
    ]:
        with pytest.raises(PolicyError, match=message):
            Policy.from_bytes(data)
    (tmp_path / "bad.safetensors").write_bytes(b"")
    with pytest.raises(PolicyError, match=r"bad\.safetensors: not a safetensors file, or a damaged one \(0 bytes\)"):
        Policy.load(tmp_path / "bad.safetensors")


def test_absurd_weights_are_refused_by_the_engine(rummygym, tmp_path):
    """A finite weight that can make outputs infinite is an error that names it."""
    for good in [small(), toy_convolved()]:
        name, w = list(good.weights.items())[-1]
        bad = w.copy()
        bad.flat[bad.size // 2] = -3.4e38
        path = tmp_path / "model.safetensors"
        good.with_weights(good.weights | {name: bad}).save(path)
        with pytest.raises(subprocess.CalledProcessError) as e:
            rummygym("policy", "show", path)
        assert f'tensor "{name}": element {bad.size // 2} is -3.4e+38' in e.value.stderr


def test_numbers_that_are_not_finite_choose_no_action():
    policy = small()
    observations = np.zeros((2, policy.input_size), np.float32)
    masks = np.ones((2, policy.num_actions), bool)
    policy.act(observations, masks)
    for bad in (np.nan, np.inf):
        observations[1, 0] = bad
        with pytest.raises(PolicyError, match="not finite"), np.errstate(invalid="ignore"):
            policy.act(observations, masks)
    masks[1] = False
    assert policy.act(observations, masks)[0][1] == -1


def test_damaged_files_are_refused_or_read():
    """Random changes of bytes give a policy or a PolicyError, and no other exception."""
    rng = np.random.default_rng(1)
    refused = 0
    for k in range(4000):
        good = unsealed(small() if k < 3000 else toy_convolved())
        data = bytearray(good)
        for at in rng.integers(0, len(good) if rng.random() < 0.2 else 1100, rng.integers(1, 4)):
            data[at] = rng.choice([rng.integers(256), *b'0129[]{}",:-'])
        try:
            policy = Policy.from_bytes(bytes(data))
            policy.outputs(np.zeros(policy.input_size))
        except PolicyError:
            refused += 1
    assert refused > 1000
