// Package ppo trains a policy by playing: proximal policy optimization (Schulman et
// al., "Proximal policy optimization algorithms", arXiv:1707.06347) with illegal
// actions masked, on the vector face of package env, for any game. Start from
// [Config] and [New], which returns a [Learner] for a train.Run.
//
// An update plays Config.Steps decisions at each of Config.Tables tables, and then
// learns from them in Config.Epochs passes. At some tables the learner plays all
// seats, itself against itself, and learns from all of them; at the others it sits at
// one seat, against the members of a league (package league). The weights of the
// league tell how many tables are which.
//
// # What is learned from
//
// A decision is one of a seat that has a choice: forced moves count as part of the
// table. What the seat was paid up to its next decision is the reward, discounts run
// from decision to decision, and episodes go on from one update to the next. The last
// decision of each seat of an update waits for what follows it; it is learned from in
// the update in which that comes, and lends its value to the decision before it. So no
// table is asked for a value where nobody decides. A decision that the step limit of
// the table cuts off is treated alike, but nothing follows: it is not learned from.
//
// Rewards are those of the environment: gains in points, scaled, and a potential if one
// is set.
//
// # Reproducible
//
// All chance follows from Config.Seed and the place: deals and agents by run and
// episode, actions by table and step, the order of decisions by update and epoch. The
// same seed gives the same weights whatever the number of workers, and a learner
// restored from its state goes on as an undisturbed one, bit for bit.
package ppo
