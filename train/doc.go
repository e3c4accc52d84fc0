// Package train trains networks: layers as data (network.Description), losses,
// optimisers, and runs that are saved, resumed and told of. Start from [New], which
// makes a [Model], and from [Run], which drives a [Learner] to its end.
//
// It plays no game and knows no features: learners are in the packages below, what
// is trained is played by agents/learned. Only train links a tensor library.
//
// # The network
//
// A model computes what network.Evaluator computes, for many rows at a time: the
// layers with the same bits for none and ReLU, the heads up to rounding. [Model.Network]
// copies it as it stands.
//
// # How a step is computed
//
// The network and its losses are a graph of gorgonia, differentiated by gorgonia and
// run by its tape machine; the operations are the package's own, one for a layer with
// its activation and one for all losses. Gorgonia's own operations allocate
// their results at each run and pass over them once for each scale, sum, activation
// and gradient, which is where "plain gorgonia" spends its time.
//
// Observations are mostly zeros, and so is what ReLU leaves. Each operation therefore
// lists the entries that are not zero, by row and by column, and every product of
// matrices, forward and backward, is a sum of the rows that these lists name
// (package kernel).
//
// The letters of shapes: n rows of a batch, in and out the entries of a layer's input
// and output.
//
// # Runs
//
// A [Run] has a folder of its own, with config.json, checkpoint, metrics.csv (or
// .arrow), best.safetensors, last.safetensors, and plot.png and .svg at the end. Each
// appears whole or not at all. A run that was stopped by ctrl-C or killed at any moment
// goes on from its checkpoint and ends with the same bytes as one that was not.
//
// # Determinism
//
// The same description, settings and batches give the same weights, to the last bit,
// on any number of workers: work is shared by rows, inputs or weights, never by terms
// of one sum. Vectors compute what plain Go computes, so that it does not matter which
// amd64 processor it is. On others, compilers may fuse products and sums of the losses,
// and package math computes exp in other ways: there the last digits may differ.
//
// # Speed
//
// python/benchmarks/training.py measures samples a second beside JAX, which trains the
// same network on the same batches in turns with it. There is no cgo and no build
// tag: the vectors of package kernel, written in Go's assembly, are in every build for
// amd64. OpenBLAS was not built in, only timed, as NumPy comes with it, on an AMD EPYC
// with AVX-512: 100 GFLOP/s in dense products, to 50–67 of package kernel. But half of
// what ReLU leaves and two thirds of the inputs or more need no product at all, its sums
// may depend on the number of threads, and it needs a C library.
package train
