// Package discard trains the discard networks of truong2021datadriven ("Offensive Score"):
// from the hand that a discard leaves they predict the points that follow.
//
//	datasets ─Read─> Data ─┬─ Training ──> Learner ──> network
//	                       └─ Validation ──> Predict
//
// Start with [Read], which reads all rows into memory, with [Describe], which returns a
// network by name, and with [NewLearner], which trains it. The networks play as the agent
// data-driven.
//
//	data, err := discard.Read(ctx, sets, discard.Config{Split: offline.Split{Seed: 1, Share: 0.2}, Average: true})
//	d, err := discard.Describe("dual-inception")
//	model, err := train.New(d, train.Settings{Losses: discard.Losses(), Optimizer: discard.Optimizer(1e-3, 96, updates), MaxBatch: 64})
//	learner, err := discard.NewLearner(model, &d, data.Training, discard.Order{Seed: 1, Batch: 64})
//
// # Data
//
// A row is a hand after a discard (x), the estimate of the opponent's hand (o), the
// macro-features of the hand (m) and a score in points. Interaction terms (i) follow from the
// hand and are computed where a network takes them. Rows with equal states become one row
// with their mean score, as in the paper. The validation rows are those of some deals, so that
// all rows of a hand are on one side, unlike in the paper, which splits rows. Averaging
// therefore does not merge rows of different sides.
//
// A row takes 224 bytes of memory.
//
// # Training
//
// As in the paper: batches of 64 rows, mean squared error, Adam with the rate 1e-3, which
// falls tenfold after each third of the epochs (32 of 96). What the paper leaves to the
// defaults of Keras is as there: the inputs are not scaled, β is .9 and .999, ε is 1e-7, and
// initial weights are uniform after glorot2010difficulty. Rows are presented in a new uniform
// order in each epoch. The order depends only on the seed, and the state of a learner is the
// epoch and the position in it, besides the model.
package discard
