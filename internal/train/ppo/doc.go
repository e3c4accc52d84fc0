// Package ppo trains a policy by playing: proximal policy optimization
// (schulman2017ppo) with masked illegal actions, on the vector environment of package
// env, for any game. Start with [Config] and [New], which returns a [Learner] for a
// train.Run:
//
//	┌─> play Steps decisions at each of Tables tables    (self-play, or against a league)
//	│   estimate advantages                              (generalized advantage estimation)
//	│   make Epochs passes in batches of at most Batch
//	└── carry over decisions whose result is not known yet
//
// In self-play the learner plays all seats and learns from all of them; at the other
// tables it plays one seat against members of a league (package league). The weights of
// the league determine the number of tables of each kind.
//
// # Decisions that are learned from
//
// Only decisions with a choice count: forced moves are treated as part of the
// environment. The reward of a decision is what the seat received up to its next
// decision, discounting is per decision, and episodes continue from one update to the
// next. The last decision of each seat in an update has no successor yet: it is used in
// the update in which that follows, and until then provides the value for the decision
// before it. So no value is needed for a state in which the seat does not decide. A
// decision that the step limit of the table cuts off is treated in the same way, but is
// never used.
//
// Rewards are those of the environment: scaled gains in points, and a shaping potential
// if one is set.
//
// # Reproducibility
//
// All random numbers are derived from Config.Seed and the place of use: deals and agents
// by run and episode, actions by table and step, the order of decisions by update and
// epoch. The same seed gives the same weights with any number of workers, and a restored
// learner continues like an uninterrupted one, bit for bit.
package ppo
