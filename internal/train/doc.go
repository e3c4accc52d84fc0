// Package train trains networks: layers described as data (network.Description),
// losses, optimizers, and runs that write metrics and can be resumed. Start with [New],
// which returns a [Model], and with [Run], which drives a [Learner]:
//
//	model, err := train.New(description, train.Settings{
//		Losses:    []train.Loss{train.CrossEntropy{Head: "policy"}},
//		Optimizer: train.Adam(1e-3), MaxBatch: 256,
//	})
//	values, err := model.Step(&batch) // one update; values are named by model.Columns()
//	net, err := model.Network()       // a copy, for internal/agents/learned or a file
//
// The package is independent of games and features. Learners are in the packages
// below it, and internal/agents/learned plays with trained networks. Only packages below train
// link a tensor library.
//
//	         Learner                              Run
//	ppo, montecarlo, offline  ──Step──>  metrics, checkpoints, best and last network
//	            │
//	            └── Model: layers, losses, optimizer  (gorgonia, package kernel)
//
// # The network
//
// A model computes the same function as network.Evaluator, for many rows at a time:
// layers without activation or with ReLU agree bit for bit, heads up to rounding.
// [Model.Network] returns a copy of the current network.
//
// # How a step is computed
//
// The network and its losses form a gorgonia graph, which gorgonia differentiates. The
// operations are the package's own: one per layer with its activation, and one for all
// losses. They are sorted once, into the two passes of a step: one over blocks of rows,
// through all layers forward and back while a block is in the cache, and one over rows of
// the weights, which computes their gradient and updates them. A test runs the graph on
// gorgonia's tape machine, one operation after the other, and compares.
//
// Observations are mostly zeros, and so are the outputs of ReLU. Each operation
// therefore lists the nonzero entries by row or by column, and every matrix product,
// forward and backward, is a sum of the rows that these lists name (package kernel).
//
// A layer with parts is a product with a matrix too: each weight of a convolution is
// spread to all its entries after an update, and its gradient is the sum of theirs. Blocks
// of the matrix that are 0, such as those from the hand to filters over the belief, are
// left out. The optimizer sees the weights only.
//
// In shapes, n is the number of rows of a batch, and in and out are the sizes of a
// layer's input and output.
//
// # Runs
//
// A [Run] has its own folder with config.json, checkpoint, metrics.csv (or .arrow),
// a file of events for TensorBoard and best.safetensors; last.safetensors is written
// at the end and when the run is stopped. Writes are atomic. A run that was interrupted or
// killed at any moment resumes from its checkpoint, and its files end up identical to those of an uninterrupted run.
//
// The checkpoint is the truth: it has a digest and holds the metrics and the best network,
// whose files are written after it and again on resumption. config.json has a digest too.
// Damaged files and those of other runs are errors; two processes cannot run in one folder.
//
// # Determinism
//
// The same description, settings and batches give the same weights, to the last bit,
// with any number of workers: work is divided by rows, inputs or weights, never within
// one sum. The vector code computes the same results as plain Go, so that the model of
// amd64 processor does not matter. On other architectures, compilers may fuse products
// and sums in the losses, and package math computes exp differently; the last digits
// may differ there.
//
// # Speed
//
// python/benchmarks/training.py measures samples per second, alternating with JAX, which
// trains the same network on the same batches. There is no cgo and no build tag: the
// vector code of package kernel, in Go assembly, is in every build for amd64. OpenBLAS
// was only measured, in the build that NumPy ships, on an AMD EPYC with AVX-512: 100
// GFLOP/s in dense products, against 50–67 of package kernel with AVX2. It was not adopted: half
// of the outputs of ReLU and at least two thirds of the inputs need no product at all,
// its sums may depend on the number of threads, and it requires a C library.
package train
