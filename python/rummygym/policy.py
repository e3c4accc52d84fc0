"""Policies that are trained in Python and play in the Go arena as ``learned:FILE``.

Start from :meth:`Policy.new`, or from :meth:`Policy.load`::

    policy = Policy.new(metadata, hidden=[128, 128])        # of a dataset, or the spec of tables
    params = policy.weights                                 # train these, in whatever library
    policy = policy.with_weights(params, notes={"trained": "by me"})
    policy.save("model.safetensors")
    # rummygym tournament --agents learned:model.safetensors,min-dist

Other kinds of networks have the same files: ``kind`` tells what a network is asked, and
heads "gain" (expected gain in units of :data:`GAIN_SCALE` points) and "win" (logit of
winning) answer for afterstates and values. :meth:`Policy.outputs` computes them all.

A policy is data: fields of the observation with their scales, layers, heads, and
weights as NumPy arrays, in a file in the safetensors format. The Go package
``agents/network`` reads and writes the same files and documents them; its logits and
those of :meth:`Policy.logits` differ by the rounding of sums alone.

Weights are called and shaped as PyTorch's ``Linear`` has them: ``NAME.weight`` is
[out, in] and ``NAME.bias`` [out]. :meth:`Policy.with_weights` takes arrays of NumPy, JAX
or PyTorch, so also a ``state_dict``; :meth:`Policy.to_jax` and :meth:`Policy.to_torch` are the
way there. A kernel of Flax is the transpose of a weight. :meth:`Policy.apply` is the
network as a function of its weights, in NumPy or in ``jax.numpy``, which JAX can
differentiate and compile.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rummygym import _safetensors

__all__ = ["ACTIVATIONS", "FORMAT", "GAIN_SCALE", "KINDS", "Head", "Input", "Layer", "Policy", "PolicyError"]

FORMAT = 1
"""Version of the description in a file."""

ACTIVATIONS = ("none", "relu", "tanh", "silu")
"""What can be made of the entries of a layer."""

KINDS = ("policy", "afterstate", "belief", "value")
"""What a network is given and tells: of an observation a logit for each action; of an
observation and an action what the mover may hope for after it; of an observation what
the opponent holds; of an observation what the mover may hope for."""

GAIN_SCALE = 80
"""Points that a gain of 1 is."""

POLICY, VALUE = "policy", "value"

Array = npt.NDArray[np.float32]


class PolicyError(ValueError):
    """A file or a description of a policy is wrong; the message names the part."""


@dataclass(frozen=True)
class Input:
    """A field of the observation."""

    name: str
    shape: tuple[int, ...]
    """Row-major; () is a scalar."""
    scale: float
    """Above 0: entries are divided by it."""

    @property
    def size(self) -> int:
        """Entries of the field."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layer:
    """A matrix, a bias and an activation."""

    name: str
    size: int
    activation: str


@dataclass(frozen=True)
class Head:
    """A matrix and a bias on the last layer. "policy" has a logit for each action."""

    name: str
    size: int


@dataclass(frozen=True, eq=False)
class Policy:
    """A network with its weights. Making one checks it and raises :class:`PolicyError`."""

    game: str
    """The rules' name, ``indian`` or ``gin``."""
    fields: str
    """Groups of observation fields, as ``--fields`` of rummygym takes them."""
    inputs: tuple[Input, ...]
    layers: tuple[Layer, ...]
    heads: tuple[Head, ...]
    weights: dict[str, Array]
    """By name: ``NAME.weight`` [out, in] and ``NAME.bias`` [out] of each layer and head."""
    temperature: float = 0.0
    """0 plays the best action, else logits are divided by it and an action is drawn."""
    env: str = ""
    rules: Mapping[str, Any] | None = None
    """Options of the rules it was trained under, for readers."""
    notes: Mapping[str, str] = field(default_factory=dict)
    kind: str = POLICY
    """One of :data:`KINDS`."""
    belief: str = ""
    """Of afterstates: digits of the belief network that made some of their fields."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise PolicyError(f"kind {self.kind!r}: want {' or '.join(KINDS)}")
        if not self.game or not self.fields:
            raise PolicyError("game and fields: want the name of a game and of groups of fields")
        if not 0 <= self.temperature < math.inf:
            raise PolicyError(f"temperature {self.temperature}: want 0 or a number above")
        if self.input_size < 1 or not self.heads:
            raise PolicyError(
                f"inputs of {self.input_size} entries and {len(self.heads)} heads: want at least 1 of each"
            )
        for i in self.inputs:
            if not i.name or i.size < 1 or not 0 < np.float32(i.scale) < np.inf:
                raise PolicyError(
                    f"input {i.name!r} has the shape {i.shape} and the scale {i.scale}: "
                    "want entries, and a scale above 0"
                )
        for layer in self.layers:
            if layer.activation not in ACTIVATIONS:
                raise PolicyError(
                    f"layer {layer.name}: activation {layer.activation!r}: want {' or '.join(ACTIVATIONS)}"
                )
        object.__setattr__(self, "weights", self._checked(self.weights))

    def _checked(self, weights: Mapping[str, Any]) -> dict[str, Array]:
        """Return the weights as arrays in the order of the layers, if they are all there and fit."""
        checked: dict[str, Array] = {}
        for name, shape in self.shapes().items():
            if name not in weights:
                raise PolicyError(
                    f"there is no tensor {name!r}: the description asks for one of shape {list(shape)}"
                )
            array = _to_numpy(weights[name])
            if array.shape != shape:
                raise PolicyError(
                    f"tensor {name!r} has the shape {list(array.shape)}: "
                    f"the description asks for {list(shape)}"
                )
            if not np.isfinite(array).all():
                raise PolicyError(f"tensor {name!r} has numbers that are not finite")
            checked[name] = array
        if more := sorted(set(weights) - set(checked)):
            raise PolicyError(f"tensor {more[0]!r} is in none of the description's layers and heads")
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
        """Return a policy with random weights for what ``source`` describes.

        ``source`` is the metadata of a dataset (``rummygym.datasets.load(path).metadata``) or
        the spec of tables (``Tables(...).spec``): every field, divided by its greatest
        value, is an input, and the head "policy" has its actions. ``value`` adds a head
        "value" of one entry. Weights have a variance of 2/inputs (He et al., 2015), those
        of heads a hundredth of it; biases are 0.
        """
        layout = source.layout if hasattr(source, "layout") else source.observation
        actions = source.actions if isinstance(source.actions, int) else len(source.actions)
        inputs = tuple(Input(f.name, tuple(f.shape), float(f.high) if f.high > 0 else 1.0) for f in layout)
        layers = tuple(Layer(f"hidden{i}", size, activation) for i, size in enumerate(hidden))
        heads = (Head(POLICY, actions), *([Head(VALUE, 1)] if value else []))
        weights, rng = {}, np.random.default_rng(seed)
        for name, shape in _shapes(inputs, layers, heads).items():
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
        )

    @property
    def input_size(self) -> int:
        """Entries of an observation."""
        return sum(i.size for i in self.inputs)

    @property
    def num_actions(self) -> int:
        """Logits of the head "policy"; 0 without one."""
        return next((h.size for h in self.heads if h.name == POLICY), 0)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every weight by its name, in order."""
        return _shapes(self.inputs, self.layers, self.heads)

    def with_weights(self, weights: Mapping[str, Any], **changes: Any) -> Policy:
        """Return the same network with other weights: arrays by name, of NumPy, JAX or PyTorch.

        ``changes`` are other attributes to change, such as ``temperature`` or ``notes``.
        """
        return dataclasses.replace(self, weights=dict(weights), **changes)

    # Computing.

    def apply(self, params: Mapping[str, Any], observations: Any, xp: Any = np) -> dict[str, Any]:
        """Return every head, [..., size] by name, for observations [..., inputs] and weights.

        ``xp`` is the library that computes: ``numpy`` or ``jax.numpy``. It is a pure
        function, so ``jax.grad`` and ``jax.jit`` work on it.
        """
        x = observations.astype(xp.float32) / xp.asarray(self._scales())
        for layer in self.layers:
            x = x @ params[layer.name + ".weight"].T + params[layer.name + ".bias"]
            if layer.activation == "relu":
                x = xp.maximum(x, 0)
            elif layer.activation == "tanh":
                x = xp.tanh(x)
            elif layer.activation == "silu":
                x = x * (0.5 * xp.tanh(0.5 * x) + 0.5)
        return {h.name: x @ params[h.name + ".weight"].T + params[h.name + ".bias"] for h in self.heads}

    def outputs(self, observations: npt.ArrayLike) -> dict[str, Array]:
        """Return every head, [..., size] by name, for observations [..., inputs], in NumPy."""
        x = np.asarray(observations, np.float32)
        if x.shape[-1:] != (self.input_size,):
            raise PolicyError(
                f"observations of the shape {x.shape}: the last dimension has to be {self.input_size}"
            )
        return self.apply(self.weights, x)

    def logits(self, observations: npt.ArrayLike) -> Array:
        """Return the head "policy", [..., actions], for observations [..., inputs]."""
        outputs = self.outputs(observations)
        if POLICY not in outputs:
            raise PolicyError(
                f"a network of the kind {self.kind!r} with the heads {', '.join(outputs)} has no logits of actions: "
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
        """Return an action for each of observations [N, inputs], and the probability of that choice.

        ``masks`` [N, actions] are true at what is legal; a row without any gives -1.
        The best action is taken, the first of equal ones, or with a temperature above 0,
        which needs ``rng``, one is drawn, as the Go agent does.
        """
        legal = np.asarray(masks).astype(bool)
        temperature = self.temperature if temperature is None else temperature
        logits = np.where(legal, self.logits(observations).astype(np.float64), -np.inf)
        actions = np.argmax(logits, axis=-1)
        probabilities = np.ones(actions.shape)
        some = legal.any(axis=-1)
        if temperature > 0:
            if rng is None:
                raise PolicyError(
                    "a temperature above 0 draws actions: give rng, as numpy.random.default_rng(seed)"
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
        """Return the weights as arrays of JAX, for :meth:`apply` with ``jax.numpy`` and for ``jax.grad``."""
        import jax.numpy as jnp

        return {name: jnp.asarray(w) for name, w in self.weights.items()}

    def to_torch(self) -> dict[str, Any]:
        """Return the weights as tensors of PyTorch: the ``state_dict`` of a module of ``Linear``

        modules, one for each layer and head and under its name.
        """
        import torch  # type: ignore[import-not-found, unused-ignore]

        return {name: torch.from_numpy(w.copy()) for name, w in self.weights.items()}

    def _scales(self) -> Array:
        return np.concatenate([np.full(i.size, i.scale, np.float32) for i in self.inputs])

    # Files.

    @property
    def description(self) -> dict[str, Any]:
        """The network without its weights, as it stands in a file."""
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
            "inputs": [{"name": i.name, "shape": list(i.shape), "scale": i.scale} for i in self.inputs],
            "layers": [dataclasses.asdict(layer) for layer in self.layers],
            "heads": [dataclasses.asdict(h) for h in self.heads],
            "temperature": self.temperature,
        }
        if self.notes:
            d["notes"] = dict(self.notes)
        return d

    def to_bytes(self) -> bytes:
        """Return what a file of the policy holds."""
        return _safetensors.encode(self.weights, {"rummygym": json.dumps(self.description, allow_nan=False)})

    @classmethod
    def from_bytes(cls, data: bytes) -> Policy:
        """Read a policy from what a file holds."""
        try:
            weights, metadata = _safetensors.decode(data)
        except _safetensors.FormatError as e:
            raise PolicyError(str(e)) from e
        if "rummygym" not in metadata:
            raise PolicyError("the metadata has no rummygym: weights without a description of the network")
        try:
            d = json.loads(metadata["rummygym"])
            if d.pop("format", None) != FORMAT:
                raise PolicyError(
                    f"the description is of another format than {FORMAT}, which this package reads"
                )
            d["inputs"] = tuple(Input(i["name"], tuple(i["shape"] or ()), i["scale"]) for i in d["inputs"])
            d["layers"] = tuple(Layer(**layer) for layer in d["layers"] or ())
            d["heads"] = tuple(Head(**h) for h in d["heads"])
            return cls(weights=dict(weights), **d)
        except (AttributeError, KeyError, TypeError, ValueError) as e:
            if isinstance(e, PolicyError):
                raise
            raise PolicyError(f"description: {type(e).__name__}: {e}") from e

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file, which has to end in .safetensors to play.

        The file is whole or as it was before, also if this fails.
        """
        path = Path(path)
        aside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            aside.write_bytes(self.to_bytes())
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Policy:
        """Read a policy from a file."""
        try:
            return cls.from_bytes(Path(path).read_bytes())
        except PolicyError as e:
            raise PolicyError(f"{path}: {e}") from e


def _shapes(
    inputs: Sequence[Input], layers: Sequence[Layer], heads: Sequence[Head]
) -> dict[str, tuple[int, ...]]:
    """Return the shape of every weight by its name."""
    shapes: dict[str, tuple[int, ...]] = {}
    size = sum(i.size for i in inputs)
    for layer in layers:
        shapes |= {layer.name + ".weight": (layer.size, size), layer.name + ".bias": (layer.size,)}
        size = layer.size
    for h in heads:
        shapes |= {h.name + ".weight": (h.size, size), h.name + ".bias": (h.size,)}
    if len(shapes) != 2 * (len(layers) + len(heads)):
        names = [layer.name for layer in layers] + [h.name for h in heads]
        raise PolicyError(f"names of layers and heads: want each once, not {', '.join(names)}")
    return shapes


def _to_numpy(array: Any) -> Array:
    """Return an array of NumPy, JAX or PyTorch as a copy in NumPy."""
    if hasattr(
        array, "detach"
    ):  # PyTorch: NumPy knows neither its gradients, nor other devices, nor bfloat16
        array = array.detach().cpu().float().numpy()
    return np.array(array, np.float32)
