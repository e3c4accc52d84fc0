// Package measure measures what no comparison of agents shows: MinScore and MinDist of random hands, how MinDist
// changes from turn to turn, and how good estimates of the opponent's hand are. Results write themselves in every format of package table, and draw their figures.
//
//	hands, err := measure.RandomHands(ctx, indian.Paper(), 10_000, 1, nil)
//	err = hands.Write(os.Stdout, table.Readable)
package measure
