// Package discard describes the discard networks of truong2021datadriven ("Offensive Score"), for package offline,
// which trains them: from the hand that a discard leaves they predict the points that follow. [NewMaker] makes rows of
// datasets, [Describe] returns a network by name, [NewView] what it takes from a row, and [Optimizer] the paper's
// optimizer. The networks play as the agent data-driven.
//
//	source, err := offline.Open(sets, offline.Config{Split: offline.Split{Seed: 1, Share: 0.2}, Maker: maker})
//	rows, held, err := source.Load(ctx, workers)
//	d, err := discard.Describe("dual-inception")
//	view, err := discard.NewView(d.Inputs, true)
//	stream, err := rows.Stream(source.Fingerprint(), 1, view)
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
// A row takes 328 bytes of memory.
//
// # Training
//
// As in the paper: batches of 64 rows, mean squared error, Adam with the rate 1e-3, which
// falls tenfold after each third of the epochs (32 of 96). What the paper leaves to the
// defaults of Keras is as there: the inputs are not scaled, β is .9 and .999, ε is 1e-7, and
// initial weights are uniform after glorot2010difficulty. Rows are presented in a new uniform
// order in each epoch, which depends only on the seed.
package discard
