// Package network holds neural networks as data: layers, heads and weights, read
// from a file and computed in plain Go. Start from [ReadFile] or [New], which give
// a [Network], and from [Network.NewEvaluator], which computes it.
//
// It trains nothing and knows no game, no agent and no tensor library.
//
// # The network
//
// A network takes an encoded observation, as the encoders of package features
// write it, field after field. Each entry is divided by the scale of its field.
// Layers follow, one after the other: a matrix, a bias and an activation. Every
// head is a matrix and a bias on the last layer (or, without layers, on the
// inputs). The head "policy" has one logit for each action; other heads, such as
// "value", are for those who know them.
//
// There are four kinds. A policy takes an observation and has the head "policy". A
// network of afterstates takes what the mover would know after an action of its
// own, one action at a time, and has the heads "gain" (expected gain in units of 80
// points) or "win" (logit of winning) or both, of size 1. A belief takes an
// observation and tells of the opponent's cards; a value takes an observation and has
// the heads of afterstates. Neither plays.
//
// All is computed in float32 and in a settled order, without fused operations, so
// that a network gives the same numbers on every machine. NumPy, JAX and PyTorch
// sum in other orders: their logits differ by rounding.
//
// # The file
//
// A file is in the safetensors format (package safetensors). The metadata has one
// text under the key "rummygym": a [Description] as JSON, with the keys
//
//	format       1, the version of this description; another is refused
//	kind         "policy", "afterstate", "belief" or "value"; may be missing: "policy"
//	game         the rules' name, "indian" or "gin"
//	env          environment and version, as "IndianRummy-v0"; may be missing
//	rules        options of the table it was trained at; may be missing, binds nobody
//	fields       groups of observation fields, as --fields takes them
//	belief       of afterstates: first digits of the SHA-256 of the belief network that
//	             made some of the fields; may be missing: none did
//	inputs       [{"name", "shape", "scale"}, ...]: the fields in order
//	layers       [{"name", "size", "activation"}, ...]: none, relu, tanh or silu
//	heads        [{"name", "size"}, ...]
//	temperature  0 plays the best action, else logits are divided by it and sampled
//	notes        texts by name, for readers; may be missing
//
// Keys that are not among them are refused. For each layer and head there are two
// tensors of type F32: "NAME.weight" of shape [size, inputs of the layer], as
// PyTorch's Linear has it, and "NAME.bias" of shape [size]; and no others. The
// description, not the order in the file, says what follows what. Weights are
// finite.
//
// python/rummygym/policy.py reads and writes the same files.
package network
