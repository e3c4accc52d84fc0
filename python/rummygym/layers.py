"""The inputs, layers and heads of a network: their shapes, outputs and bounds. See :mod:`rummygym.policy`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

ACTIVATIONS = ("none", "relu", "tanh", "silu")
"""Activation functions of a layer."""

MAX_ENTRY = 1 << 20
"""Largest magnitude of an entry of an observation for which the engine wants finite outputs: it refuses files whose weights are
too large. No field has larger entries."""

Array = npt.NDArray[np.float32]
Shape = tuple[int, ...]


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
    scales: tuple[float, ...] = ()
    """One for each entry of the last dimension, in which case ``scale`` is 1."""

    @property
    def size(self) -> int:
        """Number of entries of the field."""
        return math.prod(self.shape)

    @property
    def divisors(self) -> Array:
        """What the network divides each entry by, [size]."""
        scales = np.array(self.scales or (self.scale,), np.float32)
        return np.resize(scales, self.size)


@dataclass(frozen=True)
class Part:
    """A part of a layer: a convolution over its inputs, filters that all cards share, or one input unchanged.

    The convolution is PyTorch's ``Conv2d`` with stride 1 and no padding. Its input has the
    shape [channels, rows, columns], or [rows, columns] for one channel, or [columns] for one
    channel of one row.

    A part of cards takes inputs with 52 entries, suit after suit, or 53, the last for the printed joker. A filter
    weighs four terms of each input: the card itself, the sum over its neighbours in its suit, the sum over the cards two
    ranks away in its suit, and the sum over its rank in other suits. The joker has no neighbours.
    """

    name: str
    input: str
    """In the first layer an input of the network, otherwise a part of the layer before."""
    filters: int = 0
    """Number of filters; 0, without a kernel, passes the input through."""
    kernel: Shape = ()
    """Rows and columns of a filter."""
    stack: tuple[str, ...] = ()
    """More inputs with the rows and columns of ``input``, whose channels follow its own."""
    ace: str = ""
    """Only for a part of cards; "low" if the two is the only neighbour of the ace, "both" if the king is one too."""
    sum: bool = False
    """Only for a part of cards; the outputs are then the sums over the suits, after the activation."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of all inputs."""
        return self.input, *self.stack

    def output(self, images: Mapping[str, Shape]) -> Shape:
        """Return the shape of the output, given those that a part can take, by name. Raises PolicyError."""
        for name in self.inputs:
            if name not in images:
                raise PolicyError(
                    f"part {self.name}: input {name!r}: want one of {', '.join(images) or 'none'}, "
                    "the inputs of the network or the parts of the layer before"
                )
        shape = images[self.input]
        if self.ace or self.sum:
            return self._cards(images)
        if not self.filters and not self.kernel and not self.stack:
            return shape
        if self.filters < 1 or len(self.kernel) != 2 or len(shape) not in (1, 2, 3):
            raise PolicyError(
                f"part {self.name}: {self.filters} filters and the kernel {list(self.kernel)} over the shape {list(shape)}: want at "
                "least 1 filter and a kernel of rows and columns over [columns], [rows, columns] or [channels, rows, columns]"
            )
        shape = _image(shape)
        if len(set(self.inputs)) < len(self.inputs) or any(
            len(images[name]) not in (1, 2, 3) or _image(images[name])[1:] != shape[1:] for name in self.stack
        ):
            shown = ", ".join(f"{name} {list(images[name])}" for name in self.inputs)
            raise PolicyError(f"part {self.name}: inputs {shown}: want different inputs with the same rows and columns")
        rows, columns = (n - k + 1 for n, k in zip(shape[-2:], self.kernel, strict=True))
        if min(self.kernel) < 1 or min(rows, columns) < 1:
            raise PolicyError(
                f"part {self.name}: the kernel {list(self.kernel)} does not fit the input {self.input}: "
                f"want 1 to {shape[-2]} rows and 1 to {shape[-1]} columns"
            )
        return self.filters, rows, columns

    def _cards(self, images: Mapping[str, Shape]) -> Shape:
        """Return the shape of the output of a part of cards."""
        sizes = {math.prod(images[name]) for name in self.inputs}
        if self.ace not in ("low", "both") or self.filters < 1 or self.filters % 8 or self.kernel:
            raise PolicyError(
                f"part {self.name}: ace {self.ace!r}, {self.filters} filters and the kernel {list(self.kernel)}: "
                'want "low" or "both", a multiple of 8 filters and no kernel for a part of cards'
            )
        if len(set(self.inputs)) < len(self.inputs) or len(sizes) > 1 or not sizes <= {52, 53}:
            shown = ", ".join(f"{name} {list(images[name])}" for name in self.inputs)
            raise PolicyError(f"part {self.name}: inputs {shown}: want different inputs of 52 entries each, or of 53")
        cards = sizes.pop()
        return (cards - 39 if self.sum else cards), self.filters


@dataclass(frozen=True)
class Layer:
    """A matrix, a bias and an activation; or parts side by side, such as convolutions.

    The activation of a layer with parts does not apply to inputs that pass through unchanged.
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
class CardHead:
    """Which logits of a head after a stack of cards have to do with cards."""

    first: tuple[int, ...]
    """First actions of groups: action ``first[g] + card`` chooses the card with that index."""
    take: int
    """The action that takes the card on top of the pile."""
    top: int
    """The plane that is not 0 at this card."""


@dataclass(frozen=True)
class Head:
    """A matrix and a bias after the last layer. The head "policy" has a logit for each action."""

    name: str
    size: int
    cards: CardHead | None = None
    """Only after a stack of cards; the logits that are scores of cards."""


@dataclass(frozen=True)
class Stack:
    """Layers that share their weights over cards, in place of others, for ``observation="cards"``.

    In each round the numbers of a card are a matrix, a bias and a ReLU of its :func:`neighbours` and of the numbers of the hand.
    ``pooled`` is the same of the mean over the cards, and the heads are on it. The Go package ``internal/agents/network`` has the formulas.
    """

    width: int
    """Numbers of a card after each round, a multiple of 8."""
    rounds: int
    pooled: int
    """Entries of the layer before the heads, a multiple of 8."""
    ace: str
    """"low" if the two is the only neighbour of the ace, "both" if the king is one too."""

    def shapes(self, planes: int, numbers: int, heads: Sequence[Head]) -> dict[str, Shape]:
        """Return the shape of every weight by name."""
        shapes: dict[str, Shape] = {}

        def add(name: str, out: int, width: int) -> None:
            shapes.update({name + ".weight": (out, width), name + ".bias": (out,)})

        for k in range(self.rounds):
            add(f"round{k}", self.width, 4 * (self.width if k else planes) + numbers)
        add("pooled", self.pooled, self.width + numbers)
        for h in heads:
            add(h.name, h.size, self.pooled)
            if h.cards:
                add(h.name + ".cards", len(h.cards.first) + 1, self.width)
        return shapes

    def apply(self, params: Mapping[str, Any], cards: Any, numbers: Any, heads: Sequence[Head], xp: Any) -> dict[str, Any]:
        """Return every head by name for scaled planes [..., cards, planes] and numbers [..., numbers]."""
        x = cards
        for k in range(self.rounds):
            weight, bias = params[f"round{k}.weight"], params[f"round{k}.bias"]
            at = 4 * x.shape[-1]
            terms = neighbours(x, self.ace, xp)
            hand = numbers @ weight[:, at:].T + bias
            x = xp.maximum(terms.reshape((*x.shape[:-1], at)) @ by_term(weight[:, :at]).T + hand[..., None, :], 0)
        pooled = xp.concatenate([x.mean(axis=-2), numbers], axis=-1) @ params["pooled.weight"].T + params["pooled.bias"]
        pooled = xp.maximum(pooled, 0)
        outputs = {h.name: pooled @ params[h.name + ".weight"].T + params[h.name + ".bias"] for h in heads}
        for h in heads:
            if h.cards:
                scores = x @ params[h.name + ".cards.weight"].T + params[h.name + ".cards.bias"]
                outputs[h.name] = _scored(h.cards, outputs[h.name], cards, scores, xp)
        return outputs


def _scored(head: CardHead, logits: Any, cards: Any, scores: Any, xp: Any) -> Any:
    """Return logits [..., size] with those of actions of cards replaced by the scores of cards [..., cards, groups + 1]."""
    kinds, size = scores.shape[-2], logits.shape[-1]
    groups, take, others = np.zeros((len(head.first), kinds, size), np.float32), np.zeros(size, np.float32), np.ones(size, np.float32)
    for g, first in enumerate(head.first):
        groups[g, np.arange(kinds), first + np.arange(kinds)] = 1
        others[first : first + kinds] = 0
    take[head.take] = 1
    of_cards = sum(scores[..., g] @ xp.asarray(groups[g]) for g in range(len(head.first)))
    top = (scores[..., -1] * (cards[..., head.top] != 0)).sum(axis=-1)
    return logits * xp.asarray(others) + of_cards + top[..., None] * xp.asarray(take)


def neighbours(x: Any, ace: str, xp: Any) -> Any:
    """Return numbers of cards [..., K, C] with sums over their neighbours, [..., K, 4, C].

    They are the card itself, the sum over the cards next to it in its suit, that over the cards two ranks away, and that over the cards
    of its rank in other suits. The printed joker has no neighbours. ``xp`` is ``numpy``, ``jax.numpy`` or ``torch``.
    """
    lead, c = tuple(x.shape[:-2]), x.shape[-1]
    suits = x[..., :52, :].reshape((*lead, 4, 13, c))
    none = xp.zeros_like(suits[..., :1, :])
    # Only the ace has neighbours across the end: the king is not two ranks from the two.
    high, queen, king = (none,) * 3 if ace == "low" else (suits[..., :1, :], suits[..., -2:-1, :], suits[..., -1:, :])
    near = xp.concatenate([king, suits, high], axis=-2)
    far = xp.concatenate([queen, none, suits, high, none], axis=-2)
    one, two = near[..., :-2, :] + near[..., 2:, :], far[..., :-4, :] + far[..., 4:, :]
    rank = suits.sum(axis=-3, keepdims=True) - suits
    terms = xp.stack([suits, one, two, rank], axis=-2).reshape((*lead, 52, 4, c))
    if x.shape[-2] == 52:
        return terms
    joker = x[..., 52:, :]
    none = xp.zeros_like(joker)
    return xp.concatenate([terms, xp.stack([joker, none, none, none], axis=-2)], axis=-3)


def by_term(weight: Any) -> Any:
    """Return a matrix [out, C * 4] of a file as one for :func:`neighbours`, [out, 4 * C]."""
    return weight.reshape((weight.shape[0], -1, 4)).swapaxes(1, 2).reshape(weight.shape)


def shapes_of(
    inputs: Sequence[Input], layers: Sequence[Layer], heads: Sequence[Head], stack: Stack | None = None
) -> dict[str, Shape]:
    """Return the shape of every weight by name. Raises PolicyError if a layer does not fit the one before."""
    if stack:
        dims = [i.shape for i in inputs]
        if layers or [len(d) for d in dims] != [2, 1] or dims[0][0] not in (52, 53):
            raise PolicyError(
                f"a stack of cards beside {len(layers)} layers, with inputs of the shapes {[list(d) for d in dims]}: "
                "want no layers, and the shapes [52 or 53, planes] and [numbers]"
            )
        return stack.shapes(dims[0][1], dims[1][0], heads)
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
            if p.ace:
                if layer is not layers[0] or any(o.filters for o in layer.parts if o is not p):
                    raise PolicyError(
                        f"layer {layer.name}: part {p.name} of cards: want it in the first layer, where all other parts "
                        "pass inputs through"
                    )
                add(f"{layer.name}.{p.name}", p.filters, len(p.inputs), 4)
            elif p.filters:
                channels = sum(_image(images[name])[0] for name in p.inputs)
                add(f"{layer.name}.{p.name}", p.filters, channels, *p.kernel)
        if not layer.parts:
            add(layer.name, layer.size, size)
        size, images = layer.size, outputs
    for h in heads:
        add(h.name, h.size, size)
    return shapes


def described(layer: Layer) -> dict[str, Any]:
    """Return a layer as it is written to a file."""
    d: dict[str, Any] = {"name": layer.name, "size": layer.size, "activation": layer.activation}
    if layer.parts:
        d["parts"] = [
            {"name": p.name, "input": p.input}
            | ({"stack": list(p.stack)} if p.stack else {})
            | ({"filters": p.filters} if p.filters else {})
            | ({"kernel": list(p.kernel)} if p.kernel else {})
            | ({"ace": p.ace} if p.ace else {})
            | ({"sum": True} if p.sum else {})
            for p in layer.parts
        ]
    return d


def parsed(part: Mapping[str, Any]) -> Part:
    """Return a part of a file."""
    return Part(**{**part, "kernel": tuple(part.get("kernel") or ()), "stack": tuple(part.get("stack") or ())})


def split(x: Any, shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """Return the last axis of x cut into arrays of the given shapes."""
    images, at = {}, 0
    for name, shape in shapes.items():
        end = at + math.prod(shape)
        images[name], at = x[..., at:end].reshape((*x.shape[:-1], *shape)), end
    return images


def _image(shape: Shape) -> Shape:
    """Return a shape of one to three dimensions as channels, rows and columns."""
    return (*(1,) * (3 - len(shape)), *shape)


def convolved(
    layer: Layer, part: Part, params: Mapping[str, Any], images: Mapping[str, Any], shapes: Mapping[str, Shape], xp: Any
) -> Any:
    """Return the output of a part, [..., filters, rows, columns], for images ``[..., *shape]``, of which it takes some."""
    image, shape = images[part.input], _image(shapes[part.input])
    if part.ace:
        return _over_cards(layer, part, params, images, shapes, xp)
    if not part.filters:
        return image
    stacked = [
        images[n].reshape((*image.shape[: image.ndim - len(shapes[part.input])], *_image(shapes[n])))
        for n in part.inputs
    ]
    image = xp.concatenate(stacked, axis=-3)
    weight, bias = (params[f"{layer.name}.{part.name}.{kind}"] for kind in ("weight", "bias"))
    _, channels, height, width = weight.shape
    rows, columns = shape[-2] - height + 1, shape[-1] - width + 1
    places = [image[..., i : i + rows, j : j + columns] for i in range(height) for j in range(width)]
    filters = weight.reshape(-1, channels, height * width)
    y = xp.einsum("...cyxk,fck->...fyx", xp.stack(places, axis=-1), filters, optimize=True)
    return activate(y + bias[:, None, None], layer.activation, xp)


def _over_cards(
    layer: Layer, part: Part, params: Mapping[str, Any], images: Mapping[str, Any], shapes: Mapping[str, Shape], xp: Any
) -> Any:
    """Return the output of a part of cards, [..., cards or ranks, filters]."""
    weight, bias = (params[f"{layer.name}.{part.name}.{kind}"] for kind in ("weight", "bias"))
    planes = [
        images[n].reshape((*images[n].shape[: images[n].ndim - len(shapes[n])], math.prod(shapes[n])))
        for n in part.inputs
    ]
    x = xp.stack(planes, axis=-1)  # [..., cards, channels]
    y = xp.einsum("...ptc,fct->...pf", neighbours(x, part.ace, xp), weight, optimize=True)
    y = activate(y + bias, layer.activation, xp)
    if not part.sum:
        return y
    suits = y[..., :52, :].reshape((*y.shape[:-2], 4, 13, part.filters)).sum(axis=-3)
    return xp.concatenate([suits, y[..., 52:, :]], axis=-2)


def activate(x: Any, activation: str, xp: Any) -> Any:
    """Return the activation of every entry of x."""
    if activation == "relu":
        return xp.maximum(x, 0)
    if activation == "tanh":
        return xp.tanh(x)
    if activation == "silu":
        return x * (0.5 * xp.tanh(0.5 * x) + 0.5)
    return x
