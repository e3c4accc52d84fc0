"""Networks in files: train a policy in Python, and let the Go arena play it as ``learned:FILE``.

Start from :meth:`Policy.new` or :meth:`Policy.load`::

    policy = Policy.new(metadata, hidden=[128, 128])        # of a dataset, or the spec of tables
    params = policy.weights                                 # train these in any library
    policy = policy.with_weights(params, notes={"trained": "by me"})
    policy.save("model.safetensors")
    # rummygym tournament --agents learned:model.safetensors,min-dist

A policy is data: observation fields with their scales, layers, heads, and weights as
NumPy arrays, in a file in the safetensors format. The Go package ``internal/agents/network`` reads
and writes the same files and documents the format. Its logits and those of
:meth:`Policy.logits` differ only by rounding. Reading and writing files needs the library
safetensors (``pip install './python[policy]'``).

Networks of other kinds have the same file format, see :data:`KINDS`. Those of afterstates
and values have a head "gain" (expected gain in units of :data:`GAIN_SCALE` points) and a
head "win" (logit of winning), those of discards a head "points" (expected points of the
hand). :meth:`Policy.outputs` computes all heads.

Weights have the names and shapes of PyTorch's ``Linear``: ``NAME.weight`` is [out, in] and ``NAME.bias``
[out]. A layer may have parts side by side (:class:`Part`), whose weights are those of PyTorch's ``Conv2d``:
``LAYER.PART.weight`` is [filters, channels, rows, columns] and ``LAYER.PART.bias`` [filters].
:meth:`Policy.with_weights` takes arrays of NumPy, JAX or PyTorch, and so also a ``state_dict``.
:meth:`Policy.to_jax` and :meth:`Policy.to_torch` convert in the other direction. A kernel of Flax is the
transpose of a weight (of a convolution, its axes 2, 3, 1, 0). :meth:`Policy.apply` is the network as a
function of its weights, in NumPy or in ``jax.numpy``, which JAX can differentiate and compile.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rummygym._json import loads
from rummygym._libraries import need
from rummygym.layers import (
    ACTIVATIONS,
    MAX_ENTRY,
    Array,
    CardHead,
    Head,
    Input,
    Layer,
    Part,
    PolicyError,
    Stack,
    activate,
    convolved,
    described,
    parsed,
    shapes_of,
    split,
)

__all__ = [
    "ACTIVATIONS",
    "FORMAT",
    "GAIN_SCALE",
    "KINDS",
    "CardHead",
    "Head",
    "Input",
    "Layer",
    "Part",
    "Policy",
    "PolicyError",
    "Stack",
]

FORMAT = 1
"""Version of the description in a file."""

KINDS = ("policy", "afterstate", "belief", "value", "discard")
"""Kinds of networks. "policy": the input is an observation, the output a logit for each
action. "afterstate": the input is an observation and an action, the output the expected
gain and the probability of winning of the mover after the action. "belief": the input is
an observation, the output an estimate of the opponent's hand. "value": the input is an
observation, the output the expected gain and the probability of winning of the mover.
"discard": the input is the hand that a discard leaves and what its owner knows, the output
its expected points."""

GAIN_SCALE = 80
"""Points per unit of the head "gain"."""

POLICY, VALUE = "policy", "value"

_DESCRIPTION = "rummygym"  # the key of the description in the metadata of a file
_DIGEST = "digest"  # the key of the digest of the file, in the description
_SEAL = b"rummygym-sha256:"  # before its hexadecimal digits, as in the Go package internal/safefile
_UNSEALED = _SEAL + b"0" * 64  # what the file holds instead when its SHA-256 is computed


@dataclass(frozen=True, eq=False)
class Policy:
    """A network with its weights. The constructor checks them and raises :class:`PolicyError`."""

    game: str
    """Name of the game, ``indian`` or ``gin``."""
    fields: str
    """Comma-separated groups of observation fields, as in the option ``--fields``."""
    inputs: tuple[Input, ...]
    layers: tuple[Layer, ...]
    heads: tuple[Head, ...]
    weights: dict[str, Array]
    """By name: ``NAME.weight`` [out, in] and ``NAME.bias`` [out] of each layer and head, and those of parts."""
    temperature: float = 0.0
    """0 takes the best action. Above 0, actions are sampled from the softmax of logits / temperature."""
    env: str = ""
    """Environment with its version, such as ``GinRummy-v1``."""
    rules: Mapping[str, Any] | None = None
    """Options of the rules of the training games, for information."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Free text by name, for information."""
    kind: str = POLICY
    """One of :data:`KINDS`."""
    belief: str = ""
    """For afterstates: first digits of the SHA-256 of the belief network that computed some of their fields."""
    stack: Stack | None = None
    """Instead of layers: layers that share their weights over cards."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise PolicyError(f"kind is {self.kind!r}: want {' or '.join(KINDS)}")
        if not self.game or not self.fields:
            raise PolicyError(
                f"game is {self.game!r} and fields is {self.fields!r}: want a game, and groups of observation fields"
            )
        if not 0 <= self.temperature < math.inf:
            raise PolicyError(f"temperature is {self.temperature}: want 0 or a positive number")
        if self.input_size < 1 or not self.heads:
            raise PolicyError(
                f"the network has {self.input_size} inputs and {len(self.heads)} heads: want at least 1 of each"
            )
        for i in self.inputs:
            scales = np.array((i.scale, *i.scales), np.float32)
            if not i.name or i.size < 1 or not (scales.min() > 0 and scales.max() < np.inf):
                raise PolicyError(
                    f"input {i.name!r} has the shape {i.shape} and the scale {i.scale}: "
                    "want a name, at least 1 entry, and a scale above 0"
                )
        for layer in self.layers:
            if layer.activation not in ACTIVATIONS:
                raise PolicyError(
                    f"layer {layer.name} has the activation {layer.activation!r}: want {' or '.join(ACTIVATIONS)}"
                )
        object.__setattr__(self, "weights", self._checked(self.weights))

    def _checked(self, weights: Mapping[str, Any]) -> dict[str, Array]:
        """Return the weights as arrays in the order of the layers. Raises PolicyError if one is missing or wrong."""
        checked: dict[str, Array] = {}
        for name, shape in self.shapes().items():
            if name not in weights:
                raise PolicyError(f"there is no tensor {name!r}: the description needs one of shape {list(shape)}")
            array = _to_numpy(weights[name])
            if array.shape != shape:
                raise PolicyError(
                    f"tensor {name!r} has the shape {list(array.shape)}: the description needs {list(shape)}"
                )
            if not np.isfinite(array).all():
                raise PolicyError(f"tensor {name!r} has numbers that are not finite: want finite numbers")
            checked[name] = array
        if more := sorted(set(weights) - set(checked)):
            raise PolicyError(f"tensor {more[0]!r} belongs to no layer or head of the description: remove it")
        return checked

    @classmethod
    def new(
        cls,
        source: Any,
        hidden: Sequence[int] = (128, 128),
        *,
        activation: str = "relu",
        value: bool = False,
        seed: int = 0,
        temperature: float = 0.0,
    ) -> Policy:
        """Return a policy with random weights for the game, fields and actions of ``source``.

        ``source`` is the metadata of a dataset (``rummygym.datasets.load(path).metadata``) or
        the spec of tables (``Tables(...).spec``). Every field is an input, divided by
        ``Field.scale``, its maximum, as ``observation="scaled"`` does; a policy itself always takes plain observations. The head "policy" has one entry per action. ``value`` adds a head "value" of
        one entry. For the spec of tables with ``observation="actions"`` the network is of the kind "afterstate", with the head "gain". The variance of the weights is 2 / inputs (he2015delving), for heads a
        hundredth of it. Biases are 0.
        """
        after = getattr(source, "form", "") == "actions"
        layout = source.layout if hasattr(source, "layout") else source.after if after else source.observation
        actions = source.actions if isinstance(source.actions, int) else len(source.actions)
        inputs = tuple(Input(f.name, () if f.shape == (1,) else tuple(f.shape), f.scale) for f in layout)
        layers = tuple(Layer(f"hidden{i}", size, activation) for i, size in enumerate(hidden))
        heads = (Head("gain", 1),) if after else (Head(POLICY, actions), *([Head(VALUE, 1)] if value else []))
        weights, rng = {}, np.random.default_rng(seed)
        for name, shape in shapes_of(inputs, layers, heads).items():
            scale = (2 / shape[-1]) ** 0.5 * (1 if name.startswith("hidden") else 0.1)
            weights[name] = (
                np.zeros(shape, np.float32)
                if len(shape) == 1
                else (rng.standard_normal(shape, np.float32) * np.float32(scale))
            )
        return cls(
            game=source.game,
            fields=source.fields,
            inputs=inputs,
            layers=layers,
            heads=heads,
            weights=weights,
            temperature=temperature,
            env=source.env,
            rules=dict(source.rules),
            kind="afterstate" if after else POLICY,
        )

    @classmethod
    def over_cards(
        cls, spec: Any, width: int = 32, rounds: int = 2, *, never: Sequence[str] = (), value: bool = True, seed: int = 0
    ) -> Policy:
        """Return a policy whose weights all cards share, with random weights, for the spec of tables with ``observation="cards"``.

        It is :class:`Stack` with the given width and number of rounds. Each plane and each number is divided by its standard deviation
        in some random games, but by at least .1. Actions named in ``never``, such as "drop", are only taken where there is no other.
        """
        if not spec.card_planes or "take" not in spec.card_actions:
            raise PolicyError(f'the tables have the form {spec.form!r}: want observation="cards", of a game with card actions')
        firsts = tuple(int(actions[0]) for name, actions in spec.card_actions.items() if name != "take")
        cards = CardHead(firsts, int(spec.card_actions["take"][0]), spec.plane(spec.top_plane))
        heads = (Head(POLICY, spec.num_actions, cards), *([Head(VALUE, 1)] if value else []))
        inputs = tuple(
            Input(f.name, tuple(f.shape), 1.0, tuple(scales))
            for f, scales in zip(spec.observation, _spreads(spec), strict=True)
        )
        stack, rng = Stack(width, rounds, 2 * width, spec.ace), np.random.default_rng(seed)
        weights: dict[str, Any] = {}
        for name, shape in shapes_of(inputs, (), heads, stack).items():
            bound = np.float32(shape[-1] ** -0.5 * (0.1 if name.startswith((POLICY, VALUE)) else 1))
            weights[name] = np.zeros(shape, np.float32) if len(shape) == 1 else rng.uniform(-bound, bound, shape)
        for name in never:
            weights[POLICY + ".bias"][spec.actions.index(name)] = -1e4
        about = {"game": spec.game, "fields": spec.fields, "env": spec.env, "rules": dict(spec.rules)}
        return cls(inputs=inputs, layers=(), heads=heads, weights=weights, stack=stack, **about)

    @property
    def input_size(self) -> int:
        """Number of entries of an observation."""
        return sum(i.size for i in self.inputs)

    @property
    def num_actions(self) -> int:
        """Number of entries of the head "policy", 0 if there is none."""
        return next((h.size for h in self.heads if h.name == POLICY), 0)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every weight by its name, in order."""
        return shapes_of(self.inputs, self.layers, self.heads, self.stack)

    def with_weights(self, weights: Mapping[str, Any], **changes: Any) -> Policy:
        """Return the same network with other weights: arrays by name, of NumPy, JAX or PyTorch.

        ``changes`` are other attributes to change, such as ``temperature`` or ``notes``.
        """
        return dataclasses.replace(self, weights=dict(weights), **changes)

    # Computing.

    def apply(self, params: Mapping[str, Any], observations: Any, xp: Any = np) -> dict[str, Any]:
        """Return every head, [..., size] by name, for observations [..., inputs] and weights.

        ``xp`` is the array library, ``numpy`` or ``jax.numpy``. The function is pure, so
        ``jax.grad`` and ``jax.jit`` work on it.
        """
        x = observations.astype(xp.float32) / xp.asarray(self._scales())
        if self.stack:
            kinds, planes = self.inputs[0].shape
            cards = x[..., : kinds * planes].reshape((*x.shape[:-1], kinds, planes))
            return self.stack.apply(params, cards, x[..., kinds * planes :], self.heads, xp)
        shapes = {i.name: i.shape for i in self.inputs}
        images = split(x, shapes)
        for layer in self.layers:
            if layer.parts:
                images = {p.name: convolved(layer, p, params, images, shapes, xp) for p in layer.parts}
                shapes = layer.outputs(shapes)
                flat = [image.reshape((*x.shape[:-1], math.prod(shapes[name]))) for name, image in images.items()]
                x = xp.concatenate(flat, axis=-1)
            else:
                x = activate(x @ params[layer.name + ".weight"].T + params[layer.name + ".bias"], layer.activation, xp)
        return {h.name: x @ params[h.name + ".weight"].T + params[h.name + ".bias"] for h in self.heads}

    def outputs(self, observations: npt.ArrayLike) -> dict[str, Array]:
        """Return every head, [..., size] by name, for observations [..., inputs], in NumPy."""
        x = np.asarray(observations, np.float32)
        if x.shape[-1:] != (self.input_size,):
            raise PolicyError(f"observations have the shape {x.shape}: want (..., {self.input_size})")
        return self.apply(self.weights, x)

    def logits(self, observations: npt.ArrayLike) -> Array:
        """Return the head "policy", [..., actions], for observations [..., inputs]."""
        outputs = self.outputs(observations)
        if POLICY not in outputs:
            raise PolicyError(
                f"a network of kind {self.kind!r} with the heads {', '.join(outputs)} has no logits of actions: "
                "outputs() computes its heads"
            )
        return outputs[POLICY]

    def act(
        self,
        observations: npt.ArrayLike,
        masks: npt.ArrayLike,
        rng: np.random.Generator | None = None,
        temperature: float | None = None,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return an action for each row of observations [N, inputs], and its probability.

        ``masks`` [N, actions] are true for legal actions; a row without any gives -1. Like
        the Go agent, it takes the legal action with the largest logit, the first of equal
        ones, or with a temperature above 0 it samples one, which needs ``rng``. A logit of a
        legal action that is not finite is an error: then an observation is not finite or too large.
        """
        legal = np.asarray(masks).astype(bool)
        temperature = self.temperature if temperature is None else temperature
        logits = self.logits(observations).astype(np.float64)
        if not np.isfinite(logits[legal]).all():
            raise PolicyError(
                "a logit of a legal action is not finite: want observations with finite entries "
                f"between -{MAX_ENTRY} and {MAX_ENTRY}"
            )
        logits = np.where(legal, logits, -np.inf)
        actions = np.argmax(logits, axis=-1)
        probabilities = np.ones(actions.shape)
        some = legal.any(axis=-1)
        if temperature > 0:
            if rng is None:
                raise PolicyError(
                    f"temperature is {temperature}, which samples actions: pass rng, "
                    "such as numpy.random.default_rng(seed)"
                )
            high = np.where(some, logits.max(axis=-1, initial=-np.inf), 0)
            weights = np.exp((logits - high[..., None]) / temperature)
            total = weights.cumsum(axis=-1)
            left = rng.random(actions.shape)[..., None] * total[..., -1:]
            drawn = np.where(weights > 0, total > left, False)
            actions = np.where(drawn.any(axis=-1), drawn.argmax(axis=-1), actions)
            chosen = np.take_along_axis(weights, actions[..., None], -1)[..., 0]
            probabilities = np.divide(chosen, total[..., -1], out=probabilities, where=some)
        return np.where(some, actions, -1), probabilities

    def to_jax(self) -> dict[str, Any]:
        """Return the weights as JAX arrays, for :meth:`apply` with ``jax.numpy`` and for ``jax.grad``."""
        import jax.numpy as jnp

        return {name: jnp.asarray(w) for name, w in self.weights.items()}

    def to_torch(self) -> dict[str, Any]:
        """Return the weights as PyTorch tensors.

        They are the ``state_dict`` of a module with one ``Linear`` module for each layer
        and head, under its name, and for a layer with parts a ``ModuleDict`` with a
        ``Conv2d`` for each part that has filters.
        """
        import torch  # type: ignore[import-not-found, unused-ignore]

        return {name: torch.from_numpy(w.copy()) for name, w in self.weights.items()}

    def _scales(self) -> Array:
        return np.concatenate([i.divisors for i in self.inputs])

    # Files.

    @property
    def description(self) -> dict[str, Any]:
        """The network without its weights, as written to a file."""
        d: dict[str, Any] = {"format": FORMAT}
        if self.kind != POLICY:
            d["kind"] = self.kind
        d["game"] = self.game
        if self.env:
            d["env"] = self.env
        if self.rules is not None:
            d["rules"] = dict(self.rules)
        d |= {
            "fields": self.fields,
        }
        if self.belief:
            d["belief"] = self.belief
        d |= {
            "inputs": [
                {"name": i.name, "shape": list(i.shape), "scale": i.scale} | ({"scales": list(i.scales)} if i.scales else {})
                for i in self.inputs
            ],
            "layers": [described(layer) for layer in self.layers],
        }
        if self.stack:
            d["stack"] = dataclasses.asdict(self.stack)
        d |= {
            "heads": [
                {"name": h.name, "size": h.size}
                | ({"cards": dataclasses.asdict(h.cards) | {"first": list(h.cards.first)}} if h.cards else {})
                for h in self.heads
            ],
            "temperature": self.temperature,
        }
        if self.notes:
            d["notes"] = dict(self.notes)
        return d

    def to_bytes(self) -> bytes:
        """Return the contents of a file of the policy."""
        description = json.dumps({_DIGEST: _UNSEALED.decode()} | self.description, allow_nan=False)
        data: bytes = _library("safetensors.numpy").save(self.weights, {_DESCRIPTION: description})
        return data.replace(_UNSEALED, _SEAL + hashlib.sha256(data).hexdigest().encode())

    @classmethod
    def from_bytes(cls, data: bytes) -> Policy:
        """Parse the contents of a file. If the file has a digest, it must match the contents."""
        seal = re.search(_SEAL + b"([0-9a-f]{64})", data)
        if seal:
            damaged = hashlib.sha256(data.replace(seal[0], _UNSEALED)).hexdigest().encode() != seal[1]
        else:
            damaged = _SEAL in data or rf"\"{_DIGEST}\"".encode() in data
        if damaged:
            raise PolicyError(
                "the file is damaged: its SHA-256 is not the one that it holds; copy it again from an intact source; "
                f"a program that changes weights has to remove {_DIGEST!r} from the description"
            )
        weights, metadata = _read(data)
        if _DESCRIPTION not in metadata:
            raise PolicyError(
                f"the metadata has no key {_DESCRIPTION!r}: the file has weights without a description of the network"
            )
        try:
            d = loads(metadata[_DESCRIPTION])
            d.pop(_DIGEST, None)
            if (version := d.pop("format", None)) != FORMAT:
                raise PolicyError(f"the description has format {version!r}: want {FORMAT}")
            d["inputs"] = tuple(
                Input(i["name"], tuple(i["shape"] or ()), i["scale"], tuple(i.get("scales") or ())) for i in d["inputs"]
            )
            d["layers"] = tuple(
                Layer(**layer | {"parts": tuple(parsed(p) for p in layer.get("parts") or ())})
                for layer in d["layers"] or ()
            )
            if stack := d.get("stack"):
                d["stack"] = Stack(**stack)
            d["heads"] = tuple(
                Head(h["name"], h["size"], CardHead(**c | {"first": tuple(c["first"])}) if (c := h.get("cards")) else None)
                for h in d["heads"]
            )
            return cls(weights=weights, **d)
        except (AttributeError, KeyError, TypeError, ValueError) as e:
            if isinstance(e, PolicyError):
                raise
            raise PolicyError(f"description: {type(e).__name__}: {e}") from e

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file. The write is atomic.

        An agent ``learned:FILE`` needs a file name that ends in ``.safetensors``.
        """
        path = Path(path)
        data = self.to_bytes()
        handle, name = tempfile.mkstemp(".new", f".{path.name}.", path.parent)
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(handle)
            os.chmod(name, 0o644)
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Policy:
        """Read a policy from a file."""
        try:
            return cls.from_bytes(Path(path).read_bytes())
        except PolicyError as e:
            raise PolicyError(f"{path}: {e}") from e


def _spreads(spec: Any) -> list[list[float]]:
    """Return by field the standard deviation of each entry of its last dimension in random games, but at least .1; 1 for a constant."""
    from rummygym.core import Tables

    about = {"num_envs": 64, "opponents": None, "potential": None, "autoreset": "same-step", "workers": 1, "record": False}
    rng, rows = np.random.default_rng(0), []
    with Tables(**spec.config | about) as tables:
        tables.reset(seed=0)
        for _ in range(32):
            rows.append(tables.observations.copy())
            tables.sample(rng)
            tables.step()
    seen = spec.split(np.concatenate(rows)).values()
    flat = [x.reshape(-1, x.shape[-1]) for x in seen]
    return [np.where((x != x[0]).any(0), x.std(0).clip(0.1), 1).tolist() for x in flat]


def _library(module: str) -> Any:
    """Import and return a module of the library safetensors. Raises MissingLibrary if it is not installed."""
    return need(module, "a policy file", "'./python[policy]'")


def _read(data: bytes) -> tuple[dict[str, Array], dict[str, str]]:
    """Return the tensors and the metadata of a safetensors file, both by name."""
    library = _library("safetensors")
    try:
        tensors = dict(library.deserialize(data))
    except library.SafetensorError as e:
        raise PolicyError(f"not a safetensors file, or a damaged one ({len(data)} bytes): {e}") from e
    for name, tensor in tensors.items():
        if tensor["dtype"] != "F32":
            raise PolicyError(f"tensor {name!r} has numbers of type {tensor['dtype']}: want F32")
    weights = {n: np.frombuffer(t["data"], "<f4").reshape(t["shape"]) for n, t in tensors.items()}
    # The library reads metadata only from files on disk. It has already checked this header.
    end = 8 + int.from_bytes(data[:8], "little")
    return weights, json.loads(data[8:end]).get("__metadata__") or {}


def _to_numpy(array: Any) -> Array:
    """Return a row-major NumPy copy of an array of NumPy, JAX or PyTorch."""
    # NumPy cannot convert PyTorch tensors with gradients, on other devices or of type bfloat16.
    if hasattr(array, "detach"):
        array = array.detach().cpu().float().numpy()
    return np.array(array, np.float32, order="C")
