"""Policies in files: Go and Python compute the same network from a file."""

import dataclasses
import json
import subprocess
import sys

import numpy as np
import pytest

from rummygym import arena, datasets, describe
from rummygym.layers import neighbours, shapes_of
from rummygym.policy import Head, Input, Layer, Part, Policy, PolicyError

from .conftest import ROOT
from .policies import convolved, small, toy_convolved

safetensors = pytest.importorskip("safetensors")
pytest.importorskip("safetensors.numpy")

# Logits of Go and NumPy are float32 sums of some hundred terms, in different orders.
TOLERANCE = 1e-4


def check_played(rummygym, policy, game, rival, folder):
    """Check the probabilities with which the agent of a policy chose its actions in some games."""
    policy.save(folder / "model.safetensors")
    agents = f"learned:{folder / 'model.safetensors'}:temperature=1,{rival}"
    rummygym("collect", "--game", game, "--agents", agents, "--games", 8, "--fields", "all", "--out", folder / "data")
    data = datasets.load(folder / "data")
    seen = []
    for e in data.episodes(agent=data.metadata.agents[0], moved_only=True):
        n = len(e.actions)
        logits = np.where(e.masks[:n], policy.logits(e.observations[:n]), -np.inf).astype(np.float64)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        ours = odds[range(n), e.actions] / odds.sum(axis=1)
        np.testing.assert_allclose(ours, e.probabilities, rtol=TOLERANCE, atol=TOLERANCE)
        seen += ours[e.masks[:n].sum(axis=1) > 1].tolist()
    assert len(seen) > 40 and np.std(seen) > 0.005  # they are not those of chance


def test_go_computes_the_same_convolutions(rummygym, recorded, tmp_path):
    path = recorded("gin")
    plain = Policy.new(datasets.load(path).metadata, hidden=[])
    policy = convolved(plain.inputs, plain.heads, game=plain.game, fields=plain.fields, env=plain.env)
    check_played(rummygym, policy, "gin", "simple", tmp_path)
    shown = json.loads(rummygym("policy", "show", tmp_path / "model.safetensors", "--format", "json"))
    assert shown == policy.description
    assert shown["layers"][0]["parts"][1].keys() == {"name", "input"}
    assert Policy.load(tmp_path / "model.safetensors").layers == policy.layers
    assert small().description["layers"][0].keys() == {"name", "size", "activation"}


@pytest.mark.parametrize("sum_of_suits", [False, True])
@pytest.mark.parametrize(("game", "ace"), [("indian", "both"), ("gin", "low")])
def test_go_computes_the_same_over_cards(rummygym, recorded, tmp_path, game, ace, sum_of_suits):
    path = recorded(game)
    plain = Policy.new(datasets.load(path).metadata, hidden=[])
    size = max(i.size for i in plain.inputs if i.size in (52, 53))
    planes = [i.name for i in plain.inputs if i.size == size]
    of = Part("cards", planes[0], filters=8, stack=tuple(planes[1:]), ace=ace, sum=sum_of_suits)
    parts = (of, *(Part(i.name, i.name) for i in plain.inputs if i.size != size))
    width = sum(i.size for i in plain.inputs if i.size != size) + 8 * (size - 39 if sum_of_suits else size)
    layers = (Layer("suits", width, "relu", parts),)
    rng = np.random.default_rng(5)
    weights = {n: rng.normal(size=s) / 5 for n, s in shapes_of(plain.inputs, layers, plain.heads).items()}
    policy = dataclasses.replace(plain, layers=layers, weights=weights)
    check_played(rummygym, policy, game, "random", tmp_path)
    assert len(planes) > 1
    assert Policy.load(tmp_path / "model.safetensors").layers == layers
    for change, message in [
        ({"ace": "high"}, 'want "low" or "both"'),
        ({"filters": 9}, 'want "low" or "both", a multiple of 8 filters'),
        ({"stack": (planes[0],)}, "want different inputs of 52 entries each, or of 53"),
    ]:
        wrong = (dataclasses.replace(layers[0], parts=(dataclasses.replace(of, **change), *parts[1:])),)
        with pytest.raises(PolicyError, match=message):
            dataclasses.replace(policy, layers=wrong)


@pytest.mark.parametrize("kinds", [52, 53])
@pytest.mark.parametrize("ace", ["low", "both"])
def test_neighbours(kinds, ace):
    """Each sum, card by card."""
    x = np.random.default_rng(4).normal(size=(2, kinds, 3))
    got = neighbours(x, ace, np)
    want = np.zeros((2, kinds, 4, 3))
    want[:, :, 0] = x
    for c in range(52):
        for other in range(52):
            (suit, rank), (s, r) = divmod(c, 13), divmod(other, 13)
            steps = abs(rank - r)
            if ace == "both" and 0 in (rank, r):
                steps = min(steps, 13 - steps)
            if s == suit and 1 <= steps <= 2:
                want[:, c, steps] += x[:, other]
            if r == rank and s != suit:
                want[:, c, 3] += x[:, other]
    np.testing.assert_allclose(got, want)


@pytest.mark.parametrize(
    ("game", "fields", "rival"),
    [("gin", "cards-and-counts,deadwood", "simple"), ("indian", "cards-and-counts,score", "min-dist"), ("gin", "default", "random")],
)
def test_a_network_over_cards_plays_the_same_in_go_and_python(rummygym, tmp_path, game, fields, rival):
    policy = Policy.over_cards(describe(game, observation="cards", fields=fields), width=8, rounds=3, seed=2)
    rng = np.random.default_rng(5)
    inputs = tuple(dataclasses.replace(i, scales=tuple(rng.uniform(0.3, 2, i.shape[-1]))) for i in policy.inputs)
    weights = {n: rng.normal(size=w.shape) * w.shape[-1] ** -0.5 for n, w in policy.weights.items()}
    policy = dataclasses.replace(policy, inputs=inputs, weights=weights, notes={"by": "hand"})
    file = tmp_path / "model.safetensors"
    policy.save(file)
    assert Policy.load(file).description == policy.description == json.loads(rummygym("policy", "show", file, "--format", "json"))
    assert "3 rounds of width 8" in rummygym("policy", "show", file)

    def act(seen, masks):
        return policy.act(np.concatenate([seen["cards"].reshape(len(masks), -1), seen["numbers"]], axis=1), masks)[0]

    options = {"game": game, "fields": fields, "against": rival, "games": 40, "seed": 3, "name": "it"}
    assert arena.evaluate(act, observation="cards", **options) == arena.evaluate(f"learned:{file}", **options)
    jax = pytest.importorskip("jax")
    rows = rng.integers(0, 2, (5, policy.input_size)).astype(np.float32)
    there = jax.jit(lambda params, x: policy.apply(params, x, jax.numpy))(policy.to_jax(), rows)
    for head, values in policy.outputs(rows).items():
        np.testing.assert_allclose(there[head], values, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("game", ["indian", "gin"])
@pytest.mark.parametrize("activation", ["relu", "tanh", "silu", "none"])
def test_go_computes_the_same(rummygym, recorded, tmp_path, game, activation):
    path = recorded(game)
    metadata = datasets.load(path).metadata
    policy = Policy.new(metadata, hidden=[48, 24], activation=activation, value=True, seed=3)
    rng = np.random.default_rng(4)
    policy = policy.with_weights(
        {n: w if w.ndim > 1 else rng.normal(size=w.shape) / 10 for n, w in policy.weights.items()}
    )
    check_played(rummygym, policy, game, "random", tmp_path)


@pytest.mark.parametrize(("game", "rival"), [("indian", "random"), ("gin", "simple")])
def test_plays_in_the_arena(rummygym, recorded, tmp_path, game, rival):
    """Given the recorded observations, Python computes the actions that the Go agent took."""
    policy = Policy.new(datasets.load(recorded(game)).metadata, hidden=[16])
    policy.save(tmp_path / "model.safetensors")
    agents = f"learned:{tmp_path / 'model.safetensors'},{rival}"
    rummygym("collect", "--game", game, "--agents", agents, "--games", 10, "--fields", "all", "--out", tmp_path / "data")
    data = datasets.load(tmp_path / "data")
    assert data.metadata.agents[0].startswith("learned:model.safetensors@")
    seen = 0
    for e in data.episodes(agent=data.metadata.agents[0]):
        n = len(e.actions)
        actions, _ = policy.act(e.observations[:n], e.masks[:n])
        assert actions.tolist() == e.actions.tolist()
        seen += n
    assert seen > 20


def test_go_describes_what_python_wrote(rummygym, recorded, tmp_path):
    policy = Policy.new(datasets.load(recorded("gin")).metadata, hidden=[8], temperature=0.5)
    policy = policy.with_weights(policy.weights, notes={"trained": "no"})
    policy.save(tmp_path / "model.safetensors")
    assert (
        json.loads(rummygym("policy", "show", tmp_path / "model.safetensors", "--format", "json")) == policy.description
    )
    with pytest.raises(subprocess.CalledProcessError) as e:
        rummygym("tournament", "--agents", f"learned:{tmp_path / 'model.safetensors'}", "--games", 1)
    assert "choose the game gin" in e.value.stderr


def test_file_holds_everything(tmp_path):
    policy = small(temperature=0.25, env="Toy-v0")
    policy.save(tmp_path / "a.safetensors")
    again = Policy.load(tmp_path / "a.safetensors")
    assert again.description == policy.description
    assert list(again.weights) == list(policy.weights)
    assert all(
        np.array_equal(again.weights[n], w) and again.weights[n].dtype == np.float32 for n, w in policy.weights.items()
    )
    assert again.to_bytes() == policy.to_bytes()
    assert [f.name for f in tmp_path.iterdir()] == ["a.safetensors"]


def test_other_kinds_have_the_same_file_format(rummygym, tmp_path):
    """Go reads them too. Without logits they choose no action."""
    good = small()
    for kind, head in (("afterstate", "gain"), ("value", "win"), ("belief", "held")):
        weights = {n.replace("policy", head): w for n, w in good.weights.items()}
        other = dataclasses.replace(good, kind=kind, heads=(Head(head, 4), Head("value", 1)), weights=weights)
        assert other.description["kind"] == kind
        other.save(tmp_path / "other.safetensors")
        shown = json.loads(rummygym("policy", "show", tmp_path / "other.safetensors", "--format", "json"))
        assert shown == other.description
        again = Policy.load(tmp_path / "other.safetensors")
        assert again.kind == kind
        observations = np.ones((3, good.input_size))
        np.testing.assert_array_equal(again.outputs(observations)[head], good.logits(observations))
        with pytest.raises(PolicyError, match=f"of kind '{kind}' with the heads {head}, value has no logits"):
            again.act(observations, np.ones((3, 4)))
    assert "kind" not in good.description  # the default, as in files older than the other kinds


def test_files_of_the_library(tmp_path):
    """The library safetensors reads the files of this package, and this package reads its files."""
    policy = small()
    theirs = safetensors.numpy.load(policy.to_bytes())
    assert theirs.keys() == policy.weights.keys()
    assert all(np.array_equal(theirs[n], w) for n, w in policy.weights.items())
    path = tmp_path / "theirs.safetensors"
    safetensors.numpy.save_file(policy.weights, path, {"rummygym": json.dumps(policy.description)})
    again = Policy.load(path)
    assert again.description == policy.description
    assert all(np.array_equal(again.weights[n], w) for n, w in policy.weights.items())


@pytest.mark.parametrize(("name", "game"), [("standard", "indian"), ("standard-seats", "indian"), ("standard-gin", "gin")])
def test_python_reads_what_go_ships(name, game):
    """A built-in network, which the Go package internal/agents/network wrote."""
    shipped = ROOT / "internal/agents/learned" / f"{name}.safetensors"
    policy = Policy.load(shipped)
    assert (policy.game, policy.kind) == (game, "afterstate")
    assert policy.weights.keys() == safetensors.numpy.load_file(shipped).keys()


def test_weights_in_any_order_of_memory(tmp_path):
    """Transposed and strided arrays are written in row-major order."""
    policy = small()
    turned = policy.with_weights({n: w.T.copy().T[::1] for n, w in policy.weights.items()})
    assert turned.to_bytes() == policy.to_bytes()
    strided = policy.with_weights({n: np.repeat(w, 2, axis=-1)[..., ::2] for n, w in policy.weights.items()})
    assert strided.to_bytes() == policy.to_bytes()
    assert turned.weights["one.weight"].flags.c_contiguous


def test_without_safetensors():
    """A policy computes without the library. Reading or writing a file says how to install it."""
    program = """
import sys
sys.modules["safetensors"] = None
from rummygym.policy import Head, Input, Policy
weights = {"policy.weight": [[1], [2]], "policy.bias": [0, 0]}
policy = Policy("toy", "all", (Input("x", (), 1.0),), (), (Head("policy", 2),), weights)
print(policy.logits([[3]]).tolist())
for use in (policy.to_bytes, lambda: Policy.from_bytes(b"")):
    try:
        use()
    except ImportError as e:
        print(e)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "[[3.0, 6.0]]" in done.stdout
    assert done.stdout.count("a policy file needs safetensors: pip install './python[policy]'") == 2


def test_outputs_by_hand():
    """The inputs 3 and 40 are scaled to 1.5 and 1, and the layer returns 4.25 and 0."""
    policy = Policy(
        game="toy",
        fields="all",
        inputs=(Input("x", (1,), 2.0), Input("y", (), 40.0)),
        layers=(Layer("l", 2, "relu"),),
        heads=(Head("policy", 2),),
        weights={
            "policy.bias": [0.5, 0],
            "policy.weight": [[1, 100], [-3, 100]],
            "l.weight": [[2, 1], [-2, 1]],
            "l.bias": [0.25, 0],
        },
    )
    assert policy.logits([3, 40]).tolist() == [4.75, -12.75]
    assert policy.logits([[3, 40], [3, 40]]).shape == (2, 2)
    with pytest.raises(PolicyError, match=r"observations have the shape \(3,\): want \(..., 2\)"):
        policy.logits([1, 2, 3])


def test_act():
    policy = small()
    observations = np.random.default_rng(2).normal(size=(4000, 7))
    observations[:] = observations[0]
    masks = np.ones((4000, 4), np.int8)
    masks[:, 2] = 0
    masks[-1] = 0
    actions, probabilities = policy.act(observations, masks)
    logits = policy.logits(observations[0]).astype(float)
    assert set(actions[:-1]) == {np.argmax(np.where(masks[0], logits, -np.inf))}
    assert actions[-1] == -1
    assert set(probabilities) == {1}

    with pytest.raises(PolicyError, match="temperature is 2, which samples actions: pass rng"):
        policy.act(observations, masks, temperature=2)
    actions, probabilities = policy.act(observations, masks, np.random.default_rng(3), temperature=2)
    assert (actions[-1], probabilities[-1]) == (-1, 1)
    p = np.exp(logits / 2) * masks[0]
    p /= p.sum()
    np.testing.assert_allclose(probabilities[:-1], p[actions[:-1]], rtol=1e-5)
    counts = np.bincount(actions[:-1], minlength=4)
    assert counts[2] == 0
    assert (np.abs(counts - 3999 * p) < 4.5 * np.sqrt(3999 * p * (1 - p)) + 1e-9).all()


def test_jax_there_and_back():
    jax = pytest.importorskip("jax")
    policy = small()
    params = policy.to_jax()
    observations = np.random.default_rng(2).integers(0, 3, (50, 7)).astype(np.float32)
    compiled = jax.jit(lambda p, x: policy.apply(p, x, jax.numpy))
    for head, ours in policy.outputs(observations).items():
        np.testing.assert_allclose(compiled(params, observations)[head], ours, rtol=TOLERANCE, atol=TOLERANCE)
    gradient = jax.grad(lambda p: policy.apply(p, observations, jax.numpy)["value"].sum())(params)
    trained = policy.with_weights({n: p - 0.1 * gradient[n] for n, p in params.items()})
    assert trained.outputs(observations)["value"].sum() < policy.outputs(observations)["value"].sum()
    halved = policy.with_weights({n: p.astype(jax.numpy.bfloat16) for n, p in params.items()})
    np.testing.assert_allclose(halved.weights["one.bias"], policy.weights["one.bias"], rtol=2**-8)


GOLDEN = json.loads((ROOT / "internal/train/testdata" / "convolutions.json").read_text())


@pytest.mark.parametrize("name", GOLDEN["networks"])
def test_convolutions_golden(name):
    """Outputs and gradients are those of JAX's own convolutions, see internal/train/testdata/convolutions.py."""
    golden = GOLDEN["networks"][name]
    inputs = tuple(Input(i["name"], tuple(i["shape"]), i["scale"]) for i in GOLDEN["inputs"])
    parts = [
        tuple(Part(**p | {"kernel": tuple(p.get("kernel", ()))}) for p in layer.get("parts", ()))
        for layer in golden["layers"]
    ]
    layers = tuple(Layer(**layer | {"parts": p}) for layer, p in zip(golden["layers"], parts, strict=True))
    heads = (Head("points", 1),)
    weights = {}
    for i, (tensor, shape) in enumerate(golden["shapes"].items()):
        k = np.arange(np.prod(shape))
        scale = (2 / np.prod(shape[1:])) ** 0.5 if len(shape) > 1 else 0.1
        weights[tensor] = (((k * 7919 + i * 104729) % 2003 / 2003 * 2 - 1) * scale).reshape(shape)
    policy = Policy("gin", "all", inputs, layers, heads, weights, kind="discard")
    assert list(policy.shapes()) == list(golden["shapes"])
    x = np.zeros((8, 108), np.float32)
    for r in range(8):
        x[r, [(7 * r + 5 * k) % 52 for k in range(10)]] = 1
        x[r, 52:104] = [0 if (c + r) % 5 == 0 else (37 * c + 11 * r) % 101 / 101 for c in range(52)]
        x[r, 104:] = [(3 * r + i) % 11 for i in range(4)]
    np.testing.assert_allclose(policy.outputs(x)["points"][:, 0], golden["outputs"], rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(policy.outputs(x[3])["points"], golden["outputs"][3:4], rtol=1e-5, atol=1e-5)

    jax = pytest.importorskip("jax")
    y = np.array([13 * r % 29 - 10 for r in range(8)])
    squared = jax.jit(lambda w: ((policy.apply(w, x, jax.numpy)["points"][:, 0] - y) ** 2).mean())
    assert float(squared(policy.to_jax())) == pytest.approx(golden["loss"], rel=1e-5)
    for tensor, gradient in jax.grad(squared)(policy.to_jax()).items():
        got = np.asarray(gradient).ravel()[:: 1 if gradient.size <= 320 else 97]
        np.testing.assert_allclose(got, golden["gradient"][tensor], rtol=1e-5, atol=1e-5, err_msg=tensor)


def test_torch_convolutions():
    """The weights of parts are the state_dict of Conv2d modules."""
    torch = pytest.importorskip("torch")
    policy = toy_convolved()

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.low = torch.nn.ModuleDict(
                {"wide": torch.nn.Conv2d(1, 3, (2, 3)), "tall": torch.nn.Conv2d(1, 2, (3, 1)), "also": torch.nn.Conv2d(1, 2, (2, 3))}
            )
            self.high = torch.nn.ModuleDict({"deep": torch.nn.Conv2d(5, 4, (2, 2))})
            self.last, self.points = torch.nn.Linear(policy.layers[1].size, 5), torch.nn.Linear(5, 1)

        def forward(self, x):
            rest, hand = x[:, :1], x[:, 1:19].reshape(-1, 1, 3, 6)
            wide, tall, also = (torch.relu(self.low[name](hand)) for name in ("wide", "tall", "also"))
            deep = torch.nn.functional.silu(self.high["deep"](torch.cat([wide, also], 1)))
            x = torch.cat([deep.flatten(1), tall.flatten(1), rest], 1)
            return self.points(torch.tanh(self.last(x)))

    net = Net()
    net.load_state_dict(policy.to_torch())
    observations = np.random.default_rng(2).integers(0, 3, (50, 22)).astype(np.float32)
    scaled = torch.from_numpy(observations / np.array([40] + [2] * 18 + [1] * 3, np.float32))
    outputs = policy.outputs(observations)["points"]
    np.testing.assert_allclose(net(scaled).detach(), outputs, rtol=TOLERANCE, atol=TOLERANCE)
    same = policy.with_weights(net.state_dict())
    assert all(np.array_equal(same.weights[n], w) for n, w in policy.weights.items())


def test_wrong_convolutions_are_named():
    good = toy_convolved()
    low, high = good.layers[0], good.layers[1]

    def part(**changes):
        return (dataclasses.replace(low, parts=(dataclasses.replace(low.parts[0], **changes), *low.parts[1:])), high)

    for layers, message in [
        (part(input="card"), "layer low: part wide: input 'card': want one of turn, hand, macros"),
        (part(input="macros"), r"layer low: part wide: the kernel \[2, 3\] does not fit the input macros: want 1 to 1 rows"),
        (part(stack=("macros",)), r"layer low: part wide: inputs hand \[3, 6\], macros \[3\]: want different inputs"),
        (part(stack=("hand",)), r"layer low: part wide: inputs hand \[3, 6\], hand \[3, 6\]: want different inputs"),
        (part(filters=0, kernel=(), stack=("macros",)), "layer low: part wide: 0 filters and the kernel"),
        (part(filters=0), "layer low: part wide: 0 filters and the kernel"),
        (part(kernel=(2,)), "layer low: part wide: 3 filters and the kernel"),
        (
            part(kernel=(4, 3)),
            r"layer low: part wide: the kernel \[4, 3\] does not fit the input hand: want 1 to 3 rows",
        ),
        (part(kernel=(0, 3)), r"layer low: part wide: the kernel \[0, 3\] does not fit"),
        (part(name="tall"), "layer low: parts are named tall, rest, tall, also: want each name once"),
        (part(filters=4), "layer low has size 53: want 61, the sum of its parts"),
        ((good.layers[2], high), "layer high: part deep: input 'wide': want one of none"),
    ]:
        with pytest.raises(PolicyError, match=message):
            dataclasses.replace(good, layers=layers)


def test_torch_there_and_back():
    torch = pytest.importorskip("torch")
    policy = small()

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.one, self.two, self.three = (
                torch.nn.Linear(7, 9),
                torch.nn.Linear(9, 6),
                torch.nn.Linear(6, 5),
            )
            self.four, self.policy, self.value = (
                torch.nn.Linear(5, 5),
                torch.nn.Linear(5, 4),
                torch.nn.Linear(5, 1),
            )

        def forward(self, x):
            x = torch.nn.functional.silu(self.three(torch.tanh(self.two(torch.relu(self.one(x))))))
            x = self.four(x)
            return self.policy(x), self.value(x)

    net = Net()
    net.load_state_dict(policy.to_torch())
    observations = np.random.default_rng(2).integers(0, 3, (50, 7)).astype(np.float32)
    scaled = torch.from_numpy(observations / np.array([2] * 6 + [40], np.float32))
    np.testing.assert_allclose(net(scaled)[0].detach(), policy.logits(observations), rtol=TOLERANCE, atol=TOLERANCE)
    fresh = policy.with_weights(Net().state_dict())
    assert not np.array_equal(fresh.weights["one.weight"], policy.weights["one.weight"])
    same = policy.with_weights(dict(net.named_parameters()))  # with gradients
    assert all(np.array_equal(same.weights[n], w) for n, w in policy.weights.items())


def test_wrong_parts_are_named():
    good = small()

    def weights(**changes):
        return {n.replace("__", "."): w for n, w in (good.weights | changes).items() if w is not None}

    for changes, message in [
        ({"game": ""}, "game is '' and fields is 'all'"),
        ({"kind": "oracle"}, "kind is 'oracle': want policy or afterstate or belief or value or discard"),
        ({"temperature": -1}, "temperature is -1"),
        ({"temperature": float("nan")}, "temperature is nan"),
        ({"inputs": ()}, "has 0 inputs and 2 heads"),
        ({"inputs": (Input("hand", (2, 3), 0.0), Input("turn", (), 1.0))}, "input 'hand'"),
        (
            {"inputs": (Input("hand", (2, 4), 1.0), Input("turn", (), 1.0))},
            r"'one.weight' has the shape \[9, 7\].* \[9, 9\]",
        ),
        ({"layers": (Layer("one", 9, "gelu"),)}, "activation 'gelu'"),
        ({"heads": (Head("policy", 4), Head("one", 1))}, "one, two, three, four, policy, one: want each name once"),
        ({"heads": ()}, "0 heads"),
        ({"heads": (Head("policy", 4),)}, "'value.bias' belongs to no layer or head"),
        ({"weights": {n: w for n, w in good.weights.items() if n != "two.bias"}}, "no tensor 'two.bias'"),
        (
            {"weights": weights(one__bias=None) | {"one.bias": np.full(9, np.nan)}},
            "'one.bias' has numbers that are not finite",
        ),
    ]:
        with pytest.raises(PolicyError, match=message):
            dataclasses.replace(good, **changes)
