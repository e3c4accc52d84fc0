// Package network holds neural networks as data: layers, heads and weights, read
// from a file and evaluated in plain Go. Start from [ReadFile] or [New], which return
// a [Network], and from [Network.NewEvaluator], which evaluates it.
//
//	observation ─ ÷ scales ─ layer 1 ─ … ─ layer n ─┬─ head "policy"
//	[inputs]                                        └─ head "value"
//
// The package does not train, and it does not depend on games, agents or a tensor
// library.
//
// # The network
//
// The input of a network is an encoded observation, as the encoders of package
// features/encoder write it, field after field. Each entry is divided by the scale of
// its field. Layers follow, one after the other: a matrix, a bias and an activation; or
// parts side by side, which are convolutions, filters that all cards share ([Cards]), or pass an
// input through (type [Part]).
// Instead of layers a network may have a stack of cards, whose weights all cards share ([CardStack]).
// Every head is a matrix and a bias on the last layer (or, without layers, on the
// inputs). The head "policy" has one logit for each action. Other heads, such as
// "value", have the meaning that their users give them.
//
// There are five kinds of network:
//
//   - A policy network takes an observation and has the head "policy".
//   - An afterstate network takes what the mover would know after one of its own
//     actions, one action at a time. It has the heads "gain" (expected gain in units
//     of 80 points) or "win" (logit of winning) or both, of size 1.
//   - A belief network takes an observation and estimates the opponent's hand. It does
//     not play.
//   - A value network takes an observation and has the heads of an afterstate
//     network. It does not play.
//   - A discard network takes the hand that a discard leaves and what its owner knows.
//     It has the head "points" (expected points of the hand), of size 1, and decides
//     discards only.
//
// All arithmetic is in float32 and in a fixed order, without fused operations, so
// that a network returns the same numbers on every machine. NumPy, JAX and PyTorch
// sum in other orders: their logits differ by rounding.
//
// # The file
//
// A file is in the safetensors format (package safetensors). The metadata has one
// entry, under the key "rummygym": a [Description] as JSON, with the keys
//
//	digest       "rummygym-sha256:" and the SHA-256 of the file, computed with 64 zeros in
//	             its place; optional: a program that changes weights removes it
//	format       1, the version of this description; other versions are an error
//	kind         "policy", "afterstate", "belief", "value" or "discard"; optional, default "policy"
//	game         name of the game, "indian" or "gin"
//	env          environment and version, such as "IndianRummy-v1"; optional
//	rules        options of the rules used in training; optional, informative only
//	fields       groups of observation fields, in the syntax of --fields
//	belief       afterstate networks only: first digits of the sum ([Network.Sum]) of the
//	             belief network that computes some of the fields; optional, default none
//	inputs       [{"name", "shape", "scale", "scales"}, ...]: the fields in order; scales are optional, one
//	             for each entry of the last dimension
//	layers       [{"name", "size", "activation", "parts"}, ...]: none, relu, tanh or silu;
//	             parts are optional, [{"name", "input", "stack", "filters", "kernel", "ace", "sum"}, ...]
//	stack        {"width", "rounds", "pooled", "ace"}, optional: a stack of cards instead of layers; the observation is
//	             then in planes of cards, with the inputs cards [K, F] and numbers [G]
//	heads        [{"name", "size", "cards"}, ...]; with a stack a head may have cards, {"first", "take", "top"}
//	temperature  0 plays the best action; otherwise logits are divided by it and sampled
//	notes        strings by name, informative only; optional
//
// Any other key is an error. Each layer and head has exactly two tensors of type F32:
// "NAME.weight" of shape [size, inputs of the layer], as in PyTorch's Linear, and
// "NAME.bias" of shape [size]. A layer with parts has none itself, but as in PyTorch's
// Conv2d each part with filters has "LAYER.PART.weight" of shape [filters, channels, kernel
// rows, kernel columns] and "LAYER.PART.bias" of shape [filters]; the weights of a part of cards, which
// has an "ace" and no kernel, have the shape [filters, channels, 4]. A part without filters
// has none and passes its input through. The size of such a layer is the sum of
// the sizes of its parts, its outputs are those of one part after the other, row-major
// [filters, rows, columns], or [cards, filters] of a part of cards, and its activation applies to the parts with filters only.
//
// A stack of cards has the tensors "roundK.weight" of shape [width, 4 channels + numbers], for the four terms of each
// channel and then for the numbers, "roundK.bias", "pooled.weight" of shape [pooled, width + numbers], "pooled.bias", those
// of heads, and of a head with cards "HEAD.cards.weight" of shape [groups + 1, width], the last row for the card that is taken,
// and "HEAD.cards.bias".
//
//	{"name": "see", "size": 148, "activation": "relu", "parts": [
//		{"name": "pairs", "input": "hand_matrix", "filters": 4, "kernel": [2, 2]},
//		{"name": "macros", "input": "macros"}]}
//	{"name": "suits", "size": 212, "activation": "relu", "parts": [
//		{"name": "cards", "input": "hand_matrix", "stack": ["belief_matrix"], "filters": 16, "ace": "low", "sum": true},
//		{"name": "macros", "input": "macros"}]}
//
// The description determines the order of the layers; the order of tensors in the file
// does not matter. Weights are finite. A file with a digest that is not its own is damaged
// and is refused; a file without one, of another program, is read unchecked.
//
// python/rummygym/policy.py reads and writes the same files.
package network
