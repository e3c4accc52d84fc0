// Package montecarlo trains networks of the kind "afterstate" on complete games: the value
// of a position is learned from the results of games that passed through it. Start with
// [New], which returns a train.Learner.
//
//	play Games by the network ──> samples: afterstate, gain, win ──> replay (last steps)
//	          ▲                                                         │
//	          └───────────── network <── updates on batches <───────────┘
//
// In each step the player takes the action with the best afterstate by the current network,
// and with some probability a random one; the afterstates of its actions enter the replay
// with the gain and the result of the game; and batches drawn from the replay, which holds
// the games of the last steps, give some updates. While the replay is not full, there are
// proportionally fewer updates, so that the network does not overfit to the first games.
// This is Monte Carlo control with afterstates (sutton2018reinforcement, sections 5.3 and
// 6.8).
//
// A draw from the open pile has no sample, because the following discard has one.
// Likewise, a discard after which the player may knock has none: the knock or the pass
// has it. Actions that decide the game have no sample either.
//
// With Config.Teachers the targets are values of other networks instead (distillation), and
// with Config.Symmetries each sample is seen as one of the positions that are worth the same.
//
// The games of a step depend only on the seed, the number of the step, the network and the
// opponents, not on the number of workers. A checkpoint therefore contains no samples, but
// the networks and opponents of the steps in the replay, whose games are replayed after a
// resume.
package montecarlo
