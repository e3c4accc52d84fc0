// Package measure has measurements that compare no agents: MinScore and MinDist of random hands of Indian Rummy, how MinDist
// changes from turn to turn, and how good estimates of the opponent's hand are. Results write themselves in every
// format of package table, and some draw figures.
//
//	hands, err := measure.RandomHands(ctx, indian.Paper(), 10_000, 1, nil)
//	err = hands.Write(os.Stdout, table.Readable)
package measure
