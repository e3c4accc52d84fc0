"""Networks in files: train a policy in Python, and let the Go arena play it as ``learned:FILE``.

Start from :meth:`Policy.new` or :meth:`Policy.load`::

    policy = Policy.new(metadata, hidden=[128, 128])        # of a dataset, or the spec of tables
    params = policy.weights                                 # train these in any library
    policy = policy.with_weights(params, notes={"trained": "by me"})
    policy.save("model.safetensors")
    # rummygym tournament --agents learned:model.safetensors,min-dist

A policy is data: observation fields with their scales, layers, heads, and weights as
NumPy arrays, in a file in the safetensors format. The Go package ``agents/network`` reads
and writes the same files and documents the format. Its logits and those of
:meth:`Policy.logits` differ only by rounding. Reading and writing files needs the library
safetensors (``pip install 'rummygym[policy]'``).

Networks of other kinds have the same file format, see :data:`KINDS`. Those of afterstates
and values have a head "gain" (expected gain in units of :data:`GAIN_SCALE` points) and a
head "win" (logit of winning), those of discards a head "points" (expected points of the
hand). :meth:`Policy.outputs` computes all heads.

Weights have the names and shapes of PyTorch's ``Linear``: ``NAME.weight`` is [out, in] and
``NAME.bias`` [out]. A layer may have parts side by side (:class:`Part`), whose weights are
those of PyTorch's ``Conv2d``: ``LAYER.PART.weight`` is [filters, channels, rows, columns] and
``LAYER.PART.bias`` [filters]. :meth:`Policy.with_weights` takes arrays of NumPy, JAX or PyTorch, thus
also a ``state_dict``. :meth:`Policy.to_jax` and :meth:`Policy.to_torch` convert in the other
direction. A kernel of Flax is the transpose of a weight (of a convolution, its axes 2, 3, 1, 0). :meth:`Policy.apply` is the network
as a function of its weights, in NumPy or in ``jax.numpy``, which JAX can differentiate and
compile.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rummygym._libraries import need
from rummygym._seal import PLACEHOLDER, intact, seal, sealed

__all__ = ["ACTIVATIONS", "FORMAT", "GAIN_SCALE", "KINDS", "Head", "Input", "Layer", "Part", "Policy", "PolicyError"]

FORMAT = 1
"""Version of the description in a file."""

ACTIVATIONS = ("none", "relu", "tanh", "silu")
"""Activation functions of a layer."""

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

MAX_ENTRY = 1 << 20
"""Largest magnitude of an entry of an observation for which outputs are finite. No field has larger entries."""

_MAX_OUTPUT = float(np.finfo(np.float32).max) / 2  # of a bound on outputs; the rest is for rounding

POLICY, VALUE = "policy", "value"

_DESCRIPTION = "rummygym"  # the key of the description in the metadata of a file
_DIGEST = "digest"  # the key of the digest of the file, in the description

Array = npt.NDArray[np.float32]


class PolicyError(ValueError):
    """A file or a description of a policy is not valid. The message names the part."""


@dataclass(frozen=True)
class Input:
    """A field of the observation."""

    name: str
    shape: tuple[int, ...]
    """Row-major; () for a scalar."""
    scale: float
    """The network divides the entries by it. Above 0."""

    @property
    def size(self) -> int:
        """Number of entries of the field."""
        return math.prod(self.shape)


Shape = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A part of a layer: a convolution over one of its inputs, or that input unchanged.

    The convolution is PyTorch's ``Conv2d`` with stride 1 and no padding. Its input has the
    shape [channels, rows, columns], or [rows, columns] for one channel.
    """

    name: str
    input: str
    """In the first layer an input of the network, otherwise a part of the layer before."""
    filters: int = 0
    """Number of filters; 0, without a kernel, passes the input through."""
    kernel: Shape = ()
    """Rows and columns of a filter."""

    def output(self, images: Mapping[str, Shape]) -> Shape:
        """Return the shape of the output, given those that a part can take, by name. Raises PolicyError."""
        if self.input not in images:
            raise PolicyError(
                f"part {self.name}: input {self.input!r}: want one of {', '.join(images) or 'none'}, "
                "the inputs of the network or the parts of the layer before"
            )
        shape = images[self.input]
        if not self.filters and not self.kernel:
            return shape
        if self.filters < 1 or len(self.kernel) != 2 or len(shape) not in (2, 3):
            raise PolicyError(
                f"part {self.name}: {self.filters} filters and the kernel {list(self.kernel)} over the shape {list(shape)}: "
                "want at least 1 filter and a kernel of rows and columns over [rows, columns] or [channels, rows, columns]"
            )
        rows, columns = (n - k + 1 for n, k in zip(shape[-2:], self.kernel, strict=True))
        if min(self.kernel) < 1 or min(rows, columns) < 1:
            raise PolicyError(
                f"part {self.name}: the kernel {list(self.kernel)} does not fit the input {self.input}: "
                f"want 1 to {shape[-2]} rows and 1 to {shape[-1]} columns"
            )
        return self.filters, rows, columns


@dataclass(frozen=True)
class Layer:
    """A matrix, a bias and an activation; or parts side by side, most of them convolutions.

    The activation of a layer with parts applies to the convolutions only.
    """

    name: str
    size: int
    """Number of outputs: those of all parts, one part after the other."""
    activation: str
    parts: tuple[Part, ...] = ()

    def outputs(self, images: Mapping[str, Shape]) -> dict[str, Shape]:
        """Return the shapes of the parts' outputs by name, given those of what they can take. Raises PolicyError."""
        try:
            outputs = {p.name: p.output(images) for p in self.parts}
        except PolicyError as e:
            raise PolicyError(f"layer {self.name}: {e}") from e
        if len(outputs) != len(self.parts):
            names = ", ".join(p.name for p in self.parts)
            raise PolicyError(f"layer {self.name}: parts are named {names}: want each name once")
        size = sum(math.prod(shape) for shape in outputs.values())
        if self.parts and size != self.size:
            raise PolicyError(f"layer {self.name} has size {self.size}: want {size}, the sum of its parts")
        return outputs


@dataclass(frozen=True)
class Head:
    """A matrix and a bias after the last layer. The head "policy" has a logit for each action."""

    name: str
    size: int


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
            if not i.name or i.size < 1 or not 0 < np.float32(i.scale) < np.inf:
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
        self._check_bounds()

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

    def _check_bounds(self) -> None:
        """Raise PolicyError if outputs could overflow for entries of at most MAX_ENTRY.

        It bounds the magnitude of every output by the sum of those of its terms, layer by layer.
        Package ``agents/network`` in Go does the same, and proves it.
        """
        x = np.concatenate([np.full(i.size, MAX_ENTRY / float(np.float32(i.scale))) for i in self.inputs])
        for i in self.inputs:
            if MAX_ENTRY / float(np.float32(i.scale)) > _MAX_OUTPUT:
                raise PolicyError(
                    f"input {i.name}: scale {i.scale}: an entry of {MAX_ENTRY} divided by it is beyond float32: "
                    "want a larger scale"
                )
        params = {name: np.abs(w.astype(np.float64)) for name, w in self.weights.items()}
        used: list[str] = []

        def check(layer: str, bound: npt.NDArray[np.float64], names: Sequence[str]) -> None:
            used.extend(f"{name}.{kind}" for name in names for kind in ("weight", "bias"))
            if bound.max(initial=0) > _MAX_OUTPUT:
                worst = max(used, key=lambda name: float(params[name].max()))
                at = int(params[worst].argmax())
                raise PolicyError(
                    f"tensor {worst!r}: element {at} is {self.weights[worst].flat[at]:g}: outputs of {layer} could be "
                    f"as large as {bound.max():.3g}, beyond float32: want smaller weights"
                )

        shapes = {i.name: i.shape for i in self.inputs}
        images = _split(x, shapes)
        for layer in self.layers:
            if layer.parts:
                plain = dataclasses.replace(layer, activation="none")
                images = {p.name: _part(plain, p, params, images[p.input], shapes[p.input], np) for p in layer.parts}
                shapes = layer.outputs(shapes)
                x = np.concatenate([image.reshape(-1) for image in images.values()])
                check(f"layer {layer.name}", x, [f"{layer.name}.{p.name}" for p in layer.parts if p.filters])
            else:
                x = params[layer.name + ".weight"] @ x + params[layer.name + ".bias"]
                check(f"layer {layer.name}", x, [layer.name])
                if layer.activation == "tanh":
                    x = np.minimum(x, 1)
        for h in self.heads:
            check(f"head {h.name}", params[h.name + ".weight"] @ x + params[h.name + ".bias"], [h.name])

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
        the spec of tables (``Tables(...).spec``). Every field is an input, divided by its
        maximum. The head "policy" has one entry per action. ``value`` adds a head "value" of
        one entry. The variance of the weights is 2 / inputs (he2015delving), for heads a
        hundredth of it. Biases are 0.
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
        """Number of entries of an observation."""
        return sum(i.size for i in self.inputs)

    @property
    def num_actions(self) -> int:
        """Number of entries of the head "policy", 0 if there is none."""
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

        ``xp`` is the array library, ``numpy`` or ``jax.numpy``. The function is pure, so
        ``jax.grad`` and ``jax.jit`` work on it.
        """
        x = observations.astype(xp.float32) / xp.asarray(self._scales())
        shapes = {i.name: i.shape for i in self.inputs}
        images = _split(x, shapes)
        for layer in self.layers:
            if layer.parts:
                images = {p.name: _part(layer, p, params, images[p.input], shapes[p.input], xp) for p in layer.parts}
                shapes = layer.outputs(shapes)
                flat = [image.reshape((*x.shape[:-1], math.prod(shapes[name]))) for name, image in images.items()]
                x = xp.concatenate(flat, axis=-1)
            else:
                x = _activate(x @ params[layer.name + ".weight"].T + params[layer.name + ".bias"], layer.activation, xp)
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
        return np.concatenate([np.full(i.size, i.scale, np.float32) for i in self.inputs])

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
            "inputs": [{"name": i.name, "shape": list(i.shape), "scale": i.scale} for i in self.inputs],
            "layers": [_described(layer) for layer in self.layers],
            "heads": [dataclasses.asdict(h) for h in self.heads],
            "temperature": self.temperature,
        }
        if self.notes:
            d["notes"] = dict(self.notes)
        return d

    def to_bytes(self) -> bytes:
        """Return the contents of a file of the policy."""
        description = json.dumps({_DIGEST: PLACEHOLDER} | self.description, allow_nan=False)
        return seal(_library("safetensors.numpy").save(self.weights, {_DESCRIPTION: description}))

    @classmethod
    def from_bytes(cls, data: bytes) -> Policy:
        """Parse the contents of a file. If it has a digest, that must be its own."""
        if (sealed(data) or rf'\"{_DIGEST}\"'.encode() in data) and not intact(data):
            raise PolicyError(
                "the file is damaged: its SHA-256 is not the one that it holds; copy it again from where it is whole; "
                f"a program that changes weights has to remove {_DIGEST!r} from the description"
            )
        weights, metadata = _read(data)
        if _DESCRIPTION not in metadata:
            raise PolicyError(
                f"the metadata has no key {_DESCRIPTION!r}: the file has weights without a description of the network"
            )
        try:
            d = json.loads(metadata[_DESCRIPTION])
            d.pop(_DIGEST, None)
            if (version := d.pop("format", None)) != FORMAT:
                raise PolicyError(f"the description has format {version!r}: want {FORMAT}")
            d["inputs"] = tuple(Input(i["name"], tuple(i["shape"] or ()), i["scale"]) for i in d["inputs"])
            d["layers"] = tuple(
                Layer(**layer | {"parts": tuple(_parsed(p) for p in layer.get("parts") or ())})
                for layer in d["layers"] or ()
            )
            d["heads"] = tuple(Head(**h) for h in d["heads"])
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


def _shapes(inputs: Sequence[Input], layers: Sequence[Layer], heads: Sequence[Head]) -> dict[str, Shape]:
    """Return the shape of every weight by name. Raises PolicyError if a layer does not fit the one before."""
    shapes: dict[str, Shape] = {}

    def add(name: str, *shape: int) -> None:
        if name + ".weight" in shapes:
            names = [layer.name for layer in layers] + [h.name for h in heads]
            raise PolicyError(f"layers and heads are named {', '.join(names)}: want each name once")
        shapes.update({name + ".weight": shape, name + ".bias": shape[:1]})

    size = sum(i.size for i in inputs)
    images = {i.name: i.shape for i in inputs}
    for layer in layers:
        outputs = layer.outputs(images)
        for p in layer.parts:
            if p.filters:
                channels = math.prod(images[p.input][:-2])
                add(f"{layer.name}.{p.name}", p.filters, channels, *p.kernel)
        if not layer.parts:
            add(layer.name, layer.size, size)
        size, images = layer.size, outputs
    for h in heads:
        add(h.name, h.size, size)
    return shapes


def _described(layer: Layer) -> dict[str, Any]:
    """Return a layer as it is written to a file."""
    d: dict[str, Any] = {"name": layer.name, "size": layer.size, "activation": layer.activation}
    if layer.parts:
        d["parts"] = [
            {"name": p.name, "input": p.input} | ({"filters": p.filters, "kernel": list(p.kernel)} if p.filters else {})
            for p in layer.parts
        ]
    return d


def _parsed(part: Mapping[str, Any]) -> Part:
    """Return a part of a file."""
    return Part(**{**part, "kernel": tuple(part.get("kernel") or ())})


def _split(x: Any, shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """Return the last axis of x cut into arrays of the given shapes."""
    images, at = {}, 0
    for name, shape in shapes.items():
        end = at + math.prod(shape)
        images[name], at = x[..., at:end].reshape((*x.shape[:-1], *shape)), end
    return images


def _part(layer: Layer, part: Part, params: Mapping[str, Any], image: Any, shape: Shape, xp: Any) -> Any:
    """Return the output of a part, [..., filters, rows, columns], for its input [..., *shape]."""
    if not part.filters:
        return image
    weight, bias = (params[f"{layer.name}.{part.name}.{kind}"] for kind in ("weight", "bias"))
    _, channels, height, width = weight.shape
    if len(shape) == 2:
        image = image[..., None, :, :]
    rows, columns = shape[-2] - height + 1, shape[-1] - width + 1
    places = [image[..., i : i + rows, j : j + columns] for i in range(height) for j in range(width)]
    filters = weight.reshape(-1, channels, height * width)
    y = xp.einsum("...cyxk,fck->...fyx", xp.stack(places, axis=-1), filters, optimize=True)
    return _activate(y + bias[:, None, None], layer.activation, xp)


def _activate(x: Any, activation: str, xp: Any) -> Any:
    """Return the activation of every entry of x."""
    if activation == "relu":
        return xp.maximum(x, 0)
    if activation == "tanh":
        return xp.tanh(x)
    if activation == "silu":
        return x * (0.5 * xp.tanh(0.5 * x) + 0.5)
    return x


def _library(module: str) -> Any:
    """Import and return a module of the library safetensors. Raises MissingLibrary if it is not installed."""
    return need(module, "a policy file", "'rummygym[policy]'")


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
